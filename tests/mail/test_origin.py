"""Who is who on the roster, and which copies of a mail are the same."""

from __future__ import annotations

import msgspec
import pytest

from rednov_bot.core.mail.roster import Roster, folded
from rednov_bot.core.settings import Settings
from rednov_bot.core.workflow.screening import SCREENING, WELCOME, digest, screen

MAIL = b"From: tdrum@post.example\nDate: 4 May 2020 12:00:00 +0200\n"


def test_every_address_of_a_person_is_eirs_in_any_case(roster: Roster) -> None:
    assert roster.addresses_of("Tumbledrum") == (
        "tdrum@post.example",
        "tumble@drum.example",
        "tdrum@old.example",
    )
    assert folded(" TDRUM@Post.example ") in roster.people


def test_an_address_that_two_people_claim_shows_neither() -> None:
    people = {"Ann": {"addresses": ["a@x", "both@x"]}, "Bob": {"addresses": ["BOTH@x", "bot@x"]}}
    settings = {
        "bot": {"address": "bot@x"},
        "imap": {"host": "h", "port": 1, "user": "u"},
        "smtp": {"host": "h", "port": 1},
        "contest": {"contestmaster": "Ann"},
        "forums": {"pf": {"address": "list@x.example", "public": True}},
        "people": people,
    }
    roster = Roster.of(msgspec.convert(settings, Settings))
    assert dict(roster.people) == {"a@x": "Ann"}
    assert dict(roster.fora_by_list_id) == {"list.x.example": "pf"}


def test_the_lists_copy_and_the_direct_one_are_the_same_letter(roster: Roster) -> None:
    direct = screen(MAIL + b"\nI pump 3.\n", roster).message
    footed = (
        MAIL + b"List-Id: <agora-business.agoranomic.example>\nSubject: BUS: x\n\nI  pump\n3.\n"
    )
    footed += b"_" * 40 + b"\nagora-business mailing list\n"
    listed = screen(footed, roster).message
    other = screen(MAIL + b"\nI pump 4.\n", roster).message
    assert direct is not None
    assert listed is not None
    assert other is not None
    assert digest(direct) == digest(listed) != digest(other)


def test_every_reason_on_file_is_one_sentence() -> None:
    reasons = [WELCOME, *((question.__doc__ or "").partition("\n")[0] for question, _ in SCREENING)]
    assert all(reason.endswith(".") and len(reason) < 100 for reason in reasons)
    assert len(set(reasons)) == len(reasons)


# -- behind a list that rewrites From ------------------------------------------------------------

LIST = "agora-business@agoranomic.example"
BY_LIST = "List-Id: <agora-business.agoranomic.example>\n"


def by_list(called: str, more: str, body: str = "\nI pump 3.\n") -> bytes:
    """A mail in which a list has put its own address into From, and what it says of the author."""
    head = f"From: {called} <{LIST}>\nTo: {LIST}\n{BY_LIST}Date: Mon, 4 May 2020 12:00:00 +0200\n"
    return f"{head}{more}{body}".encode()


def holding(author: str, date: str = "Mon, 4 May 2020 12:00:00 +0200") -> str:
    """A body that is another mail, by this author."""
    return (
        "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n\n"
        f"From: {author}\nDate: {date}\n\nI pump 3.\n--b--\n"
    )


OF_TUMBLEDRUM = {
    "its Reply-To": by_list("Tumbledrum via PF", "Reply-To: tdrum@post.example\n"),
    "its Reply-To, by the name that stands there": by_list(
        "Tum Drum via PF", "Reply-To: Tum Drum <tdrum@post.example>\n"
    ),
    "the last in Cc, behind others": by_list(
        "Tumbledrum via PF",
        f"Reply-To: {LIST}\nCc: pewterby@sub.example, Tumbledrum <tdrum@post.example>\n",
    ),
    "Cc, behind a Reply-To of the author's own": by_list(
        "Tumbledrum via PF",
        f"Reply-To: somewhere@else.example, {LIST}\nCc: Tumbledrum <tdrum@post.example>\n",
    ),
    "a mail that the list has wrapped": by_list(
        "Tumbledrum via PF",
        "Reply-To: tdrum@post.example\n",
        holding("Tumbledrum <tdrum@post.example>"),
    ),
}
OF_NOBODY = {
    "a Reply-To of somebody whom the list does not name": by_list(
        "Mallory via PF", "Reply-To: Tumbledrum <tdrum@post.example>\n"
    ),
    "a Reply-To behind a name that is none": by_list(
        '"\'" via PF', "Reply-To: tdrum@post.example\n"
    ),
    "somebody in Cc whom the list does not name": by_list(
        "Mallory via PF", f"Reply-To: {LIST}\nCc: tdrum@post.example\n"
    ),
    "an X-Original-From of somebody else": by_list(
        "Tumbledrum via PF",
        "Reply-To: tdrum@post.example\nX-Original-From: Mallory <m@else.example>\n",
    ),
    "a mail within a stranger's": by_list(
        "Mallory via PF",
        "Reply-To: Mallory <m@else.example>\n",
        holding("Tumbledrum <tdrum@post.example>"),
    ),
    "a mail within one of nobody's": by_list("PF", "", holding("tdrum@post.example")),
}


@pytest.mark.parametrize("name", OF_TUMBLEDRUM)
def test_the_author_is_whom_the_list_names(name: str, roster: Roster) -> None:
    found = screen(OF_TUMBLEDRUM[name], roster)
    assert (found.disposition, found.message and found.message.sender) == ("read", "Tumbledrum")
    assert found.message is not None
    assert found.message.text == "I pump 3."


@pytest.mark.parametrize("name", OF_NOBODY)
def test_nobody_is_the_author_whom_the_list_does_not_name(name: str, roster: Roster) -> None:
    found = screen(OF_NOBODY[name], roster)
    assert found.disposition in ("hold", "ignore")
    assert found.message is not None
    assert found.message.sender is None


def test_a_mail_that_somebody_passes_on_does_not_become_theirs(roster: Roster) -> None:
    body = holding("Pewterby <pewterby@sub.example>").replace("--b\n", "--b\n\nI bail 2.\n--b\n", 1)
    found = screen(by_list("Tumbledrum via PF", "Reply-To: tdrum@post.example\n", body), roster)
    assert found.message is not None
    assert (found.message.sender, found.message.text) == ("Tumbledrum", "I bail 2.")
