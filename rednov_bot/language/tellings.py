"""An action told as a state of things: "the engine gets fixed, 5 min".

A sentence that is nothing but a thing, what is done about it and the minutes becomes the plain
clause; one in which anything else stands is left as it is.
"""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.neighbours import stretch_end
from rednov_bot.language.words import Word, kinds
from rednov_bot.language.works import DOING, blank, doing, is_stuck

ENDS: Final = kinds("HEADING STOP PARAGRAPH QUERY THEREUPON AFTER ONFAIL SLASH ARROW")
PAUSES: Final = kinds("SEP COLON DASH OPENING CLOSING")
_HABITS: Final = kinds("day days week weeks living year years daily usually always often")
_LONGEST: Final = 18
_QUIET: Final = kinds("' just then now there here also simply again yet")
_POLITE: Final = kinds("please thanks")
_WORK: Final = (
    r"(?:repairs?|repair work|work|fix|fixing|mending|repairing|servicing|maintenance|overhaul|"
    r"extinguishing|extinction|dousing|quenching|fighting|killing|slaying|stopping|halting|stop|"
    r"abort|aborting|disarming|deactivation|deactivating|pumping|bailing|draining|drainage|removal|"
    r"unblocking|clearing|freeing|clearance|putting out|pumping out|care|tender care|attention|"
    r"tender loving care|hard work|hard labour|labour|toil|effort|tinkering|stint|bout|spell|"
    r"session|shift|round|bout of repair|G|V)"
)
_MIN: Final = r"(?P<min>D|N)"
_ON: Final = r"(?:on|to|into|in|onto|for|at|towards|against|upon|of|with)"
_AT: Final = rf"(?:(?:{_ON} )?(?:{_WORK} (?:{_ON} )?)?T(?: {_WORK})?)"
_GIVEN: Final = (
    r"(?:spent|devoted|dedicated|given|allotted|invested|put|poured|sunk|used|allocated|assigned|"
    r"expended|set aside|reserved)"
)
_GIVES: Final = (
    r"(?:spend|give|devote|dedicate|allot|invest|put|pour|sink|use|allocate|assign|expend|"
    r"set aside|take|need|reserve|allow|grant)"
)
_LEAD: Final = (
    r"(?:(?:next|following|coming|first|further|another|good|full|total of|whole|all of|and|"
    r"what follows is|there follows?|follows?|next comes|comes|"
    r"it's|it is|then it's|then it is|that's|that is|this is|here are|action|action taken|job|task|"
    r"action is|action , ) )*(?:, )?"
)
_BE: Final = r"(?:is|are|get|gets|being|gets to be|is being|are being)"
_TELLINGS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_LEAD}T (?:{_BE} (?:P|V)|{_BE} (?:worked|tinkered|hammered) (?:on|at|with))(?: by me)?"
        rf"(?: (?:there|here))?(?: ,)?(?: for)? {_MIN}(?: ,)?",
        rf"{_LEAD}{_MIN} (?:{_BE} )?{_GIVEN} {_AT}",
        rf"{_LEAD}{_MIN} minutes spent {_AT}",
        rf"{_LEAD}{_MIN} (?:belongs?|goes|go|disappears?|vanish(?:es)?|flows?) {_AT}",
        rf"{_LEAD}{_MIN} I {_GIVES} {_AT}",
        rf"{_LEAD}{_MIN} is what (?:I {_GIVES} {_AT}|T gets)",
        rf"{_LEAD}{_MIN} (?:that I spend )?{_AT}",
        rf"{_LEAD}{_MIN} sees? me G T",
        rf"{_LEAD}{_MIN} (?:of|at) (?:L )?V T",
        rf"(?:it )?takes? (?:me )?{_MIN} to V T",
        rf"(?:I )?takes? {_MIN} to V T",
        rf"(?:I )?spend {_MIN} (?:on )?(?:{_WORK} )?T",
        rf"(?:put|mark|book|set) (?:me|myself)(?: down)?(?: in)?(?: for)? {_MIN} {_AT}",
        rf"(?:what|all) i do(?: there| here| now| next)? (?:is|,) (?:to )?V T"
        rf"(?: ,)?(?: for)? {_MIN}",
        rf"{_LEAD}(?:T {_WORK}|{_WORK} (?:of |on |to |at |against )?T|V T)"
        rf"(?: ,| for)*(?: of)? {_MIN}(?: ,)?",
        rf"T , (?:V|P)(?: it)?(?: ,| for)* {_MIN}",
        rf"{_LEAD}(?:(?:at|on|to|for) )?T(?: ,)* {_MIN} of {_WORK}",
        rf"(?:I )?(?:{_GIVES}|contribute|have|book) {_MIN} (?:aside )?(?:{_AT}|to V T)",
        rf"(?:I )?set {_MIN} aside {_AT}",
        rf"{_LEAD}V T x {_MIN}",
        rf"T claims? {_MIN}(?: of| mine| minutes)*",
        rf"{_LEAD}T (?:gets?|receives?) {_MIN}(?: of {_WORK})?",
    )
)
"""T: the thing; D, N: minutes; P: what was done to it; V, G: what is done; L: a lever."""
_WHICH: Final = re.compile(
    r"(?:(?:to|on|for|over|in|into|with) which I (?:spend|give|devote|dedicate|allot|invest|put|"
    r"take|need|allow|set aside|use|reserve) D|"
    r"(?:until|till) D (?:have gone by|have passed|are up|are over|"
    r"are gone|have elapsed|have gone|is up)|(?:while|as|and) D (?:pass|go by|tick by|tick away|"
    r"pass by)|that takes(?: me)? D|D all in all|(?:allowing|allotting|giving|reserving) (?:it )?D"
    r"(?: (?:for|to|on) (?:it|that|this))?)"
)
_BOUNDS: Final = PAUSES | {"DUR"}
_MOST_SPOKEN: Final = 8
"""Words that such minutes are told with, all that are quiet left out."""


