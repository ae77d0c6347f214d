"""The contestmaster's answers."""

from __future__ import annotations

import pytest

from rednov_bot.mail.replies import (
    Answer,
    Approve,
    Choose,
    NotUnderstood,
    Reject,
    code_of,
    read_reply,
)
from rednov_bot.papers import Letter

K = "K7QZ2M"


def letter(text: str, subject: str = f"Re: [rednov {K}] turn 12") -> Letter:
    return Letter(
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
    "  APPROVE !!\n": Approve(code=K),
    "*approve*": Approve(code=K),
    "approved": Approve(code=K),
    "approve\n\nThanks!\nPewterby": Approve(code=K),
    "approve\n\nbut with the fire in room 5": NotUnderstood(
        code=K, words="approve but with the fire in room 5"
    ),
    "approve, but later": NotUnderstood(code=K, words="approve, but later"),
    "approve\nreject": NotUnderstood(code=K, words="approve"),
    "reject, I cannot approve this": NotUnderstood(code=K, words="reject, I cannot approve this"),
    "do not approve": NotUnderstood(code=K, words="do not approve"),
    "reject": Reject(code=K, why=""),
    "Reject: the fire is in 5.": Reject(code=K, why="the fire is in 5."),
    "reject the fire is in 5\nand not in 6": Reject(code=K, why="the fire is in 5\nand not in 6"),
    "rejecting": NotUnderstood(code=K, words="rejecting"),
    "choose 5-6": Choose(code=K, value="5-6"),
    "Choose: room 7.": Choose(code=K, value="room 7"),
    "choose": NotUnderstood(code=K, words="choose"),
    "choose .": NotUnderstood(code=K, words="choose ."),
    "": NotUnderstood(code=K, words=""),
    "Looks good!": NotUnderstood(code=K, words="Looks good!"),
}


@pytest.mark.parametrize("text", ANSWERS)
def test_an_answer_is_its_first_line(text: str) -> None:
    assert read_reply(letter(text)) == ANSWERS[text]


@pytest.mark.parametrize(
    "subject", ["turn 12", "[rednov] x", "[rednov ABC] x", "[rednov ABC01O] x"]
)
def test_a_mail_without_a_code_is_no_answer(subject: str) -> None:
    assert read_reply(letter("approve", subject)) is None


def test_a_code_is_read_in_any_case_and_must_be_the_only_one() -> None:
    assert code_of("re: [REDNOV k7qz2m] [rednov K7QZ2M]") == K
    assert code_of("[rednov K7QZ2M] [rednov ABCDEF]") is None
