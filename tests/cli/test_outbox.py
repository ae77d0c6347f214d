"""`rednov outbox`: which mails are still here, since when, and why; and what has not come back."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from rednov_bot.cli.outbox import age, fate
from rednov_bot.core.models import Attempt, Outcome, Posting, QueuedPosting
from rednov_bot.core.store.outbox import GIVE_UP
from rednov_bot.core.workflow import scheduler
from tests.builders import BUSINESS
from tests.cli.shell import Shell


def opening(shell: Shell) -> str:
    """A game is started; the code of its opening's draft."""
    shell.made()
    said = shell("start", "Ann", "Bob", "Cat")
    assert said.code == 0
    return said.out.split()[2].rstrip(";")


def in_outbox(shell: Shell, kind: str) -> QueuedPosting:
    with shell.table().desk.db.transaction() as records:
        return next(one for one in records.outbox() if one.posting.kind == kind)


def try_to_send(shell: Shell, one: QueuedPosting, outcome: Outcome, reply: str) -> None:
    """One attempt is made."""
    attempt = Attempt(
        message_id=one.posting.message_id, at=datetime.now(UTC), outcome=outcome, reply=reply
    )
    with shell.table().desk.db.transaction() as records:
        records.attempted(attempt)


def test_a_mail_is_listed_with_its_draft_its_attempts_and_the_last_reply(shell: Shell) -> None:
    code = opening(shell)
    assert shell("outbox").out.splitlines() == [
        "draft     pewterby@post.example  not tried yet, less than a minute old",
        f"          [rednov {code}] Opening of RN1",
    ]
    one = in_outbox(shell, "draft")
    (facts,) = json.loads(shell("outbox", "--json").out)
    assert facts["message_id"] == one.posting.message_id
    assert datetime.fromisoformat(facts["written_at"]).tzinfo is not None
    assert (facts["state"], facts["attempts"], facts["draft"]) == ("queued", 0, code)
    try_to_send(shell, one, "deferred", "450 busy")
    try_to_send(shell, one, "deferred", "451 4.2.0 \x1b[2Jbusy")
    first, _, last = shell("outbox").out.splitlines()
    assert "deferred after 2 attempts and tried again later, less than a minute old" in first
    assert last == "          last reply: 451 4.2.0 ?[2Jbusy"
    try_to_send(shell, one, "accepted", "250 ok")
    assert shell("outbox").out == "nothing waits to be sent\n"
    assert "accepted after 3 attempts" in shell("outbox", "--all").out
    shell("approve", code)
    told = [line for line in shell("outbox").out.splitlines() if BUSINESS in line]
    assert told == [f"public    {BUSINESS}  not tried yet, less than a minute old, of draft {code}"]


def test_what_only_a_gnome_may_know_is_not_in_the_outbox(shell: Shell) -> None:
    shell("approve", opening(shell))
    hands = json.loads(shell("show", "--json", "--secret").out)["gnomes"]
    assert "For you alone" in shell("outbox", "--all").out
    for listing in (shell("outbox", "--all").out, shell("outbox", "--all", "--json").out):
        for gnome in hands.values():
            assert not [item for item in gnome["hand"] if item.lower() in listing.lower()]
    told = json.loads(shell("outbox", "--all", "--json").out)
    assert [one["kind"] for one in told] == ["draft", "public"]
    notice = in_outbox(shell, "private")
    for reply, kept in (("the connection broke: crowbar", ""), ("550 5.7.1 crowbar", "550 5.7.1")):
        try_to_send(shell, notice, "refused", reply)
        (facts,) = [one for one in json.loads(shell("outbox", "--json").out) if not one["to"]]
        assert (facts["kind"], facts["state"], facts["reply"]) == ("private", "refused", kept)
        assert (facts["subject"], facts["draft"]) == (None, None)


def test_states_and_ages_are_said_in_words() -> None:
    perhaps = "of unknown fate after 2 attempts: it may have arrived, and is not tried again"
    for state, attempts, old, words in (
        ("queued", 0, timedelta(), "not tried yet"),
        ("deferred", 99, GIVE_UP, "given up after 99 attempts"),
        ("refused", 1, timedelta(), "refused after 1 attempt and not tried again"),
        ("unknown", 2, timedelta(), perhaps),
    ):
        assert fate(state, attempts, old) == words
    for seconds, words in ((-5, "less than a minute"), (61, "1 minute"), (7199, "119 minutes")):
        assert age(timedelta(seconds=seconds)) == f"{words} old"
    for hours, words in ((2, "2 hours"), (47, "47 hours"), (48, "2 days")):
        assert age(timedelta(hours=hours)) == f"{words} old"


@pytest.fixture
def asked(shell: Shell) -> str:
    """The opening went to the list an hour ago, and has not come back; the code of the question."""
    shell("approve", opening(shell))
    desk, then = shell.table().desk, datetime.now(UTC) - timedelta(minutes=61)
    for _ in range(2):
        with desk.db.transaction() as records:
            for one in records.begin_sending(datetime.now(UTC), 100):
                tried = Attempt(
                    message_id=one.message_id, at=then, outcome="accepted", reply="250 ok"
                )
                records.attempted(tried)
    scheduler.make_rounds(desk, watched=False)
    with desk.db.transaction() as records:
        (found,) = [one.code for one in records.open_drafts() if one.kind == "return"]
    return found


def due(shell: Shell) -> list[Posting]:
    with shell.table().desk.db.transaction() as records:
        return [one for one in records.due(datetime.now(UTC), 9) if one.kind == "public"]


def test_a_posting_that_did_not_come_back_is_asked_about_and_sent_once_more(
    shell: Shell, asked: str
) -> None:
    said = shell("outbox").out
    assert f"public    {BUSINESS}  accepted after 1 attempt, not seen on the list" in said
    assert asked in shell("drafts").out
    assert "Not back: A new game begins" in shell("status").out
    assert "it is there" in shell("approve", asked).err
    said = shell("outbox", "--post-to", asked, "discussion").err
    assert "no other public forum in rednov.toml is called discussion" in said
    assert due(shell) == []
    before = in_outbox(shell, "public")
    assert shell("outbox", "--post-again", asked.lower()).code == 0
    assert due(shell) == [before.posting]
    again = shell("outbox", "--post-again", asked)
    assert again.code == 1
    assert "settled" in again.err


def test_a_posting_is_on_the_list_if_the_contestmaster_says_so(shell: Shell, asked: str) -> None:
    assert BUSINESS not in shell("outbox", "--there", asked).out
    assert "published: it is on the list" in shell("outbox", "--all").out
    assert in_outbox(shell, "public").state == "published"
