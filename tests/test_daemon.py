"""Sweep, work, send: what the daemon does with a mailbox, a client and trouble (by hand)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from rednov_bot import service
from rednov_bot.core import watchdog
from rednov_bot.core.errors import (
    AlreadyOnFile,
    DataError,
    DraftClosed,
    MailboxUnreachable,
    SmtpUnreachable,
    StoreUnreachable,
)
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.models import Attempt, Outcome, PaperId, Posting, RawMail
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.transport.imap import Mailbox
from rednov_bot.core.transport.smtp import SmtpClient, Unsettled
from rednov_bot.core.workflow import handling, scheduler
from rednov_bot.core.workflow.health import HealthWatch
from rednov_bot.games.red_november import datasets
from rednov_bot.service import Stop
from tests.builders import MONDAY, Table, list_mail
from tests.store.samples import a_posting
from tests.workflow.play import (
    NO_TURN,
    arrange,
    begun,
    filed,
    open_codes,
    position,
    reply,
    say,
    subject_of,
)


@dataclass
class PaperMailbox:
    """A mailbox of mails in memory."""

    mails: Sequence[RawMail] = ()
    asked: list[tuple[int, int] | None] = field(default_factory=list)

    def sweep(self, bookmark: tuple[int, int] | None) -> Iterator[tuple[RawMail, ...]]:
        self.asked.append(bookmark)
        for mail in self.mails:
            if bookmark is None or mail.uid > bookmark[1]:
                yield (mail,)


@dataclass
class PaperClient:
    """A client who writes down what they were given."""

    outcome: Outcome = "accepted"
    fails: bool = False
    given: list[Posting] = field(default_factory=list)
    unsettled: Unsettled = field(default_factory=Unsettled)

    def reach(self, sender: str) -> None:
        if self.fails:
            raise SmtpUnreachable("the SMTP server does not answer")

    def knock(self, sender: str) -> None:
        """It is there."""

    def send(
        self,
        due: Sequence[Posting],
        sender: str,
        on_attempt: Callable[[Attempt], None],
        now: Callable[[], datetime],
        on_handover: Callable[[Posting], None],
    ) -> None:
        for one in due:
            if self.fails:
                raise SmtpUnreachable("the SMTP server does not answer")
            on_handover(one)
            self.given.append(one)
            on_attempt(
                Attempt(message_id=one.message_id, at=now(), outcome=self.outcome, reply="250 ok")
            )


@dataclass
class Ledger:
    """A database that counts for what the disk is waited for, and fails when it is told to."""

    whole: Any
    raises: list[Exception | None] = field(default_factory=list)  # one for each transaction
    durable: int = 0

    def transaction(self, *, durable: bool = True) -> AbstractContextManager[UnitOfWork]:
        if self.raises and (trouble := self.raises.pop(0)) is not None:
            raise trouble
        self.durable += durable
        return cast(AbstractContextManager[UnitOfWork], self.whole.transaction(durable=durable))

    def look(self, question: Callable[[UnitOfWork], Any]) -> Any:
        with self.transaction(durable=False) as records:
            return question(records)

    def close(self) -> None:
        self.whole.close()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game that has begun, and nothing left to send."""
    table = begun(tmp_path)
    send(table, PaperClient())
    send(table, PaperClient())
    return table


def mail(text: str = NO_TURN, uid: int = 1001, who: str = "Ann") -> RawMail:
    octets = list_mail(who, text, message_id=f"<{uid}@post.example>")
    return RawMail(folder="INBOX", uidvalidity=1, uid=uid, octets=octets, arrived_at=MONDAY)


def keep(table: Table, *mails: RawMail) -> None:
    with table.desk.db.transaction() as records:
        records.keep(mails)


def at_work(table: Table) -> None:
    """Ann's turn is on file, and its receipt and draft are to be sent."""
    keep(table, mail())
    service.work(table.desk)


