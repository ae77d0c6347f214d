"""Taken turns, and what gnomes said about them besides: answers, lists of items, orders."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import bindparam, func, select

from rednov_bot.engine.choices import Answer
from rednov_bot.engine.turn import Orders, Turn
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.papers import Letter, MessageId, PaperId, TakenTurn
from rednov_bot.proof.commitments import ABSENT
from rednov_bot.store import forms, rows
from rednov_bot.store.part import Part
from rednov_bot.store.rows import Row, moment
from rednov_bot.store.statements import Statement, insert, insert_numbered, insert_unless_there
from rednov_bot.store.tables import (
    answers,
    decisions,
    drafts,
    games,
    gamestates,
    item_lists,
    standing_orders,
    turns,
)
from rednov_bot.store.texts import plain, plain_or_none

_ADD = insert_numbered(turns)
_TURN = Statement(select(turns).where(turns.c.id == bindparam("turn")))
_TURNS = Statement(select(turns).where(turns.c.game == bindparam("game")).order_by(turns.c.number))
_LATEST = select(func.max(turns.c.number)).where(turns.c.game == bindparam("game"))
_PENDING = Statement(
    select(turns).where(
        turns.c.game == bindparam("game"),
        turns.c.number == _LATEST.scalar_subquery(),
        ~select(1)
        .select_from(drafts.join(decisions, decisions.c.draft == drafts.c.code))
        .where(
            drafts.c.turn == turns.c.id,
            drafts.c.kind == "resolution",
            (decisions.c.verdict == "approved") | (decisions.c.verdict == "settled"),
        )
        .exists(),
    )
)
_LAST_TURN = Statement(
    select(func.max(turns.c.taken_at)).where(
        turns.c.game == bindparam("game"), turns.c.gnome == bindparam("gnome")
    )
)
_FIRST_STATE = (gamestates.c.game == games.c.id) & (gamestates.c.number == 1)
_OPENED = Statement(
    select(func.coalesce(gamestates.c.at, games.c.at))
    .select_from(games.outerjoin(gamestates, _FIRST_STATE))
    .where(games.c.id == bindparam("game"))
)
_ANSWER = insert_unless_there(answers)
_ANSWERS = Statement(
    select(answers.c.key, answers.c.label, answers.c.by)
    .where(answers.c.turn == bindparam("turn"))
    .order_by(answers.c.id)
)
_NOTE_ITEMS = insert(item_lists)
_NOTED_ITEMS = Statement(
    select(item_lists)
    .where(item_lists.c.gnome == bindparam("gnome"), item_lists.c.at >= bindparam("since"))
    .order_by(item_lists.c.at.desc(), item_lists.c.id.desc())
    .limit(1)
)
_EVER: Final = datetime.max.replace(tzinfo=UTC)
_NOTE_ORDERS = insert(standing_orders)
_NOTED_ORDERS = Statement(
    select(standing_orders)
    .where(standing_orders.c.game == bindparam("game"), standing_orders.c.at <= bindparam("until"))
    .order_by(standing_orders.c.id)
)


class Turns(Part):
    """Taken turns, and what gnomes said about them besides."""

    __slots__ = ()

    def add_turn(
        self,
        game: PaperId,
        number: int,
        turn: Turn,
        *,
        mail: PaperId,
        letter: Letter,
        forum: str,
        at: datetime,
        digest: str = ABSENT,
        beacon: int | None = None,
    ) -> TakenTurn:
        """A valid turn was taken; AlreadyOnFile when the game has a turn of that number."""
        row: dict[str, Any] = {
            "game": game,
            "number": number,
            "gnome": turn.gnome,
            "taken_at": moment(at),
            "mail": mail,
            "message_id": plain_or_none(letter.message_id),
            "subject": plain(letter.subject),
            "forum": forum,
            "form": forms.FORM,
            "references": rows.references_row(letter.references),
            "turn": forms.written(turn),
            "digest": digest,
            "beacon": beacon,
        }
        id = PaperId(self._add_numbered(_ADD, row))
        return TakenTurn(
            id=id,
            game=game,
            number=number,
            turn=turn,
            taken_at=rows.at(row["taken_at"]),
            message_id=row["message_id"],
            references=letter.references,
            subject=row["subject"],
            forum=forum,
            mail=mail,
            digest=digest,
            beacon=beacon,
        )

    def turn(self, id: PaperId) -> TakenTurn:
        """One taken turn.  KeyError when there is none."""
        row = self._row(_TURN, {"turn": id})
        if row is None:
            raise KeyError(id)
        return _taken_turn(row)

    def turns(self, game: PaperId) -> tuple[TakenTurn, ...]:
        """Every turn taken in a game, oldest first."""
        return tuple(_taken_turn(row) for row in self._rows(_TURNS, {"game": game}))

    def pending_turn(self, game: PaperId) -> TakenTurn | None:
        """The taken turn whose resolution is not approved yet: the last one, or none.

        Not one that a correction has left without effect: its resolution is settled.
        """
        row = self._row(_PENDING, {"game": game})
        return None if row is None else _taken_turn(row)

    def last_turn_at(self, game: PaperId, gnome: GnomeName) -> datetime:
        """When a gnome last took a turn, or when the game began (§19).

        A game began when its opening was posted; before that, when it was put on file.
        """
        where = {"game": game, "gnome": gnome}
        last = self._value(_LAST_TURN, where)
        if last is None:
            last = self._value(_OPENED, {"game": game})
        if last is None:
            raise KeyError(game)
        return rows.at(last)

    def add_answer(self, turn: PaperId, key: str, answer: Answer, at: datetime) -> None:
        """A choice was answered; the first answer for a key counts, later ones are not kept."""
        row = {"turn": turn, "key": key, "label": answer.label, "by": answer.by, "at": moment(at)}
        self._add(_ANSWER, row)

    def answers(self, turn: PaperId) -> Mapping[str, Answer]:
        """The answers on file for a turn's choices."""
        found = self._rows(_ANSWERS, {"turn": turn})
        return {row.key: Answer(row.label, row.by) for row in found}

    def note_items(self, gnome: GnomeName, items: tuple[Item, ...], at: datetime) -> None:
        """A private list of items arrived (A23)."""
        row = {
            "gnome": gnome,
            "at": moment(at),
            "form": forms.FORM,
            "items": forms.written(items),
        }
        self._add(_NOTE_ITEMS, row)

    def noted_items(self, gnome: GnomeName, since: datetime) -> tuple[Item, ...] | None:
        """The latest private list of a gnome that came at or after *since*."""
        row = self._row(_NOTED_ITEMS, {"gnome": gnome, "since": moment(since)})
        return None if row is None else forms.items(row.form, row.items)

    def note_orders(self, game: PaperId, gnome: GnomeName, orders: Orders, at: datetime) -> None:
        """Standing orders sent apart from a turn; the latest ones count."""
        row = {
            "game": game,
            "gnome": gnome,
            "at": moment(at),
            "form": forms.FORM,
            "orders": forms.written(orders),
        }
        self._add(_NOTE_ORDERS, row)

    def noted_orders(
        self, game: PaperId, until: datetime | None = None
    ) -> Mapping[GnomeName, Orders]:
        """The latest standing orders of each gnome; with *until*, the latest of that moment."""
        where = {"game": game, "until": moment(until or _EVER)}
        found = self._rows(_NOTED_ORDERS, where)
        return {row.gnome: forms.orders(row.form, row.orders) for row in found}


def _taken_turn(row: Row) -> TakenTurn:
    return TakenTurn(
        id=PaperId(row.id),
        game=PaperId(row.game),
        number=row.number,
        turn=forms.turn(row.form, row.turn),
        taken_at=rows.at(row.taken_at),
        message_id=None if row.message_id is None else MessageId(row.message_id),
        references=forms.references(row.form, row.references),
        subject=row.subject,
        forum=row.forum,
        mail=PaperId(row.mail),
        digest=ABSENT if row.digest is None else row.digest,
        beacon=row.beacon,
    )
