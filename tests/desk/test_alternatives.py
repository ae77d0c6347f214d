"""A mail whose plain text and HTML say different things is asked about, and decides nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builders import Table, list_mail, private_mail
from tests.desk.play import (
    begun,
    code_in,
    filed,
    kinds,
    open_codes,
    position,
    say,
    text_of,
    verdict,
)

PUMP = "I pump water for {} minutes."


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def with_html(mail: bytes, html: str) -> bytes:
    """The mail with an HTML alternative beside its text."""
    head, _, text = mail.partition(b"\r\n\r\n" if b"\r\n\r\n" in mail else b"\n\n")
    fields = [line for line in head.splitlines() if not line.lower().startswith(b"content-")]
    return b"\n".join(
        [
            *fields,
            b"Content-Type: multipart/alternative; boundary=b",
            b"",
            b"--b\nContent-Type: text/plain\n",
            text,
            b"--b\nContent-Type: text/html\n",
            html.encode(),
            b"--b--",
        ]
    )


def test_a_turn_that_differs_in_the_html_is_asked_about_and_not_taken(table: Table) -> None:
    mail = with_html(list_mail("Ann", PUMP.format(3)), f"<p>{PUMP.format(4)}</p>")
    (question,) = table.receive(mail)
    assert kinds((question,)) == ["question"]
    assert "its HTML has “4” here" in " ".join(text_of(question).split())
    assert position(table).turns == 0
    assert filed(table).reason == "a question was sent"


def test_chatter_that_differs_in_the_html_is_not_asked_about(table: Table) -> None:
    assert table.receive(with_html(list_mail("Ann", "A fine day."), "<p>A foul day.</p>")) == ()


def test_an_approval_that_rejects_in_its_html_decides_nothing(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    mail = private_mail("Pewterby", "approve", subject=f"Re: [rednov {code}] Turn 1")
    (answer,) = table.receive(with_html(mail, "<p>reject</p>"))
    assert verdict(table, code) is None
    assert open_codes(table) == [code]
    assert "its plain text and its HTML differ" in " ".join(text_of(answer).split())
