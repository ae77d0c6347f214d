"""What the desk needs from outside, as protocols: what is on file, and the clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from rednov_bot.engine.choices import Answer
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.happenings import Happening
from rednov_bot.engine.turn import Orders, Turn
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.papers import (
    Attempt,
    Decision,
    Disposition,
    Draft,
    Filed,
    Game,
    Letter,
    MessageId,
    PaperId,
    Posting,
    QueuedPosting,
    RawMail,
    TakenTurn,
)


class Clock(Protocol):
    """What time it is: an input, so that tests run weeks in seconds."""

    def now(self) -> datetime:
        """The present moment in UTC, with its time zone."""


class Records(Protocol):
    """What is on file, inside one transaction.  Rows are added, never changed."""

    def undoable(self) -> AbstractContextManager[None]:
        """What the block did is undone when it fails, and the transaction can go on.

        Not when the database itself fails (StoreUnreachable, Mendable): then nothing is kept.
        """

    # -- mails ----------------------------------------------------------------------------------

    def keep(self, mails: Sequence[RawMail]) -> int:
        """Store mails as they came.  One already on file (folder, UIDVALIDITY, UID) is passed over.

        Returns how many were new.
        """

    def bookmark(self, folder: str) -> tuple[int, int] | None:
        """The (UIDVALIDITY, UID) up to which *folder* was fetched, None at first.

        Of several UIDVALIDITYs the one fetched last.
        """

    def undisposed(self, limit: int) -> tuple[tuple[PaperId, RawMail], ...]:
        """Mails that have no disposition yet, in the order of their arrival on file."""

    def dispose(
        self,
        mail: PaperId,
        disposition: Disposition,
        reason: str,
        *,
        letter: Letter | None,
        digest: str | None,
        at: datetime,
    ) -> None:
        """File what becomes of a mail, once; with the letter's identity where it has one."""

    def same_before(self, message_id: MessageId | None, digest: str | None) -> PaperId | None:
        """A mail filed as "read" earlier with this Message-ID or, without one, this digest."""

    def dispositions(self, only: Disposition | None = None) -> tuple[Filed, ...]:
        """What became of each mail, oldest first; of one kind, or of every kind."""

    # -- the contest ----------------------------------------------------------------------------

    def contestants(self) -> tuple[GnomeName, ...]:
        """Who is a contestant now, in the order of joining."""

    def joined(self, name: GnomeName, at: datetime, mail: PaperId | None) -> None:
        """A player became a contestant (§3)."""

    def left(self, name: GnomeName, at: datetime, mail: PaperId | None) -> None:
        """A contestant left (§3)."""

    # -- games ----------------------------------------------------------------------------------

    def add_game(
        self,
        *,
        gnomes: tuple[GnomeName, ...],
        options_json: bytes,
        data: str,
        data_digest: str,
        rules_version: str,
        secret: bytes,
        at: datetime,
    ) -> Game:
        """A game is put on file; it has no gamestate until its opening is posted."""

    def games(self) -> tuple[Game, ...]:
        """Every game, oldest first."""

    def game(self, id: PaperId) -> Game:
        """One game.  KeyError when there is none."""

    def secret(self, game: PaperId) -> bytes:
        """The 32-byte secret of a game's luck."""

    def gamestate(self, game: PaperId) -> tuple[int, Gamestate] | None:
        """The present gamestate and its number, counted from 1; None before the opening."""

    def advance(
        self,
        game: PaperId,
        number: int,
        happenings: Sequence[Happening],
        after: Gamestate,
        *,
        cause: str,
        at: datetime,
    ) -> None:
        """The gamestate moves on to *number*.  Raises when that number exists already."""

    def history(self, game: PaperId) -> tuple[Happening, ...]:
        """All that ever happened in a game, in order."""

    # -- turns ----------------------------------------------------------------------------------

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
    ) -> TakenTurn:
        """A valid turn was taken."""

    def turn(self, id: PaperId) -> TakenTurn:
        """One taken turn."""

    def pending_turn(self, game: PaperId) -> TakenTurn | None:
        """The taken turn whose resolution is not approved yet."""

    def last_turn_at(self, game: PaperId, gnome: GnomeName) -> datetime:
        """When a gnome last took a turn, or when the game began (§19)."""

    def add_answer(self, turn: PaperId, key: str, answer: Answer, at: datetime) -> None:
        """A choice was answered; the first answer for a key counts."""

    def answers(self, turn: PaperId) -> Mapping[str, Answer]:
        """The answers on file for a turn's choices."""

    def note_items(self, gnome: GnomeName, items: tuple[Item, ...], at: datetime) -> None:
        """A private list of items arrived (A23)."""

    def noted_items(self, gnome: GnomeName, since: datetime) -> tuple[Item, ...] | None:
        """The latest private list of a gnome that came at or after *since*."""

    def note_orders(self, game: PaperId, gnome: GnomeName, orders: Orders, at: datetime) -> None:
        """Standing orders sent apart from a turn; the latest ones count."""

    def noted_orders(self, game: PaperId) -> Mapping[GnomeName, Orders]:
        """The latest standing orders of each gnome."""

    # -- drafts and decisions -------------------------------------------------------------------

    def add_draft(self, draft: Draft) -> None:
        """A draft is put on file."""

    def draft(self, code: str) -> tuple[Draft, Decision | None] | None:
        """The draft with this code and what became of it; None when there is none."""

    def open_drafts(self) -> tuple[Draft, ...]:
        """Drafts without a decision, oldest first."""

    def drafts_about(self, turn: PaperId) -> int:
        """How many drafts were made about a turn so far."""

    def decide(self, decision: Decision) -> None:
        """A draft is decided.  Raises errors.DraftClosed when it was before."""

    # -- the outbox -----------------------------------------------------------------------------

    def queue(
        self,
        posting: Posting,
        *,
        draft: str | None,
        after: Sequence[MessageId] = (),
        reason: str = "",
        at: datetime,
    ) -> None:
        """A sealed mail is to be sent, once those named by *after* were accepted."""

    def due(self, now: datetime, limit: int) -> tuple[Posting, ...]:
        """Postings to attempt now, oldest first: queued ones, and deferred ones after a back-off.

        Not those that wait for others; not accepted, refused or unknown ones.
        """

    def attempted(self, attempt: Attempt) -> None:
        """An attempt was made."""

    def outbox(self, draft: str | None = None) -> tuple[QueuedPosting, ...]:
        """Every posting and its state, of one draft or of all, oldest first."""

    def answered_since(self, to: str, since: datetime, reason: str | None = None) -> int:
        """How many automatic answers went to an address since then, for one reason or any."""

    def last_answered(self, to: str, reason: str) -> datetime | None:
        """When the last mail queued for this reason went to an address, None where none did."""


class Ledger(Protocol):
    """What is on file."""

    def transaction(self, *, durable: bool = True) -> AbstractContextManager[Records]:
        """All of it is kept when the block ends well, none of it otherwise.

        If not *durable*, a loss of power may undo it; the end of the program never does.
        """

    def close(self) -> None:
        """Lets go of the database."""
