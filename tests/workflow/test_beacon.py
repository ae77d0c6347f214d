"""A public beacon mixed into each turn's luck: nothing is drawn before its value is known (A95)."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace as with_

from rednov_bot.bootstrap import beacon_file
from rednov_bot.core.errors import CannotStart, NoBeacon
from rednov_bot.core.models import Stamps
from rednov_bot.core.proof import Beacon
from rednov_bot.core.settings import LuckSettings
from rednov_bot.core.workflow.luck import beacons, fortune
from rednov_bot.core.workflow.scheduler import batches
from tests.builders import MONDAY, Table, a_table
from tests.store.samples import a_letter
from tests.workflow.play import (
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


def test_a_turn_waits_for_the_value_which_is_mixed_in_and_shown(table: Table) -> None:
    with table.desk.db.transaction() as records:
        records.add_beacon("2020-01-01T00:00:00Z 30 another", ROUND, OTHER, "Pewterby", MONDAY)
    news = say(table, "Ann", REPAIR)
    assert kinds(news) == ["receipt", "draft"]
    told = text_of(only(news, "draft"))
    assert f"\n  beacon {ROUND} VALUE: " in told
    assert not [word for word in ("the die says", "choose", "least harm") if word in told]
    assert "the die says" not in text_of(only(news, "receipt"))
    asked = code_in(news)
    write(table, "Pewterby", f"beacon {ROUND + 1} {VALUE}")  # of another round
    assert open_codes(table) == [asked]
    code = code_in(reply(table, asked, f"choose beacon {ROUND} {VALUE}"))
    assert open_codes(table) == [code]
    body = draft(table, code).pages[0].body
    assert f"\n  beacon drand quicknet, round {ROUND}:\n  from {VALUE}\n  draw 6, action: " in body
    assert "public" in kinds(reply(table, code, "approve"))


def test_a_game_keeps_its_beacon_whatever_the_settings_name_later(table: Table) -> None:
    """Its terms bind it (A95)."""
    another = LuckSettings(beacon="another", beacon_genesis=NAMED.genesis, beacon_period=60)
    table.desk = replace(table.desk, settings=with_(table.desk.settings, luck=another))
    for option in ("beacon=off", "reveal_at_end=on", "public_tape_hash=off"):
        words = f"ruling: option {option.replace('=', ' = ')} because I say so"
        assert "settled by the opening" in " ".join(
            text_of(write(table, "Pewterby", words)[0]).split()
        )
    asked = code_in(say(table, "Ann", REPAIR))
    code = code_in(reply(table, asked, f"beacon {ROUND} {VALUE}"))
    assert f"  beacon drand quicknet, round {ROUND}:\n" in draft(table, code).pages[0].body


def test_other_values_throw_other_dice(table: Table) -> None:
    say(table, "Ann", REPAIR)
    thrown = set()
    for number in range(6):  # a value may be mended until a posting hangs on it
        code = code_in(write(table, "Pewterby", f"beacon {ROUND} {number}{VALUE[1:]}"))
        thrown.add(re.findall(r"action: \d+ of 10", draft(table, code).pages[0].body)[0])
    assert len(thrown) > 1


def test_a_value_that_is_none_is_refused_and_the_turn_goes_on_waiting(table: Table) -> None:
    code = code_in(say(table, "Ann", REPAIR))
    told = write(table, "Pewterby", f"beacon {ROUND} c0ffee")
    assert "64 hex digits" in " ".join(text_of(told[0]).split())
    late = f"the last one by now is {ROUND + 18}"
    with table.desk.db.transaction() as records:
        for number, why in (
            (0, "numbered"),
            (-1, "numbered"),
            (10**22, "numbered"),
            (ROUND + 60, late),
        ):
            with pytest.raises(NoBeacon, match=why):
                beacons.supply(table.desk, records, number, VALUE, "Pewterby")
        assert records.beacon(str(NAMED), ROUND + 60) is None
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
    with table.desk.db.transaction() as records:
        assert records.beacon(str(NAMED), ROUND) == VALUE


def test_the_turn_of_a_mail_dated_ahead_waits_for_its_date() -> None:
    """So the round follows from the mail alone; of one dated for another day it cannot."""
    hour, week = timedelta(hours=1), timedelta(days=7)
    message = a_letter()
    for ahead, moment in ((hour, MONDAY + hour), (-hour, MONDAY - hour), (week, MONDAY)):
        dated = replace(message, stamps=Stamps(date=MONDAY + ahead))
        assert fortune.round_for(NAMED, dated, MONDAY) == NAMED.round_after(moment)
    assert fortune.round_for(NAMED, replace(message, stamps=Stamps()), MONDAY) == ROUND


def test_the_bot_takes_it_from_the_file_in_its_rounds(table: Table, tmp_path: Path) -> None:
    say(table, "Ann", REPAIR)
    file = tmp_path / "rounds"
    table.desk = replace(table.desk, beacon=beacon_file(str(file)))
    batches.make_rounds(table.desk)
    file.write_text(f"rubbish\n{ROUND - 1} {OTHER}\n{ROUND}\n{ROUND} {VALUE}\n")
    table.clock.at = MONDAY - timedelta(hours=1)  # by this clock the round is still to come
    batches.make_rounds(table.desk)
    assert not table.news()
    table.clock.at = MONDAY
    batches.make_rounds(table.desk)
    code = code_in(table.news())
    assert f"  from {VALUE}\n" in draft(table, code).pages[0].body


def test_no_game_begins_with_the_option_where_no_beacon_is_named(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match=r"\[luck\] names no beacon"):
        start(a_table(tmp_path), beacon="on")
