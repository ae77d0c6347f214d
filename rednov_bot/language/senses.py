"""Which of its senses a word has here: a verb is known by its object."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.doings import ALL_OBJECTS, ENDS, OBJECTS, VERBS
from rednov_bot.language.idioms import (
    LABELS,
    closes_a_way,
    settle_at_hatches,
    settle_handing_over,
    settle_label,
    settle_pump,
    settle_tabular,
    takes_pronoun,
)
from rednov_bot.language.words import Sense, Word

_REPAIRABLE: Final = frozenset((1, 2, 4))
_USES: Final = frozenset(("use", "uses", "using"))
"""One goes through a hatch by using it, but uses no room."""
_DRAUGHTS: Final = frozenset(("gulp", "sip", "swig", "draught", "mouthful", "nip", "shot"))
_CONDITIONS: Final = ("if ", "should ", "when ", "on ", "in ", "for ", "standing ", "only ", "but ")


def settle(words: list[Word]) -> None:
    """Every word with several senses gets the one it has here."""
    settle_handing_over(words)
    settle_tabular(words)
    settle_at_hatches(words)
    for at, word in enumerate(words):
        if word.type == "COLON" and at:
            settle_label(words, at)
    for at, word in enumerate(words):
        if word.type == "USED" or (word.form == "past" and word.can_be("USE")):
            after_tile = at > 0 and words[at - 1].type in ("ITEM", "COLON")
            word.become(Sense("USED" if after_tile else _otherwise(word)))
            if word.type == "USED":
                continue
        if word.text in ("pump", "pumps") and word.can_be("PUMP"):
            settle_pump(words, at)
        elif word.type == "FILL" and word.text.endswith(" to") and _names_a_place(words, at + 1):
            word.type = "TO"  # "go on to room 2"
        elif word.text == "back" and closes_a_way(words, at):
            word.type = "ENTER"
        elif word.text in ("it", "them", "it all") and at and takes_pronoun(words[at - 1]):
            verbal = any(sense.kind in VERBS for sense in words[at - 1].senses)
            word.type = "PRONOUN" if verbal else "FILL"
        elif word.senses and word.type in VERBS:
            _settle_verb(words, at)
        elif len(word.senses) > 1 and word.type == word.senses[0].kind:
            _settle_other(words, at)


def _otherwise(word: Word) -> str:
    """What "on" or "used" is where no tile stands before it."""
    return next((sense.kind for sense in word.senses if sense.kind != "USED"), "OTHER")


def _settle_verb(words: list[Word], at: int) -> None:
    """The verb takes the doing that fits its object, else one that needs none."""
    word = words[at]
    if _is_label(words, at):
        return
    noun = next((s for s in word.senses if s.kind not in VERBS), None)
    if noun is not None and word.det:
        word.become(noun)  # "the rest"
        return
    objects = _objects(words, at)
    if (
        word.text.startswith(("take", "grab", "bring"))
        and objects
        and objects[0].det == "my"
        and objects[0].type == "ITEM"
    ):
        word.become(Sense("USE", form=word.form))  # "I take my toolbox"
        return
    if (
        word.text.startswith(("take", "have"))
        and objects
        and objects[0].type == "ITEM"
        and objects[0].text.split(" ")[0] in _DRAUGHTS
    ):
        word.become(Sense("USE", form=word.form))  # "I take a big gulp of grog"
        return
    if word.text == "open" and at and words[at - 1].type == "OTHER" and objects:
        words[at - 1].type = "FILL"  # "shove open"
    verbs = [sense for sense in word.senses if sense.kind in VERBS]
    if word.text in _USES and objects and objects[0].type in ("NUM", "ROOM", "MACHINE"):
        verbs = [sense for sense in verbs if sense.kind != "GO"] or verbs
    others = [sense for sense in word.senses if sense.kind not in VERBS]
    for thing in objects:
        fitting = [sense for sense in verbs if _fits(sense, thing, objects)]
        if fitting:
            word.become(min(fitting, key=lambda sense: _rank(sense, objects)))
            return
    if any(sense.kind == "FIX" for sense in verbs) and at and words[at - 1].type == "MACHINE":
        word.become(next(sense for sense in verbs if sense.kind == "FIX"))  # "engine repair"
        return
    for sense in verbs:
        if sense.alone and sense.kind != "GO":
            if _has_unknown_object(words, at, sense):
                word.type, word.name = "OTHER", "verb"
            else:
                word.become(sense)
            return
    if others:
        word.become(others[0])
    else:
        word.type, word.form = "OTHER", verbs[0].form
        word.name = "verb"


def _has_unknown_object(words: list[Word], at: int, sense: Sense) -> bool:
    """ "I rest my case", "I pass the question on"."""
    if sense.kind != "NOACTION" or " " in words[at].text or at + 1 >= len(words):
        return False
    return words[at + 1].type in ("OTHER", "STATE")


def _names_a_place(words: list[Word], at: int) -> bool:
    return at < len(words) and words[at].type in ("ROOM", "MACHINE", "NUM", "SEA")


def _rank(sense: Sense, objects: list[Word]) -> int:
    """Giving needs a recipient; going is what is left."""
    if sense.kind == "GIVE":
        return 0 if any(thing.type in ("NAME", "YOU") for thing in objects) else 8
    if sense.kind == "DISCARD":
        return 5
    return {"GO": 9, "TAP": 4, "DRAW": 4}.get(sense.kind, 1)


def _fits(sense: Sense, thing: Word, objects: list[Word]) -> bool:
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
            return thing.type in ("TILEWORD", "NUM") or len(objects) == 1
        case "GIVE":
            return thing.type != "VAGUE" or any(o.type in ("NAME", "YOU") for o in objects)
    return True


def _objects(words: list[Word], at: int) -> list[Word]:
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
        noun = word.det and any(sense.kind not in VERBS for sense in word.senses)
        if word.type in VERBS and not (noun or word.can_be("ITEM") or word.can_be("IN")):
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


def _leads_somewhere(words: list[Word], at: int) -> bool:
    """Whether a place or a person follows the preposition, or nothing at all."""
    after = next((w for w in words[at + 1 :] if w.type not in ("FILL", "MORE", "OTHER")), None)
    if after is None or after.type in ENDS:
        return words[at].type == "THROUGH"
    return after.type in ALL_OBJECTS


def _reaches_on(words: list[Word], at: int) -> bool:
    """A list of tiles goes on, perhaps to the one they are given to."""
    return at + 1 < len(words) and words[at + 1].type in ("ITEM", "TILEWORD")


def _settle_other(words: list[Word], at: int) -> None:
    """A label is one before a colon; a frame of several senses takes the first that fits."""
    if _is_label(words, at):
        return
    word = words[at]
    for sense in word.senses:
        if sense.kind not in LABELS or word.text.startswith(_CONDITIONS):
            if sense.kind != word.type:
                word.become(sense)
            return


def _is_label(words: list[Word], at: int) -> bool:
    """Before a colon, "block:", "escape:" and "action:" say what follows."""
    if at + 1 < len(words) and words[at + 1].type == "COLON":
        for sense in words[at].senses:
            if sense.kind in LABELS:
                words[at].become(sense)
                return True
    return False
