"""What lies on the desk, line by line: drafts, duties with the time left, mails kept."""

from __future__ import annotations

from collections.abc import Sequence

from rednov_bot.core.models import Filed
from rednov_bot.core.render import office_lines
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden
from rednov_bot.core.workflow.commands.guide import ANSWERS, WISHES, Guide
from rednov_bot.core.workflow.corrections import claims
from rednov_bot.core.workflow.delivery import list_notices
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.drafts import open_drafts
from rednov_bot.core.workflow.duties import duties

Lines = tuple[str, ...]


def desk_lines(desk: Desk, records: UnitOfWork) -> Lines:
    """The whole desk: what awaits a word, what is owed until when, what is kept for a human."""
    held = records.held()
    withheld = tuple(list_notices.withheld(desk, records))
    return (
        *(("NOT ON THE LIST", *office_lines.withheld(withheld), "") if withheld else ()),
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
        *_guided(ANSWERS),
        "",
        "AT ANY TIME",
        *_guided(WISHES),
    )


def _guided(guides: tuple[Guide, ...]) -> Lines:
    return tuple([line for one in guides for line in office_lines.guided(one.example, one.does)])
