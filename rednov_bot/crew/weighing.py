"""The gnomes who weigh what they could do, each by eir own temper."""

from __future__ import annotations

from bisect import bisect_left
from random import Random
from typing import Final

from msgspec.structs import replace

from rednov_bot.crew.deeds import Deed, announced, deeds
from rednov_bot.crew.sight import Sight
from rednov_bot.crew.temper import Temper
from rednov_bot.crew.wandering import simple
from rednov_bot.crew.ways import Way
from rednov_bot.crew.worries import Worries, of_another_tile, of_tile, stands_of
from rednov_bot.engine.choices import Choice
from rednov_bot.engine.position import Token
from rednov_bot.engine.rules.actions import TRACK_OF
from rednov_bot.engine.rules.faint import FAINT_MINUTES
from rednov_bot.engine.rules.fixing import X_FOR_PREVENTION, X_FOR_RESET
from rednov_bot.engine.rules.intoxication import level_after
from rednov_bot.engine.rules.plan import Plan, plan
from rednov_bot.engine.rules.targets import TOKEN_OF
from rednov_bot.engine.rules.tracks import reset_of
from rednov_bot.engine.rules.walk import SPARED_BY_A_CHARM
from rednov_bot.engine.turn import Turn
from rednov_bot.engine.words import ROOMS, SEA, GnomeName, Item, hatch_label, place_label

CORNERED: Final = 0.12
"""How likely it is fatal to keep a single minute: it suffices for no way out (§10, §14)."""
SHUT_IN: Final = (0.12, 0.02)
"""How likely it is fatal to end where no hatch, or a single one, leads out of a flood or a fire."""
MY_HATCH, MY_ROOM = 0.05, 0.1
"""How likely it is fatal that a hatch of one's own room is blocked, or that it comes to burn."""

KEEPS: Final[tuple[Item, ...]] = (
    *("aqualung", "toolbox", "reactor_manual", "pump_manual", "engine_manual"),
    *("fire_extinguisher", "lucky_charm", "deactivation_code", "crowbar", "water_pump"),
    *("diving_gun", "grog", "coffee"),
)
"""What is discarded last comes first (§17)."""


class Weighing:
    """Thinks of everything e could do, and does what promises most."""

    def __init__(self, temper: Temper) -> None:
        self.temper = temper

    def turn(self, sight: Sight, luck: Random) -> Turn:
        """The best turn e can think of; among equals the first."""
        scale = _Scale(sight, self.temper)
        weighed = [
            (scale.weigh(deed), -number, deed)
            for number, deed in enumerate(deeds(sight, drinks=self.temper.drinks))
        ]
        for _, _, deed in sorted(weighed, reverse=True):
            turn = announced(sight, scale.finished(deed))
            if isinstance(plan(sight.position, turn, sight.tables, sight.options), Plan):
                return turn
        return simple(sight)

    def choice(self, sight: Sight, asked: Choice, luck: Random) -> str:
        """What does least harm; what saves em before what does not (rules.md 7.1)."""
        match asked.kind:
            case "defend":
                return "yes" if "crowbar" in sight.hand else "no"
            case "escape":
                saving = [one for one in asked.candidates if one not in asked.deadly]
                return saving[0] if saving else asked.candidates[0]
            case _:
                return min(asked.candidates, key=lambda one: self._harm(sight, one))

    def _harm(self, sight: Sight, candidate: str) -> float:
        """What it would cost if this hatch were blocked, or this room burnt."""
        minds = Worries(sight, self.temper)
        for ends in sight.tables.board.interior:
            if hatch_label(ends) == candidate:
                mine = MY_HATCH * self.temper.death if sight.me.at in ends else 0.0
                return minds.hatch(ends) + mine
        for room in ROOMS:
            if place_label(room) == candidate:
                there = [one for one in sight.position.gnomes if one.in_play and one.at == room]
                mine = MY_ROOM * self.temper.death if sight.me.at == room else 0.0
                asleep = sum([one.fainted for one in there]) * self.temper.loss
                return minds.room(room, "fire") + mine + asleep
        return 0.0

    def discards(self, sight: Sight, luck: Random) -> tuple[Item, ...]:
        """What e needs least, and what e has several of."""
        hand = list(sight.hand)
        gone: list[Item] = []
        for _ in range(sight.over):
            least = max(hand, key=lambda item: KEEPS.index(item) + 4 * (hand.count(item) - 1))
            hand.remove(least)
            gone.append(least)
        return tuple(gone)

    def gift_in_return(self, sight: Sight, to: GnomeName, luck: Random) -> tuple[Item, ...]:
        """Nothing: what e holds e has a use for."""
        return ()


