"""The settings, `rednov.toml`, checked once.

`load` reads the file, lays the environment over it, and answers with settings that nobody needs
to check again: passwords are read from their files, and what the file names by a relative path
lies in the file's own folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from rednov_bot import domain_records, openpgp
from rednov_bot.domains import folded, in_ascii
from rednov_bot.errors import CannotEncrypt, SettingsError
from rednov_bot.kinds import STANDARD_DATA
from rednov_bot.overrides import overlay
from rednov_bot.sections import (
    AlarmSettings as AlarmSettings,
    BotSettings as BotSettings,
    ContestSettings as ContestSettings,
    Forum as Forum,
    GameSettings as GameSettings,
    ImapSettings as ImapSettings,
    LuckSettings as LuckSettings,
    NoticeSettings as NoticeSettings,
    PagesSettings as PagesSettings,
    Person as Person,
    PictureSettings as PictureSettings,
    ReadingSettings as ReadingSettings,
    ReminderSettings as ReminderSettings,
    Settings as Settings,
    SmtpSettings as SmtpSettings,
    Tls as Tls,
    TrustSettings as TrustSettings,
)
from rednov_bot.strict_toml import joined, mapping_of, octets_of, shaped

RESERVED_FORUM: Final = "private"
"""What the forum of a letter is called that came to the bot alone."""

SQLITE: Final = "sqlite:///"
POSTGRESQL: Final = "postgresql+psycopg://"


def load(path: Path, environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings in the file with the environment laid over them, or SettingsError."""
    mapping = mapping_of(octets_of(path, SettingsError), path, SettingsError)
    laid, origins = overlay(mapping, Settings, environ, path)
    _let_the_environment_win(laid, origins)
    _let_a_date_be_its_first_moment(laid.get("contest"))
    _refuse_classes_of_trust(laid.get("trust"), path)
    _refuse_a_sealing_key(laid.pop("secrets", None), path)
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


def _refuse_a_sealing_key(secrets: object, path: Path) -> None:
    """The section of versions that sealed databases; the example had it, empty."""
    if secrets:
        raise SettingsError(
            f"{path}: [secrets] is no longer known, for no database is sealed any more; unseal "
            "yours with the version that sealed it (`rednov key unseal`), and remove the section"
        )


_CLASSES: Final = ("proved", "listed", "plain", "doubtful", "contradicted")


def _refuse_classes_of_trust(trust: object, path: Path) -> None:
    """Keys of versions that knew five classes of mails, and how long an answer could take."""
    old = [key for key in (*_CLASSES, "within") if isinstance(trust, dict) and key in trust]
    if not old:
        return
    if old == ["within"]:
        raise SettingsError(
            f"{path}: trust.within is no longer set: a code works for a week; remove it"
        )
    raise SettingsError(
        f"{path}: trust.{old[0]} is no longer known: mails that pass act, of those that fail "
        f'their author is asked, and trust.unknown = "act" or "hold" is for all others; '
        f"remove {', '.join(old)}"
    )


def _contradictions(settings: Settings) -> Iterator[str]:
    """What no single key shows: each key with what is wrong and what to do."""
    yield from _wrong_people(settings)
    yield from _wrong_forums(settings)
    yield from _wrong_domains(settings)
    yield from _wrong_addresses(settings)
    yield from _wrong_past(settings)
    yield from _wrong_database(settings.bot.database)
    yield from _wrong_beacon(settings.luck)
    yield from _wrong_host(settings)
    if settings.reading.assistant and not settings.reading.model:
        yield "reading.model is missing; name the model that reading.assistant is to use"


