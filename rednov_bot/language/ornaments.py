"""What only dresses a line: rulers, boxes, the marks of lists, the dress of headings."""

from __future__ import annotations

import re
from typing import Final

from rednov_bot.language.fields import is_field
from rednov_bot.language.sheet import Sheet
from rednov_bot.language.words import kinds

_BOX: Final = re.compile(r"[\u2500-\u257f]")
_RULER: Final = re.compile(r"^[-=_~*+#|:.<>\\/ \t]{3,}$", re.MULTILINE)
_DRAWN: Final = re.compile(r"([-=_~*+#])(?:[ ]?\1[ ]?\1|(?<=\+)-)")
_EDGE: Final = re.compile(r"^[ \t]*\|[ \t]*([^|\n]*?)[ \t]*\|[ \t]*$", re.MULTILINE)
_DRESSED: Final = re.compile(
    r"^[ \t]*(?P<left>[-=~*#_<>+.:|]{2,}|[*#~=\u00a7]|\[)[ \t]*"
    r"(?P<title>[^\W\d_][^\n=~*#\[\]<>|;:.!?]{1,40}?)[ \t]*:?[ \t]*"
    r"(?P<right>[-=~*#_<>+.:|]{2,}|[*#~=\u00a7]|\])?[ \t]*(?:$|(?<=[\]*=~#-])[ \t]+(?=\S))",
    re.MULTILINE,
)
_UNDERLINED: Final = re.compile(
    r"^[ \t]*(?P<title>[^\W\d_][^\n|:;.!?]{1,40}?)(?<![ ][ ]\d)[ \t]*+(?::[ \t]*+)?\n"
    r"[ \t]*(?:-{3,}|={3,}|~{3,})[ \t]*$",
    re.MULTILINE,
)
_ALONE: Final = re.compile(
    r"^(?P<title>[A-Z][A-Za-z ]{2,20}?)[ \t]*\n(?=[ \t]*[^\W_])", re.MULTILINE
)
_COUNTED: Final = re.compile(
    r"^[ \t>*\-]*(?:phase|step|stage|part|leg|move|item|act|line|point|bullet|entry|paragraph|"
    r"chapter|verse|no\.?|nr\.?)[ \t]*#?[ \t]*"
    r"(?:\d{1,2}|[ivx]{1,4}|[a-h]|one|two|three|four|five|six|seven)[ \t]*"
    r"(?:\((?P<more>[^()\n]{2,40})\)[ \t]*(?=[:\u2013\u2014-]))?"
    r"(?:[:.)]|[-\u2013\u2014]+(?=[ \t]))[ \t]*",
    re.MULTILINE | re.IGNORECASE,
)
_PLANS: Final = re.compile(
    r"^[ \t*\-]*plan[ ]+(?P<letter>[ab])[ ]*(?:\((?:[^()\n]*)\)[ ]*)?[:=\u2013-]+[ ]*", re.M | re.I
)
_COUNTED_ONE: Final = re.compile(
    r"\b(?:phase|step|stage|part|item|line)[ ]+#?(?:\d{1,2}|[ivx]{1,4}|[a-h])"
    r"(?=[ ]+(?:fails?|flops?|does|doesn't|is|goes|should|won't|will|comes|proves)\b)",
    re.IGNORECASE,
)
_CLOCK: Final = re.compile(
    r"^[ \t*\-]*(?:t[ \t]*[+\-\u2212][ \t]*\d{1,3}(?:[ \t]*(?:min(?:utes|s)?\b\.?|m\b|'))?"
    r"|\[?(?:[01]?\d|2[0-3])[:.h][0-5]\d(?:[:.][0-5]\d)?\]?(?:[ \t]*(?:utc|gmt|hrs|hours|h|z)\b)?"
    r"|\[?[0-2]\d[0-5]\d(?:[ \t]*(?:hrs|hours|h|z)\b\]?|(?=:)))[ \t]*[:.)\-\u2013\u2014>|]*[ \t]*",
    re.MULTILINE | re.IGNORECASE,
)
_STAMP: Final = re.compile(
    r"^[ \t*\-]*(?:t?[ ]*\+[ ]?(?P<a>\d{1,2})(?:[ ]*(?:\.\.+|-|\u2013|to)[ ]*t?\+?\d{1,2})?(?=[ "
    r":\])])"
    r"|[\[(]?(?:min(?:utes?|\.)?|m)[ ]*(?P<b>\d{1,2})(?:[ ]*(?:\.\.+|-|\u2013|to)[ "
    r"]*\d{1,2})?[\])]?(?=[ :])"
    r"|(?P<c>\d{1,2})'(?:[ ]*[-\u2013][ ]*\d{1,2}')?(?=[ :])"
    r"|\[(?P<d>\d{1,2})(?:[ ]*[-\u2013][ ]*\d{1,2})?\])"
    r"[ \t]*[:.)\-\u2013\u2014>|]*[ \t]*(?=\S)",
    re.MULTILINE | re.IGNORECASE,
)
"""What minute of a turn it is: "T+03..T+05", "+1", "[minutes 2-4]", "0'-1'"."""
_TICKED: Final = re.compile(r"^([ \t*+\-]*)\[[xX*+\u2713\u2714]\][ \t]*(?=\S)", re.MULTILINE)
_UNTICKED: Final = re.compile(r"^[ \t*+\-]*\[ ?\][ \t]*(\S[^\n]*)", re.MULTILINE)
_BOXES: Final = re.compile(r"\[[xX*+ \u2713\u2714]?\](?=[ \t]*\w)")
_BOXED: Final = re.compile(r"(?<=\S)[ \t]*\[ ?\][^\[\n]*(?=\[|$)", re.MULTILINE)
_CHECKED: Final = re.compile(r"(?<=\w)[ \t]+\[[xX*+\u2713\u2714]\][ \t]*(?=\w)")
_FILLED: Final = re.compile(r"\[[ \t]*(\d{1,2})[ \t]*\][ \t]*(?=min)")
"""Boxes within a line: "[x] enter [ ] use item [5] minutes"."""
_SIGNS: Final = re.compile(
    r"^[ \t]*(?:[+o\u25b6\u27a4\u2794\u2192]|->|=>|>>|--)[ \t]+(?=[^\W\d_])", re.M
)
_ARROWED: Final = re.compile(r"^[ \t]*(?:[\u25b6\u27a4\u2794\u2192]|->|=>)[ \t]*(?=[^\W\d_])", re.M)
_MARKED: Final = re.compile(
    r"^[ \t>*\-\[(]*(?:[^a-z\s\"'\[(>*\-]|t[ \t]*[+\-\u2212]|m(?:in(?:utes?|\.)?)?[ ]*\d|-[->]|"
    r"o[ \t]|(?:phase|step|stage|part|leg|move|item|act|line|point|bullet|entry|paragraph|"
    r"chapter|verse|no|nr)\.?[ \t#]*(?:\d|[a-z]{1,5}[ \t]*[:.()\-\u2013\u2014]))|"
    r"^[ \t]*(?:->|>>|--)",
    re.MULTILINE | re.IGNORECASE,
)
"""How a line begins that may bear any such mark."""
_ROMAN: Final = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9}
_MARK: Final = re.compile(
    r"(?:(?<=\s)|^)(?P<open>[(\[])?(?P<mark>[ivx]{1,4}|[a-h]|\d{1,3})(?P<close>[).:\]])(?=\s)",
    re.MULTILINE | re.IGNORECASE,
)
_MARK_ENDS: Final = re.compile(
    r"[).:\]](?=\s)(?:(?<=\b[a-hivx\d].)|(?<=\b[ivx\d]{2}.)|(?<=\b[ivx\d]{3}.)|(?<=\b[ivx]{4}.))",
    re.IGNORECASE,
)
"""How each such mark ends."""
_TWO: Final = 2
_NUMBERED: Final = re.compile(r"^[ \t]*(\d{1,3})[ \t]+(?=[^\W\d_]{2})", re.MULTILINE)