def settle_tellings(words: list[Word]) -> None:
    """Every such sentence becomes the plain clause."""
    if not any(word.type in ("DUR", "NUM") for word in words):
        return
    for at, word in enumerate(words):
        if word.type == "ORDER_BLOCK":
            _blocked(words, at)
        elif word.text in ("what i do", "all i do"):
            _what_i_do(words, at)
    at = 0
    while at < len(words):
        stop = stretch_end(words, at, ENDS)
        first = at
        while first < stop and words[first].type == "DASH":
            first += 1
        if first < stop and not _told(words, first, stop):
            _told_behind(words, first, stop)
        at = stop + 1


def _blocked(words: list[Word], at: int) -> None:
    """ "Four minutes on the blocked hatch to 7": no order for later."""
    if not words[at].text.endswith(("blocked hatch", "jammed hatch")):
        return
    if [w.type for w in words[at + 1 : at + 3]] not in (["TO", "NUM"], ["TO", "ROOM"]):
        return
    first, last = at, at
    while first and words[first - 1].type not in ENDS and at - first < 8:
        first -= 1
    while last < len(words) and words[last].type not in ENDS and last - at < 8:
        last += 1
    if any(word.type == "DUR" for word in words[first:last]):
        words[at].type, words[at].senses, words[at].text = "DOOR", (), "blocked hatch"


def _what_i_do(words: list[Word], at: int) -> None:
    """ "What I do is bail": I bail."""
    ahead = at + 1
    while ahead < len(words) and words[ahead].type in ("FILL", "THEREUPON"):
        ahead += 1
    if any(word.text in _HABITS for word in words[at : at + 14]):
        return  # "What I do is work on engines, five minutes a day"
    verb = words[ahead + 1] if ahead + 1 < len(words) else words[at]
    if (
        words[min(ahead, len(words) - 1)].text == "is"
        and verb.form == ""
        and any(verb.can_be(kind) for kind in _DONE)
    ):
        words[at].type, words[at].senses, words[at].text = "SELF", (), "i"
        for word in words[at + 1 : ahead + 1]:
            blank(word)


def _told(words: list[Word], start: int, stop: int) -> bool:
    said = words[start:stop]
    if len(said) > _LONGEST:
        return False
    thing = _thing(said)
    if not thing or any(w.type in ("ODD", "NEG", "COND", "YOU") for w in said):
        return False
    if any(w.type == "PAST" and w.text not in ("spent", "given") for w in said):
        return False
    kind = doing(thing[0])
    signs, minutes = _signs(said, thing, kind)
    match = next((m for one in _TELLINGS if (m := one.fullmatch(signs))), None)
    if match is None or len(minutes) != 1:
        return False
    if minutes[0].type != match["min"].replace("D", "DUR").replace("N", "NUM"):
        return False
    _plain(words, start, stop, thing, kind)
    return True


