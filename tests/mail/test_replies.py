"""The contestmaster's answers."""

from __future__ import annotations

import pytest

from rednov_bot.core.models import Message
from rednov_bot.core.workflow.commands import Again, Approve, Choose, Reject
from rednov_bot.core.workflow.commands.replies import (
    Answer,
    NotUnderstood,
    asks_for_help,
    begins_with_help,
    code_of,
    read_reply,
)

K = "K7QZ2M"


def message(text: str, subject: str = f"Re: [rednov {K}] turn 12") -> Message:
    return Message(
        message_id=None,
        in_reply_to=None,
        references=(),
        subject=subject,
        sender="Pewterby",
        addresses=("pewterby@sub.example",),
        forum="private",
        public=False,
        text=text,
        said_at=None,
        listed_at=None,
    )


ANSWERS: dict[str, Answer] = {
    "approve": Approve(code=K),
    "Approve.": Approve(code=K),
    "Approve!": Approve(code=K),
    "  APPROVE !!\n": Approve(code=K),
    "*approve*": Approve(code=K),
    "approved": Approve(code=K),
    "approve\n\nThanks!\nPewterby": Approve(code=K),
    "approve, thanks": Approve(code=K),
    "approve please": Approve(code=K),
    "Approve - thanks a lot!": Approve(code=K),
    "approved, thank you": Approve(code=K),
    "approve. It looks good, thank you very much for the draft.": Approve(code=K),
    "approve as it stands": Approve(code=K),
    "approve, Pewterby": Approve(code=K),
    "approve 👍": Approve(code=K),
    "Please approve": Approve(code=K),
    "Yes, approve, thanks": Approve(code=K),
    "I approve.": Approve(code=K),
    "reject": Reject(code=K, why=""),
    "reject, please": Reject(code=K, why=""),
    "reject because": Reject(code=K, why=""),
    "Reject: the fire is in 5.": Reject(code=K, why="the fire is in 5."),
    "reject the fire is in 5\nand not in 6": Reject(code=K, why="the fire is in 5\nand not in 6"),
    "reject, because I want a bonus": Reject(code=K, why="I want a bonus"),
    "reject because of the fire": Reject(code=K, why="the fire"),
    "reject because I cannot approve this": Reject(code=K, why="I cannot approve this"),
    "again": Again(code=K),
    "Again, please": Again(code=K),
    "again, please, thank you!": Again(code=K),
    "Draft it again.\n\nThank you!": Again(code=K),
    "choose 5-6": Choose(code=K, value="5-6"),
    "Choose: room 7.": Choose(code=K, value="room 7"),
    "choose 7: room 7; Bob is\n      there": Choose(
        code=K, value="7", behind=": room 7; Bob is\n      there"
    ),
    "choose 7: no, 8": Choose(code=K, value="7", behind=": no, 8"),
    "choose 7\n\nwait, 8": Choose(code=K, value="7", behind="\n\nwait, 8"),
}

DOUBTFUL: dict[str, tuple[str, str]] = {
    "approve\n\nbut with the fire in room 5": (
        "approve but with the fire in room 5",
        'the words below "approve" may limit it or take it back ("but with the fire in room 5")',
    ),
    "approve\n\nNo, stop!": (
        "approve No, stop!",
        'the words below "approve" may limit it or take it back ("No, stop")',
    ),
    "approve, but later": (
        "approve, but later",
        'the words behind "approve" may limit it or take it back ("but later")',
    ),
    "approve if Ann agrees": (
        "approve if Ann agrees",
        'the words behind "approve" may limit it or take it back ("if Ann agrees")',
    ),
    "approve?": ("approve?", 'a question mark stands behind "approve"'),
    "approve, thanks?": ("approve, thanks?", 'a question mark stands behind "approve"'),
    "approve for now": (
        "approve for now",
        'the words behind "approve" may limit it or take it back ("for now")',
    ),
    "approve the other one": (
        "approve the other one",
        'the words behind "approve" may limit it or take it back ("the other one")',
    ),
    "approve\nreject": ("approve", 'it says both "approve" and "reject"'),
    "reject, I cannot approve this": (
        "reject, I cannot approve this",
        'it says both "approve" and "reject"',
    ),
    "reject because of the fire\n\nwait, approve": (
        "reject because of the fire",
        'it says both "approve" and "reject"',
    ),
    "reject if Ann objects": (
        "reject if Ann objects",
        'the words behind "reject" may limit it or take it back ("if Ann objects")',
    ),
    "do not approve": ("do not approve", 'it does not begin with "approve"'),
    "rejecting": ("rejecting", ""),
    "again\n\nand I approve it": (
        "again and I approve it",
        'the words below "again" may limit it or take it back ("and I approve it")',
    ),
    "again, but only turn 3": (
        "again, but only turn 3",
        'the words behind "again" may limit it or take it back ("but only turn 3")',
    ),
    "again\n\nbut with the fire in room 5": (
        "again but with the fire in room 5",
        'the words below "again" may limit it or take it back ("but with the fire in room 5")',
    ),
    "choose": ("choose", 'nothing stands behind "choose"'),
    "choose .": ("choose .", 'nothing stands behind "choose"'),
    "": ("", "it holds no words of your own"),
    "Looks good!": ("Looks good!", ""),
}


