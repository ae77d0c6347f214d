"""Turns of phrase that are settled before the verbs: labels, tables, "have it back", "pump"."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from rednov_bot.language.beforehand import settle_beforehand
from rednov_bot.language.decor import settle_decor
from rednov_bot.language.doings import ENDS, VERBS
from rednov_bot.language.handling import settle_handling
from rednov_bot.language.hindsight import settle_hindsight
from rednov_bot.language.inversions import settle_inversions
from rednov_bot.language.lists import settle_lists
from rednov_bot.language.members import settle_members
from rednov_bot.language.relatives import settle_relatives
from rednov_bot.language.sayings import settle_sayings
from rednov_bot.language.subjects import settle_subjects
from rednov_bot.language.supplies import settle_supplies
from rednov_bot.language.words import Sense, Word, kinds

LABELS: Final = frozenset(("ONFAIL", "ORDER_BLOCK", "ORDER_SPREAD", "ORDER_DEFEND", "LABEL"))
HATCHES: Final = frozenset(("HATCH", "DOOR", "EXTERIOR"))
_SPREADING: Final = frozenset(("fire spreads", "fires spread", "fire spread"))
_ROOMS: Final = frozenset(("NUM", "ROOM", "MACHINE"))
_AFTER_ROOM: Final = kinds("STOP PARAGRAPH SEP SEPWORD COND DASH SLASH ARROW CLOSING PLEASE")
_MOVING: Final = frozenset(("GO", "ENTER", "LEAVE"))
ESCAPES: Final = frozenset(("escape", "retreat", "fall back"))
_ESCAPE_WAY: Final = kinds("HATCH PATH TO THROUGH NUM ROOM")
_AFTER_VERB: Final = frozenset(("TO", "THROUGH", "IN", "OPEN", "MEANS"))


def settle_idioms(words: list[Word]) -> None:
    """Every turn of phrase that a letter's kinds of words can make."""
    kinds = {word.type for word in words}
    settle_hindsight(words)
    settle_relatives(words)
    settle_supplies(words)
    if "SELF" in kinds:
        settle_inversions(words)
    settle_handling(words)
    settle_sayings(words)
    if "ITEM" in kinds:
        settle_decor(words)
        settle_subjects(words)
        settle_beforehand(words)
    if "NAME" in kinds:
        settle_handing_over(words)
    if "FROM" in kinds and "WHO" in kinds:
        settle_captain(words)
    if "LOOKUP" in kinds and "CONTEST" in kinds:
        settle_joining(words)
    if "CONTEST" in kinds:
        settle_members(words)
        settle_contest(words)
    if "UNREAL" in kinds:
        settle_going_to(words)
    settle_pumps_to_fix(words)
    if "STATE" in kinds:
        settle_spreading(words)
    if "COND" in kinds:
        settle_once(words)
    if "HATCH" in kinds:
        settle_tabular(words)
    if not kinds.isdisjoint(HATCHES):
        settle_at_hatches(words)
    if "COLON" in kinds:
        settle_lists(words)
        settle_labels(words)


def settle_going_to(words: list[Word]) -> None:
    """ "Going to room 2" is a way, "going to pump" a plan."""
    for going, word in pairwise(words):
        if going.text == "going to" and word.type in ("ROOM", "NUM", "MACHINE", "SEA", "HATCH"):
            going.type, going.form, going.senses = "GO", "ing", ()


def settle_pumps_to_fix(words: list[Word]) -> None:
    """ "Repair the pumps": the oxygen pumps, whichever else are called so."""
    for before, word in pairwise(words):
        if word.text not in ("pump", "pumps"):
            continue
        called_so = word.text == "pumps" or word.det == "the"
        placed = word.text == "pumps" and before.type in ("TO", "FROM") and word.det == "the"
        mends = before.can_be("FIX") is not None and before.can_be("GIVE") is None
        if called_so and not word.number and (mends or placed):
            word.type, word.number, word.senses, word.name = "MACHINE", 2, (), ""


