"""Games: `rednov games`, `show`, `hands`; `report`, `standing`; `beacon` and `reveal`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from rednov_bot.cli import desks
from rednov_bot.cli.desks import Answer, at_the_desk, carry_out, drafted, mailed, usual
from rednov_bot.core.errors import Mendable
from rednov_bot.core.invocation import program
from rednov_bot.core.models import Game
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import reports
from rednov_bot.core.workflow.commands import ReportKind
from rednov_bot.core.workflow.desk import Desk, ongoing, tables_of
from rednov_bot.core.workflow.luck import beacons, revealing
from rednov_bot.games.base import Facts, Game as AnyGame, State


@click.command()
@at_the_desk
def games(desk: Desk, records: UnitOfWork) -> Answer:
    """Every game on file and how it stands, oldest first.

    \b
    Example:
      rednov games
    """
    tags = dict.fromkeys(game.tag for game in records.games())
    named = [game for tag in tags if (game := records.game_called(tag)) is not None]
    known = [(game, *_standing(records, game)) for game in named]
    lines = [
        f"{game.tag}  {_in_words(desk.game, state, opening)}  {', '.join(game.gnomes)}"
        for game, state, opening in known
    ]
    none = f"no game yet; `{program()} start NAME NAME NAME` drafts the first one"
    return Answer(
        lambda: [_summary(desk.game, *one) for one in known], lambda: "\n".join(lines or [none])
    )


def _standing(records: UnitOfWork, game: Game) -> tuple[State | None, str | None]:
    """The state, if the game has begun; else the code of its opening that awaits approval."""
    found = records.gamestate(game.id)
    if found is not None:
        return found[1], None
    waiting = (one for one in records.open_drafts() if one.kind == "opening")
    return None, next((one.code for one in waiting if one.game == game.id), None)


def _not_begun(opening: str | None) -> str:
    """How a game stands that has not begun; *opening* is the code of one not decided yet.

    An opening is rejected by the contestmaster, or by the bot when §4 or §5 no longer allows it.
    """
    return "opening awaits approval" if opening else "opening rejected"


def _turn(facts: Facts) -> int:
    """The turn that a game is at: the pending one, or the next; of one that is over, the last."""
    return facts.turns + 1 if facts.pending is None and not facts.is_over else facts.turns


def _summary(kind: AnyGame, game: Game, state: State | None, opening: str | None) -> dict[str, Any]:
    facts = None if state is None else kind.facts(state)
    phase, stands = "none", _not_begun(opening)
    if facts is not None:
        phase = "awaiting turn" if facts.pending is None else "unresolved"
        phase = "over" if facts.is_over else phase
        stands = kind.ended_as(state)[0] if facts.is_over else "under way"
    return {
        "game": game.tag,
        "phase": phase,
        "state": stands,
        "turn": None if facts is None else _turn(facts),
        "draft": opening,
        "gnomes": list(game.gnomes),
    }


def _in_words(kind: AnyGame, state: State | None, opening: str | None) -> str:
    """How a game stands, for people: `under way, turn 3 by Ann is to be resolved`."""
    if state is None:
        return f"{_not_begun(opening)} ({opening})" if opening else _not_begun(opening)
    facts = kind.facts(state)
    if facts.is_over:
        return kind.ended_as(state)[1]
    if facts.pending is None:
        return f"under way, turn {_turn(facts)} is awaited"
    return f"under way, turn {_turn(facts)} by {facts.pending} is to be resolved"


@click.command()
@at_the_desk
@click.argument("game", required=False)
@click.option("--secret", is_flag=True, help="Hands too: for the contestmaster's eyes alone.")
def show(desk: Desk, records: UnitOfWork, game: str | None, secret: bool) -> Answer:
    """The position of a game, the latest one that has begun unless named.

    A game is named by its tag, as `rednov games` lists it.

    \b
    Example:
      rednov show
      rednov show RN1 --json
    """
    if secret:
        desks.check_sight(records)
    shown = records.latest_game() if game is None else records.game_called(game)
    if game is not None and shown is None:
        raise Mendable(f"there is no game {game!r}; `{program()} games` lists them")
    found = None if shown is None else records.gamestate(shown.id)
    gamestate = None if found is None else found[1]
    hands = desk.game.hands(gamestate) if secret and gamestate is not None else {}

    def facts() -> dict[str, Any]:
        told = desk.game.view(gamestate)
        for name, items in hands.items():
            told["gnomes"][name]["hand"] = [item.title() for item in items]
        return told

    def words() -> str:
        if shown is not None and gamestate is not None:
            lines = [desk.game.laid_out(gamestate, tables_of(desk, shown), shown.options)]
            lines += [f"{name}: {', '.join(held) or 'nothing'}" for name, held in hands.items()]
            return "\n".join(lines)
        if shown is not None and game is not None:
            return f"{game} has not begun: {_in_words(desk.game, *_standing(records, shown))}"
        return f"no game is on; `{program()} start NAME NAME NAME` drafts one"

    return Answer(facts, words)


@click.command()
@usual
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
    if not yes and not sys.stdin.isatty():
        raise Mendable("hands are secret (§6): say --yes where nobody can be asked")
    if not yes and not click.confirm("Show the hands? They are secret (§6).", err=True):
        raise Mendable("no hand was shown")

    def shown(desk: Desk, records: UnitOfWork) -> Answer:
        def facts() -> dict[str, Any]:
            desks.check_sight(records)
            if (now := ongoing(desk, records)) is None:
                return {"game": None, "hands": {}}
            held = desk.game.hands(now.gamestate).items()
            return {
                "game": now.game.tag,
                "hands": {name: [item.title() for item in items] for name, items in held},
            }

        return Answer(facts, lambda: mailed(desk, records, "hands"))

    carry_out(config, as_json, shown)


@click.command()
@at_the_desk
@click.argument("which", type=click.Choice(["position", "contest", "week", "story"]))
@click.argument("game", required=False)
@click.option("--post", is_flag=True, help="Draft it for the list.")
def report(
    desk: Desk, records: UnitOfWork, which: ReportKind, game: str | None, post: bool
) -> Answer:
    """Report a game's position, the contest, the week or the story of a game that is over.

    GAME is a tag as `rednov games` lists it; the latest one unless named.

    \b
    Example:
      rednov report position
      rednov report story RN1 --json
      rednov report week --post
    """
    if post:
        return drafted(desk, reports.post(desk, records, which, game))
    return _reported(desk, records, which, game)


@click.command()
@at_the_desk
def standing(desk: Desk, records: UnitOfWork) -> Answer:
    """How the contest stands: its members, games, points due and awarded, and rulings.

    \b
    Example:
      rednov standing
      rednov standing --json
    """
    return _reported(desk, records, "contest", None)


def _reported(desk: Desk, records: UnitOfWork, which: ReportKind, game: str | None) -> Answer:
    return Answer(
        lambda: reports.facts(desk, records, which, game),
        lambda: reports.report(desk, records, which, game).body.rstrip("\n"),
    )


@click.command()
@at_the_desk
@click.argument("round", type=click.IntRange(1, 10**17))
@click.argument("value")
def beacon(desk: Desk, records: UnitOfWork, round: int, value: str) -> Answer:
    """Supply the value of a round of the public beacon, 64 hex digits.

    A turn that waits for it is resolved and drafted.  A file of lines `ROUND VALUE`, named by
    [luck] beacon_file, is read by the bot itself.

    \b
    Example:
      rednov beacon 5417233 \\
        c0ffee42c0ffee42c0ffee42c0ffee42c0ffee42c0ffee42c0ffee42c0ffee42
    """
    draft = beacons.supply(desk, records, round, value, desk.decides)
    if draft is None:
        return Answer(dict, lambda: f"The value of round {round} is on file.")
    return drafted(desk, draft)


@click.command()
@at_the_desk
@click.argument("game", required=False)
@click.option("--tiles", is_flag=True, help="That of the tiles too: every gnome agrees.")
def reveal(desk: Desk, records: UnitOfWork, game: str | None, tiles: bool) -> Answer:
    """Draft the posting that tells the secret of the luck of a game that is over.

    GAME is a tag as `rednov games` lists it; the latest one unless named.  With the secret of the
    tiles everybody can work out what each gnome held (§6, A24b).

    \b
    Example:
      rednov reveal
      rednov reveal RN1 --tiles
    """
    return drafted(desk, revealing.reveal(desk, records, game, tiles=tiles))
