"""Every number that everybody sees, with the steps that made it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.public_changes import position_after
from rednov_bot.games.red_november.rules.words import TOKEN_KINDS, TRACKS, ActionName, GnomeName

Outlay: TypeAlias = Literal["way", "work", "supplies", "rest", "water", "sleep"]
"""Hatches and passages; a fix-it action (§11a-h); items and grog (§11i-j); any other action; the
surcharge at low water (§15); a faint (§16c)."""

OUTLAYS: tuple[Outlay, ...] = ("way", "work", "supplies", "rest", "water", "sleep")

_SUPPLIES: frozenset[ActionName] = frozenset({"gain_items", "gain_grog"})
_REST: frozenset[ActionName] = frozenset({"give_items", "no_action", "abandon", "attack"})


def outlays(event: ev.PublicEvent) -> tuple[tuple[Outlay, int], ...]:
    """What the active gnome spends with it, and how many minutes; nothing for most."""
    match event:
        case ev.HatchOpened():
            return (("way", 1),)
        case ev.Passed(minutes=minutes):
            return (("way", minutes),)
        case ev.ActionTaken(action=action, minutes=minutes, surcharge=surcharge):
            return ((outlay_of(action), minutes), ("water", surcharge))
        case ev.Fainted(lost=lost):
            return (("sleep", lost),)
        case _:
            return ()


def minutes_of(event: ev.PublicEvent) -> int:
    """All minutes that the active gnome spends with it."""
    return sum([minutes for _, minutes in outlays(event)])


def outlay_of(action: ActionName) -> Outlay:
    """What the minutes of an action count as."""
    if action in _SUPPLIES:
        return "supplies"
    return "rest" if action in _REST else "work"


Kind: TypeAlias = Literal["track", "token", "grog", "minutes", "intoxication", "X", "Y"]
"""A disaster track, 1-10; the spaces of a timed destruction; the captain's grogs left; a gnome's
minutes, 60-0, and intoxication, 0-4; the points due to them along an axis."""

Value: TypeAlias = int | tuple[int, ...]
"""A number; of a timed destruction the spaces, 60-0, on which it lies."""


class Figure(msgspec.Struct, frozen=True):
    """What is counted, and of which track, token or gnome; the grog is nobody's."""

    kind: Kind
    of: str = ""


class Step(msgspec.Struct, frozen=True):
    """A number moves."""

    turn: int  # the latest turn taken by then; 0: before the first
    before: Value
    after: Value
    why: ev.PublicEvent
    by: GnomeName | None = None  # whose turn it was
    card: ev.CardDrawn | None = None  # the event card that was taking effect
    spent: tuple[tuple[Outlay, int], ...] = ()  # for minutes: what the turn took until then


class Account(msgspec.Struct, frozen=True):
    """A number from the start of the game on."""

    figure: Figure
    start: Value
    steps: tuple[Step, ...] = ()

    @property
    def now(self) -> Value:
        """Where it stands: at the last step, or where it began."""
        return self.steps[-1].after if self.steps else self.start


def audit(events: Iterable[ev.PublicEvent]) -> tuple[Account, ...]:
    """The account of every number of a game, from its opening on.

    Tracks, tokens and the grog, then each gnome's minutes and intoxication in canonical order,
    then the points due.
    """
    books = _Books()
    for event in events:
        books.enter(event)
    return tuple(sorted(books.accounts.values(), key=_rank))


def numbers(position: Position) -> dict[Figure, Value]:
    """Where every number stands in *position*."""
    found: dict[Figure, Value] = {Figure("track", one): position.track(one) for one in TRACKS}
    for token in TOKEN_KINDS:
        spaces = [space for kind, space in position.tokens if kind == token]
        found[Figure("token", token)] = tuple(spaces)
    found[Figure("grog")] = position.stash
    for gnome in position.gnomes:
        found[Figure("minutes", gnome.name)] = gnome.minutes
        found[Figure("intoxication", gnome.name)] = gnome.intoxication
    points = Counter[Figure]()
    for due in position.dues:
        points[Figure(due.axis, due.gnome)] += due.points
    return {**found, **points}


def differences(before: Position, after: Position) -> tuple[tuple[Figure, Value, Value], ...]:
    """Every number that is not the same in both, with its two values; points not due are 0."""
    was, now = numbers(before), numbers(after)
    every = [(one, was.get(one, 0), now.get(one, 0)) for one in {**was, **now}]
    return tuple([one for one in every if one[1] != one[2]])


class _Books:
    """Follows the position and enters each change of a number."""

    def __init__(self) -> None:
        self.position = Position()
        self.accounts: dict[Figure, Account] = {}
        self.turn = 0
        self.active: GnomeName | None = None
        self.card: ev.CardDrawn | None = None
        self.spent: dict[Outlay, int] = {}

    def enter(self, event: ev.PublicEvent) -> None:
        """One event, and every number that moves with it."""
        before, self.position = self.position, position_after(self.position, event)
        self._follow(event)
        if self.position is before:
            return
        now = numbers(self.position)
        if isinstance(event, ev.GameOpened):
            self.accounts = {figure: Account(figure, value) for figure, value in now.items()}
            return
        for figure in {**self.accounts, **now}:
            account = self.accounts.get(figure) or Account(figure, 0)
            if account.now != now.get(figure, 0):
                self._move(account, now.get(figure, 0), event)

    def _follow(self, event: ev.PublicEvent) -> None:
        """Which card is taking effect, and what the turn has taken so far."""
        match event:
            case ev.TurnTaken(gnome=gnome, number=number):
                self.turn = number
                self.active, self.card, self.spent = gnome, None, {}
            case ev.CardDrawn():
                self.card = event
            case ev.Reached() | ev.TurnResolved() | ev.FaintChecked():
                self.card = None
            case _:
                pass
        for outlay, minutes in outlays(event):
            self.spent[outlay] = self.spent.get(outlay, 0) + minutes

    def _move(self, account: Account, now: Value, event: ev.PublicEvent) -> None:
        spent: tuple[tuple[Outlay, int], ...] = ()
        if isinstance(event, ev.Reached | ev.TurnResolved):
            spent = tuple([one for one in self.spent.items() if one[1]])
        step = Step(
            turn=self.turn,
            before=account.now,
            after=now,
            why=event,
            by=self.active,
            card=self.card,
            spent=spent,
        )
        steps = tuple(_walked(account.steps, step))
        self.accounts[account.figure] = replace(account, steps=steps)


def _walked(steps: tuple[Step, ...], step: Step) -> Iterator[Step]:
    """The steps with one more; the spaces walked in one turn are one step."""
    walking = (ev.Reached, ev.TurnResolved)
    last = steps[-1] if steps else None
    if (
        last is not None
        and last.turn == step.turn
        and isinstance(last.why, walking)
        and isinstance(step.why, walking)
    ):
        yield from steps[:-1]
        yield replace(step, before=last.before)
        return
    yield from steps
    yield step


def _rank(account: Account) -> int:
    """Points come last; everything else is in the order in which it was opened."""
    return int(account.figure.kind in ("X", "Y"))
