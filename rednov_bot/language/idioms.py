"""Turns of phrase that are settled before the verbs: labels, tables, "have it back", "pump"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.doings import ENDS, VERBS
from rednov_bot.language.words import Sense, Word

LABELS: Final = frozenset(("ONFAIL", "ORDER_BLOCK", "ORDER_SPREAD", "ORDER_DEFEND", "LABEL"))
HATCHES: Final = frozenset(("HATCH", "DOOR", "EXTERIOR"))
_AFTER_VERB: Final = frozenset(("TO", "THROUGH", "IN", "OPEN", "MEANS"))


def settle_labels(words: list[Word]) -> None:
    """Every label before a colon is told from the same words elsewhere."""
    for at, word in enumerate(words):
        if word.type == "COLON" and at:
            _settle_label(words, at)


def _settle_label(words: list[Word], at: int) -> None:
    """ "use: toolbox", "time: 4", "action: none", "blocked: 5-6"."""
    before, after = words[at - 1], words[at + 1] if at + 1 < len(words) else None
    if before.type in VERBS and not any(sense.kind in LABELS for sense in before.senses):
        words[at].type = "FILL"
    elif before.text in ("blocked", "burning", "flooded", "jammed", "on fire"):
        before.type = "STATE"
    elif after is not None and after.type == "NUM" and before.text.startswith(("time", "minutes")):
        after.type = "DUR"
    elif after is not None and after.text in ("none", "nothing", "nil") and "action" in before.text:
        after.become(Sense("NOACT"))
        after.senses = ()


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
