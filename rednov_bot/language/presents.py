"""Gifts told without "give": "I let Bob have my crowbar"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.neighbours import COUNTED, kind_at, past_fill
from rednov_bot.language.purposes import run_of_tiles
from rednov_bot.language.words import Word, kinds, phrases

_GIFT: Final = frozenset(("present", "gift", "presents", "gifts"))
_MAKES: Final = frozenset(("make", "makes", "making"))
_LETS: Final = frozenset(("let", "lets", "letting"))
_TAKES: Final = phrases(
    "take, takes, taking, fetch, get, grab, pick up, pull out, get out, dig out, part with, bring, "
    "unpack, produce, take out, draw out"
)
_HANDS: Final = phrases("give, hand, pass, hand over, giving, handing, passing, pass over, slip")
_IT: Final = frozenset(("it", "them", "both", "these", "this"))
_AND: Final = kinds("SEP SEPWORD FILL SELF")
_EM: Final = frozenset(("em", "him", "her"))
_SPENDS: Final = frozenset(("spend", "use", "take", "spending"))


_LEAVES: Final = frozenset(("leave", "leaving"))
_STARTS: Final = kinds("STOP PARAGRAPH SEP SEPWORD COLON FILL") | {""}
_BREAKS: Final = kinds("STOP PARAGRAPH SEP SEPWORD CLOSING OPENING") | {""}
_SENTENCE_ENDS: Final = kinds("STOP PARAGRAPH") | {""}
_FEW: Final = 7
_GOES: Final = frozenset(("goes", "go", "is going", "are going"))
_FAR: Final = 40
_CUES: Final = (
    kinds("OWNER RETURN as") | COUNTED | _LETS | _MAKES | _SPENDS | _TAKES | _LEAVES | _HANDS
)
"""Only words of these kinds or spellings are looked at."""
_NO_GIFTS: Final = kinds("SEP STOP PARAGRAPH NUM DUR COLON MACHINE ROOM SELF TO IN DOOR")
"""No gift begins with one of these."""


def settle_presents(words: list[Word]) -> None:
    """Every such gift becomes the plain "give Bob a crowbar"."""
    for at, word in enumerate(words):
        if word.type not in _CUES and word.text not in _CUES and word.text[:4] != "pres":
            continue
        if word.type in _NO_GIFTS:
            continue
        if word.text in _LETS or word.text in _MAKES:
            _lets(words, at)
        elif word.text.startswith("present") and _is_somebody(words, at + 1):
            _with(words, at)
        elif word.type == "OWNER" and at + 1 < len(words) and words[at + 1].text == "way":
            words[at : at + 2] = [_to(word), _named(word)]
        elif word.type in COUNTED:
            _for_somebody(words, at)
        elif word.type == "RETURN" and at + 1 < len(words) and words[at + 1].text == "for":
            _for_what(words, at)
        elif word.text == "as" and at + 1 < len(words) and words[at + 1].text in _GIFT:
            _blank(words[at : at + 2])
        elif word.text in _SPENDS:
            _minute(words, at)
        if word.text in _TAKES:
            _takes(words, at)
        elif word.text in _LEAVES:
            _leaves(words, at)
        elif word.type in COUNTED:
            _goes_to(words, at)
        elif word.text in _HANDS and kind_at(words, at + 1) == "NAME":
            _poor_soul(words, at + 2)


def _leaves(words: list[Word], at: int) -> None:
    """ "I leave my crowbar with Bob"."""
    first = past_fill(words, at + 1)
    if kind_at(words, first) not in COUNTED:
        return
    after = run_of_tiles(words, first)
    if kind_at(words, after + 1) != "NAME" or words[after].text not in ("with", "to", "for"):
        return
    if kind_at(words, after + 2) in _SENTENCE_ENDS:
        _give(words[at])
        words[after] = _to(words[after])


def _goes_to(words: list[Word], at: int) -> None:
    """ "I go to 4, and my crowbar goes to Bob"."""
    after = run_of_tiles(words, at)
    if after >= len(words) or words[after].text not in _GOES:
        return
    ends = [n for n in range(max(0, at - _FAR), at) if words[n].type in ("STOP", "PARAGRAPH")]
    if all(word.type != "SELF" for word in words[ends[-1] if ends else max(0, at - _FAR) : at]):
        return
    if kind_at(words, after + 1) != "TO" or kind_at(words, after + 2) != "NAME":
        return
    begins = kind_at(words, at - 1) in _STARTS - {"COLON"}
    begins = begins and kind_at(words, at - 2) != "OTHER"  # "in time, my crowbar goes to Bob"
    if begins and kind_at(words, after + 3) in _SENTENCE_ENDS:
        _blank(words[after : after + 1])
        words.insert(at, _give(Word("GIVE", words[at].start, words[at].start, "give")))


def _poor_soul(words: list[Word], at: int) -> None:
    """ "I hand Bob, poor soul, my last grog": who e is besides."""
    end = at + 1
    while end < at + _FEW and kind_at(words, end) in ("OTHER", "FILL", "STATE", "FOR"):
        end += 1
    aside = kind_at(words, at) == kind_at(words, end) == "SEP" and end > at + 1
    if aside and kind_at(words, past_fill(words, end + 1)) in COUNTED:
        _blank(words[at : end + 1])


def _lets(words: list[Word], at: int) -> None:
    """ "I let Bob have my crowbar", "I make Bob a present of it"."""
    if kind_at(words, at + 1) != "NAME" or at + 3 >= len(words):
        return
    told = words[at].text != "let" or kind_at(words, at - 1) == "SELF"
    lets = told and words[at].text in _LETS and words[at + 2].text == "have"
    makes = words[at].text in _MAKES and words[at + 2].text in _GIFT
    tile = past_fill(words, at + 3)
    if not (lets or makes) or kind_at(words, tile) not in COUNTED:
        return
    _give(words[at])
    _blank(words[at + 2 : tile])


def _is_somebody(words: list[Word], at: int) -> bool:
    return kind_at(words, at) == "NAME" or (at < len(words) and words[at].text in _EM)


def _with(words: list[Word], at: int) -> None:
    """ "I present Bob with a crowbar"."""
    if at + 2 < len(words) and words[at + 2].text == "with" and kind_at(words, at + 3) in COUNTED:
        _give(words[at])
        _blank(words[at + 2 : at + 3])


def _for_somebody(words: list[Word], at: int) -> None:
    """ "A toolbox and a coffee for Bob": both of them, not the last alone."""
    if kind_at(words, at - 1) not in ("", "STOP", "PARAGRAPH"):
        return
    after = run_of_tiles(words, at)
    between = [word.text for word in words[at:after] if word.type not in COUNTED]
    named = kind_at(words, after) in ("TO", "FOR") and kind_at(words, after + 1) == "NAME"
    if named and between == ["and"] and after + 2 <= len(words):
        words.insert(at, _give(Word("GIVE", words[at].start, words[at].start, "give")))


def _for_what(words: list[Word], at: int) -> None:
    """ "In return for eir gift, ...": what it was for is no part of it."""
    if kind_at(words, at - 1) not in ("", "STOP", "PARAGRAPH", "SEP"):
        return
    end = at + 1
    stops = ("SEP", "STOP", "PARAGRAPH", "SELF", "COLON")
    while end < len(words) and words[end].type not in stops:
        end += 1
    if end - at < 7 and kind_at(words, end) in ("SEP", "SELF", "COLON"):
        for word in words[at + 1 : end]:
            word.type, word.senses = "FILL", ()  # whose it was may say who "em" is


def _takes(words: list[Word], at: int) -> None:
    """ "I take my crowbar and give it to Bob"."""
    first = past_fill(words, at + 1)
    if kind_at(words, first) not in COUNTED:
        return
    after = run_of_tiles(words, first)
    verb = after
    while kind_at(words, verb) in _AND and verb - after < 4:
        verb += 1
    if verb == after or verb + 1 >= len(words):
        return
    if words[verb].text not in _HANDS or words[verb + 1].text not in _IT:
        return
    to = verb + 2
    if kind_at(words, to) == "TO" and kind_at(words, to + 1) == "NAME":
        _blank(words[after:to])
        _give(words[at])


def _minute(words: list[Word], at: int) -> None:
    """ "I spend my minute giving Bob a crowbar": a gift takes one minute anyhow."""
    if at + 2 >= len(words) or words[at + 1].text != "minute":
        return
    verb = words[at + 2]
    if verb.text == "to" and at + 3 < len(words):
        verb = words[at + 3]
    if verb.text in _HANDS and verb.can_be("GIVE") is not None:
        _blank(words[at : words.index(verb)])


def _give(word: Word) -> Word:
    word.type, word.senses, word.name, word.form = "GIVE", (), "", ""
    return word


def _to(word: Word) -> Word:
    return Word("TO", word.start, word.start, "to")


def _named(word: Word) -> Word:
    return Word("NAME", word.start, word.end, word.text.removesuffix("'s"), name=word.name)


def _blank(words: list[Word]) -> None:
    for word in words:
        word.type, word.senses, word.text, word.name = "FILL", (), "", ""
