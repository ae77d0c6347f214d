"""What mail servers report on deliveries: RFC 3464, and the words they used before and use still.

Nothing here raises, whatever the bytes are, and nothing is believed: anybody can write a report.
Whether it fits a mail that was sent is for the desk to see.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from rednov_bot.mail.addresses import addresses
from rednov_bot.mail.bounce_parts import Piece, pieces_of
from rednov_bot.mail.bounce_words import (
    copied_from,
    kind_said,
    said_plainly,
    said_to_be_lost,
    status_said,
)
from rednov_bot.mail.headers import Head, message_id, message_ids, split
from rednov_bot.mail.letter import Opened, is_own_id
from rednov_bot.mail.parts import parameters
from rednov_bot.mail.roster import folded
from rednov_bot.papers import BounceKind, Fate, MessageId, Report

MOST_FATES: Final = 20
MOST_IDS: Final = 20
MOST_WORDS: Final = 16 * 1024

_NO_DELIVERY: Final = ("disposition-notification", "feedback-report")
"""Reports that a mail was read (RFC 8098), or was complained of (RFC 5965)."""

_STATUS: Final = ("message/delivery-status", "message/global-delivery-status")
_RETURNED: Final = (
    "message/rfc822",
    "message/global",
    "text/rfc822-headers",
    "message/rfc822-headers",
    "message/global-headers",
)
_ACTIONS: Final[dict[str, BounceKind]] = {
    "failed": "failed",
    "delayed": "delayed",
    "delivered": "relayed",
    "relayed": "relayed",
    "expanded": "relayed",
}
_CLASSES: Final[dict[str, BounceKind]] = {"5": "failed", "4": "delayed", "2": "relayed"}
_CODE: Final = re.compile(r"\s*([245]\.\d{1,3}\.\d{1,3})(?![\d.])")
_ID_LINE: Final = re.compile(r"^[ >\t]{0,8}message-id:\s{0,80}(<[^<>\s]{1,900}>)", re.I | re.M)
_TO_LINE: Final = re.compile(r"^[ >\t]{0,8}to:[ \t]{0,80}(.{1,500})", re.I | re.M)
_ANY_ID: Final = re.compile(r"<rednov\.[!-;=?A-~]{1,200}@[!-;=?A-~]{1,300}>")
_ADDRESS: Final = re.compile(r"(?<![\w.+@-])[\w.+=/-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")


def read(mail: Opened) -> Report | None:
    """What a mail reports of deliveries; None where it reports on none."""
    if parameters(mail.head.get("content-type")).get("report-type", "").lower() in _NO_DELIVERY:
        return None
    pieces = pieces_of(mail.head, mail.below)
    texts = [piece.text for piece in pieces if piece.text]
    said, copies = _parted(texts)
    returned = [piece.head for piece in pieces if piece.kind in _RETURNED]
    fates = tuple(_fates(pieces, said))
    if not fates:
        fates = tuple(_fates_in_words(mail, said))
    if not fates:
        return None
    first = _returned_id(mail, returned, copies)
    return Report(
        fates=fates[:MOST_FATES],
        about=tuple(dict.fromkeys(_about(mail, first, texts)))[:MOST_IDS],
        returned=first,
        sent_to=_sent_to(returned, copies),
    )


def is_one(mail: Opened) -> bool:
    """Whether a stranger's mail reports a failed delivery by its subject alone."""
    return mail.letter.sender is None and said_to_be_lost(mail.letter.subject)


def of_machine(mail: Opened) -> Report | None:
    """What an automatic answer reports; some forwarders answer so, in the name of their owners.

    Only where it says so plainly: most are about somebody who is away.
    """
    report = read(mail)
    if report is None or report.fates[0].kind != "failed":
        return None
    texts = [piece.text for piece in pieces_of(mail.head, mail.below)]
    words = f"{mail.letter.subject}\n{_parted(texts)[0]}"
    return report if said_plainly(words) else None


