"""A public beacon mixed into each turn's luck: nothing is drawn before its value is known (A95)."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace as with_

from rednov_bot.bootstrap import beacon_file
from rednov_bot.desk.due import rounds
from rednov_bot.desk.luck import beacons, fortune
from rednov_bot.errors import CannotStart, NoBeacon
from rednov_bot.papers import Stamps
from rednov_bot.proof.beacon import Beacon, beacon_in
from rednov_bot.settings import LuckSettings
from tests.builders import MONDAY, Table, a_table
from tests.desk.play import (
    begin,
    code_in,
    draft,
    kinds,
    only,
    open_codes,
    reply,
    say,
    start,
    text_of,
    verdict,
    write,
)
from tests.store.samples import a_letter

BEACON = LuckSettings(
    beacon="drand quicknet",
    beacon_genesis=datetime(2023, 8, 23, 15, 9, 27, tzinfo=UTC),
    beacon_period=3,
)
VALUE, OTHER = "c0ffee42" * 8, "deadbeef" * 8
NAMED = Beacon(datetime(2023, 8, 23, 15, 9, 27, tzinfo=UTC), timedelta(seconds=3), "drand quicknet")
ROUND = NAMED.round_after(MONDAY)
REPAIR = "I open 5-2, go in and fix the oxygen pumps for 4 minutes."


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game with the option has begun."""
    made = a_table(tmp_path)
    made.desk = replace(made.desk, settings=with_(made.desk.settings, luck=BEACON))
    begin(made, beacon="on")
    return made


def test_the_round_is_the_first_that_comes_after_the_turn() -> None:
    genesis = NAMED.genesis
    assert fortune.beacon_of(BEACON) == NAMED
    assert NAMED.round_after(genesis - timedelta(days=1)) == 1
    assert NAMED.round_after(genesis) == 2
    assert NAMED.round_after(genesis.replace(second=29)) == 2
    assert NAMED.round_after(genesis.replace(second=30)) == 3


def test_the_terms_name_a_beacon_so_that_it_is_read_back() -> None:
    assert str(NAMED) == "2023-08-23T15:09:27Z 3 drand quicknet"
    assert beacon_in(str(NAMED)) == NAMED
    assert beacon_in("2023-13-23T15:09:27Z 3 drand quicknet") is None
    assert beacon_in("whatever") is None


def test_a_turn_is_confirmed_and_waits_for_the_value(table: Table) -> None:
    news = say(table, "Ann", REPAIR)
    assert kinds(news) == ["receipt", "draft"]
    asked = " ".join(text_of(only(news, "draft")).split())
    assert f"beacon {ROUND} VALUE" in asked
    assert "the die says" not in asked
    assert "the die says" not in text_of(only(news, "receipt"))


def test_the_value_is_mixed_in_and_shown(table: Table) -> None:
    asked = code_in(say(table, "Ann", REPAIR))
    news = write(table, "Pewterby", f"beacon {ROUND} {VALUE}")
    code = code_in(news)
    assert open_codes(table) == [code]
    assert asked != code
    body = draft(table, code).pages[0].body
    assert f"\n  beacon drand quicknet, round {ROUND}:\n  from {VALUE}\n  draw 6, action: " in body
    assert "public" in kinds(reply(table, code, "approve"))


@pytest.mark.parametrize("words", ["beacon", "choose beacon"])
def test_the_mail_that_asks_for_the_value_is_answered_in_its_words(
    table: Table, words: str
) -> None:
    asked = only(say(table, "Ann", REPAIR), "draft")
    told = text_of(asked)
    assert f"\n  beacon {ROUND} VALUE: " in told
    assert "choose" not in told
    assert "least harm" not in told
    code = code_in(reply(table, code_in([asked]), f"{words} {ROUND} {VALUE}"))
    assert f"  from {VALUE}\n" in draft(table, code).pages[0].body


@pytest.mark.parametrize(
    "luck",
    [
        LuckSettings(),
        LuckSettings(beacon="another", beacon_genesis=NAMED.genesis, beacon_period=60),
    ],
)
def test_a_game_keeps_its_beacon_whatever_the_settings_name_later(
    table: Table, luck: LuckSettings
) -> None:
    """Its terms bind it (A95)."""
    table.desk = replace(table.desk, settings=with_(table.desk.settings, luck=luck))
    asked = code_in(say(table, "Ann", REPAIR))
    code = code_in(reply(table, asked, f"beacon {ROUND} {VALUE}"))
    assert f"  beacon drand quicknet, round {ROUND}:\n" in draft(table, code).pages[0].body


@pytest.mark.parametrize("option", ["beacon=off", "reveal_at_end=on", "public_tape_hash=off"])
def test_no_ruling_changes_what_the_opening_has_promised_of_the_luck(
    table: Table, option: str
) -> None:
    name, _, value = option.partition("=")
    told = write(table, "Pewterby", f"ruling: option {name} = {value} because I say so")
    assert kinds(told) == ["desk"]
    assert "settled by the opening" in " ".join(text_of(told[0]).split())


def test_other_values_throw_other_dice(tmp_path: Path) -> None:
    thrown = set()
    for number in range(6):
        folder = tmp_path / str(number)
        folder.mkdir()
        made = a_table(folder)
        made.desk = replace(made.desk, settings=with_(made.desk.settings, luck=BEACON))
        begin(made, beacon="on")
        say(made, "Ann", REPAIR)
        code = code_in(write(made, "Pewterby", f"beacon {ROUND} {number}{VALUE[1:]}"))
        thrown.add(re.findall(r"action: \d+ of 10", draft(made, code).pages[0].body)[0])
    assert len(thrown) > 1