@pytest.mark.parametrize("text", DOUBTFUL)
def test_a_doubtful_answer_is_none_and_it_is_known_why(text: str) -> None:
    words, why = DOUBTFUL[text]
    assert read_reply(message(text)) == NotUnderstood(code=K, words=words, why=why)


@pytest.mark.parametrize(
    "text",
    [
        *("approve 👎", "approve ❌", "approve 🤔", "approve :(", "again 🤔"),
        *("approve\nThe gift is wrong", "approve\nNever mind", "approve\n\nI won't"),
        *("approve\nPlease fix the gift first.", "approve\nundo", "approve\n\nAsk Bob first"),
    ],
)
def test_what_may_take_an_approval_back_leaves_none(text: str) -> None:
    assert isinstance(read_reply(message(text)), NotUnderstood)


@pytest.mark.parametrize(
    "text", ["approve 👍", "approve :)", "approve!\n\nThanks, looks good\n", "approve\n\nBest,"]
)
def test_points_and_glad_pictures_leave_an_approval_as_it_is(text: str) -> None:
    assert read_reply(message(text)) == Approve(code=K)


@pytest.mark.parametrize("text", ["approve " + "thanks, " * 60_000 + "but", "reject " * 60_000])
def test_an_answer_is_read_in_bounded_time(text: str) -> None:
    assert isinstance(read_reply(message(text)), NotUnderstood | Reject)


@pytest.mark.parametrize("text", ANSWERS)
def test_an_answer_is_its_first_line(text: str) -> None:
    assert read_reply(message(text)) == ANSWERS[text]


@pytest.mark.parametrize(
    "subject", ["turn 12", "[rednov] x", "[rednov ABC] x", "[rednov ABC01O] x"]
)
def test_a_mail_without_a_code_is_no_answer(subject: str) -> None:
    assert read_reply(message("approve", subject)) is None


def test_a_code_is_read_in_any_case_and_must_be_the_only_one() -> None:
    assert code_of("re: [REDNOV k7qz2m] [rednov K7QZ2M]") == K
    assert code_of("[rednov K7QZ2M] [rednov ABCDEF]") is None


@pytest.mark.parametrize(
    ("text", "subject", "asks"),
    [
        ("help", "", True),
        ("Hello bot, please help me!", "", True),
        ("I need some help with my turn", "", True),
        ("How do I discard?", "", True),
        ("What can I do\nnow?", "", True),
        ("I don't know how this goes", "", True),
        ("", "HELP", True),
        ("", "Re: [Red November] help?", True),
        ("", "Re: help the aged", False),
        ("", "", False),
        ("I take no action.", "help", False),
        ("I help myself to 2 grogs.", "", False),
        ("Can anybody help Bob out of the fire in there", "", False),
        ("How do I put this? " * 20, "", False),
    ],
)
def test_a_letter_asks_for_help_plainly_or_not_at_all(text: str, subject: str, asks: bool) -> None:
    assert asks_for_help(message(text, subject)) is asks


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("help", True),
        ("Hello bot,\n\nplease help me!", True),
        ("How do I discard?", True),
        ("Hi, what can I do?", True),
        ("I need some help with my turn", True),
        ("I am away. What can I do for you? I will tell you on Monday.", False),
        ("On leave: whoever knows how to reach me may do so.", False),
        ("I take no action.", False),
        ("", False),
    ],
)
def test_the_first_words_may_ask_for_help(text: str, begins: bool) -> None:
    assert begins_with_help(message(text, "help")) is begins


@pytest.mark.parametrize("text", ["help " * 60_000, "please " * 60_000, "hi " * 60_000])
def test_a_cry_for_help_is_read_in_bounded_time(text: str) -> None:
    assert not asks_for_help(message(text))
    assert not begins_with_help(message(text))
