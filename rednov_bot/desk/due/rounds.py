"""What falls due by the clock alone: choices that nobody made, reminders, reports (7.1, 8.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Final

from rednov_bot.contest import Outage
from rednov_bot.desk.announcements import asking, resolving
from rednov_bot.desk.contest import office
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.desk.drafts import approval
from rednov_bot.desk.due import awarding, idling, reminding
from rednov_bot.desk.luck import beacons
from rednov_bot.desk.reaching import channels, delivery, returning, unreached
from rednov_bot.desk.reports import reporting
from rednov_bot.desk.restoring import restored
from rednov_bot.desk.trust import held
from rednov_bot.desk.watch import apart
from rednov_bot.engine.resolve import Held
from rednov_bot.papers import Draft, DraftKind
from rednov_bot.ports import Records

_PASSED_ON: Final = frozenset[DraftKind]({"resolution", "choice"})


def make_rounds(desk: Desk, *, heard: bool = True, watched: bool = True) -> None:
    """Look at what is pending; done as often as you like, with the same effect as once.

    *heard* says whether all mail that has come is on file.  Where it is not, or some of it is not
    handled, nobody is warned of idleness, no kill is offered, and nobody is told of a restore.
    *watched* says whether the bot is at work all the time; one that a timer runs now and
    then has no outages.

    A duty that fails is undone and left, and the others are done: the log tells of it once an
    hour, and whoever decides hears of it once.  Faults that stop all work are raised.
    """
    with desk.ledger.transaction() as records:
        desk = office.seated(desk, records)
        heard = heard and records.first_undisposed() is None
        for name, duty in _duties(desk, records, heard=heard, watched=watched):
            with apart.apart(desk, records, name):
                duty()


def _duties(
    desk: Desk, records: Records, *, heard: bool, watched: bool
) -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to do at each round, by the names under which a fault of it is told."""
    if heard:
        yield "the heartbeat", lambda: beat(desk, records, watched=watched)
        yield "looking for postings", lambda: returning.look(desk, records)
    yield "telling of mails that are kept", lambda: held.look(desk, records)
    yield "looking after notices", lambda: delivery.look_after(desk, records)
    yield "sending notices elsewhere", lambda: unreached.look_after(desk, records)
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
    yield "reminders", lambda: reminding.remind(desk, records, heard=heard)
    if heard:  # last: what fell due in the lost time is drafted before
        yield "telling of a restore", lambda: restored.tell(desk, records)


def _pass_on_choices(desk: Desk, records: Records) -> None:
    """A choice that its gnome did not make in time goes to the contestmaster (7.1)."""
    now = ongoing(desk, records)
    taken = None if now is None else records.pending_turn(now.game.id)
    if now is None or taken is None:
        return
    if any(one.turn == taken.id and one.kind in _PASSED_ON for one in records.open_drafts()):
        return
    outcome = resolving.resolution_of(records, now, taken)
    if isinstance(outcome, Held) and asking.waits_in_vain(desk, records, taken, outcome.choice):
        resolving.draft_resolution(desk, records, taken)


def draft_again(desk: Desk, records: Records) -> Draft | None:
    """The pending turn is drafted again, with the same luck: after a rejection, say (A95)."""
    now = ongoing(desk, records)
    taken = None if now is None else records.pending_turn(now.game.id)
    return None if taken is None else resolving.draft_resolution(desk, records, taken)


def go_on(desk: Desk, records: Records) -> None:
    """An approved opening that waits for nobody any more is posted, or if stale made again."""
    for draft in records.open_drafts():
        if draft.kind != "opening":
            continue
        approved = records.awaited_opening(draft.code)
        if approved is not None and not channels.missing(desk, records, draft):
            approval.approve(desk, records, draft.code, approved.by)


PAUSE: Final = timedelta(minutes=10)  # between two beats on file


def beat(desk: Desk, records: Records, *, watched: bool) -> None:
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
