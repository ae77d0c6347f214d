"""Whoever was asked often whether mails are eirs is asked about the others when the day is over."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rednov_bot.desk import mails_on_file
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.trust import repeated, vouching
from rednov_bot.engine.words import GnomeName
from rednov_bot.errors import CannotRule
from rednov_bot.kinds import FROM_THE_BEST, Trust
from rednov_bot.papers import Filed, PaperId
from rednov_bot.ports import Records

_COUNTS: Final = "it counts by another mail"


def ask(desk: Desk, records: Records) -> None:
    """Of the mails that wait as many are asked about as may be today, the oldest first.

    One that has counted meanwhile, by a copy of it, is kept no longer.
    """
    spent: set[tuple[GnomeName, Trust]] = set()
    for one, name in records.unasked(desk.now() - vouching.LOOK_BACK):
        trust = waits_as(one)
        if trust is None or (name, trust) in spent:
            continue
        if vouching.may_ask(desk, records, name, trust):
            _ask(desk, records, one.mail, name)
        else:
            spent.add((name, trust))


def waits_as(one: Filed) -> Trust | None:
    """The class of a mail about which nobody is asked yet; None of what is kept otherwise."""
    if vouching.WAITS not in one.reason:
        return None
    return next((trust for trust in FROM_THE_BEST if one.reason.startswith(f"{trust}, ")), None)


def _ask(desk: Desk, records: Records, mail: PaperId, name: GnomeName) -> None:
    shown = records.confidence(mail)
    try:
        letter, _ = mails_on_file.letter_of(desk, records, mail)
    except CannotRule:
        return  # its words are forgotten
    letter = replace(letter, sender=name, confidence=shown)
    if repeated.counted_as(desk, records, mail, letter) is not None:
        records.reopen(mail, desk.decides, _COUNTS, desk.now())
        return
    vouching.ask(desk, records, mail, letter)
