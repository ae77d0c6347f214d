"""One table for each paper, named as the paper.

Moments are whole microseconds since 1970 in UTC: they sort and compare alike everywhere.  Columns
of JSON stand beside a `form`, which says how they were written (store/forms.py).  Octets come
last: what stands before them is read without them.
"""

from __future__ import annotations

from rednov_bot.store.tables.arrivals import (
    alarms,
    bounces,
    channels,
    confirmations,
    list_notices,
    sightings,
)
from rednov_bot.store.tables.contest import (
    absences,
    awards,
    contest_changes,
    memberships,
    reminders,
    rulings,
    upheld,
)
from rednov_bot.store.tables.desk import (
    awaited_openings,
    decisions,
    draft_happenings,
    draft_matters,
    draft_pages,
    draft_pictures,
    drafts,
    holds,
)
from rednov_bot.store.tables.luck import beacons, draws, game_secrets, luck_seals, revealed
from rednov_bot.store.tables.mails import (
    dispositions,
    held_told,
    likenesses,
    raw_mails,
    reopened,
    replays,
)
from rednov_bot.store.tables.naming import metadata
from rednov_bot.store.tables.outbox import (
    attempts,
    handovers,
    posting_waits,
    posting_waits_ended,
    postings,
    put_backs,
    reposts,
    sendings,
)
from rednov_bot.store.tables.play import (
    answers,
    clarifications,
    clarified,
    data_sets,
    games,
    gamestates,
    item_lists,
    led_to,
    standing_orders,
    turns,
)
from rednov_bot.store.tables.trust import confidences, doubted, forgeries, vouched
from rednov_bot.store.tables.upkeep import (
    backups,
    beginnings,
    heartbeats,
    outages,
    programs,
    restorations,
    seals,
)

__all__ = (
    "absences",
    "alarms",
    "answers",
    "attempts",
    "awaited_openings",
    "awards",
    "backups",
    "beacons",
    "beginnings",
    "bounces",
    "channels",
    "clarifications",
    "clarified",
    "confidences",
    "confirmations",
    "contest_changes",
    "data_sets",
    "decisions",
    "dispositions",
    "doubted",
    "draft_happenings",
    "draft_matters",
    "draft_pages",
    "draft_pictures",
    "drafts",
    "draws",
    "forgeries",
    "game_secrets",
    "games",
    "gamestates",
    "handovers",
    "heartbeats",
    "held_told",
    "holds",
    "item_lists",
    "led_to",
    "likenesses",
    "list_notices",
    "luck_seals",
    "memberships",
    "metadata",
    "outages",
    "posting_waits",
    "posting_waits_ended",
    "postings",
    "programs",
    "put_backs",
    "raw_mails",
    "reminders",
    "reopened",
    "replays",
    "reposts",
    "restorations",
    "revealed",
    "rulings",
    "seals",
    "sendings",
    "sightings",
    "standing_orders",
    "turns",
    "upheld",
    "vouched",
)
