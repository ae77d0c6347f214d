"""The plain announcement, read back by its own few forms.

It is how the bot writes down what it read.  Whatever does not come out word for word when it is
written again is left to the reader, which takes a hundred times as long.
"""

from __future__ import annotations

import re
from typing import Final, cast

from rednov_bot.engine.turn import Action, Escape, Open, Orders, Otherwise, Step, Through, Turn, Use
from rednov_bot.engine.words import SEA, ActionName, GnomeName, Hatch, Item, Place, hatch
from rednov_bot.prose.canonical import announced_as
from rednov_bot.prose.wording import ITEM_NAMES
from rednov_bot.verify.telling import tiles_of

_NEXT: Final = re.compile(r"(?<=\.) (?=I |After that I |If )")
_USE: Final = re.compile(r"I use an? ([a-z ]+)\.")
_LATER: Final = re.compile(r"After that (I use .+)")
_OPEN: Final = re.compile(
    r"open (?:the hatch to (room \d{1,2}|the sea)|hatch (\d{1,2}|sea)-(\d{1,2}|sea))"
    r" and (go in|go out|stay where I am)"
)
_FLEE: Final = re.compile(r"If that fails, I (?:use (.+) and )?(open .+)\.")
_BLOCKED: Final = re.compile(r"If a hatch must be blocked: (.+)\.")
_SPREADS: Final = re.compile(r"If the fire spreads: (.+)\.")
_WORK: Final = re.compile(r"I spend (\d{1,4}) minutes? (.+)\.")
_GIVE: Final = re.compile(r"I give (.+) to (.+)\.")
_COUNT: Final = re.compile(r"(\d{1,2}|no) items?")
_HATCH: Final = re.compile(r"(\d{1,2})-(\d{1,2})")
_DEEDS: Final[dict[str, ActionName]] = {
    "extinguishing the fire": "extinguish_fire",
    "pumping out the water": "pump_water",
    "fixing the engine": "fix_engine",
    "fixing the oxygen pumps": "fix_oxygen",
    "fixing the reactor": "fix_reactor",
    "stopping the missile launch": "stop_missile",
    "killing the kraken": "kill_kraken",
}
_WHOLE: Final[dict[str, Action]] = {
    "I take no action.": Action("no_action"),
    "I abandon my comrades.": Action("abandon"),
}
_ITEMS: Final = {name: item for item, name in ITEM_NAMES.items()}
_ELSE: Final[dict[str, Otherwise]] = {
    "at random": "random",
    "the contestmaster chooses": "contestmaster",
}


class _Strange(Exception):
    """A sentence has another form."""


def turn_of(words: str, gnome: GnomeName) -> Turn | None:
    """The turn of these plain words; None where they are any others."""
    try:
        turn = _turn(words, gnome)
    except (_Strange, ValueError):
        return None
    return turn if announced_as(turn) == words else None


def _turn(words: str, gnome: GnomeName) -> Turn:
    steps: list[Step] = []
    later: list[Step] = []
    action: Action | None = None
    escape: Escape | None = None
    orders = Orders()
    for said in _NEXT.split(words):
        if action is None and (step := _step(said)) is not None:
            steps.append(step)
        elif found := _LATER.fullmatch(said):
            later.append(_used(found[1]))
        elif found := _FLEE.fullmatch(said):
            uses = tiles_of(found[1]) if found[1] else ()
            escape = Escape(_opened(found[2]), uses)
        elif found := _BLOCKED.fullmatch(said):
            places, otherwise = _wishes(found[1])
            hatches = tuple([_ends(place) for place in places])
            orders = Orders(hatches, orders.spread, else_block=otherwise)
        elif found := _SPREADS.fullmatch(said):
            places, otherwise = _wishes(found[1])
            rooms = tuple([int(place.removeprefix("room ")) for place in places])
            blocks, left = orders.block, orders.else_block
            orders = Orders(blocks, rooms, else_block=left, else_spread=otherwise)
        elif action is None:
            action = _action(said)
        else:
            raise _Strange
    return Turn(gnome, tuple(steps), action, tuple(later), escape, orders)


def _step(said: str) -> Step | None:
    if said.startswith("I open "):
        return _opened(said[2:-1])
    if _USE.fullmatch(said):
        return _used(said)
    return None


def _used(said: str) -> Use:
    found = _USE.fullmatch(said)
    if found is None or found[1] not in _ITEMS:
        raise _Strange
    return Use(cast("Item", _ITEMS[found[1]]))


def _opened(said: str) -> Open:
    found = _OPEN.fullmatch(said)
    if found is None:
        raise _Strange
    if found[1] is not None:
        through = Through(_place(found[1].removeprefix("room ").removeprefix("the ")))
    else:
        through = Through(_place(found[3]), _place(found[2]))
    return Open(through, not found[4].startswith("stay"))


def _place(said: str) -> Place:
    return SEA if said == "sea" else int(said)


def _wishes(said: str) -> tuple[list[str], Otherwise]:
    places, comma, left = said.rpartition(", else ")
    if comma:
        if left not in _ELSE:
            raise _Strange
        return places.split(", then "), _ELSE[left]
    if said in _ELSE:
        return [], _ELSE[said]
    return said.split(", then "), ""


def _ends(said: str) -> Hatch:
    found = _HATCH.fullmatch(said)
    if found is None:
        raise _Strange
    return hatch(int(found[1]), int(found[2]))


def _action(said: str) -> Action:
    if said in _WHOLE:
        return _WHOLE[said]
    if said.startswith("I attack "):
        return Action("attack", recipient=said.removeprefix("I attack ").removesuffix("."))
    if found := _GIVE.fullmatch(said):
        return _gift(found[1], found[2])
    found = _WORK.fullmatch(said)
    if found is None:
        raise _Strange
    minutes, deed = int(found[1]), found[2]
    if deed in _DEEDS:
        return Action(_DEEDS[deed], minutes)
    if deed.startswith("unblocking "):
        opened = _opened(f"open {deed.removeprefix('unblocking ')} and stay where I am")
        return Action("unblock_hatch", minutes, hatch=opened.hatch)
    if deed.startswith("drawing "):
        return Action("gain_items", minutes)
    if deed.startswith("taking "):
        return Action("gain_grog", minutes)
    raise _Strange


def _gift(said: str, to: GnomeName) -> Action:
    count = _COUNT.fullmatch(said)
    if count is None:
        return Action("give_items", recipient=to, give=tiles_of(said))
    if count[1] == "no":
        return Action("give_items", recipient=to, give=())
    return Action("give_items", recipient=to, give_count=int(count[1]))