def _plain(words: list[Word], start: int, stop: int, thing: list[Word], kind: str) -> None:
    """The sentence in plain order: what is done, to what, the minutes."""
    said = words[start:stop]
    minutes = next(word for word in said if word.type in ("DUR", "NUM") and word not in thing)
    minutes.type, minutes.senses = "DUR", ()
    for word in thing[:1]:
        word.senses = ()
    verb = Word(kind, said[0].start, said[0].start, "work on")
    own = [word for word in said if word.type == "SELF"][:1]
    for word in own:
        word.text = "i"
    rest = [word for word in said if word not in thing and word not in own and word is not minutes]
    for word in rest:
        blank(word)
    words[start:stop] = [*own, verb, *thing, minutes, *rest]


def _told_behind(words: list[Word], start: int, stop: int) -> None:
    """ "I fix the engine, to which I devote five minutes": the minutes alone are left."""
    for at in range(start, stop):
        if words[at].type != "DUR":
            continue
        first, last = at, at + 1
        while first > start and words[first - 1].type not in _BOUNDS:
            first -= 1
        while last < stop and words[last].type not in _BOUNDS:
            last += 1
        if last < stop and words[last].type == "DUR":
            continue
        spoken = [n for n in range(first, last) if words[n].text not in _QUIET and words[n].text]
        for begin in range(max(0, len(spoken) - _MOST_SPOKEN), len(spoken)):
            lead = spoken[begin - 1] + 1 if begin else first
            said = " ".join(sign(words[n], [], "") for n in spoken[begin:])
            if lead <= at and last - lead > 1 and _WHICH.fullmatch(said):
                for word in words[lead:last]:
                    if word is not words[at]:
                        blank(word)
                return


def _is_quiet(word: Word) -> bool:
    """Whether a word changes nothing."""
    manner = word.type == "FILL" and word.text.endswith("ly")
    return manner or word.type == "PLEASE" or word.text in _QUIET | _POLITE | {""}


def _signs(said: list[Word], thing: list[Word], kind: str) -> tuple[str, list[Word]]:
    """The sentence as the patterns spell it, and its minutes."""
    told, minutes = [], []
    for word in said:
        if word in thing:
            told += ["T"] if word is thing[0] else []
        elif word.type in PAUSES:
            told += [","] if told and told[-1] != "," else []
        elif _is_quiet(word):
            continue
        else:
            told.append(sign(word, thing, kind))
            if word.type in ("DUR", "NUM"):
                minutes.append(word)
    while told and told[-1] == ",":
        told.pop()
    return " ".join(told), minutes


def sign(word: Word, thing: list[Word], kind: str) -> str:
    """The word as the patterns spell it."""
    if word.type == "DUR":
        return "D"
    if word.type == "NUM":
        return "N"
    if word.type == "SELF":
        return "I" if word.text in ("i", "i hereby") else "?"
    if thing and kind and word.can_be(kind) and word.text not in ("get", "gets"):
        form = word.form or next((s.form for s in word.senses if s.kind == kind), "")
        return {"past": "P", "ing": "G"}.get(form, "V")
    if thing and word.text in _DONE.get(kind, ()):
        return "P"
    return word.text


_DONE: Final = {
    "FIX": kinds("fixed repaired mended serviced overhauled"),
    "EXTINGUISH": kinds("fought extinguished doused quenched battled smothered") | {"put out"},
    "PUMP": kinds("pumped drained bailed") | {"pumped out", "bailed out"},
    "KILL": kinds("fought killed slain attacked"),
    "HALT": kinds("stopped aborted halted cancelled disarmed deactivated"),
    "UNBLOCK": kinds("unblocked unjammed cleared freed"),
}


def _thing(said: list[Word]) -> list[Word]:
    """What is worked on, if it is one thing; a hatch with where it leads."""
    found = [at for at, word in enumerate(said) if word.type in DOING or word.type == "DOOR"]
    if len(found) != 1:
        return []
    at = found[0]
    if said[at].type in DOING:
        return [said[at]]
    if [w.type for w in said[at + 1 : at + 3]] not in (["TO", "NUM"], ["TO", "ROOM"]):
        return []
    undone = any(word.text in _DONE["UNBLOCK"] or word.can_be("UNBLOCK") for word in said)
    return said[at : at + 3] if is_stuck(said[at]) or undone else []
