"""What is on file in another hidden world: the same papers, and other secrets in them.

Nothing can be filed there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import reduce
from typing import Any, Final, cast

from msgspec.structs import replace as replaced

from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.logbook import after
from rednov_bot.engine.turn import Orders
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.engine.worlds import World
from rednov_bot.papers import Chapter, Decision, Draft, PaperId, TakenTurn
from rednov_bot.ports import Records
from rednov_bot.prose.audience import public_only

WRITING: Final = frozenset(
    {
        *("joined", "left", "change_contest", "rule", "uphold", "add_draft", "decide", "hold"),
        *("add_game", "advance", "award", "keep", "dispose", "reopen", "led_to", "queue"),
        *("attempted", "wait_no_more", "add_turn", "add_answer", "note_items", "note_orders"),
        *("beat", "note_outage", "remind", "note_absence", "undoable"),
        *("publish_luck", "reveal_luck", "add_beacon", "note_backup", "restore", "keep_data"),
        *("await_channels", "note_channel", "confirm", "note_bounce", "note_sighting"),
        *("begin_sending", "handed_over", "put_back", "interrupted", "post_again"),
        *("note_confidence", "doubt", "vouch", "note_likeness", "note_forgery", "note_alarm"),
        *("replay", "ask_to_clarify", "clarify"),
    }
)
"""What puts something on file."""

WorldOf = Callable[[PaperId], World | None]
"""The other world of a game, by its id; None of one that has not begun."""


ChaptersOf = Callable[[PaperId], tuple[Chapter, ...]]


def elsewhere(
    records: Records,
    world_of: WorldOf,
    *,
    luck: bool = True,
    chapters: ChaptersOf | None = None,
) -> Records:
    """What is on file in another world; *luck*: there is another secret of the luck there.

    *chapters*: those of a game as it really is, where somebody has them already.
    """
    return cast(Records, _Elsewhere(records, world_of, luck, chapters or records.chapters))


class _Elsewhere:
    """Public papers as they are; hands, decks, luck, private lists and notices as they are there.

    Drafts show what everybody may know of them.
    """

    def __init__(
        self, records: Records, world_of: WorldOf, luck: bool, chapters: ChaptersOf
    ) -> None:
        self._records, self._world_of, self._luck = records, world_of, luck
        self._chapters = chapters
        self._histories: dict[PaperId, tuple[h.Happening, ...]] = {}
        self._gifts: dict[PaperId, dict[tuple[int, GnomeName], tuple[Item, ...]]] = {}

    def __getattr__(self, name: str) -> Any:
        if name in WRITING:
            raise AssertionError(f"nothing is filed in another world: {name}")
        return getattr(self._records, name)

    def secret(self, game: PaperId) -> bytes:
        secret = self._records.secret(game)
        return hashlib.sha256(secret).digest() if self._luck else secret

    def gamestate(self, game: PaperId) -> tuple[int, Gamestate] | None:
        found, world = self._records.gamestate(game), self._world_of(game)
        if found is None or world is None:
            return found
        return found[0], Gamestate(found[1].position, world.secrets)

    def gamestate_at(self, game: PaperId, number: int) -> Gamestate:
        found = self._records.gamestate_at(game, number)
        happened = [one for chapter in self.chapters(game)[:number] for one in chapter.happenings]
        there = reduce(after, happened, Gamestate())
        return Gamestate(found.position, there.secrets)

    def history(self, game: PaperId) -> tuple[h.Happening, ...]:
        if game not in self._histories:
            world = self._world_of(game)
            happened = self._records.history(game) if world is None else world.history()
            self._histories[game] = happened
        return self._histories[game]

    def chapters(self, game: PaperId, behind: int = 0) -> tuple[Chapter, ...]:
        every, happened, at = [], self.history(game), 0
        for chapter in self._chapters(game):
            until = at + len(chapter.happenings)
            every.append(replace(chapter, happenings=happened[at:until]))
            at = until
        return tuple([one for one in every if one.number > behind])

    def turn(self, id: PaperId) -> TakenTurn:
        return self._turned(self._records.turn(id))

    def turns(self, game: PaperId) -> tuple[TakenTurn, ...]:
        return tuple([self._turned(one) for one in self._records.turns(game)])

    def pending_turn(self, game: PaperId) -> TakenTurn | None:
        found = self._records.pending_turn(game)
        return None if found is None else self._turned(found)

    def noted_orders(
        self, game: PaperId, until: datetime | None = None
    ) -> Mapping[GnomeName, Orders]:
        noted, world = self._records.noted_orders(game, until), self._world_of(game)
        return noted if world is None else world.wishes(noted)

    def draft(self, code: str) -> tuple[Draft, Decision | None] | None:
        found = self._records.draft(code)
        return None if found is None else (_public(found[0]), found[1])

    def open_drafts(self) -> tuple[Draft, ...]:
        return tuple([_public(one) for one in self._records.open_drafts()])

    def _turned(self, taken: TakenTurn) -> TakenTurn:
        """A turn with what was given in it there, by a private list or by name."""
        action = taken.turn.action
        if action is None or not action.give:
            return taken
        if taken.game not in self._gifts:
            world = self._world_of(taken.game)
            happened = () if world is None else (*self.history(taken.game), *world.told)
            self._gifts[taken.game] = _gifts(happened)
        items = self._gifts[taken.game].get((taken.number, taken.turn.gnome))
        if items is None:
            return taken
        return replace(taken, turn=replaced(taken.turn, action=replaced(action, give=items)))


def _gifts(happened: Sequence[h.Happening]) -> dict[tuple[int, GnomeName], tuple[Item, ...]]:
    """What each gnome first gave since a turn of this number was last taken."""
    found: dict[tuple[int, GnomeName], tuple[Item, ...]] = {}
    number = 0
    for one in happened:
        if isinstance(one, h.TurnTaken):
            number = one.number
            found = {at: items for at, items in found.items() if at[0] != number}
        elif isinstance(one, h.GiftReceived):
            found.setdefault((number, one.giver), one.items)
    return found


def _public(draft: Draft) -> Draft:
    """What everybody may know of a draft."""
    pages = tuple([page for page in draft.pages if page.kind == "public"])
    return replace(draft, pages=pages, happenings=public_only(draft.happenings), choice=None)
