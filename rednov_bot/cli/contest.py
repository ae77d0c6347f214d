"""What lives across games and how one begins: `rednov contest`, `start`, `members`, `reminders`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from rednov_bot.bootstrap import open_desk
from rednov_bot.cli.desks import (
    Answer,
    at_the_desk,
    carry_out,
    drafted,
    facts,
    iso,
    mailed,
    moment,
    pair,
    somebody,
    usual,
)
from rednov_bot.core.invocation import program
from rednov_bot.core.render.wording import listed, when
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import (
    announcements,
    changes,
    office,
    returns,
    starting,
)
from rednov_bot.core.workflow.desk import Desk


@click.group(invoke_without_command=True)
@at_the_desk
def contest(desk: Desk, records: UnitOfWork) -> Answer:
    """The contest as it is now: who holds the office, axes, pot.

    Each change of it is a draft: the list is told, and it holds, when that is approved.

    \b
    Example:
      rednov contest
      rednov contest add-axis Z
      rednov contest pot 12
    """
    now, decides = office.contest(desk, records), desk.decides
    known = {
        "contestmaster": now.contestmaster,
        "deputy": now.deputy,
        "decides": decides,
        "axes": list(now.axes),
        "contest": now.is_contest,
        "y_pot": now.y_pot,
        "reminders": now.reminders,
        "reminders_paused_until": iso(now.quiet_until),
    }
    rows = {
        "contestmaster": now.contestmaster,
        "deputy": now.deputy or "nobody",
        "decides now": decides,
        "axes": listed(now.axes) or "none",
        "contest": "yes" if now.is_contest else "no (§4)",
        "pot": f"{now.y_pot} Y points" if now.y_pot else "not known (§24)",
    }
    words = "\n".join(f"{name:<13}  {value}" for name, value in rows.items())
    return Answer(lambda: known, lambda: words)


@contest.command("add-axis", short_help="Add an axis along which points are awarded.")
@at_the_desk
@click.argument("axis")
def add_axis(desk: Desk, records: UnitOfWork, axis: str) -> Answer:
    """Add an axis along which points are awarded (§1).

    \b
    Example:
      rednov contest add-axis Z
    """
    return drafted(desk, changes.change(desk, records, "axis added", axis))


@contest.command("remove-axis", short_help="Remove an axis that is not in use.")
@at_the_desk
@click.argument("axis")
def remove_axis(desk: Desk, records: UnitOfWork, axis: str) -> Answer:
    """Remove an axis; X and Y, along which the contract awards points, must stay (§1).

    \b
    Example:
      rednov contest remove-axis Z
    """
    return drafted(desk, changes.change(desk, records, "axis removed", axis))


@contest.command(short_help="How many Y points a game may award.")
@at_the_desk
@click.argument("points", type=int)
def pot(desk: Desk, records: UnitOfWork, points: int) -> Answer:
    """Say how many Y points the nomic lets a game award; 0 where it is not known (§24).

    \b
    Example:
      rednov contest pot 12
    """
    return drafted(desk, changes.change(desk, records, "pot", str(points)))


@contest.command(short_help="The contract is a contest.")
@at_the_desk
def on(desk: Desk, records: UnitOfWork) -> Answer:
    """Say that the contract is a contest by the law of the nomic: games may begin (§4).

    \b
    Example:
      rednov contest on
    """
    return drafted(desk, changes.change(desk, records, "contest", "on"))


@contest.command(short_help="The contract is no contest.")
@at_the_desk
def off(desk: Desk, records: UnitOfWork) -> Answer:
    """Say that the contract is no contest any more: no game may begin, a running one goes on (§4).

    \b
    Example:
      rednov contest off
    """
    return drafted(desk, changes.change(desk, records, "contest", "off"))


@contest.command(short_help="Who decides while the contestmaster plays.")
@usual
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

    def named(desk: Desk, records: UnitOfWork) -> Answer:
        return drafted(
            desk, changes.change(desk, records, "deputy", somebody(desk, name) if name else "")
        )

    carry_out(config, as_json, named)


@click.command()
@usual
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
    pairs = dict(pair(one, "--option") for one in given)
    desk = open_desk(config)
    with desk.db.transaction() as records:
        if names:
            draft = starting.start(desk, records, names, pairs)
        else:
            draft = starting.propose_crew(desk, records, pairs)
        gnomes = () if draft.game is None else records.game(draft.game).gnomes
        decides = office.seated(desk, records).decides
        never = returns.never_back(desk, records)
    if as_json:
        click.echo(json.dumps({"draft": facts(desk.game, draft), "gnomes": list(gnomes)}))
        return
    click.echo(
        f"drafted as {draft.code}; it goes to {decides} for approval, by the running bot or by "
        f"`{program()} run --once`"
    )
    for one in never:
        click.echo(one)
    if not names:
        click.echo(f"proposed by joining order: {', '.join(gnomes)}")


@click.command()
@at_the_desk
def members(desk: Desk, records: UnitOfWork) -> Answer:
    """The contestants, in the order of joining (§3).

    \b
    Example:
      rednov members
    """
    joined = announcements.joined(desk, records)
    return Answer(
        lambda: [{"name": one.name, "joined": one.at.isoformat()} for one in joined],
        lambda: mailed(desk, records, "members"),
    )


@click.command("hand-over")
@at_the_desk
@click.argument("name")
@click.option("--now", is_flag=True, help="At once: for a host whose contestmaster has vanished.")
def hand_over(desk: Desk, records: UnitOfWork, name: str, now: bool) -> Answer:
    """Hand the office of contestmaster to somebody in [people] who plays in no game (§1).

    The office passes on when the draft is approved.  With --now it passes on at once, and the
    draft that tells the list goes to NAME.  Either way they get every hand, every open draft with
    its code, and what waits, by mail.

    \b
    Example:
      rednov hand-over Brasspot
      rednov hand-over Brasspot --now
    """
    passed = changes.take_over if now else changes.hand_over
    return drafted(desk, passed(desk, records, somebody(desk, name)), passed_on=now)


@click.group(invoke_without_command=True)
@at_the_desk
def reminders(desk: Desk, records: UnitOfWork) -> Answer:
    """Whether the contestmaster is reminded of what waits.  What they owe stays due in any case.

    \b
    Example:
      rednov reminders
      rednov reminders pause --until Friday
    """
    return _reminded(desk, records)


@reminders.command(short_help="No reminders, for a while or until resumed.")
@at_the_desk
@click.option("--until", metavar="WORDS", help='"2 December", "Friday", "2 days".')
def pause(desk: Desk, records: UnitOfWork, until: str | None) -> Answer:
    """Send the contestmaster no reminders until then, or until they are resumed.

    \b
    Example:
      rednov reminders pause --until "2 days"
    """
    changes.set_reminders(desk, records, moment(desk, until) if until else "off")
    return _reminded(desk, records)


@reminders.command(short_help="Reminders again.")
@at_the_desk
def resume(desk: Desk, records: UnitOfWork) -> Answer:
    """Send the contestmaster reminders again.

    \b
    Example:
      rednov reminders resume
    """
    changes.set_reminders(desk, records, "on")
    return _reminded(desk, records)


def _reminded(desk: Desk, records: UnitOfWork) -> Answer:
    known, at = office.contest(desk, records), desk.now()
    until = known.quiet_until if known.quiet_until and known.quiet_until > at else None
    words = "reminders are sent" if until is None else f"no reminders until {when(until)}"
    if not known.reminders:
        words = f"no reminders until `{program()} reminders resume`"
    sent = known.reminders and until is None
    return Answer(lambda: {"reminders": sent, "paused_until": iso(until)}, lambda: words)
