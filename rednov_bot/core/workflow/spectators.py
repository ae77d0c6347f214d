"""The pages for spectators are brought up to date from what the lists have got, no sooner."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final
from urllib.parse import quote

from rednov_bot.core import log
from rednov_bot.core.errors import DataError, PagesUnwritten, StoreUnreachable
from rednov_bot.core.models import Game, PostingState, QueuedPosting
from rednov_bot.core.render.spectators import GameMaterial, Posted, SiteMaterial
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.web import writing
from rednov_bot.core.workflow import office, reports
from rednov_bot.core.workflow.desk import Desk

_GOT: Final[frozenset[PostingState]] = frozenset({"accepted", "confirmed", "published"})
"""A posting of which a server has said that it has it."""

_BY_DRAFT: Final = "draft "


def material_of(desk: Desk, records: UnitOfWork) -> SiteMaterial:
    """Everything that the site tells, gathered from the database.

    Of a game, the steps whose postings have gone out; what is approved and still on its way, or was
    refused by the server and is not settled, is not told yet.
    """
    desk = office.seated(desk, records)
    contest, _ = reports.contest_facts(desk, records, desk.now())
    begun = [one for one in records.games() if records.gamestate(one.id) is not None]
    games = [one for game in begun if (one := _game(desk, records, game)) is not None]
    told = {one.facts.tag: len(one.posted) for one in games}
    late = _on_its_way(desk, records)
    due = [
        one if one.awarded is None or one.awarded < late else replace(one, awarded=None)
        for one in contest.awards
        if one.step < told.get(one.game, 0)
    ]
    ruled = {one.number for one in records.rulings() if one.told_at and one.told_at < late}
    rulings = [one for one in contest.rulings if one.number in ruled]
    return SiteMaterial(
        name=desk.settings.contest.name,
        forum=desk.posting_forum()[1].address,
        contest=replace(contest, awards=tuple(due), rulings=tuple(rulings)),
        games=tuple(games),
        address=(desk.settings.pages.address or "").rstrip("/"),
    )


def _on_its_way(desk: Desk, records: UnitOfWork) -> datetime:
    """Since when the lists may not have got what was approved: a little ahead if they have all."""
    since = desk.now() - timedelta(days=1)
    waits = [
        one.queued_at
        for one in (*records.unsent(), *records.unaccepted("public", since))
        if one.posting.kind == "public" and one.queued_at is not None and not _is_got(records, one)
    ]
    return min(waits, default=desk.now() + timedelta(days=1))


def _game(desk: Desk, records: UnitOfWork, game: Game) -> GameMaterial | None:
    """A game as far as it is told; None of one whose opening has not gone out, or without data."""
    try:
        known = reports.known_of(desk, records, game)
    except DataError:
        return None
    course = [one for one in records.chapters(game.id) if desk.game.public(one.events)]
    posted: list[tuple[Posted, ...]] = []
    for chapter in course:
        # What a gnome announced counts from then on, and nothing of it need be posted (§9).
        mails: tuple[Posted, ...] | None = ()
        if chapter.cause.startswith(_BY_DRAFT):
            mails = _got(desk, records, chapter.cause.removeprefix(_BY_DRAFT))
        if mails is None:
            break
        posted.append(mails)
    if not posted:
        return None
    proofs: list[Posted] = []
    with_tiles = False
    for code, tiles in records.luck_told_by(game.id):
        found = _got(desk, records, code)
        proofs += found or ()
        with_tiles = with_tiles or (tiles and bool(found))
    is_whole = len(posted) == len(course)
    hands = None
    if is_whole and with_tiles and records.is_over(game.id):
        states = [records.gamestate_at(game.id, chapter.number) for chapter in course]
        events = [chapter.events for chapter in course]
        hands = desk.game.unhidden(list(zip(states, events, strict=True)), known.data)
    ended = known.ended if is_whole else None
    return GameMaterial(
        facts=replace(known, course=known.course[: len(posted)], ended=ended),
        posted=tuple(posted),
        proofs=tuple(proofs),
        hands=hands,
    )


def _got(desk: Desk, records: UnitOfWork, code: str) -> tuple[Posted, ...] | None:
    """The public postings of a draft that went out; None if one did not, in any way.

    One that went to another list instead, or of which the contestmaster has said what became of it,
    is no longer waited for.  They have the words that were approved, whatever a list made of them.
    """
    found = records.draft(code)
    pages = [one for one in found[0].pages if one.kind == "public"] if found else []
    mails = [one for one in records.outbox(code) if one.posting.kind == "public"]
    got = [one for one in mails if one.state in _GOT]
    if len(got) < len(pages) and not all(_is_got(records, one) for one in mails):
        return None
    return tuple(
        Posted(
            at=one.settled_at or one.queued_at or desk.now(),
            subject=page.subject,
            body=page.body,
            message_id=one.posting.message_id,
            link=_link(desk, one),
        )
        for one, page in zip(got, pages, strict=False)
    )


def _is_got(records: UnitOfWork, one: QueuedPosting) -> bool:
    if one.state in _GOT:
        return True
    return any(not alarm.is_open for alarm in records.alarms_about(one.posting.message_id))


def _link(desk: Desk, one: QueuedPosting) -> str:
    """To a posting in the archive of its list, where the settings say how.

    `{id}` is its Message-ID, `{hash}` what Mailman 3 makes of it: SHA-1 in base 32.
    """
    fora = desk.settings.forums.values()
    archives = [forum.archive for forum in fora if forum.address == one.posting.to]
    if not archives or archives[0] is None:
        return ""
    name = one.posting.message_id.strip("<>")
    digest = base64.b32encode(hashlib.sha1(name.encode()).digest()).decode()
    return archives[0].replace("{id}", quote(name, safe="@")).replace("{hash}", digest)


def write(desk: Desk, folder: Path) -> int:
    """The site is written into a folder; how many files of it were not there so.

    PagesUnwritten where that cannot be done.
    """
    with desk.db.transaction(durable=False) as records:
        material = material_of(desk, records)
    return writing.write(folder, desk.game.pages(material))


def bring_up_to_date(desk: Desk) -> None:
    """The folder of the settings shows what the lists have got.

    Nothing waits for it: where it cannot be made or written, the log says so, and mail goes on.
    """
    folder = desk.settings.pages.folder
    if not folder:
        return
    try:
        write(desk, Path(folder))
    except PagesUnwritten as error:
        log.pages_unwritten(folder, error.why)
    except StoreUnreachable:
        pass  # whoever uses the database next says so
    except Exception as fault:
        log.left_out("the pages", fault)
