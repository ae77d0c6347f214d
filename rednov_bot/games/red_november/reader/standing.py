"""Standing orders said apart from a turn, or taken back (rules 7.1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from rednov_bot.core.models import Message
from rednov_bot.games.red_november.reader.consent import is_polite, read_consent
from rednov_bot.games.red_november.reader.reading import GAME, Look, Reader
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Orders

_LONGEST: Final = 2_000
"""Characters; orders are short."""
_SURE: Final = 0.8
"""From this probability on learnt orders count: their gnome is told of them and can change them."""
_NOT_NOW: Final = re.compile(r"\b(?:not?|never|used to|next|last|unless)\b|n['’]t\b|\?", re.I)
"""Words by which learnt orders may be denied, or of another time."""
_DEFENCE: Final = re.compile(r"\b(?:defen[dcs]e?|fight back)\b", re.IGNORECASE)
_CALLED: Final = re.compile(r"(?:my |the )?standing orders?:? ?", re.IGNORECASE)
_EVER: Final = re.compile(
    r"\b(?:always|certainly|of course|(?:if|when(?:ever)?) attacked)\b,? ?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Standing:
    """What a gnome says of their standing orders: new ones, or none any more."""

    orders: Orders
    withdrawn: bool = False


def read_standing(
    message: Message, *, people: Sequence[str], contest: str = GAME
) -> Standing | None:
    """The standing orders of a message that says nothing else; None where that is in any doubt."""
    if len(message.text) > _LONGEST or message.doubt:
        return None
    look = Reader.trained().look(message.text, message.sender or "", people, contest)
    plainly = _plainly(look, people)
    if plainly is not None:
        return plainly
    learnt = look.decoded
    if learnt.acts or learnt.faults or look.plain.acts or look.answer[0] < _SURE:
        return None
    unsaid = learnt.orders == NO_ORDERS or _NOT_NOW.search(message.text)
    return None if unsaid else Standing(learnt.orders)


def _plainly(look: Look, people: Sequence[str]) -> Standing | None:
    """Orders that the grammar knows, with polite words, and a word on defence, around them."""
    said = look.plain
    if said.acts:
        return None
    orders, text = said.orders, look.text
    known = said.known if said.withdrawn or orders != NO_ORDERS else frozenset()
    for number in range(len(text.sentences)):
        words = text.words_of(number)
        defends = _defends(words, people)
        if defends is not None and orders.defend in (None, defends):
            orders = replace(orders, defend=defends)
        elif number not in known and not is_polite(words, people):
            return None
    if said.withdrawn == (orders != NO_ORDERS):
        return None  # neither, or both
    return Standing(orders, said.withdrawn)


def _defends(words: str, people: Sequence[str]) -> bool | None:
    """ "I always defend myself": whether they do; None where it is not about that."""
    if _DEFENCE.search(words) is None:
        return None
    consent = read_consent(_EVER.sub("", _CALLED.sub("", words)), people)
    return None if consent is None else consent == "yes"
