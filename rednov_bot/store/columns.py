"""The kinds of columns there are, the same on every database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, LargeBinary, Text

KEY = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers INTEGER keys alone by itself


def numbered() -> Column[Any]:
    """Counts the papers in the order in which they were filed."""
    return Column("id", KEY, primary_key=True)


def text(name: str, *, null: bool = False) -> Column[Any]:
    """A text."""
    return Column(name, Text, nullable=null)


def number(name: str, *, null: bool = False) -> Column[Any]:
    """A whole number, or a moment in microseconds."""
    return Column(name, BigInteger, nullable=null)


def octets(name: str) -> Column[Any]:
    """Octets as they came or will go."""
    return Column(name, LargeBinary, nullable=False)


def form() -> Column[Any]:
    """How the JSON beside it was written."""
    return Column("form", Integer, nullable=False)


def names(name: str, paper: str, *, null: bool = False, key: bool = False) -> Column[Any]:
    """Names another paper, `table.column`, which must be on file."""
    kind = Text() if paper.endswith(".code") else KEY
    return Column(
        name, kind, ForeignKey(paper), nullable=null, primary_key=key, autoincrement=False
    )
