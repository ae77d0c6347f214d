"""Reports to the list: how a game stands, how the contest stands, and both once a week.

Everything here is written from public values: no hand, deck or pool.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from rednov_bot.papers import BoardView, Page
from rednov_bot.prose.contest_report import contest_report as contest_told
from rednov_bot.prose.first_screen import in_short
from rednov_bot.prose.game_report import game_report
from rednov_bot.prose.letterhead import Envelope, Letterhead, page
from rednov_bot.prose.report_facts import ContestFacts, GameFacts


def position_report(
    game: GameFacts, now: datetime, *, letterhead: Letterhead, envelope: Envelope
) -> Page:
    """How one game stands, each number with the steps that made it."""
    return page(
        "public",
        envelope,
        "position_report",
        letterhead,
        view=_view((game,)),
        now=now,
        game=game_report(game, now),
    )


def _view(games: Sequence[GameFacts]) -> BoardView | None:
    """The board of the one game that is told of; of several there is no picture."""
    if len(games) != 1:
        return None
    return BoardView(now=games[0].position, tables=games[0].tables, heading=games[0].tag)


def contest_report(
    contest: ContestFacts, now: datetime, *, letterhead: Letterhead, envelope: Envelope
) -> Page:
    """How the contest stands, across its games."""
    return page(
        "public",
        envelope,
        "contest_report",
        letterhead,
        now=now,
        contest=contest_told(contest, now),
    )


def weekly_report(
    contest: ContestFacts, now: datetime, *, letterhead: Letterhead, envelope: Envelope
) -> Page:
    """The week on one screen, then the contest, then every game under way."""
    under_way = [one for one in contest.games if one.ended is None]
    return page(
        "public",
        envelope,
        "weekly_report",
        letterhead,
        view=_view(under_way),
        now=now,
        short=in_short(contest, now),
        contest=contest_told(contest, now),
        games=[game_report(one, now) for one in under_way],
    )
