"""What a tile is used for: "for this I use two codes", "... and spend a crowbar on it"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.neighbours import COUNTED, kind_at, stretch_end
from rednov_bot.language.words import Sense, Word, kinds, phrases

_AND: Final = kinds("SEP SEPWORD PLUS")
BREAKS: Final = kinds(
    "SEP SEPWORD STOP PARAGRAPH COLON DASH OPENING CLOSING PLUS SELF AFTER REVERSE"
)
PURPOSES: Final = phrases(
    "for that, for it, for this, for job, for task, for purpose, for attempt, for that "
    "purpose, for this purpose, for effort, for repair, for repairs, for fight, for work, in "
    "process, in doing so, in so doing, while doing so, while at it, to that end, to this "
    "end, to do so, to do it, to do this, to do that, for help, to help, to help me, on it, "
    "on that, on this, on job, in attempt, in effort, towards it, into it, into that, into "
    "job, into attempt, on task, to it, for it all, on attempt, in that, in this, by that, "
    "for action, in action, for occasion, during that, during this, during it, along way, on "
    "fire, on them, for good measure, on this job, on that job, for this job, for that job, "
    "for this attempt, for that attempt, on this attempt, up in process, up for it, up for "
    "that, up on it, for this action, for that action, to do that with, with it, with that, "
    "to do job, on effort, on work, for this work, for that work, for fix, for fixing, for "
    "repairing, for pumping, on repair, on repairs, in repair, in repairs, for this one, in "
    "battle, in fight"
)
"""What says that a tile is the means of what is done."""
_WORKED_AT: Final = kinds("MACHINE ROOM KRAKEN FIRE WATER DOOR HATCH")
UNTOLD: Final = phrases("i, hereby, by me, also, i'm, i am, up") | {","}


def run_of_tiles(words: list[Word], at: int) -> int:
    """Where the run of tiles ends that begins here."""
    end = at + 1
    while kind_at(words, end) in _AND:
        ahead = end + 1
        while kind_at(words, ahead) in _AND:
            ahead += 1
        if kind_at(words, ahead) not in COUNTED:
            break
        end = ahead + 1
    return end


def _works_at(words: list[Word], at: int) -> bool:
    """ "... on the engine": behind tiles, the thing that is worked at with them."""
    return at + 1 < len(words) and words[at].text == "on" and words[at + 1].type in _WORKED_AT


def settle_purpose(words: list[Word], at: int) -> None:
    """ "For this I use two codes", "and spend a crowbar on it": a tile used to that end."""
    verb = words[at]
    if verb.form == "past" or (verb.can_be("USE") is None and verb.type != "USE"):
        return
    first = at + 1
    while kind_at(words, first) in ("FILL", "MORE"):
        first += 1
    if kind_at(words, first) != "ITEM":
        return
    after = run_of_tiles(words, first)
    tail = stretch_end(words, after, BREAKS)
    if after > first + 1 and _works_at(words, after):
        last = words[after - 1]  # "I use a grog and a toolbox on the engine"
        words.insert(after - 1, Word("USE", last.start, last.start, "use", (Sense("USE"),)))
        return
    said = " ".join(word.text for word in words[after:tail] if word.text not in UNTOLD)
    start = at
    while start > 0 and words[start - 1].type not in BREAKS - {"SEP", "SELF"} and at - start < 6:
        start -= 1
    lead = " ".join(word.text for word in words[start:at] if word.text not in UNTOLD)
    if said in PURPOSES:
        for blank in words[after:tail]:
            blank.type, blank.senses = "FILL", ()
    elif lead in PURPOSES:
        for blank in words[start:at]:
            if blank.type != "SELF":
                blank.type, blank.senses = "FILL", ()
    else:
        return
    verb.become(Sense("MEANS"))
    verb.senses = ()
