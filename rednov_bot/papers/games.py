"""What is on file about a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from rednov_bot.engine.happenings import Happening
from rednov_bot.engine.options import Options
from rednov_bot.engine.turn import Turn
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers.names import MessageId, PaperId


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game of the contest: what was fixed by its opening."""

    id: PaperId
    tag: str  # "RN1", "RN2", ...: how mails name it
    gnomes: tuple[GnomeName, ...]  # in canonical order
    options: Options
    data: str  # name or path of the data set
    data_digest: str  # SHA-256 of the data set in force
    rules_version: str  # of the program that began it
    luck: int = 1  # the form of its luck: 2 can be checked by everybody (docs/luck.md)
    beacon: str = ""  # the public one that its terms bind it to, in their words; "" without one


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """How a game got to one of its gamestates."""

    number: int  # of the gamestate
    cause: str
    at: datetime
    happenings: tuple[Happening, ...] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenTurn:
    """A valid turn, taken at the moment of its announcement (§9)."""

    id: PaperId
    game: PaperId
    number: int  # counts the turns of a game from 1
    turn: Turn = field(repr=False)  # names the tiles of a private list
    taken_at: datetime
    message_id: MessageId | None  # of the announcement, for threading
    references: tuple[MessageId, ...]
    subject: str
    forum: str  # a key of [forums]: where the resolution goes
    mail: PaperId | None = None  # that announced it
    digest: str = "-"  # of that mail, in hex: the luck of the turn depends on it (A95)
    beacon: int | None = None  # the round of the public beacon that is mixed into its luck
