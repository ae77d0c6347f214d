"""Tiles told by minutes or by themselves: "three minutes of rummaging", "two grogs, please".

Only where the letter walks into the stores, into the captain's cabin, and the sentence has nothing
else in it.
"""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.neighbours import stretch_end
from rednov_bot.language.words import Word, kinds

_ENDS: Final = kinds("HEADING STOP PARAGRAPH QUERY AFTER ONFAIL SLASH ARROW")
_COMES: Final = kinds("TO ENTER GO IN ROOMWORD DOOR")
_PAUSES: Final = kinds("SEP COLON DASH OPENING CLOSING")
_STORES: Final = 8
_CABIN: Final = 10
_LONGEST: Final = 16
_TURNS: Final = kinds("SELF HEADING LABEL CONTEST NAME DUR")
_MOST: Final = {"DRAW": 4, "TAP": 2}
_QUIET: Final = kinds("* ' s just then there here also simply now new fresh please thanks x")
_SEARCH: Final = (
    r"(?:rummag|loot|forag|shopp|search|scroung|scaveng|rooting|gather|plunder|pilfer|raid|pick|"
    r"gain|draw|collect|ransack|brows|hunt|digg|grabb)(?:ing|e|es)?(?: about| around)?"
)
_TAKE: Final = r"(?:draw|take|gain|get|grab|collect|fetch|want|have)"
_TAKEN: Final = r"(?:drawn|taken|gained|grabbed|collected|fetched|picked up|picked|claimed|tapped)"
_LEAD: Final = r"(?:(?:action|action is|,|next|and|as action|for action|it's|it is) )*"
_FROM: Final = r"(?:(?:in|through|from|off|out of|among|of|at|on) )"
_DRAW: Final = tuple(
    re.compile(_LEAD + pattern)
    for pattern in (
        rf"D (?:of |worth of )*(?:i )?{_SEARCH}(?: {_FROM}S)?(?: ,| for)* I",
        rf"D (?:of |worth of )*(?:i )?{_SEARCH}(?: (?:for )?i)?(?: {_FROM}?S)?",
        r"D (?:of )?in S(?: ,| for)* I",
        r"D(?: ,| for)* I",
        rf"D (?:are|get) spent (?:on )?{_SEARCH}(?: I| i)?",
        r"I are mine",
        r"i(?: ,)* (?P<o>N) of them",
        r"(?:i take |i gain |i draw |i get |i spend )?D worth of i",
        r"I(?: ,| for| in)*(?: D)?(?: ,)?(?: for me| into bag)?",
        rf"I (?:are|get|is|gets) {_TAKEN}(?: {_FROM}S)?(?: ,? ?D)?",
        r"I(?: ,| at| for)* E(?: each| apiece)",
        r"(?:from )?S(?: ,)* I(?: ,)*(?: D)?",
        r"i(?: ,)* (?P<n>N)(?: ,)*(?: D)?",
        r"i (?:draw|gain|gains|gaining|pick)(?: ,)* (?:(?P<m>N)|D)",
        rf"(?:for D )?me spend (?:D )?(?:on i|{_SEARCH}(?: (?:for )?i)?(?: {_FROM}S)?)",
        rf"for D me {_SEARCH}(?: (?:for )?i)?(?: {_FROM}S)?",
        rf"D me {_SEARCH}(?: (?:for )?i)?(?: {_FROM}S)?",
        rf"me {_TAKE} D worth of i",
    )
)
"""I: tiles with their number, i: without; D: minutes; E: one minute; S: the stores."""
_TAP: Final = tuple(
    re.compile(_LEAD + pattern)
    for pattern in (
        r"G(?: (?:from|off|out of|of) (?:B|C))?(?: ,| for)*(?: D)?",
        r"(?:from |out of )?B(?: ,)* G(?: ,)*(?: D)?",
        r"B(?: ,)* (?:times )?(?P<n>N)(?: of it)?(?: ,)*(?: D)?",
        r"B (?:yields|gives|gives me|yields me) G",
        r"D(?: ,| for)* G",
        r"G are mine",
        r"D (?:go on|are spent|get spent|spent) (?:on )?(?:gaining|tapping|drawing) (?:G|g|B)",
        r"me spend D on (?:gaining|tapping|drawing) (?:G|g|B)",
        r"(?:me )?(?:gain|draw|take|tap)(?:s)? N(?: ,)*(?: D)?",
        r"(?P<q>N) (?:mugs|cups|tankards|flasks|bottles|measures|tots) (?:from|of|at) B",
        r"D (?:of |worth of |at |on )*(?:gaining |drawing |tapping |siphoning |fetching )?(?:g|B)",
        r"(?P<m>N) (?:of|from) B",
        rf"G (?:are|get|is|gets) {_TAKEN}(?: from (?:B|C))?(?: ,? ?D)?",
        r"(?:me )?(?:gain|draw|tap|fetch)s? (?:g|B)(?: ,| for)* (?:(?P<k>N)|D)(?: ,)*",
        r"(?:me )?(?:gaining|drawing|tapping) (?:g|B)(?: ,| for)* (?:(?P<j>N)|D)(?: ,)*",
        r"me spend D (?:gaining|drawing|tapping|on) (?:g|B)",
        r"for D me (?:gain|draw|tap) (?:g|B)",
        r"D me (?:gain|draw|tap) (?:g|B)",
    )
)
_NAMED: Final = kinds("NUM ROOM HATCH PATH")
_PLAIN: Final = re.compile(r"(?:next |then |, )*G (?:from|off|out of) (?:B|C)(?: , D| D)?")
"""G: grogs with their number, g: without; B: the captain's barrel; C: the captain."""