class _Scale:
    """Weighs deeds against each other in one position."""

    def __init__(self, sight: Sight, temper: Temper) -> None:
        self.sight, self.temper = sight, temper
        self.minds = Worries(sight, temper)
        self.events = sorted(sight.tables.time_track.events)
        self.me = sight.me
        position = sight.position
        self.rooms = self.minds.rooms(position.rooms)
        self.reset = {
            track: self.minds.track(track, stands) - self.minds.track(track, reset_of(stands))
            for track, stands in stands_of(position)
        }
        self.aqualungs = sight.hand.count("aqualung")
        self.tokens = self._tokens(position.tokens, self.me.minutes)
        self.doom = self.minds.doom()

    def weigh(self, deed: Deed) -> float:
        """What a deed promises, less what it costs; in minutes of work."""
        left = self.me.minutes - deed.spent
        worth = -self.temper.minute * deed.spent + self._gain(deed, left)
        worth -= self._tiles(deed) + self._danger(deed, left)
        if deed.way.rooms is not self.sight.position.rooms:
            worth += self.rooms - self.minds.rooms(deed.way.rooms)
        return worth

    def finished(self, deed: Deed) -> Deed:
        """The deed with a charm where it spares three events, and coffee behind grog."""
        hand = list(self.sight.hand)
        for item in deed.tiles:
            hand.remove(item)
        after: tuple[Item, ...] = ()
        left = self._markers(self.me.minutes - deed.spent)
        passed = self._markers(self.me.minutes) - left
        if "lucky_charm" in hand and passed and (passed >= SPARED_BY_A_CHARM or not left):
            after = ("lucky_charm",)
        if "grog" in deed.tiles and "coffee" in hand:
            after = (*after, "coffee")
        return replace(deed, after=after) if after else deed

    def _markers(self, minutes: int) -> int:
        """The event markers before a gnome with so many minutes (A5)."""
        return bisect_left(self.events, minutes)

    def _gain(self, deed: Deed, left: int) -> float:
        """What the action does for everybody, and for eir points."""
        temper, position, name, chance = self.temper, self.sight.position, deed.name, deed.chance
        lungs = deed.tiles.count("aqualung")
        gain = 0.0
        if position.tokens:
            later = self._tokens(position.tokens, left, lungs)
            gain += self.tokens - later
            kind = TOKEN_OF.get(name)
            stay = tuple([one for one in position.tokens if one[0] != kind or one[1] > left])
            if len(stay) < len(position.tokens):
                saved = later - self._tokens(stay, left, lungs)
                gain += chance * (saved + temper.point * X_FOR_PREVENTION)
        match name:
            case "fix_engine" | "fix_oxygen" | "fix_reactor":
                track = TRACK_OF[name]
                gain += chance * self.reset[track]
                if not self.sight.options.x_needs_change or position.track(track) > 1:
                    gain += chance * temper.point * X_FOR_RESET
            case "extinguish_fire" | "pump_water":
                gain += chance * self.minds.room(deed.way.place, deed.way.condition)
            case "unblock_hatch":
                assert deed.hatch is not None
                gain += chance * self.minds.hatch(deed.hatch)
            case "gain_items":
                held = len(self.sight.hand) - len(deed.tiles)
                use = min(1.0, left / 12)  # nobody needs tiles at the end of eir time
                for number in range(deed.minutes):
                    gain += use * of_another_tile(held + number, temper)
            case "abandon":
                gain += temper.loss * (2 * self.doom - 1)
            case _:
                pass
        return gain

    def _tokens(self, tokens: tuple[Token, ...], left: int, lungs: int = 0) -> float:
        """The worry of tokens, with *left* minutes and *lungs* aqualungs used up."""
        return self.minds.tokens(tokens, left, aqualung=self.aqualungs > lungs)

    def _tiles(self, deed: Deed) -> float:
        """What is used up, and the danger of fainting (§16c)."""
        if not deed.tiles:
            return 0.0
        hand, temper = self.sight.hand, self.temper
        cost = sum([of_tile(item, hand, temper) for item in deed.tiles])
        if "grog" not in deed.tiles:
            return cost
        level = self.me.intoxication
        for item in deed.tiles:
            level = level_after(item, level)
        left = self.me.minutes - deed.spent
        lost = min(FAINT_MINUTES, left) * temper.minute
        asleep = temper.death * self.minds.asleep()
        passed = self._tokens(self.sight.position.tokens, max(0, left - FAINT_MINUTES))
        return cost + self.minds.ahead.felling[level] * (lost + asleep + passed)

    def _danger(self, deed: Deed, left: int) -> float:
        """What may kill em at the end of the turn, or soon after it (§16b)."""
        temper, way = self.temper, deed.way
        if way.condition == "high":
            return temper.death
        if deed.name == "extinguish_fire" and deed.chance < 1.0:
            fails = 1.0 - deed.chance
            if deed.escape is None:
                return fails * temper.death
            left -= deed.escape.spent
            return fails * temper.minute * deed.escape.spent + self._cornered(way, left)
        if way.place == SEA and "aqualung" not in deed.tiles:
            return temper.death  # who abandons ship from outside needs one too (A48)
        return self._cornered(way, left)

    def _cornered(self, way: Way, left: int) -> float:
        """What may become of em before eir next turn, for want of time or of ways out."""
        if left <= 0 or way.place == SEA:
            return 0.0
        if left == 1:
            return CORNERED * self.temper.death
        if not self.temper.wary:
            return 0.0
        hatches = self.sight.tables.board.attached[way.place]
        blocked = self.sight.position.blocked
        out = [
            ends
            for ends in hatches
            if SEA not in ends
            and ends not in blocked
            and way.rooms[sum(ends) - way.place] != "high"
        ]
        return SHUT_IN[len(out)] * self.temper.death if len(out) < len(SHUT_IN) else 0.0
