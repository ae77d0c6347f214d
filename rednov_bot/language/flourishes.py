"""What only dresses an act: "nine minutes of honest toil", "until the gauge agrees".

Such words carry no slot and no doubt; without them the plain clause is left.
"""

from __future__ import annotations

from typing import Final

from rednov_bot.language.doings import VERBS
from rednov_bot.language.neighbours import BREAKS, kind_at, stretch_end, stretch_start
from rednov_bot.language.words import Word, kinds

_HARD: Final = kinds("ITEM HATCH PATH EXTERIOR DUR ROOM BARREL NAME NUM SEA DOOR NOTHING CONTEST")
_WORKED_ON: Final = kinds("MACHINE FIRE KRAKEN")
_WORKS: Final = kinds("EXTINGUISH PUMP FIX HALT KILL UNBLOCK DRAW TAP")
_UNTIL: Final = ("until", "till", "til", "untill")
_DOUBTS: Final = kinds("NAME OWNER YOU ODD PLAN COND JEST CORRECTION LOOKUP UNREAL HEDGE")
_SAYS: Final = kinds(
    "objects object says tells stops hears answers complains protests notice then later further "
    "somebody someone anyone anybody moves turn turns resolves resolved told asked relieved"
)
"""What ends a work by somebody's word is a condition."""
_GOES: Final = kinds("GO ENTER")
_PLACES: Final = kinds("NUM ROOM MACHINE")
_PAINT: Final = kinds("OTHER FILL STATE MORE")
_IDLE: Final = kinds(
    "staring dithering thinking thought doubt hesitation silence peace indecision waiting dread "
    "worry reflection contemplation meditation dreaming sleep sulking brooding gazing looking"
)
_NOUNS: Final = ("a", "an", "my")


_SWIMMING: Final = kinds("swimming paddling")
_AFLOAT: Final = kinds("floating bobbing drifting hovering dangling adrift") | _SWIMMING
_ABOUT: Final = frozenset(("around", "about", "here", "out here", "out", "there", "out there"))
_OVER: Final = frozenset(("enough", "done", "finished", "enough of"))
_HIS: Final = frozenset(("his", "your", "eir", "their", "her"))
_BREAKS: Final = BREAKS | {""}
_CUES: Final = kinds("STATE BARREL REVERSE all leaves leaving one better") | _AFLOAT | _OVER
_LATER: Final = kinds("DUR FIRE WATER UNREAL OTHER VAGUE")
_UNDRESSED: Final = kinds("SEP STOP PARAGRAPH DUR COLON MACHINE ROOM SELF TO IN DOOR ITEM MEANS")
"""No flourish begins with one of these."""


def settle_flourishes(words: list[Word]) -> None:
    """Every flourish is taken out."""
    for at, word in enumerate(words):
        if word.type not in _CUES and word.text not in _CUES and word.text != "nothing but":
            continue
        if word.type in _UNDRESSED:
            continue
        if (
            word.type == "STATE"
            and word.det in _NOUNS
            and word.text.isalpha()
            and word.text != "thanks"
        ):
            word.type, word.name, word.senses = "OTHER", "manner", ()  # "with a whistle"
        elif word.text == "all" and at > 1 and words[at - 2].type == "DUR":
            if words[at - 1].text == "in":
                word.type = words[at - 1].type = "FILL"  # "five minutes in all"
                word.senses = words[at - 1].senses = ()
        elif word.text in ("leaves", "leaving") and kind_at(words, at - 1) != "SELF":
            _leaves(words, at)
        elif word.text == "one" and kind_at(words, at - 1) == "ENTER" and _is_told(words, at + 1):
            word.type = words[at + 1].type = "FILL"  # "I go through one: 5 to 8"
            word.senses = ()
        elif word.text == "one" and word.type == "NUM" and _is_one_of_them(words, at):
            word.type, word.senses = "OTHER", ()  # "I step over one of them"
        elif word.text in _AFLOAT and (end := _end_of_floating(words, at)):
            for blank in words[at:end]:
                blank.type, blank.senses = "FILL", ()
        elif word.text in _OVER and _is_over(words, at):
            word.type = words[at + 1].type = "FILL"  # "enough swimming"
            word.senses = words[at + 1].senses = ()
        elif word.type == "BARREL" and at and _is_his(words, at - 1):
            words[at - 1].type, words[at - 1].senses = "FILL", ()  # "from his barrel"
        elif word.text == "nothing but" and _only_manner(words, at):
            word.type, word.senses = "FILL", ()  # "with nothing but my thumbs"
        elif word.type == "REVERSE" and kind_at(words, at - 1) == "NOMOVE":
            word.type, word.senses = "FILL", ()  # "no walking beforehand"
        elif word.text == "better" and word.det:
            word.type, word.senses = "OTHER", ()  # "I give Bob the better one"
    for at, word in enumerate(words):
        if word.type not in _LATER:
            continue
        if word.text.startswith(_UNTIL) and word.type in ("UNREAL", "OTHER", "VAGUE"):
            _until(words, at)
        elif word.type == "DUR":
            _toil(words, at)
        elif word.type in ("FIRE", "WATER"):
            _into_the_fire(words, at)


