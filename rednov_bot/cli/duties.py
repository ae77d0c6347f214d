"""What lies on the desk: `rednov status`, `duties`, `idle` (§2, §19)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import click
import msgspec

from rednov_bot.cli import desks
from rednov_bot.cli.desks import Answer, at_the_desk, drafted, iso, mailed, somebody
from rednov_bot.core import watchdog
from rednov_bot.core.contest import Duty
from rednov_bot.core.render.wording import when
from rednov_bot.core.store import serving
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import duties as owed, idleness, office, returns
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.drafts import laid_out, open_drafts


@click.command()
@at_the_desk
def status(desk: Desk, records: UnitOfWork) -> Answer:
    """All that lies on the desk: what awaits a word, what is due, mails kept for a human, postings
    that a list holds or has refused.

    Below it, whether the service runs, and what it is cut off from; on PostgreSQL also whether
    others stand by.

    \b
    Example:
      rednov status
    """
    service = watchdog.read(watchdog.place(desk.settings))
    services = serving.services(desk.settings.bot.database)

    def facts() -> dict[str, Any]:
        under_way = [one for one in office.in_hand(records) if not records.is_over(one.id)]
        waiting = [
            desks.facts(desk.game, one, open_drafts.held(desk, records, one.code))
            for one in records.open_drafts()
        ]
        withheld = returns.withheld(desk, records)
        return {
            "contestmaster": desk.contestmaster,
            "decides": desk.decides,
            "game": under_way[0].tag if under_way else None,
            "drafts": waiting,
            "mails_kept": [{"mail": one.mail, "at": one.at.isoformat()} for one in records.held()],
            "not_on_the_list": [{"subject": about, "why": why} for about, why in withheld],
            "duties": [_duty(one, records) for one in owed.duties(desk, records) if not one.secret],
            "service": None if service is None else msgspec.to_builtins(service),
            "services": None if services is None else services._asdict(),
        }

    def words() -> str:
        lines = ["This is what you have to deal with.", "", *laid_out.desk_lines(desk, records)]
        lines += watchdog.told(service, datetime.now(UTC))
        if services is not None:
            at_work = "One service is" if services.active else "No service is"
            lines.append(f"{at_work} at work on the database; {services.standby} on standby.")
        return "\n".join(lines)

    return Answer(facts, words)


@click.command()
@at_the_desk
@click.option("--done", is_flag=True, help="Also what was done in the latest game, with the proof.")
def duties(desk: Desk, records: UnitOfWork, done: bool) -> Answer:
    """What somebody is waited for: by which clause, until when, and the draft that does it.

    --json leaves out what only the contestmaster may know (§6).

    \b
    Example:
      rednov duties
      rednov duties --done --json
    """
    found = owed.duties(desk, records, done=done)
    fulfilled = [
        f"  {one.about} ({one.clause}): done {when(one.done_at)}, {one.proof}"
        for one in found
        if one.done_at is not None
    ]
    return Answer(
        lambda: [_duty(one, records) for one in found if not one.secret],
        lambda: "\n".join([mailed(desk, records, "duties"), *fulfilled]),
    )


def _duty(duty: Duty, records: UnitOfWork) -> dict[str, Any]:
    """A duty for programs; its note is for the desk alone."""
    return {
        "kind": duty.called,
        "clause": duty.clause,
        "about": duty.about,
        "of": duty.of,
        "since": duty.started_at.isoformat(),
        "due_by": iso(duty.due_by),
        "draft": duty.code,
        "done_at": iso(duty.done_at),
        "proof": duty.proof,
        "reminded": [one.at.isoformat() for one in records.reminders(duty.key)],
    }


@click.group(invoke_without_command=True)
@at_the_desk
def idle(desk: Desk, records: UnitOfWork) -> Answer:
    """How long each gnome has not taken a turn (§19), and for how long they could have (A91).

    \b
    Example:
      rednov idle
      rednov idle kill Ann
    """

    def facts() -> list[dict[str, Any]]:  # as far as everybody can see
        return [
            {
                "name": one.name,
                "since": one.since.isoformat(),
                "took_a_turn": one.took_a_turn,
                "idle_hours": _hours(one.idle),
                "able_hours": _hours(one.able),
                "lost_hours": _hours(one.lost),
                "absences": [absence.words for absence in one.absences],
                "warned_at": iso(one.warned_at),
            }
            for one in idleness.idleness(desk, records, openly=True)
        ]

    return Answer(facts, lambda: mailed(desk, records, "idle"))


def _hours(length: timedelta) -> float:
    return round(length.total_seconds() / 3600, 1)


@idle.command(short_help="Draft the death of an idle gnome.")
@at_the_desk
@click.argument("name")
def kill(desk: Desk, records: UnitOfWork, name: str) -> Answer:
    """Draft the death of a gnome who has been idle for four days, with what it would cause (§19).

    \b
    Example:
      rednov idle kill Ann
    """
    return drafted(desk, idleness.kill(desk, records, somebody(desk, name)))
