"""Playing the course of a game again from an earlier gamestate, with the same luck (A95, A96)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, assert_never

import msgspec
from msgspec.structs import replace

from rednov_bot.games.base import (
    Against,
    Answer,
    Choice,
    Held as HeldResolution,
    Hushed,
    Luck,
    Refusal,
    Resolution,
    Withheld,
    openly,
)
from rednov_bot.games.red_november.rules import events as ev, hands, overruled
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import private_refusals
from rednov_bot.games.red_november.rules.logbook import Logbook, after
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.overruled import overrule
from rednov_bot.games.red_november.rules.plan import plan
from rednov_bot.games.red_november.rules.resolve import judge, kill_idle, resolve, take
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Orders, Turn
from rednov_bot.games.red_november.rules.words import GnomeName, Item


class _Step(Hushed, frozen=True, kw_only=True):
    """One step of a game on file; `told` is empty for a step that is only now added."""

    state: int  # the number of the gamestate it led to
    told: tuple[ev.Event, ...] = ()  # what happened when it was first played
    options: Options = Options()  # in force at that moment (A97)
    counts: bool = True  # False: void by the contestmaster's ruling


class Announced(_Step, frozen=True, kw_only=True):
    """A turn was announced, and taken (§9)."""

    number: int  # of the turn; it keeps it, whatever becomes of others
    turn: Turn
    admitted: bool = False  # it counts by ruling, whatever is against it but their hand


class Resolved(_Step, frozen=True, kw_only=True):
    """The turn of this number was resolved, with what was known then (§16)."""

    number: int
    luck: Luck  # bound to the number, so the dice are the same (A95)
    orders: Orders = NO_ORDERS  # of the gnome whose turn it was
    answers: Mapping[str, Answer] = {}
    standing: Mapping[GnomeName, Orders] = {}  # orders of the others
    chosen: Mapping[str, str] = {}  # choices that are ruled to fall otherwise, by key
    ruled: overruled.Ruled | None = None  # what was ruled about it before it was resolved (§25)
    turn: Turn | None = None  # as it was ruled to be read then; None: as announced


class Discarded(_Step, frozen=True, kw_only=True):
    """A gnome discarded for a hand limit (§17)."""

    gnome: GnomeName
    items: tuple[Item, ...]


class GaveBack(_Step, frozen=True, kw_only=True):
    """A gift in return (§11k)."""

    giver: GnomeName
    to: GnomeName
    items: tuple[Item, ...]


class IdleKilled(_Step, frozen=True, kw_only=True):
    """The contestmaster killed an idle gnome (§19)."""

    gnome: GnomeName
    luck: Luck


class Ruled(_Step, frozen=True, kw_only=True):
    """The contestmaster set values of the position by a ruling (§25)."""

    ruling: ev.RulingGiven


Played: TypeAlias = Announced | Resolved | Discarded | GaveBack | IdleKilled | Ruled


def number_of(step: Played) -> int | None:
    """The turn that a step belongs to; None between turns."""
    return step.number if isinstance(step, Announced | Resolved) else None


class Replayed(msgspec.Struct, frozen=True):
    """One step in the corrected game."""

    step: Played
    events: tuple[ev.Event, ...]
    after: Gamestate
    void: bool = False  # without effect: by ruling, or for these reasons
    public: tuple[Refusal, ...] = ()
    private: tuple[Withheld, ...] = ()  # for its gnome and the contestmaster alone (§6)

    @property
    def otherwise(self) -> bool:
        """Whether it came out otherwise than it was first told."""
        return self.events != self.step.told


class Corrected(msgspec.Struct, frozen=True):
    """The whole course as it comes out in the corrected game."""

    before: Gamestate
    steps: tuple[Replayed, ...]

    @property
    def after(self) -> Gamestate:
        """The corrected gamestate after the last step."""
        return self.steps[-1].after if self.steps else self.before


class Held(msgspec.Struct, frozen=True):
    """The corrected game has come to a choice that nobody has made: the answer is missing."""

    step: Resolved
    choice: Choice
    so_far: tuple[Replayed, ...]


def correct(before: Gamestate, course: Sequence[Played], tables: Tables) -> Corrected | Held:
    """The course played again from *before*, where no turn is pending.

    A step that is not valid any more in the corrected game is void, with its reasons, and so is
    the resolution of a turn that is not taken.  Turns keep their numbers, void ones too: a number
    names dice that everybody has seen, and is not given to a second turn.
    """
    game = _Game(before, tables)
    for step in course:
        outcome = game.play(step)
        if isinstance(outcome, Choice):
            assert isinstance(step, Resolved)
            return Held(step, outcome, tuple(game.steps))
    return Corrected(before, tuple(game.steps))


class _Game:
    """The corrected game as far as it is played."""

    def __init__(self, before: Gamestate, tables: Tables) -> None:
        self.state, self.tables = before, tables
        self.steps: list[Replayed] = []
        self.taken: Announced | None = None  # and not yet resolved
        self.at = before.position  # in which it was announced
        self.refused: dict[int, Replayed] = {}  # void announcements, by the number of the turn

    def play(self, step: Played) -> Choice | None:
        """The next step; the choice it waits for, if it does."""
        if not step.counts:
            self._void(step, (), ())
            return None
        match step:
            case Announced():
                self._announce(step)
            case Resolved():
                return self._resolve(step)
            case Discarded():
                self._enter(step, hands.discard(self.state, step.gnome, step.items))
            case GaveBack():
                to, items, options = step.to, step.items, step.options
                self._enter(step, hands.give_back(self.state, step.giver, to, items, options))
            case IdleKilled():
                if fault := hands.present(self.state.position, step.gnome):
                    self._void(step, (fault,), ())
                else:
                    self._done(step, kill_idle(self.state, step.gnome, step.options, step.luck))
            case Ruled():
                self._done(step, overrule(self.state, step.ruling, step.options))
            case _:
                assert_never(step)
        return None

    def _announce(self, step: Announced) -> None:
        public, private = self._against(step)
        if public or private:
            self._void(step, public, private)
            return
        self.at = self.state.position
        taken = replace(take(self.state, step.turn), number=step.number)
        self.taken = step
        state = after(self.state, taken)
        self._done(step, Resolution((taken,), self._counted(state, step.number)))

    def _against(self, step: Announced) -> tuple[tuple[Refusal, ...], tuple[Withheld, ...]]:
        """What is against a turn, publicly and privately; a ruling overcomes all but their hand."""
        if step.admitted:
            every = private_refusals(self.state, step.turn)
            return (), tuple([one for one in every if one.code != "HAND_LIMIT"])
        verdict = judge(self.state, step.turn, self.tables, step.options)
        return verdict.public, verdict.private

    def _resolve(self, step: Resolved) -> Choice | None:
        taken = self.taken
        if taken is None or taken.number != step.number:
            void = self.refused.get(step.number)
            self._void(step, void.public if void else (), void.private if void else ())
            return None
        if step.ruled is not None:
            return self._resolve_as_ruled(step, taken.turn, step.ruled)
        planned = plan(self._unpended().position, taken.turn, self.tables, step.options)
        if isinstance(planned, Refusal):  # a ruling has come between
            self.taken, self.state = None, self._unpended()
            self._void(step, (planned,), ())
            return None
        outcome = resolve(self.state, taken.turn, self._circumstances(step), planned)
        if isinstance(outcome, HeldResolution):
            return outcome.choice
        self.taken = None
        self._done(step, outcome)
        return None

    def _resolve_as_ruled(
        self, step: Resolved, announced: Turn, ruled: overruled.Ruled
    ) -> Choice | None:
        """The same rulings hold for the turn again, as far as it can be carried out."""
        turn, position = step.turn or announced, self.state.position
        before: tuple[ev.PublicEvent, ...] = tuple(
            [one for one in ruled.before if not isinstance(one, ev.TurnReread)]
        )
        gifts = overruled.gifts_if_reread(position, announced, turn)
        if gifts is not None and ruled.void is None:
            before = (*before, ev.TurnReread(turn.gnome, step.number, gifts))
        windows = overruled.gifts_if_void(position, self.at, announced)
        void = None if ruled.void is None else replace(ruled.void, gifts=windows)
        again = replace(ruled, before=before, void=void)
        faults = self._against(Announced(state=0, number=0, turn=turn, admitted=True))[1]
        try:
            if faults and void is None:
                raise ValueError
            outcome = overruled.resolve_as_ruled(self.state, turn, self._circumstances(step), again)
        except ValueError:
            self.taken, self.state = None, self._unpended()
            self._void(step, (), faults)
            return None
        if isinstance(outcome, HeldResolution):
            return outcome.choice
        self.taken = None
        self._done(step, outcome)
        return None

    def _circumstances(self, step: Resolved) -> Circumstances:
        return Circumstances(
            self.tables,
            step.options,
            step.luck,
            step.orders,
            step.answers,
            step.standing,
            step.chosen,
        )

    def _unpended(self) -> Gamestate:
        return replace(self.state, position=replace(self.state.position, pending=None))

    def _enter(self, step: Discarded | GaveBack, log: Logbook | tuple[Against, ...]) -> None:
        if isinstance(log, Logbook):
            self._done(step, Resolution(tuple(log.events), log.gamestate))
            return
        private = tuple([one for one in log if isinstance(one, Withheld)])
        self._void(step, openly(log), private)

    def _done(self, step: Played, outcome: Resolution) -> None:
        self.state = outcome.after
        self.steps.append(Replayed(step, outcome.events, outcome.after))

    def _counted(self, state: Gamestate, number: int) -> Gamestate:
        """A number that was given is not given again, even if it was for a turn added later."""
        turns = max(self.state.position.turns, number)
        return replace(state, position=replace(state.position, turns=turns))

    def _void(
        self, step: Played, public: tuple[Refusal, ...], private: tuple[Withheld, ...]
    ) -> None:
        """Nothing happens, but a number that was given stays given."""
        if isinstance(step, Announced):
            self.state = self._counted(self.state, step.number)
        void = Replayed(step, (), self.state, void=True, public=public, private=private)
        if isinstance(step, Announced):
            self.refused[step.number] = void
        self.steps.append(void)
