"""What falls due by the clock alone, as a table (rules.md 7.1, 8.2, 8.3).

A round goes through the table.  It is made when something was written since the last one, and ten
minutes behind that: any other round asks the database whether somebody has written, and no more.
So what the clock alone brings comes ten minutes late at most.  The clock may jump: a round that
lies before the last is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from weakref import WeakKeyDictionary

from rednov_bot.core.contest import ON_THE_DOUBLE, Duty, Outage, Reminded
from rednov_bot.core.models import Draft
from rednov_bot.core.render import reminders
from rednov_bot.core.store.unit_of_work import Database, UnitOfWork
from rednov_bot.core.workflow import (
    announcements,
    awards,
    choices,
    duties,
    health,
    held,
    idleness,
    office,
    outgoing,
    reach,
    reports,
    resolving,
    returns,
)
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing, pending
from rednov_bot.core.workflow.drafts import decisions, open_drafts
from rednov_bot.core.workflow.luck import beacons
from rednov_bot.games.base import Player

PAUSE: Final = timedelta(minutes=10)
"""Between two beats in the database."""

STILL: Final = timedelta(minutes=1)
"""From one round to the next while nothing is written: so late may come what the clock brings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """The circumstances of a round."""

    heard: bool  # whether all mail that has come is stored and handled
    watched: bool  # whether the bot is at work all the time: one that a timer runs has no outages


def _table(here: Round) -> Iterator[tuple[str, Callable[[Desk, UnitOfWork], object]]]:
    """What is looked at in a round, in order; its name stands in the log where it fails."""
    yield "the heartbeat", partial(_beat, here=here)
    if here.heard:
        yield "looking for postings", returns.look
    yield "telling what is new", held.look
    yield "looking after notices", reach.look_after_openings
    yield "sending notices elsewhere", reach.look
    yield "openings that wait", _go_on
    yield "admitting newcomers", held.admit_newcomers
    yield "the weekly report", reports.weekly
    yield "looking for the beacon", beacons.look
    if here.heard:
        yield "ending phases", announcements.end_phase
    yield "passing on choices", _pass_on_choices
    yield "offers to kill the idle", idleness.withdraw
    yield "awards", awards.fall_due
    yield "reminders", partial(_remind, here=here)
    if here.heard:  # last: what fell due in the lost time is drafted before
        yield "telling of a restore", returns.tell_of_restore


@dataclass(slots=True)
class _Last:
    """The last round that looked at everything."""

    at: datetime
    round: Round
    waits: bool  # for what does not come by mail, as a beacon in a file, or because a duty failed
    written: int  # what was written by then (Database.written)

    def holds(self, desk: Desk, now: Round) -> bool:
        """Whether there is nothing to be done since; the database is asked last."""
        if self.waits or self.round != now or not self.at <= desk.now() < self.at + STILL:
            return False
        return self.written == desk.db.written()


_lasts: WeakKeyDictionary[Database, _Last] = WeakKeyDictionary()


def make_rounds(desk: Desk, *, heard: bool = True, watched: bool = True) -> None:
    """Look at what is pending; done as often as you like, with the same effect as once.

    *heard* says whether all mail that has come is stored.  Where it is not, or some of it is not
    handled, nobody is warned of idleness, no kill is offered, and nobody is told of a restore.
    *watched* says whether the bot is at work all the time.

    A duty that fails is undone and left, and the others are done: the log tells of it once an
    hour, and the contestmaster hears of it once.  Faults that stop all work are raised.
    """
    now, known = Round(heard=heard, watched=watched), _lasts.get(desk.db)
    if known is not None and known.holds(desk, now):
        return
    with desk.db.transaction() as records:
        desk = office.seated(desk, records)
        here = Round(heard=heard and records.first_undisposed() is None, watched=watched)
        failed = False
        for name, do in _table(here):
            with health.apart(desk, records, name) as faults:
                do(desk, records)
            failed = failed or bool(faults)
        waits = failed or beacons.waiting(desk, records) is not None
    _lasts[desk.db] = _Last(desk.now(), now, waits, desk.db.written())


def _beat(desk: Desk, records: UnitOfWork, here: Round) -> None:
    """The bot is at work now.  If it is watched, and was not for long, that was an outage.

    A clock that jumps back makes no outage; the next beat is counted from the earlier moment.
    """
    last, at = records.last_beat(), desk.now()
    if not here.heard or (last is not None and -PAUSE < at - last < PAUSE):
        return
    longest = timedelta(hours=desk.settings.reminders.outage)
    if last is not None and here.watched and at - last > longest:
        records.note_outage(Outage(begins=last, ends=at))
    records.beat(at)


def _pass_on_choices(desk: Desk, records: UnitOfWork) -> None:
    """A choice that its player did not make in time goes to the contestmaster (7.1)."""
    taken = pending(desk, records)
    drafts = [one.turn for one in records.open_drafts() if one.kind in ("resolution", "choice")]
    if taken is None or taken.id in drafts:
        return
    waiting = resolving.held(desk, records)
    if waiting is not None and waiting.is_in_vain:
        resolving.draft_resolution(desk, records, taken)


