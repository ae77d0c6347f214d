"""Mails beside the reading that a careful human gives them.

The reading has the form of `rednov read --json`; `why` says why it is so, and `asks` what a human
would ask.  What an act leaves out (an empty list, a null) is nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from rednov_bot.cli.read import reading_of
from rednov_bot.core import settings
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.settings import Settings
from rednov_bot.core.workflow.screening import live_text
from tests.mailfiles import Kept, kept

HERE = Path(__file__).parent
FAULTS = {
    "wrong": "An act is taken where none or another is announced.",
    "missed": "What is announced is asked about, or not seen.",
    "asked": "Nothing is announced, and it is asked about.",
    "silent": "What a human would ask about is passed over.",
    "sender": "The sender or the forum is another.",
}
"""What may be wrong with a reading, the worst first."""


@dataclass(frozen=True)
class Read:
    """A mail, its reading by a human and that by the program."""

    name: str
    text: str
    wanted: dict[str, Any]
    found: dict[str, Any]

    @property
    def is_proposed(self) -> bool:
        """Whether it is asked about, and a yes would take what is announced."""
        return plain(self.found["proposal"]) == plain(self.wanted["acts"])

    @property
    def fault(self) -> str:
        """What is wrong, as FAULTS has it; "" where nothing is."""
        wanted, found = self.wanted, self.found
        if found["verdict"] == "acts" and wanted["verdict"] != "acts":
            return "wrong"
        if found["verdict"] == "acts" and plain(found["acts"]) != plain(wanted["acts"]):
            return "wrong"
        keys = [key for key in ("sender", "forum", "public") if key in wanted]
        if any(found.get(key) != wanted[key] for key in keys):
            return "sender"
        if found["verdict"] == wanted["verdict"]:
            return ""
        return {"acts": "missed", "none": "asked", "ambiguous": "silent"}[wanted["verdict"]]


def plain(value: Any) -> Any:
    """A reading without what is left open: nulls, empty lists and mappings."""
    if isinstance(value, dict):
        kept = {key: plain(inner) for key, inner in value.items()}
        return {key: inner for key, inner in kept.items() if inner not in (None, [], {})}
    return [plain(one) for one in value] if isinstance(value, list) else value


@lru_cache(maxsize=1)
def house() -> tuple[Settings, Roster]:
    """The settings that all the mails were written for."""
    known = settings.load(HERE / "rednov.toml")
    return known, Roster.of(known)


FILES = sorted(HERE.glob("*.jsonl"))


def mails(files: Iterable[Path] = FILES) -> list[Kept]:
    """The mails of these files, named `ways/028-after-items`."""
    return [one._replace(name=f"{path.stem}/{one.name}") for path in files for one in kept(path)]


def read_all(files: Iterable[Path] = FILES) -> Iterator[Read]:
    """The mails of these files, read."""
    known, roster = house()
    for one in mails(files):
        found = reading_of(one.name, one.octets, roster, known)
        yield Read(one.name, live_text(one.octets, roster), one.wanted, found)
