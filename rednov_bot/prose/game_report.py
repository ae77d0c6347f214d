"""How one game stands, for a report: who may act, who is silent, how each number came about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from rednov_bot.contest import ON_THE_DOUBLE
from rednov_bot.engine import happenings as h
from rednov_bot.engine.audit import audit
from rednov_bot.engine.position import Gnome
from rednov_bot.engine.refusals import Refusal
from rednov_bot.engine.rules.plan import hindrances
from rednov_bot.engine.words import GnomeName
from rednov_bot.prose.accounts import account_text, moved
from rednov_bot.prose.environment import fold
from rednov_bot.prose.position_text import position_text
from rednov_bot.prose.public_pages import changed_options
from rednov_bot.prose.report_facts import Absence, GameFacts
from rednov_bot.prose.sentences import Scene, sentence
from rednov_bot.prose.sub_map import sub_map
from rednov_bot.prose.wording import counted, day, listed, span, spoken, when


@dataclass(frozen=True, slots=True, kw_only=True)
class GameReport:
    """One game, ready to be laid out."""

    tag: str
    phase: str  # what is awaited, since when and until when
    map: str
    position: str
    awaits: GnomeName | None  # whose turn awaits its resolution
    barred: tuple[str, ...]  # who may take no turn, and why, a line each
    silent: tuple[str, ...]  # how long ago each gnome's last turn was, a line each
    numbers: tuple[str, ...]  # each number that moved, with its steps
    options: tuple[tuple[str, str], ...]  # those not at their defaults


def game_report(game: GameFacts, now: datetime) -> GameReport:
    """Everything public about a game."""
    position, board = game.position, game.tables.board
    scene = Scene(board)
    return GameReport(
        tag=game.tag,
        phase=phase(game, now),
        map=sub_map(position, board),
        position=position_text(position, game.tables, game.options),
        awaits=position.pending,
        barred=tuple([_barred(name, why) for name, why in barred(game)]),
        silent=silences(game, now),
        numbers=tuple([account_text(one, scene) for one in moved(audit(game.happenings))]),
        options=changed_options(game.options),
    )


def phase(game: GameFacts, now: datetime) -> str:
    """What a game awaits, since when and until when; or how it ended."""
    position = game.position
    if game.ended is not None:
        over = [one for one in game.happenings if isinstance(one, h.SubLost | h.GameOver)]
        said = " ".join([sentence(one, Scene(game.tables.board)) for one in over])
        return f"{game.tag} ended on {when(game.ended)}. {said}"
    taken = game.moment(h.TurnTaken)
    if position.pending is None or taken is None:
        return f"{game.tag}, begun on {when(game.began)}, awaits turn {position.turns + 1}."
    until = taken + ON_THE_DOUBLE
    due = "is due" if now <= until else "was due"
    return (
        f"{game.tag}, begun on {when(game.began)}, is at turn {position.turns}: "
        f"{position.pending}'s, announced on {when(taken)}. Its resolution {due} by "
        f"{when(until)} (§16)."
    )


def barred(game: GameFacts) -> tuple[tuple[GnomeName, tuple[Refusal, ...]], ...]:
    """The gnomes in play who may take no turn for a reason of their own that everybody can see.

    A hand limit is a secret, and a turn that awaits its resolution bars everybody alike.
    """
    position = game.position
    if position.ending is not None:
        return ()
    found = []
    for gnome in playing(game):
        every = hindrances(position, gnome.name, game.options)
        own = tuple([one for one in every if one.code != "UNRESOLVED"])
        if own:
            found.append((gnome.name, own))
    return tuple(found)


def playing(game: GameFacts) -> tuple[Gnome, ...]:
    """The gnomes in play."""
    return tuple([gnome for gnome in game.position.gnomes if gnome.in_play])


def _barred(name: GnomeName, why: tuple[Refusal, ...]) -> str:
    said = listed([f"{spoken(one.reason)} ({one.clause})" for one in why])
    return said if said.startswith(name) else f"{name}: {said}"


def silences(game: GameFacts, now: datetime) -> tuple[str, ...]:
    """How long ago the last turn was of each gnome who has minutes left (§19, A91)."""
    if game.position.ending is not None:
        return ()
    wide = max([len(gnome.name) for gnome in playing(game)], default=0)
    return tuple(
        [
            fold(_silence(game, gnome.name, now), f"  {gnome.name:<{wide}}  ", " " * 6)
            for gnome in playing(game)
            if gnome.minutes
        ]
    )


def _silence(game: GameFacts, name: GnomeName, now: datetime) -> str:
    turn, at = game.last_turn(name)
    said = f"{span(now - at)} since {f'turn {turn}' if turn else 'the opening'}"
    fair = game.fair.get(name)
    if fair is not None:
        said += f", {span(fair)} of them in which they could act"
    if game.position.gnome(name).fainted:
        said += ", and asleep"
    away = list(_away(game.absences, name, now))
    return f"{said}; {'; '.join(away)}" if away else said


def _away(absences: tuple[Absence, ...], name: GnomeName, now: datetime) -> Iterator[str]:
    """Announced absences that are not over."""
    for one in absences:
        if one.gnome == name and (one.until is None or one.until >= now):
            since = f" from {day(one.since)}" if one.since and one.since > now else ""
            until = f" until {day(one.until)}" if one.until else ""
            words = f' ("{" ".join(one.words.split())}")' if one.words else ""
            yield f"announced to be away{since}{until}{words}"


def heading(game: GameFacts) -> str:
    """`RN2 under way, turn 13`: for lists of games."""
    position = game.position
    if position.ending is None:
        state = f"turn {position.turns} by {position.pending} awaits its resolution"
        free = f"turn {position.turns + 1} is awaited"
        return f"under way since {day(game.began)}; {state if position.pending else free}"
    winners = listed(position.ending.winners)
    result = f"won by {winners}" if winners else "won by nobody"
    if position.ending.sub_lost:
        result = f"the sub lost, {result}" if winners else "lost with the sub"
    ended = f" to {day(game.ended)}" if game.ended else ""
    return f"{day(game.began)}{ended}; {counted(position.turns, 'turn')}; {result}"
