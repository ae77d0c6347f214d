"""Which word fills which slot: learnt models look at sentences and words, twice.

First each sentence is guessed at by itself, then each word that can fill a slot; then those of
which that is not sure again, knowing what the first look made of everything around them.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, NamedTuple

from rednov_bot.games.red_november.reader.features import (
    NONE,
    ROLE,
    ROLES,
    SENTENCES,
    Features,
    Guess,
    Layout,
    guess,
    loud_slots,
)
from rednov_bot.games.red_november.reader.model import Model, learnt
from rednov_bot.games.red_november.reader.tokens import (
    CUE,
    ITEM,
    NAME,
    NUMBER,
    PLACE,
    YOU_KIND,
    Text,
)

ALL_SENTENCES: Final = tuple(range(len(SENTENCES)))


def _allowed(kind: int) -> tuple[int, ...]:
    roles = ["none"]
    if kind & ITEM:
        roles += ["use", "first", "after", "give", "back", "drop", "fail_use", "act"]
    if kind & (PLACE | NUMBER):
        roles += ["go", "open", "here", "target", "fail", "fail_open", "spread", "block"]
    if kind & PLACE:
        roles += ["act"]
    if kind & NUMBER:
        roles += ["min", "count"]
    if kind & CUE:
        roles += ["act", "join", "leave"]
    if kind & (NAME | YOU_KIND):
        roles += ["to"]
    return tuple(sorted({ROLE[role] for role in roles}))


ALLOWED: Final = [_allowed(kind) for kind in range(256)]
"""By the kinds of a word as bits: the roles that it may have."""


SURELY_NOTHING: Final = 0.99
"""A sentence that so probably says nothing to the game is not looked at word by word."""
AT_ONCE: Final = 0.95
"""From this probability on a word has the role that it seems to have at the first look."""

_SURELY: Final = Guess(NONE, 4, -1, 9)
_NOTHING: Final = [float(role == NONE) for role in range(len(ROLES))]


class Seen(NamedTuple):
    """What the models make of the sentences and slot words of a text."""

    sentences: list[list[float]]  # how probable each label is
    words: dict[int, list[float]]  # how probable each role is
    first: dict[int, Guess]  # what each word seemed to be at the first look


class Roles:
    """The four models, and what they make of a text."""

    def __init__(self, sentences: Model, words: Model, again: Model, finally_: Model) -> None:
        """All have tables of one size."""
        self._sentences = sentences
        self._words = words
        self._again = again
        self._finally = finally_

    @cached_property
    def _features(self) -> Features:
        return Features(learnt(self._sentences, self._again), learnt(self._words, self._finally))

    def of(self, text: Text) -> Seen:
        """What sentences and words seem to be."""
        tokens = text.tokens
        layout, features = Layout(text), self._features
        numbers = range(len(text.sentences))
        looks = [features.sentence(layout, number) for number in numbers]
        chances = [self._sentences.probabilities(one, ALL_SENTENCES) for one in looks]
        seems = [guess(one) for one in chances]
        said = {number for number in numbers if chances[number][0] <= SURELY_NOTHING}
        words: dict[int, Guess] = {}
        found: dict[int, list[float]] = {}
        own: dict[int, set[int]] = {}  # of those to look at again
        for at in text.slots:
            if tokens[at].sentence not in said:
                words[at], found[at] = _SURELY, _NOTHING
                continue
            looks_like = features.word(layout, at)
            places = looks_like | features.word_in_sentence(layout, at, seems)
            chance = self._words.probabilities(places, ALLOWED[tokens[at].kind])
            found[at], words[at] = chance, guess(chance)
            if max(chance) < AT_ONCE:
                own[at] = looks_like
        sentences = chances.copy()
        for number, again in features.sentences_again(layout, seems, words, said).items():
            places = looks[number] | again
            sentences[number] = self._again.probabilities(places, ALL_SENTENCES)
        if own:
            seems = [guess(one) for one in sentences]
            loud = loud_slots(text, words)
        for at, looks_like in own.items():
            places = looks_like.union(
                features.word_in_sentence(layout, at, seems),
                features.word_again(layout, at, words, loud),
            )
            found[at] = self._finally.probabilities(places, ALLOWED[tokens[at].kind])
        return Seen(sentences, found, words)
