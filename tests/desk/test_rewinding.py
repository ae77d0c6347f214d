"""The contestmaster rewinds to a resolved turn, and corrects what came of it (§25, A96)."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.policy import SMTP
from pathlib import Path

import pytest

from rednov_bot.contest import Correct, Void
from rednov_bot.desk.corrections import in_force
from rednov_bot.desk.desk import ongoing
from rednov_bot.engine.gamestate import Limit
from rednov_bot.engine.happenings import PositionCorrected
from rednov_bot.engine.logbook import position_after
from rednov_bot.engine.position import Position
from rednov_bot.engine.words import NOWHERE
from rednov_bot.papers import Draft
from rednov_bot.prose.audience import public_only
from tests.builders import Table, a_table, list_mail
from tests.desk.play import (
    MASTER,
    NO_TURN,
    Postings,
    arrange,
    begin,
    begun,
    code_in,
    draft,
    everything_public,
    filed,
    hand,
    kinds,
    numbered,
    only,
    open_codes,
    opened,
    position,
    reply,
    say,
    subject_of,
    text_of,
    verdict,
    write,
)

PUMPS = "I open 5-2, go in and fix the oxygen pumps for 4 minutes."
INSTEAD = 'read as "I open 5-2 and go in. I take no action."'
REPAIR = "I fix the engine for 10 minutes."
SHORTER = "I fix the engine for 3 minutes."


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def played(table: Table, who: str, text: str = NO_TURN) -> Postings:
    """A turn is announced and its resolution approved; what the approval queues."""
    table.clock.forward(minutes=30)
    return reply(table, code_in(say(table, who, text)), "approve")


def rewind(table: Table, what: str, why: str = "because it was misread") -> Postings:
    """The contestmaster mails the word; what the bot queues for it."""
    return write(table, MASTER, f"rewind {what} {why}")


def refused(table: Table, what: str) -> str:
    """What e is told of a rewind that changes nothing."""
    before, open_before = numbered(table), open_codes(table)
    with table.desk.ledger.transaction() as records:
        rulings = records.rulings()
    news = rewind(table, what)
    assert kinds(news) == ["desk"]
    with table.desk.ledger.transaction() as records:
        assert records.rulings() == rulings
    assert (numbered(table), open_codes(table)) == (before, open_before)
    return words(text_of(news[0]))


def words(text: str) -> str:
    return " ".join(text.split())


def corrections(table: Table) -> list[Draft]:
    """The open corrections."""
    return [one for code in open_codes(table) if (one := draft(table, code)).kind == "correction"]


def correction(table: Table) -> Draft:
    (found,) = corrections(table)
    return found


def told(table: Table) -> Position:
    """The position of somebody who knows nothing but what the list was told."""
    with table.desk.ledger.transaction() as records:
        history = records.history(records.games()[-1].id)
    known = Position()
    for happening in public_only(history):
        known = position_after(known, happening)
    return known


def misread(table: Table) -> Postings:
    """Ann's first turn was read wrongly, and two more were resolved; the rewind to it."""
    played(table, "Ann", PUMPS)
    played(table, "Bob")
    played(table, "Cat")
    return rewind(table, f"turn 1: {INSTEAD}")


# -- what comes before the contestmaster -------------------------------------------------------


def test_the_ways_to_correct_stand_beside_each_other(table: Table) -> None:
    planner = text_of(only(misread(table), "draft"))

    assert "rerun              patch              stand" in planner
    assert "Drafted here: rerun." in words(planner)
    assert "Bob's turn 2 came out as before." in planner


def test_nothing_changes_before_the_correction_is_approved(table: Table) -> None:
    misread(table)

    assert position(table).gnome("Ann").minutes == 34


