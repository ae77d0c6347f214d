"""Opens the desk that the settings describe: roster, database, data sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache, partial
from importlib.util import find_spec
from pathlib import Path

from rednov_bot.core import domain_records, settings
from rednov_bot.core.errors import DataError, Mendable, RulesDiffer, SettingsError
from rednov_bot.core.mail.authentication import Checks
from rednov_bot.core.mail.dkim import DomainKeys, Lookup, NoAnswer
from rednov_bot.core.mail.roster import Roster, folded
from rednov_bot.core.settings import Settings, TrustSettings
from rednov_bot.core.store import copying, forms
from rednov_bot.core.store.unit_of_work import Database, UnitOfWork
from rednov_bot.core.store.upgrading import this_program, upgrade
from rednov_bot.core.transport.completions import Completions
from rednov_bot.core.transport.names import asked_of
from rednov_bot.core.workflow.desk import Clock, Desk, Tokens
from rednov_bot.core.workflow.restoring import played_anew
from rednov_bot.core.workflow.restoring.played_anew import Count
from rednov_bot.core.workflow.starting import keep_data
from rednov_bot.games.base import STANDARD, Data, Game, NoSuchGame, load
from rednov_bot.games.red_november.reader.assistant import prompt


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The present moment in UTC."""
        return datetime.now(UTC)


def game_of(known: Settings) -> Game:
    """The game that the settings name.  Raises SettingsError where there is none of that name."""
    try:
        return load(known.game.kind)
    except NoSuchGame:
        raise SettingsError(
            f"[game] kind: there is no game {known.game.kind!r}; {STANDARD!r} is one"
        ) from None


@lru_cache(maxsize=8)
def tables(game: Game, name: str) -> Data:
    """A data set of a game, loaded once."""
    return game.data(name)


def beacon_file(name: str | None) -> Callable[[int], str | None]:
    """Reads the value of a round from a file of lines `ROUND VALUE`; None where it is not there."""

    def value(round: int) -> str | None:
        if name is None:
            return None
        try:
            lines = Path(name).read_text(encoding="ascii", errors="replace").splitlines()
        except OSError:
            return None
        said = (line.split() for line in lines)
        return next((words[1] for words in said if words[:1] == [str(round)] and words[1:]), None)

    return value


def checks_of(known: Settings) -> Checks:
    """What is checked of where mails come from.  Raises SettingsError."""
    trust = known.trust
    named = asked_of(trust.resolver) if trust.resolver else None
    keys = None if named is None and trust.keys_file is None else DomainKeys(_keys(trust, named))
    if keys is not None and find_spec("dkim") is None:
        raise SettingsError(
            "[trust] has the bot check signatures itself, for which a library is missing; "
            "install it with pip install 'rednov-bot[dkim]'"
        )
    return Checks(
        authserv_id=known.bot.authserv_id,
        results=trust.results,
        keys=keys,
        lists=lambda forum: tuple(folded(one) for one in known.forums[forum].domains),
    )


def _keys(trust: TrustSettings, named: Lookup | None) -> Lookup:
    """Reads keys from the file of lines `NAME RECORD`, and asks for those that it has not."""

    def record(name: str) -> str | None:
        if trust.keys_file is not None:
            try:
                known = domain_records.read(Path(trust.keys_file).read_bytes())
            except OSError:
                raise NoAnswer from None
            if isinstance(known, str):
                raise NoAnswer  # it was spoilt while the bot ran
            if name in known:
                return known[name]
        return None if named is None else named(name)

    return record


def open_desk(
    given: Settings | Path,
    *,
    clock: Clock | None = None,
    tokens: Tokens | None = None,
    thoroughly: bool = False,
    despite: bool = False,
    count: Count | None = None,
) -> Desk:
    """A desk over the settings, its database brought up to date.

    A program that has not served this database last plays every game in it again before it takes
    it over; *thoroughly*: also one of the same version whose files have changed.  *Despite* what it
    makes otherwise it takes it over all the same, on purpose.  *count* is told how much was played.

    Raises SettingsError, DataError, StoreTooNew, StoreUnreachable, or RulesDiffer.
    """
    known = settings.load(given) if isinstance(given, Path) else given
    shelf: dict[str, Mapping[str, bytes]] = {}
    desk = _closed_desk(known, shelf, clock or SystemClock(), tokens or Tokens())

    def played_again(records: UnitOfWork) -> int:
        shelf.update(records.kept_data())
        # The data sets of games that began before any was kept are kept, as long as they are there.
        for game in records.games():
            if game.data_digest not in shelf:
                with suppress(DataError):
                    keep_data(desk, records, game.data, game.data_digest)
        found = tuple(played_anew.differences(desk, records, count))
        if found and not despite:
            raise RulesDiffer(found)
        return len(found)

    with forms.of_game(desk.game.types):
        upgrade(
            known.bot.database,
            at=desk.now(),
            program=this_program(thoroughly=thoroughly),
            check=played_again,
        )
    since = known.contest.since
    with suppress(Mendable), desk.db.transaction(durable=False) as records:
        shelf.update(records.kept_data())
        since = since or records.made_at()
    return replace(desk, since=since)


def _closed_desk(
    known: Settings, shelf: Mapping[str, Mapping[str, bytes]], clock: Clock, tokens: Tokens
) -> Desk:
    """A desk whose database nobody has looked at; *shelf* will hold the data sets kept in it."""
    game = game_of(known)
    tables(game, known.game.data)
    options = game.options_from(known.game.options)
    if isinstance(options, str):
        raise SettingsError(f"[game.options]: {options}")
    return Desk(
        settings=known,
        roster=Roster.of(known),
        db=Database(known.bot.database, game=game.types),
        clock=clock,
        tokens=tokens,
        game=game,
        tables=partial(tables, game),
        kept=kept_on(game, shelf),
        beacon=beacon_file(known.luck.beacon_file),
        checks=checks_of(known),
        assistant=Completions(known.reading, prompt) if known.reading.assistant else None,
    )


def copy_database(config: Path, target: str, count: Count) -> Mapping[str, int]:
    """What the database of the settings holds is copied into an empty one, the *target*'s URL.

    How many rows of each table; *count* is told how much was played again there.  Mendable
    where it cannot be; then nothing was copied.
    """
    known = settings.load(config)
    shelf: dict[str, Mapping[str, bytes]] = {}
    desk = _closed_desk(known, shelf, SystemClock(), Tokens())

    def played_again(records: UnitOfWork) -> int:
        shelf.update(records.kept_data())
        return len(tuple(played_anew.differences(desk, records, count)))

    with forms.of_game(desk.game.types):
        return copying.copy(known.bot.database, target, check=played_again)


def kept_on(game: Game, shelf: Mapping[str, Mapping[str, bytes]]) -> Callable[[str], Data | None]:
    """Loads data sets by their digest from the files that were kept; None of one that was not."""

    @lru_cache(maxsize=8)
    def kept(digest: str) -> Data | None:
        found = shelf.get(digest)
        return None if found is None else game.kept_data(found, f"the data set {digest[:12]}")

    def by_digest(digest: str) -> Data | None:
        return kept(digest) if digest in shelf else None

    return by_digest
