"""`rednov overrule`, `rewind`, `rulings`: the contestmaster decides doubts and disputes (§25)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from rednov_bot.cli import desks, options
from rednov_bot.cli.desks import at_the_desk
from rednov_bot.core.contest import Ruling
from rednov_bot.core.models import PaperId
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.commands import (
    Alternative,
    AsItWas,
    Changes,
    Chooses,
    OptionSet,
    Overruling,
    ReadAs,
    Rewinding,
    Valid,
    Void,
)
from rednov_bot.core.workflow.corrections import (
    in_force,
    overruling,
    rewinding,
    ruling,
    withdrawing,
)


def facts(records: UnitOfWork, ruling: Ruling) -> dict[str, Any]:
    """A ruling for programs; what it reads in an announcement is left to the mails (§6)."""
    game, turn = ruling.game, ruling.turn
    return {
        "number": ruling.number,
        "at": ruling.at.isoformat(),
        "by": ruling.by,
        "clause": ruling.clause,
        "text": ruling.text,
        "told_at": None if ruling.told_at is None else ruling.told_at.isoformat(),
        "effect": ruling.effect.__struct_config__.tag,
        "game": None if game is None else records.game(PaperId(game)).tag,
        "turn": None if turn is None else records.turn(PaperId(turn)).number,
    }


@click.command()
@options.usual
@click.argument("code")
@click.option("--read-as", metavar="WORDS", help="The announcement says this whole turn.")
@click.option("--valid", is_flag=True, help="An announcement that was refused counts.")
@click.option("--void", is_flag=True, help="A turn that was taken has no effect.")
@click.option("--option", "option", metavar="KEY=VALUE", help="An option of the game is another.")
@click.option(
    "--set", "lines", metavar="LINES", help='The position is another: "heat 3; Ann 30 minutes".'
)
@click.option("--because", default="", help="The ruling in your own words; it is published.")
@click.option("--clause", default="", metavar="10c", help="The clause that it is about.")
def overrule(
    config: Path,
    as_json: bool,
    code: str,
    read_as: str | None,
    valid: bool,
    void: bool,
    option: str | None,
    lines: str | None,
    because: str,
    clause: str,
) -> None:
    """Decide otherwise than an open draft: the ruling is numbered, and a new draft made under it.

    The new draft cites the ruling, keeps the luck and awaits approval.  Say one of --read-as,
    --valid, --void, --option and --set, or only --because: that is cited from then on, and changes
    nothing in this case.

    \b
    Example:
      rednov overrule K7M2QXA --read-as "I open 5-8 and draw 2 items." --because "8 was meant"
      rednov overrule K7M2QXA --set "heat 3" --because "the fire was out" --clause 16b
    """
    ways: list[Overruling] = [ReadAs(read_as)] if read_as is not None else []
    ways += [Valid()] if valid else []
    ways += [Void()] if void else []
    ways += [OptionSet(*options.pair(option, "--option"))] if option is not None else []
    ways += [Changes(lines)] if lines is not None else []
    if len(ways) > 1:
        raise click.UsageError("say one of --read-as, --valid, --void, --option and --set")
    if not ways and not because:
        raise click.UsageError("say what is ruled: one of the options above, or --because TEXT")
    code = code.upper()
    with at_the_desk(config) as (desk, records):
        effect = overruling.effect_of(desk, records, code, ways[0] if ways else None)
        by = desk.decides
        done = overruling.overrule(desk, records, code, effect, because, clause, by=by)
        given = facts(records, done.ruling)
    if as_json:
        draft = None if done.draft is None else desks.facts(done.draft)
        click.echo(json.dumps({"ruling": given, "draft": draft}))
        return
    click.echo(f"ruling {done.ruling.number}: {done.ruling.text}")
    if done.draft is not None:
        click.echo(desks.told(done.draft))


@click.group(invoke_without_command=True)
@options.usual
@click.pass_context
def rulings(ctx: click.Context, config: Path, as_json: bool) -> None:
    """Every ruling of the contest, oldest first; those withdrawn and their withdrawals, too.

    \b
    Example:
      rednov rulings
      rednov rulings add "A hatch may be opened twice in a turn" --clause 10c
      rednov rulings withdraw 3
    """
    if ctx.invoked_subcommand is not None:
        return

    if not as_json:
        desks.look(config, "rulings")
        return
    with at_the_desk(config) as (_, records):
        holds = {one.number for one in in_force.in_force(records)}
        every = [
            {**facts(records, one), "in_force": one.number in holds}
            for one in ruling.rulings(records)
        ]
    click.echo(json.dumps(every))


@rulings.command(short_help="Rule on something for later cases.")
@options.usual
@click.argument("text")
@click.option("--clause", default="", metavar="10c", help="The clause that it is about.")
def add(config: Path, as_json: bool, text: str, clause: str) -> None:
    """Rule on a doubt by itself: when its draft is approved the list is told, and later drafts
    cite it.

    \b
    Example:
      rednov rulings add "A hatch may be opened twice in a turn" --clause 10c
    """
    with at_the_desk(config) as (desk, records):
        given, draft = ruling.rule(desk, records, text, clause)
        told = facts(records, given)
    desks.say(draft, as_json=as_json, ruling=told)


@rulings.command(short_help="A ruling holds no longer.")
@options.usual
@click.argument("number", type=int)
@click.option("--because", default="", help="Why, in your own words; they are published.")
def withdraw(config: Path, as_json: bool, number: int, because: str) -> None:
    """Withdraw a ruling, by a further one: it holds no longer when its draft is approved.

    If it was about the turn that waits for its resolution, that is drafted again then without it;
    what was posted under it stands until you rewind to it.

    \b
    Example:
      rednov rulings withdraw 3 --because "the axis was there after all"
    """
    with at_the_desk(config) as (desk, records):
        given, draft, leaves = withdrawing.withdraw(desk, records, number, because)
        told = facts(records, given)
    desks.say(draft, as_json=as_json, ruling=told, leaves=leaves)
    if not as_json:
        click.echo(leaves)


@rulings.command(short_help="An option of the running game is another from now on.")
@options.usual
@click.argument("option", metavar="KEY=VALUE")
@click.option("--because", default="", help="The ruling in your own words; it is published.")
@click.option("--clause", default="", metavar="10c", help="The clause that it is about.")
def option(config: Path, as_json: bool, option: str, because: str, clause: str) -> None:
    """Set an option of the running game, when its draft is approved, for every turn taken then.

    \b
    Example:
      rednov rulings option wake=at_once --because "the amendment of 3 May"
    """
    key, value = options.pair(option, "the option")
    with at_the_desk(config) as (desk, records):
        given, draft = ruling.set_option(desk, records, key, value, because, clause)
        told = facts(records, given)
    desks.say(draft, as_json=as_json, ruling=told)


@click.command()
@options.usual
@click.argument("game", nargs=-1, metavar="[GAME]")
@click.argument("turn", type=int)
@click.option("--read-as", metavar="WORDS", help="The announcement says this whole turn.")
@click.option("--void", is_flag=True, help="The turn has no effect.")
@click.option("--option", "option", metavar="KEY=VALUE", help="An option of the game was another.")
@click.option(
    "--choose",
    "chosen",
    metavar="[KEY=]CANDIDATE",
    help='A choice of the turn falls otherwise: "5-6", or "event 45=5-6" where it has several.',
)
@click.option("--as-it-was", is_flag=True, help="Only play it again, by the rules as they are now.")
@click.option(
    "--alternative",
    type=click.Choice(["rerun", "patch", "stand"]),
    help="Play on from there, change the position alone, or let it stand; the first possible "
    "one unless named.",
)
@click.option("--because", default="", help="The ruling in your own words; it is published.")
@click.option("--clause", default="", metavar="10c", help="The clause that it is about.")
def rewind(
    config: Path,
    as_json: bool,
    game: tuple[str, ...],
    turn: int,
    read_as: str | None,
    void: bool,
    option: str | None,
    chosen: str | None,
    as_it_was: bool,
    alternative: Alternative | None,
    because: str,
    clause: str,
) -> None:
    """Correct TURN of a game, the latest one unless named: replayed otherwise on the same luck.

    The correction is drafted: who gains and who loses, what would become known, and the ways to
    correct it beside each other.  Nothing is deleted; the amendment is linked to the original.
    Say one of --read-as, --void, --option, --choose and --as-it-was.

    \b
    Example:
      rednov rewind 12 --read-as "I open 5-8 and draw 2 items." --because "8 was meant"
      rednov rewind RN1 12 --void --alternative patch
    """
    if len(game) > 1:
        raise click.UsageError("name one game at most, and the turn behind it")
    ways: list[Rewinding] = [ReadAs(read_as)] if read_as is not None else []
    ways += [Void()] if void else []
    ways += [OptionSet(*options.pair(option, "--option"))] if option is not None else []
    ways += [Chooses(*_choice(chosen))] if chosen is not None else []
    ways += [AsItWas()] if as_it_was else []
    if len(ways) != 1:
        raise click.UsageError("say one of --read-as, --void, --option, --choose and --as-it-was")
    with at_the_desk(config) as (desk, records):
        draft = rewinding.rewind(
            desk,
            records,
            game[0] if game else None,
            turn,
            ways[0],
            alternative,
            because,
            clause,
            by=desk.decides,
        )
    desks.say(draft, as_json=as_json)


def _choice(said: str) -> tuple[str, str]:
    """Which choice, "" where the turn has but one, and the candidate."""
    key, equals, label = said.partition("=")
    return (key.strip(), label.strip()) if equals else ("", said.strip())
