"""One text in the clothes of many mail programs: dressed otherwise, it says the same."""

from __future__ import annotations

import base64
import html
import quopri
import textwrap
from collections.abc import Callable
from typing import Final

TURN: Final = "I open 5-8, go in and draw 2 items."
"""What somebody else says, or the sender said before."""


def mail(
    sender: str, body: str | bytes, kind: str = "text/plain; charset=utf-8", more: str = ""
) -> bytes:
    """A mail from an address by the list for acting."""
    head = (
        f"From: {sender}\nTo: agora-business@agoranomic.example\n"
        "List-Id: <agora-business.agoranomic.example>\nSubject: hello\n"
        "Message-ID: <a@post.example>\nDate: Tue, 3 Nov 2026 16:15:00 +0000\n"
        f"MIME-Version: 1.0\nContent-Type: {kind}\n{more}\n"
    )
    return head.encode() + (body if isinstance(body, bytes) else body.encode())


def bare(sender: str, text: str) -> bytes:
    """The text and nothing else."""
    return mail(sender, text + "\n")


def _with(form: str) -> Callable[[str, str], bytes]:
    return lambda sender, text: bare(sender, form.replace("TURN", TURN).replace("TEXT", text))


def _encoded(encoding: str, encode: Callable[[bytes], bytes]) -> Callable[[str, str], bytes]:
    more = f"Content-Transfer-Encoding: {encoding}\n"
    return lambda sender, text: mail(sender, encode(f"{text}\n".encode()), more=more)


def _flowed(sender: str, text: str) -> bytes:
    """RFC 3676 4.2: long lines end in a blank where they go on; some lines begin with one."""
    lines = []
    for line in text.split("\n"):
        whole = line.rstrip()
        folded = textwrap.wrap(whole, 60, break_long_words=False, break_on_hyphens=False)
        rows = folded if " ".join(folded) == whole else [whole]
        rows = [f"{row} " for row in rows[:-1]] + rows[-1:] or [""]
        lines += [f" {row}" if row.startswith((" ", ">", "From ")) else row for row in rows]
    return mail(sender, "\n".join(lines) + "\n", "text/plain; charset=utf-8; format=flowed")


def _wrapped(sender: str, text: str) -> bytes:
    """Lines of prose that are too long for a mail are folded."""
    lines = []
    for line in text.split("\n"):
        long = len(line) > 72 and "  " not in line and "|" not in line
        lines += textwrap.wrap(line, 72, break_on_hyphens=False) if long else [line]
    return bare(sender, "\n".join(lines))


def _paged(line: str, blank: str, page: str) -> Callable[[str, str], bytes]:
    """As HTML: the form of a line, of an empty line, and of the page."""

    def dressed(sender: str, text: str) -> bytes:
        rows = []
        for row in text.split("\n"):
            shown = html.escape(row, quote=False).replace("  ", "&nbsp; ")
            rows.append(line.replace("LINE", shown) if row.strip() else blank)
        body = page.replace("TURN", TURN).replace("LINES", "\n".join(rows))
        return mail(sender, body + "\n", "text/html; charset=utf-8")

    return dressed


def _alternative(sender: str, text: str) -> bytes:
    page = _paged("<div>LINE</div>", "<div><br></div>", '<div dir="ltr">LINES</div>')
    shown = page(sender, text).partition(b"\n\n")[2].decode()
    body = (
        f"--b\nContent-Type: text/plain; charset=utf-8\n\n{text}\n\n"
        f"--b\nContent-Type: text/html; charset=utf-8\n\n{shown}\n--b--\n"
    )
    return mail(sender, body, 'multipart/alternative; boundary="b"')


def _parts(kind: str, first: str, second: str) -> Callable[[str, str], bytes]:
    """Two parts; TEXT and TURN stand in them."""

    def dressed(sender: str, text: str) -> bytes:
        body = f"--b\n{first}\n\n--b\n{second}\n\n--b--\n"
        return mail(sender, body.replace("TURN", TURN).replace("TEXT", text), kind)

    return dressed


