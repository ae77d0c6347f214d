"""A gnome's private answer to a question with known answers (rules 7.1, held choices)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from rednov_bot.engine.words import hatch, hatch_label, place_label
from rednov_bot.games.red_november.reader.consent import read_consent
from rednov_bot.language.marks import join
from rednov_bot.language.scanner import scan
from rednov_bot.language.segments import sentences
from rednov_bot.language.senses import settle
from rednov_bot.language.words import Word, kinds

_LONGEST = 2_000  # characters; an answer is short
_DOUBTFUL = kinds("UNREAL PLAN COND PAST LOOKUP VAGUE CORRECTION DRAFT JEST")
_OTHERWISE = kinds(
    "ITEM TILEWORD DUR UNBLOCK EXTINGUISH PUMP FIX HALT KILL ATTACK DRAW TAP GIVE NOACTION NOACT "
    "ABANDON DISCARD JOIN QUIT"
)
"""What belongs to a turn, not to an answer."""
_HESITANT = kinds(
    "hold after before until till or ask asks undecided unsure doubt wrong hate avoid later "
    "again discuss decide decided stop scratch ignore disregard postpone delay abort veto cancel "
    "opposite against bad worse worst says said tells told offers wisely versus drowned"
)
"""Words that mean nothing to a turn, but take a choice back or put it off."""
_ENTERING = kinds("ENTER IN OUT GO LEAVE TO THROUGH")


def read_choice(text: str, *, candidates: Sequence[str], people: Sequence[str] = ()) -> str | None:
    """The one candidate that the text means, or None, also where it hesitates or takes it back.

    Candidates are labels: `9`, `sea`, `8-9`, `open 5-7 and enter`, `open 5-7 and stay`, `yes`.  A
    hatch may be named by a room that it alone of them leads to.
    """
    if len(text) > _LONGEST:
        return None
    if set(candidates) <= {"yes", "no"}:
        answer = read_consent(text, people)
        return answer if answer in candidates else None
    words = join(scan(text, (), ""))
    settle(words)
    if any(sentence.asks for sentence in sentences(words)):
        return None
    first = [word for word in words if word.type not in ("FILL", "SEP", "STOP")]
    if any(word.type in _OTHERWISE or word.type in _DOUBTFUL for word in first):
        return None
    if any(not _HESITANT.isdisjoint(word.text.split()) for word in words):
        return None
    places = _places(first)
    stays = any(word.type in ("STAY", "NOTENTER") for word in first)
    if _is_contradicted(first, stays=stays):
        return None
    goes = not stays and any(word.type in _ENTERING for word in first)
    meant = {label for label in candidates if _fits(label, places, goes=goes, stays=stays)}
    if not meant and (room := _leads_to(first)):
        meant = {label for label in candidates if room in label.split("-")}
    return meant.pop() if len(meant) == 1 else None


def _leads_to(words: Sequence[Word]) -> str:
    """`8` of "the one to the stores"; "" where no room is named, or more than that.

    A number by itself may count the candidates.
    """
    rooms: set[str] = set()
    for before, word, after in zip([None, *words], words, [*words[1:], None], strict=False):
        if word.type == "NUM" and word.text == "one" and after is not None and after.type == "TO":
            continue
        if word.type == "HATCH" and word.text == "one":  # "the one to 9", read as 1-9
            rooms.add(place_label(word.places[-1]))
        elif (word.type in ("ROOM", "MACHINE") and word.number) or (
            word.type == "NUM" and before is not None and before.type == "TO"
        ):
            rooms.add(place_label(word.number))
        elif word.type in ("NUM", "HATCH", "PATH", "FROM", "SEA", "EXTERIOR"):
            return ""
    return rooms.pop() if len(rooms) == 1 else ""


def _is_contradicted(words: Sequence[Word], *, stays: bool) -> bool:
    """Whether a "not" takes more back than the entering, or who stays enters as well."""
    refused = [
        after is not None and after.type in _ENTERING
        for word, after in zip_longest(words, words[1:])
        if word is not None and word.type == "NEG"
    ]
    if refused:
        return not stays or not all(refused)
    return stays and any(word.type == "ENTER" for word in words)


def _places(words: Sequence[Word]) -> set[str]:
    """The rooms and hatches named, as labels."""
    named: set[str] = set()
    ends: list[int] = []
    for word in words:
        if word.type in ("HATCH", "PATH") and len(word.places) == 2:
            named.add(hatch_label(hatch(word.places[0], word.places[1])))
        elif word.type == "HATCH" and len(word.places) == 1:
            named.add(place_label(word.places[0]))
        elif word.type in ("ROOM", "MACHINE") or (word.type == "NUM" and word.number <= 10):
            named.add(place_label(word.number or 10))
            ends.append(word.number or 10)
        elif word.type in ("SEA", "EXTERIOR"):
            named.add("sea")
    if any(word.type == "BETWEEN" for word in words) and len(ends) == 2 and ends[0] != ends[1]:
        return {hatch_label(hatch(ends[0], ends[1]))}
    return named


def _fits(label: str, places: set[str], *, goes: bool, stays: bool) -> bool:
    """Whether the places named and what is done there can mean this candidate."""
    if not label.startswith("open "):
        return places == {label}
    ends, _, manner = label.removeprefix("open ").partition(" and ")
    far = set(ends.split("-"))
    if (
        places != {ends}
        and not (len(places) == 1 and places <= far)
        and (ends not in places or not places <= far | {ends})
    ):
        return False
    if manner in ("enter", "go in"):
        return goes
    return stays
