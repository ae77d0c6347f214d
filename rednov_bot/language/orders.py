"""Standing orders: hatches and rooms as they are preferred, and whether e defends (rules 7.1)."""

from __future__ import annotations

from typing import Final

from rednov_bot.engine.words import SEA, Hatch, Place, hatch
from rednov_bot.language.doubts import Doubt
from rednov_bot.language.heard import Heard
from rednov_bot.language.names import as_place
from rednov_bot.language.segments import Segment
from rednov_bot.language.words import Word, kinds

_PLAIN: Final = kinds(
    "FILL SELF HATCH PATH NUM ROOM ROOMWORD MACHINE DOOR BETWEEN AND TO IN FROM FOR THROUGH MORE "
    "HEADING LABEL NOW PLEASE YOURCHOICE SEA THEREUPON BOTH CONTEST"
)
_WISHES: Final = frozenset(
    [
        *("choose", "chose", "pick", "prefer", "preferably", "rather", "i'd", "let", "let it"),
        *("would", "should", "shall", "will", "i'll", "may", "must", "be", "is", "are", "were"),
        *("it", "take", "go", "goes", "have", "want", "preference", "select", "block", "spread"),
        *("else", "otherwise", "if possible", "favour", "favor", "name", "better", "like"),
        *("prefers", "over", "rather than", "than", "before", "sooner", "instead of"),
        *("suggest", "better be", "had better", "best", "ideally", "spreads", "burn", "burns"),
        *(
            "comes",
            "come",
            "second",
            "third",
            "next",
            "that",
            "one",
            "ones",
            "order",
            "choice",
            "possible",
            "me",
            "please",
            "can",
            "might",
        ),
    ]
)
"""How a preference is worded; what else a word may be is no matter in an order."""


_FIRM: Final = frozenset(("will", "i'll", "shall", "won't"))


def hear(segment: Segment, heard: Heard) -> Doubt | None:
    """What a segment of an order adds; a doubt where it says more than places."""
    if segment.belongs == "defend":
        return _defend(segment, heard)
    places = segment.has("HATCH", "PATH", "NUM", "ROOM", "MACHINE", "VAGUE", "ROOMWORD")
    if _condition(segment, heard):
        return None
    said = [word.type for word in segment.content]
    flees = said[:1] == ["SELF"] and said[1:2] in (["GO"], ["ENTER"], ["LEAVE"])
    if flees and segment.belongs == "spread":
        return Doubt(segment.start, segment.end, "Is this part of your standing order?")
    odd = next((w for w in segment.words if not _plain(w)), None)
    if odd is not None and (places or odd.det or segment.doing or "COND" in segment.kinds):
        return Doubt(segment.start, segment.end, "Is this part of your standing order?")
    if segment.belongs == "block":
        return _block(segment, heard)
    named = rooms(segment)
    heard.spread += named
    heard.ordered += len(named)
    return None


def _plain(word: Word) -> bool:
    return word.type in _PLAIN or word.text in _WISHES


def _condition(segment: Segment, heard: Heard) -> bool:
    """ "if it is room 9": remembered until the hatch it is about is named."""
    if segment.belongs != "block" or "COND" not in segment.kinds or "ROOM" not in segment.kinds:
        return False
    if not all(_plain(w) or w.type in ("COND", "WHO", "STATE", "PRONOUN") for w in segment.words):
        return False
    heard.order_rooms = rooms(segment)
    heard.ordered += 1
    return not segment.has("HATCH", "PATH", "DOOR")


def _block(segment: Segment, heard: Heard) -> Doubt | None:
    """A hatch after a condition must be one of the room named: then the condition is idle."""
    named = hatches(segment)
    wanted, heard.order_rooms = heard.order_rooms, [] if named else heard.order_rooms
    if wanted and not all(room in ends for ends in named for room in wanted):
        return Doubt(segment.start, segment.end, "Which hatch shall be blocked, and when?")
    heard.block += named
    heard.ordered += len(named)
    return None


def _defend(segment: Segment, heard: Heard) -> Doubt | None:
    """Yes or no (optional rule `crazed`)."""
    refuses = segment.has("NEG", "NOTHING", "NOACT", "NOMOVE") or any(
        w.text == "no" for w in segment.words
    )
    defends = "DEFENCE" in segment.kinds or any(
        w.text in ("yes", "aye", "crowbar", "fight back") for w in segment.words
    )
    known = heard.defend
    refuses = refuses or any(w.text == "won't" for w in segment.words)
    wavers = any(w.type == "UNREAL" and w.text not in _FIRM for w in segment.words)
    if wavers or segment.has("COND", "VAGUE", "PAST") or not (refuses or defends):
        return Doubt(segment.start, segment.end, "Do you defend yourself if attacked, yes or no?")
    heard.defend = not refuses
    heard.ordered += 1
    if known not in (None, heard.defend):
        return Doubt(segment.start, segment.end, "Do you defend yourself if attacked, yes or no?")
    return None


def hatches(segment: Segment) -> list[Hatch]:
    """The hatches that a segment names."""
    named: list[Hatch] = []
    ends: list[Place] = []
    for word in segment.words:
        if word.type == "HATCH" and len(word.places) == 2:
            named.append(hatch(*word.places))
        elif word.type == "BETWEEN":
            ends = []
        elif (place := _place(word)) is not None:
            ends.append(place)
            if len(ends) == 2:
                named.append(hatch(ends[0], ends[1]))
                ends = []
    return named


def rooms(segment: Segment) -> list[Place]:
    """The rooms that a segment names."""
    return [place for word in segment.words if (place := _place(word)) not in (None, SEA) and place]


def _place(word: Word) -> Place | None:
    if word.type == "NUM":
        return as_place(word.number)
    if word.type in ("ROOM", "MACHINE"):
        return word.number
    return None
