"""Forms that are filled in: "hatches: 5 (enter), 6 (enter) / action: pump / minutes: 4"."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from rednov_bot.language.entries import hatches_told, rooms_told
from rednov_bot.language.fields import Field, field_of
from rednov_bot.language.sheet import Sheet

_LINE: Final = re.compile(
    r"^(?P<lead>[ \t*>|\-]*)(?P<key>[^\W\d_][^\n:=|]{0,26}?|#)"
    r"(?:[ \t]*(?::|={1,2}>?|\||\.{2,}:?|->)|[ \t]+[-\u2013\u2014](?=[ \t])|[ \t]{2,}|\t)"
    r"[ \t]*(?P<value>[^\n]*?)[ \t|]*$",
    re.MULTILINE,
)
_WORDS: Final = re.compile(r"^[ \t]*(?P<line>[A-Z][^\n:|=]*)$", re.MULTILINE)
_TELLS: Final[frozenset[Field]] = frozenset(
    ("items", "hatches", "way", "enter", "action", "minutes", "escape")
)
_MOVES: Final[frozenset[Field]] = frozenset(("action", "hatches", "way", "items", "escape"))
_EMPTY: Final = re.compile(r"^[_.\u2026 ]*$")
_OPEN: Final = re.compile(
    r"^(?:[_.\u2026 ]{2,}|\?+|tb[ad]|t\.b\.[ad]\.?|xx+|n\.?n\.?|\[ *\]|<[^>]*>|tbc)$", re.I
)
_NONE: Final = re.compile(
    r"^(?:[-\u2013\u2014/]+|none|nil|nothing|no|n/?a|n\.a\.|0|zero|null)\.?$", re.I
)
_NUMBER: Final = re.compile(
    r"^(\d{1,2}|[a-z]{3,5})(?:[ \t]*\(\w+\))?[ \t]*(?:m|min|mins|minutes?)?\.?$", re.I
)
_BLANK: Final = re.compile(r"\n(?:[ \t]*\n)+")
_HEADS_NONE: Final = re.compile(r"(?<=:)[ \t]*\n[ \t]*(?=(?:none|nothing|nil)\b)", re.I)
_HEADS_ESCAPE: Final = re.compile(r"^if it fails:[ \t]*\n[ \t]*(?=\S)", re.I | re.M)
_QUOTES: Final = frozenset("\"'[]")
_TWO: Final = 2
_LEFT_OPEN: Final[dict[Field, str]] = {
    "hatches": "open some hatches.",
    "way": "open some hatches.",
    "enter": "perhaps I go in.",
    "items": "use some items.",
    "escape": "if it fails, open some hatch.",
    "after": "afterwards, use some items.",
    "gnome": "on behalf of I.",
}
"""What asks about a field that is left open; an action and its minutes are asked for anyhow."""


class Entry(msgspec.Struct, frozen=True):
    """One line of a form."""

    field: Field
    start: int
    end: int
    key: str
    value: str


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
    if all(_OPEN.match(e.value) or not e.value for e in entries) and any(e.value for e in entries):
        _set_aside(sheet, entries)  # a form for others to fill in
        return
    form = _Form(sheet.text, entries, author, people)
    first, last = entries[0].start, len(sheet.text) - entries[-1].end
    sheet.put([form.change(e) for e in entries])
    _draw_together(sheet, first, len(sheet.text) - last)


def _entries(text: str) -> list[Entry]:
    found = [
        Entry(
            field,
            match.start() + len(match["lead"]),
            match.end(),
            match["key"],
            _bare(match["value"]),
        )
        for match in _LINE.finditer(text)
        if (field := field_of(match["key"])) is not None
    ]
    if found:
        return found
    rows = [row for match in _WORDS.finditer(text) if (row := _keyed(match))]
    return rows if len({row.field for row in rows} & _TELLS) > _TWO else []


def _bare(value: str) -> str:
    """A value without the signs of data: `["toolbox"],`."""
    listed = value.rstrip(",;")
    if listed[:1] in _QUOTES and listed[-1:] in _QUOTES and not _OPEN.match(value):
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


class _Form:
    """Tells one field after the other."""

    def __init__(
        self, text: str, entries: list[Entry], author: str, people: frozenset[str]
    ) -> None:
        self._text = text
        self._starts = {text.rfind("\n", 0, entry.start) + 1 for entry in entries}
        self._author = author
        self._people = people
        self._before: Entry | None = None

    def change(self, entry: Entry) -> tuple[int, int, str]:
        """What becomes of one field; a target goes to the line of its action."""
        before, self._before = self._before, entry
        told = self._told(entry, before)
        if entry.field == "target" and before is not None and before.field == "action":
            return before.end, entry.end, f" {told}"
        return entry.start, entry.end, told

    def _told(self, entry: Entry, before: Entry | None) -> str:
        """The sentence that a field with its value is."""
        value = entry.value.strip()
        if _OPEN.match(value):
            return _LEFT_OPEN.get(entry.field, "")
        if _EMPTY.match(value):
            if entry.field in ("hatches", "way", "target") and not self._goes_on(entry):
                return "open some hatches."
            if entry.field == "escape" and self._goes_on(entry):
                return "if it fails:"
            return f"{entry.key}:" if entry.field not in ("minutes", "cost", "note") else ""
        if entry.field in ("gnome", "game"):
            return self._headed(entry, value)
        return _sentence(entry, value, before)

    def _goes_on(self, entry: Entry) -> bool:
        """Whether lines that are no fields stand right below a field: they are its value."""
        below = entry.end + 1
        return bool(self._text[below:].split("\n", 1)[0].strip()) and below not in self._starts

    def _headed(self, entry: Entry, value: str) -> str:
        """ "gnome: Pip" heads the form like "Pip:"."""
        name = value.lower().strip(" .")
        if entry.field == "game":
            return f"{value}."
        if name in (self._author.lower(), "me", "i", "myself", "yours truly"):
            return "my turn."
        if name not in self._people:
            return f"{entry.key}: {value}"
        return f"on behalf of {value}, I do this."


def _sentence(entry: Entry, value: str, before: Entry | None) -> str:
    """What a field says, in words that a turn is told with."""
    none = bool(_NONE.match(value))
    match entry.field:
        case "items":
            return "" if none else f"items: {value}."
        case "hatches":
            return "" if none else _hatches(entry, value)
        case "way":
            told = rooms_told(value) or hatches_told(value, marked=True)
            head = "move" if value[0].isdigit() else "movement"
            return "" if none else f"{told}." if told else f"{head}: {value}"
        case "enter":
            return _entering(entry, value, none)
        case "action":
            return "no action." if none else f"action: {value.replace('_', ' ')}"
        case "minutes":
            return f"minutes: {m[1]}." if (m := _NUMBER.match(value)) else f"{entry.key}: {value}"
        case "escape":
            told = rooms_told(value) or hatches_told(value, marked=True) or value
            return "" if none else f"if it fails: {told}."
        case "after":
            return "" if none else f"afterwards, {value}"
        case "orders" if none:
            return ""
        case "cost" | "note" if not re.search(r"[A-Za-z]{3}", value):
            return ""
        case "target":
            return _target(value, before)
        case _:
            return f"{entry.key}: {value}"


def _hatches(entry: Entry, value: str) -> str:
    if told := hatches_told(value):
        return f"{told}." if "go in" in told else f"{told.replace('open ', '')}."
    if re.match(r"(?:to|from|in|between|\d)\b", value, re.I) and entry.key.lower() in (
        "hatch",
        "door",
    ):
        return f"hatch {value}"
    return f"open: {value}" if value.lower().startswith("hatch") else f"movement: {value}"


def _entering(entry: Entry, value: str, none: bool) -> str:
    said = value.lower().strip(" .!")
    if none or said in ("n", "not", "don't", "nope", "stay out"):
        return "do not go in."
    if said in ("y", "yes", "aye", "yep", "of course", "true", "both", "all", "sure", "x", "in"):
        return "go in."
    return f"{entry.key}: {value}"


def _target(value: str, before: Entry | None) -> str:
    """Whom or what the action on the line before is for."""
    if before is None or before.field != "action":
        return f"to {value}"
    if re.fullmatch(r"\d{1,2}(?:\s*[-/]\s*\d{1,2})?", value):
        way = value if "-" in value or "/" in value else f"to {value}"
        return way if before.value.lower().rstrip(" .").endswith("hatch") else f"hatch {way}"
    return value


def _draw_together(sheet: Sheet, first: int, last: int) -> None:
    """No blank line parts the fields of a form; what a field heads stands on its line."""
    blank = [m.span() for m in _BLANK.finditer(sheet.text, first, last)]
    sheet.put((start, end, "\n") for start, end in blank)
    sheet.sub(_HEADS_NONE, " ")
    sheet.sub(_HEADS_ESCAPE, "if it fails: ")
