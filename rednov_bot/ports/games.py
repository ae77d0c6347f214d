"""The contest and its games: members, turns, luck, drafts and all that happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from rednov_bot.contest import (
    Awarded,
    ContestChange,
    Hold,
    Membership,
    RevealLuck,
    Ruling,
    RulingEffect,
)
from rednov_bot.engine.choices import Answer
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.happenings import Happening
from rednov_bot.engine.turn import Orders, Turn
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.papers import Chapter, Decision, Draft, DraftKind, Game, Letter, PaperId, TakenTurn
from rednov_bot.proof.commitments import ABSENT
from rednov_bot.proof.published import Chain, Proof
from rednov_bot.proof.tiles import SealedPool


class Games(Protocol):
    """Games, their gamestates and all that happened in them."""

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
        luck: int = 1,
        beacon: str = "",
        called: str | None = None,
    ) -> Game:
        """A game is put on file; it has no gamestate until its opening is posted.

        *luck* is the form of its luck, 1 or 2; *beacon* that to which it is bound.  It is called
        RN1, RN2 and so on, as the next one; or as another is *called* that did not begin.
        """

    def keep_data(self, digest: str, files: Mapping[str, bytes]) -> None:
        """The files of a data set are kept, once, for the games that begin with it."""

    def kept_data(self) -> Mapping[str, Mapping[str, bytes]]:
        """The files of every data set that is kept, by its digest and their names."""

    def games(self) -> tuple[Game, ...]:
        """Every game, oldest first."""

    def unopened_games(self) -> tuple[Game, ...]:
        """Games put on file after every game that has begun, newest first.

        Without those that bear the name of one that has begun: they never will.
        """

    def game_called(self, tag: str) -> Game | None:
        """The game with this tag, the one that has begun if any has; None where there is none."""

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


class Contest(Protocol):
    """The contest: its members, its changes, what was ruled."""

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


class Turns(Protocol):
    """Turns taken, and what was said of them besides."""

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
        """A valid turn was taken; *digest* is that of its mail, for the luck (A95).

        *beacon* is the round of the public beacon that is mixed into it, if one is.
        """

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


class Fortunes(Protocol):
    """What was published of the luck of each game."""

    def publish_luck(self, game: PaperId, proof: Proof, draft: str) -> None:
        """The draws of an approved posting have their numbers for ever."""

    def chain(self, game: PaperId) -> Chain | None:
        """How far the chain goes; None before the opening, and where the luck is of form 1."""

    def draws_at(self, game: PaperId, moment: str) -> Mapping[str, int]:
        """The numbers of what was published of a moment, by link."""

    def sealed_pools(self, game: PaperId) -> tuple[SealedPool, ...]:
        """The shuffles of the item pool that were published, the last one first."""

    def reveal_luck(self, game: PaperId, effect: RevealLuck, draft: str, at: datetime) -> None:
        """The secrets of a game's luck were published."""

    def luck_revealed(self, game: PaperId) -> RevealLuck | None:
        """Which secrets of a game are published; None while none is."""

    def luck_told_by(self, game: PaperId) -> tuple[tuple[str, bool], ...]:
        """By which drafts the secrets of a game were published, oldest first.

        The code of each, and whether those of the tiles are told in it.
        """

    def add_beacon(self, named: str, round: int, value: str, by: str, at: datetime) -> None:
        """The value of a round of a public beacon, 64 hex digits; the last one counts.

        *named* is the beacon, as the terms of a game have it.
        """

    def beacon(self, named: str, round: int) -> str | None:
        """The value that counts for a round of a public beacon; None while there is none."""

    def bound_to(self, named: str, round: int) -> tuple[PaperId, ...]:
        """The turns whose luck hangs on a round of a public beacon."""


class Drafts(Protocol):
    """Drafts and what the contestmaster decided."""

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

    def drafts_of(self, kind: DraftKind, game: PaperId, about: str) -> int:
        """How many drafts of this kind, game and subject were made so far."""

    def first_drafted(self, turn: PaperId) -> datetime | None:
        """When the first draft about a turn was made, whatever came of it; None before."""

    def last_approved(self, kind: DraftKind, about: str) -> datetime | None:
        """When the last draft of this kind and about this was made that was approved."""

    def drafted_since(self, kind: DraftKind, about: str, since: datetime) -> int:
        """How many drafts of this kind, about something that begins so, were made since then.

        One whose place another took, as when it was overruled, does not count.
        """

    def decide(self, decision: Decision) -> None:
        """A draft is decided.  Raises errors.DraftClosed when it was before."""

    def hold(self, hold: Hold) -> None:
        """A draft is held, or released."""

    def hold_of(self, draft: str) -> Hold | None:
        """The last that was said about holding a draft, None where nothing was."""
