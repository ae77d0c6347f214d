"""What the contestmaster announces of their office on a list, in plain words.  Message -> deeds.

By the contract some of it counts as it is said (§1, §16, §18, §19); the bot does nothing by it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rednov_bot.core.models import Message
from rednov_bot.games.red_november.rules.words import GnomeName

Office = Literal["kill", "award", "office", "resolve", "start"]
"""A gnome is killed (§19), points are awarded (§18, §24), the office passes on (§1), a turn is
resolved (§16), a game is begun (§4)."""


@dataclass(frozen=True, slots=True)
class Proclaimed:
    """One deed of the office, of or for somebody where it names them, or a turn by its number."""

    deed: Office
    name: GnomeName | None = None
    turn: int | None = None


_LONGEST: Final = 4_000  # characters that are read of a mail
_QUOTED: Final = re.compile(r"\"[^\"]{0,400}\"|“[^”]{0,400}”")
_BREAK: Final = re.compile(r"(?<=[.!?;])\s+|\n+")
_I: Final = r"(?:(?:so|ok|okay|well|now|then|thus|therefore|and|also),? )*i (?:hereby |now |also )*"
_PASSES: Final = r"(?:hand(?: over)?|pass(?: on)?|transfer|give|cede|yield)"
_THE_OFFICE: Final = r"(?:the |my )?(?:office of (?:the )?contestmaster|contestmastership)"
_FORMS: Final[tuple[tuple[Office, str], ...]] = (
    ("kill", rf"{_I}(?:kill|put to death|declare dead) NAME\b"),
    ("kill", r"NAME (?:is|shall be) (?:hereby |now )*killed\b"),
    ("award", rf"{_I}(?:award|grant) .{{0,60}}\b\d+ [XY]\b(?: points?)?.{{0,20}}? to NAME\b"),
    ("award", rf"{_I}(?:award|grant) NAME .{{0,20}}\b\d+ [XY]\b"),
    ("award", r"NAME (?:is|are) (?:hereby |now )*(?:awarded|granted) .{0,20}\b\d+ [XY]\b"),
    ("office", rf"{_I}{_PASSES} {_THE_OFFICE} (?:on |over )?to NAME\b"),
    ("office", rf"{_I}(?:make|appoint|name) NAME (?:the )?(?:new )?contestmaster\b"),
    ("office", rf"{_I}(?:resign|step down) (?:as|from) (?:{_THE_OFFICE}|(?:the )?contestmaster\b)"),
    ("resolve", rf"{_I}resolve (?:NAME['’]s turn|turn (?P<turn>\d+))\b"),
    ("start", rf"{_I}(?:start|begin|open) (?:a|the|another) (?:\w+ )?game\b"),
)
"""How a sentence begins that does one; NAME is anybody's name."""


def proclaimed(message: Message, names: Sequence[GnomeName]) -> tuple[Proclaimed, ...]:
    """The deeds that a mail says its writer does, in their order; *names* are those known."""
    if message.doubt:
        return ()
    text = _QUOTED.sub(" ", message.text[:_LONGEST])
    every = "|".join(sorted(map(re.escape, names), key=len, reverse=True)) or "(?!)"
    found = []
    for part in _BREAK.split(text):
        sentence = " ".join(part.split()).lstrip("*_-–—> ")
        if sentence.endswith("?"):
            continue
        found += [one for form in _FORMS if (one := _read(form, sentence, every, names))][:1]
    return tuple(found)


def _read(
    form: tuple[Office, str], sentence: str, every: str, names: Sequence[GnomeName]
) -> Proclaimed | None:
    deed, pattern = form
    match = re.match(pattern.replace("NAME", f"(?P<name>{every})"), sentence, re.IGNORECASE)
    if match is None:
        return None
    said = match.groupdict()
    called = (said.get("name") or "").casefold()
    name = next((one for one in names if one.casefold() == called), None)
    return Proclaimed(deed, name, int(said["turn"]) if said.get("turn") else None)
