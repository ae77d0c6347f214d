"""Words of one's own that look like an attribution are not passed over in silence."""

from __future__ import annotations

import pytest

from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.workflow.screening import screen

OWN = (
    "Sorry for the delay, my address tdrum@sub.example was down until 15:30. My turn:",
    "Hello all, I write from tdrum@sub.example today, 23 Nov 2026:",
    "Before 15:00 and as bob@x.example asked, here is my turn:",
    "By the deadline of 15:30 set by bob@x.example, my turn is:",
    "Hi, this is Tumbledrum (tdrum@sub.example), 23 Nov 2026:",
    "My turn, 23 Nov 2026 (cc bob@post.example):",
)
TERSE = (
    'Yesterday Pip wrote:\n"hatches first"\n\nI pump 3.',
    "Agora wrote:\n\nI pump 3.",
)


def mail(body: str) -> bytes:
    return (
        "From: tdrum@post.example\nList-Id: <agora-business.agoranomic.example>\n\n" + body
    ).encode()


@pytest.mark.parametrize("line", OWN)
def test_a_date_and_an_address_alone_attribute_nothing(line: str, roster: Roster) -> None:
    message = screen(mail(f"{line}\n\nI pump 3.\n"), roster).message
    assert message is not None
    assert message.text == f"{line}\n\nI pump 3."


@pytest.mark.parametrize("body", TERSE)
def test_a_mail_that_a_terse_line_would_empty_is_held(body: str, roster: Roster) -> None:
    screened = screen(mail(body), roster)
    assert screened.disposition == "hold"
    assert "attribution" in screened.reason


def test_a_terse_line_over_a_quote_empties_a_mail(roster: Roster) -> None:
    assert screen(mail("Pip wrote:\n> I pump 3."), roster).disposition == "ignore"


def test_a_mail_that_is_passed_on_ends_below_those_inside_it(roster: Roster) -> None:
    begins = "----- Forwarded message from Pip <pip@x.example> -----\n\n"
    ends = "----- End forwarded message -----\n\n"
    inside = f"{begins}I bail 1.\n\n{ends}"
    body = f"See this.\n\n{begins}I bail 2.\n\n{inside}I bail 3.\n\n----- End of my list -----\n"
    message = screen(mail(f"{body}I bail 4.\n\n{ends}I pump 3.\n"), roster).message
    assert message is not None
    assert message.text == "See this.\n\nI pump 3."


CITED = (
    "<pewterby> I pump 3.",
    "[10:02] Pewterby: I pump 3.",
    "10:02 <pewt> I pump 3.",
    "[quote=Pewterby]\nI pump 3.\n[/quote]",
    "[quote]I pump 3.[/quote]",
    '"I pump 3." -- Pewterby',
    "“I pump 3.” — Pewterby",
)
"""What another has said in a chat, on a forum, or between quotation marks."""

HEADED = (
    "Pewterby — Today at 10:00 AM",
    "[Yesterday 10:00] Pewterby",
    "Pewterby\nMon, May 4, 10:00 AM (2 hours ago)",
    "Pewterby:",
)
"""Lines of a page or a chat that was copied into the mail, above what another says."""


@pytest.mark.parametrize("said", CITED)
def test_what_bears_anothers_name_is_anothers(said: str, roster: Roster) -> None:
    message = screen(mail(f"I bail 2.\n\n{said}\n\nThanks.\n"), roster).message
    assert message is not None
    assert (message.text, message.aside) == ("I bail 2.\n\nThanks.", "")


@pytest.mark.parametrize("said", CITED[:2])
def test_ones_own_name_in_a_log_is_ones_own(said: str, roster: Roster) -> None:
    said = said.replace("pewterby", "tumbledrum").replace("Pewterby", "Tumbledrum")
    message = screen(mail(f"I bail 2.\n\n{said}\n"), roster).message
    assert message is not None
    assert message.text == f"I bail 2.\n\n{said}"


@pytest.mark.parametrize("line", HEADED)
def test_what_stands_below_anothers_name_is_asked_about(line: str, roster: Roster) -> None:
    message = screen(mail(f"Nice move.\n\n{line}\n\nI pump 3.\n"), roster).message
    assert message is not None
    assert (message.text, message.aside.strip()) == ("Nice move.", "I pump 3.")


def test_a_mail_that_begins_by_addressing_another_is_ones_own(roster: Roster) -> None:
    message = screen(mail("Pewterby:\n\nI pump 3.\n"), roster).message
    assert message is not None
    assert message.text == "Pewterby:\n\nI pump 3."
