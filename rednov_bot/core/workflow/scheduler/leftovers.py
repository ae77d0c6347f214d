"""What still awaits the contestmaster's word when a game is over.

A public line says what was true when it was announced, changes nothing and may be posted later
too, so it stays open and is shown as what it is.  A draft that would have changed a game which is
over can never be approved any more and is closed; so is, when another game begins, whatever would
have changed an earlier one, or have begun a third.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from rednov_bot.core.models import Draft, Game
from rednov_bot.core.render.wording import uncapital
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.desk import is_over
from rednov_bot.core.workflow.drafts import replacing
from rednov_bot.core.workflow.drafts.open_drafts import of_kind


def described(records: UnitOfWork, draft: Draft) -> str:
    """What a draft is about, as a list of drafts says it: `Turn 12: Ann`, with the remark below."""
    said = remark(records, draft)
    return f"{draft.about} ({said})" if said else draft.about


def remark(records: UnitOfWork, draft: Draft) -> str:
    """What a list of drafts says beside one of a game that is over, or has moved on since.

    A report says itself how its game stands.
    """
    if draft.game is None or draft.kind == "report":
        return ""
    if not is_over(records, records.game(draft.game)):
        return _MADE_ANEW if draft.kind in _REMADE and _has_moved_on(records, draft) else ""
    tag = records.game(draft.game).tag
    if draft.kind == "line":
        return f"{tag} is over; it changes nothing and may still be posted"
    return f"{tag} is over"


_REMADE: Final = ("idle", "correction")
_MADE_ANEW: Final = "the game has moved on since; approving it makes a new draft"


def _has_moved_on(records: UnitOfWork, draft: Draft) -> bool:
    present = None if draft.game is None else records.gamestate(draft.game)
    return present is not None and draft.for_state != present[0]


def at_the_end(records: UnitOfWork, game: Game) -> tuple[str, ...]:
    """What the contestmaster is told with the resolution that ends a game, if lines are open."""
    named = _named(records, game)
    if not named:
        return ()
    return (
        f"With this resolution {game.tag} is over. Still open: {named}. They were written while "
        "it went on, change nothing in the game and may be posted or rejected afterwards too.",
    )


def before_the_next(records: UnitOfWork) -> tuple[str, ...]:
    """What the contestmaster is told with an opening about the games before it."""
    told = [
        f"Once this game has begun, draft {one.code}, the {uncapital(one.about)}, cannot be "
        "approved any more: decide it first."
        for one in of_kind(records, "correction")
    ]
    lines = {one.game for one in of_kind(records, "line")}
    for id in sorted(id for id in lines if id is not None):
        game = records.game(id)
        if is_over(records, game) and (named := _named(records, game)):
            told.append(
                f"Still open of {game.tag}, which is over: {named}. Lines like this change "
                "nothing in any game and may be posted or rejected at any time."
            )
    return tuple(told)


def close(records: UnitOfWork, approved: Draft, at: datetime) -> None:
    """Close what can never be approved any more, now that *approved* has changed its game."""
    if approved.game is None:
        return
    game = records.game(approved.game)
    over = is_over(records, game)
    for known in records.open_drafts():
        if known.for_state is None:
            continue
        if approved.kind == "opening":
            why = f"{game.tag} has begun"
        elif over and known.game == game.id and known.kind != "correction":
            why = f"{game.tag} is over"
        else:
            continue
        records.decide(replacing.closed(known.code, why, at))


def _named(records: UnitOfWork, game: Game) -> str:
    """`[rednov K7QZ2M3] Without effect: turn of Ann; ...`: the open lines of a game."""
    lines = of_kind(records, "line", game.id)
    return "; ".join(f"[rednov {one.code}] {one.about}" for one in lines)
