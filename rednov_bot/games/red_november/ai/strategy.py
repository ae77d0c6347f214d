"""The gnomes who weigh what they could do, each by their own weights."""

from __future__ import annotations

from functools import lru_cache
from math import exp, inf
from random import Random
from typing import Final

import msgspec
from msgspec.structs import replace

from rednov_bot.games.base import Choice
from rednov_bot.games.red_november.ai.moves import (
    DRAWS,
    Attempt,
    Deed,
    Prospects,
    Rooms,
    Task,
    Way,
    announced,
    chance_of,
    worked_in,
)
from rednov_bot.games.red_november.ai.view import Sight
from rednov_bot.games.red_november.rules.actions import FIX_ITS, TRACK_OF
from rednov_bot.games.red_november.rules.cards import free_hatches
from rednov_bot.games.red_november.rules.events import CERTAIN
from rednov_bot.games.red_november.rules.fixing import X_FOR_PREVENTION, X_FOR_RESET
from rednov_bot.games.red_november.rules.forecast import TRACK_BY, unseen
from rednov_bot.games.red_november.rules.intoxication import level_after
from rednov_bot.games.red_november.rules.position import Token, without
from rednov_bot.games.red_november.rules.sleep import FAINT_MINUTES
from rednov_bot.games.red_november.rules.tables import Board, Card
from rednov_bot.games.red_november.rules.targets import TOKEN_OF
from rednov_bot.games.red_november.rules.time_track import SPARED_BY_A_CHARM
from rednov_bot.games.red_november.rules.tracks import DOOM, reset_of
from rednov_bot.games.red_november.rules.turn import Turn
from rednov_bot.games.red_november.rules.words import (
    NOWHERE,
    ROOMS,
    SEA,
    TRACKS,
    ActionName,
    GnomeName,
    Hatch,
    Item,
    Place,
    RoomCondition,
    Track,
)


class Weights(msgspec.Struct, frozen=True):
    """What matters to a gnome who weighs their turns."""

    loss: float = 110.0  # the sub is lost (§21)
    death: float = 70.0  # they are killed (§16b)
    minute: float = 0.75  # a minute of their own goes by
    step: float = 1.0  # of what a space of a track is thought to cost sooner or later
    room: float = 1.0  # of what fire, water and blocked hatches are thought to cost
    point: float = 0.0  # an X point (§18)
    tile: float = 2.2  # a random tile in hand
    drinks: bool = True  # whether they ever drink on duty
    wary: bool = False  # whether they mind how many ways lead out of where they end


SENSIBLE: Final = Weights()
CAUTIOUS: Final = Weights(death=400.0, step=1.3, room=1.4, drinks=False, wary=True)
GREEDY: Final = Weights(loss=80.0, point=4.0)


SOON = 2.0
"""Cards for each gnome that may well be drawn before somebody else can mend a thing."""


class Forecast(msgspec.Struct, frozen=True):
    """What is to be expected of the cards to come."""

    draws: int  # event markers that are still before somebody
    next: float  # how many of them are met before long
    near: dict[Track, float]  # spaces that the next card moves each track, on the average
    far: dict[Track, float]  # spaces that each track will yet be moved in the game
    cards: tuple[Card, ...]  # of which the next ones are drawn

    def soon(self, track: Track, stands: int) -> float:
        """How likely the track is full before long, if nobody mends it."""
        return at_least(DOOM - stands, self.next * self.near[track])

    def ever(self, track: Track, stands: int) -> float:
        """How likely it would ever be full, if nobody mended it any more."""
        return at_least(DOOM - stands, self.far[track])


def forecast(sight: Sight) -> Forecast:
    """What *sight* lets one expect."""
    position, tables = sight.position, sight.tables
    cards = unseen(position, tables) or (*tables.deck, tables.kraken)
    crew = [gnome.minutes for gnome in position.gnomes if gnome.fate == "aboard"]
    draws = sum([tables.time_track.events_below[minutes] for minutes in crew])
    rooms = position.rooms
    dry, burns = 1 - (rooms.count("low") + rooms.count("high")) / len(ROOMS), "fire" in rooms
    near = spaces(cards, dry, burns)
    known = min(draws, len(cards))
    later = spaces(tables.deck, dry, burns) if draws > known else near
    far = {track: known * near[track] + (draws - known) * later[track] for track in TRACKS}
    return Forecast(draws, min(SOON * len(crew), draws), near, far, cards)


