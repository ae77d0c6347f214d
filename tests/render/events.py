"""An example of each event, public and private, and how it is told where that depends."""

from __future__ import annotations

from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.events import GnomeRuled, TrackRuled
from rednov_bot.games.red_november.rules.position import Position

PUBLIC: tuple[ev.PublicEvent, ...] = (
    ev.GameOpened(("Ann", "Bob", "Cat"), 60, 6, 55, 10),
    ev.GnomePlaced("Ann", 5),
    ev.TurnTaken("Ann", 12),
    ev.HatchOpened("Ann", (2, 5)),
    ev.AttemptFutile("Bob", "kraken", (36,)),
    ev.HatchFreed((5, 6)),
    ev.FirePutOut(5),
    ev.RoomPumped(7),
    ev.TokensPrevented("crushed", (30, 20)),
    ev.TokensMissed("crushed", (35,)),
    ev.GrogGained("Ann", 2),
    ev.NoEscape("Ann"),
    ev.GnomeDeparted("Ann"),
    ev.GnomeReplaced("Ann", 7, "high_water"),
    ev.Fainted("Ann", 10),
    ev.Reached("Ann", 39),
    ev.CharmHeld("Ann", 39),
    ev.CardDrawn(3, "fire", "Fire", 39),
    ev.ItemPoolRenewed(),
    ev.RoomCaughtFire(9),
    ev.FireFed(9),
    ev.FireDrowned(4),
    ev.AirRanOut(4),
    ev.FireStayed(),
    ev.NoHatchToJam(6),
    ev.NobodyThirsty(),
    ev.TokenPlaced("missiles", 29),
    ev.TokenBeyond("kraken"),
    ev.TokenAlready("missiles"),
    ev.ItemsDiscarded("Ann", 1),
    ev.ReturnPromised("Bob", "Ann", 1),
    ev.HandsCounted((("Ann", 3), ("Bob", 2))),
    ev.HandsRevealed((("Ann", ("grog", "grog")), ("Bob", ()))),
    ev.TurnResolved("Ann", 31),
    ev.TurnVoided("Ann", 12, ()),
)

PRIVATE: tuple[ev.PrivateEvent, ...] = (
    ev.ItemsReceived("Ann", ("crowbar", "grog", "grog"), "stores"),
    ev.GiftReceived("Ann", "Bob", ("coffee", "aqualung")),
    ev.LimitPending("Ann", 4, 6, None),
    ev.LimitLifted("Ann"),
    ev.DiscardNamed("Ann", ("crowbar",)),
)

