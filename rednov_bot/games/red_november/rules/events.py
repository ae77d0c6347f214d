"""What can happen in a game, one class each: public, private to one gnome, or hidden from all."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec

from rednov_bot.games.red_november.rules.position import CardId, Gift, Position
from rednov_bot.games.red_november.rules.words import (
    ActionName,
    Axis,
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


class Happened(msgspec.Struct, frozen=True, tag=True, tag_field="is"):
    """One thing that happened; in JSON, `is` holds its name."""


class Whispered(Happened, frozen=True):
    """What one gnome is told alone, or nobody: its repr is its name alone (§6)."""

    def __repr__(self) -> str:
        """`ItemsReceived(...)`."""
        return f"{type(self).__name__}(...)"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Nothing."""
        return []


class GameOpened(Happened, frozen=True):
    """A game begins for these gnomes, in canonical order, each with this many minutes."""

    gnomes: tuple[GnomeName, ...]
    minutes: int
    stash: int
    deck: int  # event cards in the deck
    y_pot: int = 0  # Y points to be split by the winners (§24)


class GnomePlaced(Happened, frozen=True):
    """The die puts a gnome into a room."""

    gnome: GnomeName
    room: Place


class TurnTaken(Happened, frozen=True):
    """A valid turn was announced; it now awaits its resolution."""

    gnome: GnomeName
    number: int
    gift_to: GnomeName | None = None  # a window for gifts in return opens (§11k)


class ItemUsed(Happened, frozen=True):
    """A tile is used up; grog and coffee change the level of intoxication (§7, §9)."""

    gnome: GnomeName
    item: Item
    before: int  # intoxication, 0-4
    after: int


class HatchOpened(Happened, frozen=True):
    """A gnome opens a hatch, for a minute (§10a)."""

    gnome: GnomeName
    hatch: Hatch


class WaterEqualised(Happened, frozen=True):
    """High water ran into a dry room: both are at low water (§10b)."""

    rooms: tuple[Place, Place]
    doused: Place | None  # the room whose fire went out


class Passed(Happened, frozen=True):
    """A gnome goes through the open hatch (§10c)."""

    gnome: GnomeName
    origin: Place
    to: Place
    minutes: int  # 0, or 1 for low water or out into the sea
    burning: bool = False


class ActionTaken(Happened, frozen=True):
    """The action of the turn and its time (§11, §15)."""

    gnome: GnomeName
    action: ActionName
    minutes: int
    surcharge: int  # 2 at low water, else 0
    place: Place


CERTAIN: Final = 10  # tenths: a sum of 10 or more needs no roll (§12)


class FixTried(Happened, frozen=True):
    """A fix-it action succeeds or fails (§12)."""

    gnome: GnomeName
    action: ActionName
    minutes: int
    bonus: int
    die: int | None  # 1-10; None when no roll was needed
    success: bool

    @property
    def chance(self) -> int:
        """The chance of success, in tenths."""
        return min(CERTAIN, self.minutes + self.bonus)


class AttemptFutile(Happened, frozen=True):
    """The gnome passed every such token before they were done: failure without a die (A35)."""

    gnome: GnomeName
    token: TokenKind
    spaces: tuple[int, ...]


class HatchFreed(Happened, frozen=True):
    """A blocked hatch is free again (§11a)."""

    hatch: Hatch


class FirePutOut(Happened, frozen=True):
    """A fire is extinguished (§11b)."""

    room: Place


class RoomPumped(Happened, frozen=True):
    """Low water is pumped out (§11c)."""

    room: Place


class TrackReset(Happened, frozen=True):
    """A disaster track is reset (§8)."""

    track: Track
    before: int
    after: int


class TokensPrevented(Happened, frozen=True):
    """Timed destructions are prevented for everybody (§11d-h)."""

    token: TokenKind
    spaces: tuple[int, ...]


class TokensMissed(Happened, frozen=True):
    """These tokens were passed during the work and stay (A2)."""

    token: TokenKind
    spaces: tuple[int, ...]


class GrogGained(Happened, frozen=True):
    """Grog from the captain's cabin: public (§11j, A100)."""

    gnome: GnomeName
    count: int


