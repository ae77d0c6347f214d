"""Words that nobody knows, and that may make less of a slot than it seems (grammar/shades.txt)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from rednov_bot.games.red_november.reader.verbs import forms
from rednov_bot.language.doings import VERBS
from rednov_bot.language.inflection import is_past, is_third_person
from rednov_bot.language.lexicon import vocabulary
from rednov_bot.language.words import Word, kinds
from rednov_bot.paths import GRAMMAR

_USES: Final = kinds("use uses using")
_OPENS: Final = kinds("SELF SEP SEPWORD THEREUPON")
_UNDOES: Final = re.compile(r"(?:un|de|dis|mis)-?(?P<verb>\w{3,})")
_HEADING: Final = re.compile(r"\[(\w+)\]")
_SUBJECTS: Final = kinds("SELF WHO")
_OBJECTS: Final = kinds("ITEM TILEWORD MACHINE FIRE KRAKEN HATCH")
_BINDING: Final = kinds("FROM MEANS")
_OTHERS: Final = kinds("NAME YOU")


def is_tale(words: Sequence[Word]) -> bool:
    """Whether a word of these says that a tale, a test or another game is told."""
    return any(
        word.type == "OTHER" and not _shades()["tales"].isdisjoint(word.text.split(" "))
        for word in words
    )


def may_undo(word: Word) -> bool:
    """Whether it is an unknown word that may make less of what stands beside it."""
    return word.type == "OTHER" and (
        not _shades()["words"].isdisjoint(word.text.split(" ")) or _is_undoing(word.text)
    )


def _is_undoing(text: str) -> bool:
    """ "Unfix", "unpump": the opposite of what the game knows."""
    undone = _UNDOES.fullmatch(text)
    node = vocabulary().next.get(undone["verb"]) if undone is not None else None
    return node is not None and any(sense.kind in VERBS for sense in node.senses)


def shaded(words: Sequence[Word]) -> bool:
    """Whether an unknown word of a stretch may undo, put off or doubt what stands beside it.

    Or tells it of the past, of somebody else, or is a tool: "I wandered into 5", "Pip nips into
    5", "with a doodlewhack".
    """
    unknown = [word for word in words if word.type == "OTHER"]
    if not unknown:
        return False
    if any(map(may_undo, unknown)):
        return True
    told = [word for word in words if word.type != "FILL"]
    return any(
        other.type == "OTHER"
        and (
            (one.type in _SUBJECTS and is_past(other.text))
            or (one.type in _OTHERS and is_third_person(other.text))
            or one.type == "MEANS"
        )
        for one, other in pairwise(told)
    )


def is_governed(words: Sequence[Word]) -> bool:
    """Whether such a verb governs something of the game: "I check the reactor for 4 minutes"."""
    told = [word for word in words if word.type != "FILL"]
    return any(
        one.type == "OTHER" and other.type in _OBJECTS and one.text in _shades()["verbs"]
        for one, other in pairwise(told)
    )


def is_handled_somehow(words: Sequence[Word]) -> bool:
    """ "I flurble the toolbox", "I use my blowtorch": a verb or a tool that nobody knows."""
    told = [word for word in words if word.type != "FILL"]
    return any(
        one.type == "OTHER"
        and (before is None or before.type in _OPENS)
        and (
            (
                other.type == "ITEM"
                and other.det != ""
                and _shades()["handling"].isdisjoint(one.text.split(" "))
            )
            or (other.type == "OTHER" and other.det != "" and one.text in _USES)
        )
        for before, one, other in zip([None, *told], told, told[1:], strict=False)
    )


def is_handled(before: Sequence[Word]) -> bool:
    """Whether the tile behind these words is taken up: "I heft my crowbar"."""
    verb = [word for word in before if word.type not in _BINDING][-1:]
    return bool(verb) and is_handling(verb[0]) and not shaded(before)


def is_handling(word: Word) -> bool:
    """Whether it is a verb by which something is taken up: "heft"."""
    return word.type == "OTHER" and not _shades()["handling"].isdisjoint(word.text.split(" "))


@lru_cache(maxsize=1)
def _shades() -> dict[str, frozenset[str]]:
    """The words of each section of the file, of its verbs all forms."""
    path = GRAMMAR.with_name("shades.txt")
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    _, *parts = _HEADING.split(" ".join(lines))
    rows = {
        name: [row.strip() for row in text.split(",")]
        for name, text in zip(parts[::2], parts[1::2], strict=True)
    }
    verbs = {
        name: [form for verb in rows[name] for form in forms(verb)]
        for name in ("verbs", "handling")
    }
    return {
        "words": frozenset([*rows["words"], *verbs["verbs"]]),
        "verbs": frozenset(verbs["verbs"]),
        "handling": frozenset(verbs["handling"]),
        "tales": frozenset(rows["tales"]),
    }
