"""What is fetched, in other words: "comb the shelves for three items", "fill two mugs at the keg".

Stores, barrel and bag say where from and where to; the verb and the tiles are left.
"""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.games.red_november.reader.verbs import Form
from rednov_bot.language.neighbours import stretch_end, stretch_start
from rednov_bot.language.words import Sense, Word, kinds
from rednov_bot.language.works import blank

_BREAKS: Final = kinds(
    "STOP PARAGRAPH QUERY SEP SEPWORD COLON DASH OPENING CLOSING ASIDE ASIDE_END QUOTE THEREUPON "
    "AFTER PLUS SELF DUR NAME ARROW"
)
_WHOSE: Final = kinds("eir his her their")
_SHELVES: Final = kinds(
    "shelves shelf racks rack crates crate boxes box lockers locker cupboards cupboard bins bin "
    "heap pile supply supplies drawers drawer chests chest trunks stock bag stacks cabinets"
)
_ELSEWHERE: Final = kinds(
    "agenda list internet market ebay house menu docket fridge attic garden supermarket catalogue "
    "amazon ballot queue"
)
_SELVES: Final = kinds("myself emself himself herself themself")
_VESSEL: Final = (
    r"(?:mugs?|flasks?|bottles?|tankards?|cups?|jugs?|pints?|canteens?|rations?|measures?|"
    r"servings?|tots?|helpings?|portions?|glass|glasses|draughts?|hip flasks?|beakers?|pots?|"
    r"swigs?|doses?|shots?|jars?)"
)
_SEARCH: Final = (
    r"(?:(?:rummag|look|hunt|dig|root|forag|search|sift|comb|scour|rifl|raid|plunder|ransack|"
    r"loot|pillag|strip|reliev|rob|shop|fish|scrabbl|burrow|delv|pok|scan|explor|scroung|"
    r"scaveng|pick|go|div|grub|trawl|brows|cast|ferret|prowl|nos|tap|drain|milk|us|empt|clear|"
    r"pilfer|tak|attack|storm|visit|mak|turn)"
    r"(?:e|es|s|ing|ging|ming|ping|bing|ting|ning|y|ies|ying)?"
    r"(?: shopping| out| away| about| around| over| off)?)"
)
_DRAW: Final = re.compile(
    rf"(?P<verb>{_SEARCH})(?: (?:in|through|among|amongst|about in|about|around|around in|on|at|"
    r"into|out|over|via))?(?: S)?(?: (?:there|here|now|then))?"
    r"(?: (?:for|of|to (?:gain|find|get|take)|"
    r"until i have|till i have) (?P<goods>I))"
)
_TAP: Final = re.compile(rf"(?P<verb>{_SEARCH}) (?:at )?(?:B|C) (?:for|of) (?P<goods>G)")
_TAIL: Final = re.compile(
    r"(?P<goods>I) (?:(?:from|off|out of|out from|from off|in|into|to|for) )"
    r"(?:S|(?:bag|bags|pocket|pockets|pack|sack|rucksack|knapsack|arms|kit|hand|stock|collection|"
    r"inventory|hold|holdall|belt|backpack|satchel|possession|load|use|hoard|personal use))"
)
_FILL: Final = re.compile(
    rf"(?P<verb>(?:re)?fill(?:s|ing)?|dip(?:s|ping)?|draw(?:s|ing)?|pour(?:s|ing)?|"
    r"tak(?:e|es|ing)) "
    rf"(?P<goods>N|one) (?P<vessel>{_VESSEL})"
    r"(?: (?:(?:with|from|at|in|into|of|out of|off) (?:B|g|C(?: (?:barrel|cask|grog|keg))?)))"
)


def settle_helpings(words: list[Word]) -> None:
    """Every such turn of phrase becomes a verb with its tiles."""
    for at, word in enumerate(words):
        if word.type == "TILEWORD":
            if word.text == "things" and [w.text for w in words[at + 1 : at + 2]] == ["easy"]:
                word.type, word.senses = "OTHER", ()  # "I take things easy"
            elif not _elsewhere(words, at):
                _tile_of(words, at)
                _with(words, at)
        elif word.type == "BARREL" or (word.type == "ITEM" and word.name == "grog"):
            _grog_tiles(words, at)
            if word.type == "BARREL" and at > 2 and words[at - 3].text.startswith("lift"):
                words[at - 3].become(Sense("TAP", form=words[at - 3].form))
                words[at - 3].senses = ()  # "I lift two of the captain's grogs"
            _with(words, at)


