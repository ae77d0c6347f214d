"""Whether somebody answers `yes` or `no`, and under which code: `Yes, that was me. Thanks, Ann`.

The first word decides, and nothing may stand beside it of which it is not known that it changes
nothing: "Yes. Bob wrote it." is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal

from rednov_bot.core.commands.codes import take_code
from rednov_bot.core.commands.polite import is_polite

_LONGEST: Final = 1000  # characters of such an answer
_BEGINS: Final = re.compile(
    r"\W*(?:(?:hi|hello|hey|dear|good (?:morning|day|evening))\b[^\n,.!?]{0,30}[\n,.!]\W*)?"
    r"(?:(?P<yes>yes|yep|yeah|yup|aye)|no|nope|nay)(?![\w'])",
    re.IGNORECASE,
)
_IT: Final = r"(?:(?:the|that|this|my) (?:e-?mail|mail|turn|message)|it|that|this)"
_ADDS: Final = {
    "yes": rf"{_IT}(?: is|'s| was)(?: indeed| really)? (?:me|mine|by me|from me|my (?:mail|turn))"
    rf"|i (?:did write|did send|did|wrote|sent|have written|have sent)(?: {_IT})?|i confirm"
    r"(?: it| that| this)?|indeed|of course|certainly|definitely",
    "no": rf"{_IT}(?: is not| was not|'s not| isn't| wasn't) (?:me|mine|by me|from me"
    rf"|my (?:mail|turn))|i (?:did not|didn't|never|have not|haven't)(?: write| wrote| written"
    rf"| send| sent| do)?(?: {_IT})?|not (?:me|mine)|certainly not|definitely not",
}
_MACHINE: Final = r"sent from my [\w ]{2,30}|get outlook for \w+|sent with [\w ]{2,30}"


def yes_or_no(text: str, names: Iterable[str]) -> tuple[Literal["yes", "no"], str | None] | None:
    """What a text answers, and the code behind it; None of a text that is no such answer.

    *names* are those by which its author may sign it.
    """
    text = text.replace("’", "'")
    found = _BEGINS.match(text)
    if found is None or len(text) > _LONGEST:
        return None
    verdict: Literal["yes", "no"] = "yes" if found["yes"] else "no"
    code, rest = take_code(text[found.end() :])
    called = [re.escape(word) for name in names for word in name.split()]
    known = "|".join([_ADDS[verdict], _MACHINE, *called])
    rest = re.sub(rf"(?<![\w'])(?:{known})(?![\w'])", " ", rest, flags=re.IGNORECASE)
    return (verdict, code) if is_polite(rest, None) else None
