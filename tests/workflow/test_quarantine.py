"""Whatever raises is held with its reason, told of, and can be handled again; the rest goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.core.errors import CannotReplay, CannotRule, Mendable, StoreUnreachable
from rednov_bot.core.models import LONGEST_REASON, PaperId
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import handling, held as told_of, office, reports
from rednov_bot.core.workflow.restoring import replaying
from rednov_bot.core.workflow.restoring.replaying import Replayed
from tests.builders import list_mail
from tests.workflow.play import (
    ADDRESS_OF_MASTER,
    Table,
    begun,
    code_in,
    flat,
    kinds,
    opened,
    subject_of,
    text_of,
)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The program has a fault, or it is mended again."""

    def breaks(fault: Exception | None = None) -> None:
        def failing(*_: Any) -> str:
            raise fault or KeyError("crowbar")

        monkeypatch.setattr(handling, "hear", failing)

    return breaks


def again(table: Table, mail: int, *, trial: bool = False) -> Replayed:
    handle = replaying.tried if trial else replaying.replay
    with table.desk.db.transaction() as records:
        desk = office.seated(table.desk, records)
        return handle(desk, records, PaperId(mail), "Pewterby")


def held(table: Table) -> list[int]:
    return [one.mail for one in table.read(UnitOfWork.held)]


@pytest.mark.parametrize("where", ["a kind", "a part", "an encoding"])
def test_a_reason_is_short_whatever_the_mail_has_put_into_it(table: Table, where: str) -> None:
    """Each would stand in all that tells of mails that are kept."""
    octets, long = list_mail("Ann", "I take no action.\n"), b"x" * 200_000
    kind = b'text/plain; charset="utf-8"'
    made = {
        "a kind": octets.replace(kind, b"application/" + long),
        "a part": octets.replace(kind, b"application/x" + b"y" * 100 + b"/z; name=" + long),
        "an encoding": octets.replace(b"7bit", b"x-uuencode;" + long),
    }
    assert made[where] != octets
    told = table.receive(made[where])  # its sender and the contestmaster
    assert len(table.filed().reason) <= LONGEST_REASON
    assert [len(one.posting.octets) < 4_000 for one in told] == [True, True]
    (status,) = table.write("Pewterby", "status")
    assert max(map(len, text_of(status).split("\n"))) < 1_000


@pytest.mark.parametrize("fault", [Mendable("the disk is full"), StoreUnreachable("it is locked")])
def test_a_database_fault_stops_all(
    table: Table, broken: Callable[..., None], fault: Exception
) -> None:
    broken(fault)
    with pytest.raises(type(fault)):
        table.say("Ann")


def test_a_fault_is_told_without_its_words(table: Table, broken: Callable[..., None]) -> None:
    broken()
    (first,) = table.say("Ann")
    mail = table.filed().mail
    assert table.filed().disposition == "hold"
    assert "KeyError (" in table.filed().reason
    assert "workflow/handling.py:" in table.filed().reason
    assert first.posting.to == ADDRESS_OF_MASTER
    assert subject_of(first) == f"[Red November] Mail {mail} is kept for you"
    assert f"rednov mails replay {mail}" in text_of(first)
    assert "A mail from Ann to business" in text_of(first)
    assert "KeyError" in text_of(first)
    assert "crowbar" not in text_of(first) + table.filed().reason
    assert opened(first)["Auto-Submitted"] == "auto-generated"
    broken(CannotRule("it is no ruling"))
    told = [table.say("Ann", f"I draw {n} items.") for n in range(told_of.A_DAY + 1)]
    assert list(map(len, told)) == [1] * (told_of.A_DAY - 1) + [0, 0]
    last = told[told_of.A_DAY - 2][0]
    assert "This is the last mail of this kind" in text_of(last)
    assert "This is the last mail of this kind" not in text_of(told[0][0])
    table.clock.forward(hours=25)
    assert len(table.say("Ann")) == 1
    assert len(held(table)) == told_of.A_DAY + 3
    assert table.position().pending is None


# -- handled again --------------------------------------------------------------------------------


def refused(table: Table, mail: int, why: str) -> None:
    before = table.position()
    with pytest.raises(CannotReplay, match=why):
        again(table, mail)
    assert table.position() == before