def _wrong_people(settings: Settings) -> Iterator[str]:
    """A contestmaster nobody knows; names that differ in upper and lower case alone."""
    since = settings.contest.since
    if since is not None and since.tzinfo is None:
        yield "contest.since has no time zone; write a date, or a moment like 2026-11-28T15:09:27Z"
    master = settings.contest.contestmaster
    if master not in settings.people:
        yield f'contest.contestmaster is "{master}", who is not in [people]; add them there'
    deputy = settings.contest.deputy
    if deputy and deputy not in settings.people:
        yield f'contest.deputy is "{deputy}", who is not in [people]; add them there'
    if deputy == master:
        yield "contest.deputy is the contestmaster; name somebody else, or leave it out"
    names: dict[str, str] = {}
    for name in settings.people:
        other = names.setdefault(name.casefold(), name)
        if other != name:
            yield f"{joined('people', name)} reads like {joined('people', other)}; rename one"


def _wrong_past(settings: Settings) -> Iterator[str]:
    """An address that is said to be past, and in use all the same."""
    for name, person in settings.people.items():
        where = joined("people", name)
        used = {folded(address) for address in person.addresses}
        for address in person.past_addresses:
            if folded(address) in used:
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


def _wrong_domains(settings: Settings) -> Iterator[str]:
    """A domain that cannot be written in ASCII, as mail and the name servers need it."""
    named = [(key, address) for key, _, address in _addresses(settings)]
    named += [("imap.host", settings.imap.host), ("smtp.host", settings.smtp.host)]
    named.append(("alarm.host", settings.alarm.host or ""))
    for key, forum in settings.forums.items():
        named += [(f"{joined('forums', key)}.domains", one) for one in forum.domains]
    for key, name in named:
        if in_ascii(name) is None:
            yield f'{key}: "{name}" has no internationalised domain that exists (IDNA); mend it'


def _wrong_addresses(settings: Settings) -> Iterator[str]:
    """An address that belongs to two: the bot, a forum, a person (in whatever form, or case)."""
    owners: dict[str, tuple[str, str]] = {}
    for key, owner, address in _addresses(settings):
        other, first = owners.setdefault(folded(address), (key, owner))
        if first != owner:
            yield f"{key}: {address} is also in {other}; an address belongs to one alone"


def _wrong_beacon(luck: LuckSettings) -> Iterator[str]:
    """A beacon without a name or a beginning."""
    if luck.beacon and luck.beacon_genesis is None:
        yield "luck.beacon_genesis is missing; give the moment of the beacon's first round"
    if luck.beacon_genesis is not None and luck.beacon_genesis.tzinfo is None:
        yield "luck.beacon_genesis has no time zone; write 2023-08-23T15:09:27Z"
    if not luck.beacon and luck.beacon_file:
        yield "luck.beacon is missing; say what the beacon of luck.beacon_file is called"


def _wrong_host(settings: Settings) -> Iterator[str]:
    """An alarm that would go to the bot itself, or to a list."""
    host = folded(settings.alarm.host or "")
    if host == folded(settings.bot.address):
        yield "alarm.host is the bot's own address; give that of a human"
    if host in [folded(forum.address) for forum in settings.forums.values()]:
        yield "alarm.host is a mailing list; give the address of a human"


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


def _within(folder: Path) -> str:
    """A folder as it stands in a URL, where a query begins with ? and % stands for something."""
    return str(folder).rstrip("/").replace("%", "%25").replace("?", "%3F")


