"""Somebody says whether a mail is eirs: `yes`, and it is handled as of its own moment; or `no`.

What has happened meanwhile stands: the mail is judged in the game as it is now, with its own first
credible stamp, and the draft of what comes of it says so.  `no` is an alarm, and it never counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from rednov_bot.core.commands.avowals import Avowal, avowed
from rednov_bot.core.commands.codes import code_of
from rednov_bot.desk import mails_on_file
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.desk.hidden import sight
from rednov_bot.desk.restoring import lost_time
from rednov_bot.desk.trust import (
    alarming,
    answered_late,
    asked_anew,
    disowned,
    repeated,
    said_again,
    verdict_told,
    vouching,
)
from rednov_bot.errors import CannotRule
from rednov_bot.papers import Doubted, Letter, PaperId, Vouched
from rednov_bot.ports import Records
from rednov_bot.prose.trust_pages import Heard
from rednov_bot.prose.wording import when

_SHOWN: Final = 60
"""Characters of a line that was not understood."""

Handle = Callable[[Desk, Records, PaperId, Letter, datetime], str]
"""How a letter that is somebody's is carried out (intake.py)."""


def hear(desk: Desk, records: Records, mail: PaperId, letter: Letter, handle: Handle) -> str | None:
    """What was made of an answer to such a question; None of a letter that is none."""
    code = code_of(letter.subject)
    asked = vouching.asked_under(desk, records, code)
    if asked is None:
        return _again(desk, records, mail, letter, code)
    if vouching.answers(desk, records, letter) is None:
        return "answers what somebody else was asked"  # its code is used up: see `burning`
    if (denied := _denied(desk, records, mail, letter, asked)) is not None:
        return denied
    verdict = _verdict(letter)
    late = desk.now() - asked.at > timedelta(hours=desk.settings.trust.within)
    if late and verdict != "no":
        return answered_late.late(desk, records, letter, asked, verdict)
    if verdict is None:
        return _unclear(desk, records, letter, asked)
    if verdict == "no":
        return _disowned(desk, records, mail, letter, asked)
    return _owned(desk, records, mail, letter, asked, handle)


def _again(
    desk: Desk, records: Records, mail: PaperId, letter: Letter, code: str | None
) -> str | None:
    """An answer to what was answered before, or under a code that is used up, decides nothing."""
    found = None if code is None else records.doubted(code)
    if found is None or letter.sender != found[0].name:
        return None
    asked, verdict = found
    if verdict == "said again":
        return _said_again(desk, records, mail, letter, asked)
    if verdict in ("read", "put aside"):
        return _read_meanwhile(desk, records, letter, asked, verdict)
    if verdict != "used up":
        return answered_late.once_more(desk, records, letter, asked, verdict, _verdict(letter))
    return _used_up(desk, records, mail, letter, asked)


def _used_up(desk: Desk, records: Records, mail: PaperId, letter: Letter, asked: Doubted) -> str:
    """An answer under a code that others may know: e answers under another, if e was asked again.

    Where e was not, only whoever decides can say how the mail is read; and a no is the alarm that
    it always is, unless eir domain denies it: then e is told that it decides nothing.  Where that
    was said, or the same was said again, the answer comes too late.
    """
    last = records.asked_of(asked.mail)[-1]
    if last.verdict in ("read", "put aside"):
        return _read_meanwhile(desk, records, letter, last.question, last.verdict)
    if last.verdict == "said again":
        return _said_again(desk, records, mail, letter, last.question)
    is_given_up = last.verdict == "used up"
    if is_given_up and _verdict(letter) == "no" and disowned.is_believed(desk, letter):
        others = "They say so under a code that is used up, and that others may know."
        return _says_no(desk, records, letter, asked, besides=others)
    heard: Heard = "not asked again" if is_given_up else "used up"
    made = "answers under a code that is used up"
    return verdict_told.tell(desk, records, letter, asked, heard, made)


def _read_meanwhile(
    desk: Desk, records: Records, letter: Letter, asked: Doubted, verdict: Vouched
) -> str:
    """An answer about a mail of which whoever decides has said how it is read, or that it is not.

    That holds, whatever its author says now; a no is an alarm, and what has come of it can only be
    taken back by whoever had it read.
    """
    if _verdict(letter) != "no":
        made = f"answers about mail {asked.mail}, of which was said before how it is read"
        return verdict_told.tell(desk, records, letter, asked, "put aside", made)
    if verdict == "read":
        return answered_late.not_eirs_but_read(desk, records, letter, asked)
    return _says_no(desk, records, letter, asked)


def _says_no(
    desk: Desk, records: Records, letter: Letter, asked: Doubted, *, besides: str = ""
) -> str:
    """A no that decides nothing any more is still an alarm, once."""
    believed = disowned.is_believed(desk, letter)
    if not believed or not disowned.alarm(desk, records, asked, besides=besides):
        return answered_late.BEFORE
    repeated.note_disowned(records, asked.mail)
    made = f"says that mail {asked.mail} is not theirs"
    return verdict_told.tell(desk, records, letter, asked, "no", made)


