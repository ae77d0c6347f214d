"""`rednov duties`, `idle`: what is owed and by when, and who takes no turn (§2, §19)."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import click

from rednov_bot.cli import desks, options
from rednov_bot.cli.desks import at_the_desk, somebody
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.scheduler import duties as owed, idling
from rednov_bot.core.workflow.scheduler.duty import Duty
from rednov_bot.games.red_november.render.reminder_pages import Idle
from rednov_bot.games.red_november.render.wording import when


@click.command()
@options.usual
@click.option("--done", is_flag=True, help="Also what was done in the latest game, with the proof.")
def duties(config: Path, as_json: bool, done: bool) -> None:
    """What somebody is waited for: by which clause, until when, and the draft that does it.

    --json leaves out what only the contestmaster may know (§6).

    \b
    Example:
      rednov duties
      rednov duties --done --json
    """
    if not as_json:
        desks.look(config, "duties")
    with at_the_desk(config) as (desk, records):
        found = owed.duties(desk, records, done=done) if as_json or done else ()
        known = [facts(one, records) for one in found if not one.secret]
    if as_json:
        click.echo(json.dumps(known))
        return
    for one in found:
        if one.done_at is not None:
            click.echo(f"  {one.about} ({one.clause}): done {when(one.done_at)}, {one.proof}")


def facts(duty: Duty, records: UnitOfWork) -> dict[str, Any]:
    """A duty for programs; its note is for the desk alone."""
    return {
        "kind": duty.kind,
        "clause": duty.clause,
        "about": duty.about,
        "of": duty.of,
        "since": duty.started_at.isoformat(),
        "due_by": _iso(duty.due_by),
        "draft": duty.code,
        "done_at": _iso(duty.done_at),
        "proof": duty.proof,
        "reminded": [one.at.isoformat() for one in records.reminders(duty.key)],
    }


@click.group(invoke_without_command=True)
@options.usual
@click.pass_context
def idle(ctx: click.Context, config: Path, as_json: bool) -> None:
    """How long each gnome has not taken a turn (§19), and for how long they could have (A91).

    \b
    Example:
      rednov idle
      rednov idle kill Ann
    """
    if ctx.invoked_subcommand is not None:
        return

    if not as_json:
        desks.look(config, "idle")
        return
    with at_the_desk(config) as (desk, records):
        found = idling.idleness(desk, records, openly=True)
    click.echo(json.dumps([_counts(one) for one in found]))


def _counts(one: Idle) -> dict[str, Any]:
    """Both counts, for programs: as far as everybody can see."""
    return {
        "name": one.name,
        "since": one.since.isoformat(),
        "took_a_turn": one.took_a_turn,
        "idle_hours": _hours(one.idle),
        "able_hours": _hours(one.able),
        "lost_hours": _hours(one.lost),
        "absences": [one.words for one in one.absences],
        "warned_at": _iso(one.warned_at),
    }


@idle.command(short_help="Draft the death of an idle gnome.")
@options.usual
@click.argument("name")
def kill(config: Path, as_json: bool, name: str) -> None:
    """Draft the death of a gnome who has been idle for four days, with what it would cause (§19).

    \b
    Example:
      rednov idle kill Ann
    """
    with at_the_desk(config) as (desk, records):
        draft = idling.kill(desk, records, somebody(desk, name))
    desks.say(draft, as_json=as_json)


def _hours(length: timedelta) -> float:
    return round(length.total_seconds() / 3600, 1)


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
