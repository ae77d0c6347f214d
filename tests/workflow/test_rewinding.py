"""The contestmaster rewinds to a resolved turn, and corrects what came of it (§25, A96)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.core.contest import Correct
from rednov_bot.core.models import Draft
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.rules.events import PositionCorrected
from rednov_bot.games.red_november.rules.logbook import position_after
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.words import NOWHERE
from tests.workflow.play import (
    MASTER,
    NO_TURN,
    Postings,
    Table,
    a_table,
    begun,
    code_in,
    everything_public,
    flat,
    jammed,
    kinds,
    offered,
    only,
    opened,
    subject_of,
    text_of,
)

PUMPS = "I open 5-2, go in and fix the oxygen pumps for 4 minutes."
INSTEAD = 'read as "I open 5-2 and go in. I take no action."'
REPAIR = "I fix the engine for 10 minutes."


def played(table: Table, who: str, text: str = NO_TURN) -> Postings:
    """A turn is announced and its resolution approved; what the approval queues."""
    table.clock.forward(minutes=30)
    return table.reply(code_in(table.say(who, text)), "approve")


def rewind(table: Table, what: str, why: str = "because it was misread") -> Postings:
    """The contestmaster mails the word; what the bot queues for it."""
    return table.write(MASTER, f"rewind {what} {why}")


def refused(table: Table, what: str) -> str:
    """What they are told of a rewind that changes nothing."""
    before = table.numbered(), table.open_codes(), table.read(UnitOfWork.rulings)
    news = rewind(table, what)
    assert kinds(news) == ["desk"]
    assert (table.numbered(), table.open_codes(), table.read(UnitOfWork.rulings)) == before
    return flat(news[0])


def corrections(table: Table) -> list[Draft]:
    """The open corrections."""
    return [one for code in table.open_codes() if (one := table.draft(code)).kind == "correction"]


def corrected(table: Table, what: str) -> Postings:
    """The rewind, and the correction approved; what that queues."""
    rewind(table, what)
    return table.reply(correction(table).code, "approve")


def open_awards(table: Table) -> list[str]:
    return [code for code in table.open_codes() if table.draft(code).kind == "award"]


def correction(table: Table) -> Draft:
    (found,) = corrections(table)
    return found


def told(table: Table) -> Position:
    """The position of somebody who knows nothing but what the list was told."""
    history = table.read(lambda records: records.history(records.games()[-1].id))
    known = Position()
    for event in public_only(history):
        known = position_after(known, event)
    return known


def misread(table: Table) -> Postings:
    """Ann's first turn was read wrongly, and two more were resolved; the rewind to it."""
    played(table, "Ann", PUMPS)
    played(table, "Bob")
    played(table, "Cat")
    return rewind(table, f"turn 1: {INSTEAD}")


def test_a_misread_turn_is_played_again_when_the_correction_is_approved(table: Table) -> None:
    first = only(played(table, "Ann", PUMPS), "public")
    played(table, "Bob")
    played(table, "Cat")
    planner = text_of(only(rewind(table, f"turn 1: {INSTEAD}"), "draft"))
    drafted = correction(table)
    assert "rerun              patch              stand" in planner
    assert "Drafted here: rerun." in flat(planner)
    assert "Bob's turn 2 came out as before." in planner
    assert table.position().gnome("Ann").minutes == 34
    assert "ruling 1" in drafted.pages[0].body
    assert table.read(UnitOfWork.rulings) == ()
    posted = opened(only(table.reply(drafted.code, "approve"), "public"))
    original = opened(first)["Message-ID"]
    assert posted["In-Reply-To"] == original
    assert str(original) in posted["References"]
    assert "Correction of turn 1: Ann" in str(posted["Subject"])
    with table.desk.db.transaction() as records:
        (ruling,) = records.rulings()
        (*_, last) = public_only(records.history(records.games()[-1].id))
        causes = [one.cause for one in records.chapters(records.games()[-1].id)]
    assert ruling.text == "it was misread"
    assert drafted.effects[0] == Correct(ruling.number, "rerun")
    assert (table.position().gnome("Ann").at, table.position().gnome("Ann").minutes) == (2, 37)
    assert table.position().gnome("Bob").minutes == 38
    assert isinstance(last, PositionCorrected)
    assert told(table) == table.position(), "whoever follows the list knows the position"
    assert "turn 1 announced" in causes
    assert len([one for one in causes if one.startswith("draft ")]) == 5
    before = table.numbered()
    assert kinds(table.reply(drafted.code, "approve")) == ["desk"]
    assert table.numbered() == before
    fault = refused(table, "turn 2: void")
    assert "the correction of turn 1: Ann was posted since" in fault
    assert "overrule the draft of the next turn to set right what is wrong now" in fault
    played(table, "Bob")
    corrected(table, "turn 4: void")
    assert table.position().gnome("Bob").minutes == 38


# -- what later steps come to ---------------------------------------------------------------------


