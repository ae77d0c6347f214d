"""What can be done about a wrong resolution: play on again, patch, or let it stand (A96).

The contestmaster chooses; nothing is deleted, whatever e chooses.
"""

from __future__ import annotations

from functools import reduce
from itertools import chain
from typing import assert_never

from msgspec.structs import replace

from rednov_bot.engine import happenings as h
from rednov_bot.engine.corrections.compared import Comparison, compare
from rednov_bot.engine.corrections.known import Known, known
from rednov_bot.engine.corrections.patched import patch
from rednov_bot.engine.corrections.played import (
    Announced,
    Discarded,
    GaveBack,
    IdleKilled,
    Played,
    Resolved,
    Ruled,
    number_of,
)
from rednov_bot.engine.corrections.rerun import Corrected, Replayed
from rednov_bot.engine.corrections.retold import Retold, StepKind, Way
from rednov_bot.engine.gamestate import Gamestate, Secrets
from rednov_bot.engine.hushed import Hushed
from rednov_bot.engine.logbook import after
from rednov_bot.engine.options import Options
from rednov_bot.engine.refusals import Withheld
from rednov_bot.engine.soundness import plain_problems, problems
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.words import GnomeName, Item


class HandChanged(Hushed, frozen=True):
    """A hand that is another: for that gnome and the contestmaster (§6)."""

    gnome: GnomeName
    before: tuple[Item, ...]
    after: tuple[Item, ...]


class Concerned(Hushed, frozen=True):
    """A gnome who is to be told of a correction alone (§6)."""

    hand: HandChanged  # before and after are equal where it is the same
    private: tuple[Withheld, ...]  # why what e announced is void


class Obstacle(Hushed, frozen=True):
    """Why something cannot be done, in half a sentence."""

    openly: str
    aside: str = ""  # the same with what only the contestmaster may know; "" where nothing is

    @property
    def whole(self) -> str:
        """All of it."""
        return self.aside or self.openly


class Alternative(Hushed, frozen=True):
    """One way to correct, and what it would do to the present gamestate."""

    way: Way
    after: Gamestate
    compared: Comparison
    conflicts: tuple[str, ...] = ()  # what has changed since and stays; public
    hidden: tuple[str, ...] = ()  # the same of hands
    hands: tuple[HandChanged, ...] = ()
    deck_changed: bool = False
    pool_changed: bool = False
    known: Known = Known()
    problems: tuple[Obstacle, ...] = ()  # why it cannot be done: such a gamestate cannot be

    @property
    def openly(self) -> Alternative:
        """The same, as far as everybody can see."""
        return replace(
            self,
            hidden=(),
            hands=(),
            deck_changed=False,
            pool_changed=False,
            known=Known(),
            problems=tuple([Obstacle(one.openly) for one in self.problems]),
        )


def alternatives(
    corrected: Corrected, present: Gamestate, tables: Tables, options: Options
) -> tuple[Alternative, Alternative, Alternative]:
    """The course played again, the direct difference alone, and nothing but the record."""
    old, new = direct_difference(corrected)
    patched = patch(old, new, present, options)
    rerun = replace(
        _alternative("rerun", corrected.after, present, tables, options), known=known(corrected)
    )
    laid = replace(
        _alternative("patch", patched.after, present, tables, options),
        conflicts=patched.conflicts,
        hidden=patched.hidden,
    )
    return rerun, laid, _alternative("stand", present, present, tables, options)


def _alternative(
    way: Way, state: Gamestate, present: Gamestate, tables: Tables, options: Options
) -> Alternative:
    old, new = present.secrets, state.secrets
    hands = zip(present.position.gnomes, old.hands, new.hands, strict=True)
    return Alternative(
        way,
        state,
        compare(present.position, state.position),
        hands=tuple(
            [
                HandChanged(gnome.name, then, now)
                for gnome, then, now in hands
                if sorted(then) != sorted(now)
            ]
        ),
        deck_changed=old.deck != new.deck,
        pool_changed=old.pool != new.pool,
        problems=_obstacles(state, tables, options),
    )


def _obstacles(state: Gamestate, tables: Tables, options: Options) -> tuple[Obstacle, ...]:
    """What cannot be in a gamestate; of hands, pool and decks no more than that is public."""
    plain = plain_problems(state.position, tables, options)
    hidden = [one for one in problems(state, tables, options) if one not in plain]
    return (
        *[Obstacle(one) for one in plain],
        *[Obstacle("the hands, the pool and the decks do not fit it", one) for one in hidden],
    )


def first_otherwise(corrected: Corrected) -> int | None:
    """The place of the first step that came out otherwise; None when none did."""
    places = [place for place, one in enumerate(corrected.steps) if one.otherwise]
    return places[0] if places else None


