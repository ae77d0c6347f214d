"""The parts of a mail that readers see as its text (RFC 2045-2049, RFC 1847, RFC 2387).

All text that is shown inline counts, in order.  Attachments and kinds that no mail program shows
are never read: an act hidden there is no act.  What could not be read is named, so that a mail
without any text is not passed over in silence.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from itertools import islice
from typing import Final, Literal

from rednov_bot.core.mail.headers import Head, decoded, split

DEEPEST = 12
MOST_PARTS = 100
MOST_JOINED = 50_000  # pieces of base64 in one text
MOST_OCTETS = {"plain": 128 * 1024, "html": 256 * 1024}
"""Of text; no announcement is as long, with all that mail programs put around it."""
OCTETS_SHOWN = 16 * 1024  # of what is longer, to the human for whom it is held

_PARAMETER = re.compile(r';\s*([\w-]+)(\*[\d*]*)?\s*=\s*("(?:[^"\\]|\\.)*"|[^;\s"]*)', re.DOTALL)
_KIND = re.compile(r"[\w.+-]{1,127}/[\w.+-]{1,127}")  # RFC 6838, 4.2: no name is longer
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=\s]")
_OF_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/= \t\n\r\x0b\x0c"
_PADDING = re.compile(rb"=+")
_CONTROLS = bytes([*range(9), *range(0x0E, 0x1B), *range(0x1C, 0x20), 0x7F])
_BLANKS = b" \t\n\r\x0b\x0c"
_TAG = re.compile(r"<[^<>]{0,2000}>")
_SOFT_BREAK = re.compile(rb"=[ \t]+\n")

_SHOWN: Final[dict[str, Literal["plain", "html", "enriched"]]] = {
    **dict.fromkeys(("text/plain", "text/markdown", "text/x-markdown"), "plain"),
    **dict.fromkeys(("text/html", "application/xhtml+xml"), "html"),
    **dict.fromkeys(("text/enriched", "text/richtext"), "enriched"),
}  # fmt: skip
ANOTHER_MAIL: Final = "another mail"
_OPAQUE: Final = (
    ("application/ms-tnef", "winmail.dat"),
    ("application/vnd.ms-tnef", "winmail.dat"),
    ("text/rtf", "RTF"),
    ("application/rtf", "RTF"),
    ("text/x-amp-html", "AMP"),
    ("text/calendar", "an invitation"),
    ("image/", "a picture"),
    ("audio/", "a recording"),
    ("video/", "a film"),
    ("message/rfc822", ANOTHER_MAIL),
    ("application/smil", ""),
    ("application/pgp-signature", ""),
    ("application/pkcs7-signature", ""),
    ("application/x-pkcs7-signature", ""),
    ("message/delivery-status", ""),
)
"""How kinds are told that may hold the text where there is none; "" of those that never do."""
_OF_PROGRAMS: Final = re.compile(r"(?:att|text|part|body|message)[_-]?\d*\.?[a-z]*$", re.IGNORECASE)
"""Names that mail programs give to texts that they have cut up."""
_MAILS: Final = ("message/rfc822", "message/global")
_SEALED: Final = ("application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted")


@dataclass(frozen=True, slots=True)
class Text:
    """One part of text that a reader sees."""

    kind: Literal["plain", "html"]
    text: str
    flowed: bool = False  # RFC 3676
    delsp: bool = False


@dataclass(slots=True)
class Parts:
    """The text a reader sees, in order, and what of the mail is not read."""

    texts: tuple[Text, ...] = ()
    others: tuple[Text, ...] = ()  # what a reader sees who prefers the other alternative
    unwraps: bool = False
    wrapped: Head | None = None  # of the mail that a list has wrapped into its own
    has_words_above: bool = False  # above it stand others, the list's or the sender's
    attached: str = ""  # the first plain text that is attached
    met: int = 0  # parts
    faults: set[str] = field(default_factory=set)
    left: set[str] = field(default_factory=set)
    aside: dict[int, list[Text]] = field(default_factory=dict)  # by the text chosen instead

    @property
    def fault(self) -> str:
        """Why some of the text may be missing, "" where everything could be decoded."""
        return ", ".join(sorted(self.faults))

    @property
    def unread(self) -> str:
        """What else the mail holds: "RTF, a picture"."""
        return ", ".join(sorted(self.left))


def read(head: Head, octets: bytes, *, unwraps: bool = False) -> Parts:
    """The visible text of a mail, from its head and the bytes below.

    *unwraps*: a list has written the mail, and a mail inside it is the one that it passes on
    (Mailman's "wrap").
    """
    found = Parts(unwraps=unwraps)
    texts = _visible(head, octets, 0, found)
    if found.aside:
        every = [one for text in texts for one in found.aside.get(id(text), (text,))]
        found.others = _body(every)
    found.texts = _body(texts)
    return found


def _body(texts: list[Text]) -> tuple[Text, ...]:
    """Every text but those that say nothing, or that the one before says as well."""
    said = [text for text in texts if not _is_stub(text)]
    return tuple(said or texts[:1])


def kind_of(head: Head) -> str:
    """The kind of a mail or part, `type/subtype` in lower case; text/plain where unreadable."""
    return _kind(head.get("content-type"))


@lru_cache(maxsize=256)
def _kind(value: str) -> str:
    match = _KIND.match(value)
    return match[0].lower() if match else "text/plain"


def _visible(head: Head, octets: bytes, depth: int, found: Parts) -> list[Text]:
    found.met += 1
    if depth > DEEPEST or found.met > MOST_PARTS:
        found.faults.add("too many parts")
        return []
    kind = kind_of(head)
    if kind.startswith("multipart/"):
        return _of_multipart(kind, head, octets, depth, found)
    shown = _SHOWN.get(kind)
    if kind == "application/x-microsoft-rpmsg-message":
        found.faults.add("an encrypted body")
    if depth and _is_attached(head):
        found.left.add("an attachment")
        if shown == "plain" and not found.attached:
            found.attached = _text(shown, head, octets, Parts()).text
        return []
    if shown is not None:
        return [_text(shown, head, octets, found)]
    if kind in _MAILS and found.unwraps and found.wrapped is None:
        found.wrapped, below = split(octets.lstrip(b"\n"))
        return _visible(found.wrapped, below, depth + 1, found)
    if kind in _SEALED:
        found.faults.add(f"no text but {kind}")
    else:
        found.left.add(next((told for of, told in _OPAQUE if kind.startswith(of)), kind))
        found.left.discard("")
    return []


def _of_multipart(kind: str, head: Head, octets: bytes, depth: int, found: Parts) -> list[Text]:
    if kind in ("multipart/digest", "multipart/report"):
        return []
    asked = parameters(head.get("content-type"))
    boundary = asked.get("boundary", "").rstrip()
    if kind == "multipart/encrypted" or not boundary:
        found.faults.add("an encrypted body" if boundary else "a multipart without a boundary")
        return []
    found_pieces = pieces(octets, boundary.encode("utf-8", "replace"))
    several = [split(one) for one in islice(found_pieces, MOST_PARTS + 1)]
    end = f"\n--{boundary}--".encode("utf-8", "replace")
    if not several and octets.strip() and end not in b"\n" + octets:
        found.faults.add("a multipart whose parts cannot be told apart")
    if kind == "multipart/related":
        several = _root(several, asked.get("start", ""))
    elif kind not in ("multipart/mixed", "multipart/alternative"):
        several = several[:1]  # signed ones, and kinds that no mail program shows as a whole
    children: list[list[Text]] = []
    before = found.wrapped
    for part, below in several:
        if found.wrapped is not before:
            break  # what stands beside a mail that the list has wrapped is the list's
        if kind_of(part) in _MAILS and found.unwraps and before is None:
            found.has_words_above = any(children)
            children = [[] for _ in children]
        children.append(_visible(part, below, depth + 1, found))
        if found.met > MOST_PARTS:
            break
    if kind == "multipart/alternative":
        return _best(children, found)
    texts: list[Text] = []
    has_text = False  # without a name
    for (part, _), child in zip(several, children, strict=False):
        is_named = _is_a_file(part)
        if is_named and has_text:
            found.left.add("an attachment")
            continue
        has_text |= not is_named and any(not _is_stub(text) for text in child)
        texts += [one for one in child if not any(_repeats(one, before) for before in texts)]
    return texts


def _root(several: list[tuple[Head, bytes]], start: str) -> list[tuple[Head, bytes]]:
    """The part that is shown, with the others in it; all of them where it only arranges them."""
    root = [one for one in several if start and one[0].get("content-id").strip() == start.strip()]
    root = root or several[:1]
    return several if root and kind_of(root[0][0]) == "application/smil" else root


def _repeats(text: Text, before: Text) -> bool:
    """Whether a page says word for word what the plain text before it says."""
    if (before.kind, text.kind) != ("plain", "html"):
        return False
    words = unescape(_TAG.sub(" ", text.text)).split()
    return bool(words) and words == before.text.split()


def _best(alternatives: list[list[Text]], found: Parts) -> list[Text]:
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


def _is_attached(head: Head) -> bool:
    """A part that is offered to be saved rather than shown (RFC 2183)."""
    disposition = head.get("content-disposition").lower()
    kind = disposition.partition(";")[0].strip()
    if not kind or kind == "inline":
        return False
    return not parameters(disposition).get("filename", "").startswith("att0000")  # Exchange


def _is_a_file(head: Head) -> bool:
    """A part with a name of its own, shown below a text: a file that somebody has attached.

    Where it is the first text it is the mail's: telephones and gateways name each text.
    """
    name = parameters(head.get("content-disposition")).get("filename")
    name = name or parameters(head.get("content-type")).get("name") or ""
    return bool(name) and _OF_PROGRAMS.match(name) is None


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


@lru_cache(maxsize=256)
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


def _text(
    shown: Literal["plain", "html", "enriched"], head: Head, octets: bytes, found: Parts
) -> Text:
    """A text part, decoded."""
    asked = parameters(head.get("content-type"))
    charset = asked.get("charset", "")
    if encoding := head.get("content-transfer-encoding"):
        octets = transferred(encoding, octets, found=found)
        if encoding.strip().lower() == "base64" and _is_noise(octets, charset):
            found.faults.add("base64 that is none")
            octets = octets[:OCTETS_SHOWN]
    if len(octets) > MOST_OCTETS["html" if shown == "html" else "plain"]:
        found.faults.add("more text than is read")
        octets = octets[:OCTETS_SHOWN]
    text = decoded(octets, charset)
    if shown == "html":
        return Text("html", text)
    if shown == "enriched":
        return Text("html", _page_from_enriched(text))
    flowed = asked.get("format", "").lower() == "flowed"
    return Text("plain", text, flowed, flowed and asked.get("delsp", "").lower() == "yes")


def transferred(
    encoding: str,
    octets: bytes,
    most: int = 4 * max(MOST_OCTETS.values()),
    found: Parts | None = None,
) -> bytes:
    """The bytes, and no more of them, as they were before their encoding; an unknown one is none.

    What was wrong is *found*, where somebody wants to know.
    """
    found = found or Parts()
    name = encoding.strip().lower()
    match name.partition(";")[0].partition("(")[0].strip():
        case "quoted-printable":
            return binascii.a2b_qp(_SOFT_BREAK.sub(b"=\n", octets[:most]))
        case "base64":
            return _from_base64(octets[:most], found)
        case "x-uuencode" | "uuencode" | "x-uue" | "x-yenc" | "binhex":
            found.faults.add(f"an encoding nobody uses, {name[:20]}")
            return b""
        case _:
            return octets


def _is_noise(octets: bytes, charset: str) -> bool:
    """More control characters than any text has: the code lost a letter on its way."""
    octets = octets[:OCTETS_SHOWN]
    left = octets.translate(None, _CONTROLS)
    return len(octets) - len(left) > len(octets) // 20 and not charset.lower().startswith(
        ("utf-16", "utf16", "utf-32", "utf32")
    )


def _from_base64(octets: bytes, found: Parts) -> bytes:
    """Base64, and what a list has put below it in the clear.

    Each stretch that ends with its padding is decoded by itself: mail servers join texts.
    """
    wrong = _NOT_BASE64.search(octets) if octets.translate(None, _OF_BASE64) else None
    end = len(octets) if wrong is None else octets.rfind(b"\n", 0, wrong.start()) + 1
    code, clear = octets[:end].translate(None, _BLANKS), octets[end:]
    if not code and clear.strip():
        found.faults.add("base64 that is none")
        return b""
    pieces: list[bytes] = []
    bare = code.rstrip(b"=")
    if bare.count(b"=") > MOST_JOINED:
        found.faults.add("base64 that is none")
        return b""
    *padded, last = _PADDING.split(bare) if b"=" in bare else [bare]
    for one in (*padded, last):
        if len(one) % 4 == 1:
            found.faults.add("base64 that breaks off")
            one = one[:-1]
        piece = binascii.a2b_base64(one + b"=" * (-len(one) % 4))
        is_open = one is last and len(one) % 4 and bare == code
        if is_open and not piece.endswith(b"\n"):
            found.faults.add("base64 that breaks off")  # else nothing but its padding is missing
        pieces.append(piece)
    return b"".join([*pieces, b"\n" if clear else b"", clear])


_COMMAND = re.compile(r"<<|<param>[^<]{0,2000}</param>|<(/?)([A-Za-z0-9-]{1,60})>|\n+", re.DOTALL)


def _page_from_enriched(text: str) -> str:
    """Enriched text (RFC 1896) as HTML: excerpts are quotes, a lone line end is a blank."""

    def put(match: re.Match[str]) -> str:
        if match[0] == "<<":
            return "&lt;"
        if match[0][0] == "\n":
            return "<br>" * (len(match[0]) - 1) or " "
        return f"<{match[1]}blockquote>" if match[2] and match[2].lower() == "excerpt" else ""

    return _COMMAND.sub(put, text.replace("&", "&amp;"))


LONGEST = 240

_SENDS_ON = re.compile(r"\b(?:html|multi|multipart|mime)\b")
_WORD = re.compile(r"[^\W_]+(?:['’][a-z]+)?")
_SAYINGS = (
    "this is a an the multi part multipart message mail e email in mime html format formatted",
    "and contains has content text only plain it was sent as web internet version part parts",
    "please view see read use using switch to enable an capable compatible mail mailer client",
    "clients reader viewer program software that if you your are reading viewing seeing because",
    "does doesn't not one can can't cannot unable support supports supporting supported display",
    "displays displaying displayed show shows shown viewed properly or but for of be seems",
)
"""Of these words alone a stub is made; in them nobody says anything about a game or themselves."""
_WORDS = frozenset(word for saying in _SAYINGS for word in saying.split())


def _is_stub(text: Text) -> bool:
    """The whole of a plain text says that the mail is elsewhere, in HTML, or nothing."""
    if text.kind != "plain" or len(text.text) > LONGEST:
        return text.kind == "plain" and not text.text.strip()
    said = text.text.strip().lower()
    return not said or (
        "?" not in said
        and _SENDS_ON.search(said) is not None
        and _WORDS.issuperset(_WORD.findall(said))
    )
