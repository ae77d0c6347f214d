"""What falls due by the clock alone: choices that nobody made, reminders, reports (7.1, 8.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial
from typing import Final, Literal, assert_never

from rednov_bot.core.contest import ON_THE_DOUBLE, Outage, Reminded
from rednov_bot.core.models import Draft, DraftKind
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import choices, health, outgoing, resolving
from rednov_bot.core.workflow.contest import office
from rednov_bot.core.workflow.delivery import channels, failures, returning
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing, pending
from rednov_bot.core.workflow.drafts import approval, open_drafts
from rednov_bot.core.workflow.luck import beacons
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.core.workflow.reports import reporting
from rednov_bot.core.workflow.restoring import restored
from rednov_bot.core.workflow.scheduler import awarding, duties, idling
from rednov_bot.core.workflow.scheduler.duty import Duty
from rednov_bot.core.workflow.trust import held
from rednov_bot.games.base import Player
from rednov_bot.games.red_november.render import prospects, reminder_pages
from rednov_bot.games.red_november.render.reminder_pages import (
    Concern,
    IdleWarning,
    MustChoose,
    MustDiscard,
    Waits,
)
from rednov_bot.games.red_november.rules.plan import hindrances
from rednov_bot.games.red_november.rules.resolve import IDLE_AFTER

_OVERDUE: Final = ON_THE_DOUBLE // timedelta(hours=1)
_FAILED: Final = 0  # hours after which a notice is told of that the server refused
_SLOW: Final = 24  # and of one that it has not accepted after so many hours
_SOON: Final = timedelta(hours=1)
_LATELY: Final = timedelta(days=60)  # how long an outage may be untold: reminders may be paused
REASON: Final = "reminder"
"""For what a reminder is queued."""


Stages = list[tuple[str, int]]
"""What is stored when somebody was reminded: the key of a duty, and the stage of it."""


def remind(desk: Desk, records: UnitOfWork, *, heard: bool) -> None:
    """Everybody is reminded of what is due now, and idle gnomes may be offered for killing.

    If the mailbox was not *heard*, a gnome's turn may lie unread in it: nobody is warned of
    idleness then, and no kill is offered.  Nothing at all while reminders are off or paused.
    """
    contest, at = desk.contest, desk.now()
    assert contest is not None
    if not contest.reminders or (contest.quiet_until is not None and at < contest.quiet_until):
        return
    now, open_ = ongoing(desk, records), records.open_drafts()
    waited = duties.duties(desk, records)
    _remind_contestmaster(desk, records, waited, {one.code: one for one in open_})
    if now is None:
        return
    for gnome in now.gamestate.position.gnomes:
        _remind_gnome(desk, records, now, gnome.name, waited, heard=heard)
    for duty in waited if heard else ():
        idle = duty.kind == "idle" and duty.code is None
        if idle and _is_ripe(desk, records, now, duty):
            idling.offer(desk, records, now, duty.of)


def _remind_contestmaster(
    desk: Desk, records: UnitOfWork, waited: Iterable[Duty], drafts: dict[str, Draft]
) -> None:
    said: list[Waits] = []
    stages: Stages = []
    for duty in waited:
        draft = drafts.get(duty.code or "")
        reached = _masters(desk, records, duty, draft)
        if not reached:
            continue
        stages += reached
        said.append(
            Waits(
                kind=_SAID.get(duty.kind, "draft"),
                about=duty.about,
                clause=duty.clause,
                since=duty.started_at,
                due_by=duty.due_by,
                code=duty.code,
                note=duty.note,
                lines=duty.lines,
                candidates=draft.choice.candidates if draft is not None and draft.choice else (),
            )
        )
    if not said:
        return
    lately = records.outages(desk.now() - _LATELY)
    outages = {f"outage {one.begins.timestamp():.0f}": one for one in lately}
    untold = {key: one for key, one in outages.items() if not records.reminders(key)}
    page = reminder_pages.to_contestmaster(
        tuple(said), now=desk.now(), outages=tuple(untold.values()), **outgoing.for_desk(desk)
    )
    post(desk, records, page, reason=REASON)
    _note(desk, records, [*stages, *[(key, 0) for key in untold]], desk.decides)


_SAID: Final[dict[str, Literal["resolve", "award", "tell", "correct", "draft"]]] = {
    "resolve": "resolve",
    "award": "award",
    "tell": "tell",
    "correct": "correct",
}
"""What a duty of the contestmaster's is called in the mail."""


def _masters(desk: Desk, records: UnitOfWork, duty: Duty, draft: Draft | None) -> Stages:
    """What is said now of a duty of the contestmaster's; nothing where nothing is."""
    known, every, gone = desk.settings.reminders, tuple[int, ...](), desk.now() - duty.started_at
    match duty.kind:
        case "resolve" | "award":
            hours = known.resolution if duty.kind == "resolve" else known.award
            every = (*hours, _OVERDUE) if hours else ()
        case "tell":
            every = (_FAILED, _SLOW) if duty.failed else (_SLOW,)
        case "correct":
            held = open_drafts.held(desk, records, duty.code or "") is not None
            return [] if held else reached_stage(records, duty, known.resolution, gone)
        case "draft":
            pass
        case "idle" | "choice" | "hand limit" | "reach":
            return []
        case _:
            assert_never(duty.kind)
    stages = reached_stage(records, duty, every, gone)
    open_ = draft is not None and _lies_open(desk, records, draft)
    if draft is not None and open_ and (stages or not _is_near(desk, records, duty, every)):
        stages.append((f"draft {draft.code}", known.draft))
    return stages


