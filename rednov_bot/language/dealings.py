"""What is given, returned or discarded, told in a roundabout way: "a toolbox along with a grog"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.neighbours import stretch_start
from rednov_bot.language.words import Sense, Word, kinds

_ENDS: Final = kinds("STOP PARAGRAPH QUERY")
_BREAKS: Final = _ENDS | kinds("SEP SEPWORD COLON DASH OPENING CLOSING ASIDE ASIDE_END PLUS SLASH")
_AND: Final = frozenset(("and", ",", "+", "&", "plus", "as well as", "together with", "along with"))
_FETCHES: Final = ("tak", "get", "bring", "pull", "dig", "fish", "haul", "whip", "fetch", "trot")
_PLACES: Final = kinds("ROOM NUM SEA HATCH DOOR EXTERIOR PATH ITEM TO THROUGH")
_NOT_NOW: Final = kinds("PAST NEG PLAN COND JEST NAME YOU")
_ALONG: Final = frozenset(("along with", "together with", "as well as"))
_SIGNS: Final = _ALONG | {"discarded", "another"}
_GOT: Final = kinds("FOR FILL WHO OTHER ITEM TILEWORD YOU OWNER MORE GIVE")


def settle_dealings(words: list[Word]) -> None:
    """ "I hand Pip a toolbox along with a grog", "discarded by me:", "a pump and another"."""
    if _SIGNS.isdisjoint([w.text for w in words]) and "RETURN" not in [w.type for w in words]:
        return
    deals = False
    for at, word in enumerate(words):
        deals = word.type not in _ENDS and (
            deals or bool(word.can_be("GIVE") or word.can_be("DISCARD"))
        )
        after = words[at + 1 : at + 3]
        if word.type == "RETURN" and after and after[0].text == "for":
            _settle_thanks(words, at + 1)
        elif deals and word.text in _ALONG and after and after[0].type == "ITEM":
            word.type, word.senses = "SEPWORD", ()
        elif word.text == "discarded" and [w.text for w in after] == ["by", "me"]:
            _settle_discarded(words, at)
        elif word.text == "another" and word.type == "MORE" and at > 1:
            before = words[at - 2]
            ends = not after or after[0].type in _BREAKS
            if before.type == "ITEM" and words[at - 1].text in _AND and ends:
                word.type, word.name, word.number = "ITEM", before.name, 1


def settle_fetching(words: list[Word]) -> None:
    """What is fetched "out" does not lead out to the sea."""
    for at in range(1, len(words) - 1):
        if words[at].type == "ITEM" and words[at + 1].text == "out":
            _settle_out(words, at)


def _settle_out(words: list[Word], at: int) -> None:
    """ "I take my toolbox out of my pocket": out of there, and nowhere else."""
    verb = words[at - 1].text.split(" ")[0]
    end = at + 1
    if words[end].text != "out" or not verb.startswith(_FETCHES):
        return
    while end < len(words) and words[end].type not in _BREAKS:
        if words[end].type in _PLACES:
            return
        end += 1
    of = end > at + 2 and words[at + 2].text == "of"
    for blank in words[at + 1 : end if of else at + 2]:
        blank.type, blank.senses, blank.name = "FILL", (), ""


def _settle_thanks(words: list[Word], at: int) -> None:
    """ "In return for eir kind gift": what it is in return for, is no gift of one's own."""
    end = at
    while end < len(words) and words[end].type in _GOT:
        end += 1
    if any(word.type != "FOR" for word in words[at:end]):
        for blank in words[at:end]:
            blank.type, blank.senses = "FILL", ()  # whose it was may say who "em" is
    last = end >= len(words) or words[end].type in _ENDS
    if last and at > 1 and words[at - 2].type == "SEP":
        words[at - 2].type = "FILL"  # "I give Pip a grog, in return for eir gun"


def _settle_discarded(words: list[Word], at: int) -> None:
    """ "The Kraken wants tribute, so, discarded by me: ...": as if it said "I discard"."""
    start = stretch_start(words, at, _ENDS)
    if at and words[at - 1].type not in _BREAKS:
        return
    if any(word.type in _NOT_NOW for word in words[start:at]):
        return
    done, by = words[at : at + 2]
    discard = Word("DISCARD", done.start, done.end, "discard", (Sense("DISCARD"),))
    by.type, by.senses = "FILL", ()
    words[at : at + 3] = [Word("SELF", done.start, done.start, "i", (Sense("SELF"),)), discard, by]
