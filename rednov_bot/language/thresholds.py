"""Hatches passed, told by what is behind them: "join Quill in there", "run into the smoke"."""

from __future__ import annotations

from typing import Final

from rednov_bot.games.red_november.reader.verbs import forms
from rednov_bot.language.doings import ENDS
from rednov_bot.language.goings import NO_GAITS
from rednov_bot.language.neighbours import kind_at
from rednov_bot.language.words import Sense, Word, kinds

_MEETS: Final = kinds("join joining rejoin rejoining meet meeting visit visiting")
_WHOM: Final = kinds("him her them em")
_THERE: Final = frozenset(["in there", "there", "inside", "in it", "in that room", "over there"])
_WAYS: Final = ENDS | kinds("THROUGH FROM MEANS THEREUPON")
_PLACES: Final = kinds("NUM ROOM")
_STOPS: Final = kinds("STOP PARAGRAPH QUERY")
_BEFORE: Final = kinds("SELF SEP SEPWORD THEREUPON FILL")
_PAINT: Final = kinds("OTHER FILL STATE FIRE WATER ROOMWORD SEA")
_ROOMS: Final = kinds(
    "room compartment chamber smoke dark darkness steam wet flames fire water blaze inferno puddle "
    "murk gloom heat fumes flood cold unknown"
)
_GAITS: Final = kinds(
    "run dash step dive charge walk wade rush storm march stride stumble crawl creep climb leap "
    "jump plunge hurry sprint race burst sneak tiptoe slip slide hop trudge stagger shuffle stroll "
    "splash swim plough plow barge hurtle tear scurry scramble saunter press push head venture "
    "move proceed go"
)
_WALKS: Final = frozenset(form for verb in _GAITS for form in forms(verb))
_DETS: Final = ("the", "a", "an", "that")
_BEYOND: Final = kinds("behind beyond there it that there in on other side of")
_ADJECTIVES: Final = 5
_FAR: Final = 25


def settle_thresholds(words: list[Word]) -> None:
    """Every such passing becomes a plain one; before numbers are joined."""
    at = 1
    while at < len(words):
        word = words[at]
        if word.text in _MEETS and words[at - 1].type in _BEFORE:
            _meeting(words, at)
        elif word.text.endswith("into") and word.det == "":
            _into(words, at)
        at += 1


def _into(words: list[Word], at: int) -> None:
    """ "I open the hatch to 5 and run into the burning room"."""
    verb = at if " " in words[at].text and words[at].senses else at - 1
    inside = at + 1
    while inside < at + _ADJECTIVES and _paints(words, inside):
        inside += 1
    if inside >= len(words) or words[inside].text not in _ROOMS or words[at + 1].det not in _DETS:
        return
    end = inside + 1
    while end < inside + _ADJECTIVES and kind_at(words, end) not in ("", *ENDS):
        if words[end].text not in _BEYOND:
            return
        end += 1
    gait = words[verb]
    if verb < 1 or words[verb - 1].type not in _BEFORE or gait.form not in ("", "ing"):
        return
    told = gait.text.partition(" ")[0]
    walks = told in _WALKS or gait.can_be("GO") is not None or gait.can_be("ENTER") is not None
    if not walks or not NO_GAITS.isdisjoint((told, *forms(told))) or not _opened(words, verb):
        return
    _go(words, verb, end, Word("IN", words[at].end, words[at].end, "in"))


def _paints(words: list[Word], at: int) -> bool:
    """Whether the noun is still to come: "burning room", "dark and smoky"."""
    word = words[at] if at + 1 < len(words) else words[-1]
    if word.type not in _PAINT and word.form not in ("ing", "past"):
        return False
    return word.text not in _ROOMS or (at + 1 < len(words) and words[at + 1].text in _ROOMS)


def _meeting(words: list[Word], at: int) -> None:
    behind = at + 1
    while kind_at(words, behind) == "NAME" or (
        behind < len(words) and words[behind].text in (*_WHOM, "and")
    ):
        behind += 1
    if behind == at + 1 or behind >= len(words) or words[behind - 1].text == "and":
        return
    opened = _opened(words, at)
    if opened is None:
        return
    place = behind + 1 + (kind_at(words, behind + 1) == "ROOMWORD")
    if words[behind].text == "in" and kind_at(words, place) in _PLACES:
        if place + 1 == len(words) or words[place + 1].type in _WAYS:
            _go(words, at, behind + 1, Word("TO", words[behind].start, words[behind].end, "to"))
    elif words[behind].text in _THERE and opened:
        if behind + 1 == len(words) or words[behind + 1].type in ENDS:
            _go(words, at, behind + 1, Word("IN", words[behind].start, words[behind].end, "in"))
    elif words[behind].type in ENDS and opened:
        _go(words, at, behind, Word("IN", words[at].end, words[at].end, "in"))


def _opened(words: list[Word], at: int) -> bool | None:
    """Whether a hatch was opened just now, and not passed; None where "I" was not said."""
    opened: bool | None = None
    said = ended = False
    for word in reversed(words[max(0, at - _FAR) : at]):
        ended = ended or word.type in _STOPS
        said = said or (word.type == "SELF" and not ended)
        if opened is None and word.can_be("OPEN") is not None:
            opened = True
        elif opened is None and any(word.can_be(way) for way in ("ENTER", "GO", "LEAVE", "IN")):
            opened = False
    return bool(opened) if said else None


def _go(words: list[Word], at: int, end: int, way: Word) -> None:
    verb = words[at]
    sense = Sense("GO", form="ing" if verb.text.endswith("ing") else "")
    going = Word("GO", verb.start, verb.end, "go", (sense,))
    going.become(sense)
    met = [word for word in words[at:end] if word.type == "NAME"]
    words[at:end] = [going, way]
    if len(met) == 1:
        _called(words, at + 2, met[0])


def _called(words: list[Word], at: int, met: Word) -> None:
    """ "I join Quill in there and give him a toolbox": he who was met."""
    for word in words[at : at + _FAR]:
        if word.type == "NAME":
            return
        if word.text in _WHOM:
            word.type, word.name, word.senses = "NAME", met.name, ()
