"""What a mailing list tells of a mail that was sent to it: it is held for a moderator, or refused.

Mailman 2 and 3, Sympa and Discourse, and mail servers that refuse in a list's place (RFC 3464).
Anybody can write such a mail: nothing here is believed, and whether it fits a posting of the bot's
is for the workflow to see.  Its form decides where that tells; else its words do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rednov_bot.core.mail.addresses import addresses
from rednov_bot.core.mail.bounces import Piece, about, pieces_of
from rednov_bot.core.mail.headers import message_id
from rednov_bot.core.mail.message import Opened, is_own_id
from rednov_bot.core.mail.parts import kind_of
from rednov_bot.core.models import Fate, Grounds, MessageId, Notice, Report, Withheld
from rednov_bot.core.patterns import any_case, lazy_re

MOST_WORDS: Final = 8 * 1024
MOST_LINES: Final = 12
"""Lines of a notice that are quoted to people."""

_SERVICE: Final = lazy_re(
    r"-(?:bounces|owner|request|admin|confirm|editor|errors|join|leave)(?:[+-].*)?$"
)
_SERVANT: Final = lazy_re(
    r"(?:mailman|sympa|listserv|majordomo|listmaster|ezmlm|mailer-daemon|postmaster"
    r"|no-?reply|discourse|notifications?)(?:[+-].*)?$"
)
_CONFIRM: Final = any_case(r"confirm [0-9a-f]{16,}")
_ATTACHED: Final = ("message/rfc822", "message/global", "text/rfc822-headers")

_HELD: Final = any_case(
    r"moderat|moderad|modérat|moderaç|moderáto|модерат|await\w* approval|司会者|承認|審核|审核"
)
_REFUSED: Final = any_case(
    r"\breject|\brefuse|not (?:be )?(?:accepted|posted|delivered|distributed)|could not be sent"
    r"|impossible to distribute|email issue|abgelehnt|zurückgewiesen|\brejet|\brefus"
    r"|rechazad|rifiutat|geweigerd|afgewezen|avvisa|odrzuc|zamítnut|rejeitad|recusad|отклон|отказ"
    r"|拒否|拒绝|拒絕"
)
_GROUNDS: Final[tuple[tuple[Grounds, re.Pattern[str]], ...]] = (
    (
        "too large",
        lazy_re(
            r"too (?:big|large|long)|larger than|maximum size|size limit|exceeds .{0,40}\bsize"
            r"|größer als|zu groß|trop (?:gros|grand|volumineu)|demasiado grande|troppo grande"
            r"|te groot|\d ?(?:kB|KB|KiB|ko)\b",
        ),
    ),
    (
        "not a member",
        any_case(
            r"\bnon-?members?\b|not (?:from )?an? (?:\w+ )?(?:member|subscriber)|not subscribed"
            r"|not (?:been )?(?:recogni[sz]ed|registered)|not allowed to (?:post|send)"
            r"|kein(?:em)? Mitglied|pas (?:un )?(?:membre|abonné)|no es miembro|non è iscritto"
        ),
    ),
    ("no subject", any_case(r"no subject|kein(?:en)? Betreff|pas de sujet")),
)
_DIGEST: Final = re.compile(rb"^content-type:\s*multipart/digest", re.IGNORECASE | re.MULTILINE)
_TOO_LARGE: Final = ("5.2.3", "5.3.4")
_CODE_LINE: Final = any_case(r"\A(?:https?://|mailto:)\S*\Z")


def read(mail: Opened, report: Report | None = None) -> Notice | None:
    """What a mail of a list or a mail server says of a mail; None where it is about none of ours.

    *report* is what it says of deliveries (bounces.py).
    """
    pieces = pieces_of(mail.head, mail.below)
    failed = () if report is None else [one for one in report.fates if one.kind == "failed"]
    form: Withheld | None = "refused by the list" if failed else None
    if form is None and returns_ours(mail, pieces):
        asks = any(_CONFIRM.match(one.head.text("subject")) for one in pieces[1:])
        form = "held by the list" if asks else "refused by the list"
    forums = _recipients(mail, failed) if failed else _forums(mail)
    if not forums:
        return None
    words = "\n".join([mail.message.subject, *[one.text for one in pieces if one.text]])
    return Notice(
        forums=forums,
        about=about(mail, map(_id, _attached(pieces)), [one.text for one in pieces]),
        form=form,
        words=words[:MOST_WORDS],
        says=_says(pieces),
        is_reply=mail.head.get("auto-submitted").lower().startswith("auto-replied"),
        is_too_large=any(one.status in _TOO_LARGE for one in failed),
    )


def returns_ours(mail: Opened, pieces: Iterable[Piece] = ()) -> bool:
    """Whether a mail of the bot's comes back in a mail, by itself and in no digest."""
    if kind_of(mail.head) != "multipart/mixed" or _DIGEST.search(mail.below):
        return False
    found = _attached(pieces or pieces_of(mail.head, mail.below))
    mails = [one for one in found if not _CONFIRM.match(one.head.text("subject"))]
    return len(mails) == 1 and is_own_id(_id(mails[0]), mail.roster.bot)


