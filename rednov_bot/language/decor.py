"""Where on eir body a gnome carries a tile, and what is only said beside it: no step of a turn."""

from __future__ import annotations

from typing import Final

from rednov_bot.language.neighbours import COUNTED, kind_at, stretch_end, stretch_start
from rednov_bot.language.words import Sense, Word, kinds

_AT: Final = kinds("in on inside at under over round around across between")
_WHICH: Final = kinds("one both each other left right either of own")
_BODY: Final = kinds(
    "hand hands fist fists teeth face shoulder shoulders back knees lap arm arms belly mouth grip "
    "paw paws side me head nose feet stomach gullet armpit tummy"
)
_KEEPS: Final = kinds("keep keeps keeping save saving")
_AND: Final = kinds("SEP SEPWORD PLUS")
_ENDS: Final = kinds("STOP PARAGRAPH QUERY SEP CLOSING") | {""}
_STOPS: Final = kinds("STOP PARAGRAPH")
_SOON: Final = kinds("right straight immediately just directly")
_TALKS: Final = kinds("SELF DISCARD GIVE USE MEANS HATCH DUR TAP DRAW COLON")


def settle_decor(words: list[Word]) -> None:
    """What only paints a tile means nothing."""
    returns = next((n for n, word in enumerate(words) if word.type == "RETURN"), 0)
    for at, word in enumerate(words):
        if word.type == "ITEM":
            _on_body(words, at + 1)
            _number_behind(words, at)
        elif word.text in _KEEPS:
            _kept(words, at)
        elif word.text in _SOON and at + 1 < len(words) and words[at + 1].text == "after":
            if kind_at(words, at + 2) in _ENDS:
                words[at].become(Sense("AFTER"))
                words[at].senses = words[at + 1].senses = ()
                words[at + 1].type = "FILL"
        elif word.text == "accept" and _hands_over(words, at):
            for blank in words[max(at - 3, 0) : at]:
                blank.type = "FILL" if blank.type == "PLEASE" else blank.type
            word.become(Sense("ODD"))  # "please accept my toolbox": is it given now?
            word.senses = ()
    if returns and _gives_back(words, returns):
        _received(words, returns)


def _on_body(words: list[Word], at: int) -> None:
    """ "Toolbox in one hand", "grog inside me"."""
    if at >= len(words) or words[at].text not in _AT:
        return
    end = at + 1
    while end < len(words) and words[end].text in _WHICH and words[end].text not in _BODY:
        end += 1
    if end < len(words) and words[end].text in _BODY and kind_at(words, end + 1) not in COUNTED:
        for blank in words[at : end + 1]:
            blank.type, blank.senses = "FILL", ()


def _number_behind(words: list[Word], at: int) -> None:
    """ "extinguishers two"."""
    tile = words[at]
    if not tile.plural or tile.number or kind_at(words, at + 1) != "NUM":
        return
    if kind_at(words, at + 2) in (*_ENDS, "OPENING"):
        tile.number, tile.end = words[at + 1].number, words[at + 1].end
        del words[at + 1]


def _kept(words: list[Word], at: int) -> None:
    """ "I'm keeping the grog and ...": nothing is done with it."""
    if not at or words[at - 1].type not in ("SELF", "SEPWORD", "SEP"):
        return
    start = stretch_start(words, at, _STOPS)
    if any(word.type == "COND" for word in words[start:at]):
        return
    end = at + 1
    while kind_at(words, end) in ("FILL", "MORE"):
        end += 1
    if kind_at(words, end) not in COUNTED:
        return
    end += 1
    while kind_at(words, end) in _AND and kind_at(words, end + 1) in COUNTED:
        end += 2
    for blank in words[at:end]:
        blank.type, blank.senses = "FILL", ()


def _hands_over(words: list[Word], at: int) -> bool:
    """Whether a tile is what shall be accepted."""
    for word in words[at + 1 : at + 12]:
        if word.type in ("STOP", "PARAGRAPH"):
            return False
        if word.type == "ITEM":
            return True
    return False


def _gives_back(words: list[Word], at: int) -> bool:
    """Whether the sentence of "in return" gives something; "back for supper" does not."""
    start, end = stretch_start(words, at, _STOPS), stretch_end(words, at, _STOPS)
    return any(word.type in COUNTED or word.can_be("GIVE") for word in words[start:end])


def _received(words: list[Word], returns: int) -> None:
    """ "Crikey, Bob, two grogs!  In return ...": what was got is not what is given back."""
    start = 0
    for at in range(returns + 1):
        if words[at].type not in ("STOP", "PARAGRAPH"):
            continue
        said = words[start:at]
        if all(word.type not in _TALKS and not word.can_be("GIVE") for word in said):
            for blank in said:
                if blank.type in COUNTED:
                    blank.type, blank.senses = "FILL", ()
        start = at + 1
