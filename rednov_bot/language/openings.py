"""Hatches that are opened and not passed: for the water's sake, or "just opened"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.neighbours import kind_at, place_of, stretch_end
from rednov_bot.language.words import Sense, Word, kinds

_STOPS: Final = kinds("STOP PARAGRAPH QUERY")
_CLAUSE: Final = kinds("STOP PARAGRAPH QUERY SEP COLON DASH OPENING CLOSING")
_PLACES: Final = kinds("NUM ROOM")
_DOORS: Final = kinds("DOOR EXTERIOR")
_ONLY: Final = kinds("only just merely")
_CUES: Final = (
    kinds("WATER FIRE ROOMWORD NEG WEAKNOACT HEADING NOTENTER") | _ONLY | {"no more than"}
)
"""Only words of these kinds or spellings are looked at."""
_LETS: Final = kinds(
    "let lets letting so drain drains draining watch watches watching allow allows allowing help "
    "helping run see seeing"
)
_THAT: Final = frozenset(("so that", "so as to let", "to let", "in order to let"))
_AIMS: Final = frozenset(("in order to", "so that", "so as to", "so"))
_FLOWS: Final = kinds(
    "run runs running flow flows flowing pour pours pouring drain drains draining escape escapes "
    "off away out through in into down can may go goes going come comes level levels past over "
    "leave leaves spill spills gush gushes rush rushes slosh sloshes seep seeps it "
    "there other side on from here room half"
)
_ENTERS: Final = kinds("ENTER NOTENTER STAY")
_IDLE: Final = kinds("OTHER FILL STATE GO PUMP UNREAL TO LEAVE")
"""What may be said of the water besides."""
_DRAINS: Final = kinds("drain empty dry clear")
_NO_MORE: Final = frozenset(
    ("no more", "nothing more", "nothing else", "that is all", "that's all", "no further")
)
_REACH: Final = 12


def settle_openings(words: list[Word]) -> None:
    """What says that a hatch is only opened is told as that; before numbers are joined."""
    at = 0
    while at < len(words):
        word = words[at]
        if word.type not in _CUES and word.text not in _CUES:
            at += 1
            continue
        if word.type == "WATER" or (word.type == "ROOMWORD" and _is_drained(words, at)):
            at = _water(words, at)
        elif word.type == "FIRE" and word.can_be("FIRE"):
            _drowns(words, at)
        elif word.text == "no more than" and at + 1 < len(words) and words[at + 1].can_be("OPEN"):
            word.type, word.text, word.senses = "FILL", "only", ()
            if words[at - 1].text in ("do", "does", "doing") and at:
                words[at + 1].form = words[at - 1].form
                del words[at - 1]
                at -= 1
            _only(words, at)
        elif word.text in _ONLY:
            _only(words, at)
        elif word.type in ("NEG", "WEAKNOACT", "HEADING"):
            _that_is_all(words, at)
        elif word.type == "NOTENTER":
            at = _bare_number(words, at)
        at += 1


def _hatch_before(words: list[Word], at: int, stops: frozenset[str] = _STOPS) -> int:
    """Where the far end of the hatch is told that is opened in this sentence; -1 if none is."""
    place = -1
    for back in range(at - 1, max(-1, at - _REACH), -1):
        word = words[back]
        if word.type in stops or (word.can_be("ENTER") and place < 0):
            return -1
        if word.type in _PLACES and place < 0:
            place = back
        if word.type in _DOORS:
            return place
    return -1


def _water(words: list[Word], at: int) -> int:
    """ "... to let the water through", "so that the flood runs off": what it is opened for."""
    itself = kind_at(words, at - 1) in _STOPS | {"SEP", "SEPWORD"}
    far = _hatch_before(words, at, frozenset(("PARAGRAPH",)) if itself else _STOPS)
    if far < 0:
        return at
    begin = at
    while begin > far + 1 and words[begin - 1].type not in _CLAUSE and begin > at - 5:
        begin -= 1
    told = words[begin:at]
    lets = any(w.text in _LETS or w.text in _THAT or w.text.startswith("so") for w in told)
    purpose = bool(told) and (told[0].type == "FOR" or told[0].text == "to")
    lets = lets or purpose
    purpose = purpose or any(w.text.startswith("so") for w in told)
    end = at + 1
    while end < len(words) and (
        words[end].text in _FLOWS or _flows(words[end]) or (purpose and words[end].type in _IDLE)
    ):
        end += 1
    if end < len(words) and words[end].type not in _CLAUSE | {"SEPWORD", "NOTENTER", "REMARK"}:
        return at
    if any(w.type in ("SELF", "NEG", "PAST", "NAME", "DUR", "MINUTES") for w in words[begin:end]):
        return at
    itself = end > at + 1 and all(w.type in ("FILL", "SEPWORD") for w in told)
    kinds_after = [kind_at(words, after) for after in range(end + 1, end + 4)]
    if itself and kinds_after[:2] == ["SELF", "NEG"] and kinds_after[2] in _CLAUSE | {""}:
        end += 3  # "the water goes through; I don't"
    if not lets and not itself:
        return at
    return _kept_out(words, begin, end, far)


def _drowns(words: list[Word], at: int) -> None:
    """ "... without going in, to drown the fire there, and fix ...": what it is opened for."""
    begin, end = at, at + 1
    while begin and words[begin - 1].type not in _CLAUSE | {"NOTENTER"}:
        begin -= 1
    while end < len(words) and words[end].type not in _CLAUSE | {"SEPWORD"}:
        end += 1
    said = words[begin:end]
    stays = "NOTENTER" in (kind_at(words, begin - 1), kind_at(words, begin - 2))
    purpose = said[0].text in _AIMS or said[0].type == "TO"
    if not (stays and purpose) or any(word.type in ("SELF", "DUR", "MINUTES") for word in said):
        return
    for word in words[end:]:
        if word.type in _STOPS:
            return
        if word.type in ("DUR", "MINUTES"):
            break
    else:
        return
    for word in said:
        word.type, word.senses, word.form = "FILL", (), ""


def _is_drained(words: list[Word], at: int) -> bool:
    """ "... to drain this room"."""
    back = at - 1
    while back >= 0 and words[back].type == "FILL":
        back -= 1
    return back > 0 and words[back].text in _DRAINS and words[back - 1].type == "TO"


def _flows(word: Word) -> bool:
    return " " in word.text and all(part in _FLOWS for part in word.text.split())


def _kept_out(words: list[Word], begin: int, end: int, far: int) -> int:
    """The clause becomes "do not enter", where nothing else is said of that."""
    first, last = words[begin], words[end - 1]
    if _says_more(words, end) or _works_beyond(words, end, far):
        for word in words[begin:end]:
            word.type, word.senses, word.form = "FILL", (), ""
        return end - 1
    kept = Word("NOTENTER", first.start, last.end, "not enter")
    words[begin:end] = [Word("SEP", first.start, first.start, ","), kept]
    return begin + 1


def _says_more(words: list[Word], end: int) -> bool:
    """Whether the next words say themselves whether the hatch is passed."""
    for word in words[end : end + 9]:
        if word.type in _STOPS:
            return False
        if word.type in _ENTERS or word.can_be("ENTER") or word.can_be("STAY"):
            return True
        if word.type in _DOORS or word.type == "MINUTES":
            return False
    return False


def _works_beyond(words: list[Word], at: int, far: int) -> bool:
    """Whether something is done later that is done in the room beyond."""
    place = place_of(words[far])
    for word in words[at:]:
        if word.type == "MACHINE" or word.type in _PLACES:
            if place_of(word) == place and word.type != "NUM":
                return True
        elif (place == 8 and word.can_be("DRAW")) or (place == 10 and word.type == "BARREL"):
            return True
    return False


def _only(words: list[Word], at: int) -> None:
    """ "I just open the hatch to 8"."""
    verb = at + 1
    if verb >= len(words) or words[verb].can_be("OPEN") is None:
        return
    if kind_at(words, verb + 1) in _CLAUSE | {""} and _hatch_before(words, at) >= 0:
        words[at : verb + 1] = [Word("NOTENTER", words[at].start, words[verb].end, "not enter")]
        return
    end, far = verb + 1, -1
    door = kind_at(words, verb + 1) == "NUM"
    while end < len(words) and words[end].type not in _CLAUSE | {"SEPWORD", "NOTENTER", "AND"}:
        door = door or words[end].type in _DOORS
        far = end if words[end].type in _PLACES else far
        end += 1
    if not door or far < 0 or _says_more(words, end) or _works_beyond(words, end, far):
        return
    here = words[end - 1].end
    words[end:end] = [Word("SEP", here, here, ","), Word("NOTENTER", here, here, "not enter")]


def _that_is_all(words: list[Word], at: int) -> None:
    """ "I open the hatch to 8, no more": e stays."""
    end = at + 1 + (words[at].text == "no" and kind_at(words, at + 1) == "MORE")
    if " ".join(word.text for word in words[at:end]) not in _NO_MORE:
        return
    far = _hatch_before(words, at)
    between = {word.type for word in words[far + 1 : at]}
    opens = any(word.can_be("OPEN") for word in words[max(0, far - 4) : far])
    if far < 0 or not opens or not between <= {"SEP", "SEPWORD", "DASH"} or not between:
        return
    if kind_at(words, end) in _CLAUSE | {"", "SEPWORD"} and not _says_more(words, end):
        words[at:end] = [Word("NOTENTER", words[at].start, words[end - 1].end, "not enter")]


def _bare_number(words: list[Word], at: int) -> int:
    """ "8: open only", "open only: hatch to 8": the hatch to 8."""
    only = words[at]
    if kind_at(words, at + 1) == "COLON" and kind_at(words, at + 2) == "NUM":
        here = words[at + 2].start
        words[at + 2 : at + 2] = [Word("DOOR", here, here, "hatch"), Word("TO", here, here, "to")]
    if kind_at(words, at + 1) == "COLON" and kind_at(words, at + 2) == "DOOR":
        end = stretch_end(words, at + 2, _CLAUSE)
        hatch = words[at + 2 : end]
        opening = Word("OPEN", only.start, only.start, "open", (Sense("OPEN"),))
        words[at:end] = [opening, *hatch, Word("SEP", only.end, only.end, ","), only]
        return end - 1
    back = at - 1
    while back > 0 and (
        words[back].type in ("COLON", "OPENING", "SEP") or words[back].can_be("OPEN")
    ):
        back -= 1
    if back in (at - 1, -1) or words[back].type not in _PLACES or place_of(words[back]) is None:
        return at
    before = kind_at(words, back - 1)
    if before not in ("", "STOP", "PARAGRAPH", "COLON", "SEP", "OPENING", "QUERY"):
        return at
    if before == "SEP" and kind_at(words, back - 2) in _PLACES:
        return at  # "5, 7, not entered": of both?
    place = words[back]
    opening = Word("OPEN", place.start, place.start, "open", (Sense("OPEN"),))
    closing = kind_at(words, at + 1) == "CLOSING" and any(
        word.type == "OPENING" for word in words[back:at]
    )
    told = [
        opening,
        Word("DOOR", place.start, place.start, "hatch"),
        Word("TO", place.start, place.start, "to"),
        place,
        Word("SEP", place.end, place.end, ","),
        only,
    ]
    words[back : at + 1 + closing] = told
    return back + len(told) - 1
