"""Sites made of whole games, without a desk or a mail."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from rednov_bot import datasets
from rednov_bot.engine import happenings as h
from rednov_bot.engine.options import Options
from rednov_bot.engine.words import GnomeName
from rednov_bot.pages.material import GameMaterial, Posted, SiteMaterial
from rednov_bot.prose.audience import public_only
from rednov_bot.prose.report_facts import ContestFacts, Dated, GameFacts, Ruling, Week
from tests.builders import MONDAY
from tests.engine.sailing import Voyage, play_game

STANDARD = datasets.load("standard")


def posted(number: int, subject: str, body: str, at: datetime) -> Posted:
    return Posted(
        at=at,
        subject=subject,
        body=body,
        message_id=f"<rednov.{number}@bots.example>",
        link=f"https://lists.example/{number}",
    )


def game_of(
    parts: Iterable[tuple[h.PublicHappening, ...]], *, tag: str = "RN1", name: str = "a step"
) -> GameMaterial:
    """A game whose every part was posted, a part an hour."""
    told = [part for part in parts if part]
    course = tuple(
        Dated(at=MONDAY + timedelta(hours=number), happenings=part)
        for number, part in enumerate(told)
    )
    return GameMaterial(
        facts=GameFacts(tag=tag, tables=STANDARD, options=Options(), course=course),
        posted=tuple(
            (posted(number, f"{name} {number}", f"What came of {name} {number}.\n", one.at),)
            for number, one in enumerate(course)
        ),
    )


def of_voyage(voyage: Voyage, tag: str = "RN1") -> GameMaterial:
    return game_of([public_only(one) for one in voyage.entered], tag=tag)


def played(seed: int, gnomes: int = 4, tag: str = "RN1") -> GameMaterial:
    return of_voyage(play_game(seed, gnomes), tag)


def contest_of(*games: GameMaterial, rulings: tuple[Ruling, ...] = ()) -> ContestFacts:
    return ContestFacts(
        is_contest=True,
        contestmaster="Pewterby",
        deputy=None,
        contestants=(),
        axes=("X", "Y"),
        y_pot=10,
        games=tuple(one.facts for one in games),
        awards=(),
        rulings=rulings,
        week=Week(since=MONDAY),
    )


def site_of(
    *games: GameMaterial, name: str = "Red November", rulings: tuple[Ruling, ...] = ()
) -> SiteMaterial:
    return SiteMaterial(
        name=name,
        forum="agora-business@agora.example",
        contest=contest_of(*games, rulings=rulings),
        games=games,
        address="https://sub.example/rednov",
    )


def a_crew(names: tuple[GnomeName, ...], room: int = 5) -> tuple[h.PublicHappening, ...]:
    """An opening that puts everybody into one room."""
    opened = h.GameOpened(names, 60, 6, 55, 10)
    return (opened, *(h.GnomePlaced(name, room) for name in names))
