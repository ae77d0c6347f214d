"""The settings, `rednov.toml`, checked once.

`load` reads the file, lays the environment over it, and answers with settings that nobody needs
to check again: passwords are read from their files, and what the file names by a relative path
lies in the file's own folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from rednov_bot import keys
from rednov_bot.errors import SettingsError
from rednov_bot.kinds import (
    STANDARD_DATA,
    Address,
    Discreet,
    Host,
    Key,
    Line,
    ListId,
    Port,
    Word,
)
from rednov_bot.overrides import overlay
from rednov_bot.strict_toml import joined, mapping_of, octets_of, shaped

Tls = Literal["none", "starttls", "implicit"]

RESERVED_FORUM: Final = "private"
"""What the forum of a letter is called that came to the bot alone."""

SQLITE: Final = "sqlite:///"
POSTGRESQL: Final = "postgresql+psycopg://"


class BotSettings(Discreet, frozen=True, forbid_unknown_fields=True):
    """[bot]: the mailbox that is subscribed to the lists, and the database."""

    address: Address
    database: str = "sqlite:///rednov.db"
    authserv_id: Word | None = None


class ImapSettings(Discreet, frozen=True, forbid_unknown_fields=True):
    """[imap]: where mail comes from."""

    host: Host
    port: Port
    user: Line
    password: str | None = None  # once loaded: the password, wherever it came from
    password_file: Line | None = None
    tls: Tls = "implicit"
    folder: Line = "INBOX"


class SmtpSettings(Discreet, frozen=True, forbid_unknown_fields=True):
    """[smtp]: where mail goes.  An empty user: no authentication."""

    host: Host
    port: Port
    user: Word = ""
    password: str | None = None  # once loaded: the password, wherever it came from
    password_file: Line | None = None
    tls: Tls = "starttls"


class ContestSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[contest]: how it begins; what is announced later counts instead (§1).

    `awards`: points due for a turn are awarded by a posting of their own, or in the resolution.
    """

    contestmaster: Line
    name: Line = "Red November"
    y_pot: Annotated[int, Meta(ge=0)] = 0  # the most Y points that a game may award (§24)
    axes: tuple[Line, ...] = ("X", "Y")
    is_contest: bool = True  # §4
    deputy: str = ""  # decides while the contestmaster plays (A83)
    awards: Literal["apart", "with_resolution"] = "apart"
    report: Literal["off", "weekly"] = "weekly"


Hours = tuple[Annotated[int, Meta(ge=0, le=1000)], ...]


class ReminderSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[reminders]: when who is reminded, in hours (rules.md 8.3); an empty list: never."""

    resolution: Hours = (24, 36, 47)  # since the announcement of a turn (§16)
    award: Hours = (24, 47)  # since the resolution or the end (§18, §24)
    draft: Annotated[int, Meta(ge=0, le=1000)] = 12  # since it was made; 0: never
    hand_limit: Hours = (24, 48)  # the first, then every so many hours (§17)
    idle_warning: Annotated[int, Meta(ge=0, le=1000)] = 72  # to the gnome; 0: never (§19)
    outage: Annotated[int, Meta(ge=1, le=1000)] = 1  # how long a silence of the bot counts as one


class Forum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[forums.NAME]: a mailing list; `public` where announcements count (§9)."""

    address: Address
    public: bool
    list_id: ListId | None = None
    post: bool = False


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[people.NAME]: who writes from which addresses; the first one gets eir private mail.

    What comes from a past address is still eirs; nothing is ever sent there.
    """

    addresses: Annotated[tuple[Address, ...], Meta(min_length=1)]
    past_addresses: tuple[Address, ...] = ()
    contestant: bool = False


class SecretsSettings(Discreet, frozen=True, forbid_unknown_fields=True):
    """[secrets]: the key that seals what is hidden on file; without one nothing is sealed."""

    key: str | None = None  # once loaded: the key, wherever it came from
    key_file: Line | None = None


class GameSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[game]: the data set and the options (rules.md 10) of games to come."""

    data: Line = STANDARD_DATA
    options: dict[str, Any] = {}


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of `rednov.toml`."""

    bot: BotSettings
    imap: ImapSettings
    smtp: SmtpSettings
    contest: ContestSettings
    forums: dict[Key, Forum]
    people: dict[Line, Person]
    game: GameSettings = GameSettings()
    reminders: ReminderSettings = ReminderSettings()
    secrets: SecretsSettings = SecretsSettings()


def load(path: Path, environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings in the file with the environment laid over them, or SettingsError."""
    mapping = mapping_of(octets_of(path, SettingsError), path, SettingsError)
    laid, origins = overlay(mapping, Settings, environ, path)
    _let_the_environment_win(laid, origins)
    settings = shaped(laid, Settings, path, SettingsError, origins)
    for contradiction in _contradictions(settings):
        raise SettingsError(f"{path}: {contradiction}")
    return _settled(settings, path)


