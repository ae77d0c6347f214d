"""Verbs that say their doing behind the thing: "get the engine going", "throw the hatch open"."""

from __future__ import annotations

from typing import Final

from rednov_bot.games.red_november.reader.verbs import forms
from rednov_bot.language.words import Word, kinds, phrases

MAKES: Final = frozenset(
    form
    for verb in ("get", "make", "bring", "put", "set", "keep", "have", "call", "turn", "shut",
                 "switch", "help", "work", "patch", "pull", "push", "throw", "swing", "crack",
                 "pry", "prise", "force", "kick", "slide", "shove", "heave", "fling", "wrench",
                 "yank", "ease", "drag", "haul", "roll", "wind", "lever", "tug", "beat", "stamp")
    for form, kind in forms(verb).items()
    if kind != "past" or verb in ("put", "set")
)  # fmt: skip
_OPENS: Final = frozenset(("open", "wide open", "ajar"))
_FREED: Final = phrases(
    "unstuck, unblocked, unjammed, free, clear, loose, freed, cleared, working, moving, open "
    "again, work again, working again, moving again, turning again, to move, to work"
)
_WORKS: Final = phrases(
    "going, running, working, turning, humming, going again, running again, working again, turning "
    "again, back in order, up and running, cooled down, cooler, down, under control, back to work, "
    "in order, back online, in shape, back in shape, fixed, repaired, mended, sorted, sorted out, "
    "seen to, patched up, along, together, back together, to work, to run, work again, run again, "
    "work, run, to rights, into shape, to behave, back to life, cool, cooled, temperature down"
)
_OFF: Final = phrases(
    "off, down, stopped, halted, disarmed, aborted, from launching, under control"
)
_STOPPED: Final = frozenset(("off", "on"))
"""Nobody repairs what e only switches off or on."""
_DOUSED: Final = phrases("out, under control, down, doused, extinguished, quenched, beaten")
_DRAINED: Final = phrases("out, out of here, out of there, down, pumped out, gone, drained, away")
_DRY: Final = phrases("dry, pumped out, pumped dry, drained")
_RESULTS: Final = {
    "MACHINE": ("FIX", _WORKS),
    "FIRE": ("EXTINGUISH", _DOUSED),
    "WATER": ("PUMP", _DRAINED),
    "ROOMWORD": ("PUMP", _DRY),
}
_ENDS: Final = kinds("STOP PARAGRAPH QUERY SEP SEPWORD COLON OPENING CLOSING DUR NOTENTER MEANS")


def settle_results(words: list[Word]) -> None:
    """Every such verb becomes the one that is meant; the result behind the thing is left out."""
    for at, word in enumerate(words):
        if word.text in MAKES and word.form != "past":
            _settle(words, at)


def _settle(words: list[Word], at: int) -> None:
    first = at + 1
    while first < len(words) and words[first].type == "FILL":
        first += 1
    if first >= len(words):
        return
    thing = words[first]
    last = first
    if thing.type == "DOOR" and first + 2 < len(words) and words[first + 1].type == "TO":
        last = first + 2
    end = last + 1
    while end < len(words) and words[end].type not in _ENDS and end - last < 8:
        end += 1
    said = " ".join(w.text for w in words[last + 1 : end])
    if thing.type == "MACHINE" and thing.number != 7 and said in _STOPPED:
        words[at].type, words[at].senses, words[at].name = "OTHER", (), "verb"
    elif kind := _meant(thing, said):
        words[at].type, words[at].senses, words[at].name = kind, (), ""
        for word in words[last + 1 : end]:
            word.type, word.senses = "FILL", ()


def _meant(thing: Word, said: str) -> str:
    """The doing that a thing and what becomes of it tell."""
    if thing.type in ("DOOR", "HATCH"):
        return "OPEN" if said in _OPENS else "UNBLOCK" if said in _FREED else ""
    if thing.type == "MACHINE" and thing.number == 7:
        return "HALT" if said in _OFF else ""
    kind, known = _RESULTS.get(thing.type, ("", frozenset[str]()))
    return kind if said in known else ""
