"""Outgoing mail is composed: bytes and Message-ID are fixed before the first attempt to send it."""

from __future__ import annotations

import base64
import binascii
import re
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import format_datetime
from functools import lru_cache
from itertools import count
from typing import Final, Literal, NamedTuple

from rednov_bot.core import openpgp
from rednov_bot.core.mail.addresses import is_address
from rednov_bot.core.mail.headers import message_id as sound_message_id, message_ids, split
from rednov_bot.core.models import MessageId, Page, Picture, Posting

MOST_REFERENCES = 11
"""The thread's first and its last ten."""

LONGEST_LINE = 998
_COMFORTABLE = 76
_OCTETS_OF_A_WORD = 39

_BROKEN = re.compile(r"[\r\n\0]")
_PLAIN = re.compile(r"[ -~]*")
_ATOMS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]*")
_TOKEN = re.compile(r"[A-Za-z0-9.-]{1,100}")
_TOUCHED = (" \n", "\nFrom ", "\n.\n")
"""What some mail system on the way changes: blanks at line ends, "From " at their beginning."""


_AROUND: Final = 2_000  # octets of headers and boundaries, as a rule fewer


def weight(page: Page) -> int:
    """How many octets a page has as a mail, or a few more."""
    octets, picture = _AROUND + len(_body(page.body)[1]), page.picture
    if picture is not None:
        octets += len(_html(picture.html)) + len(_in_lines(picture.png))
    return octets


def new_message_id(bot_address: str, token: str) -> MessageId:
    """The Message-ID of a posting: a token that is never used again, at the bot's domain."""
    if not is_address(bot_address) or not _TOKEN.fullmatch(token):
        raise ValueError(f"no Message-ID can be made of {token!r} for {bot_address!r}")
    return MessageId(f"<rednov.{token}@{bot_address.rpartition('@')[2]}>")


def seal(
    page: Page,
    *,
    bot: str,
    bot_name: str,
    message_id: MessageId,
    at: datetime,
    auto: Literal["generated", "replied"] | None,
    key: str | None = None,
) -> Posting:
    """A page becomes a posting, ready to be sent; parsed again, it is the same page.

    *at* knows its time zone.  A value that would break a header is refused with ValueError.  With
    the OpenPGP *key* of its reader nothing of it can be read by anybody else; CannotEncrypt where
    that has expired.
    """
    if at.tzinfo is None:
        raise ValueError("a posting's time needs its time zone")
    references = _thread(page)
    for one in (message_id, *references):
        if sound_message_id(one) != one:
            raise ValueError(f"{one!r} is no Message-ID")
    name = message_id.strip("<>")
    header = [
        f"From: {_mailbox(bot_name, bot)}",
        f"To: {_mailbox(page.to_name, page.to)}",
        f"Subject: {_subject(page.subject)}",
        f"Date: {format_datetime(at.astimezone(UTC))}",
        f"Message-ID: {message_id}",
    ]
    content, body = _content(page, name)
    if key is not None:
        content[0] += '; protected-headers="v1"'
        inside = _part([*header, "MIME-Version: 1.0", *content], body)
        content, body = encrypted(inside, key, name, at)
        header[2] = f"Subject: {_subject(outer_subject(page.subject))}"
    if page.in_reply_to is not None:
        header.append(f"In-Reply-To: {page.in_reply_to}")
    if references:
        header.append("References: " + "\r\n ".join(references))
    if auto is not None:
        header += [f"Auto-Submitted: auto-{auto}", "X-Auto-Response-Suppress: OOF, AutoReply"]
    octets = _part([*header, "MIME-Version: 1.0", *content], body)
    return Posting(message_id=message_id, kind=page.kind, to=page.to, octets=octets)


def _content(page: Page, name: str) -> tuple[list[str], bytes]:
    """The header lines that tell what the content is, and the content.

    A picture goes to a list in a page that says the same as the text (RFC 2046 5.1.4, RFC 2387);
    to whoever approves it, below the text, with the page that will go with it.
    """
    encoding, body = _body(page.body)
    head = ['Content-Type: text/plain; charset="utf-8"', f"Content-Transfer-Encoding: {encoding}"]
    if page.picture is None:
        return head, body
    text, html, picture = _part(head, body), _html(page.picture.html), page.picture
    if page.kind != "public":
        html = b'Content-Disposition: attachment; filename="page.html"\r\n' + html
        board = [_drawn(picture, "attachment")] if picture.png else []
        return _multipart("mixed", name, text, *board, html)
    if picture.png:
        drawn = _drawn(picture, "inline")
        related = _multipart('related; type="text/html"', f"2_{name}", html, drawn)
        html = _part(*related)
    return _multipart("alternative", name, text, html)


