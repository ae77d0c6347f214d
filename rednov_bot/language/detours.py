"""Ways told out of their order, or by what is left: "to 4 via 3 and 2", "out of 7 into 8"."""

from __future__ import annotations

from typing import Final

from rednov_bot.engine.words import SEA, Place
from rednov_bot.language.names import EXTERIOR_ROOMS, are_joined
from rednov_bot.language.neighbours import kind_at, place_of
from rednov_bot.language.words import Word, kinds

_THROUGH: Final = frozenset(("through", "via", "by way of", "thru", "over"))
_LEAVES: Final = kinds(
    "leave leaves leaving quit quits quitting exit exits exiting depart departs departing abandon "
    "abandons abandoning vacate vacates vacating"
)
_OPENS: Final = kinds("STOP PARAGRAPH SEP SEPWORD COLON GO FROM")
_COUNTED: Final = kinds("MINUTES ITEM TILEWORD DASH SLASH ARROW PLUS TIMES")
_STOPS: Final = kinds("STOP PARAGRAPH SEP SEPWORD COLON")
_SUBS: Final = ("of sub", "of the sub", " sub", " submarine", " boat")
_OUTSIDE: Final = frozenset(("outside", "out", "to sea", "into sea"))
_BY_ROOM: Final = kinds("GO STOP PARAGRAPH COLON SEP OTHER") | {""}
_ON_WAY: Final = ("on", "way")


_BEHIND: Final = (" through", " out", " out of")
_CUES: Final = kinds("DOOR TO out by") | _THROUGH | _LEAVES | {"as far as"}
"""Only words of these kinds or spellings are looked at."""
_NO_WAYS: Final = kinds("SEP STOP PARAGRAPH NUM ITEM DUR COLON MACHINE ROOM SELF")
"""No way begins with one of these."""


def settle_detours(words: list[Word]) -> None:
    """Every way is told in the order in which it is walked; before numbers are joined."""
    at = 0
    while at < len(words):
        word = words[at]
        if word.type in _NO_WAYS or (
            word.type not in _CUES and word.text not in _CUES and not word.text.endswith(_BEHIND)
        ):
            pass
        elif word.text in _THROUGH or word.text.endswith(" through"):
            _through(words, at)
        elif word.text == "out" or word.text.endswith((" out", " out of")):
            _out_of(words, at)
        elif word.text in _LEAVES:
            _leave_for(words, at)
        elif word.text == "by" and kind_at(words, at - 1) in _BY_ROOM and _by_one(words, at):
            _through(words, at)
        elif word.text == "as far as" and _place(words, at + 1):
            word.type, word.text, word.senses = "TO", "to", ()
        elif word.type == "DOOR":
            _hatch_out(words, at)
        elif word.type == "TO" and at and _outward(words, at):
            words.insert(at - 1 - _roomword(words, at - 1), _from(words[at - 1]))
            at += 1
        at += 1


def _place(words: list[Word], at: int) -> tuple[Place, int] | None:
    """The room that is named at *at*, and where the words behind it begin."""
    if at < len(words) and words[at].type == "ROOMWORD":
        at += 1
    if at >= len(words) or words[at].type not in ("NUM", "ROOM"):
        return None
    place = place_of(words[at])
    after = at + 1
    while after < len(words) and words[after].type == "FILL" and words[after].text == "":
        after += 1
    if place is None or (after < len(words) and words[after].type in _COUNTED):
        return None
    if after < len(words) and words[after].type == "DOOR" and words[after].text.endswith("s"):
        return None  # "through two hatches"
    return place, after


def _by_one(words: list[Word], at: int) -> bool:
    """ "By 7 to 5", not "by 7 and 5"."""
    room = _place(words, at + 1)
    return room is not None and kind_at(words, room[1]) == "TO"


def _roomword(words: list[Word], at: int) -> bool:
    return at > 0 and words[at - 1].type == "ROOMWORD"


def _through(words: list[Word], at: int) -> None:
    """ "Through 4 and 2 to 5", "to 4 by way of 3 and 2", "to 7, going through 9 on the way"."""
    run = _run(words, at + 1)
    if run is None:
        return
    places, after = run
    goal = _goal_before(words, at)
    passes = tuple(w.text for w in words[after : after + 2]) == _ON_WAY
    if goal is not None and are_joined(places[-1], goal[0]):
        keeps = words[goal[1]].type == "GO"
        told = _into([*places, goal[0]], words[goal[1]], words[after - 1])
        words[goal[1] + keeps : after + 2 * passes] = told
    elif after < len(words) and words[after].type == "TO" and kind_at(words, at - 1) != "DOOR":
        end = _place(words, after + 1)
        if end is not None and all(map(are_joined, places, [*places[1:], end[0]])):
            verb = words[at].text not in _THROUGH
            told = _into([*places, end[0]], words[at], words[end[1] - 1])
            if verb:
                told.insert(
                    0, Word("GO", words[at].start, words[at].end, "go", form=words[at].form)
                )
            words[at : end[1]] = told


