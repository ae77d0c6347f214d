"""An announcement has no effect: its sender is told why, the list only what it may know (§9)."""

from __future__ import annotations

from collections.abc import Sequence

from rednov_bot.desk import stationery
from rednov_bot.desk.announcements import turned_away
from rednov_bot.desk.desk import Desk, Ongoing
from rednov_bot.desk.drafts import drafting
from rednov_bot.desk.outgoing import answer
from rednov_bot.engine.options import Options
from rednov_bot.engine.refusals import Against, Refusal
from rednov_bot.papers import Act, Letter, Page, PaperId, TurnAct
from rednov_bot.ports import Records
from rednov_bot.prose import answers, public_pages
from rednov_bot.prose.public_pages import Announced


def refuse(
    desk: Desk,
    records: Records,
    letter: Letter,
    announced: Announced,
    now: Ongoing | None,
    refusals: tuple[Against, ...],
    *,
    act: Act,
    notes: tuple[str, ...] = (),
    mail: PaperId | None = None,
) -> bool:
    """An announcement is without effect: the sender is told why, the list only what it may know.

    A public reason may be told; a private one goes to the sender alone, and the public line says
    that it did (§6, A21).  Whether they could be told.
    """
    page = answers.void(
        announced,
        refusals,
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_sender(desk, letter),
        said_at=letter.said_at,
        turn=act.turn if isinstance(act, TurnAct) else None,
        told_when_free=announced == "turn" and turned_away.is_alone(refusals),
    )
    options = now.options if now is not None else Options()
    told = _told(refusals, options)
    answered = answer(desk, records, page)
    text = _line(desk, letter, announced, told)
    drafting.refused(
        desk,
        records,
        letter,
        announced,
        text,
        told,
        refusals,
        act=act,
        game=now.game.id if now is not None else None,
        auto=options.auto_verdicts and not letter.is_ruled,
        notes=notes,
        mail=mail,
    )
    return answered


def _told(refusals: Sequence[Against], options: Options) -> Refusal | None:
    """What the list is told: the first reason; None where that is withheld from it."""
    first = refusals[0]
    return first if isinstance(first, Refusal) and not options.uniform_refusals else None


def _line(desk: Desk, letter: Letter, announced: Announced, told: Refusal | None) -> Page:
    """One public line: the announcement had no effect, with its public reason or neutrally."""
    return public_pages.refusal(
        letter.sender or "",
        announced,
        told,
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_list(desk, letter.forum, letter),
        said_at=letter.said_at,
    )
