"""Games on file, as the desk would hand them to a report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

from rednov_bot.core.contest import Outage
from rednov_bot.core.models import Page
from rednov_bot.core.render import reports
from rednov_bot.core.render.reports import Award, Contestant, ContestFacts, Ruling, Week
from rednov_bot.games.base import Away, Dated, Silence
from rednov_bot.games.red_november.game import GAME
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.render.report_facts import GameFacts
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.tables import Tables
from tests.render.samples import LIST, SAID_AT, to
from tests.rules.sailing import Voyage, calm, play_game, tables

BEGUN = SAID_AT - timedelta(days=30)
BETWEEN = timedelta(hours=7)  # from one announcement or resolution to the next


@cache
def voyage(seed: int, gnomes: int, *, in_calm: bool = False, reveal: bool = False) -> Voyage:
    """A game of a crew that plays at random."""
    seas = calm() if in_calm else tables()
    return play_game(seed, gnomes, Options(reveal_at_end=reveal), seas=seas, idle=0.01)


def course(events: tuple[ev.PublicEvent, ...], begun: datetime = BEGUN) -> tuple[Dated, ...]:
    """The events as they came on file: each turn when it was taken and when it was resolved."""
    parts: list[list[ev.PublicEvent]] = [[]]
    taken = False
    for one in events:
        if isinstance(one, ev.TurnTaken) or (taken and not isinstance(one, ev.GiftMade)):
            parts.append([])
        taken = isinstance(one, ev.TurnTaken)
        parts[-1].append(one)
    return tuple(
        Dated(at=begun + number * BETWEEN, events=tuple(part)) for number, part in enumerate(parts)
    )


def game(
    sailed: Voyage, tag: str = "RN1", turns: int | None = None, begun: datetime = BEGUN
) -> GameFacts:
    """A game up to the announcement of turn *turns*, or to its end."""
    every = public_only(sailed.events)
    ends = [
        at + 1
        for at, one in enumerate(every)
        if isinstance(one, ev.TurnTaken) and one.number == turns
    ]
    told = every[: ends[0]] if ends else every
    return known(tag, sailed.seas, sailed.options, course(told, begun))


def known(
    tag: str, data: Tables, options: Options, course: tuple[Dated, ...], **away: tuple[Away, ...]
) -> GameFacts:
    """What everybody knows of a game with this course."""
    moments = [(one, dated.at) for dated in course for one in dated.events]
    ends = [at for one, at in moments if isinstance(one, ev.GameOver)]
    last = {one.gnome: (0, at) for one, at in moments if isinstance(one, ev.GnomePlaced)}
    last |= {one.gnome: (one.number, at) for one, at in moments if isinstance(one, ev.TurnTaken)}
    silences = {
        name: Silence(turn=turn, since=at, able=timedelta(hours=5), away=away.get(name, ()))
        for name, (turn, at) in last.items()
    }
    return GameFacts(
        tag=tag,
        data=data,
        options=options,
        course=course,
        silences=silences,
        ended=ends[-1] if ends else None,
    )


NOW = datetime(2009, 8, 10, 9, 0, tzinfo=UTC)
"""A Monday: when the weekly report goes out."""


def under_way() -> GameFacts:
    """The second game, whose turn 12 awaits its resolution."""
    begun = NOW - timedelta(days=8)
    facts = game(voyage(5, 4), "RN2", turns=12, begun=begun)
    away = Away(begins=None, ends=NOW + timedelta(days=3), words="I am at sea until Thursday")
    return known("RN2", facts.tables, facts.options, facts.course, Dan=(away,))


def contest(*games: GameFacts, outages: int = 1) -> ContestFacts:
    """These games, or two of which one is over; points, rulings, and a week with an outage."""
    first, second = game(voyage(2, 3, reveal=True)), under_way()
    since = NOW - timedelta(days=7)
    told = [GAME.summary(one, NOW, since) for one in games or (first, second)]
    return ContestFacts(
        is_contest=True,
        contestmaster="Pewterby",
        deputy="Quill",
        contestants=tuple(
            Contestant(name=name, joined=BEGUN - timedelta(days=number))
            for number, name in enumerate(("Dan", "Cat", "Bob", "Ann"))
        ),
        axes=("X", "Y", "Z"),
        y_pot=10,
        games=tuple(told),
        awards=awards(first, owed=0) + awards(second, owed=1),
        rulings=(
            Ruling(number=1, at=BEGUN, clause="", text="The text in force is the second draft."),
            Ruling(
                number=2,
                at=NOW - timedelta(days=2),
                clause="§11k",
                text="A gift is named by number in public and by its tiles in private.",
                game="RN2",
                turn=10,
                withdrawn_by=3,
            ),
            Ruling(number=3, at=NOW, clause="§11k", text="Ruling 2 is withdrawn."),
        ),
        week=Week(
            since=since,
            joined=("Dan",),
            refused=2,
            outages=(
                Outage(begins=NOW - timedelta(days=4, hours=14), ends=NOW - timedelta(days=4)),
            )
            * outages,
        ),
    )


def awards(facts: GameFacts, owed: int) -> tuple[Award, ...]:
    """What the game made due, the last of it *owed* still."""
    found = []
    for dated in facts.course:
        turn = 0
        for one in dated.events:
            if isinstance(one, ev.PointsDue):
                turn = len([at for at in turns_of(facts) if at <= dated.at])
                found.append(
                    Award(
                        game=facts.tag,
                        turn=turn,
                        gnome=one.gnome,
                        axis=one.axis,
                        points=one.points,
                        reason=one.reason,
                        due_by=dated.at + timedelta(hours=48),
                        awarded=dated.at + timedelta(hours=3),
                    )
                )
    paid = len(found) - owed
    return tuple(found[:paid]) + tuple(replace(one, awarded=None) for one in found[paid:])


def turns_of(facts: GameFacts) -> list[datetime]:
    """When each turn was announced."""
    return [
        dated.at
        for dated in facts.course
        if any(isinstance(one, ev.TurnTaken) for one in dated.events)
    ]


def story(facts: GameFacts) -> Page:
    return to(LIST, reports.story, facts.tag, GAME.story(facts))


def position(facts: GameFacts) -> Page:
    phase = GAME.summary(facts, NOW, NOW).phase
    return to(LIST, reports.position_report, facts.tag, phase, GAME.report(facts, NOW), NOW)


def week(told: ContestFacts, *under_way: GameFacts) -> Page:
    games = [(one.tag, GAME.report(one, NOW)) for one in under_way]
    return to(LIST, reports.weekly_report, told, games, NOW)


REPORTED: dict[str, Callable[[], Page]] = {
    "story": lambda: story(game(voyage(2, 3, reveal=True))),
    "position_report": lambda: position(under_way()),
    "contest_report": lambda: to(LIST, reports.contest_report, contest(), NOW),
    "weekly_report": lambda: week(contest(), under_way()),
    "story_of_a_lost_sub": lambda: story(game(voyage(5, 4))),
}
