"""Mails that no honest program writes: each gets a disposition, and nobody is taken for another."""

from __future__ import annotations

import base64
import time
from dataclasses import dataclass

import pytest

from rednov_bot.core.mail.message import MOST_LINES, open_letter
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.workflow.screening import screen
from tests.bench.hostile import HOSTILE

PERSON = "Tumbledrum <tdrum@post.example>"
LIST = "List-Id: PF <agora-business.agoranomic.example>\n"


def mail(
    body: str | bytes = "I pump 3.\n",
    sender: str | None = PERSON,
    kind: str = "text/plain",
    more: str = "",
    marks: str = LIST,
    message_id: str | None = "<a@post.example>",
) -> bytes:
    head = "To: agora-business@agoranomic.example\n" + marks + more
    if sender is not None:
        head += f"From: {sender}\n"
    if message_id is not None:
        head += f"Message-ID: {message_id}\n"
    head += f"Content-Type: {kind}\n\n"
    octets = head.encode("utf-8", "surrogateescape")
    return octets + (body if isinstance(body, bytes) else body.encode())


def nested(depth: int) -> bytes:
    text = "Content-Type: text/plain\n\nI pump 3.\n"
    for level in range(depth):
        text = (
            f'Content-Type: multipart/mixed; boundary="b{level}"\n\n'
            f"--b{level}\n{text}\n--b{level}--\n"
        )
    return (f"From: {PERSON}\n" + LIST + text).encode()


@dataclass(frozen=True)
class Case:
    octets: bytes
    disposition: str
    sender: str | None = "Tumbledrum"
    text: str | None = None
    forum: str | None = "business"
    message_id: str | None = "<a@post.example>"


READ, HELD, LEFT = "read", "hold", "ignore"
NOBODY = {"disposition": LEFT, "sender": None}
VIA = '"Tumbledrum via agora-business"'
BASE64 = "Content-Transfer-Encoding: base64\n"
HTML = "text/html; charset=utf-8"
MIXED = 'multipart/mixed; boundary="b"'

