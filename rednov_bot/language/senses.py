"""Which of its senses a word has here: a verb is known by its object."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.amounts import settle_amounts
from rednov_bot.language.antecedents import PRONOUNS, settle_antecedents
from rednov_bot.language.contingencies import settle_contingencies
from rednov_bot.language.costs import settle_costs
from rednov_bot.language.doings import VERBS
from rednov_bot.language.dropped import DISCARDS, settle_dropped
from rednov_bot.language.efforts import settle_efforts
from rednov_bot.language.flights import settle_flights
from rednov_bot.language.flourishes import settle_flourishes
from rednov_bot.language.helpings import settle_helpings
from rednov_bot.language.idioms import (
    ESCAPES,
    LABELS,
    closes_a_way,
    heads_escape,
    settle_idioms,
    settle_pump,
    takes_pronoun,
)
from rednov_bot.language.idleness import settle_idleness
from rednov_bot.language.neighbours import signs
from rednov_bot.language.nothings import settle_nothing
from rednov_bot.language.objects import fits, objects_of, rank
from rednov_bot.language.relatives import past_duly
from rednov_bot.language.results import MAKES, settle_results
from rednov_bot.language.retold import settle_retold
from rednov_bot.language.shares import settle_shares
from rednov_bot.language.tellings import settle_tellings
from rednov_bot.language.toils import settle_toils
from rednov_bot.language.trimmings import TRIMMED, settle_trimmings
from rednov_bot.language.words import Sense, Word

_DEPENDS: Final = VERBS | {"USED", "FILL", "WHO", "RETURN", "OTHER"}
"""What a word with one sense depends on its neighbours for, too."""
_USES: Final = frozenset(("use", "uses", "using"))
"""One goes through a hatch by using it, but uses no room."""
_DRAUGHTS: Final = frozenset(("gulp", "sip", "swig", "draught", "mouthful", "nip", "shot"))
_DONE_TO: Final = {
    "FIRE": "EXTINGUISH",
    "MACHINE": "FIX",
    "HATCH": "UNBLOCK",
    "DOOR": "UNBLOCK",
    "KRAKEN": "KILL",
}
"""What is done to a thing that was named, where only "it" is said of it now."""
_HITS: Final = (
    "hit",
    "kill",
    "attack",
    "slay",
    "take on",
    "tackle",
    "work on",
    "see to",
    "attend",
    "go at",
    "have at",
    "has at",
    "handle",
    "deal with",
    "goes at",
    "address",
)
"""What one may do to anything; without a fire it is none that is put out."""
_SENDS: Final = frozenset(
    (
        "slide",
        "roll",
        "shove",
        "hurl",
        "bowl",
        "post",
        "mail",
        "ship",
        "kick",
        "skim",
        "press",
        "push",
    )
)
"""What is also done to other things, so that a gift by it needs somebody who gets it."""
_USE_IT: Final = frozenset(("use it", "uses it", "using it"))
_CONDITIONS: Final = ("if ", "should ", "when ", "on ", "in ", "for ", "standing ", "only ", "but ")


def settle(words: list[Word]) -> None:
    """Every word with several senses gets the one it has here."""
    told = signs(words)
    if not told.isdisjoint(TRIMMED):
        settle_trimmings(words)
    settle_toils(words)
    settle_tellings(words)
    settle_shares(words)
    settle_nothing(words)
    if not told.isdisjoint(("TILEWORD", "BARREL", "ITEM")):
        settle_helpings(words)
    settle_idleness(words)
    settle_flourishes(words)
    if "DUR" in told:
        settle_amounts(words)
    if "DISCARD" in told or not told.isdisjoint(DISCARDS):
        settle_dropped(words)
    settle_retold(words)
    if not told.isdisjoint(PRONOUNS):
        settle_antecedents(words)
    if not told.isdisjoint(MAKES):
        settle_results(words)
    if not told.isdisjoint(("DUR", "NUM")):
        settle_efforts(words)
        settle_costs(words)
    settle_idioms(words)
    for at, word in enumerate(words):
        if len(word.senses) < 2 and word.type not in _DEPENDS:
            continue
        if word.type == "USED" or (word.form == "past" and word.can_be("USE")):
            before = past_duly(words, at)
            after_tile = at > 0 and words[before].type in ("ITEM", "COLON")
            word.become(Sense("USED" if after_tile else _otherwise(word)))
            if word.type == "USED":
                continue
        if word.text in ("pump", "pumps") and word.can_be("PUMP"):
            settle_pump(words, at)
        elif word.type == "FILL" and word.text.endswith(" to") and _names_a_place(words, at + 1):
            word.type = "TO"  # "go on to room 2"
        elif word.text == "back" and closes_a_way(words, at):
            word.type = "ENTER"
        elif word.type == "ENTER" and word.text in _USE_IT and _is_of_a_tile(words, at):
            word.type, word.senses = "USE", ()
            words.insert(at + 1, Word("PRONOUN", word.end - 2, word.end, "it"))
        elif word.text in ("it", "them", "it all") and at and takes_pronoun(words[at - 1]):
            verbal = any(sense.kind in VERBS for sense in words[at - 1].senses)
            word.type = "PRONOUN" if verbal else "FILL"
        elif word.senses and word.type in VERBS:
            _settle_verb(words, at)
        elif len(word.senses) > 1 and word.type == word.senses[0].kind:
            _settle_other(words, at)
    settle_contingencies(words)
    settle_flights(words)


def _otherwise(word: Word) -> str:
    """What "on" or "used" is where no tile stands before it."""
    return next((sense.kind for sense in word.senses if sense.kind != "USED"), "OTHER")


def _settle_verb(words: list[Word], at: int) -> None:
    """The verb takes the doing that fits its object, else one that needs none."""
    word = words[at]
    if _is_label(words, at):
        return
    if word.text in ESCAPES and heads_escape(words, at):
        word.become(Sense("ONFAIL"))
        return
    timed = at + 1 < len(words) and words[at + 1].type == "DUR"
    if timed and word.text.endswith(" for") and (draws := word.can_be("DRAW")):
        word.become(draws)  # "search for 4 minutes"
        return
    verbs = [sense for sense in word.senses if sense.kind in VERBS]
    others = [sense for sense in word.senses if sense.kind not in VERBS]
    if others and word.det:
        word.become(others[0])  # "the rest"
        return
    if word.det and all(sense.kind == "SPEND" for sense in verbs):
        word.type, word.name, word.form = "OTHER", "", ""
        return  # "the sink"
    objects = objects_of(words, at)
    if objects and objects[0].type == "PRONOUN":
        meant = _meant_before(words, at, word)
        if meant == "KRAKEN":
            objects[0].type = "KRAKEN"
        elif (sense := word.can_be(_DONE_TO.get(meant, ""))) is not None:
            word.become(sense)
            return
        elif word.text.startswith(_HITS):
            verbs = [sense for sense in verbs if sense.kind != "EXTINGUISH"]
            if not verbs:
                word.type, word.name, word.form = "OTHER", "verb", ""
                return
    if objects and objects[0].type == "ITEM" and _takes_to_use(word, objects[0]):
        word.become(Sense("USE", form=word.form))
        return
    if word.text == "open" and at and words[at - 1].type == "OTHER" and objects:
        words[at - 1].type = "FILL"  # "shove open"
    if word.text in _SENDS and not any(w.type in ("NAME", "YOU", "OWNER") for w in objects):
        verbs = [sense for sense in verbs if sense.kind != "GIVE"] or verbs
    if word.text in _USES and objects and objects[0].type in ("NUM", "ROOM", "MACHINE"):
        verbs = [sense for sense in verbs if sense.kind != "GO"] or verbs
    for thing in objects:
        fitting = [sense for sense in verbs if fits(sense, thing, objects)]
        if fitting:
            if len(fitting) > 1:
                fitting.sort(key=lambda sense: rank(sense, objects))
            word.become(fitting[0])
            return
    _settle_without_object(words, at, verbs, others)


def _settle_without_object(
    words: list[Word], at: int, verbs: list[Sense], others: list[Sense]
) -> None:
    """The verb takes a doing that needs no object, else it is no verb of the game."""
    word = words[at]
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
        word.name = "" if at and (word.det or words[at - 1].text == "of") else "verb"


def _meant_before(words: list[Word], at: int, verb: Word) -> str:
    """What "it" is in "fight it", "work on it": the last thing named that one can work at."""
    for word in reversed(words[max(at - 40, 0) : at]):
        if word.type == "PARAGRAPH":
            break
        kind = "FIRE" if word.type == "FILL" and word.can_be("FIRE") else word.type
        if word.type in ("HATCH", "DOOR") and verb.can_be("FIX"):
            continue  # one that is stuck has taken the place of its pronoun by now
        if kind in _DONE_TO and verb.can_be(_DONE_TO[kind]):
            return kind
    return ""


def _takes_to_use(verb: Word, tile: Word) -> bool:
    """ "I take my toolbox", "I take a big gulp of grog"."""
    if tile.det == "my" and verb.text.startswith(("take", "grab", "bring")):
        return True
    return verb.text.startswith(("take", "have")) and tile.text.split(" ")[0] in _DRAUGHTS


def _has_unknown_object(words: list[Word], at: int, sense: Sense) -> bool:
    """ "I rest my case", "I pass the question on", "I search my memory"."""
    after = words[at + 1].text if at + 1 < len(words) else ""
    if sense.kind == "NOACTION" and (
        after == "before" or (words[at].text.endswith("nothing") and after in ("about", "with"))
    ):
        return True  # "I do nothing about the proposals"
    if words[at].text.startswith("wait") and " " not in words[at].text:
        return at + 1 < len(words) and words[at + 1].type == "FOR"  # "waiting for Pip's turn"
    if sense.kind == "ENTER" and words[at].text in ("enter", "enters", "entering"):
        thing = words[at + 1] if at + 1 < len(words) else words[at]
        return thing.type == "OTHER" and thing.det != ""  # "enter the weekend"
    idle = sense.kind == "NOACTION" or words[at].text.startswith("search")
    if not idle or " " in words[at].text or at + 1 >= len(words):
        return False
    return words[at + 1].type in ("OTHER", "STATE")


def _is_of_a_tile(words: list[Word], at: int) -> bool:
    """Whether "it" in "use it" is a tile: one was named after the last hatch."""
    for word in reversed(words[max(at - 24, 0) : at]):
        if word.type in ("DOOR", "HATCH", "EXTERIOR", "PATH"):
            return False
        if word.type == "ITEM":
            return True
    return False


def _names_a_place(words: list[Word], at: int) -> bool:
    return at < len(words) and words[at].type in ("ROOM", "MACHINE", "NUM", "SEA")


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
