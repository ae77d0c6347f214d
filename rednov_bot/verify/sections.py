"""What a posting shows under THE LUCK, read back (docs/luck.md, What each posting shows)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from rednov_bot.proof.commitments import ABSENT
from rednov_bot.prose import luck_text

HEADING: Final = re.compile(r"^THE LUCK, form (\d+)[ ]*$", re.MULTILINE)

_HEX: Final = "[0-9a-f]{64}"
_DRAW: Final = re.compile(r"draw (\d{1,9}), (.+): (sealed|\d{1,20} of \d{1,20})")
_TURN: Final = re.compile(r"turn (\d{1,9})(?::|, read as:(?: (.*))?)")
_BEACON: Final = re.compile(r"beacon (.+), round (\d{1,19}):")
_FACT: Final = re.compile(rf"(term|dice|tile|root|seal|mail|from) ({_HEX})|(drafts) (\d{{1,9}})")
_TERM: Final = re.compile(r"(?:game|gnome|data|rules|pot|beacon|option) .+")
EMPTY: Final = luck_text.HEADING.rstrip("\n")
"""A section for a page of which only the rest is wanted."""


@dataclass(slots=True)
class ToldDraw:
    """A draw as it is shown."""

    number: int
    purpose: str
    result: str  # `7 of 10`, `sealed`
    root: str = ""  # of a shuffle of tiles

    def __str__(self) -> str:
        """As it stands in the posting."""
        return f"draw {self.number}, {self.purpose}: {self.result}"


@dataclass(slots=True)
class ToldMoment:
    """A moment of which a posting shows draws, or how its turn was read."""

    turn: int | None = None
    read: str = ""  # in one line
    mail: str = ABSENT
    beacon_name: str = ""
    round: str = ""
    value: str = ""
    draws: list[ToldDraw] = field(default_factory=list)

    @property
    def beacon(self) -> str:
        """Round and value, or `-`."""
        return f"{self.round} {self.value}" if self.value else ABSENT


@dataclass(slots=True)
class Section:
    """All of it; what is missing is empty."""

    form: int
    terms: list[str] = field(default_factory=list)
    term: str = ""
    dice: str = ""
    tile: str = ""
    moments: list[ToldMoment] = field(default_factory=list)
    drafts: int | None = None
    seal: str = ""

    @property
    def draws(self) -> list[ToldDraw]:
        """Every draw, in the order in which they are shown."""
        return [draw for moment in self.moments for draw in moment.draws]

    @property
    def read(self) -> str:
        """Everything that was read, in one line."""
        return " ".join([one.read for one in self.moments if one.read])


def part(text: str) -> tuple[str, str]:
    """A posting without its section, and the section; "" where there is none.

    The last heading counts, for words above it may be anybody's; the section ends with an empty
    line.
    """
    marks = list(HEADING.finditer(text))
    if not marks:
        return text, ""
    begin = marks[-1].start()
    section, gap, rest = text[begin:].partition("\n\n")
    return text[:begin] + rest, section + gap[:1]


def read(section: str) -> Section:
    """The section, line by line; of what is no line of it nothing is kept."""
    heading, *lines = section.rstrip("\n").split("\n")
    form = HEADING.match(heading)
    found = Section(int(form[1]) if form else 0)
    now = ToldMoment()
    found.moments.append(now)
    words: list[str] = []  # of the turn as it was read, which may take several lines
    goes_on = False
    for line in map(str.strip, lines):
        if turn := _TURN.fullmatch(line):
            now.read, words = " ".join(words), [turn[2]] if turn[2] else []
            now = ToldMoment(int(turn[1]))
            found.moments.append(now)
            goes_on = not line.endswith(":") or "read as" in line
            continue
        if _enter(found, now, line):
            goes_on = False
        elif goes_on:
            words.append(line)
    now.read = " ".join(words).strip()
    found.moments = [one for one in found.moments if one.draws or one.turn is not None]
    found.terms = _terms(lines)
    return found


def _enter(found: Section, now: ToldMoment, line: str) -> bool:
    """Whether it was a line that tells a fact."""
    if draw := _DRAW.fullmatch(line):
        now.draws.append(ToldDraw(int(draw[1]), draw[2], draw[3]))
    elif beacon := _BEACON.fullmatch(line):
        now.beacon_name, now.round = beacon[1], beacon[2]
    elif fact := _FACT.fullmatch(line):
        word, value = fact[1] or fact[3], fact[2] or fact[4]
        match word:
            case "drafts":
                found.drafts = int(value)
            case "mail":
                now.mail = value
            case "from":
                now.value = value
            case "root":
                if now.draws:
                    now.draws[-1].root = value
            case _:
                setattr(found, word, value)
    else:
        return False
    return True


def _terms(lines: list[str]) -> list[str]:
    """The lines right above `term`, which it is the digest of."""
    stripped = [line.strip() for line in lines]
    at = next((n for n, line in enumerate(stripped) if line.startswith("term ")), 0)
    begin = at
    while begin and _TERM.fullmatch(stripped[begin - 1]):
        begin -= 1
        if stripped[begin].startswith("game "):
            break
    return stripped[begin:at]
