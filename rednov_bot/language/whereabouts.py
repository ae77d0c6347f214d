"""Where a gnome says that e is, and what a minute's walk is told by: "8 is where I am"."""

from __future__ import annotations

from typing import Final

from rednov_bot.games.red_november.reader.verbs import Form
from rednov_bot.language.carriers import stays
from rednov_bot.language.doings import ENDS
from rednov_bot.language.names import are_joined
from rednov_bot.language.neighbours import kind_at, place_of, room_at
from rednov_bot.language.words import Sense, Word, kinds

_PLACES: Final = kinds("NUM ROOM")
_BREAKS: Final = kinds("STOP PARAGRAPH SEP SEPWORD COLON DASH OPENING CLOSING")
_PAUSES: Final = kinds("SEP SEPWORD STOP")
_LEAVES: Final = kinds(
    "leave leaves leaving quit quits quitting exit exits exiting depart departs departing abandon "
    "abandons abandoning vacate vacates vacating"
)
_SWAPS: Final = kinds("swap swaps exchange exchanges trade trades")
_POSITIONS: Final = kinds("position location start starting whereabouts origin")
_STANDING: Final = kinds("standing sitting sat waiting presently currently located situated")
_TAKES: Final = kinds("takes gets brings carries sees")
_HEADS: Final = kinds("HEADING LABEL NAME GO CONTEST FILL")
_FEW: Final = 3
_IT_TAKES: Final = (["it", "takes", "me"], ["it", "costs", "me"])
_GO_BY: Final = frozenset(("go by", "goes by", "going by"))
_ONWARD: Final = kinds("GO OPEN ENTER TO SELF HANDLE HATCH FILL THROUGH")


_GAITS: Final = ("proceed", "go", "by way")
_CUES: Final = (
    kinds("IN MINUTES TO find") | _LEAVES | _SWAPS | _POSITIONS | _STANDING | {"withdraw from"}
)
"""Only words of these kinds or spellings are looked at."""
_NOWHERE: Final = kinds("SEP STOP PARAGRAPH NUM ITEM DUR COLON MACHINE ROOM SELF DOOR")
"""Nobody says with one of these where e is."""


def settle_whereabouts(words: list[Word]) -> None:
    """Every such stretch is told as "from 8" or "I'm in 8"; before numbers are joined."""
    for at, word in enumerate(words):
        if word.type in _NOWHERE:
            continue
        if word.type not in _CUES and word.text not in _CUES and not word.text.startswith(_GAITS):
            continue
        if word.text in _LEAVES or word.text == "withdraw from":
            _leaving(words, at)
        elif word.text in _SWAPS:
            _swapping(words, at)
        elif word.text in _POSITIONS and kind_at(words, at + 1) == "COLON":
            _position(words, at)
        elif word.text in _STANDING:
            _standing(words, at)
        elif word.type == "IN":
            _who_is_in(words, at)
        elif word.type == "MINUTES":
            _minute_takes(words, at)
        elif word.type == "TO":
            _bare_way(words, at)
        elif word.text.startswith(_GAITS):
            _going_by(words, at)
        elif word.text == "find" and kind_at(words, at + 2) == "IN":
            _find_myself(words, at)


def _from(word: Word) -> Word:
    return Word("FROM", word.start, word.end, "from")


