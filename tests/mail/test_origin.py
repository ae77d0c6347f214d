"""Who is who on the roster, and which copies of a mail are the same."""

from __future__ import annotations

import msgspec

from rednov_bot.core.mail.roster import Roster, folded
from rednov_bot.core.mail.screening import SCREENING, WELCOME, digest, screen
from rednov_bot.settings import Settings

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
    direct = screen(MAIL + b"\nI pump 3.\n", roster).letter
    footed = (
        MAIL + b"List-Id: <agora-business.agoranomic.example>\nSubject: BUS: x\n\nI  pump\n3.\n"
    )
    footed += b"_" * 40 + b"\nagora-business mailing list\n"
    listed = screen(footed, roster).letter
    other = screen(MAIL + b"\nI pump 4.\n", roster).letter
    assert direct is not None
    assert listed is not None
    assert other is not None
    assert digest(direct) == digest(listed) != digest(other)


def test_every_reason_on_file_is_one_sentence() -> None:
    reasons = [WELCOME, *((question.__doc__ or "").partition("\n")[0] for question, _ in SCREENING)]
    assert all(reason.endswith(".") and len(reason) < 100 for reason in reasons)
    assert len(set(reasons)) == len(reasons)
