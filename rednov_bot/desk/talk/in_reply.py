"""Words in answer to a mail of the bot's, of which nothing else was made.

Whoever decides is told what can be done with that mail; a gnome who speaks to em, that the bot
alone reads what is mailed to it.  The same words again come from a machine, and are answered once.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Final

from rednov_bot.core.commands.polite import acknowledges
from rednov_bot.core.mail.unsealing import unsealed
from rednov_bot.desk import stationery
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.outgoing import answer, on_file
from rednov_bot.desk.reaching import reached
from rednov_bot.desk.trust import held
from rednov_bot.papers import Letter, Page, Posting, QueuedPosting
from rednov_bot.ports import Records
from rednov_bot.prose import answers, transcript_pages
from rednov_bot.prose.transcript_pages import Entry

_HEADING: Final = re.compile(r"^WHAT TO (?:DO|REPLY)\b.*$", re.MULTILINE)
_ENDS: Final = re.compile(r"^(?=\S)", re.MULTILINE)
_MASTER: Final = "contestmaster"
_MOST_QUOTED: Final = 400  # characters of an answer


def told_what_to_do(desk: Desk, records: Records, letter: Letter) -> str | None:
    """Whoever decides answers a mail of the bot's in words; None where nothing is to be said."""
    if letter.sender != desk.decides:
        return None
    return _told(desk, records, letter, _to_do)


def told_whom_to_write_to(desk: Desk, records: Records, letter: Letter) -> str | None:
    """A gnome answers a mail of the bot's in words to em; None where nothing is to be said."""
    if letter.sender == desk.decides:
        return None
    return _told(desk, records, letter, _to_whom)


def _told(
    desk: Desk,
    records: Records,
    letter: Letter,
    page_of: Callable[[Desk, Letter, QueuedPosting, str], Page | None],
) -> str | None:
    sent = next(iter(reached.answered(desk, records, letter)), None)
    if sent is None or letter.wants_no_answer or is_thanks(desk, letter):
        return None
    known = records.posting(sent.message_id)
    page = None if known is None else page_of(desk, letter, known, sent.reason)
    if page is None:
        return None
    made = f"answers a mail of the bot's in words that are not understood ({_mark(letter)})"
    if records.filed_since("read", made, sent.queued_at):
        return f"{made}, and was answered before"
    return on_file(made, answer(desk, records, page))


def is_thanks(desk: Desk, letter: Letter) -> bool:
    """Whether it says no more than thanks, or that a mail has arrived, to whomever."""
    text = without_masters(desk, letter.text)
    return acknowledges(text, letter.sender or "") or not text.strip(" .,;!\n")


def without_masters(desk: Desk, text: str) -> str:
    """A text without the names of whoever decides and of the contestmaster."""
    return _named(desk.decides, desk.contestmaster).sub("", text)


def _mark(letter: Letter) -> str:
    """The same words again are known by it; the words themselves are not filed."""
    return hashlib.sha256(letter.text.encode("utf-8", "replace")).hexdigest()[:12]


def _to_do(desk: Desk, letter: Letter, known: QueuedPosting, reason: str) -> Page | None:
    """What the mail that whoever decides answered says can be done; None where that is nothing."""
    shown = _section(known.posting)
    if not shown and not reason.startswith(held.ALARM):
        return None
    said = letter.text.strip()[:_MOST_QUOTED]
    what = "It is not understood. The mail that you answered says what can be done:"
    if not shown:
        what = (
            'It is not understood. "status" shows what you have to deal with, "help" what to write.'
        )
    return transcript_pages.transcript(
        [Entry(words=said, done=False, told=what, shown=shown)],
        code=None,
        said_at=letter.said_at,
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_sender(desk, letter),
    )


def _section(posting: Posting) -> tuple[str, ...]:
    """The lines of a mail that tell what to do with it; none of one that is encrypted."""
    text = unsealed(posting).body
    if text is None:
        return ()
    found = _HEADING.search(text)
    if found is None:
        return ()
    ends = _ENDS.search(text, found.end() + 1)
    section = text[found.end() : None if ends is None else ends.start()]
    return tuple(section.strip("\n").split("\n"))


def _to_whom(desk: Desk, letter: Letter, known: QueuedPosting, _: str) -> Page | None:
    """Where whoever decides can be reached, for a gnome who speaks to em; None of other words."""
    speaks = _named(desk.decides, desk.contestmaster, _MASTER).search(letter.text) is not None
    if not speaks:
        return None
    return answers.nobody_reads(
        said_at=letter.said_at,
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_sender(desk, letter),
    )


def _named(*names: str) -> re.Pattern[str]:
    every = "|".join(re.escape(name) for name in names)
    return re.compile(rf"(?<!\w)(?:{every})(?!\w)", re.IGNORECASE)