def _is_near(desk: Desk, records: UnitOfWork, duty: Duty, every: tuple[int, ...]) -> bool:
    """Whether the duty itself was told of lately, or is soon: its draft needs no mail besides."""
    at = desk.now()
    lately = timedelta(hours=desk.settings.reminders.draft)
    stages = [duty.started_at + timedelta(hours=hours) for hours in every]
    return any(at - one.at < lately for one in records.reminders(duty.key)) or any(
        at < stage < at + _SOON for stage in stages
    )


def _lies_open(desk: Desk, records: UnitOfWork, draft: Draft) -> bool:
    hours, at = desk.settings.reminders.draft, desk.now()
    if not hours or at - draft.made_at < timedelta(hours=hours):
        return False
    told = bool(records.reminders(f"draft {draft.code}"))
    return not told and open_drafts.held(desk, records, draft.code) is None


def _remind_gnome(
    desk: Desk,
    records: UnitOfWork,
    now: Ongoing,
    name: Player,
    waited: Iterable[Duty],
    *,
    heard: bool,
) -> None:
    """A gnome is told in one mail of all that they are waited for, and that was not said before.

    Of their idleness only if the mailbox was *heard*: a turn of theirs may lie in it.
    """
    envelope = outgoing.to_gnome(desk, name)
    if envelope is None:
        return
    concerns: list[Concern] = []
    stages: Stages = []
    for duty in waited:
        reached = _gnomes(desk, records, now, duty, heard=heard) if duty.of == name else []
        if reached:
            stages += reached
            concerns += _concerns(desk, records, now, duty)
    if concerns:
        page = reminder_pages.to_gnome(
            tuple(concerns), letterhead=outgoing.letterhead_for(desk), envelope=envelope
        )
        post(desk, records, page, reason=REASON)
        _note(desk, records, stages, name)


def _gnomes(desk: Desk, records: UnitOfWork, now: Ongoing, duty: Duty, *, heard: bool) -> Stages:
    """What is said now of a duty of a gnome's; nothing where nothing is."""
    known, at = desk.settings.reminders, desk.now()
    gone = at - duty.started_at
    match duty.kind:
        case "idle":
            hours = known.idle_warning
            if heard and hours and gone >= timedelta(hours=hours) and _may_act(now, duty.of):
                return reached_stage(records, duty, (hours,), _without_outages(records, duty, at))
        case "hand limit":
            return reached_stage(records, duty, _again_and_again(known.hand_limit, gone), gone)
        case "choice":
            assert duty.due_by is not None
            half = (duty.due_by - duty.started_at) / 2
            return reached_stage(records, duty, (0,), gone - half) if at < duty.due_by else []
        case "resolve" | "award" | "tell" | "correct" | "draft" | "reach":
            pass
        case _:
            assert_never(duty.kind)
    return []


