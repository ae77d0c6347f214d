"""A gnome's text is read by learnt models: acts, nothing, or a question with a proposal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import pairwise
from math import log
from typing import Final, Literal

from rednov_bot.core.models import Act, Join, Reading, TurnAct
from rednov_bot.games.base import AGAIN, MEANT, NOTHING_QUOTED
from rednov_bot.games.red_november.reader.consent import is_polite
from rednov_bot.games.red_november.reader.decoder import (
    ACTIONS,
    Decoded,
    Facts,
    decode,
    facts,
    fill,
)
from rednov_bot.games.red_november.reader.features import action_features
from rednov_bot.games.red_november.reader.gate import ANSWERS, gate_features, gate_signs, same
from rednov_bot.games.red_november.reader.lexicon import Lexicon, Sense
from rednov_bot.games.red_november.reader.model import Model, load
from rednov_bot.games.red_november.reader.plain import Plain, listed, plain
from rednov_bot.games.red_november.reader.questions import (
    asked,
    is_vague,
    missing,
    question,
)
from rednov_bot.games.red_november.reader.reranker import OUTCOMES, reranking_features
from rednov_bot.games.red_november.reader.retractions import disowns, what_it_asks
from rednov_bot.games.red_november.reader.roles import Roles, Seen
from rednov_bot.games.red_november.reader.tokens import ITEM, MACHINE, NAME, NUMBER, ROOM, Text
from rednov_bot.games.red_november.reader.trees import Trees
from rednov_bot.games.red_november.rules.deeds import Discard, GiveBack, ItemList
from rednov_bot.games.red_november.rules.turn import NO_ORDERS
from rednov_bot.games.red_november.rules.words import ITEMS, ActionName, GnomeName, Item

GAME: Final = "Red November"
"""How the samples call it; the name of the contest is read as this."""

SURE: Final = 0.93
"""From this probability on a learnt reading is acted on by itself."""
SURE_TOGETHER: Final = 0.8
"""The same where the grammar agrees with it."""
LIKELY: Final = 0.6
"""The same where besides no tile, place, number or person is named outside of what it knows."""
NOTHING: Final = 0.3
"""From this probability on nothing is announced, and nothing asked."""
SURELY_NOTHING: Final = 0.8
"""The same for a text in which the grammar finds an announcement."""

LONGEST: Final = 12_000
MOST_LINES: Final = 300
MOST_SLOTS: Final = 300
MOST_SENTENCES: Final = 300
"""Characters, lines, words that can fill a slot, sentences; a text with more is not read, but asked
about where it is of the game."""

_OF_THE_GAME: Final = re.compile(
    r"\b(?:hatch|gnome|grog|kraken|aqualung|crowbar|toolbox|diving|pump|reactor|oxygen|engine"
    r"|missile|extinguish|coffee|charm|discard|my turn|no action)",
    re.IGNORECASE,
)
_TOO_LONG: Final = "This is too long to be read; please send the turn alone."
_WHOLE: Final = "Please announce the whole turn as it is meant."

_ALL_ACTIONS: Final = tuple(range(len(ACTIONS)))
_ALL_ANSWERS: Final = tuple(range(len(ANSWERS)))
_BOTH: Final = tuple(range(len(OUTCOMES)))
_NAMED: Final = ITEM | ROOM | MACHINE | NUMBER | NAME


@dataclass(frozen=True, slots=True)
class Look:
    """All that the models make of one text."""

    text: Text
    seen: Seen
    decoded: Decoded
    plain: Plain
    answer: list[float]  # how probable: right and meant, to be asked about, nothing
    signs: list[float]  # how sure each part of what is announced is; [] where nothing is
    sure: float  # how probable it is that the reading is right and meant, by its signs as well


def log_odds(chance: float) -> float:
    """The logarithm of the odds, within those of one in a million."""
    chance = min(max(chance, 1e-6), 1 - 1e-6)
    return log(chance / (1 - chance))


class Reader:
    """The models of a weights file, with the words they know."""

    def __init__(
        self,
        models: dict[str, Model],
        learnt: Sequence[tuple[str, Sense]],
        english: bytes,
        trees: Trees | None = None,
    ) -> None:
        """Without *trees* the gate alone says how sure a reading is, as it does of nothing."""
        self._roles = Roles(*(models[name] for name in ("sentences", "words", "again", "finally")))
        self._actions = models["actions"]
        self._reranker = models["reranker"]
        self._gate = models["gate"]
        self._trees = trees
        self._learnt = learnt
        self._english = english
        self._lexicon = lru_cache(maxsize=8)(self._lexicon_of)

    @classmethod
    @lru_cache(maxsize=1)
    def trained(cls) -> Reader:
        """The reader as `make train` left it."""
        models, about = load()
        learnt = [(spelling, Sense(**senses)) for spelling, senses in about["learnt"]]
        trees = Trees(**about["trees"])
        return cls(models, learnt, bytes.fromhex(about["english"]), trees)

    def _lexicon_of(self, people: tuple[str, ...]) -> Lexicon:
        return Lexicon(self._learnt, people, self._english)

    def look(
        self, text: str, author: GnomeName, people: Sequence[str], contest: str = GAME
    ) -> Look:
        """What the models make of a text, step by step."""
        tokens = self.tokens(text, people, contest)
        return self._look(tokens, author, plain(tokens, author))

    def _look(self, tokens: Text, author: GnomeName, by_grammar: Plain) -> Look:
        seen = self._roles.of(tokens)
        action = lru_cache(maxsize=None)(partial(self._action, tokens))  # asked again and again
        decoded = self._reranked(tokens, decode(tokens, seen.words, author, action))
        features = gate_features(tokens, seen, decoded, by_grammar)
        answer = self._gate.probabilities(self._gate.places(features), _ALL_ANSWERS)
        if decoded.empty:
            return Look(tokens, seen, decoded, by_grammar, answer, [], answer[0])
        filled = fill(tokens, decoded.roles, author)
        chances = sorted((one for _, one in action(facts(filled))), reverse=True)
        signs = gate_signs(tokens, seen, decoded, by_grammar, chances if decoded.acts else ())
        sure = answer[0]
        if self._trees is not None:
            sure = self._trees.probability([*signs, log_odds(answer[0]), log_odds(answer[2])])
        return Look(tokens, seen, decoded, by_grammar, answer, signs, sure)

    def _reranked(self, text: Text, best: Decoded) -> Decoded:
        """The reading that is meant most probably, once readings are compared as a whole."""
        changes = []
        for other in best.others:
            places = self._reranker.places(reranking_features(text, best, other))
            changes.append((self._reranker.probabilities(places, _BOTH)[1], other))
        changes.sort(key=lambda one: -one[0])
        others = tuple([other for _, other in changes])
        most = changes[0][0] if changes else 0.0
        if most <= 0.5:
            return replace(best, sure=1.0 - most, others=others)
        return replace(others[0], sure=most, others=(best, *others[1:]))

    def _action(self, text: Text, told: Facts) -> list[tuple[ActionName, float]]:
        places = self._actions.places(action_features(text, *told))
        chances = self._actions.probabilities(places, _ALL_ACTIONS)
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
        contest: str = GAME,
    ) -> Reading:
        """What the author announces: certain, or asked with the best reading as a proposal.

        To the bot alone (*private*) a bare list of tiles is one, too (A23).
        """
        if not text.strip():
            return Reading("none")
        if len(text) > LONGEST or text.count("\n") > MOST_LINES:
            return _too_long(text, reader, contest)
        corrected = _corrected(text)
        tokens = self.tokens(corrected or text, people, contest)
        if len(tokens.slots) > MOST_SLOTS or len(tokens.sentences) > MOST_SENTENCES:
            return _too_long(text, reader, contest)
        if reader == "private" and (items := listed(tokens)):
            return _of_list(items)
        by_grammar = plain(tokens, author)
        reading = _plainly(tokens, by_grammar, (author, *people))
        if reading is None:
            reading = self._verdict(self._look(tokens, author, by_grammar), (author, *people))
        if reading.verdict == "acts" and (corrected is None or disowns(text)):
            return asked(_WHOLE if corrected is None else MEANT, proposal=reading.acts)
        acts = reading.acts or reading.proposal
        asks, told = what_it_asks(text), [one for one in acts if not isinstance(one, Join)]
        if not asks or (told and asks == NOTHING_QUOTED):
            return reading
        return asked(asks, AGAIN) if told else asked(asks)

    def tokens(self, text: str, people: Sequence[str], contest: str = GAME) -> Text:
        """The words of a text; the name of the contest is that of the game to the reader."""
        if contest.casefold() != GAME.casefold():
            text = re.sub(rf"\b{re.escape(contest)}\b", GAME, text, flags=re.IGNORECASE)
        return Text(text, self._lexicon(tuple(people)))

    def _verdict(self, look: Look, people: Sequence[str]) -> Reading:
        """Acts where both readings agree, or where what is learnt is sure by itself; nothing where
        that is likelier than not; else a question.  The first of *people* is the author."""
        act, nothing = look.sure, look.answer[2]
        best, by_grammar = look.decoded, look.plain
        if _only_acts(by_grammar) and best.orders == NO_ORDERS:
            denied, alone = _is_denied(look), _alone(look.text, by_grammar.known)
            by_number = any(map(_is_by_number, by_grammar.acts))  # which is no role that is learnt
            if by_number and nothing < NOTHING and alone and not denied:
                return Reading("acts", by_grammar.acts)
            agreed = same(by_grammar.acts, best.acts) and not denied
            enough = SURE if not agreed else LIKELY if alone else SURE_TOGETHER
            certain = best.acts and not best.faults and act >= enough
            if certain and not _says_who(look, people):
                return Reading("acts", by_grammar.acts if agreed else best.acts)
        told = by_grammar.acts or is_vague(look.text.text)
        if nothing >= (SURELY_NOTHING if told else NOTHING):
            return Reading("none")
        reading = question(look.text.text, best, (act, nothing), by_grammar.acts)
        return replace(reading, announces=reading.announces and not _wonders(look))


_GREETS: Final = re.compile(r"\b(?:hello|hi|hey|dear|thanks?|cheers|good|ahoy|morning)\b", re.I)
_AGREEABLE: Final = frozenset(("ok", "okay", "right", "yes", "fine", "please"))
_SAYS_WHO: Final = re.compile(
    r"^(?!.*\bmy (?:turn|move))(?:.{0,60}(?::|@[\w.-]+>)"
    r"|[\W_]*\w+['’]s (?:turn|move|announcement)(?: \d+)?)[\W_]*$",
    re.IGNORECASE,
)
_DENIES: Final = re.compile(
    r"\b(?:no|not|never|none|nope|cancel|forget|scratch|ignore|unless|wait|imagine|suppose)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)


def _plainly(text: Text, by_grammar: Plain, people: Sequence[str]) -> Reading | None:
    """What a text announces in which no word can fill a slot, or of which the grammar knows every
    sentence that is more than polite; None of other texts.  The first of *people* is the author."""
    acts = by_grammar.acts
    if not (text.slots or acts):
        return Reading("none")
    if (
        not acts
        or not _only_acts(by_grammar)
        or not all(
            number in by_grammar.known or _is_polite(text, number, people)
            for number in range(len(text.sentences))
        )
    ):
        return None
    lacks = missing(acts)
    return asked(*lacks, proposal=acts) if lacks else Reading("acts", acts)


def _only_acts(by_grammar: Plain) -> bool:
    """Whether the grammar finds no standing orders without a turn, nor that they are taken back."""
    return by_grammar.orders == NO_ORDERS and not by_grammar.withdrawn


def _is_polite(text: Text, number: int, people: Sequence[str]) -> bool:
    """Whether a sentence only greets, thanks or signs; "Bob:" alone says whose words follow."""
    words = text.words_of(number)
    return is_polite(words, people if _GREETS.search(words) else people[:1])


def _is_denied(look: Look) -> bool:
    """Whether a sentence that the grammar does not know may deny what others say."""
    numbers = range(len(look.text.sentences))
    unknown = [look.text.words_of(one) for one in numbers if one not in look.plain.known]
    return any(map(_DENIES.search, unknown))


def _wonders(look: Look) -> bool:
    """Whether a sentence of which a word fills a slot is a question, and not only "..., ok?"."""
    pairs = pairwise(look.text.tokens)
    asks = (b.sentence for a, b in pairs if b.word == "?" and a.word not in _AGREEABLE)
    return not look.decoded.used(look.text).isdisjoint(asks)


def _says_who(look: Look, people: Sequence[str]) -> bool:
    """Whether a short line before what is announced names another, greets nobody, and ends in a
    colon or an address, tells of their turn, or calls them: words of theirs or to them follow."""
    text, used = look.text, look.decoded.used(look.text)
    for number in set(range(max(used, default=0))) - used:
        words, (first, end) = text.words_of(number), text.sentences[number]
        named = {token.sense.name for token in text.tokens[first:end]} - {"", people[0]}
        says_so = _SAYS_WHO.search(words) or is_polite(words, people)
        if named and says_so and not _is_polite(text, number, people):
            return True
    return False


def _is_by_number(act: Act) -> bool:
    """Whether an act names its tiles by their number alone (A23)."""
    if isinstance(act, TurnAct):
        return act.turn.action is not None and act.turn.action.give_count is not None
    return isinstance(act, Discard | GiveBack) and act.count is not None


def _alone(text: Text, known: frozenset[int]) -> bool:
    """Whether no tile, place, number or person is named outside of the sentences *known*."""
    slots = [text.tokens[at] for at in text.slots]
    return all(one.sentence in known or not one.kind & _NAMED for one in slots)


def read(
    text: str,
    *,
    author: GnomeName,
    people: Sequence[str],
    reader: Literal["public", "private"] = "public",
    contest: str = GAME,
) -> Reading:
    """What the author of a text announces, as the reader that is installed understands it."""
    return _read(text, author, tuple(people), reader, contest)


@lru_cache(maxsize=8)  # the parts of the workflow that may take a mail read it one after the other
def _read(
    text: str,
    author: GnomeName,
    people: tuple[str, ...],
    reader: Literal["public", "private"],
    contest: str,
) -> Reading:
    return Reader.trained().read(text, author=author, people=people, reader=reader, contest=contest)


def tiles_in(text: str, people: Sequence[str]) -> frozenset[Item]:
    """The kinds of tiles of which a word stands in the text, whatever it says of them."""
    called = {token.sense.item for token in Reader.trained().tokens(text, people).tokens}
    return frozenset(one for one in ITEMS if one in called)


def _too_long(text: str, reader: Literal["public", "private"], contest: str) -> Reading:
    """A question, where a text that is too long is of the game at all."""
    is_ours = _OF_THE_GAME.search(text) or contest.casefold() in text.casefold()
    return asked(_TOO_LONG) if reader == "private" or is_ours else Reading("none")


def _of_list(items: tuple[Item, ...] | Literal["count"]) -> Reading:
    if items == "count":
        return asked("How many items are these? Please list them once more.")
    if "manual" in map(str, items):
        return asked("Which manual?")
    return Reading("acts", (ItemList(items),))


_SUBSTITUTION: Final = re.compile(r"(?<![\w/])s/([^/\n]{1,30})/([^/\n]{0,30})/?(?:g\b)?")


def substitution(text: str) -> re.Match[str] | None:
    """ "s/5/6/" in a text: what is to be changed, and to what."""
    return _SUBSTITUTION.search(text) if "s/" in text else None


def _corrected(text: str) -> str | None:
    """The text with its own "s/5/6/" carried out; None where that is not plain."""
    match = substitution(text)
    if match is None:
        return text
    before, behind = text[: match.start()], text[match.end() :]
    old = [m.span() for m in re.finditer(rf"(?<!\w){re.escape(match[1])}(?!\w)", before, re.I)]
    if len(old) != 1:
        return None
    start, end = old[0]
    return before[:start] + match[2] + before[end:] + behind
