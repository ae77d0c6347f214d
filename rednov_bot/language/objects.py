"""What a verb is done to: the things behind it, and whether a sense of the verb takes them."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.doings import ALL_OBJECTS, ENDS, OBJECTS, VERBS
from rednov_bot.language.words import Sense, Word

_REPAIRABLE: Final = frozenset((1, 2, 4))


def rank(sense: Sense, objects: list[Word]) -> int:
    """Giving needs a recipient; going is what is left."""
    if sense.kind == "GIVE":
        return 0 if any(thing.type in ("NAME", "YOU") for thing in objects) else 8
    if sense.kind == "DISCARD":
        return 5
    return {"GO": 9, "TAP": 4, "DRAW": 4}.get(sense.kind, 1)


def fits(sense: Sense, thing: Word, objects: list[Word]) -> bool:
    """Whether that sense of a verb takes the thing behind it."""
    if thing.type not in OBJECTS[sense.kind]:
        return False
    match sense.kind:
        case "FIX":
            return thing.type == "PRONOUN" or thing.number in _REPAIRABLE
        case "HALT":
            return thing.number == 7
        case "TAP":
            return thing.type == "BARREL" or thing.name == "grog"
        case "DRAW":
            return thing.type in ("TILEWORD", "NUM") or _is_all(thing, objects)
        case "GIVE":
            return thing.type != "VAGUE" or any(o.type in ("NAME", "YOU") for o in objects)
    return True


def _is_all(thing: Word, objects: list[Word]) -> bool:
    """ "search the stores for 3 minutes": nothing but minutes beside it."""
    return all(other is thing or other.type in ("DUR", "IN") for other in objects)


def objects_of(words: list[Word], at: int) -> list[Word]:
    """What stands after a verb as far as its clause may reach, at most ten words on."""
    found: list[Word] = []
    unknown = 0
    for ahead in range(at + 1, min(at + 11, len(words))):
        word = words[ahead]
        if word.type in ENDS:
            if not (found and word.type in ("SEP", "SEPWORD") and _reaches_on(words, ahead)):
                break
            continue
        if word.text in ("it", "them"):
            found.append(Word("PRONOUN", word.start, word.end, word.text))
            continue
        if word.type in ("OTHER", "OWNER"):
            unknown += 1
            if unknown > 3:
                break
        if word.type in VERBS and not _is_noun(word):
            if word.form != "past" or found:
                break
            continue
        if word.type in ("TO", "THROUGH", "FROM") and not _leads_somewhere(words, ahead):
            continue
        if word.type in ALL_OBJECTS or word.type == "DUR":
            found.append(word)
        elif sense := next((s for s in word.senses if s.kind in ALL_OBJECTS), None):
            thing = Word(sense.kind, word.start, word.end, word.text)
            thing.become(sense)
            found.append(thing)
    return found


def _is_noun(word: Word) -> bool:
    """Whether a word that can be a verb is a thing here: "the rest", "a pump"."""
    if word.det and any(sense.kind not in VERBS for sense in word.senses):
        return True
    return word.can_be("ITEM") is not None or word.can_be("IN") is not None


def _leads_somewhere(words: list[Word], at: int) -> bool:
    """Whether a place or a person follows the preposition, or nothing at all."""
    after = next((w for w in words[at + 1 :] if w.type not in ("FILL", "MORE", "OTHER")), None)
    if after is None or after.type in ENDS:
        return words[at].type == "THROUGH"
    return after.type in ALL_OBJECTS


def _reaches_on(words: list[Word], at: int) -> bool:
    """A list of tiles goes on, perhaps to the one they are given to."""
    return at + 1 < len(words) and words[at + 1].type in ("ITEM", "TILEWORD")
