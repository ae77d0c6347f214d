"""Tiles that stand before what is done with them: "a grog goes down", "both codes get used"."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.heard import HELPERS
from rednov_bot.language.neighbours import COUNTED, kind_at, stretch_end
from rednov_bot.language.purposes import BREAKS, PURPOSES, UNTOLD, run_of_tiles, settle_purpose
from rednov_bot.language.words import Word, kinds, phrases

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
_BINS: Final = phrases(
    "bin, rubbish, trash, sea, side, drink, deep, waves, scrap, discards, discard pile, "
    "drawer, deck, briny, board, bilge, floor"
)
_STAYS: Final = ("stay", "remain")
_KEPT: Final = kinds("FILL IN WITH OTHER MEANS USED PRONOUN WHO STATE")
_FAREWELLS: Final = kinds("bye goodbye farewell adieu long so begone")
_LIMITS: Final = phrases("hand limit, turbulence, friendly fire, kraken card, kraken limit")
_GOINGS: Final = ("goes", "go ", "comes")
_ALONG: Final = re.compile(
    r"(?:goes|go|comes|come) (?:along|(?:along )?(?:with|towards?|into|in|on|onto|to) (?:it|this|"
    r"that|job|work|effort|attempt|task|fight|repairs?|job at hand|action))(?: too| as well)?"
)
_SWALLOWED: Final = re.compile(
    r"(?:goes|go) down(?: throat| gullet| hatch| neck| well)?(?: for [a-z]+(?: [a-z]+)?)?"
)
_LOOSE: Final = kinds(
    "OTHER FILL GO THROUGH MEANS TO IN FOR WHO PRONOUN LABEL USE USED MORE EXTINGUISH"
)
_NEAR: Final = 40
_PAST: Final = frozenset(("was", "were", "had", "has", "have", "been"))


def settle_subjects(words: list[Word]) -> None:
    """Every run of tiles with its predicate behind it becomes a doing with its object."""
    at = 0
    while at < len(words):
        word = words[at]
        if word.type in COUNTED:
            after = run_of_tiles(words, at)
            at = max(_predicate(words, at, after), at + 1)
            continue
        several = len(word.senses) > 1
        if word.type == "VAGUE" or (several and word.can_be("VAGUE")):
            _rest(words, at)
        elif several or word.type == "USE":
            settle_purpose(words, at)
        at += 1


def _rest(words: list[Word], at: int) -> None:
    """ "The rest is discarded": which items these are is asked."""
    verb = at + 2 if at + 1 < len(words) and words[at + 1].text in _IS else at + 1
    if verb < len(words) and words[verb].form == "past" and words[verb].can_be("DISCARD"):
        words[at + 1 : verb + 1] = []
        words[at].type = "VAGUE"
        words.insert(at, Word("DISCARD", words[at].start, words[at].start, "discard"))


def _predicate(words: list[Word], first: int, after: int) -> int:
    """What is said of the tiles between *first* and *after* is settled; returns where to go on."""
    at = after
    if kind_at(words, at) == "SEP" and kind_at(words, at + 1) == "BOTH":
        at += 1  # "two extinguishers, both emptied on it"
    if kind_at(words, at) == "SELF":
        return _inverted(words, first, after, at)
    goes = at < len(words) and words[at].text.startswith(_GOINGS)
    if goes and (tail := _goes_along(words, first, at)) > at:
        means = "down" not in " ".join(word.text for word in words[at:tail])
        for blank in words[at:tail]:
            blank.type, blank.senses = "FILL", ()
        return _lead(words, first, after, means=means) + tail - after
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


def _goes_along(words: list[Word], first: int, at: int) -> int:
    """Where "goes with it", "goes down for courage" ends, said of tiles; *at* if it is not that."""
    tail = stretch_end(words, at + 1)
    said = " ".join(word.text for word in words[at:tail]).replace(" the ", " ")
    worn = words[first].name == "aqualung" and said in ("goes on", "go on")
    if not (worn or _ALONG.fullmatch(said) or _SWALLOWED.fullmatch(said)):
        return at
    if any(word.type not in _LOOSE for word in words[at:tail]):
        return at
    given = words[max(0, first - _NEAR) : first]
    if any(word.can_be("GIVE") or word.can_be("DISCARD") for word in given):
        return at  # "I give Bob a toolbox.  A manual goes with it."
    return at if first and words[first - 1].type == "OWNER" else tail


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
    tail = stretch_end(words, at + 1)
    said = " ".join(w.text for w in words[at + 1 : tail] if w.text not in UNTOLD)
    means = said in PURPOSES or word.text.endswith("into it")
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
    if verb >= len(words) or kind_at(words, verb + 1) not in ("", *BREAKS):
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
    if words[first].det == "my":
        words.insert(first, Word("SELF", words[first].start, words[first].start, "i"))
        ahead, after = ahead + 1, after + 1
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
    if any(word.text in _LIMITS for word in words):
        words.insert(first, Word("SELF", words[first].start, words[first].start, "i"))
    return True


def _stays(words: list[Word], first: int, at: int) -> int:
    """ "My manual stays in my bag": nothing is done with it."""
    tail = at + 1
    while kind_at(words, tail) in _KEPT:
        tail += 1
    if kind_at(words, tail) not in ("", "STOP", "SEP", "CLOSING", "PARAGRAPH"):
        return at
    names = {word.name for word in words[first:tail] if word.type == "ITEM"}
    if any(word.type == "ITEM" and word.name in names for word in words[:first]):
        return at  # the tile that was used: "... with the manual. The manual stays in my bag"
    for blank in words[first:tail]:
        blank.type, blank.senses = "FILL", ()
    return tail