def imap_password(settings: Settings) -> str:
    """The password of the mailbox."""
    return settings.imap.password or ""


def smtp_password(settings: Settings) -> str:
    """The password for sending; empty where no user is given."""
    return settings.smtp.password or ""


def sealing_key(settings: Settings) -> keys.Key | None:
    """The key that seals what is hidden on file, None where nothing is sealed."""
    found = keys.read(settings.secrets.key) if settings.secrets.key else None
    return found if isinstance(found, keys.Key) else None


def _let_the_environment_win(laid: dict[str, Any], origins: Mapping[str, str]) -> None:
    """A password or key from the environment replaces the file's, and the reverse."""
    for section, given in (("imap", "password"), ("smtp", "password"), ("secrets", "key")):
        for one, other in ((given, f"{given}_file"), (f"{given}_file", given)):
            if f"{section}.{one}" in origins and f"{section}.{other}" not in origins:
                laid[section].pop(other, None)


def _contradictions(settings: Settings) -> Iterator[str]:
    """What no single key shows: each key with what is wrong and what to do."""
    yield from _wrong_people(settings)
    yield from _wrong_forums(settings)
    yield from _wrong_addresses(settings)
    yield from _wrong_past(settings)
    yield from _wrong_database(settings.bot.database)


def _wrong_people(settings: Settings) -> Iterator[str]:
    """A contestmaster nobody knows; names that differ in upper and lower case alone."""
    master = settings.contest.contestmaster
    if master not in settings.people:
        yield f'contest.contestmaster is "{master}", who is not in [people]; add em there'
    deputy = settings.contest.deputy
    if deputy and deputy not in settings.people:
        yield f'contest.deputy is "{deputy}", who is not in [people]; add em there'
    if deputy == master:
        yield "contest.deputy is the contestmaster emself; name somebody else, or leave it out"
    names: dict[str, str] = {}
    for name in settings.people:
        other = names.setdefault(name.casefold(), name)
        if other != name:
            yield f"{joined('people', name)} reads like {joined('people', other)}; rename one"


def _wrong_past(settings: Settings) -> Iterator[str]:
    """An address that is said to be past, and in use all the same."""
    for name, person in settings.people.items():
        where = joined("people", name)
        used = {address.casefold() for address in person.addresses}
        for address in person.past_addresses:
            if address.casefold() in used:
                yield f"{where}.past_addresses: {address} is also in {where}.addresses; drop one"


def _wrong_forums(settings: Settings) -> Iterator[str]:
    """Not exactly one public forum to post to; a reserved name; a List-Id used twice."""
    posts = [key for key, forum in settings.forums.items() if forum.post]
    if not posts:
        yield "forums: none has post = true; give it to the public forum the bot posts to"
    if len(posts) > 1:
        keys = ", ".join(joined("forums", key) for key in posts)
        yield f"{keys}: more than one has post = true; leave it to a single one"
    lists: dict[str, str] = {}
    for key, forum in settings.forums.items():
        where = joined("forums", key)
        if key.casefold() == RESERVED_FORUM:
            yield f"{where} has a name kept for mail to the bot alone; choose another"
        if forum.post and not forum.public:
            yield f"{where}.post is true, but {where}.public is false; post to a public forum"
        other = lists.setdefault((forum.list_id or where).casefold(), where)
        if other != where:
            yield f"{where}.list_id is also that of {other}; give each forum its own"


