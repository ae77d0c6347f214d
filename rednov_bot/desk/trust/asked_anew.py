"""Whoever is asked whether a mail is eirs is asked again under another code, where one is used up.

It is used up when it got out, or when a mail bears it that is not by em.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

from rednov_bot.core.commands.codes import without_codes
from rednov_bot.desk import mails_on_file, stationery
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.outgoing import post
from rednov_bot.desk.trust import alarming, answered_draft, vouching
from rednov_bot.engine.words import GnomeName
from rednov_bot.errors import CannotRule
from rednov_bot.papers import Doubted, PaperId, Vouched
from rednov_bot.ports import Records
from rednov_bot.prose import trust_pages

A_DAY: Final = 4
"""Such questions to one person within 24 hours; then only the contestmaster can say of the mail."""

_ASKED: Final = "was this you, anew"


def ask(
    desk: Desk, records: Records, asked: Doubted, why: str, mail: PaperId, *, noted: str
) -> bool:
    """The code that was asked under answers nothing any more; *why*, as its author is told.

    *noted* is why for the file and for whoever decides, who know the *mail* by its number.

    Another is mailed to the person asked, and on file then, while the mail waits and an answer
    would come in time.  Whether it is.
    """
    at = desk.now()
    records.vouch(asked.id, "used up", mail, at)
    used_up = f"The code of the question about mail {asked.mail} is used up: {noted}."
    alarming.note(desk, records, alarming.CODE_OUT, used_up, mail)
    if all(one.mail != asked.mail for one in records.held()):
        return False
    if at > asked.at + timedelta(hours=desk.settings.trust.within):
        return False
    code = desk.tokens.code()
    if not _asks(desk, records, replace(asked, code=code), why):
        what = f"{used_up} Its author cannot be asked again today, so that nothing comes of mail "
        what += f"{asked.mail}, unless you say how it is read."
        alarming.alarm(desk, records, "not asked again", what, mail)
        return False
    records.doubt(asked.mail, code, asked.name, asked.grounds, asked.at)
    return True


def given_up(records: Records, mail: PaperId) -> Doubted | None:
    """The question whose code is used up, where its author could not be asked again."""
    asked = records.asked_of(mail)
    return asked[-1].question if asked and asked[-1].verdict == "used up" else None


def close(
    desk: Desk,
    records: Records,
    mail: PaperId,
    verdict: Vouched,
    by: PaperId | None,
    *,
    whose: GnomeName | None = None,
) -> None:
    """Its author is asked about a mail no longer: what came of it is on file with the question.

    Where eir code was used up and e could not be asked again, that is the end of a question which
    nobody was mailed, for that of the other is on file; so it is where e never was asked about a
    mail that is not shown to be eirs, and somebody has said *whose* it is.
    """
    at, shown = desk.now(), records.confidence(mail)
    if (last := given_up(records, mail)) is not None:
        records.doubt(mail, desk.tokens.code(), last.name, last.grounds, last.at)
    elif not records.asked_of(mail) and whose and shown is not None and shown.is_unshown:
        records.doubt(mail, desk.tokens.code(), whose, shown.told, at)
    for one in records.asked_of(mail):
        if one.verdict is None:
            records.vouch(one.question.id, verdict, by, at)


def _asks(desk: Desk, records: Records, asked: Doubted, why: str) -> bool:
    """The question once more, if one may go today and the mail can be quoted.  Whether it goes."""
    address = desk.address_of(asked.name)
    if address is None:
        return False
    if records.answered_since(address, desk.now() - timedelta(days=1), _ASKED) >= A_DAY:
        return False
    try:
        letter, _ = mails_on_file.letter_of(desk, records, asked.mail)
    except CannotRule:
        return False
    page = trust_pages.was_this_you(
        asked.code,
        letter.text,
        vouching.where_said(desk, letter),
        asked.grounds.partition(": ")[2] or asked.grounds,
        said_at=letter.said_at or asked.at,
        until=asked.at + timedelta(hours=desk.settings.trust.within),
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=replace(stationery.to_sender(desk, letter), to=address, to_name=asked.name),
        subject=without_codes(letter.subject),
        draft=answered_draft.told(desk, records, letter),
        again=why,
    )
    post(desk, records, page, reason=_ASKED)
    return True
