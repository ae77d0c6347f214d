"""The things one works at, and the words of a clause about them."""

from __future__ import annotations

from typing import Final

from rednov_bot.games.red_november.reader.verbs import Form
from rednov_bot.language.words import Sense, Word, kinds

BREAKS: Final = kinds(
    "STOP PARAGRAPH QUERY SEP SEPWORD COLON DASH OPENING CLOSING ASIDE ASIDE_END QUOTE THEREUPON "
    "AFTER NOW PLEASE PLUS ARROW"
)
DOING: Final = {"FIRE": "EXTINGUISH", "WATER": "PUMP", "KRAKEN": "KILL", "MACHINE": "FIX"}
LAUNCH: Final = 7
MOST: Final = 9
WAY: Final = 3
"""Words between the one who works and what is worked on."""
_STUCK: Final = ("blocked", "jammed", "stuck")
WHOSE: Final = kinds("eir his her their its em's")
_SELVES: Final = kinds("emself himself herself themself themselves itself oneself")
QUIET: Final = kinds(
    "another full whole entire undivided utmost some more hard honest earnest right straight "
    "again now then just also here there once duly up bit of good little further urgent necessary "
    "serious proper spot emergency"
)
"""Words that change nothing between the two."""


def thing_from(words: list[Word], at: int) -> int | None:
    """Where the thing worked on stands in the clause that begins here."""
    for ahead in range(at, min(at + MOST, len(words))):
        word = words[ahead]
        if word.type in BREAKS and word.text != "and":
            return None
        if word.type in DOING or is_stuck(word):
            return ahead
        if word.type in ("DOOR", "HATCH"):
            return ahead
    return None


def doing(thing: Word) -> str:
    """What is done about a thing that is worked at."""
    if thing.type in ("DOOR", "HATCH"):
        return "UNBLOCK"
    if thing.type == "MACHINE" and thing.number == LAUNCH:
        return "HALT"
    return DOING[thing.type]


def is_stuck(word: Word) -> bool:
    """Whether a hatch is said to be blocked."""
    return word.type in ("DOOR", "HATCH") and word.text.startswith(_STUCK)


def become(words: list[Word], at: int, thing: int, doing: str, form: Form) -> None:
    """The words before the thing become one verb."""
    first = words[at]
    first.become(Sense(doing, form=form))
    first.senses, first.det = (), ""
    first.text = "work on"
    for word in words[at + 1 : thing]:
        blank(word)
    if words[thing].type in DOING:
        words[thing].senses = ()


def blank(word: Word) -> None:
    """A word means nothing any more."""
    word.type, word.senses, word.name, word.form = "FILL", (), "", ""
    word.text = word.det = ""


def only_fill(words: list[Word]) -> bool:
    """Whether words change nothing."""
    return all((w.type == "FILL" and w.text in QUIET | {""}) or w.text in WHOSE for w in words)


def said(words: list[Word], *, quiet: bool = False) -> str:
    """The words as the tables spell them."""
    told = []
    for word in words:
        for text in word.text.split(" "):
            if not text or text in WHOSE or (text.endswith("ly") and text != "apply"):
                continue
            if quiet and text in QUIET:
                continue
            told.append("myself" if text in _SELVES else text)
    return " ".join(told)
