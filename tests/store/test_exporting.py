"""Everything on file as of one moment, while the service goes on writing."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

from rednov_bot.cli.export import opened, rows
from rednov_bot.core.store import upgrading
from rednov_bot.core.store.unit_of_work import Database
from tests.store.samples import a_mail


def test_who_writes_meanwhile_does_not_wait_and_is_not_in_it(url: str) -> None:
    with Database(url, patience=0.2) as db:
        with db.transaction() as records:
            records.keep([a_mail(1)])
        with opened(url) as found:
            with db.transaction() as records:
                records.keep([a_mail(2)])
            assert len([*rows(found, "raw_mails")]) == 1
        with opened(url) as found:
            assert len([*rows(found, "raw_mails")]) == 2


def test_large_mails_are_exported_one_at_a_time(tmp_path: Path) -> None:
    url, large = f"sqlite:///{tmp_path / 'large.db'}", 2 * 2**20
    upgrading.upgrade(url)
    with Database(url) as db:
        for uid in range(1, 21):
            with db.transaction() as records:
                records.keep([a_mail(uid, bytes(large))])
    tracemalloc.start()
    try:
        with opened(url) as found:
            assert all(len(row["octets"]) == large for row in rows(found, "raw_mails"))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 8 * large
