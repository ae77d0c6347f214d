"""Tiles that stand before what is done with them: "a grog goes down", "both codes get used"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.heard import HELPERS
from rednov_bot.language.neighbours import COUNTED, kind_at
from rednov_bot.language.words import Sense, Word, kinds, phrases

_AND: Final = kinds("SEP SEPWORD PLUS")
_BREAKS: Final = kinds(
    "SEP SEPWORD STOP PARAGRAPH COLON DASH OPENING CLOSING PLUS SELF AFTER REVERSE"
)
_IS: Final = kinds("is are be being get gets getting go goes it's hereby they")
_BESIDE: Final = kinds("FILL BOTH LEFT NOW")
_USED: Final = kinds(
    "emptied discharged drained spent gone burnt finished employed emptied squeezed"
)
"""What is told of a tile that is used, besides the verbs of using."""
_DOWN: Final = frozenset(("down", "down hatch", "down me", "down throat", "down gullet"))
_GOES: Final = frozenset(("go", "goes", "going"))
_GOES_IN: Final = frozenset(
    ["goes in", "go in", "going in", "goes into it", "go into it", "going into it"]
)
_PURPOSES: Final = phrases(
    "for that, for it, for this, for job, for task, for purpose, for attempt, for that "
    "purpose, for this purpose, for effort, for repair, for repairs, for fight, for work, in "
    "process, in doing so, in so doing, while doing so, while at it, to that end, to this "
    "end, to do so, to do it, to do this, to do that, for help, to help, to help me, on it, "
    "on that, on this, on job, in attempt, in effort, towards it, into it, into that, into "
    "job, into attempt, on task, to it, for it all, on attempt, in that, in this, by that, "
    "for action, in action, for occasion, during that, during this, during it, along way, on "
    "fire, on them, for good measure, on this job, on that job, for this job, for that job, "
    "for this attempt, for that attempt, on this attempt, up in process, up for it, up for "
    "that, up on it, for this action, for that action, to do that with, with it, with that, "
    "to do job, on effort, on work, for this work, for that work, for fix, for fixing, for "
    "repairing, for pumping, on repair, on repairs, in repair, in repairs, for this one, in "
    "battle, in fight"
)
"""What says that a tile is the means of what is done."""
_BINS: Final = phrases(
    "bin, rubbish, trash, sea, side, drink, deep, waves, scrap, discards, discard pile, "
    "drawer, deck, briny, board, bilge, floor"
)
_STAYS: Final = ("stay", "remain")
_KEPT: Final = kinds("FILL IN WITH OTHER MEANS USED PRONOUN WHO STATE")
_UNTOLD: Final = phrases("i, hereby, by me, also, i'm, i am, up") | {","}
_FAREWELLS: Final = kinds("bye goodbye farewell adieu long so begone")
_PAST: Final = frozenset(("was", "were", "had", "has", "have", "been"))


def settle_subjects(words: list[Word]) -> None:
    """Every run of tiles with its predicate behind it becomes a doing with its object."""
    at = 0
    while at < len(words):
        if words[at].can_be("VAGUE") or words[at].type == "VAGUE":
            _rest(words, at)
            at += 1
        elif words[at].type in COUNTED:
            after = _run(words, at)
            at = max(_predicate(words, at, after), at + 1)
        else:
            _purpose_before(words, at)
            at += 1


def _rest(words: list[Word], at: int) -> None:
    """ "The rest is discarded": which items these are is asked."""
    verb = at + 2 if at + 1 < len(words) and words[at + 1].text in _IS else at + 1
    if verb < len(words) and words[verb].form == "past" and words[verb].can_be("DISCARD"):
        words[at + 1 : verb + 1] = []
        words[at].type = "VAGUE"
        words.insert(at, Word("DISCARD", words[at].start, words[at].start, "discard"))


def _run(words: list[Word], at: int) -> int:
    """Where the run of tiles ends that begins here."""
    end = at + 1
    while kind_at(words, end) in _AND:
        ahead = end + 1
        while kind_at(words, ahead) in _AND:
            ahead += 1
        if kind_at(words, ahead) not in COUNTED:
            break
        end = ahead + 1
    return end


def _predicate(words: list[Word], first: int, after: int) -> int:
    """What is said of the tiles between *first* and *after* is settled; returns where to go on."""
    at = after
    if kind_at(words, at) == "SEP" and kind_at(words, at + 1) == "BOTH":
        at += 1  # "two extinguishers, both emptied on it"
    if kind_at(words, at) == "SELF":
        return _inverted(words, first, after, at)
    auxiliary = ""
    while at < len(words) and (words[at].type in _BESIDE or words[at].text in _IS):
        if words[at].text in _IS and words[at].text != "hereby":
            auxiliary = words[at].text
        if words[at].text in _GOES and _goes_away(words, first, after, at):
            return after
        at += 1
    if kind_at(words, at) == "SEP" and kind_at(words, at + 1) == "DISCARD":
        at += words[at + 1].form == "past"  # "two grogs, discarded"
    if at >= len(words) or words[at].text in _PAST:
        return after
    if words[at].text == "yours" and auxiliary:
        words[at].type = "ODD"  # "this coffee is yours": now, or some day?
        for blank in words[after:at]:
            blank.type, blank.senses = "FILL", ()
        return at
    return _told(words, first, after, at, auxiliary)


def _told(words: list[Word], first: int, after: int, at: int, auxiliary: str) -> int:
    word = words[at]
    past = word.form == "past"
    if word.text.startswith(_STAYS):
        return _stays(words, first, at)
    if word.text.endswith("overboard") and word.can_be("DISCARD"):
        return _discards(words, first, after, at)
    if past and word.can_be("DISCARD") and not word.can_be("USE"):
        return _discards(words, first, after, at)
    if first and words[first - 1].type == "OWNER":
        return after  # "Bob's crowbar gets used"
    down = (auxiliary in _GOES and word.text in _DOWN) or word.text in _GOES_IN
    if not (down or word.text in _USED or (past and word.can_be("USE"))):
        return after
    tail = at + 1
    while tail < len(words) and words[tail].type not in _BREAKS:
        tail += 1
    said = " ".join(w.text for w in words[at + 1 : tail] if w.text not in _UNTOLD)
    means = said in _PURPOSES or word.text.endswith("into it")
    if said and not means and any(w.type != "FILL" for w in words[at + 1 : tail]):
        return after
    if not (auxiliary or means or down):
        if at > after and all(blank.type == "FILL" for blank in words[after:at]):
            word.type, word.senses = "USED", ()  # "aqualung duly used"
        return after  # "toolbox used" is known as it is
    for blank in words[after:tail]:
        blank.type, blank.senses = "FILL", ()
    return _lead(words, first, after, means=means) + tail - after


def _inverted(words: list[Word], first: int, after: int, at: int) -> int:
    """ "Two diving guns I fire", "a crowbar I spend"."""
    verb = at + 1
    while kind_at(words, verb) == "FILL":
        verb += 1
    if verb >= len(words) or kind_at(words, verb + 1) not in ("", *_BREAKS):
        return after
    if words[verb].text in ("keep", "hold", "save"):
        for blank in words[first : verb + 1]:
            blank.type, blank.senses = "FILL", ()
        return verb
    word = words[verb]
    fires = word.text == "fire" and words[first].name == "diving_gun"
    if not fires and (word.form != "" or word.can_be("USE") is None):
        return after
    word.type, word.senses = "FILL", ()
    return _lead(words, first, after, means=False)


def _lead(words: list[Word], first: int, after: int, *, means: bool) -> int:
    """Before each tile of the run comes its verb; returns where the run ends now."""
    ahead = first
    while ahead < after:
        tile = words[ahead]
        if tile.type == "ITEM":
            kind = "MEANS" if means or tile.name in HELPERS else "USE"
            words.insert(ahead, Word(kind, tile.start, tile.start, "use"))
            ahead, after = ahead + 1, after + 1
        ahead += 1
    return after


def _discards(words: list[Word], first: int, after: int, at: int) -> int:
    """ "Crowbar and charm are discarded"."""
    head = first
    while head and words[head - 1].type == "OTHER" and words[head - 1].text in _FAREWELLS:
        head -= 1
    for blank in words[head:first]:
        blank.type, blank.senses = "FILL", ()
    begins = head == 0 or words[head - 1].type in ("STOP", "PARAGRAPH", "COLON", "SEP", "CLOSING")
    tail = kind_at(words, at + 1)
    while tail == "FILL":
        at += 1
        tail = kind_at(words, at + 1)
    if not begins or tail not in ("", "STOP", "PARAGRAPH", "FOR", "SEP", "SEPWORD", "THROUGH"):
        return after
    for blank in words[after : at + 1]:
        blank.type, blank.senses = "FILL", ()
    words.insert(first, Word("DISCARD", words[first].start, words[first].start, "discard"))
    return after + 1


def _goes_away(words: list[Word], first: int, after: int, at: int) -> bool:
    """ "The coffee goes into the bin"."""
    ahead = at + 1
    while kind_at(words, ahead) in ("TO", "IN", "OUT", "FILL", "THROUGH") or (
        ahead < len(words) and words[ahead].text in ("over", "overboard")
    ):
        if words[ahead].text in ("overboard",):
            break
        ahead += 1
    if ahead >= len(words) or words[ahead].text not in _BINS | {"overboard"}:
        return False
    for blank in words[after : ahead + 1]:
        blank.type, blank.senses = "FILL", ()
    words.insert(first, Word("DISCARD", words[first].start, words[first].start, "discard"))
    return True


def _stays(words: list[Word], first: int, at: int) -> int:
    """ "My manual stays in my bag": nothing is done with it."""
    tail = at + 1
    while kind_at(words, tail) in _KEPT:
        tail += 1
    if kind_at(words, tail) not in ("", "STOP", "SEP", "CLOSING", "PARAGRAPH"):
        return at
    for blank in words[first:tail]:
        blank.type, blank.senses = "FILL", ()
    return tail


def _purpose_before(words: list[Word], at: int) -> None:
    """ "For this I use two codes", "and spend a crowbar on it": a tile used to that end."""
    verb = words[at]
    if verb.form == "past" or (verb.can_be("USE") is None and verb.type != "USE"):
        return
    first = at + 1
    while kind_at(words, first) in ("FILL", "MORE"):
        first += 1
    if kind_at(words, first) != "ITEM":
        return
    after = _run(words, first)
    tail = after
    while tail < len(words) and words[tail].type not in _BREAKS:
        tail += 1
    said = " ".join(word.text for word in words[after:tail] if word.text not in _UNTOLD)
    start = at
    while start > 0 and words[start - 1].type not in _BREAKS - {"SEP", "SELF"} and at - start < 6:
        start -= 1
    lead = " ".join(word.text for word in words[start:at] if word.text not in _UNTOLD)
    if said in _PURPOSES:
        for blank in words[after:tail]:
            blank.type, blank.senses = "FILL", ()
    elif lead in _PURPOSES:
        for blank in words[start:at]:
            if blank.type != "SELF":
                blank.type, blank.senses = "FILL", ()
    else:
        return
    verb.become(Sense("MEANS"))
    verb.senses = ()
