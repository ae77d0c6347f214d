"""Who "e" is: the sender may speak of eirself by name, as "the undersigned", then as "e"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.inflection import is_third_person
from rednov_bot.language.words import Sense, Word, kinds

_SUBJECTS: Final = frozenset(["e", "he", "she", "who"])
_OWNERS: Final = frozenset(["eir", "his", "her", "eirs", "hers"])
_OBJECTS: Final = frozenset(["em", "him", "emself", "eirself", "himself", "herself"])
_STARTS: Final = kinds("STOP PARAGRAPH QUERY SEP SEPWORD COLON DASH FILL NOW HEADING")
_SIGNED: Final = frozenset(["undersigned", "writer", "sender", "author"])
SIGNED: Final = _SIGNED | {"NAME", "OWNER", "NAMESAKE"}
"""Without a word of these nobody speaks of emself by another word than "I"."""
_ENDS: Final = kinds("STOP PARAGRAPH QUERY")


def settle_sender(words: list[Word], author: str) -> None:
    """Every word that stands for the author becomes "I" or "my"."""
    own = False  # the person spoken of last is the author
    for at, word in enumerate(words):
        if word.name == author and word.text.endswith("'s"):
            own = True  # "Ann's turn. She opens ..."
        elif word.type == "NAME" and word.name == author and at and words[at - 1].type == "SELF":
            _become_fill(word)  # "your humble servant Ann"
            own = True
        elif word.type in ("NAME", "OWNER", "NAMESAKE"):
            if word.name != author:
                own = False
            elif word.type == "NAME" and (verb := _verb_of(words, at)):
                own = True
                if verb - at < 3:
                    _become_self(word)
                else:
                    words.insert(verb, Word("SELF", words[verb].start, words[verb].start, ""))
                    _become_fill(word)
        elif word.text in _SIGNED and word.det == "the":
            own = True
            _become_self(word)
            if at + 1 < len(words) and words[at + 1].text in ("gnome", "player"):
                _become_fill(words[at + 1])
        elif own and word.type in ("WHO", "OTHER", "FILL"):
            _settle_pronoun(words, at)


def _settle_pronoun(words: list[Word], at: int) -> None:
    """ "e", "eir", "em": the author, once e is the one spoken of."""
    word = words[at]
    if word.text in _SUBJECTS and _does_something(words, at + 1):
        _become_self(word)
    elif word.text in _OWNERS and at + 1 < len(words):
        _become_fill(word)
        words[at + 1].det = words[at + 1].det or "my"
    elif word.text in _OBJECTS:
        _become_fill(word)


def _verb_of(words: list[Word], at: int) -> int:
    """Where the verb stands if the name begins a sentence or a clause of its own, else 0."""
    if at and words[at - 1].type not in _STARTS:
        return 0
    ahead = at + 1
    if ahead < len(words) and words[ahead].type == "SEP":
        ahead = _past_apposition(words, ahead)
    return ahead if _does_something(words, ahead) else 0


def _past_apposition(words: list[Word], at: int) -> int:
    """ "Quill, being of sound mind, opens": what stands between two commas is passed over."""
    for ahead in range(at + 1, min(at + 24, len(words))):
        if words[ahead].type in _ENDS or words[ahead].type == "SELF":
            return len(words)
        if words[ahead].type == "SEP" and _does_something(words, ahead + 1):
            return ahead + 1
    return len(words)


def _does_something(words: list[Word], at: int) -> bool:
    """Whether a verb in the third person stands here: "opens", "takes"."""
    while at < len(words) and (words[at].type == "FILL" or words[at].text == "then"):
        at += 1
    if at >= len(words):
        return False
    word = words[at]
    if word.type == "NOMOVE" or any(sense.form == "s" for sense in word.senses):
        return True
    return is_third_person(word.text.split(" ")[0]) and word.type in ("OTHER", "HEADING")


def _become_self(word: Word) -> None:
    word.become(Sense("SELF"))
    word.senses, word.det = (), ""


def _become_fill(word: Word) -> None:
    word.become(Sense("FILL"))
    word.senses = ()
