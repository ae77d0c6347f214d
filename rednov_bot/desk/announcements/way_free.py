"""A turn is resolved: whoever announced eirs too early is told that the way is free (§9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rednov_bot.desk import stationery
from rednov_bot.desk.announcements import turned_away, turns
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.desk.outgoing import answer
from rednov_bot.papers import MessageId, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose import answers

_BARRED: Final = frozenset(
    ("NOT_A_GNOME", "KILLED", "ABANDONED", "NO_MINUTES", "FAINTED", "UNRESOLVED", "NO_GAME")
)
"""With one of these against it, no turn of this gnome's can be taken: the way is not free."""


def tell(desk: Desk, records: Records, resolved: PaperId, resolutions: Sequence[MessageId]) -> None:
    """Each gnome whose turn was void for the *resolved* one alone hears that the way is free.

    Sent behind the *resolutions*, once the mail server has them.  Nobody hears it when the game
    is over, or whose way is barred otherwise.
    """
    before = records.turn(resolved)
    last = {away.turn.gnome: away for away in turned_away.waiting(records, before)}
    for away in last.values():
        now = ongoing(desk, records)
        if not away.alone or now is None or now.gamestate.position.pending is not None:
            continue
        _, verdict, _ = turns.judged(desk, records, away.turn)
        if not _BARRED.isdisjoint(one.code for one in verdict.refusals):
            continue
        letter = away.letter
        page = answers.way_free(
            away.text,
            verdict.refusals,
            before=before,
            said_at=away.said_at,
            letterhead=stationery.letterhead(desk, away.forum),
            envelope=stationery.to_sender(desk, letter),
        )
        answer(desk, records, page, after=resolutions)