def _elsewhere(words: list[Word], at: int) -> bool:
    """ "Three items off the agenda", "search the house for three items"."""
    start, end = stretch_start(words, at), stretch_end(words, at + 1)
    near = words[max(at - 5, start) : at] + words[at + 1 : min(at + 5, end)]
    given = any(word.can_be("GIVE") for word in near) and any(w.type == "NAME" for w in near)
    if given or not any(word.text in _ELSEWHERE for word in near):
        return False  # "I give Bob two items from the list that I sent"
    words[at].type, words[at].senses = "OTHER", ()
    return True


def _tile_of(words: list[Word], at: int) -> None:
    """ "Two items of grog", "two toolbox tiles"."""
    tiles = words[at]
    before = words[at - 1] if at else None
    if before is not None and before.type == "ITEM" and before.number and not tiles.number:
        blank(tiles)
    elif tiles.number and [w.text for w in words[at + 1 : at + 2]] == ["of"]:
        thing = words[at + 2] if at + 2 < len(words) else tiles
        if thing.type == "ITEM" and not thing.number:
            thing.number, thing.start = tiles.number, tiles.start
            blank(tiles)
            blank(words[at + 1])


def _grog_tiles(words: list[Word], at: int) -> None:
    """ "I gain grog for two minutes": the captain's, one a minute."""
    grog = words[at]
    if grog.type != "ITEM" or grog.number or grog.det in ("a", "an", "my") or not at:
        return
    verb = words[at - 1].text.split(" ")[0]
    timed = at + 1 < len(words) and words[at + 1].type == "DUR"
    if timed and verb in _GAINS:
        grog.become(Sense("BARREL"))
        grog.senses = ()


_GAINS: Final = kinds(
    "gain gains gaining draw draws drawing tap taps tapping collect collects collecting stock "
    "stocks stocking load loads loading fetch fetches fetching gather gathers gathering steal "
    "steals stealing siphon siphons siphoning procure procures procuring acquire acquires "
    "acquiring obtain obtains obtaining"
)


def _with(words: list[Word], at: int) -> None:
    """The clause round a tile in plain words."""
    start = at
    while start and words[start - 1].type not in _BREAKS and at - start < 10:
        start -= 1
    end = at + 1
    while end < len(words) and words[end].type not in _BREAKS and end - at < 7:
        end += 1
    spots: list[tuple[int, int]] = []
    said = ""
    for n in range(start, end):
        if words[n].text in _WHOSE or (words[n].type == "FILL" and words[n].text[-2:] == "ly"):
            continue
        sign = _sign(words[n])
        if sign:
            said += " " if said else ""
            spots += [(len(said), n)]
            said += sign
    for pattern, kind in ((_DRAW, "DRAW"), (_TAP, "TAP"), (_FILL, "TAP")):
        if match := pattern.fullmatch(said):
            verb, goods = _at(spots, match.start("verb")), _at(spots, match.start("goods"))
            if pattern is _FILL:
                _vessels(words, goods, _at(spots, match.start("vessel")))
            words[verb].become(Sense(kind, form=_form(words[verb].text)))
            words[verb].senses = ()
            for n in range(verb + 1, end):
                if n != goods:
                    blank(words[n])
            return
    if (match := _TAIL.search(said)) and match.end() == len(said):
        for n in range(_at(spots, match.start("goods")) + 1, end):
            blank(words[n])


def _vessels(words: list[Word], number: int, vessel: int) -> None:
    """ "Two mugs" of the captain's are two grogs."""
    mugs = words[number]
    mugs.become(Sense("ITEM", name="grog", number=mugs.number or 1))
    mugs.senses = ()
    blank(words[vessel])


def _at(spots: list[tuple[int, int]], place: int) -> int:
    return next(n for start, n in spots if start == place)


def _sign(word: Word) -> str:
    """The word as the patterns spell it."""
    if word.type == "TILEWORD":
        return "I" if word.number else "items"
    if word.type == "ITEM" and word.name == "grog":
        return "G" if word.number or word.det in ("a", "an") else "g"
    if word.type == "BARREL":
        return "B"
    if (word.type == "ROOM" and word.number == 8) or word.text in _SHELVES:
        return "S"
    if word.type == "WHO" and word.text in ("captain", "skipper"):
        return "C"
    if word.type == "NUM":
        return "N" if word.number else ""
    return "" if word.text in _SELVES else word.text


def _form(text: str) -> Form:
    first = text.split(" ")[0]
    return "ing" if first.endswith("ing") else "s" if first.endswith("s") else ""
