"""Each word read can be found again in the mail."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from rednov_bot.core.mail import html, parts
from rednov_bot.core.mail.headers import split, visible
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.models import Message, Place
from rednov_bot.core.workflow.screening import screen
from tests.mailfiles import Kept, kept
from tests.rigs.scale import many

LETTERS = kept(Path(__file__).with_name("letters.jsonl"))


def letter_of(octets: bytes, roster: Roster) -> Message:
    message = screen(octets, roster).message
    assert message is not None
    return message


def place_of(words: str, message: Message) -> Place:
    assert message.places is not None
    return message.places.at(message.text.index(words))


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
    for offset, character in enumerate(message.text):
        if not character.isspace():
            place = message.places.at(offset)
            assert pages[place.part - 1][place.line - 1][place.column - 1] == character


@pytest.mark.parametrize("one", LETTERS, ids=lambda one: one.name)
def test_every_word_of_a_letter_stands_at_its_place(one: Kept, roster: Roster) -> None:
    assert_every_word_is_at_its_place(one.octets, roster)


def mail(body: str, kind: str = "text/plain") -> bytes:
    head = f"From: tdrum@post.example\nContent-Type: {kind}; charset=utf-8\n\n"
    return (head + body).encode("utf-8", "replace")


def test_a_line_below_a_quote_keeps_its_number(roster: Roster) -> None:
    message = letter_of(mail("Pip wrote:\n> who?\n\nI do.\nI pump 3.\n"), roster)
    assert place_of("pump", message) == Place(part=1, line=5, column=3)


def test_a_flowed_line_is_found_where_it_was_broken(roster: Roster) -> None:
    flowed = "text/plain; format=flowed"
    message = letter_of(mail("I open \n the hatch \nto 5.\n> no\n 4 > 5\n", flowed), roster)
    assert message.text == "I open the hatch to 5.\n4 > 5"
    assert place_of("hatch", message) == Place(part=1, line=2, column=6)
    assert place_of("5.", message) == Place(part=1, line=3, column=4)
    assert place_of("4", message) == Place(part=1, line=5, column=2)


def test_a_repeated_quote_is_found_behind_its_marks(roster: Roster) -> None:
    message = letter_of(
        mail("TTttPF\n\nOn 4 May 2020, tdrum@post.example wrote:\n> I go.\n"), roster
    )
    assert place_of("go", message) == Place(part=1, line=4, column=5)


def test_a_dash_that_was_escaped_is_found_behind_its_escape(roster: Roster) -> None:
    body = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA1\n\n- -5 is the hatch.\n"
    body += "-----BEGIN PGP SIGNATURE-----\nx\n-----END PGP SIGNATURE-----\n"
    assert place_of("-5", letter_of(mail(body), roster)) == Place(part=1, line=4, column=3)


def test_html_is_counted_as_it_is_shown(roster: Roster) -> None:
    message = letter_of(mail("<p>Hello<p>I <b>pump</b>  3.", "text/html"), roster)
    assert place_of("3", message) == Place(part=1, line=2, column=8)


def test_there_is_no_place_outside_of_the_text(roster: Roster) -> None:
    message = letter_of(mail("I pump.\n"), roster)
    assert message.places is not None
    for offset in (-1, 8):
        with pytest.raises(IndexError):
            message.places.at(offset)


LINES = st.lists(
    st.sampled_from(
        (
            "I pump 3. ",
            "> quoted ",
            ">> more",
            "> less",
            " stuffed",
            "",
            " ",
            "-- ",
            "TTttPF",
            "tdrum@post.example wrote:",
            "-----BEGIN PGP SIGNED MESSAGE-----",
            "- -dashed ",
            "-----BEGIN PGP SIGNATURE-----",
            "-----END PGP SIGNATURE-----",
            "<p>one <b>two</b>",
            "<blockquote>",
            "</blockquote>",
            "a\u200bb\u2028c",
        )
    )
    | st.text(max_size=12),
    max_size=20,
)
KINDS = (
    "text/plain",
    "text/plain; format=flowed",
    "text/plain; format=flowed; delsp=yes",
    "text/html",
)


@settings(max_examples=many(300, 50), deadline=None)
@given(LINES, st.sampled_from(KINDS))
def test_every_word_of_any_mail_stands_at_its_place(
    roster: Roster, lines: list[str], kind: str
) -> None:
    body = "\n".join(lines).replace("\r", "")
    assert_every_word_is_at_its_place(mail(body, kind), roster)


@settings(max_examples=many(50, 15), deadline=None)
@given(LINES, LINES, st.sampled_from(KINDS), st.sampled_from(KINDS))
def test_every_word_of_several_parts_stands_at_its_place(
    roster: Roster, one: list[str], two: list[str], kind: str, other: str
) -> None:
    head = "From: tdrum@post.example\nContent-Type: multipart/mixed; boundary=b\n\n"
    pieces = [
        f"--b\nContent-Type: {kind}; charset=utf-8\n\n" + "\n".join(lines).replace("\r", "")
        for kind, lines in ((kind, one), (other, two))
    ]
    octets = (head + "\n".join(pieces) + "\n--b--\n").encode("utf-8", "replace")
    assert_every_word_is_at_its_place(octets, roster)
