"""Points are awarded, as the list is told (§18, §24)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Unpack

from rednov_bot.core.render.letterhead import Heads, mail
from rednov_bot.core.render.wording import counted
from rednov_bot.games.base import Due, Player

_CLAUSES = {"X": "§18", "Y": "§24"}


def sentence(due: Due, by: Player, deeds: Mapping[str, str]) -> str:
    """`Pewterby awards Ann 2 X points for resetting a disaster track (§18).`

    *deeds* says the reasons of points as something that was done.
    """
    return f"{by} awards {due.gnome} {worth(due, deeds)}."


def worth(due: Due, deeds: Mapping[str, str]) -> str:
    """`2 X points for resetting a disaster track (§18)`."""
    points = counted(due.points, f"{due.axis} point")
    return f"{points} for {deeds.get(due.reason, due.reason)} ({_CLAUSES[due.axis]})"


def shared(pot: int, winners: int) -> str:
    """What of a pot is not awarded when so many share it, in a sentence; "" where all of it is."""
    if not pot or not winners or not pot % winners:
        return ""
    share, rest = divmod(pot, winners)
    if not share:
        return (
            f"{counted(pot, 'Y point')} cannot be split among {winners} winners: no Y point is "
            "awarded (§24)."
        )
    left = counted(rest, "Y point")
    return f"Of the {pot} Y points, {left} cannot be split evenly and will not be awarded (§24)."


def occasion(tag: str, turn: int | None) -> str:
    """Where points come from: `turn 12 of RN1`, or `RN1` where it is no turn alone."""
    return tag if turn is None else f"turn {turn} of {tag}"


@mail("public")
def award(sentences: Iterable[str], occasion: str, rest: str, **heads: Unpack[Heads]) -> None:
    """The announcement by which points that are due are awarded, a sentence each.

    *occasion* is where they come from: `turn 12 of RN1`, `RN1`; *rest* what is not awarded.
    """
