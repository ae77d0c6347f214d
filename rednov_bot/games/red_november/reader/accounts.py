"""A reading explains itself: what each word became, how surely, and what was decided by that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from rednov_bot.games.red_november.reader.features import NONE, ROLES
from rednov_bot.games.red_november.reader.gate import same
from rednov_bot.games.red_november.reader.reading import (
    GAME,
    LIKELY,
    NOTHING,
    SURE,
    SURE_TOGETHER,
    Look,
    Reader,
    substitution,
)
from rednov_bot.games.red_november.reader.tokens import Token
from rednov_bot.games.red_november.rules.words import SEA, GnomeName

_HARDLY: Final = 0.1
"""What is less probable to fill a slot is not told."""
_BECAME: Final = {
    "none": "fills no slot",
    "use": "uses {item}",
    "first": "uses {item} before all else",
    "after": "uses {item} after the action",
    "give": "gives {item}",
    "back": "gives {item} in return",
    "drop": "discards {item}",
    "fail_use": "uses {item} for the escape",
    "go": "goes to {place}",
    "open": "opens the hatch to {place}",
    "here": "stands at {place}",
    "target": "unblocks the hatch to {place}",
    "fail": "flees to {place}",
    "fail_open": "opens the hatch to {place} after a failure",
    "block": "end {place} of a hatch to be blocked",
    "spread": "{place} for spreading fire",
    "min": "minutes of the action: {number}",
    "count": "how many: {number}",
    "act": "tells the action",
    "to": "to {name}",
    "join": "joins",
    "leave": "leaves",
}


class Account(msgspec.Struct, frozen=True):
    """A stretch of the text, by its offsets, and what became of it."""

    start: int
    end: int
    became: str


class Explained(msgspec.Struct, frozen=True):
    """How a text came to its reading."""

    accounts: tuple[Account, ...]
    decided: tuple[str, ...]  # a sentence each


def explained(
    text: str, author: GnomeName, people: Sequence[str], contest: str = GAME
) -> Explained:
    """What became of each word that may fill a slot, and how sure the reading is."""
    look = Reader.trained().look(text, author, people, contest)
    return Explained(tuple(_accounts(look, text)), tuple(_decided(look)))


def _accounts(look: Look, text: str) -> Iterator[Account]:
    for at, chances in look.seen.words.items():
        role = look.decoded.roles[at]
        if role == NONE and chances[NONE] > 1 - _HARDLY:
            continue
        token = look.text.tokens[at]
        became = _BECAME[ROLES[role]].format(**_values(token))
        yield Account(token.start, token.end, f"{became} ({chances[role]:.2f})")
    if corrects := substitution(text):
        yield Account(corrects.start(), corrects.end(), f"changes {corrects[1]} to {corrects[2]}")


def _values(token: Token) -> dict[str, object]:
    sense = token.sense
    place = "the sea" if token.place == SEA else f"room {token.place}"
    number = 1 if sense.number < 0 else sense.number
    item = sense.item.replace("_", " ")
    return {"item": item, "place": place, "number": number, "name": sense.name or "them"}


def _decided(look: Look) -> Iterator[str]:
    known, every = len(look.plain.known), len(look.text.sentences)
    yield f"The plain grammar knows {known} of {every} sentences."
    if look.plain.acts:
        agrees = "the same" if same(look.plain.acts, look.decoded.acts) else "something else"
        yield f"It reads {agrees} as the learnt roles."
    if look.decoded.faults:
        yield f"What the roles make is not whole: {', '.join(look.decoded.faults)}."
    nothing = look.answer[2]
    yield f"Announced just so {look.sure:.2f}, nothing {nothing:.2f}."
    yield (
        f"It counts from {SURE} on; where the grammar says the same from {SURE_TOGETHER} on, or "
        f"{LIKELY} with nothing named beside it; from {NOTHING} for nothing on nobody is asked."
    )
