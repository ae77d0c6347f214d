"""An example of each happening, public and private."""

from __future__ import annotations

from rednov_bot.engine import happenings as h
from rednov_bot.engine.happenings import GnomeRuled, TrackRuled
from rednov_bot.engine.position import Gift, Position

PUBLIC: tuple[h.PublicHappening, ...] = (
    h.GameOpened(("Ann", "Bob", "Cat"), 60, 6, 55, 10),
    h.GnomePlaced("Ann", 5),
    h.TurnTaken("Ann", 12),
    h.ItemUsed("Ann", "toolbox", 1, 1),
    h.HatchOpened("Ann", (2, 5)),
    h.WaterEqualised((5, 6), 5),
    h.Passed("Ann", 5, 2, 0),
    h.ActionTaken("Ann", "fix_oxygen", 5, 2, 2),
    h.FixTried("Ann", "fix_oxygen", 5, 3, 8, True),
    h.AttemptFutile("Bob", "kraken", (36,)),
    h.HatchFreed((5, 6)),
    h.FirePutOut(5),
    h.RoomPumped(7),
    h.TrackReset("pressure", 7, 5),
    h.TokensPrevented("crushed", (30, 20)),
    h.TokensMissed("crushed", (35,)),
    h.GrogGained("Ann", 2),
    h.GiftMade("Ann", "Bob", 2),
    h.EscapeMade("Ann", "gnome"),
    h.NoEscape("Ann"),
    h.GnomeDeparted("Ann"),
    h.Killed("Ann", "fire", 6),
    h.GnomeReplaced("Ann", 7, "high_water"),
    h.Attacked("Ann", "Bob", True, 7, 1, 5, 0, "Ann"),
    h.FaintChecked("Ann", 3, "Fire", 2, 1, False),
    h.Fainted("Ann", 10),
    h.Woke("Bob"),
    h.Reached("Ann", 39),
    h.CharmHeld("Ann", 39),
    h.CardDrawn(3, "fire", "Fire", 39),
    h.EventDeckRenewed(56, True),
    h.ItemsAwarded("Ann", 3, 3, "stores"),
    h.ItemPoolRenewed(),
    h.TrackAdvanced("heat", 1, 2),
    h.RoomCaughtFire(9),
    h.FireFed(9),
    h.FireDrowned(4),
    h.AirRanOut(4),
    h.FireSpread(6, (2, 4, 6, 8), "gnome"),
    h.FireStayed(),
    h.RoomFlooded(1, "fire"),
    h.CurrentRose((1, 5, 9)),
    h.HatchJammed(5, (5, 7), ((5, 6), (5, 7)), "contestmaster"),
    h.NoHatchToJam(6),
    h.LimitImposed(4, None),
    h.ThirstSlaked("Ann", 1, 2),
    h.NobodyThirsty(),
    h.TokenPlaced("missiles", 29),
    h.TokenBeyond("kraken"),
    h.TokenAlready("missiles"),
    h.Respite(),
    h.ItemsDiscarded("Ann", 1),
    h.ReturnPromised("Bob", "Ann", 1),
    h.HandsCounted((("Ann", 3), ("Bob", 2))),
    h.HandsRevealed((("Ann", ("grog", "grog")), ("Bob", ()))),
    h.PointsDue("Ann", "X", 2, "disaster track reset"),
    h.SubLost("heat", None, None),
    h.GameOver(("Ann",), ("Bob", "Cat"), False),
    h.TurnResolved("Ann", 31),
    h.RulingGiven(3, "§16c", "A grog gained counts as drunk", (TrackRuled("heat", 3),)),
    h.PositionCorrected(12, Position(), 3),
    h.TurnReread("Ann", 12, (Gift("Ann", "Bob"),)),
    h.TurnVoided("Ann", 12, ()),
)

PRIVATE: tuple[h.PrivateHappening, ...] = (
    h.ItemsReceived("Ann", ("crowbar", "grog", "grog"), "stores"),
    h.GiftReceived("Ann", "Bob", ("coffee", "aqualung")),
    h.LimitPending("Ann", 4, 6, None),
    h.LimitLifted("Ann"),
    h.DiscardNamed("Ann", ("crowbar",)),
)

