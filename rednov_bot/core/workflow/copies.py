"""Copies of one mail count once; what may be another one is kept for a human, never guessed (§9).

Lists re-encode, add footers and tags, and pass one mail on twice; mail programs leave out the
Message-ID, or use the same one again.  A copy has the same author, says the same and has the same
Date.  What bears the Message-ID of a mail that was read, and is no copy, is kept.

A mail that is not shown to be its author's, and had no effect, stands for no other words that are:
whoever forged it could silence its author.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, partial
from itertools import islice
from typing import Final, Literal

from rednov_bot.core.mail.dkim import signed_text
from rednov_bot.core.models import Message, PaperId
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import listening, mails_on_file
from rednov_bot.core.workflow.commands.asking import absence, claims
from rednov_bot.core.workflow.desk import Desk

_WORD: Final = re.compile(r"[a-z0-9]+")
_CLOCKS: Final = timedelta(minutes=2)
"""By which the Dates of two copies may differ: some gateways write it anew, without seconds."""

_MOST: Final = 20
"""Earlier mails that one is compared with; nobody sends as many of one Date."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """What a mail is beside an earlier one: a copy, passed over, or a question, kept."""

    disposition: Literal["ignore", "hold"]
    reason: str


def look(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, identity: str
) -> Repeated | None:
    """What a mail is beside those that were read or kept before; None of a new one."""
    for other in _others(records, mail, _octets(records, mail)):
        return Repeated("ignore", f"fetched before as mail {other}")
    kept = {one.mail for one in records.held()}
    for other in _others(records, mail, _as_kept(message, identity)) if kept else ():
        if other in kept:
            return Repeated("ignore", f"a copy of mail {other}, which is kept")
    earlier = records.same_before(None, identity)
    if earlier is not None and not _is_outranked(desk, records, earlier, message):
        return beside(desk, records, message, earlier)
    for other in _others(records, mail, _as_said(message)):
        before = mails_on_file.message_if_any(desk, records, other)
        if before is None or _is_outranked(desk, records, other, message):
            continue
        unnamed = None in (message.message_id, before.message_id)
        if message.authentication is not None or unnamed or message.forum != before.forum:
            return Repeated("ignore", f"read already as mail {other}")
    # What says how signed octets are read need not be signed.  Which of two readings their author
    # meant nobody can know; but what has taken effect was said once.
    for other in _others(records, mail, _as_signed(records, mail, message)):
        if records.took_effect(other):
            return Repeated("ignore", f"the octets of mail {other}, which took effect")
        if not _is_outranked(desk, records, other, message):
            why = f"It has the octets and the Date of mail {other}, to be read in another way."
            return Repeated("hold", why)
    return None


def note_read(records: UnitOfWork, mail: PaperId, message: Message) -> None:
    """A mail was read: copies of it are known from now on, whatever Message-ID they bear."""
    for one in (_as_said(message), _as_signed(records, mail, message)):
        if one is not None:
            records.note_likeness(mail, one)


def note_kept(records: UnitOfWork, mail: PaperId, message: Message, identity: str) -> None:
    """A mail is kept: copies of it that are shown no better are known while it is."""
    for one in (_octets(records, mail), _as_kept(message, identity)):
        if one is not None:
            records.note_likeness(mail, one)


def _others(records: UnitOfWork, mail: PaperId, mark: str | None) -> Iterator[PaperId]:
    found = () if mark is None else records.alike(mark)
    return islice((one for one in found if one != mail), _MOST)


def _is_outranked(desk: Desk, records: UnitOfWork, earlier: PaperId, message: Message) -> bool:
    """Whether a mail is shown to be its author's, says something else than an earlier one, and
    that was not shown to be theirs and had no effect."""
    shown, was = message.authentication, records.authentication(earlier)
    if shown is None or shown.outcome != "pass" or was is None or was.outcome == "pass":
        return False
    before = mails_on_file.message_if_any(desk, records, earlier)
    if before is None or records.took_effect(earlier):
        return False
    return before.doubt != message.doubt or _words(before.text) != _words(message.text)


def _octets(records: UnitOfWork, mail: PaperId) -> str | None:
    """By what a mail is known when the mailbox is numbered anew."""
    raw = records.raw_mail(mail)
    if raw is None or not raw.octets:
        return None
    return _mark("octets", hashlib.sha256(raw.octets).hexdigest())


def _as_said(message: Message) -> str | None:
    """By what a copy is known whose Message-ID was lost on its way, or given by a list.

    None of what has no Date; and of what no public forum has passed on, where nothing is checked.
    """
    date = message.stamps.date
    if date is None or message.sender is None or not message.text.strip():
        return None
    if not message.public and message.authentication is None:
        return None
    return _mark("said", *_place(message), message.sender, date.isoformat(), *_words(message.text))


def _as_signed(records: UnitOfWork, mail: PaperId, message: Message) -> str | None:
    """By what a mail is known whose octets may be signed; None where nothing is checked."""
    date, raw = message.stamps.date, records.raw_mail(mail)
    if message.authentication is None or raw is None or date is None or message.sender is None:
        return None
    text = hashlib.sha256(signed_text(raw.octets)).hexdigest()
    return _mark("signed", *_place(message), message.sender, date.isoformat(), text)


def _as_kept(message: Message, identity: str) -> str:
    """By what a copy of a kept mail is known that is shown to be its author's no better."""
    shown = "" if message.authentication is None else message.authentication.outcome
    return _mark(
        "kept", shown, identity, message.sender or "", *_place(message), *_words(message.text)
    )


