"""Rows <-> papers: what a column cannot hold as it is, and the papers that several parts read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from rednov_bot.core.models import MessageId, Posting, RawMail, UnderWay
from rednov_bot.core.store import forms
from rednov_bot.core.store.database import plain_text

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)

Row = Any
"""A row as SQLAlchemy gives it: its columns are attributes."""


def moment(at: datetime) -> int:
    """A moment as microseconds since 1970.  TypeError when it has no time zone."""
    return (at - _EPOCH) // _MICROSECOND


def at(moment: int) -> datetime:
    """The moment so many microseconds after 1970, in UTC."""
    return _EPOCH + timedelta(microseconds=moment)


def moment_or_none(at: datetime | None) -> int | None:
    """A moment as microseconds since 1970, where there is one."""
    return None if at is None else moment(at)


def at_or_none(moment: int | None) -> datetime | None:
    """The moment so many microseconds after 1970, where there is one."""
    return None if moment is None else at(moment)


def references_row(references: tuple[MessageId, ...]) -> str:
    """Message-IDs as JSON."""
    return forms.written(references) if references else "[]"


def raw_mail_row(mail: RawMail) -> dict[str, object]:
    """A mail as fetched, as a row."""
    return {
        "folder": plain_text(mail.folder),
        "uidvalidity": mail.uidvalidity,
        "uid": mail.uid,
        "arrived_at": moment(mail.arrived_at),
        "octets": mail.octets,
    }


def raw_mail(row: Row) -> RawMail:
    """A mail as fetched, from its row."""
    return RawMail(
        folder=row.folder,
        uidvalidity=row.uidvalidity,
        uid=row.uid,
        octets=row.octets,
        arrived_at=at(row.arrived_at),
    )


def posting(row: Row) -> Posting:
    """A sealed mail, from its row."""
    return Posting(
        message_id=MessageId(row.message_id), kind=row.kind, to=row.to, octets=row.octets
    )


def under_way(row: Row, number: int) -> UnderWay:
    """A sealed mail that is sent for the *number*-th time, from its row."""
    return UnderWay(
        message_id=MessageId(row.message_id),
        kind=row.kind,
        to=row.to,
        octets=row.octets,
        number=number,
    )
