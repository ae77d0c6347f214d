"""Everything on file as of one moment, while the service goes on writing."""

from __future__ import annotations

from rednov_bot.store import exporting, sealing
from tests.store.samples import KEY, a_ledger, a_mail


def test_who_writes_meanwhile_does_not_wait_and_is_not_in_it(url: str) -> None:
    key = KEY if sealing.name_of_key(url) else None
    with a_ledger(url, patience=0.2) as ledger:
        with ledger.transaction() as records:
            records.keep([a_mail(1)])
        with exporting.opened(url, key) as found:
            with ledger.transaction() as records:
                records.keep([a_mail(2)])
            assert len([*found.rows("raw_mails")]) == 1
        with exporting.opened(url, key) as found:
            assert len([*found.rows("raw_mails")]) == 2
