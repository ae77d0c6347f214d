"""Mails as people's programs write them, always the same bytes for the same words."""

from __future__ import annotations

import base64
import binascii
import email
import email.policy
import html
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Literal, get_args

from tests.games.world import address_of

Form = Literal["plain", "8bit", "quoted-printable", "base64", "html", "both"]
FORMS: tuple[str, ...] = get_args(Form)
_BOUNDARY = "=_of_two_parts"


def message(
    who: str,
    to: str,
    subject: str,
    text: str,
    *,
    at: datetime,
    message_id: str,
    form: Form = "plain",
    answering: bytes | None = None,
) -> bytes:
    """One mail, as its author's program hands it over."""
    head = [
        f"From: {who} <{address_of(who)}>",
        f"To: {to}",
        f"Subject: {subject}",
        f"Date: {format_datetime(at)}",
        f"Message-ID: {message_id}",
    ]
    if answering is not None:
        head += _thread(parsed(answering))
    head.append("MIME-Version: 1.0")
    return "\r\n".join(head).encode() + b"\r\n" + content(form, text)


def parsed(octets: bytes) -> EmailMessage:
    """A mail, to look at."""
    mail = email.message_from_bytes(octets, policy=email.policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


def _thread(mail: EmailMessage) -> list[str]:
    own = str(mail["Message-ID"])
    thread = [*str(mail["References"] or "").split(), own]
    return [f"In-Reply-To: {own}", "References: " + "\r\n ".join(thread)]


def content(form: Form, text: str) -> bytes:
    """The fields of a mail that tell its form, and its text in that form."""
    match form:
        case "plain":
            return _part("text/plain; charset=us-ascii", "7bit", text.encode("ascii"))
        case "8bit":
            return _part("text/plain; charset=utf-8", "8bit", text.encode())
        case "quoted-printable":
            octets = b"\n".join(
                binascii.b2a_qp(line.encode(), istext=True) for line in text.split("\n")
            )
            return _part("text/plain; charset=utf-8", "quoted-printable", octets)
        case "base64":
            octets = base64.encodebytes(text.encode())
            return _part('text/plain; charset="utf-8"', "base64", octets)
        case "html":
            return _part("text/html; charset=utf-8", "8bit", _as_html(text).encode())
        case "both":
            mark = f"--{_BOUNDARY}\r\n".encode()
            return (
                f'Content-Type: multipart/alternative; boundary="{_BOUNDARY}"\r\n\r\n'.encode()
                + mark
                + content("quoted-printable", text)
                + mark
                + content("html", text)
                + f"--{_BOUNDARY}--\r\n".encode()
            )


def _part(kind: str, encoding: str, octets: bytes) -> bytes:
    body = octets.replace(b"\r\n", b"\n").rstrip(b"\n").replace(b"\n", b"\r\n")
    head = f"Content-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    return head.encode() + body + b"\r\n"


def _as_html(text: str) -> str:
    """Paragraphs, and what was quoted in a block of its own, as web mail does it."""
    written = ['<html><head><meta charset="utf-8"></head><body>']
    for paragraph in text.strip().split("\n\n"):
        lines = [html.escape(line) for line in paragraph.split("\n")]
        if all(line.startswith("&gt;") for line in lines):
            quoted = "<br>\n".join(line.removeprefix("&gt;").strip() for line in lines)
            written.append(f'<blockquote type="cite">{quoted}</blockquote>')
        else:
            written.append("<p>" + "<br>\n".join(lines) + "</p>")
    return "\n".join([*written, "</body></html>", ""])
