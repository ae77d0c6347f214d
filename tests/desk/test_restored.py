"""After a restore nothing is posted twice, and the contestmaster is asked about the rest."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from rednov_bot.core.mail.letter import Opened, open_letter
from rednov_bot.core.mail.roster import Roster
from rednov_bot.desk.due import rounds
from rednov_bot.desk.reaching import returning
from rednov_bot.desk.restoring import found_again
from rednov_bot.harbour.lists import MailingList
from rednov_bot.papers import Disposition, Posting, QueuedPosting
from rednov_bot.store.ledger import Ledger
from tests.builders import BUSINESS, Table, list_mail, private_mail
from tests.desk.forgeries import FOREIGN, OF_ANN, OF_LIST, guarded, results
from tests.desk.play import begun, code_in, kinds, only, served, subject_of, text_of, write
from tests.desk.test_returning import game, late

LIST = MailingList(
    address=BUSINESS, subscribers=(), subject_prefix="BUS: ", footer="-- \nThe list of the nomic\n"
)
MUNGING = replace(LIST, munge_from=True)
TURN = list_mail("Ann", "I take no action.\n", message_id="<turn@post.example>")


def come_back(posting: QueuedPosting, forum: MailingList = LIST) -> bytes:
    """A post of the bot's as the list sends it to every subscriber."""
    return forum.passed_on(posting.posting.octets)


class LostTime:
    """A game with a backup, and what the mailbox got after it was taken."""

    def __init__(
        self,
        folder: Path,
        arranged: Callable[[Table], None] = lambda table: None,
        **options: object,
    ) -> None:
        self.folder = folder
        self.table = begun(folder, options=options)
        served(self.table, "")
        arranged(self.table)
        self.table.desk.ledger.close()
        shutil.copy(folder / "rednov.db", folder / "kept.db")
        self.mailbox: list[tuple[datetime, bytes]] = []

    def receive(self, *mails: bytes) -> tuple[QueuedPosting, ...]:
        """In the lost time the bot gets these."""
        self.mailbox += [(self.table.clock.at, one) for one in mails]
        return self.table.receive(*mails)

    def approve(self, news: tuple[QueuedPosting, ...]) -> tuple[QueuedPosting, ...]:
        """In the lost time the contestmaster approves the draft among these."""
        return self.receive(approval(code_in(news)))

    def restored(
        self, prepared: Callable[[Table], Table] = lambda table: table
    ) -> tuple[Table, tuple[QueuedPosting, ...]]:
        """The backup goes on, and reads the mailbox again; what it queues before its rounds."""
        table = self.table
        table.desk.ledger.close()
        table.clock.forward(hours=2)
        url = f"sqlite:///{self.folder / 'kept.db'}"
        desk = replace(table.desk, ledger=Ledger(url))
        again = prepared(Table(desk=desk, clock=table.clock, uid=table.uid - len(self.mailbox)))
        with desk.ledger.transaction() as records:
            records.restore(table.clock.at)
        again.news()
        found = again.receive_of(*self.mailbox)
        table.clock.forward(hours=1)
        return again, found


def approval(code: str, message_id: str = "<approval@post.example>") -> bytes:
    return private_mail(
        "Pewterby", "approve\n", subject=f"Re: [rednov {code}] Turn 1", message_id=message_id
    )


def told_of(news: tuple[QueuedPosting, ...]) -> list[str]:
    """What the contestmaster is told of a restore, blanks in one."""
    found = [one for one in news if "Restored from a backup" in subject_of(one)]
    return [" ".join(text_of(one).split()) for one in found]


def make_rounds(table: Table) -> tuple[QueuedPosting, ...]:
    rounds.make_rounds(table.desk)
    return table.news()


@pytest.mark.parametrize("forum", [LIST, MUNGING], ids=["plain", "munging"])
def test_what_was_posted_is_not_posted_again_where_the_list_has_sent_it_back(
    tmp_path: Path, forum: MailingList
) -> None:
    lost = LostTime(tmp_path)
    posted = only(lost.approve(lost.receive(TURN)), "public")
    lost.receive(come_back(posted, forum))
    table, found = lost.restored()
    draft = only(found, "draft")
    assert "The list has just these words already" in " ".join(text_of(draft).split())
    (told,) = told_of(make_rounds(table))
    assert "Turn 1: Ann" in told

    again = table.receive(approval(code_in(found), "<second@post.example>"))
    known = only(again, "public")
    assert known.posting.message_id == posted.posting.message_id
    assert known.state == "published"
    table.clock.forward(hours=3)
    make_rounds(table)
    with table.desk.ledger.transaction() as records:
        assert not [one for one in records.open_drafts() if "Turn 1" in one.about]
    with table.desk.ledger.transaction() as records:
        due = records.due(table.clock.at, 100)
    assert "public" not in {one.kind for one in due}