def undress(sheet: Sheet) -> None:
    """Everything that only dresses is taken off."""
    if not sheet.text.isascii() and _BOX.search(sheet.text):
        sheet.sub(_BOX, lambda match: "|" if match[0] in "│┃║╎┆┊" else "-")
    if _DRAWN.search(sheet.text):
        sheet.sub(_UNDERLINED, lambda match: _titled(match["title"]))
        sheet.sub(_RULER, lambda match: "" if _DRAWN.search(match[0]) else match[0])
    if "|" in sheet.text:
        sheet.sub(_EDGE, lambda match: match[1])
    sheet.sub(_DRESSED, _bare)
    _point_fields(sheet)
    if "lan B" in sheet.text or "LAN B" in sheet.text or "lan b" in sheet.text:
        _by_plans(sheet)
    _take_off_marks(sheet)


def _point_fields(sheet: Sheet) -> None:
    """ "MOVEMENT", alone on its line above what it heads, gets its colon."""
    fields = [m for m in _ALONE.finditer(sheet.text) if is_field(m["title"])]
    if len({m["title"].lower() for m in fields}) > 1:
        sheet.put([(*m.span("title"), _titled(m["title"])) for m in fields])


def _bare(match: re.Match[str]) -> str:
    """A heading without its dress; emphasis and list marks are none."""
    left, right, title = match["left"], match["right"] or "", match["title"].strip()
    known = is_field(title)
    closed = len(left) > 1 and len(right) > 1 and left[0] not in "*+_"
    if not (known and (right or left[0] in "#=*\u00a7")) and not (left != "[" and closed):
        return match[0]
    if (left == "[") != (right == "]"):
        return match[0]
    return _titled(title) + (" " if match[0][-1] in " \t" else "")


