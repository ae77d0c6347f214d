"""`rednov contest`, `start`: what lives across games, and how a game begins (§1)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import click

from rednov_bot.bootstrap import open_desk
from rednov_bot.cli import desks, options
from rednov_bot.cli.desks import at_the_desk, somebody
from rednov_bot.core.invocation import program
from rednov_bot.core.models import Draft
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.contest import changing, office, starting
from rednov_bot.core.workflow.delivery import returning
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.games.red_november.render.wording import listed


@click.group(invoke_without_command=True)
@options.usual
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
    desks.say(draft, as_json=as_json)


@contest.command("add-axis", short_help="Add an axis along which points are awarded.")
@options.usual
@click.argument("axis")
def add_axis(config: Path, as_json: bool, axis: str) -> None:
    """Add an axis along which points are awarded (§1).

    \b
    Example:
      rednov contest add-axis Z
    """
    _change(config, as_json, lambda desk, records: changing.add_axis(desk, records, axis))


@contest.command("remove-axis", short_help="Remove an axis that is not in use.")
@options.usual
@click.argument("axis")
def remove_axis(config: Path, as_json: bool, axis: str) -> None:
    """Remove an axis; X and Y, along which the contract awards points, must stay (§1).

    \b
    Example:
      rednov contest remove-axis Z
    """
    _change(config, as_json, lambda desk, records: changing.remove_axis(desk, records, axis))


@contest.command(short_help="How many Y points a game may award.")
@options.usual
@click.argument("points", type=int)
def pot(config: Path, as_json: bool, points: int) -> None:
    """Say how many Y points the nomic lets a game award; 0 where it is not known (§24).

    \b
    Example:
      rednov contest pot 12
    """
    _change(config, as_json, lambda desk, records: changing.set_pot(desk, records, points))


@contest.command(short_help="The contract is a contest.")
@options.usual
def on(config: Path, as_json: bool) -> None:
    """Say that the contract is a contest by the law of the nomic: games may begin (§4).

    \b
    Example:
      rednov contest on
    """
    _change(config, as_json, lambda desk, records: changing.set_contest(desk, records, True))


@contest.command(short_help="The contract is no contest.")
@options.usual
def off(config: Path, as_json: bool) -> None:
    """Say that the contract is no contest any more: no game may begin, a running one goes on (§4).

    \b
    Example:
      rednov contest off
    """
    _change(config, as_json, lambda desk, records: changing.set_contest(desk, records, False))


@contest.command(short_help="Who decides while the contestmaster plays.")
@options.usual
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


@click.command()
@options.usual
@click.argument("names", nargs=-1, metavar="[NAME NAME NAME...]")
@click.option(
    "--option",
    "given",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of this game, before that in [game.options] of the settings; as often as "
    "you like.  `rednov guide contestmaster options` explains them all.",
)
def start(config: Path, as_json: bool, names: tuple[str, ...], given: tuple[str, ...]) -> None:
    """Draft the opening of a game with three to eight contestants.

    Each NAME is one from [people] in the settings, of a contestant; without any, those who joined
    first are proposed.  The running bot, or `rednov run --once`, mails the draft to the
    contestmaster; the game begins when it is approved and the opening is posted.

    \b
    Example:
      rednov start Tumbledrum Fizzlewick Brasspot --option event_choice=orders+contestmaster
      rednov start
    """
    pairs = dict(options.pair(one, "--option") for one in given)
    desk = open_desk(config)
    with desk.db.transaction() as records:
        if names:
            draft = starting.start(desk, records, names, pairs)
        else:
            draft = starting.propose_crew(desk, records, pairs)
        gnomes = () if draft.game is None else records.game(draft.game).gnomes
        decides = office.seated(desk, records).decides
        never = returning.never_back(desk, records)
    if as_json:
        click.echo(json.dumps({"draft": desks.facts(draft), "gnomes": list(gnomes)}))
        return
    click.echo(
        f"drafted as {draft.code}; it goes to {decides} for approval, by the running bot or by "
        f"`{program()} run --once`"
    )
    for one in never:
        click.echo(one)
    if not names:
        click.echo(f"proposed by joining order: {', '.join(gnomes)}")
