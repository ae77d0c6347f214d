"""Sample texts with their readings and with the role of each word: tests/corpus/*.jsonl.

A line is a JSON object: `file`, its author's number, where that is not the name of the file; `by`,
the writer; `text`, in which the words that fill a slot are marked as `{words|role value}`; `is`,
the reading on one line.  tests/corpus/README.md tells the forms.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, NamedTuple

from rednov_bot.core.models import Act, Join, Leave, TurnAct
from rednov_bot.games.red_november.reader.board import MOST_MINUTES
from rednov_bot.games.red_november.rules.deeds import Discard, GiveBack
from rednov_bot.games.red_november.rules.turn import Orders, Step, Turn, Use
from rednov_bot.games.red_november.rules.words import SEA, hatch_label, place_label

_MARK: Final = re.compile(r"\{([^{}|]+)\|([a-z_]+)((?: [^{}|\s]+)*)\}")
WRITERS: Final = (
    *("Tumbledrum", "Quibbleton", "Fizzlewick", "Oddsocket", "Brackle", "Ninepenny", "Mossbeard"),
    "Zanzipop",
)
"""In whose names the samples are written."""

_OTHERS: Final = ("Ann", "Bob", "Cat", "Dan", "Pip", "Pewterby")


class Mark(NamedTuple):
    """Words of a text that fill a slot: offsets, the role, what they stand for."""

    start: int
    end: int
    role: str
    values: tuple[str, ...]


class Sample(NamedTuple):
    """A text, its author, and what a careful human reads out of it."""

    file: str
    by: str
    text: str
    marks: tuple[Mark, ...]
    meaning: str  # as `is` has it: acts, "none", or what a question should propose
    verdict: Literal["acts", "none", "ambiguous"]


def sample(file: str, by: str, marked: str, meaning: str) -> Sample:
    """A sample from its marked text."""
    plain, marks, last = "", [], 0
    for found in _MARK.finditer(marked):
        plain += marked[last : found.start()]
        values = tuple(found[3].split())
        marks.append(Mark(len(plain), len(plain) + len(found[1]), found[2], values))
        plain += found[1]
        last = found.end()
    plain += marked[last:]
    unsure = meaning.startswith("?")
    verdict: Literal["acts", "none", "ambiguous"] = (
        "ambiguous" if unsure else "none" if meaning == "none" else "acts"
    )
    return Sample(file, by, plain, tuple(marks), meaning.lstrip("? "), verdict)


def load(path: Path) -> Iterator[Sample]:
    """The samples of one file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield sample(row.get("file", path.stem), row["by"], row["text"], row["is"])


def place_of(value: str) -> int:
    """A room as marks write it: a number or `sea`."""
    return SEA if value == "sea" else int(value)


def names_of(samples: list[Sample]) -> list[str]:
    """Everybody who writes or is named in the samples."""
    named = {one.by for one in samples} | set(_OTHERS)
    named |= {
        value for one in samples for mark in one.marks if mark.role == "to" for value in mark.values
    }
    return sorted(named)


def meaning_of(acts: tuple[Act, ...], orders: Orders | None = None) -> str:
    """A reading on one line, as samples have it: `grog; go 5 => fix_engine 4 & leave`.

    Tiles that are given or discarded stand in the order of the alphabet; "" is nothing.
    """
    said = [_act(act) for act in acts]
    if orders is not None and (orders.block or orders.spread):
        said.append("orders" + _orders(orders))
    return " & ".join(said)


def _act(act: Act) -> str:
    match act:
        case TurnAct(turn):
            return _turn(turn)
        case Discard(items):
            return "discard " + ", ".join(sorted(items))
        case GiveBack(to, items):
            return f"return to {to}: " + ", ".join(sorted(items))
        case Join():
            return "join"
        case Leave():
            return "leave"
        case _:
            raise ValueError(f"no sample has {act}")


def _turn(turn: Turn) -> str:
    action = turn.action
    if action is None:
        raise ValueError("no sample has a turn without an action")
    said = "; ".join(map(step_line, turn.steps)) + " " * bool(turn.steps) + f"=> {action.name}"
    if action.name in MOST_MINUTES and action.minutes is not None:
        said += f" {action.minutes}"
    if action.name == "unblock_hatch" and action.hatch is not None:
        said += f" >{place_label(action.hatch.to)}"
    if action.name == "give_items":
        said += f" to {action.recipient}: " + ", ".join(sorted(action.give or ()))
    if turn.after:
        said += " after " + ", ".join(map(step_line, turn.after))
    if turn.escape is not None:
        uses = "".join(f"{item}; " for item in turn.escape.uses)
        said += f" fail {uses}{step_line(turn.escape.move)}"
    return said + _orders(turn.orders)


def step_line(step: Step) -> str:
    """`grog`, `go 5`, `open sea`."""
    if isinstance(step, Use):
        return step.item
    return f"{'go' if step.enter else 'open'} {place_label(step.hatch.to)}"


def _orders(orders: Orders) -> str:
    said = ""
    if orders.block:
        said += " block " + ", ".join(map(hatch_label, orders.block))
    if orders.spread:
        said += " spread " + ", ".join(map(place_label, orders.spread))
    return said