def test_the_ruling_is_cited_and_holds_when_the_correction_is_approved(table: Table) -> None:
    misread(table)
    drafted = correction(table)
    assert "ruling 1" in drafted.pages[0].body
    with table.desk.ledger.transaction() as records:
        assert records.rulings() == ()
    reply(table, drafted.code, "approve")
    with table.desk.ledger.transaction() as records:
        (ruling,) = records.rulings()

    assert ruling.text == "it was misread"
    assert drafted.effects[0] == Correct(ruling.number, "rerun")


def test_the_approval_moves_the_game_on(table: Table) -> None:
    misread(table)
    reply(table, correction(table).code, "approve")

    assert (position(table).gnome("Ann").at, position(table).gnome("Ann").minutes) == (2, 37)
    assert position(table).gnome("Bob").minutes == 38


def test_the_amendment_is_threaded_under_the_resolution(table: Table) -> None:
    original = opened(only(played(table, "Ann", PUMPS), "public"))["Message-ID"]
    rewind(table, f"turn 1: {INSTEAD}")
    posted = opened(only(reply(table, correction(table).code, "approve"), "public"))

    assert posted["In-Reply-To"] == original
    assert str(original) in posted["References"]
    assert "Correction of turn 1: Ann" in str(posted["Subject"])


def test_whoever_follows_the_list_knows_the_corrected_position(tmp_path: Path) -> None:
    table = begun(tmp_path)
    misread(table)
    reply(table, correction(table).code, "approve")
    with table.desk.ledger.transaction() as records:
        (*_, last) = public_only(records.history(records.games()[-1].id))

    assert isinstance(last, PositionCorrected)
    assert last.turn == 1
    assert told(table) == position(table)


def test_the_record_shows_the_original_and_the_correction(table: Table) -> None:
    misread(table)
    reply(table, correction(table).code, "approve")
    with table.desk.ledger.transaction() as records:
        causes = [one.cause for one in records.chapters(records.games()[-1].id)]

    assert "turn 1 announced" in causes
    assert len([one for one in causes if one.startswith("draft ")]) == 5


def test_points_newly_due_are_told_under_the_turn_that_made_them(table: Table) -> None:
    played(table, "Ann", "I open 5-2 and go in. I spend 1 minute fixing the oxygen pumps.")
    played(table, "Bob")
    rewind(table, 'turn 1: read as "I open 5-2 and go in. I fix the oxygen pumps for 10 minutes."')
    reply(table, correction(table).code, "approve")

    told = words(text_of(only(write(table, MASTER, "report contest"), "desk")))

    assert "RN1 turn 1 +2 disaster track reset (due)" in told


def test_the_same_dice_are_thrown(table: Table) -> None:
    first = everything_public(played(table, "Ann", PUMPS))
    rewind(table, 'turn 1: read as "I open 5-2, go in and fix the oxygen pumps for 5 minutes."')
    amended = correction(table).pages[0].body
    (die,) = {line.split("die says ")[1][0] for line in first.splitlines() if "die says" in line}

    assert f"die says {die}" in words(amended)


# -- what later steps come to ------------------------------------------------------------------


def gift_then_use(table: Table) -> None:
    """Ann gives Bob a toolbox, which e uses."""
    arrange(table, hands={"Ann": ("toolbox",)})
    played(table, "Ann", "I give Bob my toolbox.")
    played(table, "Bob", "I use my toolbox and take no action.")


def test_a_turn_that_was_never_valid_is_void_with_its_reason(table: Table) -> None:
    played(table, "Ann", "I open 5-2 and go in. I take no action.")
    played(table, "Ann", "I open 2-1 and go in. I take no action.")
    rewind(table, "turn 1: void")
    body = words(correction(table).pages[0].body)

    assert "Turn 1: Ann has no effect, by this ruling." in body
    assert "Turn 2: Ann has no effect now" in body
    reply(table, correction(table).code, "approve")
    assert (position(table).gnome("Ann").at, position(table).gnome("Ann").minutes) == (5, 39)


