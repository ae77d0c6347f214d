"""The direct difference that a correction makes, laid onto the present gamestate (A96).

What is otherwise now than it was after the wrong step has changed since, and stays; counts are
shifted by the difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.logbook import Logbook, hand_without
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Gnome, Position, Token, without
from rednov_bot.games.red_november.rules.resolve import close
from rednov_bot.games.red_november.rules.soundness import MOST_INTOXICATION, MOST_MINUTES
from rednov_bot.games.red_november.rules.tracks import DOOM
from rednov_bot.games.red_november.rules.words import (
    NOWHERE,
    ROOMS,
    TRACKS,
    Item,
    hatch_label,
    place_label,
)

T = TypeVar("T")
_GROG: Final[Item] = "grog"
MOST_GROG: Final = 6  # of the captain's (§11j)


class Patched(msgspec.Struct, frozen=True):
    """The present gamestate with the difference in it."""

    after: Gamestate
    conflicts: tuple[str, ...]  # what has changed since and stays, a sentence each; public
    hidden: tuple[str, ...]  # the same of hands, for the contestmaster alone (§6)


def patch(old: Gamestate, new: Gamestate, present: Gamestate, options: Options) -> Patched:
    """What *new* has otherwise than *old*, after the same step, laid onto *present*.

    Loss and the end of the game are judged afterwards, unless a turn is pending.
    """
    conflicts: list[str] = []
    hidden: list[str] = []
    position = _position(old.position, new.position, present.position, conflicts)
    log = Logbook(_with_tiles(old, new, Gamestate(position, present.secrets), hidden))
    if old != new and log.position.ending is None and log.position.pending is None:
        close(log, options)
    return Patched(log.gamestate, tuple(conflicts), tuple(hidden))


def _laid(then: T, now: T, here: T) -> tuple[T, bool]:
    """A value with the difference laid onto it; whether it has changed since, and stays."""
    if then == now or here == now:
        return here, False
    return (now, False) if here == then else (here, True)


def _shifted(here: int, then: int, now: int, least: int, most: int) -> int:
    return min(most, max(least, here + now - then))


# -- what everybody sees --------------------------------------------------------------------------


def _position(old: Position, new: Position, present: Position, conflicts: list[str]) -> Position:
    seats = zip(old.gnomes, new.gnomes, present.gnomes, strict=True)
    gnomes = tuple([_gnome(then, now, here, conflicts) for then, now, here in seats])
    rooms = list(present.rooms)
    for room in ROOMS:
        rooms[room], stays = _laid(old.rooms[room], new.rooms[room], rooms[room])
        if stays:
            conflicts.append(f"room {room} has changed since and stays as it is")
    freed, blocked = old.blocked - new.blocked, new.blocked - old.blocked
    for ends in sorted(freed - present.blocked):
        conflicts.append(f"hatch {hatch_label(ends)} has been freed since anyway")
    tracks = {
        track: _shifted(present.track(track), old.track(track), new.track(track), 1, DOOM)
        for track in TRACKS
    }
    tokens = _tokens(old, new, present, conflicts)
    dues = (*without(present.dues, without(old.dues, new.dues)), *without(new.dues, old.dues))
    ending, stays = _laid(old.ending, new.ending, present.ending)
    if stays:
        conflicts.append("the game has ended since and stays so")
    out = {gnome.name for gnome in gnomes if not gnome.in_play}
    gifts = [
        one for one in present.gifts if ending is None and not {one.giver, one.recipient} & out
    ]
    return replace(
        present,
        gnomes=gnomes,
        rooms=tuple(rooms),
        blocked=(present.blocked - freed) | blocked,
        tokens=tokens,
        dues=dues,
        pending=_laid(old.pending, new.pending, present.pending)[0],
        turns=max(present.turns, new.turns),
        ending=ending,
        gifts=tuple(gifts),
        **tracks,
    )


def _gnome(then: Gnome, now: Gnome, here: Gnome, conflicts: list[str]) -> Gnome:
    if then == now:
        return here
    if then.fate != now.fate:
        return _fate(then, now, here, conflicts)
    name = here.name
    if not here.in_play:
        conflicts.append(f"{name} is {here.fate} by now and stays so")
        return here
    at, stays = _laid(then.at, now.at, here.at)
    if stays:
        label = place_label(at)
        where = "the sea" if label == "sea" else f"room {label}"
        conflicts.append(f"{name} has gone to {where} since and stays there")
    return replace(
        here,
        at=at,
        fainted=_laid(then.fainted, now.fainted, here.fainted)[0],
        minutes=_shifted(here.minutes, then.minutes, now.minutes, 0, MOST_MINUTES),
        intoxication=_shifted(
            here.intoxication, then.intoxication, now.intoxication, 0, MOST_INTOXICATION
        ),
    )


def _fate(then: Gnome, now: Gnome, here: Gnome, conflicts: list[str]) -> Gnome:
    """Killed, departed, or back: as in the corrected game; killed for good stays so."""
    if here.fate == now.fate:
        return here
    if here.fate != then.fate:
        conflicts.append(f"{here.name} is {here.fate} by now and stays so")
        return here
    if now.in_play:
        return now
    if here != then:
        why = "though the turns they took since stay told"
        conflicts.append(f"{here.name} is {now.fate} from now on, {why}")
    return replace(here, fate=now.fate, at=NOWHERE, minutes=0, fainted=False)


def _tokens(
    old: Position, new: Position, present: Position, conflicts: list[str]
) -> tuple[Token, ...]:
    lying = list(present.tokens)
    for kind, space in without(old.tokens, new.tokens):
        if (kind, space) in lying:
            lying.remove((kind, space))
        else:
            conflicts.append(f"token {kind} at {space} is gone by now anyway")
    for kind, space in without(new.tokens, old.tokens):
        if any(kind == other for other, _ in lying):
            conflicts.append(f"a token {kind} lies on the time track by now; no second")
        else:
            lying.append((kind, space))
    return tuple(lying)


# -- tiles ----------------------------------------------------------------------------------------


def _with_tiles(old: Gamestate, new: Gamestate, here: Gamestate, hidden: list[str]) -> Gamestate:
    """The present gamestate with the tiles where they belong.

    What a hand has too much is loose; what one lacks is taken from there, from the discards, or
    from the pool, the bottom first.  Who is out of play holds nothing (A121).
    """
    position, secrets = here.position, here.secrets
    hands, limits = list(secrets.hands), list(secrets.limits)
    loose: list[Item] = []
    discards, pool = list(secrets.discards), list(secrets.pool)

    def found(item: Item) -> bool:
        for place in (loose, discards):
            if item in place:
                place.remove(item)
                return True
        if item in pool:
            del pool[len(pool) - 1 - pool[::-1].index(item)]
            return True
        return False

    def more(hand: tuple[Item, ...], other: tuple[Item, ...]) -> Iterable[Item]:
        return (Counter(hand) - Counter(other)).elements()

    for seat, gnome in enumerate(position.gnomes):
        if not gnome.in_play:
            loose += hands[seat]
            hands[seat] = ()
            continue
        for item in more(old.secrets.hands[seat], new.secrets.hands[seat]):
            if item in hands[seat]:
                hands[seat] = hand_without(hands[seat], (item,))
                loose.append(item)
            else:
                hidden.append(f"{gnome.name} does not hold the {item} any more")
    stash = position.stash
    wanted = _shifted(stash, old.position.stash, new.position.stash, 0, MOST_GROG)
    loose += [_GROG] * (stash - wanted)
    stash = min(stash, wanted)
    while stash < wanted:
        if not found(_GROG):
            hidden.append("no grog is left that could go back to the cabin")
            break
        stash += 1
    for seat, gnome in enumerate(position.gnomes):
        then, now = old.secrets, new.secrets
        if not gnome.in_play:
            limits[seat] = None
            continue
        for item in more(now.hands[seat], then.hands[seat]):
            if found(item):
                hands[seat] = (*hands[seat], item)
            else:
                hidden.append(f"no {item} is left that {gnome.name} could be given")
        limits[seat], _ = _laid(then.limits[seat], now.limits[seat], limits[seat])
    return Gamestate(
        replace(position, stash=stash),
        replace(
            secrets,
            hands=tuple(hands),
            limits=tuple(limits),
            discards=(*discards, *loose),
            pool=tuple(pool),
        ),
    )
