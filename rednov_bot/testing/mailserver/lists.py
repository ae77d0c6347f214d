"""A mailing list: what a mail looks like after it went round (after the manner of Mailman 2)."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from email.header import decode_header, make_header
from email.parser import BytesHeaderParser
from email.policy import compat32
from email.utils import formataddr, parseaddr

from rednov_bot.testing.mailserver.fetching import header, header_fields
from rednov_bot.testing.mailserver.folder import with_crlf

_REPLACED = frozenset(
    b"sender errors-to precedence x-beenthere return-path dkim-signature"
    b" list-id list-post list-help list-archive list-subscribe list-unsubscribe".split()
)
_BOUNDARY = "=_the_harbour_adds_a_footer"


@dataclass(frozen=True, slots=True, kw_only=True)
class MailingList:
    """Mail to *address* goes to every subscriber, with the marks of the list on it.

    *reply_to* sets Reply-To; *munge_from* writes the list's address into From, as lists do for
    authors whose domain forbids others to send for it (DMARC), and keeps the author's address
    in Reply-To, or in Cc where the list sets its own Reply-To.
    """

    address: str
    subscribers: tuple[str, ...]
    title: str = ""
    subject_prefix: str = ""  # "BUS: "
    reply_to: str | None = None
    footer: str = ""  # plain text, LF
    munge_from: bool = False

    @property
    def list_id(self) -> str:
        """The address with a dot for its @ (RFC 2919)."""
        return self.address.replace("@", ".")

    @property
    def bounces(self) -> str:
        """The envelope sender of what the list passes on."""
        local, _, domain = self.address.partition("@")
        return f"{local}-bounces@{domain}"

    def has_seen(self, octets: bytes) -> bool:
        """The mail went round this list before, and must not go round again."""
        mark = self.address.lower().encode()
        return any(
            name == b"x-beenthere" and mark in field.lower()
            for name, field in header_fields(octets)
        )

    def passed_on(self, octets: bytes) -> bytes:
        """The mail as subscribers get it.  Its Message-ID stays."""
        octets = with_crlf(octets)
        fields = list(header_fields(octets))
        body = octets[len(header(octets)) :]
        dropped = _REPLACED | ({b"reply-to"} if self.reply_to else set())
        kept = [(name, field) for name, field in fields if name not in dropped]
        if self.munge_from:
            kept = self._with_munged_from(kept)
        kept = [(n, self._with_prefix(f) if n == b"subject" else f) for n, f in kept]
        if self.footer:
            kept, body = _with_footer(kept, body, self.footer)
        return b"".join(field for _, field in kept) + self._marks() + b"\r\n" + body

    def _marks(self) -> bytes:
        title = f"{self.title} " if self.title else ""
        local, _, domain = self.address.partition("@")
        lines = [
            f"X-BeenThere: {self.address}",
            "Precedence: list",
            f"List-Id: {title}<{self.list_id}>",
            f"List-Post: <mailto:{self.address}>",
            f"List-Help: <mailto:{local}-request@{domain}?subject=help>",
            f"Sender: {self.bounces}",
            f"Errors-To: {self.bounces}",
        ]
        if self.reply_to:
            lines.insert(0, f"Reply-To: {self.reply_to}")
        return "".join(f"{line}\r\n" for line in lines).encode()

    def _with_prefix(self, field: bytes) -> bytes:
        """One prefix at the front, wherever a reply had carried it."""
        prefix = self.subject_prefix.encode()
        name, _, subject = field.partition(b":")
        words = subject.strip()
        if prefix:
            words = prefix + words.replace(prefix, b"")
        return name + b": " + words + b"\r\n"

    def _with_munged_from(self, fields: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        raw = dict(fields).get(b"from", b"From: \r\n")
        text = raw.partition(b":")[2].decode("ascii", "replace").strip()
        name, address = parseaddr(re.sub(r"\r\n(?=[ \t])", "", text))
        name = str(make_header(decode_header(name))) or address.partition("@")[0]
        local = self.address.partition("@")[0]
        author = formataddr((name, address)).encode() + b"\r\n"
        munged = formataddr((f"{name} via {local}", self.address)).encode()
        kept = [(n, b"From: " + munged + b"\r\n" if n == b"from" else f) for n, f in fields]
        known = dict(kept)
        if not self.reply_to:
            if b"reply-to" not in known:
                kept.append((b"reply-to", b"Reply-To: " + author))
        elif b"cc" in known:
            longer = known[b"cc"].rstrip() + b",\r\n\t" + author
            kept = [(n, longer if n == b"cc" else f) for n, f in kept]
        else:
            kept.append((b"cc", b"Cc: " + author))
        return kept


def _with_footer(
    fields: list[tuple[bytes, bytes]], body: bytes, footer: str
) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """The footer below a plain text; beside anything else, as a part of its own."""
    kind = BytesHeaderParser(policy=compat32).parsebytes(b"".join(f for _, f in fields))
    below = with_crlf(footer.encode())
    encoding = str(kind.get("Content-Transfer-Encoding", "7bit")).strip().lower()
    charset = str(kind.get_content_charset("us-ascii"))
    if kind.get_content_type() == "text/plain" and (footer.isascii() or charset == "utf-8"):
        end = b"" if body.endswith(b"\r\n") else b"\r\n"
        match encoding:
            case "base64":
                text = base64.b64decode(body)
                end = b"" if text.endswith(b"\n") else b"\r\n"
                whole = base64.encodebytes(text + end + below)
                return fields, with_crlf(whole)
            case "quoted-printable":
                return fields, body + end + below.replace(b"=", b"=3D")
            case _:
                return fields, body + end + below
    inner = [field for name, field in fields if name.startswith(b"content-")]
    outer = [(name, field) for name, field in fields if not name.startswith(b"content-")]
    mixed = f'Content-Type: multipart/mixed; boundary="{_BOUNDARY}"\r\n'.encode()
    mark = f"--{_BOUNDARY}".encode()
    parts = (
        mark + b"\r\n" + b"".join(inner) + b"\r\n" + body,
        mark + b'\r\nContent-Type: text/plain; charset="utf-8"\r\n'
        b"Content-Disposition: inline\r\n\r\n" + below,
        mark + b"--\r\n",
    )
    return [*outer, (b"content-type", mixed)], b"\r\n".join(parts)
