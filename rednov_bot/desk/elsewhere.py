"""Words in a mail that stand in an earlier mail of somebody else's are theirs, not its sender's."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import replace
from typing import Final

from rednov_bot.core.mail.letter import Places, open_letter
from rednov_bot.core.mail.own_words import flat, is_compared, said_elsewhere
from rednov_bot.core.mail.roster import Roster
from rednov_bot.desk.desk import Desk
from rednov_bot.papers import Letter, PaperId
from rednov_bot.ports import Records

MOST_MAILS: Final = 200
"""Earlier mails with which one is compared, of those that a list has passed on."""
MOST_OCTETS: Final = 64 * 1024
"""Of an earlier mail; no announcement is as long."""

_KNOWN: Final[OrderedDict[tuple[int, bytes], tuple[str | None, str]]] = OrderedDict()
"""Who wrote the last mails and what, by roster and digest: a running service reads each once."""


def without(desk: Desk, records: Records, mail: PaperId, letter: Letter) -> Letter:
    """The letter without words that somebody else's earlier mail on file has.

    Only a list's mail is compared, and only where it is long enough, or where something in it
    looks like the end of its sender's own words.
    """
    places = letter.places
    if letter.forum in (None, "private") or letter.sender is None or letter.doubt:
        return letter
    if not isinstance(places, Places) or not is_compared(places.own):
        return letter
    before = records.mails_before(mail, MOST_MAILS, MOST_OCTETS)
    said = [_said(octets, desk.roster) for octets in before]
    others = "\n".join(words for who, words in said if who not in (None, letter.sender))
    rows = said_elsewhere(places.own, others) if others else frozenset()
    if not rows:
        return letter
    left = places.without(rows)
    return replace(letter, text="\n".join(left.own.said), uncut=letter.text, places=left)


def _said(octets: bytes, roster: Roster) -> tuple[str | None, str]:
    """Who wrote a mail that a list has passed on, and their own words; nobody of others."""
    key = (id(roster), hashlib.sha256(octets).digest())
    if key not in _KNOWN:
        letter = open_letter(octets, roster).letter
        is_listed = letter.forum not in (None, "private")
        _KNOWN[key] = (letter.sender if is_listed else None, flat(letter.text))
        if len(_KNOWN) > 2 * MOST_MAILS:
            _KNOWN.popitem(last=False)
    return _KNOWN[key]