def test_a_value_that_is_none_is_refused_and_the_turn_goes_on_waiting(table: Table) -> None:
    code = code_in(say(table, "Ann", REPAIR))
    told = write(table, "Pewterby", f"beacon {ROUND} c0ffee")
    assert "64 hex digits" in " ".join(text_of(told[0]).split())
    assert open_codes(table) == [code]
    assert "VALUE" in " ".join(text_of(reply(table, code, "approve")[0]).split())


def test_a_mistyped_value_is_mended_until_a_posting_hangs_on_it(table: Table) -> None:
    say(table, "Ann", REPAIR)
    first = code_in(write(table, "Pewterby", f"beacon {ROUND} {OTHER}"))
    assert "draft" not in kinds(write(table, "Pewterby", f"beacon {ROUND} {OTHER}"))
    second = code_in(write(table, "Pewterby", f"beacon {ROUND} {VALUE.upper()}"))
    assert open_codes(table) == [second]
    assert verdict(table, first) == "superseded"
    assert f"  from {VALUE}\n" in draft(table, second).pages[0].body
    assert "\n  drafts 2\n" in draft(table, second).pages[0].body
    reply(table, second, "approve")
    told = write(table, "Pewterby", f"beacon {ROUND} {OTHER}")
    assert "published with a turn, and stays" in " ".join(text_of(told[0]).split())
    with table.desk.ledger.transaction() as records:
        assert records.beacon(str(NAMED), ROUND) == VALUE


def test_a_value_of_another_beacon_is_none_of_this_one(table: Table) -> None:
    with table.desk.ledger.transaction() as records:
        records.add_beacon("2020-01-01T00:00:00Z 30 another", ROUND, OTHER, "Pewterby", MONDAY)
    code = code_in(say(table, "Ann", REPAIR))
    assert draft(table, code).kind == "choice"
    code = code_in(reply(table, code, f"beacon {ROUND} {VALUE}"))
    assert f"  from {VALUE}\n" in draft(table, code).pages[0].body


def test_a_turn_that_is_overruled_goes_on_waiting_for_its_value(table: Table) -> None:
    asked = code_in(say(table, "Ann", REPAIR))
    news = reply(table, asked, 'overrule: read as "I take no action" because e said so')
    code = code_in(news)
    assert open_codes(table) == [code]
    assert draft(table, code).kind == "choice"
    code = code_in(reply(table, code, f"beacon {ROUND} {VALUE}"))
    assert "takes no action" in draft(table, code).pages[0].body


@pytest.mark.parametrize("round", [0, -1, 10**22])
def test_a_number_that_no_round_has_is_refused(table: Table, round: int) -> None:
    with table.desk.ledger.transaction() as records, pytest.raises(NoBeacon, match="numbered"):
        beacons.supply(table.desk, records, round, VALUE, "Pewterby")


def test_a_file_that_is_ahead_of_the_clock_is_passed_over(table: Table, tmp_path: Path) -> None:
    say(table, "Ann", REPAIR)
    file = tmp_path / "rounds"
    file.write_text(f"{ROUND} {VALUE}\n")
    table.desk = replace(table.desk, beacon=beacon_file(str(file)))
    table.clock.at = MONDAY - timedelta(hours=1)
    rounds.make_rounds(table.desk)
    assert not table.news()
    table.clock.at = MONDAY + timedelta(hours=1)
    rounds.make_rounds(table.desk)
    assert f"  from {VALUE}\n" in draft(table, code_in(table.news())).pages[0].body


def test_a_round_that_is_still_to_come_has_no_value(table: Table) -> None:
    with table.desk.ledger.transaction() as records:
        with pytest.raises(NoBeacon, match=f"the last one by now is {ROUND + 18}"):
            beacons.supply(table.desk, records, ROUND + 60, VALUE, "Pewterby")
        assert records.beacon(str(NAMED), ROUND + 60) is None


def test_the_turn_of_a_mail_dated_ahead_waits_for_its_date() -> None:
    """So the round follows from the mail alone; of one dated for another day it cannot."""
    hour, week = timedelta(hours=1), timedelta(days=7)
    letter = a_letter()
    for ahead, moment in ((hour, MONDAY + hour), (-hour, MONDAY - hour), (week, MONDAY)):
        dated = replace(letter, stamps=Stamps(date=MONDAY + ahead))
        assert fortune.round_for(NAMED, dated, MONDAY) == NAMED.round_after(moment)
    assert fortune.round_for(NAMED, replace(letter, stamps=Stamps()), MONDAY) == ROUND


def test_the_value_of_another_round_resolves_nothing(table: Table) -> None:
    code = code_in(say(table, "Ann", REPAIR))
    write(table, "Pewterby", f"beacon {ROUND + 1} {VALUE}")
    assert open_codes(table) == [code]


def test_the_bot_takes_it_from_the_file_in_its_rounds(table: Table, tmp_path: Path) -> None:
    say(table, "Ann", REPAIR)
    file = tmp_path / "rounds"
    table.desk = replace(table.desk, beacon=beacon_file(str(file)))
    rounds.make_rounds(table.desk)
    assert not table.news()
    file.write_text(f"rubbish\n{ROUND - 1} {OTHER}\n{ROUND}\n{ROUND} {VALUE}\n")
    rounds.make_rounds(table.desk)
    code = code_in(table.news())
    assert f"  from {VALUE}\n" in draft(table, code).pages[0].body


def test_no_game_begins_with_the_option_where_no_beacon_is_named(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match=r"\[luck\] names no beacon"):
        start(a_table(tmp_path), beacon="on")
