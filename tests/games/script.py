"""A game as a script: who writes what, when, and what the contestmaster answers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.games.letters import FORMS, Form
from tests.games.world import BOT, BUSINESS, DISCUSSION, PEOPLE

PLACES = {"business": BUSINESS, "discussion": DISCUSSION, "bot": BOT}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """Something that happens, some hours after the one before."""

    hours: float
    decide: tuple[str, ...]  # the contestmaster's words, draft by draft; then `approve`


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Cue):
    """The contestmaster starts a game."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence(Cue):
    """Nobody writes; the bot looks at the clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Again(Cue):
    """The contestmaster has the pending turn drafted again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail(Cue):
    """Somebody writes."""

    who: str
    to: str  # an address
    subject: str
    text: str
    form: Form
    answering: str | None  # the subject of an earlier mail of this script


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A whole game."""

    folder: Path
    seed: bytes  # of the tokens, and so of the game's luck
    cues: tuple[Cue, ...]

    def __str__(self) -> str:
        return self.folder.name


def load(folder: Path) -> Script:
    """The script of the game in *folder*.  KeyError where a word is missing or strange."""
    said = yaml.safe_load((folder / "script.yaml").read_text(encoding="utf-8"))
    cues = tuple(_cue(dict(each)) for each in said["cues"])
    return Script(folder=folder, seed=said["seed"].encode(), cues=cues)


def _cue(said: dict[str, Any]) -> Cue:
    common: dict[str, Any] = {
        "hours": float(said.pop("hours", 3)),
        "decide": tuple(said.pop("decide", ())),
    }
    if "start" in said:
        return Start(names=tuple(said.pop("start")), **common)
    if said.pop("silence", False):
        return Silence(**common)
    if said.pop("again", False):
        return Again(**common)
    cue = Mail(
        who=_one_of(PEOPLE, said.pop("who")),
        to=PLACES[said.pop("to", "business")],
        subject=said.pop("subject"),
        text=said.pop("text"),
        form=_one_of(FORMS, said.pop("form", "plain")),  # type: ignore[arg-type]
        answering=said.pop("answering", None),
        **common,
    )
    if said:
        raise KeyError(f"a mail of the script has strange words: {', '.join(said)}")
    return cue


def _one_of(known: tuple[str, ...], word: str) -> str:
    if word not in known:
        raise KeyError(f"{word!r} is none of {', '.join(known)}")
    return word