@lru_cache(maxsize=1024)
def spaces(cards: tuple[Card, ...], dry: float, burns: bool) -> dict[Track, float]:
    """How far one card of these moves each track, on the average.

    A fire moves nothing where it is drowned (*dry* is the share of rooms where it is not), one
    that spreads nothing where none burns.
    """
    moved: dict[Track, float] = dict.fromkeys(TRACKS, 0.0)
    for card in cards:
        kind = card.kind
        if kind in TRACK_BY:
            moved[TRACK_BY[kind]] += card.step
        elif kind == "fire" or kind == "friendly_fire":
            moved["asphyxiation"] += dry
        elif burns and kind == "fire_spreads":
            moved["asphyxiation"] += 1
    count = max(1, len(cards))
    return {track: total / count for track, total in moved.items()}


@lru_cache(maxsize=1024)
def felling(cards: tuple[Card, ...], level: int) -> float:
    """The share of these cards that would fell a gnome so intoxicated (§16c)."""
    return sum([card.faint is not None and card.faint <= level for card in cards]) / len(cards)


def at_least(count: int, mean: float) -> float:
    """How likely as many things happen or more, if *mean* are to be expected (after Poisson)."""
    return 1.0 if count <= 0 else _tail(count, round(mean, 1))


@lru_cache(maxsize=4096)
def _tail(count: int, mean: float) -> float:
    each, below = exp(-mean), 0.0
    for number in range(count):
        below += each
        each *= mean / (number + 1)
    return max(0.0, 1.0 - below)


WORK: Final = (0.0, 0.0, 2.2, 4.6, 7.4, 10.5, 18.0, 21.0, 25.0, 32.0, 40.0)
"""By where a track stands: the minutes of work to bring it back to 1.

A reset takes about ten; from 5 it gains four spaces and from 6 but one (§8), so it is best done
in time."""

HEADSTART: Final = 4
"""Minutes that a gnome needs at least before a token, to get to work and do it (A2)."""
AT_EASE: Final = 14
"""Minutes before a token with which a gnome has all the time they want."""
HEED: Final = 0.25
"""How far one may rely on another gnome with time enough to see to a token."""
ARMED: Final = 0.15
"""How likely another gnome has an aqualung, to see to the Kraken (CC)."""

BURNING: Final = 4.0
"""What any fire costs: it spreads, and cuts the sub in two."""
FIRE, LOW, HIGH = 1.0, 0.4, 1.0
"""How much of a room's weight is lost while it burns, is wet, is flooded (§13-§15)."""
NEEDED: Final = 0.5
"""How much of the worry that is mended in a room is added to its weight."""
JAMMED: Final = 1.2
"""How much a blocked hatch costs, by the weight of the rooms it parts."""
WORKED_IN: Final = 4.0
"""The weight of a room in which a track is mended (§11d-f)."""
VISITED: Final = 5.0
"""That of missile control and of the stores: nobody is there when they are needed (§11g, §11i)."""
PASSED: Final = 0.6
"""That of any other room, for each hatch inside: people pass through."""
LONG: Final = 30
"""Event markers to come, with which what lasts long matters as much as it ever does."""


