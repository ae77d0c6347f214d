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
    known = [(game, *_standing(desk, records, game)) for game in named]
    lines = [f"{game.tag}  {words}  {', '.join(game.gnomes)}" for game, _, words in known]
    none = f"no game yet; `{program()} start NAME NAME NAME` drafts the first one"
    return Answer(lambda: [facts for _, facts, _ in known], lambda: "\n".join(lines or [none]))


def _standing(desk: Desk, records: UnitOfWork, game: Game) -> tuple[dict[str, Any], str]:
    """How a game stands: for programs, and in words: `under way, turn 3 is awaited`.

    An opening is rejected by the contestmaster, or by the bot when §4 or §5 no longer allows it.
    """
    found, opening, turn = records.gamestate(game.id), None, None
    if found is None:
        waiting = [one for one in records.open_drafts() if one.kind == "opening"]
        opening = next((one.code for one in waiting if one.game == game.id), None)
        phase, state = "none", "opening awaits approval" if opening else "opening rejected"
        words = f"{state} ({opening})" if opening else state
    else:
        now = desk.game.facts(found[1])
        phase, state, turn = "unresolved", "under way", now.turns
        words = f"under way, turn {turn} by {now.pending} is to be resolved"
        if now.is_over:
            phase, (state, words) = "over", desk.game.ended_as(found[1])
        elif now.pending is None:
            phase, turn = "awaiting turn", now.turns + 1
            words = f"under way, turn {turn} is awaited"
    facts = {
        "game": game.tag,
        "phase": phase,
        "state": state,
        "turn": turn,
        "draft": opening,
        "gnomes": list(game.gnomes),
    }
    return facts, words


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
            player = told.setdefault("gnomes", {}).setdefault(name, {})
            player["hand"] = [item.title() for item in items]
        return told

    def words() -> str:
        if shown is not None and gamestate is not None:
            lines = [desk.game.laid_out(gamestate, tables_of(desk, shown), shown.options)]
            lines += [f"{name}: {', '.join(held) or 'nothing'}" for name, held in hands.items()]
            return "\n".join(lines)
        if shown is not None and game is not None:
            return f"{game} has not begun: {_standing(desk, records, shown)[1]}"
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