CASES = {
    "no bytes at all": Case(b"", LEFT, None, "", None, None),
    "a line end alone": Case(b"\r\n", LEFT, None, "", None, None),
    "no headers": Case(b"I pump 3.\n", LEFT, None, None, None, None),
    "only headers": Case(mail(b""), HELD, text=""),
    "headers without the blank line": Case(mail()[:60].rstrip(), LEFT, None, "", None, None),
    "random octets": Case(bytes(range(256)) * 40, LEFT, None, None, None, None),
    "NULs everywhere": Case(mail("I\0 pump\0 3.\0\n"), READ, text="I pump 3."),
    "a NUL in the charset": Case(mail(kind="text/plain; charset=utf\0-8"), READ, text="I pump 3."),
    "a NUL in the address": Case(mail(sender="<tdrum@post.example\0>"), **NOBODY),
    "a bogus charset": Case(
        mail("Grüße\n", kind="text/plain; charset=klingon"), READ, text="Grüße"
    ),
    "a charset that is none": Case(mail(kind="text/plain; charset=zlib"), READ, text="I pump 3."),
    "utf-7 hides no order": Case(
        mail("+AEk-pump\n", kind="text/plain; charset=utf-7"), READ, text="+AEk-pump"
    ),
    "unicode_escape hides no order": Case(
        mail("\\u0049 pump\n", kind="text/plain; charset=unicode_escape"),
        READ,
        text="\\u0049 pump",
    ),
    "an empty charset": Case(mail(kind='text/plain; charset=""'), READ, text="I pump 3."),
    "an RFC 2231 charset": Case(
        mail("é\n", kind="text/plain; charset*=us-ascii'en'utf-8"), READ, text="é"
    ),
    "bad utf-8": Case(mail(b"I pump \xff3.\n", kind="text/plain; charset=utf-8"), READ),
    "an unknown transfer encoding": Case(
        mail(more="Content-Transfer-Encoding: x-rot13\n"), READ, text="I pump 3."
    ),
    "uuencode": Case(mail(more="Content-Transfer-Encoding: x-uuencode\n"), HELD, text=""),
    "truncated base64": Case(mail("SSBwdW1wIDMuICBJIHB1\nbXAgO", more=BASE64), HELD),
    "base64 that is none": Case(mail("!!!!\n", more=BASE64), HELD, text=""),
    "broken quoted-printable": Case(
        mail("I pump=ZZ 3.=\n", more="Content-Transfer-Encoding: quoted-printable\n"), READ
    ),
    "a multipart without a boundary": Case(mail(kind="multipart/mixed"), HELD),
    "a multipart whose boundary never comes": Case(mail(kind=MIXED), HELD, text=""),
    "an unterminated multipart": Case(
        mail("--b\nContent-Type: text/plain\n\nI pump 3.\n", kind=MIXED), READ, text="I pump 3."
    ),
    "a multipart that ends at once": Case(mail("--b--\n", kind=MIXED), HELD, text=""),
    "a boundary of regular expression signs": Case(
        mail("--(.*)+\n\nI pump 3.\n--(.*)+--\n", kind='multipart/mixed; boundary="(.*)+"'),
        READ,
        text="I pump 3.",
    ),
    "parts within parts, ten deep": Case(nested(10), READ, text="I pump 3.", message_id=None),
    "parts within parts, two hundred deep": Case(nested(200), HELD, text="", message_id=None),
    "a thousand parts": Case(mail("--b\n\nI pump 3.\n" * 1000 + "--b--\n", kind=MIXED), HELD),
    "an encrypted mail": Case(
        mail("--b\n\nx\n--b--\n", kind='multipart/encrypted; boundary="b"'), HELD, text=""
    ),
    "an opaque S/MIME mail": Case(mail(kind="application/pkcs7-mime"), HELD, text=""),
    "a picture": Case(mail(b"\x89PNG", kind="image/png"), HELD, text=""),
    "an unreadable kind": Case(mail(kind=";;;"), READ, text="I pump 3."),
    "kinds by the thousand": Case(mail(kind="text/plain" + "; a=b" * 5000), READ),
    "comments nested in From a thousand deep": Case(
        mail(sender="(" * 3000 + ")" * 3000 + PERSON), READ
    ),
    "comments in From that never end": Case(mail(sender="(" * 3000 + PERSON), **NOBODY),
    "a comment in From": Case(mail(sender="tdrum@post.example (Tumbledrum)"), READ),
    "quotations in From that never end": Case(mail(sender='"\\' * 10000 + PERSON), **NOBODY),
    "angles in From by the thousand": Case(mail(sender="<" * 5000 + PERSON), **NOBODY),
    "a From of a megabyte": Case(mail(sender="a@b.example," * 90000), **NOBODY, message_id=None),
    "no From": Case(mail(sender=None), **NOBODY),
    "an empty From": Case(mail(sender=""), **NOBODY),
    "a From without an address": Case(mail(sender="Tumbledrum"), **NOBODY),
    "two From headers": Case(mail(more="From: Mallory <m@else.example>\n"), HELD, sender=None),
    "two From headers of one person": Case(mail(more="From: tumble@drum.example\n"), READ),
    "two addresses in From": Case(mail(sender=PERSON + ", m@else.example"), HELD, None),
    "two persons in From": Case(mail(sender=PERSON + ", pewterby@sub.example"), HELD, None),
    "two strangers in From": Case(mail(sender="a@x.example, b@x.example"), **NOBODY),
    "the bot and a person in From": Case(mail(sender=PERSON + ", rednov@bots.example"), HELD, None),
    "a comma in a name without quotes": Case(
        mail(sender="Drum, Tumble <tdrum@post.example>"), READ
    ),
    "a group in From": Case(mail(sender="Gnomes: tdrum@post.example;"), READ),
    "an empty group in From": Case(mail(sender="undisclosed-recipients:;"), **NOBODY),
    "a name that is somebody's address": Case(
        mail(sender='"tdrum@post.example" <m@else.example>'), HELD, None
    ),
    "a bare name that is somebody's address": Case(
        mail(sender="tdrum@post.example <m@else.example>"), HELD, None
    ),
    "an address behind a bracket": Case(
        mail(sender="tdrum@post.example)<m@else.example>"), HELD, None
    ),
    "an address before a bracket": Case(
        mail(sender="m@else.example]<tdrum@post.example>extra"), **NOBODY
    ),
    "two addresses in angles": Case(mail(sender="<tdrum@post.example> <m@else.example>"), **NOBODY),
    "an address inside an address": Case(
        mail(sender='"tdrum@post.example"@else.example'), **NOBODY
    ),
    "a source route": Case(mail(sender="<@post.example:tdrum@else.example>"), **NOBODY),
    "an encoded word for an address": Case(
        mail(sender="=?utf-8?q?=3Ctdrum=40post.example=3E?= <m@else.example>"), HELD, None
    ),
    "a look-alike letter in the address": Case(mail(sender="<tdrum@p\u043est.example>"), **NOBODY),
    "a letter that lowers to ASCII": Case(
        mail(sender="<pewterby@sub.example>".replace("e", "\u212f", 1)), **NOBODY
    ),
    "an address in capitals": Case(mail(sender="TDRUM@POST.EXAMPLE"), READ),
    "a right-to-left override in the name": Case(
        mail(sender="\u202eelpmaxe.tsop@murdt <tdrum@post.example>"), READ
    ),
    "control characters in the name": Case(
        mail(sender='"\x07\x1b[31mTum\x08" <tdrum@post.example>'), READ
    ),
    "a right-to-left override in the text": Case(
        mail("I pump \u202e3 nepo.\n"), READ, text="I pump \ufffd3 nepo."
    ),
    "an eight-bit From": Case(
        mail().replace(b"Tumbledrum", b"T\xfcmbledrum"), READ, text="I pump 3."
    ),
    "the contestmaster dressed as rewritten": Case(
        mail(sender="Pewterby via agora-business <pewterby@sub.example>"), HELD, None
    ),
    "the bot dressed as rewritten": Case(
        mail(sender="Pewterby via agora-business <rednov@bots.example>"), HELD, None
    ),
    "a stranger dressed as rewritten": Case(
        mail(sender=VIA + " <m@else.example>", more="Reply-To: tdrum@post.example\n"), HELD, None
    ),
    "rewritten, and nobody named": Case(
        mail(sender=VIA + " <agora-business@agoranomic.example>"), HELD, None
    ),
    "rewritten, and the bot beside the author": Case(
        mail(
            sender=VIA + " <agora-business@agoranomic.example>",
            more="Cc: rednov@bots.example, tdrum@post.example\n",
        ),
        READ,
    ),
    "rewritten, with a broken Reply-To": Case(
        mail(
            sender=VIA + " <agora-business@agoranomic.example>",
            more="Reply-To: tdrum@post.example)<m@else.example>\nCc: x\n",
        ),
        HELD,
        None,
    ),
    "no Message-ID": Case(mail(message_id=None), READ, message_id=None),
    "a Message-ID with a blank": Case(mail(message_id="<a b@x>"), READ, message_id=None),
    "a Message-ID without brackets": Case(mail(message_id="a@x"), READ, message_id=None),
    "a Message-ID of ten thousand": Case(
        mail(message_id="<" + "a" * 10000 + "@x>"), READ, message_id=None
    ),
    "two Message-IDs": Case(mail(more="Message-ID: <first@x>\n"), READ, message_id="<first@x>"),
    "two List-Ids of one forum": Case(mail(more=LIST), READ),
    "two List-Ids that differ": Case(
        mail(more="List-Id: <chatter.else.example>\n"), HELD, forum=None
    ),
    "a List-Id in its description": Case(
        mail(marks='List-Id: "<agora-business.agoranomic.example>" <chatter.else.example>\n'),
        READ,
        forum=None,
    ),
    "a List-Id without brackets": Case(
        mail(marks="List-Id: Agora-Business.agoranomic.example\n"), READ
    ),
    "a List-Id with a comment behind": Case(
        mail(marks="List-Id: <agora-business.agoranomic.example> (PF)\n"), READ
    ),
    "a List-Id with more behind": Case(
        mail(marks="List-Id: <agora-business.agoranomic.example> x <y>\n"), READ, forum=None
    ),
    "an empty List-Id": Case(
        mail(marks="List-Id:\nX-BeenThere: agora-business@agoranomic.example\n"), READ, forum=None
    ),
    "an encoded List-Id": Case(
        mail(marks="List-Id: =?utf-8?q?=3Cagora-business=2Eagoranomic=2Eexample=3E?=\n"),
        READ,
        forum=None,
    ),
    "two older marks that differ": Case(
        mail(
            marks="X-BeenThere: agora-business@agoranomic.example\n"
            "X-BeenThere: agora-discussion@agoranomic.example\n"
        ),
        HELD,
        forum=None,
    ),
    "bare carriage returns": Case(mail().replace(b"\n", b"\r"), READ, text="I pump 3."),
    "a From smuggled in by a carriage return": Case(
        mail(more="X-Note: a\rFrom: pewterby@sub.example\n"), HELD, None
    ),
    "a mailbox file's first line": Case(b"From tdrum Mon May  4 2020\n" + mail(), READ),
    "lines in the head that are no headers": Case(b"%%%\n===\n" + mail(), READ),
    "HTML of a megabyte of nested tags": Case(
        mail("<div>" * 200_000 + "I pump 3.", kind=HTML), HELD
    ),
    "HTML of nested formatting": Case(mail("<b><i><font>" * 30_000 + "x", kind=HTML), HELD),
    "HTML of formatting reopened": Case(
        mail("".join(f"<b id={n}><p>" for n in range(20_000)), kind=HTML), HELD
    ),
    "HTML of formatting that foreign ends leave open": Case(
        mail("".join(f"<p><b id={n}></p></div></div>" for n in range(4_000)), kind=HTML), HELD
    ),
    "HTML of half a million attributes": Case(
        mail("<p " + "a=b " * 100_000 + ">I pump 3.</p>", kind=HTML), HELD
    ),
    "HTML that never closes a tag": Case(mail("<p>I pump 3.<a href='", kind=HTML), READ),
    "HTML of a NUL": Case(mail("<p>I\0 pump 3.</p>\0", kind=HTML), READ),
    "a body of ten megabytes": Case(mail("I pump 3.\n" * 1_000_000), HELD),
    "a line of ten megabytes": Case(mail("x" * 10_000_000), HELD),
    "ten megabytes of base64": Case(mail(base64.encodebytes(b"x" * 7_500_000), more=BASE64), HELD),
    "ten megabytes behind the text": Case(
        mail(
            b"--b\n\nI pump 3.\n--b\nContent-Type: image/png\n\n" + b"AAAA\n" * 2_000_000,
            kind=MIXED,
        ),
        READ,
        text="I pump 3.",
    ),
    "a head of ten megabytes": Case(b"X-Noise: " + b"x" * 10_000_000, LEFT, None, "", None, None),
    "folds by the hundred thousand": Case(
        mail(more="X-Noise: a" + "\n \t a" * 30_000 + "\n"), READ
    ),
    "header lines of one kind by the thousand": Case(mail("From: x\n" * 19_000), HELD),
    "colons by the thousand": Case(mail("On 2020 wrote a:\n" * 19_000), HELD),
    "a quotation mark without its other": Case(mail("„I bail 2.\n"), READ, text="„I bail 2."),
    "quotes without end": Case(mail("> x\n\n" * 9_000), HELD, text=""),
    "dashes without end": Case(mail(("-" * 190 + "\n") * 2_000), HELD),
    "signature marks without end": Case(mail("-- \n> x\n" * 9_000), HELD, text=""),
    "brackets before a colon": Case(mail(("(a) " * 120 + ":\n") * 1_000), HELD),
    "armour without end": Case(mail("-----BEGIN PGP SIGNED MESSAGE-----\n" * 9_000), HELD),
}


