"""What the desk needs from outside, as protocols: what is on file, and the clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Final, Protocol

from rednov_bot.contest import (
    Absence,
    Awarded,
    ContestChange,
    Hold,
    Membership,
    Outage,
    Reminded,
    Ruling,
    RulingEffect,
)
from rednov_bot.engine.choices import Answer
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.happenings import Happening
from rednov_bot.engine.turn import Orders, Turn
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.papers import (
    Attempt,
    Chapter,
    Decision,
    Disposition,
    Draft,
    DraftKind,
    Filed,
    Game,
    Letter,
    MessageId,
    Outcome,
    PaperId,
    Posting,
    PostingKind,
    QueuedPosting,
    RawMail,
    TakenTurn,
)

GIVE_UP: Final = timedelta(days=5)
"""How long a mail is tried that servers put off, from when it was queued (RFC 5321, 4.5.4.1)."""


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
        """A mail filed as "read" earlier with this Message-ID or, without one, this digest.

        By its digest also one that the contestmaster has read.
        """

    def dispositions(self, only: Disposition | None = None) -> tuple[Filed, ...]:
        """What became of each mail, oldest first; of one kind, or of every kind."""

    def filed(self, mail: PaperId) -> Filed | None:
        """What became of one mail, None while that is not decided."""

    def held(self) -> tuple[Filed, ...]:
        """Mails kept for a human, about which the contestmaster has said nothing; oldest first."""

    def was_filed(self, disposition: Disposition, reason: str) -> bool:
        """Whether any mail was filed so, for just this reason."""

    def raw_mail(self, mail: PaperId) -> RawMail | None:
        """A mail as it came, None where there is none of this number."""

    def reopen(
        self, mail: PaperId, by: GnomeName, why: str, at: datetime, *, digest: str | None = None
    ) -> None:
        """The contestmaster said how a mail is to be read: it is held no longer.

        With its *digest* a copy of it that comes later is known as read.
        """

    def was_reopened(self, mail: PaperId) -> bool:
        """Whether the contestmaster has said before how a mail is to be read."""

    def led_to(self, mail: PaperId, game: PaperId, number: int) -> None:
        """By a discard or a gift in return, announced in a mail, a game got to this gamestate."""

    def took_effect(self, mail: PaperId) -> bool:
        """Whether a turn, a discard, a gift, a joining or a leaving came of a mail."""

    # -- the contest ----------------------------------------------------------------------------

    def contestants(self) -> tuple[GnomeName, ...]:
        """Who is a contestant now, in the order of joining."""

    def joined(self, name: GnomeName, at: datetime, mail: PaperId | None) -> None:
        """A player became a contestant (§3)."""

    def left(self, name: GnomeName, at: datetime, mail: PaperId | None) -> None:
        """A contestant left (§3)."""

    def memberships(self) -> tuple[Membership, ...]:
        """Every joining and leaving, oldest first."""

    def change_contest(self, change: ContestChange) -> None:
        """Something changed in the contest."""

    def contest_changes(self) -> tuple[ContestChange, ...]:
        """All that changed in the contest, oldest first."""

    def rule(
        self,
        *,
        clause: str,
        text: str,
        by: GnomeName,
        at: datetime,
        effect: RulingEffect,
        game: PaperId | None = None,
        turn: PaperId | None = None,
        since: int | None = None,
        proposed: bool = False,
    ) -> Ruling:
        """The contestmaster's ruling is put on file, and numbered; a *proposed* one holds later."""

    def uphold(self, number: int, at: datetime, since: int | None = None) -> None:
        """The list is told of a ruling; one that was proposed holds from now on."""

    def ruling(self, number: int) -> Ruling:
        """One ruling, also if it is only proposed.  KeyError when there is none."""

    def rulings(self, game: PaperId | None = None) -> tuple[Ruling, ...]:
        """Every ruling that holds or has held, or those that concern *game*; oldest first."""

    # -- who was away -------------------------------------------------------------------------

    def note_absence(self, absence: Absence, mail: PaperId | None) -> None:
        """Somebody announced to be away."""

    def absences(self, name: GnomeName) -> tuple[Absence, ...]:
        """The absences that somebody announced, oldest first."""

    def beat(self, at: datetime) -> None:
        """The bot is at work at this moment."""

    def last_beat(self) -> datetime | None:
        """When the bot was last known to be at work, None at first."""

    def note_outage(self, outage: Outage) -> None:
        """The bot was not at work for a while."""

    def outages(self, since: datetime) -> tuple[Outage, ...]:
        """The outages that ended after *since*, oldest first."""

    def remind(self, reminded: Reminded) -> None:
        """Somebody was reminded; the first reminder for a stage counts."""

    def reminders(self, duty: str) -> tuple[Reminded, ...]:
        """Who was reminded of a duty, and when; the earliest stage first."""

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

    def unopened_games(self) -> tuple[Game, ...]:
        """Games put on file after every game that has begun, newest first."""

    def game_called(self, tag: str) -> Game | None:
        """The game with this tag, None where there is none."""

    def last_games(self, most: int) -> tuple[Game, ...]:
        """The last games that have begun, at most so many, oldest first."""

    def games_begun(self) -> int:
        """How many games have begun."""

    def latest_game(self) -> Game | None:
        """The game whose gamestate was changed last, None before the first opening."""

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

    def advanced_at(self, game: PaperId, number: int) -> datetime | None:
        """When a game got to this gamestate, None where it did not."""

    def gamestate_at(self, game: PaperId, number: int) -> Gamestate:
        """The gamestate of this number.  KeyError when there is none."""

    def chapters(self, game: PaperId, behind: int = 0) -> tuple[Chapter, ...]:
        """How a game got from gamestate *behind* to its present one, step by step."""

    def award(self, game: PaperId, awarded: Awarded) -> None:
        """Points due were awarded; the first award counts."""

    def awards(self, game: PaperId) -> Mapping[int, Awarded]:
        """The points due in a game that were awarded, by their place among all of them."""

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

    def turns(self, game: PaperId) -> tuple[TakenTurn, ...]:
        """Every turn taken in a game, oldest first."""

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

    def noted_orders(
        self, game: PaperId, until: datetime | None = None
    ) -> Mapping[GnomeName, Orders]:
        """The latest standing orders of each gnome; with *until*, the latest of that moment."""

    # -- drafts and decisions -------------------------------------------------------------------

    def add_draft(self, draft: Draft) -> None:
        """A draft is put on file."""

    def draft(self, code: str) -> tuple[Draft, Decision | None] | None:
        """The draft with this code and what became of it; None when there is none."""

    def open_drafts(self) -> tuple[Draft, ...]:
        """Drafts without a decision, oldest first."""

    def approved_like(self, draft: Draft) -> str | None:
        """The code of an approved draft of the same words, about the same thing; None of none."""

    def last_rejected(self) -> str | None:
        """The code of the draft that was rejected last, None where none ever was."""

    def drafts_about(self, turn: PaperId) -> int:
        """How many drafts were made about a turn so far."""

    def first_drafted(self, turn: PaperId) -> datetime | None:
        """When the first draft about a turn was made, whatever came of it; None before."""

    def last_approved(self, kind: DraftKind, about: str) -> datetime | None:
        """When the last draft of this kind and about this was made that was approved."""

    def drafted_since(self, kind: DraftKind, about: str, since: datetime) -> int:
        """How many drafts of this kind, about something that begins so, were made since then."""

    def decide(self, decision: Decision) -> None:
        """A draft is decided.  Raises errors.DraftClosed when it was before."""

    def hold(self, hold: Hold) -> None:
        """A draft is held, or released."""

    def hold_of(self, draft: str) -> Hold | None:
        """The last that was said about holding a draft, None where nothing was."""

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
        """Every posting and its state, oldest first; of one draft what showed it, too."""

    def unsent(self) -> tuple[QueuedPosting, ...]:
        """Every posting that no server has accepted, and its state, oldest first."""

    def outcomes(self) -> Mapping[Outcome, int]:
        """How many attempts ever came to each outcome."""

    def unaccepted(self, kind: PostingKind, since: datetime) -> tuple[QueuedPosting, ...]:
        """Mails of one kind, queued since then, that no server has accepted; oldest first.

        Not those that were queued for a reason of their own: reminders and the like.
        """

    def posting(self, message_id: MessageId) -> QueuedPosting | None:
        """The bot's mail with this Message-ID, None where it is none of eirs."""

    def held_up(self) -> tuple[QueuedPosting, ...]:
        """Mails that no server has accepted so far and that others wait for, oldest first."""

    def wait_no_more(self, after: MessageId, instead: MessageId | None = None) -> None:
        """What waits for the mail *after* waits for another *instead*, or for neither."""

    def mailed_for(self, reason: str) -> QueuedPosting | None:
        """The last mail queued for this reason, None where none was."""

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
