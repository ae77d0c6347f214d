"""One sentence for each public event: the macro of its name in templates/_happenings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final, assert_never, get_args

from rednov_bot.games.red_november.render import wording
from rednov_bot.games.red_november.render.environment import template
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.tables import Board
from rednov_bot.games.red_november.rules.words import (
    SEA,
    CardKind,
    Cause,
    GnomeName,
    Hatch,
    Place,
    hatch_label,
)

CERTAIN = 100  # percent

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

    def percent(self, tried: ev.FixTried) -> int:
        """The chance of success, in percent (§12)."""
        return min(CERTAIN, 10 * (tried.minutes + tried.bonus))

    def deed(self, taken: ev.ActionTaken) -> str:
        """`works on the engine for 6 minutes`."""
        time = wording.minutes(taken.minutes)
        match taken.action:
            case "unblock_hatch":
                hatch = f"hatch {hatch_label(self.target)}" if self.target else "a blocked hatch"
                return f"works at unblocking {hatch} for {time}"
            case "extinguish_fire":
                return f"fights the fire in {self.place(taken.place)} for {time}"
            case "pump_water":
                return f"pumps water out of {self.place(taken.place)} for {time}"
            case "fix_engine":
                return f"works on the engine for {time}"
            case "fix_oxygen":
                return f"works on the oxygen pumps for {time}"
            case "fix_reactor":
                return f"works on the reactor for {time}"
            case "stop_missile":
                return f"works at stopping the missile launch for {time}"
            case "kill_kraken":
                return f"fights the kraken for {time}"
            case "gain_items":
                return f"searches {self.place(taken.place)} for {time}"
            case "gain_grog":
                return f"visits the captain's grog for {time}"
            case "give_items":
                return f"hands over a gift for {time}"
            case "no_action":
                return f"takes no action for {time}"
            case "abandon":
                return f"spends the last {time} on abandoning their comrades"
            case "attack":
                return f"attacks for {time}"
            case _:
                assert_never(taken.action)


def sentence(event: ev.PublicEvent, scene: Scene) -> str:
    """What happened, in one sentence with its full stop."""
    return _macros()[type(event)](event, scene)


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
def _macros() -> dict[type, Callable[[ev.PublicEvent, Scene], str]]:
    module = template("_happenings").module
    return {kind: getattr(module, macro_name(kind)) for kind in get_args(ev.PublicEvent)}