def settle_shares(words: list[Word]) -> None:
    """Every such sentence becomes the plain "draw three items", "tap two grogs"."""
    if not any(word.type in _TURNS for word in words):
        return  # "Room 8 please!  3 items please!"
    named = [at for at, word in enumerate(words) if word.type in _NAMED]
    stores, cabin = _comes_to(words, named, _STORES), _comes_to(words, named, _CABIN)
    if stores == cabin:
        return
    at = 0
    while at < len(words):
        stop = stretch_end(words, at, _ENDS)
        first = at
        while first < stop and words[first].type in ("DASH", "THEREUPON"):
            first += 1
        before = len(words)
        if stores > cabin and 0 < stop - first <= _LONGEST:
            _settle(words, first, stop, "DRAW")
        if cabin > stores and len(words) == before and 0 < stop - first <= _LONGEST:
            _settle(words, first, stop, "TAP")
        at = stop + 1 + len(words) - before


def _comes_to(words: list[Word], named: list[int], room: int) -> int:
    """Where a letter names a room last as one that is gone to; 0 where it does not.

    Rooms are *named* there, and hatches.
    """
    last = 0
    for at in named:
        word = words[at]
        if word.type in ("NUM", "ROOM") and (word.number or _CABIN) == room:
            near = words[max(at - 3, 0) : at]
            before = [w.type for w in near] + ["ENTER" for w in near if w.can_be("ENTER")]
            if word.type == "ROOM" or not _COMES.isdisjoint(before):
                last = at + 1
        elif word.type in ("HATCH", "PATH") and room in word.places[-1:]:
            last = at + 1
    return last


def _settle(words: list[Word], start: int, stop: int, kind: str) -> None:
    said = words[start:stop]
    if any(word.type in _DOUBTS or word.text.endswith("things") for word in said):
        return
    signs: list[str] = []
    for word in said:
        if word.type in _PAUSES:
            signs += [","] if signs and signs[-1] != "," else []
        elif sign := _sign(word):
            signs.append(sign)
    while signs and signs[-1] == ",":
        signs.pop()
    told = " ".join(signs)
    if _PLAIN.fullmatch(told) and not any(word.type == "PLEASE" for word in said):
        return
    if not any(one.fullmatch(told) for one in (_DRAW if kind == "DRAW" else _TAP)):
        return
    count = _count(said, kind)
    if not 0 < count <= _MOST[kind]:
        return
    own = any(word.type == "SELF" for word in said)
    first, last = said[0].start, said[-1].end
    verb = Word(kind, first, first, "take")
    tiles = Word("TILEWORD" if kind == "DRAW" else "ITEM", first, last, "items", number=count)
    if kind == "TAP":
        tiles.name, tiles.text = "grog", "grogs"
    minutes = [word for word in said if word.type == "DUR" and word.number == count][:1]
    pause = [word for word in said if word.type == "SEP"][-1:] if minutes else []
    words[start:stop] = [
        *([Word("SELF", first, first, "i")] if own else []),
        verb,
        tiles,
        *pause,
        *minutes,
    ]


_DOUBTS: Final = kinds("NEG COND UNREAL PLAN JEST YOU PAST VAGUE ODD NAME HEDGE DRAFT OWNER BIG")


def _count(said: list[Word], kind: str) -> int:
    """How many tiles, if the numbers agree."""
    numbers = {
        word.number
        for word in said
        if word.type in ("NUM", "DUR", "TILEWORD") or (kind == "TAP" and word.type == "ITEM")
        if word.number
    }
    if any(word.text in ("each", "apiece") for word in said):
        numbers.discard(1)
    return numbers.pop() if len(numbers) == 1 else 0


def _sign(word: Word) -> str:
    """The word as the patterns spell it."""
    match word.type:
        case "TILEWORD":
            return "I" if word.number else "i"
        case "ITEM" if word.name == "grog":
            return "G" if word.number else "g"
        case "BARREL":
            return "B"
        case "DUR":
            return "E" if word.number == 1 else "D"
        case "NUM":
            return "N"
        case "SELF":
            return "me"
        case "PLEASE" | "TIMES":
            return ""
        case "WHO" if word.text in ("captain", "skipper"):
            return "C"
        case "ROOM" if word.number == _STORES:
            return "S"
    if word.type == "FILL" and (word.text.endswith("ly") or word.text == ""):
        return ""
    return "" if word.text in _QUIET else word.text
