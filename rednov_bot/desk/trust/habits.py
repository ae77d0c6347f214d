"""What is unusual about a mail, by what came from the same address, the same way, before.

Few habits, which can be told in half a sentence: what always bore a proof, and now does not.
Another mail program, another hour or other words are nobody's business, and count for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rednov_bot.core.mail.roster import folded
from rednov_bot.desk.desk import Desk
from rednov_bot.papers import Confidence, Letter
from rednov_bot.ports import Records

LOOKED_AT: Final = 10
"""How many of the last mails make a habit."""

FEWEST: Final = 5
"""Of fewer no habit is made."""


def weighed(desk: Desk, records: Records, letter: Letter) -> Letter:
    """The letter with what is unusual about it: plain, it becomes doubtful by that."""
    shown = letter.confidence
    if shown is None or shown.trust != "plain":
        return letter
    broken = tuple(_broken(desk, records, letter))
    if not broken:
        return letter
    doubtful = Confidence(trust="doubtful", grounds=(*broken, *shown.grounds))
    return replace(letter, confidence=doubtful)


def way_of(letter: Letter) -> str:
    """The way on which a letter came: a forum, or straight to the bot."""
    return letter.forum or ""


def _broken(desk: Desk, records: Records, letter: Letter) -> Iterator[str]:
    address, way = letter.addresses[0], way_of(letter)
    known = records.trusts(way, address, LOOKED_AT)
    if len(known) >= FEWEST and set(known) == {"proved"}:
        yield f"all mail from {address} that came this way before was proved, and this one is not"
    if letter.forum in desk.settings.forums:
        passed = records.trusts(way, None, LOOKED_AT)
        if len(passed) >= FEWEST and set(passed) <= {"proved", "listed"}:
            yield "the list's own domain vouched for all its mail before, and not for this one"
    person = desk.settings.people.get(letter.sender or "")
    if person is None or address in [folded(one) for one in person.addresses]:
        return
    if not records.was_heard_from(address):
        yield f"{address} is a past address of theirs, from which no mail ever came here"
