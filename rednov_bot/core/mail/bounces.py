"""What mail servers report on deliveries: RFC 3464, and the words they used before and use still.

Nothing here raises, whatever the bytes are, and nothing is believed: anybody can write a report.
Whether it fits a mail that was sent is for the workflow to see.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import unescape
from itertools import islice
from typing import Final

from rednov_bot.core.mail.addresses import addresses
from rednov_bot.core.mail.headers import Head, decoded, message_id, message_ids, split
from rednov_bot.core.mail.message import Opened, is_own_id
from rednov_bot.core.mail.parts import DEEPEST, kind_of, parameters, pieces, transferred
from rednov_bot.core.mail.roster import folded
from rednov_bot.core.models import BounceKind, Fate, MessageId, Report
from rednov_bot.core.patterns import any_case, lazy_re

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
_CODE: Final = lazy_re(r"\s*([245]\.\d{1,3}\.\d{1,3})(?![\d.])")
_KIND: Final = lazy_re(r"^\s*[\w-]{1,20}\s*;")
_ID_LINE: Final = lazy_re(r"^[ >\t]{0,8}message-id:\s{0,80}(<[^<>\s]{1,900}>)", re.I | re.M)
_TO_LINE: Final = lazy_re(r"^[ >\t]{0,8}to:[ \t]{0,80}(.{1,500})", re.I | re.M)
_ANY_ID: Final = lazy_re(r"<rednov\.[!-;=?A-~]{1,200}@[!-;=?A-~]{1,300}>")
_ADDRESS: Final = lazy_re(r"(?<![\w.+@-])[\w.+=/-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")


def read(mail: Opened) -> Report | None:
    """What a mail reports of deliveries; None where it reports on none."""
    if parameters(mail.head.get("content-type")).get("report-type", "").lower() in _NO_DELIVERY:
        return None
    found = pieces_of(mail.head, mail.below)
    texts = [piece.text for piece in found if piece.text]
    said, copies = _parted(texts)
    returned = [piece.head for piece in found if piece.kind in _RETURNED]
    fates = tuple(_fates(found, said))
    if not fates:
        fates = tuple(_fates_in_words(mail, said))
    if not fates:
        return None
    named = [message_id(head.get("message-id")) for head in returned]
    named += [message_id(one) for one in _ID_LINE.findall(copies)[:MOST_IDS]]
    first = next((one for one in named if is_own_id(one, mail.roster.bot)), None)
    went_to = [value for head in returned for value in head.all("to")] or _TO_LINE.findall(copies)
    return Report(
        fates=fates[:MOST_FATES],
        about=about(mail, (first,), texts)[:MOST_IDS],
        returned=first,
        sent_to=addresses(went_to[:5])[:MOST_FATES],
    )


def is_one(mail: Opened) -> bool:
    """Whether a stranger's mail reports a failed delivery by its subject alone."""
    return mail.message.sender is None and _LOST.match(mail.message.subject[:300]) is not None


def of_machine(mail: Opened) -> Report | None:
    """What an automatic answer reports; some forwarders answer so, in the name of their owners.

    Only where it says so plainly: most are about somebody who is away.
    """
    report = read(mail)
    if report is None or report.fates[0].kind != "failed":
        return None
    texts = [piece.text for piece in pieces_of(mail.head, mail.below)]
    words = f"{mail.message.subject}\n{_parted(texts)[0]}"
    return report if _PLAINLY.search(words) else None


def _parted(texts: Iterable[str]) -> tuple[str, str]:
    """What the server says itself, and the copy of the mail below it in older reports."""
    said, copies = [], []
    for text in texts:
        copy = _COPY.search(text)
        at = copy.start() if copy else len(text)
        said.append(text[:at])
        copies.append(text[at:])
    return "\n".join(said)[:MOST_WORDS], "\n".join(copies)[:MOST_WORDS]


# -- its parts -------------------------------------------------------------------------------

MOST_PIECES: Final = 40
MOST_PARTS: Final = 200  # looked into, with those that hold others
MOST_OCTETS: Final = 64 * 1024  # of one part; what tells of a delivery stands at its beginning
_TAGS: Final = lazy_re(r"<[a-zA-Z/!][^<>]{0,2000}>")
_BREAKS: Final = any_case(r"<(?:br|p|/p|/div|/tr|/li|/h\d)\b[^<>]{0,500}>")
_NONE: Final = Head({})


@dataclass(frozen=True, slots=True)
class Piece:
    """One part that is no multipart: words for people, facts for machines, the mail returned."""

    kind: str
    octets: bytes = field(repr=False)  # without its transfer encoding
    text: str = field(default="", repr=False)  # what people read
    head: Head = _NONE  # of the mail in it, where it holds one


