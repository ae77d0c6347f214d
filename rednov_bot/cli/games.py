"""`rednov start`, `games`, `show`: games and their positions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rednov_bot.cli import options
from rednov_bot.errors import Mendable

if TYPE_CHECKING:
    from rednov_bot.papers import Game
    from rednov_bot.ports import Records


@click.command()
@options.config
@click.argument("names", nargs=-1, required=True)
@click.option("--option", "given", multiple=True, metavar="KEY=VALUE", help="A game option.")
def start(config: Path, names: tuple[str, ...], given: tuple[str, ...]) -> None:
    """Draft the opening of a game with three to eight contestants.

    The game begins when the contestmaster has approved the draft and the opening is posted.

    \b
    Example:
      rednov start Tumbledrum Fizzlewick Brasspot --option event_choice=orders+contestmaster
    """
    from rednov_bot.bootstrap import open_desk
    from rednov_bot.desk import starting

    pairs: dict[str, Any] = {}
    for one in given:
        key, equals, value = one.partition("=")
        if not equals:
            raise click.UsageError(f"--option takes KEY=VALUE, not {one!r}")
        pairs[key.strip()] = value.strip()
    desk = open_desk(config)
    with desk.ledger.transaction() as records:
        draft = starting.start(desk, records, names, pairs)
    click.echo(f"drafted as {draft.code}; it goes to {desk.contestmaster} for approval")


@click.command()
@options.config
@options.as_json
def games(config: Path, as_json: bool) -> None:
    """Every game on file.

    \b
    Example:
      rednov games
    """
    from rednov_bot.bootstrap import open_desk

    desk = open_desk(config)
    with desk.ledger.transaction() as records:
        facts = [_summary(records, game) for game in records.games()]
    if as_json:
        click.echo(json.dumps(facts))
        return
    if not facts:
        click.echo("no game yet; `rednov start NAME NAME NAME` drafts the first one")
    for one in facts:
        click.echo(f"{one['game']}  {one['phase']:<14}  {', '.join(one['gnomes'])}")


def _summary(records: Records, game: Game) -> dict[str, Any]:
    from rednov_bot.cli.positions import phase

    found = records.gamestate(game.id)
    position = found[1].position if found is not None else None
    return {"game": game.tag, "phase": phase(position), "gnomes": list(game.gnomes)}


@click.command()
@options.config
@options.as_json
@click.argument("game", required=False)
@click.option("--secret", is_flag=True, help="Hands too: for the contestmaster's eyes alone.")
def show(config: Path, as_json: bool, game: str | None, secret: bool) -> None:
    """The position of a game, the latest one that has begun unless named.

    \b
    Example:
      rednov show
      rednov show RN1 --json
    """
    from rednov_bot.bootstrap import open_desk
    from rednov_bot.cli import positions
    from rednov_bot.desk.desk import tables_of
    from rednov_bot.prose.position_text import position_text
    from rednov_bot.prose.sub_map import sub_map

    desk = open_desk(config)
    with desk.ledger.transaction() as records:
        known = records.games()
        if game is not None and all(one.tag != game for one in known):
            raise Mendable(f"there is no game {game!r}; `rednov games` lists them")
        wanted = [one for one in known if game is None or one.tag == game]
        begun = [(one, found) for one in wanted if (found := records.gamestate(one.id))]
    shown, gamestate = (begun[-1][0], begun[-1][1][1]) if begun else (None, None)
    if as_json:
        facts = positions.public_view(gamestate.position if gamestate else None)
        if secret and gamestate is not None:
            positions.add_hands(facts, gamestate)
        click.echo(json.dumps(facts))
        return
    if shown is None or gamestate is None:
        click.echo("no game is on; `rednov start NAME NAME NAME` drafts one")
        return
    tables = tables_of(desk, shown)
    click.echo(sub_map(gamestate.position, tables.board) + "\n")
    click.echo(position_text(gamestate.position, tables))
    if secret:
        click.echo(positions.hands_text(gamestate))
