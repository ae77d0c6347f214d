"""How a game stands, for reports, in words and for programs.

Everything here is written from public values: no hand, deck or pool.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from rednov_bot.core.contest import ON_THE_DOUBLE
from rednov_bot.core.render.environment import template
from rednov_bot.core.render.wording import counted, day, listed, when
from rednov_bot.games.base import Refusal, Report, Silence, Summary
from rednov_bot.games.red_november.render.accounts import account_text, name_of, step_text
from rednov_bot.games.red_november.render.position import (
    BoardView,
    may_act,
    position_text,
    who_may_act,
)
from rednov_bot.games.red_november.render.public_pages import changed_options
from rednov_bot.games.red_november.render.report_facts import GameFacts
from rednov_bot.games.red_november.render.sentences import Scene, sentence, without_clauses
from rednov_bot.games.red_november.render.sub_map import sub_map
from rednov_bot.games.red_november.render.wording import TOKEN_NAMES, TRACK_NAMES, spoken
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.audit import Account, audit
from rednov_bot.games.red_november.rules.history import GRAVE
from rednov_bot.games.red_november.rules.plan import hindrances
from rednov_bot.games.red_november.rules.position import Gnome
from rednov_bot.games.red_november.rules.words import TRACKS, GnomeName

_SILENT: Final = timedelta(days=3)  # a day before the right of §19


def report(game: GameFacts, now: datetime) -> Report:
    """Everything public about a game."""
    position, board = game.position, game.tables.board
    scene, lines = Scene(board), []
    for name, why in _barred(game).items():
        said = listed([f"{spoken(one.reason)} ({one.clause})" for one in why])
        lines.append(said if said.startswith(name) else f"{name}: {said}")
    numbers = [one for one in audit(game.events) if one.steps]  # not where they began
    text = template("_game_report").render(
        map=sub_map(position, board),
        position=position_text(position, game.tables, game.options),
        awaits=position.pending,
        barred=lines,
        silent=_silences(game),
        wide=max([len(gnome.name) for gnome in game.playing], default=0),
        now=now,
        numbers=[account_text(one, scene) for one in numbers],
        options=changed_options(game.options),
    )
    return Report(
        text=text.removesuffix("\n"),
        facts=_facts(game, now, [_number(one, scene) for one in numbers]),
        view=BoardView(now=position, tables=game.tables, heading=game.tag),
    )


def summary(game: GameFacts, now: datetime, since: datetime) -> Summary:
    """A game in a report of the contest."""
    taken, killed = game.lately(ev.TurnTaken, since), game.lately(ev.Killed, since)
    counts = [counted(len(taken), "turn")] if taken or game.ended is None else []
    counts += [counted(len(killed), "death")] if killed else []
    over = game.position.ending
    return Summary(
        tag=game.tag,
        ended=game.ended,
        heading=_heading(game),
        phase=phase(game, now),
        pressing=tuple(_pressing(game, now)),
        counts=tuple(counts),
        lately=tuple(_lately(game, since)),
        facts={
            "game": game.tag,
            "gnomes": [gnome.name for gnome in game.position.gnomes],
            "turns": game.position.turns,
            "began": game.began,
            "ended": game.ended,
            "winners": () if over is None else over.winners,
            "sub_lost": None if over is None else over.sub_lost,
        },
        week=_week(game, since),
    )


def phase(game: GameFacts, now: datetime) -> str:
    """What a game awaits, since when and until when; or how it ended."""
    position = game.position
    if game.ended is not None:
        over = [one for one in game.events if isinstance(one, ev.SubLost | ev.GameOver)]
        said = " ".join([sentence(one, Scene(game.tables.board)) for one in over])
        return f"{game.tag} ended on {when(game.ended)}. {said}"
    taken = game.taken_at()
    if position.pending is None or taken is None:
        return f"{game.tag}, begun on {when(game.began)}, awaits turn {position.turns + 1}."
    until = taken + ON_THE_DOUBLE
    due = "is due" if now <= until else "was due"
    return (
        f"{game.tag}, begun on {when(game.began)}, is at turn {position.turns}: "
        f"{position.pending}'s, announced on {when(taken)}. Its resolution {due} by "
        f"{when(until)} (§16)."
    )


def _barred(game: GameFacts) -> dict[GnomeName, tuple[Refusal, ...]]:
    """The gnomes in play who may take no turn for a reason of their own that everybody can see.

    A hand limit is a secret, and a turn that awaits its resolution bars everybody alike.
    """
    found: dict[GnomeName, tuple[Refusal, ...]] = {}
    for gnome in game.playing if game.position.ending is None else ():
        every = hindrances(game.position, gnome.name, game.options)
        if own := tuple([one for one in every if one.code != "UNRESOLVED"]):
            found[gnome.name] = own
    return found


def _silences(game: GameFacts) -> list[tuple[Gnome, Silence]]:
    """Each gnome who has minutes left, with how long ago their last turn was (§19, A91)."""
    known = [(gnome, game.silence(gnome.name)) for gnome in game.playing]
    return [(gnome, silence) for gnome, silence in known if silence is not None]


def _heading(game: GameFacts) -> str:
    """`Ann and Bob; under way since Mon 3 Aug 2009; turn 13 is awaited`: for lists of games."""
    position = game.position
    crew = listed([gnome.name for gnome in position.gnomes])
    if position.ending is None:
        state = f"turn {position.turns} by {position.pending} awaits its resolution"
        free = f"turn {position.turns + 1} is awaited"
        since = day(game.began)
        return f"{crew}; under way since {since}; {state if position.pending else free}"
    winners = listed(position.ending.winners)
    result = f"won by {winners}" if winners else "won by nobody"
    if position.ending.sub_lost:
        result = f"the sub lost, {result}" if winners else "lost with the sub"
    ended = f" to {day(game.ended)}" if game.ended else ""
    return f"{crew}; {day(game.began)}{ended}; {counted(position.turns, 'turn')}; {result}"


def _pressing(game: GameFacts, now: datetime) -> Iterator[str]:
    """Dangers, who may act, who has been silent; sleepers cannot help it (§19)."""
    position = game.position
    dangers = [
        f"{TRACK_NAMES[track].lower()} stands at {position.track(track)}"
        for track in TRACKS
        if position.track(track) >= GRAVE
    ]
    dangers += [f"{TOKEN_NAMES[kind]} lies at {space}" for kind, space in position.tokens]
    if asleep := [gnome.name for gnome in game.playing if gnome.fainted]:
        dangers.append(f"{listed(asleep)} {'is' if len(asleep) == 1 else 'are'} asleep")
    if dangers:
        yield f"Mind: {listed(dangers)}."
    if position.pending is None:
        yield f"May take a turn: {who_may_act(position, game.options)}."
    awake = [(gnome.name, one) for gnome, one in _silences(game) if not gnome.fainted]
    if silent := [name for name, one in awake if now - one.since >= _SILENT]:
        yield f"No turn for three days: {listed(silent)} (§19)."


def _lately(game: GameFacts, since: datetime) -> Iterator[tuple[str, str]]:
    """Label and text of what happened since the report before."""
    taken = [f"turn {one.number} by {one.gnome}" for one in game.lately(ev.TurnTaken, since)]
    gifts = [one.count for one in game.lately(ev.GiftMade, since)]
    told = {
        "turns taken": f"{game.tag}: {listed(taken)}" if taken else "",
        "turns resolved": str(len(game.lately(ev.TurnResolved, since)) or ""),
        "items given": f"{sum(gifts)} in {counted(len(gifts), 'gift')}" if gifts else "",
        "items discarded": str(_discarded(game, since) or ""),
        "deaths": "; ".join(_deaths(game, since)),
    }
    for label, text in told.items():
        if text:
            yield label, text


def _discarded(game: GameFacts, since: datetime) -> int:
    return sum([one.count for one in game.lately(ev.ItemsDiscarded, since)])


def _deaths(game: GameFacts, since: datetime) -> list[str]:
    """Who was killed since the report before, and how."""
    scene = Scene(game.tables.board)
    told = [sentence(one, scene) for one in game.lately(ev.Killed, since)]
    return [without_clauses(one).removesuffix(".") for one in told]


# -- for programs -------------------------------------------------------------------------------


def _facts(game: GameFacts, now: datetime, numbers: list[dict[str, Any]]) -> dict[str, Any]:
    """How one game stands, beside its position; minutes, tracks and points are numbers."""
    position, taken = game.position, game.taken_at()
    pending = None
    if position.pending is not None and taken is not None:
        pending = {
            "gnome": position.pending,
            "turn": position.turns,
            "since": taken,
            "until": taken + ON_THE_DOUBLE,
        }
    return {
        "game": game.tag,
        "began": game.began,
        "ended": game.ended,
        "turn": position.turns,
        "pending": pending,
        "may_act": may_act(position, game.options),
        "barred": _barred(game),
        "gifts": position.gifts,
        "silent": {gnome.name: _silent(one, now) for gnome, one in _silences(game)},
        "numbers": numbers,
    }


def _silent(one: Silence, now: datetime) -> dict[str, Any]:
    """A gnome's last turn, the hours since, and the fair count of A91."""
    return {
        "last_turn": one.turn,
        "since": one.since,
        "hours": _hours(now - one.since),
        "fair_hours": _hours(one.able),
        "away": [
            {"since": away.begins, "until": away.ends, "words": away.words} for away in one.away
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


def _week(game: GameFacts, since: datetime) -> dict[str, Any]:
    gifts = game.lately(ev.GiftMade, since)
    return {
        "turns": [
            {"game": game.tag, "turn": one.number, "gnome": one.gnome}
            for one in game.lately(ev.TurnTaken, since)
        ],
        "resolved": len(game.lately(ev.TurnResolved, since)),
        "gifts": len(gifts),
        "given": sum([one.count for one in gifts]),
        "discarded": _discarded(game, since),
        "deaths": _deaths(game, since),
    }
