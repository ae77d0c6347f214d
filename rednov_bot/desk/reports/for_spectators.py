"""What the pages for spectators are made from: what the lists have got, and nothing before that."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final
from urllib.parse import quote

from rednov_bot.desk.contest import office
from rednov_bot.desk.desk import Desk, is_over, tables_of
from rednov_bot.desk.reports import gathering
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.errors import DataError
from rednov_bot.mail.unsealing import unsealed
from rednov_bot.pages.material import GameMaterial, Hands, Posted, SiteMaterial
from rednov_bot.papers import Chapter, Game, PostingState, QueuedPosting
from rednov_bot.ports import Records
from rednov_bot.prose.audience import public_only
from rednov_bot.prose.hand_story import hand_story
from rednov_bot.settings import Forum

GOT: Final[frozenset[PostingState]] = frozenset({"accepted", "confirmed", "published"})
"""A posting of which a server has said that it has it."""

_BY_DRAFT: Final = "draft "


def material(desk: Desk, records: Records) -> SiteMaterial:
    """Everything that the site tells, gathered from the file.

    Of a game, the steps whose postings have gone out; what is approved and still on its way, or was
    refused by the server, is not told yet.
    """
    desk = office.seated(desk, records)
    contest = gathering.contest_facts(desk, records, desk.now())
    games = [one for game in _begun(records) if (one := _game(desk, records, game)) is not None]
    told = {one.facts.tag: one.facts.position.turns for one in games}
    due = [one for one in contest.awards if one.turn <= told.get(one.game, -1)]
    return SiteMaterial(
        name=desk.settings.contest.name,
        forum=desk.posting_forum()[1].address,
        contest=replace(contest, awards=tuple(due)),
        games=tuple(games),
        address=desk.settings.pages.address.rstrip("/"),
    )


def _begun(records: Records) -> Iterator[Game]:
    for game in records.games():
        if records.gamestate(game.id) is not None:
            yield game


def _game(desk: Desk, records: Records, game: Game) -> GameMaterial | None:
    """A game as far as it is told; None of one whose opening has not gone out, or without data."""
    try:
        facts = gathering.game_facts(desk, records, game)
    except DataError:
        return None
    course = [one for one in records.chapters(game.id) if public_only(one.happenings)]
    posted: list[tuple[Posted, ...]] = []
    for chapter in course:
        mails = _posted_for(records, chapter)
        if any(one.state not in GOT for one in mails):
            break
        posted.append(tuple([_posted(desk, one) for one in mails]))
    if not posted:
        return None
    proofs = [
        _posted(desk, one)
        for code in records.luck_told_by(game.id)
        for one in _public(records, code)
        if one.state in GOT
    ]
    whole = len(posted) == len(course)
    return GameMaterial(
        facts=replace(facts, course=facts.course[: len(posted)]),
        posted=tuple(posted),
        proofs=tuple(proofs),
        hands=_hands(desk, records, game, course) if whole and proofs else None,
    )


def _posted_for(records: Records, chapter: Chapter) -> tuple[QueuedPosting, ...]:
    if not chapter.cause.startswith(_BY_DRAFT):
        return ()
    return _public(records, chapter.cause.removeprefix(_BY_DRAFT))


def _public(records: Records, code: str) -> tuple[QueuedPosting, ...]:
    return tuple([one for one in records.outbox(code) if one.posting.kind == "public"])


def _posted(desk: Desk, one: QueuedPosting) -> Posted:
    said = unsealed(one.posting)
    at = one.settled_at or one.queued_at
    assert at is not None
    return Posted(
        at=at,
        subject=said.subject,
        body=said.body or "",
        message_id=one.posting.message_id,
        link=_link(desk.settings.forums, one),
    )


def _link(forums: Mapping[str, Forum], one: QueuedPosting) -> str:
    """To a posting in the archive of its list, where the settings say how.

    `{id}` is its Message-ID, `{hash}` what Mailman 3 makes of it: SHA-1 in base 32.
    """
    archives = [forum.archive for forum in forums.values() if forum.address == one.posting.to]
    if not archives or archives[0] is None:
        return ""
    name = one.posting.message_id.strip("<>")
    digest = base64.b32encode(hashlib.sha1(name.encode()).digest()).decode()
    return archives[0].replace("{id}", quote(name, safe="@")).replace("{hash}", digest)


def _hands(desk: Desk, records: Records, game: Game, course: list[Chapter]) -> Hands | None:
    """What each gnome held; None unless the game is over and everybody agreed that it be told."""
    told = records.luck_revealed(game.id)
    if told is None or not told.tiles or not is_over(records, game):
        return None
    board = tables_of(desk, game).board
    held: list[dict[GnomeName, tuple[Item, ...]]] = []
    knew: list[dict[GnomeName, tuple[str, ...]]] = []
    before: Mapping[GnomeName, tuple[Item, ...]] = {}
    for chapter in course:
        state = records.gamestate_at(game.id, chapter.number)
        names = [gnome.name for gnome in state.position.gnomes]
        now = dict(zip(names, state.secrets.hands, strict=True))
        said = {
            name: hand_story(chapter.happenings, name, before.get(name, ()), board)
            for name in names
        }
        held.append(now)
        knew.append({name: lines for name, lines in said.items() if lines})
        before = now
    return Hands(held=tuple(held), knew=tuple(knew))