class Worries:
    """The worries of one gnome, as they see the position, by their weights."""

    def __init__(self, sight: Sight, weights: Weights) -> None:
        self.sight, self.weights, self.minutes = sight, weights, sight.me.minutes
        self.position, self.board = sight.position, sight.tables.board
        self.ahead = forecast(sight)
        self.rest = min(1.0, self.ahead.draws / LONG)  # what lasts long matters less at the end
        self.tracks = {track: self.track(track, self.position.track(track)) for track in TRACKS}
        self._all_tokens: dict[tuple[int, bool], float] = {}
        others = [one for one in self.position.gnomes if one.name != sight.name]
        self._slowest = max([gnome.minutes for gnome in others], default=0)
        self._unheeded = {  # by token: how likely each other gnome does not see to it in time
            (kind, space): [
                1.0 - HEED * (ARMED if kind == "kraken" else 1.0) * _able(gnome.minutes - space)
                for gnome in others
                if gnome.in_play and not gnome.fainted
            ]
            for kind, space in self.position.tokens
        }
        self.room_weights = self._room_weights()

    def track(self, track: Track, stands: int) -> float:
        """The worry of a disaster track (§8)."""
        work = WORK[stands] * self.weights.step * self.ahead.ever(track, stands)
        return work + self.weights.loss * self.ahead.soon(track, stands)

    def all_tokens(self, minutes: int, *, aqualung: bool) -> float:
        """The worry of all timed destructions that there are."""
        if (minutes, aqualung) not in self._all_tokens:
            worry = self.tokens(self.position.tokens, minutes, aqualung=aqualung)
            self._all_tokens[minutes, aqualung] = worry
        return self._all_tokens[minutes, aqualung]

    def tokens(self, tokens: tuple[Token, ...], minutes: int, *, aqualung: bool = True) -> float:
        """The worry of timed destructions, when one has *minutes* left oneself (§21, A3)."""
        slowest = max(minutes, self._slowest)
        total = 0.0
        for kind, space in tokens:
            if slowest < space:
                return self.weights.loss
            if space > 0 or self.sight.options.token_at_zero == "lethal":  # A4
                armed = ARMED if kind == "kraken" and not aqualung else 1.0
                missed = 1.0 - HEED * _able(minutes - space) * armed
                for other in self._unheeded[kind, space]:
                    missed *= other
                total += self.weights.loss * missed
        return min(total, self.weights.loss)

    def room(self, room: Place, condition: RoomCondition) -> float:
        """The worry of a room that burns or is under water (§13-§15)."""
        weight = self.room_weights[room] * self.weights.room
        match condition:
            case "fire":
                return FIRE * weight + BURNING * self.weights.room * self.rest
            case "low":
                return LOW * min(weight, 5.0)
            case "high":
                return HIGH * weight
            case "dry":
                return 0.0

    def rooms(self, rooms: tuple[RoomCondition, ...]) -> float:
        """The worry of all rooms together."""
        total = 0.0
        for room, condition in enumerate(rooms):
            if condition != "dry":
                total += self.room(room, condition)
        return total

    def hatch(self, ends: Hatch) -> float:
        """The worry of a blocked hatch: more where few others are left (§11a)."""
        one, other = ends
        weight = (min(self.room_weights[one], 8.0) + min(self.room_weights[other], 8.0)) / 2
        free = min([free_hatches(self.position, self.board, room) for room in ends])
        return self.weights.room * JAMMED * weight / (1 + free)

    def doom(self) -> float:
        """How likely the sub is lost before long, as far as one can tell."""
        lost = self.tokens(self.position.tokens, self.minutes) / self.weights.loss
        tracks = [self.ahead.soon(track, self.position.track(track)) for track in TRACKS]
        return min(1.0, lost + sum(tracks))

    def asleep(self) -> float:
        """How likely a gnome who faints now never wakes: their room burns or floods (§16d)."""
        return min(0.4, 0.012 * min(self.ahead.draws, 4 + self.minutes))

    def _room_weights(self) -> list[float]:
        """By place: what a room is good for, and what waits to be mended there."""
        board = self.board
        weights = [self.rest * weight for weight in _uses(board)]
        for place, names in enumerate(worked_in(board)):
            for name in names:
                if name in TRACK_OF:
                    weights[place] += NEEDED * min(20.0, self.tracks[TRACK_OF[name]])
                for token in self.position.tokens:
                    if token[0] == TOKEN_OF.get(name):
                        weights[place] += NEEDED * self.tokens((token,), self.minutes)
        return weights


def _able(slack: int) -> float:
    return max(0.0, min(1.0, (slack - HEADSTART) / (AT_EASE - HEADSTART)))


@lru_cache(maxsize=8)
def _uses(board: Board) -> tuple[float, ...]:
    """By place, how much it is used: work is done there, or everybody passes through (§11)."""
    weights = [PASSED * len(beyond) for beyond in board.neighbours]
    weights[NOWHERE] = weights[SEA] = 0.0
    weights[board.missiles] = weights[board.stores] = VISITED
    weights[board.engine] = weights[board.oxygen] = weights[board.reactor] = WORKED_IN
    return tuple(weights)


