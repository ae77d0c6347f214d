"""Whole games between computer gnomes, many at once over processes."""

from __future__ import annotations

import hashlib
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial, reduce
from itertools import product
from multiprocessing import get_context
from random import Random
from typing import Any, Final, Literal, TypeAlias

import msgspec

from rednov_bot.core.errors import Mendable
from rednov_bot.core.luck import SecretLuck
from rednov_bot.games.base import Answer, Choice, Held, Resolution, option_value
from rednov_bot.games.red_november.ai import STRATEGIES, Sight, Strategy
from rednov_bot.games.red_november.ai.looking import look
from rednov_bot.games.red_november.rules import events as ev, hands
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.logbook import Logbook, after
from rednov_bot.games.red_november.rules.opening import open_game
from rednov_bot.games.red_november.rules.options import Options, options_from
from rednov_bot.games.red_november.rules.position import Gnome
from rednov_bot.games.red_november.rules.resolve import judge, resolve, take
from rednov_bot.games.red_november.rules.tables import FEWEST_GNOMES, MOST_GNOMES, Tables
from rednov_bot.games.red_november.rules.turn import Turn
from rednov_bot.games.red_november.rules.words import (
    CardKind,
    Cause,
    Fate,
    GnomeName,
    TokenKind,
    Track,
)

NAMES: Final = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
"""The computer gnomes in canonical order, as many as there are (§5)."""

Y_POT: Final = 840
"""Y points of a game, which any number of winners up to eight can share evenly (§24)."""


class Setting(msgspec.Struct, frozen=True):
    """One kind of game, of which many are played."""

    gnomes: int
    crew: tuple[str, ...]  # names of strategies, taken by the seats in turn
    options: Options
    tables: Tables
    data: str  # how the data set was called
    named: tuple[tuple[str, str], ...] = ()  # options that were named, and their values

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, in canonical order."""
        return NAMES[: self.gnomes]

    @property
    def strategies(self) -> tuple[str, ...]:
        """The strategy of each seat."""
        return tuple([self.crew[seat % len(self.crew)] for seat in range(self.gnomes)])


def settings(
    gnomes: Sequence[int],
    crew: Sequence[str],
    options: Mapping[str, Sequence[str]],
    data: Mapping[str, Tables],
) -> tuple[Setting, ...]:
    """Every combination of what is to be compared; Mendable where there is no such thing."""
    for count in gnomes:
        if not FEWEST_GNOMES <= count <= MOST_GNOMES:
            raise Mendable(
                f"{count} gnomes are no crew: a game has {FEWEST_GNOMES} to {MOST_GNOMES} (§5)"
            )
    for strategy in crew:
        if strategy not in STRATEGIES:
            raise Mendable(f"no gnome is {strategy!r}; a crew is made of {', '.join(STRATEGIES)}")
    ways = list(_ways(options))
    return tuple(
        [
            Setting(count, tuple(crew), each, tables, called, named)
            for called, tables in data.items()
            for named, each in ways
            for count in gnomes
        ]
    )


def _ways(
    options: Mapping[str, Sequence[str]],
) -> Iterator[tuple[tuple[tuple[str, str], ...], Options]]:
    """Every combination of the values of the options."""
    for values in product(*options.values()):
        given: dict[str, Any] = dict(zip(options, values, strict=True))
        found = options_from(given)
        if isinstance(found, str):
            raise Mendable(found)
        names = ["drew_items" if key == "drew" else key for key in given]
        yield tuple([(name, option_value(getattr(found, name))) for name in names]), found


Loss: TypeAlias = Track | TokenKind | Literal["crew"]
"""What the sub was lost by: a track at its end, a token that all have passed (§21); `crew` where
it stayed afloat without anybody who stayed aboard (§23)."""

LOSSES: Final[tuple[Loss, ...]] = (
    *("heat", "pressure", "asphyxiation"),
    *("crushed", "asphyxiated", "missiles", "kraken"),
    "crew",
)

Stand: TypeAlias = tuple[int, int, int, int]
"""The clock, and heat, pressure and asphyxiation: the clock is the minutes of the gnome who has
most of them, 60-0."""


class Fared(msgspec.Struct, frozen=True):
    """How one gnome fared."""

    strategy: str
    won: bool
    fate: Fate
    killed_by: Cause | None
    x: int  # points owed along X (§18)
    y: int  # and along Y (§24)


def course_of(stands: Iterable[Stand]) -> bytes:
    """Stands as an outcome keeps them."""
    return bytes([value for stand in stands for value in stand])


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended, and its course in numbers."""

    number: int  # which game of its seed
    loss: Loss | None  # None: those aboard have won (§22)
    crew: tuple[Fared, ...]  # by seat
    turns: int
    minutes: int  # spent by all gnomes together, those of the dead not counted
    cards: tuple[tuple[CardKind, int], ...]  # event cards that took effect, by kind
    course: bytes  # the stands, four octets each: there may be a hundred thousand games

    @property
    def stands(self) -> tuple[Stand, ...]:
        """Where the tracks stood whenever the clock moved."""
        it = iter(self.course)
        return tuple(zip(it, it, it, it, strict=True))

    @property
    def survivors(self) -> int:
        """How many were not killed."""
        return sum([one.fate != "killed" for one in self.crew])


