"""Games on file, as the desk would hand them to a report."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from rednov_bot.engine import happenings as h
from rednov_bot.engine.options import Options
from rednov_bot.papers import Page
from rednov_bot.prose import story_pages
from rednov_bot.prose.audience import public_only
from rednov_bot.prose.report_facts import Dated, GameFacts
from tests.engine.sailing import Voyage, calm, play_game, tables
from tests.prose.samples import LETTERHEAD, LIST, SAID_AT

BEGUN = SAID_AT - timedelta(days=30)
BETWEEN = timedelta(hours=7)  # from one announcement or resolution to the next


@cache
def voyage(seed: int, gnomes: int, *, in_calm: bool = False, reveal: bool = False) -> Voyage:
    """A game of a crew that plays at random."""
    seas = calm() if in_calm else tables()
    return play_game(seed, gnomes, Options(reveal_at_end=reveal), seas=seas, idle=0.01)


def course(happenings: tuple[h.PublicHappening, ...], begun: datetime = BEGUN) -> tuple[Dated, ...]:
    """The happenings as they came on file: each turn when it was taken and when it was resolved."""
    parts: list[list[h.PublicHappening]] = [[]]
    taken = False
    for one in happenings:
        if isinstance(one, h.TurnTaken) or (taken and not isinstance(one, h.GiftMade)):
            parts.append([])
        taken = isinstance(one, h.TurnTaken)
        parts[-1].append(one)
    return tuple(
        Dated(at=begun + number * BETWEEN, happenings=tuple(part))
        for number, part in enumerate(parts)
    )


def game(sailed: Voyage, tag: str = "RN1", turns: int | None = None) -> GameFacts:
    """A game up to the announcement of turn *turns*, or to its end."""
    every = public_only(sailed.happenings)
    ends = [
        at + 1
        for at, one in enumerate(every)
        if isinstance(one, h.TurnTaken) and one.number == turns
    ]
    told = every[: ends[0]] if ends else every
    return GameFacts(tag=tag, tables=sailed.seas, options=sailed.options, course=course(told))


def story(facts: GameFacts) -> Page:
    return story_pages.story(facts, letterhead=LETTERHEAD, envelope=LIST)


REPORTED: dict[str, Callable[[], Page]] = {
    "story": lambda: story(game(voyage(2, 3, reveal=True))),
    "story_of_a_lost_sub": lambda: story(game(voyage(5, 4))),
}