class GiftMade(Happened, frozen=True):
    """Items change hands; which, only the two know (§11k)."""

    giver: GnomeName
    recipient: GnomeName
    count: int
    in_return: bool = False


class EscapeMade(Happened, frozen=True):
    """The extinguishing failed and the gnome flees; the movement follows (§13)."""

    gnome: GnomeName
    decider: Literal["gnome", "contestmaster"]


class NoEscape(Happened, frozen=True):
    """The extinguishing failed and nothing can save the gnome (§13, A115)."""

    gnome: GnomeName


class GnomeDeparted(Happened, frozen=True):
    """A gnome has abandoned their comrades (§11m)."""

    gnome: GnomeName


class Killed(Happened, frozen=True):
    """A gnome is killed (§20)."""

    gnome: GnomeName
    cause: Cause
    place: Place


class GnomeReplaced(Happened, frozen=True):
    """A new gnome stumbles out of hiding (option less_deadly)."""

    gnome: GnomeName
    room: Place
    cause: Cause


class Attacked(Happened, frozen=True):
    """A gnome attacks another with a crowbar (option crazed)."""

    attacker: GnomeName
    defender: GnomeName
    defended: bool
    attack_die: int | None  # None: no defence, no dice
    attack_level: int
    defence_die: int | None
    defence_level: int
    winner: GnomeName


class FaintChecked(Happened, frozen=True):
    """A card is drawn for its number alone; its event is ignored."""

    gnome: GnomeName
    card: CardId
    title: str
    number: int | None  # None: a dash, nobody faints
    intoxication: int
    fainted: bool


class Fainted(Happened, frozen=True):
    """A gnome falls asleep and loses up to ten minutes (A7)."""

    gnome: GnomeName
    lost: int


class Woke(Happened, frozen=True):
    """A sleeper wakes (§16c, A63)."""

    gnome: GnomeName
    deadlock: bool = False  # nobody else could have acted any more


class Reached(Happened, frozen=True):
    """The active gnome comes to a space with a marker, or passes a token."""

    gnome: GnomeName
    space: int


class CharmHeld(Happened, frozen=True):
    """A lucky charm spares an event marker (A62)."""

    gnome: GnomeName
    space: int


class CardDrawn(Happened, frozen=True):
    """An event card is drawn and takes effect."""

    card: CardId
    kind: CardKind
    title: str
    space: int | None  # None: before the first turn (option opening_events)


class EventDeckRenewed(Happened, frozen=True):
    """The event deck ran out; its discards are shuffled into a new one."""

    size: int
    kraken_joined: bool


class ItemsAwarded(Happened, frozen=True):
    """A gnome gets random items; which, they are told privately (§6)."""

    gnome: GnomeName
    count: int
    wanted: int
    source: ItemSource


class ItemPoolRenewed(Happened, frozen=True):
    """The item pool ran out; the discards are shuffled back (CC)."""


class TrackAdvanced(Happened, frozen=True):
    """A disaster track advances, stopping at 10 (§8)."""

    track: Track
    before: int
    after: int


class RoomCaughtFire(Happened, frozen=True):
    """A room burns."""

    room: Place


class FireFed(Happened, frozen=True):
    """A fire starts where it burns already: only the air suffers (A66)."""

    room: Place


class AirRanOut(Happened, frozen=True):
    """A fire breaks out and uses up the last air before the room burns (A117)."""

    room: Place


class FireDrowned(Happened, frozen=True):
    """A fire would start in a flooded room: nothing."""

    room: Place


class FireSpread(Happened, frozen=True):
    """Fire spreads to a neighbouring room."""

    room: Place
    candidates: tuple[Place, ...]
    decider: Decider


class FireStayed(Happened, frozen=True):
    """Fire has no room to spread to: nothing."""


class RoomFlooded(Happened, frozen=True):
    """A room is at high water."""

    room: Place
    before: RoomCondition


class CurrentRose(Happened, frozen=True):
    """Every room at low water rises to high water."""

    rooms: tuple[Place, ...]


