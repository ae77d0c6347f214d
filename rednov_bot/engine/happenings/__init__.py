"""What can happen in a game, one class each: public, private to one gnome, or hidden from all.

The three are different types, so that what writes to a list cannot be given the others.
Past tense; the order in which they are told is the order in which they happened.
"""

from __future__ import annotations

from typing import TypeAlias

from rednov_bot.engine.happenings.corrections import (
    PositionCorrected as PositionCorrected,
)
from rednov_bot.engine.happenings.corrections import (
    RulingGiven as RulingGiven,
)
from rednov_bot.engine.happenings.corrections import (
    TurnReread as TurnReread,
)
from rednov_bot.engine.happenings.corrections import (
    TurnVoided as TurnVoided,
)
from rednov_bot.engine.happenings.endings import (
    GameOver as GameOver,
)
from rednov_bot.engine.happenings.endings import (
    HandsCounted as HandsCounted,
)
from rednov_bot.engine.happenings.endings import (
    HandsRevealed as HandsRevealed,
)
from rednov_bot.engine.happenings.endings import (
    ItemsDiscarded as ItemsDiscarded,
)
from rednov_bot.engine.happenings.endings import (
    PointsDue as PointsDue,
)
from rednov_bot.engine.happenings.endings import (
    ReturnPromised as ReturnPromised,
)
from rednov_bot.engine.happenings.endings import (
    SubLost as SubLost,
)
from rednov_bot.engine.happenings.endings import (
    TurnResolved as TurnResolved,
)
from rednov_bot.engine.happenings.events import (
    AirRanOut as AirRanOut,
)
from rednov_bot.engine.happenings.events import (
    CardDrawn as CardDrawn,
)
from rednov_bot.engine.happenings.events import (
    CharmHeld as CharmHeld,
)
from rednov_bot.engine.happenings.events import (
    CurrentRose as CurrentRose,
)
from rednov_bot.engine.happenings.events import (
    EventDeckRenewed as EventDeckRenewed,
)
from rednov_bot.engine.happenings.events import (
    FireDrowned as FireDrowned,
)
from rednov_bot.engine.happenings.events import (
    FireFed as FireFed,
)
from rednov_bot.engine.happenings.events import (
    FireSpread as FireSpread,
)
from rednov_bot.engine.happenings.events import (
    FireStayed as FireStayed,
)
from rednov_bot.engine.happenings.events import (
    HatchJammed as HatchJammed,
)
from rednov_bot.engine.happenings.events import (
    ItemPoolRenewed as ItemPoolRenewed,
)
from rednov_bot.engine.happenings.events import (
    ItemsAwarded as ItemsAwarded,
)
from rednov_bot.engine.happenings.events import (
    LimitImposed as LimitImposed,
)
from rednov_bot.engine.happenings.events import (
    NobodyThirsty as NobodyThirsty,
)
from rednov_bot.engine.happenings.events import (
    NoHatchToJam as NoHatchToJam,
)
from rednov_bot.engine.happenings.events import (
    Reached as Reached,
)
from rednov_bot.engine.happenings.events import (
    Respite as Respite,
)
from rednov_bot.engine.happenings.events import (
    RoomCaughtFire as RoomCaughtFire,
)
from rednov_bot.engine.happenings.events import (
    RoomFlooded as RoomFlooded,
)
from rednov_bot.engine.happenings.events import (
    ThirstSlaked as ThirstSlaked,
)
from rednov_bot.engine.happenings.events import (
    TokenAlready as TokenAlready,
)
from rednov_bot.engine.happenings.events import (
    TokenBeyond as TokenBeyond,
)
from rednov_bot.engine.happenings.events import (
    TokenPlaced as TokenPlaced,
)
from rednov_bot.engine.happenings.events import (
    TrackAdvanced as TrackAdvanced,
)
from rednov_bot.engine.happenings.kind import Decider as Decider
from rednov_bot.engine.happenings.kind import ItemSource as ItemSource
from rednov_bot.engine.happenings.secrets import (
    DiscardNamed as DiscardNamed,
)
from rednov_bot.engine.happenings.secrets import (
    EventDeckShuffled as EventDeckShuffled,
)
from rednov_bot.engine.happenings.secrets import (
    GiftReceived as GiftReceived,
)
from rednov_bot.engine.happenings.secrets import (
    HandDropped as HandDropped,
)
from rednov_bot.engine.happenings.secrets import (
    ItemPoolShuffled as ItemPoolShuffled,
)
from rednov_bot.engine.happenings.secrets import (
    ItemsReceived as ItemsReceived,
)
from rednov_bot.engine.happenings.secrets import (
    LimitLifted as LimitLifted,
)
from rednov_bot.engine.happenings.secrets import (
    LimitPending as LimitPending,
)
from rednov_bot.engine.happenings.secrets import (
    ReturnNoted as ReturnNoted,
)
from rednov_bot.engine.happenings.secrets import (
    ReturnsKept as ReturnsKept,
)
from rednov_bot.engine.happenings.secrets import (
    SecretsCorrected as SecretsCorrected,
)
from rednov_bot.engine.happenings.turns import (
    ActionTaken as ActionTaken,
)
from rednov_bot.engine.happenings.turns import (
    Attacked as Attacked,
)
from rednov_bot.engine.happenings.turns import (
    AttemptFutile as AttemptFutile,
)
from rednov_bot.engine.happenings.turns import (
    EscapeMade as EscapeMade,
)
from rednov_bot.engine.happenings.turns import (
    FaintChecked as FaintChecked,
)
from rednov_bot.engine.happenings.turns import (
    Fainted as Fainted,
)
from rednov_bot.engine.happenings.turns import (
    FirePutOut as FirePutOut,
)
from rednov_bot.engine.happenings.turns import (
    FixTried as FixTried,
)
from rednov_bot.engine.happenings.turns import (
    GameOpened as GameOpened,
)
from rednov_bot.engine.happenings.turns import (
    GiftMade as GiftMade,
)
from rednov_bot.engine.happenings.turns import (
    GnomeDeparted as GnomeDeparted,
)
from rednov_bot.engine.happenings.turns import (
    GnomePlaced as GnomePlaced,
)
from rednov_bot.engine.happenings.turns import (
    GnomeReplaced as GnomeReplaced,
)
from rednov_bot.engine.happenings.turns import (
    GrogGained as GrogGained,
)
from rednov_bot.engine.happenings.turns import (
    HatchFreed as HatchFreed,
)
from rednov_bot.engine.happenings.turns import (
    HatchOpened as HatchOpened,
)
from rednov_bot.engine.happenings.turns import (
    ItemUsed as ItemUsed,
)
from rednov_bot.engine.happenings.turns import (
    Killed as Killed,
)
from rednov_bot.engine.happenings.turns import (
    NoEscape as NoEscape,
)
from rednov_bot.engine.happenings.turns import (
    Passed as Passed,
)
from rednov_bot.engine.happenings.turns import (
    RoomPumped as RoomPumped,
)
from rednov_bot.engine.happenings.turns import (
    TokensMissed as TokensMissed,
)
from rednov_bot.engine.happenings.turns import (
    TokensPrevented as TokensPrevented,
)
from rednov_bot.engine.happenings.turns import (
    TrackReset as TrackReset,
)
from rednov_bot.engine.happenings.turns import (
    TurnTaken as TurnTaken,
)
from rednov_bot.engine.happenings.turns import (
    WaterEqualised as WaterEqualised,
)
from rednov_bot.engine.happenings.turns import (
    Woke as Woke,
)

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
    | RulingGiven
    | PositionCorrected
    | TurnReread
    | TurnVoided
)
"""What the list may be told."""

PrivateHappening: TypeAlias = (
    ItemsReceived | GiftReceived | LimitPending | LimitLifted | DiscardNamed
)
"""What one gnome may be told: the one named by `to`."""

HiddenHappening: TypeAlias = (
    EventDeckShuffled
    | ItemPoolShuffled
    | HandDropped
    | ReturnNoted
    | ReturnsKept
    | SecretsCorrected
)
"""What nobody is told."""

Happening: TypeAlias = PublicHappening | PrivateHappening | HiddenHappening
