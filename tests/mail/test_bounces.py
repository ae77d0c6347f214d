"""Reports on deliveries are read as servers write them; whatever else comes, nothing breaks."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from rednov_bot.core.mail import bounces
from rednov_bot.core.mail.bounces import MOST_PARTS
from rednov_bot.core.mail.message import LONGEST_SUBJECT, open_letter
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.models import Report
from tests.builders import screen
from tests.mailfiles import kept
from tests.rigs.scale import many

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


def test_a_report_is_read_as_its_file_says_and_never_as_somebodys_words(roster: Roster) -> None:
    wrong = {}
    for one in REPORTS:
        screened = screen(one.octets, roster)
        seen = facts(screened.report)
        if {name: seen.get(name) for name in one.wanted} != one.wanted:
            wrong[one.name] = seen
        assert screened.disposition == "ignore", one.name
        assert "kind" not in one.wanted or len(seen["kinds"]) == 1, one.name
    assert wrong == {}
    assert len(REPORTS) >= 35
    assert sum("hostile" in one.name for one in REPORTS) >= 5


CUTS = many(40, 8)


def test_a_report_cut_off_anywhere_is_still_read_in_no_time(roster: Roster) -> None:
    for one in REPORTS:
        began = time.process_time()
        for end in range(0, len(one.octets), max(1, len(one.octets) // CUTS)):
            bounces.read(open_letter(one.octets[:end], roster))
        assert time.process_time() - began < CUTS / 2, one.name


@settings(max_examples=many(100, 15))
@given(words=st.lists(st.sampled_from((
    "address ", "Delivery to ", "could not be ", "delivered ", "<rednov.a@bots.example> ", "\n",
    "--- ", "To: ", "Message-ID: ", "does not exist ", "a@b.example ", "5.1.1 ", "\x00", "é",
)), max_size=400))  # fmt: skip
def test_any_words_are_read_in_bounded_time(roster: Roster, words: list[str]) -> None:
    mail = "From: MAILER-DAEMON@x.example\n\n" + "".join(words) * 200
    began = time.process_time()
    screen(mail.encode(), roster)
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


@pytest.mark.parametrize(
    ("fields", "text", "disposition"),
    [
        (
            "Auto-Submitted: auto-replied\nSubject: away\n"
            "In-Reply-To: <rednov.k3f9a0c2d4e6b8f1a7c5@bots.example>\n",
            "I am on a boat; the mailbox is full of fish, and this is a permanent failure of mine.",
            "ignore",
        ),
        ("Subject: Undelivered mail?\n", "Delivery has failed, I think. What do I hold?", "read"),
    ],
    ids=["a machine that is only away", "a gnome who writes of a bounce"],
)
def test_what_is_no_report_is_none(
    fields: str, text: str, disposition: str, roster: Roster
) -> None:
    head = "From: Tumbledrum <tdrum@post.example>\nTo: rednov@bots.example\n"
    screened = screen(f"{head}{fields}Message-ID: <1@post.example>\n\n{text}\n".encode(), roster)
    assert (screened.report, screened.disposition) == (None, disposition)
