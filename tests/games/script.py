"""A game, or a whole season, as a script: who writes what, when, and what is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rednov_bot.core.luck import FORM
from tests.games.letters import FORMS, Form
from tests.games.world import BOT, BUSINESS, DISCUSSION, THREE, Cast
from tests.mailfiles import in_mbox, sent
from tests.rigs.written import read_yaml

PLACES = {"business": BUSINESS, "discussion": DISCUSSION, "bot": BOT}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """Something that happens, some hours after the one before."""

    hours: float
    decide: tuple[str | None, ...]
    """The contestmaster's words, draft by draft; None: e lets it lie.  Then `approve`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Cue):
    """The contestmaster starts a game."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence(Cue):
    """Nobody writes; the bot looks at the clock, several times with the same hours between."""

    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Again(Cue):
    """The contestmaster has the pending turn drafted again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail(Cue):
    """Somebody writes."""

    who: str
    to: str  # an address
    subject: str | None  # None: that of the mail it answers
    text: str
    form: Form
    answering: str | None
    """The subject of an earlier mail; or a pattern of a mail of the bot's: `draft .*Turn 13`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A whole game, or several."""

    folder: Path
    seed: bytes  # of the tokens, and so of the luck
    cast: Cast
    cues: tuple[Cue, ...]
    luck: int  # the form of the luck with which its games begin

    def __str__(self) -> str:
        return self.folder.name

    def mails(self) -> dict[str, bytes]:
        """All that were recorded, in their order, by names like `017-out-draft-Pewterby`."""
        return {name: sent(text) for name, text in in_mbox(self.folder / "mails.mbox").items()}


def load(folder: Path) -> Script:
    """The script in *folder*.  KeyError where a word is missing or strange."""
    said = read_yaml(folder / "script.yaml")
    cast = THREE if "cast" not in said else _cast(dict(said["cast"]))
    cues = tuple(_cue(dict(each), cast) for each in said["cues"])
    luck = int(said.get("luck", FORM))
    return Script(folder=folder, seed=said["seed"].encode(), cast=cast, cues=cues, luck=luck)


def _cast(said: dict[str, Any]) -> Cast:
    groups = ("contestmasters", "contestants", "others", "strict")
    people = {group: tuple(said.pop(group, ())) for group in groups}
    return Cast(**people, settings=said)


def _cue(said: dict[str, Any], cast: Cast) -> Cue:
    common: dict[str, Any] = {
        "hours": float(said.pop("hours", 3)),
        "decide": tuple(said.pop("decide", ())),
    }
    cue = _silent(said, common) or _mail(said, common, cast)
    if said:
        raise KeyError(f"a cue of the script has strange words: {', '.join(said)}")
    return cue


def _silent(said: dict[str, Any], common: Mapping[str, Any]) -> Cue | None:
    """A cue at which nobody writes."""
    if "start" in said:
        return Start(names=tuple(said.pop("start")), **common)
    if said.pop("silence", False):
        return Silence(times=said.pop("times", 1), **common)
    if said.pop("again", False):
        return Again(**common)
    return None


def _mail(said: dict[str, Any], common: Mapping[str, Any], cast: Cast) -> Mail:
    return Mail(
        who=_one_of(cast.people, said.pop("who")),
        to=PLACES[said.pop("to", "business")],
        subject=said.pop("subject") if "answering" not in said else said.pop("subject", None),
        text=said.pop("text"),
        form=_one_of(FORMS, said.pop("form", "plain")),  # type: ignore[arg-type]
        answering=said.pop("answering", None),
        **common,
    )


def _one_of(known: tuple[str, ...], word: str) -> str:
    if word not in known:
        raise KeyError(f"{word!r} is none of {', '.join(known)}")
    return word


GAMES = tuple(load(path.parent) for path in sorted(Path(__file__).parent.glob("*/script.yaml")))
"""All that is recorded."""
