"""Turns told with what each line costs: "hatch 5-8, passed .... 1", "reactor .... 6"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from rednov_bot.language.entries import hatches_told
from rednov_bot.language.sheet import Sheet
from rednov_bot.language.words import kinds

_GAP: Final = r"(?:[ ]{2,}|[ \t]*\t[ \t]*|[ \t]*\.{3,}[ \t]*|[ \t]*\|[ \t]*|[ \t]*@[ \t]*)"
_WHAT: Final = re.compile(r"[ \t]*+\|?+(?P<what>[^|]*?[^\W\d_])")
_CLOSED: Final = frozenset(")].;,")
_SIGNS: Final = ("  ", "\t", "...", "|", "@")
"""One of these stands before a price."""
_PRICE: Final = re.compile(
    r"(?<![ \t])[ \t]*+(?:,[ \t]*+)?+(?:(?<=\t)|(?<=[ \t]{2})|(?:(?<!\.)\.{3,}+|[|@])[ \t]*+)"
    r"(?P<cost>=?[ \t]*+\d{1,2}|free|nothing|gratis|none|no cost|nil|-+|\u2013|\u2014)"
    r"(?:[ \t]*+(?:m|min|mins|minutes?)\b\.?|')?"
    rf"(?:(?:{_GAP}|,?[ \t]*(?=\()|,[ \t]*)(?P<note>[^\d\n|]{{2,28}}))?$",
    re.IGNORECASE,
)
_BRACKETED: Final = re.compile(
    r"(?<=[^\s\d])[ \t]*[(\[](?P<cost>\d{1,2})(?:[ \t]*(?:m|min|mins|minutes?)\b\.?)?[)\]]"
    r"(?P<note>)[.;,]?$"
)
"""What is done at a price in brackets: "open 8, go in. (1)"."""
_NAMED: Final = re.compile(
    r"\d|\b(?:engine|reactor|oxygen|missiles?|fire|kraken|pump\w*|"
    r"items)\b",
    re.I,
)
_SUMMED: Final = re.compile(
    r"[ \t]*[(\[][= ]*(?:sum|total)?[ :=]*(?P<sum>\d{1,2})(?:[ "
    r"]*min\w*)?[)\]][.,;]?(?P<rest>[^\n]*)$"
)
_COLONED: Final = re.compile(
    r"^[ \t]*(?P<what>[^\W\d_][^\n:|]{2,34}?)[ \t]*[:=][ \t]*(?P<cost>\d{1,2})"
    r"(?:[ \t]*(?:m|min|mins|minutes?)\b\.?)?(?P<note>)[ \t]*$",
    re.IGNORECASE,
)
_SUM: Final = re.compile(
    r"[ \t|]*+(?:(?:grand|in|sub|my|the)[ \t-]*+|[=-][ \t=-]*+)*"
    r"(?:total|sum|altogether|together|all told|in all|makes)?"
    r"[ \t]*+[:=.|@]*+[ \t]*+=?[ \t]*+(?P<sum>\d{1,2})[ \t]*+(?:m|min|mins|minutes?)?\.?"
    r"[ \t|]*+$",
    re.IGNORECASE,
)
_HEAD: Final = re.compile(
    r"[ \t|]*+(?:[\w ]{0,16}(?:[ ]{2,}+|\t|\|)[ \t]*+)?"
    r"(?:min|mins|minutes?|cost|costs|time|price|debit|debits|spent|expenses)[ \t.|]*+$",
    re.IGNORECASE,
)
_RULER: Final = re.compile(r"^[ \t|+=_\-:.]*$")
_CLOCK: Final = kinds(
    "carried forward over before after left remaining balance start end clock had have brought "
    "still "
    "now minutes minute budget available begin beginning at in on the of turn my to opening closing"
)
_WAY: Final = re.compile(
    r"\b(?:hatch|door|open|opened|enter|entered|go|through|into|to \d|walk|step|move)\b|->|>|"
    r"\d-\d",
    re.I,
)
_WORK: Final = re.compile(
    r"\b(?:fix\w*|repair\w*|pump\w*|fire|flames|dous\w+|exting\w*|engine|reactor|oxygen|missiles?|"
    r"kraken|stop\w*|unblock\w*|unjam\w*|clear\w*|items?|stores|search\w*|draw\w*|barrel|"
    r"rest\w*|nothing|waiting|work\w*|bail\w*)\b",
    re.IGNORECASE,
)
_ITEMS: Final = re.compile(r"^(?:\d[ \t]+)?items?(?:,?[ \t]*\d)?$", re.I)
_IN_ROOM: Final = re.compile(r"^(pump(?:ing)?|bail(?:ing)?|dous(?:e|ing)) (\d)$", re.I)
_NAME: Final = re.compile(r"[^\W\d_]+")
_FREE: Final = re.compile(r"^(?:free|nothing|gratis|none|no cost|nil|-+|\u2013|\u2014|0)$", re.I)
_MOST: Final = 3
_TWO: Final = 2


class Row(msgspec.Struct, frozen=True):
    """One line and what it costs."""

    start: int
    end: int
    what: str
    cost: int
    note: str


def read(sheet: Sheet, people: frozenset[str]) -> None:
    """The rows of every ledger become sentences; heads and right sums are left out."""
    lines = sheet.lines()
    if sum(_row(sheet.text[start:end], start, end) is not None for start, end in lines) < _TWO:
        return
    changes: list[tuple[int, int, str]] = []
    at = 0
    while at < len(lines):
        rows, others, after = _rows(sheet.text, lines, at)
        if rows and _is_turn(rows, people):
            changes += sorted([(r.start, r.end, _told(r)) for r in rows] + others)
        at = max(after, at + 1)
    sheet.put(changes)


def _rows(
    text: str, lines: list[tuple[int, int]], at: int
) -> tuple[list[Row], list[tuple[int, int, str]], int]:
    """The rows from this line on, what becomes of heads, rulers and sums, and where they end."""
    rows: list[Row] = []
    others: list[tuple[int, int, str]] = []
    here = at
    while here < len(lines):
        start, end = lines[here]
        line = text[start:end]
        if rows and (match := _SUM.match(line)) and _is_sum(match, rows):
            others.append((start, end, ""))
        elif (match := _SUMMED.match(line)) and rows and _is_sum(match, rows):
            others.append((start, end, f"[{match['rest'].strip()}]" if match["rest"] else ""))
        elif row := _row(line, start, end):
            if _is_clock(row.what):
                others.append((start, end, ""))
            else:
                rows.append(row)
        elif (rows and _RULER.match(line)) or (here == at and _HEAD.match(line)):
            others.append((start, end, ""))
        else:
            break
        here += 1
    while others and others[-1][:2] == lines[here - 1] and others[-1][0] == others[-1][1]:
        others.pop()  # a blank line behind the rows parts them from what follows
        here -= 1
    return (rows if len(rows) >= _TWO else []), others, here


def _row(line: str, start: int, end: int) -> Row | None:
    if told := _priced(line):
        what, price = told
    elif (":" in line or "=" in line) and (match := _COLONED.match(line)):
        what, price = match["what"], match
    else:
        return None
    cost = price["cost"].strip("= \t")
    number = 0 if _FREE.match(cost) else int(cost)
    return Row(start, end, what.strip(" .\t"), number, (price["note"] or "").strip(" ."))


def _priced(line: str) -> tuple[str, re.Match[str]] | None:
    """What stands in a row before its price, and the price."""
    line = line.rstrip(" \t|")
    if line[-1:] in _CLOSED and (price := _BRACKETED.search(line)):
        named = _NAMED.search(line, 0, price.start())
        return (line[: price.start()], price) if named else None
    if not any(sign in line for sign in _SIGNS):
        return None
    if (what := _WHAT.match(line)) and (price := _PRICE.search(line, what.end())):
        told = line[what.start("what") : price.start()]
        if "|" not in told:
            return told, price
    return None


def _is_sum(match: re.Match[str], rows: Sequence[Row]) -> bool:
    """Whether a number below the rows is what they come to."""
    return int(match["sum"]) == sum(row.cost for row in rows)


def _is_clock(what: str) -> bool:
    """ "Carried forward": what stands on the clock."""
    return all(word in _CLOCK for word in _NAME.findall(what.lower()))


def _is_turn(rows: Sequence[Row], people: frozenset[str]) -> bool:
    """Whether the rows are ways, tiles and one work, each at its price."""
    if any(not people.isdisjoint(_NAME.findall(row.what.lower())) for row in rows):
        return False
    walks = [row for row in rows if _WAY.search(row.what) and not _works(row)]
    works = [row for row in rows if _works(row) and row.cost]
    return bool(walks) and len(works) == 1 and all(row.cost <= _MOST for row in walks)


def _works(row: Row) -> bool:
    said = re.sub(r"\b(?:hatch|door)\b.*?(?:,|$)", "", row.what, flags=re.I)
    unblocks = re.search(r"\b(?:unblock|unjam|clear)", row.what, re.I)
    return bool(unblocks or _WORK.search(said))


def _told(row: Row) -> str:
    """A row in words: only work is told with its minutes."""
    what = re.sub(r"^1[ ]?x[ ]+", "", row.what)
    what = _IN_ROOM.sub(r"\1 in room \2", what)
    note = f", {row.note}" if row.note else ""
    if _works(row) and row.cost:
        if _ITEMS.match(what):
            return f"take {row.cost} items{note}."
        return f"{what}{note}, {row.cost} minutes."
    if way := hatches_told(f"{what} ({row.note})" if row.note else what):
        return f"{way}."
    return f"{what}{note}."
