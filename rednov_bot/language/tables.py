"""Tables with column heads: "Hatch | enter | item used", a step of the turn in each row."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.entries import hatches_told
from rednov_bot.language.fields import Field, field_of
from rednov_bot.language.sheet import Sheet

_CELLS: Final = re.compile(r"[ \t]*\|[ \t]*|\t+[ \t]*|[ ]{2,}")
_PIPES: Final = re.compile(r"(?:(?<![ \t])[ \t]++)?\|[ \t]*")
_NONE: Final = re.compile(r"^(?:[-\u2013\u2014./*]*|none|nil|no|nothing|n/?a|0)$", re.IGNORECASE)
_STEPS: Final[frozenset[Field]] = frozenset(("hatches", "way", "enter", "items", "action"))
_MOVES: Final = re.compile(r"(?:hatch|door|open|go|enter|through|walk|step)\b", re.IGNORECASE)
_STATES: Final = frozenset(["state", "status", "condition", "situation"])
_TOTAL: Final = re.compile(
    r"^(?:(?:grand|in|sub|the)[ -]*)?(?:total|sum|altogether|together|all|all told)[ :=]*$", re.I
)
_AT_LEAST: Final = 2
_ENTERED: Final = re.compile(r"^(?:x|\+|v|[\u2713\u2714\u2611\u2705])$")


def read_rows(sheet: Sheet, people: frozenset[str]) -> None:
    """The rows of every table become sentences; tables about several gnomes are set aside."""
    if "|" not in sheet.text and "\t" not in sheet.text and "  " not in sheet.text:
        return
    lines = sheet.lines()
    changes: list[tuple[int, int, str]] = []
    at = 0
    while at < len(lines):
        heads, rows = _table(sheet.text, lines, at)
        if heads and rows:
            changes.append((*lines[at], ""))
            for row in rows:
                piped = "|" in sheet.text[slice(*lines[at])]
                cells = _cells(sheet.text, lines[row], piped, len(heads))
                changes.append((*lines[row], _row(heads, cells)))
        elif rows := (
            _of_people(sheet.text, lines, at, people) or _of_states(sheet.text, lines, at)
        ):
            changes += [(*lines[row], f"[{sheet.text[slice(*lines[row])]}]") for row in rows]
        at = rows[-1] + 1 if rows else at + 1
    sheet.put(changes)


def _table(
    text: str, lines: list[tuple[int, int]], at: int
) -> tuple[list[Field | None], list[int]]:
    """The column heads in this line and the lines that are its rows; none where it is no table."""
    piped = "|" in text[slice(*lines[at])]
    titles = _cells(text, lines[at], piped)
    if len(titles) < _AT_LEAST or any(len(title) > 24 for title in titles):
        return [], []
    heads = [field_of(title) if title else "step" for title in titles]
    steps = [head for head in heads if head in _STEPS]
    numbered = "action" in heads and ("step" in heads or "minutes" in heads or "cost" in heads)
    if (len(steps) < _AT_LEAST and not numbered) or None in heads or "gnome" in heads:
        return [], []
    rows: list[int] = []
    for row in range(at + 1, len(lines)):
        cells = _cells(text, lines[row], piped, len(heads))
        if not any(cells) and (not rows or _sums_up(text, lines, row + 1, len(heads), piped)):
            continue
        if len(cells) != len(heads) or (piped and "|" not in text[slice(*lines[row])]):
            break
        rows.append(row)
    return list(heads), rows


def _sums_up(text: str, lines: list[tuple[int, int]], row: int, width: int, piped: bool) -> bool:
    """Whether the line below a ruler is the sum of a table."""
    if row >= len(lines):
        return False
    cells = _cells(text, lines[row], piped, width)
    return len(cells) == width and any(_TOTAL.match(cell) or not cell for cell in cells[:-1])


def _cells(text: str, line: tuple[int, int], piped: bool, width: int = 0) -> list[str]:
    """The cells of a line; *width*: how many there should be, if the first ones are empty."""
    told = text[slice(*line)].strip()
    if not told:
        return []
    cells = [cell.strip(" \t*_") for cell in (_PIPES if piped else _CELLS).split(told)]
    if piped and len(cells) != width:
        cells = cells[told[0] == "|" :]
        cells = cells[: len(cells) - (told[-1] == "|")]
    return cells


def _row(heads: list[Field | None], cells: list[str]) -> str:
    """One row, told in the order of its columns."""
    told: list[str] = []
    moves = False
    if "minutes" in heads or "cost" in heads:
        others = [cell for head, cell in zip(heads, cells, strict=True) if head in _STEPS]
        if all(not cell or _TOTAL.match(cell) for cell in others):
            return ""
    if heads[0] == "step" and len(heads) == _AT_LEAST and field_of(cells[0]):
        return f"{cells[0]}: {cells[1]}"  # "Action | pump"
    for head, cell in zip(heads, cells, strict=True):
        none = bool(_NONE.match(cell))
        match head:
            case "hatches" | "way" if not none:
                way = hatches_told(cell) or f"hatch {cell}"
                asked = "enter" not in heads and "go in" not in way
                told.append(way.replace("open ", "") if asked else way)
                moves = True
            case "enter" if moves:
                told.append(_entering(cell, none))
            case "items" if not none:
                told.append(f"use {cell}")
            case "action" if not none:
                told.append(cell.replace("_", " "))
                moves = moves or bool(_MOVES.match(cell))
            case "minutes" if not none and not (moves and len(told) <= _AT_LEAST):
                told.append(f"for {cell} minutes" if cell.isdigit() else cell)
            case "note" if not none:
                told.append(f"({cell})")
            case "escape" if not none:
                told.append(f"if it fails, {hatches_told(cell) or cell}")
            case _:
                pass
    return ", ".join(told) + "." if told else ""


def _entering(cell: str, none: bool) -> str:
    said = cell.lower().strip(" .!")
    if none or said in ("n", "not", "stay", "open only", "peek"):
        return "do not go in"
    if said in ("y", "yes", "aye", "in", "enter", "entered", "true", "through") or _ENTERED.match(
        said
    ):
        return "go in"
    return cell


def _of_people(
    text: str, lines: list[tuple[int, int]], at: int, people: frozenset[str]
) -> list[int]:
    """The lines from here on that begin with names of gnomes and have columns, two at least."""
    rows: list[int] = []
    names: set[str] = set()
    for row in range(at, len(lines)):
        piped = "|" in text[slice(*lines[row])]
        cells = _cells(text, lines[row], piped)
        if len(cells) < _AT_LEAST or cells[0].lower() not in people:
            break
        names.add(cells[0].lower())
        rows.append(row)
    return rows if len(names) >= _AT_LEAST else []


def _of_states(text: str, lines: list[tuple[int, int]], at: int) -> list[int]:
    """The lines of a table of how things stand, heads and all."""
    piped = "|" in text[slice(*lines[at])]
    titles = _cells(text, lines[at], piped)
    if len(titles) < _AT_LEAST or _STATES.isdisjoint(title.lower() for title in titles):
        return []
    rows = [at]
    for row in range(at + 1, len(lines)):
        cells = _cells(text, lines[row], piped)
        if cells and len(cells) != len(titles):
            break
        if cells:
            rows.append(row)
    return rows
