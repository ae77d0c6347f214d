"""Sites made of whole games, without a desk or a mail."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import count
from random import Random

from msgspec.structs import replace

from rednov_bot.core.render.reports import Award, ContestFacts, Ruling, Week
from rednov_bot.core.render.spectators import GameMaterial, Posted, SiteMaterial
from rednov_bot.games.base import Dated
from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.game import GAME
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import Action, Turn
from rednov_bot.games.red_november.rules.words import GnomeName, Item
from tests.builders import MONDAY
from tests.render.reports import known
from tests.rules.sailing import Voyage, calm, play_game, random_turn

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
    parts: Iterable[tuple[ev.PublicEvent, ...]], *, tag: str = "RN1", name: str = "a step"
) -> GameMaterial:
    """A game whose every part was posted, a part an hour."""
    told = [part for part in parts if part]
    course = tuple(
        Dated(at=MONDAY + timedelta(hours=number), events=part) for number, part in enumerate(told)
    )
    return GameMaterial(
        facts=known(tag, STANDARD, Options(), course),
        posted=tuple(
            (posted(number, f"{name} {number}", f"What came of {name} {number}.\n", one.at),)
            for number, one in enumerate(course)
        ),
    )


def of_voyage(voyage: Voyage, tag: str = "RN1") -> GameMaterial:
    return game_of([public_only(one) for one in voyage.entered], tag=tag)


def played(seed: int, gnomes: int = 4, tag: str = "RN1") -> GameMaterial:
    return of_voyage(play_game(seed, gnomes), tag)


def contest_of(
    *games: GameMaterial, rulings: tuple[Ruling, ...] = (), awards: tuple[Award, ...] = ()
) -> ContestFacts:
    return ContestFacts(
        is_contest=True,
        contestmaster="Pewterby",
        deputy=None,
        contestants=(),
        axes=("X", "Y"),
        y_pot=10,
        games=tuple(GAME.summary(one.facts, MONDAY, MONDAY) for one in games),
        awards=awards,
        rulings=rulings,
        week=Week(since=MONDAY),
    )


def site_of(
    *games: GameMaterial,
    name: str = "Red November",
    rulings: tuple[Ruling, ...] = (),
    awards: tuple[Award, ...] = (),
) -> SiteMaterial:
    return SiteMaterial(
        name=name,
        forum="agora-business@agora.example",
        contest=contest_of(*games, rulings=rulings, awards=awards),
        games=games,
        address="https://sub.example/rednov",
    )


def a_crew(names: tuple[GnomeName, ...], room: int = 5) -> tuple[ev.PublicEvent, ...]:
    """An opening that puts everybody into one room."""
    opened = ev.GameOpened(names, 60, 6, 55, 10)
    return (opened, *(ev.GnomePlaced(name, room) for name in names))


def _idly(
    position: Position,
    name: GnomeName,
    hand: tuple[Item, ...],
    seas: Tables,
    options: Options,
    rng: Random,
) -> Turn:
    """One turn in twenty is spent on something: that makes long games."""
    if rng.random() < 0.95:
        return Turn(gnome=name, action=Action("no_action", minutes=1))
    return random_turn(position, name, hand, seas, options, rng)


def long_game(turns: int) -> GameMaterial:
    """The first game of at least so many turns, cut off behind them; there are few events."""
    quiet = replace(calm(), time_track=replace(calm().time_track, events=frozenset({45, 30, 15})))
    voyages = (play_game(seed, 8, seas=quiet, most=turns, turn_of=_idly) for seed in count(1))
    return of_voyage(next(one for one in voyages if len(one.legs) == turns))