def test_why_a_turn_is_void_for_a_hand_is_told_to_its_gnome_alone(table: Table) -> None:
    gift_then_use(table)
    rewind(table, "turn 1: void")
    public, *private = correction(table).pages
    to_bob = next(one for one in private if one.to_name == "Bob")

    assert "the reason is told to Bob alone" in words(public.body)
    assert "do not hold" not in words(public.body)
    assert "you do not hold a toolbox" in words(to_bob.body)


def test_hands_are_those_of_the_corrected_game(table: Table) -> None:
    gift_then_use(table)
    rewind(table, "turn 1: void")
    assert hand(table, "Ann") == []
    news = reply(table, correction(table).code, "approve")

    assert (hand(table, "Ann"), hand(table, "Bob")) == (["toolbox"], [])
    assert kinds(news).count("private") == 2


def test_the_amendment_names_no_tile_of_a_hand(table: Table) -> None:
    arrange(table, hands={"Ann": ("toolbox", "pump_manual")})
    write(table, "Ann", "pump manual")
    played(table, "Ann", "I give Bob 1 item.")
    rewind(table, "turn 1: void")
    news = reply(table, correction(table).code, "approve")

    assert "pump manual" not in everything_public(news)
    assert hand(table, "Ann") == ["pump_manual", "toolbox"]


def test_a_discard_is_played_again(table: Table) -> None:
    arrange(table, hands={"Bob": ("grog", "coffee")}, limits={"Bob": Limit(1)})
    played(table, "Ann", PUMPS)
    news = say(table, "Bob", "I discard a grog.")
    reply(table, code_in(news), "approve")
    rewind(table, f"turn 1: {INSTEAD}")
    reply(table, correction(table).code, "approve")

    assert hand(table, "Bob") == ["coffee"]


def test_a_turn_that_awaits_its_resolution_is_drafted_anew(table: Table) -> None:
    played(table, "Ann", PUMPS)
    pending = code_in(say(table, "Bob"))
    rewind(table, f"turn 1: {INSTEAD}")
    news = reply(table, correction(table).code, "approve")
    again = code_in(news)

    assert verdict(table, pending) == "superseded"
    assert "the correction of turn 1: Ann" in words(text_of(only(news, "draft")))
    reply(table, again, "approve")
    assert position(table).gnome("Bob").minutes == 38
    assert position(table).pending is None


def test_a_pending_turn_that_has_no_effect_now_awaits_nothing(table: Table) -> None:
    played(table, "Ann", "I open 5-2 and go in. I take no action.")
    pending = code_in(say(table, "Ann", "I open 2-1 and go in. I take no action."))
    rewind(table, "turn 1: void")
    reply(table, correction(table).code, "approve")
    with table.desk.ledger.transaction() as records:
        assert records.pending_turn(records.games()[-1].id) is None

    assert verdict(table, pending) == "superseded"
    assert position(table).pending is None
    assert "draft" in kinds(say(table, "Bob"))
    assert open_codes(table) != []


def test_turns_keep_their_numbers(table: Table) -> None:
    played(table, "Ann", "I open 5-2 and go in. I take no action.")
    rewind(table, "turn 1: void")
    reply(table, correction(table).code, "approve")

    assert "Turn 2: Bob" in subject_of(only(say(table, "Bob"), "draft"))


# -- the other ways ----------------------------------------------------------------------------


def test_a_patch_leaves_what_came_later(table: Table) -> None:
    gift_then_use(table)
    news = rewind(table, "turn 1: void, patch,")
    made = correction(table)
    assert "Drafted here: patch." in words(text_of(only(news, "draft")))
    reply(table, made.code, "approve")

    assert position(table).gnome("Bob").minutes < 39
    assert position(table).gnome("Ann").minutes == 39


def test_letting_it_stand_changes_nothing_but_the_record(table: Table) -> None:
    played(table, "Ann", PUMPS)
    rewind(table, f"turn 1: {INSTEAD}, stand,")
    before = numbered(table)
    news = reply(table, correction(table).code, "approve")

    assert numbered(table) == before
    assert "The position stands as it is" in everything_public(news)


