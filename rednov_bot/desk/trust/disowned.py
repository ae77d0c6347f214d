"""Somebody says that a mail in eir name is not eirs: whoever decides hears of it, once (§9)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from rednov_bot.desk import mails_on_file
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.hidden import sight
from rednov_bot.desk.trust import alarming, burning, warrants
from rednov_bot.invocation import program_from_anywhere
from rednov_bot.papers import Doubted, Letter, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose.wording import when

_KIND: Final = "not theirs"
_NEVER: Final = "Somebody else wrote it in their name; it never counts."
_AN_INSTANT: Final = timedelta(microseconds=1)


def is_believed(desk: Desk, letter: Letter) -> bool:
    """Whether an answer that decides nothing may still alarm: from an address of eirs, undenied."""
    shown = letter.confidence
    denied = shown is not None and shown.trust == "contradicted"
    return warrants.is_registered(desk, letter) and not denied


def since(records: Records, mail: PaperId, at: datetime) -> bool:
    """Whether its author has said since then that a mail is not eirs."""
    said = records.forgeries_of(_KIND, at - _AN_INSTANT)
    return any(one.mail == mail for one in said)


def alarm(desk: Desk, records: Records, asked: Doubted, *, besides: str = "") -> bool:
    """Whoever decides hears that a mail is not its author's; *besides* is one sentence more.

    Whether e does: of each mail e hears it once.
    """
    if since(records, asked.mail, asked.at):
        return False
    filed = records.raw_mail(asked.mail)
    of = "" if filed is None else f", which came on {when(filed.arrived_at)}"
    who, why = asked.name, f" ({asked.grounds})"
    letter = mails_on_file.letter_if_any(desk, records, asked.mail)
    if sight.is_blind(records) and (letter is None or letter.forum == "private"):
        who, why = "The author whom it names", ""
    what = f"{who} says that they did not write mail {asked.mail}{of}{why}. {_NEVER} "
    what += f"`{program_from_anywhere()} mails` tells of mail {asked.mail}."
    alarming.alarm(desk, records, _KIND, f"{what} {besides}".rstrip(), asked.mail)
    burning.disowned(desk, records, asked.mail)
    return True
