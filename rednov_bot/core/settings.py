"""The settings, `rednov.toml`, checked once; environment variables are laid over them."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, inspect
from msgspec.structs import replace

from rednov_bot.core import domain_records, openpgp
from rednov_bot.core.domains import folded, in_ascii
from rednov_bot.core.errors import CannotEncrypt, SettingsError
from rednov_bot.core.toml import (
    STANDARD_DATA,
    Address,
    ArchiveAddress,
    AuthResult,
    Discreet,
    Endpoint,
    Host,
    Key,
    Line,
    ListId,
    Moment,
    Port,
    WebAddress,
    Word,
    is_whole,
    joined,
    mapping_of,
    octets_of,
    shape_of,
    shaped,
)
from rednov_bot.games.base import STANDARD

Tls = Literal["none", "starttls", "implicit"]


class BotSettings(Discreet, frozen=True, forbid_unknown_fields=True):
    """[bot]: the mailbox that is subscribed to the lists, and the database."""

    address: Address
    database: str = "sqlite:///rednov.db"
    authserv_id: Word | None = None
    answers_a_day: Annotated[int, Meta(ge=0)] = 50  # to what one person asks for; 0: no bound
    guide: WebAddress | None = None  # where these docs are on the web; help by mail names it


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
    since: Moment | None = None  # mail that came before is passed over; none: before the database
    name: Line = "Red November"
    y_pot: Annotated[int, Meta(ge=0)] = 0  # the most Y points that a game may award (§24)
    axes: tuple[Line, ...] = ("X", "Y")
    is_contest: bool = True  # §4
    deputy: str = ""  # decides while the contestmaster plays (A83)
    awards: Literal["apart", "with_resolution"] = "apart"
    report: Literal["off", "weekly"] = "weekly"
    confirmed_channels: bool = False  # an opening waits until each gnome has answered a mail (§6)


Hours = tuple[Annotated[int, Meta(ge=0, le=1000)], ...]


class ReminderSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[reminders]: when who is reminded, in hours (rules.md 8.3); an empty list: never."""

    resolution: Hours = (24, 36, 47)  # since the announcement of a turn (§16)
    award: Hours = (24, 47)  # since the resolution or the end (§18, §24)
    draft: Annotated[int, Meta(ge=0, le=1000)] = 12  # since it was made; 0: never
    hand_limit: Hours = (24, 48)  # the first, then every so many hours (§17)
    idle_warning: Annotated[int, Meta(ge=0, le=1000)] = 72  # to the gnome; 0: never (§19)
    outage: Annotated[int, Meta(ge=1, le=1000)] = 1  # how long a silence of the bot counts as one


class TrustSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[trust]: how it is found out whose a mail is, and what is done where nothing is known."""

    unknown: Literal["act", "hold"] = "act"  # where nothing is known: it counts, or is asked about
    results: Annotated[int, Meta(ge=1, le=10)] = 1  # fields that the own server always writes
    resolver: Word = ""  # of the keys of domains: "system", or the address of a name server
    keys_file: Line | None = None  # the same keys in a file, looked at first

    def lets_act(self, outcome: AuthResult) -> bool:
        """Whether a mail of which this was found counts by itself."""
        return outcome == "pass" or (outcome == "nothing known" and self.unknown == "act")


class AlarmSettings(Discreet, frozen=True, forbid_unknown_fields=True):
    """[alarm]: when the contestmaster and the host hear that the bot is cut off."""

    after: Annotated[int, Meta(ge=0, le=100_000)] = 30  # minutes; 0: never
    host: Address | None = None  # who hears of it besides
    health: Line | None = None  # the file that tells how the service is


class NoticeSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[notices]: when it is known that somebody reads their private mail, and if not."""

    confirm_within: Annotated[int, Meta(ge=0, le=1000)] = 48  # hours; 0: never waited for (§6)
    resend: Literal["silent", "bounced", "never"] = "silent"
    channel_days: Annotated[int, Meta(ge=1, le=10000)] = 60  # how long an answer shows the way


class ReturnSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[returns]: how long a posting may take to come back from its list."""

    within: Annotated[int, Meta(ge=0, le=100_000)] = 60  # minutes; 0: of no accepted one


class PictureSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[pictures]: whether what is posted about a position comes with a picture of the board."""

    in_mails: bool = True  # beside the plain text, for readers of HTML; the text is always whole
    # Octets of a whole mail as it is sent; above that the picture is left out, then the HTML.
    largest_posting: Annotated[int, Meta(ge=1, le=100_000_000)] = 30_000
    largest_draft: Annotated[int, Meta(ge=1, le=100_000_000)] = 40_000


class PagesSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[pages]: the pages for spectators, written anew after each posting."""

    folder: Line | None = None  # where they are written; none: only by `rednov pages`
    address: WebAddress | None = None  # where they can be read: https://sub.example/rednov/


class Forum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[forums.NAME]: a mailing list; `public` where announcements count (§9)."""

    address: Address
    public: bool
    list_id: ListId | None = None
    post: bool = False
    domains: tuple[Host, ...] = ()  # that vouch for its mails, besides its own
    archive: ArchiveAddress | None = None  # where a mail lies in it, by its {id} or {hash}


class Person(Discreet, frozen=True, forbid_unknown_fields=True):
    """[people.NAME]: who writes from which addresses; the first one gets their private mail.

    What comes from a past address is still theirs; nothing is ever sent there.  What is for them
    alone is encrypted to their OpenPGP key.
    """

    addresses: Annotated[tuple[Address, ...], Meta(min_length=1)]
    past_addresses: tuple[Address, ...] = ()
    contestant: bool = False
    openpgp_key: Line | None = None  # once loaded: the public key itself, in armour


class ReadingSettings(Discreet, frozen=True, forbid_unknown_fields=True):
    """[reading]: a language model of the host's own, which helps where the reader asks."""

    assistant: Endpoint | None = None  # speaks as OpenAI's API does; None: nobody is asked
    model: Line | None = None
    seconds: Annotated[int, Meta(ge=1, le=60)] = 20  # that a mail waits for it at the most
    key: str | None = None  # once loaded: the key, wherever it came from
    key_file: Line | None = None


class LuckSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[luck]: the public beacon of games with the option `beacon`; nothing is ever fetched.

    Round n is at genesis + (n - 1) periods; the file has lines `ROUND VALUE`.
    """

    beacon: str = ""  # what it is called: `drand quicknet`
    beacon_genesis: datetime | None = None
    beacon_period: Annotated[int, Meta(ge=1)] = 30  # seconds
    beacon_file: Line | None = None


class GameSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[game]: which game it is, its data set, and the options (rules.md 10) of games to come."""

    kind: Line = STANDARD  # a package of rednov_bot.games, or a module
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
    luck: LuckSettings = LuckSettings()
    reminders: ReminderSettings = ReminderSettings()
    alarm: AlarmSettings = AlarmSettings()
    notices: NoticeSettings = NoticeSettings()
    trust: TrustSettings = TrustSettings()
    reading: ReadingSettings = ReadingSettings()
    returns: ReturnSettings = ReturnSettings()
    pictures: PictureSettings = PictureSettings()
    pages: PagesSettings = PagesSettings()


PREFIX: Final = "REDNOV_"
FILE_ONLY: Final = ("people",)
RESERVED_FORUM: Final = "private"
"""What the forum of a mail is called that came to the bot alone."""

SQLITE: Final = "sqlite:///"
POSTGRESQL: Final = "postgresql+psycopg://"


