"""How much an announcement can be; a text beyond that is not read, but asked about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal

from rednov_bot.language.segments import Sentence
from rednov_bot.language.words import Word, kinds
from rednov_bot.papers import Question, Reading

_FEW: Final = 600  # words of a text that is never too long
_MOST_WORDS: Final = 4_000  # with its marks
_MOST_SLOTS: Final = 400
_MOST_TIMES: Final = 300  # that the same word is said
_MOST_SENTENCES: Final = 600
_MOST_STRETCHES: Final = 1_200
_SLOTS: Final = kinds("ITEM TILEWORD NUM ROOM ROOMWORD MACHINE SEA DOOR EXTERIOR MINUTES NAME")
_MARKS: Final = kinds(
    "SEP STOP PARAGRAPH QUERY COLON DASH SLASH ARROW PLUS OPENING CLOSING ASIDE ASIDE_END QUOTE "
    "PERCENT TILDE FILL"
)
_OF_THE_GAME: Final = re.compile(
    r"\b(?:hatch|gnome|grog|kraken|aqualung|crowbar|toolbox|harpoon|diving|pump|bail|reactor|oxygen"
    r"|engine|missile|extinguish|coffee|charm|airlock|discard|my (?:turn|go)\b|red november)",
    re.IGNORECASE,
)
_ASK: Final = "This is too long to be read; please send the turn alone."


def too_long(text: str, contest: str, reader: Literal["public", "private"]) -> Reading:
    """What comes of a text that is too long: a question, where it is of the game at all."""
    is_ours = _OF_THE_GAME.search(text) or contest.lower() in text.lower()
    if reader == "public" and not is_ours:
        return Reading("none")
    return Reading("ambiguous", questions=(Question("", _ASK),))


def has_too_many_words(words: Sequence[Word]) -> bool:
    """Whether these are more words than anybody announces a turn with, or ever the same."""
    if len(words) <= _FEW:
        return False
    if len(words) > _MOST_WORDS or sum(word.type in _SLOTS for word in words) > _MOST_SLOTS:
        return True
    said = Counter([word.text for word in words if word.type not in _MARKS])
    return bool(said) and max(said.values()) > _MOST_TIMES


def has_too_many_sentences(told: Sequence[Sentence]) -> bool:
    """Whether a text falls into more pieces than an announcement does."""
    if len(told) > _MOST_SENTENCES:
        return True
    return sum(len(sentence.segments) for sentence in told) > _MOST_STRETCHES
