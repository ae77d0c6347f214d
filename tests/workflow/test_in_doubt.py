"""After a restore every posting of unknown fate is asked about, and every private mail is sent."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as changed

from rednov_bot.bootstrap import open_desk
from rednov_bot.core.models import Attempt, Outcome, Posting
from rednov_bot.core.settings import Person, ReturnSettings
from rednov_bot.core.store.unit_of_work import Database
from tests.builders import BUSINESS, CountingTokens, Table, a_table, private_mail
from tests.workflow.play import (
    begun,
    code_in,
    kinds,
    only,
    reply,
    say,
    start,
    subject_of,
    text_of,
    write,
)
from tests.workflow.test_restored import LIST, make_rounds
from tests.workflow.test_returning import game, go, state, with_backup

ANN = "ann@post.example"


def restored(table: Table, folder: Path, backup: Path, **lost: float) -> Table:
    """The backup goes on after some lost time."""
    table.desk.db.close()
    shutil.copy(backup, folder / "restored.db")
    table.clock.forward(**(lost or {"hours": 2}))
    url = f"sqlite:///{folder / 'restored.db'}"
    settings = table.desk.settings
    settings = changed(settings, bot=changed(settings.bot, database=url))
    desk = replace(table.desk, settings=settings, db=Database(url))
    again = Table(desk=desk, clock=table.clock, uid=table.uid)
    with desk.db.transaction() as records:
        records.restore(table.clock.at)
    again.news()
    return again


def kept(table: Table, folder: Path) -> Path:
    """A backup."""
    table.desk.db.close()
    return Path(shutil.copy(folder / "rednov.db", folder / "kept.db"))


def asked(table: Table, *, hours: int = 3) -> tuple[str, ...]:
    """Hours go by; the codes of what asks about a posting then."""
    for _ in range(hours):
        table.clock.forward(hours=1)
        make_rounds(table)
    with table.desk.db.transaction() as records:
        return tuple([one.code for one in records.open_drafts() if one.kind == "return"])


def due(table: Table) -> list[Posting]:
    with table.desk.db.transaction() as records:
        return list(records.due(table.clock.at, 100))


def carry(table: Table, outcome: Outcome = "accepted", *, to: str = "") -> list[str]:
    """What is due, for one address or for all, is offered to the server; to whom that was."""
    found = [one for one in due(table) if to in ("", one.to)]
    with table.desk.db.transaction() as records:
        for one in found:
            at = table.clock.at
            records.attempted(
                Attempt(message_id=one.message_id, at=at, outcome=outcome, reply="so")
            )
    return [one.to for one in found]


def approved_turn(folder: Path) -> tuple[Table, Posting]:
    """A resolution was approved and has not been sent."""
    table = game(folder)
    news = say(table, "Ann")
    go(table)
    return table, only(reply(table, code_in(news), "approve"), "public").posting


@pytest.mark.parametrize("begun_", [False, True], ids=["queued", "under way"])
@pytest.mark.parametrize("answer", ["it is there", "post again", "post to backup"])
def test_what_was_to_be_posted_is_asked_about_and_comes_out_by_the_answer(
    tmp_path: Path, answer: str, *, begun_: bool
) -> None:
    table, posting = approved_turn(tmp_path)
    if begun_:
        with table.desk.db.transaction() as records:
            for one in records.begin_sending(table.clock.at, 100):
                if one.message_id == posting.message_id:
                    records.handed_over(one)
    table = restored(table, tmp_path, kept(table, tmp_path))
    if answer == "post to backup":
        with_backup(table)
    (question,) = asked(table)
    assert BUSINESS not in carry(table)
    reply(table, question, answer)
    match answer:
        case "it is there":
            assert state(table, posting) == "published"
            assert carry(table, to=BUSINESS) == []
        case "post again":
            assert [one for one in due(table) if one.kind == "public"] == [posting]
            carry(table)
            assert state(table, posting) == "accepted"
        case _:
            assert [one.to for one in due(table) if one.kind == "public"] == [
                "backup@lists.example"
            ]
    assert answer != "it is there" or asked(table, hours=1) == ()


def test_what_its_list_sends_back_meanwhile_is_asked_about_no_more(tmp_path: Path) -> None:
    table, posting = approved_turn(tmp_path)
    table = restored(table, tmp_path, kept(table, tmp_path))
    (question,) = asked(table)
    table.receive(LIST.passed_on(posting.octets))
    assert state(table, posting) == "published"
    with table.desk.db.transaction() as records:
        assert "return" not in {draft.kind for draft in records.open_drafts()}
    assert "closed" in text_of(write(table, "Pewterby", f"post again {question}")[-1])


def test_it_is_asked_about_also_where_nothing_else_is_looked_for(tmp_path: Path) -> None:
    table, _ = approved_turn(tmp_path)
    table = restored(table, tmp_path, kept(table, tmp_path))
    settings = changed(table.desk.settings, returns=ReturnSettings(within=0))
    table.desk = replace(table.desk, settings=settings)
    assert len(asked(table)) == 1


def test_what_was_queued_weeks_before_the_restore_is_asked_about(tmp_path: Path) -> None:
    table, posting = approved_turn(tmp_path)
    table = restored(table, tmp_path, kept(table, tmp_path), days=20)
    assert len(asked(table)) == 1
    assert BUSINESS not in carry(table)
    assert state(table, posting) == "unknown"


def test_what_was_put_off_just_before_the_backup_is_not_posted_days_later(tmp_path: Path) -> None:
    table, posting = approved_turn(tmp_path)
    go(table, "deferred")
    table = restored(table, tmp_path, kept(table, tmp_path), days=6)
    assert BUSINESS not in carry(table)
    assert state(table, posting) == "unknown"
    assert len(asked(table)) == 1


def test_what_was_said_to_go_again_before_the_backup_is_asked_about_once_more(
    tmp_path: Path,
) -> None:
    table, posting = approved_turn(tmp_path)
    go(table)
    (question,) = asked(table)
    reply(table, question, "post again")
    assert state(table, posting) == "queued"
    table = restored(table, tmp_path, kept(table, tmp_path))
    assert BUSINESS not in carry(table)
    assert len(asked(table)) == 1


def test_post_again_that_is_read_again_posts_nothing_by_itself(tmp_path: Path) -> None:
    table, posting = approved_turn(tmp_path)
    go(table)
    (question,) = asked(table)
    backup = kept(table, tmp_path)
    table = restored(table, tmp_path, backup)
    said = table.receive(
        private_mail("Pewterby", "post again\n", subject=f"Re: [rednov {question}] Not back")
    )
    assert "may have posted that before; you are asked about it" in " ".join(
        text_of(said[-1]).split()
    )
    assert BUSINESS not in carry(table)
    assert state(table, posting) == "accepted"
    assert asked(table) == (question,)


def test_private_mails_that_were_on_their_way_are_sent_under_their_names(tmp_path: Path) -> None:
    table = begun(tmp_path)
    carry(table)
    news = say(table, "Ann")
    table = restored(table, tmp_path, kept(table, tmp_path))
    assert [one.message_id for one in due(table)] == [one.posting.message_id for one in news]


def test_private_mails_that_were_being_sent_are_sent_again(tmp_path: Path) -> None:
    table = begun(tmp_path)
    carry(table)
    news = say(table, "Ann")
    with table.desk.db.transaction() as records:
        under_way = records.begin_sending(table.clock.at, 100)
        for one in under_way:
            records.handed_over(one)
    table = restored(table, tmp_path, kept(table, tmp_path))
    with table.desk.db.transaction() as records:
        records.interrupted(table.clock.at)  # as at every start of the service
    assert [one.message_id for one in due(table)] == [one.posting.message_id for one in news]


def waiting(folder: Path, between: Callable[[Table], object] = lambda table: None) -> Table:
    """An opening was approved, nothing of it is sent, and the backup of that is restored."""
    table = a_table(folder)
    opening = start(table)
    table.news()
    carry(table)
    reply(table, opening.code, "approve")
    between(table)
    return restored(table, folder, kept(table, folder))


def test_an_opening_that_waited_for_notices_is_asked_about_and_follows_them(
    tmp_path: Path,
) -> None:
    table = waiting(tmp_path)
    assert not [one for one in make_rounds(table) if "waits" in subject_of(one)]
    assert carry(table, "deferred", to=ANN) == [ANN]
    assert carry(table, to="bob@post.example") == ["bob@post.example"]
    assert carry(table, to="cat@post.example") == ["cat@post.example"]
    (question,) = asked(table)
    assert '"post again" sends it as soon as they have' in " ".join(
        text_of(write(table, "Pewterby", f"again {question}")[0]).split()
    )
    said = reply(table, question, "post again")
    assert "as soon as the private notices for which it waits have arrived" in " ".join(
        text_of(said[-1]).split()
    )
    assert BUSINESS not in carry(table, to="pewterby@post.example")
    assert carry(table, to=ANN) == [ANN]
    assert carry(table) == [BUSINESS]


def test_an_opening_in_doubt_waits_for_nobody_without_whom_it_goes_on(tmp_path: Path) -> None:
    table = waiting(tmp_path)
    carry(table, "refused", to=ANN)
    (told,) = [one for one in make_rounds(table) if "no notice" in subject_of(one)]
    said = " ".join(text_of(told).split())
    assert "it is not known whether it is on the list" in said
    assert "again and again" not in said
    carry(table)
    (question,) = asked(table)
    assert "Nothing waits for Ann any more" in text_of(
        write(table, "Pewterby", "go on without Ann")[-1]
    )
    carry(table)
    reply(table, question, "post again")
    assert BUSINESS in carry(table)


def test_a_notice_that_is_refused_after_the_restore_goes_to_a_new_address(tmp_path: Path) -> None:
    table = waiting(tmp_path)
    carry(table, "refused", to=ANN)
    carry(table)
    make_rounds(table)
    carry(table)
    settings = table.desk.settings
    people = {**settings.people, "Ann": Person(addresses=("ann@new.example", ANN))}
    table.desk.db.close()
    table.desk = open_desk(
        changed(settings, people=people),
        clock=table.clock,
        tokens=CountingTokens(codes=90, messages=900),
    )
    carry(table)
    make_rounds(table)
    (question,) = asked(table)
    reply(table, question, "post again")
    assert "ann@new.example" in carry(table)
    assert carry(table) == [BUSINESS]


def test_of_an_opening_that_is_there_a_notice_that_is_refused_is_told(tmp_path: Path) -> None:
    table = waiting(tmp_path)
    make_rounds(table)
    (question,) = asked(table)
    reply(table, question, "it is there")
    carry(table, "refused", to=ANN)
    carry(table)
    (told,) = [one for one in make_rounds(table) if "no notice" in subject_of(one)]
    assert "The opening is posted, but Ann has no notice yet" in subject_of(told)
    assert BUSINESS not in carry(table)


def test_of_an_opening_that_the_contestmaster_sees_to_nothing_else_is_said(tmp_path: Path) -> None:
    table = waiting(tmp_path)
    make_rounds(table)
    (question,) = asked(table)
    reply(table, question, "reject because I have mailed the list myself")
    carry(table, "refused", to=ANN)
    (told,) = [one for one in make_rounds(table) if "no notice" in subject_of(one)]
    assert "You bring the opening to the list yourself" in " ".join(text_of(told).split())
    assert "post again" not in text_of(told)


def test_what_waited_for_a_posting_goes_when_the_contestmaster_sees_to_that(
    tmp_path: Path,
) -> None:
    table = game(tmp_path)
    news = say(table, "Ann")
    say(table, "Bob")  # void: a turn is unresolved
    go(table)
    answered = reply(table, code_in(news), "approve")
    (free,) = [one for one in answered if one.posting.to == "bob@post.example"]
    table = restored(table, tmp_path, kept(table, tmp_path))
    (question,) = asked(table)
    assert "bob@post.example" not in carry(table)
    reply(table, question, "reject because I have mailed the list myself")
    assert free.posting in due(table)


def test_an_opening_that_goes_to_another_forum_waits_for_its_notices_too(tmp_path: Path) -> None:
    table = waiting(tmp_path)
    make_rounds(table)
    with_backup(table)
    (question,) = asked(table)
    reply(table, question, "post to backup")
    assert "backup@lists.example" not in carry(table)
    assert carry(table) == ["backup@lists.example"]


def test_an_opening_that_waited_for_words_is_not_posted_by_itself(tmp_path: Path) -> None:
    table = a_table(tmp_path, confirmed_channels=True)
    opening = start(table)
    carry(table)
    reply(table, opening.code, "approve")
    carry(table)
    table = restored(table, tmp_path, kept(table, tmp_path))
    make_rounds(table)
    for name in ("Ann", "Bob", "Cat"):
        write(table, "Pewterby", f"go on without {name}")
    make_rounds(table)
    with table.desk.db.transaction() as records:
        assert "public" in kinds(records.outbox())
    for _ in range(3):
        assert BUSINESS not in carry(table)
    assert len(asked(table)) == 1