def test_after_the_fault_is_mended_the_mail_counts_once_as_of_its_own_moment(
    table: Table, tmp_path: Path, broken: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken()
    table.say("Ann")
    came, mail = table.clock.at, table.filed().mail
    broken(ValueError("grog"))
    done = again(table, mail)
    assert (done.filed.disposition, done.mails) == ("hold", ())
    assert "ValueError (" in done.filed.reason
    monkeypatch.undo()
    table.clock.forward(hours=1)
    would = again(table, mail, trial=True)
    assert (would.filed.disposition, kinds(would.mails)) == ("read", ["receipt", "draft"])
    assert table.position().pending is None
    assert held(table) == [mail]
    done = again(table, mail)
    assert (done.filed.disposition, kinds(done.mails)) == ("read", ["receipt", "draft"])
    assert held(table) == []
    taken = table.read(lambda records: records.pending_turn(records.games()[0].id))
    assert taken is not None
    assert (taken.taken_at, taken.mail) == (came, mail)
    (tmp_path / "other").mkdir()
    whole = begun(tmp_path / "other")
    unhurt = whole.draft(code_in(whole.say("Ann")))
    drafted = table.draft(code_in(done.mails))
    assert [page.body for page in drafted.pages] == [page.body for page in unhurt.pages]
    refused(table, mail, f"mail {mail} took effect when it came")
    table.news()
    raw = table.read(lambda records: records.raw_mail(PaperId(mail)))
    assert raw is not None
    assert table.receive(raw.octets) == ()
    assert table.filed().reason == f"read already as mail {mail}"


def test_what_counted_otherwise_meanwhile_is_not_handled_again(
    table: Table, broken: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    table.say("Cat", "A fine day.")
    refused(table, table.filed().mail, "was handled when it came")
    refused(table, 4711, "there is no mail 4711")
    broken()
    table.say("Ann")
    mail = table.filed().mail
    table.say("Bob")
    other = table.filed().mail
    monkeypatch.undo()
    table.reply(code_in(table.write("Pewterby", f"mail {other} announces nothing")), "approve")
    refused(table, other, "you have said what mail")
    raw = table.read(lambda records: records.raw_mail(PaperId(mail)))
    assert raw is not None
    table.receive(raw.octets)
    assert table.position().pending == "Ann"
    done = again(table, mail)
    assert (done.filed.disposition, done.mails) == ("ignore", ())
    assert table.position().turns == 1


# -- what the clock brings ------------------------------------------------------------------------


def rounds_of(table: Table) -> list[str]:
    return [subject_of(one) for one in table.rounds()]


def waiting_reports(table: Table) -> list[str]:
    return [code for code in table.open_codes() if table.draft(code).kind == "report"]


def test_a_fault_in_one_duty_stops_no_other_is_undone_and_told_once(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    weekly = reports.weekly

    def failing(*given: Any) -> None:
        weekly(*given)
        raise IndexError("grog, coffee")

    monkeypatch.setattr(reports, "weekly", failing)
    table.say("Ann")
    table.clock.forward(days=8)
    told = rounds_of(table)
    assert any("A fault of the program: the weekly report" in one for one in told)
    assert any("eminder" in one for one in told)
    assert waiting_reports(table) == []
    assert rounds_of(table) == []
    assert len([one for one in caplog.records if "IndexError" in one.getMessage()]) == 1
    assert "grog" not in caplog.text
    monkeypatch.undo()
    rounds_of(table)
    assert waiting_reports(table) != []

    def locked(*_: Any) -> None:
        raise StoreUnreachable("the database is locked")

    monkeypatch.setattr(reports, "weekly", locked)
    table.clock.forward(minutes=1)
    with pytest.raises(StoreUnreachable):
        table.rounds()


@pytest.mark.parametrize("other", ["bob@post.example", "rednov@bots.example"])
def test_a_mail_on_the_list_whose_from_names_two_is_told_of(table: Table, other: str) -> None:
    octets = list_mail("Ann", "I take no action.\n")
    two = f"From: ann@post.example, {other}".encode()
    (told,) = table.receive(octets.replace(b"From: Ann <ann@post.example>", two))
    said = flat(told)
    assert told.posting.to == "pewterby@post.example"
    assert "kept for you as mail 2" in said
    assert "Its From names two authors" in said
    assert '"read mail 2 as NAME: WORDS"' in said