def of_tile(item: Item, hand: tuple[Item, ...], weights: Weights) -> float:
    """What it costs to use a tile up: less of the second and third of its kind."""
    if item == "grog":
        return weights.tile * 0.3
    if item in ("aqualung", "lucky_charm"):
        return weights.tile * 1.6
    return weights.tile * 0.8 ** (hand.count(item) - 1)


def of_another_tile(held: int, weights: Weights) -> float:
    """What one more random tile is worth: little in a full hand, for limits come (§17)."""
    return weights.tile * max(0.15, 1.0 - 0.13 * held)


CORNERED: Final = 0.12
"""How likely it is fatal to keep a single minute: it suffices for no way out (§10, §14)."""
SHUT_IN: Final = (0.12, 0.02)
"""How likely it is fatal to end where no hatch, or a single one, leads out of a flood or a fire."""
MY_HATCH, MY_ROOM = 0.05, 0.1
"""How likely it is fatal that a hatch of one's own room is blocked, or that it comes to burn."""

SLIP: Final = 1e-6
"""More than rounding can take from a sum of worries."""

KEEPS: Final[tuple[Item, ...]] = (
    *("aqualung", "toolbox", "reactor_manual", "pump_manual", "engine_manual"),
    *("fire_extinguisher", "lucky_charm", "deactivation_code", "crowbar", "water_pump"),
    *("diving_gun", "grog", "coffee"),
)
"""What is discarded last comes first (§17)."""


OF_A_ROOM: Final = frozenset({"extinguish_fire", "pump_water"})
"""What is worth more in one room than in another."""
RISKED: Final = frozenset({"no_action", "abandon", "kill_kraken"})
"""What is done at high water or outside too (§14, §16b)."""


