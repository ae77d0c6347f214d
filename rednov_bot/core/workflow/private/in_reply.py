"""Words in answer to a mail of the bot's, of which nothing else was made.

The contestmaster is told what can be done with that mail.  A gnome who speaks to the contestmaster
is told that the bot alone reads what is mailed to it.  The same words again come from a machine,
and are answered once.
"""

from __future__ import annotations

import hashlib
import re
from typing import Final

from rednov_bot.core.mail.composing import unsealed
from rednov_bot.core.models import Message, Page, Posting, QueuedPosting
from rednov_bot.core.render import transcript_pages
from rednov_bot.core.render.transcript_pages import Entry
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import held, outgoing, reach
from rednov_bot.core.workflow.commands.saying import acknowledges
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.outgoing import answer, on_file
from rednov_bot.games.red_november.render import answers

_HEADING: Final = re.compile(r"^WHAT TO (?:DO|REPLY)\b.*$", re.MULTILINE)
_ENDS: Final = re.compile(r"^(?=\S)", re.MULTILINE)
_MOST_QUOTED: Final = 400  # characters of an answer


def told_what_to_do(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """The contestmaster answers a mail of the bot's in words, or a gnome does with words to the
    contestmaster: what can be done is said; None where nothing is to be said."""
    sent = next(iter(reach.answered(desk, records, message)), None)
    if sent is None or message.wants_no_answer or is_thanks(desk, message):
        return None
    known = records.posting(sent.message_id)
    if known is None:
        return None
    if message.sender == desk.decides:
        page = _to_do(desk, message, known, sent.reason)
    else:
        page = _to_whom(desk, message)
    if page is None:
        return None
    # The same words again are known by it; the words themselves are not stored.
    mark = hashlib.sha256(message.text.encode("utf-8", "replace")).hexdigest()[:12]
    made = f"answers a mail of the bot's in words that are not understood ({mark})"
    if records.filed_since("read", made, sent.queued_at):
        return f"{made}, and was answered before"
    return on_file(made, answer(desk, records, page))


def is_thanks(desk: Desk, message: Message) -> bool:
    """Whether it says no more than thanks, or that a mail has arrived, to whomever."""
    text = without_masters(desk, message.text)
    return acknowledges(text, message.sender or "") or not text.strip(" .,;!\n")


def without_masters(desk: Desk, text: str) -> str:
    """A text without the names of the contestmaster and their deputy."""
    return _named(desk.decides, desk.contestmaster).sub("", text)


def _to_do(desk: Desk, message: Message, known: QueuedPosting, reason: str) -> Page | None:
    shown = _section(known.posting)
    if not shown and not reason.startswith(held.REASON):
        return None
    said = message.text.strip()[:_MOST_QUOTED]
    what = "It is not understood. The mail that you answered says what can be done:"
    if not shown:
        what = (
            'It is not understood. "status" shows what you have to deal with, "help" what to write.'
        )
    return transcript_pages.transcript(
        [Entry(words=said, done=False, told=what, shown=shown)],
        code=None,
        said_at=message.said_at,
        **outgoing.answering(desk, message),
    )


def _section(posting: Posting) -> tuple[str, ...]:
    text = unsealed(posting).body
    if text is None:
        return ()
    found = _HEADING.search(text)
    if found is None:
        return ()
    ends = _ENDS.search(text, found.end() + 1)
    section = text[found.end() : None if ends is None else ends.start()]
    return tuple(section.strip("\n").split("\n"))


def _to_whom(desk: Desk, message: Message) -> Page | None:
    """Where the contestmaster can be reached, for a gnome who speaks to them; None of other
    words."""
    if not _named(desk.decides, desk.contestmaster, "contestmaster").search(message.text):
        return None
    return answers.nobody_reads(said_at=message.said_at, **outgoing.answering(desk, message))


def _named(*names: str) -> re.Pattern[str]:
    every = "|".join(re.escape(name) for name in names)
    return re.compile(rf"(?<!\w)(?:{every})(?!\w)", re.IGNORECASE)
