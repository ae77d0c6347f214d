"""Tiles told in passing: "for grog", "two of his grogs", "extinguishers two", "fill my flask"."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.neighbours import place_of
from rednov_bot.language.words import Sense, Word, kinds

_BREAKS: Final = kinds("STOP PARAGRAPH SEP SEPWORD COLON DASH OPENING CLOSING QUERY")
_PLACES: Final = kinds("NUM ROOM MACHINE")
_FILLS: Final = kinds("fill fills filling refill refilling")
_ALL_OF_THEM: Final = kinds("they it these both")
_LEAVES: Final = kinds("leave leaves leaving quit quits")
_CUES: Final = kinds("ITEM FOR BARREL NUM DUR TILEWORD VAGUE his eir") | _FILLS | _ALL_OF_THEM
"""Only words of these kinds or spellings are looked at."""
_STORES: Final = 8
_CABIN: Final = 10
_PAIR: Final = 2
_FEW: Final = 4


def settle_supplies(words: list[Word]) -> None:
    """Every such turn of phrase becomes a verb with its tiles."""
    for at, word in enumerate(words):
        if word.type not in _CUES and word.text not in _CUES:
            continue
        if word.type == "ITEM":
            _again_with_number(words, at)
        elif word.text in _FILLS:
            _filling(words, at)
        elif word.text in ("his", "eir"):
            _captains(words, at)
        elif word.type == "FOR":
            _for_goods(words, at)
        elif word.type == "BARREL":
            _at_barrel(words, at)
        elif word.type == "NUM" and word.text == "one":
            _one_of_them(words, at)
        elif word.type == "DUR":
            _for_another(words, at)
        elif word.type == "TILEWORD" and word.number and _makes(words, at):
            pass
        elif word.type == "TILEWORD" and word.text == "things":
            _things(words, at)
        elif word.text in _ALL_OF_THEM:
            _they_go_to(words, at)
        elif word.type == "VAGUE" and word.text == "all":
            _all_of_ten(words, at)


def _ends(words: list[Word], at: int) -> bool:
    return at >= len(words) or words[at].type in _BREAKS


def _is_at(place: Word, room: int) -> bool:
    """Whether a word names this room."""
    return place.number == room or (place.type in ("ROOM", "NUM") and place_of(place) == room)


def _again_with_number(words: list[Word], at: int) -> None:
    """ "The tools, one toolbox", "extinguishers two": how many there are comes behind."""
    tiles = words[at]
    if at + 1 >= len(words):
        return
    after = words[at + 1]
    if after.text == "alone":
        after.type, after.senses = "FILL", ()  # "I discard the pump manual alone"
    if after.text in ("in either hand", "in each hand") and tiles.number < _PAIR:
        tiles.number = _PAIR
    if after.text == "number" and at + 2 < len(words) and words[at + 2].type == "NUM":
        for blank in words[at + 1 : at + 3]:
            blank.type, blank.senses = "FILL", ()  # "aqualung number two"
        return
    if tiles.number:
        return
    if after.type == "NUM" and tiles.plural and after.number and _ends(words, at + 2):
        tiles.number = after.number
        after.type, after.senses = "FILL", ()
    elif after.type == "SEP" and at + 2 < len(words):
        again = words[at + 2]
        same = again.type == "ITEM" and again.name == tiles.name and again.number
        if same and tiles.plural and _ends(words, at + 3):
            tiles.number, tiles.plural = again.number, again.plural
            after.type, again.type, again.senses = "FILL", "FILL", ()


def _filling(words: list[Word], at: int) -> None:
    """ "I fill my flask with two grogs": what one fills is no matter."""
    end = at + 1
    while end < len(words) and end - at < _FEW and words[end].type in ("OTHER", "FILL"):
        end += 1
    if end + 1 < len(words) and words[end].text == "with" and words[end + 1].name == "grog":
        words[at].become(Sense("TAP", form=words[at].form))
        words[at].senses = ()
        for blank in words[at + 1 : end + 1]:
            blank.type, blank.senses = "FILL", ()


_MAKES: Final = kinds("makes gives gets brings yields earns nets means buys")
_WHICH: Final = kinds("which that this")
_BEFORE_GROGS: Final = kinds("SEP SEPWORD IN COLON DASH PLUS THEREUPON")
_BEHIND_GROGS: Final = kinds("STOP SEP SEPWORD PARAGRAPH PLEASE STATE FILL CLOSING OPENING DUR FOR")


def _captains(words: list[Word], at: int) -> None:
    """ "The skipper's out, I nick two of his grogs": eir barrel."""
    grog = words[at + 1] if at + 1 < len(words) else None
    if grog is None or grog.type != "ITEM" or grog.name != "grog" or words[at].type != "WHO":
        return
    for word in reversed(words[max(at - 24, 0) : at]):
        if word.type in ("NAME", "PARAGRAPH"):
            return
        if word.type == "ROOM" and word.number == _CABIN:
            grog.become(Sense("BARREL"))
            grog.senses = ()
            words[at].type, words[at].senses = "FILL", ()
            return


def _makes(words: list[Word], at: int) -> bool:
    """ "I spend three minutes there, which makes three items": they are drawn."""
    verb = at - 1 - (at > 1 and words[at - 1].text == "me")
    if verb < 2 or words[verb].text not in _MAKES or words[verb - 1].text not in _WHICH:
        return False
    told = words[max(0, verb - 24) : verb]
    timed = any(word.type == "DUR" and word.number == words[at].number for word in told)
    if not timed or any(word.type in ("GIVE", "DISCARD", "DRAW") for word in told):
        return False
    words[verb - 1 : at] = [Word("DRAW", words[verb].start, words[verb].end, "draw")]
    return True


def _counted(words: list[Word], at: int) -> None:
    """ "Hatch to 10, in, two of the captain's grogs": so many, and not yet eirs."""
    first = at
    while first and words[first - 1].type == "FILL" and words[first - 1].text == "of":
        first -= 1
    number = 1 if words[at].det == "a" else 0
    if not number and first and words[first - 1].type == "NUM":
        first, number = first - 1, words[first - 1].number
    if not number or (first and words[first - 1].type not in _BEFORE_GROGS):
        return
    if at + 1 < len(words) and words[at + 1].type not in _BEHIND_GROGS:
        return
    words[first:at] = [Word("ITEM", words[first].start, words[at].start, "grogs")]
    words[first].name, words[first].number = "grog", number


def _at_barrel(words: list[Word], at: int) -> None:
    """ "Captain's barrel: 1 grog": taken there."""
    if "grog" in words[at].text:
        _counted(words, at)
        return
    if at and words[at - 1].type not in ("STOP", "PARAGRAPH", "SEP", "DASH", "FILL", "IN"):
        return
    if [word.type for word in words[at + 1 : at + 3]] == ["COLON", "NUM"]:
        words[at + 2].become(Sense("ITEM", "grog", words[at + 2].number))
        words[at + 2].name, words[at + 2].senses = "grog", ()
    if [word.type for word in words[at + 1 : at + 3]] == ["COLON", "ITEM"]:
        grog = words[at + 2]
        if grog.name == "grog" and grog.number:
            words[at].become(Sense("TAP"))
            words[at].senses, words[at + 1].type = (), "FILL"


def _for_goods(words: list[Word], at: int) -> None:
    """ "I go to the cabin for grog", "to the stores for two items": taken there."""
    ahead = at + 1
    while ahead < len(words) and words[ahead].type == "FILL":
        ahead += 1
    if ahead >= len(words) or not at or words[at - 1].type not in _PLACES:
        return
    goods = words[ahead]
    if goods.type == "ITEM" and goods.name == "grog" and _is_at(words[at - 1], _CABIN):
        kind = "TAP"
    elif goods.type in ("TILEWORD", "NUM") and _is_at(words[at - 1], _STORES):
        kind = "DRAW"
    else:
        return
    if any(
        w.can_be("GO") or w.type == "TO" or w.text == "going to"
        for w in words[max(at - 4, 0) : at - 1]
    ):
        words[at].become(Sense(kind))
        words[at].senses = ()
        if kind == "TAP" and not goods.number and goods.det not in ("a", "an"):
            goods.become(Sense("BARREL"))
            goods.senses = ()


def _things(words: list[Word], at: int) -> None:
    """ "Two things." counts what is said, not what is held."""
    first = at - 1 if at and words[at - 1].type == "NUM" else at
    begins = not first or words[first - 1].type in ("STOP", "PARAGRAPH", "QUERY")
    does = first and words[first - 1].text in ("do", "announce") and not begins
    if does and at + 1 < len(words) and words[at + 1].type == "COLON":
        begins = True
    if begins and at + 1 < len(words) and words[at + 1].type in ("STOP", "PARAGRAPH", "COLON"):
        for blank in words[first : at + 1]:
            blank.type, blank.senses = "FILL", ()


def _they_go_to(words: list[Word], at: int) -> None:
    """ "I hand over a toolbox; it goes to Pip": who gets it comes behind."""
    if at + 3 > len(words) - 1 or not any(w.can_be("GIVE") for w in words[max(at - 16, 0) : at]):
        return
    goes, to, name = words[at + 1 : at + 4]
    if goes.text in ("go", "goes") and to.type == "TO" and name.type == "NAME":
        goes.become(Sense("GIVE"))
        goes.senses = ()
        words[at].type, words[at].senses = "FILL", ()


def _all_of_ten(words: list[Word], at: int) -> None:
    """ "All of ten minutes" are ten."""
    if at + 1 < len(words) and words[at + 1].type == "DUR":
        words[at].type, words[at].senses = "FILL", ()


def _for_another(words: list[Word], at: int) -> None:
    """ "I leave the captain's cabin for 8": a number without minutes is a room."""
    there = words[at]
    bare = there.end - there.start <= len(there.text)
    if at < _PAIR or not bare or there.number > _CABIN:
        return
    leave, room = words[at - 2], words[at - 1]
    if room.type == "ROOM" and leave.text in _LEAVES:
        leave.become(Sense("GO", form=leave.form))
        leave.senses = ()
        there.type = "NUM"
        words.insert(at, Word("TO", there.start, there.start, "to"))
        words.insert(at - 1, Word("FROM", room.start, room.start, "from"))


def _one_of_them(words: list[Word], at: int) -> None:
    """ "I unblock one: the hatch to 4"."""
    if not at or at + 2 >= len(words) or words[at + 1].type != "COLON":
        return
    verb, hatch = words[at - 1], words[at + 2]
    handles = verb.can_be("UNBLOCK") or verb.can_be("OPEN")
    if handles and hatch.type in ("DOOR", "HATCH", "EXTERIOR"):
        for blank in words[at : at + 2]:
            blank.type, blank.senses = "FILL", ()
