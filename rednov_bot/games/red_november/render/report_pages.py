"""Reports to the list: how a game stands, how the contest stands, and both once a week.

Everything here is written from public values: no hand, deck or pool.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from rednov_bot.core.contest import ON_THE_DOUBLE
from rednov_bot.core.models import BoardView
from rednov_bot.core.render.environment import fold
from rednov_bot.core.render.letterhead import Envelope, Facts, Letterhead, mail
from rednov_bot.core.render.wording import counted, day, listed, span, when
from rednov_bot.games.base import Refusal
from rednov_bot.games.red_november.render.accounts import account_text, moved
from rednov_bot.games.red_november.render.position import LABEL_WIDTH, position_text, who_may_act
from rednov_bot.games.red_november.render.public_pages import changed_options
from rednov_bot.games.red_november.render.report_facts import (
    Award,
    ContestFacts,
    GameFacts,
    Ruling,
)
from rednov_bot.games.red_november.render.sentences import Scene, sentence, without_clauses
from rednov_bot.games.red_november.render.sub_map import sub_map
from rednov_bot.games.red_november.render.wording import TOKEN_NAMES, TRACK_NAMES, spoken
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.audit import audit
from rednov_bot.games.red_november.rules.history import GRAVE
from rednov_bot.games.red_november.rules.plan import hindrances
from rednov_bot.games.red_november.rules.position import Gnome
from rednov_bot.games.red_november.rules.words import TRACKS, GnomeName


def game_report(game: GameFacts, now: datetime) -> Facts:
    """Everything public about a game, its lines folded."""
    position, board = game.position, game.tables.board
    scene, lines = Scene(board), []
    for name, why in barred(game).items():
        said = listed([f"{spoken(one.reason)} ({one.clause})" for one in why])
        lines.append(said if said.startswith(name) else f"{name}: {said}")
    return {
        "tag": game.tag,
        "phase": phase(game, now),
        "map": sub_map(position, board),
        "position": position_text(position, game.tables, game.options),
        "awaits": position.pending,
        "barred": lines,
        "silent": silences(game, now),
        "numbers": [account_text(one, scene) for one in moved(audit(game.events))],
        "options": changed_options(game.options),
    }


def phase(game: GameFacts, now: datetime) -> str:
    """What a game awaits, since when and until when; or how it ended."""
    position = game.position
    if game.ended is not None:
        over = [one for one in game.events if isinstance(one, ev.SubLost | ev.GameOver)]
        said = " ".join([sentence(one, Scene(game.tables.board)) for one in over])
        return f"{game.tag} ended on {when(game.ended)}. {said}"
    taken = game.moment(ev.TurnTaken)
    if position.pending is None or taken is None:
        return f"{game.tag}, begun on {when(game.began)}, awaits turn {position.turns + 1}."
    until = taken + ON_THE_DOUBLE
    due = "is due" if now <= until else "was due"
    return (
        f"{game.tag}, begun on {when(game.began)}, is at turn {position.turns}: "
        f"{position.pending}'s, announced on {when(taken)}. Its resolution {due} by "
        f"{when(until)} (§16)."
    )


def barred(game: GameFacts) -> dict[GnomeName, tuple[Refusal, ...]]:
    """The gnomes in play who may take no turn for a reason of their own that everybody can see.

    A hand limit is a secret, and a turn that awaits its resolution bars everybody alike.
    """
    found: dict[GnomeName, tuple[Refusal, ...]] = {}
    for gnome in playing(game) if game.position.ending is None else ():
        every = hindrances(game.position, gnome.name, game.options)
        if own := tuple([one for one in every if one.code != "UNRESOLVED"]):
            found[gnome.name] = own
    return found


def playing(game: GameFacts) -> tuple[Gnome, ...]:
    """The gnomes in play."""
    return tuple([gnome for gnome in game.position.gnomes if gnome.in_play])


def silences(game: GameFacts, now: datetime) -> list[str]:
    """How long ago the last turn was of each gnome who has minutes left (§19, A91)."""
    if game.position.ending is not None:
        return []
    wide, lines = max([len(gnome.name) for gnome in playing(game)], default=0), []
    for gnome in playing(game):
        if not gnome.minutes:
            continue
        turn, at = game.last_turn(gnome.name)
        said = f"{span(now - at)} since {f'turn {turn}' if turn else 'the opening'}"
        if gnome.name in game.fair:
            said += f", {span(game.fair[gnome.name])} of them in which they could act"
        if gnome.fainted:
            said += ", and asleep"
        for one in game.absences:
            if one.name == gnome.name and (one.ends is None or one.ends >= now):
                since = f" from {day(one.begins)}" if one.begins and one.begins > now else ""
                until = f" until {day(one.ends)}" if one.ends else ""
                words = f' ("{" ".join(one.words.split())}")' if one.words else ""
                said += f"; announced to be away{since}{until}{words}"
        lines.append(fold(said, f"  {gnome.name:<{wide}}  ", " " * 6))
    return lines


def heading(game: GameFacts) -> str:
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


def contest_lines(facts: ContestFacts, now: datetime) -> Facts:
    """Everything public about the contest, its lines folded."""
    wide = max([len(one.name) for one in facts.contestants], default=0)
    return {
        "contest": labelled(_contest(facts)),
        "contestants": [
            f"  {one.name:<{wide}}  since {when(one.joined)}" for one in facts.contestants
        ],
        "games": [fold(heading(one), f"  {one.tag}  ", " " * 7) for one in facts.games],
        "points": [fold(one, "  ", " " * 6) for one in points_lines(facts.awards, now)],
        "rulings": [fold(_ruling(one), f"{one.number:>4}  ", " " * 6) for one in facts.rulings],
        "since": facts.week.since,
        "week": labelled(week_facts(facts)),
        "earlier_games": facts.earlier_games,
        "earlier_rulings": facts.earlier_rulings,
    }


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


def points_lines(awards: Sequence[Award], now: datetime) -> list[str]:
    """For each contestant and axis what was awarded and what is due, with its steps."""
    sums: dict[tuple[GnomeName, str], list[Award]] = {}
    for one in awards:
        sums.setdefault((one.gnome, one.axis), []).append(one)
    lines = []
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
        lines.append(f"{total}: {'; '.join(steps)}")
    return lines


def _ruling(ruling: Ruling) -> str:
    clause = f" on {ruling.clause}" if ruling.clause else ""
    game = f" of {ruling.game}" if ruling.game else ""
    since = f", since turn {ruling.turn}{game}" if ruling.turn is not None else ""
    gone = f", withdrawn by ruling {ruling.withdrawn_by}" if ruling.withdrawn_by else ""
    return f"{day(ruling.at)}{clause}{since}{gone}: {ruling.text}"


def week_facts(facts: ContestFacts) -> list[tuple[str, str]]:
    """Label and text of what happened since the report before; "" where nothing did."""
    week = facts.week
    turns: dict[str, list[str]] = {}
    for game, one in facts.lately(ev.TurnTaken):
        turns.setdefault(game.tag, []).append(f"turn {one.number} by {one.gnome}")
    resolved = len(facts.lately(ev.TurnResolved))
    discarded = sum([one.count for _, one in facts.lately(ev.ItemsDiscarded)])
    gifts = [one.count for _, one in facts.lately(ev.GiftMade)]
    outages = [f"{span(one.ends - one.begins)} from {when(one.begins)}" for one in week.outages]
    taken = "; ".join([f"{tag}: {listed(said)}" for tag, said in turns.items()])
    return [
        ("turns taken", taken or "none"),
        ("turns resolved", str(resolved or "")),
        ("joined", listed(week.joined)),
        ("left", listed(week.left)),
        ("items given", f"{sum(gifts)} in {counted(len(gifts), 'gift')}" if gifts else ""),
        ("items discarded", str(discarded or "")),
        ("without effect", counted(week.refused, "announcement") if week.refused else ""),
        ("deaths", "; ".join(deaths(facts))),
        ("outages", "; ".join(outages)),
    ]


def deaths(facts: ContestFacts) -> list[str]:
    """Who was killed since the report before, and how."""
    return [
        without_clauses(sentence(one, Scene(game.tables.board))).removesuffix(".")
        for game, one in facts.lately(ev.Killed)
    ]


@mail("public")
def position_report(
    game: GameFacts, now: datetime, *, letterhead: Letterhead, envelope: Envelope
) -> Facts:
    """How one game stands, each number with the steps that made it."""
    return {
        "view": _view((game,)),
        "game": game_report(game, now),
    }


def _view(games: Sequence[GameFacts]) -> BoardView | None:
    """The board of the one game that is told of; of several there is no picture."""
    if len(games) != 1:
        return None
    return BoardView(now=games[0].position, tables=games[0].tables, heading=games[0].tag)


@mail("public")
def contest_report(
    contest: ContestFacts, now: datetime, *, letterhead: Letterhead, envelope: Envelope
) -> Facts:
    """How the contest stands, across its games."""
    return {"contest": contest_lines(contest, now)}


@mail("public")
def weekly_report(
    contest: ContestFacts, now: datetime, *, letterhead: Letterhead, envelope: Envelope
) -> Facts:
    """The week on one screen, then the contest, then every game under way."""
    under_way = [one for one in contest.games if one.ended is None]
    return {
        "view": _view(under_way),
        "short": in_short(contest, now),
        "contest": contest_lines(contest, now),
        "games": [game_report(one, now) for one in under_way],
    }


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
    awake = [gnome.name for gnome in playing(game) if gnome.minutes and not gnome.fainted]
    if silent := [name for name in awake if now - game.last_turn(name)[1] >= SILENT]:
        yield f"No turn for three days: {listed(silent)} (§19)."


def _of_the_week(facts: ContestFacts) -> str:
    week = facts.week
    parts = [counted(len(facts.lately(ev.TurnTaken)), "turn")]
    if killed := facts.lately(ev.Killed):
        parts.append(counted(len(killed), "death"))
    if week.joined:
        parts.append(f"{listed(week.joined)} joined")
    if week.left:
        parts.append(f"{listed(week.left)} left")
    return f"Since {when(week.since)}: {', '.join(parts)}."
