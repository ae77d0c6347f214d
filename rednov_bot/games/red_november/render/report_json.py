"""The facts of the reports as plain values, for `rednov report` and `rednov standing --json`.

Moments are ISO 8601 in UTC; minutes, tracks and points are numbers; nothing in it is secret.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from rednov_bot.core.contest import ON_THE_DOUBLE
from rednov_bot.games.red_november.render.accounts import moved, name_of, step_text
from rednov_bot.games.red_november.render.narration import narrated
from rednov_bot.games.red_november.render.position import may_act
from rednov_bot.games.red_november.render.report_facts import ContestFacts, GameFacts
from rednov_bot.games.red_november.render.report_pages import barred, deaths, playing
from rednov_bot.games.red_november.render.sentences import Scene
from rednov_bot.games.red_november.render.story_pages import ending, turning_line
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.audit import Account, audit
from rednov_bot.games.red_november.rules.history import (
    passages,
    tallies,
    tracks_by_turn,
    turning_points,
)
from rednov_bot.games.red_november.rules.words import TRACKS


def game_facts(game: GameFacts, now: datetime) -> dict[str, Any]:
    """How one game stands, beside its position."""
    position, taken = game.position, game.moment(ev.TurnTaken)
    waits = position.pending is not None and taken is not None
    return _plain(
        game=game.tag,
        began=game.began,
        ended=game.ended,
        turn=position.turns,
        pending={
            "gnome": position.pending,
            "turn": position.turns,
            "since": taken,
            "until": taken + ON_THE_DOUBLE,
        }
        if waits and taken
        else None,
        may_act=may_act(position, game.options),
        barred=barred(game),
        gifts=position.gifts,
        silent={
            gnome.name: _silence(game, gnome.name, now)
            for gnome in playing(game)
            if gnome.minutes and position.ending is None
        },
        numbers=[_number(one, Scene(game.tables.board)) for one in moved(audit(game.events))],
    )


def _silence(game: GameFacts, name: str, now: datetime) -> dict[str, Any]:
    """A gnome's last turn, the hours since, and the fair count of A91."""
    turn, at = game.last_turn(name)
    return {
        "last_turn": turn,
        "since": at,
        "hours": _hours(now - at),
        "fair_hours": _hours(game.fair[name]) if name in game.fair else None,
        "away": [
            {"since": one.begins, "until": one.ends, "words": one.words}
            for one in game.absences
            if one.name == name
        ],
    }


def _hours(length: timedelta) -> float:
    return round(length.total_seconds() / 3600, 1)


def _number(account: Account, scene: Scene) -> dict[str, Any]:
    return {
        "name": name_of(account.figure),
        "kind": account.figure.kind,
        "of": account.figure.of,
        "start": account.start,
        "now": account.now,
        "steps": [
            {
                "turn": step.turn,
                "before": step.before,
                "after": step.after,
                "why": step_text(step, scene),
            }
            for step in account.steps
        ],
    }


def contest_facts(contest: ContestFacts, now: datetime) -> dict[str, Any]:
    """How the contest stands, with every game in it."""
    return _plain(
        contest=contest.is_contest,
        contestmaster=contest.contestmaster,
        deputy=contest.deputy,
        contestants=contest.contestants,
        axes=contest.axes,
        y_pot=contest.y_pot,
        earlier_games=contest.earlier_games,
        games=[_summary(game) for game in contest.games],
        points=contest.awards,
        earlier_rulings=contest.earlier_rulings,
        rulings=contest.rulings,
        week=_week(contest),
        now=now,
    )


def _summary(game: GameFacts) -> dict[str, Any]:
    over = game.position.ending
    return {
        "game": game.tag,
        "gnomes": [gnome.name for gnome in game.position.gnomes],
        "turns": game.position.turns,
        "began": game.began,
        "ended": game.ended,
        "winners": () if over is None else over.winners,
        "sub_lost": None if over is None else over.sub_lost,
    }


def _week(contest: ContestFacts) -> dict[str, Any]:
    week, gifts = contest.week, contest.lately(ev.GiftMade)
    return {
        "since": week.since,
        "turns": [
            {"game": game.tag, "turn": one.number, "gnome": one.gnome}
            for game, one in contest.lately(ev.TurnTaken)
        ],
        "resolved": len(contest.lately(ev.TurnResolved)),
        "joined": week.joined,
        "left": week.left,
        "gifts": len(gifts),
        "given": sum([one.count for _, one in gifts]),
        "discarded": sum([one.count for _, one in contest.lately(ev.ItemsDiscarded)]),
        "refused": week.refused,
        "deaths": deaths(contest),
        "outages": [{"since": one.begins, "until": one.ends} for one in week.outages],
    }


def story_facts(game: GameFacts) -> dict[str, Any]:
    """The story of a game."""
    told, scene = passages(game.events), Scene(game.tables.board)
    return _plain(
        game=game.tag,
        began=game.began,
        ended=game.ended,
        ending=ending(game),
        turning_points=[
            {"turn": one.turn, "what": turning_line(one.event, scene)}
            for one in turning_points(told)
        ],
        passages=[
            {"turn": one.turn, "gnome": one.gnome, "text": narrated(one, scene.board)}
            for one in told
        ],
        tracks=dict(zip(TRACKS, zip(*tracks_by_turn(told), strict=True), strict=True)),
        gnomes=tallies(game.events),
        held=dict(
            hand for one in game.events if isinstance(one, ev.HandsRevealed) for hand in one.hands
        ),
    )


def _plain(**facts: Any) -> dict[str, Any]:
    """The facts as JSON has them."""

    def simple(value: Any) -> Any:
        if isinstance(value, datetime):
            return value.astimezone(UTC).isoformat()
        return msgspec.to_builtins(value, builtin_types=(datetime,))

    made: dict[str, Any] = json.loads(json.dumps(facts, default=simple))
    return made
