"""Work told by words of setting about it: "I apply myself to the repair of the engine".

Whatever stands between the one who works and the thing worked on becomes the plain verb of that
thing, and so does "get the reactor sorted"; a clause in which anything else stands is left.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, TypeAlias

from rednov_bot.games.red_november.reader.verbs import Form, forms
from rednov_bot.language.contrary import settle_contrary
from rednov_bot.language.doings import VERBS
from rednov_bot.language.lexicon import toils, vocabulary
from rednov_bot.language.outcomes import makers, makes, trim
from rednov_bot.language.words import Word, kinds
from rednov_bot.language.works import (
    BREAKS,
    DOING,
    MOST,
    WAY,
    become,
    blank,
    doing,
    is_stuck,
    only_fill,
    said,
    thing_from,
)

_Lead: TypeAlias = tuple[str, Form]
"""A lead in its plain form, and the form it stands in."""

_WORKED_ON: Final = {*DOING, "DOOR", "HATCH"}
_ATTEMPTS: Final = ("attempt to", "attempts to", "try to", "tries to", "proceed to", "proceeds to")
_HERE: Final = ("in here", "here", "there", "in there", "in this room", "in room")
_HALVES: Final = ("out", "up", "off", "down", "back", "away")
_NOUNS: Final = (
    r"(?:repairs?|repair work|repair job|fix|fixing|mending|repairing|patching|servicing|"
    r"maintenance|maintenance work|overhaul|overhauling|restoration|upkeep|work|cooling|"
    r"extinguishing|extinction|extinguishment|dousing|quenching|fighting|battle|fight|struggle|"
    r"attack|assault|killing|slaying|slaughter|destruction|murder|hunting|stopping|halting|"
    r"prevention|preventing|aborting|disarming|deactivation|deactivating|cancellation|"
    r"cancelling|pumping|bailing|bailing out|draining|removal|unblocking|clearing|freeing|"
    r"unjamming|clearance|pumping out|putting out|tending)"
)
_MIDDLE: Final = re.compile(
    rf"(?:(?P<noun>{_NOUNS})(?: of| on| to| at| for| with| against| out of)?|"
    rf"task of {_NOUNS}(?: of)?|"
    rf"job of {_NOUNS}(?: of)?|(?:job|task|business|work|matter|question|problem)(?: of| with)?)"
)
_FAULT: Final = re.compile(
    r"(?:(?:fault|faults|problem|problems|trouble|damage|breakdown|malfunction|defect|defects|"
    r"leak|leaks|mess) (?:in|with|to|of|on|at)|what's wrong with|what is wrong with|what ails)"
)
_BEHIND: Final = re.compile(_NOUNS + "|firefighting|fire fighting|duty|work|job|action|task")
_LEVERS: Final = re.compile(
    r"(?:press|push|hit|bash|pull|turn|flip|punch|hammer|jiggle|twist|work|throw|prod|poke|thump|"
    r"bang|yank|mash|stab|twiddle)(?:es|s|ing|ping|ling)?(?: at| on| away at| in)? (?:all |every )?"
    r"(?:buttons?|consoles?|levers?|switch|switches|panels?|keys?|keyboard|controls?|dials?|knobs?|valves?|wheels?|"
    r"control panel|launch controls?|launch console|control desk)(?: in order)? to"
)
_LEVER_WORDS: Final = kinds(
    "button buttons console consoles lever levers switch switches panel panels key keys keyboard "
    "controls control dial dials knob knobs valve valves wheel wheels desk"
) | frozenset(("control panel", "launch controls", "launch control", "launch console"))
_STRIKES: Final = (
    "press", "push", "hit", "bash", "pull", "turn", "flip", "punch", "hammer", "jiggle", "twist",
    "work", "throw", "prod", "poke", "thump", "bang", "yank", "mash", "stab", "twiddle", "pressing",
)  # fmt: skip


@lru_cache(maxsize=1)
def _table() -> tuple[dict[str, _Lead], frozenset[str]]:
    """Every spelling of the leads, and their first words."""
    spelt: dict[str, _Lead] = {}
    for lead in toils()["on"] | toils()["lead"]:
        for spelling, form in forms(lead).items():
            if form != "past":
                spelt[spelling] = (lead, form)
        if lead.startswith("have "):
            spelt["has" + lead[4:]] = (lead, "s")
        if lead.startswith("am "):
            for be in ("i'm", "is", "being", "be"):
                spelt[be + lead[2:]] = (lead, "")
    return spelt, frozenset(spelling.split(" ")[0] for spelling in spelt)


@lru_cache(maxsize=1)
def _firsts() -> frozenset[str]:
    """With what the leads and the makers of a work begin."""
    return _table()[1] | frozenset(makers())


def settle_toils(words: list[Word]) -> None:
    """Every clause that sets about a work says the work itself."""
    if not any(word.type in _WORKED_ON or word.can_be("PUMP") for word in words):
        return
    settle_contrary(words)
    firsts = _firsts()
    strikes = not _LEVER_WORDS.isdisjoint([word.text for word in words])
    for at, word in enumerate(words):
        first = word.text.partition(" ")[0]
        if first == "our" and at + 1 < len(words) and words[at + 1].type in DOING:
            blank(word)  # "our engine"
        elif first in firsts and _may_begin(words, at):
            _settle(words, at)
        elif strikes and _may_strike(word) and _may_begin(words, at) and not _apart(words, at):
            _by_levers(words, at)
    for at, word in enumerate(words):
        if word.type in DOING or word.type == "PUMP":
            trim(words, at)


def _may_strike(word: Word) -> bool:
    return (word.type in VERBS and bool(word.senses)) or word.text.startswith(_STRIKES)


def _may_begin(words: list[Word], at: int) -> bool:
    """Whether a clause may begin here."""
    if not at:
        return True
    before = words[at - 1]
    while before.type == "FILL" and before.text.endswith("ly") and at > 1:
        at -= 1
        before = words[at - 1]
    if before.type == "FILL" and before.text in ("", "*", "to", "just", "simply", "then", "now"):
        return before.text != "to" or at < 2 or words[at - 2].type in ("DUR", "SEPWORD")
    if before.type == "FILL" and before.text in _ATTEMPTS:
        return True
    return before.type in BREAKS or before.type in ("SELF", "NAME", "DUR")


def _settle(words: list[Word], at: int) -> None:
    thing = thing_from(words, at)
    if thing is not None:
        ways = (_sets_about, makes)
        if any(way(words, at, thing) for way in ways) or _apart(words, at) or _by_levers(words, at):
            return
    _goes_on(words, at)


def _by_levers(words: list[Word], at: int) -> bool:
    """ "Press buttons to stop the launch": the work itself, and how it is done."""
    thing = thing_from(words, at)
    if thing is None:
        return False
    kind = doing(words[thing])
    if words[at].can_be(kind) and _is_fault(words[at + 1 : thing]):
        become(words, at, thing, kind, words[at].form)
        return True
    for verb in range(at + 1, thing):
        if words[verb].form == "" and words[verb].can_be(kind):
            plain = only_fill(words[verb + 1 : thing])
            if plain and _LEVERS.fullmatch(said(words[at:verb], quiet=True)):
                become(words, at, thing, kind, words[at].form)
                return True
    return False


def _sets_about(words: list[Word], at: int, thing: int) -> bool:
    """ "Apply myself to (the repair of) the engine", "do engine repairs"."""
    spelt, _ = _table()
    told = words[at:thing]
    for cut in range(len(told), 0, -1):
        lead = spelt.get(said(told[:cut])) or spelt.get(said(told[:cut], quiet=True))
        if lead is not None and _is_at_work(words, thing, told[cut:], lead):
            become(words, at, thing, doing(words[thing]), lead[1])
            return True
    return False


def _is_at_work(words: list[Word], thing: int, rest: list[Word], lead: _Lead) -> bool:
    """Whether what stands between a lead and the thing is the work at it, or nothing."""
    kind = doing(words[thing])
    stuck = is_stuck(words[thing]) or kind != "UNBLOCK"
    if rest and not only_fill(rest):
        form = lead[1] if lead[0].endswith(" and") else ""
        works = rest[0].form in ("ing", form) and rest[0].can_be(kind) is not None
        if works and (only_fill(rest[1:]) or _is_fault(rest[1:])):
            return True
        middle = _MIDDLE.fullmatch(said(rest, quiet=True))
        return middle is not None and (stuck or middle["noun"] is not None)
    return _work_behind(words, thing) or (stuck and lead[0] in toils()["on"])


def _work_behind(words: list[Word], thing: int) -> bool:
    """Whether "engine repairs" stands here; the repairs are blanked."""
    end = thing + 1
    while end < min(thing + WAY, len(words)) and words[end].type not in BREAKS | {"DUR"}:
        if _BEHIND.fullmatch(said(words[thing + 1 : end + 1])):
            for word in words[thing + 1 : end + 1]:
                blank(word)
            return True
        end += 1
    return False


def _apart(words: list[Word], at: int) -> bool:
    """ "Sort the engine out", "put the fire in here out": the verb's other half comes behind."""
    thing = thing_from(words, at)
    if thing is None or thing - at > WAY or words[thing].type not in DOING:
        return False
    end = thing + 1
    while end < len(words) and words[end].text in _HERE:
        end += 1
    if end >= len(words):
        return False
    half = words[end]
    if half.text.removesuffix(" for") not in _HALVES or not only_fill(words[at + 1 : thing]):
        return False
    if half.text.endswith(" for") and (end + 1 == len(words) or words[end + 1].type != "DUR"):
        return False
    kind = doing(words[thing])
    node = vocabulary().next.get(words[at].text)
    whole = node.next.get(half.text.removesuffix(" for")) if node else None
    sense = next((s for s in whole.senses if s.kind == kind), None) if whole else None
    if sense is None:
        return False
    for word in words[thing + 1 : end + 1]:
        blank(word)
    become(words, at, thing, kind, sense.form)
    return True


def _goes_on(words: list[Word], at: int) -> None:
    """ "Keep on bailing", "do some pumping": a work that needs no object."""
    spelt, _ = _table()
    for cut in range(at + 1, min(at + MOST, len(words))):
        work = words[cut]
        if work.type in BREAKS:
            return
        alone = next((s for s in work.senses if s.kind in ("PUMP", "EXTINGUISH") and s.alone), None)
        if alone is None or not work.text.split(" ")[0].endswith("ing"):
            continue
        lead = spelt.get(said(words[at:cut])) or spelt.get(said(words[at:cut], quiet=True))
        after = words[cut + 1] if cut + 1 < len(words) else None
        ends = after is None or after.type in BREAKS | {"DUR", "FOR", "FILL", "WATER", "ROOMWORD"}
        if lead is not None and ends:
            become(words, at, cut, alone.kind, lead[1])
            if after is None or after.type not in ("WATER", "ROOMWORD"):
                blank(work)
        return


def _is_fault(words: list[Word]) -> bool:
    return bool(words) and _FAULT.fullmatch(said(words, quiet=True)) is not None
