"""`rednov games`, `show`, `hands`: games, their positions, and what gnomes hold."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from rednov_bot.cli import desks, options
from rednov_bot.cli.desks import at_the_desk, check_sight, open_desk_on_file
from rednov_bot.core.errors import Mendable
from rednov_bot.core.invocation import program
from rednov_bot.core.models import Game
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.desk import Desk, ongoing, tables_of
from rednov_bot.games.red_november.render.position import phase, position_text, public_view
from rednov_bot.games.red_november.render.sub_map import sub_map
from rednov_bot.games.red_november.render.wording import listed
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.position import Ending, Position


def state(position: Position | None, opening: str | None) -> str:
    """How a game stands, in one of five phrases; *opening* is the code of one not decided yet.

    An opening is rejected by the contestmaster, or by the bot when §4 or §5 no longer allows it.
    """
    if position is None:
        return "opening awaits approval" if opening else "opening rejected"
    if position.ending is None:
        return "under way"
    return "won" if position.ending.winners and not position.ending.sub_lost else "lost"


def turn(position: Position | None) -> int | None:
    """The turn that a game is at: the pending one, or the next; of one that is over, the last."""
    if position is None:
        return None
    waits = position.pending is None and position.ending is None
    return position.turns + 1 if waits else position.turns


def summary(game: Game, position: Position | None, opening: str | None) -> dict[str, Any]:
    """A game as it is listed; *opening* as for `state`."""
    return {
        "game": game.tag,
        "phase": phase(position),
        "state": state(position, opening),
        "turn": turn(position),
        "draft": opening,
        "gnomes": list(game.gnomes),
    }


def standing(position: Position | None, opening: str | None) -> str:
    """How a game stands, in words for people: `under way, turn 3 by Ann is to be resolved`."""
    said = state(position, opening)
    if position is None:
        return f"{said} ({opening})" if opening else said
    if position.ending is not None:
        return f"{said} {_ended(position.ending)}"
    number = turn(position)
    if position.pending is None:
        return f"{said}, turn {number} is awaited"
    return f"{said}, turn {number} by {position.pending} is to be resolved"


def _ended(ending: Ending) -> str:
    winners = listed(ending.winners)
    if not ending.sub_lost:
        return f"by {winners or 'everybody'}"
    wins = "wins" if len(ending.winners) == 1 else "win"
    return f"with the sub; {winners} had left and {wins}" if winners else "with the sub"


def add_hands(facts: dict[str, Any], gamestate: Gamestate) -> None:
    """Add each gnome's hand, `Pump Manual`: for the contestmaster's console alone (§6)."""
    for gnome, hand in zip(gamestate.position.gnomes, gamestate.secrets.hands, strict=True):
        facts["gnomes"][gnome.name]["hand"] = [item.replace("_", " ").title() for item in hand]


def hands_text(gamestate: Gamestate) -> str:
    """Each gnome's hand, a line each: for the contestmaster's console alone (§6)."""
    held = zip(gamestate.position.gnomes, gamestate.secrets.hands, strict=True)
    return "\n".join(
        f"{gnome.name}: {', '.join(item.replace('_', ' ') for item in hand) or 'nothing'}"
        for gnome, hand in held
    )


@click.command()
@options.usual
def games(config: Path, as_json: bool) -> None:
    """Every game on file and how it stands, oldest first.

    \b
    Example:
      rednov games
    """
    desk = open_desk_on_file(config)
    with desk.db.transaction() as records:
        tags = dict.fromkeys(game.tag for game in records.games())
        named = [game for tag in tags if (game := records.game_called(tag)) is not None]
        known = [(game, *_standing(records, game)) for game in named]
    if as_json:
        facts = [summary(game, position, opening) for game, position, opening in known]
        click.echo(json.dumps(facts))
        return
    if not known:
        click.echo(f"no game yet; `{program()} start NAME NAME NAME` drafts the first one")
    for game, position, opening in known:
        stands = standing(position, opening)
        click.echo(f"{game.tag}  {stands}  {', '.join(game.gnomes)}")


def _standing(records: UnitOfWork, game: Game) -> tuple[Position | None, str | None]:
    """The position, if the game has begun; else the code of its opening that awaits approval."""
    found = records.gamestate(game.id)
    if found is not None:
        return found[1].position, None
    waiting = (one for one in records.open_drafts() if one.kind == "opening")
    return None, next((one.code for one in waiting if one.game == game.id), None)


@click.command()
@options.usual
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
    desk = open_desk_on_file(config)
    with desk.db.transaction() as records:
        if secret:
            check_sight(records)
        shown = records.latest_game() if game is None else records.game_called(game)
        if game is not None and shown is None:
            raise Mendable(f"there is no game {game!r}; `{program()} games` lists them")
        found = None if shown is None else records.gamestate(shown.id)
        gamestate = None if found is None else found[1]
        stands = "" if shown is None else standing(*_standing(records, shown))
    if as_json:
        facts = public_view(gamestate.position if gamestate else None)
        if secret and gamestate is not None:
            add_hands(facts, gamestate)
        click.echo(json.dumps(facts))
        return
    if shown is not None and gamestate is not None:
        _draw(desk, shown, gamestate.position)
        if secret:
            click.echo(hands_text(gamestate))
    elif game is not None:
        click.echo(f"{game} has not begun: {stands}")
    else:
        click.echo(f"no game is on; `{program()} start NAME NAME NAME` drafts one")


def _draw(desk: Desk, game: Game, position: Position) -> None:
    tables = tables_of(desk, game)
    click.echo(sub_map(position, tables.board) + "\n")
    click.echo(position_text(position, tables))


@click.command()
@options.usual
@click.option("--yes", is_flag=True, help="Do not ask first.")
def hands(config: Path, as_json: bool, yes: bool) -> None:
    """What each gnome holds in the game that is being played.

    Nobody but the contestmaster may know it, so this asks first; where nobody can be asked, it
    takes --yes.  In a blind game they may not know it either.

    \b
    Example:
      rednov hands
      rednov hands --yes --json
    """
    _may_be_shown(yes)
    if not as_json:
        desks.look(config, "hands")
        return
    with at_the_desk(config) as (desk, records):
        desks.check_sight(records)
        now = ongoing(desk, records)
    if now is None:
        click.echo(json.dumps({"game": None, "hands": {}}))
        return
    held = zip(now.game.gnomes, now.gamestate.secrets.hands, strict=True)
    told = {name: [item.replace("_", " ").title() for item in items] for name, items in held}
    click.echo(json.dumps({"game": now.game.tag, "hands": told}))


def _may_be_shown(yes: bool) -> None:
    """Nobody sees hands by mistake.  Mendable where it is not asked for, and not to be asked."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise Mendable("hands are secret (§6): say --yes where nobody can be asked")
    if not click.confirm("Show the hands? They are secret (§6).", err=True):
        raise Mendable("no hand was shown")