PLAIN_PART = "Content-Type: text/plain; charset=utf-8\n\nTEXT"
RULER = "_" * 47

CLOTHES: Final[dict[str, Callable[[str, str], bytes]]] = {
    "a signature": _with("TEXT\n\n-- \nA gnome, Scorekeepor\nTURN"),
    "a signature without its blank": _with("TEXT\n\n--\nTURN"),
    "a telephone": _with("TEXT\n\nSent from my iPhone"),
    "a footer": _with(f"TEXT\n{RULER}\nagora-business mailing list\nhttps://list.example/info"),
    "an answer below": _with("On Mon, 2 Nov 2026, Marrow wrote:\n> TURN\n> TURN\n\nTEXT"),
    "an answer above": _with(
        "TEXT\n\nOn Mon, Nov 2, 2026 at 9:12 PM Marrow <marrow@bone.example> wrote:\n\n> TURN\n"
    ),
    "an Outlook answer": _with(
        "TEXT\n\nFrom: Marrow <marrow@bone.example>\nSent: Monday, 2 November 2026 21:12\n"
        "To: agora-business@agoranomic.example\nSubject: turn\n\nTURN\n"
    ),
    "an original message": _with("TEXT\n\n-----Original Message-----\nFrom: Marrow\n\nTURN\n"),
    "quotes at two depths": _with("Marrow wrote:\n> Pip wrote:\n>> TURN\n> no!\n\nTEXT"),
    "base64": _encoded("base64", base64.encodebytes),
    "quoted-printable": _encoded("quoted-printable", quopri.encodestring),
    "flowed lines": _flowed,
    "wrapped lines": _wrapped,
    "a byte order mark": _with("\ufeffTEXT"),
    "Gmail": _paged(
        "<div>LINE</div>",
        "<div><br></div>",
        '<div dir="ltr">LINES</div><br><div class="gmail_quote"><div dir="ltr" '
        'class="gmail_attr">On Mon, Nov 2, 2026 Marrow wrote:<br></div><blockquote '
        'class="gmail_quote" style="margin:0px">TURN</blockquote></div>',
    ),
    "Outlook": _paged(
        '<p class="MsoNormal">LINE<o:p></o:p></p>',
        '<p class="MsoNormal"><o:p>&nbsp;</o:p></p>',
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal '
        '{margin:0cm;} --></style></head><body lang="EN-GB"><div class="WordSection1">LINES<div '
        'style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p '
        'class="MsoNormal"><b>From:</b> Marrow<br><b>Sent:</b> 2 November 2026<br><b>To:</b> '
        'us<br><b>Subject:</b> turn</p></div><p class="MsoNormal">TURN</p></div></body></html>',
    ),
    "Apple Mail": _paged(
        "<div>LINE</div>",
        '<div><br class=""></div>',
        '<html><body style="word-wrap: break-word;" class="">LINES<div><br><blockquote '
        'type="cite" class=""><div class="">On 2 Nov 2026, Marrow wrote:</div><div>TURN</div>'
        "</blockquote></div></body></html>",
    ),
    "Thunderbird": _paged(
        "LINE<br>",
        "<br>",
        '<html><head></head><body><div class="moz-cite-prefix">On 02/11/2026, Marrow wrote:<br>'
        '</div><blockquote type="cite" cite="mid:a@b">TURN</blockquote><p>LINES</p><div '
        'class="moz-signature">-- <br>TURN</div></body></html>',
    ),
    "two alternatives": _alternative,
    "an attachment": _parts(
        'multipart/mixed; boundary="b"',
        PLAIN_PART,
        'Content-Type: text/plain\nContent-Disposition: attachment; filename="t.txt"\n\nTURN',
    ),
    "a list's part": _parts(
        'multipart/mixed; boundary="b"',
        PLAIN_PART,
        f"Content-Type: text/plain\n\n{RULER}\nagora-business mailing list\nhttps://list.example",
    ),
    "a signed mail": _parts(
        'multipart/signed; protocol="application/pgp-signature"; boundary="b"',
        PLAIN_PART,
        "Content-Type: application/pgp-signature\n\n-----BEGIN PGP SIGNATURE-----\nTURN\n",
    ),
}
"""Each makes a mail of a sender's address and a text."""

