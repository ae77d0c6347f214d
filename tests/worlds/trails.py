"""Where every tile of a game has been, and what everybody may know of it (§6).

What is public comes from public happenings alone: the tiles that are used, the captain's grogs, who
drinks when the sub overheats and who does not, hands that are revealed; and from announcements that
name the tiles of a gift or a discard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeGuard

from msgspec.structs import replace

from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Secrets
from rednov_bot.engine.position import Position
from rednov_bot.engine.public_changes import CHANGING, position_after
from rednov_bot.engine.secret_changes import secrets_after
from rednov_bot.engine.turn import Turn, Use
from rednov_bot.engine.words import GnomeName, Item
from tests.worlds.places import Places, Promise, Untraceable, found
from tests.worlds.ways import BIT, Stretch, Ways

_GROG: Final[Item] = "grog"
_CROWBAR: Final[Item] = "crowbar"

Kept = tuple[Stretch, ...] | Places | None
"""The tiles that a private happening is about; of a correction, where all lie."""


@dataclass(frozen=True, slots=True, repr=False)
class Deal:
    """A pool was shuffled: the tiles of which, and as they came to lie, from the top."""

    name: str  # of the draw
    tiles: tuple[Stretch, ...]
    sorted_first: bool  # by the names of the tiles; else they lay as they are told here
    order: tuple[Stretch, ...]


class Trails:
    """The ways of all tiles up to a moment.  Happenings are entered one by one, in their order.

    Where what happened does not fit, the tiles are *lost* until they are found again.
    """

    __slots__ = (
        *("_dry", "_due", "_loser", "_tiles", "_undealt", "deals", "deck_at", "drawn", "lost"),
        *("places", "position", "renewed", "sleepers_drink", "told", "ways"),
    )

    def __init__(self, tiles: tuple[Item, ...] = (), *, sleepers_drink: bool = True) -> None:
        """*tiles*: all those of the pool, as they lie before they are shuffled; needed for luck.

        *sleepers_drink*: not by the first edition (option edition).
        """
        self._tiles = tiles
        self.sleepers_drink = sleepers_drink
        self.position = Position()
        self.ways = Ways()
        self.places = Places(self.ways, [], [], [], [])
        self.told: list[tuple[h.Happening, Kept]] = []
        self.lost = False
        self.deck_at = -1  # the place in `told` that says the order of the event deck
        self.drawn = 0  # event cards since then
        self.deals: list[Deal] = []  # since the copy was made, like the following
        self.renewed = 0  # decks and pools
        self._undealt = False  # the game is opened, and the pool not shuffled yet
        self._dry: set[int] = set()  # seats that an Overheated has not made drink so far
        self._due: list[Promise] = []  # being kept
        self._loser: GnomeName = ""  # of an attack, whose tiles go to the winner

    def copy(self, ways: Ways | None = None) -> Trails:
        """The same ways, on which something may happen that is no fact yet.

        On the very same *ways*, if they are given, another course of the game may be followed.
        """
        made = Trails(self._tiles, sleepers_drink=self.sleepers_drink)
        made.position, made.told, made.ways = (
            self.position,
            self.told.copy(),
            ways or self.ways.copy(),
        )
        made.places = self.places.copy(made.ways)
        made.lost, made.deck_at, made.drawn = self.lost, self.deck_at, self.drawn
        made._undealt, made._dry = self._undealt, self._dry.copy()
        made._due, made._loser = self._due.copy(), self._loser
        return made

    def find(self, secrets: Secrets) -> None:
        """The tiles lie so now; those that do not yet are taken to have come there somehow."""
        self.settle()
        if self.lost or not self.places.fits(secrets):
            self._found(secrets)

    def settle(self) -> None:
        """What only the next happening would show is plain: nothing more has happened so far."""
        self._stay_dry()
        self._broken(self._due)
        self._due = []

    def enter(self, happening: h.Happening, *, named: bool = False) -> None:
        """The next happening; *named*: the list was told which tiles a gnome gave or discarded."""
        kind = type(happening)
        if self._dry and kind not in _AFTER_HEAT:
            self._stay_dry()
        if _changes(happening):
            self.position = position_after(self.position, happening)
        kept: Kept = None
        if kind in _OF_DECKS:
            self._turned(happening)
        if kind in _OF_TILES and (not self.lost or kind in _FINDING):
            try:
                kept = self._entered(happening, named)
            except Untraceable:
                self.lost, self._dry = True, set()
        self.told.append((happening, kept))

    def hold(self, turn: Turn) -> None:
        """A turn is valid for everybody to see: its gnome holds the tiles that it names."""
        action = turn.action
        if action is not None and action.give_count is not None:
            turn = replace(turn, action=replace(action, give=None))  # these were not named
        held = claimed(turn) & Counter(self.ways.of(self.hand(turn.gnome)))
        seat = self.position.seat(turn.gnome)
        self.ways.show(*self.places.among(seat, turn.gnome, held.elements()))

    def keep_wish(self, told: h.Attacked) -> None:
        """Before it is entered: the defender wishes for the same defence in every world.

        Who was awake and did not defend emself may have had no crowbar to do it with: then nowhere.
        """
        hand = self.hand(told.defender)
        awake = not self.position.gnome(told.defender).fainted
        if awake and not told.defended and _CROWBAR not in self.ways.of(hand):
            self.ways.forbid(hand, _CROWBAR)

    def hand(self, name: GnomeName) -> list[Stretch]:
        """The tiles that a gnome holds."""
        return self.places.hands[self.position.seat(name)]

    # -- what happens ------------------------------------------------------------------------

    def _turned(self, happening: h.Happening) -> None:
        match happening:
            case h.CardDrawn() | h.FaintChecked():
                self.drawn += 1
            case h.EventDeckShuffled() | h.SecretsCorrected():
                self.deck_at, self.drawn = len(self.told), 0
            case h.ItemPoolRenewed() | h.EventDeckRenewed():
                self.renewed += 1
            case _:
                pass

    def _entered(self, happening: h.Happening, named: bool) -> Kept:
        places, seat = self.places, self.position.seat
        match happening:
            case h.CardDrawn(kind="overheated"):
                self._dry = set(self._drinkers())
            case h.ItemUsed(gnome=name, item=item):
                self._used_up(name, item)
            case h.ThirstSlaked(gnome=name):
                self._dry.discard(seat(name))
                self._used_up(name, _GROG)
            case h.ItemsReceived(to=name, items=items):
                return places.drawn(seat(name), items)
            case h.GrogGained(gnome=name, count=count):
                self.hand(name).extend([self.ways.begin(_GROG, BIT[_GROG]) for _ in range(count)])
            case h.Attacked(attacker=name, defender=other, winner=winner):
                self._loser = other if winner == name else name
            case h.GiftReceived(to=name, giver=giver, items=items):
                given = self._given(giver, name, items, named)
                places.leave(seat(giver), given)
                self.hand(name).extend(given)
                return given
            case h.DiscardNamed(to=name, items=items):
                gone = places.chosen(seat(name), name, items, named)
                places.leave(seat(name), gone)
                places.discards += gone
                return gone
            case h.ReturnNoted(giver=giver, recipient=name, items=items):
                promised = places.chosen(seat(giver), giver, items, named)
                places.promised.append((giver, name, promised))
                return promised
            case h.ReturnsKept():
                self._due = [one for one in places.promised if one[2]]
                places.promised = []
            case h.TurnTaken():
                self.settle()
            case h.HandDropped(gnome=name, to_discards=to_discards):
                places.discards += self.hand(name) if to_discards else []
                self.hand(name).clear()
                self._loser = ""
            case h.HandsRevealed():
                for hand in places.hands:
                    self.ways.show(*hand)
            case h.ItemPoolShuffled(order=order):
                return self._dealt(order)
            case h.SecretsCorrected():
                self._found(secrets_after(Secrets(), self.position, happening))
                return self.places.copy(self.ways)
            case h.GameOpened(gnomes=names):
                self.places = Places(self.ways, [[] for _ in names], [], [], [])
                self.lost, self._undealt = False, True
            case _:
                pass
        return None

    def _used_up(self, name: GnomeName, item: Item) -> None:
        (one,) = self.places.among(self.position.seat(name), name, (item,))
        self.ways.show(one)
        self.hand(name).remove(one)
        self.places.discards.append(one)

    def _given(
        self, giver: GnomeName, name: GnomeName, items: tuple[Item, ...], named: bool
    ) -> tuple[Stretch, ...]:
        """A gift; one that was promised; or all that the loser of an attack had."""
        at = next((at for at, one in enumerate(self._due) if one[:2] == (giver, name)), None)
        if giver == self._loser:
            given = tuple(self.hand(giver))
        elif at is not None:
            given = self._due[at][2]
            self._broken(self._due[:at])
            del self._due[: at + 1]
        else:
            return self.places.chosen(self.position.seat(giver), giver, items, named)
        if sorted(self.ways.of(given)) != sorted(items):
            raise Untraceable
        return given

    def _dealt(self, order: tuple[Item, ...]) -> tuple[Stretch, ...]:
        """A pool is shuffled: at the opening all tiles, later the discards."""
        opening, self._undealt = self._undealt, False
        tiles = tuple(self.places.discards)
        if opening:
            tiles = tuple([self.ways.begin(item) for item in self._tiles or sorted(order)])
        self.places.dealt(tiles, order)
        pool = tuple(self.places.pool)
        name = "item pool" if opening else f"refill items {self.renewed - 1}"
        self.deals.append(Deal(name, tiles, not opening, pool))
        return pool

    def _found(self, secrets: Secrets) -> None:
        self.places = found(self.places, secrets)
        self.lost, self._dry, self._due, self._loser = False, set(), [], ""
        for giver, name, items in secrets.promised:
            kept = tuple(self.places.among(self.position.seat(giver), giver, items))
            self.places.promised.append((giver, name, kept))

    # -- what everybody knows ----------------------------------------------------------------

    def _drinkers(self) -> Iterator[int]:
        for seat, gnome in enumerate(self.position.gnomes):
            if gnome.in_play and (self.sleepers_drink or not gnome.fainted):
                yield seat

    def _stay_dry(self) -> None:
        """Who did not drink when the sub overheated held no grog (A77)."""
        for seat in self._dry:
            self.ways.forbid(self.places.hands[seat], _GROG)
        self._dry = set()

    def _broken(self, promises: Iterable[Promise]) -> None:
        """Gifts that were promised and not made: everybody sees it, so the hand stays as it is."""
        for giver, _, kept in promises:
            self.ways.show(*kept, *self.hand(giver))


_AFTER_HEAT: Final = frozenset({h.ThirstSlaked, h.NobodyThirsty})
_FINDING: Final = frozenset({h.SecretsCorrected, h.GameOpened})
_OF_DECKS: Final = frozenset(
    {
        *(h.CardDrawn, h.FaintChecked, h.EventDeckShuffled, h.SecretsCorrected),
        *(h.ItemPoolRenewed, h.EventDeckRenewed),
    }
)
_OF_TILES: Final = frozenset(
    {
        *(h.CardDrawn, h.ItemUsed, h.ThirstSlaked, h.ItemsReceived, h.GrogGained, h.Attacked),
        *(h.GiftReceived, h.DiscardNamed, h.ReturnNoted, h.ReturnsKept, h.TurnTaken),
        *(h.HandDropped, h.HandsRevealed, h.ItemPoolShuffled, h.SecretsCorrected, h.GameOpened),
    }
)


def _changes(happening: h.Happening) -> TypeGuard[h.PublicHappening]:
    return type(happening) in CHANGING


def claimed(turn: Turn) -> Counter[Item]:
    """The tiles of eir hand that a gnome says e uses or gives; grogs that the action gains are none
    (A116)."""
    action, escape = turn.action, turn.escape
    tiles = Counter([step.item for step in turn.steps if isinstance(step, Use)])
    later = Counter([step.item for step in turn.after if isinstance(step, Use)])
    later.update(() if escape is None else escape.uses)
    if action is not None and action.name == "gain_grog":
        later["grog"] = max(0, later["grog"] - (action.minutes or 0))
    if action is not None and action.name == "give_items":
        tiles.update(action.give or ())
    return tiles + later