def _titled(title: str) -> str:
    return title.strip() + ":"


def _by_plans(sheet: Sheet) -> None:
    """ "Plan A: hatch 7 ... Plan B (if plan A fails): hatch 5": what is done, and the escape."""
    found = list(_PLANS.finditer(sheet.text))
    if [match["letter"].lower() for match in found] == ["a", "b"]:
        sheet.put((*m.span(), said) for m, said in zip(found, ("", "if it fails: "), strict=True))


def _take_off_marks(sheet: Sheet) -> None:
    """List marks, numbers of steps and phases, times of a log."""
    if "[" in sheet.text:
        tick(sheet)
    if len(_MARKED.findall(sheet.text)) > 1:
        _take_off_rows_of_marks(sheet)
    take_off_counting(sheet)
    lines = [int(match[1]) for match in _NUMBERED.finditer(sheet.text)]
    if len(lines) > 2 and lines == list(range(10, 10 * len(lines) + 1, 10)):
        sheet.sub(_NUMBERED, "")


def _take_off_rows_of_marks(sheet: Sheet) -> None:
    if len(_COUNTED.findall(sheet.text)) > 1:
        sheet.sub(_COUNTED, _condition)
        sheet.sub(_COUNTED_ONE, "it")
    stamps = list(_STAMP.finditer(sheet.text))
    times = [int(next(filter(None, match.group(*"abcd")))) for match in stamps]
    if len(times) > 1 and times[0] <= 1 and times == sorted(times):
        sheet.put((*match.span(), "") for match in stamps)
    if len(_CLOCK.findall(sheet.text)) > 1:
        sheet.sub(_CLOCK, "")
    if len(_SIGNS.findall(sheet.text)) > 1:
        sheet.sub(_SIGNS, "")
    if len(_ARROWED.findall(sheet.text)) > 1:
        sheet.sub(_ARROWED, "")


def _condition(match: re.Match[str]) -> str:
    """ "Step 4 (only if step 3 fails):" is a condition, "step 4" only counts."""
    more = match["more"] or ""
    if is_field(more):
        return f"{more}: "
    return f"{more}: " if re.search(r"\b(?:if|should|unless|in case|fail\w*)\b", more, re.I) else ""


