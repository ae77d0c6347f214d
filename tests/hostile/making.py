"""The hostile mails: `python -m tests.hostile.making` puts what becomes of them into the table.

Each has a name and what it attacks.  An order in one of them is hidden, forged, or in nobody's
name: obeyed it would take a turn, decide a draft or say something to the list.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Final

ANN: Final = "Ann <ann@post.example>"
MASTER: Final = "Pewterby <pewterby@post.example>"
LIST: Final = (
    "To: agora-business@agora.example\nList-Id: <agora-business.agora.example>\n"
    "Sender: agora-business-bounces@agora.example\n"
)
ALONE: Final = "To: rednov@bots.example\n"
ORDER: Final = "I take no action.\n"
TALK: Final = "A fine day in the bilge.\n"
ASKED: Final = "I take my turn: I open the {} hatch and fix it for a while.\n"
INJECTED: Final = "Bcc: victim@evil.example"
BREAKS: Final = {
    "CR": "x\r" + INJECTED,
    "an encoded line end": "=?utf-8?q?x=0D=0ABcc:_victim=40evil.example?=",
    "an encoded line end in base64": "=?utf-8?b?"
    + base64.b64encode(f"x\r\n{INJECTED}".encode()).decode()
    + "?=",
    "a fold": "x\n " + INJECTED,
    "line separators": "x\u2028" + INJECTED + "\u0085y",
}
TEMPLATES: Final = {
    "a sum": "{{ 7 * 191 }}",
    "a statement": "{% for x in range(3) %}hoax{% endfor %}",
    "a way to a shell": "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "an end of block": "{% endblock %}{% block subject %}{{ 7 * 191 }}{% endblock %}",
    "a filter": "{{ 'x' | attr('__init__') }}",
    "a format": "{0.__class__} {secret}",
}

Made = tuple[str, str, bytes]
"""A name, what the mail attacks, and its octets."""


def mail(
    body: str | bytes = TALK,
    *,
    who: str | None = ANN,
    marks: str = LIST,
    more: str = "",
    kind: str = "text/plain; charset=utf-8",
    id: str | None = "<{}@post.example>",
    subject: str | None = "Red November",
    date: str | None = "Mon, 23 Nov 2026 10:00:00 +0000",
) -> bytes:
    """A mail with what is usual; fields may be missing.  `{}` in the Message-ID is its name."""
    head = marks + more
    head += "" if who is None else f"From: {who}\n"
    head += "" if subject is None else f"Subject: {subject}\n"
    head += "" if date is None else f"Date: {date}\n"
    head += "" if id is None else f"Message-ID: {id}\n"
    head += f"MIME-Version: 1.0\nContent-Type: {kind}\n\n"
    octets = body if isinstance(body, bytes) else body.encode("utf-8", "surrogateescape")
    return head.encode("utf-8", "surrogateescape") + octets


def parts(*each: str, kind: str = "mixed", boundary: str = "b", end: bool = True) -> str:
    """A body of parts."""
    body = "".join(f"--{boundary}\n{one}\n" for one in each)
    return body + (f"--{boundary}--\n" if end else "")


def plain(text: str = ORDER, more: str = "") -> str:
    return f"Content-Type: text/plain\n{more}\n{text}"


def html(text: str) -> bytes:
    return mail(text, kind="text/html; charset=utf-8")


def mime() -> Iterator[Made]:
    what = "MIME nesting and boundaries"
    mixed = 'multipart/mixed; boundary="b"'
    for depth in (5, 13, 60, 300):
        text = plain(TALK)
        for level in range(depth):
            text = f'Content-Type: multipart/mixed; boundary="n{level}"\n\n' + parts(
                text, boundary=f"n{level}"
            )
        yield f"parts {depth} deep", what, mail(parts(text), kind=mixed)
    for name, boundary in {
        "empty": '""',
        "of a thousand letters": '"' + "b" * 1000 + '"',
        "of blanks": '"   "',
        "of pattern signs": '"(b*)*$"',
        "in pieces": '*0="b"; boundary*1=""',
    }.items():
        kind = f"multipart/mixed; boundary={boundary}" if boundary else "multipart/mixed"
        yield f"a boundary {name}", what, mail(parts(plain(TALK)), kind=kind)
    for name, body in {
        "never closed": parts(plain(TALK), end=False),
        "an order before the first part": ORDER + parts(plain(TALK)),
        "an order behind the last part": parts(plain(TALK)) + ORDER,
        "a boundary within a line": f"x --b\n{ORDER}",
        "parts without heads": "--b\n--b\n--b\n--b--\n",
        "an order in a file shown": parts(
            plain(TALK), plain(more='Content-Disposition: inline; filename="order.txt"\n')
        ),
        "an order in a calendar": parts(plain(TALK), f"Content-Type: text/calendar\n\n{ORDER}"),
        "an order in a program": parts(plain(TALK), f"Content-Type: text/x-python\n\n{ORDER}"),
        "an order in octets": parts(
            plain(TALK), f"Content-Type: application/octet-stream\n\n{ORDER}"
        ),
        "an order in a mail inside": parts(
            plain(TALK), f"Content-Type: message/rfc822\n\nFrom: {ANN}\nSubject: x\n\n{ORDER}"
        ),
        "an order elsewhere": parts(
            plain(TALK),
            'Content-Type: message/external-body; access-type=local-file; name="/etc/passwd"\n\n'
            "Content-Type: text/plain\n\n",
        ),
        "a piece of an order": parts(
            plain(TALK), f'Content-Type: message/partial; id="x"; number=1; total=2\n\n{ORDER}'
        ),
        "an order in a style": parts(plain(TALK), f"Content-Type: text/css\n\n{ORDER}"),
        "a part with a hundred fields": parts("X: y\n" * 100 + plain(TALK)),
        "an order in a head of a part": parts(f"X-Order: {ORDER}\n{TALK}"),
    }.items():
        yield f"parts, {name}", what, mail(body, kind=mixed)
    for kind in (
        "alternative",
        "report",
        "parallel",
    ):
        body = parts(plain(TALK), f"Content-Type: text/html\n\n<p>{ORDER}</p>")
        yield f"a multipart, {kind}", what, mail(body, kind=f'multipart/{kind}; boundary="b"')
    for kind in (
        "message/rfc822", "message/delivery-status", "application/ms-tnef", "image/png", "audio/x",
        "text/enriched", "text/rtf", "/", "text", "text/plain;;;;=", "text/plain; charset",
        "multipart/mixed/more; boundary=b", "text/plain\0", "TEXT/PLAIN; CHARSET=\"utf-8\"; x=(((",
    ):  # fmt: skip
        yield f"a kind, {kind!r}", "the kind of a mail", mail(TALK, kind=kind)


def encodings() -> Iterator[Made]:
    what = "transfer encodings"
    order = base64.b64encode(ORDER.encode()).decode()
    for name, encoding, body in (
        ("base64 cut off", "base64", order[:-3]),
        ("base64 of nothing", "base64", "\n\n"),
        ("base64 that is text", "base64", ORDER),
        ("quoted-printable of NULs", "quoted-printable", "=00" * 200 + TALK),
        ("quoted-printable that is none", "quoted-printable", "=ZZ=1 =G=\n" + TALK),
        ("uuencode", "x-uuencode", "begin 644 /etc/passwd\n#0V%T\n`\nend\n"),
        ("an encoding that is none", "rot13", TALK),
        ("binary", "binary", TALK + "\0\xff"),
    ):
        more = f"Content-Transfer-Encoding: {encoding}\n"
        yield name, what, mail(body, more=more)
    twice = "Content-Transfer-Encoding: 7bit\nContent-Transfer-Encoding: base64\n"
    yield "two encodings", what, mail(TALK, more=twice)


def _utf_7(text: str) -> bytes:
    """Every letter in the form that UTF-7 has for those that are not ASCII."""
    return b"+" + base64.b64encode(text.strip().encode("utf-16-be")).rstrip(b"=") + b"-\n"


def _escaped(text: str) -> bytes:
    return "".join(f"\\u{ord(one):04x}" for one in text.strip()).encode() + b"\n"


def _overlong(text: str) -> bytes:
    """Every letter in two octets, as UTF-8 forbids."""
    coded = bytearray()
    for one in text.strip().encode():
        coded += bytes([0xC0 | one >> 6, 0x80 | one & 0x3F])
    return bytes(coded) + b"\n"


def charsets() -> Iterator[Made]:
    what = "charsets"
    for name, charset, body in (
        ("utf-7", "utf-7", _utf_7(ORDER)),
        ("utf-32", "utf-32", TALK.encode("utf-32")),
        ("iso-2022-kr", "iso-2022-kr", b"\x1b$)C\x0e0!\x0f A fine day.\n"),
        ("idna", "idna", b"xn--a fine day\n"),
        ("bz2", "bz2", b"BZh91AY&SY\n"),
        ("unicode_escape", "unicode_escape", _escaped(ORDER)),
        ("raw_unicode_escape", "raw_unicode_escape", _escaped(ORDER)),
        ("a thousand letters", "x" * 1000, TALK.encode()),
        ("overlong utf-8", "utf-8", _overlong(ORDER)),
        ("lone surrogates", "utf-8", b"\xed\xa0\x80\xed\xb0\x80 A fine day.\n"),
        ("isolates of direction", "utf-8", "\u2067A fine day\u2069.\n".encode()),
        ("letters of another alphabet", "utf-8", "І tаke nо aсtion.\n".encode()),
        ("tags", "utf-8", "".join(chr(0xE0000 + ord(one)) for one in ORDER[:-1]).encode() + b"\n"),
    ):
        yield f"charset, {name}", what, mail(body, kind=f'text/plain; charset="{charset}"')


def heads() -> Iterator[Made]:
    what = "the head of a mail"
    yield "nothing", what, b""
    yield "a line end", what, b"\r\n"
    yield "colons", what, b": : :\n:\n\n" + TALK.encode()
    yield "no head", what, ORDER.encode()
    yield "all octets", what, bytes(range(256)) * 8
    yield "NULs alone", what, b"\0" * 4000
    yield "bare CRs", what, mail().replace(b"\n", b"\r")
    yield "LF and CRLF mixed", what, mail().replace(b"\n", b"\r\n", 4)
    yield "CR CR LF", what, mail().replace(b"\n", b"\r\r\n")
    yield "a mailbox's first line", what, b"From ann Mon Nov 23 10:00:00 2026\n" + mail()
    yield "a second head in the body", what, mail(f"From: {MASTER}\nSubject: approve\n\n{TALK}")
    for name, more in {
        "a NUL in a name": "X\0Y: a\n",
        "a name of 5,000 letters": "X" * 5000 + ": a\n",
        "two thousand folds": "X: a" + "\n a" * 2000 + "\n",
        "a hundred Dates": "Date: Mon, 23 Nov 2026 10:00:00 +0000\n" * 100,
        "ten thousand ids": "References: " + "<a@b> " * 10_000 + "\n",
        "two Content-Types": "Content-Type: text/html\n",
        "two From": "From: Mallory <m@evil.example>\n",
        "a Resent-From": "Resent-From: Pewterby <pewterby@post.example>\n",
        "a Sender that decides": "Sender: Pewterby <pewterby@post.example>\n",
        "two List-Ids": "List-Id: <other.evil.example>\n",
        "an order in a field": f"X-Agora-Action: {ORDER}",
    }.items():
        yield f"head, {name}", what, mail(TALK, more=more)


def words() -> Iterator[Made]:
    what = "encoded words and parameters (RFC 2047, RFC 2231)"
    for name, value in {
        "without an end": "=?utf-8?q?I take",
        "of broken base64": "=?utf-8?b?!!!!?=",
        "within encoded words": "=?utf-8?q?=3D=3Futf-8=3Fq=3Fx=3F=3D?=",
        "a thousand": "=?utf-8?q?a?= " * 1000,
        "with a language": "=?utf-8*en?q?a?=",
        "with an override": "=?utf-8?b?4oCuZGlhcw==?=",
    }.items():
        yield f"encoded words in a subject, {name}", what, mail(ASKED.format("x"), subject=value)
        if "thousand" not in name:
            yield (
                f"encoded words in a name, {name}",
                what,
                mail(ASKED.format("x"), who=f"{value} <ann@post.example>"),
            )
    for name, value in {
        "pieces out of order": "text/plain; charset*1=-8; charset*0=utf",
        "a million pieces": "text/plain; charset*999999*=x; charset*0*=''utf-8",
        "percent-encoded line ends": "text/plain; charset*=''utf-8%0d%0aX:%20y",
        "a quotation without an end": 'text/plain; charset="utf-8',
        "backslashes": 'text/plain; charset="' + "\\" * 2001 + '"',
    }.items():
        yield f"parameters, {name}", what, mail(TALK, kind=value)


def injections() -> Iterator[Made]:
    for name, value in BREAKS.items():
        what = "a line of ours that somebody else writes"
        ask = ASKED.format("x")
        yield f"in a subject, {name}", what, mail(ask, subject=value)
        yield f"in a name, {name}", what, mail(ask, who=f"{value} <ann@post.example>")
        yield f"in a quoted name, {name}", what, mail(ask, who=f'"{value}" <ann@post.example>')
        yield f"in a Message-ID, {name}", what, mail(ask, id=f"<{{}}{value}@post.example>")
        yield f"in References, {name}", what, mail(ask, more=f"References: <a@b> <{value}@c>\n")
        yield f"in In-Reply-To, {name}", what, mail(ask, more=f"In-Reply-To: <{value}@c>\n")
        yield (
            f"in the words, {name}",
            what,
            mail(ASKED.format(value.replace("\n ", " "))),
        )
        yield (
            f"by a stranger, {name}",
            what,
            mail("Who are you?\n", who=f"{value} <eve{{}}@evil.example>", marks=ALONE),
        )
        yield (
            f"in a stranger's address, {name}",
            what,
            mail("Who are you?\n", who=f'Eve <"{value}"@evil.example>', marks=ALONE),
        )


def templates() -> Iterator[Made]:
    what = "the templates of our mails"
    for name, value in TEMPLATES.items():
        ask = ASKED.format(value)
        yield f"template, {name} in the words", what, mail(ask)
        yield f"template, {name} in a subject", what, mail(ask, subject=value)
        yield f"template, {name} in a name", what, mail(ask, who=f'"{value}" <ann@post.example>')
        yield f"template, {name} tried out", what, mail(f"I take {value}.\n", marks=ALONE)
        yield (
            f"template, {name} to the desk",
            what,
            mail(f"hold {value}\nread mail {value}\n", who=MASTER, marks=ALONE),
        )
        yield (
            f"template, {name} by a stranger who joins",
            what,
            mail("I join Red November.\n", who=f'"{value}" <eve{{}}@evil.example>'),
        )


def pages() -> Iterator[Made]:
    what = "HTML"
    for name, text in {
        "a script": f"<script>{ORDER}</script><p>{TALK}</p>",
        "a script that breaks out": f"<p>{TALK}<script>document.write('{ORDER}')</script>",
        "a style": f"<style>p:after{{content:'{ORDER}'}}</style><p>{TALK}",
        "hidden with capitals": f'<p>{TALK}<p STYLE="DISPLAY : NONE">{ORDER}',
        "hidden with an escape": f'<p>{TALK}<p style="d\\69splay:none">{ORDER}',
        "hidden with a comment": f'<p>{TALK}<p style="dis/**/play:none;display:/*x*/none">{ORDER}',
        "hidden by a class": f"<style>.x{{display:none}}</style><p>{TALK}<p class=x>{ORDER}",
        "of no size": f'<p>{TALK}<p style="font-size:0">{ORDER}',
        "white on white": f'<p>{TALK}<p style="color:#fff;background:#fff">{ORDER}',
        "seen through": f'<p>{TALK}<p style="opacity:0">{ORDER}',
        "cut away": f'<p>{TALK}<p style="max-height:0;overflow:hidden">{ORDER}',
        "struck": f"<p>{TALK}<p><s>{ORDER}</s>",
        "a template": f"<p>{TALK}<template>{ORDER}</template>",
        "an option": f"<p>{TALK}<select><option>{ORDER}</select>",
        "a text area": f"<p>{TALK}<textarea>{ORDER}</textarea>",
        "an alternative text": f"<p>{TALK}<img alt='{ORDER}' src=x>",
        "a comment": f"<p>{TALK}<!-- {ORDER} -->",
        "a comment that never ends": f"<p>{TALK}<!-- {ORDER}",
        "a CDATA": f"<p>{TALK}<![CDATA[{ORDER}]]>",
        "a drawing": f"<p>{TALK}<svg><text>{ORDER}</text></svg>",
        "an object": f"<p>{TALK}<object data='file:///etc/passwd'>{ORDER}</object>",
        "an entity within": '<!DOCTYPE x [<!ENTITY a "&b;&b;"><!ENTITY b "&a;">]><p>&a; fine',
        "entities of no width": "<p>" + "&#8203;".join("A fine day.") + "</p>",
        "tags in one another": f"<p>{TALK}<<<p<p>>",
        "a table in a table": "<table><tr><td>" * 60 + TALK,
        "a refresh": f"<meta http-equiv=refresh content='0;url=file:///etc/passwd'><p>{TALK}",
        "a form": f"<p>{TALK}<form action=x><input value='{ORDER}'></form>",
    }.items():
        yield f"page, {name}", what, html(text)


def paths() -> Iterator[Made]:
    what = "the file system"
    for name in (
        "../../../../etc/passwd", "/etc/passwd", "..\\..\\boot.ini", "C:\\x.exe", "con", "a\0.txt",
        "|touch /tmp/rednov-was-here", "$(touch /tmp/rednov-was-here)", "file:///etc/passwd",
        "rednov.db", "rednov.toml", "x" * 400, "~root/.ssh/known_hosts", "%2e%2e%2fpasswd",
    ):  # fmt: skip
        body = parts(
            plain(TALK),
            f'Content-Type: application/octet-stream; name="{name}"\n'
            f'Content-Disposition: attachment; filename="{name}"\n\nx\n',
        )
        shown = name if len(name) < 40 else f"{name[:8]} and more"
        yield f"a file called {shown!r}", what, mail(body, kind='multipart/mixed; boundary="b"')
    for name in ("/etc/passwd", "../rednov.db", "file:///etc/shadow"):
        yield f"a list called {name!r}", what, mail(TALK, marks=f"List-Id: <{name}>\n{ALONE}")
        yield (
            f"a data set called {name!r}",
            what,
            mail(f"start Ann Bob Cat --option data={name}\n", who=MASTER, marks=ALONE),
        )
        yield f"a Message-ID of {name!r}", what, mail(ASKED.format("x"), id=f"<{name}@x>")


def texts() -> Iterator[Made]:
    what = "the grammar"
    for name, text in {
        "a thousand hatches": "I open " + ", ".join(["5-8"] * 1000) + ".\n",
        "a number of a thousand digits": f"I fix the engine for {'9' * 1000} minutes.\n",
        "numbers of other alphabets": "I open ٥-٨ and fix it for ５ minutes.\n",
        "if, if, if": "if " * 600 + "it works I take no action.\n",
        "braces": "{" * 900 + TALK + "}" * 900,
        "a word of 20,000 letters": "I take " + "x" * 20_000 + ".\n",
        "every item a thousand times": "I use grog, coffee and a toolbox " * 300 + "and wait.\n",
        "rooms that are not": "I open 99-100, enter 10000000000000000000 and fix NaN.\n",
        "a name that is a command": "I give grog to approve, reject and choose.\n",
        "a name of a program": "I give grog to Robert'); DROP TABLE turns;--.\n",
        "a gnome nobody knows": "I give my grog to ../../etc/passwd and 2 items to \x1b[31mBob.\n",
        "claims": "CoE: " * 500 + "\n",
        "a turn in a dream": "I dreamt that I take no action. Or would I? I might, if asked.\n",
    }.items():
        yield f"text, {name}", what, mail(text)


def commands() -> Iterator[Made]:
    what = "the desk"
    for name, text in {
        "a code that is not": "approve ZZZZZZZ\n",
        "a thousand approvals": "approve ZZZZZZZ\n" * 1000,
        "a code of a path": "approve ../../etc\n",
        "a mail that is not": "read mail 99999999999999999999999 as Ann: I take no action.\n",
        "a mail of itself": "read mail 1 as Pewterby: approve\n",
        "a turn that is not": "rewind turn 99999999999999 as: I take no action.\n",
        "a pot without end": "pot 99999999999999999999\n",
        "a beacon at the end of time": f"beacon {'9' * 60} {'f' * 64}\n",
        "an office for nobody": "hand over to Robert'); DROP TABLE games;--\n",
        "a report of a path": "report story ../../etc/passwd\n",
        "an option of a template": "rule option crazed {{ 7 * 191 }}\n",
        "half a command": "appr",
        "commands in a quote": "> approve\n> approve AAAAAAA\n",
    }.items():
        yield f"desk, {name}", what, mail(text, who=MASTER, marks=ALONE)


def dates() -> Iterator[Made]:
    what = "dates"
    for name, value in {
        "of no year": "Mon, 23 Nov 0000 10:00:00 +0000",
        "before time": "Thu, 1 Jan 1970 00:00:00 +2359",
        "of a leap second": "23 Nov 2026 10:00:60 +0000",
        "of a thousand digits": "9" * 1000 + " Nov 2026 10:00:00 +0000",
        "of colons": ":" * 5000,
        "with a template": "{{ 7 * 191 }}",
    }.items():
        yield f"a Date {name}", what, mail(ASKED.format("x"), date=value)
    for name, value in {
        "in the future": "from a by b; Mon, 23 Nov 2099 10:00:00 +0000",
        "without a date": "from a by b",
        "of semicolons": ";" * 4000,
        "of brackets": "from (" * 1500,
        "with an order": f"from a by b; {ORDER}",
        "of the bot's own": "from bots.example by agora.example; Mon, 23 Nov 2026 10:00:00 +0000",
        "with a line end": f"from a by b\r{INJECTED}; Mon, 23 Nov 2026 10:00:00 +0000",
    }.items():
        yield f"a Received {name}", "Received", mail(TALK, more=f"Received: {value}\n")
    hops = "Received: from a by b; Mon, 23 Nov 2026 10:00:00 +0000\n" * 600
    yield "six hundred Received", "Received", mail(TALK, more=hops)


def addresses() -> Iterator[Made]:
    what = "who wrote it"
    for name, who in {
        "nobody": "",
        "comments": "(" * 2000 + "ann@post.example",
        "an address as a name": '"ann@post.example" <eve@evil.example>',
        "an address behind a bracket": "ann@post.example)<eve@evil.example>",
        "a route": "<@post.example:ann@evil.example>",
        "a percent sign": "<ann%post.example@evil.example>",
        "a NUL": "<ann@post.example\0.evil.example>",
        "punycode": "<ann@xn--pst-0na.example>",
        "two thousand people": ", ".join(f"g{n}@x.example" for n in range(2000)),
        "a group": "Gnomes: ann@post.example, eve@evil.example;",
        "an empty group": "undisclosed-recipients:;",
        "the bot as a list writes it": '"Red November via agora-business" <rednov@bots.example>',
        "the contestmaster dressed": "Pewterby via agora-business <pewterby@post.example>",
        "a mail server": "MAILER-DAEMON@post.example",
        "a long one": "<" + "a" * 3000 + "@post.example>",
        "a plus": "<ann+approve@post.example>",
    }.items():
        yield f"From {name}", what, mail(ORDER, who=who)
    for name, more in {
        "a list with a Reply-To": "Reply-To: Ann <ann@post.example>, eve@evil.example\n",
        "a list with a broken Reply-To": "Reply-To: ann@post.example)<eve@evil.example>\n",
        "a list with two in Cc": "Cc: ann@post.example, bob@post.example\n",
    }.items():
        who = '"Eve via agora-business" <agora-business@agora.example>'
        yield f"From {name}", what, mail(ORDER, who=who, more=more)


def replies() -> Iterator[Made]:
    """What an answer would have to take over, and cannot."""
    what = "answers"
    for name, who in {
        "eight bits": "Zed <z\u00fcd@post.example>",
        "a foreign script": "<\u5730@post.example>",
        "a foreign domain": "zed@\u5730.example",
    }.items():
        yield f"a stranger's address of {name}", what, mail(who=who, marks=ALONE)


FAMILIES: Final = (
    mime, encodings, charsets, heads, words, injections, templates, pages, paths, texts, commands,
    dates, addresses, replies,
)  # fmt: skip


def small() -> dict[str, tuple[str, bytes]]:
    """Every mail but the large ones: what it attacks, and its octets, by its name."""
    found: dict[str, tuple[str, bytes]] = {}
    for family in FAMILIES:
        for name, attacks, octets in family():
            assert name not in found, name
            number = len(found) + 1
            found[name] = attacks, octets.replace(b"{}@", f"m{number}@".encode())
    return found


def write() -> None:
    """Puts what becomes of each mail into the table; read it."""
    from tests.hostile.storm import TABLE, becomes_of, lines

    made = small()
    seen = becomes_of({name: octets for name, (_, octets) in made.items()})
    TABLE.write_text(lines(made, seen), encoding="utf-8")


if __name__ == "__main__":
    write()
