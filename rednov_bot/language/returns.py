"""What is given in return (§11k): "give back", "back to Bob", "my return to Bob: a grog"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.neighbours import kind_at
from rednov_bot.language.words import Sense, Word, kinds

_ENDS: Final = kinds("STOP PARAGRAPH QUERY")
_NOUNS: Final = kinds("return returns")
GOES_BACK: Final = _NOUNS | kinds("GIVE RETURN discard discards")
"""Without a word of these, or that may be one, nothing is said to go back."""
_ARE: Final = kinds("is are")


def settle_returns(words: list[Word]) -> None:
    """A gift that goes back is marked as one in return; "my discard is" a tile discards it."""
    at = 0
    gives = False
    while at < len(words):
        word = words[at]
        if word.type in _ENDS:
            gives = False
        elif word.text in _NOUNS and word.det == "my" and _is_to_somebody(words, at):
            word.type, word.senses = "RETURN", ()
            words.insert(at, Word("GIVE", word.start, word.start, "give"))
            at += 1
        elif word.can_be("GIVE") is not None or word.type == "GIVE":
            gives = True
            if word.text.endswith(" back"):
                words.insert(at, _returning(word))
                at += 1
        elif gives and word.type == "RETURN" and kind_at(words, at - 1) == "SEP":
            if kind_at(words, at + 1) == "SEP":  # "I give Bob, in return, a grog"
                words[at - 1].type = words[at + 1].type = "FILL"
        elif gives and word.text == "back to" and kind_at(words, at + 1) == "NAME":
            word.type, word.text, word.senses = "TO", "to", ()
            words.insert(at, _returning(word))
            at += 1
        elif word.text in ("discard", "discards") and word.det == "my":
            at += _settle_noun(words, at)
        at += 1


def _returning(word: Word) -> Word:
    return Word("RETURN", word.start, word.start, "in return")


def _is_to_somebody(words: list[Word], at: int) -> bool:
    """ "My return to Quill:"."""
    return kind_at(words, at + 1) in ("TO", "FOR") and kind_at(words, at + 2) == "NAME"


def _settle_noun(words: list[Word], at: int) -> int:
    """ "My discard is the Crowbar", "my discards: a grog, a coffee": how many words that adds."""
    behind = at + 1
    if kind_at(words, behind + 1) == "ITEM" and (
        words[behind].text in _ARE or words[behind].type == "COLON"
    ):
        words[behind].type, words[behind].senses = "FILL", ()
        words[at].become(Sense("DISCARD"))
        words[at].senses = ()
        words.insert(at, Word("SELF", words[at].start, words[at].start, "i"))
        return 1
    return 0
