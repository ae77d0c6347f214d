"""The course of a random game, or of a small one, as the steps that a correction plays again."""

from __future__ import annotations

from msgspec.structs import replace

from rednov_bot.core.luck import SecretLuck
from rednov_bot.core.workflow.corrections.replay import replay
from rednov_bot.games.base import Against, Answer, Corrected, Step, Way
from rednov_bot.games.red_november.game import GAME
from rednov_bot.games.red_november.rules import events as ev, hands
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Secrets
from rednov_bot.games.red_november.rules.logbook import Logbook
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.resolve import kill_idle
from rednov_bot.games.red_november.rules.turn import Action, Open, Step as Walk, Through, Turn
from rednov_bot.games.red_november.rules.words import CardKind, Item
from tests.rules.sailing import Voyage, tables


def course_of(voyage: Voyage, seed: int, start: int = 0) -> list[Step]:
    """What came after the step *start* of a voyage that sailed with *seed*; 0 is the opening."""
    steps: list[Step] = []
    turn = sum(isinstance(told[0], ev.TurnTaken) for told in voyage.entered[: start + 1])
    for told in voyage.entered[start + 1 :]:
        steps.append(_step(voyage, seed, told, turn))
        turn += isinstance(told[0], ev.TurnTaken)
    return steps


def _step(voyage: Voyage, seed: int, told: tuple[ev.Event, ...], turn: int) -> Step:
    """*turn* is how many turns have been taken."""
    options = voyage.options
    if isinstance(told[0], ev.TurnTaken):
        number = told[0].number
        taken = voyage.legs[number - 1].turn
        return Step(kind="taken", told=told, options=options, number=number, turn=taken)
    if GAME.between(told):
        luck = SecretLuck(seed.to_bytes(32, "big"), f"idle {turn}")
        return Step(kind="between", told=told, options=options, luck=luck)
    given = voyage.legs[turn - 1].circumstances
    return Step(
        kind="resolved",
        told=told,
        options=options,
        number=turn,
        luck=given.luck,
        answers=given.answers,
    )


PLAIN = Options()


class Dice:
    """Every die of a turn says what is told of it, and shuffles change nothing."""

    def __init__(self, **said: int) -> None:
        self.said = said

    def pick(self, name: str, count: int) -> int:
        known = self.said.get(name.replace(" ", "_"), 1)
        return (known - 1) % count

    def shuffle(self, name: str, count: int) -> tuple[int, ...]:
        return tuple(range(count))

    deal = shuffle


def card(kind: CardKind, place: int = 0) -> int:
    return [at for at, one in enumerate(tables().deck) if one.kind == kind][place]


def sub(
    *gnomes: Gnome,
    hands: tuple[tuple[Item, ...], ...] = (),
    deck: tuple[int, ...] = (),
    pool: tuple[Item, ...] = (),
    position: Position | None = None,
) -> Gamestate:
    """A sub in calm seas: below *deck* lie the Respites, all other cards are played."""
    deck = (*deck, *[at for at, one in enumerate(tables().deck) if one.kind == "respite"])
    rest = tuple(at for at in range(len(tables().deck)) if at not in deck)
    base = position or Position(turns=11)
    return Gamestate(
        replace(base, gnomes=gnomes, deck_left=len(deck), played=rest),
        Secrets(
            hands=hands or ((),) * len(gnomes), limits=(None,) * len(gnomes), deck=deck, pool=pool
        ),
    )


CREW = (Gnome("Ann", 1, 44), Gnome("Bob", 8, 44), Gnome("Cat", 10, 44))


def turn_of(name: str, action: Action, *steps: Walk) -> Turn:
    return Turn(gnome=name, steps=steps, action=action)


NOTHING = Action("no_action", 1)


def go(room: int) -> Walk:
    return Open(Through(room), enter=True)


class Course:
    """A game told turn by turn, as it was first played."""

    def __init__(self, before: Gamestate, options: Options = PLAIN) -> None:
        self.before = self.present = before
        self.options = options
        self.steps: list[Step] = []

    def turn(self, turn: Turn, **said: int) -> Course:
        taken = sum(one.kind == "taken" for one in self.steps)
        number = 1 + self.before.position.turns + taken
        self.step(Step(kind="taken", options=self.options, number=number, turn=turn))
        step = Step(kind="resolved", options=self.options, number=number, luck=Dice(**said))
        # Every choice is answered by its first candidate.
        while (held := self._played(step)).choice is not None:
            answer = Answer(held.choice.candidates[0], "gnome")
            step = replace(step, answers={**step.answers, held.choice.key: answer})
        return self.step(step)

    def discard(self, name: str, *items: Item) -> Course:
        return self._between(hands.discard(self.present, name, items))

    def give_back(self, name: str, to: str, *items: Item) -> Course:
        return self._between(hands.give_back(self.present, name, to, items, self.options))

    def kill(self, name: str) -> Course:
        killed = kill_idle(self.present, name, self.options, Dice())
        return self.step(
            Step(kind="between", options=self.options, told=killed.events, luck=Dice())
        )

    def _between(self, log: Logbook | tuple[Against, ...]) -> Course:
        assert isinstance(log, Logbook), log
        told = tuple(log.events)
        return self.step(Step(kind="between", options=self.options, told=told))

    def step(self, step: Step) -> Course:
        done = self._played(step)
        last = done.steps[-1]
        assert not last.void, last
        self.steps.append(replace(step, told=last.events))
        self.present = done.after
        return self

    def _played(self, step: Step) -> Corrected:
        return replay(GAME, self.before, [*self.steps, step], tables())

    def again(self, at: int, **changes: object) -> Corrected:
        """Played again with the step at this place changed."""
        course = [*self.steps]
        course[at] = replace(course[at], **changes)
        done = replay(GAME, self.before, course, tables())
        assert done.choice is None, done
        return done

    def ways(self, done: Corrected) -> tuple[Way, ...]:
        return GAME.ways(done, self.present, tables(), self.options, awarded=(), pot=0)
