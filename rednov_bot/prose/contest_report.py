"""How the contest stands: its people, games, points and rulings, and what the week brought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from rednov_bot.engine import happenings as h
from rednov_bot.engine.words import GnomeName
from rednov_bot.prose.environment import fold
from rednov_bot.prose.game_report import heading
from rednov_bot.prose.position_text import LABEL_WIDTH
from rednov_bot.prose.report_facts import Award, ContestFacts, GameFacts, Ruling
from rednov_bot.prose.sentences import Scene, sentence, without_clauses
from rednov_bot.prose.wording import counted, day, listed, span, when


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestReport:
    """The contest, ready to be laid out: every line folded."""

    contest: tuple[str, ...]
    contestants: tuple[str, ...]
    games: tuple[str, ...]
    points: tuple[str, ...]
    rulings: tuple[str, ...]
    since: datetime
    week: tuple[str, ...]
    earlier_games: int  # that are not told
    earlier_rulings: int


def contest_report(facts: ContestFacts, now: datetime) -> ContestReport:
    """Everything public about the contest."""
    wide = max([len(one.name) for one in facts.contestants], default=0)
    return ContestReport(
        contest=labelled(_contest(facts)),
        contestants=tuple(
            [f"  {one.name:<{wide}}  since {when(one.joined)}" for one in facts.contestants]
        ),
        games=tuple([fold(_game(one), f"  {one.tag}  ", " " * 7) for one in facts.games]),
        points=tuple([fold(one, "  ", " " * 6) for one in points_lines(facts.awards, now)]),
        rulings=tuple([fold(_ruling(one), f"{one.number:>4}  ", " " * 6) for one in facts.rulings]),
        since=facts.week.since,
        week=labelled(week_facts(facts)),
        earlier_games=facts.earlier_games,
        earlier_rulings=facts.earlier_rulings,
    )


def labelled(rows: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Labels with their texts beside them; those without a text are left out."""
    return tuple(
        [
            fold(text, f"  {label:<{LABEL_WIDTH}}", " " * (LABEL_WIDTH + 2))
            for label, text in rows
            if text
        ]
    )


def _contest(facts: ContestFacts) -> list[tuple[str, str]]:
    deputy = f", with {facts.deputy} for a deputy" if facts.deputy else ""
    return [
        ("a contest", "yes (§4)" if facts.is_contest else "no: no game can begin (§4)"),
        ("contestmaster", f"{facts.contestmaster}{deputy}"),
        ("contestants", str(len(facts.contestants))),
        ("axes", listed(facts.axes) or "none"),
        ("Y for a game won", f"{facts.y_pot} at most, shared by the winners (§24)"),
    ]


def _game(game: GameFacts) -> str:
    crew = listed([gnome.name for gnome in game.position.gnomes])
    return f"{crew}; {heading(game)}"


def points_lines(awards: Sequence[Award], now: datetime) -> list[str]:
    """For each contestant and axis what was awarded and what is due, with its steps."""
    sums: dict[tuple[GnomeName, str], list[Award]] = {}
    for one in awards:
        sums.setdefault((one.gnome, one.axis), []).append(one)
    return [_points(name, axis, every, now) for (name, axis), every in sorted(sums.items())]


def _points(name: GnomeName, axis: str, every: list[Award], now: datetime) -> str:
    due = [one for one in every if one.awarded is None]
    total = f"{name} {sum([one.points for one in every])} {axis}"
    if due:
        first = min([one.due_by for one in due])
        was = "were" if first < now else "are"
        total += f", of which {sum([one.points for one in due])} {was} due by {when(first)}"
    steps = [
        f"{one.game} turn {one.turn} +{one.points} {one.reason}{'' if one.awarded else ' (due)'}"
        for one in every
    ]
    return f"{total}: {'; '.join(steps)}"


def _ruling(ruling: Ruling) -> str:
    clause = f" on {ruling.clause}" if ruling.clause else ""
    game = f" of {ruling.game}" if ruling.game else ""
    since = f", since turn {ruling.turn}{game}" if ruling.turn is not None else ""
    gone = f", withdrawn by ruling {ruling.withdrawn_by}" if ruling.withdrawn_by else ""
    return f"{day(ruling.at)}{clause}{since}{gone}: {ruling.text}"


def week_facts(facts: ContestFacts) -> list[tuple[str, str]]:
    """Label and text of what happened since the report before; "" where nothing did."""
    week = facts.week
    happened = [one for game in facts.games for one in game.since(week.since)]
    resolved = sum(isinstance(one, h.TurnResolved) for one in happened)
    discards = [one.count for one in happened if isinstance(one, h.ItemsDiscarded)]
    gifts = [one.count for one in happened if isinstance(one, h.GiftMade)]
    outages = [f"{span(one.ends - one.begins)} from {when(one.begins)}" for one in week.outages]
    return [
        ("turns taken", "; ".join(_taken(facts)) or "none"),
        ("turns resolved", str(resolved) if resolved else ""),
        ("joined", listed(week.joined)),
        ("left", listed(week.left)),
        ("items given", f"{sum(gifts)} in {counted(len(gifts), 'gift')}" if gifts else ""),
        ("items discarded", str(sum(discards)) if discards else ""),
        ("without effect", counted(week.refused, "announcement") if week.refused else ""),
        ("deaths", "; ".join(deaths(facts))),
        ("outages", "; ".join(outages)),
    ]


def _taken(facts: ContestFacts) -> Iterator[str]:
    """`RN2: turn 8 by Ann and turn 9 by Bob`."""
    for game in facts.games:
        turns = [one for one in game.since(facts.week.since) if isinstance(one, h.TurnTaken)]
        if turns:
            yield f"{game.tag}: {listed([f'turn {one.number} by {one.gnome}' for one in turns])}"


def deaths(facts: ContestFacts) -> Iterator[str]:
    """Who was killed since the report before, and how."""
    for game in facts.games:
        scene = Scene(game.tables.board)
        for one in game.since(facts.week.since):
            if isinstance(one, h.Killed):
                yield without_clauses(sentence(one, scene)).removesuffix(".")
