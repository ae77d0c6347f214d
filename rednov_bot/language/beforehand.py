"""Tiles that are used before what was told already: "before going in I drink a grog"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.neighbours import kind_at, place_of
from rednov_bot.language.words import Sense, Word, kinds

_BEGINS: Final = kinds("STOP PARAGRAPH SEP SEPWORD COLON CLOSING DASH OPENING")
_ENDS: Final = kinds("STOP PARAGRAPH QUERY COLON OPENING CLOSING ASIDE DASH")
_PAUSES: Final = kinds("SEP SEPWORD")
_OF_USES: Final = kinds("SELF ITEM FILL MEANS MORE SEPWORD SEP BOTH USED USE NOW")
_MOVES: Final = kinds("OPEN GO ENTER LEAVE")
_WAY: Final = kinds("HATCH NUM ROOM MACHINE DOOR SEA EXTERIOR IN OUT TO THROUGH FILL ROOMWORD WHO")
_PLACES: Final = kinds("NUM ROOM MACHINE SEA")
_WORKS: Final = kinds("EXTINGUISH PUMP FIX HALT KILL UNBLOCK")
_PRIOR: Final = frozenset(["before", "prior to", "ahead of"])
_STARTS: Final = kinds("start starting begin beginning acting act action work working fight that")
_STARTS_ON: Final = _STARTS | kinds("the on to doing all of it fighting fixing pumping this so")


def settle_beforehand(words: list[Word]) -> None:
    """Every "before ..." that only says where tiles are used becomes one word that says so."""
    for at, word in enumerate(words):
        if word.text in _PRIOR and at > 1 and _is_use(words[at - 1]):
            _used_before(words, at)
        elif word.text.removeprefix("but ") == "before" and (
            not at or words[at - 1].type in _BEGINS or words[at - 1].type == "FILL"
        ):
            _before(words, at)
        elif word.type == "REVERSE":
            _reverse(words, at)


def _is_use(word: Word) -> bool:
    """ "Used", "drunk", "to be used"."""
    return word.type == "USED" or any(
        sense.kind == "USE" and sense.form == "past" for sense in word.senses
    )


def _used_before(words: list[Word], at: int) -> None:
    """ "Extinguisher used before entering 7"."""
    tile = at - 1
    while tile and words[tile].type in ("USED", "USE", "OPENING", "FILL", "SEP", "DASH", "STATE"):
        tile -= 1
    end, name, room = at + 1, "", 0
    while end < len(words) and words[end].type not in (*_ENDS, *_PAUSES, "CLOSING"):
        word = words[end]
        if word.type in (*_MOVES, "DOOR", "HATCH", "EXTERIOR") and not name:
            name = "hatch"
        elif (word.type in _WORKS or word.text in _STARTS) and not name:
            name = "action"
        if word.type in _PLACES:
            room = place_of(word) or 0
        elif word.type == "HATCH":
            room = word.places[-1]
        elif word.type not in _WAY and word.text not in _STARTS_ON and word.type not in _MOVES:
            return
        end += 1
    if words[tile].type != "ITEM" or not name:
        return
    end += kind_at(words, end) == "CLOSING" and any(w.type == "OPENING" for w in words[tile:at])
    first, last = words[tile].start, words[end - 1].end
    mark = Word("BEFOREHAND", first, first, "before", name=name, number=room)
    words[tile:end] = [
        Word("SEP", first, first, ","),
        mark,
        words[tile],
        Word("SEP", last, last, ","),
    ]


def _before(words: list[Word], at: int) -> None:
    """ "Before entering 8, I drink a grog"."""
    end, room, name = at + 1, 0, ""
    while kind_at(words, end) in ("SELF", "FILL"):
        end += 1
    if end >= len(words):
        return
    head = words[end]
    senses = {sense.kind for sense in head.senses} or {head.type}
    if head.form != "past" and not senses.isdisjoint(_MOVES):
        name = "hatch"
    elif head.text in _STARTS or (head.form != "past" and not senses.isdisjoint(_WORKS)):
        name = "action"
    else:
        return
    end += 1
    while end < len(words) and not _goes_on(words[end]):
        word = words[end]
        if name == "hatch" and word.type not in _WAY and word.text != "it":
            return
        if name == "action" and word.text not in _STARTS_ON and word.type not in (
            "FIRE", "MACHINE", "KRAKEN", "WATER", "FILL", "WHO", "DOOR"
        ):  # fmt: skip
            return
        if word.type in _PLACES:
            room = place_of(word) or 0
        elif word.type == "HATCH":
            room = word.places[-1]
        end += 1
    last = _last_of_uses(words, end)
    if last is None:
        return
    end += kind_at(words, end) == "SEP"
    mark = Word("BEFOREHAND", words[at].start, words[end - 1].end, "before", name=name, number=room)
    words[at:end] = [mark]
    _repeat(words, at, mark)


def _goes_on(word: Word) -> bool:
    """Whether what is done beforehand begins here."""
    return word.type in ("SEP", "SELF", *_ENDS) or (
        word.can_be("USE") is not None and word.form in ("", "s") and word.type != "GO"
    )


def _last_of_uses(words: list[Word], at: int) -> int | None:
    """Where a sentence ends that from *at* on tells of tiles used, and of nothing else."""
    tiles = False
    while at < len(words) and words[at].type not in _ENDS:
        word = words[at]
        if word.type not in _OF_USES and word.can_be("USE") is None:
            return None
        tiles = tiles or word.type == "ITEM"
        at += 1
    return at if tiles else None


def _repeat(words: list[Word], at: int, mark: Word) -> None:
    """What is said of the first tile is said of those behind it in the sentence, too."""
    at += 1
    while at < len(words) and words[at].type not in _ENDS:
        if words[at].type in _PAUSES and kind_at(words, at + 1) not in ("", *_PAUSES, *_ENDS):
            there = words[at].end
            words.insert(at + 1, Word("BEFOREHAND", there, there, "", (), mark.name, mark.number))
            at += 1
        at += 1


def _reverse(words: list[Word], at: int) -> None:
    """ "... , grog beforehand": only a tile is told in the same breath."""
    first, last = at, at + 1
    while first and words[first - 1].type not in (*_ENDS, *_PAUSES):
        first -= 1
    if kind_at(words, last) == "SEP" and first == at:
        last += 1
    while last < len(words) and words[last].type not in (*_ENDS, *_PAUSES):
        last += 1
    rest = words[first:at] + words[at + 1 : last]
    if not any(word.type == "ITEM" for word in rest):
        return
    if all(word.type in _OF_USES or word.can_be("USE") is not None for word in rest):
        if kind_at(words, at + 1) == "SEP" and first == at:
            del words[at + 1]
        words[at].become(Sense("BEFOREHAND", name="that"))
        words[at].senses = ()
