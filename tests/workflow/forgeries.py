"""Mails that are not what they seem, and what must come of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Any

from msgspec.structs import replace as with_changes

from rednov_bot.bootstrap import checks_of
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.settings import TrustSettings
from tests.builders import (
    BOT,
    BUSINESS,
    DISCUSSION,
    MONDAY,
    Table,
    address_of,
    list_mail,
    private_mail,
)
from tests.workflow.play import Postings, subject_of

OURS = "mx.bots.example"
TURN = "I take no action.\n"
OF_ANN = "dkim=pass header.d=post.example"
OF_LIST = "dkim=pass header.d=agora.example"
BROKEN = "dkim=fail header.d=post.example"
REFUSED = "dmarc=fail (p=REJECT) header.from=post.example"
FOREIGN = "spf=pass smtp.mailfrom=x@evil.example; dkim=pass header.d=evil.example"
FAR = "evil@evil.example"


def guarded(table: Table, **trust: Any) -> Table:
    """The host has the bot believe what their own mail server finds."""
    known = table.desk.settings
    master = with_changes(known.people["Pewterby"], past_addresses=("pewterby@old.example",))
    known = with_changes(
        known,
        bot=with_changes(known.bot, authserv_id=OURS),
        trust=TrustSettings(**trust),
        people={**known.people, "Pewterby": master},
    )
    roster, checks = Roster.of(known), checks_of(known)
    table.desk = replace(table.desk, settings=known, roster=roster, checks=checks)
    return table


def code_of_question(news: Postings) -> str:
    """The code of the question whether a mail is its author's."""
    (subject,) = [subject_of(one) for one in news if "Was this you?" in subject_of(one)]
    return subject.partition("[rednov ")[2][:7]


def results(said: str, by: str = OURS) -> bytes:
    return f"Authentication-Results: {by}; {said}\r\n".encode()


def by_list(said: str = OF_LIST, *, head: bytes = b"", author: str = "Ann", **how: Any) -> bytes:
    """A turn as the list passed it on, and what our own server found."""
    return results(said) + head + list_mail(author, TURN, **how)


def with_from(octets: bytes, value: str, more: str = "") -> bytes:
    """The same mail with another From, and more fields behind it."""
    was = f"From: Ann <{address_of('Ann')}>\r\n".encode()
    assert was in octets
    return octets.replace(was, f"From: {value}\r\n{more}".encode())


def direct(said: str, text: str = TURN, author: str = "Ann", **how: str) -> bytes:
    """A mail to the bot alone, and what our own server found."""
    return results(said) + private_mail(author, text, **how)


def marked(octets: bytes) -> bytes:
    """A mail under the marks of the list for business, whatever it bore before."""
    kept = [one for one in octets.split(b"\r\n") if not one.startswith((b"List-Id", b"Sender"))]
    return b"List-Id: <agora-business.agora.example>\r\n" + b"\r\n".join(kept)