@pytest.mark.parametrize("found_by_server", [OF_LIST, FOREIGN], ids=["the list", "anybody"])
def test_where_mails_are_checked_only_what_the_list_sent_counts_as_posted(
    tmp_path: Path, found_by_server: str
) -> None:
    lost = LostTime(tmp_path)
    posted = only(lost.approve(lost.receive(results(OF_ANN) + TURN)), "public")
    lost.receive(results(found_by_server) + come_back(posted))
    table, found = lost.restored(guarded)
    make_rounds(table)
    told = " ".join(text_of(only(found, "draft")).split())
    again = only(table.receive(approval(code_in(found), "<second@post.example>")), "public")
    if found_by_server == OF_LIST:
        assert "The list has just these words already" in told
        assert again.posting.message_id == posted.posting.message_id
        assert again.state == "published"
    else:
        assert "it is not shown to come from the list" in told
        assert again.posting.message_id != posted.posting.message_id
        assert (again.state, again.again_at) == ("unknown", None)


def test_a_forged_mail_under_its_message_id_does_not_hide_what_was_posted(tmp_path: Path) -> None:
    lost = LostTime(tmp_path)
    posted = only(lost.approve(lost.receive(results(OF_ANN) + TURN)), "public")
    copy = come_back(posted)
    for said in (copy.replace(b"no action", b"no interest"), copy):
        lost.receive(results(FOREIGN) + said)
    lost.receive(results(OF_LIST) + copy)
    table, found = lost.restored(guarded)
    told = " ".join(text_of(only(found, "draft")).split())
    assert "The list has just these words already" in told
    again = only(table.receive(approval(code_in(found), "<second@post.example>")), "public")
    assert again.posting.message_id == posted.posting.message_id
    assert again.state == "published"


def test_a_reply_to_a_draft_of_the_lost_time_is_not_answered_one_by_one(tmp_path: Path) -> None:
    lost = LostTime(tmp_path)
    lost.approve(lost.receive(TURN))
    table, found = lost.restored()
    assert kinds(found) == ["receipt", "draft"]
    with table.desk.ledger.transaction() as records:
        reasons = [one.reason for one in records.dispositions()]
    assert reasons[-1] == (
        "the contestmaster answered a draft that the restored backup does not know"
    )


def test_an_approval_that_is_read_again_posts_nothing_that_is_not_known(tmp_path: Path) -> None:
    lost = LostTime(tmp_path)
    news = lost.receive(TURN)
    lost.table.desk.ledger.close()
    shutil.copy(tmp_path / "rednov.db", tmp_path / "kept.db")  # with the draft in it
    lost.mailbox.clear()
    lost.approve(news)
    table, found = lost.restored()
    public = only(found, "public")
    assert public.state == "unknown"
    with table.desk.ledger.transaction() as records:
        assert "public" not in {one.kind for one in records.due(table.clock.at, 100)}
    (told,) = told_of(make_rounds(table))
    assert "Of these postings it is not known whether the list has it." in told
    code = code_in(news)
    assert f"* [Red November] Turn 1: Ann, for business, of draft {code}" in told
    assert "A new game begins, for business, of draft" in told
    assert "it waits for private notices besides" in told
    assert "you are asked about it in a mail of its own, in about 60 minutes" in told
    assert "Your replies to drafts that are in the backup are carried out again" in told


def test_other_words_in_the_same_thread_are_told_with_the_draft(tmp_path: Path) -> None:
    lost = LostTime(tmp_path)
    news = lost.receive(TURN)
    posted = only(lost.approve(news), "public")
    octets = re.sub(rb"(?m)^Turn 1\b", b"A first turn", posted.posting.octets)
    octets = octets.replace(b"no action", b"no action whatever")
    lost.receive(LIST.passed_on(octets))
    table, found = lost.restored()
    draft = text_of(only(found, "draft"))
    assert "The list has other words already" in " ".join(draft.split())
    make_rounds(table)
    again = table.receive(approval(code_in(found), "<second@post.example>"))
    assert only(again, "public").state == "queued"


def test_no_verdict_is_posted_by_itself_while_the_mailbox_is_read_again(tmp_path: Path) -> None:
    void = list_mail("Cat", "I fix the engine for 3 minutes.\n", message_id="<void@post.example>")
    lost = LostTime(tmp_path, auto_verdicts="on")
    assert "public" in kinds(lost.receive(void))
    table, found = lost.restored()
    assert "public" not in kinds(found)
    assert "draft" in kinds(found)
    make_rounds(table)
    later = list_mail("Bob", "I fix the engine for 3 minutes.\n", message_id="<later@post.example>")
    assert "public" in kinds(table.receive(later))


def test_the_contestmaster_is_told_up_to_when_the_backup_reaches(tmp_path: Path) -> None:
    """What was done since the last heartbeat tells that it was taken later."""
    table = begun(tmp_path)
    make_rounds(table)
    table.clock.forward(minutes=4)
    table.receive(TURN)
    table.clock.forward(hours=2)
    with table.desk.ledger.transaction() as records:
        records.restore(table.clock.at)
    (told,) = told_of(make_rounds(table))
    assert "taken about Mon 23 Nov 2026, 10:04 UTC" in told


def test_the_contestmaster_is_told_of_a_restore_once(tmp_path: Path) -> None:
    lost = LostTime(tmp_path)
    table, _ = lost.restored()
    assert len(told_of(make_rounds(table))) == 1
    assert told_of(make_rounds(table)) == []


