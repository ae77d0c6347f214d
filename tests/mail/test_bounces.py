"""Reports on deliveries are read as servers write them; whatever else comes, nothing breaks."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from rednov_bot.core.mail import bounces
from rednov_bot.core.mail.bounces import MOST_PARTS
from rednov_bot.core.mail.message import LONGEST_SUBJECT, open_letter
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.models import Report
from rednov_bot.core.workflow.screening import screen
from tests.mailfiles import Kept, kept

REPORTS = kept(Path(__file__).with_name("bounces.jsonl"))


def facts(report: Report | None) -> dict[str, Any]:
    """What a report says, in the words of the file."""
    if report is None:
        return {"none": True}
    first = report.fates[0]
    return {
        "kind": first.kind,
        "first_kind": first.kind,
        "kinds": [one.kind for one in report.fates],
        "status": first.status,
        "recipients": list(first.recipients),
        "about": next(iter(report.about), None),
        "returned": report.returned is not None,
        "sent_to": list(report.sent_to),
        "most": len(report.fates),
        "most_ids": len(report.about),
    }


@pytest.mark.parametrize("one", REPORTS, ids=lambda one: one.name)
def test_a_report_is_read_as_its_file_says(one: Kept, roster: Roster) -> None:
    found = facts(screen(one.octets, roster).report)
    assert {name: found.get(name) for name in one.wanted} == one.wanted
    if "kind" in one.wanted:
        assert len(found["kinds"]) == 1


@pytest.mark.parametrize("one", REPORTS, ids=lambda one: one.name)
def test_no_report_is_read_as_somebodys_words_or_answered(one: Kept, roster: Roster) -> None:
    assert screen(one.octets, roster).disposition == "ignore"


@pytest.mark.parametrize("one", REPORTS, ids=lambda one: one.name)
def test_a_report_cut_off_anywhere_is_still_read_in_no_time(one: Kept, roster: Roster) -> None:
    began = time.process_time()
    for end in range(0, len(one.octets), max(1, len(one.octets) // 40)):
        bounces.read(open_letter(one.octets[:end], roster))
    assert time.process_time() - began < 20


def test_there_are_enough_of_them_and_some_are_hostile() -> None:
    assert len(REPORTS) >= 35
    assert sum("hostile" in one.name for one in REPORTS) >= 5


@given(words=st.lists(st.sampled_from((
    "address ", "Delivery to ", "could not be ", "delivered ", "<rednov.a@bots.example> ", "\n",
    "--- ", "To: ", "Message-ID: ", "does not exist ", "a@b.example ", "5.1.1 ", "\x00", "é",
)), max_size=400))  # fmt: skip
def test_any_words_are_read_in_bounded_time(words: list[str]) -> None:
    mail = "From: MAILER-DAEMON@x.example\n\n" + "".join(words) * 200
    began = time.process_time()
    screen(mail.encode(), _ROSTER)
    assert time.process_time() - began < 5


@pytest.mark.parametrize(("before", "is_read"), [(MOST_PARTS - 1, True), (MOST_PARTS, False)])
def test_of_a_report_only_so_many_parts_are_looked_into(
    before: int, is_read: bool, roster: Roster
) -> None:
    mail = (
        b"From: MAILER-DAEMON@x.example\nContent-Type: multipart/report; boundary=b\n\n"
        + b"--b\nContent-Type: multipart/mixed; boundary=c\n\n\n" * before
        + b"--b\nContent-Type: message/delivery-status\n\n"
        b"Final-Recipient: rfc822; a@b.example\nAction: failed\n\n--b--\n"
    )
    assert (screen(mail, roster).report is not None) is is_read


def test_of_a_subject_only_the_beginning_is_looked_through(roster: Roster) -> None:
    for subject in ("mailbox " * 1000 + "does not exist", "=?utf-8?q?mailbox_?= " * 1000):
        mail = f"From: MAILER-DAEMON@x.example\nSubject: {subject}\n\nfull\n".encode()
        assert len(open_letter(mail, roster).message.subject) == LONGEST_SUBJECT
        assert screen(mail, roster).report is None


def _roster() -> Roster:
    from tests.builders import settings_for

    return Roster.of(settings_for("x"))


_ROSTER = _roster()


def test_a_machine_that_is_only_away_reports_nothing(roster: Roster) -> None:
    away = (
        b"From: Tumbledrum <tdrum@post.example>\r\nTo: rednov@bots.example\r\n"
        b"Auto-Submitted: auto-replied\r\nSubject: away\r\n"
        b"In-Reply-To: <rednov.k3f9a0c2d4e6b8f1a7c5@bots.example>\r\n\r\n"
        b"I am on a boat; the mailbox is full of fish, and this is a permanent failure of mine.\r\n"
    )
    assert screen(away, roster).report is None


def test_a_gnome_who_writes_of_a_bounce_is_read(roster: Roster) -> None:
    said = (
        b"From: Tumbledrum <tdrum@post.example>\r\nTo: rednov@bots.example\r\n"
        b"Subject: Undelivered mail?\r\nMessage-ID: <1@post.example>\r\n\r\n"
        b"Delivery has failed, I think. What do I hold?\r\n"
    )
    screened = screen(said, roster)
    assert (screened.disposition, screened.report) == ("read", None)
