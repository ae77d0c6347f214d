"""A mail that a list has sent back says what was sent, or in which parts it does not."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, strategies as st

from rednov_bot.core.mail.message import open_letter
from rednov_bot.core.mail.returned import differences, is_dated_alike
from rednov_bot.core.mail.roster import Roster
from tests.mailfiles import kept

MAILS = kept(Path(__file__).with_name("returned.jsonl"))
CAME = [one for one in MAILS if one.wanted]
(SENT,) = [one.octets for one in MAILS if not one.wanted]


def test_what_came_back_is_compared_as_its_file_says(roster: Roster) -> None:
    for one in CAME:
        came = open_letter(one.octets, roster)
        found = differences(SENT, came)
        assert [each.part for each in found] == one.wanted["differs"], one.name
        assert is_dated_alike(SENT, came), one.name
        bare = [octets.replace(b"\r\n", b"\n") for octets in (SENT, one.octets)]
        assert differences(bare[0], open_letter(bare[1], roster)) == found, one.name
        if "a-word-changed" in one.name:  # the first line that differs is quoted
            told = found[0].sent, found[0].came
            assert told == ("Minutes: Ann 37, Bob 40.", "Minutes: Ann 73, Bob 40.")
    assert differences(SENT, open_letter(SENT, roster)) == ()
    assert not is_dated_alike(SENT, open_letter(SENT.replace(b"10:05:00", b"10:05:01"), roster))


def test_no_more_of_what_differs_is_quoted_than_is_read(roster: Roster) -> None:
    long = b"In-Reply-To: <" + b"x" * 300 + b"@post.example>\r\n"
    came = open_letter(long + SENT.replace(b"Subject: ", b"Subject: " + b"y" * 400, 1), roster)
    found = differences(SENT, came)
    assert {one.part for one in found} >= {"subject", "thread"}
    assert all(max(len(one.sent), len(one.came)) <= 200 for one in found)


@given(octets=st.binary(max_size=2000))
def test_whatever_comes_back_is_compared(octets: bytes, roster: Roster) -> None:
    assert differences(SENT, open_letter(octets, roster))
