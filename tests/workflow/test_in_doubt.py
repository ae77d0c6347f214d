"""After a restore every posting of unknown fate is asked about, and every private mail is sent."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as changed

from rednov_bot.core.models import Posting
from rednov_bot.core.settings import ReturnSettings
from rednov_bot.core.store.unit_of_work import Database
from tests.builders import BUSINESS
from tests.workflow.play import (
    Postings,
    Table,
    a_table,
    begun,
    code_in,
    flat,
    kinds,
    missing,
    only,
    subject_of,
)
from tests.workflow.test_restored import LIST, make_rounds
from tests.workflow.test_returning import game, go, state, with_backup

ANN, BOB, CAT = (f"{name}@post.example" for name in ("ann", "bob", "cat"))
BACKUP = "backup@lists.example"


def restored(table: Table, folder: Path, **lost: float) -> Table:
    """A backup is taken, and after some lost time it is restored and goes on."""
    table.desk.db.close()
    shutil.copy(folder / "rednov.db", folder / "restored.db")
    table.clock.forward(**(lost or {"hours": 2}))
    url = f"sqlite:///{folder / 'restored.db'}"
    settings = table.desk.settings
    settings = changed(settings, bot=changed(settings.bot, database=url))
    desk = replace(table.desk, settings=settings, db=Database(url))
    again = Table(desk=desk, clock=table.clock, uid=table.uid)
    again.read(lambda it: it.restore(table.clock.at))
    again.news()
    return again


def asked(table: Table, *, hours: int = 3) -> tuple[str, ...]:
    """Hours go by; the codes of what asks about a posting then."""
    for _ in range(hours):
        table.clock.forward(hours=1)
        make_rounds(table)
    found = table.read(lambda it: it.open_drafts())
    return tuple([one.code for one in found if one.kind == "return"])


def due(table: Table) -> list[Posting]:
    return table.read(lambda it: list(it.due(table.clock.at, 100)))


def approved_turn(folder: Path) -> tuple[Table, Posting]:
    """A resolution was approved and has not been sent."""
    made = game(folder)
    table = Table(desk=made.desk, clock=made.clock, uid=made.uid, seen=made.seen)
    news = table.say("Ann")
    go(table)
    return table, only(table.reply(code_in(news), "approve"), "public").posting


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
    table = restored(table, tmp_path)
    if answer == "post to backup":
        with_backup(table)
    (question,) = asked(table)
    assert BUSINESS not in table.carry()
    table.reply(question, answer)
    match answer:
        case "it is there":
            assert state(table, posting) == "published"
            assert table.carry(to=BUSINESS) == []
            assert asked(table, hours=1) == ()
        case "post again":
            assert [one for one in due(table) if one.kind == "public"] == [posting]
            table.carry()
            assert state(table, posting) == "accepted"
        case _:
            assert [one.to for one in due(table) if one.kind == "public"] == [BACKUP]


def test_what_its_list_sends_back_meanwhile_is_asked_about_no_more(tmp_path: Path) -> None:
    table, posting = approved_turn(tmp_path)
    table = restored(table, tmp_path)
    (question,) = asked(table)
    table.receive(LIST.passed_on(posting.octets))
    assert state(table, posting) == "published"
    assert asked(table, hours=0) == ()
    assert "closed" in flat(table.write("Pewterby", f"post again {question}")[-1])


def put_off(table: Table) -> None:
    go(table, "deferred")


def sent_again(table: Table) -> None:
    """It did not come back, and was to be posted again."""
    go(table)
    (question,) = asked(table)
    table.reply(question, "post again")


@pytest.mark.parametrize(
    ("before", "lost", "within"),
    [(None, 2, 0), (None, 480, 60), (put_off, 144, 60), (sent_again, 2, 60)],
    ids=["where nothing else is looked for", "weeks before", "put off", "to go again"],
)
def test_whatever_was_to_be_posted_before_the_restore_is_asked_about_once(
    tmp_path: Path, before: Callable[[Table], None] | None, lost: int, within: int
) -> None:
    table, posting = approved_turn(tmp_path)
    if before is not None:
        before(table)
    table = restored(table, tmp_path, hours=lost)
    if not within:
        settings = changed(table.desk.settings, returns=ReturnSettings(within=0))
        table.desk = replace(table.desk, settings=settings)
    assert BUSINESS not in table.carry()
    assert len(asked(table)) == 1
    assert state(table, posting) == "unknown"


def test_post_again_that_is_read_again_posts_nothing_by_itself(tmp_path: Path) -> None:
    table, posting = approved_turn(tmp_path)
    go(table)
    (question,) = asked(table)
    table = restored(table, tmp_path)
    said = table.reply(question, "post again")
    assert "may have posted that before; you are asked about it" in flat(said[-1])
    assert BUSINESS not in table.carry()
    assert state(table, posting) == "accepted"
    assert asked(table) == (question,)


@pytest.mark.parametrize("handed_over", [False, True])
def test_private_mails_that_were_on_their_way_are_sent_under_their_names(
    tmp_path: Path, *, handed_over: bool
) -> None:
    table = begun(tmp_path)
    table.carry()
    news = table.say("Ann")
    if handed_over:
        with table.desk.db.transaction() as records:
            for one in records.begin_sending(table.clock.at, 100):
                records.handed_over(one)
    table = restored(table, tmp_path)
    table.read(lambda it: it.interrupted(table.clock.at))  # as at every start of the service
    assert [one.message_id for one in due(table)] == [one.posting.message_id for one in news]


# -- an opening, which waits for its notices ------------------------------------------------------


def waiting(folder: Path) -> Table:
    """An opening was approved, nothing of it is sent, and the backup of that is restored."""
    table = a_table(folder)
    opening = table.start()
    table.news()
    table.carry()
    table.reply(opening.code, "approve")
    return restored(table, folder)


def no_notice(news: Postings) -> str:
    """What the contestmaster is told of a notice that is refused."""
    (told,) = [one for one in news if "no notice" in subject_of(one)]
    return flat(subject_of(told), told)


def test_an_opening_that_waited_for_notices_is_asked_about_and_follows_them(
    tmp_path: Path,
) -> None:
    table = waiting(tmp_path)
    assert not [one for one in make_rounds(table) if "waits" in subject_of(one)]
    for to, outcome in ((ANN, "deferred"), (BOB, "accepted"), (CAT, "accepted")):
        assert table.carry(outcome, to=to) == [to]  # type: ignore[arg-type]
    (question,) = asked(table)
    again = flat(*table.write("Pewterby", f"again {question}"))
    assert '"post again" sends it as soon as they have' in again
    said = table.reply(question, "post again")
    assert "as soon as the private notices for which it waits have arrived" in flat(said[-1])
    assert BUSINESS not in table.carry(to="pewterby@post.example")
    assert table.carry(to=ANN) == [ANN]
    assert table.carry() == [BUSINESS]


def test_an_opening_in_doubt_waits_for_nobody_without_whom_it_goes_on(tmp_path: Path) -> None:
    table = waiting(tmp_path)
    table.carry("refused", to=ANN)
    said = no_notice(make_rounds(table))
    assert "it is not known whether it is on the list" in said
    assert "again and again" not in said
    table.carry()
    (question,) = asked(table)
    told = table.write("Pewterby", "go on without Ann")
    assert "Nothing waits for Ann any more" in flat(told[-1])
    table.carry()
    table.reply(question, "post again")
    assert BUSINESS in table.carry()


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("it is there", "The opening is posted, but Ann has no notice yet"),
        ("reject because I have mailed the list myself", "You bring the opening to the list"),
    ],
)
def test_of_an_opening_that_is_seen_to_a_notice_that_is_refused_is_told(
    tmp_path: Path, answer: str, told: str
) -> None:
    table = waiting(tmp_path)
    make_rounds(table)
    (question,) = asked(table)
    table.reply(question, answer)
    table.carry("refused", to=ANN)
    table.carry()
    said = no_notice(make_rounds(table))
    assert missing(said, told) == []
    assert "post again" not in said
    assert BUSINESS not in table.carry()


def test_what_waited_for_a_posting_goes_when_the_contestmaster_sees_to_that(
    tmp_path: Path,
) -> None:
    table, _ = approved_turn(tmp_path)
    table.say("Bob")
    table.say("Cat")  # void: a turn is unresolved
    go(table)
    answered = table.reply(table.code_of(), "approve")
    (free,) = [one for one in answered if one.posting.to == CAT]
    table = restored(table, tmp_path)
    questions = asked(table)
    assert CAT not in table.carry()
    for question in questions:
        table.reply(question, "reject because I have mailed the list myself")
    assert free.posting in due(table)


def test_an_opening_that_goes_to_another_forum_waits_for_its_notices_too(tmp_path: Path) -> None:
    table = waiting(tmp_path)
    make_rounds(table)
    with_backup(table)
    (question,) = asked(table)
    table.reply(question, "post to backup")
    assert BACKUP not in table.carry()
    assert table.carry() == [BACKUP]


def test_an_opening_that_waited_for_words_is_not_posted_by_itself(tmp_path: Path) -> None:
    table = a_table(tmp_path, confirmed_channels=True)
    opening = table.start()
    table.carry()
    table.reply(opening.code, "approve")
    table.carry()
    table = restored(table, tmp_path)
    make_rounds(table)
    for name in ("Ann", "Bob", "Cat"):
        table.write("Pewterby", f"go on without {name}")
    make_rounds(table)
    assert "public" in kinds(table.read(lambda it: it.outbox()))
    for _ in range(3):
        assert BUSINESS not in table.carry()
    assert len(asked(table)) == 1