def draft_again(desk: Desk, records: UnitOfWork) -> Draft | None:
    """The pending turn is drafted again, with the same luck: after a rejection, say (A95)."""
    taken = pending(desk, records)
    return None if taken is None else resolving.draft_resolution(desk, records, taken)


def _go_on(desk: Desk, records: UnitOfWork) -> None:
    """An approved opening that waits for nobody any more is posted, or if stale made again."""
    for draft in open_drafts.of_kind(records, "opening"):
        approved = records.awaited_opening(draft.code)
        if approved is not None and not reach.missing(desk, records, draft):
            decisions.approve(desk, records, draft.code, approved.by)


# -- reminders (rules.md 8.3) -------------------------------------------------------------------

REASON: Final = "reminder"
"""For what a reminder is queued."""

_OVERDUE: Final = ON_THE_DOUBLE // timedelta(hours=1)
_SLOW: Final = 24  # hours after which a notice is told of that the server has not accepted
_SOON: Final = timedelta(hours=1)
_LATELY: Final = timedelta(days=60)  # how long an outage may be untold: reminders may be paused

Stages = list[tuple[str, int]]
"""What is stored when somebody was reminded: the key of a duty, and the hours of its stage."""


def _remind(desk: Desk, records: UnitOfWork, here: Round) -> None:
    """Everybody is reminded of what is due now, and idle players may be offered for killing.

    If the mailbox was not heard, a turn may lie unread in it: nobody is warned of idleness then,
    and no kill is offered.  Nothing at all while reminders are off or paused.
    """
    contest, at = desk.contest, desk.now()
    assert contest is not None
    if not contest.reminders or (contest.quiet_until is not None and at < contest.quiet_until):
        return
    waited = duties.duties(desk, records)
    _remind_contestmaster(desk, records, waited)
    if (now := ongoing(desk, records)) is None:
        return
    for name in now.game.gnomes:
        _remind_player(desk, records, now, name, [one for one in waited if one.of == name], here)
    for duty in waited if here.heard else ():
        if duty.ripens and duty.code is None and _is_ripe(desk, records, duty):
            idleness.offer(desk, records, now, duty.of)


def _remind_contestmaster(desk: Desk, records: UnitOfWork, waited: Iterable[Duty]) -> None:
    reached = [(duty, _masters_stages(desk, records, duty)) for duty in waited]
    said = [duty for duty, stages in reached if stages]
    if not said:
        return
    lately = records.outages(desk.now() - _LATELY)
    outages = {f"outage {one.begins.timestamp():.0f}": one for one in lately}
    untold = {key: one for key, one in outages.items() if not records.reminders(key)}
    page = reminders.to_contestmaster(
        tuple(said), now=desk.now(), outages=tuple(untold.values()), **outgoing.for_desk(desk)
    )
    outgoing.post(desk, records, page, reason=REASON)
    told = [stage for _, stages in reached for stage in stages]
    _note(desk, records, [*told, *[(key, 0) for key in untold]], desk.decides)


def _masters_stages(desk: Desk, records: UnitOfWork, duty: Duty) -> Stages:
    """What is said now of a duty of the contestmaster's; nothing where nothing is."""
    known = desk.settings.reminders
    every: tuple[int, ...]
    match duty.kind:
        case "resolve" | "award":
            hours = known.resolution if duty.kind == "resolve" else known.award
            every = (*hours, _OVERDUE) if hours else ()
        case "tell":
            every = (0, _SLOW) if duty.failed else (_SLOW,)
        case "correct":
            every = known.resolution
            if open_drafts.held(desk, records, duty.code or "") is not None:
                return []
        case "draft":
            every = ()
        case _:
            return []
    stages = _reached(records, duty, every, desk.now() - duty.started_at)
    waits = duty.kind != "correct" and _lies_open(desk, records, duty.code)
    if waits and (stages or not _is_near(desk, records, duty, every)):
        stages.append((f"draft {duty.code}", known.draft))
    return stages


def _is_near(desk: Desk, records: UnitOfWork, duty: Duty, every: tuple[int, ...]) -> bool:
    """Whether the duty itself was told of lately, or is soon: its draft needs no mail besides."""
    at = desk.now()
    lately = timedelta(hours=desk.settings.reminders.draft)
    stages = [duty.started_at + timedelta(hours=hours) for hours in every]
    return any(at - one.at < lately for one in records.reminders(duty.key)) or any(
        at < stage < at + _SOON for stage in stages
    )


