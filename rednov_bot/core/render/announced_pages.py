"""What the list hears of announcements: those without effect, and who joins or leaves (§3, §6)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final, Literal, Unpack

from rednov_bot.core.render.letterhead import Facts, Heads, mail
from rednov_bot.games.base import Game, Player, Refusal

_FINAL: Final = frozenset({"NO_GAME", "IS_A_GNOME", "NOT_A_CONTESTANT", "ALREADY_A_CONTESTANT"})


@mail("public")
def refusal(
    gnome: Player,
    announced: str,
    reason: Refusal | None,
    game: Game,
    *,
    said_at: datetime | None = None,
    **heads: Unpack[Heads],
) -> Facts:
    """The list hears of it: the public reason, or None where it is private (§6, A21).

    It stays true, though the turn that stood before it be resolved when it is posted.
    """
    if reason is not None:
        then = game.spoken(reason.reason)
        if reason.code == "UNRESOLVED":
            then = then.replace(" is not yet resolved", " was not yet resolved when it came")
        reason = Refusal(reason.code, reason.clause, then)
    return {"reason": reason, "mendable": reason is None or is_mendable([reason.code], game)}


@mail("public")
def membership(
    name: Player,
    event: Literal["joins", "leaves"],
    contestants: tuple[Player, ...],
    **heads: Unpack[Heads],
) -> None:
    """A player joins the contest or a contestant leaves it; *contestants* are those after (§3)."""


def is_mendable(codes: Iterable[str], game: Game) -> bool:
    """Whether an announcement that has no effect for reasons of these codes may be made again."""
    given = tuple(codes)
    return _FINAL.isdisjoint(given) and not game.is_final(given)
