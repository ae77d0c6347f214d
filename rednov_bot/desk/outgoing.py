"""Pages become sealed postings in the outbox; automatic answers stay within their budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Literal

from rednov_bot.desk.desk import Desk
from rednov_bot.mail.sealing import new_message_id, seal
from rednov_bot.papers import MessageId, Page, PostingKind
from rednov_bot.ports import Records
from rednov_bot.prose.answers import last_of_the_day

Occasion = Literal[
    "announcement",
    "reply",
    "private",
    "private question",
    "choice again",
    "help",
    "not understood",
    "stranger",
]
"""What is answered: said in public; the contestmaster's replies; mail to the bot alone.

What an automatic reply may set off is counted apart from what only a gnome would mail, such as a
rehearsal.
"""


@dataclass(frozen=True, slots=True)
class Budget:
    """How many answers go to one address within 24 hours, and how that is said."""

    a_day: int
    spent: str  # for the file: why an answer was withheld
    last: str = ""  # for the last answer: what becomes of further mails


BUDGETS: Final[dict[Occasion, Budget]] = {
    "announcement": Budget(
        50,
        "fifty answers went to em today",
        "This is the last of fifty answers to announcements within 24 hours; further ones count "
        "as ever, but are not answered.",
    ),
    "reply": Budget(
        50,
        "fifty answers went to em today",
        "This is the last of fifty answers to your replies within 24 hours; further ones count as "
        "ever, but are not answered.",
    ),
    "private": Budget(
        10,
        "ten answers went to em today",
        "This is the last of ten answers to private mails within 24 hours; further ones are read, "
        "but not answered.",
    ),
    "private question": Budget(
        10,
        "ten questions went to em today",
        "This is the last of ten questions about private mails within 24 hours; further mails are "
        "read, but not asked about.",
    ),
    "choice again": Budget(
        2,
        "e was asked again twice today",
        "This is the last of two such reminders within 24 hours; an answer counts as ever.",
    ),
    "help": Budget(
        2,
        "help went to em twice today",
        "This is the last of two such mails within 24 hours.",
    ),
    "not understood": Budget(1, "help went to em today"),
    "stranger": Budget(10, "ten answers went to em today"),
}
"""A guard against loops and abuse: narrow where nothing of the game hangs on the answer."""

BOT_NAME = "Red November bot"
_ANSWERS: frozenset[PostingKind] = frozenset({"public", "receipt", "question", "desk"})


def post(
    desk: Desk,
    records: Records,
    page: Page,
    *,
    draft: str | None = None,
    after: Sequence[MessageId] = (),
    reason: str = "",
) -> MessageId:
    """A page is sealed as it stands and put into the outbox; its Message-ID is fixed here.

    A public posting of an approved *draft* carries no Auto-Submitted.
    """
    auto: Literal["generated", "replied"] | None = "generated"
    if page.kind == "public" and draft is not None:
        auto = None
    elif page.kind in _ANSWERS:
        auto = "replied"
    message_id = new_message_id(desk.settings.bot.address, desk.tokens.message())
    posting = seal(
        page,
        bot=desk.settings.bot.address,
        bot_name=BOT_NAME,
        message_id=message_id,
        at=desk.now(),
        auto=auto,
    )
    records.queue(posting, draft=draft, after=after, reason=reason, at=desk.now())
    return message_id


def answer(desk: Desk, records: Records, page: Page, *, reason: Occasion = "announcement") -> bool:
    """An automatic answer, within the budget of its occasion.  Whether it was queued.

    Only answers are counted: drafts, notices and questions of a resolution are no answers.
    """
    budget = BUDGETS[reason]
    gone = records.answered_since(page.to, desk.now() - timedelta(days=1), reason)
    if gone >= budget.a_day:
        return False
    if gone == budget.a_day - 1 and budget.last:
        page = last_of_the_day(page, budget.last)
    post(desk, records, page, reason=reason)
    return True


def on_file(made: str, answered: bool, *, reason: Occasion = "announcement") -> str:
    """What was made of a mail, and why it was not answered if it was not."""
    return made if answered else f"{made}, not answered: {BUDGETS[reason].spent}"
