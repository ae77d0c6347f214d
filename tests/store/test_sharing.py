"""Several workers on one PostgreSQL: who sweeps, who handles what, and in which order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from sqlalchemy import text

from rednov_bot.errors import StoreUnreachable
from rednov_bot.papers import Attempt, PaperId
from rednov_bot.store import database, sharing, upgrading
from rednov_bot.store.ledger import Ledger
from rednov_bot.store.mails import AT_ONCE
from rednov_bot.store.sharing import Alone, Shared, share_of
from tests.store.samples import MINUTE, NOON, a_mail, a_posting

Workers = Callable[[], Shared]


@pytest.fixture
def url(postgres_url: Callable[[], str]) -> str:
    found = postgres_url()
    upgrading.upgrade(found)
    return found


@pytest.fixture
def ledger(url: str) -> Iterator[Ledger]:
    with Ledger(url) as made:
        yield made


@pytest.fixture
def worker(url: str, ledger: Ledger) -> Iterator[Workers]:
    """Makes another worker, with connections of eir own."""
    with ExitStack() as stack:

        def make() -> Shared:
            share = Shared(url, ledger)
            stack.callback(share.close)
            return share

        yield make


def keep(ledger: Ledger, count: int) -> list[PaperId]:
    """So many mails are stored."""
    with ledger.transaction() as records:
        records.keep([a_mail(uid=uid) for uid in range(1, count + 1)])
        return [mail for mail, _ in records.undisposed(count)]


def file(ledger: Ledger, mail: PaperId) -> None:
    with ledger.transaction() as records:
        records.dispose(mail, "ignore", "a test", letter=None, digest=None, at=NOON)


def comes_next(ledger: Ledger, share: Shared, mail: PaperId) -> bool | None:
    with ledger.transaction() as records:
        return share.comes_next(records, mail)


def dismiss_sessions(url: str, like: str) -> None:
    """The server ends the sessions whose last words were such."""
    engine = database.opened(url)
    with engine.begin() as connection:
        found = connection.execute(
            text(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                "WHERE query LIKE :like AND pid <> pg_backend_pid()"
            ),
            {"like": like},
        ).scalar_one()
    engine.dispose()
    assert found


def test_whoever_sends_for_long_and_says_so_is_not_taken_for_dead(
    ledger: Ledger, worker: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "SENDER_SECONDS", 1)
    with ledger.transaction() as records:
        records.queue(a_posting("one"), draft=None, at=NOON)
    slow, other = worker(), worker()
    with slow.sending(NOON, 5):
        until = time.monotonic() + 2.0
        while time.monotonic() < until:
            time.sleep(0.1)
            slow.still_sends()
        other.take_over(NOON)
        with ledger.transaction() as records:
            assert len(records.under_way()) == 1


def test_whoever_handles_mails_for_long_and_says_so_keeps_them(
    ledger: Ledger, worker: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "SWEEPER_SECONDS", 1)
    monkeypatch.setattr(database, "SILENCE", 1)
    mails = keep(ledger, 1)
    slow, other = worker(), worker()
    assert slow.sweeps()
    with slow.mails(5) as some:
        assert [mail for mail, _ in some] == mails
        until = time.monotonic() + 2.5
        while time.monotonic() < until:
            time.sleep(0.1)
            slow.still_handles()
        with other.mails(5) as left:
            assert left == ()
        assert not other.sweeps()


def test_whoever_handles_mails_does_not_take_the_mailbox_for_it(worker: Workers) -> None:
    one, other = worker(), worker()
    one.still_handles()
    assert other.sweeps()


def test_one_worker_at_a_time_sweeps(worker: Workers) -> None:
    first, second = worker(), worker()
    assert [first.sweeps(), second.sweeps(), first.sweeps()] == [True, False, True]


def test_whoever_lets_go_of_the_mailbox_is_followed_at_once(worker: Workers) -> None:
    first, second = worker(), worker()
    assert first.sweeps()
    first.let_sweep()
    assert second.sweeps()
    assert not first.sweeps()


def test_whoever_is_cut_off_does_not_go_on_sweeping_beside_another(
    worker: Workers, url: str
) -> None:
    first, second = worker(), worker()
    assert first.sweeps()
    dismiss_sessions(url, "%pg_try_advisory_lock%")
    assert second.sweeps()
    with pytest.raises(StoreUnreachable):
        first.sweeps()
    assert not first.sweeps()


def test_whoever_is_silent_for_too_long_is_followed(
    worker: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "SWEEPER_SECONDS", 1)
    first, second = worker(), worker()
    assert first.sweeps()
    until = time.monotonic() + 120
    while not second.sweeps():
        assert time.monotonic() < until
        time.sleep(0.1)


def test_whoever_sweeps_speaks_up_before_e_is_taken_for_silent(worker: Workers) -> None:
    assert worker().sweeps_for * 2 < sharing.SWEEPER_SECONDS


def test_a_mail_is_in_one_worker_s_hands_alone(worker: Workers, ledger: Ledger) -> None:
    mails = keep(ledger, 5)
    first, second = worker(), worker()
    with first.mails(2) as some, second.mails(9) as others:
        assert [mail for mail, _ in some] == mails[:2]
        assert [mail for mail, _ in others] == mails[2:]
        assert others[0][1].uid == 3


def test_a_worker_takes_large_mails_in_hand_a_few_at_a_time(
    worker: Workers, ledger: Ledger
) -> None:
    with ledger.transaction() as records:
        third = bytes(AT_ONCE // 3 + 1)
        records.keep([a_mail(uid, third) for uid in (1, 2, 3)])
        records.keep([a_mail(4, bytes(AT_ONCE + 1))])
    share = worker()
    for uids in ([1, 2], [3], [4]):
        with share.mails(50) as some:
            assert [raw.uid for _, raw in some] == uids
            for mail, _ in some:
                file(ledger, mail)


def test_mails_in_hand_do_not_keep_what_is_made_of_others_from_the_file(
    worker: Workers, ledger: Ledger
) -> None:
    mails = keep(ledger, 2)
    with worker().mails(2):
        file(ledger, mails[0])
    with ledger.transaction() as records:
        assert records.first_undisposed() == mails[1]


def test_a_later_mail_waits_for_the_earlier_ones(worker: Workers, ledger: Ledger) -> None:
    first, second, third = keep(ledger, 3)
    share = worker()
    assert comes_next(ledger, share, first) is True
    assert comes_next(ledger, share, third) is False
    file(ledger, first)
    file(ledger, second)
    assert comes_next(ledger, share, second) is None
    assert comes_next(ledger, share, third) is True


def test_what_a_worker_had_in_hand_is_free_when_e_is_gone(
    worker: Workers, ledger: Ledger, url: str
) -> None:
    mails = keep(ledger, 3)
    gone, left = worker(), worker()
    with gone.mails(3) as some:
        assert len(some) == 3
        with left.mails(3) as others:
            assert others == ()
        dismiss_sessions(url, "%SKIP LOCKED%")
        with left.mails(3) as others:
            assert [mail for mail, _ in others] == mails
    with gone.mails(3) as some:  # e comes back, and finds eir feet
        assert [mail for mail, _ in some] == mails


def test_mails_that_are_handled_are_in_nobody_s_hands(worker: Workers, ledger: Ledger) -> None:
    for mail in keep(ledger, 2):
        file(ledger, mail)
    with worker().mails(5) as some:
        assert some == ()


def queue(ledger: Ledger, *kinds: str) -> None:
    """A mail of each of these kinds waits to be sent."""
    with ledger.transaction() as records:
        for number, kind in enumerate(kinds):
            posting = a_posting(f"mail{number}", "public" if kind == "public" else "private")
            records.queue(posting, draft=None, at=NOON)


def states(ledger: Ledger) -> list[str]:
    with ledger.transaction() as records:
        return [one.state for one in records.outbox()]


def test_a_mail_is_sent_by_one_worker_alone(worker: Workers, ledger: Ledger) -> None:
    queue(ledger, "public", "private", "private")
    first, second, third = worker(), worker(), worker()
    with first.sending(NOON, 2) as some, second.sending(NOON, 2) as others:
        assert [len(some), len(others)] == [2, 1]
        assert {one.message_id for one in some}.isdisjoint(one.message_id for one in others)
        with third.sending(NOON, 2) as more:
            assert more == ()
        third.take_over(NOON)
        assert states(ledger) == ["sending"] * 3


def test_what_came_of_a_mail_is_noted_while_it_is_in_hand(worker: Workers, ledger: Ledger) -> None:
    queue(ledger, "public")
    with worker().sending(NOON, 2) as (one,), ledger.transaction() as records:
        records.handed_over(one)
        records.attempted(
            Attempt(message_id=one.message_id, at=NOON, outcome="accepted", reply="250 ok")
        )
    assert states(ledger) == ["accepted"]


def test_what_a_dead_worker_was_handing_over_is_of_unknown_fate(
    worker: Workers, ledger: Ledger, url: str
) -> None:
    queue(ledger, "public", "public", "private")
    dead, left = worker(), worker()
    with dead.sending(NOON, 3) as (one, other, private):
        with ledger.transaction() as records:
            records.handed_over(one)
            records.handed_over(private)
        dismiss_sessions(url, "%postings%SKIP LOCKED%")
        with left.sending(NOON, 3) as again:  # what was not touched, and what is no list's
            assert {posting.message_id for posting in again} == {
                other.message_id,
                private.message_id,
            }
            assert states(ledger) == ["unknown", "sending", "sending"]


def test_a_worker_that_was_taken_for_dead_may_still_say_what_came_of_a_mail(
    worker: Workers, ledger: Ledger, url: str
) -> None:
    queue(ledger, "public")
    slow, left = worker(), worker()
    with slow.sending(NOON, 3) as (one,):
        with ledger.transaction() as records:
            records.handed_over(one)
        dismiss_sessions(url, "%postings%SKIP LOCKED%")
        left.take_over(NOON + MINUTE)
        assert states(ledger) == ["unknown"]
        with ledger.transaction() as records:
            records.attempted(
                Attempt(message_id=one.message_id, at=NOON, outcome="accepted", reply="250 ok")
            )
    assert states(ledger) == ["accepted"]


def test_a_sqlite_file_is_one_worker_s_alone(tmp_path_factory: pytest.TempPathFactory) -> None:
    url = f"sqlite:///{tmp_path_factory.mktemp('alone') / 'rednov.db'}"
    upgrading.upgrade(url)
    with Ledger(url) as ledger:
        assert isinstance(share_of(url, ledger), Alone)
