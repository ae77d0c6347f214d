"""Gnomes are reminded of what they are waited for: turns, discards, choices (rules.md 8.3, A91)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import assert_never

from rednov_bot.desk import stationery
from rednov_bot.desk.announcements import asking, choosing
from rednov_bot.desk.desk import Desk, Ongoing
from rednov_bot.desk.due import idle_time, idling
from rednov_bot.desk.due.duty import Duty
from rednov_bot.desk.due.stages import REASON, Item, note, reached_stage
from rednov_bot.desk.outgoing import post
from rednov_bot.engine.idle import IDLE_AFTER
from rednov_bot.engine.rules.plan import hindrances
from rednov_bot.engine.words import GnomeName
from rednov_bot.ports import Records
from rednov_bot.prose import prospects, reminder_pages
from rednov_bot.prose.reminder_pages import Concern, IdleWarning, MustChoose, MustDiscard


def remind_gnome(
    desk: Desk,
    records: Records,
    now: Ongoing,
    name: GnomeName,
    waited: Iterable[Duty],
    *,
    heard: bool,
) -> None:
    """A gnome is told in one mail of all that e is waited for, and that was not said before.

    Of eir idleness only if the mailbox was *heard*: a turn of eirs may lie in it.
    """
    envelope = stationery.to_gnome(desk, name)
    if envelope is None:
        return
    own = [duty for duty in waited if duty.of == name]
    items = [item for duty in own if (item := _gnomes(desk, records, now, duty, heard=heard))]
    concerns = [one for item in items for one in _concerns(desk, records, now, item.duty)]
    if not concerns:
        return
    page = reminder_pages.to_gnome(
        tuple(concerns), letterhead=stationery.letterhead(desk), envelope=envelope
    )
    post(desk, records, page, reason=REASON)
    note(desk, records, items, name)


def _gnomes(desk: Desk, records: Records, now: Ongoing, duty: Duty, *, heard: bool) -> Item | None:
    """What a gnome is waited for, where something is said of it now."""
    known, at = desk.settings.reminders, desk.now()
    gone = at - duty.started_at
    stages: list[tuple[str, int]] = []
    match duty.kind:
        case "idle":
            hours = known.idle_warning
            if heard and hours and gone >= timedelta(hours=hours) and _may_act(now, duty.of):
                stages = reached_stage(records, duty, (hours,), _without_outages(records, duty, at))
        case "hand limit":
            stages = reached_stage(records, duty, _again_and_again(known.hand_limit, gone), gone)
        case "choice":
            assert duty.due_by is not None
            half = (duty.due_by - duty.started_at) / 2
            stages = reached_stage(records, duty, (0,), gone - half) if at < duty.due_by else []
        case "resolve" | "award" | "tell" | "correct" | "draft" | "reach":
            return None
        case _:
            assert_never(duty.kind)
    return Item(duty, tuple(stages)) if stages else None


def _again_and_again(hours: tuple[int, ...], gone: timedelta) -> tuple[int, ...]:
    """`24, 48`: after 24 hours, then every 48 hours, as far as time has *gone*."""
    if not hours:
        return ()
    if len(hours) == 1 or hours[1] == 0:
        return hours[:1]
    first, every = hours[0], hours[1]
    past = int(gone.total_seconds() // 3600)
    return tuple(range(first, max(past, first) + 1, every))


def _concerns(desk: Desk, records: Records, now: Ongoing, duty: Duty) -> Iterator[Concern]:
    """What the gnome is told about it."""
    if duty.kind == "idle":
        one = idling.of_gnome(desk, records, now, duty.of)
        ripens = max(duty.started_at + IDLE_AFTER, desk.now())
        yield IdleWarning(since=one.since, idle=one.idle, able=one.able, ripens=ripens)
    elif duty.kind == "hand limit":
        yield MustDiscard(count=int(duty.note), since=duty.started_at)
    elif duty.kind == "choice":
        waiting = choosing.waiting_for(desk, records, duty.of)
        if waiting is None or duty.due_by is None:
            return
        at, board = asking.moment(waiting.now, waiting.held), waiting.now.tables.board
        yield MustChoose(
            number=waiting.taken.number,
            asked=prospects.asked(waiting.choice, duty.of),
            candidates=tuple(prospects.candidates(waiting.choice, at, board)),
            until=duty.due_by,
        )


def _may_act(now: Ongoing, name: GnomeName) -> bool:
    """Whether nothing public keeps a gnome from taking a turn; what e holds is eirs to mend."""
    return next(hindrances(now.gamestate.position, name, now.options), None) is None


def is_ripe(desk: Desk, records: Records, now: Ongoing, duty: Duty) -> bool:
    """Whether the kill of a gnome is offered: four days are over without the bot's outages.

    And e was warned as long before as e should have been, where e can be.
    """
    at, known = desk.now(), desk.settings.reminders
    if at - duty.started_at < IDLE_AFTER or not _may_act(now, duty.of):
        return False
    if _without_outages(records, duty, at) < IDLE_AFTER:
        return False
    if not known.idle_warning or desk.address_of(duty.of) is None:
        return True
    warned = records.reminders(duty.key)
    notice = max(IDLE_AFTER - timedelta(hours=known.idle_warning), timedelta())
    return bool(warned) and at - warned[0].at >= notice


def _without_outages(records: Records, duty: Duty, at: datetime) -> timedelta:
    """How long a duty has lasted while the bot was at work."""
    since = duty.started_at
    return at - since - idle_time.lost(records.outages(since), since, at)
