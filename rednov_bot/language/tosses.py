"""Gifts told without their verb: "Pip, catch: a crowbar.  That's my action."."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.heralds import sentences_of
from rednov_bot.language.neighbours import COUNTED, kind_at, past_fill
from rednov_bot.language.words import Sense, Word, kinds

_CUES: Final = frozenset(
    ["catch", "yours", "yours now", "all yours", "present", "gift", "hold out", "here you go",
     "here you are", "there you go", "there you are", "have", "take", "enjoy", "parcel"]
)  # fmt: skip
_ACTING: Final = frozenset(
    ["action", "turn", "main action", "minute", "this is turn", "that is turn", "it is turn",
     "that is whole turn", "that's turn", "thats turn", "as one turn", "for turn"]
)  # fmt: skip
_NEVER: Final = kinds(
    "MACHINE FIRE KRAKEN WATER BARREL UNREAL PLAN COND PAST NEG DRAFT JEST QUERY DISCARD RETURN "
    "LOOKUP CORRECTION OWNER NAMESAKE VAGUE TILEWORD HATCH PATH EXTERIOR ROOM SEA GO ENTER OPEN "
    "LEAVE DOOR"
)
"""With one of these in the sentence, more is said than that it is given."""
_GIVES: Final = kinds("give giving hand handing pass passing toss tossing throw throwing slip")
_LINKS: Final = kinds("SEP SEPWORD PLUS FILL AND MORE")
_IT: Final = ("it", "them", "it all")


def settle_tosses(words: list[Word], author: str) -> None:
    """The tiles of such a sentence get their verb and their recipient."""
    named = {word.name for word in words if word.type == "NAME" and word.name != author}
    if len(named) != 1 or not any(word.type == "ITEM" for word in words):
        return
    if not any(_acts(word) for word in words) or any(_works(word) for word in words):
        return
    name = named.pop()
    told = list(sentences_of(words))
    for n, (start, end) in enumerate(told):
        said = words[start:end]
        if not any(word.type == "ITEM" for word in said) or any(w.type in _NEVER for w in said):
            continue
        before = words[told[n - 1][0] : start] if n and words[start - 1].type == "STOP" else []
        around = before + said
        called = any(w.type == "NAME" and w.name == name for w in around)
        if not called or not _offers(around, words[end : end + 4]):
            continue
        if any(w.can_be("GIVE") and w.text in _GIVES and _gives(said, w) for w in said):
            return
        _rewrite(words, start, end, name)
        _say_it_no_more(words, start)
        return


def _acts(word: Word) -> bool:
    return word.text in _ACTING or (word.type == "DUR" and word.number == 1)


def _works(word: Word) -> bool:
    """Minutes of more than one are spent on something else."""
    return word.type == "DUR" and word.number != 1


def _gives(said: list[Word], verb: Word) -> bool:
    """Whether a verb of giving names what it gives."""
    ahead = past_fill(said, said.index(verb) + 1)
    return ahead < len(said) and said[ahead].text not in _IT


def _offers(said: list[Word], beyond: list[Word]) -> bool:
    """Whether it is said to be for somebody."""
    if any(word.text in _CUES for word in said):
        return True
    if any(word.text in ("yours", "all yours") for word in beyond):
        return True
    return any(
        (word.type in ("TO", "FOR") and kind_at(said, at + 1) in ("YOU", "NAME"))
        or (word.type == "TO" and said[min(at + 1, len(said) - 1)].text == "em")
        for at, word in enumerate(said)
    )  # fmt: skip


def _rewrite(words: list[Word], start: int, end: int, name: str) -> None:
    """ "I give Pip a crowbar and a grog", and nothing else of the sentence."""
    first = next(at for at in range(start, end) if words[at].type in COUNTED)
    last = first
    ahead = first + 1
    while ahead < end and (words[ahead].type in _LINKS or words[ahead].type in COUNTED):
        if words[ahead].type in COUNTED:
            last = ahead
        ahead += 1
    if any(words[at].type in COUNTED for at in range(last + 1, end)):
        return
    place = words[first].start
    verb = Word("GIVE", place, place, "give", (Sense("GIVE"),))
    whom = Word("NAME", place, place, name.lower(), name=name)
    told = [w for w in words[start:end] if w.type == "DUR"]
    minute = [Word("SEP", w.start, w.start, ",") for w in told] + told
    words[start:end] = [
        Word("SELF", place, place, "i"),
        verb,
        whom,
        *words[first : last + 1],
        *minute,
    ]


def _say_it_no_more(words: list[Word], start: int) -> None:
    """ "My action is giving it to you": that was said."""
    for at, word in enumerate(words):
        if at < start or not word.can_be("GIVE") or word.name:
            continue
        ahead = at + 1
        if (
            kind_at(words, ahead) in ("FILL", "WHO", "OTHER", "PRONOUN")
            and words[ahead].text in _IT
        ):
            end = ahead + 1
            while kind_at(words, end) in ("TO", "YOU", "NAME", "FILL"):
                end += 1
            for blank in words[at:end]:
                blank.type, blank.senses = "FILL", ()