def _part(head: list[str], body: bytes) -> bytes:
    return "\r\n".join([*head, "", ""]).encode("ascii") + body


def _multipart(kind: str, name: str, *several: bytes) -> tuple[list[str], bytes]:
    """The header line, and the body; *name* is one that no other multipart has."""
    sound = re.sub("[^A-Za-z0-9.]", ".", name)
    names = (f"=_{attempt}_{sound}"[:70] for attempt in count())
    boundary = next(one for one in names if not any(one.encode() in part for part in several))
    line = f"--{boundary}\r\n".encode("ascii")
    body = b"".join([line + part + b"\r\n" for part in several])
    head = [f'Content-Type: multipart/{kind};\r\n boundary="{boundary}"']
    return head, body + f"--{boundary}--\r\n".encode("ascii")


@lru_cache(maxsize=32)
def _html(html: str) -> bytes:
    """A page of HTML as a part of a mail, in lines that any mail system leaves alone.

    The same page goes into a draft and into the posting.
    """
    coded = binascii.b2a_qp(html.encode(), istext=True).replace(b"\n", b"\r\n")
    head = 'Content-Type: text/html; charset="utf-8"\r\n'
    return f"{head}Content-Transfer-Encoding: quoted-printable\r\n\r\n".encode("ascii") + coded


def _thread(page: Page) -> tuple[MessageId, ...]:
    """The mails above this one, the answered one last; of a long thread, first and last ten."""
    thread = page.references
    if page.in_reply_to is not None and page.in_reply_to not in thread:
        thread = (*thread, page.in_reply_to)
    if len(thread) > MOST_REFERENCES:
        thread = (thread[0], *thread[1 - MOST_REFERENCES :])
    return thread


@lru_cache(maxsize=256)
def _mailbox(name: str, address: str) -> str:
    """A name and an address, as they stand in From and To."""
    if not is_address(address):
        raise ValueError(f"{address!r} is no address that a mail can be sent to")
    _refuse_breaks(name)
    if not name:
        return address
    if not _PLAIN.fullmatch(name) or "=?" in name or len(name) > _COMFORTABLE:
        return f"{_encoded_words(name)}\r\n <{address}>"
    if not _ATOMS.fullmatch(name) or name != " ".join(name.split()):
        name = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return f"{name} <{address}>"


def _subject(text: str) -> str:
    """Unstructured text for a header, in encoded words where it is not plain (RFC 2047)."""
    _refuse_breaks(text)
    fits = len(text) + len("Subject: ") <= LONGEST_LINE - 20
    if fits and _PLAIN.fullmatch(text) and "=?" not in text and text == text.strip():
        return text
    return _encoded_words(text)


def _encoded_words(text: str) -> str:
    """The text in encoded words, each a line, none cut inside a character."""
    words: list[str] = []
    piece = b""
    for character in text:
        octets = character.encode()
        if len(piece) + len(octets) > _OCTETS_OF_A_WORD:
            words.append(_encoded_word(piece))
            piece = b""
        piece += octets
    words.append(_encoded_word(piece))
    return "\r\n ".join(words)


def _encoded_word(octets: bytes) -> str:
    return f"=?utf-8?b?{binascii.b2a_base64(octets, newline=False).decode()}?="


def _refuse_breaks(text: str) -> None:
    if _BROKEN.search(text):
        raise ValueError("a header cannot hold a line break or a NUL")


@lru_cache(maxsize=32)
def _body(text: str) -> tuple[str, bytes]:
    """The body, as it is where the mail system will leave it alone, else quoted-printable."""
    if _travels_as_it_is(text):
        return "7bit", text.replace("\n", "\r\n").encode("ascii")
    coded = b"\n".join([_coded(line) for line in text.split("\n")])
    if not coded.endswith(b"\n"):
        coded += b"=\n"  # a soft end: the text has no line break here, the mail needs one
    return "quoted-printable", coded.replace(b"\n", b"\r\n")


def _coded(line: str) -> bytes:
    """A line in quoted-printable, one or some (RFC 2045 6.7).

    A carriage return in it is no line break, and no `From ` begins it.
    """
    if not line.startswith("From "):
        return binascii.b2a_qp(line.encode(), istext=False)
    return b"=46" + binascii.b2a_qp(b"\0" + line[1:].encode(), istext=False)[3:]


