"""One table for each paper, named as the paper.

Moments are whole microseconds since 1970 in UTC: they sort and compare alike everywhere.  Columns
of JSON stand beside a `form`, which says how they were written (store/forms.py).  Octets come
last: what stands before them is read without them.
"""

from __future__ import annotations

from rednov_bot.store.tables.arrivals import (
    alarms as alarms,
    bounces as bounces,
    channels as channels,
    confirmations as confirmations,
    list_notices as list_notices,
    sightings as sightings,
)
from rednov_bot.store.tables.contest import (
    absences as absences,
    awards as awards,
    contest_changes as contest_changes,
    memberships as memberships,
    reminders as reminders,
    rulings as rulings,
    upheld as upheld,
)
from rednov_bot.store.tables.desk import (
    awaited_openings as awaited_openings,
    decisions as decisions,
    draft_happenings as draft_happenings,
    draft_matters as draft_matters,
    draft_pages as draft_pages,
    draft_pictures as draft_pictures,
    drafts as drafts,
    holds as holds,
)
from rednov_bot.store.tables.luck import (
    beacons as beacons,
    draws as draws,
    game_secrets as game_secrets,
    luck_seals as luck_seals,
    revealed as revealed,
)
from rednov_bot.store.tables.mails import (
    dispositions as dispositions,
    held_told as held_told,
    likenesses as likenesses,
    raw_mails as raw_mails,
    reopened as reopened,
    replays as replays,
)
from rednov_bot.store.tables.naming import (
    metadata as metadata,
)
from rednov_bot.store.tables.outbox import (
    attempts as attempts,
    handovers as handovers,
    posting_waits as posting_waits,
    posting_waits_ended as posting_waits_ended,
    postings as postings,
    put_backs as put_backs,
    reposts as reposts,
    sendings as sendings,
)
from rednov_bot.store.tables.play import (
    answers as answers,
    clarifications as clarifications,
    clarified as clarified,
    data_sets as data_sets,
    games as games,
    gamestates as gamestates,
    item_lists as item_lists,
    led_to as led_to,
    standing_orders as standing_orders,
    turns as turns,
)
from rednov_bot.store.tables.trust import (
    confidences as confidences,
    doubted as doubted,
    forgeries as forgeries,
    vouched as vouched,
)
from rednov_bot.store.tables.upkeep import (
    backups as backups,
    beginnings as beginnings,
    heartbeats as heartbeats,
    outages as outages,
    programs as programs,
    restorations as restorations,
    seals as seals,
)
