"""Whether what a draft was written for still holds when it is approved."""

from __future__ import annotations

from rednov_bot.contest import PublishLuck
from rednov_bot.desk.contest import changing, office, starting
from rednov_bot.desk.corrections import ruling, withdrawing
from rednov_bot.desk.desk import Desk
from rednov_bot.engine.happenings import GameOpened
from rednov_bot.papers import Draft
from rednov_bot.ports import Records


def is_fresh(desk: Desk, records: Records, draft: Draft) -> bool:
    """Whether the gamestate is the one that the draft was written for.

    A correction is set off against what was awarded before it was drafted, and nothing since; an
    opening names the pot, which must be that of now; and what is published of the luck goes on from
    where the chain is (A95): a correction that leaves the position alone makes it longer too.
    """
    if draft.game is None or draft.for_state is None:
        return True
    if draft.kind == "correction":
        awarded = records.awards(draft.game).values()
        if any(one.at > draft.made_at for one in awarded):
            return False
    if draft.kind == "opening" and not _has_the_pot(desk, records, draft):
        return False
    for effect in draft.effects:
        if isinstance(effect, PublishLuck) and effect.proof.behind != records.chain(draft.game):
            return False
    present = records.gamestate(draft.game)
    return draft.for_state == (0 if present is None else present[0])


def _has_the_pot(desk: Desk, records: Records, draft: Draft) -> bool:
    now = office.contest(desk, records).y_pot
    named = [one.y_pot for one in draft.happenings if isinstance(one, GameOpened)]
    return all(pot == now for pot in named)


def overtaken(desk: Desk, records: Records, draft: Draft) -> str:
    """What stands against a draft now that did not when it was written; nothing of most kinds."""
    if draft.kind == "contest":
        return changing.overtaken(desk, records, draft)
    if draft.kind == "opening" and draft.game is not None:
        fault = starting.fault(desk, records, records.game(draft.game))
        return "" if fault is None else f"{fault.reason} ({fault.clause})"
    return ruling.overtaken(desk, records, draft) or withdrawing.overtaken(desk, records, draft)
