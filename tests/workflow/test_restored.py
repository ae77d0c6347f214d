"""After a restore nothing is posted without the contestmaster, who is told of it in one mail."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from rednov_bot.core.models import Posting, QueuedPosting
from rednov_bot.core.store.unit_of_work import Database
from rednov_bot.testing.mailserver.lists import MailingList
from tests.builders import BUSINESS, Table, list_mail, private_mail
from tests.workflow.play import (
    begun,
    code_in,
    filed,
    kinds,
    only,
    position,
    read,
    reply,
    rounds as make_rounds,
    served,
    subject_of,
    text_of,
    write,
)
from tests.workflow.test_returning import game, late, state

LIST = MailingList(
    address=BUSINESS, subscribers=(), subject_prefix="BUS: ", footer="-- \nThe list of the nomic\n"
)
MUNGING = replace(LIST, munge_from=True)
TURN = list_mail("Ann", "I take no action.\n", message_id="<turn@post.example>")
VOID = list_mail("Cat", "I fix the engine for 3 minutes.\n", message_id="<void@post.example>")


def come_back(posting: QueuedPosting, forum: MailingList = LIST) -> bytes:
    """A post of the bot's as the list sends it to every subscriber."""
    return forum.passed_on(posting.posting.octets)


class LostTime:
    """A game with a backup, and what the mailbox got after it was taken."""

    def __init__(
        self,
        folder: Path,
        arranged: Callable[[Table], object] = lambda table: None,
        **options: object,
    ) -> None:
        self.folder = folder
        self.table = begun(folder, options=options)
        served(self.table, "")
        arranged(self.table)
        self.table.desk.db.close()
        shutil.copy(folder / "rednov.db", folder / "kept.db")
        self.mailbox: list[tuple[datetime, bytes]] = []

    def receive(self, *mails: bytes) -> tuple[QueuedPosting, ...]:
        """In the lost time the bot gets these."""
        self.mailbox += [(self.table.clock.at, one) for one in mails]
        return self.table.receive(*mails)

    def approve(self, news: tuple[QueuedPosting, ...]) -> tuple[QueuedPosting, ...]:
        """In the lost time the contestmaster approves the draft among these."""
        return self.receive(approval(code_in(news)))

    def restored(self) -> tuple[Table, tuple[QueuedPosting, ...]]:
        """The backup goes on, and reads the mailbox again; what it queues before its rounds."""
        table = self.table
        table.desk.db.close()
        table.clock.forward(hours=2)
        desk = replace(table.desk, db=Database(f"sqlite:///{self.folder / 'kept.db'}"))
        again = Table(desk=desk, clock=table.clock, uid=table.uid - len(self.mailbox))
        with desk.db.transaction() as records:
            records.restore(table.clock.at)
        again.news()
        found = again.receive_of(*self.mailbox)
        table.clock.forward(hours=1)
        return again, found


def approval(code: str, message_id: str = "<approval@post.example>") -> bytes:
    return private_mail(
        "Pewterby", "approve\n", subject=f"Re: [rednov {code}] Turn 1", message_id=message_id
    )


def flat(posting: QueuedPosting) -> str:
    return " ".join(text_of(posting).split())


def told_of(news: tuple[QueuedPosting, ...]) -> list[str]:
    """What the contestmaster is told of a restore, blanks in one."""
    return [flat(one) for one in news if "Restored from a backup" in subject_of(one)]


def code_of(told: str, subject: str) -> str:
    """The code under which a posting with this subject is asked about in the one mail."""
    found = re.search(
        rf"business: \[Red November\] {re.escape(subject)}.*? it is there (\w{{7}})", told
    )
    assert found is not None, told
    return found[1]


def due_for_lists(table: Table) -> list[Posting]:
    due = read(table, lambda records: records.due(table.clock.at, 100))
    return [one for one in due if one.kind == "public"]


@pytest.mark.parametrize("forum", [LIST, MUNGING], ids=["plain", "munging"])
@pytest.mark.parametrize("answer", ["it is there", "post again"])
def test_what_is_drafted_again_is_posted_by_the_contestmasters_word_alone(
    tmp_path: Path, answer: str, forum: MailingList
) -> None:
    lost = LostTime(tmp_path)
    posted = only(lost.approve(lost.receive(TURN)), "public")
    lost.receive(come_back(posted, forum))
    table, found = lost.restored()
    assert "This may be posted already" in flat(only(found, "draft"))
    (told,) = told_of(make_rounds(table))
    assert re.search(r"have sent back these postings .* business: BUS: .*Turn 1: Ann", told)

    public = only(table.receive(approval(code_in(found), "<second@post.example>")), "public")
    assert position(table).turns == 1
    assert due_for_lists(table) == []
    (question,) = make_rounds(table)
    assert subject_of(question).endswith("Not back: Turn 1: Ann")
    assert "does not know whether" in flat(question)
    reply(table, code_in((question,)), answer)
    again = [] if answer == "it is there" else [public.posting]
    assert due_for_lists(table) == again
    assert state(table, public.posting) == ("queued" if again else "published")
    table.clock.forward(hours=3)
    assert make_rounds(table) == ()