def _lies_open(desk: Desk, records: UnitOfWork, code: str | None) -> bool:
    """Whether a draft has waited for so long that it is told of once more, and is not held."""
    hours, at = desk.settings.reminders.draft, desk.now()
    drafts = [one for one in records.open_drafts() if one.code == code]
    if not hours or not drafts or at - drafts[0].made_at < timedelta(hours=hours):
        return False
    told = bool(records.reminders(f"draft {code}"))
    return not told and open_drafts.held(desk, records, drafts[0].code) is None


def _remind_player(
    desk: Desk,
    records: UnitOfWork,
    now: Ongoing,
    name: Player,
    waited: Iterable[Duty],
    here: Round,
) -> None:
    """A player is told in one mail of all that they are waited for, and that was not said before.

    Of their idleness only if the mailbox was heard: a turn of theirs may lie in it.
    """
    envelope = outgoing.to_gnome(desk, name)
    reached = [(duty, _players_stages(desk, records, duty, here)) for duty in waited]
    due = [(duty, stages) for duty, stages in reached if stages]
    if envelope is None or not due:
        return
    concerns = [_concern(desk, records, now, duty) for duty, _ in due]
    page = reminders.to_player(
        [one for one in concerns if one],
        letterhead=outgoing.letterhead_for(desk),
        envelope=envelope,
    )
    outgoing.post(desk, records, page, reason=REASON)
    _note(desk, records, [stage for _, stages in due for stage in stages], name)


def _players_stages(desk: Desk, records: UnitOfWork, duty: Duty, here: Round) -> Stages:
    """What is said now of a duty of a player's; nothing where nothing is."""
    known, at = desk.settings.reminders, desk.now()
    gone = at - duty.started_at
    if duty.kind == "choice" and duty.due_by is not None:
        half = (duty.due_by - duty.started_at) / 2
        return _reached(records, duty, (0,), gone - half) if at < duty.due_by else []
    if duty.awaited is None:
        return []
    if not duty.ripens:
        return _reached(records, duty, _again_and_again(known.hand_limit, gone), gone)
    if not here.heard or not known.idle_warning or not duty.awaited.able:
        return []
    if gone < timedelta(hours=known.idle_warning):  # outages or not
        return []
    return _reached(records, duty, (known.idle_warning,), _without_outages(records, duty, at))


def _again_and_again(hours: tuple[int, ...], gone: timedelta) -> tuple[int, ...]:
    """`24, 48`: after 24 hours, then every 48 hours, as far as time has *gone*."""
    if len(hours) < 2 or hours[1] == 0:
        return hours[:1]
    first, every = hours[0], hours[1]
    past = int(gone.total_seconds() // 3600)
    return tuple(range(first, max(past, first) + 1, every))


def _concern(desk: Desk, records: UnitOfWork, now: Ongoing, duty: Duty) -> tuple[str, ...]:
    """The paragraphs about one thing."""
    letterhead = outgoing.letterhead_for(desk)
    if duty.awaited is not None:
        able = idleness.able(desk, records, now, duty.of, duty.started_at)
        return desk.game.reminder(
            duty.awaited,
            now=desk.now(),
            able=able,
            decides=letterhead.decides,
            forum=letterhead.forum,
            bot=letterhead.bot,
        )
    waiting = choices.waiting_for(desk, records, duty.of)
    if waiting is None or duty.due_by is None:
        return ()
    told = waiting.told(duty.of)
    return reminders.must_choose(
        waiting.taken.number, told.asked, told.candidates, duty.due_by, letterhead
    )


def _is_ripe(desk: Desk, records: UnitOfWork, duty: Duty) -> bool:
    """Whether acting on somebody's idleness is offered: its time is over without the outages.

    And they were warned as long before as they should have been, where they can be.
    """
    at, known, awaited = desk.now(), desk.settings.reminders, duty.awaited
    assert awaited is not None
    assert duty.due_by is not None
    patience = duty.due_by - duty.started_at
    if not awaited.able or at < duty.due_by or _without_outages(records, duty, at) < patience:
        return False
    if not known.idle_warning or desk.address_of(duty.of) is None:
        return True
    warned = records.reminders(duty.key)
    notice = max(patience - timedelta(hours=known.idle_warning), timedelta())
    return bool(warned) and at - warned[0].at >= notice


def _without_outages(records: UnitOfWork, duty: Duty, at: datetime) -> timedelta:
    since = duty.started_at
    return at - since - idleness.lost(records.outages(since), since, at)


def _reached(records: UnitOfWork, duty: Duty, every: tuple[int, ...], gone: timedelta) -> Stages:
    """The latest stage reached, unless it or a later one was told before."""
    reached = [hours for hours in every if gone >= timedelta(hours=hours)]
    if not reached or any(one.stage >= max(reached) for one in records.reminders(duty.key)):
        return []
    return [(duty.key, max(reached))]


def _note(desk: Desk, records: UnitOfWork, stages: Stages, to: Player) -> None:
    """Every one of these stages is told now."""
    for key, stage in stages:
        records.remind(Reminded(duty=key, stage=stage, to=to, at=desk.now()))
