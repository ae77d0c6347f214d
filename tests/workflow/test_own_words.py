"""What a contestmaster is told whose words were no command: the nearest one, in a line or two."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.core.workflow import scheduler
from tests.workflow.play import (
    MASTER,
    Table,
    burning,
    code_in,
    flat,
    kinds,
    only,
    subject_of,
    text_of,
)

LONGEST_ANSWER = 30  # lines; the whole help has over eighty


@pytest.mark.parametrize("text", ["approve both", "Approve all", "approve everything please"])
def test_all_drafts_at_once_are_named_to_be_approved_one_by_one(table: Table, text: str) -> None:
    table.say("Fay", "I join Red November.")
    table.say("Eve", "I join Red November.")
    first, second = table.open_codes()
    assert f"approve {first} and {second}" in told(table, text)
    assert table.verdict(first) is None
    news = table.write(MASTER, f"approve {first} and {second}")
    assert kinds(news) == ["public", "public"]
    assert (table.verdict(first), table.verdict(second)) == ("approved", "approved")


def told(table: Table, text: str, code: str = "") -> str:
    """What one mail of theirs is answered with, which is short."""
    news = table.reply(code, text) if code else table.write(MASTER, text)
    (page,) = [one for one in news if one.posting.kind in ("desk", "question", "receipt")]
    shown = text_of(page)
    assert len(shown.splitlines()) <= LONGEST_ANSWER
    assert max(map(len, shown.splitlines())) <= 72
    return flat(subject_of(page), shown)


@pytest.mark.parametrize(
    "text",
    [
        *("Looks good, post it.", "ok go ahead", "I hereby approve.", "approve, thanks"),
        *("approved, thank you", "Dear bot,\n\nI hereby approve.\n\nCheers"),
    ],
)
def test_a_draft_is_approved_in_plain_words(table: Table, text: str) -> None:
    assert kinds(table.reply(code_in(table.say("Ann")), text)) == ["public"]


WORD = 'Reply "approve"'


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("yes", WORD),
        ("Looks good!", f"NOT DONE. It says nothing of the draft. {WORD}"),
        (
            "approve if Ann agrees",
            'the words behind "approve" may limit it or take it back ("if Ann agrees")',
        ),
        ("approve?", 'a question mark stands behind "approve"'),
        ("do not approve", "The nearest command: approve"),
        ("choose 7", "This draft offers no choice"),
        ("approve\nreject", 'the mail says both "approve" and "reject" of the same draft'),
        ("not yet", "hold until Friday"),
        ("hold on, I need to check something", "hold until Friday"),
        ("overrule: no fire in room 6", "room 6 is dry as it is"),
        ('amend "nowhere" to "x"\nCheers\nPewterby\n\n--\nsent from afar', "not done"),
    ],
)
def test_a_doubtful_reply_is_told_what_was_wrong(table: Table, text: str, answer: str) -> None:
    code = code_in(table.say("Ann"))
    assert answer in told(table, text, code)
    assert table.verdict(code) is None


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
def test_the_nearest_command_is_named_instead_of_all_help(
    table: Table, text: str, near: str
) -> None:
    shown = told(table, text)
    assert "not understood" in shown
    assert near in shown


def test_the_desk_and_hands_are_shown_however_they_are_asked_for(table: Table) -> None:
    for text in ("What needs doing?", "Hi! What is open?", "what is to do?"):
        assert "AWAITING YOUR WORD" in flat(*table.write(MASTER, text))
    table.arrange(hands={"Bob": ("coffee",)})
    assert "Bob: a coffee" in told(table, "what is Bob holding?")


def test_what_was_decided_is_not_undone_by_a_word(table: Table) -> None:
    code = code_in(table.say("Ann"))
    why = told(table, "reject, because I want a bonus", code)
    assert 'Your reason is on file: "I want a bonus"' in why
    assert f"again {code}" in told(table, "again")
    (again,) = table.reply(code, "again, please")
    code = code_in((again,))
    table.reply(code, "approve")
    assert "rewind turn 1" in told(table, "no wait, don't send that", code)
    assert "rewind turn 1" not in told(table, "approve", code)
    claimed = code_in(table.claim("Bob", "CoE: Ann had 38 minutes left, not 39."))
    for text in ("why?", "yes", "no, e is wrong there"):
        assert 'Reply "accept" if the claim is right' in told(table, text, claimed)


def test_a_choice_is_made_by_its_place_among_the_candidates(tmp_path: Path) -> None:
    table = burning(tmp_path)
    assert "choice of Ann's until" in told(table, "choose 7")
    shown = ""
    for _ in range(10):
        table.clock.forward(hours=4)
        scheduler.make_rounds(table.desk)
        shown += flat(*[one for one in table.news() if one.posting.kind == "desk"])
    assert 'replying to this mail. It asks for a choice: "choose ' in shown
    (code,) = table.open_codes()
    assert "asks for a choice" in told(table, "approve", code)
    several = told(table, "choose 6-sea", code)
    assert "It names none of the candidates, or more than one; write one of these" in several
    assert "the first is" in told(table, "choose 1", code)
    assert table.verdict(code) is None
    assert kinds(table.reply(code, "choose the second one")) == ["draft"]


def test_a_position_is_set_in_plain_words(table: Table) -> None:
    code = code_in(table.say("Ann"))
    news = table.reply(code, "overrule: Ann has 30 minutes and heat is at 3, room 6 burns")
    shown = flat(only(news, "draft"))
    assert "the position is set: Ann: 30 minutes; heat 3; room 6 on fire" in shown
    table.reply(code_in(news), "approve")
    assert "rewind turn" in told(table, "overrule: room 6 dry because the fire was put out")
    code = code_in(table.say("Bob", "I use my grog and draw 2 items."))
    assert "Bob does not hold a grog" in told(table, "overrule: valid because I say so", code)
