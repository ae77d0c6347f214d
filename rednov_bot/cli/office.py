"""`rednov members`, `hand-over`, `reminders`: the contestmaster's office (§1, §3)."""

from __future__ import annotations

import json
from pathlib import Path

import click

from rednov_bot.cli import desks, options
from rednov_bot.cli.desks import at_the_desk, moment, somebody
from rednov_bot.core.invocation import program
from rednov_bot.core.workflow.announcements import membership
from rednov_bot.core.workflow.contest import changing, office, succession
from rednov_bot.games.red_november.render.wording import when


@click.command()
@options.usual
def members(config: Path, as_json: bool) -> None:
    """The contestants, in the order of joining (§3).

    \b
    Example:
      rednov members
    """
    if not as_json:
        desks.look(config, "members")
        return
    with at_the_desk(config) as (desk, records):
        joined = membership.joined(desk, records)
    facts = [{"name": one.name, "joined": one.at.isoformat()} for one in joined]
    click.echo(json.dumps(facts))


@click.command("hand-over")
@options.usual
@click.argument("name")
@click.option("--now", is_flag=True, help="At once: for a host whose contestmaster has vanished.")
def hand_over(config: Path, as_json: bool, name: str, now: bool) -> None:
    """Hand the office of contestmaster to somebody in [people] who plays in no game (§1).

    The office passes on when the draft is approved.  With --now it passes on at once, and the
    draft that tells the list goes to NAME.  Either way they get every hand, every open draft with
    its code, and what waits, by mail.

    \b
    Example:
      rednov hand-over Brasspot
      rednov hand-over Brasspot --now
    """
    with at_the_desk(config) as (desk, records):
        passed = succession.take_over if now else succession.hand_over
        draft = passed(desk, records, somebody(desk, name))
    desks.say(draft, as_json=as_json, passed_on=now)


@click.group(invoke_without_command=True)
@options.usual
@click.pass_context
def reminders(ctx: click.Context, config: Path, as_json: bool) -> None:
    """Whether the contestmaster is reminded of what waits.  What they owe stays due in any case.

    \b
    Example:
      rednov reminders
      rednov reminders pause --until Friday
    """
    if ctx.invoked_subcommand is None:
        _tell_reminders(config, as_json)


@reminders.command(short_help="No reminders, for a while or until resumed.")
@options.usual
@click.option("--until", metavar="WORDS", help='"2 December", "Friday", "2 days".')
def pause(config: Path, as_json: bool, until: str | None) -> None:
    """Send the contestmaster no reminders until then, or until they are resumed.

    \b
    Example:
      rednov reminders pause --until "2 days"
    """
    with at_the_desk(config) as (desk, records):
        changing.set_reminders(desk, records, moment(desk, until) if until else "off")
    _tell_reminders(config, as_json)


@reminders.command(short_help="Reminders again.")
@options.usual
def resume(config: Path, as_json: bool) -> None:
    """Send the contestmaster reminders again.

    \b
    Example:
      rednov reminders resume
    """
    with at_the_desk(config) as (desk, records):
        changing.set_reminders(desk, records, "on")
    _tell_reminders(config, as_json)


def _tell_reminders(config: Path, as_json: bool) -> None:
    with at_the_desk(config) as (desk, records):
        known, at = office.contest(desk, records), desk.now()
    until = known.quiet_until if known.quiet_until and known.quiet_until > at else None
    if as_json:
        facts = {
            "reminders": known.reminders and until is None,
            "paused_until": None if until is None else until.isoformat(),
        }
        click.echo(json.dumps(facts))
    elif not known.reminders:
        click.echo(f"no reminders until `{program()} reminders resume`")
    elif until is not None:
        click.echo(f"no reminders until {when(until)}")
    else:
        click.echo("reminders are sent")
