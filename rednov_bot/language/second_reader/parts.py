"""What the words of a letter say, compared with the turn that they shall be part of."""

from __future__ import annotations

from collections.abc import Iterable

from rednov_bot.engine.turn import Open, Turn
from rednov_bot.engine.words import SEA
from rednov_bot.language.names import WORKPLACES, are_joined, workplace
from rednov_bot.language.neighbours import place_of
from rednov_bot.language.second_reader.gist import used
from rednov_bot.language.second_reader.leads import LEADS
from rednov_bot.language.second_reader.tiles import is_heading
from rednov_bot.language.words import Word


def explains(turn: Turn, words: Iterable[Word]) -> bool:
    """Whether every slot among the words is part of the turn."""
    action = turn.action
    opened = [step.hatch.to for step in turn.steps if isinstance(step, Open)]
    minutes = action.minutes or 0 if action is not None else 0
    sums = {minutes, minutes + 2, minutes + len(opened), minutes + len(opened) + 2, len(opened), 1}
    added = {minutes, minutes + len(opened), len(opened)}
    rooms = {*opened, WORKPLACES.get(action.name) if action is not None else None}
    if action is not None and action.hatch is not None:
        rooms |= {action.hatch.to, action.hatch.near}
    items = {*used(turn), "grog", "manual"}
    gains = action is not None and action.name == "gain_items"
    led, before = False, ""
    for word in words:
        match word.type:
            case "ITEM":
                explained = word.name in items or is_heading(word)
            case "NUM":
                explained = word.number in (rooms if led or word.text == "one" else rooms | added)
            case "DUR":
                explained = word.number in sums
            case "ROOM":
                explained = word.number in rooms
            case "HATCH" | "PATH":
                explained = not rooms.isdisjoint(word.places)
            case "TILEWORD":
                explained = gains and word.number in (0, minutes)
            case "SEA":
                explained = SEA in rooms or (action is not None and workplace(action.name) == SEA)
            case "MACHINE":
                explained = word.number in rooms
            case _:
                explained = True
        if not explained and not _may_stand(turn, before, word):
            return False
        led, before = word.type in LEADS, word.type
    return True


def _may_stand(turn: Turn, before: str, word: Word) -> bool:
    """ "From 5": that the gnome sets out there goes with the turn."""
    if before not in ("FROM", "IN") or word.type not in ("NUM", "ROOM"):
        return False
    place = place_of(word)
    first = next((step.hatch.to for step in turn.steps if isinstance(step, Open)), None)
    if place is None or first is None:
        return place is not None and before == "IN"
    return are_joined(place, first)