def pieces_of(head: Head, below: bytes) -> tuple[Piece, ...]:
    """Every part, in its order; not those inside the returned mail."""
    return tuple(islice(_walk(head, below, 0, iter(range(MOST_PARTS))), MOST_PIECES))


def _walk(head: Head, octets: bytes, depth: int, left: Iterator[int]) -> Iterator[Piece]:
    """The pieces of a part; *left* counts the parts that may still be looked into."""
    kind, named = kind_of(head), parameters(head.get("content-type"))
    boundary = named.get("boundary", "").rstrip().encode("utf-8", "replace")
    is_multipart = kind.startswith("multipart/")
    if is_multipart and depth == DEEPEST:
        return
    if is_multipart and boundary:
        for inner, _ in zip(pieces(octets, boundary), left, strict=False):
            yield from _walk(*split(inner), depth + 1, left)
        return
    octets = transferred(head.get("content-transfer-encoding"), octets[:MOST_OCTETS], MOST_OCTETS)
    octets = octets.replace(b"\r\n", b"\n")
    if is_multipart or kind in ("text/plain", "text/html"):
        text = decoded(octets, named.get("charset", ""))
        if kind == "text/html":  # how it looks does not matter here
            text = unescape(_TAGS.sub(" ", _BREAKS.sub("\n", text))).replace("\xa0", " ")
        yield Piece(kind, octets, text)
    else:
        inner = octets.lstrip(b"\n")
        yield Piece(kind, inner, head=split(inner)[0])


# -- what became of it -----------------------------------------------------------------------


def _fates(found: Iterable[Piece], said: str) -> Iterator[Fate]:
    """RFC 3464, 2.3: what stands of each recipient in the parts for machines."""
    for piece in found:
        if piece.kind not in _STATUS:
            continue
        for block in re.split(rb"\n[ \t]*\n", piece.octets, maxsplit=MOST_FATES + 1):
            if (fate := _fate(split(block.lstrip(b"\n"))[0], said)) is not None:
                yield fate


def _fate(group: Head, said: str) -> Fate | None:
    named = ("original-recipient", "final-recipient", "x-actual-recipient")
    # `rfc822; ann@post.example`: the addresses, without their kind
    written = [_KIND.sub("", value[:1000]) for value in group.all(*named)]
    found = addresses(written) or [one for it in written for one in _ADDRESS.findall(it)]
    who = tuple(dict.fromkeys(map(folded, found)))
    code = _CODE.match(group.get("status"))
    action = group.get("action").partition(";")[0].partition("(")[0].strip().lower()
    if not who and not action and code is None:
        return None
    kind = _ACTIONS.get(action) or _CLASSES.get(code[1][0] if code else "") or kind_said(said)
    return None if kind is None else Fate(kind=kind, status=code[1] if code else "", recipients=who)


def _fates_in_words(mail: Opened, said: str) -> Iterator[Fate]:
    """What a report tells to people alone: its words, its recipients, its code."""
    words = f"{mail.message.subject}\n{said}"
    kind = kind_said(words)
    if kind is None:
        return
    code = _CODE_IN_WORDS.search(said)
    status = code[1] if code else ""
    named = addresses(mail.head.all("x-failed-recipients")) or tuple(
        _ADDRESS.findall(_ANY_ID.sub(" ", said))
    )
    theirs = {*mail.message.addresses, *mail.roster.bots}
    every = [one for one in dict.fromkeys(map(folded, named)) if one not in theirs]
    for one in every[:MOST_FATES]:
        yield Fate(kind=kind, status=status, recipients=(one,))
    if not every:
        yield Fate(kind=kind, status=status, recipients=())


# -- which mail it is about ------------------------------------------------------------------


def about(
    mail: Opened, returned: Iterable[MessageId | None], texts: Iterable[str]
) -> tuple[MessageId, ...]:
    """Every mail of the bot's that is named, the likeliest first: those that came *returned*."""
    answered = message_ids(mail.head.get("in-reply-to"))
    threaded = reversed(message_ids(mail.head.get("references")))
    shown = [MessageId(one) for text in texts for one in _ANY_ID.findall(text)]
    every = dict.fromkeys((*returned, *answered, *threaded, *shown))
    return tuple(one for one in every if is_own_id(one, mail.roster.bot) and one is not None)


