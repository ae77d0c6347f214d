"""After a restore what was announced behind a post of the bot's is judged once that is decided."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from rednov_bot.desk import hearing
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.restoring import lost_time
from rednov_bot.papers import Filed, Letter, PaperId, QueuedPosting
from rednov_bot.ports import Records
from tests.builders import Table, list_mail, private_mail
from tests.desk.forgeries import FOREIGN, OF_ANN, OF_LIST, guarded, results
from tests.desk.play import (
    arrange,
    code_in,
    hand,
    only,
    position,
    reply,
    subject_of,
    text_of,
    write,
)
from tests.desk.test_restored import TURN, LostTime, approval, come_back, make_rounds, told_of

GOES = "I move to 8. I draw 1 item.\n"
BOB = list_mail("Bob", GOES, message_id="<bob@post.example>")
CAT = list_mail("Cat", "I take no action.\n", message_id="<cat@post.example>")


def flat(posting: QueuedPosting) -> str:
    return " ".join(text_of(posting).split())


def resolved(lost: LostTime, turn: bytes, number: int) -> QueuedPosting:
    """In the lost time a turn is announced, approved, and its resolution comes back."""
    lost.table.clock.forward(minutes=1)
    code = code_in(lost.receive(turn))
    lost.table.clock.forward(minutes=1)
    posted = only(lost.receive(approval(code, f"<approval{number}@post.example>")), "public")
    lost.table.clock.forward(minutes=1)
    lost.receive(come_back(posted))
    return posted


def waiting(table: Table) -> list[Filed]:
    with table.desk.ledger.transaction() as records:
        return list(lost_time.waiting(records))


def lines(news: tuple[QueuedPosting, ...]) -> list[str]:
    """The subjects of drafts by which an announcement is without effect."""
    return [subject_of(one) for one in news if "Without effect" in subject_of(one)]


def drafted(news: tuple[QueuedPosting, ...]) -> list[str]:
    """What is put before the contestmaster, but for questions about postings of the backup."""
    return [subject_of(one)[17:] for one in _drafts(news)]


def _drafts(news: tuple[QueuedPosting, ...]) -> list[QueuedPosting]:
    every = [one for one in news if one.posting.kind == "draft"]
    return [one for one in every if "Not back: " not in subject_of(one)]


def decide(table: Table, news: tuple[QueuedPosting, ...], number: int) -> tuple[QueuedPosting, ...]:
    """The contestmaster approves what is drafted, and the rounds are made."""
    code = code_in(tuple(_drafts(news)))
    approved = table.receive(approval(code, f"<again{number}@post.example>"))
    return (*approved, *make_rounds(table))


def test_a_turn_behind_a_resolution_waits_until_that_is_decided_again(tmp_path: Path) -> None:
    lost = LostTime(tmp_path)
    posts = [resolved(lost, TURN, 1), resolved(lost, BOB, 2), resolved(lost, CAT, 3)]
    held = hand(lost.table, "Bob")
    table, found = lost.restored()
    assert lines(found) == []
    assert drafted(found) == ["Turn 1: Ann"]
    assert len(waiting(table)) == 2
    news = (*found, *make_rounds(table))
    assert len(waiting(table)) == 2
    for number, posted in enumerate(posts, 1):
        draft = next(one for one in news if one.posting.kind == "draft")
        assert "The list has just these words already" in flat(draft)
        news = decide(table, (draft,), number)
        known = only(news, "public")
        assert (known.posting.message_id, known.state) == (posted.posting.message_id, "published")
    assert position(table).turns == 3
    assert hand(table, "Bob") == held
    assert waiting(table) == []


def test_its_gnome_and_the_contestmaster_are_told_that_it_waits(tmp_path: Path) -> None:
    lost = LostTime(tmp_path)
    resolved(lost, TURN, 1)
    resolved(lost, BOB, 2)
    table, found = lost.restored()
    (told,) = [one for one in found if one.posting.to == "bob@post.example"]
    assert "waits" in flat(told)
    assert "restored from a backup" in flat(told)
    draft = only(found, "draft")
    assert "What was announced behind it waits for your word" in flat(draft)
    (mail,) = told_of(make_rounds(table))
    assert f"* mail {waiting(table)[0].mail}, of Bob" in mail


def test_what_came_before_the_resolution_is_without_effect_as_it_was(tmp_path: Path) -> None:
    lost = LostTime(tmp_path)
    code = code_in(lost.receive(TURN))
    lost.receive(BOB)
    lost.table.clock.forward(minutes=1)
    lost.receive(come_back(only(lost.receive(approval(code)), "public")))
    table, found = lost.restored()
    assert len(lines(found)) == 1
    assert waiting(table) == []


def test_what_came_before_the_list_had_sent_it_back_but_after_it_was_posted_waits(
    tmp_path: Path,
) -> None:
    lost = LostTime(tmp_path)
    posted = only(lost.approve(lost.receive(TURN)), "public")
    lost.receive(BOB, come_back(posted))
    assert position(lost.table).pending == "Bob"
    table, found = lost.restored()
    assert lines(found) == []
    assert len(waiting(table)) == 1


def test_talk_and_questions_behind_it_are_heard_at_once(tmp_path: Path) -> None:
    lost = LostTime(tmp_path)
    resolved(lost, TURN, 1)
    lost.receive(list_mail("Bob", "Well done, Ann!\n", message_id="<talk@post.example>"))
    lost.receive(private_mail("Bob", "status\n", message_id="<status@post.example>"))
    table, found = lost.restored()
    assert waiting(table) == []
    assert [one for one in found if one.posting.to == "bob@post.example"]


def test_a_discard_and_its_private_list_wait_for_the_turn_by_which_it_is_owed(
    tmp_path: Path,
) -> None:
    lost = LostTime(
        tmp_path,
        lambda table: arrange(
            table,
            gnomes={"Ann": {"minutes": 20}},
            hands={"Bob": ("grog", "grog", "grog", "crowbar", "toolbox")},
            deck=["turbulence"],
        ),
    )
    resolved(lost, list_mail("Ann", GOES, message_id="<ann@post.example>"), 1)
    lost.receive(private_mail("Bob", "I discard my crowbar.\n", message_id="<list@x>"))
    news = lost.receive(list_mail("Bob", "I discard 1 item.\n", message_id="<discard@x>"))
    lost.approve(news)
    left = ["grog", "grog", "grog", "toolbox"]
    assert hand(lost.table, "Bob") == left
    table, found = lost.restored()
    assert drafted(found) == ["Turn 1: Ann"]
    decide(table, decide(table, found, 1), 2)
    assert hand(table, "Bob") == left


def test_a_claim_of_error_waits_for_the_resolution_that_it_is_about(tmp_path: Path) -> None:
    lost = LostTime(tmp_path)
    posted = resolved(lost, TURN, 1).posting.message_id
    claim = list_mail("Bob", "CoE: Ann had 38 minutes left, not 37.\n", message_id="<coe@x>")
    lost.receive(f"In-Reply-To: {posted}\r\n".encode() + claim)
    table, found = lost.restored()
    assert drafted(found) == ["Turn 1: Ann"]
    assert drafted(decide(table, found, 1)) == ["Claim of error: Bob, turn 1"]


def test_what_whoever_decides_announces_on_the_list_waits_like_any_other(tmp_path: Path) -> None:
    """In a blind game e may play (A83)."""
    lost = LostTime(tmp_path)
    resolved(lost, TURN, 1)
    table, _ = lost.restored()
    table.receive(list_mail("Pewterby", GOES, date=table.clock.at))
    assert len(waiting(table)) == 1


def test_what_is_announced_after_the_restore_waits_in_its_turn(tmp_path: Path) -> None:
    lost = LostTime(tmp_path)
    resolved(lost, TURN, 1)
    table, found = lost.restored()
    make_rounds(table)
    table.clock.forward(minutes=5)
    (told,) = table.receive(list_mail("Bob", GOES, date=table.clock.at))
    assert "waits" in flat(told)
    news = decide(table, found, 1)
    assert subject_of(next(one for one in news if one.posting.kind == "draft")).endswith(
        "Turn 2: Bob"
    )


def test_a_turn_that_was_read_as_the_contestmaster_says_waits_no_more(tmp_path: Path) -> None:
    lost = LostTime(tmp_path)
    resolved(lost, TURN, 1)
    resolved(lost, BOB, 2)
    table, _ = lost.restored()
    make_rounds(table)
    (one,) = waiting(table)
    news = write(table, "Pewterby", f"read mail {one.mail} announces nothing")
    table.receive(approval(code_in(news), "<aside@post.example>"))
    make_rounds(table)
    assert waiting(table) == []


def test_it_waits_on_and_nothing_is_posted_twice_when_a_second_backup_is_restored(
    tmp_path: Path,
) -> None:
    """One that was taken since the first restore, with what waits and the draft in it."""
    lost = LostTime(tmp_path)
    posted = resolved(lost, TURN, 1)
    resolved(lost, BOB, 2)
    table, found = lost.restored()
    make_rounds(table)
    table.clock.forward(hours=1)
    with table.desk.ledger.transaction() as records:
        records.restore(table.clock.at)
    assert lines(make_rounds(table)) == []
    assert len(waiting(table)) == 1
    known = only(decide(table, found, 1), "public")
    assert (known.posting.message_id, known.state) == (posted.posting.message_id, "published")
    assert waiting(table) == []


@pytest.mark.parametrize("words", ["reject because it is wrong", "overrule: it is void because so"])
def test_it_is_judged_when_what_was_posted_is_decided_otherwise(tmp_path: Path, words: str) -> None:
    lost = LostTime(tmp_path)
    resolved(lost, TURN, 1)
    resolved(lost, BOB, 2)
    table, found = lost.restored()
    make_rounds(table)
    news = reply(table, code_in(found), words)
    if not drafted(news):
        make_rounds(table)
        assert len(waiting(table)) == 1
        reply(table, code_in(found), "again")
    with table.desk.ledger.transaction() as records:
        (last,) = [one.code for one in records.open_drafts() if "Turn 1" in one.about]
    reply(table, last, "approve")
    assert drafted(make_rounds(table)) == ["Turn 2: Bob"]


def test_after_two_weeks_nothing_waits_any_more(tmp_path: Path) -> None:
    lost = LostTime(tmp_path)
    resolved(lost, TURN, 1)
    resolved(lost, BOB, 2)
    table, _ = lost.restored()
    make_rounds(table)
    table.clock.forward(days=15)
    assert lines(make_rounds(table))
    assert waiting(table) == []


@pytest.mark.parametrize("found_by_server", [OF_LIST, FOREIGN], ids=["the list", "anybody"])
def test_where_mails_are_checked_nothing_waits_for_what_is_not_shown_to_be_the_bots(
    tmp_path: Path, found_by_server: str
) -> None:
    lost = LostTime(tmp_path)
    posted = only(lost.approve(lost.receive(results(OF_ANN) + TURN)), "public")
    lost.receive(results(found_by_server) + come_back(posted))
    table, _ = lost.restored(guarded)
    table.clock.forward(minutes=5)
    table.receive(list_mail("Bob", GOES, date=table.clock.at))
    assert len(waiting(table)) == (1 if found_by_server == OF_LIST else 0)


def test_what_e_owns_when_e_is_asked_waits_as_well_and_is_judged_as_eirs(tmp_path: Path) -> None:
    lost = LostTime(tmp_path)
    posted = only(lost.approve(lost.receive(results(OF_ANN) + TURN)), "public")
    lost.receive(results(OF_LIST) + come_back(posted))
    table, found = lost.restored(guarded)
    table.clock.forward(minutes=5)
    doubtful = results(FOREIGN) + list_mail("Bob", GOES, date=table.clock.at)
    (question,) = table.receive(doubtful)
    (told,) = reply(table, subject_of(question)[8:15], "yes", who="Bob")
    assert "It waits: the bot was restored" in flat(told)
    assert len(waiting(table)) == 1
    news = decide(table, found, 1)
    assert drafted(news) == ["Turn 2: Bob"]
    assert "Bob said on Mon 23 Nov 2026" in flat(_drafts(news)[-1])
    assert waiting(table) == []


def test_a_mail_that_cannot_be_taken_up_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = LostTime(tmp_path)
    resolved(lost, TURN, 1)
    table, found = lost.restored()
    make_rounds(table)
    for name in ("Bob", "Cat"):
        table.clock.forward(minutes=5)
        table.receive(list_mail(name, GOES, date=table.clock.at))
    hear = hearing.hear

    def stumble(
        desk: Desk, records: Records, mail: PaperId, letter: Letter, heard_at: datetime
    ) -> str:
        if letter.sender == "Bob":
            raise ZeroDivisionError
        return hear(desk, records, mail, letter, heard_at)

    monkeypatch.setattr(hearing, "hear", stumble)
    news = decide(table, found, 1)
    assert subject_of(next(one for one in news if one.posting.kind == "draft")).endswith(
        "Turn 2: Cat"
    )
    assert waiting(table) == []
