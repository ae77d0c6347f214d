"""A mail that takes an announcement back, which no announcement can do (§9)."""

from __future__ import annotations

from collections.abc import Callable

from rednov_bot.language.withdrawals import ASK
from rednov_bot.papers import Question, Reading


def takes_back(text: str, questions: tuple[Question, ...], read: Callable[[str], Reading]) -> bool:
    """Whether a text takes an announcement back and announces nothing besides.

    *read* tells what is left when those words are taken out of it.
    """
    if not questions or any(one.ask != ASK or one.words not in text for one in questions):
        return False
    for one in questions:
        text = text.replace(one.words, " ", 1)
    return read(text).verdict == "none"
