"""The lines of a FETCH answer, read quickly where they look as they nearly always do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from typing import NamedTuple, TypeAlias

from imapclient.response_parser import parse_fetch_response

Line: TypeAlias = "bytes | tuple[bytes, bytes] | None"
"""As imaplib gives them: a pair where a literal follows, then the rest of the line."""

_UID = re.compile(rb"\bUID (\d+)")
_STAMP = re.compile(
    rb'\bINTERNALDATE "([ \d]\d)-([A-Za-z]{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)"'
)
_BODY = b"BODY[] {"
_END = re.compile(
    rb"(?: (?:UID|FLAGS|MODSEQ|INTERNALDATE|SAVEDATE|RFC822\.SIZE|EMAILID|THREADID|X-[A-Z0-9-]+)"
    rb' (?:\([^()]*\)|"[^"]*"|[^ ()"]+))*\)'
)
"""How a mail's line ends behind its literal: with anything else there, the length was wrong."""
_MONTHS = {
    name.encode(): number
    for number, name in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
        start=1,
    )
}


class Fetched(NamedTuple):
    """A mail as the mailbox holds it."""

    octets: bytes
    arrived_at: datetime  # INTERNALDATE, UTC


def read_fetched(lines: Sequence[Line]) -> dict[int, Fetched]:
    """The mails of an answer by their UIDs; what else the server mentions is passed over.

    A mail's line is expected to hold one literal, the body.  An answer with anything else in it
    goes to imapclient's parser, which knows every form and is several times slower.
    """
    found: dict[int, Fetched] = {}
    for position, line in enumerate(lines):
        if isinstance(line, tuple):
            before, octets = line
            after = lines[position + 1] if position + 1 < len(lines) else None
            facts = before + after if isinstance(after, bytes) else before
            uid, stamp = _UID.search(facts), _STAMP.search(facts)
            if uid is None or stamp is None or _BODY not in before or after is None:
                return _read_slowly(lines)
            if isinstance(after, bytes) and not _END.fullmatch(after):
                raise ValueError("a literal of another length")
            found[int(uid[1])] = Fetched(octets, _moment(stamp))
        elif line is not None and b"BODY[]" in line:
            return _read_slowly(lines)  # a short body may come in quotes
    return found


def _read_slowly(lines: Sequence[Line]) -> dict[int, Fetched]:
    found: dict[int, Fetched] = {}
    for uid, facts in parse_fetch_response(list(lines), normalise_times=False).items():
        octets, stamp = facts.get(b"BODY[]"), facts.get(b"INTERNALDATE")
        if isinstance(octets, bytes):  # Dovecot says NIL for a mail that has just vanished
            # A server without a readable stamp must not hold up the mail.
            at = stamp if isinstance(stamp, datetime) else datetime.now(UTC)
            found[uid] = Fetched(octets, at.astimezone(UTC))
    return found


def _moment(stamp: re.Match[bytes]) -> datetime:
    day, month, year, hour, minute, second, sign, hours, minutes = stamp.groups()
    east = timedelta(hours=int(hours), minutes=int(minutes))
    zone = UTC if not east else timezone(-east if sign == b"-" else east)
    local = datetime(
        int(year),
        _MONTHS[month.lower()],
        int(day),
        int(hour),
        int(minute),
        int(second),
        tzinfo=zone,
    )
    return local.astimezone(UTC)