def _leaving(words: list[Word], at: int) -> None:
    """ "Leaving 8 behind, I go to 5", "I leave 8 and go to 5", "I withdraw from 8 into 5"."""
    place = room_at(words, at + 1)
    if place < 0:
        _leaving_this_room(words, at)
        return
    after = place + 1
    if after < len(words) and words[after].text in ("behind", "now"):
        after += 1
    if kind_at(words, after) == "TO" and words[at].text == "withdraw from":
        go = Word("GO", words[at].start, words[at].end, "go", form=words[at].form)
        words[at : at + 1] = [go, _from(words[at])]
        return
    ends = after >= len(words) or words[after].type in ENDS
    beside = ends and [kind_at(words, at - 2) in _PLACES, kind_at(words, at - 1)] == [True, "SEP"]
    if beside and words[at].text.endswith("ing") and _joined(words[place], words[at - 2]):
        del words[at - 1 : after]  # "I go to 5, leaving 8 behind"
        return
    onward = after
    while kind_at(words, onward) in ("SEP", "SEPWORD"):
        onward += 1
    if onward == after or kind_at(words, onward) not in _ONWARD:
        return
    far = next((w for w in words[onward : onward + 8] if w.type in _PLACES | _PAUSES), None)
    if far is None or far.type not in _PLACES or not _joined(words[place], far):
        return
    named = kind_at(words, at - 1) in ("SELF", "NAME")
    keep = onward + (named and kind_at(words, onward) == "SELF")
    del words[place + 1 : keep]
    words[at] = _from(words[at])


def _leaving_this_room(words: list[Word], at: int) -> None:
    """ "I leave this room for 7"."""
    end = at + 1
    while kind_at(words, end) == "FILL":
        end += 1
    far = room_at(words, end + 2)
    if kind_at(words, end) != "ROOMWORD" or kind_at(words, end + 1) != "FOR" or far < 0:
        return
    if far + 1 == len(words) or words[far + 1].type in ENDS:
        verb = words[at]
        form: Form = "ing" if verb.text.endswith("ing") else "s" if verb.text[-1] == "s" else ""
        going = Word("GO", verb.start, verb.end, "go", (Sense("GO", form=form),), form=form)
        words[at : end + 2] = [going, Word("TO", words[end].start, words[end].end, "to")]


def _swapping(words: list[Word], at: int) -> None:
    """ "I swap 8 for 5", "I depart 8 for 5"."""
    near = room_at(words, at + 1)
    if near < 0 or kind_at(words, near + 1) not in ("FOR", "MEANS"):
        return
    far = room_at(words, near + 2)
    if far < 0 or not _joined(words[near], words[far]):
        return
    if far + 1 < len(words) and words[far + 1].type not in ENDS:
        return
    words[near + 1].type, words[near + 1].text, words[near + 1].senses = "TO", "into", ()
    verb = words[at]
    go = Word("GO", verb.start, verb.end, "go", form="s" if verb.text.endswith("s") else "")
    words[at : at + 1] = [go, _from(verb)]


def _joined(near: Word, far: Word) -> bool:
    here, there = place_of(near), place_of(far)
    return here is not None and there is not None and are_joined(here, there)


def _position(words: list[Word], at: int) -> None:
    """ "Position: room 8." """
    place = room_at(words, at + 2)
    begins = at == 0 or words[at - 1].type in _BREAKS
    if place < 0 or not begins:
        return
    if place + 1 < len(words) and words[place + 1].type not in ENDS:
        return
    words[at] = Word("SELF", words[at].start, words[at].end, "i'm")
    words[at + 1] = Word("IN", words[at + 1].start, words[at + 1].end, "in")


def _standing(words: list[Word], at: int) -> None:
    """ "I am standing in 8": I am in 8."""
    me = kind_at(words, at - 1) == "SELF" or kind_at(words, at - 1) == "STATE"
    if me and kind_at(words, at + 1) == "IN" and room_at(words, at + 2) >= 0:
        words[at].type, words[at].senses, words[at].form = "FILL", (), ""


def _who_is_in(words: list[Word], at: int) -> None:
    """ "My gnome, who is in 8, goes to 5": beside the way."""
    place = room_at(words, at + 1)
    if place < 0 or at < 3 or kind_at(words, place + 1) != "SEP":
        return
    if words[at - 2].text == "who" and words[at - 1].text in ("is", "stands", "sits"):
        begin = at - 2 - (kind_at(words, at - 3) == "SEP")
        del words[begin : place + 2]


