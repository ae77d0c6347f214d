"""The fields of a form that is filled in for a turn, under all the names people give them."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

Field: TypeAlias = Literal[
    "game", "gnome", "items", "hatches", "way", "enter", "action", "minutes", "target",
    "escape", "orders", "after", "step", "cost", "note", "place",
]  # fmt: skip

_NAMES: Final[dict[Field, str]] = {
    "game": "game, contest, subject, re, for game, regarding, forum",
    "gnome": "gnome, player, name, who, gnome name, player name, gnome's name, by, my name, crew",
    "items": "uses, items, item, item used, items used, items i use, item use, item uses, tools, "
    "tool, gear, kit, equipment, items spent, tiles, tile, tiles used, used, use, using, consumes, "
    "spends, items to use, tools used, consumed, items consumed, expends, i use, preparation, "
    "preparations, prep, with, means, aids, help, helpers, items used up, before, beforehand, "
    "item(s), item(s) used, bring, aid, tools of trade, consumables, what i use, provisions, "
    "any items, which items, what items, what do i use, do i use anything, which item",
    "hatches": "hatches, hatch, doors, door, hatches opened, hatch opened, hatch(es), opens, open, "
    "hatch to, hatch no, hatch number, hatches used, doors opened, opening, hatch used, i open, "
    "which hatch, which hatches, which door, what hatch, what do i open, where to",
    "way": "route, path, way, moves to, goes to, rooms, rooms entered, move to, go to, to room, "
    "movement, move, moves, moving, walk, walking, legs, leg, journey, movements, moving about, "
    "getting there, travel, on foot, manoeuvres, maneuvers, navigation, course, itinerary, "
    "where i go, transit, movement phase, move phase, how i get there, way there, passage",
    "enter": "enter, entered, in, go in, go through, enter it, enters, pass, passed, through, "
    "walk in, walk through, pass through, go inside, inside, entering, step in, do i go in, "
    "do i enter, do you enter, do you go in, enter room, entry, going in, then go in",
    "action": "action, main action, act, deed, does, do, doing, work, job, the action, "
    "action taken, my action, task, business, what i do, what, description, details, "
    "does there, action phase, chore, "
    "labour, duty, "
    "what do i do there, what do you do, and what do i do, what do i do, main event, action chosen",
    "minutes": "minutes, minute, time, time spent, duration, mins, min, minutes spent, how long, "
    "for how long, for, length, minutes for action, time on action, time for it, for minutes, "
    "action minutes, action time, minutes on action, how many minutes, minutes used, "
    "how many, how much time, time needed",
    "target": "target, recipient, to whom, given to, receiver, beneficiary, aimed at, object",
    "escape": "on-fail, on fail, on failure, if it fails, if that fails, failure, escape, retreat, "
    "fallback, fall-back, if failed, plan b, bail-out, escape move, escape route, way out, exit, "
    "if i fail, in case of failure, if fire wins, should it fail, upon failure, if not, "
    "if it does not work, if it doesn't work, on a miss, failing that, emergency exit, "
    "what if it fails, and if it fails, if that goes wrong, if it goes wrong",
    "orders": "orders, standing orders, standing order, order, orders standing",
    "after": "after, afterwards, after action, after that, afterward, items after, used after, "
    "after use, uses after, items used after, item after, later use, aftermath",
    "step": "step, #, no, nr, no., nr., phase, n, seq, leg no, step no",
    "cost": "cost, costs, costing, price, total, running total, clock, minutes left, left, sum, "
    "odds, chance, min. left, mins left, spent, remaining, cost (min), cost in minutes",
    "note": "note, notes, comment, comments, remark, remarks, why, because, reason, mood, flavour, "
    "flavor, thoughts, signed, date, weather, ps, p.s, state of mind, commentary, quote of day",
    "place": "room, location, position, i am in, am in, standing in, where, now in, from room, "
    "start, starting in, starting room, starting from, from, start room, current room, at, begins",
}
_ARTICLES: Final = re.compile(r"\b(?:the|my|a|an|any|all|your)\s+")
_FIELDS: Final[dict[str, Field]] = {
    name.strip(): field for field, names in _NAMES.items() for name in names.split(",")
}


def field_of(title: str) -> Field | None:
    """Which field is called so."""
    bare = " ".join(title.lower().replace("\u2019", "'").split()).strip(" .:?*_=-()")
    return _FIELDS.get(bare) or _FIELDS.get(_ARTICLES.sub("", bare))


def is_field(title: str) -> bool:
    """Whether a heading is the name of a field that a turn has."""
    return field_of(title) not in (None, "note", "cost", "step", "target", "place")
