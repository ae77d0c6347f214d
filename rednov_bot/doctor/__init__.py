"""One look at everything that a host may have wrong; nothing is changed by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from rednov_bot.core.errors import Mendable, StoreUnreachable
from rednov_bot.core.settings import Settings
from rednov_bot.core.store.unit_of_work import Database
from rednov_bot.doctor import installation, mails, servers
from rednov_bot.doctor.findings import Finding, wrong


def look(
    config: Path,
    clock: Callable[[], datetime],
    *,
    send: str = "",
    patience: float = servers.PATIENCE,
) -> Iterator[Finding]:
    """Every check, one after the other; *send*: with a test mail of this token, which is sent."""
    yield from installation.versions()
    known, found = installation.loaded(config)
    yield found
    if known is None:
        return
    yield from installation.settings_file(config, known)
    yield from installation.data_set(known)
    yield from installation.libraries(known)
    yield from _on_file(known, clock())
    yield from servers.smtp(known)
    yield from servers.names(known)
    yield from servers.assistant(known)
    if send:
        yield from servers.sent_and_met(known, send, clock, patience)


def _on_file(known: Settings, now: datetime) -> Iterator[Finding]:
    """The database and what it holds, and the mailbox beside what was fetched of it."""
    yield from installation.files(known)
    yield from installation.health_file(known)
    yield from installation.pages_folder(known)
    version = installation.version(known)
    yield version
    if version.grade == "wrong":
        yield from servers.imap(known, None)
        return
    fresh: tuple[mails.Fresh, ...] = ()
    bookmarked = None
    with Database(known.bot.database) as db:
        try:
            with db.transaction(durable=False) as records:
                fresh = mails.newest(known, records)
                found = [
                    *installation.service(known, records, now),
                    installation.backups(records, now),
                    *mails.restored(records),
                    *mails.since(known.contest.since or records.made_at(), now),
                    *mails.withheld(known, records),
                    *mails.outgoing(records, now),
                    *mails.incoming(records),
                    *mails.own_posts(known, records, fresh),
                ]
                bookmarked = records.bookmark(known.imap.folder)
        except (Mendable, StoreUnreachable) as error:
            found = [wrong("database", str(error), "mend that first, and look again")]
        yield from found
        yield from mails.clock(fresh, now)
        yield from servers.imap(known, bookmarked)
        yield from mails.lists(known, fresh, now)
        yield from mails.authserv_id(known, fresh)