def settle_contest(words: list[Word]) -> None:
    """ "In Red November", "aboard the Red November": where all of this happens, no place in it."""
    for thing, of, word in zip(words, words[1:], words[2:], strict=False):
        if word.type == "CONTEST" and of.text == "of" and thing.type == "TILEWORD":
            thing.type, thing.senses = "HEADING", ()  # "two items of Red November business"
    for before, word in pairwise(words):
        if word.type == "CONTEST" and before.type in ("IN", "FOR", "TO", "OUT", "BETWEEN"):
            before.type, before.senses = "FILL", ()
        elif (
            word.type == "CONTEST"
            and before.type == "ENTER"
            and before.text.endswith((" in", " at", " aboard"))
        ):
            before.type, before.senses = "HEADING", ()  # "my move in Red November"


def settle_labels(words: list[Word]) -> None:
    """Every label before a colon is told from the same words elsewhere."""
    for at, word in enumerate(words):
        if word.type == "COLON" and at:
            _settle_label(words, at)


def _settle_label(words: list[Word], at: int) -> None:
    """ "use: toolbox", "time: 4", "action: none", "blocked: 5-6"."""
    before, after = words[at - 1], words[at + 1] if at + 1 < len(words) else None
    if before.text in ("sorry", "apologies", "oops"):
        before.type, before.senses, words[at].type = "FILL", (), "SEP"
        return
    if after is not None and after.type == "SELF" and before.type not in _MOVING:
        return
    by = at - 1
    while by > max(at - 7, 0) and (_is_by_the_way(words[by])):
        by -= 1
    if words[by].form == "past" and (drops := words[by].can_be("DISCARD")) is not None:
        words[by].become(drops)
        words[by].form, words[by].senses = "", ()
        mine = any(word.text == "me" for word in words[by + 1 : at])
        for word in words[by + 1 : at + 1]:
            word.type, word.senses = "FILL", ()  # "Discarded by me: ..."
        if mine:
            words.insert(by, Word("SELF", words[by].start, words[by].start, "i"))
    elif before.type in VERBS and not any(sense.kind in LABELS for sense in before.senses):
        if before.type not in _MOVING or not _begins_steps(words, at + 1):
            words[at].type = "FILL"
    elif before.text in ("blocked", "burning", "flooded", "jammed", "on fire"):
        before.type = "STATE"
    elif after is not None and after.type == "NUM" and before.text.startswith(("time", "minutes")):
        after.type = "DUR"
    elif after is not None and after.text in ("none", "nothing", "nil") and "action" in before.text:
        after.become(Sense("NOACT"))
        after.senses = ()


def _is_by_the_way(word: Word) -> bool:
    """What stands between "discarded" and its colon: "by me, down to four"."""
    return word.type in ("FILL", "THROUGH", "SEP", "TO", "NUM") or word.text == "me"


def _begins_steps(words: list[Word], at: int) -> bool:
    """Whether what a colon leads to begins with steps of its own: "I go out: I open 7-5"."""
    first = next((w for w in words[at:] if w.type not in ("STOP", "DASH", "FILL")), None)
    return first is not None and (first.type == "SELF" or first.can_be("OPEN") is not None)


def settle_handing_over(words: list[Word]) -> None:
    """ "Here, Pip, have my diving gun": Pip is given it."""
    for at in range(2, len(words) - 1):
        if words[at].text not in ("have", "take"):
            continue
        name, pause, verb, tile = words[at - 2], words[at - 1], words[at], words[at + 1]
        if (name.type, pause.type, tile.type, tile.det) == (
            "NAME",
            "SEP",
            "ITEM",
            "my",
        ):
            verb.senses = (Sense("GIVE"),)
            verb.type = "GIVE"
            words[at - 2] = Word("FILL", name.start, name.end, name.text)
            words.insert(at + 1, name)


