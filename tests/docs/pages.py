"""The pages of docs/ as the tests see them: blocks of text, and notes that no reader sees.

A note is a comment, `<!-- scene: {game: none} -->`; README.md beside this file tells them all.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
READERS = ("gnomes", "contestmaster", "hosts", "engineers")
RETELL = "RETELL"
_FENCE = re.compile(r"^(?P<indent> *)(?P<fence>`{3,})(?P<kind>[\w{}-]*)")
_NOTE = re.compile(r"<!-- (?P<words>.*?) -->", re.DOTALL)


@dataclass(frozen=True)
class Note:
    """A comment: what is to be done, or how the block behind it came to be."""

    line: int  # the first is 1
    words: str


@dataclass(frozen=True)
class Block:
    """A fenced block; `first` and `last` are its own lines, without the fences."""

    line: int
    kind: str
    text: str
    last: int
    indent: str = ""


@dataclass(frozen=True)
class Page:
    """One page, named as the site names it: `gnomes/turns`."""

    name: str
    path: Path
    text: str

    def __str__(self) -> str:
        return self.name

    def pieces(self) -> Iterator[Note | Block]:
        """Its blocks and notes, in their order."""
        lines = self.text.splitlines()
        number = 0
        while number < len(lines):
            if fence := _FENCE.match(lines[number]):
                block = _block(lines, number, fence)
                yield block
                number = block.last + 1
            elif lines[number].lstrip().startswith("<!-- "):
                rest = "\n".join(lines[number:])
                found = _NOTE.search(rest)
                assert found is not None, f"{self.path}:{number + 1}: a comment without an end"
                yield Note(number + 1, found["words"])
                number += found[0].count("\n") + 1
            else:
                number += 1

    def blocks(self, *kinds: str) -> Iterator[Block]:
        """The blocks of these kinds."""
        return (one for one in self.pieces() if isinstance(one, Block) and one.kind in kinds)

    def where(self, piece: Note | Block) -> str:
        """The place of a piece, for whoever has to look at it."""
        return f"docs/{self.name}.md:{piece.line}"

    def prose(self) -> str:
        """The page without its blocks and notes."""
        lines: list[str | None] = list(self.text.splitlines())
        for one in self.pieces():
            last = one.last if isinstance(one, Block) else one.line + one.words.count("\n")
            lines[one.line - 1 : last] = [None] * (last - one.line + 1)
        return "\n".join(line for line in lines if line is not None)

    def with_texts(self, texts: Mapping[Block, str]) -> str:
        """The page with other texts in some of its blocks."""
        lines = self.text.splitlines()
        for block, text in sorted(texts.items(), key=lambda one: -one[0].line):
            inside = [f"{block.indent}{line}".rstrip() for line in text.splitlines()]
            lines[block.line : block.last - 1] = inside
        return "\n".join(lines) + "\n"


def _block(lines: list[str], number: int, fence: re.Match[str]) -> Block:
    end = next(at for at in range(number + 1, len(lines)) if lines[at].strip() == fence["fence"])
    indent = fence["indent"]
    text = "\n".join(line.removeprefix(indent) for line in lines[number + 1 : end])
    return Block(number + 1, fence["kind"], text, end + 1, indent)


def page(path: Path) -> Page:
    """The page in a file."""
    name = path.relative_to(DOCS).with_suffix("").as_posix()
    return Page(name, path, path.read_text(encoding="utf-8"))


def pages() -> list[Page]:
    """Every page of the site."""
    return [page(one) for one in sorted(DOCS.rglob("*.md")) if "_build" not in one.parts]


def compared(was: Page, text: str) -> None:
    """The page is as it should be; or RETELL is set, and it is written anew."""
    if os.environ.get(RETELL) and was.text != text:
        was.path.write_text(text, encoding="utf-8")
        return
    assert was.text == text, f"RETELL=1 writes docs/{was.name}.md anew"
