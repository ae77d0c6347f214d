"""The fields of a form that is filled in for a turn, under all the names people give them."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

from rednov_bot.language.words import kinds

Field: TypeAlias = Literal[
    "game", "gnome", "items", "hatches", "way", "enter", "action", "minutes", "target",
    "escape", "orders", "after", "step", "cost", "note", "place", "gift",
]  # fmt: skip

_NAMES: Final[dict[Field, str]] = {
    "game": "game, contest, subject, re, for game, regarding, forum",
    "gift": "give, gives, gift, gifts, goods, present, presents, parcel, i give, donation",
    "gnome": "of, turn of, turn by, crew, party, sailor, gnome, player, name, who, gnome name, "
    "player name, gnome's name, by, my name, crew",
    "items": "uses, items, item, item used, items used, items i use, item use, item uses, tools, "
    "tool, gear, kit, equipment, items spent, tiles, tile, tiles used, used, use, using, consumes, "
    "spends, items to use, tools used, consumed, items consumed, expends, i use, preparation, "
    "preparations, prep, with, means, aids, help, helpers, items used up, before, beforehand, "
    "item(s), item(s) used, bring, aid, tools of trade, consumables, what i use, provisions, "
    "any items, which items, what items, what do i use, do i use anything, which item",
    "hatches": "opened, hatches, hatch, doors, door, hatches opened, hatch opened, hatch(es), "
    "opens, open, "
    "hatch to, hatch no, hatch number, hatches used, doors opened, opening, hatch used, i open, "
    "which hatch, which hatches, which door, what hatch, what do i open, where to",
    "way": "via, way taken, approach, approached by, prior movement, route, path, way, moves to, "
    "goes to, rooms, rooms entered, move to, go to, to room, "
    "mvmt, mvt, "
    "movement, move, moves, moving, walk, walking, legs, leg, journey, movements, moving about, "
    "getting there, travel, on foot, manoeuvres, maneuvers, navigation, course, itinerary, "
    "where i go, transit, movement phase, move phase, how i get there, way there, passage",
    "enter": "enter, entered, in, go in, go through, enter it, enters, pass, passed, through, "
    "walk in, walk through, pass through, go inside, inside, entering, step in, do i go in, "
    "do i enter, do you enter, do you go in, enter room, entry, going in, then go in",
    "action": "worked on, worked at, repaired, action, main action, act, deed, does, do, doing, "
    "work, "
    "job, the action, "
    "action taken, my action, task, business, what i do, what, description, details, "
    "does there, action phase, chore, "
    "labour, labor, duty, worked on, working on, "
    "what do i do there, what do you do, and what do i do, what do i do, main event, action chosen",
    "minutes": "minutes, minute, time, time spent, duration, mins, min, minutes spent, how long, "
    "for how long, for, length, minutes for action, time on action, time for it, for minutes, "
    "action minutes, action time, minutes on action, how many minutes, minutes used, "
    "how many, how much time, time needed",
    "target": "target, recipient, to whom, given to, receiver, beneficiary, aimed at, object, to",
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
    "start, side, present state, present position, current position, begin, starting in, "
    "starting room, standing, starting from, from, start room, current room, at, begins",
}
_ARTICLES: Final = re.compile(r"\b(?:the|my|a|an|any|all|your)\s+")
_FIELDS: Final[dict[str, Field]] = {
    name.strip(): field for field, names in _NAMES.items() for name in names.split(",")
}
_SIGNS: Final[tuple[tuple[Field, frozenset[str]], ...]] = (
    (
        "escape",
        kinds(
            "retreat escape flee flight fallback fail fails failure failed flop flops flopping "
            "botched unsuccessful badly refuge contingency withdrawal"
        ),
    ),
    (
        "cost",
        kinds(
            "total left remaining clock balance cost costs carried reserve budget price sum odds"
        ),
    ),
    ("after", kinds("afterwards afterward after")),
    ("minutes", kinds("minutes minute mins min time duration long length")),
    ("target", kinds("recipient receiver beneficiary whom")),
    ("gift", kinds("gift gifts present presents goods given giving")),
    ("gnome", kinds("gnome player crew party sailor actor sender member name")),
    ("hatches", kinds("hatch hatches door doors")),
    (
        "items",
        kinds(
            "items item tools tool tiles tile equipment gear kit agents agent aids aid supplies "
            "used "
            "consumables expended consumed employed stores inventory"
        ),
    ),
    (
        "way",
        kinds("approach approached way route path via course movement moved travel walk access"),
    ),
    ("action", kinds("action job task work deed labour labor duty activity chore business")),
    (
        "place",
        kinds("start starting standing location position where room place origin whereabouts"),
    ),
    ("note", kinds("note notes remark remarks comment comments reason mood weather")),
)
"""What a heading is about is told by the first of these that has a word in it."""
_BESIDE: Final = kinds(
    "of the my a an in for at to on by and taken used chosen allotted this turn order any if it "
    "goes "
    "go main taking s spent do done i is fire engine reactor pumps pump missile fight fighting "
    "work job action number no planned required needed needs be line path way that me from with "
    "opened passed entered now room rooms hatch hatches party name item items time minutes prior "
    "pumping fixing fighting repairing extinguishing unblocking dousing bailing stopping repairs "
    "before employed required own phase announced worked working here there gnome hereby going"
)
"""What may stand beside it."""
_HELD: Final = kinds("held hand kept carried have own left remaining still")
_WORD: Final = re.compile(r"[a-z]+")
_DIGIT: Final = re.compile(r"\d")
_LONGEST: Final = 7


def field_of(title: str) -> Field | None:
    """Which field is called so."""
    bare = " ".join(title.lower().replace("\u2019", "'").split()).strip(" .:?*_=-()")
    known = _FIELDS.get(bare)
    if known is not None or (bare.isascii() and bare.isalpha()):
        return known
    return _FIELDS.get(_ARTICLES.sub("", bare)) or _by_signs(bare)


def _by_signs(title: str) -> Field | None:
    """ "Tools taken and used", "way of retreat": told by the word that matters."""
    words = _WORD.findall(title)
    if not 1 < len(words) <= _LONGEST or words[0] in ("i", "if", "on") or _DIGIT.search(title):
        return None
    for field, signs in _SIGNS:
        if signs.isdisjoint(words):
            continue
        if any(word not in signs and word not in _BESIDE for word in words):
            return None
        return None if field == "items" and not _HELD.isdisjoint(words) else field
    return None


def is_field(title: str) -> bool:
    """Whether a heading is the name of a field that a turn has."""
    return field_of(title) not in (None, "note", "cost", "step", "target", "place")
