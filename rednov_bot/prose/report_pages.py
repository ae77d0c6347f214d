"""Reports to the list: how a game stands, how the contest stands, and both once a week.

Everything here is written from public values: no hand, deck or pool.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from rednov_bot.engine import happenings as h
from rednov_bot.engine.chronicle import GRAVE
from rednov_bot.engine.words import TRACKS
from rednov_bot.papers import BoardView, Page
from rednov_bot.prose.contest_report import contest_report as contest_told, deaths
from rednov_bot.prose.environment import fold
from rednov_bot.prose.game_report import game_report, phase, playing
from rednov_bot.prose.letterhead import Envelope, Letterhead, page
from rednov_bot.prose.position_text import who_may_act
from rednov_bot.prose.report_facts import ContestFacts, GameFacts
from rednov_bot.prose.wording import TOKEN_NAMES, TRACK_NAMES, counted, listed, span, when


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


MOST_LINES = 10
SILENT = timedelta(days=3)  # a day before the right of §19


def in_short(facts: ContestFacts, now: datetime) -> tuple[str, ...]:
    """At most ten lines, what presses most first; what has no room left is left out."""
    lines: list[str] = []
    for said in _pressing(facts, now):
        more = fold(said, "  ", "    ").split("\n")
        if len(lines) + len(more) <= MOST_LINES:
            lines += more
    return tuple(lines)


def _pressing(facts: ContestFacts, now: datetime) -> Iterator[str]:
    ongoing = [game for game in facts.games if game.ended is None]
    late = [game for game in facts.games if game.ended and game.ended >= facts.week.since]
    for game in [*ongoing, *late]:
        yield phase(game, now)
    if not ongoing:
        yield "No game is under way."
    for game in ongoing:
        yield from _in_the_game(game, now)
    due = [one for one in facts.awards if one.awarded is None]
    if due:
        owed = listed([f"{one.points} {one.axis} to {one.gnome}" for one in due])
        until = min([one.due_by for one in due])
        term = "due by" if now <= until else "overdue since"
        yield f"To be awarded: {owed}, {term} {when(until)}."
    yield _of_the_week(facts)
    for outage in facts.week.outages:
        length = span(outage.ends - outage.begins)
        yield f"The bot was not running for {length}, until {when(outage.ends)}."


def _in_the_game(game: GameFacts, now: datetime) -> Iterator[str]:
    """Dangers, who may act, who has been silent; sleepers cannot help it (§19)."""
    position = game.position
    grave = [
        f"{TRACK_NAMES[track].lower()} stands at {position.track(track)}"
        for track in TRACKS
        if position.track(track) >= GRAVE
    ]
    tokens = [f"{TOKEN_NAMES[kind]} lies at {space}" for kind, space in position.tokens]
    asleep = [gnome.name for gnome in playing(game) if gnome.fainted]
    if asleep:
        tokens.append(f"{listed(asleep)} {'is' if len(asleep) == 1 else 'are'} asleep")
    if grave or tokens:
        said = listed([*grave, *tokens])
        yield f"Mind: {said}."
    if position.pending is None:
        yield f"May take a turn: {who_may_act(position, game.options)}."
    silent = [gnome.name for gnome in playing(game) if _silent(game, gnome.name, now)]
    if silent:
        yield f"No turn for three days: {listed(silent)} (§19)."


def _silent(game: GameFacts, name: str, now: datetime) -> bool:
    last = game.last_turn(name)
    gnome = game.position.gnome(name)
    return bool(gnome.minutes) and not gnome.fainted and now - last[1] >= SILENT


def _of_the_week(facts: ContestFacts) -> str:
    week = facts.week
    happened = [one for game in facts.games for one in game.since(week.since)]
    turns = sum(isinstance(one, h.TurnTaken) for one in happened)
    parts = [counted(turns, "turn")]
    if killed := len(list(deaths(facts))):
        parts.append(counted(killed, "death"))
    if week.joined:
        parts.append(f"{listed(week.joined)} joined")
    if week.left:
        parts.append(f"{listed(week.left)} left")
    return f"Since {when(week.since)}: {', '.join(parts)}."
