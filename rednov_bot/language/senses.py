"""Which of its senses a word has here: a verb is known by its object."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.words import Sense, Word, kinds

_WAY: Final = frozenset(("HATCH", "DOOR", "EXTERIOR", "PATH"))
_HEADING: Final = _WAY | {"TO", "THROUGH", "FROM", "IN", "OUT", "ROOM", "NUM", "SEA"}
_GOODS: Final = frozenset(("ITEM", "TILEWORD", "NOTHING"))

OBJECTS: Final[dict[str, frozenset[str]]] = {
    "USE": frozenset(("ITEM", "NOTHING", "PRONOUN")),
    "OPEN": _WAY | {"ROOM", "NUM", "SEA"},
    "ENTER": _WAY | {"ROOM", "NUM", "MACHINE", "SEA", "THROUGH"},
    "LEAVE": _WAY | {"THROUGH", "TO", "ROOM", "NUM"},
    "STAY": frozenset(("IN", "ROOM")),
    "UNBLOCK": _WAY,
    "EXTINGUISH": frozenset(("FIRE", "PRONOUN")),
    "PUMP": frozenset(("WATER", "ROOMWORD", "ROOM")),
    "FIX": frozenset(("MACHINE", "ROOM", "PRONOUN")),
    "HALT": frozenset(("MACHINE",)),
    "KILL": frozenset(("KRAKEN",)),
    "ATTACK": frozenset(("NAME",)),
    "TAP": frozenset(("ITEM", "BARREL")),
    "DRAW": frozenset(("TILEWORD", "NUM", "BARREL", "ROOM")),
    "GIVE": _GOODS | {"NAME", "YOU", "VAGUE"},
    "DISCARD": frozenset(("ITEM", "TILEWORD", "VAGUE")),
    "JOIN": frozenset(("CONTEST",)),
    "QUIT": frozenset(("CONTEST",)),
    "SPEND": frozenset(("DUR", "VAGUE")),
    "GO": _HEADING,
    "NOACTION": frozenset(),
    "ABANDON": frozenset(),
    "ABANDONSHIP": frozenset(),
}
"""What each doing is done to; `GO` comes last, so that "use hatch 5-8" may go through it."""
VERBS: Final = frozenset(OBJECTS)

_OBJECTS_ALL: Final = frozenset().union(*OBJECTS.values()) | {"MACHINE"}
_ENDS: Final = kinds(
    "SEP SEPWORD STOP PARAGRAPH QUERY COLON SELF ASIDE OPENING CLOSING UNREAL COND NEG PAST "
    "STATE REMARK ONFAIL AFTER USED NOACT NOTENTER"
)
_REPAIRABLE: Final = frozenset((1, 2, 4))
_LABELS: Final = frozenset(("ONFAIL", "ORDER_BLOCK", "ORDER_SPREAD", "LABEL"))
_AFTER_VERB: Final = frozenset(("TO", "THROUGH", "IN", "OPEN", "MEANS"))


def settle(words: list[Word]) -> None:
    """Every word with several senses gets the one it has here."""
    _settle_handing_over(words)
    _settle_tabular(words)
    for at, word in enumerate(words):
        if word.type == "COLON" and at:
            _settle_label(words, at)
    for at, word in enumerate(words):
        if word.type == "USED" or (word.form == "past" and word.can_be("USE")):
            after_tile = at > 0 and words[at - 1].type in ("ITEM", "COLON")
            word.become(Sense("USED" if after_tile else _otherwise(word)))
            if word.type == "USED":
                continue
        if word.text in ("pump", "pumps") and word.can_be("PUMP"):
            _settle_pump(words, at)
        elif word.text in ("it", "them", "it all") and at and _takes_pronoun(words[at - 1]):
            word.type = "PRONOUN"
        elif word.senses and word.type in VERBS:
            _settle_verb(words, at)
        elif len(word.senses) > 1 and word.type == word.senses[0].kind:
            _settle_other(words, at)


def _settle_label(words: list[Word], at: int) -> None:
    """ "use: toolbox", "time: 4", "action: none", "blocked: 5-6"."""
    before, after = words[at - 1], words[at + 1] if at + 1 < len(words) else None
    if before.type in VERBS and not any(sense.kind in _LABELS for sense in before.senses):
        words[at].type = "FILL"
    elif before.text in ("blocked", "burning", "flooded", "jammed", "on fire"):
        before.type = "STATE"
    elif after is not None and after.type == "NUM" and before.text.startswith(("time", "minutes")):
        after.type = "DUR"
    elif after is not None and after.text in ("none", "nothing", "nil") and "action" in before.text:
        after.become(Sense("NOACT"))
        after.senses = ()


def _settle_handing_over(words: list[Word]) -> None:
    """ "Here, Pip, have my diving gun": Pip is given it."""
    for at in range(2, len(words) - 1):
        name, pause, verb, tile = words[at - 2], words[at - 1], words[at], words[at + 1]
        if (name.type, pause.type, tile.type, tile.det) == (
            "NAME",
            "SEP",
            "ITEM",
            "my",
        ) and verb.text in ("have", "take"):
            verb.senses = (Sense("GIVE"),)
            verb.type = "GIVE"
            words[at - 2] = Word("FILL", name.start, name.end, name.text)
            words.insert(at + 1, name)


def _settle_tabular(words: list[Word]) -> None:
    """ "Hatch (4,5): open, pass"."""
    for at in range(2, len(words)):
        hatch, pause, verb = words[at - 2], words[at - 1], words[at]
        if (
            hatch.type == "HATCH"
            and pause.type in ("COLON", "SEP")
            and verb.text == "open"
            and (at + 1 == len(words) or words[at + 1].type in _ENDS)
        ):
            verb.type, verb.senses = "FILL", ()
            if at + 2 < len(words) and words[at + 2].text == "pass":
                words[at + 2].type, words[at + 2].senses = "ENTER", ()


def _otherwise(word: Word) -> str:
    """What "on" or "used" is where no tile stands before it."""
    return next((sense.kind for sense in word.senses if sense.kind != "USED"), "OTHER")


def _takes_pronoun(before: Word) -> bool:
    return before.type in _AFTER_VERB or any(sense.kind in VERBS for sense in before.senses)


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
    if word.text == "open" and at and words[at - 1].type == "OTHER" and objects:
        words[at - 1].type = "FILL"  # "shove open"
    verbs = [sense for sense in word.senses if sense.kind in VERBS]
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
            word.become(sense)
            return
    if others:
        word.become(others[0])
    else:
        word.type, word.form = "OTHER", verbs[0].form
        word.name = "verb"


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
        if word.type in _ENDS:
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
        if word.type in _OBJECTS_ALL or word.type == "DUR":
            found.append(word)
        elif sense := next((s for s in word.senses if s.kind in _OBJECTS_ALL), None):
            thing = Word(sense.kind, word.start, word.end, word.text)
            thing.become(sense)
            found.append(thing)
    return found


def _reaches_on(words: list[Word], at: int) -> bool:
    """A list of tiles goes on, perhaps to the one they are given to."""
    return at + 1 < len(words) and words[at + 1].type in ("ITEM", "TILEWORD")


def _settle_pump(words: list[Word], at: int) -> None:
    """ "pump" is a tile after a number or a verb of using, the oxygen pumps after "fix the"."""
    word = words[at]
    number, before = word.number, words[at - 1] if at else None
    senses = {sense.kind for sense in before.senses} if before else set()
    if before is not None and ("FIX" in senses or before.type == "FIX") and word.det == "the":
        word.type, word.number = "MACHINE", 2
    elif word.number or word.det in ("a", "an", "my") or senses & {"USE", "MEANS", "GIVE"}:
        word.become(word.can_be("ITEM") or word.senses[0])
        word.number = number
    elif word.det == "the" and senses & {"DISCARD", "GIVE"}:
        word.become(word.can_be("ITEM") or word.senses[0])
    else:
        word.become(word.can_be("PUMP") or word.senses[0])


def _settle_other(words: list[Word], at: int) -> None:
    """A label is one before a colon; a frame of several senses takes the first that fits."""
    if _is_label(words, at):
        return
    word = words[at]
    for sense in word.senses:
        if sense.kind not in _LABELS:
            if sense.kind != word.type:
                word.become(sense)
            return


def _is_label(words: list[Word], at: int) -> bool:
    """Before a colon, "block:", "escape:" and "action:" say what follows."""
    if at + 1 < len(words) and words[at + 1].type == "COLON":
        for sense in words[at].senses:
            if sense.kind in _LABELS:
                words[at].become(sense)
                return True
    return False
