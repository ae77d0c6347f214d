"""Turns told in participles below their heading: "Hatch 2-5 opened, three items drawn"."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from rednov_bot.language.doings import VERBS
from rednov_bot.language.heralds import headed
from rednov_bot.language.lexicon import past_forms
from rednov_bot.language.neighbours import stretch_start
from rednov_bot.language.words import Sense, Word, kinds

_BREAKS: Final = kinds(
    "SEP SEPWORD COLON DASH SLASH ARROW OPENING CLOSING ASIDE ASIDE_END QUOTE PLUS STOP "
    "ONFAIL AFTER"
)
_SOMEBODY: Final = kinds(
    "SELF WHO YOU UNREAL PLAN COND NEG PLEASE PAST JEST OWNER REMARK NAMESAKE QUERY LOOKUP REVERSE"
)
_SLOTS: Final = kinds(
    "ITEM TILEWORD HATCH PATH ROOM MACHINE EXTERIOR DOOR FIRE WATER KRAKEN DUR NUM SEA BARREL NOACT"
)
_PASSES: Final = frozenset(
    ["passed", "crossed", "traversed", "gone", "walked", "stepped", "climbed", "went", "squeezed"]
)
_BEING: Final = frozenset(["being", "been", "get", "gets", "got"])
_ME: Final = frozenset(["me", "yours truly", "myself"])
_IS: Final = frozenset(["is", "are", "being", "be", "hereby", "now", "then", "gets", "get"])
_ON: Final = frozenset(["on", "at", "for", "to", "in"])
_IN: Final = frozenset(["in", "through", "inside", "thru"])


def settle_participles(words: list[Word], author: str) -> None:
    """In a turn that is headed as one, participles say what is done."""
    if not any(sense.form == "past" for word in words for sense in word.senses):
        return
    _by_me(words, author)
    changes = []
    for start, end in headed(words, author):
        at = start
        while at < end:
            stop = at
            while stop < end and words[stop].type not in _BREAKS:
                stop += 1
            labelled = at > start and words[at - 1].type == "COLON"
            if told := _told(words[at:stop], labelled=labelled):
                changes.append((at, stop, told))
            at = stop + 1
    for at, stop, told in reversed(changes):
        words[at:stop] = told


def _by_me(words: list[Word], author: str) -> None:
    """ "The hatch to 5 is opened by me": I open it."""
    for at in reversed(range(1, len(words) - 1)):
        by, who = words[at], words[at + 1]
        if by.text != "by" or not (who.text in _ME or (who.type == "NAME" and who.name == author)):
            continue
        verb = at - 1
        while verb > 0 and words[verb].type == "FILL":
            verb -= 1
        if not _is_participle(words[verb]):
            continue
        start = stretch_start(words, verb, _BREAKS)
        if words[start].type in ("SEPWORD", "FILL") and start + 1 < verb:
            start += 1
        told = [w for w in words[start : verb + 1] if w.text not in _IS]
        if not told or any(w.type in _SOMEBODY for w in told):
            continue
        if done := _told(told, labelled=False):
            who.type, who.senses, by.type, by.senses = "FILL", (), "FILL", ()
            words[start : verb + 1] = done


def _told(words: list[Word], *, labelled: bool) -> list[Word]:
    """A stretch with its verb in front; nothing where it tells of somebody, or of nothing done."""
    words = _without_it([w for w in words if w.text not in _BEING])
    if any(word.type in _SOMEBODY for word in words):
        return []
    verbs = [at for at, word in enumerate(words) if _is_participle(word)]
    if len(verbs) != 1:
        return []
    at = verbs[0]
    if any(w.type == "NAME" and words[n - 1].type != "TO" for n, w in enumerate(words)):
        return []
    if any(words[n].text == "by" and n > at for n in range(len(words))):
        return []
    before = [w for w in words[:at] if w.type not in ("THEREUPON",) or w.text == "where"]
    if any(
        w.type not in _SLOTS | kinds("FILL MORE OUT IN TO FROM BETWEEN AND OTHER ROOMWORD")
        for w in before
    ):
        return []
    if any(w.type == "OTHER" for w in before):
        return []
    told = _in_order(before, words[at], words[at + 1 :], labelled=labelled)
    told[0].start = min(word.start for word in words)
    told[-1].end = max(word.end for word in words)
    return told


def _without_it(words: list[Word]) -> list[Word]:
    """ "... spent on it": what is worked on was said before."""
    kept: list[Word] = []
    for word in words:
        if kept and word.text in ("it", "them", "this", "that") and kept[-1].text in _ON:
            kept.pop()
        else:
            kept.append(word)
    return kept


def _in_order(before: list[Word], verb: Word, after: list[Word], *, labelled: bool) -> list[Word]:
    """The verb, then what it is done to."""
    slots = any(word.type in _SLOTS for word in before)
    if any(word.type == "NOACT" for word in before):
        return [*before, *after]
    if verb.text.partition(" ")[0] in _PASSES and not slots:
        if after and after[0].text in _IN:
            after = after[1:]
        return [Word("ENTER", verb.start, verb.end, "enter", (Sense("ENTER"),)), *after]
    plain = _plain(verb)
    if not slots and not after:
        if not any(sense.alone for sense in plain.senses):
            return [Word("FILL", verb.start, verb.end, "")]  # "hatch 5: opened"
        return [plain]
    if not slots and not any(word.type in _SLOTS for word in after):
        return [plain, *after]
    if labelled and not slots and all(word.type not in _SLOTS - {"DUR", "NUM"} for word in after):
        return [Word("FILL", verb.start, verb.end, ""), *after]  # "kraken: fought for 6 minutes"
    return [plain, *before, *after]


def _is_participle(word: Word) -> bool:
    """A past form of a verb of the game, and not a word like "used"."""
    if word.type == "ITEM" or not any(s.form == "past" and s.kind in VERBS for s in word.senses):
        return False
    if any(sense.kind == "DISCARD" for sense in word.senses):
        return False
    return word.text not in ("used", "put", "set", "shut")


def _plain(verb: Word) -> Word:
    """The verb in its plain form."""
    senses = tuple(
        msgspec.structs.replace(sense, form="") for sense in verb.senses if sense.form == "past"
    )
    word = Word(senses[0].kind, verb.start, verb.end, _base(verb.text), senses)
    word.become(senses[0])
    return word


@lru_cache(maxsize=256)
def _base(text: str) -> str:
    return past_forms().get(text, text)
