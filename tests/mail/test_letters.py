"""Every letter on file is read as the file beside it says."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.mail.screening import live_text, screen

LETTERS = sorted(Path(__file__).parent.glob("letters/*.eml"))


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_a_letter_is_read_as_its_file_says(path: Path, roster: Roster) -> None:
    expected = tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))
    screened = screen(path.read_bytes(), roster)
    letter = screened.letter
    assert letter is not None
    found = {
        "disposition": screened.disposition,
        "sender": letter.sender,
        "forum": letter.forum,
        "public": letter.public,
        "message_id": letter.message_id is not None,
        "text": letter.text,
        "said_at": letter.said_at and letter.said_at.isoformat(),
        "doubt": letter.doubt,
        "other": letter.other,
        "listed_at": letter.listed_at and letter.listed_at.isoformat(),
    }
    wanted = {"sender": None, "forum": None, "doubt": "", **expected}
    reason = wanted.pop("reason", "")
    assert {name: found[name] for name in wanted} == wanted
    assert reason in screened.reason


@pytest.mark.parametrize("path", LETTERS, ids=lambda path: path.stem)
def test_bare_line_feeds_change_nothing(path: Path, roster: Roster) -> None:
    octets = path.read_bytes()
    assert screen(octets.replace(b"\r\n", b"\n"), roster) == screen(octets, roster)


def test_every_letter_has_its_file_and_a_number_of_its_own() -> None:
    assert all(path.with_suffix(".toml").exists() for path in LETTERS)
    numbers = [path.stem.partition("-")[0] for path in LETTERS]
    assert len(set(numbers)) == len(numbers) >= 70


def test_live_text_is_the_letters_text(roster: Roster) -> None:
    octets = LETTERS[1].read_bytes()
    letter = screen(octets, roster).letter
    assert letter is not None
    assert live_text(octets, roster) == letter.text
