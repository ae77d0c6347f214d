"""What the desk publishes of the luck: draws, seals, and at last the secret; a public beacon (A95).

That all of it can be checked, tests/fairness shows.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace as with_

from rednov_bot.bootstrap import beacon_file
from rednov_bot.core.contest import PublishLuck
from rednov_bot.core.errors import CannotAmend, CannotReveal, CannotStart, NoBeacon
from rednov_bot.core.luck import Keys
from rednov_bot.core.models import Stamps
from rednov_bot.core.proof import Beacon, Proof
from rednov_bot.core.settings import LuckSettings
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.commands import Replaced
from rednov_bot.core.workflow.drafts import amending
from rednov_bot.core.workflow.luck import beacons, fortune, revealing
from tests.builders import MONDAY
from tests.store.samples import a_letter
from tests.workflow.play import (
    MASTER,
    Postings,
    Table,
    a_table,
    begun,
    code_in,
    flat,
    kinds,
    missing,
    only,
    subject_of,
    text_of,
)

REPAIR = "I open 5-2, go in and fix the oxygen pumps for 4 minutes."
THROWN = r"draw 6, action: \d+"


def section(text: str) -> str:
    return text.partition("THE LUCK, form 2\n")[2].partition("\n\n")[0]


def value(label: str, text: str) -> str:
    (found,) = re.findall(rf"^  {label} (\S+)$", text, re.MULTILINE)
    return str(found)


def shown(table: Table) -> str:
    """The public text of the newest open draft."""
    return table.draft(table.open_codes()[-1]).pages[0].body


def test_the_luck_of_a_turn_hangs_on_the_mail_that_announced_it(tmp_path: Path) -> None:
    dice = set()
    for number in range(8):
        (tmp_path / str(number)).mkdir()
        table = begun(tmp_path / str(number))
        table.say("Ann", REPAIR, message_id=f"<{number}@post.example>")
        dice |= {*re.findall(THROWN, shown(table))}
    assert len(dice) > 1


def seals(records: UnitOfWork) -> list[Proof]:
    """What every approved draft published, oldest first."""
    found = []
    for queued in records.outbox():
        if queued.posting.kind == "public" and queued.draft is not None:
            kept = records.draft(queued.draft)
            assert kept is not None
            found += [e.proof for e in kept[0].effects if isinstance(e, PublishLuck)]
    assert all(one.behind and one.behind.seal == last.seal for last, one in pairwise(found))
    return found


def test_a_draft_behind_which_the_chain_went_on_is_made_again(table: Table) -> None:
    """A correction that lets the position stand publishes draws of its own all the same."""
    table.resolve("Ann", REPAIR)
    waiting = code_in(table.say("Bob"))
    longer = REPAIR.replace("4", "5")
    news = table.write(MASTER, f'rewind turn 1: read as "{longer}", stand, because e said so')
    table.reply(code_in(news), "approve")
    again = code_in(table.reply(waiting, "approve"))
    assert table.verdict(waiting) == "superseded"
    posted = text_of(only(table.reply(again, "approve"), "public"))
    every = [one.seal for one in table.read(seals)]
    assert value("seal", section(posted)) == every[-1]
    assert len(every) == len(set(every))


def test_a_draft_shows_how_often_it_was_made_on_the_same_draws(table: Table) -> None:
    first = code_in(table.say("Ann", REPAIR))
    before = shown(table)
    change = Replaced("draw 6, action", "draw 6, nothing")
    with pytest.raises(CannotAmend):
        table.do(amending.amend, first, (change,), MASTER)
    second = code_in(table.reply(first, "again"))
    table.reply(second, "reject because I want to see")
    third = code_in(table.reply(second, "again"))
    table.reply(third, 'amend: add "Well done!"')
    after = shown(table)
    assert (value("drafts", before), value("drafts", after)) == ("1", "4")
    assert value("seal", before) != value("seal", after)
    assert section(before).splitlines()[:-2] == section(after).splitlines()[:-2]
    (die,) = re.findall(r"^  draw 6, action: (\d+) of 10$", after, re.MULTILINE)
    assert f"the die says {die}" in after


def test_a_game_of_the_first_form_goes_on_in_it(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    table.desk = replace(table.desk, luck=1)
    opening = only(table.reply(table.start().code, "approve"), "public")
    assert "Its SHA-256" in text_of(opening)
    table.desk = replace(table.desk, luck=2)
    table.arrange(gnomes={"Ann": {"at": 5, "minutes": 39}})
    assert "form 2" not in text_of(only(table.resolve("Ann"), "public"))


def test_without_the_option_nothing_is_published(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"public_tape_hash": "off"})
    assert "THE LUCK" not in text_of(only(table.resolve("Ann"), "public"))
    table.ended()
    with pytest.raises(CannotReveal):
        table.do(revealing.reveal)


# -- the secret -----------------------------------------------------------------------------------


def keys(table: Table) -> Keys:
    return table.read(lambda it: fortune.keys_of(it, it.games()[-1]))


def code_of_the_secret(postings: Postings) -> str:
    (subject,) = (it for it in map(subject_of, postings) if "secret of the luck" in it)
    return subject.partition("[rednov ")[2].partition("]")[0]


def test_the_secret_of_the_dice_is_told_at_the_end_that_of_the_tiles_by_consent(
    table: Table,
) -> None:
    with pytest.raises(CannotReveal, match="goes on"):
        table.do(revealing.reveal)
    news = table.ended()
    code, both = code_of_the_secret(news), keys(table)
    (mail,) = (one for one in news if code in subject_of(one))
    assert '"reveal with the tiles"' in flat(mail)
    for words in ("amend:\nNothing.", "amend: add: So it was."):
        news += table.reply(code, words)
        assert "shown to nobody before it is told" in flat(news[-1])
    told = "".join(map(text_of, (*table.read(lambda it: it.outbox()), *news)))
    assert "(told when you approve)" in told
    assert both.dice.hex() not in told, "a correction may still let the game go on"
    body = table.draft(code).pages[0].body
    assert f"\n  {both.dice.hex()}\n" in body
    assert both.tile.hex() not in body
    assert "public" in kinds(table.reply(code, "approve"))
    assert table.read(lambda it: revealing.is_revealed(it, it.games()[-1]))
    new = code_of_the_secret(table.write(MASTER, "reveal RN1 with the tiles"))
    newer = code_of_the_secret(table.write(MASTER, "reveal with the tiles"))
    assert table.verdict(new) == "superseded"
    assert both.tile.hex() in table.draft(newer).pages[0].body
    table.reply(newer, "approve")
    with pytest.raises(CannotReveal, match="already"):
        table.do(revealing.reveal, "RN1", tiles=True)


def test_a_game_begun_with_consent_tells_both(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"reveal_at_end": "on"})
    code = code_of_the_secret(table.ended())
    assert keys(table).tile.hex() in table.draft(code).pages[0].body


# -- a beacon: nothing is drawn before its value is known -----------------------------------------

GENESIS = datetime(2023, 8, 23, 15, 9, 27, tzinfo=UTC)
BEACON = LuckSettings(beacon="drand quicknet", beacon_genesis=GENESIS, beacon_period=3)
VALUE, OTHER = "c0ffee42" * 8, "deadbeef" * 8
NAMED = Beacon(GENESIS, timedelta(seconds=3), "drand quicknet")
ROUND = NAMED.round_after(MONDAY)
DRAWN = f"\n  beacon drand quicknet, round {ROUND}:\n  from {VALUE}\n  draw 6, action: "


@pytest.fixture
def lit(tmp_path: Path) -> Table:
    """A game with the option has begun."""
    made = a_table(tmp_path)
    made.desk = replace(made.desk, settings=with_(made.desk.settings, luck=BEACON))
    made.begin(beacon="on")
    return made


def test_the_round_is_the_first_that_comes_after_the_turn() -> None:
    """It follows from the mail alone, also where that is dated ahead, but not for another day."""
    assert fortune.beacon_of(BEACON) == NAMED
    assert NAMED.round_after(GENESIS - timedelta(days=1)) == 1
    assert [NAMED.round_after(GENESIS.replace(second=at)) for at in (27, 29, 30)] == [2, 2, 3]
    hour, week = timedelta(hours=1), timedelta(days=7)
    for ahead, moment in ((hour, MONDAY + hour), (-hour, MONDAY - hour), (week, MONDAY)):
        dated = replace(a_letter(), stamps=Stamps(date=MONDAY + ahead))
        assert fortune.round_for(NAMED, dated, MONDAY) == NAMED.round_after(moment)
    assert fortune.round_for(NAMED, replace(a_letter(), stamps=Stamps()), MONDAY) == ROUND


def test_a_turn_waits_for_the_value_which_is_mixed_in_and_shown(lit: Table) -> None:
    another = "2020-01-01T00:00:00Z 30 another", ROUND, OTHER, MASTER, MONDAY
    lit.read(lambda it: it.add_beacon(*another))
    news = lit.say("Ann", REPAIR)
    assert kinds(news) == ["receipt", "draft"]
    told = text_of(only(news, "draft"))
    assert f"\n  beacon {ROUND} VALUE: " in told
    assert not [word for word in ("the die says", "choose", "least harm") if word in told]
    assert "the die says" not in text_of(only(news, "receipt"))
    asked = code_in(news)
    lit.write(MASTER, f"beacon {ROUND + 1} {VALUE}")  # of another round
    assert lit.open_codes() == [asked]
    code = code_in(lit.reply(asked, f"choose beacon {ROUND} {VALUE}"))
    assert lit.open_codes() == [code]
    assert DRAWN in shown(lit)
    assert "public" in kinds(lit.reply(code, "approve"))


def test_a_game_keeps_its_beacon_whatever_the_settings_name_later(lit: Table) -> None:
    """Its terms bind it (A95)."""
    another = LuckSettings(beacon="another", beacon_genesis=GENESIS, beacon_period=60)
    lit.desk = replace(lit.desk, settings=with_(lit.desk.settings, luck=another))
    for option in ("beacon = off", "reveal_at_end = on", "public_tape_hash = off"):
        told = lit.write(MASTER, f"ruling: option {option} because I say so")
        assert "settled by the opening" in flat(told[0])
    lit.reply(code_in(lit.say("Ann", REPAIR)), f"beacon {ROUND} {VALUE}")
    assert DRAWN in shown(lit)


def test_a_value_that_is_none_is_refused_and_the_turn_goes_on_waiting(lit: Table) -> None:
    code = code_in(lit.say("Ann", REPAIR))
    assert "64 hex digits" in flat(*lit.write(MASTER, f"beacon {ROUND} c0ffee"))
    late = f"the last one by now is {ROUND + 18}"
    for number, why in (
        *((wrong, "numbered") for wrong in (0, -1, 10**22)),
        (ROUND + 60, late),
    ):
        with pytest.raises(NoBeacon, match=why):
            lit.do(beacons.supply, number, VALUE, MASTER)
    assert lit.read(lambda it: it.beacon(str(NAMED), ROUND + 60)) is None
    assert lit.open_codes() == [code]
    assert missing(lit.reply(code, "approve")[0], "VALUE") == []


def test_a_value_may_be_mended_until_a_posting_hangs_on_it(lit: Table) -> None:
    lit.say("Ann", REPAIR)
    thrown = set()
    for number in range(6):
        first = code_in(lit.write(MASTER, f"beacon {ROUND} {number}{VALUE[1:]}"))
        thrown |= {*re.findall(THROWN, shown(lit))}
    assert len(thrown) > 1  # other values throw other dice
    assert "draft" not in kinds(lit.write(MASTER, f"beacon {ROUND} 5{VALUE[1:]}"))
    second = code_in(lit.write(MASTER, f"beacon {ROUND} {VALUE.upper()}"))
    assert lit.verdict(first) == "superseded"
    assert DRAWN in shown(lit)
    lit.reply(second, "approve")
    told = lit.write(MASTER, f"beacon {ROUND} {OTHER}")
    assert "published with a turn, and stays" in flat(told[0])
    assert lit.read(lambda it: it.beacon(str(NAMED), ROUND)) == VALUE


def test_the_bot_takes_it_from_the_file_in_its_rounds(lit: Table, tmp_path: Path) -> None:
    lit.say("Ann", REPAIR)
    file = tmp_path / "rounds"
    lit.desk = replace(lit.desk, beacon=beacon_file(str(file)))
    lit.rounds()
    file.write_text(f"rubbish\n{ROUND - 1} {OTHER}\n{ROUND}\n{ROUND} {VALUE}\n")
    lit.clock.at = MONDAY - timedelta(hours=1)  # by this clock the round is still to come
    assert not lit.rounds()
    lit.clock.at = MONDAY
    assert "draft" in kinds(lit.rounds())
    assert DRAWN in shown(lit)


def test_no_game_begins_with_the_option_where_no_beacon_is_named(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match=r"\[luck\] names no beacon"):
        a_table(tmp_path).start(beacon="on")