OTHER_WORDS: tuple[tuple[h.PublicHappening, str], ...] = (
    (h.ItemUsed("Ann", "grog", 0, 1), "Ann uses a grog (intoxication 0 to 1)."),
    (h.ItemUsed("Ann", "grog", 4, 4), "Ann uses a grog (intoxication stays at 4)."),
    (h.ItemUsed("Ann", "aqualung", 0, 0), "Ann uses an aqualung."),
    (h.WaterEqualised((5, 6), None), "The water settles: rooms 5 and 6 are both at low water."),
    (h.Passed("Ann", 3, 11, 1), "Ann takes 1 minute to swim out into the sea."),
    (h.Passed("Ann", 5, 7, 1), "Ann takes 1 minute to wade into room 7 (Missile Control)."),
    (h.Passed("Ann", 5, 6, 0, burning=True), "Ann goes into burning room 6."),
    (h.ActionTaken("Ann", "no_action", 1, 0, 5), "Ann takes no action for 1 minute."),
    (
        h.FixTried("Ann", "fix_engine", 8, 4, None, True),
        "8 minutes and 4 from items: success is certain, no die is thrown.",
    ),
    (
        h.FixTried("Ann", "fix_engine", 3, 0, 4, False),
        "The chance is 30% (3 minutes); the die says 4: failure.",
    ),
    (h.TrackReset("heat", 1, 1), "Heat is reset and stays at 1."),
    (h.GiftMade("Bob", "Ann", 0, in_return=True), "Bob gives Ann no items in return."),
    (
        h.EscapeMade("Ann", "contestmaster"),
        "Ann flees the fire, moved by the contestmaster (§13).",
    ),
    (
        h.Killed("Ann", "no_air", 11),
        "Ann is outside without an aqualung used this turn and is killed (§16b).",
    ),
    (h.Killed("Ann", "high_water", 5), "Ann drowns in room 5 (§16b)."),
    (h.Killed("Ann", "asleep_in_fire", 5), "Ann, asleep in room 5, is killed by the fire (§16d)."),
    (h.Killed("Ann", "asleep_in_flood", 5), "Ann, asleep in room 5, drowns (§16d)."),
    (h.Killed("Ann", "idle", 5), "Ann, idle for four days, is killed by the contestmaster (§19)."),
    (h.Killed("Ann", "slain", 5), "Ann is slain in room 5."),
    (
        h.Attacked("Ann", "Bob", False, None, 1, None, 0, "Ann"),
        "Ann attacks Bob with a crowbar; Bob does not fight back: Ann wins.",
    ),
    (
        h.FaintChecked("Ann", 3, "Fire", None, 4, False),
        "The card is Fire with a dash, against intoxication 4: Ann stays awake. The event on it "
        "is ignored.",
    ),
    (h.Woke("Bob", deadlock=True), "Nobody awake has minutes left, so Bob wakes."),
    (
        h.EventDeckRenewed(55, False),
        "The event deck has run out; 55 cards are shuffled into a new one.",
    ),
    (
        h.ItemsAwarded("Ann", 2, 3, "stores"),
        "Ann draws 2 items instead of 3: there are no more.",
    ),
    (h.ItemsAwarded("Ann", 1, 1, "marker"), "Ann comes by 1 item."),
    (h.TrackAdvanced("heat", 10, 10), "Heat stays at 10."),
    (h.FireSpread(6, (6,), "only"), "The only room to burn next is 6."),
    (h.RoomFlooded(1, "high"), "The die says 1: room 1 (Engine Room) is at high water already."),
    (h.RoomFlooded(3, "dry"), "The die says 3: room 3 rises to high water."),
    (h.CurrentRose(()), "No room is at low water: no effect."),
    (h.CurrentRose((5,)), "Room 5 rises from low to high water."),
    (
        h.HatchJammed(6, (5, 6), ((5, 6),), "only"),
        "The die says 6: hatch 5-6, the only free one there, is blocked.",
    ),
    (
        h.HatchJammed(5, (5, 7), ((5, 6), (5, 7)), "luck"),
        "The die says 5: of 5-6 and 5-7 hatch 5-7 is blocked, chosen by lot.",
    ),
    (h.LimitImposed(1, "Bob"), "Hand limit 1 for Bob (§17)."),
    (h.ThirstSlaked("Ann", 4, 4), "Ann drinks a grog (intoxication stays at 4)."),
    (h.Respite(removed=True), "The Respite leaves the game."),
    (h.PointsDue("Ann", "Y", 5, "game won"), "Ann is owed 5 Y: game won (§24)."),
    (
        h.SubLost(None, "crushed", 35),
        "All gnomes have passed Crushed! at 35: the sub is lost (§21).",
    ),
    (h.GameOver((), ("Ann", "Bob"), True), "The game is over, and nobody wins."),
    (h.GameOver(("Ann", "Bob"), (), False), "The game is over: Ann and Bob win."),
    (
        h.RulingGiven(3, "", "Stumble fells sleepers too."),
        "Ruling 3: Stumble fells sleepers too.",
    ),
    (
        h.RulingGiven(4, "§25", "so be it", (TrackRuled("heat", 3), GnomeRuled("Ann", 30, 4))),
        "Ruling 4 (§25): so be it. From now on: heat 3; Ann: 30 minutes, room 4.",
    ),
    (
        h.PositionCorrected(12, Position()),
        "The resolution of turn 12 is corrected; the position is the one given with the "
        "correction.",
    ),
    (
        h.TurnReread("Ann", 12, ()),
        "Ann's turn 12 says something else than was read at first: gifts in return are possible "
        "from nobody (§11k).",
    ),
)
"""Happenings whose sentence has more than one form."""
