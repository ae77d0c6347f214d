"""The desk: what every use case is given."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Final, Protocol, TypedDict, Unpack

from rednov_bot.core.contest import Contest, Effect
from rednov_bot.core.errors import DataError
from rednov_bot.core.luck import FORM
from rednov_bot.core.mail.authentication import Checks
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.models import Draft, DraftKind, Game, Page, PaperId, TakenTurn
from rednov_bot.core.settings import Forum, Settings
from rednov_bot.core.store.unit_of_work import Database, UnitOfWork
from rednov_bot.core.transport.completions import Completions
from rednov_bot.core.workflow import in_force
from rednov_bot.games.base import (
    Choice,
    Data,
    Event,
    Facts,
    Game as AnyGame,
    GameWords,
    Options,
    Player,
    Refusal,
    State,
)

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without I, O, 0 and 1, which eyes confuse
CODE_LENGTH = 7


class Clock(Protocol):
    """What time it is: an input, so that tests run weeks in seconds."""

    def now(self) -> datetime:
        """The present moment in UTC, with its time zone."""


class Tokens:
    """Names that nobody can guess, from the operating system: an input, so that tests fix them."""

    def code(self) -> str:
        """The code of a draft, seven letters or digits: one of 32**7."""
        return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))

    def message(self) -> str:
        """The left side of a Message-ID, twenty hexadecimal digits."""
        return secrets.token_hex(10)

    def secret(self) -> bytes:
        """The 32-byte secret of a game's luck."""
        return secrets.token_bytes(32)


class More(TypedDict, total=False):
    """What may be said of a new draft (models.Draft)."""

    game: PaperId | None
    turn: PaperId | None
    for_state: int | None
    attempt: int
    pages: tuple[Page, ...]
    events: tuple[Event, ...]
    choice: Choice | None
    due_by: datetime | None
    mail: PaperId | None
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What every use case is given: settings, roster, database, clock, tokens, data sets.

    Who sits at it is said by `office.seated`; before that the settings say it.
    """

    settings: Settings
    roster: Roster
    db: Database
    clock: Clock
    tokens: Tokens
    game: AnyGame  # the kind of game that is played in this contest
    tables: Callable[[str], Data]  # by the name or path of a data set
    kept: Callable[[str], Data | None] = lambda _: None  # those in the database, by digest
    since: datetime | None = None  # mail that came before is passed over
    tray: list[Page] | None = None  # where the answers to one mail gather, if there may be several
    contest: Contest | None = None  # as it is now
    decider: Player | None = None  # who decides now
    beacon: Callable[[int], str | None] = lambda _: None  # rounds of the public one, in a file
    checks: Checks = field(default_factory=Checks)  # of where mails come from
    assistant: Completions | None = None  # None: nobody is asked
    consulted: dict[str, str | None] | None = None  # words -> its answer; None: it is to be asked
    luck: int = FORM  # the form of the luck of games that begin; older ones keep theirs

    @property
    def words(self) -> GameWords:
        """What the game calls things."""
        return self.game.words

    @property
    def contestmaster(self) -> Player:
        """Who holds the office, in whose name the bot posts."""
        if self.contest is not None:
            return self.contest.contestmaster
        return self.settings.contest.contestmaster

    @property
    def decides(self) -> Player:
        """Who is shown drafts and hands, and approves: the contestmaster, or their deputy (A83)."""
        return self.decider or self.contestmaster

    @property
    def axes(self) -> tuple[str, ...]:
        """The axes of the contest (§1)."""
        return self.settings.contest.axes if self.contest is None else self.contest.axes

    @property
    def y_pot(self) -> int:
        """The most Y points that the nomic lets a game award (§24); 0 where that is not known."""
        return self.settings.contest.y_pot if self.contest is None else self.contest.y_pot

    def address_of(self, name: Player) -> str | None:
        """The first address of a person, to which their private mail goes."""
        person = self.settings.people.get(name)
        return person.addresses[0] if person is not None else None

    def posting_forum(self, key: str | None = None) -> tuple[str, Forum]:
        """The forum to post in: *key* if the bot posts there, else the first one where it does."""
        fora = self.settings.forums
        if key is not None and key in fora and fora[key].post:
            return key, fora[key]
        return next((key, forum) for key, forum in fora.items() if forum.post)

    def now(self) -> datetime:
        """The present moment in UTC."""
        return self.clock.now()

    def draft(self, kind: DraftKind, about: str, **more: Unpack[More]) -> Draft:
        """A new draft, made now, with a code of its own."""
        code, at = self.tokens.code(), self.now()
        return Draft(code=code, kind=kind, about=about, made_at=at, **more)


@dataclass(frozen=True)
class Ongoing:
    """The game that is being played, at its present gamestate."""

    game: Game
    number: int
    gamestate: State
    tables: Data
    options: Options  # fixed by its opening, and what was ruled about them since (rules.md 10)
    engine: AnyGame

    @cached_property
    def facts(self) -> Facts:
        """What the contest needs to know of the present gamestate."""
        return self.engine.facts(self.gamestate)


NO_GAME: Final = Refusal("NO_GAME", "§5", "no game is ongoing")
"""What stands against everything that is done in a game, between games."""


def ongoing(desk: Desk, records: UnitOfWork) -> Ongoing | None:
    """The game that is being played, None between games (§4)."""
    game = records.latest_game()
    found = None if game is None else records.gamestate(game.id)
    if game is None or found is None or records.is_over(game.id):
        return None
    options = in_force.options_now(records, game)
    return Ongoing(game, *found, tables_of(desk, game), options, desk.game)


def pending(desk: Desk, records: UnitOfWork) -> TakenTurn | None:
    """The turn of the game being played that awaits its resolution."""
    now = ongoing(desk, records)
    return None if now is None else records.pending_turn(now.game.id)


def draft_of(records: UnitOfWork, code: str | None) -> Draft | None:
    """The draft with this code, whatever became of it."""
    found = None if code is None else records.draft(code)
    return None if found is None else found[0]


def tables_of(desk: Desk, game: Game) -> Data:
    """The data set a game began with; where its files have changed, as it was kept (A76).

    Raises DataError where it was not.
    """
    try:
        tables = desk.tables(game.data)
        if tables.digest != game.data_digest:
            raise DataError(
                f"the data set {game.data!r} is not the one {game.tag} began with: put the files "
                f"back, whose SHA-256 was {game.data_digest}"
            )
    except DataError:
        if (kept := desk.kept(game.data_digest)) is not None:
            return kept
        raise
    return tables
