"""Reports to the list: how a game stands, how the contest stands, and both once a week.

Everything here is written from public values: no hand, deck or pool.
"""

from __future__ import annotations

from datetime import datetime

from rednov_bot.papers import Page
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
        now=now,
        game=game_report(game, now),
    )


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
        now=now,
        short=in_short(contest, now),
        contest=contest_told(contest, now),
        games=[game_report(one, now) for one in under_way],
    )