def settle_tabular(words: list[Word]) -> None:
    """ "Hatch (4,5): open, pass"."""
    for at in range(2, len(words)):
        hatch, pause, verb = words[at - 2], words[at - 1], words[at]
        if (
            hatch.type == "HATCH"
            and pause.type in ("COLON", "SEP")
            and verb.text == "open"
            and (at + 1 == len(words) or words[at + 1].type in ENDS)
        ):
            verb.type, verb.senses = "FILL", ()
            if at + 2 < len(words) and words[at + 2].text == "pass":
                words[at + 2].type, words[at + 2].senses = "ENTER", ()


def settle_pump(words: list[Word], at: int) -> None:
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


def settle_once(words: list[Word]) -> None:
    """ "Gran once mended a boiler", "it was white once": a time long ago, no condition."""
    for at, word in enumerate(words):
        if word.text != "once" or word.type != "COND":
            continue
        before = words[at - 1].type if at else "STOP"
        after = words[at + 1] if at + 1 < len(words) else None
        ends = after is None or after.type in ENDS
        told = after is not None and not after.det and (
            after.type in ("OTHER", "PAST") or after.form == "past"
        )  # fmt: skip
        if before not in _AFTER_ROOM | {"COLON", "OPENING", "QUERY"} and (ends or told):
            word.type, word.senses = "FILL", ()


def settle_at_hatches(words: list[Word]) -> None:
    """ "A crowbar on the hatch" is unblocking; "out of the hatch" goes through it."""
    for at in range(1, len(words) - 1):
        before, word = words[at - 1], words[at]
        if words[at + 1].type not in HATCHES:
            continue
        if before.name == "crowbar" and word.text in ("on", "against", "at"):
            word.type, word.senses = "UNBLOCK", ()
        elif before.type == "OUT" and word.text == "of":
            before.type, before.senses = "THROUGH", ()


def settle_captain(words: list[Word]) -> None:
    """ "Two grogs from the captain" come from eir barrel."""
    for before, word in pairwise(words):
        if before.type == "FROM" and word.text == "captain":
            word.become(Sense("BARREL"))
            word.senses = ()


def settle_joining(words: list[Word]) -> None:
    """ "I join the contest Red November": the contest is named, so nothing is looked up."""
    for verb, name in pairwise(words):
        if verb.type == "LOOKUP" and name.type == "CONTEST" and verb.text.startswith("join"):
            verb.become(Sense("JOIN"))
            verb.senses = ()


def settle_spreading(words: list[Word]) -> None:
    """ "Fire spreads 9, else 7": rooms right behind it make it an order, with no colon too."""
    for at, word in enumerate(words[:-1]):
        if word.type != "STATE" or word.text not in _SPREADING:
            continue
        after = words[at + 2].type if at + 2 < len(words) else "STOP"
        if words[at + 1].type in _ROOMS and after in _AFTER_ROOM:
            word.become(Sense("ORDER_SPREAD"))
            word.senses = ()


def heads_escape(words: list[Word], at: int) -> bool:
    """ "Escape 5-6" in a sentence of its own behind the fire that is fought (§13)."""
    if at + 1 == len(words) or not at:
        return False
    before = words[at - 2 : at - 1] if words[at - 1].type == "DASH" else words[at - 1 : at]
    pauses = ("STOP", "PARAGRAPH", "OPENING", "SEP" if words[at].text == "escape" else "STOP")
    if not before or before[0].type not in pauses:
        return False
    if words[at + 1].type not in _ESCAPE_WAY:
        return False
    return any(word.type == "EXTINGUISH" for word in words[:at])


def takes_pronoun(before: Word) -> bool:
    """Whether "it" after this word is a thing, not somebody who acts."""
    if before.text in ("on", "at", "of", "for", "from", "about", "with"):
        return True
    return before.type in _AFTER_VERB or any(sense.kind in VERBS for sense in before.senses)


def closes_a_way(words: list[Word], at: int) -> bool:
    """ "8-5, back": the hatch is passed."""
    if at + 1 < len(words) and words[at + 1].type not in ENDS:
        return False
    before = next(
        (w for w in reversed(words[:at]) if w.type not in ("SEP", "SEPWORD", "FILL")), None
    )
    return before is not None and before.type == "HATCH"