@pytest.mark.parametrize("name", CASES)
def test_a_hostile_mail_becomes_facts(name: str, roster: Roster) -> None:
    case = CASES[name]
    screened = screen(case.octets, roster)
    message = screened.message
    assert message is not None
    assert (screened.disposition, message.sender) == (case.disposition, case.sender)
    assert (message.forum, message.message_id) == (case.forum, case.message_id)
    assert case.text is None or message.text == case.text


DATES = {
    "none": ("", None),
    "empty": ("Date:\n", None),
    "garbage": ("Date: next Tuesday\n", None),
    "1993": ("Date: Wed, 1 Sep 1993 00:00:00 GMT\n", "1993-09-01T00:00:00+00:00"),
    "9999": ("Date: Fri, 31 Dec 9999 23:59:59 -1200\n", None),
    "year zero": ("Date: 1 Jan 0000 00:00:00 +0000\n", "2000-01-01T00:00:00+00:00"),
    "1970": ("Date: Thu, 1 Jan 1970 00:00:00 +0000\n", None),
    "the 31st of June": ("Date: 31 Jun 2020 00:00:00 +0000\n", None),
    "a zone beyond the world": ("Date: 4 May 2020 12:00:00 +9999\n", None),
    "a zone by name": ("Date: 4 May 2020 12:00:00 EDT\n", "2020-05-04T16:00:00+00:00"),
    "a leap second": ("Date: 31 Dec 2016 23:59:60 +0000\n", "2016-12-31T23:59:59+00:00"),
    "two digits": ("Date: 4 May 20 12:00:00 +0200\n", "2020-05-04T10:00:00+00:00"),
    "asctime": ("Date: Mon May  4 12:00:00 2020\n", "2020-05-04T12:00:00+00:00"),
    "two dates": (
        "Date: 4 May 2020 12:00:00 +0000\nDate: 5 May 2020 12:00:00 +0000\n",
        "2020-05-04T12:00:00+00:00",
    ),
}


