"""`rednov games`, `show`: games and their positions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rednov_bot.cli import options
from rednov_bot.errors import Mendable
from rednov_bot.invocation import program

if TYPE_CHECKING:
    from rednov_bot.desk.desk import Desk
    from rednov_bot.engine.position import Position
    from rednov_bot.papers import Game
    from rednov_bot.ports import Records


@click.command()
@options.config
@options.as_json
def games(config: Path, as_json: bool) -> None:
    """Every game on file and how it stands, oldest first.

    \b
    Example:
      rednov games
    """
    from rednov_bot.cli import positions
    from rednov_bot.cli.desks import open_desk_on_file

    desk = open_desk_on_file(config)
    with desk.ledger.transaction() as records:
        tags = dict.fromkeys(game.tag for game in records.games())
        named = [game for tag in tags if (game := records.game_called(tag)) is not None]
        known = [(game, *_standing(records, game)) for game in named]
    if as_json:
        facts = [positions.summary(game, position, opening) for game, position, opening in known]
        click.echo(json.dumps(facts))
        return
    if not known:
        click.echo(f"no game yet; `{program()} start NAME NAME NAME` drafts the first one")
    for game, position, opening in known:
        stands = positions.standing(position, opening)
        click.echo(f"{game.tag}  {stands}  {', '.join(game.gnomes)}")


def _standing(records: Records, game: Game) -> tuple[Position | None, str | None]:
    """The position, if the game has begun; else the code of its opening that awaits approval."""
    found = records.gamestate(game.id)
    if found is not None:
        return found[1].position, None
    waiting = (one for one in records.open_drafts() if one.kind == "opening")
    return None, next((one.code for one in waiting if one.game == game.id), None)


@click.command(short_help="The position of a game, as everybody may know it.")
@options.config
@options.as_json
@click.argument("game", required=False)
@click.option("--secret", is_flag=True, help="Hands too: for the contestmaster's eyes alone.")
def show(config: Path, as_json: bool, game: str | None, secret: bool) -> None:
    """The position of a game, the latest one that has begun unless named.

    A game is named by its tag, as `rednov games` lists it.

    \b
    Example:
      rednov show
      rednov show RN1 --json
    """
    from rednov_bot.cli import positions
    from rednov_bot.cli.desks import check_sight, open_desk_on_file
    from rednov_bot.prose.position_json import public_view

    desk = open_desk_on_file(config)
    with desk.ledger.transaction() as records:
        if secret:
            check_sight(records)
        shown = records.latest_game() if game is None else records.game_called(game)
        if game is not None and shown is None:
            raise Mendable(f"there is no game {game!r}; `{program()} games` lists them")
        found = None if shown is None else records.gamestate(shown.id)
        gamestate = None if found is None else found[1]
        stands = "" if shown is None else positions.standing(*_standing(records, shown))
    if as_json:
        facts = public_view(gamestate.position if gamestate else None)
        if secret and gamestate is not None:
            positions.add_hands(facts, gamestate)
        click.echo(json.dumps(facts))
        return
    if shown is not None and gamestate is not None:
        _draw(desk, shown, gamestate.position)
        if secret:
            click.echo(positions.hands_text(gamestate))
    elif game is not None:
        click.echo(f"{game} has not begun: {stands}")
    else:
        click.echo(f"no game is on; `{program()} start NAME NAME NAME` drafts one")


def _draw(desk: Desk, game: Game, position: Position) -> None:
    from rednov_bot.desk.desk import tables_of
    from rednov_bot.prose.position_text import position_text
    from rednov_bot.prose.sub_map import sub_map

    tables = tables_of(desk, game)
    click.echo(sub_map(position, tables.board) + "\n")
    click.echo(position_text(position, tables))
