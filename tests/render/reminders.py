"""Reminders as they are read (rules.md 8.3)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from rednov_bot.core.contest import Outage
from rednov_bot.core.models import Page
from rednov_bot.games.red_november.render import award_pages, reminder_pages
from rednov_bot.games.red_november.render.reminder_pages import (
    IdleWarning,
    MustChoose,
    MustDiscard,
    Waits,
)
from tests.render.samples import ANN, DESK, DUE, SAID_AT, eventful, to

TURN = Waits(
    kind="resolve", about="Turn 12: Ann", clause="§16", since=SAID_AT, due_by=DUE, code="K7QX2PA"
)
AWARD = Waits(
    kind="award",
    about="RN1: X points for Ann",
    clause="§18",
    since=SAID_AT,
    due_by=DUE + timedelta(hours=5),
    code="M2PA7QX",
    lines=tuple([award_pages.sentence(due, "Pewterby") for due in eventful().after.position.dues]),
)
NOTICE = Waits(
    kind="tell",
    about="Private notice to Bob (Turn 11: Cat)",
    clause="§6",
    since=SAID_AT,
    due_by=DUE,
    note='The mail server refused it: "550 no such user".',
)
LINE = Waits(kind="draft", about="Dot joins", clause="", since=SAID_AT, due_by=None, code="R8TU2PA")
OUTAGE = Outage(begins=SAID_AT, ends=SAID_AT + timedelta(hours=31))


def one(hours: float) -> Page:
    return to(DESK, reminder_pages.to_contestmaster, (TURN,), now=SAID_AT + timedelta(hours=hours))


def several() -> Page:
    return to(
        DESK,
        reminder_pages.to_contestmaster,
        (TURN, AWARD, NOTICE, LINE),
        now=SAID_AT + timedelta(hours=36),
        outages=(OUTAGE,),
    )


def to_gnome(*concerns: reminder_pages.Concern) -> Page:
    return to(ANN, reminder_pages.to_gnome, concerns)


IDLE = IdleWarning(
    since=SAID_AT,
    idle=timedelta(days=3),
    able=timedelta(days=2, hours=5),
    ripens=SAID_AT + timedelta(days=4),
)
DISCARD = MustDiscard(count=2, since=SAID_AT)
CHOICE = MustChoose(
    number=21,
    asked="choose the hatch that is blocked",
    candidates=(("5-6", "between 5 and 6"), ("5-7", "")),
    until=DUE,
)

REMINDERS = {
    "reminder": lambda: one(36),
    "reminder_overdue": lambda: one(48),
    "reminder_of_several": several,
    "gnome_reminder": lambda: to_gnome(IDLE),
    "gnome_reminder_of_one_item": lambda: to_gnome(replace(DISCARD, count=1)),
    "gnome_reminder_of_everything": lambda: to_gnome(IDLE, DISCARD, CHOICE),
}