def _minute_takes(words: list[Word], at: int) -> None:
    """ "One minute takes me into 2", "it's one minute to get into 2": I go there."""
    begin = at - (kind_at(words, at - 1) == "NUM")
    if (begin < at and words[begin].number > _FEW) or (begin == at and words[at].det != "a"):
        return
    if stays(words, at):
        return
    if kind_at(words, at + 1) == "GO" and words[at + 1].text in _TAKES:
        if at + 2 < len(words) and words[at + 2].text == "me":
            here = words[at]
            me = Word("SELF", words[begin].start, here.end, "i")
            words[begin : at + 3] = [me, Word("GO", here.end, here.end, "go")]
        return
    it_takes = [word.text for word in words[max(0, begin - 3) : begin]]
    if it_takes in _IT_TAKES and kind_at(words, at + 1) == "TO":
        words[begin - 3 : at + 2] = [Word("SELF", words[begin - 3].start, words[at].end, "i")]
        return
    costs = " ".join(word.text for word in words[max(0, begin - 2) : begin])
    if costs in ("it costs me", "it takes me") and kind_at(words, at + 1) == "TO":
        words[begin - 2 : at + 2] = [Word("SELF", words[begin - 2].start, words[at].end, "i")]
        return
    its = begin - 1
    if its >= 0 and words[its].text in ("it's", "it is") and kind_at(words, at + 1) == "TO":
        verb = at + 2
        if verb < len(words) and (words[verb].can_be("GO") or words[verb].can_be("OPEN")):
            me = Word("SELF", words[its].start, words[at].end, "i")
            words[its:verb] = [me]


def _bare_way(words: list[Word], at: int) -> None:
    """ "8 to 5.": from the one to the other."""
    near = at - 1
    if words[at].text != "to" or near < 0 or words[near].type not in (*_PLACES, "SEA"):
        return
    begin = near - (kind_at(words, near - 1) == "ROOMWORD")
    if begin > 0 and words[begin - 1].type not in _BREAKS - {"SEPWORD"}:
        return
    if kind_at(words, begin - 1) == "COLON" and kind_at(words, begin - 2) not in _HEADS:
        return  # "score: 9 to 8"
    if kind_at(words, begin - 1) == "SEP" and kind_at(words, begin - 2) in _PLACES:
        return  # "through 4, 2 to 5"
    far = room_at(words, at + 1)
    if far < 0 or not _joined(words[near], words[far]):
        return
    after = far + 1
    while kind_at(words, after) == "TO" and room_at(words, after + 1) >= 0:
        after = room_at(words, after + 1) + 1
    ends = kind_at(words, after) in ("", *_BREAKS)
    if ends or (kind_at(words, after) == "SELF" and kind_at(words, after + 1) == "GO"):
        words.insert(begin, Word("FROM", words[begin].start, words[begin].start, "from"))


def _going_by(words: list[Word], at: int) -> None:
    """ "Going to 8", "I proceed to 5", "I go by way of 5": going, and whereto."""
    word = words[at]
    form: Form = "ing" if "ing" in word.text else "s" if "s " in word.text else ""
    going = Word("GO", word.start, word.end - 3, "go", (Sense("GO", form=form),), form=form)
    if word.text in _GO_BY and kind_at(words, at + 2) == "FILL" and words[at + 1].text == "way":
        by = Word("THROUGH", word.end - 2, words[at + 2].end, "by way of")
        words[at : at + 3] = [going, by]
    elif (word.text == "going to" and room_at(words, at + 1) >= 0) or (
        word.type == "FILL" and word.text.endswith(" to") and _named(words, at)
    ):
        words[at : at + 1] = [going, Word("TO", word.end - 2, word.end, "to")]


def _named(words: list[Word], at: int) -> bool:
    return kind_at(words, at - 1) in ("NAME", "SELF") and room_at(words, at + 1) >= 0


def _find_myself(words: list[Word], at: int) -> None:
    """ "I find myself in 8": I am in 8."""
    me = words[at + 1].text == "myself" and kind_at(words, at - 1) == "SELF"
    if me and room_at(words, at + 3) >= 0:
        words[at].type, words[at].senses = "FILL", ()
