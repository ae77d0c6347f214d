"""What is told around a way: what carries one there, what it costs, and which hatch it is."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.neighbours import kind_at, room_at, stretch_start
from rednov_bot.language.words import Sense, Word, kinds

_PLACES: Final = kinds("NUM ROOM")
_BREAKS: Final = kinds("STOP PARAGRAPH SEP SEPWORD COLON DASH OPENING CLOSING QUERY")
_CARRIES: Final = kinds("carry carries take takes bring brings lead leads")
_CUES: Final = kinds("DOOR VAGUE FROM MINUTES number") | _CARRIES | {"by way of"}
"""Only words of these kinds or spellings are looked at."""
_FIRST: Final = frozenset(("having", "after", "on", "upon"))
_THAT: Final = kinds("one that hatch")
_MOVES: Final = kinds("SELF GO TO THROUGH DOOR ROOMWORD FILL FROM SEP SEPWORD OPEN ENTER")
_NEXT: Final = frozenset(("next room", "next door", "room next door"))
_FEW: Final = (1, 2, 3)
_BACK: Final = 12


def settle_carriers(words: list[Word]) -> None:
    """Every such stretch is told as "I go"; before numbers are joined."""
    at = 0
    while at < len(words):
        word = words[at]
        if word.type not in _CUES and word.text not in _CUES:
            at += 1
            continue
        if word.text in _CARRIES and kind_at(words, at + 1) == "FILL":
            at = _carry_me(words, at)
        elif word.type == "DOOR":
            _one_of_them(words, at)
            _counted(words, at)
            _opened_first(words, at)
            _hatch_is(words, at)
            if kind_at(words, at + 1) == "FOR" and room_at(words, at + 2) >= 0:
                words[at + 1].type, words[at + 1].text = "TO", "to"  # "the hatch for room 9"
        elif word.text == "number" and at:
            before = words[at - 1]
            leads = before.type in ("TO", "ENTER", "HANDLE") or before.text == "going to"
            if leads and kind_at(words, at + 1) == "NUM":
                del words[at]  # "to number 9"
        elif word.text == "by way of" and kind_at(words, at + 1) == "DOOR":
            word.type, word.text, word.senses = "THROUGH", "through", ()
        elif word.type == "VAGUE" and word.text in _NEXT:
            _next_room(words, at)
        elif word.type == "FROM" and _from_here(words, at):
            continue
        elif word.type == "MINUTES":
            _its_cost(words, at)
        at += 1


def _i_go(at: Word) -> list[Word]:
    return [
        Word("SELF", at.start, at.start, "i"),
        Word("GO", at.start, at.start, "go", (Sense("GO"),)),
    ]


def _carry_me(words: list[Word], at: int) -> int:
    """ "My boots carry me to 9", "a minute brings me to 9"; returns where to go on."""
    if at + 2 >= len(words) or words[at + 1].text != "me":
        return at
    if words[at + 2].type not in ("TO", "THROUGH") or not at:
        return at
    begin = at - 1
    minute = words[begin].type == "MINUTES"
    begin -= minute and kind_at(words, begin - 1) == "NUM"
    own = words[at - 1].det == "my" or (
        minute and (words[at - 1].det or words[begin].number in _FEW)
    )
    if not own:
        while begin and words[begin - 1].type not in _BREAKS and begin > at - 6:
            begin -= 1
        told = words[begin:at]
        own = told[0].det == "my" and not any(w.type in ("NEG", "UNREAL", "PAST") for w in told)
    if not own or (begin and words[begin - 1].type not in _BREAKS) or stays(words, at):
        return at
    words[begin : at + 2] = _i_go(words[begin])
    return begin


def stays(words: list[Word], at: int) -> bool:
    """ "... to get to 9, so I stay", "a minute takes me to 9, two to 10"."""
    for near, word in zip(words[at:], words[at + 1 :], strict=False):
        if word.type in ("STOP", "PARAGRAPH", "QUERY"):
            return False
        counts = near.type == "SEP" and word.type == "NUM"
        if counts or word.type in ("NEG", "NOTENTER", "UNREAL") or word.can_be("STAY"):
            return True
    return False


def _opened_first(words: list[Word], at: int) -> None:
    """ "Having opened the hatch to 9, I enter"."""
    verb, place = at - 1, room_at(words, at + 2)
    if verb < 1 or kind_at(words, at + 1) != "TO" or place < 0:
        return
    if words[verb].can_be("OPEN") is None or words[verb].form not in ("past", "ing"):
        return
    begin = verb - 1
    if words[begin].text not in _FIRST or (begin and words[begin - 1].type not in _BREAKS):
        return
    me = place + 1 + (kind_at(words, place + 1) == "SEP")
    if kind_at(words, me) != "SELF" or me + 1 >= len(words):
        return
    if words[me + 1].can_be("ENTER") is None or words[me + 1].form:
        return
    here = words[begin]
    if me == place + 1:
        words.insert(me, Word("SEP", words[place].end, words[place].end, ","))
    words[begin:at] = [
        Word("SELF", here.start, here.end, "i"),
        Word("OPEN", here.start, here.end, "open", (Sense("OPEN"),)),
    ]


def _hatch_is(words: list[Word], at: int) -> None:
    """ "The hatch I open is the one to 9"."""
    if kind_at(words, at + 1) != "SELF" or at + 5 >= len(words) or words[at + 3].text != "is":
        return
    verb, that = words[at + 2], words[at + 4]
    if verb.form or not (verb.can_be("OPEN") or verb.can_be("GO")) or that.text not in _THAT:
        return
    if kind_at(words, at + 5) != "TO" or room_at(words, at + 6) < 0:
        return
    begin = stretch_start(words, at, _BREAKS)
    if any(word.type not in ("FILL", "SEPWORD", "HEADING", "OTHER") for word in words[begin:at]):
        return
    hatch = Word("DOOR", that.start, that.end, "hatch", det="the")
    words[begin : at + 5] = [words[at + 1], verb, hatch]


def _next_room(words: list[Word], at: int) -> None:
    """ "I go next door to 2", "I enter the next room, 7"."""
    if kind_at(words, at + 1) == "TO" and room_at(words, at + 2) >= 0:
        words[at].type, words[at].senses = "FILL", ()
    elif kind_at(words, at + 1) == "SEP" and (place := room_at(words, at + 2)) >= 0:
        ends = kind_at(words, place + 1) in ("", *_BREAKS)
        del words[at : at + 2 * ends]


def _from_here(words: list[Word], at: int) -> bool:
    """ "From this room into 9"."""
    end = at + 1
    while kind_at(words, end) == "FILL":
        end += 1
    if end > at + 1 and kind_at(words, end) == "ROOMWORD" and kind_at(words, end + 1) == "TO":
        del words[at : end + 1]
        return True
    return False


def _its_cost(words: list[Word], at: int) -> None:
    """ "I go to 9, 1 minute.": what a way costs, in a sentence of nothing else."""
    begin = at - (kind_at(words, at - 1) == "NUM")
    if (begin < at and words[begin].number != 1) or (begin == at and words[at].det != "a"):
        return
    before = words[begin - 2] if begin > 1 else words[begin]
    if kind_at(words, begin - 1) != "SEP" or not (before.type in _PLACES or before.can_be("ENTER")):
        return
    if at + 1 < len(words) and words[at + 1].type not in ("STOP", "PARAGRAPH"):
        return
    goes = False
    for word in reversed(words[max(0, begin - _BACK) : begin - 1]):
        if word.type in ("STOP", "PARAGRAPH", "COLON"):
            break
        goes = goes or word.can_be("GO") is not None
        if word.type not in _MOVES | _PLACES and not (word.can_be("GO") or word.can_be("OPEN")):
            return
    if goes and any(word.type in ("DUR", "MINUTES") for word in words[at + 1 :]):
        del words[begin - 1 : at + 1]


def _one_of_them(words: list[Word], at: int) -> None:
    """ "A hatch, the one to 2", "one hatch: the hatch to 2": the second mention tells."""
    begin = at - (kind_at(words, at - 1) == "NUM")
    if begin == at and words[at].det != "a":
        return
    ahead = at + 1
    while kind_at(words, ahead) in ("SEP", "COLON", "FILL", "OPENING", "DASH"):
        ahead += 1
    if kind_at(words, ahead) == "TO" and words[ahead - 1].text == "that":
        ahead -= 1
        words[ahead].text, words[ahead].det, words[ahead].type = "one", "the", "NUM"
    if ahead == at + 1 or kind_at(words, ahead + 1) != "TO":
        return
    second = words[ahead]
    if second.type == "DOOR" or (second.text == "one" and second.det == "the"):
        closing = kind_at(words, ahead - 1) == "OPENING"
        second.type, second.text, second.det, second.number = "DOOR", "hatch", "the", 0
        second.senses = (Sense("DOOR"),)
        if closing:
            for word in words[ahead : ahead + 6]:
                if word.type == "CLOSING":
                    words.remove(word)
                    break
        del words[begin:ahead]


def _counted(words: list[Word], at: int) -> None:
    """ "Two hatches, to 5 and to 8": which they are comes next."""
    if at >= len(words) or not words[at].text.endswith("s") or kind_at(words, at - 1) != "NUM":
        return
    ahead = at + 1
    while kind_at(words, ahead) in ("SEP", "COLON", "OPENING", "DASH", "FILL", "SEPWORD"):
        ahead += 1
    if kind_at(words, ahead) in ("TO", "DOOR") and ahead > at + 1:
        through = kind_at(words, at - 2) == "THROUGH"
        del words[at - 1 - through : ahead]
    elif kind_at(words, ahead) == "NUM" or kind_at(words, at + 1) == "TO":
        del words[at - 1]
