"""Postings wait their turn, and what came of each attempt decides when they are due again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from rednov_bot.core.errors import AlreadyOnFile
from rednov_bot.core.models import Outcome, PostingKind, QueuedPosting, UnderWay
from rednov_bot.core.store.sending import DEATHS, wait
from rednov_bot.core.store.unit_of_work import Database, UnitOfWork
from tests.store.samples import MINUTE, NOON, a_draft, a_posting, an_attempt

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def _queue(records: UnitOfWork, name: str, after: Sequence[str] = (), at: datetime = NOON) -> None:
    earlier = [a_posting(other).message_id for other in after]
    records.queue(a_posting(name), draft=None, after=earlier, at=at)


def _due(db: Database, now: datetime, limit: int = 99) -> list[str]:
    with db.transaction() as records:
        return [p.message_id[1:].partition("@")[0] for p in records.due(now, limit)]


def _begin(db: Database, now: datetime = NOON, limit: int = 99) -> dict[str, UnderWay]:
    with db.transaction() as records:
        begun = records.begin_sending(now, limit)
    return {one.message_id[1:].partition("@")[0]: one for one in begun}


def _begun(db: Database, now: datetime = NOON, limit: int = 99) -> list[str]:
    return list(_begin(db, now, limit))


def _state(db: Database) -> tuple[str, int, datetime | None]:
    """What came of the first posting, after how many attempts, and when it goes again."""
    with db.transaction() as records:
        one = records.outbox()[0]
    return one.state, one.attempts, one.again_at


def _attempted(db: Database, name: str, outcome: Outcome, at: datetime = NOON) -> None:
    with db.transaction() as records:
        records.attempted(an_attempt(name, outcome, at))


def test_a_posting_is_due_at_once_and_is_handed_over_unchanged(db: Database) -> None:
    with db.transaction() as records:
        records.queue(a_posting("one"), draft=None, at=NOON)
    with db.transaction() as records:
        assert records.due(NOON, 5) == (a_posting("one"),)


def test_the_oldest_are_due_first(db: Database) -> None:
    with db.transaction() as records:
        for name in ("c", "a", "b"):
            _queue(records, name)
    assert _due(db, NOON) == ["c", "a", "b"]
    assert _due(db, NOON, limit=2) == ["c", "a"]


def test_what_is_for_a_list_is_due_before_what_is_for_one_reader(db: Database) -> None:
    with db.transaction() as records:
        for number in range(3):
            records.queue(a_posting(f"notice{number}", "private"), draft=None, at=NOON)
        _queue(records, "to the list")
        _queue(records, "opening", after=("notice1",))
    _attempted(db, "notice1", "deferred")
    assert _due(db, NOON + MINUTE, limit=2) == ["to the list", "notice0"]
    _attempted(db, "notice1", "accepted", NOON + MINUTE)
    assert _due(db, NOON + HOUR) == ["to the list", "opening", "notice0", "notice2"]


@pytest.mark.parametrize("outcome", ["accepted", "refused", "unknown"])
def test_what_went_once_never_goes_again_by_itself(db: Database, outcome: Outcome) -> None:
    with db.transaction() as records:
        _queue(records, "one")
        _queue(records, "two")
    _attempted(db, "one", outcome)
    assert _due(db, NOON) == ["two"]
    assert _due(db, NOON + DAY) == ["two"]


def test_a_private_mail_of_unknown_fate_is_offered_again_for_a_day(db: Database) -> None:
    with db.transaction() as records:
        records.queue(a_posting("one", "private"), draft=None, at=NOON)
    at, waits = NOON, []
    while not waits or _state(db)[2] is not None:
        assert _due(db, at) == ["one"]
        _attempted(db, "one", "unknown", at)
        _, tries, again_at = _state(db)
        assert tries == len(waits) + 1
        waits.append(again_at - at if again_at else None)
        assert again_at is None or _due(db, again_at - MINUTE / 60) == []
        at = again_at or at
    assert waits[:4] == [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR]
    assert {*waits[4:-1]} == {HOUR}
    assert NOON + DAY <= at < NOON + DAY + HOUR
    assert _due(db, at + DAY) == []


def test_a_private_mail_that_is_accepted_at_last_goes_no_more(db: Database) -> None:
    with db.transaction() as records:
        records.queue(a_posting("one", "private"), draft=None, at=NOON)
    _attempted(db, "one", "unknown")
    _attempted(db, "one", "unknown", NOON + MINUTE)
    assert _due(db, NOON + 6 * MINUTE) == ["one"]
    _attempted(db, "one", "accepted", NOON + 6 * MINUTE)
    assert _due(db, NOON + DAY) == []


def test_a_posting_of_unknown_fate_is_never_offered_again_by_itself(db: Database) -> None:
    with db.transaction() as records:
        records.queue(a_posting("one", "public"), draft=None, at=NOON)
    _attempted(db, "one", "unknown")
    assert _due(db, NOON + HOUR) == _due(db, NOON + DAY) == []
    assert _state(db) == ("unknown", 1, None)


def test_what_is_under_way_is_not_due(db: Database) -> None:
    with db.transaction() as records:
        _queue(records, "one")
        _queue(records, "two")
    assert _begun(db, limit=1) == ["one"]
    assert _state(db) == ("sending", 0, None)
    assert _begun(db) == ["two"]
    assert _begun(db) == []
    _attempted(db, "one", "deferred")
    assert _state(db) == ("deferred", 1, NOON + MINUTE)
    assert _begun(db, NOON + MINUTE) == ["one"]
    _attempted(db, "one", "accepted", NOON + MINUTE)
    assert _state(db) == ("accepted", 2, None)


def test_what_was_not_tried_is_due_again_as_if_nothing_had_been(db: Database) -> None:
    with db.transaction() as records:
        _queue(records, "one")
    for _ in range(2):
        begun = _begin(db)
        assert list(begun) == ["one"]
        with db.transaction() as records:
            records.put_back(begun.values())
            records.put_back(begun.values())
        assert _state(db) == ("queued", 0, None)
    assert _begun(db) == ["one"]
    _attempted(db, "one", "deferred")
    assert _state(db) == ("deferred", 1, NOON + MINUTE)


def test_of_what_a_dead_sender_had_begun_the_fate_is_unknown(db: Database) -> None:
    with db.transaction() as records:
        _queue(records, "public")
        records.queue(a_posting("private", "private"), draft=None, at=NOON)
        _queue(records, "sent")
        _queue(records, "waits", after=["public"])
        _queue(records, "untouched")
    begun = _begin(db)
    _attempted(db, "sent", "accepted")
    with db.transaction() as records:
        for name in ("public", "private"):
            records.handed_over(begun[name])
    with db.transaction() as records:
        assert records.interrupted(NOON) == 2
        assert records.interrupted(NOON) == 0
        states = {one.posting.message_id[1:5]: one.state for one in records.outbox()}
        replies = [one.reply for one in records.unsent()]
    assert states == {
        "publ": "unknown",
        "priv": "unknown",
        "sent": "accepted",
        "wait": "queued",
        "unto": "queued",
    }
    assert replies == ["interrupted", "interrupted", "", ""]
    assert _begun(db) == ["untouched", "private"]


def test_what_a_dead_sender_had_not_handed_over_is_due_again_however_often(db: Database) -> None:
    with db.transaction() as records:
        _queue(records, "public")
        records.queue(a_posting("private", "private"), draft=None, at=NOON)
    names = {a_posting(name).message_id for name in ("public", "private")}
    for again in (set(), names, names):
        assert _begun(db) == ["public", "private"]
        with db.transaction() as records:
            assert records.begun_again() == again
            assert records.interrupted(NOON) == 0
    assert _begun(db) == ["public", "private"]


def test_a_private_mail_outlives_four_dead_senders_and_a_lost_connection(
    db: Database,
) -> None:
    for kind in ("private", "draft"):
        with db.transaction() as records:
            records.queue(a_posting(kind, kind), draft=None, at=NOON)
    lost = timedelta(0)
    for death in range(1, DEATHS + 1):
        begun = _begin(db, NOON + lost)
        assert list(begun) == ["private", "draft"]
        if death == 3:
            for name in ("private", "draft"):
                _attempted(db, name, "unknown", NOON)
            assert _begun(db) == []
            lost = MINUTE
            begun = _begin(db, NOON + lost)
            assert list(begun) == ["private", "draft"]
        with db.transaction() as records:
            for one in begun.values():
                records.handed_over(one)
            assert records.interrupted(NOON + lost) == 2
    assert _begun(db, NOON + DAY) == []
    assert _state(db) == ("unknown", DEATHS + 1, None)


def test_a_sender_taken_for_dead_does_not_hand_over_what_another_one_has_begun(
    db: Database,
) -> None:
    with db.transaction() as records:
        _queue(records, "one")
    slow = _begin(db)["one"]
    with db.transaction() as records:
        assert records.interrupted(NOON) == 0
    other = _begin(db)["one"]
    with db.transaction() as records:
        with pytest.raises(KeyError):
            records.handed_over(slow)
        records.handed_over(other)
    assert _state(db)[0] == "sending"


def test_a_sender_taken_for_dead_puts_back_nothing_that_another_one_has_begun(
    db: Database,
) -> None:
    with db.transaction() as records:
        _queue(records, "one")
    slow = _begin(db)["one"]
    with db.transaction() as records:
        records.interrupted(NOON)
    _begin(db)
    with db.transaction() as records:
        records.put_back([slow])
    assert _begun(db) == []
    assert _state(db)[0] == "sending"


def test_what_a_sender_taken_for_dead_says_is_not_the_end_of_what_another_one_has_begun(
    db: Database,
) -> None:
    with db.transaction() as records:
        records.queue(a_posting("one", "private"), draft=None, at=NOON)
    slow = _begin(db)["one"]
    with db.transaction() as records:
        records.handed_over(slow)
        records.interrupted(NOON)
    other = _begin(db)["one"]
    with db.transaction() as records:
        records.attempted(an_attempt("one", "deferred"), slow.number)
    assert _state(db)[:2] == ("sending", 1)
    with db.transaction() as records:
        records.attempted(an_attempt("one", "accepted"), other.number)
    assert _state(db)[0] == "accepted"
    assert _begun(db, NOON + DAY) == []


def test_a_deferred_posting_waits_twice_as_long_each_time_up_to_an_hour(db: Database) -> None:
    with db.transaction() as records:
        _queue(records, "one")
    now = NOON
    for minutes in (1, 2, 4, 8, 16, 32, 60, 60):
        _attempted(db, "one", "deferred", now)
        before, now = now, now + minutes * MINUTE
        assert _due(db, before) == []
        assert _due(db, now - timedelta(microseconds=1)) == []
        assert _due(db, now) == ["one"]


def test_the_wait_never_outgrows_its_bound() -> None:
    assert [wait(n) for n in (1, 2, 6, 7, 8, 10_000)] == [
        MINUTE,
        2 * MINUTE,
        32 * MINUTE,
        HOUR,
        HOUR,
        HOUR,
    ]


def test_after_an_attempt_on_the_fifth_day_a_deferred_posting_is_given_up(db: Database) -> None:
    with db.transaction() as records:
        _queue(records, "tried")
        _queue(records, "untried")
    _attempted(db, "tried", "deferred")
    assert _due(db, NOON + 5 * DAY - MINUTE) == ["tried", "untried"]
    assert _due(db, NOON + 5 * DAY) == ["tried", "untried"]
    _attempted(db, "tried", "deferred", NOON + 5 * DAY)
    assert _due(db, NOON + 6 * DAY) == ["untried"]
    with db.transaction() as records:
        assert [queued.state for queued in records.outbox()] == ["deferred", "queued"]


def test_what_lay_there_untried_has_five_days_all_the_same(db: Database) -> None:
    with db.transaction() as records:
        _queue(records, "one")
    _attempted(db, "one", "deferred", NOON + 15 * DAY)
    assert _due(db, NOON + 16 * DAY) == ["one"]
    _attempted(db, "one", "deferred", NOON + 20 * DAY - MINUTE)
    assert _due(db, NOON + 21 * DAY) == ["one"]
    _attempted(db, "one", "deferred", NOON + 20 * DAY)
    assert _due(db, NOON + 21 * DAY) == []


def test_what_is_said_to_go_again_has_five_days_more(db: Database) -> None:
    with db.transaction() as records:
        _queue(records, "one")
    _attempted(db, "one", "deferred")
    _attempted(db, "one", "deferred", NOON + 5 * DAY)
    with db.transaction() as records:
        records.post_again(a_posting("one").message_id, "Pewterby", NOON + 6 * DAY)
    _attempted(db, "one", "deferred", NOON + 6 * DAY)
    assert _due(db, NOON + 7 * DAY) == ["one"]
    with db.transaction() as records:
        (one,) = records.outbox()
        assert (one.tried_since, one.tried_for) == (NOON + 6 * DAY, timedelta())


def test_what_waits_for_a_mail_that_lay_there_untried_goes_when_that_was_accepted(
    db: Database,
) -> None:
    with db.transaction() as records:
        _queue(records, "notice")
        _queue(records, "opening", after=["notice"])
    _attempted(db, "notice", "deferred", NOON + 6 * DAY)
    assert _due(db, NOON + 7 * DAY) == ["notice"]
    _attempted(db, "notice", "accepted", NOON + 7 * DAY)
    assert _due(db, NOON + 7 * DAY) == ["opening"]


def test_a_deferred_posting_may_be_accepted_in_the_end(db: Database) -> None:
    with db.transaction() as records:
        _queue(records, "one")
    _attempted(db, "one", "deferred")
    _attempted(db, "one", "accepted", NOON + MINUTE)
    assert _due(db, NOON + DAY) == []


def test_a_posting_waits_until_those_before_it_were_accepted(db: Database) -> None:
    with db.transaction() as records:
        _queue(records, "public")
        _queue(records, "other")
        _queue(records, "private", after=["public", "other", "public"])
    assert _due(db, NOON) == ["public", "other"]
    _attempted(db, "public", "accepted")
    assert _due(db, NOON) == ["other"]
    _attempted(db, "other", "deferred")
    assert _due(db, NOON) == []
    _attempted(db, "other", "accepted", NOON + MINUTE)
    assert _due(db, NOON) == ["private"]


@pytest.mark.parametrize("outcome", ["refused", "unknown"])
def test_a_posting_waits_on_while_one_before_it_did_not_arrive(
    db: Database, outcome: Outcome
) -> None:
    with db.transaction() as records:
        _queue(records, "public")
        _queue(records, "private", after=["public"])
    _attempted(db, "public", outcome)
    assert _due(db, NOON + DAY) == []
    _attempted(db, "public", "accepted", NOON + DAY)
    assert _due(db, NOON + DAY) == ["private"]


def _held_up(db: Database) -> list[str]:
    with db.transaction() as records:
        every = records.held_up()
    return [one.posting.message_id[1:].partition("@")[0] for one in every]


def test_what_others_wait_for_is_named_until_it_was_accepted(db: Database) -> None:
    with db.transaction() as records:
        _queue(records, "notice")
        _queue(records, "alone")
        _queue(records, "public", after=["notice"])
    _attempted(db, "notice", "refused")
    _attempted(db, "alone", "refused")
    assert _held_up(db) == ["notice"]
    _attempted(db, "notice", "accepted", NOON + DAY)
    assert _held_up(db) == []


def test_a_posting_waits_for_another_instead(db: Database) -> None:
    with db.transaction() as records:
        _queue(records, "notice")
        _queue(records, "public", after=["notice"])
    _attempted(db, "notice", "refused")
    with db.transaction() as records:
        _queue(records, "again")
        records.wait_no_more(a_posting("notice").message_id, a_posting("again").message_id)
    assert _held_up(db) == ["again"]
    assert _due(db, NOON) == ["again"]
    _attempted(db, "again", "accepted")
    assert _due(db, NOON) == ["public"]


def test_a_posting_waits_no_more(db: Database) -> None:
    with db.transaction() as records:
        _queue(records, "notice")
        _queue(records, "public", after=["notice"])
    _attempted(db, "notice", "unknown")
    with db.transaction() as records:
        records.wait_no_more(a_posting("notice").message_id)
    assert _held_up(db) == []
    assert _due(db, NOON) == ["public"]


def test_the_last_mail_for_a_reason_is_found(db: Database) -> None:
    with db.transaction() as records:
        for name in ("one", "two"):
            records.queue(a_posting(name), draft=None, reason="draft AAAAAAA", at=NOON)
        found = records.mailed_for("draft AAAAAAA")
        assert records.mailed_for("draft BBBBBBB") is None
    assert found is not None
    assert found.posting == a_posting("two")


def test_a_posting_cannot_wait_for_one_that_nobody_queued(db: Database) -> None:
    with pytest.raises(KeyError), db.transaction() as records:
        _queue(records, "private", after=["never"])


def test_a_message_id_is_queued_once(db: Database) -> None:
    with db.transaction() as records:
        _queue(records, "one")
    with pytest.raises(AlreadyOnFile), db.transaction() as records:
        _queue(records, "one")


def test_an_attempt_is_about_a_posting_on_file(db: Database) -> None:
    with pytest.raises(KeyError), db.transaction() as records:
        records.attempted(an_attempt("never"))


def test_what_is_queued_after_all_was_sent_is_due(db: Database) -> None:
    assert _due(db, NOON) == []
    for name in ("one", "two"):
        with db.transaction() as records:
            _queue(records, name)
        assert _due(db, NOON) == [name]
        _attempted(db, name, "accepted")
        assert _due(db, NOON) == []


def test_the_outbox_tells_every_state(db: Database) -> None:
    with db.transaction() as records:
        records.add_draft(a_draft())
        records.queue(a_posting("one"), draft="ABC2345", at=NOON)
        records.queue(a_posting("two"), draft=None, at=NOON)
        records.queue(a_posting("three"), draft="ABC2345", at=NOON)
        records.attempted(an_attempt("one", "deferred"))
        records.attempted(an_attempt("one", "unknown"))
        records.attempted(an_attempt("two", "refused"))
        one = QueuedPosting(
            posting=a_posting("one"),
            draft="ABC2345",
            state="unknown",
            attempts=2,
            reply="250 so be it",
            queued_at=NOON,
            settled_at=NOON,
            tried_since=NOON,
        )
        two = QueuedPosting(
            posting=a_posting("two"),
            draft=None,
            state="refused",
            attempts=1,
            reply="250 so be it",
            queued_at=NOON,
            settled_at=NOON,
            tried_since=NOON,
        )
        three = QueuedPosting(
            posting=a_posting("three"), draft="ABC2345", state="queued", attempts=0, queued_at=NOON
        )
        assert records.outbox() == (one, two, three)
        assert records.outbox("ABC2345") == (one, three)
        assert records.outbox("NEVER22") == ()


def test_automatic_answers_to_an_address_are_counted(db: Database) -> None:
    to = "ann@post.example"
    asked: tuple[tuple[PostingKind, str, datetime], ...] = (
        ("receipt", "", NOON),
        ("question", "unclear", NOON + MINUTE),
        ("desk", "unclear", NOON + 2 * MINUTE),
        ("private", "", NOON + 3 * MINUTE),
        ("public", "", NOON + 3 * MINUTE),
    )
    with db.transaction() as records:
        for number, (kind, reason, at) in enumerate(asked):
            posting = a_posting(f"p{number}", kind, to)
            records.queue(posting, draft=None, reason=reason, at=at)
        other = a_posting("other", "question", "bob@post.example")
        records.queue(other, draft=None, reason="unclear", at=NOON)
        assert records.answered_since(to, NOON, "unclear") == 2
        assert records.answered_since(to, NOON, "stranger") == 0
        latest = max(at for _, reason, at in asked if reason == "unclear")
        assert records.last_answered(to, "unclear") == latest
        assert records.last_answered(to, "stranger") is None
        assert records.last_answered("cat@post.example", "unclear") is None


def test_a_server_may_reply_in_any_characters(db: Database) -> None:
    attempt = replace(an_attempt("one", "refused"), reply="550 \x00\udcff")
    with db.transaction() as records:
        _queue(records, "one")
        records.attempted(attempt)
        assert records.outbox()[0].state == "refused"


def test_mails_that_no_server_has_accepted_are_told_by_kind(db: Database) -> None:
    with db.transaction() as records:
        for name in ("sent", "refused", "waiting", "old", "reminder"):
            posting = replace(a_posting(name), kind="private")
            at = NOON - DAY if name == "old" else NOON
            reason = "a reminder" if name == "reminder" else ""
            records.queue(posting, draft=None, at=at, reason=reason)
        _queue(records, "public")
    _attempted(db, "sent", "accepted")
    _attempted(db, "refused", "refused")
    with db.transaction() as records:
        found = records.unaccepted("private", NOON - HOUR)
        assert [one.state for one in found] == ["refused", "queued"]


def test_what_was_tried_late_is_told_of_however_long_ago_it_was_queued(db: Database) -> None:
    with db.transaction() as records:
        for name in ("deferred", "accepted", "once"):
            records.queue(a_posting(name, "private"), draft=None, at=NOON)
    _attempted(db, "once", "deferred")
    _attempted(db, "deferred", "deferred", NOON + 15 * DAY)
    _attempted(db, "accepted", "accepted", NOON + 15 * DAY)
    with db.transaction() as records:
        (found,) = records.unaccepted("private", NOON + DAY)
        assert found.posting == a_posting("deferred", "private")
        assert records.unaccepted("public", NOON + DAY) == ()
        assert records.unaccepted("private", NOON + 16 * DAY) == ()