def _again_and_again(hours: tuple[int, ...], gone: timedelta) -> tuple[int, ...]:
    """`24, 48`: after 24 hours, then every 48 hours, as far as time has *gone*."""
    if not hours:
        return ()
    if len(hours) == 1 or hours[1] == 0:
        return hours[:1]
    first, every = hours[0], hours[1]
    past = int(gone.total_seconds() // 3600)
    return tuple(range(first, max(past, first) + 1, every))


def _concerns(desk: Desk, records: UnitOfWork, now: Ongoing, duty: Duty) -> Iterator[Concern]:
    if duty.kind == "idle":
        one = idling.of_gnome(desk, records, now, duty.of)
        ripens = max(duty.started_at + IDLE_AFTER, desk.now())
        yield IdleWarning(since=one.since, idle=one.idle, able=one.able, ripens=ripens)
    elif duty.kind == "hand limit":
        yield MustDiscard(count=int(duty.note), since=duty.started_at)
    elif duty.kind == "choice":
        waiting = choices.waiting_for(desk, records, duty.of)
        if waiting is None or duty.due_by is None:
            return
        yield MustChoose(
            number=waiting.taken.number,
            asked=prospects.asked(waiting.choice, duty.of),
            candidates=waiting.candidates,
            until=duty.due_by,
        )


def _may_act(now: Ongoing, name: Player) -> bool:
    """Whether nothing public keeps a gnome from taking a turn; what they hold is theirs to mend."""
    return next(hindrances(now.gamestate.position, name, now.options), None) is None


def _is_ripe(desk: Desk, records: UnitOfWork, now: Ongoing, duty: Duty) -> bool:
    """Whether the kill of a gnome is offered: four days are over without the bot's outages.

    And they were warned as long before as they should have been, where they can be.
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


def _without_outages(records: UnitOfWork, duty: Duty, at: datetime) -> timedelta:
    since = duty.started_at
    return at - since - idling.lost(records.outages(since), since, at)


def reached_stage(
    records: UnitOfWork, duty: Duty, every: tuple[int, ...], gone: timedelta
) -> Stages:
    """The latest stage reached, unless it or a later one was told before."""
    reached = [hours for hours in every if gone >= timedelta(hours=hours)]
    if not reached or any(one.stage >= max(reached) for one in records.reminders(duty.key)):
        return []
    return [(duty.key, max(reached))]


def _note(desk: Desk, records: UnitOfWork, stages: Stages, to: Player) -> None:
    """Every one of these stages is told now."""
    for duty, stage in stages:
        records.remind(Reminded(duty=duty, stage=stage, to=to, at=desk.now()))


_PASSED_ON: Final = frozenset[DraftKind]({"resolution", "choice"})


def make_rounds(desk: Desk, *, heard: bool = True, watched: bool = True) -> None:
    """Look at what is pending; done as often as you like, with the same effect as once.

    *heard* says whether all mail that has come is stored.  Where it is not, or some of it is not
    handled, nobody is warned of idleness, no kill is offered, and nobody is told of a restore.
    *watched* says whether the bot is at work all the time; one that a timer runs now and
    then has no outages.

    A duty that fails is undone and left, and the others are done: the log tells of it once an
    hour, and the contestmaster hears of it once.  Faults that stop all work are raised.
    """
    with desk.db.transaction() as records:
        desk = office.seated(desk, records)
        heard = heard and records.first_undisposed() is None
        for name, duty in _duties(desk, records, heard=heard, watched=watched):
            with health.apart(desk, records, name):
                duty()


def _duties(
    desk: Desk, records: UnitOfWork, *, heard: bool, watched: bool
) -> Iterator[tuple[str, Callable[[], object]]]:
    if heard:
        yield "the heartbeat", lambda: beat(desk, records, watched=watched)
        yield "looking for postings", lambda: returning.look(desk, records)
    yield "telling of mails that are kept", lambda: held.look(desk, records)
    yield "looking after notices", lambda: failures.look_after_openings(desk, records)
    yield "sending notices elsewhere", lambda: failures.look_after_unreached(desk, records)
    yield "openings that wait", lambda: go_on(desk, records)
    yield "admitting newcomers", lambda: held.admit_newcomers(desk, records)
    yield "summing alarms up", lambda: held.sum_up(desk, records)
    yield "the weekly report", lambda: reporting.weekly(desk, records)
    yield "looking for the beacon", lambda: beacons.look(desk, records)
    yield "passing on choices", lambda: _pass_on_choices(desk, records)
    yield "offers to kill the idle", lambda: idling.withdraw(desk, records)
    for game in awarding.may_owe(records):
        tag = records.game(game).tag
        yield f"awards of {tag}", partial(awarding.fall_due_of, desk, records, game)
    yield "reminders", lambda: remind(desk, records, heard=heard)
    if heard:  # last: what fell due in the lost time is drafted before
        yield "telling of a restore", lambda: restored.tell(desk, records)


def _pass_on_choices(desk: Desk, records: UnitOfWork) -> None:
    """A choice that its gnome did not make in time goes to the contestmaster (7.1)."""
    taken = pending(desk, records)
    drafts = [one.turn for one in records.open_drafts() if one.kind in _PASSED_ON]
    if taken is None or taken.id in drafts:
        return
    waiting = resolving.held(desk, records)
    if waiting is not None and waiting.is_in_vain:
        resolving.draft_resolution(desk, records, taken)


def draft_again(desk: Desk, records: UnitOfWork) -> Draft | None:
    """The pending turn is drafted again, with the same luck: after a rejection, say (A95)."""
    taken = pending(desk, records)
    return None if taken is None else resolving.draft_resolution(desk, records, taken)


def go_on(desk: Desk, records: UnitOfWork) -> None:
    """An approved opening that waits for nobody any more is posted, or if stale made again."""
    for draft in open_drafts.of_kind(records, "opening"):
        approved = records.awaited_opening(draft.code)
        if approved is not None and not channels.missing(desk, records, draft):
            approval.approve(desk, records, draft.code, approved.by)


PAUSE: Final = timedelta(minutes=10)  # between two beats in the database


def beat(desk: Desk, records: UnitOfWork, *, watched: bool) -> None:
    """The bot is at work now.  If *watched*, and it was not for long, that was an outage.

    A bot that a timer runs now and then is not watched: its silences are meant.  A clock that
    jumps back makes no outage; the next beat is counted from the earlier moment.
    """
    last, now = records.last_beat(), desk.now()
    if last is not None and -PAUSE < now - last < PAUSE:
        return
    longest = timedelta(hours=desk.settings.reminders.outage)
    if last is not None and watched and now - last > longest:
        records.note_outage(Outage(begins=last, ends=now))
    records.beat(now)