def _parted(texts: Iterable[str]) -> tuple[str, str]:
    """What the server says itself, and the copy of the mail below it in older reports."""
    said, copies = [], []
    for text in texts:
        at = copied_from(text)
        said.append(text[:at])
        copies.append(text[at:])
    return "\n".join(said)[:MOST_WORDS], "\n".join(copies)[:MOST_WORDS]


# -- what became of it -----------------------------------------------------------------------


def _fates(pieces: Iterable[Piece], said: str) -> Iterator[Fate]:
    """RFC 3464, 2.3: what stands of each recipient in the parts for machines."""
    for piece in pieces:
        if piece.kind not in _STATUS:
            continue
        for block in re.split(rb"\n[ \t]*\n", piece.octets, maxsplit=MOST_FATES + 1):
            group = split(block.lstrip(b"\n"))[0]
            fate = _fate(group, said)
            if fate is not None:
                yield fate


def _fate(group: Head, said: str) -> Fate | None:
    named = ("original-recipient", "final-recipient", "x-actual-recipient")
    who = _recipients([value for name in named for value in group.all(name)])
    code = _CODE.match(group.get("status"))
    action = group.get("action").partition(";")[0].partition("(")[0].strip().lower()
    if not who and not action and code is None:
        return None
    kind = _ACTIONS.get(action) or _CLASSES.get(code[1][0] if code else "") or kind_said(said)
    return None if kind is None else Fate(kind=kind, status=code[1] if code else "", recipients=who)


def _recipients(values: Iterable[str]) -> tuple[str, ...]:
    """`rfc822; ann@post.example`: the addresses, without their kind."""
    plain = [re.sub(r"^\s*[\w-]{1,20}\s*;", "", value[:1000]) for value in values]
    found = addresses(plain) or tuple(one for it in plain for one in _ADDRESS.findall(it))
    return tuple(dict.fromkeys(folded(one) for one in found))


def _fates_in_words(mail: Opened, said: str) -> Iterator[Fate]:
    """What a report tells to people alone: its words, its recipients, its code."""
    words = f"{mail.letter.subject}\n{said}"
    kind = kind_said(words)
    if kind is None:
        return
    status = status_said(said)
    named = addresses(mail.head.all("x-failed-recipients")) or tuple(
        _ADDRESS.findall(_ANY_ID.sub(" ", said))
    )
    theirs = {*mail.letter.addresses, *mail.roster.bots}
    every = [one for one in dict.fromkeys(map(folded, named)) if one not in theirs]
    for one in every[:MOST_FATES]:
        yield Fate(kind=kind, status=status, recipients=(one,))
    if not every:
        yield Fate(kind=kind, status=status, recipients=())


# -- which mail it is about ------------------------------------------------------------------


def _about(mail: Opened, first: MessageId | None, texts: Iterable[str]) -> Iterator[MessageId]:
    """Every mail of the bot's that is named, the likeliest first."""
    if first is not None:
        yield first
    answered = message_ids(mail.head.get("in-reply-to"))
    threaded = reversed(message_ids(mail.head.get("references")))
    shown = [MessageId(one) for text in texts for one in _ANY_ID.findall(text)]
    for one in (*answered, *threaded, *shown):
        if is_own_id(one, mail.roster.bot):
            yield one


def _returned_id(mail: Opened, returned: Iterable[Head], copies: str) -> MessageId | None:
    """The Message-ID of the mail that came back, where it is the bot's."""
    named = [message_id(head.get("message-id")) for head in returned]
    named += [message_id(one) for one in _ID_LINE.findall(copies)[:MOST_IDS]]
    return next((one for one in named if one and is_own_id(one, mail.roster.bot)), None)


def _sent_to(returned: Iterable[Head], copies: str) -> tuple[str, ...]:
    """To whom the returned mail says that it went."""
    values = [value for head in returned for value in head.all("to")]
    return addresses((values or _TO_LINE.findall(copies))[:5])[:MOST_FATES]
