"""A whole game between computer gnomes, from the opening to the end.

The gnome with most minutes goes next, the last to arrive among equals: so the board game has it,
and the contract leaves it open (§9, A13).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from functools import reduce
from random import Random

from rednov_bot.crew import BRAINS, Brain, Sight
from rednov_bot.crew.looking import look
from rednov_bot.engine import happenings as h
from rednov_bot.engine.choices import Answer, Choice, Circumstances
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.logbook import Logbook, after
from rednov_bot.engine.luck import SecretLuck
from rednov_bot.engine.opening import open_game
from rednov_bot.engine.position import Gnome
from rednov_bot.engine.resolve import Held, Resolution, judge, resolve, take
from rednov_bot.engine.rules import hands
from rednov_bot.engine.turn import Turn
from rednov_bot.engine.words import CardKind, Cause, GnomeName
from rednov_bot.simulation.outcome import Fared, Loss, Outcome, Stand, course_of
from rednov_bot.simulation.setting import Y_POT, Setting

Watch = Callable[[Gamestate, tuple[h.Happening, ...]], None]
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
        self.brains: dict[GnomeName, Brain] = {
            name: BRAINS[brain] for name, brain in zip(setting.names, setting.brains, strict=True)
        }
        self.moods = {name: Random(f"{secret.hex()} {name}") for name in setting.names}
        self.gamestate = Gamestate()
        self._watch = watch
        self._loss: Loss | None = None
        self._killed: dict[GnomeName, Cause] = {}
        self._cards: Counter[CardKind] = Counter()
        self._stands: list[Stand] = []
        self._open()

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
        turn = self.brains[name].turn(self.sight(name), self.moods[name])
        verdict = judge(self.gamestate, turn, self.setting.tables, self.setting.options)
        if verdict.plan is None or not verdict.valid:
            codes = ", ".join(one.code for one in verdict.refusals)
            raise ValueError(f"a computer gnome announced what is not valid: {codes}")
        plan = verdict.plan
        taken = take(self.gamestate, turn)
        self._enter((taken,), after(self.gamestate, taken))
        self._give_back(taken.gift_to, name)
        luck = SecretLuck(self.secret, f"turn {taken.number}")

        def attempt(given: Circumstances) -> Resolution | Held:
            return resolve(self.gamestate, turn, given, plan)

        outcome = self._answered(attempt, luck)
        self._enter(outcome.happenings, outcome.after)
        return turn

    def outcome(self, number: int) -> Outcome:
        """What came of the game, which is over."""
        position = self.gamestate.position
        assert position.ending is not None
        winners = position.ending.winners
        crew = tuple(
            [
                Fared(
                    brain=brain,
                    won=gnome.name in winners,
                    fate=gnome.fate,
                    killed_by=self._killed.get(gnome.name),
                    x=position.points(gnome.name, "X"),
                    y=position.points(gnome.name, "Y"),
                )
                for gnome, brain in zip(position.gnomes, self.setting.brains, strict=True)
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

    def _open(self) -> None:
        def attempt(given: Circumstances) -> Resolution | Held:
            return open_game(self.setting.names, given, y_pot=Y_POT)

        opened = self._answered(attempt, SecretLuck(self.secret, "opening"))
        self._enter(opened.happenings, opened.after)

    def _enter(self, happenings: tuple[h.Happening, ...], reached: Gamestate) -> None:
        """What happened is entered, and counted."""
        self.gamestate = reached
        for one in happenings:
            match one:
                case h.CardDrawn(kind=kind):
                    self._cards[kind] += 1
                case h.Killed(gnome=gnome, cause=cause):
                    self._killed[gnome] = cause
                case h.SubLost(track=track, token=token):
                    self._loss = track or token
                case _:
                    pass
        position = reached.position
        clock = max([gnome.minutes for gnome in position.gnomes])
        stand = (clock, position.heat, position.pressure, position.asphyxiation)
        if self._stands and self._stands[-1][0] == clock:
            self._stands[-1] = stand
        else:
            self._stands.append(stand)
        if self._watch is not None:
            self._watch(reached, happenings)

    def _logged(self, log: Logbook | tuple[object, ...]) -> None:
        """What a gnome does between turns; a brain is held to what is allowed."""
        if not isinstance(log, Logbook):
            raise ValueError(f"a computer gnome did what is not allowed: {log}")
        self._enter(tuple(log.happenings), log.gamestate)

    def _meet_limits(self) -> None:
        """Whoever exceeds a hand limit discards (§17)."""
        for gnome in self.gamestate.position.gnomes:
            sight = self.sight(gnome.name)
            if gnome.in_play and sight.over:
                items = self.brains[gnome.name].discards(sight, self.moods[gnome.name])
                self._logged(hands.discard(self.gamestate, gnome.name, items))

    def _give_back(self, name: GnomeName | None, giver: GnomeName) -> None:
        """A gift in return, if *name* wants to make one (§11k); a sleeper makes none."""
        if name is None or self.gamestate.position.gnome(name).fainted:
            return
        items = self.brains[name].gift_in_return(self.sight(name), giver, self.moods[name])
        if items:
            options = self.setting.options
            self._logged(hands.give_back(self.gamestate, name, giver, items, options))

    def _answered(
        self, attempt: Callable[[Circumstances], Resolution | Held], luck: SecretLuck
    ) -> Resolution:
        """What comes of it when everybody has made the choices that are eirs."""
        answers: dict[str, Answer] = {}
        while True:
            tables, options = self.setting.tables, self.setting.options
            outcome = attempt(Circumstances(tables, options, luck, answers=answers))
            if isinstance(outcome, Resolution):
                return outcome
            answers[outcome.choice.key] = self._answer(outcome)

    def _answer(self, held: Held) -> Answer:
        """The gnome's own choice; the contestmaster takes what does least harm (rules.md 7.1).

        The gnome is told what has happened in eir turn so far.
        """
        asked: Choice = held.choice
        if asked.asks == "contestmaster":
            return Answer(asked.candidates[0], "contestmaster")
        then = reduce(after, held.happenings, self.gamestate)
        sight = look(then, asked.of, self.setting.tables, self.setting.options)
        label = self.brains[asked.of].choice(sight, asked, self.moods[asked.of])
        return Answer(label, "gnome")