def test_another_way_is_chosen_by_reply(table: Table) -> None:
    misread(table)
    first = correction(table)
    news = reply(table, first.code, "choose stand")
    second = correction(table)

    assert verdict(table, first.code) == "superseded"
    assert second.effects[0] == Correct(1, "stand")
    assert "Drafted here: stand." in words(text_of(only(news, "draft")))
    reply(table, second.code, "choose rerun")
    assert correction(table).effects[0] == Correct(1, "rerun")


def test_a_way_that_cannot_be_gone_is_answered(table: Table) -> None:
    over(table)
    begin(table)
    rewind(table, "RN1 turn 1: void")
    code = correction(table).code
    news = reply(table, code, "choose rerun")

    assert "RN2 has begun since" in words(text_of(news[0]))
    assert verdict(table, code) is None


def test_a_way_that_is_none_is_answered(table: Table) -> None:
    misread(table)
    code = correction(table).code
    news = reply(table, code, "choose 5-6")

    assert kinds(news) == ["desk"]
    assert verdict(table, code) is None
    assert "rerun" in text_of(news[0])


# -- choices -----------------------------------------------------------------------------------


def jammed(table: Table) -> None:
    """Ann's turn draws Blocked Hatch only if it is longer than was read."""
    arrange(table, deck=["blocked_hatch"], gnomes={"Ann": {"at": 1, "minutes": 39}})
    played(table, "Ann")


def test_a_choice_that_nobody_has_made_is_asked_of_the_contestmaster(table: Table) -> None:
    jammed(table)
    news = rewind(table, f'turn 1: read as "{REPAIR}"')
    made = correction(table)
    assert made.choice is not None
    assert "comes to a choice that it did not come to before" in words(text_of(only(news, "draft")))
    assert f"choose {made.choice.candidates[0]}" in text_of(only(news, "draft"))


def test_a_correction_goes_on_with_the_choice(table: Table) -> None:
    jammed(table)
    rewind(table, f'turn 1: read as "{REPAIR}"')
    asked = correction(table)
    assert asked.choice is not None
    label = asked.choice.candidates[-1]
    reply(table, asked.code, f"choose {label}")
    made = correction(table)

    assert verdict(table, asked.code) == "chosen"
    assert made.choice is None
    reply(table, made.code, "approve")
    low, high = map(int, label.split("-"))
    assert (low, high) in position(table).blocked


def test_a_correction_that_asks_for_a_choice_cannot_be_approved(table: Table) -> None:
    jammed(table)
    rewind(table, f'turn 1: read as "{REPAIR}"')
    before = numbered(table)
    assert kinds(reply(table, correction(table).code, "approve")) == ["desk"]
    assert numbered(table) == before


def test_a_later_choice_can_be_left_out_by_a_patch(table: Table) -> None:
    arrange(
        table,
        deck=["respite", "blocked_hatch"],
        gnomes={"Ann": {"at": 1, "minutes": 39}, "Bob": {"minutes": 34}},
    )
    played(table, "Ann")
    played(table, "Bob", "I do nothing this turn.")
    planner = text_of(only(rewind(table, f'turn 1: read as "{SHORTER}"'), "draft"))
    asked = correction(table)
    assert asked.choice is not None
    assert "turn 2 comes to a choice" in words(planner)
    reply(table, asked.code, "choose patch")
    reply(table, correction(table).code, "approve")

    assert (position(table).gnome("Ann").minutes, position(table).gnome("Bob").minutes) == (36, 33)


def test_an_option_is_another_from_the_turn_on(table: Table) -> None:
    arrange(table, gnomes={"Ann": {"minutes": 34}})
    played(table, "Ann")
    rewind(table, "turn 1: option remove_respite = on")
    with table.desk.ledger.transaction() as records:
        now = ongoing(table.desk, records)
    assert now is not None
    assert not now.options.remove_respite
    reply(table, correction(table).code, "approve")
    assert len(position(table).removed) == 1
    arrange(table, gnomes={"Bob": {"minutes": 34}}, deck=["respite"])
    played(table, "Bob")

    assert len(position(table).removed) == 2


