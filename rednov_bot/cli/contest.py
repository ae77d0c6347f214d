"""`rednov contest`: what lives across games, and how it is changed (§1)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import click

from rednov_bot.cli import drafted, options
from rednov_bot.cli.desks import at_the_desk, somebody
from rednov_bot.core.models import Draft
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.contest import changing, office
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.games.red_november.render.wording import listed


@click.group(invoke_without_command=True)
@options.config
@options.as_json
@click.pass_context
def contest(ctx: click.Context, config: Path, as_json: bool) -> None:
    """The contest as it is now: who holds the office, axes, pot.

    Each change of it is a draft: the list is told, and it holds, when that is approved.

    \b
    Example:
      rednov contest
      rednov contest add-axis Z
      rednov contest pot 12
    """
    if ctx.invoked_subcommand is not None:
        return

    with at_the_desk(config) as (desk, records):
        now, decides = office.contest(desk, records), desk.decides
    if as_json:
        facts = {
            "contestmaster": now.contestmaster,
            "deputy": now.deputy,
            "decides": decides,
            "axes": list(now.axes),
            "contest": now.is_contest,
            "y_pot": now.y_pot,
            "reminders": now.reminders,
            "reminders_paused_until": now.quiet_until.isoformat() if now.quiet_until else None,
        }
        click.echo(json.dumps(facts))
        return
    rows = [
        ("contestmaster", now.contestmaster),
        ("deputy", now.deputy or "nobody"),
        ("decides now", decides),
        ("axes", listed(now.axes) or "none"),
        ("contest", "yes" if now.is_contest else "no (§4)"),
        ("pot", f"{now.y_pot} Y points" if now.y_pot else "not known (§24)"),
    ]
    click.echo("\n".join(f"{name:<13}  {value}" for name, value in rows))


def _change(config: Path, as_json: bool, change: Callable[[Desk, UnitOfWork], Draft]) -> None:
    """A change of the contest is drafted, and told."""

    with at_the_desk(config) as (desk, records):
        draft = change(desk, records)
    drafted.say(draft, as_json=as_json)


@contest.command("add-axis", short_help="Add an axis along which points are awarded.")
@options.config
@options.as_json
@click.argument("axis")
def add_axis(config: Path, as_json: bool, axis: str) -> None:
    """Add an axis along which points are awarded (§1).

    \b
    Example:
      rednov contest add-axis Z
    """

    _change(config, as_json, lambda desk, records: changing.add_axis(desk, records, axis))


@contest.command("remove-axis", short_help="Remove an axis that is not in use.")
@options.config
@options.as_json
@click.argument("axis")
def remove_axis(config: Path, as_json: bool, axis: str) -> None:
    """Remove an axis; X and Y, along which the contract awards points, must stay (§1).

    \b
    Example:
      rednov contest remove-axis Z
    """

    _change(config, as_json, lambda desk, records: changing.remove_axis(desk, records, axis))


@contest.command(short_help="How many Y points a game may award.")
@options.config
@options.as_json
@click.argument("points", type=int)
def pot(config: Path, as_json: bool, points: int) -> None:
    """Say how many Y points the nomic lets a game award; 0 where it is not known (§24).

    \b
    Example:
      rednov contest pot 12
    """

    _change(config, as_json, lambda desk, records: changing.set_pot(desk, records, points))


@contest.command(short_help="The contract is a contest.")
@options.config
@options.as_json
def on(config: Path, as_json: bool) -> None:
    """Say that the contract is a contest by the law of the nomic: games may begin (§4).

    \b
    Example:
      rednov contest on
    """

    _change(config, as_json, lambda desk, records: changing.set_contest(desk, records, True))


@contest.command(short_help="The contract is no contest.")
@options.config
@options.as_json
def off(config: Path, as_json: bool) -> None:
    """Say that the contract is no contest any more: no game may begin, a running one goes on (§4).

    \b
    Example:
      rednov contest off
    """

    _change(config, as_json, lambda desk, records: changing.set_contest(desk, records, False))


@contest.command(short_help="Who decides while the contestmaster plays.")
@options.config
@options.as_json
@click.argument("name", required=False)
@click.option("--none", "nobody", is_flag=True, help="Nobody does any more.")
def deputy(config: Path, as_json: bool, name: str | None, nobody: bool) -> None:
    """Name who decides while the contestmaster plays too, or nobody (A83).

    \b
    Example:
      rednov contest deputy Brasspot
      rednov contest deputy --none
    """

    if (name is None) != nobody:
        raise click.UsageError("give a NAME, or --none")

    def change(desk: Desk, records: UnitOfWork) -> Draft:
        return changing.name_deputy(desk, records, name and somebody(desk, name))

    _change(config, as_json, change)
