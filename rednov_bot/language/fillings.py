"""What one field of a form says, in words that a turn is told with."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from rednov_bot.language.entries import hatches_told, is_entered, is_kept_out, rooms_told
from rednov_bot.language.fields import Field

OPEN: Final = re.compile(
    r"^(?:[_.\u2026 ]{2,}|\?+|tb[ad]|t\.b\.[ad]\.?|xx+|n\.?n\.?|\[ *\]|<[^>]*>|tbc"
    r"|(?:see|as|listed|given|told) (?:\w+ )*(?:below|above|end|list|later)\.?|to follow|later)$",
    re.I,
)
_EMPTY: Final = re.compile(r"^[_.\u2026 ]*$")
_NONE: Final = re.compile(
    r"^(?:[-\u2013\u2014/]+|none|nil|nothing|no|n/?a|n\.a\.|0|zero|null"
    r"|(?:i (?:use|open|take|enter|need|bring) )?(?:none|nothing)"
    r"(?: at all| of them| used| opened)?"
    r"|no(?: hatch(?:es)?| items?| doors?| tiles?| movement| moves?)?(?: used| opened)?)\.?$",
    re.I,
)
_NUMBER: Final = re.compile(
    r"^(\d{1,2}|[a-z]{3,5})(?:[ \t]*\(\w+\))?[ \t]*(?:m|min|mins|minutes?)?\.?$", re.I
)
_ALONE: Final = re.compile(
    r"^(\w+)[ \t]*[,(][ \t]*(?:alone|me|myself|solo|only|that's "
    r"me)\b.*$",
    re.I,
)
_COUNT: Final = re.compile(
    r"^(?:\d{1,2}|one|two|three|four)(?:[ \t]*\(?\d\)?)?(?: random)?(?: items?| tiles?)?\.?$", re.I
)
_DIGITS: Final = re.compile(r"\d+")
_WORDS_OF: Final = re.compile(r"[a-z]+")
_KEEPS: Final = re.compile(r"\b(?:keep|save|not|later|next time|spare|instead)\b")
_SAME_UNIT: Final = re.compile(r"\d+[ ]*(?:m\b|min|items?|tiles?|grogs?)")
_PASSED: Final = re.compile(r"\b(?:passed|entered|gone through|walked through)\b", re.I)
EARLY: Final = re.compile(
    r"[ ,]*\(?\b(?:used |drunk )?(?:at the (?:very )?(?:outset|start|beginning)|first of all|"
    r"before (?:moving|anything(?: else)?|everything(?: else)?|all else|the hatch(?:es)?))\)?$",
    re.IGNORECASE,
)
"""What says of tiles that they are used before the way."""
_ITEMS: Final = re.compile(r"^items?[ ]*[,:(][ ]*(\d)\)?\.?$", re.I)
_FIRE: Final = re.compile(r"\b(?:fire|blaze|flames|firefighting)\b", re.I)
_DONE_FOR: Final = (
    (_FIRE, "fight the fire"),
    (re.compile(r"\bengine\b", re.I), "fix the engine"),
    (re.compile(r"\b(?:oxygen|o2)\b", re.I), "fix the oxygen pumps"),
    (re.compile(r"\breactor\b", re.I), "fix the reactor"),
    (re.compile(r"\bmissiles?\b", re.I), "stop the missile"),
    (re.compile(r"\bkraken\b", re.I), "fight the kraken"),
    (re.compile(r"\b(?:pumping|bailing)\b", re.I), "pump"),
    (re.compile(r"\bfight(?:ing)?\b", re.I), "fight the fire"),
)
"""What is done, where only the heading of the minutes says so: "time at the fire"."""
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


class Teller:
    """Tells one field after the other."""

    def __init__(
        self, text: str, entries: list[Entry], author: str, people: frozenset[str]
    ) -> None:
        self._text = text
        self._starts = {text.rfind("\n", 0, entry.start) + 1 for entry in entries}
        self._author = author
        self._people = people
        self._before: Entry | None = None
        self._fields = {entry.field for entry in entries}
        self._told_else = set(
            _DIGITS.findall(" ".join(e.value for e in entries if e.field != "note"))
        )
        self._items = " ".join(e.value.lower() for e in entries if e.field == "items")
        to = [entry.value for entry in entries if entry.field == "target"]
        self._to = f" to {to[0].strip(' .')}" if len(to) == 1 and to[0] else ""

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
        if OPEN.match(value):
            return _LEFT_OPEN.get(entry.field, "")
        if _EMPTY.match(value):
            if entry.field in ("hatches", "way", "target") and not self._goes_on(entry):
                return "open some hatches."
            if entry.field == "escape" and self._goes_on(entry):
                return "if it fails:"
            return f"{entry.key}:" if entry.field not in ("minutes", "cost", "note") else ""
        if entry.field == "note" and self._disagrees(value):
            return f"perhaps {value}"
        if entry.field in ("gnome", "game"):
            return self._headed(entry, value)
        if entry.field == "place" and not self._fields.isdisjoint(("hatches", "way")):
            return f"[{entry.key}: {value}]"
        if "gift" in self._fields and entry.field in ("gift", "target"):
            return f"give {value.rstrip(' .')}{self._to}." if entry.field == "gift" else ""
        if entry.field == "minutes" and "action" not in self._fields:
            return self._done_for(entry, value)
        return _sentence(entry, value, before)

    def _disagrees(self, value: str) -> bool:
        """ "3 items ought to do", where two are taken; "the toolbox I keep", where it is used."""
        said = value.lower()
        told = self._told_else
        numbers = [n for n in _DIGITS.findall(said) if n not in told]
        kept = _KEEPS.search(said) and any(
            word in said for word in _WORDS_OF.findall(self._items) if len(word) > 3
        )
        return bool(kept or (numbers and _SAME_UNIT.search(said)))

    def _done_for(self, entry: Entry, value: str) -> str:
        """ "Time at the fire: 4 min": the only line that tells what is done."""
        done = next((said for sign, said in _DONE_FOR if sign.search(entry.key)), "")
        vague = done == "fight the fire" and not _FIRE.search(entry.key)
        if vague and "escape" not in self._fields:
            done = ""  # or the kraken
        told = _sentence(entry, value, None)
        return f"{done}. {told}" if done else told

    def _goes_on(self, entry: Entry) -> bool:
        """Whether lines that are no fields stand right below a field: they are its value."""
        below = entry.end + 1
        return bool(self._text[below:].split("\n", 1)[0].strip()) and below not in self._starts

    def _headed(self, entry: Entry, value: str) -> str:
        """ "gnome: Pip" heads the form like "Pip:"."""
        name = _ALONE.sub(r"\1", value.strip()).lower().strip(" .")
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
        case "items" if _COUNT.match(value):
            return f"take {value.removesuffix('.').split()[0]} items."
        case "items":
            return "" if none else f"items: {EARLY.sub('', value.rstrip('. '))}."
        case "hatches":
            listed = rooms_told(value) and _PASSED.search(entry.key)
            value = f"{value.rstrip('. ')}, all entered" if listed else value
            return "" if none else _hatches(entry, value)
        case "way":
            told = rooms_told(value) or hatches_told(value, marked=True)
            head = "move" if value[0].isdigit() else "movement"
            return "" if none else f"{told}." if told else f"{head}: {value}"
        case "enter":
            return _entering(entry, value, none)
        case "action" if m := _ITEMS.match(value):
            return f"take {m[1]} items."
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
    told = said.replace(",", " ").split()
    if none or is_kept_out(told) or said == "stay out":
        return "do not go in."
    if is_entered(told) or said in ("both", "all", "sure"):
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
