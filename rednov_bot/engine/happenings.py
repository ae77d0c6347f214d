"""What can happen in a game, one class each: public, private to one gnome, or hidden from all.

The three are different types, so that what writes to a list cannot be given the others.
Past tense; the order in which they are told is the order in which they happened.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from rednov_bot.engine.position import CardId
from rednov_bot.engine.words import (
    ActionName,
    CardKind,
    Cause,
    GnomeName,
    Hatch,
    Item,
    Place,
    RoomCondition,
    TokenKind,
    Track,
)

ItemSource: TypeAlias = Literal["start", "stores", "marker"]
Decider: TypeAlias = Literal["gnome", "contestmaster", "luck", "only"]
"""Who made a choice: the active gnome, the contestmaster, a die, or nobody (one candidate)."""


class _Happening(msgspec.Struct, frozen=True, tag=True, tag_field="is"):
    pass


# The opening of a game (§5).


class GameOpened(_Happening, frozen=True):
    """A game begins for these gnomes, in canonical order, each with this many minutes."""

    gnomes: tuple[GnomeName, ...]
    minutes: int
    stash: int
    deck: int  # event cards in the deck
    y_pot: int = 0  # Y points to be split by the winners (§24)


class GnomePlaced(_Happening, frozen=True):
    """The die puts a gnome into a room."""

    gnome: GnomeName
    room: Place


# The announced turn (§9, §10, §11).


class TurnTaken(_Happening, frozen=True):
    """A valid turn was announced; it now awaits its resolution."""

    gnome: GnomeName
    number: int
    gift_to: GnomeName | None = None  # a window for gifts in return opens (§11k)


class ItemUsed(_Happening, frozen=True):
    """A tile is used up; grog and coffee change the level of intoxication (§7, §9)."""

    gnome: GnomeName
    item: Item
    before: int  # intoxication, 0-4
    after: int


class HatchOpened(_Happening, frozen=True):
    """A gnome opens a hatch, for a minute (§10a)."""

    gnome: GnomeName
    hatch: Hatch


class WaterEqualised(_Happening, frozen=True):
    """High water ran into a dry room: both are at low water (§10b)."""

    rooms: tuple[Place, Place]
    doused: Place | None  # the room whose fire went out


class Passed(_Happening, frozen=True):
    """A gnome goes through the open hatch (§10c)."""

    gnome: GnomeName
    origin: Place
    to: Place
    minutes: int  # 0, or 1 for low water or out into the sea
    burning: bool = False


class ActionTaken(_Happening, frozen=True):
    """The action of the turn and its time (§11, §15)."""

    gnome: GnomeName
    action: ActionName
    minutes: int
    surcharge: int  # 2 at low water, else 0
    place: Place


# What came of the action (§16a).


class FixTried(_Happening, frozen=True):
    """A fix-it action succeeds or fails (§12)."""

    gnome: GnomeName
    action: ActionName
    minutes: int
    bonus: int
    die: int | None  # 1-10; None when no roll was needed
    success: bool


class AttemptFutile(_Happening, frozen=True):
    """The gnome passed every such token before e was done: failure without a die (A35)."""

    gnome: GnomeName
    token: TokenKind
    spaces: tuple[int, ...]


class HatchFreed(_Happening, frozen=True):
    """A blocked hatch is free again (§11a)."""

    hatch: Hatch


class FirePutOut(_Happening, frozen=True):
    """A fire is extinguished (§11b)."""

    room: Place


class RoomPumped(_Happening, frozen=True):
    """Low water is pumped out (§11c)."""

    room: Place


class TrackReset(_Happening, frozen=True):
    """A disaster track is reset (§8)."""

    track: Track
    before: int
    after: int


class TokensPrevented(_Happening, frozen=True):
    """Timed destructions are prevented for everybody (§11d-h)."""

    token: TokenKind
    spaces: tuple[int, ...]


class TokensMissed(_Happening, frozen=True):
    """These tokens were passed during the work and stay (A2)."""

    token: TokenKind
    spaces: tuple[int, ...]


class GrogGained(_Happening, frozen=True):
    """Grog from the captain's cabin: public (§11j, A100)."""

    gnome: GnomeName
    count: int


class GiftMade(_Happening, frozen=True):
    """Items change hands; which, only the two know (§11k)."""

    giver: GnomeName
    recipient: GnomeName
    count: int
    in_return: bool = False


class EscapeMade(_Happening, frozen=True):
    """The extinguishing failed and the gnome flees; the movement follows (§13)."""

    gnome: GnomeName
    decider: Literal["gnome", "contestmaster"]


class NoEscape(_Happening, frozen=True):
    """The extinguishing failed and nothing can save the gnome (§13, A115)."""

    gnome: GnomeName


class GnomeDeparted(_Happening, frozen=True):
    """A gnome has abandoned eir comrades (§11m)."""

    gnome: GnomeName


