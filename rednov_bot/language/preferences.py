"""Ways to word a standing order (7.1): "blocked hatch -> 5-6", "orders: blocked hatch 5-6"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from rednov_bot.language.events import ORDERS
from rednov_bot.language.neighbours import phrase
from rednov_bot.language.words import Sense, Word, kinds

_Named: TypeAlias = frozenset[tuple[int, object]]
_SENTENCE_ENDS: Final = kinds("STOP PARAGRAPH QUERY")
_STUCK: Final = ("jammed", "blocked", "stuck")
_RANKS: Final = frozenset(["before", "then", "else", "otherwise", "over", "first"])
_SPREADING: Final = frozenset(["fire spreads", "fires spread", "fire spread"])
_OF_ORDERS: Final = ("order", "standing order", "event choice", "choice", "event order", "event")
NEXT: Final = frozenset(["second", "third", "next", "2nd", "3rd", "alternative", "backup"])
_CHOICES: Final = frozenset(["choice", "best", "preference", "option", "pick", "one"])
_PLACES: Final = kinds("HATCH NUM ROOM MACHINE")
_LEADS: Final = kinds("TO THROUGH IN OUT FROM FILL")
_MOST_WORDS: Final = 40
_SHALL: Final = kinds("should shall must may ought would is to be will best better had please")


def settle_preferences(words: list[Word]) -> None:
    """What a mark or a heading says to be an order is one."""
    at = 0
    while at < len(words):
        word = words[at]
        if word.type in ("DOOR", "HATCH") and word.text.startswith(_STUCK):
            at += _listed_order(words, at)
        elif word.type in ORDERS or word.text in _SPREADING:
            _told_by_a_mark(words, at)
        at += 1


def shall_be(words: list[Word], at: int) -> None:
    """ "A jammed hatch should be 5-6"."""
    end = at + 1
    while end < len(words) and words[end].text in _SHALL:
        end += 1
    asked = any(word.text not in ("to", "be", "please", "had") for word in words[at + 1 : end])
    if asked and end < len(words) and words[end].type == "HATCH":
        words[at:end] = [phrase(words[at:end], "ORDER_BLOCK")]


def _listed_order(words: list[Word], at: int) -> int:
    """ "Standing orders: blocked hatch 5-6; ...", "blocked hatch -> 5-6"; how much it grew."""
    word = words[at]
    if word.type == "DOOR":
        after = words[at + 1] if at + 1 < len(words) else word
        hatch = words[at + 2].type if at + 2 < len(words) else ""
        closed = after.type == "CLOSING" and at > 0 and words[at - 1].type == "OPENING"
        if closed or ((after.type == "ARROW" or after.text == "=") and hatch == "HATCH"):
            _told_by_a_mark(words, at)
            word.become(Sense("ORDER_BLOCK"))
            word.senses = ()
        return 0
    before = [word.text for word in words[max(0, at - 3) : at]]
    if not before or before[-1] not in (":", ","):
        return 0
    if not any(text.startswith(_OF_ORDERS) for text in before):
        return 0
    words.insert(at, Word("ORDER_BLOCK", word.start, word.start, "blocked hatch"))
    return 1


def _told_by_a_mark(words: list[Word], at: int) -> None:
    """ "Fire spreads -> 6", "standing order (blocked hatch): 5-6"."""
    after = words[at + 1] if at + 1 < len(words) else words[at]
    if after.type == "ARROW" or after.text == "=":
        after.type, after.text = "COLON", ":"
    elif after.type == "CLOSING" and at and words[at - 1].type == "OPENING":
        words[at - 1].type = after.type = "FILL"
    else:
        return
    if words[at].type not in ORDERS and words[at].type != "DOOR":
        words[at].become(Sense("ORDER_SPREAD"))
        words[at].senses = ()


def fire_label(words: list[Word], start: int, colon: int) -> None:
    """ "Fire: room 6 before room 3": rooms in an order are no minutes."""
    if colon != start + 1 or words[start].type != "FIRE":
        return
    rest: list[Word] = []
    for word in words[colon + 1 :]:
        if word.type in _SENTENCE_ENDS:
            break
        rest.append(word)
    said = [word for word in rest if word.type != "FILL"]
    rooms = [word for word in said if word.type in ("ROOM", "NUM")]
    ranked = any(word.text in _RANKS or word.type == "ROOM" for word in said)
    links = all(
        word.type in ("SEP", "ARROW") or word.text in _RANKS for word in said if word not in rooms
    )
    if len(rooms) > 1 and ranked and links:
        words[start].become(Sense("ORDER_SPREAD"))


def is_sent(words: list[Word], since: int, at: int) -> bool:
    """ "Orders: block 4-5; fire to 5 rather than 2"."""
    if [word.type for word in words[at + 1 : at + 3]] not in (["TO", "NUM"], ["TO", "ROOM"]):
        return False
    before = words[since:at]
    return any(word.type in ORDERS for word in before)


def leads_to(words: list[Word], at: int, named: _Named) -> bool:
    """ "7-9 if it can't be 7-8", "to 7 if it can't go to 6": the place that was named."""
    while named and at < len(words) and words[at].type in _LEADS:
        at += 1
    return at < len(words) and is_named(words[at], named)


def next_choice(words: list[Word], sentence: int, at: int) -> bool:
    """Whether an order goes on: "Blocked hatch: 5-6.  My second choice is 7-9"."""
    if at + 1 >= len(words) or words[at + 1].text not in _CHOICES:
        return False
    return runs_over(words, sentence, at) > 0


def runs_over(words: list[Word], sentence: int, at: int) -> int:
    """ "If a hatch jams, 5-6.  If that cannot be, 7-9.": where the sentence of the order begins."""
    if sentence < 2 or words[sentence - 1].type != "STOP":
        return 0
    if any(word.type not in ("SEPWORD", "FILL", "SEP") for word in words[sentence:at]):
        return 0
    start = sentence - 1
    while start and words[start - 1].type not in _SENTENCE_ENDS and sentence - start < _MOST_WORDS:
        start -= 1
    return start if any(word.type in ORDERS for word in words[start:sentence]) else 0


def named(words: Sequence[Word]) -> _Named:
    """The places that an order has named, to be spoken of in the condition of the next."""
    return frozenset((w.number, w.places) for w in words if w.type in _PLACES)


def is_named(word: Word, named: _Named) -> bool:
    """Whether a word is a place that the order has named before."""
    return bool(named) and word.type in _PLACES and (word.number, word.places) in named
