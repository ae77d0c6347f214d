"""Mails that nobody writes in good faith: each of one kind of body, by name, as long as wanted."""

from __future__ import annotations

import base64
from collections.abc import Callable
from random import Random
from typing import Final

OCTETS: Final = 1_000_000
LONGEST_READ: Final = 16_000  # octets, as much as is looked at of a text that is too long
_HEAD = (
    "From: Pip <pip@engine.example>\n"
    "To: agora-business@agoranomic.example\n"
    "List-Id: <agora-business.agoranomic.example>\n"
    "Subject: Red November\n"
    "Message-ID: <hostile@engine.example>\n"
    "Date: Tue, 3 Nov 2026 16:15:00 +0000\n"
)


Made = Callable[[int], bytes]
"""Makes a mail of so many octets."""


def _mail(size: int, body: str | bytes, kind: str = "text/plain", more: str = "") -> bytes:
    octets = body if isinstance(body, bytes) else body.encode()
    head = f"{_HEAD}{more}MIME-Version: 1.0\nContent-Type: {kind}\n\n"
    return (head.encode() + octets)[:size]


def _over(piece: str, size: int) -> str:
    """A piece of text, over and over."""
    return piece * (size // len(piece.encode()) + 1)


def _plain(piece: str, more: str = "") -> Made:
    return lambda size: _mail(size, _over(piece, size), "text/plain; charset=utf-8", more)


def _kind(kind: str, piece: str, begin: str = "") -> Made:
    return lambda size: _mail(size, begin + _over(piece, size), kind)


def _ends(piece: str, end: str, begin: str = "") -> Made:
    """What a pattern follows to the end, and then finds that it was wrong."""
    return lambda size: _mail(size, begin + _over(piece, size)[: size - 1_000] + end)


def _flowed(piece: str) -> Made:
    return _kind("text/plain; format=flowed; delsp=yes", piece)


def _html(piece: str, begin: str = "") -> Made:
    return _kind("text/html; charset=utf-8", piece, begin)


def _encoded(piece: str, encoding: str) -> Made:
    return _plain(piece, f"Content-Transfer-Encoding: {encoding}\n")


def _parts(piece: str, kind: str = "multipart/mixed") -> Made:
    return _kind(f'{kind}; boundary="b"', piece)


def _deep(size: int) -> bytes:
    """Parts within parts, as far as the size goes."""
    levels = range(1, size // 75)
    form = 'Content-Type: multipart/mixed; boundary="b{0}"\n\n--b{0}\n'
    opened = "".join(form.format(level) for level in levels)
    return _mail(size, f"--b0\n{opened}\nI pump 3.\n", 'multipart/mixed; boundary="b0"')


def _noise(size: int) -> bytes:
    octets = base64.encodebytes(Random(1).randbytes(size * 3 // 4))
    return _mail(size, octets, more="Content-Transfer-Encoding: base64\n")


def _both(size: int) -> bytes:
    """Two alternatives that differ in every word."""
    half = size // 2 - 500
    plain = _over("I open 5-8 and go in.\n", half)[:half]
    page = _over("<p>I open 5-7 and stay.</p>", half)[:half]
    return _mail(
        size,
        f"--b\n\n{plain}\n--b\nContent-Type: text/html\n\n{page}\n--b--\n",
        'multipart/alternative; boundary="b"',
    )


def _field(name: str, piece: str) -> Made:
    return lambda size: _mail(
        size, "I pump 3.\n", more=f"{name}: {_over(piece, size)[: size - 1000]}\n"
    )


def _fields(size: int) -> bytes:
    return _mail(size, "I pump 3.\n", more=_over("X: y\n", size)[: size - 1000])


HOSTILE: Final[dict[str, Made]] = {
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
    "endless words": _plain("ab"),
    "conditions": _plain("if "),
    "negations": _plain("not "),
    "corrections": _plain("correction: "),
    "numbers": _plain("1,2,"),
    "steps": _plain("- 5\n"),
    "ways": _plain("4->5->"),
    "rooms": _plain("room 5 "),
    "hatches": _plain("the hatch between "),
    "things that are": _plain("the reactor's "),
    "calls": _plain("open(5); "),
    "emphasis": _plain("*a* "),
    "tales": _plain("when I was "),
    "many wordings": _plain("never mind, hang on. if it fails, as I said, in turn. what is left: "),
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
    "attributes": _html("a=b ", "<p "),
    "styles": _html('<p style="display:none;color:red">x</p>'),
    "one style": _html("a:b;", '<p style="'),
    "style sheets": _html(".a{display:none}", "<style>"),
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
    "fields": _fields,
    "names before colons": _plain("x 10, Pip, y:\n"),
    "times before colons": _plain("x 10:02:\n"),
    "letters before colons": _plain("a:\n"),
    "quotes that are not closed": _plain("[quote]\n"),
    "one line of blanks": _ends(" ", "#"),
    "words, quoted, and blanks": _ends(" ", "!", 'Loved "aaaaa"'),
    "what was scrubbed": _ends("abc: ", "\n!", "An x y was scrubbed...\n"),
    "parts of an archive": _ends("------ next part ------", "!"),
    "stray bytes": lambda size: _mail(size, b"\xe9a" * size),
    "padding": _encoded("A=", "base64"),
    "colons in the other half": _kind(
        'multipart/alternative; boundary="b"', "a:\n", "--b\n\nI open.\n--b\n\n"
    ),
    "ends of forwards": _plain(
        "From: a <a@b.example> Sent: Monday To: c Subject: d\n--- end of forwarded message ---\n"
    ),
}
