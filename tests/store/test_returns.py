"""What lists send back of the bot's own postings, and what was asked where they do not."""

from __future__ import annotations

from datetime import timedelta

from rednov_bot.core.models import MessageId, PaperId, PostingState
from rednov_bot.core.store.unit_of_work import Database, UnitOfWork
from tests.store.samples import (
    MINUTE,
    NOON,
    a_decision,
    a_draft,
    a_mail,
    a_posting,
    an_attempt,
)

ONE = a_posting("one").message_id
DAY = timedelta(days=1)


def _sent(records: UnitOfWork, *names: str) -> None:
    for name in names:
        records.queue(a_posting(name), draft=None, at=NOON)
    records.begin_sending(NOON, 9)
    for name in names:
        records.attempted(an_attempt(name, "accepted"))


def _seen(records: UnitOfWork, mail: int | None, *, public: bool = True, same: bool = True) -> None:
    records.note_sighting(
        ONE, None if mail is None else PaperId(mail), "business", public=public, same=same, at=NOON
    )


def _state(records: UnitOfWork) -> PostingState:
    found = records.posting(ONE)
    assert found is not None
    return found.state


def test_only_what_a_public_list_has_unchanged_is_published(db: Database) -> None:
    with db.transaction() as records:
        _sent(records, "one")
        records.keep([a_mail(uid) for uid in (1, 2, 3)])
        _seen(records, 1, public=False)
        _seen(records, 2, same=False)
        assert _state(records) == "accepted"
        _seen(records, 3)
        _seen(records, 3)
        assert _state(records) == "published"


def test_what_was_not_seen_is_found_if_it_was_sent_since_anybody_looks(db: Database) -> None:
    with db.transaction() as records:
        _sent(records, "one", "two")
        records.queue(a_posting("earlier"), draft=None, at=NOON)
        records.attempted(an_attempt("earlier", "accepted"))
        records.queue(a_posting("private", "private"), draft=None, at=NOON)
        records.begin_sending(NOON, 9)
        records.keep([a_mail(1)])
        _seen(records, 1)
        found = records.unpublished(NOON - DAY)
        assert [one.posting.message_id for one in found] == [a_posting("two").message_id]
        assert records.unpublished(NOON + DAY) == ()


def test_whether_a_forum_sends_anything_back_is_learnt(db: Database) -> None:
    with db.transaction() as records:
        _sent(records, "one")
        records.keep([a_mail(1)])
        assert records.sends_back("business") is None
        _seen(records, None)
        assert records.sends_back("business") is False
        _seen(records, 1)
        assert records.sends_back("business") is True
        assert records.sends_back("discussion") is None


def test_what_was_asked_is_found_by_its_draft_and_by_its_posting(db: Database) -> None:
    with db.transaction() as records:
        _sent(records, "one")
        records.add_draft(a_draft())
        records.note_alarm(ONE, "ABC2345", "not back", 1, NOON)
        asked = records.alarm("ABC2345")
        assert asked is not None
        assert (asked.posting, asked.to, asked.what, asked.attempts, asked.is_open) == (
            ONE,
            a_posting("one").to,
            "not back",
            1,
            True,
        )
        assert records.alarms_about(ONE) == (asked,)
        assert records.alarms_about(MessageId("<never@bots.example>")) == ()
        assert records.alarm("NEVER22") is None
    with db.transaction() as records:
        records.decide(a_decision())
        (asked,) = records.alarms_about(ONE)
        assert not asked.is_open


def test_what_is_posted_again_is_due_once_more_under_its_name(db: Database) -> None:
    with db.transaction() as records:
        _sent(records, "one")
    with db.transaction() as records:
        assert records.due(NOON + DAY, 9) == ()
    with db.transaction() as records:
        records.post_again(ONE, "Pewterby", NOON)
    with db.transaction() as records:
        (one,) = records.begin_sending(NOON + 9 * DAY, 9)
        assert one.message_id == ONE
        assert records.due(NOON + 9 * DAY, 9) == ()
        records.attempted(an_attempt("one", "deferred", NOON))
    with db.transaction() as records:
        assert records.due(NOON, 9) == ()
        assert records.due(NOON + MINUTE * 2, 9) == (a_posting("one"),)
        records.attempted(an_attempt("one", "accepted", NOON))
        assert records.due(NOON + DAY, 9) == ()


def test_a_second_process_may_say_so(db: Database, url: str) -> None:
    with db.transaction() as records:
        _sent(records, "one", "two")
        assert records.due(NOON, 9) == ()
    with Database(url) as other, other.transaction() as records:
        records.post_again(ONE, "Pewterby", NOON)
    with db.transaction() as records:
        assert records.due(NOON, 9) == (a_posting("one"),)


def test_what_went_late_is_found_by_when_it_went_and_not_by_when_it_was_queued(
    db: Database,
) -> None:
    with db.transaction() as records:
        records.queue(a_posting("one"), draft=None, at=NOON)
        assert records.unpublished(NOON) == ()
    with db.transaction() as records:
        records.begin_sending(NOON + 20 * DAY, 9)
    with db.transaction() as records:
        assert [one.state for one in records.unpublished(NOON + 6 * DAY)] == ["sending"]
        records.attempted(an_attempt("one", "unknown", NOON + 20 * DAY))
    for days, found in ((6, ["unknown"]), (20, ["unknown"]), (21, []), (6, ["unknown"])):
        with db.transaction() as records:
            assert [one.state for one in records.unpublished(NOON + days * DAY)] == found


def test_what_was_passed_over_is_found_again_once_it_was_sent_again(db: Database) -> None:
    with db.transaction() as records:
        _sent(records, "one", "two")
        records.keep([a_mail(1)])
    with db.transaction() as records:
        assert len(records.unpublished(NOON)) == 2
        _seen(records, 1)
    with db.transaction() as records:
        assert [one.posting for one in records.unpublished(NOON)] == [a_posting("two")]
        assert records.unpublished(NOON + DAY) == ()
        records.post_again(a_posting("two").message_id, "Pewterby", NOON + 30 * DAY)
    with db.transaction() as records:
        records.begin_sending(NOON + 30 * DAY, 9)
        records.attempted(an_attempt("two", "unknown", NOON + 30 * DAY))
    with db.transaction() as records:
        assert [one.state for one in records.unpublished(NOON + 16 * DAY)] == ["unknown"]