def test_what_was_asked_before_the_backup_is_named_with_its_question(tmp_path: Path) -> None:
    table = game(tmp_path)
    posting, code = late(table, "unknown")
    with table.desk.ledger.transaction() as records:
        records.restore(table.clock.at)
    (told,) = told_of(make_rounds(table))
    assert f"Turn 1: Ann, for business, of draft {of(table, posting)}, asked about in" in told
    assert f"[rednov {code}]" in told
    assert f'mail the bot "again {code}"' in told
    (shown,) = [one for one in write(table, "Pewterby", f"again {code}") if one.draft == code]
    assert subject_of(shown) == f"[rednov {code}] Not back: Turn 1: Ann"


def of(table: Table, posting: Posting) -> str | None:
    """The draft by which something was posted."""
    with table.desk.ledger.transaction() as records:
        found = records.posting(posting.message_id)
    assert found is not None
    return found.draft


def test_what_never_was_restored_is_told_of_nothing(tmp_path: Path) -> None:
    table = begun(tmp_path)
    assert told_of(make_rounds(table)) == []


def test_an_approval_that_is_read_before_its_own_post_takes_that_for_what_it_is(
    tmp_path: Path,
) -> None:
    lost = LostTime(tmp_path)
    news = lost.receive(TURN)
    lost.table.desk.ledger.close()
    shutil.copy(tmp_path / "rednov.db", tmp_path / "kept.db")  # with the draft in it
    lost.mailbox.clear()
    posted = only(lost.approve(news), "public")
    lost.receive(come_back(posted))
    table, found = lost.restored()
    known = only(found, "public")
    assert (known.posting.message_id, known.state) == (posted.posting.message_id, "published")
    with table.desk.ledger.transaction() as records:
        assert records.dispositions("hold") == ()


def test_a_post_that_a_slow_list_sends_after_the_restore_is_not_posted_again(
    tmp_path: Path,
) -> None:
    lost = LostTime(tmp_path)
    posted = only(lost.approve(lost.receive(TURN)), "public")
    table, found = lost.restored()
    make_rounds(table)
    table.clock.forward(days=9)
    told = table.receive(come_back(posted))
    (mail,) = [text_of(one) for one in told if "that it does not know" in subject_of(one)]
    assert "a slow list has sent it late" in " ".join(mail.split())
    again = table.receive(approval(code_in(found), "<second@post.example>"))
    known = only(again, "public")
    assert known.posting.message_id == posted.posting.message_id
    assert known.state == "published"


def test_of_the_lost_time_no_mail_is_opened_again_that_is_known_to_be_none_of_the_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = LostTime(tmp_path)
    posted = only(lost.approve(lost.receive(TURN)), "public")
    lost.receive(
        *[list_mail("Ann", f"Good morning, {n}.\n", message_id=f"<{n}@x>") for n in range(20)],
        *[list_mail("Zoe", f"Good evening, {n}.\n", message_id=f"<z{n}@x>") for n in range(20)],
        come_back(posted),
    )
    table, found = lost.restored()
    make_rounds(table)
    opened: list[bytes] = []

    def noted(octets: bytes, roster: Roster) -> Opened:
        opened.append(octets)
        return open_letter(octets, roster)

    monkeypatch.setattr(found_again, "open_letter", noted)
    again = table.receive(approval(code_in(found), "<second@post.example>"))
    assert only(again, "public").posting.message_id == posted.posting.message_id
    assert not [one for one in opened if b"\nGood " in one]


def test_a_post_on_which_the_bot_stumbles_when_it_reads_the_mailbox_again_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = LostTime(tmp_path)
    posted = only(lost.approve(lost.receive(TURN)), "public")
    lost.receive(come_back(posted))

    def stumble(*_: object) -> tuple[Disposition, str]:
        raise ZeroDivisionError

    with monkeypatch.context() as faulty:
        faulty.setattr(returning, "note", stumble)
        table, found = lost.restored()
    make_rounds(table)
    again = table.receive(approval(code_in(found), "<second@post.example>"))
    assert only(again, "public").posting.message_id == posted.posting.message_id


def test_of_posts_that_nothing_is_on_file_of_the_contestmaster_is_told_once_a_day(
    tmp_path: Path,
) -> None:
    lost = LostTime(tmp_path)
    posted = only(lost.approve(lost.receive(TURN)), "public")
    table, _ = lost.restored()
    make_rounds(table)
    told = []
    for number in range(3):
        renamed = re.sub(rb"(?mi)^Message-ID: <", b"Message-ID: <%d" % number, come_back(posted))
        told.append(len(table.receive(renamed)))
    table.clock.forward(hours=25)
    told.append(len(table.receive(renamed.replace(b"Message-ID: <", b"Message-ID: <x"))))
    assert told == [1, 0, 0, 1]
    with table.desk.ledger.transaction() as records:
        assert records.dispositions()[-1].disposition == "ignore"
        assert records.dispositions()[-1].reason == "The bot wrote it. Nothing is on file of it."
