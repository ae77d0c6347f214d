"""The stamps of a mail as JSON, in the form that `rednov read --json` prints."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rednov_bot.core.mail.custom import credible
from rednov_bot.papers import Stamps


def stamps_json(stamps: Stamps) -> dict[str, Any]:
    """Every stamp, and which of them counts, why, and whether a human should look at it."""
    found = credible(stamps)
    return {
        "date": _moment(stamps.date),
        "list": _moment(stamps.listed),
        "hops": [{"host": hop.host, "at": _moment(hop.at)} for hop in stamps.hops],
        "credible": {"at": _moment(found.at), "reason": found.reason, "odd": found.odd},
    }


def _moment(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()
