"""A code is found wherever it stands in a mail, and however a mail program wrote it."""

from __future__ import annotations

import base64
import time
from email.message import EmailMessage
from email.policy import SMTP

import pytest

from rednov_bot.core.commands.overheard import codes_in, is_by_a_list, sent_to

CODE = "AB7DEFG"
HEAD = b"From: Bob <bob@post.example>\r\nSubject: look\r\n"


def plain(text: str, *, head: bytes = b"", charset: str = "utf-8") -> bytes:
    kind = f"Content-Type: text/plain; charset={charset}\r\n\r\n".encode()
    return HEAD + head + kind + text.encode(charset)


def made(**how: str) -> EmailMessage:
    mail = EmailMessage(policy=SMTP)
    mail["From"] = "Bob <bob@post.example>"
    mail["Subject"] = how.get("subject", "look")
    mail.set_content(how.get("text", "See below.\n"))
    return mail


def in_html(words: str) -> bytes:
    return HEAD + b"Content-Type: text/html; charset=utf-8\r\n\r\n" + words.encode()


def in_base64(octets: bytes, kind: str = "text/plain", behind: bytes = b"") -> bytes:
    head = f"Content-Type: {kind}\r\nContent-Transfer-Encoding: base64\r\n\r\n".encode()
    return HEAD + head + base64.encodebytes(octets) + behind


def encoded_as(name: str) -> bytes:
    return in_base64(CODE.encode()).replace(b"Encoding: base64", f"Encoding: {name}".encode())


def in_quoted_printable(octets: bytes) -> bytes:
    return HEAD + b"Content-Transfer-Encoding: quoted-printable\r\n\r\n" + octets


def attached(name: str, octets: bytes = b"nothing", kind: str = "text/plain") -> bytes:
    mail = made()
    mail.add_attachment(octets, *kind.split("/"), filename=name)
    return mail.as_bytes()


def between(*parts: bytes, behind: bytes = b"") -> bytes:
    inner = b"".join(b"--x\r\n" + part + b"\r\n" for part in parts)
    return (
        HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + inner + b"--x--\r\n" + behind
    )


PICTURE = b"Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n"
PICTURE += base64.encodebytes(b"\x89PNG" * 1_500_000)
RETURNED = b"Content-Type: message/rfc822\r\n\r\n"

