"""Everything public in a game, in words and as JSON."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from rednov_bot.core.render.environment import WIDTH, fold
from rednov_bot.core.render.letterhead import Facts
from rednov_bot.core.render.wording import listed
from rednov_bot.games.red_november.render.sub_map import marks, sub_map
from rednov_bot.games.red_november.render.wording import TOKEN_NAMES, TRACK_NAMES, hatches, title_of
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import standing
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.tables import Board, Tables
from rednov_bot.games.red_november.rules.words import (
    NOWHERE,
    SEA,
    TRACKS,
    Axis,
    GnomeName,
    TokenKind,
    hatch_label,
)

JSON_TOKENS: Final[dict[TokenKind, str]] = {
    "crushed": "Crushed",
    "asphyxiated": "Asphyxiated",
    "missiles": "Missiles",
    "kraken": "Kraken",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardView:
    """What a picture of the board is to show: public values alone, that nobody has drawn yet."""

    now: Position
    tables: Tables = field(repr=False)
    before: Position | None = None  # what differs from it is marked
    heading: str = ""


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
        tokens.setdefault(JSON_TOKENS[kind], []).append(space)
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


PLACE_WIDTH = 24  # most columns of the place in the table of gnomes
REST_WIDTH = 28  # columns of all but name and place there
LABEL_WIDTH = 17  # columns of the labels below it


def position_text(position: Position, tables: Tables, options: Options | None = None) -> str:
    """The whole position but the map, without a line feed at its end."""
    parts = [
        gnomes_table(position, tables.board),
        tracks_block(position),
        "\n".join(
            [
                fold(text, f"{label:<{LABEL_WIDTH}}", " " * LABEL_WIDTH)
                for label, text in facts(position, options or Options())
            ]
        ),
    ]
    return "\n\n".join(parts)


def board_facts(
    position: Position,
    tables: Tables,
    options: Options | None,
    contest: str,
    before: Position | None = None,
) -> Facts:
    """The position as it ends a mail, and the board that is drawn beside it."""
    return {
        "view": BoardView(now=position, tables=tables, before=before, heading=contest),
        "map": sub_map(position, tables.board),
        "position": position_text(position, tables, options),
        "over": position.ending is not None,
    }


def gnomes_table(position: Position, board: Board) -> str:
    """A line for each gnome: letter on the map, name, place, minutes, intoxication, state."""
    letters = marks(tuple([gnome.name for gnome in position.gnomes]))
    wide = max([len(gnome.name) for gnome in position.gnomes] + [5])
    room = max(7, min(PLACE_WIDTH, WIDTH - REST_WIDTH - wide))
    lines = [f"   {'gnome':<{wide}}  {'place':<{room}} minutes  drunk"]
    for gnome in position.gnomes:
        state = _state(gnome, position)
        lead = f"{letters[gnome.name]}  {gnome.name:<{wide}}  "
        if gnome.in_play:
            numbers = f"{gnome.minutes:>7}  {gnome.intoxication:>5}"
            place = f"{gnome.at} {title_of(gnome.at, board)}".rstrip()
            place = place if len(place) <= room else str(gnome.at)
            place = "the sea" if gnome.at == SEA else place
            line = f"{place:<{room}} {numbers}  {state}"
        else:
            line = state
        lines.append((lead + line).rstrip())
    return "\n".join(lines)


def tracks_block(position: Position) -> str:
    """The three disaster tracks with bars; beside them the grog and the event deck."""
    aside = ", Kraken aside" if position.kraken_aside else ""
    beside = (
        f"captain's grog {position.stash:>3}",
        f"event deck     {position.deck_left:>3}{aside}",
        f"events played  {len(position.played):>3}",
    )
    lines = []
    for track, other in zip(TRACKS, beside, strict=True):
        value = position.track(track)
        bar = "#" * value + "." * (10 - value)
        lines.append(f"{TRACK_NAMES[track].lower():<13} {bar} {value:>2} of 10     {other}")
    return "\n".join(lines)


def facts(position: Position, options: Options) -> list[tuple[str, str]]:
    """Label and text of what else is true; what is empty is left out."""
    rooms, tokens = position.rooms, []
    for kind, space in sorted(position.tokens, key=lambda token: -token[1]):
        by = [gnome.name for gnome in position.gnomes if gnome.in_play and gnome.minutes < space]
        passed = f" (passed by {listed(by)})" if by else ""
        tokens.append(f"{TOKEN_NAMES[kind]} at {space}{passed}")
    every = [
        ("on fire", listed([n for n, room in enumerate(rooms) if room == "fire"])),
        ("at low water", listed([n for n, room in enumerate(rooms) if room == "low"])),
        ("at high water", listed([n for n, room in enumerate(rooms) if room == "high"])),
        ("blocked hatches", hatches(position.blocked)),
        ("destructions", "; ".join(tokens)),
    ]
    found = [(label, text) for label, text in every if text]
    if not found:
        found.append(("hazards", "no fire, no water, no blocked hatch, no destruction"))
    sums: Counter[tuple[GnomeName, Axis]] = Counter()
    for due in position.dues:
        sums[due.gnome, due.axis] += due.points
    if sums:
        told = ", ".join([f"{name} {points} {axis}" for (name, axis), points in sums.items()])
        found.append(("points so far", told))
    found.extend(
        (
            "gift in return",
            f"{gift.recipient} may give {gift.giver} any items, by announcement, "
            "until either takes a turn",
        )
        for gift in position.gifts
    )
    found.append(("may act now", who_may_act(position, options)))
    return found


def may_act(position: Position, options: Options) -> tuple[GnomeName, ...]:
    """The gnomes who may take a turn now, as far as everybody can see (§9)."""
    return tuple([g.name for g in position.gnomes if standing(position, g.name, options) is None])


def who_may_act(position: Position, options: Options) -> str:
    """The names of those who may act, or why nobody may."""
    if position.ending is not None:
        return "nobody: the game is over"
    if position.pending is not None:
        return f"nobody: {position.pending}'s turn awaits its resolution"
    return listed(may_act(position, options)) or "nobody"


def _state(gnome: Gnome, position: Position) -> str:
    states = []
    if gnome.fate != "aboard":
        states.append("killed" if gnome.fate == "killed" else "abandoned ship")
    elif gnome.fainted and position.ending is None:
        states.append("asleep")
    elif gnome.name == position.pending:
        states.append("pending")
    if position.ending is not None:
        states.append("won" if gnome.name in position.ending.winners else "lost")
    return ", ".join(states)