_LOST: Final = any_case(
    r"^(?:\[[^\[\]]{1,40}\]\s*|(?:re|fwd?|aw)\s*:\s*)*(?:"
    r"undeliver(?:able|ed)\b.*|returned mail\b.*|mail delivery (?:failed|failure|problem)\b.*"
    r"|delivery (?:has )?fail(?:ed|ure)\b.*|delivery status notification ?\(fail.*"
    r"|failure notice\b.*|message (?:delivery failure|undeliverable|you sent blocked)\b.*"
    r"|mail could not be delivered\b.*|your (?:e-?mail|message) (?:to .{1,200} )?(?:could not"
    r"|couldn['’]t|was not|cannot) be(?:en)? delivered\b.*|nondeliverable mail\b.*"
    r"|mail system error\b.*"
    r"|unzustellbar\b.*|nicht zugestellt\b.*|non[ -]remis\w*\b.*|échec de (?:la )?remise\b.*"
    r"|no se puede entregar\b.*|impossibile recapitare\b.*|onbestelbaar\b.*)$"
)
"""Subjects of reports that a mail was not delivered."""

_LATE: Final = any_case(
    r"not yet been delivered|has not been delivered yet|delivery (?:is|has been|was) delayed"
    r"|delivery delay\b|still being (?:re)?tried|will (?:continue to try|keep trying|be retried"
    r"|try again|continue to be (?:re)?tried)|no action is required on your part"
    r"|this is a warning (?:message )?only"
    r"|warning: (?:could not send|message)|do not need to resend"
    r"|noch nicht zugestellt|wird weiter versucht"
)
_NEVER: Final = any_case(
    r"(?:could|can|was|were|has|have|is)(?: ?n[o'’]t| not|not) (?:be(?:en)? )?(?:\w+ )?deliver"
    r"|undeliver|not deliverable|delivery (?:to .{1,300} )?(?:has )?(?:finally )?fail"
    r"|failed permanently"
    r"|(?:unable|wasn['’]t able|was not able|not possible) to (?:be )?deliver|did not reach"
    r"|permanent(?:ly)? (?:fatal )?(?:error|fail)|returned to (?:the )?sender"
    r"|address(?:\(es\)|es)? fail"
    r"|address not found|no such (?:user|recipient|mailbox|address)|user (?:is )?unknown"
    r"|unknown (?:user|recipient|address)|mailbox (?:is )?(?:unavailable|full|disabled|not found)"
    r"|(?:quota|storage) exceeded|over quota|recipient (?:address )?(?:was )?rejected"
    r"|(?:address|mailbox|account|user|recipient|domain) (?:.{1,200} )?does ?n[o'’]t exist"
    r"|(?:address|mailbox|account|user|recipient|domain) (?:.{1,200} )?does not exist"
    r"|could not be found|gave up|giving up|not listed in|message (?:was )?(?:blocked|rejected)"
    r"|nicht zugestellt|unzustellbar|konnte nicht"
    r"|n['’]a pas (?:pu|été) (?:être )?(?:remis|distribu)"
    r"|no se (?:ha podido|pudo) entregar"
)
_PLAINLY: Final = any_case(
    r"delivery (?:to .{1,200} )?(?:has )?failed|(?:could|can)(?:n['’]t| ?not) be delivered"
    r"|(?:was|were) not delivered|address not found"
)
"""What a machine says of a delivery that may as well tell that its owner is away."""
_HANDED_ON: Final = any_case(
    r"(?:was|has been|were) (?:successfully )?(?:delivered|relayed|forwarded) to"
    r"|successfully delivered|delivery to these recipients.{0,80}(?:is|was) complete"
)
_CODE_IN_WORDS: Final = lazy_re(r"(?<![\d.])#?([245]\.\d{1,3}\.\d{1,3})(?![\d.])")
_COPY: Final = lazy_re(
    r"^(?:-{1,8} ?(?:this is a copy|below this line|original message|returned message"
    r"|message header|the header|unsent message|begin returned|\s?original(?:nachricht)?\b)"
    r"|\s{0,8}(?:return-path|received|dkim-signature|x-received):\s"
    r"|(?:the )?(?:headers of the|original) message (?:headers|follows|text)).*$",
    re.IGNORECASE | re.MULTILINE,
)
"""The line below which an older report shows the mail itself."""


def kind_said(words: str) -> BounceKind | None:
    """What is said to have become of the mail; None where nothing is said of it.

    Servers that go on trying say what failed so far as well: so that is looked for first.
    """
    if _LATE.search(words):
        return "delayed"
    if _NEVER.search(words):
        return "failed"
    return "relayed" if _HANDED_ON.search(words) else None
