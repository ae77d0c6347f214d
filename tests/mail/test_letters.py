"""Every letter on file is read as the file says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.workflow.screening import live_text, screen
from tests.mailfiles import Kept, kept

LETTERS = kept(Path(__file__).with_name("letters.jsonl"))


@pytest.mark.parametrize("one", LETTERS, ids=lambda one: one.name)
def test_a_letter_is_read_as_its_file_says(one: Kept, roster: Roster) -> None:
    screened = screen(one.octets, roster)
    message = screened.message
    assert message is not None
    found = {
        "disposition": screened.disposition,
        "sender": message.sender,
        "forum": message.forum,
        "public": message.public,
        "message_id": message.message_id is not None,
        "text": message.text,
        "said_at": message.said_at and message.said_at.isoformat(),
        "doubt": message.doubt,
        "other": message.other,
        "listed_at": message.listed_at and message.listed_at.isoformat(),
    }
    wanted = {"sender": None, "forum": None, "doubt": "", **one.wanted}
    reason = wanted.pop("reason", "")
    assert {name: found[name] for name in wanted} == wanted
    assert reason in screened.reason


@pytest.mark.parametrize("one", LETTERS, ids=lambda one: one.name)
def test_bare_line_feeds_change_nothing(one: Kept, roster: Roster) -> None:
    assert screen(one.octets.replace(b"\r\n", b"\n"), roster) == screen(one.octets, roster)


def test_of_every_letter_something_is_wanted_and_it_has_a_number_of_its_own() -> None:
    assert all(one.wanted for one in LETTERS)
    numbers = [one.name.partition("-")[0] for one in LETTERS]
    assert len(set(numbers)) == len(numbers) >= 70


def test_live_text_is_the_letters_text(roster: Roster) -> None:
    octets = LETTERS[1].octets
    message = screen(octets, roster).message
    assert message is not None
    assert live_text(octets, roster) == message.text
