"""Workings told in words: "that makes 8 minutes all told", "plus the two for the wet floor".

They only add up what is announced, and where its sender lands: whatever they say is no part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rednov_bot.language.lexicon import NUMBERS, number_of
from rednov_bot.language.scanner import words_in
from rednov_bot.language.words import kinds

_LINE: Final = r"[^.!?;()\[\]{}\n]+"
_STRETCH: Final = re.compile(rf"{_LINE}(?:\n(?!\s*(?:\n|[-*\u2022#>]|\d+[.)])){_LINE})*")
_LEAD: Final = re.compile(
    r"(?:, | - | -- |\u2014|: )(?=(?:and |so |thus |hence )?(?:so|which|that|that's|this|it's|"
    r"making|leaving|landing|putting|bringing|taking|for a total|a total|plus|not counting|"
    r"not including|i should|i land|i end|i count|i make|i reckon|total|whatever)\b)"
    r"| (?=plus whatever\b)"
)
_WORD: Final = re.compile(r"[a-z]+(?:[-'][a-z]+)*|\d+|[^\sa-z\d]")
_MINUTES: Final = re.compile(
    rf"\b(\d{{1,2}}|{'|'.join(NUMBERS)})(?:[ -](?:full|whole|solid|more|of the))?"
    r"[ -]?(?:m|mins?|minutes?)\b"
)
_ROOM: Final = re.compile(r"\b(?:10|[1-9])\b")
_OPENS: Final = re.compile(r"\b(?:open\w*|hatch(?:es)?|doors?)\b")
_SUMS: Final = (
    r"(?:sums?|arithmetic|maths?|mathematics|counting|count|reckoning|calculations?|adding|"
    r"addition|numbers?|figures?|rules?|abacus|fingers?|head|table)"
)
_WIDEST: Final = 2_000
"""Characters; a longer stretch says more than sums."""
_HEDGE: Final = re.compile(
    rf",?\s*\b(?:(?:if|unless|provided|assuming) (?:my (?:own )?{_SUMS}|i|i'm|i've|i'd)"
    r"(?: (?:am|is|are|have|has|can|could|do|did|still|not|much|very|badly|it|them|my|all|got|the|"
    rf"gone|go|{_SUMS}))*"
    r" (?:right|correctly|correct|rightly|properly|straight|off|wrong|mistaken|miscounted|"
    r"miscalculated|misread|astray|(?:forgotten|forgot|missed|overlooked)(?: some| any)?(?:thing)?|"
    r"count|counted|add|added|add up|added up|read|reckon|serves?|holds?|up)"
    r"|(?:but |and |do |so )*(?:please |do )*(?:check|correct|tell|mind|watch)"
    rf"(?: me| my| the| that| it)*(?: {_SUMS})?(?: please)?"
    r"(?: if (?:i'm|i am|i've|that's|it's|i have)(?: got| it| that| my| sums)*"
    r" (?:wrong|mistaken|off|miscounted))?"
    r"|give or take(?: my arithmetic)?|or thereabouts|or so i (?:think|believe|reckon|hope)"
    r")(?=\s*(?:[.!?;,()\[\]]|\n|$))"
)
_HEDGED: Final = (
    "if", "unless", "provided", "assuming", "check", "correct", "tell", "mind", "watch",
    "give or take", "or thereabouts", "or so",
)  # fmt: skip
"""Without one of these nothing is hedged."""
_OUTCOMES: Final = kinds(
    "certain certainty success sure guaranteed odds chance chances percent fail miss sure-fire "
    "automatic automatically safe hit bonus"
)
_TOTALS: Final = kinds(
    "total totals altogether told all sum sums reckoning count arithmetic maths calculation "
    "calculations bill tally abacus lot whole"
)
_LANDS: Final = kinds(
    "land lands landing end ends ending finish finishes finishing be stand stands standing sit "
    "sitting arrive arriving puts put bring brings bringing takes take taking leaves leaving "
    "leave left down remaining come comes pass passes passing cross crosses crossing reach "
    "reaches reaching past marker markers"
)
_ON_TOP: Final = kinds(
    "water wet flood flooded floor floors feet boots socks shoes toes puddle low hatch hatches "
    "door doors surcharge penalty movement walk walking "
    "wade wading whatever entering opening room"
)
_MORE: Final = kinds(
    "plus extra more top further additional surcharge another adds costs cost pay pays paying "
    "besides separately and"
)
_COUNTED: Final = kinds("counting counted count including included include")
_SIGNS: Final = (
    kinds("makes making make add adding gives give worth i'll i'm clock sums")
    | _OUTCOMES | _TOTALS | _LANDS | _ON_TOP | _MORE | _COUNTED
) - {"and"}  # fmt: skip
_TELLING: Final = kinds(
    "a an the so that that's that'll this it it's it'll which thus hence therefore by my own i "
    "i'd i've me we our of on at to with from in up for is are am was will would should ought "
    "must may might do does as then now only just exactly precisely about around some what "
    "where when after before there here each every per both these those than less yet minute "
    "minutes min mins m space spaces track time times mark way route wade step climb swim itself "
    "alone rest turn "
    "move moves moving action work working score number numbers result answer figure figures "
    "again too also still die roll dice ten-sided d10 throw cannot can't can couldn't won't "
    "fails misses thing ok fine good enough know aware yes aye course naturally alas sadly sigh "
    "grudgingly ruefully hoping hope fear expect think thinks believe guess suppose calculate "
    "reckon giving get gets getting have having due needs needed want you your please means "
    "meaning according minus equals using rules book table any always even sort charge charged "
    "charges toll fee climbing stepping going through into inside one ones two-minute happens "
    "thereby fully fairly pretty quite dead surely certainly somewhere "
    "well right roughly point points already because since least most says shows call like "
    "event events star afterwards beyond short level behind beside alongside ahead counts "
    "landed hundred forgot"
) | _SIGNS | {"and"}  # fmt: skip
_TILES: Final = kinds(
    "gun grog swig toolbox tools manual code codes crowbar extinguisher charm coffee"
)
_BESIDE: Final = kinds("behind with beside alongside past before of")
"""Somebody may be named behind these: "level with Pip"."""
_ORDERS: Final = kinds(
    "make take put leave add count come give call pass walk cross reach move charge bring get open "
    "wade step climb swim"
)
"""These begin a correction, "make that 8"; with "I" before them they add up."""
_ACTS: Final = kinds(
    "step stepping take put leave give bring move get getting pass going climbing opening walk "
    "cross reach charge walking"
)
"""With "I" before them, these do something."""
_OPENINGS: Final = kinds(", and so then please")
_USING: Final = re.compile(
    r"\b(?:us(?:e|es|ing)|with|by means of|drinks?|drinking|down|downing|neck|swig|spend|wear|"
    r"wearing|put on|aided by|helped by|thanks to)\b[^.!?\n]{0,50}"
)
"""What is said of a tile that is used."""
_HATCHES: Final = kinds("hatch hatches door doors opening")
_SELF: Final = kinds("i i'll i'd i'm")
_PASSED: Final = kinds("marker markers event events")
_NEEDS: Final = kinds("need needs needed")
_DICE: Final = kinds("die dice roll throw less lower d10")
_WHERE: Final = kinds("to into in through inside from room rooms hatch door")
_COUNTS: Final = kinds("minute minutes min mins m left remaining")
_INVERTED: Final = kinds("should would may might will do does then")
_WORKED: Final = kinds("work working")
_EARLIER: Final = 600
"""Characters before a working in which minutes are told."""
_TWO: Final = 2
_NEAR: Final = 3
_LATE: Final = 10
"""Higher numbers than this are no rooms."""
_FEW_MORE: Final = 8
"""More minutes than these come on top of no action."""
_LONGEST: Final = 40


def workings(lowered: str) -> Iterator[tuple[int, int]]:
    """Where a plain text only adds up what it has announced before."""
    if _SIGNS.isdisjoint(words_in(lowered)):
        return
    first = _MINUTES.search(lowered)
    if first is None:
        return
    for match in _STRETCH.finditer(lowered):
        start, end = match.span()
        if end < first.end():
            continue
        if lowered[max(0, start - 4) : start].rstrip()[-1:] in (")", "]", "}"):
            start = end
        for begin in (start, *(lead.end() for lead in _LEAD.finditer(lowered, start, end))):
            comma = lowered.find(", ", begin, end)
            alone = comma < 0 or lowered.startswith((", or ", ", but "), comma)
            until = [end] if alone else [end, comma]
            if found := [stop for stop in until if _adds_up(lowered, begin, stop)]:
                yield begin, found[0]
                break


def _adds_up(text: str, start: int, end: int) -> bool:
    """Whether a stretch says nothing else, and nothing that contradicts the minutes told."""
    if end - start > _WIDEST:
        return False
    stretch = text[start:end]
    if any(map(stretch.__contains__, _HEDGED)):
        stretch = _HEDGE.sub(" ", stretch)
    words = _WORD.findall(stretch.replace('"', " "))
    said = frozenset(words)
    numbers = [number for word in words if (number := number_of(word)) >= 0]
    sums = len(numbers) > _TWO and sum(numbers[:-1]) == numbers[-1]
    if (
        not 1 < len(words) <= _LONGEST
        or words[0] in _INVERTED
        or (_SIGNS.isdisjoint(said) and not sums)
    ):
        return False
    before = text[max(0, start - _EARLIER) : start]
    if not all(_is_known(words, at, before) for at in range(len(words))):
        return False
    told = {number_of(match[1]) for match in _MINUTES.finditer(before)}
    if not said.isdisjoint(_HATCHES) and _OPENS.search(before) is None:
        return False
    lands = not said.isdisjoint((_LANDS - {"be"}) | _TILES)
    counts = not said.isdisjoint(_TOTALS | {"makes"}) and not lands
    if counts and numbers and not _costs(max(numbers) - sum(told), before):
        return False
    return sums if sums and told & {*numbers} else bool(told) and _agrees(said, numbers, told)


def _is_known(words: list[str], at: int, before: str) -> bool:
    """Whether a word may stand in a working, where it stands."""
    word = words[at]
    ahead = words[at + 1] if at + 1 < len(words) else ","
    if word in ("not", "don't", "doesn't", "nor"):
        return ahead in _COUNTED
    if word == "or":
        return ahead in ("less", "more", "better", "lower") or not _COUNTED.isdisjoint(words)
    if word in _ORDERS and (at == 0 or words[at - 1] in _OPENINGS):
        return False
    if word in _ACTS and not _SELF.isdisjoint(words[max(0, at - _NEAR) : at]):
        return not _PASSED.isdisjoint(words)
    if word == "out":
        return ahead == "of" and words[at + 2 : at + 3] != ["the"]
    if word in _NEEDS and _DICE.isdisjoint(words):
        return False
    if 0 <= number_of(word) <= _LATE and at and words[at - 1] in _WHERE and ahead not in _COUNTS:
        return words[at - 1] == "in" and any(
            number_of(word) >= 0 for word in words[at - 3 : at - 1]
        )
    if word in ("on", "at") and ahead in ("the", "that"):
        return _ON_TOP.isdisjoint(words[at + 2 : at + 3])
    if word in _TELLING or not word[0].isalpha() or number_of(word) >= 0:
        return True
    if word in _TILES:
        return any(word in said[0] for said in _USING.finditer(before))
    return ahead == "," and at > 0 and words[at - 1] in _BESIDE


def _agrees(said: frozenset[str], numbers: list[int], told: set[int]) -> bool:
    """Whether its numbers go with the minutes told before."""
    on_top = not said.isdisjoint(_ON_TOP) and not said.isdisjoint(_MORE | _COUNTED)
    if not numbers:
        return on_top or not said.isdisjoint(_OUTCOMES)
    if not said.isdisjoint(_LANDS) and max(numbers) > max(_LATE, *told):
        return True
    if not said.isdisjoint(_WORKED) and told.isdisjoint(numbers):
        return False
    if not said.isdisjoint(("left", "remaining")):
        return True
    if not said.isdisjoint(_TOTALS | _OUTCOMES | {"makes", "adds", "comes", "gives"}):
        return max(numbers) >= max(told)
    return on_top and max(numbers) <= _FEW_MORE


def _costs(more: int, before: str) -> bool:
    """Whether hatches and low water may cost so many minutes more."""
    rooms = _ROOM.findall(_MINUTES.sub("", before))
    hatches = max(len(rooms), len(_OPENS.findall(before)))
    return more <= hatches + _TWO and (hatches > 0 or more != 1)
