"""Sentences in general, of nobody's turn: "Pumping 3 minutes is pointless", "a gnome opens"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rednov_bot.language.doings import VERBS
from rednov_bot.language.segments import Sentence
from rednov_bot.language.structures import WORD, Tagged, may_have_any
from rednov_bot.language.words import Word, kinds

_FORMS: Final = {"": "DO", "s": "DOES", "ing": "DOING", "past": "DID"}
_CLASSES: Final = {
    "NAME": "NAME",
    "DUR": "MINUTES",
    "OTHER": "STRANGE",
    "MACHINE": "MACHINE",
    "PERCENT": "PERCENT",
}
"""What a word other than a verb is to a structure."""
_OURS: Final = kinds("NOW ONFAIL CONTEST ORDER_BLOCK ORDER_SPREAD ORDER_DEFEND")
"""With one of these, a sentence may be about the turn all the same."""
_PLACED: Final = kinds("NAME NUM ROOM MACHINE OTHER FILL SEA EXTERIOR STATE SEP ARROW")
_MINE: Final = frozenset(("i", "i'm", "i'll", "my", "mine", "myself"))
_TOASTS: Final = kinds("health memory honour honor")
_LEADS: Final = kinds("so and but well now then also yes no oh ah of course still , because since")
_LONGEST: Final = 60


def is_general(sentence: Sentence, lowered: str, author: str) -> bool:
    """Whether a sentence only tells how things are, or what others might do.

    *lowered* is the text of the letter in plain lower case.
    """
    if not sentence.kinds.isdisjoint(_OURS):
        return False
    words = [word for segment in sentence.segments for word in segment.words]
    if not 0 < len(words) <= _LONGEST:
        return False
    if "NAME" in sentence.kinds and _tells_positions(words, author):
        return True
    start = lowered.rfind(words[0].det, 0, sentence.start) if words[0].det else sentence.start
    slots = {_FORMS[word.form] for word in words if word.type in VERBS or word.name == "verb"}
    slots.update([_CLASSES[kind] for kind in sentence.kinds & _CLASSES.keys()])
    if not may_have_any(WORD.findall(lowered, start, sentence.end), slots, general=True):
        return False
    classes = _classes(words, author)
    if not classes:
        return False
    found = [(m[0], m.start()) for m in WORD.finditer(lowered, start, sentence.end)]
    while found and found[0][0] in _LEADS:
        found = found[1:]
    texts = [text for text, _ in found]
    ends = [start + len(text) for text, start in found]
    placed = {
        n: (classes[at][0], sum(at < end <= classes[at][1] for end in ends))
        for n, (_, at) in enumerate(found)
        if at in classes
    }
    if sentence.asks:
        texts.append("?")
    if not _TOASTS.isdisjoint(texts) and any("DUR" in one.kinds for one in sentence.segments[1:]):
        return False  # "I drink to Pip's health and pump for 3 minutes"
    impersonal = _MINE.isdisjoint(texts)
    for one, _, _ in Tagged(texts, placed).found(general=True):
        if impersonal or any(_MINE.intersection(each.fillers) for each in one.elements):
            return True
    return False


def _tells_positions(words: Sequence[Word], author: str) -> bool:
    """ "Pip -> 6, Quill -> 2, me -> bed"."""
    others = {word.name for word in words if word.type == "NAME" and word.name != author}
    return (
        len(others) > 1
        and all(word.type in _PLACED for word in words)
        and any(word.type in ("NUM", "ROOM", "MACHINE") for word in words)
    )


def _classes(words: Sequence[Word], author: str) -> dict[int, tuple[str, int]]:
    """By where a word begins: what it does or names, and where it ends."""
    found: dict[int, tuple[str, int]] = {}
    for at, word in enumerate(words):
        verb = word.type in VERBS
        if not verb and word.name == "verb":
            verb = any(sense.kind in VERBS for sense in word.senses)
        if verb:
            found[word.start] = _FORMS[word.form], word.end
        elif word.type == "NAME" and word.name != author:
            found[word.start] = "NAME", word.end
        elif word.type == "DUR":
            found[word.start] = "MINUTES", word.end
        elif word.type == "OTHER":
            found[word.start] = "STRANGE", word.end
        elif word.type == "MACHINE":
            found[word.start] = "MACHINE", word.end
        elif word.type == "PERCENT" and at:
            found[words[at - 1].start] = "PERCENT", word.end
    return found