FORGED_MARK = list_mail("Ann", TURN)
PUBLIC: dict[str, tuple[bytes, str]] = {
    "as ever: its author's signature holds": (by_list(OF_ANN), "acts"),
    "as ever: the list signs, its author's is broken": (by_list(f"{BROKEN}; {OF_LIST}"), "acts"),
    "as ever: the list's server sends, DMARC of its author fails": (
        by_list(f"spf=pass smtp.mailfrom=agora-business-bounces@agora.example; {REFUSED}"),
        "acts",
    ),
    "as ever: the list rewrites From, and DMARC passes for the list": (
        results("dmarc=pass header.from=agora.example")
        + with_from(
            list_mail("Ann", TURN),
            f"Ann via Business <{BUSINESS}>",
            f"Reply-To: Ann <{address_of('Ann')}>\r\n",
        ),
        "acts",
    ),
    "as ever: the list rewrites From, its author is in Cc": (
        results(OF_LIST)
        + with_from(
            list_mail("Ann", TURN),
            f"Ann via Business <{BUSINESS}>",
            f"Reply-To: {BUSINESS}\r\nCc: Ann <{address_of('Ann')}>\r\n",
        ),
        "acts",
    ),
    "as ever: nothing is known of it": (by_list("dkim=none"), "acts"),
    "as ever: the list breaks its author's signature, and signs nothing": (by_list(BROKEN), "acts"),
    "the list's marks, sent by somebody else's server": (
        results(FOREIGN) + FORGED_MARK,
        "asked",
    ),
    "the list's marks, sent by its author's own server": (
        results("spf=pass smtp.mailfrom=ann@post.example") + FORGED_MARK,
        "asked",
    ),
    "the list's marks, and DMARC of its author fails": (by_list(REFUSED), "asked"),
    "the list's marks and bounce address, which its domain denies": (
        results("spf=fail smtp.mailfrom=agora-business-bounces@agora.example") + FORGED_MARK,
        "asked",
    ),
    "the list's own signature is broken": (by_list("dkim=fail header.d=agora.example"), "asked"),
    "a second Date above the one that was signed": (
        results(OF_ANN) + b"Date: Mon, 23 Nov 2026 10:30:00 +0000\r\n" + FORGED_MARK,
        "asked",
    ),
    "a second Subject above the one that was signed, by the list as well": (
        results(f"{OF_ANN}; {OF_LIST}") + b"Subject: BUS: now\r\n" + FORGED_MARK,
        "asked",
    ),
    "what e said on a list for talk, under the marks of another": (
        results(OF_ANN) + marked(list_mail("Ann", TURN, forum=DISCUSSION)),
        "asked",
    ),
    "what e wrote to Bob alone, under the marks of a list": (
        results(OF_ANN) + marked(private_mail("Ann", TURN, to=address_of("Bob"))),
        "asked",
    ),
    "results in our name below our own": (
        by_list(FOREIGN, head=results(OF_ANN)),
        "asked",
    ),
    "another's address beside eirs behind the list, who calls emself Ann": (
        results(OF_LIST)
        + with_from(
            list_mail("Ann", TURN),
            f"Ann via Business <{BUSINESS}>",
            f"Reply-To: {address_of('Ann')}, {FAR}\r\n",
        ),
        "asked",
    ),
    "eir address in Reply-To alone": (
        results(FOREIGN) + with_from(FORGED_MARK, FAR, f"Reply-To: {address_of('Ann')}\r\n"),
        "ignored",
    ),
    "eir address as the name of another": (
        results(FOREIGN) + with_from(FORGED_MARK, f'"{address_of("Ann")}" <{FAR}>'),
        "held",
    ),
    "eir address in a comment": (
        results(FOREIGN) + with_from(FORGED_MARK, f"{FAR} ({address_of('Ann')})"),
        "ignored",
    ),
    "an address with a letter that only looks so": (
        results(FOREIGN) + with_from(FORGED_MARK, "Ann <аnn@post.example>"),
        "held",
    ),
    "eir address with a detail": (
        results(OF_ANN) + with_from(FORGED_MARK, "Ann <ann+x@post.example>"),
        "held",
    ),
    "two fields From, eirs first": (
        results(FOREIGN) + with_from(FORGED_MARK, "ann@post.example", f"From: {FAR}\r\n"),
        "held",
    ),
}  # fmt: skip


