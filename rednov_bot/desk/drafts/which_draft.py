"""Whoever decides answers no draft that can be told: e is asked which, in words to send."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rednov_bot.core.commands import replies
from rednov_bot.desk import stationery
from rednov_bot.desk.desk import Desk
from rednov_bot.papers import Letter, Page
from rednov_bot.ports import Records
from rednov_bot.prose import transcript_pages
from rednov_bot.prose.transcript_pages import Entry

_ANY_CODE: Final = "[rednov AAAAAAA]"
_FIRST_LINE: Final = 200  # characters of a reply that are quoted


def asked(desk: Desk, records: Records, letter: Letter) -> Page | None:
    """The question which draft is meant by a decision whose subject has lost its code.

    None of a letter that decides nothing; of "choose", where nothing asks for a choice.
    """
    meant = replies.read_reply(replace(letter, subject=_ANY_CODE))
    drafts = [(one.code, one.about) for one in records.open_drafts()]
    match meant:
        case replies.Approve(award=award):
            words = "approve {} and award" if award else "approve {}"
        case replies.Reject():
            words = "reject {} because REASON"
        case replies.Again():
            words, rejected = "again {}", records.last_rejected()
            drafts = [(rejected, "rejected last")] if rejected else drafts
        case replies.Choose(value=value):
            words = "choose {} " + value.replace("{", "").replace("}", "")
            asking = {one.code for one in records.open_drafts() if one.kind == "choice"}
            drafts = [one for one in drafts if one[0] in asking]
            if not drafts:
                return None
        case _:
            return None
    said = letter.text.strip().partition("\n")[0][:_FIRST_LINE]
    each = [f'"{words.format(code)}" ({about})' for code, about in drafts]
    told = "No draft is open, so your mail answers nothing."
    if each:
        told = "Which draft do you mean? Its code is in the subject of the mail that shows it: "
        told += f"keep that, or write the code behind the word: {', or '.join(each)}."
    return transcript_pages.transcript(
        [Entry(words=said, done=False, told=told)],
        code=None,
        said_at=letter.said_at,
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_sender(desk, letter),
    )
