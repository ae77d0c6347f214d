"""Postings wait their turn, and what came of each attempt decides when they are due again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from rednov_bot.core.errors import AlreadyOnFile
from rednov_bot.core.models import Alarm, MessageId, Outcome, PaperId, QueuedPosting, UnderWay
from rednov_bot.core.store.outbox import DEATHS, wait
from rednov_bot.core.store.unit_of_work import Database
from tests.store.conftest import OnFile
from tests.store.samples import MINUTE, NOON, a_decision, a_draft, a_posting, an_attempt

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def called(one: Any) -> str:
    """What a posting was called when it was queued."""
    return str(getattr(one, "posting", one).message_id)[1:].partition("@")[0]


class Post(OnFile):
    """An outbox whose postings are named by one word."""

    def put(self, *names: str, kind: Any = "public", after: Sequence[str] = ()) -> None:
        """Postings are queued at noon."""
        earlier = [a_posting(one).message_id for one in after]
        for name in names:
            self.queue(a_posting(name, kind), draft=None, after=earlier, at=NOON)

    def due_at(self, now: datetime, limit: int = 99) -> list[str]:
        return [called(one) for one in self.due(now, limit)]

    def begin(self, now: datetime = NOON, limit: int = 99) -> dict[str, UnderWay]:
        return {called(one): one for one in self.begin_sending(now, limit)}

    def tried(self, name: str, outcome: Outcome, at: datetime = NOON, **of: Any) -> None:
        self.attempted(an_attempt(name, outcome, at), **of)

    def state(self, name: str) -> tuple[str, int, datetime | None]:
        """What came of it, after how many attempts, and when it goes again."""
        found = self.posting(a_posting(name).message_id)
        return found.state, found.attempts, found.again_at

    def hand_over(self, some: Iterable[UnderWay]) -> None:
        for one in some:
            self.handed_over(one)

    def seen(self, name: str, mail: int | None, *, public: bool = True, same: bool = True) -> None:
        """A mail that has come from a list is a posting."""
        id = None if mail is None else PaperId(mail)
        given = {"public": public, "same": same, "at": NOON}
        self.note_sighting(a_posting(name).message_id, id, "business", **given)

    def missed(self, since: datetime) -> list[tuple[str, str]]:
        """What was sent and was not seen."""
        return [(called(one), one.state) for one in self.unpublished(since)]


@pytest.fixture
def post(db: Database) -> Post:
    return Post(db)


def test_the_oldest_are_due_first_and_those_for_lists_before_all_others(post: Post) -> None:
    post.put("n0", "n1", "n2", kind="private")
    post.put("c", "a")
    post.put("opening", after=["n1"])
    assert post.due(NOON, 1) == (a_posting("c"),)
    assert post.due_at(NOON) == ["c", "a", "n0", "n1", "n2"]
    post.tried("n1", "deferred")
    assert post.due_at(NOON, limit=3) == ["c", "a", "n0"]
    post.tried("n1", "accepted", NOON + MINUTE)
    assert post.due_at(NOON + HOUR) == ["c", "a", "opening", "n0", "n2"]


@pytest.mark.parametrize("outcome", ["accepted", "refused", "unknown"])
def test_what_went_once_never_goes_again_by_itself(post: Post, outcome: Outcome) -> None:
    post.put("one", "two")
    post.put("waits", after=["one"])
    post.tried("one", outcome)
    assert post.state("one") == (outcome, 1, None)
    waits = ["waits"] if outcome == "accepted" else []
    assert post.due_at(NOON) == post.due_at(NOON + DAY) == ["two", *waits]
    post.tried("one", "accepted", NOON + DAY)
    assert post.due_at(NOON + DAY) == ["two", "waits"]


def test_a_private_mail_of_unknown_fate_is_offered_again_for_a_day(post: Post) -> None:
    post.put("one", kind="private")
    at, waits = NOON, []
    while not waits or post.state("one")[2] is not None:
        assert post.due_at(at) == ["one"]
        post.tried("one", "unknown", at)
        _, tries, again_at = post.state("one")
        assert tries == len(waits) + 1
        waits.append(again_at - at if again_at else None)
        assert again_at is None or post.due_at(again_at - MINUTE / 60) == []
        at = again_at or at
    assert waits[:4] == [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR]
    assert {*waits[4:-1]} == {HOUR}
    assert NOON + DAY <= at < NOON + DAY + HOUR
    assert post.due_at(at + DAY) == []


def test_what_is_under_way_is_not_due_until_it_was_tried_or_put_back(post: Post) -> None:
    post.put("one", "two")
    begun = post.begin(limit=1)
    assert (list(begun), post.state("one")) == (["one"], ("sending", 0, None))
    assert [list(post.begin()), list(post.begin())] == [["two"], []]
    for _ in "12":
        post.put_back(begun.values())
    assert post.state("one") == ("queued", 0, None)
    assert list(post.begin()) == ["one"]
    post.tried("one", "deferred")
    assert post.state("one") == ("deferred", 1, NOON + MINUTE)
    assert list(post.begin(NOON + MINUTE)) == ["one"]
    post.tried("one", "accepted", NOON + MINUTE)
    assert post.state("one") == ("accepted", 2, None)


def test_of_what_a_dead_sender_had_begun_the_fate_is_unknown(post: Post) -> None:
    post.put("public", "sent", "untouched")
    post.put("private", kind="private")
    post.put("waits", after=["public"])
    begun = post.begin()
    post.tried("sent", "accepted")
    post.hand_over([begun["public"], begun["private"]])
    assert [post.interrupted(NOON), post.interrupted(NOON)] == [2, 0]
    told = [(called(one), one.state, one.reply) for one in post.unsent()]
    assert told == [
        ("public", "unknown", "interrupted"),
        ("untouched", "queued", ""),
        ("private", "unknown", "interrupted"),
        ("waits", "queued", ""),
    ]
    again = post.begin()
    assert [(name, one.number) for name, one in again.items()] == [("untouched", 2), ("private", 2)]
    assert post.interrupted(NOON) == 0  # nothing of it was handed over
    assert list(post.begin()) == ["untouched", "private"]


def test_a_private_mail_outlives_four_dead_senders_and_a_lost_connection(post: Post) -> None:
    for kind in ("private", "draft"):
        post.put(kind, kind=kind)
    lost = timedelta(0)
    for death in range(1, DEATHS + 1):
        begun = post.begin(NOON + lost)
        assert list(begun) == ["private", "draft"]
        if death == 3:
            for name in begun:
                post.tried(name, "unknown", NOON)
            assert post.begin() == {}
            lost = MINUTE
            begun = post.begin(NOON + lost)
            assert list(begun) == ["private", "draft"]
        post.hand_over(begun.values())
        assert post.interrupted(NOON + lost) == 2
    assert post.begin(NOON + DAY) == {}
    assert post.state("private") == ("unknown", DEATHS + 1, None)


def test_a_sender_taken_for_dead_changes_nothing_that_another_one_has_begun(post: Post) -> None:
    post.put("one", kind="private")
    slow = post.begin()["one"]
    post.interrupted(NOON)
    other = post.begin()["one"]
    with pytest.raises(KeyError):
        post.handed_over(slow)
    post.put_back([slow])
    post.tried("one", "deferred", number=slow.number)
    assert post.begin() == {}
    assert post.state("one")[0] == "sending"
    post.handed_over(other)
    post.tried("one", "accepted", number=other.number)
    assert post.state("one")[0] == "accepted"
    assert post.begin(NOON + DAY) == {}


def test_a_deferred_posting_waits_twice_as_long_each_time_up_to_an_hour(post: Post) -> None:
    post.put("one")
    now = NOON
    for minutes in (1, 2, 4, 8, 16, 32, 60, 60):
        post.tried("one", "deferred", now)
        before, now = now, now + minutes * MINUTE
        assert post.due_at(before) == post.due_at(now - timedelta(microseconds=1)) == []
        assert post.due_at(now) == ["one"]
    assert wait(10_000) == HOUR


def test_after_an_attempt_on_the_fifth_day_a_deferred_posting_is_given_up(post: Post) -> None:
    post.put("tried", "untried")
    post.tried("tried", "deferred", NOON + DAY)  # how long it lay there untried does not count
    last = NOON + 6 * DAY
    post.tried("tried", "deferred", last - MINUTE)
    assert post.due_at(last + MINUTE) == ["tried", "untried"]
    post.tried("tried", "deferred", last)
    assert post.due_at(last + DAY) == ["untried"]
    assert post.state("tried")[0] == "deferred"
    post.post_again(a_posting("tried").message_id, "Pewterby", last)
    post.tried("tried", "deferred", last + DAY)
    assert post.due_at(last + 2 * DAY) == ["tried", "untried"]
    one = post.outbox()[0]
    assert (one.tried_since, one.tried_for) == (last + DAY, timedelta())


def test_what_waits_for_a_mail_that_lay_there_untried_goes_when_that_was_accepted(
    post: Post,
) -> None:
    post.put("notice")
    post.put("opening", after=["notice"])
    post.tried("notice", "deferred", NOON + 6 * DAY)
    assert post.due_at(NOON + 7 * DAY) == ["notice"]
    post.tried("notice", "accepted", NOON + 7 * DAY)
    assert post.due_at(NOON + 7 * DAY) == ["opening"]


def test_a_posting_waits_until_those_before_it_were_accepted(post: Post) -> None:
    post.put("public", "other")
    post.put("private", after=["public", "other", "public"])
    assert post.due_at(NOON) == ["public", "other"]
    post.tried("public", "accepted")
    assert post.due_at(NOON) == ["other"]
    assert [called(one) for one in post.waits_for(a_posting("private").message_id)] == ["other"]
    post.tried("other", "deferred")
    assert post.due_at(NOON) == []
    post.tried("other", "accepted", NOON + MINUTE)
    assert post.due_at(NOON) == ["private"]


@pytest.mark.parametrize("instead", ["", "again"])
def test_a_posting_waits_for_another_instead_or_no_more(post: Post, url: str, instead: str) -> None:
    post.put("notice", "alone")
    post.put("public", after=["notice"])
    with Database(url) as other:
        another = Post(other)
        for name in ("notice", "alone"):
            post.tried(name, "refused")
        for one in (post, another):
            assert one.due_at(NOON) == []
            assert [called(it) for it in one.held_up()] == ["notice"]
        if instead:
            post.put(instead)
        names = [a_posting(one).message_id for one in ("notice", instead) if one]
        post.wait_no_more(*names)
        if instead:
            assert [called(it) for it in another.held_up()] == ["again"]
            assert another.due_at(NOON) == ["again"]
            post.tried("again", "accepted")
        for one in (post, another):
            assert one.held_up() == ()
            assert one.due_at(NOON) == ["public"]


def test_a_posting_is_queued_once_and_what_is_said_of_it_names_it(post: Post) -> None:
    post.put("one")
    with pytest.raises(AlreadyOnFile):
        post.put("one")
    with pytest.raises(KeyError):
        post.put("two", after=["never"])
    with pytest.raises(KeyError):
        post.tried("never", "accepted")


def test_what_is_queued_after_all_was_sent_is_due(post: Post) -> None:
    assert post.due_at(NOON) == []
    for name in ("one", "two"):
        post.put(name)
        assert post.due_at(NOON) == [name]
        post.tried(name, "accepted")
        assert post.due_at(NOON) == []


def test_the_outbox_tells_every_state(post: Post) -> None:
    post.add_draft(a_draft())
    for name, draft in (("one", "ABC2345"), ("two", None), ("three", "ABC2345"), ("four", None)):
        post.queue(a_posting(name), draft=draft, at=NOON)
    for name, outcome in (("one", "deferred"), ("one", "unknown"), ("two", "refused")):
        post.tried(name, outcome)  # type: ignore[arg-type]
    post.tried("four", "accepted")

    def told(name: str, draft: str | None, state: Any, attempts: int) -> QueuedPosting:
        tried: dict[str, Any] = {}
        if attempts:
            tried = {"reply": "250 so be it", "settled_at": NOON, "tried_since": NOON}
        one = {"posting": a_posting(name), "draft": draft, "state": state, "attempts": attempts}
        return QueuedPosting(**one, queued_at=NOON, **tried)

    one, two = told("one", "ABC2345", "unknown", 2), told("two", None, "refused", 1)
    three, four = told("three", "ABC2345", "queued", 0), told("four", None, "accepted", 1)
    assert post.outbox() == (one, two, three, four)
    assert post.outbox("ABC2345") == (one, three)
    assert post.outbox("NEVER22") == ()
    assert post.unsent() == (one, two, three)
    assert post.outcomes() == {"deferred": 1, "unknown": 1, "refused": 1, "accepted": 1}


def test_mails_are_counted_and_found_by_their_reason(post: Post) -> None:
    ann, bob = "ann@post.example", "bob@post.example"
    for number, (to, reason, minutes) in enumerate(
        [(ann, "", 0), (ann, "unclear", 1), (ann, "unclear", 2), (bob, "unclear", 0), (ann, "", 3)]
    ):
        posting = a_posting(f"p{number}", "question", to)
        post.queue(posting, draft=None, reason=reason, at=NOON + minutes * MINUTE)
    assert post.answered_since(ann, NOON, "unclear") == 2
    assert post.answered_since(ann, NOON - 3 * DAY, "unclear") == 0  # by a clock that was ahead
    assert post.answered_since(ann, NOON, "stranger") == 0
    assert post.answered_in_all(NOON, "unclear") == 3
    assert post.last_answered(ann, "unclear") == NOON + 2 * MINUTE
    assert post.last_answered(ann, "stranger") is None
    assert called(post.mailed_for("unclear")) == "p3"
    assert post.mailed_for("draft BBBBBBB") is None


def test_a_server_may_reply_in_any_characters(post: Post) -> None:
    post.put("one")
    post.attempted(replace(an_attempt("one", "refused"), reply="550 \x00\udcff"))
    assert post.state("one")[0] == "refused"


def test_mails_that_no_server_has_accepted_are_told_by_kind(post: Post) -> None:
    for name in ("sent", "refused", "waiting", "old", "reminder"):
        at = NOON - DAY if name == "old" else NOON
        reason = "a reminder" if name == "reminder" else ""
        post.queue(a_posting(name, "private"), draft=None, at=at, reason=reason)
    post.put("public")
    post.tried("sent", "accepted")
    post.tried("refused", "refused")

    def told(since: datetime) -> list[str]:
        return [called(one) for one in post.unaccepted("private", since)]

    assert told(NOON - HOUR) == ["refused", "waiting"]
    post.tried("old", "deferred", NOON + 15 * DAY)  # however long ago it was queued
    assert told(NOON + DAY) == ["old"]
    assert told(NOON + 16 * DAY) == []
    assert post.unaccepted("public", NOON + DAY) == ()


def test_only_what_a_public_list_has_unchanged_is_published(post: Post) -> None:
    post.put("one")
    post.begin()
    post.tried("one", "accepted")
    post.some_mails(3)
    post.seen("one", 1, public=False)
    post.seen("one", 2, same=False)
    assert post.state("one")[0] == "accepted"
    for _ in "12":
        post.seen("one", 3)
        assert post.state("one")[0] == "published"


def test_what_was_not_seen_is_found_by_when_it_went_and_since_anybody_looks(post: Post) -> None:
    post.put("earlier")
    post.tried("earlier", "accepted")  # of which no sending is on file
    post.put("one", "two")
    post.put("private", kind="private")
    post.begin(NOON + 20 * DAY)
    post.some_mails(1)
    sending = [("one", "sending"), ("two", "sending")]
    assert post.missed(NOON + 6 * DAY) == sending
    post.tried("one", "accepted", NOON + 20 * DAY)
    post.tried("two", "unknown", NOON + 20 * DAY)
    both, two = [("one", "accepted"), ("two", "unknown")], [("two", "unknown")]
    for days, found in ((6, both), (20, both), (21, []), (6, both)):
        assert post.missed(NOON + days * DAY) == found
    post.seen("one", 1)
    assert post.missed(NOON) == two
    assert post.missed(NOON + 21 * DAY) == []
    post.post_again(a_posting("two").message_id, "Pewterby", NOON + 30 * DAY)
    post.begin(NOON + 30 * DAY)
    post.tried("two", "unknown", NOON + 30 * DAY)
    assert post.missed(NOON + 22 * DAY) == two


def test_whether_a_forum_sends_anything_back_is_learnt(post: Post) -> None:
    post.put("one")
    post.some_mails(1)
    learnt = [post.sends_back("business")]
    for mail in (None, 1):
        post.seen("one", mail)
        learnt.append(post.sends_back("business"))
    assert learnt == [None, False, True]
    assert post.sends_back("discussion") is None


def test_what_was_asked_is_found_by_its_draft_and_by_its_posting(post: Post) -> None:
    post.put("one")
    post.add_draft(a_draft())
    name, to = a_posting("one").message_id, a_posting("one").to
    post.note_alarm(name, "ABC2345", "not back", 1, NOON)
    asked = {"code": "ABC2345", "posting": name, "to": to, "what": "not back", "attempts": 1}
    assert post.alarm("ABC2345") == Alarm(**asked, is_open=True)
    assert post.alarms_about(MessageId("<never@bots.example>")) == ()
    assert post.alarm("NEVER22") is None
    post.decide(a_decision())
    assert post.alarms_about(name) == (Alarm(**asked, is_open=False),)


def test_what_is_posted_again_is_due_once_more_under_its_name(post: Post, url: str) -> None:
    post.put("one", "two")
    post.begin()
    for name in ("one", "two"):
        post.tried(name, "accepted")
    assert post.due_at(NOON + DAY) == []
    with Database(url) as another:
        Post(another).post_again(a_posting("one").message_id, "Pewterby", NOON)
    assert post.due_at(NOON) == ["one"]
    assert list(post.begin(NOON + 9 * DAY)) == ["one"]
    assert post.due_at(NOON + 9 * DAY) == []
    post.tried("one", "deferred")
    assert post.due_at(NOON) == []
    assert post.due_at(NOON + 2 * MINUTE) == ["one"]
    post.tried("one", "accepted")
    assert post.due_at(NOON + DAY) == []


def test_what_another_process_says_is_to_go_again_is_due_again(post: Post, url: str) -> None:
    post.put("one", "two")
    for name in ("one", "two"):
        post.tried(name, "accepted")
    assert post.due_at(NOON) == []
    post.put("three")
    with Database(url) as other:
        Post(other).post_again(a_posting("one").message_id, "Pewterby", NOON)
    assert post.due_at(NOON) == ["one", "three"]
    post.tried("one", "accepted", NOON + MINUTE)
    assert post.due_at(NOON + MINUTE) == ["three"]
