"""What can happen in a game, one class each: public, private to one gnome, or hidden from all.

The three are different types, so that what writes to a list cannot be given the others.
Past tense; the order in which they are told is the order in which they happened.
"""

from __future__ import annotations

from typing import TypeAlias

from rednov_bot.engine.happenings.corrections import (
    PositionCorrected as PositionCorrected,
    RulingGiven as RulingGiven,
    TurnReread as TurnReread,
    TurnVoided as TurnVoided,
)
from rednov_bot.engine.happenings.endings import (
    GameOver as GameOver,
    HandsCounted as HandsCounted,
    HandsRevealed as HandsRevealed,
    ItemsDiscarded as ItemsDiscarded,
    PointsDue as PointsDue,
    ReturnPromised as ReturnPromised,
    SubLost as SubLost,
    TurnResolved as TurnResolved,
)
from rednov_bot.engine.happenings.events import (
    AirRanOut as AirRanOut,
    CardDrawn as CardDrawn,
    CharmHeld as CharmHeld,
    CurrentRose as CurrentRose,
    EventDeckRenewed as EventDeckRenewed,
    FireDrowned as FireDrowned,
    FireFed as FireFed,
    FireSpread as FireSpread,
    FireStayed as FireStayed,
    HatchJammed as HatchJammed,
    ItemPoolRenewed as ItemPoolRenewed,
    ItemsAwarded as ItemsAwarded,
    LimitImposed as LimitImposed,
    NobodyThirsty as NobodyThirsty,
    NoHatchToJam as NoHatchToJam,
    Reached as Reached,
    Respite as Respite,
    RoomCaughtFire as RoomCaughtFire,
    RoomFlooded as RoomFlooded,
    ThirstSlaked as ThirstSlaked,
    TokenAlready as TokenAlready,
    TokenBeyond as TokenBeyond,
    TokenPlaced as TokenPlaced,
    TrackAdvanced as TrackAdvanced,
)
from rednov_bot.engine.happenings.kind import Decider as Decider, ItemSource as ItemSource
from rednov_bot.engine.happenings.secrets import (
    DiscardNamed as DiscardNamed,
    EventDeckShuffled as EventDeckShuffled,
    GiftReceived as GiftReceived,
    HandDropped as HandDropped,
    ItemPoolShuffled as ItemPoolShuffled,
    ItemsReceived as ItemsReceived,
    LimitLifted as LimitLifted,
    LimitPending as LimitPending,
    ReturnNoted as ReturnNoted,
    ReturnsKept as ReturnsKept,
    SecretsCorrected as SecretsCorrected,
)
from rednov_bot.engine.happenings.turns import (
    ActionTaken as ActionTaken,
    Attacked as Attacked,
    AttemptFutile as AttemptFutile,
    EscapeMade as EscapeMade,
    FaintChecked as FaintChecked,
    Fainted as Fainted,
    FirePutOut as FirePutOut,
    FixTried as FixTried,
    GameOpened as GameOpened,
    GiftMade as GiftMade,
    GnomeDeparted as GnomeDeparted,
    GnomePlaced as GnomePlaced,
    GnomeReplaced as GnomeReplaced,
    GrogGained as GrogGained,
    HatchFreed as HatchFreed,
    HatchOpened as HatchOpened,
    ItemUsed as ItemUsed,
    Killed as Killed,
    NoEscape as NoEscape,
    Passed as Passed,
    RoomPumped as RoomPumped,
    TokensMissed as TokensMissed,
    TokensPrevented as TokensPrevented,
    TrackReset as TrackReset,
    TurnTaken as TurnTaken,
    WaterEqualised as WaterEqualised,
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