def answered(table: Table) -> tuple[str, str]:
    """Ann has chosen which hatch is blocked; that label, and another one."""
    arrange(table, deck=["blocked_hatch"], gnomes={"Ann": {"at": 1, "minutes": 40}})
    question = text_of(only(say(table, "Ann", REPAIR), "question"))
    was, now, *_ = re.findall(r"^  choose ([0-9]+-[0-9]+)", question, re.MULTILINE)
    write(table, "Ann", f"choose {was}")
    (code,) = open_codes(table)
    reply(table, code, "approve")
    return was, now


def test_a_choice_falls_otherwise(table: Table) -> None:
    was, now = answered(table)
    rewind(table, f"turn 1: choose {now}")
    reply(table, correction(table).code, "approve")

    blocked = [f"{low}-{high}" for low, high in position(table).blocked]
    assert (now in blocked, was in blocked) == (True, False)


def test_what_cannot_be_chosen_is_said_with_what_can(table: Table) -> None:
    answered(table)
    fault = refused(table, "turn 1: choose 9-10")
    assert "no choice of that turn offers it" in fault


# -- what cannot be corrected ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("turn 7: void", "there is no turn 7 in RN1: its turns are 1 to 2"),
        ("RN4 turn 1: void", "there is no game RN4"),
        ("turn 2: void", "turn 2 is not resolved yet: overrule its draft"),
        ("turn 1: as it was", "come out as they did"),
        ('turn 1: read as "I open 5-2"', "the words are not certain"),
        ('turn 1: read as "I open 5-2, go in and extinguish the fire for 4 minutes."', "say void"),
        ("turn 1: option hand_limt = 3", "hand_limt"),
    ],
)
def test_what_cannot_be_rewound_changes_nothing(table: Table, what: str, why: str) -> None:
    played(table, "Ann", PUMPS)
    say(table, "Bob")

    assert why in refused(table, what)