def test_a_turn_that_was_never_valid_is_void_and_a_pending_one_awaits_nothing(table: Table) -> None:
    played(table, "Ann", "I open 5-2 and go in. I take no action.")
    played(table, "Ann", "I open 2-1 and go in. I take no action.")
    pending = code_in(table.say("Ann", "I open 1-3 and go in. I take no action."))
    rewind(table, "turn 1: void")
    body = flat(correction(table).pages[0].body)
    assert "Turn 1: Ann has no effect, by this ruling." in body
    assert "Turn 2: Ann has no effect now" in body
    table.reply(correction(table).code, "approve")
    assert table.read(lambda records: records.pending_turn(records.games()[-1].id)) is None
    assert table.verdict(pending) == "superseded"
    ann = table.position().gnome("Ann")
    assert (table.position().pending, ann.at, ann.minutes) == (None, 5, 39)
    assert "Turn 4: Bob" in subject_of(only(table.say("Bob"), "draft")), "turns keep their numbers"


def test_hands_are_those_of_the_corrected_game_and_told_to_their_gnomes_alone(table: Table) -> None:
    table.arrange(hands={"Ann": ("toolbox", "pump_manual")})
    table.write("Ann", "toolbox")
    played(table, "Ann", "I give Bob 1 item.")
    played(table, "Bob", "I use my toolbox and take no action.")
    rewind(table, "turn 1: void")
    public, *private = correction(table).pages
    (to_bob,) = (one for one in private if one.to_name == "Bob")
    assert "the reason is told to Bob alone" in flat(public.body)
    assert "do not hold" not in flat(public.body)
    assert "you do not hold a toolbox" in flat(to_bob.body)
    assert table.hand("Ann") == ["pump_manual"]
    news = table.reply(correction(table).code, "approve")
    assert (table.hand("Ann"), table.hand("Bob")) == (["pump_manual", "toolbox"], [])
    assert kinds(news).count("private") == 2
    assert "pump manual" not in everything_public(news)


# -- the other ways -------------------------------------------------------------------------------


def test_another_way_is_chosen_by_reply(table: Table) -> None:
    misread(table)
    first = correction(table)
    assert kinds(table.reply(first.code, "choose 5-6")) == ["desk"]
    assert table.verdict(first.code) is None
    news = table.reply(first.code, "choose stand")
    second = correction(table)
    assert table.verdict(first.code) == "superseded"
    assert second.effects[0] == Correct(1, "stand")
    assert "Drafted here: stand." in flat(only(news, "draft"))
    table.reply(second.code, "choose patch")
    assert correction(table).effects[0] == Correct(1, "patch")
    table.reply(correction(table).code, "choose stand")
    before = table.numbered()
    news = table.reply(correction(table).code, "approve")
    assert table.numbered() == before
    assert "The position stands as it is" in everything_public(news)


# -- choices --------------------------------------------------------------------------------------


def test_a_choice_that_nobody_has_made_is_asked_of_the_contestmaster(table: Table) -> None:
    table.arrange(deck=["blocked_hatch"], gnomes={"Ann": {"at": 1, "minutes": 39}})
    played(table, "Ann")
    shown = text_of(only(rewind(table, f'turn 1: read as "{REPAIR}"'), "draft"))
    asked = correction(table)
    assert asked.choice is not None
    label = asked.choice.candidates[-1]
    assert "comes to a choice that it did not come to before" in flat(shown)
    assert f"choose {label}" in shown
    before = table.numbered()
    assert kinds(table.reply(asked.code, "approve")) == ["desk"]
    assert table.numbered() == before
    table.reply(asked.code, f"choose {label}")
    made = correction(table)
    assert table.verdict(asked.code) == "chosen"
    assert made.choice is None
    table.reply(made.code, "approve")
    low, high = map(int, label.split("-"))
    assert (low, high) in table.position().blocked


def test_a_choice_falls_otherwise(tmp_path: Path) -> None:
    table, news = jammed(tmp_path)
    was, now, *_ = offered(text_of(only(news, "question")))
    table.write("Ann", f"choose {was}")
    (code,) = table.open_codes()
    table.reply(code, "approve")
    assert "no choice of that turn offers it" in refused(table, "turn 1: choose 9-10")
    corrected(table, f"turn 1: choose {now}")
    blocked = [f"{low}-{high}" for low, high in table.position().blocked]
    assert (now in blocked, was in blocked) == (True, False)


# -- what cannot be corrected ---------------------------------------------------------------------