class HatchJammed(Happened, frozen=True):
    """A hatch is blocked."""

    room: Place
    hatch: Hatch
    candidates: tuple[Hatch, ...]
    decider: Decider


class NoHatchToJam(Happened, frozen=True):
    """Every interior hatch of the room is blocked already: nothing."""

    room: Place


class LimitImposed(Happened, frozen=True):
    """A hand limit, for one gnome or for all; who exceeds it is not public (§17)."""

    limit: int
    gnome: GnomeName | None


class ThirstSlaked(Happened, frozen=True):
    """Overheated: a holder of grog drinks one (A77)."""

    gnome: GnomeName
    before: int
    after: int


class NobodyThirsty(Happened, frozen=True):
    """Overheated: nobody holds a grog."""


class TokenPlaced(Happened, frozen=True):
    """A timed destruction lies on the time track."""

    token: TokenKind
    space: int


class TokenBeyond(Happened, frozen=True):
    """The token would lie beyond Rescued!: not placed."""

    token: TokenKind


class TokenAlready(Happened, frozen=True):
    """There is such a token already: no effect (A74)."""

    token: TokenKind


class Respite(Happened, frozen=True):
    """Nothing happens."""

    removed: bool = False  # the card leaves the game (option remove_respite)


class ItemsDiscarded(Happened, frozen=True):
    """A gnome discards for a hand limit: the number is public (§17, A23)."""

    gnome: GnomeName
    count: int


class ReturnPromised(Happened, frozen=True):
    """A gift in return that takes effect with the resolution (option return_gift_effect)."""

    giver: GnomeName
    recipient: GnomeName
    count: int


class HandsCounted(Happened, frozen=True):
    """How many items each gnome in play holds (option public_hand_sizes, A22)."""

    sizes: tuple[tuple[GnomeName, int], ...]


class HandsRevealed(Happened, frozen=True):
    """What each gnome held when the game ended (option reveal_at_end, A24b)."""

    hands: tuple[tuple[GnomeName, tuple[Item, ...]], ...]


class PointsDue(Happened, frozen=True):
    """The contestmaster owes a gnome points."""

    gnome: GnomeName
    axis: Axis
    points: int
    reason: str


class SubLost(Happened, frozen=True):
    """The sub is lost: by a track at 10, or by a token that all have passed (§21)."""

    track: Track | None
    token: TokenKind | None
    space: int | None


class GameOver(Happened, frozen=True):
    """The game is over (§22-§24)."""

    winners: tuple[GnomeName, ...]
    losers: tuple[GnomeName, ...]
    sub_lost: bool


class TurnResolved(Happened, frozen=True):
    """The turn is fully resolved; so many minutes are left."""

    gnome: GnomeName
    minutes: int


class _Ruled(msgspec.Struct, frozen=True, tag=True, tag_field="sets"):
    """One value of the position as it is ruled to be."""


class TrackRuled(_Ruled, frozen=True):
    """A disaster track stands here (§8)."""

    track: Track
    stands_at: int  # 1-10


class RoomRuled(_Ruled, frozen=True):
    """A room is dry, burns, or is flooded."""

    room: Place
    condition: RoomCondition


class HatchRuled(_Ruled, frozen=True):
    """An interior hatch is blocked or free."""

    hatch: Hatch
    blocked: bool


class TokenRuled(_Ruled, frozen=True):
    """A timed destruction lies on this space of the time track, or no longer does."""

    token: TokenKind
    space: int  # 0-60
    gone: bool = False


class GrogRuled(_Ruled, frozen=True):
    """So many of the captain's grogs are left (§11j)."""

    left: int  # 0-6


class GnomeRuled(_Ruled, frozen=True):
    """What is true of a gnome; None: as it was."""

    gnome: GnomeName
    minutes: int | None = None  # 0-60
    at: Place | None = None  # 1-10 or SEA
    fainted: bool | None = None
    intoxication: int | None = None  # 0-4
    fate: Literal["aboard", "killed"] | None = None


class PointsRuled(_Ruled, frozen=True):
    """The contestmaster owes a gnome points (§18, §24)."""

    gnome: GnomeName
    axis: Axis
    points: int
    reason: str