def direct_difference(corrected: Corrected) -> tuple[Gamestate, Gamestate]:
    """The gamestates after the first step that came out otherwise, as told and as corrected.

    Of a turn, those after its resolution.
    """
    place = first_otherwise(corrected)
    if place is None:
        return corrected.before, corrected.before
    number = number_of(corrected.steps[place].step)
    if number is not None:
        same = [at for at, one in enumerate(corrected.steps) if number_of(one.step) == number]
        place = same[-1]
    so_far = corrected.steps[: place + 1]
    told = chain.from_iterable(one.step.told for one in so_far)
    return reduce(after, told, corrected.before), so_far[-1].after


def concerned(way: Alternative, corrected: Corrected) -> tuple[Concerned, ...]:
    """Whoever has something to be told alone: another hand, or why a step of eirs is void."""
    return tuple(
        [
            one
            for one in everybody(way, corrected)
            if one.private or one.hand.before != one.hand.after
        ]
    )


def everybody(way: Alternative, corrected: Corrected) -> tuple[Concerned, ...]:
    """Every gnome, with what a correction means for em alone; for many it is nothing."""
    hands = {one.gnome: one for one in way.hands}
    private: dict[GnomeName, tuple[Withheld, ...]] = {}
    if way.way == "rerun":
        for one in corrected.steps:
            whose = _whose(one.step)[1]
            if whose:  # a resolution has the reasons of its announcement
                private[whose] = private.get(whose, ()) + one.private
    found = []
    for gnome, held in zip(way.after.position.gnomes, way.after.secrets.hands, strict=True):
        hand = hands.get(gnome.name) or HandChanged(gnome.name, held, held)
        found.append(Concerned(hand, tuple(dict.fromkeys(private.get(gnome.name, ())))))
    return tuple(found)


def correction(
    alternative: Alternative, present: Gamestate, turn: int, ruling: int | None
) -> tuple[h.Happening, ...]:
    """What happens when it is posted: entered after all that was told, it gives its gamestate."""
    if alternative.after == present:
        return ()
    position = h.PositionCorrected(turn, alternative.after.position, ruling)
    if alternative.after.secrets == present.secrets:
        return (position,)
    return (position, _secrets(alternative.after.secrets))


def _secrets(secrets: Secrets) -> h.SecretsCorrected:
    limits = tuple([None if one is None else (one.limit, one.owed) for one in secrets.limits])
    return h.SecretsCorrected(
        secrets.hands, limits, secrets.deck, secrets.pool, secrets.discards, secrets.promised
    )


def retell(corrected: Corrected) -> tuple[Retold, ...]:
    """Every step as the list may be told it, a turn and its resolution as one."""
    told: list[Retold] = []
    turns: dict[int, int] = {}  # where the turn of a number is told
    was = now = corrected.before
    for one in corrected.steps:
        retold = _retold(one, was, now)
        number = retold.number
        if isinstance(one.step, Resolved) and number in turns:
            told[turns[number]] = _resolved(told[turns[number]], retold)
        else:
            if number is not None:
                turns[number] = len(told)
            told.append(retold)
        was, now = reduce(after, one.step.told, was), one.after
    return tuple(told)


def _resolved(announced: Retold, resolved: Retold) -> Retold:
    """The resolution begins from the position in which the turn was taken."""
    void = announced if announced.void else resolved
    return replace(
        announced,
        was=announced.was + resolved.was,
        now=announced.now + resolved.now,
        void=void.void,
        reason=void.reason,
        by_ruling=void.by_ruling,
        pending=False,
    )


def _retold(one: Replayed, was: Gamestate, now: Gamestate) -> Retold:
    kind, gnome = _whose(one.step)
    reason = None if one.step.options.uniform_refusals else next(iter(one.public), None)
    return Retold(
        kind,
        gnome,
        number_of(one.step),
        _public(one.step.told),
        _public(one.happenings),
        was.position,
        now.position,
        void=one.void,
        reason=reason,
        by_ruling=not one.step.counts,
        pending=isinstance(one.step, Announced) and not one.void,
    )


def _public(happenings: tuple[h.Happening, ...]) -> tuple[h.PublicHappening, ...]:
    return tuple([one for one in happenings if isinstance(one, h.PublicHappening)])


def _whose(step: Played) -> tuple[StepKind, GnomeName]:
    match step:
        case Announced():
            return "turn", step.turn.gnome
        case Resolved():
            return "turn", ""
        case Discarded():
            return "discard", step.gnome
        case GaveBack():
            return "gift in return", step.giver
        case IdleKilled():
            return "idle kill", step.gnome
        case Ruled():
            return "ruling", ""
        case _:
            assert_never(step)
