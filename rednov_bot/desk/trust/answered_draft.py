"""Which draft a mail decides that may not be its author's: by its code, not by what it says."""

from __future__ import annotations

from rednov_bot.core.commands.codes import code_of
from rednov_bot.desk.desk import Desk
from rednov_bot.papers import Letter
from rednov_bot.ports import Records
from rednov_bot.prose.wording import when


def told(desk: Desk, records: Records, letter: Letter) -> str:
    """The draft that a letter answers, in its public words; "" of none.  Not its code.

    The subject alone shows nothing: whoever wrote the letter has worded it.
    """
    if letter.forum != "private" or letter.sender not in (desk.decides, desk.contestmaster):
        return ""
    code = code_of(letter.subject)
    found = None if code is None else records.draft(code)
    return "" if found is None else f"{found[0].about}, of {when(found[0].made_at)}"
