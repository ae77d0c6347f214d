"""A mail that a list has sent back says what was sent, or in which parts it does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from rednov_bot.core.mail.message import open_letter
from rednov_bot.core.mail.returned import differences, is_dated_alike
from rednov_bot.core.mail.roster import Roster
from tests.mailfiles import Kept, kept

MAILS = kept(Path(__file__).with_name("returned.jsonl"))
CAME = [one for one in MAILS if one.wanted]
(SENT,) = [one.octets for one in MAILS if not one.wanted]


@pytest.mark.parametrize("one", CAME, ids=lambda one: one.name)
def test_what_came_back_is_compared_as_its_file_says(one: Kept, roster: Roster) -> None:
    came = open_letter(one.octets, roster)
    assert [each.part for each in differences(SENT, came)] == one.wanted["differs"]
    assert is_dated_alike(SENT, came)


@pytest.mark.parametrize("one", CAME, ids=lambda one: one.name)
def test_bare_line_feeds_change_nothing(one: Kept, roster: Roster) -> None:
    bare = [octets.replace(b"\r\n", b"\n") for octets in (SENT, one.octets)]
    assert differences(bare[0], open_letter(bare[1], roster)) == differences(
        SENT, open_letter(one.octets, roster)
    )


def test_it_is_the_same_as_itself(roster: Roster) -> None:
    assert differences(SENT, open_letter(SENT, roster)) == ()


def test_the_first_line_that_differs_is_quoted(roster: Roster) -> None:
    changed = next(one for one in CAME if "a-word-changed" in one.name)
    (found,) = differences(SENT, open_letter(changed.octets, roster))
    assert (found.sent, found.came) == ("Minutes: Ann 37, Bob 40.", "Minutes: Ann 73, Bob 40.")


def test_no_more_of_what_differs_is_quoted_than_is_read(roster: Roster) -> None:
    long = b"In-Reply-To: <" + b"x" * 300 + b"@post.example>\r\n"
    came = open_letter(long + SENT.replace(b"Subject: ", b"Subject: " + b"y" * 400, 1), roster)
    found = differences(SENT, came)
    assert {one.part for one in found} >= {"subject", "thread"}
    assert all(max(len(one.sent), len(one.came)) <= 200 for one in found)


def test_a_mail_of_another_moment_is_not_dated_alike(roster: Roster) -> None:
    other = SENT.replace(b"10:05:00", b"10:05:01")
    assert not is_dated_alike(SENT, open_letter(other, roster))


@given(octets=st.binary(max_size=2000))
def test_whatever_comes_back_is_compared(octets: bytes, roster: Roster) -> None:
    assert differences(SENT, open_letter(octets, roster))