def _settled(settings: Settings, path: Path) -> Settings:
    """The settings with their passwords, and with paths that hold wherever the bot is run."""
    folder = path.absolute().parent
    bot, imap, smtp, game = settings.bot, settings.imap, settings.smtp, settings.game
    file = bot.database.removeprefix(SQLITE)
    if bot.database.startswith(SQLITE) and not file.startswith(("/", "file:")):
        bot = replace(bot, database=f"{SQLITE}{_within(folder)}/{file}")
    luck, rounds = settings.luck, settings.luck.beacon_file
    trust, reading = settings.trust, settings.reading
    alarm, pages = settings.alarm, settings.pages
    if game.data != STANDARD_DATA:
        game = replace(game, data=str(folder / game.data))
    return replace(
        settings,
        bot=replace(bot, address=_sent(bot.address), authserv_id=_name_of_server(bot.authserv_id)),
        imap=replace(imap, host=_sent(imap.host), password=_password(imap, "imap", path)),
        smtp=replace(smtp, host=_sent(smtp.host), password=_password(smtp, "smtp", path)),
        game=game,
        luck=replace(luck, beacon_file=rounds and str(folder / rounds)),
        trust=replace(trust, keys_file=_keys_file(trust, path)),
        alarm=replace(
            alarm,
            health=alarm.health and str(folder / alarm.health),
            host=alarm.host and _sent(alarm.host),
        ),
        pages=replace(pages, folder=pages.folder and str(folder / pages.folder)),
        reading=replace(reading, key=_assistants_key(reading, path)),
        forums={
            key: replace(
                forum, address=_sent(forum.address), domains=tuple(map(_sent, forum.domains))
            )
            for key, forum in settings.forums.items()
        },
        people={
            name: replace(
                _keyed(name, one, path),
                addresses=tuple(map(_sent, one.addresses)),
                past_addresses=tuple(map(_sent, one.past_addresses)),
            )
            for name, one in settings.people.items()
        },
    )


def _sent(name: str) -> str:
    """An address or a host as it is sent, its domain in A-labels; that it has one was checked."""
    return in_ascii(name) or name


def _name_of_server(said: str | None) -> str | None:
    """The first word of Authentication-Results; the ; behind it is none of the name."""
    return (said or "").rstrip(";") or None


def _keys_file(trust: TrustSettings, path: Path) -> str | None:
    """Where the keys of domains lie; the file is there, and holds such keys."""
    if not trust.keys_file:
        return None
    where = path.absolute().parent / trust.keys_file
    by = f"{path}: trust.keys_file"
    found = domain_records.read(octets_of(where, SettingsError, by=by))
    if isinstance(found, str):
        raise SettingsError(f"{by}: {where}: {found}")
    return str(where)


def _password(section: ImapSettings | SmtpSettings, name: str, path: Path) -> str:
    """The password itself, from the settings or its file; "" where none is needed."""
    key = f"{name}.password"
    given = _secret(section.password, section.password_file, key, path)
    if given is None and section.user:
        variable = f"REDNOV_{name.upper()}__PASSWORD"
        raise SettingsError(f"{path}: {key} is missing; give it, {key}_file, or set {variable}")
    return given or ""


def _secret(given: str | None, file: str | None, key: str, path: Path) -> str | None:
    """A password or key itself, from the settings or its file; None where neither is given."""
    if given and file:
        raise SettingsError(f"{path}: {key} and {key}_file are both given; keep one of them")
    if file:
        key, where = f"{key}_file", path.absolute().parent / file
        octets = octets_of(where, SettingsError, by=f"{path}: {key}")
        given = octets.decode(errors="surrogateescape").removesuffix("\n").removesuffix("\r")
        if not given or not given.isprintable():
            what = "password" if "password" in key else "key"
            raise SettingsError(f"{path}: {key}: {where} must hold the {what} on a single line")
    elif given and not given.isprintable():
        raise SettingsError(f"{path}: {key} must be a single line of characters that can be seen")
    return given


def _assistants_key(reading: ReadingSettings, path: Path) -> str | None:
    """The key itself, which goes into a field of HTTP."""
    found = _secret(reading.key, reading.key_file, "reading.key", path)
    if found and (not found.isascii() or " " in found):
        raise SettingsError(f"{path}: reading.key must be one word in ASCII")
    return found


def _keyed(name: str, person: Person, path: Path) -> Person:
    """A person with eir OpenPGP key itself instead of its file."""
    if person.openpgp_key is None:
        return person
    where = path.absolute().parent / person.openpgp_key
    by = f"{path}: {joined('people', name)}.openpgp_key"
    try:
        key = openpgp.read(octets_of(where, SettingsError, by=by))
    except CannotEncrypt as wrong:
        raise SettingsError(f"{by}: {where} {wrong.fault}; {wrong.remedy}") from None
    return replace(person, openpgp_key=key)