def load(path: Path, environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings in the file with the environment laid over them, or SettingsError."""
    laid = mapping_of(octets_of(path, SettingsError), path, SettingsError)
    try:
        origins = _overlay(laid, shape_of(Settings), environ)
        _let_the_environment_win(laid, origins)
        _let_a_date_be_its_first_moment(laid.get("contest"))
        _refuse_what_was(laid.get("trust"), laid.pop("secrets", None))
        settings = shaped(laid, Settings, path, SettingsError, origins)
        for contradiction in _contradictions(settings):
            raise _Wrong(contradiction)
        return _settled(settings, path.absolute().parent)
    except _Wrong as wrong:
        raise SettingsError(f"{path}: {wrong}") from None


def imap_password(settings: Settings) -> str:
    """The password of the mailbox."""
    return settings.imap.password or ""


def smtp_password(settings: Settings) -> str:
    """The password for sending; empty where no user is given."""
    return settings.smtp.password or ""


class _Wrong(Exception):
    """The settings are wrong: which key, and what to do, in a sentence without the file's name."""


# -- the environment ----------------------------------------------------------------------------


def _overlay(
    laid: dict[str, Any], whole: inspect.Type, environ: Mapping[str, str]
) -> dict[str, str]:
    """The variables are laid over the file's mapping; which key came from which."""
    origins: dict[str, str] = {}
    for variable in sorted(environ):
        if variable.startswith(PREFIX) and _is_meant_for_us(variable, whole):
            if not is_whole(environ[variable]):
                raise _Wrong(f"the environment variable {variable} is not UTF-8; write it in UTF-8")
            key = _lay(laid, whole, variable.removeprefix(PREFIX).split("__"), environ[variable])
            if key in origins:
                both = f"{key} is set by both {origins[key]} and {variable}"
                raise _Wrong(f"{both}; unset one of them")
            origins[key] = variable
    return origins


def _is_meant_for_us(variable: str, whole: inspect.Type) -> bool:
    """Whether a variable is a setting: those without `__` may belong to anything else."""
    rest = variable.removeprefix(PREFIX)
    nothing = f"the environment variable {variable} sets nothing"
    if "__" not in rest:
        for section in _fields(whole):
            if rest.lower().startswith(f"{section}_"):
                right = f"{PREFIX}{section.upper()}__{rest[len(section) + 1 :]}"
                raise _Wrong(f"{nothing}; write {right}")
        return False
    if (section := rest.lower().split("__")[0]) in FILE_ONLY:
        raise _Wrong(f"{nothing}; [{section}] is taken from the file alone")
    return True


def _lay(tables: dict[str, Any], kind: inspect.Type, names: list[str], text: str) -> str:
    """One variable is laid into the tables; returns its key as the file would have it.

    Where the file has a single value instead of a table nothing is laid: that is refused later.
    """
    key = ""
    for written in names:
        known = (*tables, *_fields(kind))
        name = next((one for one in known if one.casefold() == written.casefold()), written.lower())
        key, above = joined(key, name), tables
        if isinstance(kind, inspect.DictType):
            kind = kind.value_type
        else:
            kind = _fields(kind).get(name, inspect.StrType())
        below = tables.setdefault(name, {})
        tables = below if isinstance(below, dict) else {}
    above[name] = _read(text, kind)
    return key


def _fields(kind: inspect.Type) -> dict[str, inspect.Type]:
    """The keys of a table whose keys are fixed."""
    if isinstance(kind, inspect.StructType):
        return {field.encode_name: field.type for field in kind.fields}
    return {}


_WRITTEN_AS_TOML: Final = (
    *(inspect.IntType, inspect.BoolType, inspect.DateTimeType),
    *(inspect.VarTupleType, inspect.AnyType),
)


def _read(text: str, kind: inspect.Type) -> object:
    """A variable's text as its key's kind of value; unchanged where it is none."""
    if isinstance(kind, inspect.Metadata):
        return _read(text, kind.type)
    if isinstance(kind, inspect.UnionType):
        kinds = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
        return _read(text, kinds[0]) if len(kinds) == 1 else text
    if isinstance(kind, _WRITTEN_AS_TOML):
        with suppress(tomllib.TOMLDecodeError):
            return tomllib.loads(f"value = {text}")["value"]
    return text


def _let_the_environment_win(laid: dict[str, Any], origins: Mapping[str, str]) -> None:
    """A password or key from the environment replaces the file's, and the reverse."""
    secret = (("imap", "password"), ("smtp", "password"), ("reading", "key"))
    for section, given in secret:
        for one, other in ((given, f"{given}_file"), (f"{given}_file", given)):
            if f"{section}.{one}" in origins and f"{section}.{other}" not in origins:
                laid[section].pop(other, None)


def _let_a_date_be_its_first_moment(contest: object) -> None:
    if isinstance(contest, dict) and type(day := contest.get("since")) is date:
        contest["since"] = datetime.combine(day, time(), UTC)


# -- what is wrong ------------------------------------------------------------------------------

_CLASSES: Final = ("proved", "listed", "plain", "doubtful", "contradicted")


def _refuse_what_was(trust: object, secrets: object) -> None:
    """Keys of earlier versions: sealed databases, five classes of mails, time for an answer.

    The example had [secrets], empty.
    """
    if secrets:
        raise _Wrong(
            "[secrets] is no longer known, for no database is sealed any more; unseal yours with "
            "the version that sealed it (`rednov key unseal`), and remove the section"
        )
    old = [key for key in (*_CLASSES, "within") if isinstance(trust, dict) and key in trust]
    if old == ["within"]:
        raise _Wrong("trust.within is no longer set: a code works for a week; remove it")
    if old:
        raise _Wrong(
            f"trust.{old[0]} is no longer known: mails that pass act, of those that fail "
            f'their author is asked, and trust.unknown = "act" or "hold" is for all others; '
            f"remove {', '.join(old)}"
        )


def _contradictions(settings: Settings) -> Iterator[str]:
    """What no single key shows: each key with what is wrong and what to do."""
    yield from _wrong_people(settings)
    yield from _wrong_forums(settings)
    yield from _wrong_addresses(settings)
    yield from _wrong_database(settings.bot.database)
    luck, host = settings.luck, folded(settings.alarm.host or "")
    if luck.beacon and luck.beacon_genesis is None:
        yield "luck.beacon_genesis is missing; give the moment of the beacon's first round"
    if luck.beacon_genesis is not None and luck.beacon_genesis.tzinfo is None:
        yield "luck.beacon_genesis has no time zone; write 2023-08-23T15:09:27Z"
    if not luck.beacon and luck.beacon_file:
        yield "luck.beacon is missing; say what the beacon of luck.beacon_file is called"
    if host == folded(settings.bot.address):
        yield "alarm.host is the bot's own address; give that of a human"
    if host in [folded(forum.address) for forum in settings.forums.values()]:
        yield "alarm.host is a mailing list; give the address of a human"
    if settings.reading.assistant and not settings.reading.model:
        yield "reading.model is missing; name the model that reading.assistant is to use"


def _wrong_people(settings: Settings) -> Iterator[str]:
    """A contestmaster nobody knows; names that differ in upper and lower case alone."""
    contest, people = settings.contest, settings.people
    if contest.since is not None and contest.since.tzinfo is None:
        yield "contest.since has no time zone; write a date, or a moment like 2026-11-28T15:09:27Z"
    for key, name in (("contestmaster", contest.contestmaster), ("deputy", contest.deputy)):
        if name not in ("", *people):
            yield f'contest.{key} is "{name}", who is not in [people]; add them there'
    if contest.deputy == contest.contestmaster:
        yield "contest.deputy is the contestmaster; name somebody else, or leave it out"
    names: dict[str, str] = {}
    for name in people:
        other = names.setdefault(name.casefold(), name)
        if other != name:
            yield f"{joined('people', name)} reads like {joined('people', other)}; rename one"


def _wrong_forums(settings: Settings) -> Iterator[str]:
    """Not exactly one public forum to post to; a reserved name; a List-Id used twice."""
    posts = [joined("forums", key) for key, forum in settings.forums.items() if forum.post]
    if not posts:
        yield "forums: none has post = true; give it to the public forum the bot posts to"
    if len(posts) > 1:
        yield f"{', '.join(posts)}: more than one has post = true; leave it to a single one"
    lists: dict[str, str] = {}
    for key, forum in settings.forums.items():
        where = joined("forums", key)
        if key.casefold() == RESERVED_FORUM:
            yield f"{where} has a name kept for mail to the bot alone; choose another"
        if forum.post and not forum.public:
            yield f"{where}.post is true, but {where}.public is false; post to a public forum"
        other = lists.setdefault(folded(forum.list_id or where), where)
        if other != where:
            yield f"{where}.list_id is also that of {other}; give each forum its own"


def _addresses(settings: Settings) -> Iterator[tuple[str, str, str]]:
    """Each key that holds an address of the bot, a forum or a person, of whom, and the address."""
    yield "bot.address", "bot", settings.bot.address
    for key, forum in settings.forums.items():
        where = joined("forums", key)
        yield f"{where}.address", where, forum.address
    for name, person in settings.people.items():
        where = joined("people", name)
        yield from ((f"{where}.addresses", where, one) for one in person.addresses)
        yield from ((f"{where}.past_addresses", where, one) for one in person.past_addresses)


def _wrong_addresses(settings: Settings) -> Iterator[str]:
    """A domain that cannot be written in ASCII, as mail and the name servers need it; an address
    that belongs to two: the bot, a forum, a person (in whatever form, or case), or is past and in
    use all the same."""
    named = [(key, address) for key, _, address in _addresses(settings)]
    named += [("imap.host", settings.imap.host), ("smtp.host", settings.smtp.host)]
    named.append(("alarm.host", settings.alarm.host or ""))
    for key, forum in settings.forums.items():
        named += [(f"{joined('forums', key)}.domains", one) for one in forum.domains]
    for key, name in named:
        if in_ascii(name) is None:
            yield f'{key}: "{name}" has no internationalised domain that exists (IDNA); mend it'
    owners: dict[str, tuple[str, str]] = {}
    for key, owner, address in _addresses(settings):
        other, first = owners.setdefault(folded(address), (key, owner))
        if first != owner:
            yield f"{key}: {address} is also in {other}; an address belongs to one alone"
        elif key != other:
            yield f"{key}: {address} is also in {other}; drop one"


def _wrong_database(url: str) -> Iterator[str]:
    """A database of another kind, or one that would be forgotten; the URL may hold a password."""
    if url.startswith(POSTGRESQL) and url != POSTGRESQL:
        return
    known = f"{SQLITE}FILE or {POSTGRESQL}USER@HOST/NAME"
    if not url.startswith(SQLITE):
        yield f"bot.database must be {known}"
        return
    file, _, more = url.removeprefix(SQLITE).partition("?")
    if file in ("", ":memory:"):
        yield f"bot.database names no file, so every game would be lost at exit; write {known}"
    if not all("=" in one for one in more.split("&") if more):
        yield "bot.database ends at its ?; in the name of a file write %3F for it"


# -- what they come to --------------------------------------------------------------------------


def _settled(settings: Settings, folder: Path) -> Settings:
    """The settings with what lies in files, and with paths that hold wherever the bot is run."""
    bot, imap, smtp, game = settings.bot, settings.imap, settings.smtp, settings.game
    trust, alarm, pages, reading = settings.trust, settings.alarm, settings.pages, settings.reading

    def beside(name: str | None) -> str | None:
        return name and str(folder / name)

    file = bot.database.removeprefix(SQLITE)
    if bot.database.startswith(SQLITE) and not file.startswith(("/", "file:")):
        # In a URL a query begins with ? and % stands for something.
        within = str(folder).rstrip("/").replace("%", "%25").replace("?", "%3F")
        bot = replace(bot, database=f"{SQLITE}{within}/{file}")
    # The first word of Authentication-Results; the ; behind it is none of the name.
    server = (bot.authserv_id or "").rstrip(";") or None
    if game.data != STANDARD_DATA:
        game = replace(game, data=str(folder / game.data))
    return replace(
        settings,
        bot=replace(bot, address=_sent(bot.address), authserv_id=server),
        imap=replace(imap, host=_sent(imap.host), password=_password(imap, "imap", folder)),
        smtp=replace(smtp, host=_sent(smtp.host), password=_password(smtp, "smtp", folder)),
        game=game,
        luck=replace(settings.luck, beacon_file=beside(settings.luck.beacon_file)),
        trust=replace(trust, keys_file=_keys_file(trust.keys_file, folder)),
        alarm=replace(alarm, health=beside(alarm.health), host=alarm.host and _sent(alarm.host)),
        pages=replace(pages, folder=beside(pages.folder)),
        reading=replace(reading, key=_assistants_key(reading, folder)),
        forums={
            key: replace(
                forum, address=_sent(forum.address), domains=tuple(map(_sent, forum.domains))
            )
            for key, forum in settings.forums.items()
        },
        people={
            name: replace(
                person,
                addresses=tuple(map(_sent, person.addresses)),
                past_addresses=tuple(map(_sent, person.past_addresses)),
                openpgp_key=_openpgp_key(name, person, folder),
            )
            for name, person in settings.people.items()
        },
    )


def _sent(name: str) -> str:
    """An address or a host as it is sent, its domain in A-labels; that it has one was checked."""
    return in_ascii(name) or name


def _octets(key: str, name: str, folder: Path) -> tuple[bytes, str]:
    """What a file holds that a key names, and how both are called."""
    try:
        return octets_of(folder / name, SettingsError), f"{key}: {folder / name}"
    except SettingsError as error:
        raise _Wrong(f"{key}: {error}") from None


def _keys_file(name: str | None, folder: Path) -> str | None:
    """Where the keys of domains lie; the file is there, and holds such keys."""
    if not name:
        return None
    octets, called = _octets("trust.keys_file", name, folder)
    found = domain_records.read(octets)
    if isinstance(found, str):
        raise _Wrong(f"{called}: {found}")
    return str(folder / name)


def _password(section: ImapSettings | SmtpSettings, name: str, folder: Path) -> str:
    """The password itself, from the settings or its file; "" where none is needed."""
    key = f"{name}.password"
    given = _secret(section.password, section.password_file, key, folder)
    if given is None and section.user:
        variable = f"REDNOV_{name.upper()}__PASSWORD"
        raise _Wrong(f"{key} is missing; give it, {key}_file, or set {variable}")
    return given or ""


def _secret(given: str | None, file: str | None, key: str, folder: Path) -> str | None:
    """A password or key itself, from the settings or its file; None where neither is given."""
    if given and file:
        raise _Wrong(f"{key} and {key}_file are both given; keep one of them")
    if file:
        octets, called = _octets(f"{key}_file", file, folder)
        given = octets.decode(errors="surrogateescape").removesuffix("\n").removesuffix("\r")
        if not given or not given.isprintable():
            what = "password" if "password" in key else "key"
            raise _Wrong(f"{called} must hold the {what} on a single line")
    elif given and not given.isprintable():
        raise _Wrong(f"{key} must be a single line of characters that can be seen")
    return given


def _assistants_key(reading: ReadingSettings, folder: Path) -> str | None:
    """The key itself, which goes into a field of HTTP."""
    found = _secret(reading.key, reading.key_file, "reading.key", folder)
    if found and (not found.isascii() or " " in found):
        raise _Wrong("reading.key must be one word in ASCII")
    return found


def _openpgp_key(name: str, person: Person, folder: Path) -> str | None:
    """A person's OpenPGP key itself, instead of its file."""
    if person.openpgp_key is None:
        return None
    key = f"{joined('people', name)}.openpgp_key"
    octets, called = _octets(key, person.openpgp_key, folder)
    try:
        return openpgp.read(octets)
    except CannotEncrypt as wrong:
        raise _Wrong(f"{called} {wrong.fault}; {wrong.remedy}") from None