class Weighing:
    """Thinks of everything they could do, and does what promises most."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def turn(self, sight: Sight, luck: Random) -> Turn:
        """The best turn they can think of; among equals the first."""
        scale = _Scale(sight, self.weights)
        return announced(sight, scale.finished(scale.best()))

    def choice(self, sight: Sight, asked: Choice, luck: Random) -> str:
        """What does least harm; what saves them before what does not (rules.md 7.1)."""
        match asked.kind:
            case "defend":
                return "yes" if "crowbar" in sight.hand else "no"
            case "escape":
                saving = [one for one in asked.candidates if one not in asked.deadly]
                return saving[0] if saving else asked.candidates[0]
            case _:
                minds = Worries(sight, self.weights)
                return min(asked.candidates, key=lambda one: self._harm(sight, minds, one))

    def _harm(self, sight: Sight, minds: Worries, candidate: str) -> float:
        """What it would cost if this hatch (`5-8`) were blocked, or this room (`7`) burnt."""
        room, *beyond = [int(place) for place in candidate.split("-")]
        if beyond:
            mine = MY_HATCH * self.weights.death if sight.me.at in (room, *beyond) else 0.0
            return minds.hatch((room, beyond[0])) + mine
        there = [one for one in sight.position.gnomes if one.in_play and one.at == room]
        mine = MY_ROOM * self.weights.death if sight.me.at == room else 0.0
        asleep = sum([one.fainted for one in there]) * self.weights.loss
        return minds.room(room, "fire") + mine + asleep

    def discards(self, sight: Sight, luck: Random) -> tuple[Item, ...]:
        """What they need least, and what they have several of."""
        hand = list(sight.hand)
        gone: list[Item] = []
        for _ in range(sight.over):
            least = max(hand, key=lambda item: KEEPS.index(item) + 4 * (hand.count(item) - 1))
            hand.remove(least)
            gone.append(least)
        return tuple(gone)

    def gift_in_return(self, sight: Sight, to: GnomeName, luck: Random) -> tuple[Item, ...]:
        """Nothing: they have a use for what they hold."""
        return ()


class _Scale:
    """Weighs deeds against each other in one position."""

    def __init__(self, sight: Sight, weights: Weights) -> None:
        self.sight, self.weights = sight, weights
        self.minds = Worries(sight, weights)
        self.prospects = Prospects(sight, drinks=weights.drinks)
        self.me, self.position, self.hand = sight.me, sight.position, sight.hand
        self.minutes, self.kinds = self.me.minutes, self.prospects.kinds
        self.aqualungs = self.hand.count("aqualung")
        self.tokens = self.minds.all_tokens(self.minutes, aqualung=self.aqualungs > 0)
        self.tile_costs = {item: of_tile(item, self.hand, weights) for item in self.hand}

    def best(self) -> Deed:
        """What promises most, less what it costs, in minutes of work; among equals the first."""
        minute, worry = self.weights.minute, self.minds.rooms(self.position.rooms)
        promises: dict[ActionName | Hatch, tuple[float, float]] = {}  # by what is done or freed
        mended: dict[Rooms, float] = {}  # less worry about the rooms, by how ways leave them
        several: list[tuple[float, int, Task, float, float]] = []
        for number, task in enumerate(self.prospects.tasks()):
            way, what = task.way, task.hatch or task.name
            if what not in promises or what in OF_A_ROOM:
                promises[what] = self._promise(task)
            prize, at_best = promises[what]
            better = 0.0
            if way.rooms is not self.position.rooms:
                if way.rooms not in mended:
                    mended[way.rooms] = worry - self.minds.rooms(way.rooms)
                better = mended[way.rooms]
            several.append((minute * way.spent - better - at_best, number, task, prize, better))
        several.sort()
        lowest, first, found = inf, 0, None
        for at_worst, number, task, prize, better in several:
            if at_worst > lowest:
                break  # at its very best it would be no better
            for attempt in self.prospects.attempts(task):
                cost = -self._worth(task, attempt, prize) - better
                if cost < lowest or (cost == lowest and number < first):
                    lowest, first, found = cost, number, (task, attempt)
        assert found is not None
        return self.prospects.deed(*found)

    def _promise(self, task: Task) -> tuple[float, float]:
        """What success is worth, and what the task promises at its very best, the way aside."""
        name, minute, points = task.name, self.weights.minute, self.weights.point
        prize = success = self._prize(task)
        if self.kinds and TOKEN_OF.get(name) in self.kinds:
            success += self.tokens + points * X_FOR_PREVENTION
        if name in TRACK_OF:
            success += points * X_FOR_RESET
        if name in FIX_ITS:  # a single minute, or all it takes, and each tile that pays for itself
            once, wholly = success / CERTAIN, success - minute * (CERTAIN - 1)
            helps = self.sight.tables.items.helps[name]
            for item in self.hand:
                if item in helps:
                    once += max(0.0, success * helps[item] / CERTAIN - self.tile_costs[item])
                    wholly += max(0.0, minute * helps[item] - self.tile_costs[item])
            success = min(success, max(once, wholly))
        return prize, success - minute + SLIP

    def _worth(self, task: Task, attempt: Attempt, prize: float) -> float:
        minutes, spent, tiles, help_ = attempt
        left, chance = self.minutes - spent, chance_of(minutes + help_)
        if task.name == "gain_items":
            gain = self._tiles_drawn(minutes, len(tiles), left)
        elif task.name == "abandon":
            gain = prize
        else:
            gain = chance * prize
        if self.kinds:
            gain = self._tokens_met(task, tiles, left, chance) + gain
        if self.weights.point and task.name in TRACK_OF:
            gain += chance * self._points(task)
        cost = self._used_up(tiles, left) if tiles else 0.0
        if chance < 1.0 and task.name == "extinguish_fire":
            cost += self._flight(task, left, 1.0 - chance)
        elif left < 2 or self.weights.wary or task.name in RISKED:
            cost += self._danger(task.way, tiles, left)
        return -self.weights.minute * spent + gain - cost

    def _prize(self, task: Task) -> float:
        """What success is worth, timed destructions and points aside; of tiles, at most."""
        minds, name = self.minds, task.name
        if name == "no_action":
            return 0.0
        if name in TRACK_OF:
            track = TRACK_OF[name]
            stands = self.position.track(track)
            return minds.tracks[track] - minds.track(track, reset_of(stands))
        if task.hatch is not None:
            return minds.hatch(task.hatch)
        if name == "extinguish_fire" or name == "pump_water":
            return minds.room(task.way.place, task.way.condition)
        if name == "gain_items":
            return DRAWS[0] * self.weights.tile
        return self.weights.loss * (2 * minds.doom() - 1) if name == "abandon" else 0.0

    def finished(self, deed: Deed) -> Deed:
        """The deed with a charm where it spares three events, and coffee behind grog."""
        hand = without(self.hand, deed.tiles)
        after: tuple[Item, ...] = ()
        below = self.sight.tables.time_track.events_below
        left = below[self.minutes - deed.spent]
        passed = below[self.minutes] - left
        if "lucky_charm" in hand and passed and (passed >= SPARED_BY_A_CHARM or not left):
            after = ("lucky_charm",)
        if "grog" in deed.tiles and "coffee" in hand:
            after = (*after, "coffee")
        return replace(deed, after=after) if after else deed

    def _tokens_met(self, task: Task, tiles: tuple[Item, ...], left: int, chance: float) -> float:
        """What passing time and the action do about timed destructions, and the points for it."""
        aqualung = self.aqualungs > tiles.count("aqualung")
        later = self.minds.all_tokens(left, aqualung=aqualung)
        gain = self.tokens - later
        kind = TOKEN_OF.get(task.name)
        if kind in self.kinds:
            lying = self.position.tokens
            stay = tuple([one for one in lying if one[0] != kind or one[1] > left])
            if len(stay) < len(lying):
                saved = later - self.minds.tokens(stay, left, aqualung=aqualung)
                gain += chance * (saved + self.weights.point * X_FOR_PREVENTION)
        return gain

    def _points(self, task: Task) -> float:
        """What the points for a reset track are worth (§18, A37)."""
        track = TRACK_OF[task.name]
        counts = not self.sight.options.x_needs_change or self.position.track(track) > 1
        return self.weights.point * X_FOR_RESET if counts else 0.0

    def _tiles_drawn(self, count: int, used: int, left: int) -> float:
        """What so many more tiles are worth; nobody needs any at the end of their time."""
        use, held = min(1.0, left / 12), len(self.hand) - used
        return sum([use * of_another_tile(held + more, self.weights) for more in range(count)])

    def _used_up(self, tiles: tuple[Item, ...], left: int) -> float:
        """What the tiles cost, and the danger of fainting (§16c)."""
        weights, cost = self.weights, sum([self.tile_costs[item] for item in tiles])
        if "grog" not in tiles:
            return cost
        level = self.me.intoxication
        for item in tiles:
            level = level_after(item, level)
        lost = min(FAINT_MINUTES, left) * weights.minute
        asleep = weights.death * self.minds.asleep()
        aqualung = self.aqualungs > 0
        passed = self.minds.all_tokens(max(0, left - FAINT_MINUTES), aqualung=aqualung)
        return cost + felling(self.minds.ahead.cards, level) * (lost + asleep + passed)

    def _flight(self, task: Task, left: int, fails: float) -> float:
        """The cost of a fire that is perhaps not put out (§13)."""
        weights, escape = self.weights, self.prospects.escape(task.way, left)
        if escape is None:
            return fails * weights.death
        later = left - escape.spent
        return fails * weights.minute * escape.spent + self._cornered(task.way, later)

    def _danger(self, way: Way, tiles: tuple[Item, ...], left: int) -> float:
        """What may kill them at the end of the turn, or soon after it (§16b)."""
        if way.condition == "high":
            return self.weights.death
        if way.place == SEA and "aqualung" not in tiles:
            return self.weights.death  # who abandons ship from outside needs one too (A48)
        return self._cornered(way, left)

    def _cornered(self, way: Way, left: int) -> float:
        """What may become of them before their next turn, for want of time or of ways out."""
        if left <= 0 or way.place == SEA:
            return 0.0
        if left == 1:
            return CORNERED * self.weights.death
        if not self.weights.wary:
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
        return SHUT_IN[len(out)] * self.weights.death if len(out) < len(SHUT_IN) else 0.0
