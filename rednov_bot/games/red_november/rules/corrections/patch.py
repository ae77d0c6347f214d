"""The direct difference that a correction makes, laid onto the present gamestate (A96)."""

from __future__ import annotations

from collections import Counter
from typing import Final

import msgspec
from msgspec.structs import replace

from rednov_bot.games.red_november.rules.corrections.compared import without
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.logbook import Logbook, hand_without
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Due, Gnome, Position
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

MOST_GROG: Final = 6  # of the captain's (§11j)
_GROG: Final[Item] = "grog"


class Tiles:
    """The tiles of the present game, moved as the correction has it."""

    def __init__(self, old: Gamestate, new: Gamestate, present: Gamestate) -> None:
        self.old, self.new, self.position = old, new, present.position
        self.secrets = present.secrets
        self.hands = list(present.secrets.hands)
        self.limits = list(present.secrets.limits)
        self.discards = list(present.secrets.discards)
        self.pool = list(present.secrets.pool)
        self.stash = present.position.stash
        self.loose: list[Item] = []
        self.hidden: list[str] = []  # what could not be done, for the contestmaster alone

    def moved(self) -> Gamestate:
        """The present gamestate with the tiles where they belong."""
        seats = range(len(self.hands))
        for seat in seats:
            self._take_back(seat)
        self._cabin()
        for seat in seats:
            self._hand_out(seat)
            self._limit(seat)
        secrets = replace(
            self.secrets,
            hands=tuple(self.hands),
            limits=tuple(self.limits),
            discards=(*self.discards, *self.loose),
            pool=tuple(self.pool),
        )
        return Gamestate(replace(self.position, stash=self.stash), secrets)

    def _take_back(self, seat: int) -> None:
        """What they hold more than they should; who is out of play holds nothing (A121)."""
        gnome = self.position.gnomes[seat]
        if not gnome.in_play:
            self.loose += self.hands[seat]
            self.hands[seat] = ()
            return
        for item in _more(self.old.secrets.hands[seat], self.new.secrets.hands[seat]):
            if item in self.hands[seat]:
                self.hands[seat] = hand_without(self.hands[seat], (item,))
                self.loose.append(item)
            else:
                self.hidden.append(f"{gnome.name} does not hold the {item} any more")

    def _cabin(self) -> None:
        shifted = self.stash + self.new.position.stash - self.old.position.stash
        while self.stash > max(0, shifted):
            self.stash -= 1
            self.loose.append(_GROG)
        while self.stash < min(MOST_GROG, shifted):
            if not self._find(_GROG):
                self.hidden.append("no grog is left that could go back to the cabin")
                return
            self.stash += 1

    def _hand_out(self, seat: int) -> None:
        gnome = self.position.gnomes[seat]
        if not gnome.in_play:
            return
        for item in _more(self.new.secrets.hands[seat], self.old.secrets.hands[seat]):
            if self._find(item):
                self.hands[seat] = (*self.hands[seat], item)
            else:
                self.hidden.append(f"no {item} is left that {gnome.name} could be given")

    def _find(self, item: Item) -> bool:
        """One such tile is taken from where it is missed least, if there is any."""
        for place in (self.loose, self.discards):
            if item in place:
                place.remove(item)
                return True
        if item in self.pool:
            del self.pool[len(self.pool) - 1 - self.pool[::-1].index(item)]
            return True
        return False

    def _limit(self, seat: int) -> None:
        """A hand limit follows the correction, where none has come since."""
        then, now = self.old.secrets.limits[seat], self.new.secrets.limits[seat]
        if not self.position.gnomes[seat].in_play:
            self.limits[seat] = None
        elif then != now and self.limits[seat] == then:
            self.limits[seat] = now


def _more(hand: tuple[Item, ...], other: tuple[Item, ...]) -> tuple[Item, ...]:
    """The tiles of a hand that the other has not."""
    return tuple((Counter(hand) - Counter(other)).elements())


class Patched(msgspec.Struct, frozen=True):
    """The present gamestate with the difference in it."""

    after: Gamestate
    conflicts: tuple[str, ...]  # what has changed since and stays, a sentence each; public
    hidden: tuple[str, ...]  # the same of hands, for the contestmaster alone (§6)


def patch(old: Gamestate, new: Gamestate, present: Gamestate, options: Options) -> Patched:
    """What *new* has otherwise than *old*, after the same step, laid onto *present*.

    Loss and the end of the game are judged afterwards, unless a turn is pending.
    """
    patcher = _Patcher(old.position, new.position, present.position)
    patcher.lay()
    tiles = Tiles(old, new, Gamestate(patcher.position, present.secrets))
    log = Logbook(tiles.moved())
    if old != new and log.position.ending is None and log.position.pending is None:
        close(log, options)
    return Patched(log.gamestate, tuple(patcher.conflicts), tuple(tiles.hidden))