def _place(message: Message) -> tuple[str, str]:
    """Where a mail was said; to the bot alone its subject may name a draft."""
    where = "public" if message.public else message.forum or "nowhere"
    return where, message.subject if message.forum == "private" else ""


def _mark(*facts: str) -> str:
    return hashlib.sha256("\0".join(facts).encode("utf-8", "replace")).hexdigest()


def beside(desk: Desk, records: UnitOfWork, message: Message, earlier: PaperId) -> Repeated:
    """What a mail is beside the one that was read under its name."""
    before = mails_on_file.message_if_any(desk, records, earlier)
    why = "" if before is None else _difference(desk, message, before)
    counts_nowhere = message.forum != "private" and not message.public
    if not why or counts_nowhere:
        return Repeated("ignore", f"read already as mail {earlier}")
    if message.message_id is None:
        return Repeated("hold", f"It has no Message-ID, and mail {earlier} may be the same: {why}")
    return Repeated("hold", f"It bears the Message-ID of mail {earlier}, but {why}")


def _difference(desk: Desk, message: Message, before: Message) -> str:
    if message.sender != before.sender:
        return "somebody else wrote it."
    if message.message_id is None and message.stamps.date is None:
        same_way = message.stamps.hops == before.stamps.hops  # fetched twice
        if same_way or not _says_something(desk, message):
            return ""
        return "it says the same, and neither has a Date."
    if not _says_the_same(desk, message, before):
        return "it says something else."
    dates = message.stamps.date, before.stamps.date
    if dates[0] is None or dates[1] is None or abs(dates[0] - dates[1]) <= _CLOCKS:
        return ""
    return "it has another Date." if _says_something(desk, message) else ""


def _says_the_same(desk: Desk, message: Message, before: Message) -> bool:
    """The same words; or the one has more below or above, such as a footer, and means no other."""
    words, others = _words(message.text), _words(before.text)
    if words == others:
        return True
    long, short = sorted((f" {' '.join(one)} " for one in (words, others)), key=len, reverse=True)
    if not short.strip() or short not in long or _besides(desk, message) != _besides(desk, before):
        return False
    one, other = listening.read(desk, message), listening.read(desk, before)
    return (one.verdict, one.acts) == (other.verdict, other.acts) and one.verdict != "ambiguous"


def _besides(desk: Desk, message: Message) -> tuple[str, ...]:
    away = None if message.said_at is None else absence(message.text, message.said_at, desk.words)
    claimed = (*claims(message, desk.words), "" if away is None else away.words)
    return tuple(" ".join(_words(one)) for one in claimed)


def _says_something(desk: Desk, message: Message) -> bool:
    """Whether it would matter if it were another mail: one to the bot alone always might."""
    return message.forum == "private" or listening.read(desk, message).verdict != "none"


def _words(text: str) -> list[str]:
    """The words, however they are laid out and encoded."""
    return _WORD.findall(unicodedata.normalize("NFKC", torn_down(text)).casefold())


HIGHEST: Final = 100
"""Marks on one character that are left as they are; nobody writes as many."""


def torn_down(text: str) -> str:
    """The text without higher towers of marks: to order one takes the square of its height."""
    return text if text.isascii() else _towers().sub("", text)


@cache
def _towers() -> re.Pattern[str]:
    signs, parts = list(map(chr, range(0x300, 0x1F000))), partial(unicodedata.normalize, "NFKD")
    marks = [sign for sign in signs if unicodedata.combining(parts(sign)[0])]
    return re.compile(f"[{''.join(marks)}]{{{HIGHEST},}}")
