"""Reports to the list: how a game stands, how the contest stands, and both once a week.

Everything here is written from public values; what a game says of itself comes from the game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Unpack

import msgspec

from rednov_bot.core.contest import Outage
from rednov_bot.core.render.environment import fold
from rednov_bot.core.render.letterhead import Facts, Heads, mail
from rednov_bot.core.render.wording import counted, listed, span, when
from rednov_bot.games.base import Player, Report, Summary


@dataclass(frozen=True, slots=True, kw_only=True)
class Contestant:
    """Somebody who joined and has not left (§3)."""

    name: Player
    joined: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """Points the contestmaster owes or has awarded (§18, §24)."""

    game: str  # its tag
    turn: int  # after which they were due
    gnome: Player
    axis: str
    points: int
    reason: str
    due_by: datetime
    awarded: datetime | None  # None while they are due
    step: int = 0  # of the course of the game, from 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A decision of the contestmaster's of which the list was told (§25)."""

    number: int
    at: datetime
    clause: str  # `§11k`; "" where it rests on none
    text: str
    game: str | None = None  # of the turn it was given at
    turn: int | None = None  # since which it holds; None: since its date
    withdrawn_by: int | None = None  # the number of the ruling that ended it, if the list knows


@dataclass(frozen=True, slots=True, kw_only=True)
class Week:
    """What happened beside the games since the report before this one."""

    since: datetime
    joined: tuple[Player, ...] = ()
    left: tuple[Player, ...] = ()
    refused: int = 0  # announcements without effect
    outages: tuple[Outage, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestFacts:
    """The contest, across its games."""

    is_contest: bool
    contestmaster: Player
    deputy: Player | None
    contestants: tuple[Contestant, ...]  # in the order of joining
    axes: tuple[str, ...]
    y_pot: int
    games: tuple[Summary, ...]  # the last ones, oldest first
    awards: tuple[Award, ...]  # of these games, oldest first
    rulings: tuple[Ruling, ...]  # by number; the last ones of many
    week: Week
    earlier_games: int = 0  # before those that are told
    earlier_rulings: int = 0


@mail("public", "position_report")
def position_report(
    tag: str, phase: str, game: Report, now: datetime, **heads: Unpack[Heads]
) -> Facts:
    """How one game stands, each number with the steps that made it."""
    return {"view": game.view}


@mail("public")
def story(tag: str, game: Report, **heads: Unpack[Heads]) -> Facts:
    """The mail that tells a finished game."""
    return {"view": game.view}


@mail("public")
def contest_report(contest: ContestFacts, now: datetime, **heads: Unpack[Heads]) -> Facts:
    """How the contest stands, across its games."""
    return _lines(contest, now)


@mail("public")
def weekly_report(
    contest: ContestFacts,
    under_way: Sequence[tuple[str, Report]],
    now: datetime,
    **heads: Unpack[Heads],
) -> Facts:
    """The week on one screen, then the contest, then every game under way by its tag."""
    return {
        "view": under_way[0][1].view if len(under_way) == 1 else None,
        "short": in_short(contest, now),
        **_lines(contest, now),
        "games": under_way,
    }


# -- the contest, line by line ------------------------------------------------------------------


def _lines(facts: ContestFacts, now: datetime) -> Facts:
    """What `_contest_report.txt.j2` tells."""
    return {
        "contest": facts,
        "wide": max([len(one.name) for one in facts.contestants], default=0),
        "points": list(_points(facts.awards, now)),
        "week": _week(facts),
    }


def _points(awards: Sequence[Award], now: datetime) -> Iterator[str]:
    """For each contestant and axis what was awarded and what is due, with its steps."""
    sums: dict[tuple[Player, str], list[Award]] = {}
    for one in awards:
        sums.setdefault((one.gnome, one.axis), []).append(one)
    for (name, axis), every in sorted(sums.items()):
        total = f"{name} {sum([one.points for one in every])} {axis}"
        if due := [one for one in every if one.awarded is None]:
            first = min([one.due_by for one in due])
            was = "were" if first < now else "are"
            total += f", of which {sum([one.points for one in due])} {was} due by {when(first)}"
        steps = [
            f"{one.game} turn {one.turn} +{one.points} {one.reason}{' (due)' * (not one.awarded)}"
            for one in every
        ]
        yield f"{total}: {'; '.join(steps)}"


def _week(facts: ContestFacts) -> list[tuple[str, str]]:
    """Label and text of what happened since the report before; "" where nothing did."""
    week, told = facts.week, dict[str, list[str]]()
    for game in facts.games:
        for label, text in game.lately:
            told.setdefault(label, []).append(text)
    outages = [f"{span(one.ends - one.begins)} from {when(one.begins)}" for one in week.outages]
    taken = "; ".join(told.pop("turns taken", []))
    return [
        ("turns taken", taken or "none"),
        *[(label, "; ".join(texts)) for label, texts in told.items()],
        ("joined", listed(week.joined)),
        ("left", listed(week.left)),
        ("without effect", counted(week.refused, "announcement") if week.refused else ""),
        ("outages", "; ".join(outages)),
    ]


# -- in short -----------------------------------------------------------------------------------

MOST_LINES: Final = 10


def in_short(facts: ContestFacts, now: datetime) -> tuple[str, ...]:
    """At most ten lines, what presses most first; what has no room left is left out."""
    lines: list[str] = []
    for said in _pressing(facts, now):
        more = fold(said, "  ", "    ").split("\n")
        if len(lines) + len(more) <= MOST_LINES:
            lines += more
    return tuple(lines)


def _pressing(facts: ContestFacts, now: datetime) -> Iterator[str]:
    week = facts.week
    ongoing = [game for game in facts.games if game.ended is None]
    late = [game for game in facts.games if game.ended and game.ended >= week.since]
    for game in [*ongoing, *late]:
        yield game.phase
    if not ongoing:
        yield "No game is under way."
    for game in ongoing:
        yield from game.pressing
    if due := [one for one in facts.awards if one.awarded is None]:
        owed = listed([f"{one.points} {one.axis} to {one.gnome}" for one in due])
        until = min([one.due_by for one in due])
        term = "due by" if now <= until else "overdue since"
        yield f"To be awarded: {owed}, {term} {when(until)}."
    parts = [count for game in facts.games for count in game.counts] or ["no turns"]
    moved = ((week.joined, "joined"), (week.left, "left"))
    parts += [f"{listed(names)} {did}" for names, did in moved if names]
    yield f"Since {when(week.since)}: {', '.join(parts)}."
    for outage in week.outages:
        length = span(outage.ends - outage.begins)
        yield f"The bot was not running for {length}, until {when(outage.ends)}."


# -- for programs -------------------------------------------------------------------------------


def contest_json(contest: ContestFacts, now: datetime) -> dict[str, Any]:
    """How the contest stands, with every game in it."""
    week: dict[str, Any] = {
        "since": contest.week.since,
        "joined": contest.week.joined,
        "left": contest.week.left,
        "refused": contest.week.refused,
        "outages": [{"since": one.begins, "until": one.ends} for one in contest.week.outages],
    }
    for game in contest.games:
        for name, what in game.week.items():  # lists one behind the other, numbers in all
            week[name] = week[name] + what if name in week else what
    return as_json(
        contest=contest.is_contest,
        contestmaster=contest.contestmaster,
        deputy=contest.deputy,
        contestants=contest.contestants,
        axes=contest.axes,
        y_pot=contest.y_pot,
        earlier_games=contest.earlier_games,
        games=[game.facts for game in contest.games],
        points=contest.awards,
        earlier_rulings=contest.earlier_rulings,
        rulings=contest.rulings,
        week=week,
        now=now,
    )


def as_json(**facts: Any) -> dict[str, Any]:
    """The facts as JSON has them: moments in ISO 8601, in UTC."""

    def simple(value: Any) -> Any:
        if isinstance(value, datetime):
            return value.astimezone(UTC).isoformat()
        return msgspec.to_builtins(value, builtin_types=(datetime,))

    made: dict[str, Any] = json.loads(json.dumps(facts, default=simple))
    return made
