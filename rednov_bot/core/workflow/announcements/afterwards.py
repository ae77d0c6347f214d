"""A turn is resolved: turns that waited for it are taken up, and whoever came too early is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rednov_bot.core.models import MessageId, PaperId
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import outgoing
from rednov_bot.core.workflow.announcements import turns
from rednov_bot.core.workflow.desk import Desk, ongoing, pending
from rednov_bot.core.workflow.outgoing import answer
from rednov_bot.games.red_november.render import answers


def take_up(desk: Desk, records: UnitOfWork, resolved: PaperId) -> None:
    """The turns that waited are judged now: the first valid one is taken (queue_early_turns)."""
    heard_at = desk.now()
    for kept in turns.queued(records, records.turn(resolved)):
        if (taken := pending(desk, records)) is not None:
            turns.keep_early(records, taken, kept, heard_at)
        else:
            mail = PaperId(kept.mail)
            turns.announce(desk, records, mail, kept.message, kept.turn, heard_at)


_BARRED: Final = frozenset(
    ("NOT_A_GNOME", "KILLED", "ABANDONED", "NO_MINUTES", "FAINTED", "UNRESOLVED", "NO_GAME")
)
"""With one of these against it, no turn of this gnome's can be taken: the way is not free."""


def tell_way_free(
    desk: Desk, records: UnitOfWork, resolved: PaperId, resolutions: Sequence[MessageId]
) -> None:
    """Each gnome whose turn was void for the *resolved* one alone hears that the way is free.

    Sent behind the *resolutions*, once the mail server has them.  Nobody hears it when the game
    is over, or whose way is barred otherwise.
    """
    before = records.turn(resolved)
    last = {away.turn.gnome: away for away in turns.turned_away(records, before)}
    for away in last.values():
        now = ongoing(desk, records)
        if not away.alone or now is None or desk.game.facts(now.gamestate).pending is not None:
            continue
        _, verdict, _ = turns.judged(desk, records, away.turn)
        if not _BARRED.isdisjoint(one.code for one in verdict.refusals):
            continue
        message = away.message
        page = answers.way_free(
            away.text,
            verdict.refusals,
            before=before,
            said_at=away.said_at,
            **outgoing.answering(desk, message, away.forum),
        )
        answer(desk, records, page, after=resolutions)
