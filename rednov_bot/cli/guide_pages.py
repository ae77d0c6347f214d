"""The pages of docs/ as a terminal shows them: which there are, and their words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from rednov_bot.paths import DOCS

_INDEX: Final = DOCS / "index.md"
_TOCTREE: Final = re.compile(r"^```\{toctree\}\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
_ENTRY: Final = re.compile(r"(?:(?P<title>[^:<]+) </)?(?P<path>[a-z][\w/-]*)>?")
_NOTE: Final = re.compile(r"^ *<!-- .*? -->\n\n?", re.MULTILINE | re.DOTALL)
_TITLE: Final = re.compile(r"^# (.+)$", re.MULTILINE)
_BLOCK: Final = re.compile(r"(^ *```.*?^ *```\n)", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"\[([^\]\n]+)\]\([^)\n]+\)")


class Entry(NamedTuple):
    """A page in the table of contents; its title there, where it has one of its own."""

    path: Path
    title: str

    @property
    def name(self) -> str:
        """What it is called behind its reader: `turns`."""
        return self.path.stem


def entries_of(folder: str) -> list[Entry]:
    """The pages for one reader, in the order of the site; the first is eir `index`."""
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
            said = f"rednov guide {reader}" + ("" if entry.name == "index" else f" {entry.name}")
            yield f"{said:<38} {entry.title or _title(entry.path)}"


def told(path: Path) -> str:
    """A page without what only builds and tests look at; links are their words."""
    text = _NOTE.sub("", _TOCTREE.sub("", path.read_text(encoding="utf-8")))
    parts = _BLOCK.split(text)
    shown = "".join(
        _indented(part) if number % 2 else _LINK.sub(r"\1", part)
        for number, part in enumerate(parts)
    )
    return f"{shown.strip()}\n\n`rednov guide` lists the other pages."


def _indented(block: str) -> str:
    """A fenced block, set in by four more blanks instead of its fences."""
    first, *lines, last = block.splitlines()
    del first, last
    return "\n".join(f"    {line}".rstrip() for line in lines) + "\n"


def _title(path: Path) -> str:
    found = _TITLE.search(path.read_text(encoding="utf-8"))
    return found[1] if found else path.stem
