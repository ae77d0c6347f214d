"""The course of a random game as the steps that a correction plays again."""

from __future__ import annotations

from rednov_bot.engine import happenings as h
from rednov_bot.engine.corrections.played import (
    Announced,
    Discarded,
    GaveBack,
    IdleKilled,
    Played,
    Resolved,
)
from rednov_bot.engine.luck import SecretLuck
from rednov_bot.engine.words import Item
from tests.engine.sailing import Voyage


def course_of(voyage: Voyage, seed: int, start: int = 0) -> list[Played]:
    """What came after the step *start* of a voyage that sailed with *seed*; 0 is the opening."""
    steps: list[Played] = []
    turn = sum(isinstance(told[0], h.TurnTaken) for told in voyage.entered[: start + 1])
    for state, told in enumerate(voyage.entered[start + 1 :], start + 2):
        steps.append(_step(voyage, seed, state, told, turn))
        turn += isinstance(told[0], h.TurnTaken)
    return steps


def _step(
    voyage: Voyage, seed: int, state: int, told: tuple[h.Happening, ...], turn: int
) -> Played:
    """*turn* is how many turns have been taken."""
    options = voyage.options
    match told[0]:
        case h.TurnTaken(number=number):
            taken = voyage.legs[number - 1].turn
            return Announced(state=state, told=told, options=options, number=number, turn=taken)
        case h.ItemsDiscarded(gnome=name):
            return Discarded(
                state=state, told=told, options=options, gnome=name, items=_tiles(told)
            )
        case h.GiftMade(giver=giver, recipient=to, in_return=True):
            gift = GaveBack(state=state, told=told, options=options, giver=giver, to=to, items=())
        case h.ReturnPromised(giver=giver, recipient=to):
            gift = GaveBack(state=state, told=told, options=options, giver=giver, to=to, items=())
        case h.Killed(gnome=name, cause="idle"):
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


def _tiles(told: tuple[h.Happening, ...]) -> tuple[Item, ...]:
    for one in told:
        if isinstance(one, h.DiscardNamed | h.GiftReceived | h.ReturnNoted):
            return one.items
    return ()