def test_what_cannot_be_rewound_changes_nothing(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    assert "no game has begun yet" in flat(*rewind(table, "turn 1: void"))
    table.begin()
    played(table, "Ann", PUMPS)
    table.say("Bob")
    for what, why in (
        ("turn 7: void", "there is no turn 7 in RN1: its turns are 1 to 2"),
        ("RN4 turn 1: void", "there is no game RN4"),
        ("turn 2: void", "turn 2 is not resolved yet: overrule its draft"),
        ("turn 1: as it was", "come out as they did"),
        ('turn 1: read as "I open 5-2"', "the words are not certain"),
        ('turn 1: read as "I open 5-2, go in and extinguish the fire for 4 minutes."', "say void"),
        ("turn 1: option hand_limt = 3", "hand_limt"),
    ):
        assert why in refused(table, what)


# -- answers that cross ---------------------------------------------------------------------------


def test_a_new_turn_makes_the_correction_anew(table: Table) -> None:
    misread(table)
    old = correction(table)
    open_ = f"draft {old.code}, the correction of turn 1: Ann, is open"
    assert open_ in refused(table, "turn 2: void")
    table.say("Bob")
    before = table.numbered()
    table.reply(old.code, "approve")
    new = correction(table)
    assert table.numbered() == before
    assert table.verdict(old.code) == "superseded"
    assert new.for_state == before[0]
    table.reply(new.code, "approve")
    assert (table.position().gnome("Ann").minutes, table.position().pending) == (37, "Bob")


# -- points and the end ---------------------------------------------------------------------------


@pytest.mark.parametrize("awarded", [False, True])
def test_an_award_that_is_not_due_any_more_gives_way(table: Table, awarded: bool) -> None:
    table.arrange(gnomes={"Ann": {"at": 1, "minutes": 39}})
    award = code_in(played(table, "Ann", REPAIR))
    if awarded:
        table.reply(award, "approve")
    rewind(table, "turn 1: void")
    said = "Ann was awarded 2 X points" if awarded else "Ann is not due 2 X points"
    assert said in flat(correction(table).pages[0].body)
    table.reply(correction(table).code, "approve")
    assert table.verdict(award) == ("approved" if awarded else "superseded")
    assert len(table.position().dues) == awarded
    assert open_awards(table) == []


def test_of_a_game_before_the_present_one_only_the_record_is_put_right(table: Table) -> None:
    table.ended()
    table.begin()
    before = table.numbered()
    planner = flat(only(rewind(table, "RN1 turn 1: void"), "draft"))
    assert "Drafted here: stand." in planner
    assert "RN2 has begun since" in planner
    code = correction(table).code
    assert "RN2 has begun since" in flat(*table.reply(code, "choose rerun"))
    assert table.verdict(code) is None
    table.reply(code, "approve")
    assert table.numbered() == before
    assert "draft" in kinds(table.say("Ann"))


@pytest.mark.parametrize("awarded", ["before", "meanwhile", "never"])
def test_when_the_end_was_wrong_the_pot_is_awarded_once(table: Table, awarded: str) -> None:
    table.ended()
    (award,) = open_awards(table)
    if awarded == "before":
        table.reply(award, "approve")
    rewind(table, "turn 1: void")
    old = correction(table)
    assert "The game is not over." in old.pages[0].body
    assert ("Ann loses: not a winner yet, 4 Y less due." in old.pages[0].body) == (
        awarded != "before"
    )
    if awarded == "meanwhile":
        table.clock.forward(minutes=1)
        table.reply(award, "approve")
        table.reply(old.code, "approve")
        assert table.verdict(old.code) == "superseded"
        assert "Ann was awarded 4 Y points" in flat(correction(table).pages[0].body)
    table.reply(correction(table).code, "approve")
    assert table.position().ending is None
    news = table.say("Cat")
    if awarded == "never":
        assert "draft" in kinds(news)
        return
    counting = "Ann 4 Y points, Bob 4 Y points and Cat 4 Y points (§24)"
    assert counting in flat(only(news, "draft"))
    table.reply(code_in(news), "approve")
    assert [due.points for due in table.position().dues] == [4, 4, 4]
    assert open_awards(table) == []


@pytest.mark.parametrize("pot", [12, 0])
def test_who_wins_alone_is_owed_what_was_not_awarded(tmp_path: Path, pot: int) -> None:
    """Also where the pot was named after that end."""
    table = begun(tmp_path, y_pot=pot)
    table.ended()
    if not pot:
        table.write(MASTER, "pot 12")
        table.reply(table.open_codes()[-1], "approve")
    (award,) = open_awards(table)
    table.reply(award, "approve")
    corrected(table, "turn 1: void")
    table.arrange(gnomes={key: {"fate": "killed", "at": NOWHERE} for key in ("Ann", "Bob")})
    news = table.reply(code_in(table.say("Cat")), "approve")
    (award,) = open_awards(table)
    shown = flat(*[one for one in news if award in subject_of(one)])
    assert "Pewterby awards Cat 8 Y points" in shown
    assert "20 Y points are awarded in RN1, of a pot of 12" in shown


def test_a_correction_outlives_the_end_of_its_game(table: Table) -> None:
    table.arrange(gnomes={"Bob": {"minutes": 0}, "Cat": {"minutes": 1}})
    played(table, "Ann")
    rewind(table, "turn 1: void")
    code = correction(table).code
    table.arrange(gnomes={"Ann": {"minutes": 0}})
    played(table, "Cat")
    assert table.position().ending is not None
    assert code in table.open_codes()
