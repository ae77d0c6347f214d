"""What lies on the desk, line by line: drafts, duties with the time left, mails kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import assert_never

from rednov_bot.core.models import Filed
from rednov_bot.core.render import draft_pages, office_lines, reminders
from rednov_bot.core.render.transcript_pages import lines_of
from rednov_bot.core.render.wording import day
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import (
    announcements,
    commands as cmd,
    hidden,
    idleness,
    reports,
    returns,
)
from rednov_bot.core.workflow.commands.forms import Guide, guide_to_answers, guide_to_wishes, named
from rednov_bot.core.workflow.corrections import claims
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.core.workflow.drafts import open_drafts
from rednov_bot.core.workflow.duties import duties

Lines = tuple[str, ...]


def desk_lines(desk: Desk, records: UnitOfWork) -> Lines:
    """The whole desk: what awaits a word, what is owed until when, what is kept for a human."""
    held = records.held()
    withheld = [f'"{subject}": {why}.' for subject, why in returns.withheld(desk, records)]
    return (
        *(("NOT ON THE LIST", *office_lines.entries(withheld), "") if withheld else ()),
        "AWAITING YOUR WORD",
        *drafts(desk, records),
        "",
        "DUE AND AWAITED",
        *duties_owed(desk, records, drafts_too=False),  # they stand above
        *(("", "MAILS KEPT FOR YOU", *_kept(held)) if held else ()),
    )


def _kept(held: Sequence[Filed]) -> Lines:
    first = held[0].mail
    return (
        *office_lines.mails(held),
        f'  "read mail {first} as NAME: I open 5-6." says what it announces;',
        f'  "mail {first} announces nothing" puts it aside.',
    )


def drafts(desk: Desk, records: UnitOfWork) -> Lines:
    """The open drafts, oldest first."""
    waiting = [
        (one, claims.described(records, one), open_drafts.held(desk, records, one.code))
        for one in records.open_drafts()
    ]
    return office_lines.drafts(waiting)


def duties_owed(desk: Desk, records: UnitOfWork, *, drafts_too: bool = True) -> Lines:
    """What is owed and not done, with the time left; *drafts_too*: and open drafts."""
    blind = hidden.is_blind(records)
    owed = [
        (one.about, one.clause, one.due_by, one.note, one.ripens)
        for one in duties(desk, records)
        if not (blind and one.secret) and (drafts_too or one.kind != "draft")
    ]
    return office_lines.duties(owed, desk.now())


def guide() -> Lines:
    """Every command with what it does."""
    return (
        "TO ANSWER A DRAFT, with its code in the subject",
        *_guided(guide_to_answers()),
        "",
        "AT ANY TIME",
        *_guided(guide_to_wishes()),
    )


def guide_to(name: str) -> Lines:
    """One command, with what each of its forms does."""
    form = named(name)
    return () if form is None else _guided(form.guide)


def _guided(guides: Sequence[Guide]) -> Lines:
    return tuple([line for one in guides for line in office_lines.guided(one.example, one.does)])


def shown(desk: Desk, records: UnitOfWork, what: cmd.Shown) -> tuple[str, Lines]:
    """What is asked for: a sentence, and lines as they stand."""
    blind = hidden.is_blind(records)
    match what:
        case "status":
            return "This is what you have to deal with.", desk_lines(desk, records)
        case "drafts":
            return "These drafts wait for your answer.", drafts(desk, records)
        case "duties":
            told = "These duties are due, and these answers are awaited."
            return told, duties_owed(desk, records)
        case "members":
            joined = announcements.joined(desk, records)
            return f"The contest has {len(joined)} contestants.", office_lines.entries(
                [f"{one.name}, since {day(one.at)}" for one in joined]
            )
        case "standing":
            page = reports.report(desk, records, "contest")
            return f"{page.subject}:", lines_of(page)
        case "rulings":
            given = records.rulings()
            return "These are the rulings.", office_lines.rulings(
                given, partial(desk.game.decided, blind=blind)
            )
        case "idle":
            found = idleness.idleness(desk, records, openly=blind)
            if not found:
                return "No game is being played, so nobody is idle.", ()
            told = "This is how long each gnome has not taken a turn (§19, A91)."
            return told, reminders.idle_lines(found)
        case "hands":
            now = ongoing(desk, records)
            if now is None:
                return "No game is being played, so nobody holds anything.", ()
            if blind:
                return draft_pages.NO_HANDS, ()
            held = desk.game.held(now.gamestate)
            return "These are the hands. They are for you alone (§6).", office_lines.entries(
                [f"{name}: {items or 'nothing'}" for name, items in held]
            )
        case "help":
            return "These are the commands.", guide()
        case _:
            assert_never(what)