def test_there_is_nothing_to_rewind_before_the_first_game(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    news = rewind(table, "turn 1: void")
    assert "no game has begun yet" in words(text_of(news[0]))


def test_nothing_is_rewound_past_an_amendment(table: Table) -> None:
    misread(table)
    reply(table, correction(table).code, "approve")
    fault = refused(table, "turn 2: void")

    assert "the correction of turn 1: Ann was posted since" in fault
    assert "overrule the draft of the next turn to set right what is wrong now" in fault
    assert filed(table).disposition == "read"


def test_behind_an_amendment_a_turn_can_be_rewound(table: Table) -> None:
    misread(table)
    reply(table, correction(table).code, "approve")
    played(table, "Bob")
    rewind(table, "turn 4: void")
    reply(table, correction(table).code, "approve")

    assert position(table).gnome("Bob").minutes == 38


def test_one_correction_at_a_time(table: Table) -> None:
    misread(table)
    code = correction(table).code
    assert f"draft {code}, the correction of turn 1: Ann, is open" in refused(table, "turn 2: void")


# -- answers that cross ------------------------------------------------------------------------


def test_a_new_turn_makes_the_correction_anew(table: Table) -> None:
    misread(table)
    old = correction(table)
    say(table, "Bob")
    before = numbered(table)
    reply(table, old.code, "approve")
    new = correction(table)

    assert numbered(table) == before
    assert verdict(table, old.code) == "superseded"
    assert new.for_state == before[0]
    reply(table, new.code, "approve")
    assert position(table).gnome("Ann").minutes == 37
    assert position(table).pending == "Bob"


def test_a_second_approval_does_nothing(table: Table) -> None:
    misread(table)
    code = correction(table).code
    reply(table, code, "approve")
    before = numbered(table)

    assert kinds(reply(table, code, "approve")) == ["desk"]
    assert numbered(table) == before


def test_a_rejected_correction_was_never_ruled(table: Table) -> None:
    misread(table)
    before = numbered(table)
    reply(table, correction(table).code, "reject because it was right after all")

    with table.desk.ledger.transaction() as records:
        assert records.rulings() == ()
    assert numbered(table) == before
    assert corrections(table) == []


def test_a_rejected_correction_can_be_asked_for_otherwise(table: Table) -> None:
    misread(table)
    reply(table, correction(table).code, "reject because it is void")
    rewind(table, "turn 1: void")
    reply(table, correction(table).code, "approve")

    assert position(table).gnome("Ann").minutes == 39


def test_another_word_about_the_same_turn_replaces_the_first(table: Table) -> None:
    misread(table)
    first = correction(table)
    rewind(table, "turn 1: void")
    second = correction(table)
    reply(table, second.code, "approve")
    with table.desk.ledger.transaction() as records:
        (ruling,) = in_force.in_force(records)

    assert verdict(table, first.code) == "superseded"
    assert isinstance(ruling.effect, Void)
    assert second.effects[0] == Correct(ruling.number, "rerun")


def test_a_claim_about_the_turn_is_settled(table: Table) -> None:
    posted = only(played(table, "Ann", PUMPS), "public").posting.message_id
    played(table, "Bob")
    mail = message_from_bytes(list_mail("Cat", "CoE: Ann took no action."), policy=SMTP)
    mail["In-Reply-To"] = posted
    table.receive(mail.as_bytes())
    (claim,) = [code for code in open_codes(table) if draft(table, code).kind == "claim"]
    rewind(table, f"turn 1: {INSTEAD}")
    assert verdict(table, claim) is None
    reply(table, correction(table).code, "approve")

    assert verdict(table, claim) == "settled"


# -- points and the end ------------------------------------------------------------------------


def repaired(table: Table) -> str:
    """Ann's repair cannot fail and earns 2 X; the code of its award."""
    arrange(table, gnomes={"Ann": {"at": 1, "minutes": 39}})
    return code_in(played(table, "Ann", REPAIR))


def test_an_award_that_is_not_due_any_more_gives_way(table: Table) -> None:
    award = repaired(table)
    rewind(table, "turn 1: void")
    assert "Ann is not due 2 X points" in words(correction(table).pages[0].body)
    reply(table, correction(table).code, "approve")

    assert verdict(table, award) == "superseded"
    assert position(table).dues == ()


def test_what_was_awarded_too_much_is_said_and_stays(table: Table) -> None:
    reply(table, repaired(table), "approve")
    rewind(table, "turn 1: void")
    assert "Ann was awarded 2 X points" in words(correction(table).pages[0].body)
    reply(table, correction(table).code, "approve")

    assert len(position(table).dues) == 1
    assert [code for code in open_codes(table) if draft(table, code).kind == "award"] == []


def test_what_is_newly_due_is_awarded_by_a_draft(table: Table) -> None:
    arrange(table, gnomes={"Ann": {"at": 1, "minutes": 39}})
    played(table, "Ann", "I take no action.")
    rewind(table, f'turn 1: read as "{REPAIR}"')
    assert "Ann is due 2 X points" in words(correction(table).pages[0].body)
    news = reply(table, correction(table).code, "approve")

    assert draft(table, code_in(news)).kind == "award"


def over(table: Table) -> None:
    """The game is over, with Cat's last turn."""
    arrange(table, gnomes={"Ann": {"minutes": 0}, "Bob": {"minutes": 0}, "Cat": {"minutes": 1}})
    played(table, "Cat")


def test_a_finished_game_goes_on_when_its_end_was_wrong(table: Table) -> None:
    over(table)
    rewind(table, "turn 1: void")
    assert "The game is not over." in correction(table).pages[0].body
    reply(table, correction(table).code, "approve")

    assert position(table).ending is None
    assert "draft" in kinds(say(table, "Cat"))


def test_of_a_game_before_the_present_one_only_the_record_is_put_right(table: Table) -> None:
    over(table)
    begin(table)
    before = numbered(table)
    news = rewind(table, "RN1 turn 1: void")
    assert "Drafted here: stand." in words(text_of(only(news, "draft")))
    assert "RN2 has begun since" in words(text_of(only(news, "draft")))
    reply(table, correction(table).code, "approve")

    assert numbered(table) == before
    assert "draft" in kinds(say(table, "Ann"))


def test_nobody_is_awarded_the_pot_twice_when_the_game_ends_again(table: Table) -> None:
    over(table)
    (award,) = [code for code in open_codes(table) if draft(table, code).kind == "award"]
    reply(table, award, "approve")
    rewind(table, "turn 1: void")
    reply(table, correction(table).code, "approve")
    news = say(table, "Cat")
    counting = "Ann 4 Y points, Bob 4 Y points and Cat 4 Y points (§24)"
    assert counting in words(text_of(only(news, "draft")))
    reply(table, code_in(news), "approve")

    assert [due.points for due in position(table).dues] == [4, 4, 4]
    assert "award" not in [draft(table, code).kind for code in open_codes(table)]


def test_who_wins_alone_is_owed_what_was_not_awarded_at_the_end_that_was_none(table: Table) -> None:
    over(table)
    (award,) = [code for code in open_codes(table) if draft(table, code).kind == "award"]
    reply(table, award, "approve")
    rewind(table, "turn 1: void")
    reply(table, correction(table).code, "approve")
    arrange(table, gnomes={key: {"fate": "killed", "at": NOWHERE} for key in ("Ann", "Bob")})
    news = reply(table, code_in(say(table, "Cat")), "approve")

    (award,) = [code for code in open_codes(table) if draft(table, code).kind == "award"]
    shown = next(one for one in news if award in subject_of(one))
    assert "Pewterby awards Cat 8 Y points" in words(text_of(shown))
    assert "20 Y points are awarded in RN1, of a pot of 12" in words(text_of(shown))


def test_a_correction_is_made_anew_when_points_were_awarded_since(table: Table) -> None:
    over(table)
    (award,) = [code for code in open_codes(table) if draft(table, code).kind == "award"]
    rewind(table, "turn 1: void")
    old = correction(table).code
    table.clock.forward(minutes=1)
    reply(table, award, "approve")
    reply(table, old, "approve")

    assert verdict(table, old) == "superseded"
    assert "Ann was awarded 4 Y points" in words(correction(table).pages[0].body)


def test_a_pot_that_was_named_after_the_end_is_not_awarded_twice_either(tmp_path: Path) -> None:
    table = begun(tmp_path, y_pot=0)
    over(table)
    write(table, MASTER, "pot 12")
    reply(table, open_codes(table)[-1], "approve")
    (award,) = [code for code in open_codes(table) if draft(table, code).kind == "award"]
    reply(table, award, "approve")
    rewind(table, "turn 1: void")
    reply(table, correction(table).code, "approve")
    arrange(table, gnomes={"Cat": {"at": 1, "minutes": 10}})
    news = reply(table, code_in(say(table, "Cat", REPAIR)), "approve")

    awards = [one for one in news if "Points for" in subject_of(one)]
    assert "Pewterby awards Cat 2 X points" in words(text_of(only(tuple(awards), "draft")))
    assert [due.points for due in position(table).dues] == [4, 4, 4, 2]
    assert "Y points" not in words(text_of(only(tuple(awards), "draft")))


def test_who_has_not_won_yet_after_all_is_told_so(table: Table) -> None:
    over(table)
    rewind(table, "turn 1: void")
    assert "Ann loses: not a winner yet, 4 Y less due." in correction(table).pages[0].body
