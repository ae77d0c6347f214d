"""`rednov outbox`: which mails are still here, since when, and why."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from rednov_bot.cli.outbox import age, fate
from rednov_bot.core.models import Attempt, Outcome, QueuedPosting
from rednov_bot.core.store.patience import GIVE_UP
from tests.builders import BUSINESS
from tests.cli.shell import Shell

LATER = "451 4.2.0 the mailbox is busy"


def opening(shell: Shell) -> str:
    """A game is started; the code of its opening's draft."""
    said = shell("start", "Ann", "Bob", "Cat")
    assert said.code == 0
    return said.out.split()[2].rstrip(";")


def in_outbox(shell: Shell) -> tuple[QueuedPosting, ...]:
    with shell.table().desk.db.transaction() as records:
        return records.outbox()


def try_to_send(shell: Shell, one: QueuedPosting, outcome: Outcome, reply: str) -> None:
    """One attempt is made."""
    attempt = Attempt(
        message_id=one.posting.message_id, at=datetime.now(UTC), outcome=outcome, reply=reply
    )
    with shell.table().desk.db.transaction() as records:
        records.attempted(attempt)


def test_a_mail_is_told_by_its_kind_recipient_and_subject(shell: Shell) -> None:
    code = opening(shell)
    lines = shell("outbox").out.splitlines()
    assert lines == [
        "draft     pewterby@post.example  not tried yet, less than a minute old",
        f"          [rednov {code}] Opening of RN1",
    ]


def test_a_mail_of_a_draft_names_the_draft(shell: Shell) -> None:
    code = opening(shell)
    shell("approve", code)
    told = [line for line in shell("outbox").out.splitlines() if BUSINESS in line]
    assert told == [f"public    {BUSINESS}  not tried yet, less than a minute old, of draft {code}"]


def test_no_mail_is_told_by_its_message_id_in_words(shell: Shell) -> None:
    opening(shell)
    (one,) = in_outbox(shell)
    assert one.posting.message_id not in shell("outbox").out
    (facts,) = json.loads(shell("outbox", "--json").out)
    assert facts["message_id"] == one.posting.message_id


def test_what_only_a_gnome_may_know_is_not_in_the_outbox(shell: Shell) -> None:
    shell("approve", opening(shell))
    hands = json.loads(shell("show", "--json", "--secret").out)["gnomes"]
    assert "For you alone" in shell("outbox", "--all").out
    for listing in (shell("outbox", "--all").out, shell("outbox", "--all", "--json").out):
        for gnome in hands.values():
            assert not [item for item in gnome["hand"] if item.lower() in listing.lower()]


def test_programs_are_not_told_who_is_told_something_alone(shell: Shell) -> None:
    shell("approve", opening(shell))
    told = json.loads(shell("outbox", "--all", "--json").out)
    assert [one["kind"] for one in told] == ["draft", "public"]
    notice = next(one for one in in_outbox(shell) if one.posting.kind == "private")
    try_to_send(shell, notice, "refused", "550 5.7.1 your mail speaks of a crowbar")
    (facts,) = [one for one in json.loads(shell("outbox", "--json").out) if not one["to"]]
    assert (facts["kind"], facts["state"], facts["reply"]) == ("private", "refused", "550 5.7.1")
    assert (facts["subject"], facts["draft"]) == (None, None)


def test_a_reply_that_is_no_reply_is_not_passed_on(shell: Shell) -> None:
    shell("approve", opening(shell))
    notice = next(one for one in in_outbox(shell) if one.posting.kind == "private")
    try_to_send(shell, notice, "deferred", "the connection broke: crowbar")
    (facts,) = [one for one in json.loads(shell("outbox", "--json").out) if not one["to"]]
    assert facts["reply"] == ""


def test_the_attempts_are_counted(shell: Shell) -> None:
    opening(shell)
    (one,) = in_outbox(shell)
    try_to_send(shell, one, "deferred", "450 busy")
    try_to_send(shell, one, "deferred", LATER)
    first, _, last = shell("outbox").out.splitlines()
    assert "deferred after 2 attempts and tried again later, less than a minute old" in first
    assert last == f"          last reply: {LATER}"
    assert json.loads(shell("outbox", "--json").out)[0]["reply"] == LATER


def test_a_server_cannot_write_to_the_screen_through_its_reply(shell: Shell) -> None:
    opening(shell)
    (one,) = in_outbox(shell)
    try_to_send(shell, one, "refused", "550 \x1b[2Jno")
    assert "last reply: 550 ?[2Jno" in shell("outbox").out


def test_json_adds_the_subject_and_the_moment(shell: Shell) -> None:
    code = opening(shell)
    (facts,) = json.loads(shell("outbox", "--json").out)
    assert facts["subject"] == f"[rednov {code}] Opening of RN1"
    assert datetime.fromisoformat(facts["written_at"]).tzinfo is not None
    assert (facts["state"], facts["attempts"], facts["draft"]) == ("queued", 0, code)


def test_what_was_accepted_is_shown_on_demand(shell: Shell) -> None:
    opening(shell)
    (one,) = in_outbox(shell)
    try_to_send(shell, one, "accepted", "250 ok")
    assert shell("outbox").out == "nothing waits to be sent\n"
    assert "accepted after 1 attempt" in shell("outbox", "--all").out


@pytest.mark.parametrize(
    ("state", "attempts", "old", "words"),
    [
        ("queued", 0, timedelta(), "not tried yet"),
        ("deferred", 1, timedelta(hours=1), "deferred after 1 attempt and tried again later"),
        ("deferred", 99, GIVE_UP, "given up after 99 attempts"),
        ("refused", 1, timedelta(), "refused after 1 attempt and not tried again"),
        (
            "unknown",
            2,
            timedelta(),
            "of unknown fate after 2 attempts: it may have arrived, and is not tried again",
        ),
        ("accepted", 1, timedelta(days=9), "accepted after 1 attempt"),
    ],
    ids=["queued", "deferred", "given up", "refused", "unknown", "accepted"],
)
def test_each_state_is_said_in_words(state: str, attempts: int, old: timedelta, words: str) -> None:
    assert fate(state, attempts, old) == words


@pytest.mark.parametrize(
    ("old", "words"),
    [
        (timedelta(seconds=-5), "less than a minute old"),
        (timedelta(seconds=59), "less than a minute old"),
        (timedelta(seconds=61), "1 minute old"),
        (timedelta(minutes=119), "119 minutes old"),
        (timedelta(minutes=120), "2 hours old"),
        (timedelta(hours=47), "47 hours old"),
        (timedelta(days=2), "2 days old"),
    ],
    ids=str,
)
def test_the_age_is_said_in_whole_minutes_hours_or_days(old: timedelta, words: str) -> None:
    assert age(old) == words
