"""What becomes of a thing worked at: "get the engine fixed", "stop the missiles from launching"."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rednov_bot.games.red_november.reader.verbs import Form, forms
from rednov_bot.language.neighbours import stretch_end
from rednov_bot.language.words import Word, kinds, phrases
from rednov_bot.language.works import BREAKS, MOST, become, blank, doing, said

_FOLLOWS: Final = kinds("DUR FOR MEANS SELF")
_DEALT: Final = phrases("sorted, sorted out, seen to, dealt with, under control")
_MENDED: Final = _DEALT | phrases(
    "fixed, repaired, mended, patched up, running, running again, going, going again, working, "
    "working again, work again, go again, run again, pump again, pumping again, pumping, to work, "
    "to work again, to run, to run again, to go again, back on its feet, back on feet, back in "
    "shape, back into shape, back together, back together again, back online, back to life, back "
    "under control, back in order, in order, back in action, back in working order, back into "
    "working order, in working order, into working order, to rights, right, right again, good, "
    "good as new, as good as new, up and running, up and running again, up to scratch, ship "
    "shape, into shape, to health, back to health, working properly, serviceable, serviceable "
    "again, functional, functional again, operational, operational again, to order, to working "
    "order, back to normal, back to work, humming, humming again, humming along, turning, turning "
    "again, ticking over, purring, purring again, stable, stabilised, stabilized, cooled, cooled "
    "down, calm, from melting, from melting down, from blowing up, from overheating, from "
    "exploding, from going up, from failing, flowing, flowing again"
)
_RESULTS: Final = {
    "FIX": _MENDED,
    "EXTINGUISH": _DEALT | phrases("out, put out, extinguished, doused, quenched, down, killed"),
    "PUMP": _DEALT
    | phrases("out, pumped out, drained, down, away, dried up, mopped up, drained off"),
    "KILL": _DEALT | phrases("killed, slain, dead, to death, finished, finished off, out of way"),
    "UNBLOCK": _MENDED
    | phrases(
        "unblocked, unjammed, unstuck, free, clear, cleared, freed, passable, passable again, "
        "usable, usable again, unstuck again, loose, moving again"
    ),
    "HALT": _DEALT
    | phrases(
        "to end, to an end, stopped, aborted, halted, cancelled, canceled, deactivated, disarmed, "
        "defused, disabled, safe, harmless, to stop, to halt, from launching, from being "
        "launched, from flying, from going off, from leaving, in their tubes, in its tube, in "
        "their silos, in tubes, in silos, called off, shut down, switched off, turned off, "
        "neutralised, neutralized"
    ),
}
_GIVEN: Final = phrases(
    "what for, what it deserves, lesson, good hiding, good thrashing, good kicking, thrashing, "
    "hiding, kicking, going over, good going over, fixing, good fixing, repair, good repair, "
    "thorough repair, overhaul, good overhaul, thorough overhaul, service, good service, once "
    "over, good once over, seeing to, good seeing to, attention, full attention, undivided "
    "attention, tune up, some attention, care, some care, good working over, working over, "
    "battle, good fight, fight, what fight e has, no quarter, good clean, tender loving care, "
    "tlc, some tlc, some tender loving care, who is boss, who's boss"
)
_GIVES: Final = kinds(
    "give gives giving lend lends lending show shows showing teach teaches teaching"
)
_TAILS: Final = tuple(
    tuple(tail.split())
    for tail in phrases(
        "from being launched, being launched, from launching, launching, from flying, from going "
        "off, in their tubes, in their silos, in its tube, in its silo, in tubes, in silos, from "
        "leaving, from melting, from melting down, from blowing up, from overheating, from "
        "exploding, from going up, from failing, in battle, in combat, in single combat, in "
        "mortal combat, as best i can, best i can, for all i'm worth, for all i am worth, for "
        "dear life, as fast as i can, with all might, like madman, as well as i can, as hard as i "
        "can, with all i have, with all i've got, some more, bit more, little more, back into "
        "sea, into sea, back to sea, to sea, overboard, back where it came from, back where it "
        "belongs, from room, from this room, from compartment, from floor, from deck, from here, "
        "out of room, out of here, out of there, out of this room"
    )
)
_MAKES: Final = kinds(
    "get have see make bring put keep set knock whip bash hammer coax nurse help cobble stick "
    "render restore return beat kick batter talk turn whack tinker bully"
)


@lru_cache(maxsize=1)
def makers() -> dict[str, Form]:
    """The verbs of making and giving, in all their forms."""
    spelt: dict[str, Form] = {"has": "s"}
    for verb in _MAKES:
        spelt.update({one: form for one, form in forms(verb).items() if form != "past"})
    return spelt | dict.fromkeys(_GIVES, "")


def makes(words: list[Word], at: int, thing: int) -> bool:
    """ "Get the engine fixed", "make the hatch to 7 passable again"."""
    made = said(words[at:thing], quiet=True)
    if made not in makers():
        return False
    results = _GIVEN if made in _GIVES else _RESULTS[doing(words[thing])]
    form = makers()[made]
    behind = thing + 1
    if words[thing].type == "DOOR" and [w.type for w in words[behind : behind + 1]] == ["TO"]:
        behind += 2
    end = stretch_end(words, behind, BREAKS - {"SEPWORD"} | {"DUR", "SELF"})
    for cut in range(end, behind, -1):
        if cut < len(words) and words[cut].type not in BREAKS | _FOLLOWS:
            continue
        if said(words[behind:cut]) in results:
            for word in words[behind:cut]:
                blank(word)
            become(words, at, thing, doing(words[thing]), form)
            return True
    return False


def trim(words: list[Word], thing: int) -> None:
    """ "Stop the missiles from being launched", "... as best I can": the rest is blanked."""
    texts: list[str] = []
    ends: list[int] = []
    for at in range(thing + 1, min(thing + MOST, len(words))):
        for text in words[at].text.split(" "):
            texts.append(text)
            ends.append(at)
    for tail in _TAILS:
        if tuple(texts[: len(tail)]) == tail:
            last = ends[len(tail) - 1]
            whole = len(tail) == len(ends) or ends[len(tail)] != last
            follows = words[last + 1].type if last + 1 < len(words) else "STOP"
            if whole and follows in BREAKS | {"DUR", "MEANS", "FOR"}:
                for word in words[thing + 1 : last + 1]:
                    blank(word)
                return
