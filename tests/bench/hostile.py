"""Mails of a megabyte that nobody writes in good faith: each of one kind of body, by name."""

from __future__ import annotations

import base64
from collections.abc import Callable
from random import Random
from typing import Final

OCTETS = 1_000_000
_HEAD = (
    "From: Pip <pip@engine.example>\n"
    "To: agora-business@agoranomic.example\n"
    "List-Id: <agora-business.agoranomic.example>\n"
    "Subject: Red November\n"
    "Message-ID: <hostile@engine.example>\n"
    "Date: Tue, 3 Nov 2026 16:15:00 +0000\n"
)


def _mail(body: str | bytes, kind: str = "text/plain; charset=utf-8", more: str = "") -> bytes:
    octets = body if isinstance(body, bytes) else body.encode()
    head = f"{_HEAD}{more}MIME-Version: 1.0\nContent-Type: {kind}\n\n"
    return (head.encode() + octets)[:OCTETS]


def _over(piece: str) -> str:
    """A piece of text, over and over."""
    return piece * (OCTETS // len(piece.encode()) + 1)


def _plain(piece: str, more: str = "") -> Callable[[], bytes]:
    return lambda: _mail(_over(piece), more=more)


def _flowed(piece: str) -> Callable[[], bytes]:
    return lambda: _mail(_over(piece), "text/plain; format=flowed; delsp=yes")


def _html(piece: str) -> Callable[[], bytes]:
    return lambda: _mail(_over(piece), "text/html; charset=utf-8")


def _encoded(piece: str, encoding: str) -> Callable[[], bytes]:
    return _plain(piece, f"Content-Transfer-Encoding: {encoding}\n")


def _parts(piece: str, kind: str = "multipart/mixed") -> Callable[[], bytes]:
    return lambda: _mail(_over(piece), f'{kind}; boundary="b"')


def _deep() -> bytes:
    """Parts within parts as far as a megabyte goes."""
    opened, level = [], 0
    while 75 * level < OCTETS:
        opened.append(
            f'Content-Type: multipart/mixed; boundary="b{level}"\n\n--b{level}\n' if level else ""
        )
        level += 1
    return _mail("--b0\n" + "".join(opened) + "\nI pump 3.\n", 'multipart/mixed; boundary="b0"')


def _noise() -> bytes:
    octets = base64.encodebytes(Random(1).randbytes(OCTETS * 3 // 4))
    return _mail(octets, more="Content-Transfer-Encoding: base64\n")


def _both() -> bytes:
    """Two alternatives that differ in every word."""
    half = OCTETS // 2 - 500
    plain = ("I open 5-8 and go in.\n" * half)[:half]
    page = ("<p>I open 5-7 and stay.</p>" * half)[:half]
    return _mail(
        f"--b\n\n{plain}\n--b\nContent-Type: text/html\n\n{page}\n--b--\n",
        'multipart/alternative; boundary="b"',
    )


def _field(name: str, piece: str) -> Callable[[], bytes]:
    return lambda: _mail("I pump 3.\n", more=f"{name}: {_over(piece)[: OCTETS - 1000]}\n")


HOSTILE: Final[dict[str, Callable[[], bytes]]] = {
    "deep MIME": _deep,
    "boundaries": _parts("--b\n"),
    "parts": _parts("--b\nContent-Type: text/plain\n\nI pump 3.\n"),
    "alternatives": _parts("--b\nContent-Type: text/html\n\nI pump\n", "multipart/alternative"),
    "two alternatives": _both,
    "almost boundaries": _parts("--"),
    "digests": _parts("--b\n\nFrom: a\n\nI pump.\n", "multipart/digest"),
    "turns in one line": _plain("I open 5-8 and go in. "),
    "turns in lines": _plain("I open 5-8 and go in.\n"),
    "one line": _plain("x"),
    "blanks": _plain(" "),
    "line ends": _plain("\n"),
    "carriage returns": _plain("\r"),
    "NULs": _plain("\0"),
    "quotes": _plain("> I open 5-8 and go in.\n"),
    "quote marks": _plain(">"),
    "quotes with blanks": _plain("> x\n\n"),
    "quotes in quotes": _plain(">" * 70 + "\n"),
    "attributions": _plain("On Tue, 3 Nov 2026, Pip wrote:\n"),
    "attributions that never end": _plain("On Tue, 3 Nov 2026, Pip <\n"),
    "ends of attributions": _plain("wrote:\n"),
    "colons": _plain("a:\n"),
    "header blocks": _plain("From: Pip\nSent: today\n"),
    "dividers": _plain("-----Original Message-----\n"),
    "rulers": _plain("_" * 47 + "\n"),
    "dashes": _plain("-----\n"),
    "signature marks": _plain("-- \n> x\n"),
    "TTttPF": _plain("TTttPF\n> "),
    "armour": _plain("-----BEGIN PGP SIGNED MESSAGE-----\n"),
    "uuencoded files": _plain("begin 644 a\n"),
    "addresses": _plain("<a@b.example> "),
    "web pages": _plain("https://a.example/"),
    "flowed lines": _flowed("I open 5-8 \n"),
    "flowed quotes": _flowed("> I open 5-8 \n"),
    "soft line ends": _encoded("=\n", "quoted-printable"),
    "quoted-printable": _encoded("=49=20", "quoted-printable"),
    "base64 of noise": _noise,
    "base64 that is none": _encoded("!=A", "base64"),
    "nested divs": _html("<div>"),
    "divs": _html("<div>I pump 3.</div>"),
    "breaks": _html("a<br>"),
    "nested quotes": _html("<blockquote>"),
    "attributes": lambda: _mail("<p " + _over("a=b "), "text/html"),
    "styles": _html('<p style="display:none;color:red">x</p>'),
    "one style": lambda: _mail('<p style="' + _over("a:b;"), "text/html"),
    "style sheets": lambda: _mail("<style>" + _over(".a{display:none}"), "text/html"),
    "angles": _html("<"),
    "entities": _html("&amp;"),
    "comments": _html("<!--x-->"),
    "tables": _html("<table><tr><td>"),
    "formatting reopened": _html("<b><p>"),
    "words of HTML": _html("I pump 3. "),
    "From": _field("From", "a@b.example, "),
    "comments in From": _field("From", "("),
    "quotations in From": _field("From", '"\\'),
    "Subject": _field("Subject", "=?utf-8?q?a?= "),
    "References": _field("References", "<a@b.example> "),
    "Received": _field("Received", "from a by b; "),
    "folds": _field("X-Noise", "a\n "),
    "fields": lambda: _mail("I pump 3.\n", more=_over("X: y\n")[: OCTETS - 1000]),
}
