"""The pages of docs/ as plain text, for terminals and mails: which there are, and their words."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from rednov_bot.core.invocation import program
from rednov_bot.core.paths import DOCS

WIDTH: Final = 80
GAME: Final = DOCS / "gnomes" / "game.md"
_INDEX: Final = DOCS / "index.md"
_TOCTREE: Final = re.compile(r"^```\{toctree\}\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
_ENTRY: Final = re.compile(r"(?:(?P<title>[^:<]+) </)?(?P<path>[a-z][\w/-]*)>?")
_NOTE: Final = re.compile(r"^ *<!-- .*? -->\n\n?", re.MULTILINE | re.DOTALL)
_TITLE: Final = re.compile(r"^# (.+)$", re.MULTILINE)
_BLOCK: Final = re.compile(r"(^ *```.*?^ *```\n)", re.MULTILINE | re.DOTALL)
_WEB: Final = re.compile(r"\[([^\]]+)\]\((https?://[^)\s]+)\)")
_PAGE: Final = re.compile(r"\[([^\]\n]+)\]\((\w+)\.md\)")
_POINTING: Final = re.compile(rf"(?<=[.])\s+[^.\[]*{_PAGE.pattern}[^.]*\.")
_LINK: Final = re.compile(r"\[([^\]\n]+)\]\([^)\n]+\)")
_BOLD: Final = re.compile(r"\*\*(.+?)\*\*")
_ITEM: Final = re.compile(r"(?P<mark> *(?:[*-]|\d+\.) +)")
_CELLS: Final = re.compile(r"(?<!\\)\|")


class Entry(NamedTuple):
    """A page in the table of contents; its title there, where it has one of its own."""

    path: Path
    title: str

    @property
    def name(self) -> str:
        """What it is called behind its reader: `turns`."""
        return self.path.stem


def entries_of(folder: str) -> list[Entry]:
    """The pages for one reader, in the order of the site; the first is their `index`."""
    for toctree in _TOCTREE.findall(_INDEX.read_text(encoding="utf-8")):
        found = [_ENTRY.fullmatch(line) for line in toctree.splitlines()]
        entries = [(one["path"], one["title"] or "") for one in found if one is not None]
        if entries and entries[0][0] == f"{folder}/index":
            return [Entry(DOCS / f"{path}.md", title) for path, title in entries]
    raise LookupError(folder)


def listing(readers: Mapping[str, str]) -> Iterator[str]:
    """Each page with its title, behind the command that prints it."""
    for reader, folder in readers.items():
        for entry in entries_of(folder):
            said = f"{program()} guide {reader}" + (
                "" if entry.name == "index" else f" {entry.name}"
            )
            found = _TITLE.search(entry.path.read_text(encoding="utf-8"))
            title = entry.title or (found[1] if found else entry.name)
            yield f"{said:<{32 + len(program())}} {title}"


def the_game(site: str = "") -> list[str]:
    """The page that tells the rules in two minutes, paragraph by paragraph: `docs/gnomes/game.md`.

    Links have their address behind their words: those to other pages below *site*; without a site
    a sentence that has such a link is left out.  What is bold there is in capitals here.
    """
    text = _WEB.sub(r"\1 (\2)", GAME.read_text(encoding="utf-8"))
    text = _PAGE.sub(rf"\1 ({site}gnomes/\2.html)", text) if site else _POINTING.sub("", text)
    text = _BOLD.sub(lambda bold: bold[1].upper(), text)
    _, *rest = text.replace("`", '"').strip().split("\n\n")
    return [" ".join(one.split()) for one in rest]


def told(path: Path) -> str:
    """A page without what only the site and the tests need; what is long is broken.

    Links are their words, blocks are set in, and a table that is too wide becomes a list.
    """
    text = _NOTE.sub("", _TOCTREE.sub("", path.read_text(encoding="utf-8")))
    shown = [
        textwrap.indent("\n".join(part.splitlines()[1:-1]), "    ")  # instead of its fences
        if number % 2
        else "\n\n".join(_paragraphs(part))
        for number, part in enumerate(_BLOCK.split(text))
    ]
    told = "\n\n".join(part for part in shown if part)
    return f"{told}\n\n`rednov guide` lists the other pages."


def _paragraphs(text: str) -> Iterator[str]:
    """Headings, tables, lists and plain paragraphs, each fit for a terminal."""
    plain = _LINK.sub(r"\1", _WEB.sub(r"\1 (\2)", text)).replace("**", "").replace("<br>", " / ")
    for paragraph in re.split(r"\n{2,}", plain.strip("\n")):
        if paragraph.startswith("|"):
            yield _table(paragraph)
        elif paragraph.startswith("#"):
            yield paragraph
        elif paragraph:
            items: list[str] = []  # of a list, or the paragraph as one
            for line in paragraph.splitlines():
                if items and not _ITEM.match(line):
                    items[-1] += f" {line.strip()}"
                else:
                    items.append(line)
            yield "\n".join(map(_fold, items))


def _fold(item: str) -> str:
    """One item or paragraph, its later lines below the words of the first."""
    mark = _ITEM.match(item)
    blanks = len(item) - len(item.lstrip())
    return _filled(item.strip(), blanks, len(mark["mark"]) if mark else blanks)


def _filled(words: str, first: int, later: int) -> str:
    """The words on lines that begin with so many blanks; what has none is not broken."""
    return textwrap.fill(
        words,
        WIDTH,
        initial_indent=" " * first,
        subsequent_indent=" " * later,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _table(paragraph: str) -> str:
    """Columns if they fit; else the first cell of each row, and the others below it."""
    lines = [line for line in paragraph.splitlines() if not line.startswith("| ---")]
    heads, *rows = [
        [cell.strip().replace("\\|", "|") for cell in _CELLS.split(line)[1:-1]] for line in lines
    ]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    if sum(widths) + 2 * len(widths) <= WIDTH:
        every = [heads, ["-" * width for width in widths], *rows]
        return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in every)
    lines = []
    for row in rows:
        lines.append(_filled(row[0], 0, 2))
        for head, cell in list(zip(heads, row, strict=True))[1:]:
            if cell:
                lines.append(_filled(cell if len(heads) == 2 else f"{head}: {cell}", 4, 6))
    return "\n".join(lines)
