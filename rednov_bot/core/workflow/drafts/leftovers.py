"""What still awaits the contestmaster's word when a game is over.

A public line says what was true when it was announced, changes nothing and may be posted later
too, so it stays open and is shown as what it is.  A draft that would have changed a game which is
over can never be approved any more and is closed; so is, when another game begins, whatever would
have changed an earlier one, or have begun a third.
"""

from __future__ import annotations

from datetime import datetime

from rednov_bot.core.models import Draft, Game, PaperId
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.drafts import open_drafts
from rednov_bot.core.workflow.drafts.open_drafts import of_kind


def described(records: UnitOfWork, draft: Draft) -> str:
    """What a draft is about, as a list of drafts says it: `Turn 12: Ann (RN1 is over)`."""
    said = remark(records, draft)
    return f"{draft.about} ({said})" if said else draft.about


def remark(records: UnitOfWork, draft: Draft) -> str:
    """What a list of drafts says beside one of a game that is over, or has moved on since.

    A report says itself how its game stands.
    """
    if draft.game is None or draft.kind == "report":
        return ""
    game, present = records.game(draft.game), records.gamestate(draft.game)
    if records.is_over(game.id):
        line = draft.kind == "line"
        return f"{game.tag} is over{'; it changes nothing and may still be posted' * line}"
    if draft.kind not in ("idle", "correction") or present is None:
        return ""
    moved = draft.for_state != present[0]
    return "the game has moved on since; approving it makes a new draft" if moved else ""


def at_the_end(records: UnitOfWork, game: Game) -> tuple[str, ...]:
    """What the contestmaster is told with the resolution that ends a game, if lines are open."""
    named = lines_of(records, game.id)
    if not named:
        return ()
    return (
        f"With this resolution {game.tag} is over. Still open: {named}. They were written while "
        "it went on, change nothing in the game and may be posted or rejected afterwards too.",
    )


def close(records: UnitOfWork, approved: Draft, at: datetime) -> None:
    """Close what can never be approved any more, now that *approved* has changed its game."""
    if approved.game is None:
        return
    game = records.game(approved.game)
    over = records.is_over(game.id)
    for known in records.open_drafts():
        if known.for_state is None:
            continue
        if approved.kind == "opening":
            why = f"{game.tag} has begun"
        elif over and known.game == game.id and known.kind != "correction":
            why = f"{game.tag} is over"
        else:
            continue
        records.decide(open_drafts.closed(known.code, why, at))


def lines_of(records: UnitOfWork, game: PaperId) -> str:
    """`[rednov K7QZ2M3] Without effect: turn of Ann; ...`: the open lines of a game."""
    lines = of_kind(records, "line", game)
    return "; ".join([f"[rednov {one.code}] {one.about}" for one in lines])
