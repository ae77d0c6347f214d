"""A stored mail as the message it was, and what earlier mails of its forum show (§9)."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from rednov_bot.core.errors import CannotRule, stops_all
from rednov_bot.core.invocation import program
from rednov_bot.core.mail.message import Places, is_own_id, open_letter
from rednov_bot.core.mail.own_words import (
    MOST_REPEATED,
    added_by_list,
    flat,
    is_compared,
    said_elsewhere,
)
from rednov_bot.core.mail.roster import Roster
from rednov_bot.core.models import Message, PaperId
from rednov_bot.core.store.unit_of_work import Database, UnitOfWork
from rednov_bot.core.workflow import listening, moments
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.screening import digest
from rednov_bot.games.base import Player

MOST_MAILS: Final = 200
"""Earlier mails with which one is compared, of those that a list has passed on."""
MOST_OCTETS: Final = 64 * 1024
"""Of an earlier mail; no announcement is as long."""

A_FEW: Final = 20
"""Of them, those in which a footer is looked for that the list adds to every mail."""


class _Said(NamedTuple):
    """An earlier mail: who wrote it, on which forum, their own lines, and these words flat."""

    roster: Roster  # by which it was read; no other has its id while this is kept
    who: str | None  # the name of a person on the roster
    author: str  # name or address, "" of a mail that no list has passed on
    forum: str | None
    lines: tuple[str, ...]
    words: str


_KNOWN: Final[WeakKeyDictionary[Database, OrderedDict[tuple[int, PaperId], _Said]]] = (
    WeakKeyDictionary()
)
"""The last mails of a database, by roster and number: a running service reads each once."""


def without(desk: Desk, records: UnitOfWork, mail: PaperId, message: Message) -> Message:
    """The message without words that somebody else's earlier stored mail has, or every mail.

    Only a list's mail is compared, and with all of them only where it is long enough, or where
    something in it looks like the end of its sender's own words.
    """
    places = message.places
    if message.forum in (None, "private") or message.sender is None or message.doubt:
        return message
    if not isinstance(places, Places):
        return message
    own, is_long = places.own, is_compared(places.own)
    before = records.mails_before(mail, MOST_MAILS if is_long else A_FEW, MOST_OCTETS)
    said = [_said(desk, records, one) for one in before]
    here = [one for one in said[:A_FEW] if one.forum == message.forum and one.author]
    here = here[:MOST_REPEATED]
    rows = added_by_list(own, [one.lines for one in here], len({one.author for one in here}))
    repeated = "\n".join([own.said[row] for row in sorted(rows)])
    if rows and listening.read(desk, replace(message, text=repeated)).verdict == "acts":
        aside = f"{message.aside}\n{repeated}".strip()  # gnomes may end alike, by what they do
        message = replace(message, aside=aside)
    if is_long:
        others = (one.words for one in said if one.author and one.who not in (None, message.sender))
        rows |= said_elsewhere(own, "\n".join(others))
    left = places.without(rows) if rows else places
    if not rows or not left.own.live:
        return message
    return replace(message, text="\n".join(left.own.said), uncut=message.text, places=left)


def keep_in_mind(desk: Desk, mail: PaperId, message: Message) -> None:
    """A stored mail was read as this message: later ones need not read it again."""
    author, text = "", ""
    if message.forum not in (None, "private") and len(message.text) <= MOST_OCTETS:
        author, text = message.sender or next(iter(message.addresses), ""), message.text
    lines = tuple([line.strip() for line in text.split("\n")])
    said = _Said(desk.roster, message.sender, author, message.forum, lines, flat(text))
    known = _KNOWN.setdefault(desk.db, OrderedDict())
    known[id(desk.roster), mail] = said
    if len(known) > 2 * MOST_MAILS:
        known.popitem(last=False)


def _said(desk: Desk, records: UnitOfWork, mail: PaperId) -> _Said:
    known, key = _KNOWN.setdefault(desk.db, OrderedDict()), (id(desk.roster), mail)
    if key not in known:
        raw = records.raw_mail(mail)
        assert raw is not None
        keep_in_mind(desk, mail, open_letter(raw.octets, desk.roster).message)
    return known[key]


def identity(message: Message) -> str:
    """What makes two mails the same one: where they were heard, and the Message-ID.

    A private copy is not the copy that the list passed on, and only one of them may count (§9).
    """
    where = "public" if message.public else message.forum or "nowhere"
    words = message.text if message.uncut is None else message.uncut
    as_written = replace(message, said_at=message.stamps.date, text=words)  # before the desk saw it
    name = f"{where} {message.message_id or digest(as_written)}"
    return hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()


def message_of(desk: Desk, records: UnitOfWork, mail: PaperId) -> tuple[Message, datetime]:
    """The message, at the first credible moment, and when the bot's mailbox got it.

    Raises CannotRule where there is no such mail, or where its words were forgotten.
    """
    raw = records.raw_mail(mail)
    if raw is None:
        raise CannotRule(f"there is no mail {mail} on file")
    if not raw.octets:
        raise CannotRule(f"the words of mail {mail} were forgotten (`{program()} forget`)")
    message = open_letter(raw.octets, desk.roster).message
    message = moments.stamped(message, raw.arrived_at, desk.now())
    message = without(desk, records, mail, message)
    return message, min(raw.arrived_at, desk.now())


def message_if_any(desk: Desk, records: UnitOfWork, mail: PaperId) -> Message | None:
    """The same message; None where it is not on file, or its words were forgotten."""
    try:
        return message_of(desk, records, mail)[0]
    except CannotRule:
        return None


def message_if_sound(desk: Desk, records: UnitOfWork, mail: PaperId) -> Message | None:
    """The same; None also where the program fails on it."""
    try:
        return message_if_any(desk, records, mail)
    except Exception as fault:
        if stops_all(fault):
            raise
        return None


def announcement(
    desk: Desk, records: UnitOfWork, mail: PaperId, name: Player | None = None
) -> tuple[Message, datetime]:
    """The same, of a mail that can count as an announcement: somebody's, in a public forum (§9).

    *name* is who wrote it, where the contestmaster says so.  Raises CannotRule.
    """
    message, heard_at = message_of(desk, records, mail)
    if name is not None and name not in desk.settings.people:
        raise CannotRule(f"[people] knows nobody called {name}")
    if is_own_id(message.message_id, desk.settings.bot.address):
        raise CannotRule(f"mail {mail} is the bot's own, come back; name the one that you mean")
    if message.sender is None:
        message = without(desk, records, mail, replace(message, sender=name))
    if name is not None:
        message = replace(message, sender=name)
    if message.sender is None:
        raise CannotRule(f"nobody can be shown to have sent mail {mail}; say who wrote it")
    if not message.public:
        raise CannotRule(f"mail {mail} reached no public forum, and nothing in it counts (§9)")
    return message, heard_at


# -- which may be forgotten -----------------------------------------------------------------------


def forgotten_until(records: UnitOfWork, before: datetime) -> datetime:
    """*before*, or when the earliest game that is not over was begun, whichever was earlier."""
    going_on = [
        records.chapters(one.id)[0].at
        for one in records.games()
        if records.gamestate(one.id) is not None and not records.is_over(one.id)
    ]
    return min([before, *going_on])


def to_be_forgotten(
    desk: Desk, records: UnitOfWork, mails: Iterable[PaperId]
) -> tuple[PaperId, ...]:
    """Those of the mails that no list has passed on, and that are not forgotten.

    The words of an announcement are kept for ever, for the luck of its turn hangs on them (A95),
    and a game can be played again; so is everything public.
    """
    found = ((mail, records.raw_mail(mail)) for mail in mails)  # one in memory at a time
    return tuple(
        mail
        for mail, raw in found
        if raw is not None and raw.octets
        if open_letter(raw.octets, desk.roster).message.forum not in desk.settings.forums
    )
