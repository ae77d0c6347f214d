"""A mail understood as far as mail goes.  Bytes -> Opened: the letter, and facts to screen it by.

Who wrote it, where, and eir own text.  Nothing here raises, whatever the bytes are.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rednov_bot.core.mail import body, origin
from rednov_bot.core.mail.headers import Head, message_id, message_ids, split
from rednov_bot.core.mail.origin import Author, Forum
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.mail.stamps import hops, listed, stamp
from rednov_bot.papers import Letter, MessageId, Stamps

MOST_REFERENCES = 100
MOST_OCTETS = 16 * 1024 * 1024
LONGEST_SUBJECT = 2_000  # characters; many a pattern looks through it


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A mail laid open: its letter, and what only the screening wants to know."""

    letter: Letter
    head: Head
    below: bytes = field(repr=False)  # everything behind the head, with LF line ends
    roster: Roster
    author: Author
    forum: Forum
    fault: str  # why some of the text may be missing, "" where nothing is


def open_letter(octets: bytes, roster: Roster) -> Opened:
    """Any bytes become a letter; what is not there is None."""
    octets = octets[:MOST_OCTETS].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if octets.startswith((b"From ", b">From ")):
        octets = octets.partition(b"\n")[2]  # a mailbox file's separator
    head, below = split(octets)
    author = origin.author(head, roster)
    forum = origin.forum(head, roster)
    stamps = _stamps(head, forum)
    seen = body.read(head, below, origin.known_as(author, roster))
    letter = Letter(
        message_id=message_id(head.get("message-id")),
        in_reply_to=next(iter(message_ids(head.get("in-reply-to"))), None),
        references=message_ids(head.get("references"))[-MOST_REFERENCES:],
        subject=head.text("subject")[:LONGEST_SUBJECT],
        sender=author.name,
        addresses=author.addresses,
        forum=forum.key,
        public=forum.key in roster.public,
        text=seen.text,
        said_at=stamps.date,
        listed_at=stamps.listed or next((hop.at for hop in stamps.hops), None),
        stamps=stamps,
        wants_no_answer=_wants_no_answer(head, forum),
        also_public=forum.key not in roster.public and origin.names_public(head, roster),
        check=forum.check,
        doubt=seen.doubt,
        other=seen.other,
        places=seen.places,
        called=next(iter(author.called), ""),
        dressed=author.dressed,
    )
    return Opened(
        letter=letter,
        head=head,
        below=below,
        roster=roster,
        author=author,
        forum=forum,
        fault=seen.fault,
    )


def _stamps(head: Head, forum: Forum) -> Stamps:
    """What the headers say of the mail's way; the mailbox's own stamp is not among them."""
    passed = hops(head.all("received"))
    return Stamps(date=stamp(head.get("date")), listed=listed(passed, forum.domain), hops=passed)


def is_own_id(message_id: MessageId | None, bot: str) -> bool:
    """Whether a Message-ID is one of those that the bot at this address gives its own mails."""
    return (
        message_id is not None
        and message_id.startswith("<rednov.")
        and message_id.endswith("@" + bot.rpartition("@")[2] + ">")
    )


def _wants_no_answer(head: Head, forum: Forum) -> bool:
    """A bulk mail, or one that asks for silence: no machine answers it."""
    suppress = head.get("x-auto-response-suppress").lower()
    return (
        forum.listed
        or "list-unsubscribe" in head.fields
        or head.get("precedence").lower() in ("bulk", "list", "junk")
        or any(word in suppress for word in ("all", "oof", "autoreply"))
    )