Watch = Callable[[Gamestate, tuple[ev.Event, ...]], None]
"""Is shown each step of a game: what happened, and the gamestate after it."""


def secret_of(seed: int, number: int) -> bytes:
    """The secret of one game of a seed.

    It is the same in every setting: what is compared is then played with the same luck, as far as
    the settings let it.
    """
    return hashlib.sha256(f"rednov simulate {seed} {number}".encode()).digest()


def play(setting: Setting, seed: int, number: int, watch: Watch | None = None) -> Outcome:
    """The game of this *number*, played to its end."""
    game = Game(setting, secret_of(seed, number), watch)
    while game.gamestate.position.ending is None:
        game.next_turn()
    return game.outcome(number)


class Game:
    """A game under way."""

    def __init__(self, setting: Setting, secret: bytes, watch: Watch | None = None) -> None:
        self.setting, self.secret = setting, secret
        self.strategies: dict[GnomeName, Strategy] = {
            name: STRATEGIES[strategy]
            for name, strategy in zip(setting.names, setting.strategies, strict=True)
        }
        self.moods = {name: Random(f"{secret.hex()} {name}") for name in setting.names}
        self.gamestate = Gamestate()
        self._watch = watch
        self._loss: Loss | None = None
        self._killed: dict[GnomeName, Cause] = {}
        self._cards: Counter[CardKind] = Counter()
        self._stands: list[Stand] = []
        opened = self._answered(
            lambda given: open_game(setting.names, given, y_pot=Y_POT),
            SecretLuck(secret, "opening"),
        )
        self._enter(opened.events, opened.after)

    def sight(self, name: GnomeName) -> Sight:
        """What *name* may know now."""
        return look(self.gamestate, name, self.setting.tables, self.setting.options)

    def next_up(self) -> Gnome:
        """Who takes the next turn (A13, A63)."""
        ready = [
            gnome
            for gnome in self.gamestate.position.gnomes
            if gnome.in_play and gnome.minutes > 0 and not gnome.fainted
        ]
        return max(ready, key=lambda gnome: (gnome.minutes, gnome.arrived))

    def next_turn(self) -> Turn:
        """A turn is made up, taken and resolved; hand limits are met before it (§17)."""
        self._meet_limits()
        name = self.next_up().name
        turn = self.strategies[name].turn(self.sight(name), self.moods[name])
        verdict = judge(self.gamestate, turn, self.setting.tables, self.setting.options)
        if verdict.plan is None or not verdict.valid:
            codes = ", ".join(one.code for one in verdict.refusals)
            raise ValueError(f"a computer gnome announced what is not valid: {codes}")
        plan = verdict.plan
        taken = take(self.gamestate, turn)
        self._enter((taken,), after(self.gamestate, taken))
        self._give_back(taken.gift_to, name)
        outcome = self._answered(
            lambda given: resolve(self.gamestate, turn, given, plan),
            SecretLuck(self.secret, f"turn {taken.number}"),
        )
        self._enter(outcome.events, outcome.after)
        return turn

    def outcome(self, number: int) -> Outcome:
        """What came of the game, which is over."""
        position = self.gamestate.position
        assert position.ending is not None
        winners = position.ending.winners
        crew = tuple(
            [
                Fared(
                    strategy=strategy,
                    won=gnome.name in winners,
                    fate=gnome.fate,
                    killed_by=self._killed.get(gnome.name),
                    x=position.points(gnome.name, "X"),
                    y=position.points(gnome.name, "Y"),
                )
                for gnome, strategy in zip(position.gnomes, self.setting.strategies, strict=True)
            ]
        )
        stayed = any(one.won and one.fate == "aboard" for one in crew)
        began = self.setting.tables.time_track.start[self.setting.gnomes]
        return Outcome(
            number=number,
            loss=self._loss or (None if stayed else "crew"),
            crew=crew,
            turns=position.turns,
            minutes=sum([began - gnome.minutes for gnome in position.gnomes if gnome.in_play]),
            cards=tuple(sorted(self._cards.items())),
            course=course_of(self._stands),
        )

    def _enter(self, events: tuple[ev.Event, ...], reached: Gamestate) -> None:
        """What happened is entered, and counted."""
        self.gamestate = reached
        for one in events:
            if isinstance(one, ev.CardDrawn):
                self._cards[one.kind] += 1
            elif isinstance(one, ev.Killed):
                self._killed[one.gnome] = one.cause
            elif isinstance(one, ev.SubLost):
                self._loss = one.track or one.token
        position = reached.position
        clock = max([gnome.minutes for gnome in position.gnomes])
        stand = (clock, position.heat, position.pressure, position.asphyxiation)
        if self._stands and self._stands[-1][0] == clock:
            self._stands[-1] = stand
        else:
            self._stands.append(stand)
        if self._watch is not None:
            self._watch(reached, events)

    def _logged(self, log: Logbook | tuple[object, ...]) -> None:
        """What a gnome does between turns; a strategy is held to what is allowed."""
        if not isinstance(log, Logbook):
            raise ValueError(f"a computer gnome did what is not allowed: {log}")
        self._enter(tuple(log.events), log.gamestate)

    def _meet_limits(self) -> None:
        """Whoever exceeds a hand limit discards (§17)."""
        for gnome, limit in zip(
            self.gamestate.position.gnomes, self.gamestate.secrets.limits, strict=True
        ):
            if limit is None or not gnome.in_play:
                continue
            sight = self.sight(gnome.name)
            if sight.over:
                items = self.strategies[gnome.name].discards(sight, self.moods[gnome.name])
                self._logged(hands.discard(self.gamestate, gnome.name, items))

    def _give_back(self, name: GnomeName | None, giver: GnomeName) -> None:
        """A gift in return, if *name* wants to make one (§11k); a sleeper makes none."""
        if name is None or self.gamestate.position.gnome(name).fainted:
            return
        items = self.strategies[name].gift_in_return(self.sight(name), giver, self.moods[name])
        if items:
            options = self.setting.options
            self._logged(hands.give_back(self.gamestate, name, giver, items, options))

    def _answered(
        self, attempt: Callable[[Circumstances], Resolution | Held], luck: SecretLuck
    ) -> Resolution:
        """What comes of it when everybody has made the choices that are theirs."""
        answers: dict[str, Answer] = {}
        while True:
            tables, options = self.setting.tables, self.setting.options
            outcome = attempt(Circumstances(tables, options, luck, answers=answers))
            if isinstance(outcome, Resolution):
                return outcome
            answers[outcome.choice.key] = self._answer(outcome)

    def _answer(self, held: Held) -> Answer:
        """The gnome's own choice; the contestmaster takes what does least harm (rules.md 7.1).

        The gnome is told what has happened in their turn so far.
        """
        asked: Choice = held.choice
        if asked.asks == "contestmaster":
            return Answer(asked.candidates[0], "contestmaster")
        then = reduce(after, held.events, self.gamestate)
        sight = look(then, asked.of, self.setting.tables, self.setting.options)
        label = self.strategies[asked.of].choice(sight, asked, self.moods[asked.of])
        return Answer(label, "gnome")


