"""Ordinary typing errors in the game's own words, mended before anything is looked up.

Only a spelling that no English word has is taken for another one: two letters exchanged, one
doubled or dropped, and in long words one letter wrong.  What is near two words stays as it is.
"""

from __future__ import annotations

from functools import lru_cache
from string import ascii_lowercase
from typing import Final

from rednov_bot.language.lexicon import DETERMINERS, spellings

_SHORTEST: Final = 4
_LONGEST: Final = 24  # a word of the game with a letter too many is shorter by far
_LONG: Final = 7
"""From this length on one wrong letter is a typing error, too."""
_ENGLISH: Final = frozenset(
    [
        *("attached", "dripping", "checked", "scrabble", "revised", "hadn", "wasn", "hasn", "isn"),
        *("patch", "match", "catch", "watch", "latch", "batch", "hitch", "hutch", "thatch"),
        *("missive", "massive", "passive", "fissile", "barrels", "carrel", "tablet", "cabbing"),
        *("retractor", "refactor", "factor", "tractor", "actor", "creator", "reaction"),
        *("coffer", "coffers", "toffee", "miner", "minuet", "minuscule", "engineer", "engaging"),
        *("extinguished", "fires", "fired", "firer", "hatched", "hatchet", "through", "thorough"),
        *("stares", "shores", "scores", "stories", "stored", "opener", "openly", "eater", "wafer"),
        *("carton", "cartoon", "captain", "caption", "manuals", "annual", "mutual", "reactors"),
        *("launched", "launcher", "activate", "deactivate", "deactivated", "activation"),
        *("enters", "entire", "entry", "outside", "inside", "aside", "beside", "besides"),
        *("quiet", "quite", "form", "from", "trial", "trail", "angel", "angle", "diary", "dairy"),
        *("united", "untied", "sacred", "scared", "bolt", "blot", "salt", "slat", "slot", "lost"),
        *("grogs", "frog", "frogs", "lucky", "pluck", "ducky", "charms", "chasm", "charmed"),
        *("pumped", "plumb", "plump", "pumpkin", "lump", "stamp", "stomp", "draft", "drafts"),
        *("oxen", "oxide", "reaches", "teaches", "roomy", "rooms", "hatching", "hatchway"),
        *("flight", "fright", "freight", "fights", "fitting", "finding", "finishing", "swims"),
        *("spends", "spelling", "sending", "spending", "standing", "drinks", "drunk", "drink"),
        *("treading", "trading"),
        *("turned", "turns", "burns", "tuns", "united", "discarded", "discards", "placid"),
    ]
)
"""Words that are what they are, however near they come to one of the game's."""


@lru_cache(maxsize=4_096)
def mended(piece: str, names: frozenset[str] = frozenset()) -> str:
    """The known word that an unknown one was meant to be; the same word where none is plain."""
    if not _SHORTEST <= len(piece) <= _LONGEST or not piece.isascii() or piece in _ENGLISH:
        return piece
    known, _ = spellings()
    if piece in known or piece in names or piece in DETERMINERS or _is_a_form(piece, known):
        return piece
    ours, theirs = _by_letters(), _names_by_letters(names)
    close = {
        one for left in _shortened(piece) for one in (*ours.get(left, ()), *theirs.get(left, ()))
    }
    meant = close & _near(piece) if close else close
    return meant.pop() if len(meant) == 1 else piece


@lru_cache(maxsize=1)
def _by_letters() -> dict[str, list[str]]:
    return _under_letters(spellings()[1])


@lru_cache(maxsize=8)
def _names_by_letters(names: frozenset[str]) -> dict[str, list[str]]:
    return _under_letters(names)


def _under_letters(words: frozenset[str]) -> dict[str, list[str]]:
    """Words under themselves and with any one letter left out.

    Two words that one slip parts have one of these in common.
    """
    found: dict[str, list[str]] = {}
    for word in words:
        for left in _shortened(word):
            found.setdefault(left, []).append(word)
    return found


def _shortened(word: str) -> set[str]:
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def _is_a_form(piece: str, known: frozenset[str]) -> bool:
    """Whether it is a known word with an ending of its own: "patched", "hatchless"."""
    for ending in ("s", "es", "d", "ed", "r", "er", "ers", "ing", "ly", "y", "less", "ful", "ish"):
        if piece.endswith(ending):
            stem = piece[: -len(ending)]
            doubled = stem[-2:-1] == stem[-1:]
            if stem in known or stem + "e" in known or (doubled and stem[:-1] in known):
                return True
    return False


def _near(piece: str) -> set[str]:
    """The spellings that one slip of the fingers turns into *piece*."""
    halves = [(piece[:at], piece[at:]) for at in range(len(piece) + 1)]
    near = {before + behind[1] + behind[0] + behind[2:] for before, behind in halves[:-2]}
    near.update([before + behind[1:] for before, behind in halves[:-2] if behind[0] == behind[1]])
    near.update([before + before[-1] + behind for before, behind in halves[1:]])
    if len(piece) < _LONG:
        return near
    for before, behind in halves[1:]:
        rest = behind[1:]
        near.add(before + rest)
        near.update([before + letter + rest for letter in ascii_lowercase])
        near.update([before + letter + behind for letter in ascii_lowercase])
    return near
