"""Mails as people of a scene write them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Any

from tests.builders import BOT, BUSINESS, DISCUSSION, address_of

LISTS = {"the list": BUSINESS, "discussion": DISCUSSION}
KNOWN = "from address to subject answers code text html date zone auto results"


@dataclass(frozen=True, kw_only=True)
class Envelope:
    """Who writes to whom, about what."""

    who: str
    number: int  # of the mail in its scene
    to: str = BOT
    address: str = ""  # where it is not their usual one
    subject: str = "Red November"
    answers: str = ""  # a Message-ID
    more: dict[str, str] = field(default_factory=dict)  # further headers


def message(envelope: Envelope, text: str, at: datetime, html: str = "") -> bytes:
    """The mail as the bot finds it in its mailbox; lists have passed it on."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = f"{envelope.who} <{envelope.address or address_of(envelope.who)}>"
    mail["To"] = envelope.to
    listed = envelope.to in LISTS.values()
    mail["Subject"] = f"BUS: {envelope.subject}" if envelope.to == BUSINESS else envelope.subject
    mail["Date"] = format_datetime(at)
    mail["Message-ID"] = f"<{envelope.number}.scene@post.example>"
    if envelope.answers:
        mail["In-Reply-To"] = mail["References"] = envelope.answers
    if listed:
        mail["List-Id"] = f"<{envelope.to.replace('@', '.')}>"
        mail["Precedence"] = "list"
        mail["Sender"] = envelope.to.replace("@", "-bounces@")
    for header, value in envelope.more.items():
        mail[header] = value
    if html:
        mail.set_content(html, subtype="html")
    else:
        mail.set_content(text.rstrip("\n") + "\n")
    return mail.as_bytes()


def come_back(octets: bytes) -> bytes:
    """What the bot posted to the list, as the list sends it round."""
    heads = (
        b"List-Id: <" + BUSINESS.replace("@", ".").encode() + b">\r\nPrecedence: list\r\n"
        b"Sender: " + BUSINESS.replace("@", "-bounces@").encode() + b"\r\n"
    )
    return heads + octets


def quoted(words: str) -> str:
    """The words as a mail program quotes them."""
    return re.sub(r"^", "> ", words, flags=re.MULTILINE)


def filled(text: Any, names: dict[str, str]) -> str:
    """The text with {NAMES} of remembered codes in their places."""
    told = str(text)
    for name, code in names.items():
        told = told.replace("{" + name + "}", code)
    return told
