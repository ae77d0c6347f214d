"""Why an announcement has no effect: code, clause, reason; by its type, who may be told.

rules.md 3.3.  An announcement that is invalid in any way is entirely without effect (§9).
"""

from __future__ import annotations

from typing import Final

from rednov_bot.games.base import Refusal, Withheld

CLAUSES: Final[dict[str, str]] = {
    "NOT_PUBLIC": "§9",
    "NO_GAME": "§5",
    "NOT_A_GNOME": "§2",
    "KILLED": "§20",
    "ABANDONED": "§11m",
    "UNRESOLVED": "§9",
    "NO_MINUTES": "§9",
    "FAINTED": "§16c",
    "NOT_YOUR_TIME": "§9",
    "INCOMPLETE": "§9",
    "TOO_MANY_ACTIONS": "§9",
    "MOVE_AFTER_ACTION": "§9",
    "CONDITIONAL": "§13",
    "ITEM_UNKNOWN": "CC",
    "NO_SUCH_HATCH": "§10a",
    "HATCH_BLOCKED": "§10a",
    "HIGH_WATER_ENTRY": "§10c",
    "FIRE_ENTRY": "§10c",
    "NO_AQUALUNG_USED": "§10c",
    "NO_SUCH_ACTION": "§11",
    "WRONG_PLACE": "§11",
    "ROOM_ON_FIRE": "§13",
    "ROOM_HIGH_WATER": "§14",
    "NO_TARGET": "§11",
    "NO_CROWBAR_USED": "option crazed",
    "MINUTES_RANGE": "§12",
    "STASH_EMPTY": "§11j",
    "NO_RECIPIENT": "§11k",
    "TOO_EARLY_TO_ABANDON": "§11m",
    "DREW_ITEMS": "option drew_items",
    "NOT_ENOUGH_TIME": "§9",
    "HAND_LIMIT": "§17",
    "ITEM_NOT_HELD": "§9",
    "GIFT_UNSPECIFIED": "§11k",
    "GIFT_WINDOW_CLOSED": "§11k",
    "NO_HAND_LIMIT": "§17",
    "TOO_MANY_DISCARDED": "§17",
    "IS_A_GNOME": "§3",
    "NOT_A_CONTESTANT": "§3",
    "ALREADY_A_CONTESTANT": "§3",
    "TOO_EARLY": "§19",
    "TOO_FEW_CONTESTANTS": "§4",
    "GAME_ONGOING": "§4",
    "NOT_A_CONTEST": "§4",
    "WRONG_NUMBER": "§5",
    "IS_CONTESTMASTER": "§5",
}
"""Every code of a refusal and the clause that carries it."""

PRIVATE: Final = frozenset(
    {
        "NOT_PUBLIC",
        "HAND_LIMIT",
        "ITEM_NOT_HELD",
        "GIFT_UNSPECIFIED",
        "NO_HAND_LIMIT",
        "TOO_MANY_DISCARDED",
    }
)
"""Codes of what is withheld from the list."""


def refusal(code: str, reason: str, clause: str | None = None) -> Refusal:
    """The refusal *code* with its clause; what is withheld is none."""
    assert code not in PRIVATE
    return Refusal(code, clause or CLAUSES[code], reason)


def withheld(code: str, reason: str, clause: str | None = None) -> Withheld:
    """The reason *code*, for its gnome alone, with its clause."""
    assert code in PRIVATE
    return Withheld(code, clause or CLAUSES[code], reason)
