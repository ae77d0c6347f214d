"""A sealed mail of the bot's is read again: what it said, to be said once more to another."""

from __future__ import annotations

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import NamedTuple

from rednov_bot.core.mail.headers import message_ids, split
from rednov_bot.papers import MessageId, Page, Picture, Posting


class Said(NamedTuple):
    """What a mail of the bot's says."""

    subject: str
    body: str | None  # with LF; None of one that only its reader can open
    answers: str  # the Message-ID of the mail that it answers, "" where it answers none
    picture: Picture | None  # that went with it


def unsealed(posting: Posting) -> Said:
    """Subject, body and picture of the page that was sealed, as they were."""
    mail = message_from_bytes(posting.octets, policy=default)
    assert isinstance(mail, EmailMessage)
    body: str | None = None
    png, html = b"", ""
    if mail.get_content_type() != "multipart/encrypted":
        for part in mail.walk():
            match part.get_content_type():
                case "text/plain" if body is None:
                    body = str(part.get_content()).replace("\r\n", "\n")
                case "text/html":
                    html = str(part.get_content()).replace("\r\n", "\n").removesuffix("\n")
                case "image/png":
                    png = bytes(part.get_content())
    picture = Picture(png=png, html=html) if html else None
    return Said(str(mail["Subject"]), body, str(mail["In-Reply-To"] or "").strip(), picture)


def headed(posting: Posting) -> tuple[str, str]:
    """Its subject, and the Message-ID of the mail that it answers, "" where it answers none.

    The body, which costs most, is left alone.
    """
    head, _ = split(posting.octets.partition(b"\r\n\r\n")[0].replace(b"\r\n", b"\n"))
    return head.text("subject"), head.get("in-reply-to")


def readdressed(posting: Posting, to: str, name: str) -> Page:
    """The page of a mail that was sealed for one list, for another list.  Of nothing else."""
    assert posting.kind == "public"
    said = unsealed(posting)
    head, _ = split(posting.octets.replace(b"\r\n", b"\n"))
    return Page(
        kind="public",
        to=to,
        to_name=name,
        subject=said.subject,
        body=said.body or "",
        in_reply_to=MessageId(said.answers) if said.answers else None,
        references=message_ids(head.get("references")),
        picture=said.picture,
    )
