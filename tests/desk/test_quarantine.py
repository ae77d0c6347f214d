"""Whatever raises is held with its reason, told of, and can be handled again; the rest goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace as replaced
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rednov_bot.core.mail.roster import Roster
from rednov_bot.desk import hearing
from rednov_bot.desk.contest import office
from rednov_bot.desk.due import awarding, rounds
from rednov_bot.desk.reports import reporting
from rednov_bot.desk.restoring import replaying
from rednov_bot.desk.restoring.replaying import Replayed
from rednov_bot.desk.trust import held as told_of
from rednov_bot.errors import CannotReplay, CannotRule, Mendable, StoreUnreachable
from rednov_bot.papers import LONGEST_REASON, PaperId, brief
from rednov_bot.settings import Person
from tests.builders import Table, list_mail
from tests.desk.play import (
    ADDRESS_OF_MASTER,
    arrange,
    begin,
    begun,
    code_in,
    filed,
    kinds,
    opened,
    position,
    reply,
    say,
    subject_of,
    text_of,
    write,
)
from tests.desk.test_endings import ended


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The program has a fault, or it is mended again."""

    def breaks(fault: Exception | None = None) -> None:
        def failing(*_: Any) -> str:
            raise fault or KeyError("crowbar")

        monkeypatch.setattr(hearing, "_read", failing)

    return breaks


def again(table: Table, mail: int, *, trial: bool = False) -> Replayed:
    handle = replaying.tried if trial else replaying.replay
    with table.desk.ledger.transaction() as records:
        desk = office.seated(table.desk, records)
        return handle(desk, records, PaperId(mail), "Pewterby")


def held(table: Table) -> list[int]:
    with table.desk.ledger.transaction() as records:
        return [one.mail for one in records.held()]


def of_mail(table: Table) -> int:
    with table.desk.ledger.transaction() as records:
        return records.dispositions()[-1].mail


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
    assert len(filed(table).reason) <= LONGEST_REASON
    assert [len(one.posting.octets) < 4_000 for one in told] == [True, True]
    (status,) = write(table, "Pewterby", "status")
    assert max(map(len, text_of(status).split("\n"))) < 1_000


def test_what_is_kept_for_a_long_reason_is_on_file_for_its_beginning(table: Table) -> None:
    say(table, "Bob", "A fine day.")
    with table.desk.ledger.transaction() as records:
        mail, at = records.dispositions()[-1].mail, table.clock.at
        reason = "It is odd: " + "x" * 9_000
        records.replay(mail, "Pewterby", "hold", reason, letter=None, digest=None, at=at)
        (found,) = records.held()
    assert found.reason == brief(reason)
    assert found.reason.startswith("It is odd: xxx")
    assert len(found.reason) == LONGEST_REASON


def test_a_fault_is_on_file_with_its_place_and_without_its_words(
    table: Table, broken: Callable[..., None]
) -> None:
    broken()
    say(table, "Ann")
    assert filed(table).disposition == "hold"
    assert "KeyError (" in filed(table).reason
    assert "desk/intake.py:" in filed(table).reason
    assert "crowbar" not in filed(table).reason
    assert position(table).pending is None


def test_the_contestmaster_is_told_of_it_with_what_to_do(
    table: Table, broken: Callable[..., None]
) -> None:
    broken()
    (told,) = say(table, "Ann")
    assert told.posting.to == ADDRESS_OF_MASTER
    assert subject_of(told) == f"[Red November] Mail {of_mail(table)} is kept for you"
    assert f"rednov mails replay {of_mail(table)}" in text_of(told)
    assert "A mail from Ann to business" in text_of(told)
    assert "KeyError" in text_of(told)
    assert "crowbar" not in text_of(told)
    assert opened(told)["Auto-Submitted"] == "auto-generated"


def test_e_is_told_of_five_a_day(table: Table, broken: Callable[..., None]) -> None:
    broken()
    told = [len(say(table, "Ann", f"I draw {n} items.")) for n in range(8)]
    assert told == [1] * told_of.A_DAY + [0] * (8 - told_of.A_DAY)
    table.clock.forward(hours=25)
    assert len(say(table, "Ann")) == 1
    assert len(held(table)) == 9


def test_the_last_of_the_day_says_so(table: Table, broken: Callable[..., None]) -> None:
    broken()
    told = [say(table, "Ann", f"I draw {n} items.")[0] for n in range(told_of.A_DAY)]
    assert ["This is the last mail of this kind" in text_of(one) for one in told] == [
        *[False] * 4,
        True,
    ]


def test_what_anybody_can_make_up_does_not_hide_a_fault(
    table: Table, broken: Callable[..., None]
) -> None:
    for number in range(told_of.A_DAY):
        name = f"<{number}@post.example>"
        say(table, "Ann", "A fine day.", message_id=name)
        assert len(say(table, "Ann", f"I draw {number + 2} items.", message_id=name)) == 1
    broken()
    (told,) = say(table, "Bob")
    assert "A fault of the program stopped it" in " ".join(text_of(told).split())


