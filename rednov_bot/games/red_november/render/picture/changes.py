"""What a turn has changed of the position, to be marked in the picture."""

from __future__ import annotations

from typing import NamedTuple

from rednov_bot.games.red_november.render.wording import (
    TOKEN_NAMES,
    TRACK_NAMES,
    counted,
    hatches,
    listed,
)
from rednov_bot.games.red_november.rules.position import Gnome, Position, Token
from rednov_bot.games.red_november.rules.words import (
    NOWHERE,
    ROOMS,
    TRACKS,
    GnomeName,
    Hatch,
    Place,
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
    if before is None or names(before) != names(now):
        return Changes()
    return Changes(
        rooms=frozenset(room for room in ROOMS if before.rooms[room] != now.rooms[room]),
        blocked=now.blocked - before.blocked,
        freed=before.blocked - now.blocked,
        tracks=tuple(
            [(one, before.track(one)) for one in TRACKS if before.track(one) != now.track(one)]
        ),
        tokens=frozenset(now.tokens) - frozenset(before.tokens),
        gnomes=tuple(
            [was for was, is_ in zip(before.gnomes, now.gnomes, strict=True) if _seen(was, is_)]
        ),
        stash=before.stash if before.stash != now.stash else None,
    )


def names(position: Position) -> tuple[GnomeName, ...]:
    """The crew, in canonical order."""
    return tuple([gnome.name for gnome in position.gnomes])


def _seen(was: Gnome, now: Gnome) -> bool:
    def shown(gnome: Gnome) -> tuple[object, ...]:
        return gnome.at, gnome.minutes, gnome.intoxication, gnome.fainted, gnome.fate

    return shown(was) != shown(now)


_NOW = {"dry": "is dry now", "fire": "burns now", "low": "is at low water now",
        "high": "is at high water now"}  # fmt: skip


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
