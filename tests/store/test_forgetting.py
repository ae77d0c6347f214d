"""The words of old mails are forgotten once, on every kind of database."""

from __future__ import annotations

from datetime import timedelta

from rednov_bot.core.models import Attempt, Outcome
from rednov_bot.core.store import forgetting
from rednov_bot.core.store.unit_of_work import Database
from tests.store.samples import NOON, a_mail, a_posting, an_attempt

LATER = NOON + timedelta(days=1)


def test_what_was_handled_accepted_or_refused_is_forgotten_once(url: str) -> None:
    outcomes: tuple[Outcome, ...] = ("accepted", "refused", "deferred", "unknown")
    with Database(url) as db, db.transaction() as records:
        records.keep([a_mail(1)])
        ((mail, _),) = records.undisposed(1)
        records.dispose(mail, "read", "a question", message=None, digest=None, at=NOON)
        for outcome in outcomes:
            posting = a_posting(outcome, "private")
            records.queue(posting, draft=None, at=NOON)
            name, reply = posting.message_id, "550 5.1.1 nobody may read this"
            records.attempted(Attempt(message_id=name, at=NOON, outcome=outcome, reply=reply))
    mails = forgetting.old_mails(url, LATER)
    sent = forgetting.old_postings(url, LATER)
    assert (mails, len(sent)) == ((mail,), 2)
    assert forgetting.forget(url, mails, sent) == 3
    assert forgetting.old_postings(url, LATER) == ()
    assert forgetting.forget(url, mails, sent) == 0
    with Database(url) as db, db.transaction() as records:
        replies = {one.state: one.reply for one in records.outbox()}
    assert replies["refused"] == "550 5.1.1"
    assert replies["deferred"] == "550 5.1.1 nobody may read this"


def test_what_is_still_tried_is_not_forgotten(url: str) -> None:
    later = NOON + timedelta(days=15)
    posting = a_posting("one", "private")
    with Database(url) as db, db.transaction() as records:
        records.queue(posting, draft=None, at=NOON)
        records.attempted(an_attempt("one", "deferred", later))
    assert forgetting.old_postings(url, LATER) == ()
    with Database(url) as db, db.transaction() as records:
        records.attempted(an_attempt("one", "deferred", later + timedelta(days=5)))
    assert len(forgetting.old_postings(url, LATER)) == 1