def _said_again(desk: Desk, records: Records, mail: PaperId, letter: Letter, asked: Doubted) -> str:
    """An answer to what closed by itself: it has counted; or somebody repeats what e has said."""
    other = records.answered_by(asked.id)
    named = "another mail"
    if _verdict(letter) == "no":
        same = f"The same words counted as mail {other}."
        return _says_no(desk, records, letter, asked, besides=same)
    made = f"answers about mail {asked.mail}, of which mail {other} says the same"
    if other is not None:
        said = [mails_on_file.letter_if_any(desk, records, one) for one in (asked.mail, other)]
        if len({None if one is None else mails_on_file.identity(one) for one in said}) == 1:
            return verdict_told.tell(desk, records, letter, asked, "counted", made)
        if _verdict(letter) == "yes" and disowned.is_believed(desk, letter):
            made += said_again.hear_besides(desk, records, asked.mail, other)
        filed = records.raw_mail(other)
        named = named if filed is None else f"your mail of {when(filed.arrived_at)}"
    return verdict_told.tell(desk, records, letter, asked, "said again", made, mail=named)


def _denied(
    desk: Desk, records: Records, mail: PaperId, letter: Letter, asked: Doubted
) -> str | None:
    """What becomes of an answer that its author's own domain says is not eirs: it counts for none.

    Somebody else may know the code, so that it is used up.  A doubtful answer counts: whose server
    or list breaks signatures could never say anything otherwise, and only eir mailbox had the code.
    """
    shown = letter.confidence
    if shown is None or shown.trust != "contradicted":
        return None
    whose, why = asked.name, f" ({shown.told})"
    if sight.is_blind(records):
        whose, why = "its author", ""
    what = (
        f"Mail {mail} answers whether mail {asked.mail} is by {whose}, but may not be theirs{why}."
    )
    reason = f"a mail answered under it in your name, and may not be yours ({shown.told})"
    noted = f"mail {mail} answered under it in the name of {whose}, and may not be theirs{why}"
    anew = asked_anew.ask(desk, records, asked, reason, mail, noted=noted)
    if anew:
        what += (
            f" It does not count, and {whose} is asked once more, with another code. If they can "
        )
        what += f"answer in no other way, say yourself how mail {asked.mail} is read."
    else:
        what += f" It does not count, and {whose} is asked no more: say yourself how mail "
        what += f"{asked.mail} is read."
    alarming.alarm(desk, records, "another's answer", what, mail)
    made = f"answers whether mail {asked.mail} is theirs, but is contradicted; they are asked "
    if anew:
        return f"{made}once more"
    return verdict_told.tell(desk, records, letter, asked, "not asked again", f"{made}no more")


def _verdict(letter: Letter) -> Avowal | None:
    """What eir own words say; where the alternatives of the mail differ, nothing does."""
    said = {_avowed(letter, one) for one in _texts(letter)}
    return said.pop() if len(said) == 1 else None


def _texts(letter: Letter) -> tuple[str, ...]:
    return (letter.text, letter.other) if letter.doubt else (letter.text,)


def _avowed(letter: Letter, text: str) -> Avowal | None:
    """What a text of eir letter says; below it may stand what e is called."""
    address = letter.addresses[0].partition("@")[0] if letter.addresses else ""
    return avowed(text, letter.sender or "", letter.called, address)


def _unclear(desk: Desk, records: Records, letter: Letter, asked: Doubted) -> str:
    """E is asked once more, and told what to do in another way."""
    differ = len({_avowed(letter, one) for one in _texts(letter)}) > 1
    heard: Heard = "two texts" if differ else "unclear"
    words = next((one.strip() for one in letter.text.splitlines() if one.strip()), "")
    if len(words) > _SHOWN:
        words = f"{words[:_SHOWN].rstrip()} ..."
    made = "an answer that is neither yes nor no"
    return verdict_told.tell(desk, records, letter, asked, heard, made, words=words)


def _disowned(desk: Desk, records: Records, mail: PaperId, letter: Letter, asked: Doubted) -> str:
    """It never counts, and whoever decides is told that somebody writes in another's name."""
    at = desk.now()
    records.vouch(asked.id, "no", mail, at)
    records.reopen(asked.mail, asked.name, "not theirs", at)
    repeated.note_disowned(records, asked.mail)
    disowned.alarm(desk, records, asked)
    return verdict_told.tell(
        desk, records, letter, asked, "no", f"says that mail {asked.mail} is not theirs"
    )


def _owned(
    desk: Desk,
    records: Records,
    mail: PaperId,
    letter: Letter,
    asked: Doubted,
    handle: Handle,
) -> str:
    """The mail is handled as its author's; or why it is not, any more."""
    at, made = desk.now(), f"says that mail {asked.mail} is theirs"
    try:
        original, heard_at = mails_on_file.letter_of(desk, records, asked.mail)
    except CannotRule as fault:
        return f"{made}, but {fault.reason}"
    identity = mails_on_file.identity(original)
    records.vouch(asked.id, "yes", mail, at)
    if records.is_reopened(asked.mail):
        told = f"{made}, of which was said before how it is read"
        return verdict_told.tell(desk, records, letter, asked, "put aside", told)
    if repeated.counted_as(desk, records, asked.mail, original) is not None:
        return verdict_told.tell(
            desk, records, letter, asked, "counted", f"{made}, which counts already"
        )
    original = replace(original, sender=asked.name)
    if why := lost_time.why_it_waits(desk, records, asked.mail, heard_at):
        records.replay(asked.mail, asked.name, "hold", why, letter=None, digest=None, at=at)
        lost_time.tell(desk, records, original, at)
        return f"{made}; {why}"
    records.reopen(asked.mail, asked.name, "theirs, as they say", at, digest=identity)
    now = ongoing(desk, records)
    if now is not None and original.public and heard_at < records.chapters(now.game.id)[0].at:
        return verdict_told.tell(
            desk, records, letter, asked, "over", f"{made}, of an earlier game"
        )
    original = replace(original, confidence=vouching.owned(records, asked.mail))
    return f"{made}: {handle(desk, records, asked.mail, original, at)}"
