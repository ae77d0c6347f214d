"""Forms that are filled in: "hatches: 5 (enter), 6 (enter) / action: pump / minutes: 4"."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from rednov_bot.language import titles
from rednov_bot.language.fields import Field, field_of
from rednov_bot.language.fillings import EARLY, OPEN, Entry, Teller
from rednov_bot.language.sheet import Sheet

_LINE: Final = re.compile(
    r"^(?P<lead>[ \t*>|\-]*)(?P<key>[^\W\d_][^\n:=|]{0,38}?|#)"
    r"(?:[ \t]*(?::|={1,2}>?|\||\.{2,}:?|->)|[ \t]+[-\u2013\u2014](?=[ \t])|[ \t]{2,}|\t)"
    r"[ \t]*(?P<value>(?:[^\n]*[^\n \t|])?)[ \t|]*$",
    re.MULTILINE,
)
_PARTED: Final = (":", "=", "|", "..", "->", "  ", "\t", " - ", " -\n", "\u2013", "\u2014", " -\t")
"""What parts a field from its value, unless they only stand side by side."""
_WORDS: Final = re.compile(r"^[ \t]*(?P<line>[A-Z][^\n:|=]*)$", re.MULTILINE)
_TELLS: Final[frozenset[Field]] = frozenset(
    ("items", "hatches", "way", "enter", "action", "minutes", "escape", "gift", "target")
)
_MOVES: Final[frozenset[Field]] = frozenset(("action", "hatches", "way", "items", "escape", "gift"))
_BLANK: Final = re.compile(r"\n(?:[ \t]*\n)+")
_HEADS_NONE: Final = re.compile(r"(?<=:)[ \t]*\n[ \t]*(?=(?:none|nothing|nil)\b)", re.I)
_HEADS_ESCAPE: Final = re.compile(r"^if it fails:[ \t]*\n[ \t]*(?=\S)", re.I | re.M)
_QUOTES: Final = frozenset("\"'[]")
_COUNTING: Final = re.compile(
    r"^[ \t*\-]*(?P<name>[A-Za-z]+)[ ](?P<at>\d)[ ]*[:=][ ]*(?=[^\n]*[A-Za-z0-9])", re.MULTILINE
)
_TWO: Final = 2
_PART: Final = re.compile(r"(?<=[.;])[ \t]+(?=[A-Z][\w ()\-]{0,30}:[ \t])")
_BEHIND: Final = re.compile(r"(?<=\.)[ \t]+(?=[(A-Z][^:\n]*$)")
_WORKS: Final[frozenset[Field]] = frozenset(("action", "minutes", "target", "gift"))


def fill_in(sheet: Sheet, author: str, people: frozenset[str], contest: str) -> None:
    """The lines of a form become sentences."""
    entries = _entries(sheet.text)
    fields = {entry.field for entry in entries}
    if len(fields & _TELLS) < _TWO:
        return
    gnomes = {entry.value.lower() for entry in entries if entry.field == "gnome"}
    alone = len(gnomes) < _TWO
    if fields.isdisjoint(_MOVES - {"items"}) or _is_elsewhere(entries, contest) or not alone:
        _set_aside(sheet, entries)
        return
    blank = all(OPEN.match(e.value) or not e.value for e in entries)
    if blank and (any(e.value for e in entries) or _is_blank(sheet.text, entries)):
        _set_aside(sheet, entries)  # a form for others to fill in
        return
    form = Teller(sheet.text, entries, author, people)
    first, last = entries[0].start, len(sheet.text) - entries[-1].end
    sheet.put(_in_order(entries, [form.change(e) for e in entries]))
    _draw_together(sheet, first, len(sheet.text) - last)


def _is_blank(text: str, entries: list[Entry]) -> bool:
    """Whether nothing stands between the lines of a form."""
    return len(entries) > _TWO and all(
        not text[a.end : b.start].strip() for a, b in pairwise(entries)
    )


def part_fields(sheet: Sheet) -> None:
    """ "Hatch: 8. Entered: yes. Action: pump.": each field gets its line."""
    for start, end in reversed(sheet.lines()):
        if sheet.text.count(":", start, end) < _TWO:
            continue
        line = sheet.text[start:end]
        parts = [match.end() for match in _PART.finditer(line)]
        keys = [line[at:].partition(":")[0] for at in (0, *parts)]
        if titles.FRAMES.search(keys[0]):
            continue  # "Yesterday. Opened: 5. Used: grog."
        if len(keys) > _TWO and sum(field_of(key) is not None for key in keys) >= len(keys) - 1:
            spans = [match.span() for match in _PART.finditer(line)]
            behind = _BEHIND.search(line)
            if behind and behind.start() > spans[-1][1]:
                spans.append(behind.span())
            sheet.put([(start + a, start + b, "\n") for a, b in spans])


def _in_order(
    entries: list[Entry], changes: list[tuple[int, int, str]]
) -> list[tuple[int, int, str]]:
    """The action comes behind the way and the tiles, wherever its line stands."""
    moves = [n for n, e in enumerate(entries) if e.field in ("hatches", "way", "enter", "items")]
    told = [n for n, e in enumerate(entries) if e.field in _WORKS]
    changes = _early_first(entries, changes)
    if not moves or not told or any(not entries[n].value.strip() for n in (*moves, *told)):
        return changes
    early = [n for n in told if n < moves[-1]]
    works = _WORKS if all(e.field != "action" for e in entries) else {"action", "gift"}
    if not any(entries[n].field in works for n in early):
        return changes
    work = "\n".join(changes[n][2] for n in early if changes[n][2])
    start, end, said = changes[moves[-1]]
    ordered = [
        (first, last, "" if n in early else said) for n, (first, last, said) in enumerate(changes)
    ]
    ordered[moves[-1]] = (start, end, f"{said}\n{work}")
    return ordered


def _early_first(
    entries: list[Entry], changes: list[tuple[int, int, str]]
) -> list[tuple[int, int, str]]:
    """ "Items: a coffee, at the outset" comes before the way."""
    ways = [n for n, e in enumerate(entries) if e.field in ("hatches", "way")]
    early = [
        n
        for n, e in enumerate(entries)
        if e.field == "items" and EARLY.search(e.value.rstrip(". "))
    ]
    if not ways or not early or early[0] < ways[0]:
        return changes
    told = "\n".join(changes[n][2] for n in early)
    return [
        (start, end, f"{told}\n{said}" if n == ways[0] else "" if n in early else said)
        for n, (start, end, said) in enumerate(changes)
    ]


def _numbered(text: str) -> frozenset[str]:
    """ "Hatch 1: 5 / hatch 2: 8 / tile 1: grog": the keys that count."""
    found: dict[str, list[int]] = {}
    for match in _COUNTING.finditer(text):
        found.setdefault(match["name"].lower(), []).append(int(match["at"]))
    return frozenset(
        f"{name} {number}"
        for name, numbers in found.items()
        if len(numbers) > 1 and numbers == [*range(1, len(numbers) + 1)]
        for number in numbers
    )


def _entries(text: str) -> list[Entry]:
    counted = _numbered(text)
    found = [
        Entry(
            field,
            match.start() + len(match["lead"]),
            match.end(),
            match["key"],
            _bare(match["value"]),
        )
        for match in (_LINE.finditer(text) if any(map(text.__contains__, _PARTED)) else ())
        if (field := field_of(_uncounted(match["key"], counted))) is not None
    ]
    if found:
        return found
    lines = list(_WORDS.finditer(text))
    rows = [row for match in lines if (row := _keyed(match))] if len(lines) > _TWO else []
    return rows if len({row.field for row in rows} & _TELLS) > _TWO else []


def _uncounted(key: str, counted: frozenset[str]) -> str:
    return key[:-1] if counted and key.lower().strip() in counted else key


def _bare(value: str) -> str:
    """A value without the signs of data: `["toolbox"],`."""
    listed = value.rstrip(",;")
    if listed[:1] in _QUOTES and listed[-1:] in _QUOTES and not OPEN.match(value):
        return listed.strip("\"'[] ").replace('"', "")
    return value


def _keyed(match: re.Match[str]) -> Entry | None:
    """ "Minutes 4": a field and its value with nothing between."""
    words = match["line"].split(" ")
    for length in range(min(4, len(words) - 1), 0, -1):
        key = " ".join(words[:length])
        if (field := field_of(key)) is not None:
            value = " ".join(words[length:]).strip()
            return Entry(field, match.start("line"), match.end(), key, value)
    return None


def _is_elsewhere(entries: list[Entry], contest: str) -> bool:
    """Whether the form names another game."""
    for entry in entries:
        if entry.field == "game" and entry.key.lower() in ("game", "contest", "for game"):
            named = entry.value.lower()
            return bool(named) and contest.lower() not in named and named not in ("rn", "yes")
    return False


def _set_aside(sheet: Sheet, entries: list[Entry]) -> None:
    """What a form says of another game, or of how things stand, is a comment."""
    sheet.put((e.start, e.end, f"[{sheet.text[e.start : e.end]}]") for e in entries)


def _draw_together(sheet: Sheet, first: int, last: int) -> None:
    """No blank line parts the fields of a form; what a field heads stands on its line."""
    blank = [m.span() for m in _BLANK.finditer(sheet.text, first, last)]
    sheet.put((start, end, "\n") for start, end in blank)
    sheet.sub(_HEADS_NONE, " ")
    sheet.sub(_HEADS_ESCAPE, "if it fails: ")
