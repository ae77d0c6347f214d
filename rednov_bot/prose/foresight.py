"""What is certain to come of a planned turn, in sentences for the gnome who plans it."""

from __future__ import annotations

from typing import assert_never

from rednov_bot.engine.rules.foresight import (
    Death,
    Faint,
    Foreseen,
    NoWayOut,
    OverLimit,
    TokenPassed,
    TrackFull,
)
from rednov_bot.engine.tables import Board
from rednov_bot.prose.wording import TOKEN_NAMES, TRACK_NAMES, counted, minutes, place


def warning(one: Foreseen, board: Board) -> str:
    """`You would be killed: ...`, with the clause."""
    match one:
        case Death(cause="no_air"):
            return (
                "You would be killed: you would end the turn outside, with no aqualung used in "
                "this turn (§16b)."
            )
        case Death(place=at):
            where = place(at, board)
            return f"You would be killed: you would end the turn in {where}, at high water (§16b)."
        case NoWayOut(place=at, stated=stated):
            why = "the escape you name does not save you"
            if not stated:
                why = f"there is no way out of {place(at, board)} for you"
            return f"If you do not put the fire out, it kills you: {why} (§13, §16b)."
        case Faint(level=level, lost=lost):
            return (
                f"You would faint: no card that can be drawn has a dash or a number above your "
                f"intoxication of {level}. You would sleep and lose {minutes(lost)} (§16c)."
            )
        case TokenPassed(token=token, space=space):
            return (
                f"The sub would be lost: with this turn all gnomes would have passed "
                f"{TOKEN_NAMES[token]} at {space} (§21)."
            )
        case TrackFull(track=track):
            return (
                "The sub would be lost: whichever of the event cards left are drawn on your way, "
                f"they would bring {TRACK_NAMES[track]} to its maximum (§21)."
            )
        case OverLimit(limit=limit, held=held):
            return (
                f"Unless the sub is lost first, a hand limit of {limit} or less is sure to be "
                f"drawn on your way, and you would hold {counted(held, 'item')} or more: you would "
                "have to discard before your next turn (§17)."
            )
        case _:
            assert_never(one)
