"""What somebody needs who decides from now on: for them alone, every hand is in it (§6, A108)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, Unpack

from rednov_bot.core.render.letterhead import Facts, Heads, mail
from rednov_bot.core.render.wording import counted, listed
from rednov_bot.games.base import Inside, Player

Role = Literal["contestmaster", "deputy"]


@mail("desk")
def briefing(
    role: Role,
    predecessor: Player,
    *,
    going_on: Iterable[str],
    desk: tuple[str, ...],
    drafts: int,
    rulings: tuple[str, ...],
    contest: Iterable[str],
    known: Inside | None,
    **heads: Unpack[Heads],
) -> Facts:
    """Everything that the one who decides from now on has to know, in one private mail.

    *going_on* and *contest* are sentences; *desk* what lies there, line by line, with so many open
    *drafts*; *known* is what is hidden in the game that is being played, None between games.
    """
    return {
        "going_on": tuple(going_on),
        "contest": tuple(contest),
    }


def contest_told(
    contestants: Iterable[Player],
    axes: Iterable[str],
    y_pot: int,
    deputy: Player | None,
    *,
    is_contest: bool,
) -> tuple[str, ...]:
    """How the contest stands, a sentence each (§1-§4, §24)."""
    every = listed(contestants)
    along = listed(axes)
    return (
        f"The contestants are {every}." if every else "There are no contestants.",
        f"Points are awarded along {along}." if along else "There is no axis.",
        f"A game may award {counted(y_pot, 'Y point')} at most."
        if y_pot
        else "How many Y points a game may award is not known.",
        *((f"{deputy} is the deputy.",) if deputy else ()),
        *(() if is_contest else ("The contract is no contest: no game may be started.",)),
    )
