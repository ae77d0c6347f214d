"""Which word fills which slot: learnt models look at sentences and words, twice.

First each sentence is guessed at by itself, then each word that can fill a slot; then those of
which that is not sure again, knowing what the first look made of everything around them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rednov_bot.games.red_november.reader.features import (
    NONE,
    ROLE,
    ROLES,
    SENTENCES,
    Guess,
    guess,
    sentence_again,
    sentence_features,
    word_again,
    word_features,
    word_in_sentence,
)
from rednov_bot.games.red_november.reader.model import Model
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
        """*sentences* and *again* have tables of one size, and so have *words* and *finally_*."""
        self._sentences = sentences
        self._words = words
        self._again = again
        self._finally = finally_

    def of(self, text: Text) -> Seen:
        """What sentences and words seem to be."""
        tokens, slots = text.tokens, text.slots
        first, again = self._sentences, self._again
        looks = [first.places(sentence_features(text, at)) for at in range(len(text.sentences))]
        chances = [first.probabilities(one, ALL_SENTENCES) for one in looks]
        seems = [guess(one) for one in chances]
        near, last = self._words, self._finally
        words: dict[int, Guess] = {}
        found: dict[int, list[float]] = {}
        own: dict[int, set[int]] = {}  # of those to look at again
        for at in slots:
            if chances[tokens[at].sentence][0] > SURELY_NOTHING:
                words[at], found[at] = _SURELY, _NOTHING
                continue
            looks_like = near.places(word_features(text, at))
            places = looks_like | near.places(word_in_sentence(text, at, seems))
            found[at] = near.probabilities(places, ALLOWED[tokens[at].kind])
            words[at] = guess(found[at])
            if max(found[at]) < AT_ONCE:
                own[at] = looks_like
        sentences = []
        for at, one in enumerate(looks):
            if chances[at][0] > SURELY_NOTHING:
                sentences.append(chances[at])
                continue
            places = one | again.places(sentence_again(at, text, seems, words))
            sentences.append(again.probabilities(places, ALL_SENTENCES))
        seems = [guess(one) for one in sentences]
        for at, looks_like in own.items():
            context = word_in_sentence(text, at, seems) + word_again(text, at, words)
            places = looks_like | last.places(context)
            found[at] = last.probabilities(places, ALLOWED[tokens[at].kind])
        return Seen(sentences, found, words)