class Killed(_Happening, frozen=True):
    """A gnome is killed (§20)."""

    gnome: GnomeName
    cause: Cause
    place: Place


class GnomeReplaced(_Happening, frozen=True):
    """A new gnome stumbles out of hiding (option less_deadly)."""

    gnome: GnomeName
    room: Place
    cause: Cause


class Attacked(_Happening, frozen=True):
    """A gnome attacks another with a crowbar (option crazed)."""

    attacker: GnomeName
    defender: GnomeName
    defended: bool
    attack_die: int
    attack_level: int
    defence_die: int | None
    defence_level: int
    winner: GnomeName


# The faint check (§16c).


class FaintChecked(_Happening, frozen=True):
    """A card is drawn for its number alone; its event is ignored."""

    gnome: GnomeName
    card: CardId
    title: str
    number: int | None  # None: a dash, nobody faints
    intoxication: int
    fainted: bool


class Fainted(_Happening, frozen=True):
    """A gnome falls asleep and loses up to ten minutes (A7)."""

    gnome: GnomeName
    lost: int


class Woke(_Happening, frozen=True):
    """A sleeper wakes (§16c, A63)."""

    gnome: GnomeName
    deadlock: bool = False  # nobody else could have acted any more


# The walk down the time track (§16d).


class Reached(_Happening, frozen=True):
    """The active gnome comes to a space with a marker, or passes a token."""

    gnome: GnomeName
    space: int


class CharmHeld(_Happening, frozen=True):
    """A lucky charm spares an event marker (A62)."""

    gnome: GnomeName
    space: int


class CardDrawn(_Happening, frozen=True):
    """An event card is drawn and takes effect."""

    card: CardId
    kind: CardKind
    title: str
    space: int | None  # None: before the first turn (option opening_events)


class EventDeckRenewed(_Happening, frozen=True):
    """The event deck ran out; its discards are shuffled into a new one."""

    size: int
    kraken_joined: bool


class ItemsAwarded(_Happening, frozen=True):
    """A gnome gets random items; which, e is told privately (§6)."""

    gnome: GnomeName
    count: int
    wanted: int
    source: ItemSource


class ItemPoolRenewed(_Happening, frozen=True):
    """The item pool ran out; the discards are shuffled back (CC)."""


class TrackAdvanced(_Happening, frozen=True):
    """A disaster track advances, stopping at 10 (§8)."""

    track: Track
    before: int
    after: int


class RoomCaughtFire(_Happening, frozen=True):
    """A room burns."""

    room: Place


class FireFed(_Happening, frozen=True):
    """A fire starts where it burns already: only the air suffers (A66)."""

    room: Place


class AirRanOut(_Happening, frozen=True):
    """A fire breaks out and uses up the last air before the room burns (A117)."""

    room: Place


class FireDrowned(_Happening, frozen=True):
    """A fire would start in a flooded room: nothing."""

    room: Place


class FireSpread(_Happening, frozen=True):
    """Fire spreads to a neighbouring room."""

    room: Place
    candidates: tuple[Place, ...]
    decider: Decider


class FireStayed(_Happening, frozen=True):
    """Fire has no room to spread to: nothing."""


class RoomFlooded(_Happening, frozen=True):
    """A room is at high water."""

    room: Place
    before: RoomCondition


class CurrentRose(_Happening, frozen=True):
    """Every room at low water rises to high water."""

    rooms: tuple[Place, ...]


class HatchJammed(_Happening, frozen=True):
    """A hatch is blocked."""

    room: Place
    hatch: Hatch
    candidates: tuple[Hatch, ...]
    decider: Decider


class NoHatchToJam(_Happening, frozen=True):
    """Every interior hatch of the room is blocked already: nothing."""

    room: Place


class LimitImposed(_Happening, frozen=True):
    """A hand limit, for one gnome or for all; who exceeds it is not public (§17)."""

    limit: int
    gnome: GnomeName | None


class ThirstSlaked(_Happening, frozen=True):
    """Overheated: a holder of grog drinks one (A77)."""

    gnome: GnomeName
    before: int
    after: int


class NobodyThirsty(_Happening, frozen=True):
    """Overheated: nobody holds a grog."""


class TokenPlaced(_Happening, frozen=True):
    """A timed destruction lies on the time track."""

    token: TokenKind
    space: int


class TokenBeyond(_Happening, frozen=True):
    """The token would lie beyond Rescued!: not placed."""

    token: TokenKind


class TokenAlready(_Happening, frozen=True):
    """There is such a token already: no effect (A74)."""

    token: TokenKind


class Respite(_Happening, frozen=True):
    """Nothing happens."""

    removed: bool = False  # the card leaves the game (option remove_respite)


# Between turns.


class ItemsDiscarded(_Happening, frozen=True):
    """A gnome discards for a hand limit: the number is public (§17, A23)."""

    gnome: GnomeName
    count: int


