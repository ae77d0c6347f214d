"""A gnome's private answer to a question with known answers (rules 7.1, held choices)."""

from __future__ import annotations

from collections.abc import Sequence

from rednov_bot.engine.words import SEA, hatch, hatch_label
from rednov_bot.language.marks import join
from rednov_bot.language.scanner import scan
from rednov_bot.language.segments import sentences
from rednov_bot.language.senses import settle
from rednov_bot.language.words import Word, kinds

_LONGEST = 2_000  # characters; an answer is short
_DOUBTFUL = frozenset(("UNREAL", "PLAN", "COND", "PAST", "LOOKUP", "VAGUE", "CORRECTION"))
_OTHERWISE = kinds(
    "ITEM TILEWORD DUR UNBLOCK EXTINGUISH PUMP FIX HALT KILL ATTACK DRAW TAP GIVE NOACTION NOACT "
    "ABANDON DISCARD JOIN QUIT"
)
"""What belongs to a turn, not to an answer."""
_YES = frozenset(
    ["yes", "yep", "yeah", "aye", "ok", "okay", "sure", "yea", "indeed", "certainly", "absolutely"]
)
_NO = frozenset(["no", "nope", "nay", "never", "not", "negative"])


def read_choice(text: str, *, candidates: Sequence[str]) -> str | None:
    """The one candidate that the text means, or None.

    Candidates are labels: `9`, `sea`, `8-9`, `open 5-7 and enter`, `open 5-7 and stay`, `yes`.
    """
    if len(text) > _LONGEST:
        return None
    words = join(scan(text, (), ""))
    settle(words)
    told = list(sentences(words))
    if any(sentence.asks for sentence in told):
        return None
    first = [word for word in words if word.type not in ("FILL", "SEP", "STOP")]
    if set(candidates) <= {"yes", "no"}:
        return _yes_or_no(words, candidates)
    if any(word.type in _OTHERWISE or word.type in _DOUBTFUL for word in first):
        return None
    places = _places(first)
    stays = any(word.type in ("STAY", "NOTENTER") for word in first)
    if any(word.type == "NEG" for word in first) and not stays:
        return None
    goes = not stays and any(
        word.type in ("ENTER", "IN", "OUT", "GO", "LEAVE", "TO", "THROUGH") for word in first
    )
    meant = {label for label in candidates if _fits(label, places, goes=goes, stays=stays)}
    return meant.pop() if len(meant) == 1 else None


def _yes_or_no(words: Sequence[Word], candidates: Sequence[str]) -> str | None:
    """The first word decides, if nothing takes it back."""
    said = {"yes" for w in words if w.text in _YES} | {"no" for w in words if w.text in _NO}
    if len(said) != 1 or any(word.type in ("COND", "LOOKUP", "CORRECTION") for word in words):
        return None
    answer = said.pop()
    return answer if answer in candidates else None


def _places(words: Sequence[Word]) -> set[str]:
    """The rooms and hatches named, as labels."""
    named: set[str] = set()
    ends: list[int] = []
    for word in words:
        if word.type in ("HATCH", "PATH") and len(word.places) == 2:
            named.add(hatch_label(hatch(word.places[0], word.places[1])))
        elif word.type == "HATCH" and len(word.places) == 1:
            named.add(_label(word.places[0]))
        elif word.type in ("ROOM", "MACHINE") or (word.type == "NUM" and word.number <= 10):
            named.add(_label(word.number or 10))
            ends.append(word.number or 10)
        elif word.type in ("SEA", "EXTERIOR"):
            named.add("sea")
    if any(word.type == "BETWEEN" for word in words) and len(ends) == 2 and ends[0] != ends[1]:
        return {hatch_label(hatch(ends[0], ends[1]))}
    return named


def _label(place: int) -> str:
    return "sea" if place == SEA else str(place)


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
