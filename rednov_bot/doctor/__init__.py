"""One look at everything that a host may have wrong; nothing is changed by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from rednov_bot.doctor import mails, papers, program, round_trip, servers, store
from rednov_bot.doctor.findings import Finding, wrong
from rednov_bot.errors import Mendable, StoreUnreachable
from rednov_bot.settings import Settings
from rednov_bot.store.ledger import Ledger


def look(
    config: Path,
    clock: Callable[[], datetime],
    *,
    send: str = "",
    patience: float = round_trip.PATIENCE,
) -> Iterator[Finding]:
    """Every check, one after the other; *send*: with a test mail of this token, which is sent."""
    yield from program.versions()
    known, found = program.loaded(config)
    yield found
    if known is None:
        return
    yield from program.settings_file(config, known)
    yield from program.data_set(known)
    yield from program.libraries(known)
    yield from _on_file(known, clock())
    yield from servers.smtp(known)
    yield from servers.names(known)
    yield from servers.assistant(known)
    if send:
        yield from round_trip.sent_and_met(known, send, clock, patience)


def _read(
    known: Settings, ledger: Ledger, now: datetime
) -> tuple[tuple[mails.Fresh, ...], list[Finding], tuple[int, int] | None]:
    """The newest mails on file, what the papers tell, and up to where the mailbox was fetched."""
    fresh: tuple[mails.Fresh, ...] = ()
    try:
        with ledger.transaction(durable=False) as records:
            fresh = mails.newest(known, records)
            read = [
                *store.service(known, records, now),
                store.backups(records, now),
                *papers.restored(records),
                *papers.since(known.contest.since or records.made_at(), now),
                *papers.withheld(known, records),
                *papers.outgoing(records, now),
                *papers.incoming(records),
                *mails.own_posts(known, records, fresh),
            ]
            return fresh, read, records.bookmark(known.imap.folder)
    except (Mendable, StoreUnreachable) as error:
        return fresh, [wrong("papers", str(error), "mend that first, and look again")], None


def _on_file(known: Settings, now: datetime) -> Iterator[Finding]:
    """The database and what it holds, and the mailbox beside what was fetched of it."""
    yield from store.files(known)
    yield from store.health_file(known)
    yield from store.pages_folder(known)
    version = store.version(known)
    yield version
    if version.grade == "wrong":
        yield from servers.imap(known, None)
        return
    with Ledger(known.bot.database) as ledger:
        fresh, read, bookmarked = _read(known, ledger, now)
        yield from read
        yield from mails.clock(fresh, now)
        yield from servers.imap(known, bookmarked)
        yield from mails.lists(known, fresh, now)
        yield from mails.authserv_id(known, fresh)
