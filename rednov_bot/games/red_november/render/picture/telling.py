"""The picture in words: its title, its description, and what is read aloud of each part."""

from __future__ import annotations

from rednov_bot.games.red_november.render.picture.changes import Changes, changes, told
from rednov_bot.games.red_november.render.picture.shapes import clean
from rednov_bot.games.red_november.render.wording import (
    TOKEN_NAMES,
    TRACK_NAMES,
    capital,
    counted,
    hatches,
    listed,
    place,
)
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.tables import Board, Tables
from rednov_bot.games.red_november.rules.words import ROOMS, SEA, TRACKS, Place, RoomCondition

CONDITIONS: dict[RoomCondition, str] = {
    "dry": "",
    "fire": "fire",
    "low": "low water",
    "high": "high water",
}


def title(position: Position, heading: str) -> str:
    """What is shown: a game, and how far it is."""
    if position.ending is not None:
        stand = "the sub is lost" if position.ending.sub_lost else "the game is over"
    elif position.turns:
        stand = (
            f"after turn {position.turns}"
            if position.pending is None
            else (f"turn {position.turns} awaits its resolution")
        )
    else:
        stand = "before the first turn"
    return f"{heading}: {stand}" if heading else capital(stand)


def description(position: Position, tables: Tables, found: Changes) -> str:
    """Everything that the picture shows, in sentences."""
    board = tables.board
    said = [room(one, position, board) + "." for one in ROOMS if not _is_quiet(one, position)]
    quiet = [one for one in ROOMS if _is_quiet(one, position)]
    if quiet:
        said.append(f"Dry and empty: {listed(quiet)}.")
    if position.blocked:
        said.append(f"Blocked hatches: {hatches(position.blocked)}.")
    said.append(sea(position) + ".")
    said += [gnome(one, board) + "." for one in position.gnomes]
    said += [f"{TRACK_NAMES[one]} {position.track(one)} of 10." for one in TRACKS]
    said.append(f"Captain's grog {position.stash}, event cards {position.deck_left}.")
    tokens = sorted(position.tokens, key=lambda token: -token[1])
    said += [f"{TOKEN_NAMES[kind]} at minute {space}." for kind, space in tokens]
    news = told(found, position)
    return " ".join([*said, "In this turn:", *news] if news else said)


def _is_quiet(one: Place, position: Position) -> bool:
    here = [gnome for gnome in position.gnomes if gnome.in_play and gnome.at == one]
    return position.rooms[one] == "dry" and not here


def room(one: Place, position: Position, board: Board) -> str:
    """`Room 7 (Missile Control): fire; Ann, Bob asleep`."""
    here = [_named(gnome) for gnome in position.gnomes if gnome.in_play and gnome.at == one]
    facts = [fact for fact in (CONDITIONS[position.rooms[one]], listed(here)) if fact]
    return f"{capital(place(one, board))}: {'; '.join(facts) or 'dry and empty'}"


def _named(gnome: Gnome) -> str:
    return f"{gnome.name} asleep" if gnome.fainted else gnome.name


def sea(position: Position) -> str:
    """Who is outside."""
    out = [_named(gnome) for gnome in position.gnomes if gnome.in_play and gnome.at == SEA]
    return f"In the sea: {listed(out) or 'nobody'}"


def gnome(one: Gnome, board: Board) -> str:
    """`Ann: room 7 (Missile Control), 35 minutes, drunk to level 2, asleep`."""
    if one.fate == "killed":
        return f"{one.name}: killed"
    if one.fate == "abandoned":
        return f"{one.name}: abandoned ship"
    facts = [place(one.at, board), "rescued" if not one.minutes else counted(one.minutes, "minute")]
    if one.intoxication:
        facts.append(f"drunk to level {one.intoxication}")
    if one.fainted:
        facts.append("asleep")
    return f"{one.name}: {', '.join(facts)}"


def words(
    position: Position, tables: Tables, before: Position | None = None, *, heading: str = ""
) -> str:
    """What the picture says to whoever does not see it: its title and everything it shows."""
    told_ = description(position, tables, changes(before, position))
    return clean(f"{title(position, heading)}. {told_}")
