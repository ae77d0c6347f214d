"""A mail that a list has sent back says what was sent, or in which parts it does not."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from rednov_bot.core.mail.letter import open_letter
from rednov_bot.core.mail.returned import differences, is_dated_alike
from rednov_bot.core.mail.roster import Roster

FOLDER = Path(__file__).parent / "returned"
SENT = (FOLDER / "sent.eml").read_bytes()
CAME = sorted(FOLDER.glob("[0-9]*.eml"))


@pytest.mark.parametrize("path", CAME, ids=lambda path: path.stem)
def test_what_came_back_is_compared_as_its_file_says(path: Path, roster: Roster) -> None:
    wanted = tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))
    came = open_letter(path.read_bytes(), roster)
    assert [one.part for one in differences(SENT, came)] == wanted["differs"]
    assert is_dated_alike(SENT, came)


@pytest.mark.parametrize("path", CAME, ids=lambda path: path.stem)
def test_bare_line_feeds_change_nothing(path: Path, roster: Roster) -> None:
    came = path.read_bytes()
    bare = [octets.replace(b"\r\n", b"\n") for octets in (SENT, came)]
    assert differences(bare[0], open_letter(bare[1], roster)) == differences(
        SENT, open_letter(came, roster)
    )


def test_it_is_the_same_as_itself(roster: Roster) -> None:
    assert differences(SENT, open_letter(SENT, roster)) == ()


def test_the_first_line_that_differs_is_quoted(roster: Roster) -> None:
    path = next(one for one in CAME if "a-word-changed" in one.stem)
    (found,) = differences(SENT, open_letter(path.read_bytes(), roster))
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
