"""Notices that came back, or that nobody has answered in time: shown on the desk (§6).

No mail tells of the latter: many gnomes read everything and never answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from rednov_bot.core.contest import ON_THE_DOUBLE, Duty
from rednov_bot.core.models import QueuedPosting, Sent
from rednov_bot.core.render.wording import counted, day, listed
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.delivery.notices import (
    LOOK_BACK,
    Notice,
    about,
    addressee,
    earlier,
    notices,
    owed_since,
)
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing
from rednov_bot.games.base import Player

CLAUSE: Final = "§6"


def duties(desk: Desk, records: UnitOfWork, now: Ongoing | None) -> Iterator[Duty]:
    """Each notice that came back, and in one line all gnomes who have answered none in time.

    One that is lost as long as the game goes on, until its reader was told; others for two weeks.
    """
    lately: list[Notice] = []
    further = earlier(desk, owed_since(desk, records, now))
    for notice in notices(desk, records, further=further):
        is_old = notice.last.queued_at < desk.now() - LOOK_BACK
        if not is_old:
            lately.append(notice)
        back = notice.came_back
        name = addressee(desk, records, notice.first)
        if back is None or name is None or notice.is_confirmed or (is_old and not notice.is_lost):
            continue
        of_what = about(records, back)
        said = f"It came back from {back.to}"
        if notice.is_lost:
            said += "; [people] has no other address of theirs."
        else:
            said += (
                f" and went to {notice.last.to} on {day(notice.last.queued_at)}; not answered yet."
            )
        said += once_told(name)
        yield Duty(
            kind="tell" if notice.is_lost else "reach",
            key=f"notice {notice.first.message_id}",
            clause=CLAUSE,
            about=f"Private notice to {name}" + (f" ({of_what})" if of_what else ""),
            of=desk.decides,
            started_at=notice.first.queued_at,
            due_by=notice.first.queued_at + ON_THE_DOUBLE if notice.is_lost else None,
            note=said,
            secret=True,
        )
    silent = overdue(desk, records, lately)
    if silent:
        each = [f"{name} (the last of {day(one.queued_at)})" for name, one in silent.items()]
        yield Duty(
            kind="reach",
            key="notices not confirmed",
            clause=CLAUSE,
            about=f"No answer to the private notices of {counted(len(silent), 'gnome')} yet",
            of=desk.decides,
            started_at=min(one.queued_at for one in silent.values()),
            due_by=None,
            note=f"{listed(each)}. Any answer to one of them, or any mail, shows that they read "
            "them.",
            secret=True,
        )


def overdue(
    desk: Desk, records: UnitOfWork, every: list[Notice] | None = None
) -> dict[Player, Sent]:
    """The latest notice of each gnome of the game, where they have not answered it in time."""
    hours, now = desk.settings.notices.confirm_within, ongoing(desk, records)
    if not hours or now is None:
        return {}
    latest: dict[Player, Notice] = {}
    for notice in notices(desk, records) if every is None else every:
        name = addressee(desk, records, notice.first)
        if name in now.game.gnomes and not notice.is_lost:
            latest[name] = notice
    until = desk.now() - timedelta(hours=hours)
    return {
        name: one.last
        for name, one in latest.items()
        if not one.is_confirmed and (at := one.first.settled_at) is not None and at <= until
    }


def elsewhere(notice: Notice) -> str:
    """Whereto a notice went besides, in a sentence behind a blank; "" where it went nowhere."""
    if len(notice.copies) == 1:
        return ""
    if notice.is_refused(notice.last):
        return f" The same words did not go to {notice.last.to} either."
    return f" The same words went to {notice.last.to}."


def once_told(name: Player) -> str:
    """How the contestmaster ends the matter, in a sentence behind a blank."""
    return f' When you have told them, mail "told {name}".'


def unreached(desk: Desk, records: UnitOfWork) -> tuple[QueuedPosting, ...]:
    """Every mail that no server has accepted, that came back, or waits too long for an answer."""
    found = {one.posting.message_id: one for one in records.unsent()}
    back = [sent for _, sent in records.bounces(desk.now() - LOOK_BACK) if sent.state == "bounced"]
    for sent in (*back, *overdue(desk, records).values()):
        known = records.posting(sent.message_id)
        if known is not None:
            found.setdefault(sent.message_id, known)
    return tuple(sorted(found.values(), key=lambda one: one.queued_at or desk.now()))