Change: TypeAlias = (
    TrackRuled | RoomRuled | HatchRuled | TokenRuled | GrogRuled | GnomeRuled | PointsRuled
)


class RulingGiven(Happened, frozen=True):
    """The contestmaster decides a dispute, and perhaps sets values of the position (§25)."""

    number: int  # counts the rulings of the contest from 1
    clause: str  # what it is about: `§16c`; "" where it names none
    text: str
    changes: tuple[Change, ...] = ()


class PositionCorrected(Happened, frozen=True):
    """A resolution was wrong: from now on this is the position (A96).

    The turns and cards told before stay told; whoever follows the list goes on from here.
    """

    turn: int  # the first turn that was wrong
    position: Position
    ruling: int | None = None  # the number of the ruling that corrects it


class TurnReread(Happened, frozen=True):
    """A taken turn says something else than was read: other gifts in return are due (§11k, §25)."""

    gnome: GnomeName
    number: int
    gifts: tuple[Gift, ...]  # every window for gifts in return that is open from now on


class TurnVoided(Happened, frozen=True):
    """A taken turn is without effect after all (§9, §25); its number is not given out again."""

    gnome: GnomeName
    number: int
    gifts: tuple[Gift, ...]  # every window for gifts in return that is open from now on


class ItemsReceived(Whispered, frozen=True):
    """Which items a gnome was awarded (§6)."""

    to: GnomeName
    items: tuple[Item, ...]
    source: ItemSource


class GiftReceived(Whispered, frozen=True):
    """Which items a gnome was given, or took from whom they slew."""

    to: GnomeName
    giver: GnomeName
    items: tuple[Item, ...]


class LimitPending(Whispered, frozen=True):
    """A hand limit is exceeded: so many items must be discarded before the next turn (§17)."""

    to: GnomeName
    limit: int
    held: int
    owed: int | None  # fixed at the event (option hand_limit_basis = at_event)


class LimitLifted(Whispered, frozen=True):
    """A pending hand limit is met."""

    to: GnomeName


class DiscardNamed(Whispered, frozen=True):
    """Which items a gnome discarded."""

    to: GnomeName
    items: tuple[Item, ...]


class ReturnNoted(Whispered, frozen=True):
    """The tiles of a promised gift in return."""

    giver: GnomeName
    recipient: GnomeName
    items: tuple[Item, ...]


class ReturnsKept(Whispered, frozen=True):
    """Promised gifts in return were made; none is open."""


class EventDeckShuffled(Whispered, frozen=True):
    """The order of the event deck, from the top."""

    order: tuple[CardId, ...]


class ItemPoolShuffled(Whispered, frozen=True):
    """The order of the item pool, from the top; the discards are in it."""

    order: tuple[Item, ...]


class HandDropped(Whispered, frozen=True):
    """The items of the killed go to the discards, or out of the game (A68, A50)."""

    gnome: GnomeName
    to_discards: bool


class SecretsCorrected(Whispered, frozen=True):
    """With a corrected position: hands and limits by seat, decks from the top (A96)."""

    hands: tuple[tuple[Item, ...], ...]
    limits: tuple[tuple[int, int | None] | None, ...]  # the limit, and what is owed (A78)
    deck: tuple[CardId, ...]
    pool: tuple[Item, ...]
    discards: tuple[Item, ...]
    promised: tuple[tuple[GnomeName, GnomeName, tuple[Item, ...]], ...] = ()


PublicEvent: TypeAlias = (
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
    | RulingGiven
    | PositionCorrected
    | TurnReread
    | TurnVoided
)
"""What the list may be told."""

PrivateEvent: TypeAlias = ItemsReceived | GiftReceived | LimitPending | LimitLifted | DiscardNamed
"""What one gnome may be told: the one named by `to`."""

HiddenEvent: TypeAlias = (
    EventDeckShuffled
    | ItemPoolShuffled
    | HandDropped
    | ReturnNoted
    | ReturnsKept
    | SecretsCorrected
)
"""What nobody is told."""

Event: TypeAlias = PublicEvent | PrivateEvent | HiddenEvent
