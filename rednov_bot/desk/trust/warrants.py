"""What a mail needs besides its code to decide a draft: the right address, and the right moment.

A code is drawn when its draft is made and mailed to whoever decides alone, so that nobody can have
written it before, or know it who did not see that mail.
"""

from __future__ import annotations

from datetime import datetime

from rednov_bot.core.commands import Line, commands
from rednov_bot.core.commands.codes import code_of
from rednov_bot.core.mail.custom import SKEW
from rednov_bot.core.mail.roster import folded
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.drafts import approval
from rednov_bot.desk.trust import alarming
from rednov_bot.papers import Draft, Letter, PaperId
from rednov_bot.ports import Records


def is_registered(desk: Desk, letter: Letter) -> bool:
    """Whether a letter came from an address that its author has now, and no list wrote for em."""
    person = desk.settings.people.get(letter.sender or "")
    if person is None or len(letter.addresses) != 1:
        return False
    return letter.addresses[0] in [folded(one) for one in person.addresses]


def _is_a_question(records: Records, code: str) -> bool:
    """Whether a code answers whether a mail is its author's, or what an announcement means."""
    return records.doubted(code) is not None or records.clarification(code) is not None


def refused(desk: Desk, records: Records, mail: PaperId, letter: Letter) -> str | None:
    """Why a mail of somebody in office decides nothing, for the file; None where it may.

    Whoever decides is alarmed.  Of others' mails see `burning`.
    """
    if letter.sender not in (desk.decides, desk.contestmaster):
        return None
    lines = commands(letter, tuple(desk.settings.people), desk.roster.people)
    codes = _codes(letter, lines)
    if (codes or any(line.begins for line in lines)) and not is_registered(desk, letter):
        what = f"Mail {mail} commands or decides in the name of {letter.sender}, but came from "
        what += (
            f"{letter.addresses[0]}, which is not a present address of theirs. Write from one that "
        )
        what += "stands in addresses."
        to_do = "If it was you, send it again from your own address."
        alarming.alarm(desk, records, "another address", what, mail, to_do=to_do)
        return "decides from an address that is not theirs now"
    for code in codes:
        found = approval.named(records, code)
        if found is None and not _is_a_question(records, code):
            what = f"Mail {mail} answers with the code {code}, but no draft has that code."
            if alarming.note(desk, records, alarming.WRONG_CODE, what, mail) > alarming.A_DAY:
                return "answers with a code that no draft carries, as often today; not answered"
        elif found is not None and found[1] is not None:
            what = f"Mail {mail} answers draft {code}, which was decided before."
            kind = f"{alarming.USED_CODE} {code}"
            if alarming.note(desk, records, kind, what, mail) > alarming.A_DAY:
                return "answers a draft that was decided before, as often today; not answered"
        elif found is not None and (why := _too_early(desk, letter, found[0])):
            what = f"Mail {mail} answers draft {code}, {why}, when nobody can have known its code; "
            what += "if your clock is wrong, answer again when it is right."
            alarming.alarm(desk, records, "early", what, mail)
            return f"answers a draft, {why}"
    return None


def _codes(letter: Letter, lines: list[Line] | tuple[Line, ...]) -> tuple[str, ...]:
    """The codes that a letter answers: in its subject, and behind its commands."""
    named = [code_of(letter.subject), *(line.answers for line in lines)]
    return tuple(dict.fromkeys([code for code in named if code]))


def _too_early(desk: Desk, letter: Letter, draft: Draft) -> str:
    """That a letter was there before the draft that it answers was made; or nothing.

    A right code shows by itself that its draft had been made, and a Date proves nothing; so only
    where both the Date and the mailbox say so is a mail too early.  Where mails are checked, the
    mailbox alone is enough, and so is a Date that its author's domain vouches for: then somebody
    else has sent an old mail again, under a new subject.
    """
    stamps, shown = letter.stamps, letter.confidence
    written = _is_before(stamps.date, draft)
    came = _is_before(stamps.arrived, draft)
    if came and (written or stamps.date is None or desk.checks.are_made):
        return "but came before it was made"
    if written and shown is not None and shown.trust == "proved":
        return "but was written before it was made"
    return ""


def _is_before(at: datetime | None, draft: Draft) -> bool:
    return at is not None and at < draft.made_at - SKEW
