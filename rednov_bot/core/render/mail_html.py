"""The plain text of a mail as a page of HTML: the same words in the same order, and the picture.

The page is made from the finished text, so that it can never say anything else.  What was laid out
for 72 columns flows here, and tables are tables; the picture stands where the text has its map.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import Final, Literal

from markupsafe import Markup
from selectolax.lexbor import LexborHTMLParser

from rednov_bot.core.render.environment import environment

_SIGNATURE: Final = "-- "
_TITLE: Final = re.compile(r"[A-Z][A-Z' ]{3,}(?:[,(:].*)?(?:[^a-z]*)?")
_LONGEST_TITLE: Final = 200
_ENTRY: Final = re.compile(r"  (?! )")
_HANG: Final = " " * 6
_STEP: Final = re.compile(r" {1,3}([0-9]{1,3}|-)  (?=\S)")
_FACT: Final = re.compile(r"(?! )(.{15})  (?=\S)")
_FACT_HANG: Final = " " * 17
_WALL: Final = re.compile(r"^.{0,71}(?:\+-{3,}|-{3,}\+|\|)", re.MULTILINE)
_PLOT: Final = re.compile(r"^ *\S.*  [0-9*]{6,}$", re.MULTILINE)
_NUMBER: Final = re.compile(r"[0-9.]*")
_GAP: Final = re.compile(r"\S {2,}\S|^ ", re.MULTILINE)

Kind = Literal[
    "heading", "paragraph", "entries", "facts", "table", "plot", "map", "picture", "signature"
]


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a mail that is laid out in one way."""

    kind: Kind
    text: str = ""
    rows: tuple[tuple[str, ...], ...] = field(default=())  # what stands apart, and the words


def page_of(subject: str, body: str, says: str, picture: str) -> str:
    """The page for a mail with a *picture*, which is named by its Content-ID, or "" without one.

    *says* are the words that stand for it.
    """
    blocks = laid_out(body, picture=bool(picture))
    page = environment(html=True).get_template("mail.html.j2")
    facts = {"subject": subject, "blocks": blocks, "picture": picture, "says": says}
    return page.render(facts, written=_written)


@lru_cache(maxsize=256)
def _written(block: Block) -> Markup:
    """A block as HTML; not the picture, which has a name of its own in each mail."""
    return Markup(environment(html=True).get_template("_mail_block.html.j2").render(block=block))


def standing_for_it(page: str) -> str:
    """The words that stand for the picture of a page."""
    shown = LexborHTMLParser(page).css_first("img")
    return "" if shown is None else shown.attributes.get("alt") or ""


def laid_out(body: str, *, picture: bool = True) -> tuple[Block, ...]:
    """The blocks of a text; a picture stands for its first map, or at the end where it has none."""
    text, mark, signature = body.partition(f"\n{_SIGNATURE}\n")
    blocks = list(_blocks(text))
    if picture:
        at = next((n for n, one in enumerate(blocks) if one.kind == "map"), len(blocks))
        blocks[at : at + 1] = [Block("picture")]
    if mark:
        blocks.append(Block("signature", signature.strip("\n")))
    return tuple(blocks)


def _blocks(text: str) -> Iterator[Block]:
    """Block by block, each between empty lines; a heading stands by itself."""
    for filled, group in groupby(text.split("\n"), key=lambda line: bool(line.strip())):
        if not filled:
            continue
        lines = list(group)
        if len(lines[0]) <= _LONGEST_TITLE and _TITLE.fullmatch(lines[0]):
            yield Block("heading", lines.pop(0))
        if lines:
            yield _block(tuple(lines))


@lru_cache(maxsize=256)
def _block(lines: tuple[str, ...]) -> Block:
    """Many blocks are in mail after mail."""
    if rows := _entries(lines):
        return Block("facts" if any(apart for apart, _ in rows) else "entries", rows=rows)
    if rows := _facts(lines):
        return Block("facts", rows=rows)
    text = "\n".join(lines)
    if not ("  " in text or text[0] == " " or "\n " in text) or not _GAP.search(text):
        return Block("paragraph", " ".join(lines))
    if _WALL.search(text):
        return Block("map", text)
    if _PLOT.search(text):
        return Block("plot", text)
    return Block("table", rows=cells(lines))


def cells(lines: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The cells of a table that is laid out in columns: between them no line has a sign.

    One blank alone is a gap between two words, unless numbers stand behind it below a word.
    """
    wide = max(map(len, lines))
    square = [line.ljust(wide) for line in lines]
    filled = [not "".join(signs).isspace() for signs in zip(*square, strict=True)]
    filled.append(False)
    begins = [at for at in range(wide) if filled[at] and not (at and filled[at - 1])]
    columns: list[tuple[int, int]] = []
    for begin, after in zip(begins, [*begins[1:], wide], strict=True):
        first, *others = [line[begin:after].strip() for line in lines]
        numbers = others and all(_NUMBER.fullmatch(one) for one in others)
        near = columns and not (begin > 1 and not filled[begin - 2])
        if near and (not numbers or _NUMBER.fullmatch(first)):
            columns[-1] = (columns[-1][0], after)
        else:
            columns.append((begin, after))
    columns[0] = (0, columns[0][1])
    return tuple([tuple([line[one:end].strip() for one, end in columns]) for line in lines])


def _entries(lines: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """A list, each entry with the minute that it begins with, if it does; () if these are none."""
    rows: list[tuple[str, str]] = []
    if lines[0][:1] != " ":
        return ()
    for line in lines:
        if line.startswith(_HANG) and line[6:7].strip():
            apart, words = rows.pop() if rows else ("", "")
            rows.append((apart, f"{words} {line.strip()}".lstrip()))
        elif step := _STEP.match(line):
            rows.append((step[1], line[step.end() :]))
        elif _ENTRY.match(line):
            rows.append(("", line[2:]))
        else:
            return ()
    return () if any(_GAP.search(words) for _, words in rows) else tuple(rows)


def _facts(lines: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Facts behind their labels; () if these are none."""
    rows: list[tuple[str, str]] = []
    if not _FACT.match(lines[0]):
        return ()
    for line in lines:
        if line.startswith(_FACT_HANG) and rows and line[17:18].strip():
            label, words = rows[-1]
            rows[-1] = (label, f"{words} {line.strip()}")
        elif fact := _FACT.match(line):
            rows.append((fact[1].strip(), line[17:]))
        else:
            return ()
    return () if any(_GAP.search(text) for row in rows for text in row) else tuple(rows)