class _Patcher:
    """Lays one public difference after the other."""

    def __init__(self, old: Position, new: Position, present: Position) -> None:
        self.old, self.new, self.position = old, new, present
        self.conflicts: list[str] = []

    def lay(self) -> None:
        """All of them."""
        gnomes = tuple([self._gnome(seat) for seat in range(len(self.position.gnomes))])
        self.position = replace(self.position, gnomes=gnomes)
        self._rooms()
        self._hatches()
        self._tracks()
        self._tokens()
        self._dues()
        self._ending()

    def _gnome(self, seat: int) -> Gnome:
        then, now, gnome = self.old.gnomes[seat], self.new.gnomes[seat], self.position.gnomes[seat]
        if then == now:
            return gnome
        if then.fate != now.fate:
            return self._fate(then, now, gnome)
        if not gnome.in_play:
            self.conflicts.append(f"{gnome.name} is {gnome.fate} by now and stays so")
            return gnome
        minutes = gnome.minutes + now.minutes - then.minutes
        level = gnome.intoxication + now.intoxication - then.intoxication
        shifted: Gnome = replace(
            gnome,
            minutes=min(MOST_MINUTES, max(0, minutes)),
            intoxication=min(MOST_INTOXICATION, max(0, level)),
        )
        if then.at != now.at and gnome.at == then.at:
            shifted = replace(shifted, at=now.at)
        elif then.at != now.at and gnome.at != now.at:
            self.conflicts.append(f"{gnome.name} has gone to {_where(gnome)} since and stays there")
        if then.fainted != now.fainted and gnome.fainted == then.fainted:
            shifted = replace(shifted, fainted=now.fainted)
        elif then.fainted != now.fainted and gnome.fainted != now.fainted:
            state = "asleep" if gnome.fainted else "awake"
            self.conflicts.append(f"{gnome.name} is {state} by now and stays so")
        return shifted

    def _fate(self, then: Gnome, now: Gnome, gnome: Gnome) -> Gnome:
        """Killed, departed, or back: as in the corrected game; killed for good stays so."""
        if gnome.fate == now.fate:
            return gnome
        if gnome.fate != then.fate:
            self.conflicts.append(f"{gnome.name} is {gnome.fate} by now and stays so")
            return gnome
        if not now.in_play:
            if gnome != then:
                why = "though the turns they took since stay told"
                self.conflicts.append(f"{gnome.name} is {now.fate} from now on, {why}")
            return replace(gnome, fate=now.fate, at=NOWHERE, minutes=0, fainted=False)
        return now

    def _rooms(self) -> None:
        rooms = list(self.position.rooms)
        for room in ROOMS:
            then, now = self.old.rooms[room], self.new.rooms[room]
            if then != now and rooms[room] == then:
                rooms[room] = now
            elif now not in (then, rooms[room]):
                self.conflicts.append(f"room {room} has changed since and stays as it is")
        self.position = replace(self.position, rooms=tuple(rooms))

    def _hatches(self) -> None:
        """Whichever a hatch was, it can only be the other: nothing to quarrel about."""
        freed, blocked = self.old.blocked - self.new.blocked, self.new.blocked - self.old.blocked
        for ends in sorted(freed - self.position.blocked):
            self.conflicts.append(f"hatch {hatch_label(ends)} has been freed since anyway")
        now = (self.position.blocked - freed) | blocked
        self.position = replace(self.position, blocked=now)

    def _tracks(self) -> None:
        for track in TRACKS:
            step = self.new.track(track) - self.old.track(track)
            here = self.position.track(track)
            self.position = replace(self.position, **{track: min(DOOM, max(1, here + step))})

    def _tokens(self) -> None:
        lying = list(self.position.tokens)
        then, now = list(self.old.tokens), list(self.new.tokens)
        for kind, space in without(then, now):
            if (kind, space) in lying:
                lying.remove((kind, space))
            else:
                self.conflicts.append(f"token {kind} at {space} is gone by now anyway")
        for kind, space in without(now, then):
            if any(kind == other for other, _ in lying):
                self.conflicts.append(f"a token {kind} lies on the time track by now; no second")
            else:
                lying.append((kind, space))
        self.position = replace(self.position, tokens=tuple(lying))

    def _dues(self) -> None:
        left = list(self.position.dues)
        for due in _dues_without(self.old.dues, self.new.dues):
            if due in left:
                left.remove(due)
        gained = _dues_without(self.new.dues, self.old.dues)
        self.position = replace(self.position, dues=(*left, *gained))

    def _ending(self) -> None:
        """The end of the game, the pending turn, and the gifts that either closes."""
        if self.old.pending != self.new.pending and self.position.pending == self.old.pending:
            self.position = replace(self.position, pending=self.new.pending)
        turns = max(self.position.turns, self.new.turns)
        self.position = replace(self.position, turns=turns)
        if self.old.ending == self.new.ending or self.position.ending == self.new.ending:
            pass
        elif self.position.ending == self.old.ending:
            self.position = replace(self.position, ending=self.new.ending)
        else:
            self.conflicts.append("the game has ended since and stays so")
        out = {gnome.name for gnome in self.position.gnomes if not gnome.in_play}
        over = self.position.ending is not None
        gifts = tuple(
            [
                gift
                for gift in self.position.gifts
                if not over and not {gift.giver, gift.recipient} & out
            ]
        )
        self.position = replace(self.position, gifts=gifts)


def _where(gnome: Gnome) -> str:
    label = place_label(gnome.at)
    return "the sea" if label == "sea" else f"room {label}"


def _dues_without(dues: tuple[Due, ...], others: tuple[Due, ...]) -> tuple[Due, ...]:
    left = list(dues)
    for due in others:
        if due in left:
            left.remove(due)
    return tuple(left)
