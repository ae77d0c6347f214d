"""A mail that takes an announcement back, which no announcement can do (§9)."""

from __future__ import annotations

from rednov_bot.language.withdrawals import ASK
from rednov_bot.papers import Question


def takes_back(questions: tuple[Question, ...]) -> bool:
    """Whether nothing is to be asked about a mail but that it takes an announcement back."""
    return bool(questions) and all(one.ask == ASK for one in questions)
