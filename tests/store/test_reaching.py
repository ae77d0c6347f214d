"""What came back and what was answered is kept beside each mail, and decides what became of it."""

from __future__ import annotations

from rednov_bot.core.models import AwaitedOpening, Bounce, BounceKind, Channel, MessageId, PaperId
from rednov_bot.core.store.unit_of_work import Database, UnitOfWork
from tests.store.samples import MINUTE, NOON, a_draft, a_mail, a_posting, an_attempt

NOTICE = a_posting("notice", "private").message_id


def a_notice(records: UnitOfWork) -> PaperId:
    """A notice that a server has accepted; a mail that may say something of it."""
    records.queue(a_posting("notice", "private"), draft=None, at=NOON)
    records.attempted(an_attempt("notice", "accepted", NOON))
    records.keep([a_mail(1)])
    return records.undisposed(1)[0][0]


def report(mail: PaperId, kind: BounceKind) -> Bounce:
    return Bounce(posting=NOTICE, mail=mail, kind=kind, status="5.1.1", at=NOON + MINUTE)


def state(records: UnitOfWork) -> tuple[str, str]:
    """What became of the notice, as the outbox and as its own paper say."""
    whole, short = records.posting(NOTICE), records.sent(NOTICE)
    assert whole is not None
    assert short is not None
    return whole.state, short.state


def test_a_report_of_failure_says_that_a_mail_came_back(db: Database) -> None:
    with db.transaction() as records:
        mail = a_notice(records)
        assert state(records) == ("accepted", "accepted")
        records.note_bounce(report(mail, "failed"))
        records.note_bounce(report(mail, "failed"))
        assert state(records) == ("bounced", "bounced")
        ((bounce, sent),) = records.bounces(NOON)
        assert bounce == report(mail, "failed")
        assert (sent.message_id, sent.to) == (NOTICE, a_posting("notice", "private").to)


def test_a_report_of_a_delay_changes_nothing(db: Database) -> None:
    with db.transaction() as records:
        records.note_bounce(report(a_notice(records), "delayed"))
        assert state(records) == ("accepted", "accepted")
        assert records.bounces(NOON) == ()


def test_what_was_answered_has_arrived_whatever_a_server_reports(db: Database) -> None:
    with db.transaction() as records:
        mail = a_notice(records)
        records.note_bounce(report(mail, "failed"))
        assert records.confirm(NOTICE, mail, NOON)
        assert not records.confirm(NOTICE, mail, NOON + MINUTE)
        assert state(records) == ("confirmed", "confirmed")


def test_mails_of_a_kind_are_told_without_their_words(db: Database) -> None:
    with db.transaction() as records:
        a_notice(records)
        records.queue(a_posting("later", "private"), draft=None, reason="again", at=NOON + MINUTE)
        records.queue(a_posting("other", "receipt"), draft=None, at=NOON)
        first, second = records.sent_since("private", NOON)
        assert (first.message_id, first.state, first.settled_at) == (NOTICE, "accepted", NOON)
        assert (second.reason, second.state, second.settled_at) == ("again", "queued", None)
        assert records.sent_since("private", NOON + MINUTE) == (second,)
        assert records.sent(MessageId("<nobody@x>")) is None


def test_what_is_known_of_channels_is_kept_in_its_order(db: Database) -> None:
    with db.transaction() as records:
        mail = a_notice(records)
        known = (
            Channel(name="Ann", address="a@b", change="asked", posting=NOTICE, mail=None, at=NOON),
            Channel(
                name="Ann", address="a@b", change="confirmed", posting=NOTICE, mail=mail, at=NOON
            ),
            Channel(name="Bob", address="", change="waived", posting=None, mail=None, at=NOON),
        )
        for one in known:
            records.note_channel(one)
        assert records.channels() == known


def test_of_which_notices_whoever_decides_has_said_that_they_are_known(db: Database) -> None:
    with db.transaction() as records:
        a_notice(records)
        other = a_posting("other", "private")
        records.queue(other, draft=None, at=NOON)
        assert records.told_otherwise() == frozenset()
        for change, posting in (("told", NOTICE), ("asked", other.message_id), ("told", None)):
            records.note_channel(
                Channel(
                    name="Ann", address="a@b", change=change, posting=posting, mail=None, at=NOON
                )
            )
        assert records.told_otherwise() == {NOTICE}


def test_the_first_approval_of_an_opening_that_waits_counts(db: Database) -> None:
    with db.transaction() as records:
        records.add_draft(a_draft("AAAAAA2"))
        assert records.awaited_opening("AAAAAA2") is None
        for by in ("Pewterby", "Dan"):
            records.await_channels(AwaitedOpening(draft="AAAAAA2", by=by, at=NOON))
        assert records.awaited_opening("AAAAAA2") == AwaitedOpening(
            draft="AAAAAA2", by="Pewterby", at=NOON
        )
