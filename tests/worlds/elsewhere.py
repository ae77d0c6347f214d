"""What is on file in another hidden world: the same public papers, and other secrets in them.

What is filed while something is done there stands behind it, as it is filed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property, reduce
from typing import Any, cast

from msgspec.structs import replace as replaced

from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.logbook import after
from rednov_bot.engine.turn import Orders
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.papers import Chapter, Decision, Draft, PaperId, TakenTurn
from rednov_bot.ports import Records
from rednov_bot.prose.audience import public_only
from tests.worlds.world import World


def elsewhere(records: Records, game: PaperId, number: int, world: World) -> Records:
    """What is on file in the *world* of a game, which is at its gamestate of this *number* there.

    Hands, decks, gifts, notices and private lists are others up to then, in all that was told.
    """
    return cast(Records, _Elsewhere(records, game, number, world))


class _Elsewhere:
    def __init__(self, records: Records, game: PaperId, number: int, world: World) -> None:
        self._records, self._game, self._number, self._world = records, game, number, world
        self._drafts = {one.code for one in records.open_drafts()}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._records, name)

    # -- the gamestates ----------------------------------------------------------------------

    def gamestate(self, game: PaperId) -> tuple[int, Gamestate] | None:
        found = self._records.gamestate(game)
        if found is None or game != self._game or found[0] > self._number:
            return found
        return found[0], Gamestate(found[1].position, self._world.secrets)

    def gamestate_at(self, game: PaperId, number: int) -> Gamestate:
        found = self._records.gamestate_at(game, number)
        if game != self._game or number > self._number:
            return found
        happened = [one for chapter in self._before[:number] for one in chapter.happenings]
        return Gamestate(found.position, reduce(after, happened, Gamestate()).secrets)

    def history(self, game: PaperId) -> tuple[h.Happening, ...]:
        return tuple([one for chapter in self.chapters(game) for one in chapter.happenings])

    def chapters(self, game: PaperId, behind: int = 0) -> tuple[Chapter, ...]:
        if game != self._game or behind >= self._number:
            return self._records.chapters(game, behind)
        since = self._records.chapters(game, self._number)
        return (*[one for one in self._before if one.number > behind], *since)

    @cached_property
    def _before(self) -> tuple[Chapter, ...]:
        """The chapters up to the moment, as they happened there."""
        every, happened, at = [], self._world.history(), 0
        for chapter in self._records.chapters(self._game)[: self._number]:
            until = at + len(chapter.happenings)
            every.append(replace(chapter, happenings=happened[at:until]))
            at = until
        return tuple(every)

    # -- turns, orders, private lists --------------------------------------------------------

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
        noted = self._records.noted_orders(game, until)
        return noted if game != self._game else self._world.wishes(noted)

    def noted_items(self, name: GnomeName, since: datetime) -> tuple[Item, ...] | None:
        noted = self._records.noted_items(name, since)
        for one in self._world.told if noted else ():
            if not isinstance(one, h.DiscardNamed | h.GiftReceived | h.ReturnNoted):
                continue
            if (one.to if isinstance(one, h.DiscardNamed) else one.giver) == name:
                return one.items
        return noted

    def _turned(self, taken: TakenTurn) -> TakenTurn:
        """A turn with what was given in it there, by a private list or by name."""
        action = taken.turn.action
        if taken.game != self._game or action is None or not action.give:
            return taken
        items = self._gifts.get((taken.number, taken.turn.gnome))
        if items is None:
            return taken
        return replace(taken, turn=replaced(taken.turn, action=replaced(action, give=items)))

    @cached_property
    def _gifts(self) -> dict[tuple[int, GnomeName], tuple[Item, ...]]:
        happened = [one for chapter in self._before for one in chapter.happenings]
        return _gifts([*happened, *self._world.told])

    # -- drafts that were made before --------------------------------------------------------

    def draft(self, code: str) -> tuple[Draft, Decision | None] | None:
        found = self._records.draft(code)
        return None if found is None else (self._public(found[0]), found[1])

    def open_drafts(self) -> tuple[Draft, ...]:
        return tuple([self._public(one) for one in self._records.open_drafts()])

    def _public(self, draft: Draft) -> Draft:
        """What everybody may know of a draft that was made before."""
        if draft.code not in self._drafts:
            return draft
        pages = tuple([page for page in draft.pages if page.kind == "public"])
        return replace(draft, pages=pages, happenings=public_only(draft.happenings))


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
