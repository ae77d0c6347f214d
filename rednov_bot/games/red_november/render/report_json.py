"""The facts of the reports as plain values, for `rednov report` and `rednov standing --json`.

Moments are ISO 8601 in UTC; minutes, tracks and points are numbers; nothing in it is secret.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
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
    position = game.position
    return {
        "game": game.tag,
        "began": _iso(game.began),
        "ended": _iso(game.ended),
        "turn": position.turns,
        "pending": _pending(game),
        "may_act": list(may_act(position, game.options)),
        "barred": {
            name: [{"code": one.code, "clause": one.clause, "reason": one.reason} for one in why]
            for name, why in barred(game)
        },
        "gifts": [msgspec.to_builtins(gift) for gift in position.gifts],
        "silent": _silent(game, now),
        "numbers": [_number(one, Scene(game.tables.board)) for one in _counted(game)],
    }


def _pending(game: GameFacts) -> dict[str, Any] | None:
    taken = game.moment(ev.TurnTaken)
    if game.position.pending is None or taken is None:
        return None
    return {
        "gnome": game.position.pending,
        "turn": game.position.turns,
        "since": _iso(taken),
        "until": _iso(taken + ON_THE_DOUBLE),
    }


def _silent(game: GameFacts, now: datetime) -> dict[str, Any]:
    """For each gnome with minutes left: their last turn, hours since, the fair count of A91."""
    found: dict[str, Any] = {}
    for gnome in playing(game) if game.position.ending is None else ():
        last = game.last_turn(gnome.name)
        if not gnome.minutes:
            continue
        fair = game.fair.get(gnome.name)
        found[gnome.name] = {
            "last_turn": last[0],
            "since": _iso(last[1]),
            "hours": round((now - last[1]).total_seconds() / 3600, 1),
            "fair_hours": None if fair is None else round(fair.total_seconds() / 3600, 1),
            "away": [
                {"since": _iso(one.since), "until": _iso(one.until), "words": one.words}
                for one in game.absences
                if one.gnome == gnome.name
            ],
        }
    return found


def _counted(game: GameFacts) -> tuple[Account, ...]:
    return moved(audit(game.events))


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
    return {
        "contest": contest.is_contest,
        "contestmaster": contest.contestmaster,
        "deputy": contest.deputy,
        "contestants": [
            {"name": one.name, "joined": _iso(one.joined)} for one in contest.contestants
        ],
        "axes": list(contest.axes),
        "y_pot": contest.y_pot,
        "earlier_games": contest.earlier_games,
        "games": [_summary(game) for game in contest.games],
        "points": [
            {
                "game": one.game,
                "turn": one.turn,
                "gnome": one.gnome,
                "axis": one.axis,
                "points": one.points,
                "reason": one.reason,
                "due_by": _iso(one.due_by),
                "awarded": _iso(one.awarded),
            }
            for one in contest.awards
        ],
        "earlier_rulings": contest.earlier_rulings,
        "rulings": [
            {
                "number": one.number,
                "at": _iso(one.at),
                "clause": one.clause,
                "text": one.text,
                "game": one.game,
                "turn": one.turn,
                "withdrawn_by": one.withdrawn_by,
            }
            for one in contest.rulings
        ],
        "week": _week(contest),
        "now": _iso(now),
    }


def _summary(game: GameFacts) -> dict[str, Any]:
    over = game.position.ending
    return {
        "game": game.tag,
        "gnomes": [gnome.name for gnome in game.position.gnomes],
        "turns": game.position.turns,
        "began": _iso(game.began),
        "ended": _iso(game.ended),
        "winners": [] if over is None else list(over.winners),
        "sub_lost": None if over is None else over.sub_lost,
    }


def _week(contest: ContestFacts) -> dict[str, Any]:
    week = contest.week
    happened = [(game.tag, one) for game in contest.games for one in game.since(week.since)]
    gifts = [one.count for _, one in happened if isinstance(one, ev.GiftMade)]
    return {
        "since": _iso(week.since),
        "turns": [
            {"game": tag, "turn": one.number, "gnome": one.gnome}
            for tag, one in happened
            if isinstance(one, ev.TurnTaken)
        ],
        "resolved": sum(isinstance(one, ev.TurnResolved) for _, one in happened),
        "joined": list(week.joined),
        "left": list(week.left),
        "gifts": len(gifts),
        "given": sum(gifts),
        "discarded": sum([one.count for _, one in happened if isinstance(one, ev.ItemsDiscarded)]),
        "refused": week.refused,
        "deaths": list(deaths(contest)),
        "outages": [{"since": _iso(one.begins), "until": _iso(one.ends)} for one in week.outages],
    }


def story_facts(game: GameFacts) -> dict[str, Any]:
    """The story of a game."""
    told = passages(game.events)
    scene = Scene(game.tables.board)
    return {
        "game": game.tag,
        "began": _iso(game.began),
        "ended": _iso(game.ended),
        "ending": list(ending(game)),
        "turning_points": [
            {"turn": one.turn, "what": turning_line(one.event, scene)}
            for one in turning_points(told)
        ],
        "passages": [
            {"turn": one.turn, "gnome": one.gnome, "text": narrated(one, scene.board)}
            for one in told
        ],
        "tracks": dict(zip(TRACKS, _columns(tracks_by_turn(told)), strict=True)),
        "gnomes": [msgspec.to_builtins(one) for one in tallies(game.events)],
        "held": {
            name: list(hand)
            for one in game.events
            if isinstance(one, ev.HandsRevealed)
            for name, hand in one.hands
        },
    }


def _columns(rows: Iterable[tuple[int, ...]]) -> list[list[int]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat()