def _wrong_addresses(settings: Settings) -> Iterator[str]:
    """An address that belongs to two: the bot, a forum, a person (upper and lower case alike)."""
    used = [("bot.address", "bot", settings.bot.address)]
    for key, forum in settings.forums.items():
        where = joined("forums", key)
        used.append((f"{where}.address", where, forum.address))
    for name, person in settings.people.items():
        where = joined("people", name)
        used += [(f"{where}.addresses", where, address) for address in person.addresses]
        used += [(f"{where}.past_addresses", where, one) for one in person.past_addresses]
    owners: dict[str, tuple[str, str]] = {}
    for key, owner, address in used:
        other, first = owners.setdefault(address.casefold(), (key, owner))
        if first != owner:
            yield f"{key}: {address} is also in {other}; an address belongs to one alone"


def _wrong_database(url: str) -> Iterator[str]:
    """A database of another kind, or one that would be forgotten; the URL may hold a password."""
    if url.startswith(POSTGRESQL) and url != POSTGRESQL:
        return
    known = f"{SQLITE}FILE or {POSTGRESQL}USER@HOST/NAME"
    if not url.startswith(SQLITE):
        yield f"bot.database must be {known}"
    elif url.removeprefix(SQLITE).split("?")[0] in ("", ":memory:"):
        yield f"bot.database names no file, so every game would be lost at exit; write {known}"


def _settled(settings: Settings, path: Path) -> Settings:
    """The settings with their passwords, and with paths that hold wherever the bot is run."""
    folder = path.absolute().parent
    bot, imap, smtp, game = settings.bot, settings.imap, settings.smtp, settings.game
    file = bot.database.removeprefix(SQLITE)
    if bot.database.startswith(SQLITE) and not file.startswith(("/", "file:")):
        bot = replace(bot, database=f"{SQLITE}{folder / file}")
    if game.data != STANDARD_DATA:
        game = replace(game, data=str(folder / game.data))
    return replace(
        settings,
        bot=replace(bot, authserv_id=bot.authserv_id or None),
        imap=replace(imap, password=_password(imap, "imap", path)),
        smtp=replace(smtp, password=_password(smtp, "smtp", path)),
        game=game,
        secrets=replace(settings.secrets, key=_key(settings.secrets, path)),
    )


def _password(section: ImapSettings | SmtpSettings, name: str, path: Path) -> str:
    """The password itself, from the settings or its file; "" where none is needed."""
    given, file, key = section.password, section.password_file, f"{name}.password"
    if given and file:
        raise SettingsError(f"{path}: {key} and {key}_file are both given; keep one of them")
    if file:
        key, where = f"{key}_file", path.absolute().parent / file
        octets = octets_of(where, SettingsError)
        given = octets.decode(errors="surrogateescape").removesuffix("\n").removesuffix("\r")
        if not given or not given.isprintable():
            raise SettingsError(f"{path}: {key}: {where} must hold the password on a single line")
    elif given is None and section.user:
        variable = f"REDNOV_{name.upper()}__PASSWORD"
        raise SettingsError(f"{path}: {key} is missing; give it, {key}_file, or set {variable}")
    elif given and not given.isprintable():
        raise SettingsError(f"{path}: {key} must be a single line of characters that can be seen")
    return given or ""


def _key(section: SecretsSettings, path: Path) -> str | None:
    """The sealing key in writing, from the settings or its file; None where there is none."""
    given, file = section.key, section.key_file
    if given and file:
        raise SettingsError(
            f"{path}: secrets.key and secrets.key_file are both given; keep one of them"
        )
    source = "secrets.key"
    if file:
        where = path.absolute().parent / file
        given = octets_of(where, SettingsError).decode("ascii", "replace")
        source = f"secrets.key_file: {where}"
    found = keys.read(given or "") if given or file else None
    if isinstance(found, str):
        raise SettingsError(f"{path}: {source} {found}")
    return None if found is None else found.written()