def tick(sheet: Sheet) -> None:
    """What is not ticked is left out; where nothing is, nobody knows what is meant."""
    if len(_BOXES.findall(sheet.text)) > 1 and _BOXED.search(sheet.text):
        sheet.sub(_BOXED, "")
        sheet.sub(_FILLED, lambda match: f"{match[1]} ")
        sheet.sub(_CHECKED, ", ")
    ticked = sheet.sub(_TICKED, lambda match: match[1])
    if ticked:
        sheet.sub(_UNTICKED, lambda match: f"[{match[1]}]")
    elif first := _UNTICKED.search(sheet.text):
        sheet.put([(first.start(), first.start(), "Perhaps:\n")])


def take_off_counting(sheet: Sheet) -> None:
    """ "(i) ... (ii)", "I. ... II.", "a) ... b)", "1: ... 2:": marks that count from one on."""
    if len(_MARK_ENDS.findall(sheet.text)) < _TWO:
        return
    rows: dict[tuple[str, str, bool], list[re.Match[str]]] = {}
    for match in _MARK.finditer(sheet.text):
        begins = not sheet.text[sheet.text.rfind("\n", 0, match.start()) + 1 : match.start()].strip(
            " \t>*-"
        )
        bracketed = match["open"] and match["close"] in ")]"
        if not (begins or bracketed or _parts_a_line(sheet.text, match)):
            continue
        for family, value in _values(match["mark"]):
            row = rows.setdefault((family, match["close"], bool(match["open"])), [])
            if value == len(row) + 1 and not _repeats(sheet.text, match):
                row.append(match)
    marks: dict[int, re.Match[str]] = {}
    for row in rows.values():
        if len(row) > 1:
            marks |= {match.start(): match for match in row}
    sheet.put((at, marks[at].end(), _pause(sheet.text, at)) for at in sorted(marks))


def _parts_a_line(text: str, match: re.Match[str]) -> bool:
    """ "Turn: 1) use grog 2) open 5": a mark within a line, its bracket not opened before."""
    before = text[max(0, match.start() - 60) : match.start()].rstrip()
    if not match["mark"].isdigit() or match["close"] == ":":
        return False
    if before.count("(") > before.count(")"):
        return False
    if match["mark"] == "1":
        return before[-1:] in ".,:;-\u2013\u2014"
    if before[-1:].isdigit():  # "1. open 7 2. enter 7"
        behind = text[match.end() : match.end() + 4].strip()
        return bool(re.search(r"[a-z] \d{1,2}$", before)) and behind[:1].isalpha()
    return _WORD_BEFORE.sub("", before) == before


def _values(mark: str) -> list[tuple[str, int]]:
    """What a mark may count: 1, i, or a."""
    if mark.isdigit():
        return [("1", int(mark))]
    lowered = mark.lower()
    case = "upper" if mark.isupper() else "lower"
    values = [(f"i {case}", _ROMAN[lowered])] if lowered in _ROMAN else []
    return values + ([(f"a {case}", ord(lowered) - 96)] if len(mark) == 1 else [])


def _repeats(text: str, match: re.Match[str]) -> bool:
    """ "one (1) Pump Manual": the figure says the number again."""
    words = text[: match.start()].split()
    return bool(words) and match["mark"].isdigit() and words[-1].lower() in _FIGURES


_WORD_BEFORE: Final = re.compile(
    r"(?:^|\W)(?:to|into|rooms?|hatch|hatches|for|in|from|at|and|then|through|via|of|or|on|no|"
    r"number)$",
    re.IGNORECASE,
)
_FIGURES: Final = kinds(
    "one two three four five six seven eight nine ten hatch room rooms hatches no number"
)


def _pause(text: str, at: int) -> str:
    """A mark within a sentence becomes a comma."""
    line = text[text.rfind("\n", 0, at) + 1 : at].rstrip()
    return "," if line and line[-1] not in ".,;:!?" else ""