FORMS: dict[str, bytes] = {
    "in brackets": plain(f"[rednov {CODE}]"),
    "as a word": plain(f"It is {CODE}, they say."),
    "in small letters": plain(f"It is {CODE.lower()}, they say."),
    "in a link": plain(f"mailto:rednov@bots.example?subject=Re:%20%5Brednov%20{CODE}%5D%20Turn"),
    "in a link with a plus": plain(f"subject=Re:+[rednov+{CODE}]"),
    "with a stray =20": plain(f"Subject: Re: [rednov=20{CODE}] Turn 1"),
    "with a blank that does not break": plain(f"[rednov\u00a0{CODE}]"),
    "with a soft hyphen in it": plain("AB7D\u00adEFG"),
    "with a place to break in it": plain("AB7D\u200bEFG"),
    "quoted, and broken by the quotation": plain("> [rednov AB7D\n> EFG]"),
    "in UTF-16": plain(f"[rednov {CODE}]", charset="utf-16"),
    "in the subject": made(subject=f"Re: [rednov {CODE}] Turn").as_bytes(),
    "in an encoded subject": HEAD
    + b"X-Topic: =?utf-8?b?" + base64.b64encode(CODE.encode()) + b"?=\r\n\r\n",
    "in a subject of two encoded words": HEAD
    + b"X-Topic: =?utf-8?q?AB7?=\r\n =?utf-8?q?DEFG?=\r\n\r\n",
    "in a folded field": HEAD + b"X-Topic: look at\r\n [rednov\r\n " + CODE.encode() + b"]\r\n\r\n",
    "in HTML alone": in_html(f"<p>[rednov {CODE}]</p>"),
    "in HTML, with tags in it": in_html(f"<p>AB7<b style='{'x' * 900}'>DEFG</b></p>"),
    "in HTML, with entities in it": in_html("<p>AB7&shy;D&#69;FG</p>"),
    "in HTML, behind a number that is none": in_html(f"&#{'9' * 9000}; [rednov {CODE}]"),
    "in a link in HTML": in_html(f"<a href='mailto:b@b?subject=%5Brednov%20{CODE}%5D'>x</a>"),
    "in base64": in_base64(f"[rednov {CODE}]".encode()),
    "in base64 at the very end": in_base64(b"z" + CODE.encode()),
    "in base64, below a list's footer": in_base64(CODE.encode(), behind=b"-- \r\nThe list\r\n"),
    "in base64 of UTF-16": in_base64(CODE.encode("utf-16"), "text/plain; charset=utf-16"),
    "in base64 of HTML": in_base64(b"<p>AB7D<wbr>EFG</p>", "text/html"),
    "in an octet stream": in_base64(CODE.encode(), "application/octet-stream"),
    "across a soft break": in_quoted_printable(b"[rednov AB7D=\r\nEFG]"),
    "across a soft break, with blanks behind it": in_quoted_printable(b"[rednov AB7D= \r\nEFG]"),
    "in letters that are quoted": in_quoted_printable(b"=41B7D=45FG"),
    "attached": attached("a.txt", CODE.encode()),
    "in a file's name": attached(f"[rednov {CODE}].eml"),
    "in a file's name in foreign letters": attached(f"für {CODE}.eml"),
    "in a file's name in pieces": between(
        b'Content-Disposition: attachment; filename*0="[rednov AB7";\r\n'
        b' filename*1="DEFG].txt"\r\n\r\nx'
    ),
    "in a picture's name": attached(f"{CODE}.png", b"\x89PNG", "image/png"),
    "in a mail that is returned": between(RETURNED + plain(f"[rednov {CODE}]")),
    "in the subject of a mail that is returned": between(RETURNED + made(subject=CODE).as_bytes()),
    "in a mail that is returned in base64": in_base64(
        made(text=f"{CODE}\n").as_bytes(), "message/rfc822"
    ),
    "in the head that is returned": between(
        b"Content-Type: text/rfc822-headers\r\n\r\nSubject: [rednov " + CODE.encode() + b"]\r\n"
    ),
    "behind a picture of six million octets": between(PICTURE, b"\r\n" + CODE.encode()),
    "before the first part": HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n"
    + CODE.encode() + b"\r\n--x\r\n\r\nno\r\n--x--\r\n",
    "behind the last part": between(b"\r\nno", behind=CODE.encode()),
    "in a last part without an end": HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n"
    b"--x\r\n\r\nno\r\n--x\r\n\r\n" + CODE.encode(),
    "in a multipart without a boundary": HEAD
    + b"Content-Type: multipart/mixed\r\n\r\n" + CODE.encode(),
    "behind a thousand parts": between(*[b"\r\nno"] * 1_100, b"\r\n" + CODE.encode()),
    "twenty parts deep": b"Content-Type: message/rfc822\r\n\r\n" * 20 + CODE.encode(),
    "in base64 that is called so with a semicolon": encoded_as("base64;"),
    "in base64 that is called so with a comment": encoded_as("Base64 (RFC 2045)"),
    "in base64 of two stretches": in_base64(b"hello A", behind=base64.encodebytes(CODE.encode())),
    "in base64, below what a list wrote": HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n"
    + b"from a list\r\n" + base64.encodebytes(f"hello {CODE}".encode()),
    "in a drawing": in_base64(f"<svg><text>{CODE}</text></svg>".encode(), "image/svg+xml"),
    "in wide letters": plain("".join([chr(ord(one) + 0xFEE0) for one in CODE])),
    "in wide letters, of a charset": plain(
        "".join([chr(ord(one) + 0xFEE0) for one in CODE]), charset="shift_jis"
    ),
    "in letters with rings": plain("ⒶⒷ7ⒹⒺⒻⒼ"),
    "in base64 of wide letters": in_base64("ＡＢ７ＤＥＦＧ".encode()),
    "in UTF-7": HEAD + b"Content-Type: text/plain; charset=utf-7\r\n\r\n+AEEAQgA3AEQARQBGAEc-",
    "in HTML, with a very long tag in it": in_html(f"AB7<b style='{'x' * 9000}'>DEFG</b>"),
    "in base64 within a mail that is attached as a file": attached(
        "a.eml", in_base64(CODE.encode()), "application/octet-stream"
    ),
    "the same, as plain text": attached("a.eml", in_base64(CODE.encode())),
    "with bare CR at its line ends": plain(f"one\rtwo {CODE}\rthree"),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_a_code_is_found(form: str) -> None:
    assert codes_in(FORMS[form], ["ZZ9ZZZZ", CODE]) == {CODE}


@pytest.mark.parametrize(
    "words", ["", "AB7DEF", "AB7DEFH", "AB7 DEF and G", "ab7dxefg", "AB7DЕFG", "nothing to see"]
)
def test_nothing_else_is(words: str) -> None:
    assert codes_in(plain(words), [CODE]) == frozenset()


def test_many_codes_are_told_apart() -> None:
    assert codes_in(plain("AAAAAA2 and aaaaaa3."), ["AAAAAA2", "AAAAAA3", "AAAAAA4"]) == {
        "AAAAAA2",
        "AAAAAA3",
    }


LARGE: dict[str, bytes] = {
    "text": HEAD + b"\r\n" + b"word upon word\r\n" * 1_400_000,
    "base64": in_base64(b"word upon word" * 1_000_000),
    "ends of base64": HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n" + b"QQ==" * 5_000_000,
    "lines of base64": HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n" + b"QQ==\n" * 4_000_000,
    "wide letters": plain("\uff21" * 6_000_000),
    "marks above letters": plain("a" + "\u0301\u0316" * 4_000_000),
    "mails as files in mails as files": (
        b"Content-Type: application/octet-stream; name=a.eml\r\n\r\n" * 300_000
    ),
    "UTF-7": HEAD + b"Content-Type: text/plain; charset=utf-7\r\n\r\n" + b"+AEE-" * 3_000_000,
    "signs of less": in_html("<" * 20_000_000),
    "open entities": in_html(("&" + "a" * 32) * 600_000),
    "digits of a character": in_html("&#" + "9" * 20_000_000),
    "soft breaks": in_quoted_printable(b"=\r\n" * 7_000_000),
    "parts": between(*[b"\r\nx"] * 1_500_000),
    "mails within mails": RETURNED * 600_000,
    "encoded fields": between(*[b"X: =?utf-8?q?a?=\r\n" * 3_000 + b"\r\nx"] * 300),
    "encoded words": HEAD + b"X: " + b"=?utf-8?q?a?= " * 1_400_000,
    "blanks behind a boundary": between(b"\r\n--x" + b" " * 20_000_000 + b"x"),
}


@pytest.mark.parametrize("of", LARGE)
def test_twenty_million_octets_are_looked_through_in_moments(of: str) -> None:
    codes = [f"AB7DE{one}{two}" for one in "FGHJKLMNPQ" for two in "FGHJKLMNPQ"]
    begun = time.process_time()
    assert codes_in(LARGE[of], codes) == frozenset()
    assert time.process_time() - begun < 5


def test_it_went_where_its_fields_say() -> None:
    fields = b"To: rednov@bots.example, Bob <BOB@post.example>\r\n"
    fields += b"Cc: Crew: a@a.example, b@b.example;\r\n"
    fields += b"Resent-To: c@c.example\r\nBcc: d@d.example\r\nReply-To: no@no.example\r\n"
    found = sent_to(HEAD + fields + b"\r\nCc: nobody@no.example\r\n")
    assert found == ("rednov@bots.example", "bob@post.example", "a@a.example", "b@b.example",
                     "d@d.example", "c@c.example")  # fmt: skip


def test_more_addresses_than_are_read_are_somebody() -> None:
    many = b"Cc: " + b"one@post.example, " * 3_000 + b"\r\n"
    assert sent_to(HEAD + many + b"\r\n") == ("",)


@pytest.mark.parametrize(
    "field", ["List-Id: <a.b.example>", "List-Post: <mailto:a@b.example>",
              "X-BeenThere: a@b.example", "Mailing-List: list a@b.example", "Precedence: list"]
)  # fmt: skip
def test_a_list_leaves_its_mark(field: str) -> None:
    assert is_by_a_list(HEAD + field.encode() + b"\r\n\r\nx")


@pytest.mark.parametrize("field", ["List-Unsubscribe: <mailto:a@b.example>", "Precedence: bulk"])
def test_what_is_only_sent_in_bulk_is_by_no_list(field: str) -> None:
    assert not is_by_a_list(HEAD + field.encode() + b"\r\n\r\nList-Id: <a.b.example>")
