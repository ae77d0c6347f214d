"""A position as JSON, in the words of the case files: all of it is public."""

from __future__ import annotations

from typing import Any, Final

from rednov_bot.engine.position import Gnome, Position
from rednov_bot.engine.words import NOWHERE, SEA, TRACKS, TokenKind, hatch_label

TOKEN_NAMES: Final[dict[TokenKind, str]] = {
    "crushed": "Crushed",
    "asphyxiated": "Asphyxiated",
    "missiles": "Missiles",
    "kraken": "Kraken",
}


def phase(position: Position | None) -> str:
    """none, awaiting turn, unresolved or over."""
    if position is None:
        return "none"
    if position.ending is not None:
        return "over"
    return "unresolved" if position.pending is not None else "awaiting turn"


def public_view(position: Position | None) -> dict[str, Any]:
    """Everything public in a game; it is given nothing else."""
    if position is None:
        return {"phase": "none"}
    tokens: dict[str, list[int]] = {}
    for kind, space in position.tokens:
        tokens.setdefault(TOKEN_NAMES[kind], []).append(space)
    ending = position.ending
    return {
        "phase": phase(position),
        "turn": position.turns,
        "pending": position.pending,
        "gnomes": {gnome.name: _gnome(gnome) for gnome in position.gnomes},
        "rooms": {
            str(room): condition
            for room, condition in enumerate(position.rooms)
            if condition != "dry"
        },
        "blocked": [hatch_label(ends) for ends in sorted(position.blocked)],
        "tracks": {track: position.track(track) for track in TRACKS},
        "tokens": tokens,
        "stash": position.stash,
        "points": [[due.gnome, due.axis, due.points] for due in position.dues],
        "over": None
        if ending is None
        else {"win": list(ending.winners), "lose": list(ending.losers), "lost": ending.sub_lost},
    }


def _gnome(gnome: Gnome) -> dict[str, Any]:
    place: int | str | None = gnome.at
    if gnome.at == SEA:
        place = "sea"
    elif gnome.at == NOWHERE:
        place = None
    return {
        "at": place,
        "min": gnome.minutes,
        "tox": gnome.intoxication,
        "fainted": gnome.fainted,
        "alive": gnome.fate != "killed",
        "abandoned": gnome.fate == "abandoned",
    }
