"""What happens in the opening, in a turn as announced, and by its action: all public."""

from __future__ import annotations

from typing import Literal

from rednov_bot.engine.happenings.kind import Happened
from rednov_bot.engine.position import CardId
from rednov_bot.engine.words import (
    ActionName,
    Cause,
    GnomeName,
    Hatch,
    Item,
    Place,
    TokenKind,
    Track,
)


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


class FixTried(Happened, frozen=True):
    """A fix-it action succeeds or fails (§12)."""

    gnome: GnomeName
    action: ActionName
    minutes: int
    bonus: int
    die: int | None  # 1-10; None when no roll was needed
    success: bool


class AttemptFutile(Happened, frozen=True):
    """The gnome passed every such token before e was done: failure without a die (A35)."""

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
    """A gnome has abandoned eir comrades (§11m)."""

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
