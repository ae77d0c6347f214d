"""Laws that every step of every game must keep, whoever plays it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from rednov_bot.games.red_november.ai import STRATEGIES
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.audit import audit, numbers
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import WON
from rednov_bot.games.red_november.rules.soundness import problems
from rednov_bot.games.red_november.rules.words import TRACKS
from rednov_bot.games.red_november.simulation.playing import Y_POT, Outcome, Setting, play
from tests.rules.pairwise import OTHERWISE
from tests.rules.sailing import calm, tables


class Watchman:
    """Sees a game step by step, and complains of what cannot be."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.told: list[ev.PublicEvent] = []
        self.before: Gamestate | None = None

    def __call__(self, reached: Gamestate, events: tuple[ev.Event, ...]) -> None:
        faults = problems(reached, self.setting.tables, self.setting.options)
        assert not faults, faults
        hidden = ev.PrivateEvent | ev.HiddenEvent
        self.told += [one for one in events if not isinstance(one, hidden)]
        self._compare(reached)
        self.before = reached

    def _compare(self, reached: Gamestate) -> None:
        """Nobody gets time back, nobody comes back to life, and the time is spent in turns."""
        position = reached.position
        for track in TRACKS:
            assert 1 <= position.track(track) <= 10
        if self.before is None:
            return
        for then, now in zip(self.before.position.gnomes, position.gnomes, strict=True):
            assert now.minutes <= then.minutes
            assert then.in_play or not now.in_play
            points = self.before.position.points(then.name, "X")
            assert position.points(now.name, "X") >= points

    def over(self, outcome: Outcome) -> None:
        """What is true of a game that has ended."""
        assert self.before is not None
        position = self.before.position
        ending = position.ending
        assert ending is not None
        for account in audit(self.told):
            assert numbers(position).get(account.figure, 0) == account.now
        due: Counter[str] = Counter()
        for one in self.told:
            if isinstance(one, ev.PointsDue):
                due[one.axis] += one.points
        assert sum([one.x for one in outcome.crew]) == due["X"]
        assert sum([one.y for one in outcome.crew]) == due["Y"]
        winners = [one for one in outcome.crew if one.won]
        share = Y_POT // len(winners) if winners else 0
        assert all(one.y == (share if one.won else 0) for one in outcome.crew)
        assert all(position.points(name, "Y", WON) == share for name in ending.winners)
        assert not any(one.won and one.fate == "killed" for one in outcome.crew)
        full = [track for track in TRACKS if position.track(track) == 10]
        assert bool(full) == (outcome.loss in TRACKS)
        assert ending.sub_lost == (outcome.loss not in (None, "crew"))


def watched(setting: Setting, seed: int, number: int) -> Outcome:
    """A game under the eyes of a watchman."""
    watchman = Watchman(setting)
    outcome = play(setting, seed, number, watchman)
    watchman.over(outcome)
    return outcome


def any_setting(number: int) -> Setting:
    """A setting by its number: every size, every strategy, every option comes up."""
    rng = Random(number)
    chosen: dict[str, Any] = {}
    for name in rng.sample(sorted(OTHERWISE), rng.choice((0, 1, 3, 8))):
        chosen[name] = rng.choice(OTHERWISE[name])
    crew = tuple(rng.sample(sorted(STRATEGIES), rng.choice((1, 1, 2, 3, 4))))
    data = calm() if rng.random() < 0.2 else tables()
    return Setting(3 + number % 6, crew, Options(**chosen), data, "standard")