def test_an_approval_that_is_read_again_posts_nothing_by_itself(tmp_path: Path) -> None:
    lost = LostTime(tmp_path)
    news = lost.receive(TURN)
    lost.table.desk.db.close()
    shutil.copy(tmp_path / "rednov.db", tmp_path / "kept.db")  # with the draft in it
    lost.mailbox.clear()
    lost.receive(come_back(only(lost.approve(news), "public")))
    table, found = lost.restored()
    public = only(found, "public")
    assert (public.state, due_for_lists(table)) == ("unknown", [])
    (told,) = told_of(make_rounds(table))
    assert "A new game begins (it waits for private notices besides)" in told
    one, other = code_of(told, "Turn 1: Ann"), code_of(told, "A new game begins")
    (said,) = write(table, "Pewterby", f"it is there {one}\nit is there {other}")
    assert flat(said).count("It counts as published in business") == 2
    assert state(table, public.posting) == "published"
    assert make_rounds(table) == ()


def test_what_was_asked_before_the_backup_keeps_its_code(tmp_path: Path) -> None:
    table = game(tmp_path)
    _, code = late(table, "unknown")
    with table.desk.db.transaction() as records:
        records.restore(table.clock.at)
    (told,) = told_of(make_rounds(table))
    assert code_of(told, "Turn 1: Ann") == code


def test_what_is_announced_after_the_restore_is_posted_as_ever(tmp_path: Path) -> None:
    lost = LostTime(tmp_path)
    table, _ = lost.restored()
    make_rounds(table)
    table.clock.forward(minutes=5)
    news = table.receive(list_mail("Ann", "I take no action.\n", date=table.clock.at))
    assert "may be posted already" not in flat(only(news, "draft"))
    public = only(table.receive(approval(code_in(news))), "public")
    assert due_for_lists(table) == [public.posting]


@pytest.mark.parametrize("days", [13, 15])
def test_what_an_announcement_of_the_lost_time_leads_to_later_is_in_doubt_for_two_weeks(
    tmp_path: Path, days: int
) -> None:
    lost = LostTime(tmp_path)
    lost.receive(list_mail("Ann", "I fix the thing for 5 minutes.\n"))
    table, _ = lost.restored()
    mail = filed(table).mail
    make_rounds(table)
    table.clock.forward(days=days)
    news = write(table, "Pewterby", f"read mail {mail} as Ann: I take no action.")
    found = reply(table, code_in(news), "approve")
    public = only(reply(table, code_in(found), "approve"), "public")
    assert due_for_lists(table) == ([] if days < 14 else [public.posting])


def test_no_verdict_upon_a_mail_of_the_lost_time_is_posted_by_itself(tmp_path: Path) -> None:
    lost = LostTime(tmp_path, auto_verdicts="on")
    assert "public" in kinds(lost.receive(VOID))
    table, found = lost.restored()
    assert kinds(found) == ["receipt", "draft"]
    make_rounds(table)
    table.clock.forward(minutes=1)
    later = VOID.replace(b"<void@", b"<later@")
    assert "public" in kinds(table.receive(later))


def test_the_contestmaster_is_told_of_a_restore_once(tmp_path: Path) -> None:
    """And up to when the backup reaches: what was done since the last heartbeat is in it."""
    table = begun(tmp_path)
    assert told_of(make_rounds(table)) == []
    table.clock.forward(minutes=4)
    table.receive(TURN)
    table.clock.forward(hours=2)
    with table.desk.db.transaction() as records:
        records.restore(table.clock.at)
    (told,) = told_of(make_rounds(table))
    assert "taken about Mon 23 Nov 2026, 10:04 UTC" in told
    assert told_of(make_rounds(table)) == []


def test_of_posts_that_nothing_is_on_file_of_the_contestmaster_is_told_once_a_day(
    tmp_path: Path,
) -> None:
    """Also of one that a slow list sends after the restore; none is ever taken for a turn."""
    lost = LostTime(tmp_path)
    posted = only(lost.approve(lost.receive(TURN)), "public")
    table, _ = lost.restored()
    make_rounds(table)
    told = []
    for number in range(3):
        renamed = re.sub(rb"(?mi)^Message-ID: <", b"Message-ID: <%d" % number, come_back(posted))
        told += table.receive(renamed)
    (mail,) = told
    assert "a slow list may have sent it late" in flat(mail)
    table.clock.forward(hours=25)
    assert len(table.receive(renamed.replace(b"Message-ID: <", b"Message-ID: <x"))) == 1
    assert filed(table).disposition == "ignore"
    assert filed(table).reason == "The bot wrote it. Nothing is on file of it."