def _travels_as_it_is(text: str) -> bool:
    """Printable ASCII in lines of bearable length that no mail system on the way will change."""
    if not text.isascii() or text[-1:] != "\n":
        return False
    lines = text.split("\n")
    if not "".join(lines).isprintable() or max(map(len, lines)) > LONGEST_LINE:
        return False
    laid = f"\n{text}"
    return not any(touched in laid for touched in _TOUCHED)


_TAG = re.compile(r"\[[^\[\]]*\] ?")
_OUTSIDE = "For you alone"


def outer_subject(subject: str) -> str:
    """`[Red November] For you alone`: the tag that begins a subject, and nothing else of it."""
    tag = _TAG.match(subject)
    return f"{tag[0] if tag else ''}{_OUTSIDE}"


def encrypted(inside: bytes, key: str, name: str, at: datetime) -> tuple[list[str], bytes]:
    """The header line and the body of a mail of which nobody but its reader sees the *inside*.

    *name* is one that no other mail has.  CannotEncrypt where the key has expired by *at*.
    """
    armour = openpgp.encrypted(inside, key, at).decode("ascii").splitlines()
    version = [
        "Content-Type: application/pgp-encrypted",
        "Content-Description: PGP/MIME version identification",
    ]
    data = [
        'Content-Type: application/octet-stream; name="encrypted.asc"',
        "Content-Description: OpenPGP encrypted message",
        'Content-Disposition: inline; filename="encrypted.asc"',
    ]
    parts = _part(version, b"Version: 1\r\n"), _part([*data, "", *armour], b"")
    return _multipart('encrypted; protocol="application/pgp-encrypted"', name, *parts)


_FILE: Final = "board.png"
_LINE: Final = 76  # characters of base64 (RFC 2045 6.8)


def _drawn(picture: Picture, where: str) -> bytes:
    head = [
        "Content-Type: image/png",
        "Content-Transfer-Encoding: base64",
        f'Content-Disposition: {where}; filename="{_FILE}"',
        f"Content-ID: <{picture.content_id}>",
    ]
    return _part(head, _in_lines(picture.png))


@lru_cache(maxsize=8)
def _in_lines(png: bytes) -> bytes:
    """Octets in base64; the same picture goes into a draft and into the posting."""
    coded = base64.b64encode(png)
    return b"\r\n".join([coded[at : at + _LINE] for at in range(0, len(coded), _LINE)])


class Said(NamedTuple):
    """What a mail of the bot's says."""

    subject: str
    body: str | None  # with LF; None of one that only its reader can open
    answers: str  # the Message-ID of the mail that it answers, "" where it answers none
    picture: Picture | None  # that went with it


def unsealed(posting: Posting) -> Said:
    """Subject, body and picture of the page that was sealed, as they were."""
    mail = message_from_bytes(posting.octets, policy=default)
    assert isinstance(mail, EmailMessage)
    body: str | None = None
    png, html = b"", ""
    if mail.get_content_type() != "multipart/encrypted":
        for part in mail.walk():
            match part.get_content_type():
                case "text/plain" if body is None:
                    body = str(part.get_content()).replace("\r\n", "\n")
                case "text/html":
                    html = str(part.get_content()).replace("\r\n", "\n").removesuffix("\n")
                case "image/png":
                    png = bytes(part.get_content())
    picture = Picture(png=png, html=html) if html else None
    return Said(str(mail["Subject"]), body, str(mail["In-Reply-To"] or "").strip(), picture)


def headed(posting: Posting) -> tuple[str, str]:
    """Its subject, and the Message-ID of the mail that it answers, "" where it answers none.

    The body, which costs most, is left alone.
    """
    head, _ = split(posting.octets.partition(b"\r\n\r\n")[0].replace(b"\r\n", b"\n"))
    return head.text("subject"), head.get("in-reply-to")


def readdressed(posting: Posting, to: str, name: str) -> Page:
    """The page of a mail that was sealed for one list, for another list.  Of nothing else."""
    assert posting.kind == "public"
    said = unsealed(posting)
    head, _ = split(posting.octets.replace(b"\r\n", b"\n"))
    return Page(
        kind="public",
        to=to,
        to_name=name,
        subject=said.subject,
        body=said.body or "",
        in_reply_to=MessageId(said.answers) if said.answers else None,
        references=message_ids(head.get("references")),
        picture=said.picture,
    )
