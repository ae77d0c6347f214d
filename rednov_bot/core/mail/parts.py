"""The parts of a mail that ordinary readers see as its body (RFC 2045-2049, RFC 1847).

Attachments, mails inside the mail, and parts of kinds that no mail program shows are never
read: an act hidden there is no act.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from rednov_bot.core.mail.charsets import decoded
from rednov_bot.core.mail.headers import Head, split

DEEPEST = 12
MOST_PARTS = 100
MOST_OCTETS = {"text/plain": 128 * 1024, "text/html": 256 * 1024}
"""Of text; no announcement is as long, with all that mail programs put around it."""
OCTETS_SHOWN = 16 * 1024  # of what is longer, to the human for whom it is held

_PARAMETER = re.compile(r';\s*([\w-]+)(\*[\d*]*)?\s*=\s*("(?:[^"\\]|\\.)*"|[^;\s"]*)', re.DOTALL)
_KIND = re.compile(r"[\w.+-]{1,127}/[\w.+-]{1,127}")  # RFC 6838, 4.2: no name is longer
_BASE64 = re.compile(rb"[A-Za-z0-9+/=\s]*")
_BLANKS = b" \t\n\r\x0b\x0c"


@dataclass(frozen=True, slots=True)
class Text:
    """One part of text that a reader sees."""

    kind: Literal["plain", "html"]
    text: str
    flowed: bool = False  # RFC 3676
    delsp: bool = False


@dataclass(slots=True)
class _Found:
    """What has been met on the way through the parts."""

    parts: int = 0
    faults: set[str] = field(default_factory=set)
    opaque: set[str] = field(default_factory=set)  # what may hold the text where there is none
    aside: dict[int, list[Text]] = field(default_factory=dict)  # by the text chosen instead


@dataclass(frozen=True, slots=True)
class Parts:
    """The text a reader sees, in order, and why some of it may be missing."""

    texts: tuple[Text, ...]
    fault: str  # "" where everything could be decoded
    others: tuple[Text, ...] = ()  # what a reader sees who prefers the other alternative


def read(head: Head, octets: bytes) -> Parts:
    """The visible text of a mail, from its head and the bytes below."""
    found = _Found()
    texts = _visible(head, octets, 0, found)
    others: tuple[Text, ...] = ()
    if found.aside:
        others = _body([one for text in texts for one in found.aside.get(id(text), (text,))])
    if not any(text.text.strip() for text in texts):
        found.faults |= found.opaque
    return Parts(_body(texts), ", ".join(sorted(found.faults)), others)


def _body(texts: list[Text]) -> tuple[Text, ...]:
    """The first real text, and what follows where it is more of the same."""
    body: list[Text] = []
    for text in texts:
        if body and text.kind == "html" and body[0].kind == "plain":
            continue
        if body or not _is_stub(text):
            body.append(text)
    return tuple(body or [text for text in texts if text.kind == "plain"][:1])


def kind_of(head: Head) -> str:
    """The kind of a mail or part, `type/subtype` in lower case; text/plain where unreadable."""
    match = _KIND.match(head.get("content-type"))
    return match[0].lower() if match else "text/plain"


def _visible(head: Head, octets: bytes, depth: int, found: _Found) -> list[Text]:
    found.parts += 1
    if depth > DEEPEST or found.parts > MOST_PARTS:
        found.faults.add("too many parts")
        return []
    kind = kind_of(head)
    if kind.startswith("multipart/"):
        return _of_multipart(kind, head, octets, depth, found)
    if kind in ("application/ms-tnef", "application/vnd.ms-tnef"):
        found.opaque.add("no text but winmail.dat")
        return []
    if depth and _is_attached(head):
        return []
    if kind in ("text/plain", "text/html"):
        return [_text(kind, head, octets, found)]
    if depth == 0 or kind in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
        found.faults.add(f"no text but {kind}")
    return []


def _of_multipart(kind: str, head: Head, octets: bytes, depth: int, found: _Found) -> list[Text]:
    if kind in ("multipart/digest", "multipart/report"):
        return []
    boundary = parameters(head.get("content-type")).get("boundary", "").rstrip()
    if kind == "multipart/encrypted" or not boundary:
        found.faults.add("an encrypted body" if boundary else "a multipart without a boundary")
        return []
    children: list[list[Text]] = []
    for piece in pieces(octets, boundary.encode("utf-8", "replace")):
        children.append(_visible(*split(piece), depth + 1, found))
        if kind in ("multipart/signed", "multipart/related") or found.parts > MOST_PARTS:
            break
    if not children and octets.strip() and not _ends_at_once(octets, boundary):
        found.faults.add("a multipart whose parts cannot be told apart")
    if kind == "multipart/alternative":
        return _best(children, found)
    return [text for texts in children for text in texts]


def _best(alternatives: list[list[Text]], found: _Found) -> list[Text]:
    """Of alternatives, the first plain one that is no stub, else the HTML.

    Mail programs show the last one they can, so that one is remembered beside a plain one.
    """
    for texts in alternatives:
        if any(text.kind == "plain" and not _is_stub(text) for text in texts):
            others = [other for other in alternatives if other is not texts and other]
            if others and any(not _is_stub(text) for text in others[-1]):
                found.aside.update({id(text): [] for text in texts[1:]})
                found.aside[id(texts[0])] = others[-1]
            return texts
    for texts in alternatives:
        if any(text.kind == "html" for text in texts):
            return texts
    return alternatives[0] if alternatives else []


def _is_stub(text: Text) -> bool:
    return text.kind == "plain" and is_stub(text.text)


def _is_attached(head: Head) -> bool:
    """A part that is offered to be saved rather than shown (RFC 2183)."""
    disposition = head.get("content-disposition").lower()
    if disposition and disposition.partition(";")[0].strip() != "inline":
        return True
    return "filename" in parameters(disposition) or "name" in parameters(head.get("content-type"))


def pieces(octets: bytes, boundary: bytes) -> Iterator[bytes]:
    """The parts between the boundaries; the last may lack its end."""
    start = -1
    octets = b"\n" + octets  # a pattern that begins with plain letters is found fastest
    line = re.compile(rb"\n--" + re.escape(boundary) + rb"(--)?[ \t]*(?=\n|\Z)")
    for mark in line.finditer(octets):
        if start >= 0:
            yield octets[start : max(start, mark.start())]
        if mark[1]:
            return
        start = mark.end() + 1
    if 0 <= start <= len(octets):
        yield octets[start:]


def _ends_at_once(octets: bytes, boundary: str) -> bool:
    """The multipart has no part, and says so."""
    return b"\n--" + boundary.encode("utf-8", "replace") + b"--" in b"\n" + octets


def parameters(value: str) -> dict[str, str]:
    """The parameters of a field, RFC 2231 pieces joined; nothing is percent-decoded."""
    found: dict[str, str] = {}
    for name, piece, text in _PARAMETER.findall(value[:4096]):
        if text.startswith('"'):
            text = re.sub(r"\\(.)", r"\1", text[1:-1])
        elif piece.endswith("*"):
            text = text.rpartition("'")[2]
        name = name.lower()
        if piece and name in found:
            found[name] += text
        else:
            found.setdefault(name, text)
    return found


def _text(kind: str, head: Head, octets: bytes, found: _Found) -> Text:
    """A text part, decoded."""
    octets = _transferred(head.get("content-transfer-encoding"), octets, found)
    if len(octets) > MOST_OCTETS[kind]:
        found.faults.add("more text than is read")
        octets = octets[:OCTETS_SHOWN]
    asked = parameters(head.get("content-type"))
    text = decoded(octets, asked.get("charset", ""))
    if kind == "text/html":
        return Text("html", text)
    flowed = asked.get("format", "").lower() == "flowed"
    return Text("plain", text, flowed, flowed and asked.get("delsp", "").lower() == "yes")


def transferred(encoding: str, octets: bytes, most: int) -> bytes:
    """The bytes, and no more of them, as they were before their encoding, whatever was wrong."""
    return _transferred(encoding, octets, _Found(), most)


def _transferred(
    encoding: str, octets: bytes, found: _Found, most: int = 4 * max(MOST_OCTETS.values())
) -> bytes:
    """The bytes as they were before their transfer encoding; an unknown one is none."""
    name = encoding.strip().lower()
    match name.partition(";")[0].partition("(")[0].strip():
        case "quoted-printable":
            return binascii.a2b_qp(octets[:most])
        case "base64":
            return _from_base64(octets[:most], found)
        case "x-uuencode" | "uuencode" | "x-uue" | "x-yenc" | "binhex":
            found.faults.add(f"an encoding nobody uses, {name[:20]}")
            return b""
        case _:
            return octets


def _from_base64(octets: bytes, found: _Found) -> bytes:
    """Base64, up to the first line that is none, as a list's footer may follow it."""
    match = _BASE64.match(octets)
    code = octets if match is None else match[0]
    if match is not None and match.end() < len(octets):
        code = code[: code.rfind(b"\n") + 1]
    code = code.translate(None, _BLANKS)
    if not code and octets.strip():
        found.faults.add("base64 that is none")
    whole = len(code) - len(code) % 4
    if whole != len(code):
        found.faults.add("base64 that breaks off")
    try:
        return binascii.a2b_base64(code[:whole])
    except binascii.Error:
        found.faults.add("base64 that breaks off")
        return b""


LONGEST = 240

_SENDS_ON = re.compile(r"\b(?:html|multi|multipart|mime)\b")
_WORD = re.compile(r"[^\W_]+(?:['’][a-z]+)?")
_SAYINGS = (
    "this is a an the multi part multipart message mail e email in mime html format formatted",
    "and contains has content text only plain it was sent as web internet version part parts",
    "please view see read use using switch to enable an capable compatible mail mailer client",
    "clients reader viewer program software that if you your are reading viewing seeing because",
    "does doesn't not can can't cannot unable support supports supporting supported display",
    "displays displaying displayed show shown viewed properly or but for of be seems",
)
"""Of these words alone a stub is made; in them nobody says anything about a game or emself."""
_WORDS = frozenset(word for saying in _SAYINGS for word in saying.split())


def is_stub(text: str) -> bool:
    """The whole of a text says that the mail is elsewhere, in HTML, or nothing."""
    text = text.strip().lower()
    if len(text) > LONGEST:
        return False
    return not text or (
        "?" not in text
        and _SENDS_ON.search(text) is not None
        and _WORDS.issuperset(_WORD.findall(text))
    )
