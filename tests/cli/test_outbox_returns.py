"""`rednov outbox`: a posting that has not come back from its list."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from rednov_bot.core.models import Attempt, Posting, QueuedPosting
from rednov_bot.core.workflow.scheduler import batches
from tests.builders import BUSINESS
from tests.cli.shell import Shell


@pytest.fixture
def asked(shell: Shell) -> str:
    """The opening went to the list an hour ago, and has not come back; the code of the question."""
    code = shell("start", "Ann", "Bob", "Cat").out.split()[2].rstrip(";")
    shell("approve", code)
    desk, then = shell.table().desk, datetime.now(UTC) - timedelta(minutes=61)
    for _ in range(2):
        with desk.db.transaction() as records:
            for one in records.begin_sending(datetime.now(UTC), 100):
                tried = Attempt(
                    message_id=one.message_id, at=then, outcome="accepted", reply="250 ok"
                )
                records.attempted(tried)
    batches.make_rounds(desk, watched=False)
    with desk.db.transaction() as records:
        (found,) = [one.code for one in records.open_drafts() if one.kind == "return"]
    return found


def posted(shell: Shell) -> list[QueuedPosting]:
    with shell.table().desk.db.transaction() as records:
        return [one for one in records.outbox() if one.posting.kind == "public"]


def due(shell: Shell) -> list[Posting]:
    with shell.table().desk.db.transaction() as records:
        return [one for one in records.due(datetime.now(UTC), 9) if one.kind == "public"]


def test_what_is_asked_about_is_listed(shell: Shell, asked: str) -> None:
    said = shell("outbox").out
    assert f"public    {BUSINESS}  accepted after 1 attempt, not seen on the list" in said
    states = {one["kind"]: one["state"] for one in json.loads(shell("outbox", "--json").out)}
    assert states["public"] == "accepted"
    assert f"{asked}" in shell("drafts").out
    assert "Not back: A new game begins" in shell("status").out


def test_it_is_sent_once_more(shell: Shell, asked: str) -> None:
    (before,) = posted(shell)
    assert shell("outbox", "--post-again", asked.lower()).code == 0
    assert due(shell) == [before.posting]
    again = shell("outbox", "--post-again", asked)
    assert again.code == 1
    assert "settled" in again.err


def test_it_is_there(shell: Shell, asked: str) -> None:
    assert BUSINESS not in shell("outbox", "--there", asked).out
    assert "published: it is on the list" in shell("outbox", "--all").out
    assert posted(shell)[0].state == "published"


def test_it_goes_to_no_forum_that_there_is_not(shell: Shell, asked: str) -> None:
    said = shell("outbox", "--post-to", asked, "discussion")
    assert said.code == 1
    assert "no other public forum in rednov.toml is called discussion" in said.err
    assert len(posted(shell)) == 1


def test_a_draft_of_another_kind_is_not_answered_so(shell: Shell) -> None:
    code = shell("start", "Ann", "Bob", "Cat").out.split()[2].rstrip(";")
    said = shell("outbox", "--there", code)
    assert said.code == 1
    assert f"draft {code} asks about no posting" in said.err


def test_there_is_nothing_to_approve(shell: Shell, asked: str) -> None:
    said = shell("approve", asked)
    assert said.code == 1
    assert "it is there" in said.err
