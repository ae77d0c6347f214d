"""Small whole mails, and the words that docs/luck.md leads to."""

from __future__ import annotations

import base64
from typing import Final

ID, DATE = "a@b.example", "2026-03-02T13:00:00Z"
WORDS: Final = "I open 9-8 and go in. I draw 3 items."
HEAD: Final = (
    "From: Ann <ann@post.example>\n"
    "To: agora-business@agora.example\n"
    "Subject: my turn\n"
    f"Message-ID: <{ID}>\n"
    "Date: Mon, 02 Mar 2026 14:00:00 +0100\n"
)
PAGE: Final = """\
<html><head><style>p { margin: 0 }</style><title>my turn</title></head>
<body><div>I open <b>9-8</b> and&nbsp;go in.</div><p>I draw 3
items.</p><div>On Mon, 2 Mar 2026 at 09:00, Bob &lt;bob@post.example&gt; wrote:<br></div>
<blockquote><p>I bail 4.</p></blockquote></body></html>
"""


def _plain(text: str, fields: str = "", kind: str = "") -> str:
    return (
        f"{HEAD}{fields}MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8{kind}\n\n{text}"
    )


def _page(page: str) -> str:
    return f"{HEAD}MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n{page}"


def _both() -> str:
    head = f'{HEAD}MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary="x"\n'
    plain = f"--x\nContent-Type: text/plain; charset=us-ascii\n\n{WORDS}\n"
    return f"{head}\n{plain}--x\nContent-Type: text/html\n\n<p>{WORDS}</p>\n--x--\n"


_SENT: Final = "I open 9-8 and go in.\nI draw 3 items.\n"
_BASE64: Final = base64.encodebytes(_SENT.encode()).decode()
_CITED: Final = "On Mon, 2 Mar 2026 at 09:00,\nBob <bob@post.example> wrote:\n"
_OUTLOOK: Final = "From: Bob\nSent: Monday, 2 March 2026 09:00\nTo: Ann\nSubject: Bob's turn\n"
_RULER: Final = "_" * 47

MAILS: Final[dict[str, tuple[str, str]]] = {
    "plain": (f"{HEAD}\n  I open 9-8   and\ngo in.\n\nI draw 3 items.\n", WORDS),
    "an answer below a quote": (_plain(f"{_CITED}> I bail 4.\n>\n> Bob\n\n{_SENT}"), WORDS),
    "a quote below": (_plain(f"{_SENT}\nBob wrote:\n\n> I bail 4.\n"), WORDS),
    "between quotes": (
        _plain("> Do you go in?\n\nI open 9-8 and go in.\n\n> Do you draw?\nI draw 3 items.\n"),
        WORDS,
    ),
    "a signature": (_plain(f"{_SENT}\n-- \nAnn, the brave\nBails 4.\n"), WORDS),
    "the footer of a list": (
        _plain(f"{_SENT}\n{_RULER}\nagora-business mailing list\nhttps://agora.example/list\n"),
        WORDS,
    ),
    "a phone": (_plain(f"{_SENT}\nSent from my iPhone\n"), WORDS),
    "an earlier mail": (
        _plain(f"{_SENT}\n-----Original Message-----\n{_OUTLOOK}\nI bail 4.\n"),
        WORDS,
    ),
    "an earlier mail below its head": (
        _plain(f"{_SENT}\n{'_' * 32}\n{_OUTLOOK}\nI bail 4.\n"),
        WORDS,
    ),
    "format=flowed": (
        _plain("I open 9-8 \nand go in. \n I draw 3 items.\n", kind="; format=flowed"),
        WORDS,
    ),
    "format=flowed, DelSp": (
        _plain("I open 9- \n8 and  \ngo in.\nI draw 3 items.\n", kind="; format=flowed; delsp=yes"),
        WORDS,
    ),
    "base64": (_plain(_BASE64, "Content-Transfer-Encoding: base64\n"), WORDS),
    "quoted-printable": (
        _plain(
            "I open=\n 9-8 and go in=2E\nI draw 3 items.\n",
            "Content-Transfer-Encoding: quoted-printable\n",
        ),
        WORDS,
    ),
    "both, plain and HTML": (_both(), WORDS),
    "HTML alone": (_page(PAGE), WORDS),
    "no Message-ID": (_plain(_SENT).replace(f"Message-ID: <{ID}>\n", ""), WORDS),
    "no Date": (_plain(_SENT).replace("Date: Mon, 02 Mar 2026 14:00:00 +0100\n", ""), WORDS),
    "an emoji": (
        _plain("I open 9-8 \u2764\ufe0f and go in.\u200b\nI draw 3\u00a0items. \U0001f680\n"),
        "I open 9-8 \u2764 and go in. I draw 3 items. \U0001f680",
    ),
    "words written backwards": (
        _plain("I open 9-8 and \u202eog\u202c in.\n"),
        "I open 9-8 and \ufffdog in.",
    ),
    "a line that begins with From": (
        _plain("From room 9 I open 9-8 and go in.\nI draw 3 items.\n"),
        "From room 9 I open 9-8 and go in. I draw 3 items.",
    ),
    "a quoted line that begins with From": (
        _plain(f"> From room 9 I go in.\n{_SENT}"),
        WORDS,
    ),
}
"""By their kind: the mail as it was sent, and the words."""


def vectors() -> list[tuple[str, str, str, str, str]]:
    """The kind of each mail, the mail, and what its digest is of: Message-ID, Date, words."""
    return [
        (what, sent, ID if ID in sent else "-", DATE if "\nDate: " in sent else "-", words)
        for what, (sent, words) in MAILS.items()
    ]
