"""Whether what a draft was written for still holds when it is approved."""

from __future__ import annotations

from rednov_bot.desk import changing, ruling, starting, withdrawing
from rednov_bot.desk.desk import Desk
from rednov_bot.papers import Draft
from rednov_bot.ports import Records


def is_fresh(records: Records, draft: Draft) -> bool:
    """Whether the gamestate is the one that the draft was written for.

    A correction is set off against what was awarded before it was drafted, and nothing since.
    """
    if draft.game is None or draft.for_state is None:
        return True
    if draft.kind == "correction":
        awarded = records.awards(draft.game).values()
        if any(one.at > draft.made_at for one in awarded):
            return False
    present = records.gamestate(draft.game)
    return draft.for_state == (0 if present is None else present[0])


def overtaken(desk: Desk, records: Records, draft: Draft) -> str:
    """What stands against a draft now that did not when it was written; nothing of most kinds."""
    if draft.kind == "contest":
        return changing.overtaken(desk, records, draft)
    if draft.kind == "opening" and draft.game is not None:
        fault = starting.fault(desk, records, records.game(draft.game))
        return "" if fault is None else f"{fault.reason} ({fault.clause})"
    return ruling.overtaken(desk, records, draft) or withdrawing.overtaken(desk, records, draft)