OTHER_WORDS: tuple[tuple[ev.PublicEvent, str], ...] = (
    (ev.ItemUsed("Ann", "grog", 0, 1), "Ann uses a grog (intoxication 0 to 1)."),
    (ev.ItemUsed("Ann", "grog", 4, 4), "Ann uses a grog (intoxication stays at 4)."),
    (ev.ItemUsed("Ann", "aqualung", 0, 0), "Ann uses an aqualung."),
    (ev.WaterEqualised((5, 6), None), "The water settles: rooms 5 and 6 are both at low water."),
    (ev.Passed("Ann", 3, 11, 1), "Ann takes 1 minute to swim out into the sea."),
    (ev.Passed("Ann", 5, 7, 1), "Ann takes 1 minute to wade into room 7 (Missile Control)."),
    (ev.Passed("Ann", 5, 6, 0, burning=True), "Ann goes into burning room 6."),
    (ev.ActionTaken("Ann", "no_action", 1, 0, 5), "Ann takes no action for 1 minute."),
    (
        ev.FixTried("Ann", "fix_engine", 8, 4, None, True),
        "8 minutes and 4 from items: success is certain, no die is thrown.",
    ),
    (
        ev.FixTried("Ann", "fix_engine", 3, 0, 4, False),
        "The chance is 30% (3 minutes); the die says 4: failure.",
    ),
    (ev.TrackReset("heat", 1, 1), "Heat is reset and stays at 1."),
    (ev.GiftMade("Bob", "Ann", 0, in_return=True), "Bob gives Ann no items in return."),
    (
        ev.EscapeMade("Ann", "contestmaster"),
        "Ann flees the fire, moved by the contestmaster (§13).",
    ),
    (
        ev.Killed("Ann", "no_air", 11),
        "Ann is outside without an aqualung used this turn and is killed (§16b).",
    ),
    (ev.Killed("Ann", "high_water", 5), "Ann drowns in room 5 (§16b)."),
    (ev.Killed("Ann", "asleep_in_fire", 5), "Ann, asleep in room 5, is killed by the fire (§16d)."),
    (ev.Killed("Ann", "asleep_in_flood", 5), "Ann, asleep in room 5, drowns (§16d)."),
    (ev.Killed("Ann", "idle", 5), "Ann, idle for four days, is killed by the contestmaster (§19)."),
    (ev.Killed("Ann", "slain", 5), "Ann is slain in room 5."),
    (
        ev.Attacked("Ann", "Bob", False, None, 1, None, 0, "Ann"),
        "Ann attacks Bob with a crowbar; Bob does not fight back: Ann wins.",
    ),
    (
        ev.FaintChecked("Ann", 3, "Fire", None, 4, False),
        "The card is Fire with a dash, against intoxication 4: Ann stays awake. The event on it "
        "is ignored.",
    ),
    (ev.Woke("Bob", deadlock=True), "Nobody awake has minutes left, so Bob wakes."),
    (
        ev.EventDeckRenewed(55, False),
        "The event deck has run out; 55 cards are shuffled into a new one.",
    ),
    (ev.ItemsAwarded("Ann", 2, 3, "stores"), "Ann draws 2 items instead of 3: there are no more."),
    (ev.ItemsAwarded("Ann", 1, 1, "marker"), "Ann comes by 1 item."),
    (ev.TrackAdvanced("heat", 10, 10), "Heat stays at 10."),
    (ev.FireSpread(6, (6,), "only"), "The only room to burn next is 6."),
    (ev.RoomFlooded(1, "high"), "The die says 1: room 1 (Engine Room) is at high water already."),
    (ev.RoomFlooded(3, "dry"), "The die says 3: room 3 rises to high water."),
    (ev.CurrentRose(()), "No room is at low water: no effect."),
    (ev.CurrentRose((5,)), "Room 5 rises from low to high water."),
    (
        ev.HatchJammed(6, (5, 6), ((5, 6),), "only"),
        "The die says 6: hatch 5-6, the only free one there, is blocked.",
    ),
    (
        ev.HatchJammed(5, (5, 7), ((5, 6), (5, 7)), "luck"),
        "The die says 5: of 5-6 and 5-7 hatch 5-7 is blocked, chosen by lot.",
    ),
    (ev.LimitImposed(1, "Bob"), "Hand limit 1 for Bob (§17)."),
    (ev.ThirstSlaked("Ann", 4, 4), "Ann drinks a grog (intoxication stays at 4)."),
    (ev.Respite(removed=True), "The Respite leaves the game."),
    (ev.PointsDue("Ann", "Y", 5, "game won"), "Ann is owed 5 Y: game won (§24)."),
    (
        ev.SubLost(None, "crushed", 35),
        "All gnomes have passed Crushed! at 35: the sub is lost (§21).",
    ),
    (ev.GameOver((), ("Ann", "Bob"), True), "The game is over, and nobody wins."),
    (ev.GameOver(("Ann", "Bob"), (), False), "The game is over: Ann and Bob win."),
    (ev.RulingGiven(3, "", "Stumble fells sleepers too."), "Ruling 3: Stumble fells sleepers too."),
    (
        ev.RulingGiven(4, "§25", "so be it", (TrackRuled("heat", 3), GnomeRuled("Ann", 30, 4))),
        "Ruling 4 (§25): so be it. From now on: heat 3; Ann: 30 minutes, room 4.",
    ),
    (
        ev.PositionCorrected(12, Position()),
        "The resolution of turn 12 is corrected; the position is the one given with the "
        "correction.",
    ),
    (
        ev.TurnReread("Ann", 12, ()),
        "Ann's turn 12 says something else than was read at first: gifts in return are possible "
        "from nobody (§11k).",
    ),
)
"""Events whose sentence has more than one form."""