def _end_of_floating(words: list[Word], at: int) -> int:
    """ "Floating outside", "swimming around out here": e is there; where it ends, 0 if e moves."""
    end = at + 1
    while end < len(words) and words[end].text in _ABOUT:
        end += 1
    about = end > at + 1
    if kind_at(words, end) == "IN" and kind_at(words, end + 1) in ("SEA", "WATER") and about:
        return end + 2
    if kind_at(words, end) == "SEA" and (about or words[at].text not in _SWIMMING):
        return end + 1
    return end if about and words[end - 1].text.endswith("here") else 0


def _is_told(words: list[Word], at: int) -> bool:
    """Whether a pause stands here, and behind it which hatch is meant."""
    return kind_at(words, at) in ("COLON", "SEP", "DASH") and kind_at(words, at + 1) == "HATCH"


def _is_over(words: list[Word], at: int) -> bool:
    """ "Enough swimming", alone in its stretch."""
    if at + 1 >= len(words) or not words[at + 1].text.endswith("ing"):
        return False
    return kind_at(words, at - 1) in _BREAKS and kind_at(words, at + 2) in _BREAKS


def _is_his(words: list[Word], at: int) -> bool:
    """ "From his barrel": the captain's."""
    return words[at].text in _HIS and kind_at(words, at - 1) in ("FROM", "OUT", "IN")


def _only_manner(words: list[Word], at: int) -> bool:
    """Whether nothing of the game is named from here to the next break."""
    ahead = at + 1
    while kind_at(words, ahead) not in _BREAKS:
        if words[ahead].type in _HARD or words[ahead].type == "TILEWORD":
            return False
        ahead += 1
    return ahead > at + 1


def _is_one_of_them(words: list[Word], at: int) -> bool:
    """ "one of them" is no room, whatever one goes over."""
    told = [word.text for word in words[at + 1 : at + 3]]
    goes = kind_at(words, at - 1) in _GOES | {"TO", "THROUGH"}
    return goes and told in (["of", "them"], ["of", "these"], ["of", "those"])


def _leaves(words: list[Word], at: int) -> None:
    """ "That leaves three", "leaving me with eleven": so many are left, and nobody goes."""
    end = at + 1
    while end < len(words) and words[end].text in ("me", "with", "at", "on", "us", "only", "just"):
        end += 1
    after = kind_at(words, end + 1)
    if kind_at(words, end) not in ("NUM", "DUR") or after not in ("", *BREAKS, "LEFT", "COND"):
        return
    for blank in words[at : end + 1]:
        blank.type, blank.senses = "FILL", ()


def _until(words: list[Word], at: int) -> None:
    """ "... until the thing behaves": how long is told by the minutes, of which it says no more."""
    before = words[stretch_start(words, at) : at]
    timed = any(word.type == "DUR" for word in before)
    used = any(w.type == "ITEM" for w in before) and any(w.can_be("USE") for w in before)
    if words[at].type == "VAGUE" and " " in words[at].text:
        if timed:
            del words[at]
        return
    end = stretch_end(words, at)
    told = words[at + 1 : end]
    if not (timed or used) or not told or words[at].text not in _UNTIL:
        return
    if any(w.type in _HARD | _DOUBTS or w.text in _SAYS for w in told):
        return
    works = any(word.can_be(kind) for word in before for kind in _WORKS)
    thing = [word for word in told if word.type in _WORKED_ON][:1]
    if thing:
        thing[0].senses = ()
    words[at:end] = thing if timed and not works else []


def _into_the_fire(words: list[Word], at: int) -> None:
    """ "Into the flames of 6", "I march straight into the fire in room 6": into that room."""
    before = words[at - 1] if at else words[at]
    if before.type != "TO" or at + 2 >= len(words):
        return
    if not before.text.endswith(("into", "onto")) and kind_at(words, at - 2) not in _GOES:
        return
    inside, place = words[at + 1 : at + 3]
    if (inside.type == "IN" or inside.text == "of") and place.type in _PLACES:
        words[at].type = "FILL"
        del words[at + 1]


def _toil(words: list[Word], at: int) -> None:
    """ "Nine minutes of heavy, ironic breathing", "eight minutes teaching it manners"."""
    ahead = at + 1
    if ahead < len(words) and words[ahead].text == "of":
        end = ahead + 1
        while kind_at(words, end) in _PAINT or _is_list_of_paint(words, end):
            end += 1
        told = words[ahead + 1 : end]
        stops = end >= len(words) or words[end].type in BREAKS | kinds("TO IN FOR MEANS AND")
        paint = any(w.type != "FILL" for w in told) and _IDLE.isdisjoint(w.text for w in told)
        if paint and (stops or words[end].text == "on"):
            del words[ahead:end]
        return
    doing = words[ahead] if ahead < len(words) else None
    if doing is None or doing.type not in ("OTHER", "STATE") or not doing.text.endswith("ing"):
        return
    end = stretch_end(words, ahead)
    told = words[ahead:end]
    if (
        _IDLE.isdisjoint(w.text for w in told)
        and not any(w.type in _HARD | _DOUBTS | _WORKED_ON | VERBS | {"WATER", "NEG"} for w in told)
        and any(word.can_be("SPEND") for word in words[max(at - 2, 0) : at])
    ):
        del words[ahead:end]


def _is_list_of_paint(words: list[Word], at: int) -> bool:
    """The comma between two adjectives: "heavy, ironic breathing"."""
    return (
        kind_at(words, at) == "SEP"
        and kind_at(words, at - 1) in ("OTHER", "FILL")
        and words[at - 1].text != "of"
        and kind_at(words, at + 1) == "OTHER"
        and kind_at(words, at + 2) == "OTHER"
        and not words[at + 1].det
    )
