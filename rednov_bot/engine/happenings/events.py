"""What happens on the way down the time track: all public (§16d)."""

from __future__ import annotations

from rednov_bot.engine.happenings.kind import Decider, Happened, ItemSource
from rednov_bot.engine.position import CardId
from rednov_bot.engine.words import (
    CardKind,
    GnomeName,
    Hatch,
    Place,
    RoomCondition,
    TokenKind,
    Track,
)


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
    """A gnome gets random items; which, e is told privately (§6)."""

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
