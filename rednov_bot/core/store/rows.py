"""Rows <-> values: what a column cannot hold as it is, and what several parts read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeVar

from rednov_bot.core.models import Posting, RawMail, UnderWay
from rednov_bot.core.store.database import plain_text

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)

Made = TypeVar("Made")

Row = Any
"""A row as SQLAlchemy gives it: its columns are attributes."""


def moment(at: datetime) -> int:
    """A moment as microseconds since 1970.  TypeError when it has no time zone."""
    return (at - _EPOCH) // _MICROSECOND


def with_moments(row: Sequence[Any], places: tuple[int, ...]) -> list[Any]:
    """A row whose columns in these places are moments, where they are not empty."""
    found = list(row)
    for place in places:
        if found[place] is not None:
            found[place] = at(found[place])
    return found


def at(moment: int) -> datetime:
    """The moment so many microseconds after 1970, in UTC."""
    return _EPOCH + timedelta(microseconds=moment)


def at_or_none(moment: int | None) -> datetime | None:
    """The moment so many microseconds after 1970, where there is one."""
    return None if moment is None else at(moment)


def bound(values: Mapping[str, object]) -> dict[str, object]:
    """Values as columns hold them: moments and truths as numbers, texts without NULs and the like.

    TypeError where a moment has no time zone.
    """
    return {name: _column(value) for name, value in values.items()}


def _column(value: object) -> object:
    if isinstance(value, str):
        return plain_text(value)
    if isinstance(value, datetime):
        return moment(value)
    return int(value) if isinstance(value, bool) else value


def made(kind: Callable[..., Made], row: Row, /, **others: Any) -> Made:
    """Of this dataclass: its fields are the row's columns of the same names, but for *others*."""
    names = getattr(kind, "__dataclass_fields__")  # noqa: B009
    return kind(**{name: getattr(row, name) for name in names if name not in others}, **others)


def raw_mail(row: Row) -> RawMail:
    """A mail as fetched, from its row."""
    return made(RawMail, row)


def posting(row: Row) -> Posting:
    """A mail of the bot's, from its row."""
    return made(Posting, row)


def under_way(row: Row, number: int) -> UnderWay:
    """A mail of the bot's that is sent for the *number*-th time, from its row."""
    return made(UnderWay, row, number=number)
