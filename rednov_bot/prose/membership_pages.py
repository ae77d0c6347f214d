"""Mails to the contestmaster about who wants to join (§3)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import datetime
from typing import Final

from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Page
from rednov_bot.prose.letterhead import Envelope, Letterhead, page

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_ANOTHER: Final = "ANOTHER NAME"
_LONGEST: Final = 40  # characters of a name that is proposed


def newcomer(
    called: str,
    address: str,
    people: Iterable[GnomeName],
    *,
    said_at: datetime,
    letterhead: Letterhead,
    envelope: Envelope,
) -> Page:
    """Somebody unknown announced to join, and the lines of rednov.toml that make em known.

    *called* is how e calls emself; *people* are the names that are taken.
    """
    name = name_for(called, address)
    taken = next((one for one in people if one.casefold() == name.casefold()), None)
    return page(
        "desk",
        envelope,
        "newcomer",
        letterhead,
        name=name,
        address=address,
        taken=taken,
        lines=(
            f"[people.{_key(name if taken is None else _ANOTHER)}]",
            f"addresses = [{_quoted(address)}]",
        ),
        said_at=said_at,
    )


def more_newcomers(
    told: int, most: int, *, full: bool, letterhead: Letterhead, envelope: Envelope
) -> Page:
    """More people than *told* want to join and are unknown; *full*: over *most* are not kept."""
    return page("desk", envelope, "more_newcomers", letterhead, told=told, most=most, full=full)


def name_for(called: str, address: str) -> GnomeName:
    """The name by which somebody may be known: eir own, or what stands before the @."""
    plain = "".join(letter if letter.isprintable() else " " for letter in called)
    name = " ".join(plain.replace('"', " ").split())[:_LONGEST].strip()
    return name or address.partition("@")[0].capitalize()[:_LONGEST]


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _quoted(name)


def _quoted(text: str) -> str:
    """A basic string, as TOML has them; what it escapes, JSON escapes alike."""
    return json.dumps(text, ensure_ascii=False)