def _run(words: list[Word], at: int) -> tuple[list[Place], int] | None:
    """The rooms of "3 and 2", "3, 2 and 1"."""
    first = _place(words, at)
    if first is None:
        return None
    places, after = [first[0]], first[1]
    while after < len(words) and words[after].type in ("SEP", "SEPWORD"):
        ahead = after
        while ahead < len(words) and words[ahead].text in (",", "and", "then", "and then", "&"):
            ahead += 1
        more = _place(words, ahead)
        if ahead == after or more is None or not are_joined(places[-1], more[0]):
            break
        places.append(more[0])
        after = more[1]
    return places, after


def _goal_before(words: list[Word], at: int) -> tuple[Place, int] | None:
    """The room of "to 4 (by way of)", "to 7, going (through)", and where its "to" stands."""
    back = at - 1
    if back > 0 and words[back].type == "GO" and words[back].form == "ing":
        back -= 1
    if back > 0 and words[back].type == "SEP":
        back -= 1
    if back < 1 or words[back].type not in ("NUM", "ROOM"):
        return None
    place = place_of(words[back])
    lead = back - 1 - _roomword(words, back)
    if (
        place is None
        or lead < 0
        or words[lead].text.rpartition(" ")[2] not in ("to", "into", "for")
    ):
        return None
    return place, lead


def _into(places: list[Place], first: Word, last: Word) -> list[Word]:
    """ "into 3, into 2, into 4"."""
    told: list[Word] = []
    for place in places:
        if told:
            told.append(Word("SEP", first.end, first.end, ","))
        told.append(Word("TO", first.start, first.end, "into"))
        told.append(Word("ROOM", first.end, last.end, str(place), number=int(place)))
    return told


def _out_of(words: list[Word], at: int) -> None:
    """ "Out of 7 and into 8" begins in 7; "out of 6 into the sea" is out of 6."""
    of = at + (not words[at].text.endswith(" of"))
    if of >= len(words) or (of > at and words[of].text != "of"):
        return
    room = _place(words, of + 1)
    if room is None:
        return
    near, ahead = room
    while ahead < len(words) and words[ahead].text in ("and", ","):
        ahead += 1
    if ahead + 1 >= len(words) or words[ahead].type != "TO":
        return
    if words[ahead + 1].type == "SEA" and near in EXTERIOR_ROOMS:
        del words[ahead : ahead + 2]
        if of == at:
            out = Word("OUT", words[at].end, words[at].end, "out")
            verb = Word("GO", words[at].start, words[at].end, "go", form=words[at].form)
            words[at : at + 1] = [verb, out]
        return
    far = _place(words, ahead + 1)
    if far is None or not are_joined(near, far[0]):
        return
    words[ahead].text = "into"
    out = words[at]
    del words[room[1] : ahead]
    if out.text == "out":
        words[at : of + 1] = [_from(out)]
    else:
        verb = Word("GO", out.start, out.end, "go", form=out.form)
        words[at : of + 1] = [verb, _from(out)]


def _hatch_out(words: list[Word], at: int) -> None:
    """ "Out of the sub by the hatch of room 6": the one that leads out of it."""
    if at + 2 >= len(words) or words[at + 1].text not in ("of", "in", "at"):
        return
    room = _place(words, at + 2)
    if room is None or room[0] not in EXTERIOR_ROOMS:
        return
    back = at - 1
    while back >= max(0, at - 7) and words[back].type not in _STOPS:
        if words[back].text in _OUTSIDE or words[back].text.endswith(_SUBS):
            hatch = Word("HATCH", words[at].start, words[room[1] - 1].end, "hatch")
            hatch.places = (room[0], SEA)
            words[at : room[1]] = [hatch]
            return
        back -= 1


def _leave_for(words: list[Word], at: int) -> None:
    """ "I leave 7 for 9"."""
    room = _place(words, at + 1)
    if room is None or room[1] >= len(words) or words[room[1]].text not in ("for", "to", "into"):
        return
    far = _place(words, room[1] + 1)
    if far is None or not are_joined(room[0], far[0]):
        return
    to = words[room[1]]
    to.type, to.text, to.senses = "TO", "into", ()
    verb = words[at]
    words[at : at + 1] = [Word("GO", verb.start, verb.end, "go", form=verb.form), _from(verb)]


def _outward(words: list[Word], at: int) -> bool:
    """ "Go 6 to the sea": from there."""
    if at + 1 >= len(words) or words[at + 1].type != "SEA":
        return False
    if words[at - 1].type not in ("NUM", "ROOM") or place_of(words[at - 1]) not in EXTERIOR_ROOMS:
        return False
    back = at - 2 - _roomword(words, at - 1)
    return back < 0 or (words[back].type in _OPENS and words[back].type != "FROM")


def _from(word: Word) -> Word:
    return Word("FROM", word.start, word.start, "from")
