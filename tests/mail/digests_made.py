"""Digests as list servers lay them out, made up of mails that are given as bytes."""

from __future__ import annotations

from collections.abc import Callable
from email import message_from_bytes
from email.policy import default

BOUNDARY = "===============0741852963=="
RULES = "-" * 70, "-" * 30


def plain(*mails: bytes, list: str, ids: bool = True, dates: bool = True) -> bytes:
    """As Mailman 2 and 3 make one for who wants plain text (RFC 1153)."""
    name = list.partition("@")[0]
    topics = "\n".join([f"   {number}. a subject (somebody)" for number, _ in enumerate(mails, 1)])
    said = [_said(mail, number, ids, dates) for number, mail in enumerate(mails, 1)]
    said.append("Subject: Digest Footer\n\n" + "_" * 47 + f"\n{name} mailing list\n{list}\n")
    end = f"End of {name} Digest, Vol 12, Issue 4"
    said.append(f"{end}\n{'*' * len(end)}\n")
    text = f"Send {name} mailing list submissions to\n\t{list}\n\nToday's Topics:\n\n{topics}\n\n\n"
    text += f"{RULES[0]}\n\n" + f"\n\n{RULES[1]}\n\n".join(said)
    return _head(list) + _crlf(f"Content-Type: text/plain; charset=utf-8\n\n{text}".encode())


def mime(*mails: bytes, list: str) -> bytes:
    """As Mailman 2 and 3 make one with each mail as a part, between a table and a footer."""
    inner = f"{BOUNDARY}in"
    parts = b"".join([_part(inner, "Content-Type: message/rfc822", mail) for mail in mails])
    whole = _part(BOUNDARY, "Content-Type: text/plain", b"Today's Topics:\n\n   1. a subject\n")
    kind = f'Content-Type: multipart/digest; boundary="{inner}"'
    whole += _part(BOUNDARY, kind, parts + f"--{inner}--\n".encode())
    whole += _part(BOUNDARY, "Content-Type: text/plain", b"_____\nagora-business mailing list\n")
    kind = f'Content-Type: multipart/mixed; boundary="{BOUNDARY}"'
    return _head(list) + _crlf(f"{kind}\n\n".encode() + whole + f"--{BOUNDARY}--\n".encode())


def sympa(*mails: bytes, list: str) -> bytes:
    """As Sympa makes one: parts that leave out their kind, and a subject of its own."""
    name = list.partition("@")[0]
    parts = b"".join([_part(BOUNDARY, "", mail) for mail in mails])
    head = _head(list, f"Digest of list {name}, issue 4")
    kind = f'Content-Type: multipart/digest; boundary="{BOUNDARY}"'
    return head + _crlf(f"{kind}\n\n".encode() + parts + f"--{BOUNDARY}--\n".encode())


STYLES: dict[str, Callable[..., bytes]] = {"plain": plain, "mime": mime, "sympa": sympa}


def _said(mail: bytes, number: int, ids: bool, dates: bool) -> str:
    parsed = message_from_bytes(mail, policy=default)
    lines = [f"Message: {number}"]
    for name in ("Date", "From", "To", "Subject", "Message-ID", "Content-Type"):
        left_out = (name == "Message-ID" and not ids) or (name == "Date" and not dates)
        if name in parsed and not left_out:
            lines.append(f"{name}: {parsed[name]}")
    body = parsed.get_body(("plain",))
    assert body is not None
    return "\n".join([*lines, "", body.get_content()])


def _head(list: str, subject: str = "") -> bytes:
    name, _, domain = list.partition("@")
    fields = {
        "From": f"{name}-request@{domain}",
        "To": list,
        "Subject": subject or f"{name} Digest, Vol 12, Issue 4",
        "Message-ID": f"<mailman.12.4@{domain}>",
        "Precedence": "list",
        "List-Id": f"<{name}.{domain}>",
        "Sender": f"{name}-bounces@{domain}",
        "MIME-Version": "1.0",
    }
    return "".join([f"{field}: {value}\r\n" for field, value in fields.items()]).encode()


def _part(boundary: str, kind: str, octets: bytes) -> bytes:
    return f"--{boundary}\n{kind}{chr(10) if kind else ''}\n".encode() + octets + b"\n"


def _crlf(octets: bytes) -> bytes:
    return octets.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
