"""Somebody takes back, or wants otherwise, what they have announced already (§9, A20).

A taken turn stands: who resolves it is shown the words and may rule (§25).  A turn that waits for
another's resolution has not been taken, and is withdrawn.
"""

from __future__ import annotations

from typing import Final

from rednov_bot.core.models import Message, PaperId
from rednov_bot.core.patterns import any_case
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import announcements, choices
from rednov_bot.core.workflow.corrections import claims
from rednov_bot.core.workflow.desk import Desk, pending
from rednov_bot.core.workflow.outgoing import on_file

WITHDRAWN: Final = "withdraws a turn that waited"

_LONGEST: Final = 600  # characters; a longer mail is about something else as well
_LEAD: Final = (
    r"(?:^|(?<=[.!?;:\n])|(?<=[–—]))[\W_]*(?:(?:oops|wait|sorry|no|argh|actually|hm+|ah|oh|ok(?:ay)?"
    r"|well|damn|please|kindly|bot|dear bot|hi|hello|everybody|all)\b[\W_]*){0,4}"
)
_I: Final = (
    r"(?:i (?:hereby |now |would like to |want to |have to |must |need to )*|can you |could you )?"
)
_WHAT: Final = (
    r"(?:(?:my|the|this|that|what) (?:\w+ ){0,3}?(?:turns?|moves?|actions?|announcements?|mails?"
    r"|e-?mails?|messages?|posts?|postings?|one|i (?:said|wrote|announced))|that|this|it|my last)"
)
_BACK: Final = any_case(
    rf"{_LEAD}{_I}(?:"
    r"(?:ignore|disregard|forget(?: about)?|scratch|strike|withdraw|retract|cancel|revoke|rescind"
    rf"|undo|annul|void|delete|take back) {_WHAT}\b(?! (?:rumou?r|idea|thread|list|footer)\b)"
    rf"|take {_WHAT} back\b|never ?mind\b|belay that\b|on second thoughts?\b)",
    # " my plan" and the like is no announcement, and is none of _WHAT.
)
_OTHERWISE: Final = any_case(
    rf"{_LEAD}(?:(?:correction|erratum|corrigendum)\b\s*[:;,.!–—-]"
    r"|i (?:really |actually |just |had )?(?:meant|wanted|intended|should have (?:said|written))\b"
    r"|i mean\b[^.!?\n]{0,30}\d|make (?:that|it) (?:room |hatch |\d)"
    r"|(?:that|it|this) should (?:be|have been|read|say)\b"
    r"|(?:you|the bot|rednov\w*|it|that|this)(?: has| have| had| was| is|'ve|'s)? (?:mis(?:read"
    r"|understood|interpreted)|(?:read|got|took|understood) (?:it|that|this|me|my \w+)"
    r" (?:all |quite )?(?:wrong(?:ly)?|incorrectly))"
    r"|(?:that|this|it)(?:'s| is| was)(?:n't| not) (?:what|how) i (?:meant|said|wrote|announced)"
    r"\b)"
)
_DENIES: Final = any_case(
    r"\b(?:i (?:do not|don't|would not|won't|never) |not going to |if |unless |should i|joking\b)"
)


def is_one(message: Message) -> bool:
    """Whether a message is about an announcement of its author's, and undoes or changes it."""
    text = message.text.strip().replace("’", "'")
    if not text or len(text) > _LONGEST or message.doubt or choices.may_choose(message):
        return False
    found = _BACK.search(text) or _OTHERWISE.search(text)
    if found is None:
        return False
    begins = max(text.rfind(sign, 0, found.start() + 1) for sign in ".!?\n")
    return _DENIES.search(text[begins + 1 : found.end()]) is None


def hear(
    desk: Desk, records: UnitOfWork, mail: PaperId, message: Message, *, unclear: bool
) -> str | None:
    """The sender's last turn that waits is withdrawn; of their taken one the contestmaster is told,
    and they are told what can be done.  None where they have neither.

    *unclear* where something seems to be announced as well, which has no effect.
    """
    told = announcements.withdraw_early(desk, records, message)
    if told is not None:
        return on_file(WITHDRAWN, told)
    taken = pending(desk, records)
    if taken is None or taken.player != message.sender or message.sender == desk.decides:
        return None
    made = claims.hear(desk, records, mail, message, plainly=True, unclear=unclear)
    return made or claims.hear_answer(desk, records, mail, message, taken)
