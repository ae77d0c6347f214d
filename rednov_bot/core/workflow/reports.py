"""Reports: for whoever asks, or for the list as a draft; one a week, and a story at a game's end.

No report is a duty, and nothing waits for one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from rednov_bot.core.contest import ON_THE_DOUBLE, Ruling, withdrawals
from rednov_bot.core.errors import DataError, NothingToReport
from rednov_bot.core.models import Draft, Game, Page, PaperId
from rednov_bot.core.render import reports as pages
from rednov_bot.core.render.letterhead import Envelope, Heads
from rednov_bot.core.render.reports import Award, Contestant, ContestFacts, Week
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import awards, idleness, moments, office, outgoing
from rednov_bot.core.workflow.commands import ReportKind
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing, tables_of
from rednov_bot.core.workflow.drafts import drafting
from rednov_bot.core.workflow.drafts.open_drafts import closed, give_way
from rednov_bot.games.base import Away, Data, Dated, Known, Silence

WEEK: Final = timedelta(days=7)
LAST_GAMES: Final = 10  # that a report of the contest tells one by one
LAST_RULINGS: Final = 30

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
    tag: str | None = None,
    envelope: Envelope | None = None,
) -> Page:
    """The report for one reader, the contestmaster unless *envelope* names another.

    *tag* is of a game, None for the latest one; of the story, for the latest that is over.  Raises
    NothingToReport.
    """
    desk = office.seated(desk, records)
    game = _chosen(records, which, tag)
    page = _written(desk, records, which, game, envelope or outgoing.to_contestmaster(desk))
    return replace(page, kind="desk" if envelope is None else "receipt")


def post(desk: Desk, records: UnitOfWork, which: ReportKind, tag: str | None = None) -> Draft:
    """The report for the list is put before the contestmaster.  Raises NothingToReport.

    An older one of the same that still waits gives way.
    """
    game = _chosen(records, which, tag)
    return _submit(office.seated(desk, records), records, which, game)


def facts(
    desk: Desk, records: UnitOfWork, which: ReportKind, tag: str | None = None
) -> dict[str, Any]:
    """What the report tells, as plain values.  Raises NothingToReport."""
    desk, now = office.seated(desk, records), desk.now()
    if (game := _chosen(records, which, tag)) is not None:
        known = known_of(desk, records, game)
        told = desk.game.story(known) if which == "story" else desk.game.report(known, now)
        return pages.as_json(**told.facts)
    contest, knowns = contest_facts(desk, records)
    found = pages.contest_json(contest, now)
    if which == "week":
        under_way = [desk.game.report(one, now).facts for one in knowns if one.ended is None]
        found |= pages.as_json(under_way=under_way)
    return found


def weekly(desk: Desk, records: UnitOfWork) -> Draft | None:
    """The report of the week is drafted on the first round after Monday 00:00 UTC, if it has news.

    One a week, however long the bot was away; an older draft that still waits gives way, and
    what that one told is told again.
    """
    if desk.settings.contest.report == "off":
        return None
    now, mailed = desk.now(), records.mailed_for(_CLOCKED)
    monday = (now - timedelta(days=now.weekday())).replace(
        hour=0, minute=0, second=0, microsecond=0
    )
    last = None if mailed is None else mailed.queued_at
    if last is not None and last > now + WEEK:
        last = None  # the clock was ahead then
    if (last or monday - WEEK) >= monday or not _happened(records, last or monday - WEEK, monday):
        return None
    return _submit(desk, records, "week", None, reason=_CLOCKED)


def at_the_end(desk: Desk, records: UnitOfWork, id: PaperId) -> None:
    """A game has moved on: if it is over its story is drafted, else none awaits a word any more."""
    desk, game = office.seated(desk, records), records.game(id)
    if records.is_over(game.id):
        try:
            post(desk, records, "story", game.tag)
        except DataError:
            return  # a resolution is posted though the files of its data set have changed since
    else:
        for old in _open(records, "story", game):
            records.decide(closed(old.code, f"{game.tag} goes on", desk.now()))


def _chosen(records: UnitOfWork, which: ReportKind, tag: str | None) -> Game | None:
    """The game that a report is about; None of one about the contest.  Raises NothingToReport."""
    if which not in ("position", "story"):
        return None
    if tag is None:
        last = records.last_games(2)
        over = [game for game in last if records.is_over(game.id)]
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
    if which == "story" and not records.is_over(chosen.id):
        raise NothingToReport(
            f"{chosen.tag} goes on, and its story is told when it is over; its position can be "
            "reported at any time"
        )
    return chosen


def _written(
    desk: Desk, records: UnitOfWork, which: ReportKind, game: Game | None, envelope: Envelope
) -> Page:
    now = desk.now()
    heads = Heads(letterhead=outgoing.letterhead_for(desk), envelope=envelope)
    if game is None:
        contest, knowns = contest_facts(desk, records)
        if which == "contest":
            return pages.contest_report(contest, now, **heads)
        under_way = [(one.tag, desk.game.report(one, now)) for one in knowns if one.ended is None]
        return pages.weekly_report(contest, under_way, now, **heads)
    known = known_of(desk, records, game)
    if which == "story":
        return pages.story(game.tag, desk.game.story(known), **heads)
    phase = desk.game.summary(known, now, now).phase
    return pages.position_report(game.tag, phase, desk.game.report(known, now), now, **heads)


def _submit(
    desk: Desk, records: UnitOfWork, which: ReportKind, game: Game | None, *, reason: str = ""
) -> Draft:
    heads = outgoing.for_list(desk)
    if which == "story" and game is not None:
        heads = outgoing.below_the_end(desk, records, game)
    text = _written(desk, records, which, game, heads["envelope"])
    id, tag = (None, "") if game is None else (game.id, game.tag)
    draft = desk.draft("report", _ABOUT[which].format(tag), game=id, pages=(text,))
    said = "This replaces draft {}, which was not posted."
    notes = give_way(records, draft, _open(records, which, game), said)
    return drafting.submit(desk, records, draft, notes=notes, reason=reason)


def _open(records: UnitOfWork, which: ReportKind, game: Game | None) -> list[Draft]:
    about = _ABOUT[which].format("" if game is None else game.tag)
    return [one for one in records.open_drafts() if one.kind == "report" and one.about == about]


def _happened(records: UnitOfWork, since: datetime, monday: datetime) -> bool:
    """Whether the time before *monday* is worth a report: a game was on, or the contest changed.

    So the week in which a contest begins has its first report when it is over.
    """
    changed = [one.at for one in records.memberships()]
    changed += [one.at for one in records.contest_changes()]
    changed += [one.told_at for one in records.rulings() if one.told_at is not None]
    if (latest := records.latest_game()) is not None:
        began = records.advanced_at(latest.id, 1)
        if began is not None and began < monday and not records.is_over(latest.id):
            return True
        found = records.gamestate(latest.id)
        last = None if found is None else records.advanced_at(latest.id, found[0])
        changed += [] if last is None else [last]
    return any(since < moment < monday for moment in changed)


# -- what is told -------------------------------------------------------------------------------


def known_of(desk: Desk, records: UnitOfWork, game: Game, data: Data | None = None) -> Known:
    """A game that has begun.  Raises DataError when the files of its data set have changed."""
    now = ongoing(desk, records)
    course = tuple([dated for _, dated in _course(desk, records, game)])
    silences = {}
    if now is not None and now.game.id == game.id:
        silences = {name: _silence(desk, records, now, name) for name in game.gnomes}
    return desk.game.known(
        tag=game.tag,
        data=tables_of(desk, game) if data is None else data,
        options=game.options,
        course=course,
        silences=silences,
        ended=course[-1].at if records.is_over(game.id) else None,
    )


def _course(desk: Desk, records: UnitOfWork, game: Game) -> Iterator[tuple[int, Dated]]:
    """What everybody was told, with the number of the turn that was taken by then.

    The moment of a turn is when it was announced (§9).
    """
    said = {f"turn {one.number} announced": one for one in records.turns(game.id)}
    turn = 0
    for chapter in records.chapters(game.id):
        at, told = chapter.at, desk.game.public(chapter.events)
        if (taken := said.get(chapter.cause)) is not None:
            turn, at = taken.number, moments.moment_of(records, taken).at
        if told:
            yield turn, Dated(at=at, events=told)


def _silence(desk: Desk, records: UnitOfWork, now: Ongoing, name: str) -> Silence:
    """Of what was mailed to the bot alone nothing is told: that is for the desk (§6)."""
    turn, _ = idleness.last_turns(records, now.game)[name]
    one = idleness.of_player(desk, records, now, name, openly=True)
    away = [Away(begins=it.begins, ends=it.ends, words=it.words) for it in one.absences]
    return Silence(turn=turn, since=one.since, able=one.able, away=tuple(away))


def contest_facts(
    desk: Desk, records: UnitOfWork, since: datetime | None = None
) -> tuple[ContestFacts, tuple[Known, ...]]:
    """The contest, with what happened *since* then; of many games the last ones, and those.

    Without *since* it is what happened since the last weekly report, or for a week.
    """
    since = since or records.last_approved("report", _WEEKLY) or desk.now() - WEEK
    now, names = office.contest(desk, records), office.members(desk, records)
    changed = records.memberships()
    joined = {one.name: one.at for one in changed if one.change == "joined"}
    lately = [one for one in changed if one.at >= since]
    games = records.last_games(LAST_GAMES)
    knowns = tuple([known_of(desk, records, game, _data(desk, game)) for game in games])
    ruled = [one for one in records.rulings() if one.told_at is not None]
    gone = withdrawals(ruled)
    contest = ContestFacts(
        is_contest=now.is_contest,
        contestmaster=now.contestmaster,
        deputy=now.deputy,
        contestants=tuple([Contestant(name=one, joined=joined[one]) for one in names]),
        axes=now.axes,
        y_pot=now.y_pot,
        games=tuple([desk.game.summary(one, desk.now(), since) for one in knowns]),
        awards=tuple([one for game in games for one in _awards(desk, records, game)]),
        rulings=tuple(
            [_ruling(records, one, gone.get(one.number)) for one in ruled[-LAST_RULINGS:]]
        ),
        week=Week(
            since=since,
            joined=tuple([one.name for one in lately if one.change == "joined"]),
            left=tuple([one.name for one in lately if one.change == "left"]),
            refused=records.drafted_since("line", "Without effect", since),
            outages=records.outages(since),
        ),
        earlier_games=records.games_begun() - len(games),
        earlier_rulings=max(len(ruled) - LAST_RULINGS, 0),
    )
    return contest, knowns


def _data(desk: Desk, game: Game) -> Data:
    """The data set of a game; of one that is over any will do for a line in a list."""
    try:
        return tables_of(desk, game)
    except DataError:
        return desk.tables(desk.settings.game.data)


def _awards(desk: Desk, records: UnitOfWork, game: Game) -> Iterator[Award]:
    owed, count = awards.account(desk, records, game), 0
    fell: list[int] = []  # the step with which the points of each place fell due
    steps = list(_course(desk, records, game))
    for number, (_, dated) in enumerate(steps):
        count = desk.game.dues_after(dated.events, len(fell))
        fell = [*fell, *[number] * count][:count]
    for place, due in enumerate(owed.dues):
        step = fell[place] if place < len(fell) else len(steps) - 1
        turn, dated = steps[step]
        awarded = owed.awarded.get(place)
        yield Award(
            game=game.tag,
            turn=turn,
            gnome=due.gnome,
            axis=due.axis,
            points=due.points,
            reason=due.reason,
            due_by=dated.at + ON_THE_DOUBLE,
            awarded=None if awarded is None else awarded.at,
            step=step,
        )


def _ruling(records: UnitOfWork, one: Ruling, withdrawn_by: int | None) -> pages.Ruling:
    game = None if one.game is None else records.game(PaperId(one.game))
    turn = None if one.turn is None else records.turn(PaperId(one.turn)).number
    return pages.Ruling(
        number=one.number,
        at=one.at,
        clause=one.clause,
        text=one.text,
        game=None if game is None else game.tag,
        turn=turn,
        withdrawn_by=withdrawn_by,
    )
