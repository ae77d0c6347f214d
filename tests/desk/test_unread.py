"""A person's mail that cannot be read is held, and they and the contestmaster hear why."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builders import BUSINESS, Table, address_of, list_mail, private_mail
from tests.desk.play import begun, filed, opened, text_of

TURN = "I take no action.\n"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def of_kind(kind: str, body: str) -> bytes:
    """A mail of Ann's with another body."""
    head, _, _ = list_mail("Ann", TURN).partition(b"\r\n\r\n")
    kept = [one for one in head.split(b"\r\n") if not one.lower().startswith(b"content-")]
    return b"\r\n".join([*kept, f"Content-Type: {kind}".encode(), b"", body.encode(), b""])


def stand_in() -> bytes:
    """What Exchange's IMAP server gives in place of a mail that it cannot convert."""
    return "\r\n".join(
        (
            'From: "Microsoft Exchange Server"',
            "Subject: Retrieval using the IMAP4 protocol failed for the following message: 75",
            "Date: Mon, 23 Nov 2026 09:00:00 +0000",
            "",
            "It could not be retrieved:",
            f'From: "Ann" ("{address_of("Ann")}")',
            'Subject: "My turn"',
            "",
        )
    ).encode()


UNREAD = {
    "a picture": (of_kind("image/png", "x"), "a picture"),
    "rich text alone": (of_kind("text/rtf", "{\\rtf1 I take no action.}"), "RTF"),
    "a page for AMP alone": (of_kind("text/x-amp-html", f"<p>{TURN}"), "AMP"),
    "an encrypted text": (
        of_kind("text/plain", "-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n"),
        "encrypted",
    ),
    "a stand-in": (stand_in(), "the mail server could not convert it"),
    "no text": (of_kind("text/plain", ""), "no text was found in it"),
}


@pytest.mark.parametrize("name", UNREAD)
def test_its_sender_and_the_contestmaster_hear_what_was_missing(table: Table, name: str) -> None:
    octets, why = UNREAD[name]
    news = table.receive(octets)
    assert filed(table).disposition == "hold"
    told = {one.posting.to: " ".join(text_of(one).split()) for one in news}
    assert set(told) == {address_of("Ann"), address_of("Pewterby")}
    assert all(why.lower() in words.lower() for words in told.values()), told


def test_an_answer_that_only_quotes_is_no_such_mail(table: Table) -> None:
    table.receive(list_mail("Ann", "> I take no action.\r\n"))
    assert (filed(table).disposition, filed(table).reason) == (
        "ignore",
        "Its sender has written nothing beside what they quote.",
    )


# -- whose a mail is, where nothing shows it -----------------------------------------------------


def rewritten(text: str = TURN) -> bytes:
    """A mail of Ann's in whose From a list has left nothing but her name."""
    mail = list_mail("Ann", text)
    return mail.replace(
        f"From: Ann <{address_of('Ann')}>".encode(), f"From: Ann via list <{BUSINESS}>".encode()
    )


def test_a_turn_without_its_author_is_held_and_the_contestmaster_says_whose_it_is(
    table: Table,
) -> None:
    (told,) = table.receive(rewritten())
    assert filed(table).disposition == "hold"
    assert 'answer "this is Ann"' in " ".join(text_of(told).split())
    subject = str(opened(told)["Subject"])
    drafts = table.receive(private_mail("Pewterby", "this is Ann", subject=f"Re: {subject}"))
    assert any("take no action" in text_of(one).lower() for one in drafts)


def test_talk_without_its_author_is_passed_over(table: Table) -> None:
    assert table.receive(rewritten("A fine evening to all.\r\n")) == ()
    assert filed(table).disposition == "ignore"
