"""`rednov rewind`: a resolved turn is played otherwise, and corrected (§25, A96)."""

from __future__ import annotations

from pathlib import Path

import click

from rednov_bot.cli import drafted, options
from rednov_bot.cli.desks import at_the_desk
from rednov_bot.core.workflow.commands import (
    Alternative,
    AsItWas,
    Chooses,
    OptionSet,
    ReadAs,
    Rewinding,
    Void,
)
from rednov_bot.core.workflow.corrections import rewinding


@click.command()
@options.config
@options.as_json
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
    drafted.say(draft, as_json=as_json)


def _choice(said: str) -> tuple[str, str]:
    """Which choice, "" where the turn has but one, and the candidate."""
    key, equals, label = said.partition("=")
    return (key.strip(), label.strip()) if equals else ("", said.strip())
