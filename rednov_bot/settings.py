"""The settings, `rednov.toml`, checked once."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Tls = Literal["none", "starttls", "implicit"]


class BotSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[bot]: the mailbox that is subscribed to the lists, and the database."""

    address: str
    database: str = "sqlite:///rednov.db"
    authserv_id: str | None = None


class ImapSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[imap]: where mail comes from."""

    host: str
    port: int
    user: str
    password: str | None = None
    password_file: str | None = None
    tls: Tls = "implicit"
    folder: str = "INBOX"


class SmtpSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[smtp]: where mail goes.  An empty user: no authentication."""

    host: str
    port: int
    user: str = ""
    password: str | None = None
    password_file: str | None = None
    tls: Tls = "starttls"


class ContestSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[contest]: its name, the contestmaster, and the most Y points a game may award (§24)."""

    contestmaster: str
    name: str = "Red November"
    y_pot: int = 0
    axes: tuple[str, ...] = ("X", "Y")


class Forum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[forums.NAME]: a mailing list; `public` where announcements count (§9)."""

    address: str
    public: bool
    list_id: str | None = None
    post: bool = False


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[people.NAME]: who writes from which addresses; the first one gets eir private mail."""

    addresses: tuple[str, ...]
    contestant: bool = False


class GameSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[game]: the data set and the options (rules.md 10) of games to come."""

    data: str = "standard"
    options: dict[str, Any] = {}


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of `rednov.toml`."""

    bot: BotSettings
    imap: ImapSettings
    smtp: SmtpSettings
    contest: ContestSettings
    forums: dict[str, Forum]
    people: dict[str, Person]
    game: GameSettings = GameSettings()
