"""Whether a word has the look of a verb in the past, or of the third person."""

from __future__ import annotations

from typing import Final

from rednov_bot.games.red_november.reader.verbs import IRREGULAR_PAST

_PASTS: Final = frozenset(
    past for pasts in IRREGULAR_PAST.values() for past in pasts.split()
) | frozenset(
    [
        *("sat", "ate", "ran", "won", "spoke", "woke", "chose", "froze", "hid", "bit", "grew"),
        *("flew", "blew", "threw", "drove", "rode", "rose", "met", "led", "fed", "felt", "slept"),
        *("swore", "tore", "bore", "built", "burnt", "bought", "caught", "taught", "brought"),
        *("sought", "hung", "sang", "rang", "stank", "shook", "understood", "stuck", "tripped"),
        *("lay", "laid", "meant", "dealt", "dreamt", "learnt", "leant", "shrank", "clung"),
    ]
)
_NO_PASTS: Final = frozenset(
    ["need", "proceed", "speed", "bleed", "feed", "seed", "exceed", "succeed", "breed", "heed"]
)


def is_past(word: str) -> bool:
    """Whether a verb has the look of the past: "stood", "climbed"."""
    return word in _PASTS or (len(word) > 4 and word.endswith("ed") and word not in _NO_PASTS)


def is_third_person(word: str) -> bool:
    """Whether a verb has the look of "takes"; a plural has it, too."""
    return len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "'s", "us", "is"))
