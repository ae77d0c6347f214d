"""Who plays the demo, what they write, and the luck that makes it worth watching."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

DOMAIN = "demo.example"
BOT = f"rednov@{DOMAIN}"
BUSINESS = f"agora-business@{DOMAIN}"
DISCUSSION = f"agora-discussion@{DOMAIN}"
CONTESTMASTER = "Pewterby"
GNOMES = ("Tumbledrum", "Fizzlewick", "Brasspot")
PASSWORD = "demo"

BEGINS = datetime(2026, 3, 2, 7, 0, tzinfo=UTC)
BETWEEN = timedelta(minutes=24)
"""When the demo is played, and how long its people think before they write."""

SECRET = hashlib.sha256(b"demo 74384").digest()
"""Fixed like the moments and the Message-IDs, on which luck hangs too: every demo is the same
game.  A real game's secret is made of fresh randomness."""


def address_of(name: str) -> str:
    """The mailbox of a player."""
    return f"{name.lower()}@{DOMAIN}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """One mail of the script."""

    who: str
    to: str
    subject: str
    text: str
    shows: str  # what there is to watch


CUES = (
    Cue(
        who="Tumbledrum",
        to=BUSINESS,
        subject="Red November: to the stores",
        text="I open 9-8, go in and draw 3 items.\n",
        shows="a plain turn",
    ),
    Cue(
        who="Fizzlewick",
        to=BUSINESS,
        subject="Votes, and the air",
        text=(
            "I vote FOR each of the proposals now up.\n\n"
            "Meanwhile, aboard the Red November: it smells of burnt rubber in here, so I spend\n"
            "five minutes fixing the oxygen pumps.\n\n"
            "--\nFizzlewick, Assessor\n"
        ),
        shows="a turn in the middle of other business",
    ),
    Cue(
        who="Brasspot",
        to=BUSINESS,
        subject="Coming to help",
        text="I open 5-6, go in and pump for 3 minutes.\n",
        shows="void for a public reason: their room has no such hatch",
    ),
    Cue(
        who="Fizzlewick",
        to=BUSINESS,
        subject="Fire!",
        text="I use my fire extinguisher and extinguish the fire for 6 minutes.\n",
        shows="void for a reason that only the sender may know",
    ),
    Cue(
        who="Tumbledrum",
        to=BUSINESS,
        subject="Helping, somehow",
        text="I tinker with the engine for a few minutes and then see about the hatch.\n",
        shows="unclear: answered with a private question",
    ),
    Cue(
        who="Brasspot",
        to=DISCUSSION,
        subject="Re: Fire!",
        text="I fix the reactor for 5 minutes.\n",
        shows="a turn that went to the wrong list",
    ),
    Cue(
        who="Fizzlewick",
        to=BUSINESS,
        subject="Fire! (again)",
        text="I extinguish the fire for 4 minutes. If it fails I open 1-2 and go in.\n",
        shows="a fire-fight that fails, and the escape",
    ),
    Cue(
        who="Brasspot",
        to=BUSINESS,
        subject="The reactor, this time where it counts",
        text=(
            "I fix the reactor for 5 minutes.\nIf I must block a hatch: 3-4, then 2-5, then 4-5.\n"
        ),
        shows="an event's choice, made by standing orders",
    ),
)
