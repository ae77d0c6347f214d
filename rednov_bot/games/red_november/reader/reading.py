"""A gnome's text is read by learnt models: acts, nothing, or a question with a proposal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from rednov_bot.engine.turn import NO_ORDERS, Use
from rednov_bot.engine.words import ActionName, GnomeName, Item
from rednov_bot.games.red_november.reader.decoder import ACTIONS, Decoded, Filled, decode
from rednov_bot.games.red_november.reader.features import action_features
from rednov_bot.games.red_november.reader.gate import ANSWERS, gate_features, same
from rednov_bot.games.red_november.reader.lexicon import Lexicon, Sense
from rednov_bot.games.red_november.reader.model import Model, load
from rednov_bot.games.red_november.reader.plain import Plain, listed, plain
from rednov_bot.games.red_november.reader.reranker import OUTCOMES, reranking_features
from rednov_bot.games.red_november.reader.roles import Roles, Seen
from rednov_bot.games.red_november.reader.tokens import Text
from rednov_bot.papers import ItemList, Question, Reading

SURE: Final = 0.97
"""From this probability on a learnt reading is acted on by itself."""
SURE_TOGETHER: Final = 0.8
"""From this probability on one is acted on with which the grammar agrees."""
NOTHING: Final = 0.5
"""From this probability on nothing is announced, and nothing asked."""

LONGEST: Final = 12_000
MOST_SLOTS: Final = 300
MOST_SENTENCES: Final = 300
"""Characters, words that can fill a slot, sentences; a text with more is asked about unread."""

_TOO_LONG: Final = "This is too long to be read. Please announce by itself what you announce."
_AGAIN: Final = "Please say it once more in plain words."
_WHOLE: Final = "Please announce the whole turn as it is meant."
_ASKS: Final = {
    "no minutes": "How many minutes do you spend on it?",
    "minutes": "How many minutes do you spend on it?",
    "range": "How many minutes do you spend on it?",
    "extra minutes": "How many minutes do you spend, and on what?",
    "no cue": "What is your action?",
    "walk": "Which hatches do you open, one by one?",
    "same go": "Which hatches do you open, one by one?",
    "room": "Where do you do this?",
    "target": "Which hatch do you unblock?",
    "target away": "Which hatch do you unblock?",
    "escape away": "Through which hatch do you flee?",
    "escapes": "Through which hatch do you flee?",
    "to": "To whom do you give this?",
    "to whom": "To whom do you give this?",
    "which manual": "Which manual?",
    "count": "How many?",
    "block": "Which hatches do you mean?",
    "no place": "Which room do you mean?",
}
"""What is asked where the form is not whole, by the fault."""

_ALL_ACTIONS: Final = tuple(range(len(ACTIONS)))
_ALL_ANSWERS: Final = tuple(range(len(ANSWERS)))
_BOTH: Final = tuple(range(len(OUTCOMES)))


@dataclass(frozen=True, slots=True)
class Look:
    """All that the models make of one text."""

    text: Text
    seen: Seen
    decoded: Decoded
    plain: Plain
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
        self._reranker = models["reranker"]
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
        seen = self._roles.of(tokens)
        decoded = self._reranked(tokens, decode(tokens, seen.words, author, self._action))
        by_grammar = plain(tokens, author)
        features = gate_features(tokens, seen, decoded, by_grammar)
        answer = self._gate.probabilities(self._gate.places(features), _ALL_ANSWERS)
        return Look(tokens, seen, decoded, by_grammar, answer)

    def _reranked(self, text: Text, best: Decoded) -> Decoded:
        """The reading that is meant most probably, once readings are compared as a whole."""
        chosen, sure, most = best, 1.0, 0.5
        for other in best.others:
            places = self._reranker.places(reranking_features(text, best, other))
            change = self._reranker.probabilities(places, _BOTH)[1]
            sure = min(sure, 1.0 - change)
            if change > most:
                chosen, most = other, change
        if chosen is best:
            return replace(best, sure=sure)
        others = (best, *[one for one in best.others if one is not chosen])
        return replace(chosen, sure=most, others=others)

    def _action(self, text: Text, filled: Filled) -> list[tuple[ActionName, float]]:
        chances = self._actions.probabilities(
            self._actions.places(facts(text, filled)), _ALL_ACTIONS
        )
        return [
            (name, chance) for name, chance in zip(ACTIONS, chances, strict=True) if chance > 0.001
        ]

    def read(
        self,
        text: str,
        *,
        author: GnomeName,
        people: Sequence[str],
        reader: Literal["public", "private"] = "public",
    ) -> Reading:
        """What the author announces: certain, or asked with the best reading as a proposal.

        To the bot alone (*private*) a bare list of tiles is one, too (A23).
        """
        if not text.strip():
            return Reading("none")
        if len(text) > LONGEST:
            return _asked(_TOO_LONG)
        corrected = _corrected(text)
        tokens = Text(corrected or text, self._lexicon(tuple(people)))
        if len(tokens.slots) > MOST_SLOTS or len(tokens.sentences) > MOST_SENTENCES:
            return _asked(_TOO_LONG)
        if reader == "private" and (items := listed(tokens)):
            return _of_list(items)
        reading = self._verdict(self._look(tokens, author))
        if corrected is None and reading.verdict == "acts":
            return replace(_asked(_WHOLE), announces=True, proposal=reading.acts)
        return reading

    def _verdict(self, look: Look) -> Reading:
        """Acts where both readings agree, where what is learnt is sure by itself, or where the
        grammar knows every sentence; nothing where that is likelier than not; else a question."""
        act, _, nothing = look.answer
        acts, orders = look.decoded.acts, look.decoded.orders
        faults = look.decoded.faults
        by_grammar = look.plain
        plain_throughout = len(by_grammar.known) == len(look.text.sentences)
        alone = orders == NO_ORDERS == by_grammar.orders  # no orders without a turn beside acts
        if by_grammar.acts and plain_throughout and alone and nothing < NOTHING:
            return Reading("acts", by_grammar.acts)
        if acts and not faults and alone:
            agreed = same(by_grammar.acts, acts)
            if act >= (SURE_TOGETHER if agreed else SURE):
                return Reading("acts", by_grammar.acts if agreed else acts)
        if nothing >= NOTHING:
            return Reading("none")
        asks = dict.fromkeys(_ASKS[fault] for fault in faults if fault in _ASKS) or {_AGAIN: None}
        return Reading(
            "ambiguous",
            questions=tuple([Question("", ask) for ask in asks]),
            announces=bool(acts),
            orders=orders,
            proposal=() if "which manual" in faults else acts,
        )


def _asked(ask: str) -> Reading:
    return Reading("ambiguous", questions=(Question("", ask),))


def _of_list(items: tuple[Item, ...] | Literal["count"]) -> Reading:
    if items == "count":
        return _asked("How many items are these? Please list them once more.")
    if "manual" in map(str, items):
        return _asked("Which manual?")
    return Reading("acts", (ItemList(items),))


_SUBSTITUTION: Final = re.compile(r"(?<![\w/])s/([^/\n]{1,30})/([^/\n]{0,30})/?(?:g\b)?")


def _corrected(text: str) -> str | None:
    """The text with its own "s/5/6/" carried out; None where that is not plain."""
    match = _SUBSTITUTION.search(text) if "s/" in text else None
    if match is None:
        return text
    before, behind = text[: match.start()], text[match.end() :]
    old = [m.span() for m in re.finditer(rf"(?<!\w){re.escape(match[1])}(?!\w)", before, re.I)]
    if len(old) != 1:
        return None
    start, end = old[0]
    return before[:start] + match[2] + before[end:] + behind
