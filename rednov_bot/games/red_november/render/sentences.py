"""One sentence for each public event: the macro of its name in _happenings.txt.j2."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, get_args

from rednov_bot.core.render.environment import template
from rednov_bot.games.red_november.render import wording
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.tables import Board
from rednov_bot.games.red_november.rules.words import (
    SEA,
    ActionName,
    CardKind,
    Cause,
    GnomeName,
    Hatch,
    Place,
    hatch_label,
)

_CLAUSES = re.compile(r" \(§[^)]*\)")

DEATH_CLAUSES: Final[dict[Cause, str]] = {
    "fire": "§16b",
    "high_water": "§16b",
    "no_air": "§16b",
    "asleep_in_fire": "§16d",
    "asleep_in_flood": "§16d",
    "idle": "§19",
    "slain": "option crazed",
}
"""By what a gnome is killed; that they are lost for good, §20 says of all of them."""

_DEEDS: Final[dict[ActionName, str]] = {
    "unblock_hatch": "works at unblocking {hatch} for {time}",
    "extinguish_fire": "fights the fire in {place} for {time}",
    "pump_water": "pumps water out of {place} for {time}",
    "fix_engine": "works on the engine for {time}",
    "fix_oxygen": "works on the oxygen pumps for {time}",
    "fix_reactor": "works on the reactor for {time}",
    "stop_missile": "works at stopping the missile launch for {time}",
    "kill_kraken": "fights the kraken for {time}",
    "gain_items": "searches {place} for {time}",
    "gain_grog": "visits the captain's grog for {time}",
    "give_items": "hands over a gift for {time}",
    "no_action": "takes no action for {time}",
    "abandon": "spends the last {time} on abandoning their comrades",
    "attack": "attacks for {time}",
}


@dataclass(slots=True)
class Scene:
    """What a sentence refers to and its event does not say; all of it public."""

    board: Board
    active: GnomeName | None = None  # whose turn it is
    target: Hatch | None = None  # the hatch being unblocked
    started: int | None = None  # their minutes before the turn
    card: CardKind | None = None  # the event that is taking effect
    passed: tuple[str, ...] = ()  # tokens passed with the last step
    sea: Place = SEA

    @property
    def by_die(self) -> bool:
        """Whether a die, not fire next door, decides which room burns."""
        return self.card in ("fire", "friendly_fire")

    def place(self, at: Place) -> str:
        """`room 7 (Missile Control)`."""
        return wording.place(at, self.board)

    def earlier(self, spaces: tuple[int, ...]) -> list[int]:
        """The tokens that the active gnome had passed before the turn (A3)."""
        return [space for space in spaces if self.started is not None and self.started < space]

    def deed(self, taken: ev.ActionTaken) -> str:
        """`works on the engine for 6 minutes`."""
        return _DEEDS[taken.action].format(
            time=wording.minutes(taken.minutes),
            place=self.place(taken.place),
            hatch=f"hatch {hatch_label(self.target)}" if self.target else "a blocked hatch",
        )


def sentence(event: ev.PublicEvent, scene: Scene) -> str:
    """What happened, in one sentence with its full stop."""
    return macros("_happenings", ev.PublicEvent)[type(event)](event, scene)


def revealed(event: ev.HandsRevealed) -> str:
    """`Held at the end: ...`, which refers to no scene."""
    return macros("_happenings", ev.PublicEvent)[type(event)](event, None)


def unblocked(events: Iterable[ev.PublicEvent], before: Position, board: Board) -> Hatch | None:
    """The hatch that is freed, or else the only one that can have been worked at, if there is."""
    candidates: list[Hatch] = []
    for one in events:
        if isinstance(one, ev.HatchFreed):
            return one.hatch
        if isinstance(one, ev.ActionTaken) and one.action == "unblock_hatch":
            candidates = [ends for ends in board.attached[one.place] if ends in before.blocked]
    return candidates[0] if len(candidates) == 1 else None


def without_clauses(said: str) -> str:
    """A sentence without the clauses in parentheses, where they stand elsewhere or nowhere."""
    return _CLAUSES.sub("", said)


def macro_name(kind: type) -> str:
    """`RoomCaughtFire` as `room_caught_fire`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


@cache
def macros(name: str, kinds: Any) -> dict[type, Callable[..., str]]:
    """The macros of a template, by the kind of event, or of what is foreseen, that each tells."""
    module = template(name).module
    return {kind: getattr(module, macro_name(kind)) for kind in get_args(kinds)}
