"""Mails under what our own mail server found of them, and a host who has the bot believe it."""

from __future__ import annotations

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


def direct(said: str, text: str = TURN, author: str = "Ann", **how: str) -> bytes:
    """A mail to the bot alone, and what our own server found."""
    return results(said) + private_mail(author, text, **how)


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
