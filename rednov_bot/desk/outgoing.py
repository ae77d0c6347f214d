"""Pages become sealed postings in the outbox; automatic answers stay within their budget."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Literal

from rednov_bot.desk.desk import Desk
from rednov_bot.mail.sealing import new_message_id, seal
from rednov_bot.papers import MessageId, Page, PostingKind
from rednov_bot.ports import Records

ANSWERS_A_DAY = 10  # to one person, whatever the reason
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


def answer(desk: Desk, records: Records, page: Page | None, *, reason: str = "answer") -> bool:
    """An automatic answer, at most ten a day to one address.  Whether it was queued.

    Only answers are counted: drafts, notices and questions of a resolution are no answers.
    """
    if page is None:
        return False
    since = desk.now() - timedelta(days=1)
    if records.answered_since(page.to, since, reason) >= ANSWERS_A_DAY:
        return False
    post(desk, records, page, reason=reason)
    return True
