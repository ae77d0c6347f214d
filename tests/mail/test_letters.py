"""Every letter on file is read as the file says, and each word of it is found at its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from rednov_bot.core.mail import html, parts
from rednov_bot.core.mail.headers import split, visible
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.models import Message
from rednov_bot.core.workflow.screening import live_text
from tests.builders import screen
from tests.mailfiles import Kept, kept

LETTERS = kept(Path(__file__).with_name("letters.jsonl"))


def found(one: Kept, roster: Roster) -> dict[str, Any]:
    """What is read of a letter, in the words of the file."""
    screened = screen(one.octets, roster)
    message = screened.message
    assert message is not None
    stamps = message.stamps
    listed_at = stamps.listed or next((hop.at for hop in stamps.hops), None)
    return {
        "disposition": screened.disposition,
        "reason": screened.reason,
        "sender": message.sender,
        "forum": message.forum,
        "public": message.public,
        "message_id": message.message_id is not None,
        "subject": message.subject,
        "text": message.text,
        "aside": message.aside.strip(),
        "said_at": message.said_at and message.said_at.isoformat(),
        "doubt": message.doubt,
        "other": message.other,
        "listed_at": listed_at and listed_at.isoformat(),
    }


def test_a_message_is_read_as_its_file_says(roster: Roster) -> None:
    wrong = {}
    for one in LETTERS:
        wanted = {"sender": None, "forum": None, "doubt": "", **one.wanted}
        seen = found(one, roster)
        if wanted.get("reason", "") in seen["reason"]:
            seen["reason"] = wanted.get("reason", "")
        if others := {name: seen[name] for name in wanted if seen[name] != wanted[name]}:
            wrong[one.name] = others
    assert wrong == {}
    numbers = [one.name.partition("-")[0] for one in LETTERS]
    assert len(set(numbers)) == len(numbers) >= 350
    assert all(one.wanted for one in LETTERS)


def test_bare_line_feeds_change_nothing_and_live_text_is_the_messages_text(roster: Roster) -> None:
    for one in LETTERS:
        screened = screen(one.octets, roster)
        assert screen(one.octets.replace(b"\r\n", b"\n"), roster) == screened, one.name
        assert screened.message is not None
        assert live_text(one.octets, roster) == screened.message.text, one.name


# -- the place of each word ----------------------------------------------------------------------


def letter_of(octets: bytes, roster: Roster) -> Message:
    message = screen(octets, roster).message
    assert message is not None
    return message


def shown(octets: bytes) -> list[list[str]]:
    """The lines of each part, as a reader sees them."""
    seen = parts.read(*split(octets.replace(b"\r\n", b"\n")))
    return [
        visible(part.text).split("\n") if part.kind == "plain" else lines_of(part.text)
        for part in seen.texts
    ]


def lines_of(text: str) -> list[str]:
    page = html.read(text)
    return page.lines if page else []


def assert_every_word_is_at_its_place(octets: bytes, roster: Roster) -> None:
    message, pages = letter_of(octets, roster), shown(octets)
    assert message.places is not None
    for offset in (-1, len(message.text) + 1):
        with pytest.raises(IndexError):
            message.places.at(offset)
    for offset, character in enumerate(message.text):
        if not character.isspace():
            place = message.places.at(offset)
            assert pages[place.part - 1][place.line - 1][place.column - 1] == character


def test_every_word_of_a_message_stands_at_its_place(roster: Roster) -> None:
    for one in LETTERS:
        lone_returns = b"\r" in one.octets.replace(b"\r\n", b"\n")
        if not lone_returns and b"message/rfc822" not in one.octets:  # shown() reads neither
            assert_every_word_is_at_its_place(one.octets, roster)


def mail(body: str, kind: str = "text/plain") -> bytes:
    head = f"From: tdrum@post.example\nContent-Type: {kind}; charset=utf-8\n\n"
    return (head + body).encode("utf-8", "replace")


LINES = st.lists(
    st.sampled_from(
        (
            *("I pump 3. ", "> quoted ", ">> more", "> less", " stuffed", "", " ", "-- ", "TTttPF"),
            *("tdrum@post.example wrote:", "-----BEGIN PGP SIGNED MESSAGE-----", "- -dashed "),
            *("-----BEGIN PGP SIGNATURE-----", "-----END PGP SIGNATURE-----", "<p>one <b>two</b>"),
            *("<blockquote>", "</blockquote>", "a\u200bb\u2028c"),
        )
    )
    | st.text(max_size=12),
    max_size=20,
)
PLAIN, FLOWED = "text/plain", "text/plain; format=flowed"
KINDS = st.sampled_from((PLAIN, FLOWED, f"{FLOWED}; delsp=yes", "text/html"))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(LINES, KINDS), min_size=1, max_size=2))
def test_every_word_of_any_mail_stands_at_its_place(
    roster: Roster, made: list[tuple[list[str], str]]
) -> None:
    bodies = [("\n".join(lines).replace("\r", ""), kind) for lines, kind in made]
    assert_every_word_is_at_its_place(mail(*bodies[0]), roster)
    head = "From: tdrum@post.example\nContent-Type: multipart/mixed; boundary=b\n\n"
    pieces = [f"--b\nContent-Type: {kind}; charset=utf-8\n\n{body}" for body, kind in bodies]
    octets = (head + "\n".join(pieces) + "\n--b--\n").encode("utf-8", "replace")
    assert_every_word_is_at_its_place(octets, roster)


def test_a_bar_at_the_left_is_a_quotation_in_capitals_too() -> None:
    bar = '<div style="BORDER-LEFT: #000000 2px solid">I take no action.</div>I draw.'
    assert lines_of(bar) == lines_of(bar.lower().replace("i ", "I "))
    assert [line for line in lines_of(bar) if not line.startswith(">")] == ["I draw."]
