"""Reports: for whoever asks, or for the list as a draft; one a week, and a story at a game's end.

No report is a duty, and nothing waits for one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from rednov_bot.core.contest import ON_THE_DOUBLE, Outage, Ruling as RulingOnFile, withdrawals
from rednov_bot.core.errors import DataError, NothingToReport
from rednov_bot.core.models import Draft, Game, Page, PaperId
from rednov_bot.core.render.letterhead import Envelope
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import moments, outgoing
from rednov_bot.core.workflow.commands import ReportKind
from rednov_bot.core.workflow.contest import office, starting
from rednov_bot.core.workflow.desk import Desk, is_over, ongoing, tables_of
from rednov_bot.core.workflow.drafts import drafting
from rednov_bot.core.workflow.drafts.replacing import closed, give_way
from rednov_bot.core.workflow.scheduler import awarding, idling
from rednov_bot.games.base import Player
from rednov_bot.games.red_november.render import report_json, report_pages, story_pages
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

WEEK: Final = timedelta(days=7)

_WEEKLY: Final = "Weekly report"
_ABOUT: Final[dict[ReportKind, str]] = {
    "position": "How {} stands",
    "story": "The story of {}",
    "contest": "How the contest stands",
    "week": _WEEKLY,
}
"""The same for every draft of the same report: by it they are found again."""
_CLOCKED: Final = "weekly report"  # why the mail with it was queued


def report(
    desk: Desk,
    records: UnitOfWork,
    which: ReportKind,
    game: str | None = None,
    envelope: Envelope | None = None,
) -> Page:
    """The report for one reader, the contestmaster unless *envelope* names another.

    *game* is a tag, None for the latest game; of the story, for the latest that is over.  Raises
    NothingToReport.
    """
    desk = office.seated(desk, records)
    to = envelope or outgoing.to_contestmaster(desk)
    page = _written(desk, records, which, game, to)
    return replace(page, kind="desk" if envelope is None else "receipt")


def post(desk: Desk, records: UnitOfWork, which: ReportKind, game: str | None = None) -> Draft:
    """The report for the list is put before the contestmaster.  Raises NothingToReport.

    An older one of the same that still waits gives way.
    """
    desk = office.seated(desk, records)
    about = _chosen(records, which, game) if which in ("position", "story") else None
    return _submit(desk, records, which, about)


def facts(
    desk: Desk, records: UnitOfWork, which: ReportKind, game: str | None = None
) -> dict[str, Any]:
    """What the report tells, as plain values.  Raises NothingToReport."""
    desk, now = office.seated(desk, records), desk.now()
    if which in ("position", "story"):
        told = game_facts(desk, records, _chosen(records, which, game))
        return (
            report_json.story_facts(told) if which == "story" else report_json.game_facts(told, now)
        )
    contest = _contest(desk, records)
    facts = report_json.contest_facts(contest, now)
    if which == "week":
        under_way = [one for one in contest.games if one.ended is None]
        facts["under_way"] = [report_json.game_facts(one, now) for one in under_way]
    return facts


def weekly(desk: Desk, records: UnitOfWork) -> Draft | None:
    """The report of the week is drafted on the first round after Monday 00:00 UTC, if it has news.

    One a week, however long the bot was away; an older draft that still waits gives way, and
    what that one told is told again.
    """
    if desk.settings.contest.report == "off":
        return None
    monday = _monday(desk.now())
    mailed = records.mailed_for(_CLOCKED)
    last = None if mailed is None else mailed.queued_at
    if last is not None and last > desk.now() + WEEK:
        last = None  # the clock was ahead then
    if last is not None and last >= monday:
        return None
    if not _happened(desk, records, last or monday - WEEK, monday):
        return None
    return _submit(desk, records, "week", None, reason=_CLOCKED)


def at_the_end(desk: Desk, records: UnitOfWork, id: PaperId) -> None:
    """A game has moved on: if it is over its story is drafted, else none awaits a word any more."""
    desk, game = office.seated(desk, records), records.game(id)
    if is_over(records, game):
        try:
            post(desk, records, "story", game.tag)
        except DataError:
            return  # a resolution is posted though the files of its data set have changed since
    else:
        for old in _open(records, "story", game):
            why = f"{game.tag} goes on"
            records.decide(closed(old.code, why, desk.now()))


def _written(
    desk: Desk, records: UnitOfWork, which: ReportKind, game: str | None, envelope: Envelope
) -> Page:
    head, now = outgoing.letterhead_for(desk), desk.now()
    if which in ("position", "story"):
        told = game_facts(desk, records, _chosen(records, which, game))
        if which == "story":
            return story_pages.story(told, letterhead=head, envelope=envelope)
        return report_pages.position_report(told, now, letterhead=head, envelope=envelope)
    written = report_pages.contest_report if which == "contest" else report_pages.weekly_report
    return written(_contest(desk, records), now, letterhead=head, envelope=envelope)


def _contest(desk: Desk, records: UnitOfWork) -> ContestFacts:
    last = records.last_approved("report", _WEEKLY)
    return contest_facts(desk, records, last or desk.now() - WEEK)


def _chosen(records: UnitOfWork, which: ReportKind, tag: str | None) -> Game:
    """The game that a report is about.  Raises NothingToReport."""
    if tag is None:
        last = records.last_games(2)
        over = [game for game in last if is_over(records, game)]
        if which == "story" and over:
            return over[-1]
        if not last:
            raise NothingToReport("no game has begun yet")
        chosen = last[-1]
    else:
        found = records.game_called(tag.upper())
        if found is None or records.gamestate(found.id) is None:
            raise NothingToReport(f"no game is called {tag.upper()}")
        chosen = found
    if which == "story" and not is_over(records, chosen):
        raise NothingToReport(
            f"{chosen.tag} goes on, and its story is told when it is over; its position can be "
            "reported at any time"
        )
    return chosen


def _submit(
    desk: Desk, records: UnitOfWork, which: ReportKind, game: Game | None, *, reason: str = ""
) -> Draft:
    tag = "" if game is None else game.tag
    text = _written(desk, records, which, tag or None, outgoing.to_list(desk, None, None))
    draft = desk.draft(
        "report", _ABOUT[which].format(tag), game=None if game is None else game.id, pages=(text,)
    )
    said = "This replaces draft {}, which was not posted."
    notes = give_way(records, draft, _open(records, which, game), said)
    return drafting.submit(desk, records, draft, notes=notes, reason=reason)


def _open(records: UnitOfWork, which: ReportKind, game: Game | None) -> list[Draft]:
    about = _ABOUT[which].format("" if game is None else game.tag)
    return [one for one in records.open_drafts() if one.kind == "report" and one.about == about]


def _monday(now: datetime) -> datetime:
    return (now - timedelta(days=now.weekday())).replace(hour=0, minute=0, second=0, microsecond=0)


def _happened(desk: Desk, records: UnitOfWork, since: datetime, monday: datetime) -> bool:
    """Whether the time before *monday* is worth a report: a game was on, or the contest changed.

    So the week in which a contest begins has its first report when it is over.
    """
    now = ongoing(desk, records)
    if now is not None:
        began = records.advanced_at(now.game.id, 1)
        if began is not None and began < monday:
            return True
    latest = records.latest_game()
    found = None if latest is None else records.gamestate(latest.id)
    changed = [one.at for one in records.memberships()]
    changed += [one.at for one in records.contest_changes()]
    changed += [one.told_at for one in records.rulings() if one.told_at is not None]
    if latest is not None and found is not None:
        changed.append(records.advanced_at(latest.id, found[0]) or since)
    return any(since < moment < monday for moment in changed)


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
    gone = withdrawals(ruled)
    return ContestFacts(
        is_contest=now.is_contest,
        contestmaster=now.contestmaster,
        deputy=now.deputy,
        contestants=tuple([Contestant(name=name, joined=joined[name]) for name in members]),
        axes=now.axes,
        y_pot=now.y_pot,
        games=told,
        awards=tuple(
            award
            for game, facts in zip(games, told, strict=True)
            for award in _awards(awarding.account(desk, records, game), facts)
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
    # Of what was mailed to the bot alone nothing is told: that is for the desk (§6).
    away = [
        one for gnome in facts.position.gnomes for one in records.absences(gnome.name) if one.public
    ]
    fair = _able(course, game.options, records.outages(course[0].at), desk.now())
    return replace(facts, absences=tuple(away), fair=fair)


def _course(records: UnitOfWork, game: Game) -> Iterator[Dated]:
    """What everybody was told, with its moments; that of a turn is when it was announced (§9)."""
    said = {one.number: moments.moment_of(records, one).at for one in records.turns(game.id)}
    for chapter in records.chapters(game.id):
        told = public_only(chapter.events)
        taken = [one.number for one in told if isinstance(one, ev.TurnTaken)]
        if told:
            at = said.get(taken[-1], chapter.at) if taken else chapter.at
            yield Dated(at=at, events=told)


def _able(
    course: tuple[Dated, ...], options: Options, outages: tuple[Outage, ...], now: datetime
) -> Mapping[Player, timedelta]:
    """How long each gnome could have acted since their last turn, as far as everybody can see
    (A91).

    A hand limit bars a gnome too, but is a secret: the workflow's count knows it, this one not.
    """
    able: dict[Player, timedelta] = {}
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


def _ruling(records: UnitOfWork, ruling: RulingOnFile, gone: Mapping[int, int]) -> Ruling:
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