def test_the_next_mail_counts(
    table: Table, broken: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken()
    say(table, "Ann")
    monkeypatch.undo()
    say(table, "Bob")
    assert position(table).pending == "Bob"


def test_where_telling_fails_as_well_the_mail_is_held(
    table: Table, broken: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken()

    def failing(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(told_of, "_tell", failing)
    (told,) = say(table, "Ann")
    assert "telling of mails that are kept" in " ".join(text_of(told).split())
    assert filed(table).disposition == "hold"


def test_a_mistake_in_a_mail_that_nobody_catches_is_that_mails_alone(
    table: Table, broken: Callable[..., None]
) -> None:
    broken(CannotRule("it is no ruling"))
    say(table, "Ann")
    assert filed(table).disposition == "hold"


@pytest.mark.parametrize("fault", [Mendable("the disk is full"), StoreUnreachable("it is locked")])
def test_a_fault_of_the_database_stops_the_work(
    table: Table, broken: Callable[..., None], fault: Exception
) -> None:
    broken(fault)
    with pytest.raises(type(fault)):
        say(table, "Ann")


# -- handled again --------------------------------------------------------------------------------


@pytest.fixture
def mended(
    table: Table, broken: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> tuple[Table, int]:
    """A turn that met a fault an hour ago, which is mended now; the number of its mail."""
    broken()
    say(table, "Ann")
    table.clock.forward(hours=1)
    monkeypatch.undo()
    return table, of_mail(table)


def test_after_the_fault_is_mended_the_mail_goes_through(mended: tuple[Table, int]) -> None:
    table, mail = mended
    done = again(table, mail)
    assert done.filed.disposition == "read"
    assert kinds(done.mails) == ["receipt", "draft"]
    assert position(table).pending == "Ann"
    assert held(table) == []


def test_it_counts_from_its_own_moment(mended: tuple[Table, int]) -> None:
    table, mail = mended
    came = table.clock.at.replace(hour=table.clock.at.hour - 1)
    again(table, mail)
    with table.desk.ledger.transaction() as records:
        taken = records.pending_turn(records.games()[0].id)
    assert taken is not None
    assert taken.taken_at == came
    assert taken.mail == mail


def test_its_draft_is_that_of_a_mail_that_met_no_fault(
    mended: tuple[Table, int], tmp_path: Path
) -> None:
    table, mail = mended
    code = code_in(again(table, mail).mails)
    other = tmp_path / "other"
    other.mkdir()
    whole = begun(other)
    unhurt = code_in(say(whole, "Ann"))
    with table.desk.ledger.transaction() as records, whole.desk.ledger.transaction() as others:
        (one, _), (two, _) = records.draft(code), others.draft(unhurt)  # type: ignore[misc]
    assert [page.body for page in one.pages] == [page.body for page in two.pages]


def test_a_trial_says_what_would_happen_and_changes_nothing(mended: tuple[Table, int]) -> None:
    table, mail = mended
    would = again(table, mail, trial=True)
    assert (would.filed.disposition, kinds(would.mails)) == ("read", ["receipt", "draft"])
    assert position(table).pending is None
    assert held(table) == [mail]
    table.news()
    assert kinds(again(table, mail).mails) == ["receipt", "draft"]


def test_what_took_effect_is_refused(mended: tuple[Table, int]) -> None:
    table, mail = mended
    again(table, mail)
    with pytest.raises(CannotReplay, match=f"mail {mail} took effect when it came"):
        again(table, mail)
    assert position(table).turns == 1


def test_what_was_read_and_brought_nothing_about_is_refused(table: Table) -> None:
    say(table, "Ann", "A fine day.")
    with pytest.raises(CannotReplay, match="was handled when it came"):
        again(table, of_mail(table))


def test_what_is_not_on_file_is_refused(table: Table) -> None:
    with pytest.raises(CannotReplay, match="there is no mail 4711"):
        again(table, 4711)


def test_what_the_contestmaster_has_read_is_refused(mended: tuple[Table, int]) -> None:
    table, mail = mended
    reply(table, code_in(write(table, "Pewterby", f"mail {mail} announces nothing")), "approve")
    with pytest.raises(CannotReplay, match="you have said what mail"):
        again(table, mail)


def test_what_was_said_before_the_game_began_is_refused(
    table: Table, broken: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken()
    say(table, "Ann")
    mail = of_mail(table)
    monkeypatch.undo()
    table.clock.forward(days=1)
    spent = {"Ann": {"minutes": 0}, "Bob": {"minutes": 0}, "Cat": {"minutes": 2}}
    arrange(table, gnomes=spent)
    ended(table)
    begin(table)
    with pytest.raises(CannotReplay, match="came before RN2 began"):
        again(table, mail)


def test_what_fails_again_stays_held_and_can_be_tried_once_more(
    table: Table, broken: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken()
    say(table, "Ann")
    mail = of_mail(table)
    broken(ValueError("grog"))
    done = again(table, mail)
    assert done.filed.disposition == "hold"
    assert "ValueError (" in done.filed.reason
    assert done.mails == ()
    assert held(table) == [mail]
    monkeypatch.undo()
    assert again(table, mail).filed.disposition == "read"


def test_a_copy_that_was_read_meanwhile_counts_instead(mended: tuple[Table, int]) -> None:
    table, mail = mended
    with table.desk.ledger.transaction() as records:
        raw = records.raw_mail(PaperId(mail))
    assert raw is not None
    table.receive(raw.octets)
    assert position(table).pending == "Ann"
    done = again(table, mail)
    assert (done.filed.disposition, done.mails) == ("ignore", ())
    assert position(table).turns == 1


def test_a_copy_that_comes_after_the_replay_is_known(mended: tuple[Table, int]) -> None:
    table, mail = mended
    again(table, mail)
    table.news()
    with table.desk.ledger.transaction() as records:
        raw = records.raw_mail(PaperId(mail))
    assert raw is not None
    assert table.receive(raw.octets) == ()
    assert filed(table).reason == f"read already as mail {mail}"


def test_who_is_known_by_now_is_heard(table: Table) -> None:
    say(table, "Gus", "I draw 2 items.")
    mail = of_mail(table)
    assert filed(table).disposition == "ignore"
    people = {**table.desk.settings.people, "Gus": Person(addresses=("gus@post.example",))}
    known = msgspec.structs.replace(table.desk.settings, people=people)
    table.desk = replaced(table.desk, settings=known, roster=Roster.of(known))
    done = again(table, mail)
    assert done.filed.disposition == "read"
    assert kinds(done.mails) != []


# -- what the clock brings ------------------------------------------------------------------------


def rounds_of(table: Table) -> list[str]:
    rounds.make_rounds(table.desk)
    return [subject_of(one) for one in table.news()]


def test_a_fault_in_one_duty_does_not_stop_the_others(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: Any, **__: Any) -> None:
        raise KeyError("crowbar")

    monkeypatch.setattr(reporting, "weekly", failing)
    say(table, "Ann")
    table.clock.forward(hours=37)
    told = rounds_of(table)
    assert any("A fault of the program: the weekly report" in one for one in told)
    assert any("eminder" in one for one in told)


def test_what_a_failing_duty_did_is_undone(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    weekly = reporting.weekly

    def failing(*given: Any) -> None:
        weekly(*given)
        raise ZeroDivisionError

    monkeypatch.setattr(reporting, "weekly", failing)
    say(table, "Ann")
    table.clock.forward(days=8)
    rounds_of(table)
    with table.desk.ledger.transaction() as records:
        assert all(one.kind != "report" for one in records.open_drafts())
    monkeypatch.undo()
    rounds_of(table)
    with table.desk.ledger.transaction() as records:
        assert any(one.kind == "report" for one in records.open_drafts())


def test_a_fault_that_stays_is_told_and_logged_once(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(*_: Any, **__: Any) -> None:
        raise IndexError("grog, coffee")

    monkeypatch.setattr(reporting, "weekly", failing)
    told = [rounds_of(table) for _ in range(20)]
    assert [len(one) for one in told] == [1] + [0] * 19
    assert len([one for one in caplog.records if "IndexError" in one.getMessage()]) == 1
    assert "grog" not in caplog.text


def test_a_fault_in_the_awards_of_one_game_does_not_stop_another(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[int] = []
    monkeypatch.setattr(awarding, "may_owe", lambda _: (PaperId(1), PaperId(1), PaperId(1)))

    def failing(desk: Any, records: Any, game: PaperId) -> None:
        done.append(game)
        if len(done) == 1:
            raise ZeroDivisionError

    monkeypatch.setattr(awarding, "fall_due_of", failing)
    rounds_of(table)
    assert done == [1, 1, 1]


def test_a_database_that_fails_ends_the_round(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: Any, **__: Any) -> None:
        raise StoreUnreachable("the database is locked")

    monkeypatch.setattr(reporting, "weekly", failing)
    with pytest.raises(StoreUnreachable):
        rounds.make_rounds(table.desk)


@pytest.mark.parametrize("other", ["bob@post.example", "rednov@bots.example"])
def test_a_mail_on_the_list_whose_from_names_two_is_told_of(tmp_path: Path, other: str) -> None:
    table = begun(tmp_path)
    from_ann = b"From: Ann <ann@post.example>"
    octets = list_mail("Ann", "I take no action.\n")
    assert from_ann in octets
    (told,) = table.receive(octets.replace(from_ann, f"From: ann@post.example, {other}".encode()))
    said = " ".join(text_of(told).split())
    assert told.posting.to == "pewterby@post.example"
    assert "kept for you as mail 2" in said
    assert "Its From names two authors" in said
    assert '"read mail 2 as NAME: WORDS"' in said
