"""After a restore: what was said behind a post of the bot's waits until the bot has come to that.

A resolution that was posted in the lost time is drafted again, and may lie for a day.  What was
announced meanwhile was said by people who had read it; judged before it is decided, their turns
would be void for a reason that was none, and be announced anew with other dice.  So it is kept, in
its order, and handled when the draft is decided.  Talk, questions and rehearsals do not wait.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from rednov_bot.core.commands.claims import claim
from rednov_bot.core.commands.codes import code_of
from rednov_bot.core.mail import returned
from rednov_bot.desk import listening, stationery
from rednov_bot.desk.announcements import choosing
from rednov_bot.desk.desk import Desk, ongoing
from rednov_bot.desk.outgoing import answer
from rednov_bot.desk.restoring import found_again
from rednov_bot.papers import Discard, Filed, ItemList, Letter, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose import answers

_BEHIND: Final = "since the restore it waits behind "
_MOVE_ON: Final = ("opening", "correction")
"""Drafts that move the game on without a turn."""


def waiting(records: Records) -> tuple[Filed, ...]:
    """The mails that wait, in their order; none of which was said since how it is read."""
    return records.held_for(_BEHIND)


def behind(desk: Desk, records: Records, mail: PaperId, letter: Letter, heard_at: datetime) -> str:
    """Why a mail waits, if anything would come of it; "" where nothing is before it.

    What whoever decides says to the bot alone is heard at once, and so is an answer under a code.
    """
    by_code = code_of(letter.subject) is not None
    if letter.forum == "private" and (by_code or letter.sender == desk.decides):
        return ""
    return why_it_waits(desk, records, mail, heard_at)


def why_it_waits(desk: Desk, records: Records, mail: PaperId, heard_at: datetime) -> str:
    """What a mail waits for that came into the mailbox at this moment; "" where for nothing.

    *Behind* a post is what came after it, and what came when it was posted but not yet back.
    """
    since = records.first_restoration(desk.now() - found_again.LOOKED_FOR)
    if since is None or mail <= since.mails:
        return ""
    if earlier := [one for one in waiting(records) if one.mail < mail]:
        return f"{_BEHIND}mail {earlier[-1].mail}"
    awaited = _awaited(desk, records)
    for post in found_again.posts(desk, records, since) if awaited else ():
        before = post.mail < mail or (post.at is not None and post.at <= heard_at)
        if not before or not found_again.is_shown(desk, records, post):
            continue
        for subject in awaited:
            if returned.bears(post.opened, subject):
                return f'{_BEHIND}"{subject}", which is to be decided again'
    return ""


def _awaited(desk: Desk, records: Records) -> tuple[str, ...]:
    """The subjects of what moves the game on next: the turn that is taken, an open draft."""
    now = ongoing(desk, records)
    taken = None if now is None else records.pending_turn(now.game.id)
    drafts = records.open_drafts()
    found = [] if taken is None else [f"Turn {taken.number}: {taken.turn.gnome}"]
    found += [page.subject for one in drafts if one.kind in _MOVE_ON for page in one.pages]
    found += [page.subject for one in drafts if one.kind == "resolution" for page in one.pages]
    return tuple(dict.fromkeys(found))


def must_wait(desk: Desk, letter: Letter) -> bool:
    """Whether a letter that is behind something waits: not where only an answer comes of it.

    To the bot alone a discard may be owed by then (§17), and turns are only tried.
    """
    if claim(letter) is not None or choosing.may_choose(letter):
        return True
    if "standing order" in letter.text.lower():
        return True
    reading = listening.read(desk, letter)
    if letter.public:
        return reading.verdict != "none"
    return any(isinstance(one, Discard | ItemList) for one in reading.acts)


def tell(desk: Desk, records: Records, letter: Letter, at: datetime) -> None:
    """Whoever announced something hears that it waits, and for what."""
    page = answers.noted(
        "announcement",
        (
            f"It waits: the bot was restored from a backup, and {desk.decides} has to decide "
            "again what was posted before you wrote.",
            "Then it is handled in its turn, with the same dice as before.",
        ),
        said_at=letter.said_at or at,
        letterhead=stationery.letterhead(desk, letter.forum),
        envelope=stationery.to_sender(desk, letter),
        next="You do not need to do anything or announce it again.",
    )
    answer(desk, records, page)
