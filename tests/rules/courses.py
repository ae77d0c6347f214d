"""The course of a random game, or of a small one, as the steps that a correction plays again."""

from __future__ import annotations

from msgspec.structs import replace

from rednov_bot.core.luck import SecretLuck
from rednov_bot.games.base import Answer
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.corrections.alternatives import Alternative, alternatives
from rednov_bot.games.red_november.rules.corrections.replay import (
    Announced,
    Corrected,
    Discarded,
    GaveBack,
    Held,
    IdleKilled,
    Played,
    Resolved,
    correct,
)
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Secrets
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.turn import Action, Open, Step, Through, Turn
from rednov_bot.games.red_november.rules.words import CardKind, Item
from tests.rules.sailing import Voyage, tables


def course_of(voyage: Voyage, seed: int, start: int = 0) -> list[Played]:
    """What came after the step *start* of a voyage that sailed with *seed*; 0 is the opening."""
    steps: list[Played] = []
    turn = sum(isinstance(told[0], ev.TurnTaken) for told in voyage.entered[: start + 1])
    for state, told in enumerate(voyage.entered[start + 1 :], start + 2):
        steps.append(_step(voyage, seed, state, told, turn))
        turn += isinstance(told[0], ev.TurnTaken)
    return steps


def _step(voyage: Voyage, seed: int, state: int, told: tuple[ev.Event, ...], turn: int) -> Played:
    """*turn* is how many turns have been taken."""
    options = voyage.options
    match told[0]:
        case ev.TurnTaken(number=number):
            taken = voyage.legs[number - 1].turn
            return Announced(state=state, told=told, options=options, number=number, turn=taken)
        case ev.ItemsDiscarded(gnome=name):
            return Discarded(
                state=state, told=told, options=options, gnome=name, items=_tiles(told)
            )
        case ev.GiftMade(giver=giver, recipient=to, in_return=True):
            gift = GaveBack(state=state, told=told, options=options, giver=giver, to=to, items=())
        case ev.ReturnPromised(giver=giver, recipient=to):
            gift = GaveBack(state=state, told=told, options=options, giver=giver, to=to, items=())
        case ev.Killed(gnome=name, cause="idle"):
            luck = SecretLuck(seed.to_bytes(32, "big"), f"idle {turn}")
            return IdleKilled(state=state, told=told, options=options, gnome=name, luck=luck)
        case _:
            given = voyage.legs[turn - 1].circumstances
            return Resolved(
                state=state,
                told=told,
                options=options,
                number=turn,
                luck=given.luck,
                answers=given.answers,
            )
    return GaveBack(
        state=state,
        told=told,
        options=options,
        giver=gift.giver,
        to=gift.to,
        items=_tiles(told),
    )


def _tiles(told: tuple[ev.Event, ...]) -> tuple[Item, ...]:
    for one in told:
        if isinstance(one, ev.DiscardNamed | ev.GiftReceived | ev.ReturnNoted):
            return one.items
    return ()


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


def turn_of(name: str, action: Action, *steps: Step) -> Turn:
    return Turn(gnome=name, steps=steps, action=action)


NOTHING = Action("no_action", 1)


def go(room: int) -> Step:
    return Open(Through(room), enter=True)


class Course:
    """A game told turn by turn, as it was first played."""

    def __init__(self, before: Gamestate, options: Options = PLAIN) -> None:
        self.before = self.present = before
        self.options = options
        self.steps: list[Played] = []

    def turn(self, turn: Turn, **said: int) -> Course:
        number = 1 + self.before.position.turns + sum(isinstance(s, Announced) for s in self.steps)
        state = 100 + len(self.steps)
        self._enter(Announced(state=state, options=self.options, number=number, turn=turn))
        resolved = Resolved(state=state + 1, options=self.options, number=number, luck=Dice(**said))
        self._enter(self._answered(resolved))
        return self

    def _answered(self, step: Resolved) -> Resolved:
        """Every choice is answered by its first candidate."""
        while isinstance(held := correct(self.before, [*self.steps, step], tables()), Held):
            answer = Answer(held.choice.candidates[0], "gnome")
            step = replace(step, answers={**step.answers, held.choice.key: answer})
        return step

    def step(self, step: Played) -> Course:
        self._enter(replace(step, options=self.options))
        return self

    def _enter(self, step: Played) -> None:
        done = correct(self.before, [*self.steps, step], tables())
        assert isinstance(done, Corrected), done
        last = done.steps[-1]
        assert not last.void, last
        self.steps.append(replace(step, told=last.events))
        self.present = done.after

    def again(self, at: int, **changes: object) -> Corrected:
        """Played again with the step at this place changed."""
        course = [*self.steps]
        course[at] = replace(course[at], **changes)
        done = correct(self.before, course, tables())
        assert isinstance(done, Corrected), done
        return done

    def ways(self, done: Corrected) -> tuple[Alternative, Alternative, Alternative]:
        return alternatives(done, self.present, tables(), self.options)
