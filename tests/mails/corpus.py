"""Mails and how a careful human reads them: each `.eml` lies beside its reading, a `.json`.

The reading has the form of `rednov read --json`; `why` says why it is so.  What an act leaves out
(an empty list, a null) is nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from rednov_bot import settings
from rednov_bot.cli.read import reading_of
from rednov_bot.mail.roster import Roster
from rednov_bot.settings import Settings

HERE = Path(__file__).parent
GROUPS = ("ways", "wire", "traps", "business", "held")
"""Ways of writing; technicalities of mail; traps; turns among other business; the examination."""


@dataclass(frozen=True)
class Read:
    """A mail, its reading by a human and that by the program."""

    name: str
    wanted: dict[str, Any]
    found: dict[str, Any]

    @property
    def fault(self) -> str:
        """What is wrong: "" nothing, "wrong act", "missed", "asked", "silent", "sender"."""
        wanted, found = self.wanted, self.found
        if found["verdict"] == "acts" and wanted["verdict"] != "acts":
            return "wrong act"
        if found["verdict"] == "acts" and plain(found["acts"]) != plain(wanted["acts"]):
            return "wrong act"
        if any(found[key] != wanted[key] for key in ("sender", "forum", "public")):
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


def mails(folder: Path) -> list[Path]:
    """The mails of a folder and of those below it."""
    return sorted(folder.rglob("*.eml"))


def read(path: Path) -> Read:
    """One mail, read."""
    known, roster = house()
    wanted = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    found = reading_of(path.name, path.read_bytes(), roster, known)
    return Read(f"{path.parent.name}/{path.stem}", wanted, found)


def read_all(folder: Path) -> Iterator[Read]:
    """Every mail of a folder, read."""
    return map(read, mails(folder))
