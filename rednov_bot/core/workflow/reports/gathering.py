"""What a report tells is gathered from the database: public values alone (§6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from rednov_bot.core import contest as papers
from rednov_bot.core.contest import ON_THE_DOUBLE
from rednov_bot.core.errors import DataError
from rednov_bot.core.models import Chapter, Game, PaperId
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.announcements import moments
from rednov_bot.core.workflow.contest import office, starting
from rednov_bot.core.workflow.desk import Desk, tables_of
from rednov_bot.core.workflow.scheduler import awarding, idling
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.render.report_facts import (
    Award,
    Contestant,
    ContestFacts,
    Dated,
    GameFacts,
    Ruling,
    Week,
)
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import hindrances
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.public_changes import position_after
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import GnomeName

LAST_GAMES = 10  # that a report of the contest tells one by one
LAST_RULINGS = 30


def game_facts(desk: Desk, records: UnitOfWork, game: Game) -> GameFacts:
    """A game that has begun.  Raises DataError when the files of its data set have changed."""
    return _game(desk, records, game, tables_of(desk, game))


def contest_facts(desk: Desk, records: UnitOfWork, since: datetime) -> ContestFacts:
    """The contest, with what happened *since* then; of many games the last ones."""
    now = office.contest(desk, records)
    members = starting.members(desk, records)
    joined = {one.name: one.at for one in records.memberships() if one.change == "joined"}
    games = records.last_games(LAST_GAMES)
    told = tuple([_game(desk, records, game, _tables(desk, game)) for game in games])
    ruled = [one for one in records.rulings() if one.told_at is not None]
    gone = papers.withdrawals(ruled)
    return ContestFacts(
        is_contest=now.is_contest,
        contestmaster=now.contestmaster,
        deputy=now.deputy,
        contestants=tuple([Contestant(name=name, joined=joined[name]) for name in members]),
        axes=now.axes,
        y_pot=now.y_pot,
        games=told,
        awards=tuple(
            [
                award
                for game, facts in zip(games, told, strict=True)
                for award in _awards(awarding.account(desk, records, game), facts)
            ]
        ),
        rulings=tuple([_ruling(records, one, gone) for one in ruled[-LAST_RULINGS:]]),
        week=week(records, since),
        earlier_games=records.games_begun() - len(games),
        earlier_rulings=max(len(ruled) - LAST_RULINGS, 0),
    )


def week(records: UnitOfWork, since: datetime) -> Week:
    """What happened beside the games since then."""
    members = [one for one in records.memberships() if one.at >= since]
    return Week(
        since=since,
        joined=tuple([one.name for one in members if one.change == "joined"]),
        left=tuple([one.name for one in members if one.change == "left"]),
        refused=records.drafted_since("line", "Without effect", since),
        outages=records.outages(since),
    )


def _tables(desk: Desk, game: Game) -> Tables:
    """The data set of a game; of one that is over any will do for a line in a list."""
    try:
        return tables_of(desk, game)
    except DataError:
        return desk.tables(desk.settings.game.data)


def _game(desk: Desk, records: UnitOfWork, game: Game, tables: Tables) -> GameFacts:
    course = tuple(_course(records, game))
    facts = GameFacts(tag=game.tag, tables=tables, options=game.options, course=course)
    if facts.position.ending is not None:
        return facts
    return GameFacts(
        tag=game.tag,
        tables=tables,
        options=game.options,
        course=course,
        absences=tuple(  # what was mailed to the bot alone is for the desk (§6)
            [
                one
                for gnome in facts.position.gnomes
                for one in records.absences(gnome.name)
                if one.public
            ]
        ),
        fair=_able(course, game.options, records.outages(course[0].at), desk.now()),
    )


def _course(records: UnitOfWork, game: Game) -> Iterator[Dated]:
    """What everybody was told, with its moments; that of a turn is when it was announced (§9)."""
    said = {one.number: moments.moment_of(records, one).at for one in records.turns(game.id)}
    for chapter in records.chapters(game.id):
        told = public_only(chapter.events)
        if told:
            yield Dated(at=_moment(chapter, told, said), events=told)


def _moment(
    chapter: Chapter, told: Sequence[ev.PublicEvent], said: Mapping[int, datetime]
) -> datetime:
    taken = [one.number for one in told if isinstance(one, ev.TurnTaken)]
    return said.get(taken[-1], chapter.at) if taken else chapter.at


def _able(
    course: tuple[Dated, ...], options: Options, outages: tuple[papers.Outage, ...], now: datetime
) -> Mapping[GnomeName, timedelta]:
    """How long each gnome could have acted since their last turn, as far as everybody can see
    (A91).

    A hand limit bars a gnome too, but is a secret: the workflow's count knows it, this one not.
    """
    able: dict[GnomeName, timedelta] = {}
    position = Position()
    ends = [dated.at for dated in course[1:]] + [now]
    for dated, end in zip(course, ends, strict=True):
        for one in dated.events:
            position = position_after(position, one)
            if isinstance(one, ev.TurnTaken):
                able[one.gnome] = timedelta()
        at_work = max(end - dated.at - idling.lost(outages, dated.at, end), timedelta())
        for gnome in position.gnomes:
            free = next(hindrances(position, gnome.name, options), None) is None
            able[gnome.name] = able.get(gnome.name, timedelta()) + (
                at_work if free else timedelta()
            )
    return able


def _awards(owed: awarding.Account, facts: GameFacts) -> Iterator[Award]:
    turn, fell = 0, list[tuple[int, datetime]]()
    for dated in facts.course:
        for one in dated.events:
            if isinstance(one, ev.TurnTaken):
                turn = one.number
            elif isinstance(one, ev.PointsDue):
                fell.append((turn, dated.at))
            elif isinstance(one, ev.PositionCorrected):
                owed_then = len(one.position.dues)
                fell = [*fell, *[(one.turn, dated.at)] * owed_then][:owed_then]
    last = (turn, facts.ended or facts.course[-1].at)
    for place, due in enumerate(owed.dues):
        number, at = fell[place] if place < len(fell) else last
        awarded = owed.awarded.get(place)
        yield Award(
            game=facts.tag,
            turn=number,
            gnome=due.gnome,
            axis=due.axis,
            points=due.points,
            reason=due.reason,
            due_by=at + ON_THE_DOUBLE,
            awarded=None if awarded is None else awarded.at,
        )


def _ruling(records: UnitOfWork, ruling: papers.Ruling, gone: Mapping[int, int]) -> Ruling:
    turn = None if ruling.turn is None else records.turn(PaperId(ruling.turn)).number
    return Ruling(
        number=ruling.number,
        at=ruling.at,
        clause=ruling.clause,
        text=ruling.text,
        game=None if ruling.game is None else records.game(PaperId(ruling.game)).tag,
        turn=turn,
        withdrawn_by=gone.get(ruling.number),
    )
