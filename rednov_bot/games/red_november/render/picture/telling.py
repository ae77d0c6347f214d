"""The picture in words: what a turn has changed, its title, what is read aloud of each part."""

from __future__ import annotations

from typing import Final, NamedTuple

from rednov_bot.core.render.wording import capital, counted, listed
from rednov_bot.games.red_november.render.picture.shapes import clean
from rednov_bot.games.red_november.render.wording import TOKEN_NAMES, TRACK_NAMES, hatches, place
from rednov_bot.games.red_november.rules.position import Gnome, Position, Token
from rednov_bot.games.red_november.rules.tables import Board, Tables
from rednov_bot.games.red_november.rules.words import (
    NOWHERE,
    ROOMS,
    SEA,
    TRACKS,
    GnomeName,
    Hatch,
    Place,
    RoomCondition,
    Track,
    place_name,
)


class Changes(NamedTuple):
    """The differences of two positions of a game, as they are drawn."""

    rooms: frozenset[Place] = frozenset()
    blocked: frozenset[Hatch] = frozenset()
    freed: frozenset[Hatch] = frozenset()
    tracks: tuple[tuple[Track, int], ...] = ()  # which, and where it stood before
    tokens: frozenset[Token] = frozenset()  # that were not there
    gnomes: tuple[Gnome, ...] = ()  # as they were, whose place, minutes or state is another now
    stash: int | None = None  # how many grogs there were, where that is another number now

    def gnome(self, name: GnomeName) -> Gnome | None:
        """A gnome as they were, if they have changed."""
        return next((gnome for gnome in self.gnomes if gnome.name == name), None)

    def track(self, track: Track) -> int | None:
        """Where a track stood, if it has moved."""
        return dict(self.tracks).get(track)


def changes(before: Position | None, now: Position) -> Changes:
    """What is different *now*; nothing without a position *before*, or of another crew."""
    names = [gnome.name for gnome in now.gnomes]
    if before is None or [gnome.name for gnome in before.gnomes] != names:
        return Changes()

    def shown(gnome: Gnome) -> tuple[object, ...]:
        return gnome.at, gnome.minutes, gnome.intoxication, gnome.fainted, gnome.fate

    return Changes(
        rooms=frozenset(room for room in ROOMS if before.rooms[room] != now.rooms[room]),
        blocked=now.blocked - before.blocked,
        freed=before.blocked - now.blocked,
        tracks=tuple(
            [(one, before.track(one)) for one in TRACKS if before.track(one) != now.track(one)]
        ),
        tokens=frozenset(now.tokens) - frozenset(before.tokens),
        gnomes=tuple(
            [
                was
                for was, is_ in zip(before.gnomes, now.gnomes, strict=True)
                if shown(was) != shown(is_)
            ]
        ),
        stash=before.stash if before.stash != now.stash else None,
    )


_NOW: Final[dict[RoomCondition, str]] = {
    "dry": "is dry now",
    "fire": "burns now",
    "low": "is at low water now",
    "high": "is at high water now",
}


def told(found: Changes, now: Position) -> tuple[str, ...]:
    """Each change in a sentence, in the order in which the picture is read."""
    said = [f"Room {room} {_NOW[now.rooms[room]]}." for room in sorted(found.rooms)]
    if found.blocked:
        said.append(f"Newly blocked: {hatches(found.blocked)}.")
    if found.freed:
        said.append(f"Free again: {hatches(found.freed)}.")
    said += [_of_gnome(was, now.gnome(was.name)) for was in found.gnomes]
    for one, stood in found.tracks:
        said.append(f"{TRACK_NAMES[one]} went from {stood} to {now.track(one)}.")
    if found.tokens:
        new = [f"{TOKEN_NAMES[kind]} at {space}" for kind, space in sorted(found.tokens)]
        said.append(f"New destruction: {listed(new)}.")
    if found.stash is not None:
        said.append(f"Captain's grog went from {found.stash} to {now.stash}.")
    return tuple(said)


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