def standing(notice: Notice, subject: str) -> tuple[Withheld, Grounds] | None:
    """What a list says has become of the mail with this *subject*, and why; None where nothing.

    The mail's own subject counts for nothing, whatever its words are.
    """
    own = r"[\s>]+".join(map(re.escape, subject.split()))  # however its lines are folded
    words = re.sub(own, " ", notice.words) if own else notice.words
    grounds: Grounds = "too large" if notice.is_too_large else "not said"
    if grounds == "not said":
        grounds = next((one for one, pattern in _GROUNDS if pattern.search(words)), grounds)
    if notice.form is not None:
        return notice.form, grounds
    if _REFUSED.search(words):
        return "refused by the list", grounds
    if _HELD.search(words):
        return "held by the list", grounds
    return ("refused by the list", grounds) if grounds == "too large" else None


def names(notice: Notice, subject: str) -> bool:
    """Whether a notice quotes this subject, however its lines are folded."""
    # without blanks, and the marks of quotes at the beginnings of folded lines
    wanted, words = (re.sub(r"[\s>]+", "", one) for one in (subject, notice.words))
    return bool(wanted) and wanted in words


def _recipients(mail: Opened, fates: Iterable[Fate]) -> tuple[str, ...]:
    """The keys of the forums for which a mail server has not taken something."""
    named = {one for fate in fates for one in fate.recipients}
    fora = mail.roster.fora_by_address
    return tuple(dict.fromkeys(key for one, key in fora.items() if one in named or not named))


def _forums(mail: Opened) -> tuple[str, ...]:
    """The keys of the forums from which a mail comes: its list's, or those of its list's server."""
    fora = mail.roster.fora_by_address
    if mail.forum.listed and mail.forum.key in fora.values():
        return (mail.forum.key or "",)
    senders = addresses(mail.head.all("from", "sender", "return-path"))
    # `agora-bounces@lists.example` serves the list, `mailman@lists.example` all of that host.
    parted = [one.rpartition("@") for one in senders]
    served = [(_SERVICE.sub("", local), host) for local, _, host in parted]
    lists = {f"{local}@{host}" for local, host in served}
    if own := tuple(dict.fromkeys(key for one, key in fora.items() if one in lists)):
        return own
    hosts = {host for local, host in served if _SERVANT.match(local)}
    return tuple(dict.fromkeys(key for one, key in fora.items() if one.rpartition("@")[2] in hosts))


def _attached(pieces: Iterable[Piece]) -> list[Piece]:
    return [one for one in pieces if one.kind in _ATTACHED]


def _id(piece: Piece) -> MessageId | None:
    return message_id(piece.head.get("message-id"))


def _says(pieces: Iterable[Piece]) -> tuple[str, ...]:
    """The first lines of what a notice says, for people."""
    text = next((one.text for one in pieces if one.text.strip()), "")
    lines = [" ".join(line.split()) for line in text[:MOST_WORDS].split("\n")]
    found = [line[:200] for line in lines if line and not _CODE_LINE.match(line)]
    return tuple(found[:MOST_LINES])
