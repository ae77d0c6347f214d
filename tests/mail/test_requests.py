"""Who may ask the bot something in private, and the address for checks."""

from __future__ import annotations

import pytest

from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.models import Message
from rednov_bot.core.workflow.commands.asking import requests
from rednov_bot.games.red_november.reader.desk_words import WORDS
from tests.builders import BOT, BUSINESS, list_mail, private_mail, screen, settings_for

ROSTER = Roster.of(settings_for("sqlite://"))
CHECK = "rednov+check@bots.example"


def message(octets: bytes) -> Message:
    found = screen(octets, ROSTER).message
    assert found is not None
    return found


def test_a_subject_alone_may_ask() -> None:
    octets = private_mail("Ann", "", subject="Re: [Red November] hand")
    assert requests(message(octets), WORDS) == {"hand"}
    assert screen(private_mail("Ann", "", subject="status"), ROSTER).disposition == "read"
    assert screen(private_mail("Ann", "", subject="your cat"), ROSTER).disposition == "hold"
    assert screen(list_mail("Ann", "", subject="status"), ROSTER).disposition == "hold"
    below = b"\r\nIn-Reply-To: <rednov.test.000001@bots.example>\r\nMessage-ID:"
    assert not requests(
        message(octets.replace(b"\r\nMessage-ID:", below)), WORDS
    )  # an empty answer


@pytest.mark.parametrize(
    ("octets", "forum", "check"),
    [
        (private_mail("Ann", "hand"), "private", False),
        (private_mail("Ann", "hand", to="RedNov+CHECK@Bots.Example"), "private", True),
        (private_mail("Ann", "hand", to=f"{BOT}, {CHECK}"), "private", True),
        (private_mail("Ann", "hand", to="rednov+news@bots.example"), None, False),
        (private_mail("Ann", "hand", to="rednov+@bots.example"), None, False),
        *(
            (
                private_mail("Ann", "hand", to="Ann <ann@post.example>").replace(
                    b"\r\nSubject:", f"\r\n{field}: {CHECK}\r\nSubject:".encode()
                ),
                "private",
                True,
            )
            for field in ("Cc", "Delivered-To", "X-Original-To")
        ),
        (  # what a list passed on is no check
            list_mail("Ann", "I take no action.").replace(
                b"\r\nSubject:", f"\r\nCc: {CHECK}\r\nSubject:".encode()
            ),
            "business",
            False,
        ),
    ],
)
def test_a_mail_to_the_address_for_checks_tries_something_out(
    octets: bytes, forum: str | None, check: bool
) -> None:
    found = message(octets)
    assert (found.forum, found.check) == (forum, check)


def test_what_the_address_for_checks_sent_or_got_as_a_copy_is_passed_over() -> None:
    copy = screen(private_mail("Ann", "I take no action.", to=f"{BUSINESS}, {CHECK}"), ROSTER)
    assert copy.disposition == "ignore"
    own = screen(private_mail("Zed", "hand", address=CHECK), ROSTER)
    assert (own.disposition, own.reason) == ("ignore", "The bot wrote it.")