@pytest.mark.parametrize("name", DATES)
def test_a_strange_date_is_a_fact_or_none(name: str, roster: Roster) -> None:
    field, expected = DATES[name]
    message = screen(mail(more=field), roster).message
    assert message is not None
    assert (message.said_at and message.said_at.isoformat()) == expected


SUBJECTS = {
    "a line end encoded": ("=?utf-8?q?turn=0AFrom:_x?=", "turn From: x"),
    "a bogus charset": ("=?klingon?q?turn?=", "turn"),
    "bad base64": ("=?utf-8?b?!!?=", ""),
    "a word without an end": ("=?utf-8?q?turn", "=?utf-8?q?turn"),
    "one character in two words": ("=?utf-8?q?=C3?= =?utf-8?q?=BC?=", "ü"),
    "words with blanks between": ("=?utf-8?q?a?=  =?utf-8?q?b?= c", "ab c"),
    "an override": ("a\u202eb", "a\ufffdb"),
    "folded": ("a\n\t b", "a b"),
}


@pytest.mark.parametrize("name", SUBJECTS)
def test_a_strange_subject_is_one_line(name: str, roster: Roster) -> None:
    field, expected = SUBJECTS[name]
    message = screen(mail(more=f"Subject: {field}\n"), roster).message
    assert message is not None
    assert message.subject == expected


LONGEST = 120_000  # octets; with fewer lines than MOST_LINES such a text is read to its end


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_read_to_its_end_is_read_in_linear_time(name: str, roster: Roster) -> None:
    """A quarter of a second here; ten seconds or a minute where a pattern goes back and forth."""
    whole = HOSTILE[name](LONGEST)
    head, _, body = whole.partition(b"\n\n")
    cut = b"\n".join([head, b"", *body.split(b"\n")[: MOST_LINES - 100]])
    begin = time.process_time()
    open_letter(whole, roster)
    open_letter(cut, roster)
    assert time.process_time() - begin < 2
