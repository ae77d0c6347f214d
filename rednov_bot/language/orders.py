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

_CONTRARY: Final = kinds(
    "spare save avoid protect keep keeps leave except but anything anywhere any either neither "
    "nothing never instead only bad badly hate worst wrong free clear open alone dislike last was "
    "already jammed stuck burning away unless lest without dread fear avoided spared kept left "
    "had been off worse harm matter mind need needs hope worry sorry pity poor shame doomed lose "
    "whoever far furthest farthest nearest stay stays we we're us dry trouble least hardly they "
    "cannot can't cant"
)
"""What may say that a place is not the one that is wanted, or why."""
_PRAISE: Final = kinds(
    "pick mine choice favourite favorite best fine good okay ok where want wanted what preference "
    "suits suit nicely well welcome preferred ideal perfect great candidate victim first next "
    "target me i by my it like wish put goes go to"
)
"""What a place that is wanted is said to be."""
_PLACES: Final = kinds("HATCH PATH NUM ROOM MACHINE")
_LEADS: Final = kinds("TO IN BETWEEN AND FROM ROOMWORD")
_LOOSE: Final = kinds("OTHER STATE WHO PRONOUN MEANS UNREAL FIRE")
"""What may dress a place that is wanted: "I nominate 5-6", "with 7-9 as the runner-up"."""
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
    if segment.opens_part and not segment.lead and _goes_on(segment):
        return None
    odd = next((w for w in _told(segment) if not _plain(w, wanted=places)), None)
    odd = odd or (_says_else(segment) if places else None)
    if odd is not None and (places or odd.det or segment.doing or "COND" in segment.kinds):
        return Doubt(segment.start, segment.end, "Is this part of your standing order?")
    if segment.belongs == "block":
        return _block(segment, heard)
    named = rooms(segment)
    heard.spread += named
    heard.ordered += len(named)
    return None


def _goes_on(segment: Segment) -> bool:
    """ "Should a hatch jam by one of my events, ...": no more than when it is."""
    return not (segment.doing or segment.has(*_PLACES, "COND", "NEG", "ROOMWORD"))


def _says_else(segment: Segment) -> Word | None:
    """The word that says something else of a place: "5-6 would be a disaster", "Bob in 8"."""
    words = segment.words
    if segment.belongs == "spread":
        away = next((w for w in words if w.type == "FROM"), None)
        if away or ("IN" in segment.kinds and not segment.has("WHO", "PRONOUN", "FIRE", "UNREAL")):
            return away or words[0]
    last = max((n for n, word in enumerate(words) if word.type in _PLACES), default=len(words))
    behind = words[last + 1 :]
    if all(word.type not in ("STATE", "UNREAL") for word in behind):
        return None
    return next((w for w in behind if w.type == "OTHER" and w.text not in _PRAISE), None)


def _told(segment: Segment) -> list[Word]:
    """The words of a segment without the reason behind its places: "9-10 since it is far off"."""
    for at, word in enumerate(segment.words):
        if word.type == "REMARK" and at:
            behind = segment.words[at:]
            return segment.words if any(w.type in _PLACES for w in behind) else segment.words[:at]
    return segment.words


def _plain(word: Word, *, wanted: bool) -> bool:
    """Whether a word leaves an order as it is; *wanted*: beside a place."""
    if word.text in _WISHES:
        return True
    if word.type == "UNREAL" and word.text.endswith(("n't", "not")):
        return False
    if wanted and word.type == "GO" and word.form in ("s", "past"):
        return True  # "I'd rather it went to 6"
    if wanted and not _CONTRARY.isdisjoint(word.text.split()):
        return False
    return word.type in _PLAIN or (wanted and word.type in _LOOSE)


def _condition(segment: Segment, heard: Heard) -> bool:
    """ "if it is room 9": remembered until the hatch it is about is named."""
    if segment.belongs != "block" or "COND" not in segment.kinds or "ROOM" not in segment.kinds:
        return False
    if not all(
        _plain(w, wanted=False) or w.type in ("COND", "WHO", "STATE", "PRONOUN")
        for w in segment.words
    ):
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
    for word in _numbers(segment):
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


def _numbers(segment: Segment) -> list[Word]:
    """The words of a segment without "the one"."""
    if len(segment.words) == 1:
        return segment.words
    before = [None, *segment.words]
    return [
        word
        for word, left in zip(segment.words, before, strict=False)
        if word.text != "one" or (left is not None and left.type in _LEADS)
    ]


def rooms(segment: Segment) -> list[Place]:
    """The rooms that a segment names."""
    return [
        place for word in _numbers(segment) if (place := _place(word)) not in (None, SEA) and place
    ]


def _place(word: Word) -> Place | None:
    if word.type == "NUM":
        return as_place(word.number)
    if word.type in ("ROOM", "MACHINE"):
        return word.number
    return None