class ReturnPromised(_Happening, frozen=True):
    """A gift in return that takes effect with the resolution (option return_gift_effect)."""

    giver: GnomeName
    recipient: GnomeName
    count: int


class HandsCounted(_Happening, frozen=True):
    """How many items each gnome in play holds (option public_hand_sizes, A22)."""

    sizes: tuple[tuple[GnomeName, int], ...]


class HandsRevealed(_Happening, frozen=True):
    """What each gnome held when the game ended (option reveal_at_end, A24b)."""

    hands: tuple[tuple[GnomeName, tuple[Item, ...]], ...]


# Endings (§18, §20-§24).


class PointsDue(_Happening, frozen=True):
    """The contestmaster owes a gnome points."""

    gnome: GnomeName
    axis: Literal["X", "Y"]
    points: int
    reason: str


class SubLost(_Happening, frozen=True):
    """The sub is lost: by a track at 10, or by a token that all have passed (§21)."""

    track: Track | None
    token: TokenKind | None
    space: int | None


class GameOver(_Happening, frozen=True):
    """The game is over (§22-§24)."""

    winners: tuple[GnomeName, ...]
    losers: tuple[GnomeName, ...]
    sub_lost: bool


class TurnResolved(_Happening, frozen=True):
    """The turn is fully resolved; so many minutes are left."""

    gnome: GnomeName
    minutes: int


# Private to one gnome.


class ItemsReceived(_Happening, frozen=True):
    """Which items a gnome was awarded (§6)."""

    to: GnomeName
    items: tuple[Item, ...]
    source: ItemSource


class GiftReceived(_Happening, frozen=True):
    """Which items a gnome was given, or took from whom e slew."""

    to: GnomeName
    giver: GnomeName
    items: tuple[Item, ...]


class LimitPending(_Happening, frozen=True):
    """A hand limit is exceeded: so many items must be discarded before the next turn (§17)."""

    to: GnomeName
    limit: int
    held: int
    owed: int | None  # fixed at the event (option hand_limit_basis = at_event)


class LimitLifted(_Happening, frozen=True):
    """A pending hand limit is met."""

    to: GnomeName


class DiscardNamed(_Happening, frozen=True):
    """Which items a gnome discarded."""

    to: GnomeName
    items: tuple[Item, ...]


# Hidden from everybody.


class ReturnNoted(_Happening, frozen=True):
    """The tiles of a promised gift in return."""

    giver: GnomeName
    recipient: GnomeName
    items: tuple[Item, ...]


class ReturnsKept(_Happening, frozen=True):
    """Promised gifts in return were made; none is open."""


class EventDeckShuffled(_Happening, frozen=True):
    """The order of the event deck, from the top."""

    order: tuple[CardId, ...]


class ItemPoolShuffled(_Happening, frozen=True):
    """The order of the item pool, from the top; the discards are in it."""

    order: tuple[Item, ...]


class HandDropped(_Happening, frozen=True):
    """The items of the killed go to the discards, or out of the game (A68, A50)."""

    gnome: GnomeName
    to_discards: bool


PublicHappening: TypeAlias = (
    TurnTaken
    | ItemUsed
    | HatchOpened
    | WaterEqualised
    | Passed
    | ActionTaken
    | FixTried
    | AttemptFutile
    | HatchFreed
    | FirePutOut
    | RoomPumped
    | TrackReset
    | TokensPrevented
    | TokensMissed
    | GrogGained
    | GiftMade
    | EscapeMade
    | NoEscape
    | GnomeDeparted
    | Killed
    | GnomeReplaced
    | Attacked
    | FaintChecked
    | Fainted
    | Woke
    | Reached
    | CharmHeld
    | CardDrawn
    | EventDeckRenewed
    | ItemsAwarded
    | ItemPoolRenewed
    | TrackAdvanced
    | RoomCaughtFire
    | FireFed
    | FireDrowned
    | AirRanOut
    | FireSpread
    | FireStayed
    | RoomFlooded
    | CurrentRose
    | HatchJammed
    | NoHatchToJam
    | LimitImposed
    | ThirstSlaked
    | NobodyThirsty
    | TokenPlaced
    | TokenBeyond
    | TokenAlready
    | Respite
    | ItemsDiscarded
    | ReturnPromised
    | HandsCounted
    | HandsRevealed
    | PointsDue
    | SubLost
    | GameOver
    | TurnResolved
    | GameOpened
    | GnomePlaced
)
"""What the list may be told."""

PrivateHappening: TypeAlias = (
    ItemsReceived | GiftReceived | LimitPending | LimitLifted | DiscardNamed
)
"""What one gnome may be told: the one named by `to`."""

HiddenHappening: TypeAlias = (
    EventDeckShuffled | ItemPoolShuffled | HandDropped | ReturnNoted | ReturnsKept
)
"""What nobody is told."""

Happening: TypeAlias = PublicHappening | PrivateHappening | HiddenHappening
