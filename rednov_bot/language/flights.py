"""Ways to word the escape of §13: "if need be I flee to 7", "with 7 as my fallback".

Looked for behind a fire that is fought, when the conditions are settled (contingencies.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rednov_bot.language.events import FAILING, event
from rednov_bot.language.neighbours import stretch_end
from rednov_bot.language.words import Sense, Word, kinds, phrases

_ENDS: Final = kinds("STOP PARAGRAPH QUERY CLOSING ASIDE_END")
_PAUSES: Final = kinds("SEP COLON ARROW DASH FILL")
_PLACES: Final = kinds("HATCH NUM ROOM MACHINE SEA EXTERIOR PATH")
_WAY: Final = _PLACES | kinds("TO THROUGH IN OUT FROM DOOR FILL")
_GOES: Final = kinds("GO ENTER LEAVE OPEN")
_STANDS: Final = _WAY | _GOES | kinds("SELF")
_DECOR: Final = phrases(
    "i'm, im, i am, i'll, off, it's, it, is, be, will, shall, then, so, please, move, put, get, "
    "let, let me, me, myself, for, want, where, go, way, out, away, quick, run, escape, choose, "
    "pick, take, that's, there, again, back, straight, retreat, flee, need, fallback, want to, "
    "will be, would be, bolt hole, refuge, goal, choice, hole, make, make it, must, need to, have "
    "to"
)
"""What only dresses up the one place that is fled to."""
_NEEDS: Final = kinds(
    "need needed necessary required must have forced that it push unavoidable needs worst called"
)
_OF_NEED: Final = _NEEDS | kinds(
    "i be is am i'm to an escape move retreat flight flee run leave go out proves becomes comes "
    "shove should if come a exit running up for get away of here there any in move prove become"
)
"""What "if need be" is made of; one of the first row is in it."""
_FLIGHT: Final = kinds("comes come flee run leave escape")
_BARE_NEED: Final = kinds("that it have")
_HOLDS: Final = kinds("top holds hold upper stronger")
_SIDES: Final = 10
_CHANCES: Final = kinds(
    "dice roll rolls luck fate fortune odds attempt attempts effort efforts labour labours d 10 "
    "d10 bones gods fight"
)
_WELL: Final = kinds(
    "out works work worked succeed succeeds success well dies die dead done over extinguished "
    "quenched doused lucky kind sufficient beaten defeated gone subdued dying good win smile "
    "smiles put stops stop ceases yields yield small weak weaker lets allow allows permit permits "
    "spreads spread reaches moves comes breaks starts started"
)
_NOT: Final = kinds("not n't don't doesn't won't can't cannot isn't aren't no never dont doesnt")
_LIKES: Final = kinds("like want mind die faint care know see hear get")
_I_AM: Final = frozenset(("i'm", "im", "i am"))
_LONGEST: Final = 7
_FEW: Final = 5
_STARTS: Final = kinds("STOP PARAGRAPH QUERY SEP OPENING CLOSING SEPWORD")
_PARTS: Final = frozenset((":", "=", "?", "is", "will be"))
_KEEPING: Final = frozenset(("keeping", "having", "holding", "with", "leaving"))
_LABELS: Final = phrases(
    "contingency, flight, backup, bolt hole, safe room, safe haven, haven, bad luck, failing, my "
    "contingency, contingency plan, if unlucky, emergency, emergency plan, backup room, my way out"
)
_FAILED: Final = [
    ["not", "out"], ["not", "put", "out"], ["no", "luck"], ["still", "burning"], ["no", "success"],
    ["still", "on", "fire"], ["no", "good"], ["not", "enough"], ["not", "extinguished"],
    ["still", "alight"], ["it", "fails"], ["that", "fails"], ["failed"], ["i", "fail"],
]  # fmt: skip
_IFS: Final = frozenset(("if", "should", "when", "in case", "should i", "should it", "in event"))
_ARTICLES: Final = frozenset(("a", "an", "the", "my"))
_NAMED: Final = phrases(
    "escape, fallback, fall back, retreat, way out, bolt hole, bolthole, plan b, exit, emergency "
    "exit, escape route, escape hatch, line of retreat, refuge, escape move, retreat route"
)
_FLEES: Final = phrases("flee, escape, retreat, run, bolt, fall back, exit, get out")


def settle_flights(words: list[Word]) -> None:
    """Every such wording becomes "if it fails, to 7"."""
    if not any(word.type in ("EXTINGUISH", "FIRE") for word in words):
        return
    fought = False
    at = 0
    while at < len(words):
        word = words[at]
        fought = fought or word.type in ("EXTINGUISH", "FIRE")
        if fought and word.text in _IFS and word.type != "ONFAIL":
            _needed(words, at)
        elif fought and word.text in ("as", "being"):
            _as_refuge(words, at)
        elif fought and (word.text in _PARTS or word.type == "ARROW"):
            at = _labelled(words, at)
        elif fought and word.text == "or" and word.type == "SEPWORD":
            _or_flee(words, at)
        if at < len(words) and words[at].type == "ONFAIL":
            _points(words, at + 1)
            _undress(words, at + 1)
        at += 1


def _needed(words: list[Word], at: int) -> None:
    """ "If need be I flee to 7": behind the fire that is what needs it."""
    for end in range(min(at + _LONGEST, len(words)), at, -1):
        said = _pieces(words[at:end])[1:]
        if is_need(said) and flees(words, end):
            whole = words[at:end]
            text = " ".join(word.text for word in whole)
            words[at:end] = [Word("ONFAIL", whole[0].start, whole[-1].end, text)]
            return


def is_need(said: Sequence[str]) -> bool:
    """ "Need be", "I have to flee", "an escape is required"."""
    keys = _NEEDS.intersection(said)
    if not keys or not set(said) <= _OF_NEED:
        return False
    return not keys <= _BARE_NEED or not _FLIGHT.isdisjoint(said)


def is_failure(stretch: Sequence[Word]) -> bool:
    """Whether a condition before a flight can only mean that the fire is not put out."""
    said = _pieces(stretch)
    negated = not _NOT.isdisjoint(said)
    if stretch[0].text == "unless":
        return not negated and not _WELL.isdisjoint(said[1:])
    said = said[1:]
    if "enough" in said and negated:
        return True
    if any(word.type in ("DUR", "NUM") and word.number != _SIDES for word in stretch):
        return False
    if said[:1] and said[0] in ("i", "i'm", "we"):
        return said[0] == "i" and negated and len(said) <= _LONGEST and _LIKES.isdisjoint(said)
    if any(word.text == "die" and word.det for word in stretch):
        said = [*(piece for piece in said if piece != "die"), "dice"]
    about = any(w.type in ("FIRE", "EXTINGUISH") for w in stretch) or "fire" in said
    if not about and _CHANCES.isdisjoint(said):
        return False
    if not _HOLDS.isdisjoint(said):
        return not negated
    if negated and not FAILING.isdisjoint(said):
        return False
    return negated or _WELL.isdisjoint(said)


def _pieces(stretch: Sequence[Word]) -> list[str]:
    return [piece for word in stretch for piece in word.text.split() if piece not in _ARTICLES]


def flees(words: list[Word], at: int) -> bool:
    """Whether nothing but a way out follows."""
    rest = _stretch(words, at)
    said = [word for word in rest if word.type not in _PAUSES and word.type != "SELF"]
    if not said or not any(word.type in _PLACES for word in said):
        return False
    return all(word.type in _STANDS or word.text in _DECOR for word in said)


def _stretch(words: list[Word], at: int) -> list[Word]:
    end = stretch_end(words, at, _ENDS)
    return words[at:end]


def _as_refuge(words: list[Word], at: int) -> None:
    """ "... with 7 as my fallback", "7 being my escape": the way before it is the escape."""
    end = at + 1
    while end < len(words) and end < at + _FEW and words[end].type not in _ENDS | {"SEP"}:
        end += 1
    if " ".join(_pieces(words[at + 1 : end])) not in _NAMED:
        return
    way = at
    while way and words[way - 1].type in _WAY:
        way -= 1
    places = [word for word in words[way:at] if word.type in _PLACES]
    if len(places) != 1 or not way:
        return
    lead = words[way - 1]
    first = words[way].start
    if lead.type == "MEANS" or lead.text in _KEEPING:
        way -= 1
    del words[at:end]
    words[way : way + (words[way] is lead)] = [Word("ONFAIL", first, first, "fallback")]


def _labelled(words: list[Word], at: int) -> int:
    """ "Fire not out = 7", "not put out? 7", "(bolthole: 7)"; returns where the mark stands."""
    start = at
    while start and words[start - 1].type not in _STARTS and at - start < _LONGEST:
        start -= 1
    while start < at and words[start].type in ("DASH", "FILL"):
        start += 1
    label = words[start:at]
    if not label or not start or any(word.type in _PLACES for word in label):
        return at
    said = _pieces(label)
    named = " ".join(said) in _NAMED | _LABELS
    if_so = [Word("COND", 0, 0, "if"), *label]
    fails = words[at].type != "STATE" and event(if_so, ordering=False, fought=True) == "ONFAIL"
    if not (named or fails or said in _FAILED) or not flees(words, at + 1):
        return at
    if any(word.type in ("ONFAIL", "COND") for word in label):
        return at
    text = " ".join(said)
    words[start : at + 1] = [
        Word("ONFAIL", label[0].start, label[-1].end, text),
        Word("COLON", words[at].start, words[at].end, ":"),
    ]
    return start + 1


def _or_flee(words: list[Word], at: int) -> None:
    """ "(or flee to 7)", "or, if it fails, to 7"."""
    after = next((n for n in range(at + 1, len(words)) if words[n].type not in _PAUSES), at)
    if words[after].type == "ONFAIL":
        words[at].type, words[at].text = "SEP", ","
    elif (
        words[after].text in _FLEES
        and after == at + 1
        and words[at - 1].type in ("OPENING", "SEP")
        and flees(words, after)
    ):
        words[at].type, words[at].senses = "ONFAIL", ()


def _points(words: list[Word], at: int) -> None:
    """ "My escape, if needed, is ...": "is" only points at what follows."""
    end = at
    while end < len(words) and words[end].type not in _ENDS:
        if words[end].text in ("is", "will be", "would be", "being", "=") or (
            words[end].text in ("will", "be", "would") and words[end].type != "SELF"
        ):
            rest = words[at:end]
            text = " ".join(w.text for w in rest if w.type not in _PAUSES)
            if not text or is_need(text.removeprefix("if ").split()) or text in _DECOR:
                for blank in words[at : end + 1]:
                    blank.type, blank.senses = "FILL", ()
                at = end + 1
            else:
                return
        end += 1


def _undress(words: list[Word], at: int) -> None:
    """ "It's off to 7", "7 it is", "put me in 7": one place, and nothing else that matters."""
    rest = _stretch(words, at)
    for one, to in pairwise(rest):
        if one.text == "one" and one.type in ("NUM", "FILL") and to.type == "TO":
            one.type, one.text, one.senses = "DOOR", "hatch", ()  # "is the one to 7"
    places = [n for n, word in enumerate(rest) if word.type in _PLACES]
    if len(places) != 1 or not _is_dressed(rest):
        return
    only = places[0]
    for n, word in enumerate(rest):
        behind = n > only and (word.text in _DECOR or word.type == "SELF")
        strange = word.type not in _STANDS | _PAUSES or word.text in _I_AM
        if behind or (n < only and strange):
            word.type, word.senses = "FILL", ()
        elif n < only and word.type == "IN" and any(w.text == "me" for w in rest[:n]):
            word.become(Sense("TO"))
            word.senses = ()


def _is_dressed(rest: Sequence[Word]) -> bool:
    """Whether all of it is a way and its dress, and some of it is dress."""
    plain = all(
        word.text not in _I_AM and (word.type in _STANDS or word.type in _PAUSES) for word in rest
    )
    return not plain and all(
        word.type in _STANDS or word.type in _PAUSES or word.text in _DECOR for word in rest
    )