def send(table: Table, client: PaperClient, db: Ledger | None = None) -> int:
    return service.send(replace(table.desk, db=db or table.desk.db), cast(SmtpClient, client))


def go_round(table: Table, client: PaperClient, *mails: RawMail) -> PaperMailbox:
    mailbox = PaperMailbox(mails)
    service.go_round(table.desk, cast(Mailbox, mailbox), cast(SmtpClient, client))
    return mailbox


def resolve(table: Table) -> str:
    """Ann draws two items, and that is approved; the code of the draft."""
    say(table, "Ann", "I draw 2 items.")
    (code,) = open_codes(table)
    reply(table, code, "approve")
    return code


def test_a_round_fetches_works_and_sends(table: Table) -> None:
    client = PaperClient()
    go_round(table, client, mail())
    assert position(table).pending == "Ann"
    assert [one.kind for one in client.given] == ["receipt", "draft"]
    assert go_round(table, client, mail()).asked == [(1, 1001)]
    assert len(client.given) == 2


def test_a_backlog_is_worked_on_to_its_end(table: Table) -> None:
    keep(table, *[mail("A fine day.", uid=2000 + n) for n in range(120)])
    go_round(table, PaperClient())
    assert service.work(table.desk) == 0


def test_a_sign_of_life_is_given_before_each_mail_that_is_opened_and_handled(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(table, *[mail("A fine day.", uid=2000 + n) for n in range(3)])
    happened: list[str] = []
    handle, opened = handling.handle, handling.opened
    monkeypatch.setattr(watchdog, "alive", lambda: happened.append("alive"))

    def told(work: Callable[..., Any]) -> Callable[..., Any]:
        def done(*given: Any) -> Any:
            happened.append("mail")
            return work(*given)

        return done

    monkeypatch.setattr(handling, "handle", told(handle))
    monkeypatch.setattr(handling, "opened", told(opened))
    assert service.work(table.desk) == 3
    assert happened == ["alive"] + ["alive", "mail"] * 6


def test_a_sign_of_life_is_given_before_each_mail_that_is_handed_over_and_after_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server may take ten minutes for each; the watcher waits for twenty."""
    say(table, "Ann", "I draw 2 items.")
    happened: list[str] = []
    monkeypatch.setattr(watchdog, "alive", lambda: happened.append("alive"))

    class Slow(PaperClient):
        def send(self, due: Sequence[Posting], *more: Any) -> None:
            for one in due:
                super().send([one], *more[:-1], self.sent(more[-1]))

        def sent(self, on_handover: Callable[[Posting], None]) -> Callable[[Posting], None]:
            def told(one: Posting) -> None:
                on_handover(one)
                happened.append("sent")

            return told

    assert send(table, Slow()) == 2
    assert happened == ["alive", "sent", "alive"] * 2


def test_what_was_deferred_waits_for_its_time(table: Table) -> None:
    client = PaperClient(outcome="deferred")
    go_round(table, client, mail())
    assert send(table, client) == 0
    table.clock.forward(minutes=1)
    assert send(table, client) == 2


def test_what_one_alone_may_know_goes_to_no_address_that_is_eirs_no_more(table: Table) -> None:
    """Their mailbox was stolen while a server put their notice off."""
    arrange(table, gnomes={"Ann": {"at": 8}})
    code = resolve(table)
    send(table, PaperClient(outcome="deferred"))
    known = table.desk.settings
    ann = msgspec.structs.replace(
        known.people["Ann"], addresses=("ann@new.example",), past_addresses=("ann@post.example",)
    )
    known = msgspec.structs.replace(known, people={**known.people, "Ann": ann})
    table.desk = replace(table.desk, settings=known, roster=Roster.of(known))
    client = PaperClient()
    for _ in range(3):
        table.clock.forward(hours=2)
        go_round(table, client)
    given = [(one.kind, one.to) for one in client.given if "ann@" in one.to]
    assert given == [("private", "ann@new.example")]
    with table.desk.db.transaction() as records:
        (first,) = [one for one in records.outbox(code) if one.posting.to == "ann@post.example"]
    assert (first.state, first.reply) == ("refused", service.WITHDRAWN)


def test_the_list_does_not_wait_for_what_goes_to_single_gnomes(table: Table) -> None:
    with table.desk.db.transaction() as records:
        for number in range(2 * service.SEND_AT_A_TIME):
            records.queue(a_posting(f"notice{number}", "private"), draft=None, at=table.clock.at)
    resolve(table)
    client, calls = PaperClient(), list[list[str]]()

    class Counting(PaperClient):
        def send(self, due: Sequence[Posting], *more: Any) -> None:
            calls.append([one.kind for one in due])
            client.send(due, *more)

    send(table, Counting())
    assert calls[0] == ["public"]
    assert all("public" not in kinds for kinds in calls[1:])
    assert len(client.given) > 2 * service.SEND_AT_A_TIME


def states(table: Table) -> list[str]:
    with table.desk.db.transaction() as records:
        return [one.state for one in records.outbox()][-2:]


class Killed(BaseException):
    """The process ends here."""


def test_who_is_killed_leaves_on_file_what_may_have_gone(table: Table) -> None:
    at_work(table)
    counting = Ledger(table.desk.db)

    class Killing(PaperClient):
        def send(self, due: Sequence[Posting], *more: Any) -> None:
            if due:
                assert counting.durable == 1
                assert states(table) == ["sending", "sending"]
                self.unsettled = Unsettled()  # nothing in memory outlives them
                more[-1](due[0])
                raise Killed

    with pytest.raises(Killed):
        send(table, Killing(), counting)
    service.take_over(table.desk, cast(SmtpClient, PaperClient()))
    assert states(table) == ["unknown", "queued"]


def test_a_public_mail_is_on_the_disk_as_handed_over_before_its_text_goes_out(
    table: Table,
) -> None:
    resolve(table)
    counting, seen = Ledger(table.desk.db), list[tuple[str, int]]()

    class Watching(PaperClient):
        def send(self, due: Sequence[Posting], *more: Any) -> None:
            for one in due:
                before = counting.durable
                super().send([one], *more)
                seen.append((one.kind, counting.durable - before))

    send(table, Watching(), counting)
    assert seen[0] == ("public", 1)
    assert {waited for kind, waited in seen if kind != "public"} == {0}


def test_a_private_mail_that_may_have_gone_is_on_the_disk_before_it_goes_once_more(
    table: Table,
) -> None:
    at_work(table)
    counting = Ledger(table.desk.db)
    with table.desk.db.transaction() as records:
        (first, _) = records.begin_sending(table.clock.at, 2)
        records.interrupted(table.clock.at)
    client = PaperClient()
    send(table, client, counting)
    assert client.given[0].message_id == first.message_id
    assert counting.durable == 3  # that both are under way; each of the two


def test_what_is_not_handled_yet_is_waited_for_before_the_lost_time_is_over(
    table: Table,
) -> None:
    with table.desk.db.transaction() as records:
        records.restore(table.clock.at)
    keep(table, mail())
    scheduler.make_rounds(table.desk)
    assert not [one for one in table.news() if "Restored" in subject_of(one)]
    service.work(table.desk)
    scheduler.make_rounds(table.desk)
    assert [one for one in table.news() if "Restored" in subject_of(one)]


def test_what_was_not_tried_goes_at_the_next_chance(table: Table) -> None:
    at_work(table)
    client = PaperClient()

    class Leaving(PaperClient):
        def reach(self, sender: str) -> None:
            self.fails = bool(self.given)

        def send(self, due: Sequence[Posting], *more: Any) -> None:
            super().send(due[:1], *more)
            if due:
                raise SmtpUnreachable("the SMTP server has gone away")

    with pytest.raises(SmtpUnreachable):
        send(table, Leaving())
    assert states(table) == ["accepted", "queued"]
    assert send(table, client) == 1


def test_what_the_database_could_not_note_is_noted_later_and_not_sent_again(
    table: Table,
) -> None:
    at_work(table)
    client = PaperClient()
    lost = StoreUnreachable("the database is locked")
    with pytest.raises(StoreUnreachable):
        send(table, client, Ledger(table.desk.db, [None, None, None, lost, lost]))
    assert states(table) == ["sending", "sending"]
    assert send(table, client) == 1
    assert states(table) == ["accepted", "accepted"]
    assert len({one.message_id for one in client.given}) == len(client.given) == 2


def test_a_database_that_does_not_answer_is_no_fault_of_the_mails(table: Table) -> None:
    keep(table, mail())
    moody = Ledger(table.desk.db, [None, StoreUnreachable("the database is locked")])
    with pytest.raises(StoreUnreachable):
        service.work(replace(table.desk, db=moody))
    assert service.work(table.desk) == 1
    assert position(table).pending == "Ann"


@pytest.mark.parametrize("trouble", [AlreadyOnFile("x"), DraftClosed("AAAAAAA", "approved")])
@pytest.mark.parametrize("is_held", [False, True])
def test_a_mail_that_stumbles_over_a_paper_is_tried_again_and_held_at_last(
    table: Table, monkeypatch: pytest.MonkeyPatch, trouble: Exception, is_held: bool
) -> None:
    keep(table, mail())
    handle, left = handling.handle, [trouble] * (service.TRIES_PER_MAIL - 1 + is_held)

    def stumbling(*given: Any) -> None:
        handle(*given)
        if left:
            raise left.pop()

    monkeypatch.setattr(handling, "handle", stumbling)
    service.work(table.desk)
    assert filed(table).disposition == ("hold" if is_held else "read")
    assert position(table).pending == (None if is_held else "Ann")


def test_what_a_failing_mail_did_is_undone_and_its_neighbours_count(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    keep(table, mail("I discard nothing.", uid=1001), mail(uid=1002), mail(uid=1003, who="Bob"))
    handle, seen = handling.handle, iter((1, 2, 3))

    def failing(*given: Any) -> None:
        handle(*given)
        if next(seen) == 2:
            raise ZeroDivisionError("grog, coffee")

    monkeypatch.setattr(handling, "handle", failing)
    assert service.work(table.desk) == 3
    assert position(table).pending == "Bob"
    with table.desk.db.transaction() as records:
        kinds = [one.disposition for one in records.dispositions()[-3:]]
    assert kinds == ["read", "hold", "read"]
    assert "ZeroDivisionError" in caplog.text
    assert "grog" not in caplog.text


def test_what_the_database_refuses_of_one_mail_takes_none_of_its_neighbours_along(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(table, *[mail("A fine day.", uid=uid) for uid in (1001, 1002)], mail(uid=1003))
    handle, bad = handling.handle, []

    def dangling(desk: Any, records: UnitOfWork, number: PaperId, *given: Any) -> None:
        handle(desk, records, number, *given)
        if bad and number == bad[0]:
            records.joined("Zed", desk.now(), PaperId(9999))  # no such mail: refused at the end

    with table.desk.db.transaction() as records:
        bad += [number for number, raw in records.undisposed(9) if raw.uid == 1002]
    monkeypatch.setattr(handling, "handle", dangling)
    while service.work(table.desk):
        pass
    with table.desk.db.transaction() as records:
        kinds = [one.disposition for one in records.dispositions()[-3:]]
        assert "Zed" not in records.contestants()
    assert kinds == ["read", "hold", "read"]
    assert position(table).pending == "Ann"


def test_the_mails_of_a_breath_are_kept_together(table: Table) -> None:
    keep(table, *[mail("A fine day.", uid=2000 + n) for n in range(7)])
    counting = Ledger(table.desk.db)
    assert service.work(replace(table.desk, db=counting)) == 7
    assert counting.durable == 1


def test_when_a_breath_is_over_what_was_handled_is_kept(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(table, *[mail("A fine day.", uid=2000 + n) for n in range(3)])
    monkeypatch.setattr(service, "BREATH", -1.0)
    opened = handling.opened
    looked_at = []

    def counted(desk: Any, raw: RawMail) -> Any:
        looked_at.append(raw.uid)
        return opened(desk, raw)

    monkeypatch.setattr(handling, "opened", counted)
    counting = Ledger(table.desk.db)
    assert service.work(replace(table.desk, db=counting)) == 3
    assert counting.durable == 3
    assert looked_at == [2000, 2001, 2002]  # what is opened is handled, and never opened again


def test_as_many_mails_are_opened_as_a_moment_allows(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(table, *[mail("A fine day.", uid=2000 + n) for n in range(3)])
    monkeypatch.setattr(service, "OPENING", -1.0)
    assert [service.work(table.desk) for _ in range(4)] == [1, 1, 1, 0]


def test_a_mail_that_was_filed_meanwhile_is_left_as_it_is(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(table, mail())

    def filed_elsewhere(*_: Any) -> None:
        raise AlreadyOnFile("x")

    monkeypatch.setattr(handling, "handle", filed_elsewhere)
    monkeypatch.setattr(handling, "shunt", filed_elsewhere)
    assert service.work(table.desk) == 1


def test_wrong_data_files_stop_the_work_and_lose_no_mail(table: Table) -> None:
    keep(table, mail())

    def changed(name: str) -> Any:
        raise DataError(f"the data set {name} is wrong")

    with pytest.raises(DataError):
        service.work(replace(table.desk, tables=changed))
    assert service.work(replace(table.desk, tables=datasets.load)) == 1
    assert position(table).pending == "Ann"


def test_a_fault_in_what_the_clock_brings_does_not_stop_the_mail(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(_: Any, **__: Any) -> None:
        raise ZeroDivisionError("grog, coffee")

    monkeypatch.setattr(scheduler, "make_rounds", failing)
    client = PaperClient()
    go_round(table, client, mail())
    assert len(client.given) == 2
    assert "ZeroDivisionError" in caplog.text
    assert "grog" not in caplog.text


def test_a_lost_smtp_server_leaves_the_work_done(table: Table) -> None:
    client = PaperClient(fails=True)
    with pytest.raises(SmtpUnreachable):
        go_round(table, client, mail())
    assert position(table).pending == "Ann"
    client.fails = False
    assert send(table, client) == 2


def test_without_a_mailbox_what_is_on_file_is_worked_on(table: Table) -> None:
    keep(table, mail("A fine day."))
    with pytest.raises(MailboxUnreachable):
        service.serve_once(table.desk)
    assert filed(table).reason == "announces nothing"


def test_the_wish_to_stop_is_heard_by_all_who_wait() -> None:
    stop = Stop()
    rung: list[str] = []
    stop.watch(lambda: rung.append("bell"))
    assert not stop.is_set()
    stop.set()
    stop.wait(60)
    assert stop.is_set()
    assert rung == ["bell"]
    stop.close()


class Looks:
    """A lookout that writes down what is said to be well."""

    def __init__(self) -> None:
        self.well_are: list[str] = []

    def well(self, *sides: str) -> None:
        self.well_are += sides

    def lost(self, error: Exception) -> None: ...

    def look(self) -> None: ...

    def sign(self) -> None: ...


def test_a_database_that_could_not_be_written_is_not_well_because_it_can_be_read(
    table: Table,
) -> None:
    """On a full disk nothing may be left to store, and the alarm must sound all the same."""
    full = StoreUnreachable("the database has no room left on its disk")
    looks = Looks()
    client = cast(SmtpClient, PaperClient())
    service._meanwhile(table.desk, client, full, cast(HealthWatch, looks), heard=False)
    assert "database" not in looks.well_are
    lost = MailboxUnreachable("the IMAP server does not answer")
    service._meanwhile(table.desk, client, lost, cast(HealthWatch, looks), heard=False)
    assert "database" in looks.well_are
