"""An opening that was approved is posted when the last private channel is confirmed (§6)."""

from __future__ import annotations

from rednov_bot.desk.desk import Desk
from rednov_bot.desk.drafts import approval
from rednov_bot.desk.reaching import channels
from rednov_bot.ports import Records


def go_on(desk: Desk, records: Records) -> None:
    """An approved opening that waits for nobody any more is posted, or if stale made again."""
    for draft in records.open_drafts():
        if draft.kind != "opening":
            continue
        approved = records.awaited_opening(draft.code)
        if approved is not None and not channels.missing(desk, records, draft):
            approval.approve(desk, records, draft.code, approved.by)
