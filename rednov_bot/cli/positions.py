"""How a game stands, in words; and the hands in it, for the contestmaster's console."""

from __future__ import annotations

from typing import Any

from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.position import Ending, Position
from rednov_bot.papers import Game
from rednov_bot.prose.position_json import phase
from rednov_bot.prose.wording import listed


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
