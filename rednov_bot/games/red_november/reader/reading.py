"""A gnome's text is read by learnt models: acts, nothing, or a question with a proposal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rednov_bot.engine.turn import NO_ORDERS, Use
from rednov_bot.engine.words import ActionName, GnomeName
from rednov_bot.games.red_november.reader.decoder import ACTIONS, Decoded, Filled, decode
from rednov_bot.games.red_november.reader.features import action_features
from rednov_bot.games.red_november.reader.gate import ANSWERS, gate_features
from rednov_bot.games.red_november.reader.lexicon import Lexicon, Sense
from rednov_bot.games.red_november.reader.model import Model, load
from rednov_bot.games.red_november.reader.roles import Roles
from rednov_bot.games.red_november.reader.tokens import Text
from rednov_bot.papers import Act, Question, Reading

SURE: Final = 0.97
"""From this probability on a reading is acted on."""
NOTHING: Final = 0.5
"""From this probability on nothing is announced, and nothing asked."""

LONGEST: Final = 12_000
MOST_SLOTS: Final = 300
MOST_SENTENCES: Final = 300
"""Characters, words that can fill a slot, sentences; a text with more is asked about unread."""

_TOO_LONG: Final = "This is too long to be read. Please announce by itself what you announce."
_AGAIN: Final = "Please say it once more in plain words."

_ALL_ACTIONS: Final = tuple(range(len(ACTIONS)))
_ALL_ANSWERS: Final = tuple(range(len(ANSWERS)))


@dataclass(frozen=True, slots=True)
class Look:
    """All that the models make of one text."""

    text: Text
    sentences: list[list[float]]
    words: dict[int, list[float]]
    decoded: Decoded
    answer: list[float]  # how probable: right and meant, to be asked about, nothing


def facts(text: Text, filled: Filled) -> list[int]:
    """What the action of a turn is told by."""
    bits = sum(
        bool(one) << at
        for at, one in enumerate(
            (
                filled.give,
                any(filled.names.values()),
                filled.minutes,
                filled.targets,
                filled.escapes,
            )
        )
    )
    items = [str(step.item) for step in filled.steps if isinstance(step, Use)]
    return action_features(text, bits, filled.cues, items, filled.position)


class Reader:
    """The models of a weights file, with the words they know."""

    def __init__(
        self, models: dict[str, Model], learnt: Sequence[tuple[str, Sense]], english: bytes
    ) -> None:
        self._roles = Roles(*(models[name] for name in ("sentences", "words", "again", "finally")))
        self._actions = models["actions"]
        self._gate = models["gate"]
        self._learnt = learnt
        self._english = english
        self._lexicon = lru_cache(maxsize=8)(self._lexicon_of)

    @classmethod
    @lru_cache(maxsize=1)
    def trained(cls) -> Reader:
        """The reader as `make train` left it."""
        models, about = load()
        learnt = [(spelling, Sense(**senses)) for spelling, senses in about["learnt"]]
        return cls(models, learnt, bytes.fromhex(about["english"]))

    def _lexicon_of(self, people: tuple[str, ...]) -> Lexicon:
        return Lexicon(self._learnt, people, self._english)

    def look(self, text: str, author: GnomeName, people: Sequence[str]) -> Look:
        """What the models make of a text, step by step."""
        return self._look(Text(text, self._lexicon(tuple(people))), author)

    def _look(self, tokens: Text, author: GnomeName) -> Look:
        sentences, words = self._roles.of(tokens)
        decoded = decode(tokens, words, author, self._action)
        places = self._gate.places(gate_features(tokens, sentences, words, decoded))
        answer = self._gate.probabilities(places, _ALL_ANSWERS)
        return Look(tokens, sentences, words, decoded, answer)

    def _action(self, text: Text, filled: Filled) -> list[tuple[ActionName, float]]:
        chances = self._actions.probabilities(
            self._actions.places(facts(text, filled)), _ALL_ACTIONS
        )
        return [
            (name, chance) for name, chance in zip(ACTIONS, chances, strict=True) if chance > 0.001
        ]

    def read(self, text: str, *, author: GnomeName, people: Sequence[str]) -> Reading:
        """What the author announces: certain, or asked with the best reading as a proposal."""
        if not text.strip():
            return Reading("none")
        if len(text) > LONGEST:
            return Reading("ambiguous", questions=(Question("", _TOO_LONG),))
        tokens = Text(text, self._lexicon(tuple(people)))
        if len(tokens.slots) > MOST_SLOTS or len(tokens.sentences) > MOST_SENTENCES:
            return Reading("ambiguous", questions=(Question("", _TOO_LONG),))
        look = self._look(tokens, author)
        act, _, nothing = look.answer
        acts: tuple[Act, ...] = look.decoded.acts
        whole = not look.decoded.faults and look.decoded.orders == NO_ORDERS
        if acts and act >= SURE and whole:
            return Reading("acts", acts)
        if nothing >= NOTHING:
            return Reading("none")
        return Reading(
            "ambiguous",
            questions=(Question("", _AGAIN),),
            announces=bool(acts),
            orders=look.decoded.orders,
            proposal=() if "which manual" in look.decoded.faults else acts,
        )
