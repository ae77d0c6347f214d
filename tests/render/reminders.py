"""Reminders as they are read (rules.md 8.3)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from rednov_bot.core.contest import Duty, Outage
from rednov_bot.core.models import Page
from rednov_bot.core.render import reminders
from rednov_bot.games.base import Awaited
from rednov_bot.games.red_november.game import GAME
from rednov_bot.games.red_november.render import award_pages
from tests.render.samples import ANN, DESK, DUE, LETTERHEAD, SAID_AT, eventful, to

TURN = Duty(
    kind="resolve",
    key="RN1 resolve 12",
    about="Turn 12: Ann",
    clause="§16",
    of="Pewterby",
    started_at=SAID_AT,
    due_by=DUE,
    code="K7QX2PA",
)
AWARD = replace(
    TURN,
    kind="award",
    about="RN1: X points for Ann",
    clause="§18",
    due_by=DUE + timedelta(hours=5),
    code="M2PA7QX",
    lines=tuple(
        [
            award_pages.sentence(due, "Pewterby", GAME.deeds_told)
            for due in eventful().after.position.dues
        ]
    ),
)
NOTICE = replace(
    TURN,
    kind="tell",
    about="Private notice to Bob (Turn 11: Cat)",
    clause="§6",
    code=None,
    note='The mail server refused it: "550 no such user".',
)
LINE = replace(TURN, kind="draft", about="Dot joins", clause="", due_by=None, code="R8TU2PA")
OUTAGE = Outage(begins=SAID_AT, ends=SAID_AT + timedelta(hours=31))


def one(hours: float) -> Page:
    return to(DESK, reminders.to_contestmaster, (TURN,), now=SAID_AT + timedelta(hours=hours))


def several() -> Page:
    return to(
        DESK,
        reminders.to_contestmaster,
        (TURN, AWARD, NOTICE, LINE),
        now=SAID_AT + timedelta(hours=36),
        outages=(OUTAGE,),
    )


IDLE = Awaited(kind="idle", of="Ann", clause="§19", about="", since=SAID_AT)
DISCARD = Awaited(kind="hand limit", of="Ann", clause="§17", about="", since=SAID_AT, count=2)


def told(one: Awaited) -> tuple[str, ...]:
    return GAME.reminder(
        one,
        now=SAID_AT + timedelta(days=3),
        able=timedelta(days=2, hours=5),
        decides=LETTERHEAD.decides,
        forum=LETTERHEAD.forum,
        bot=LETTERHEAD.bot,
    )


def choice() -> tuple[str, ...]:
    candidates = (("5-6", "between 5 and 6"), ("5-7", ""))
    asked = "choose the hatch that is blocked"
    return reminders.must_choose(21, asked, candidates, DUE, LETTERHEAD)


def to_gnome(*concerns: tuple[str, ...]) -> Page:
    return to(ANN, reminders.to_player, concerns)


REMINDERS = {
    "reminder": lambda: one(36),
    "reminder_overdue": lambda: one(48),
    "reminder_of_several": several,
    "gnome_reminder": lambda: to_gnome(told(IDLE)),
    "gnome_reminder_of_one_item": lambda: to_gnome(told(replace(DISCARD, count=1))),
    "gnome_reminder_of_everything": lambda: to_gnome(told(IDLE), told(DISCARD), choice()),
}
