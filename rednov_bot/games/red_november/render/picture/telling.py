"""The picture in words: what a turn has changed, its title, what is read aloud of each part."""

from __future__ import annotations

from typing import Final

from rednov_bot.core.render.wording import capital, counted, listed
from rednov_bot.games.red_november.render.picture.shapes import clean
from rednov_bot.games.red_november.render.wording import TOKEN_NAMES, TRACK_NAMES, hatches, place
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.tables import Board, Tables
from rednov_bot.games.red_november.rules.words import (
    NOWHERE,
    ROOMS,
    SEA,
    TRACKS,
    Place,
    RoomCondition,
    place_name,
)


def compared(before: Position | None, now: Position) -> Position:
    """The position that *now* is compared with: itself where none was *before*, or of others."""
    names = [gnome.name for gnome in now.gnomes]
    if before is None or [gnome.name for gnome in before.gnomes] != names:
        return now
    return before


def differs(was: Gnome, now: Gnome) -> bool:
    """Whether anything that is drawn of a gnome is another now."""
    then, since = [
        (one.at, one.minutes, one.intoxication, one.fainted, one.fate) for one in (was, now)
    ]
    return then != since


_NOW: Final[dict[RoomCondition, str]] = {
    "dry": "is dry now",
    "fire": "burns now",
    "low": "is at low water now",
    "high": "is at high water now",
}


def told(before: Position, now: Position) -> list[str]:
    """Each change in a sentence, in the order in which the picture is read."""
    said = [
        f"Room {room} {_NOW[now.rooms[room]]}."
        for room in ROOMS
        if before.rooms[room] != now.rooms[room]
    ]
    if blocked := now.blocked - before.blocked:
        said.append(f"Newly blocked: {hatches(blocked)}.")
    if freed := before.blocked - now.blocked:
        said.append(f"Free again: {hatches(freed)}.")
    crew = zip(before.gnomes, now.gnomes, strict=True)
    said += [_of_gnome(was, gnome) for was, gnome in crew if differs(was, gnome)]
    for one in TRACKS:
        if before.track(one) != now.track(one):
            said.append(f"{TRACK_NAMES[one]} went from {before.track(one)} to {now.track(one)}.")
    if tokens := set(now.tokens) - set(before.tokens):
        new = [f"{TOKEN_NAMES[kind]} at {space}" for kind, space in sorted(tokens)]
        said.append(f"New destruction: {listed(new)}.")
    if before.stash != now.stash:
        said.append(f"Captain's grog went from {before.stash} to {now.stash}.")
    return said


def _of_gnome(was: Gnome, now: Gnome) -> str:
    news = []
    if now.fate != was.fate:
        news.append("was killed" if now.fate == "killed" else "abandoned ship")
    elif now.at != was.at and NOWHERE not in (now.at, was.at):
        news.append(f"went from {place_name(was.at)} to {place_name(now.at)}")
    if now.minutes != was.minutes:
        news.append(f"has {counted(now.minutes, 'minute')} instead of {was.minutes}")
    if now.intoxication != was.intoxication:
        news.append(f"is drunk to level {now.intoxication} instead of {was.intoxication}")
    if now.fainted != was.fainted and now.in_play:
        news.append("fell asleep" if now.fainted else "woke")
    return f"{now.name} {listed(news)}."


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


def description(position: Position, tables: Tables, before: Position | None) -> str:
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
    news = told(compared(before, position), position)
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
    return clean(f"{title(position, heading)}. {description(position, tables, before)}")