AT_ONCE: Final = 8
"""Games that a process plays before it tells what came of them."""
WAITING: Final = 3
"""Batches that wait for each process, so that it never stands idle."""

Batch: TypeAlias = tuple[int, int, int]
"""Which setting, the number of the first game, how many."""
Played: TypeAlias = tuple[int, tuple[Outcome, ...]]
"""Which setting, and what came of a batch of its games."""

_settings: Sequence[Setting] = ()  # of this process, see `_begin`
_seed = 0


def play_all(
    settings: Sequence[Setting],
    games: int,
    seed: int,
    jobs: int,
    progress: Callable[[int], None] | None = None,
) -> tuple[tuple[Outcome, ...], ...]:
    """The outcomes of *games* games of each setting, in order.

    *progress* is told how many more games are over.  Mendable where a process dies.
    """
    found: list[list[Outcome]] = [[] for _ in settings]
    batches = [
        (at, first, min(AT_ONCE, games - first))
        for at in range(len(settings))
        for first in range(0, games, AT_ONCE)
    ]
    jobs = min(jobs, len(batches))
    if jobs == 1:
        played: Iterator[Played] = map(partial(_played, settings, seed), batches)
    else:
        played = _together(settings, batches, seed, jobs)
    for at, outcomes in played:
        found[at] += outcomes
        if progress is not None:
            progress(len(outcomes))
    return tuple([tuple(sorted(each, key=lambda one: one.number)) for each in found])


def _played(settings: Sequence[Setting], seed: int, batch: Batch) -> Played:
    at, first, count = batch
    return at, tuple([play(settings[at], seed, first + more) for more in range(count)])


def _together(
    settings: Sequence[Setting], batches: Sequence[Batch], seed: int, jobs: int
) -> Iterator[Played]:
    """Over *jobs* processes, begun afresh, so that they inherit nothing."""
    pool = ProcessPoolExecutor(
        jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(settings, seed)
    )
    ahead, running = iter(batches), set[Future[Played]]()
    try:
        while True:
            for batch in ahead:
                running.add(_submitted(pool, batch))
                if len(running) >= jobs * WAITING:
                    break
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for one in done:
                yield one.result()
    except BrokenProcessPool:
        raise Mendable(
            "a process that played games was killed, perhaps for want of memory; "
            "try again with fewer --jobs"
        ) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _submitted(pool: ProcessPoolExecutor, batch: Batch) -> Future[Played]:
    """A batch under way; a process that is begun for it inherits that Ctrl-C is blocked.

    That it ignores the signal itself would be too late: it imports for a second first.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(_play, batch)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(settings: Sequence[Setting], seed: int) -> None:
    """A process begins; Ctrl-C is for the one that began it to hear (`_submitted`)."""
    global _settings, _seed
    _settings, _seed = settings, seed


def _play(batch: Batch) -> Played:
    """Played in a process that has begun."""
    return _played(_settings, _seed, batch)