RETYPED: Final[dict[str, Callable[[str], str]]] = {
    "lower case": str.lower,
    "upper case": str.upper,
    "double spaces": lambda text: text.replace(" ", "  "),
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "blanks at the ends of lines": lambda text: text.replace("\n", "  \n"),
    "blank lines around": lambda text: f"\n\n{text}\n\n\n",
    "curly quotes": lambda text: text.replace("'", "’"),
    "zero-width marks": lambda text: text.replace(" ", "\u200b "),
}
"""The same words, typed otherwise."""


def _quoted(text: str, mark: str = "> ") -> str:
    return "\n".join(mark + line for line in text.split("\n"))


SPOKEN_BY_NOBODY: Final[dict[str, Callable[[str, str], bytes]]] = {
    "quoted": lambda sender, text: bare(sender, f"Well played!\n\n{_quoted(text)}"),
    "quoted with its author": lambda sender, text: bare(
        sender, f"Marrow wrote:\n{_quoted(text)}\n\nWell played!"
    ),
    "quoted twice": lambda sender, text: bare(sender, f"{_quoted(text, '>> ')}\n\nWell played!"),
    "quoted without a blank": lambda sender, text: bare(
        sender, f"Marrow wrote:\n{_quoted(text, '>')}\n\nWell played!"
    ),
    "below Outlook's headers": lambda sender, text: bare(
        sender, f"Well played!\n\nFrom: Marrow\nSent: today\nTo: us\nSubject: turn\n\n{text}"
    ),
    "below an attribution": lambda sender, text: bare(
        sender, f"Well played!\n\nOn Mon, 2 Nov 2026 at 9:12, Marrow wrote:\n\n{text}"
    ),
    "forwarded": lambda sender, text: bare(
        sender, f"Look!\n\n---------- Forwarded message ---------\nFrom: Marrow\n\n{text}"
    ),
    "in the signature": lambda sender, text: bare(sender, f"Well played!\n\n-- \n{text}"),
    "attached": lambda sender, text: mail(
        sender,
        "--b\nContent-Type: text/plain\n\nWell played!\n\n--b\nContent-Type: text/plain\n"
        f"Content-Disposition: attachment\n\n{text}\n--b--\n",
        'multipart/mixed; boundary="b"',
    ),
    "an attached mail": lambda sender, text: mail(
        sender,
        "--b\nContent-Type: text/plain\n\nWell played!\n\n--b\nContent-Type: message/rfc822\n"
        f"\nFrom: {sender}\nSubject: turn\n\n{text}\n--b--\n",
        'multipart/mixed; boundary="b"',
    ),
    "in the subject": lambda sender, text: bare(sender, "Well played!").replace(
        b"Subject: hello", b"Subject: " + " ".join(text.split()).encode()
    ),
    "in the sender's name": lambda sender, text: bare(
        f'"{" ".join(text.split())[:200]}" <{sender}>'.replace("\\", ""), "Well played!"
    ),
    "a block quote": lambda sender, text: mail(
        sender,
        f"<p>Well played!</p><blockquote type=cite>{html.escape(text)}</blockquote>",
        "text/html; charset=utf-8",
    ),
    "struck out": lambda sender, text: mail(
        sender, f"<p>Well played!</p><s>{html.escape(text)}</s>", "text/html; charset=utf-8"
    ),
    "hidden": lambda sender, text: mail(
        sender,
        f'<p>Well played!</p><p style="display:none">{html.escape(text)}</p>',
        "text/html; charset=utf-8",
    ),
}
"""A text in places where nothing is announced."""