def approval(code: str, **how: object) -> EmailMessage:
    """`approve` in the contestmaster's name, and what else it says."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = str(how.get("author", f"Pewterby <{address_of('Pewterby')}>"))
    mail["To"] = str(how.get("to", BOT))
    mail["Subject"] = str(how.get("subject", f"Re: [rednov {code}] Turn 1: Ann"))
    date = how.get("date", MONDAY + timedelta(minutes=2))
    assert isinstance(date, datetime)
    mail["Date"] = format_datetime(date)
    mail["Message-ID"] = "<an.approval@post.example>"
    if how.get("list_id"):
        mail["List-Id"] = "<agora-business.agora.example>"
    mail.set_content(str(how.get("text", "approve\n")))
    return mail


def attached(code: str) -> EmailMessage:
    mail = approval(code, subject="see below", text="Look at this.\n")
    mail.add_attachment(f"approve {code}\n", filename="a.txt")
    return mail


Approving = Callable[[str], bytes]
ELSEWHERE = "Pewterby <pewterby@old.example>"
OTHER = "Bob <bob@post.example>"
APPROVALS: dict[str, tuple[Approving, str]] = {
    "as ever": (lambda code: approval(code).as_bytes(), "acts"),
    "the mailbox's clock is ahead by a minute": (
        lambda code: approval(code, date=MONDAY - timedelta(minutes=1)).as_bytes(),
        "acts",
    ),
    "its domain denies it": (
        lambda code: results(REFUSED) + approval(code).as_bytes(),
        "asked",
    ),
    "proved, but written before the draft was made": (
        lambda code: results(OF_ANN) + approval(code, date=MONDAY - timedelta(days=9)).as_bytes(),
        "alarm",
    ),
    "from a past address": (lambda code: approval(code, author=ELSEWHERE).as_bytes(), "alarm"),
    "by a gnome": (lambda code: approval(code, author=OTHER).as_bytes(), "alarm"),
    "by a stranger": (
        lambda code: approval(code, author=f"Pewterby <{FAR}>").as_bytes(),
        "alarm",
    ),
    "quoted by a gnome": (
        lambda code: approval(
            code, author=OTHER, subject="look", text=f"> [rednov {code}]\n> approve\n\nHm.\n"
        ).as_bytes(),
        "nothing",
    ),
    "by a list": (
        lambda code: approval(code, to=BUSINESS, list_id=True).as_bytes(),
        "nothing",
    ),
    "with another code": (lambda code: approval("ZZZZZZ9").as_bytes(), "answered"),
    "with two codes": (
        lambda code: approval(code, subject=f"[rednov {code}] [rednov ZZZZZZ9]").as_bytes(),
        "answered",
    ),
    "in an attachment": (lambda code: attached(code).as_bytes(), "answered"),
    "a From dressed up as a list's": (
        lambda code: approval(
            code, author=f"Pewterby via Business <{address_of('Pewterby')}>"
        ).as_bytes(),
        "alarm",
    ),
}  # fmt: skip


CONTRADICTED = f"spf=fail smtp.mailfrom=x@agora.example; {REFUSED}"
TO_THE_BOT: dict[str, tuple[str, str]] = {
    "standing orders": ("Ann", "Standing orders: I spread fire to 6.\n"),
    "a pot": ("Pewterby", "pot 3\n"),
    "a pause of reminders": ("Pewterby", "pause reminders for 2 days\n"),
    "a deputy": ("Pewterby", "deputy Dan\n"),
    "another contestmaster": ("Pewterby", "hand over to Dan\n"),
    "no contest": ("Pewterby", "the contract is no contest\n"),
    "an absence": ("Ann", "I will be away from Tuesday until Friday.\n"),
    "their hand": ("Ann", "my hand\n"),
    "a turn that is tried": ("Ann", TURN),
}
"""Mails to the bot alone which their author's domain denies."""

ON_A_LIST: dict[str, tuple[str, str]] = {
    "an absence": ("I will be away from Tuesday until Friday.\n", "asked"),
    "a claim of error": ("I claim an error: the resolution is wrong, I was in room 6.\n", "asked"),
    "standing orders": ("Standing orders: I spread fire to 6 first.\n", "asked"),
    "as ever: talk": ("What a fine day it is.\n", "read"),
    "what nobody can be sure of": ("I fix something, or maybe not, for 3.\n", "asked"),
}
"""Mails on a public list that its domain denies, in answer to a resolution."""


_SIGNED = (
    b"DKIM-Signature: v=1; a=rsa-sha256; d=post.example; s=x; h=from:to:date:subject; b=AbCd\r\n"
)
_PASSES = results("dkim=pass header.d=post.example header.b=AbCd")


def signed(text: str, how: str = "text/plain; charset=utf-8", name: str = "first") -> bytes:
    """A mail of Ann's to the list, whose signature leaves open how its octets are to be read."""
    head = list_mail("Ann", "", message_id=f"<{name}@post.example>").partition(b"\r\n\r\n")[0]
    kept = [one for one in head.split(b"\r\n") if not one.lower().startswith(b"content-")]
    read = f"Content-Type: {how}\r\nContent-Transfer-Encoding: 8bit".encode()
    head = b"\r\n".join([*kept, read])
    return _PASSES + _SIGNED + head + b"\r\n\r\n" + text.replace("\n", "\r\n").encode()


READ_ANEW: dict[str, tuple[str, str]] = {
    "in another charset": ("I take no action \u2013 \n", "text/plain; charset=iso-8859-1"),
    "in an old charset": ("I take no action \u2013 \n", "text/plain; charset=cp437"),
    "as HTML": ("I take no action.\n\n> hm, what now?\n", "text/html; charset=utf-8"),
    "by another name alone": (TURN, "text/plain; charset=utf-8"),
}
"""The octets of one mail that was signed, and how somebody else has them read."""


def in_two_ways(octets: bytes, text: str, html: str) -> bytes:
    """The same mail with a text and an HTML that say different things."""
    head = octets.partition(b"\r\n\r\n")[0]
    kept = [one for one in head.split(b"\r\n") if not one.lower().startswith(b"content-")]
    parts = [
        *("Content-Type: multipart/alternative; boundary=x", "", "--x"),
        *("Content-Type: text/plain", "", text, "--x"),
        *("Content-Type: text/html", "", f"<p>{html}</p>", "--x--", ""),
    ]
    return b"\r\n".join([*kept, *(one.encode() for one in parts)])
