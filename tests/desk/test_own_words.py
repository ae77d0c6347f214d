"""What a contestmaster is told whose words were no command: the nearest one, in a line or two."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.desk.due import rounds
from tests.builders import Table
from tests.desk.play import (
    arrange,
    begun,
    code_in,
    filed,
    kinds,
    only,
    open_codes,
    position,
    reply,
    say,
    subject_of,
    text_of,
    verdict,
    write,
)
from tests.desk.test_answers_to_choices import burning
from tests.desk.test_claims import claim

MASTER = "Pewterby"
LONGEST_ANSWER = 30  # lines; the whole help has over eighty


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def flat(text: str) -> str:
    return " ".join(text.split())


def told(table: Table, text: str, code: str = "") -> str:
    """What one mail of eirs is answered with, which is short."""
    news = reply(table, code, text) if code else write(table, MASTER, text)
    (page,) = [one for one in news if one.posting.kind in ("desk", "question", "receipt")]
    shown = text_of(page)
    assert len(shown.splitlines()) <= LONGEST_ANSWER
    assert max(map(len, shown.splitlines())) <= 72
    return flat(shown)


@pytest.mark.parametrize("text", ["Looks good, post it.", "ok go ahead", "I hereby approve."])
def test_a_draft_is_approved_in_plain_words(table: Table, text: str) -> None:
    code = code_in(say(table, "Ann"))
    assert kinds(reply(table, code, text)) == ["public"]


def test_a_greeting_may_stand_above_an_approval(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    assert kinds(reply(table, code, "Dear bot,\n\nI hereby approve.\n\nCheers")) == ["public"]


@pytest.mark.parametrize("text", ["yes", "ok", "Looks good!"])
def test_mere_assent_is_asked_for_the_word(table: Table, text: str) -> None:
    code = code_in(say(table, "Ann"))
    assert 'Reply "approve"' in told(table, text, code)
    assert verdict(table, code) is None


@pytest.mark.parametrize("text", ["approve both", "Approve all", "approve everything please"])
def test_all_drafts_at_once_are_named_to_be_approved_one_by_one(table: Table, text: str) -> None:
    say(table, "Fay", "I join Red November.")
    say(table, "Eve", "I join Red November.")
    first, second = open_codes(table)
    assert f"approve {first} and {second}" in told(table, text)
    assert verdict(table, first) is None
    news = write(table, MASTER, f"approve {first} and {second}")
    assert kinds(news) == ["public", "public"]
    assert (verdict(table, first), verdict(table, second)) == ("approved", "approved")


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("aprove", "approve"),
        ("undo", "rewind turn 12"),
        ("start over", "start Ann, Bob, Cid"),
        ("please remove the rulings", "ruling"),
        ("what now", "status"),
    ],
)
def test_the_nearest_command_is_named_instead_of_the_whole_help(
    table: Table, text: str, near: str
) -> None:
    shown = told(table, text)
    assert "not understood" in shown
    assert near in shown


def test_what_is_like_no_command_brings_the_whole_help(table: Table) -> None:
    (page,) = write(table, MASTER, "frobnicate the sprocket")
    assert len(text_of(page).splitlines()) > LONGEST_ANSWER


@pytest.mark.parametrize("text", ["wait", "hold on, I need to check something", "not yet"])
def test_who_asks_to_wait_is_told_of_hold(table: Table, text: str) -> None:
    assert "hold until Friday" in told(table, text, code_in(say(table, "Ann")))


@pytest.mark.parametrize("text", ["What needs doing?", "Hi! What is open?", "what is to do?"])
def test_the_desk_is_shown_however_it_is_asked_for(table: Table, text: str) -> None:
    news = write(table, MASTER, text)
    assert "AWAITING YOUR WORD" in text_of(news[0])


def test_a_gnomes_hand_is_shown_with_the_others(table: Table) -> None:
    arrange(table, hands={"Bob": ("coffee",)})
    assert "Bob: a coffee" in told(table, "what is Bob holding?")


def test_who_takes_back_an_approved_draft_is_told_of_the_rewind(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    reply(table, code, "approve")
    assert "rewind turn 1" in told(table, "no wait, don't send that", code)
    assert "rewind turn 1" not in told(table, "approve", code)


def test_again_without_a_code_names_what_was_rejected(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    reply(table, code, "reject because I must look")
    assert f"again {code}" in told(table, "again")


def test_overruling_without_a_draft_is_told_of_the_other_ways(table: Table) -> None:
    shown = told(table, "overrule: room 6 dry because the fire was put out")
    assert "rewind turn" in shown
    assert "ruling:" in shown


def test_a_choice_that_is_still_the_gnomes_is_said_to_be(tmp_path: Path) -> None:
    table, _ = burning(tmp_path)
    shown = told(table, "choose 7")
    assert "choice of Ann's until" in shown


def burnt(tmp_path: Path) -> tuple[Table, str]:
    """A choice that has passed on to the contestmaster."""
    table, _ = burning(tmp_path)
    table.clock.forward(hours=24)
    rounds.make_rounds(table.desk)
    return table, code_in(table.news())


def test_a_choice_is_made_by_its_place_among_the_candidates(tmp_path: Path) -> None:
    table, code = burnt(tmp_path)
    assert kinds(reply(table, code, "choose the second one")) == ["draft"]


def test_the_least_harm_is_the_first(tmp_path: Path) -> None:
    table, code = burnt(tmp_path)
    assert kinds(reply(table, code, "choose least harm")) == ["draft"]


def test_a_number_that_is_no_candidate_may_be_a_place_and_is_asked_about(tmp_path: Path) -> None:
    table, code = burnt(tmp_path)
    shown = told(table, "choose 1", code)
    assert "the first is" in shown
    assert verdict(table, code) is None


def test_whoever_decides_is_answered_far_oftener_than_gnomes(table: Table) -> None:
    for _ in range(table.desk.settings.bot.answers_a_day + 3):
        assert len(write(table, MASTER, "status")) == 1
    assert len(write(table, MASTER, "help")) == 1


def test_thanks_are_no_command(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    news = reply(table, code, 'amend "nowhere" to "x"\nCheers\nPewterby\n\n--\nsent from afar')
    assert " 0 of 1 " in subject_of(only(news, "desk")) or "not done" in subject_of(
        only(news, "desk")
    )
    assert position(table).pending == "Ann"
    assert filed(table).reason.startswith("1 command ")


def test_a_position_is_set_in_plain_words(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    news = reply(table, code, "overrule: Ann has 30 minutes and heat is at 3, room 6 burns")
    assert kinds(news) == ["draft"]
    assert "the position is set: Ann: 30 minutes; heat 3; room 6 on fire" in flat(
        text_of(only(news, "draft"))
    )


def test_no_fire_is_a_ruling_where_there_is_one(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    shown = told(table, "overrule: no fire in room 6", code)
    assert "room 6 is dry as it is" in shown


def test_the_contestmaster_is_not_taken_for_the_gnome(table: Table) -> None:
    code = code_in(say(table, "Ann", "I use my grog and draw 2 items."))
    shown = told(table, "overrule: it is valid because I say so", code)
    assert "Ann does not hold a grog" in shown


@pytest.mark.parametrize("text", ["why?", "yes", "no, e is wrong there"])
def test_a_claim_is_answered_in_words_of_its_own(table: Table, text: str) -> None:
    reply(table, code_in(say(table, "Ann")), "approve")
    assert 'Reply "accept" if the claim is right' in told(table, text, code_in(claim(table)))


def test_a_reminder_of_a_choice_names_the_candidates(tmp_path: Path) -> None:
    table, _ = burning(tmp_path)
    shown = ""
    for _ in range(10):
        table.clock.forward(hours=4)
        rounds.make_rounds(table.desk)
        shown += "".join(flat(text_of(one)) for one in table.news() if one.posting.kind == "desk")
    assert (
        'You can answer the draft by replying to this mail. It asks for a choice: "choose ' in shown
    )


def test_a_gnome_is_let_flee_into_a_room(table: Table) -> None:
    arrange(table, rooms={5: "fire"}, gnomes={"Ann": {"at": 5}})
    code = code_in(say(table, "Ann", "I extinguish the fire for 1 minute."))
    assert kinds(reply(table, code, "let her flee into room 7")) == ["draft"]
