"""Every number that everybody sees, with the steps that made it."""

from __future__ import annotations

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


def value(position: Position, figure: Figure) -> Value:
    """Where a number stands in *position*."""
    match figure.kind:
        case "track":
            return next(position.track(track) for track in TRACKS if track == figure.of)
        case "token":
            return tuple([space for kind, space in position.tokens if kind == figure.of])
        case "grog":
            return position.stash
        case "minutes":
            return position.gnome(figure.of).minutes
        case "intoxication":
            return position.gnome(figure.of).intoxication
        case "X" | "Y":
            return position.points(figure.of, figure.kind)


def differences(before: Position, after: Position) -> tuple[tuple[Figure, Value, Value], ...]:
    """Every number that is not the same in both, with its two values."""
    every = [
        (figure, value(before, figure), value(after, figure))
        for figure in dict.fromkeys([*_figures(before), *_figures(after)])
    ]
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
        if isinstance(event, ev.GameOpened):
            self.accounts = {
                figure: Account(figure, value(self.position, figure))
                for figure in _figures(self.position)
            }
            return
        for figure in dict.fromkeys([*self.accounts, *_figures(self.position)]):
            self._compare(figure, event)

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

    def _compare(self, figure: Figure, event: ev.PublicEvent) -> None:
        account = self.accounts.get(figure) or Account(figure, 0)
        now = value(self.position, figure)
        if now == account.now:
            return
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
        self.accounts[figure] = replace(account, steps=tuple(_walked(account.steps, step)))


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


def _figures(position: Position) -> Iterator[Figure]:
    """Everything that is counted in *position*."""
    for track in TRACKS:
        yield Figure("track", track)
    for token in TOKEN_KINDS:
        yield Figure("token", token)
    yield Figure("grog")
    for gnome in position.gnomes:
        yield Figure("minutes", gnome.name)
        yield Figure("intoxication", gnome.name)
    for due in dict.fromkeys([(due.axis, due.gnome) for due in position.dues]):
        yield Figure(*due)


def _rank(account: Account) -> int:
    """Points come last; everything else is in the order in which it was opened."""
    return int(account.figure.kind in ("X", "Y"))
