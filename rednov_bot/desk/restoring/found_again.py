"""After a restore: the bot's own posts of the lost time, which only the mailbox still knows.

Between the backup and the restore the service may have posted what the database knows nothing of.
Until it has read the mailbox again and told the contestmaster, it is catching up: then nothing
public is sent without em.  A post that a list has sent back, before the restore or after it, is
taken for what it is: where the same words are approved again, that post counts and nothing is sent.
Where mails are checked and it is not shown to come from its list, e is asked (docs/trust.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from rednov_bot.core.mail import returned
from rednov_bot.core.mail.authentication import authenticate, is_ours
from rednov_bot.core.mail.letter import Opened, open_letter
from rednov_bot.core.mail.screening import FORGED, OWN
from rednov_bot.desk.desk import Desk
from rednov_bot.papers import (
    Attempt,
    Came,
    Draft,
    Letter,
    MessageId,
    Page,
    PaperId,
    Posting,
    QueuedPosting,
    Restoration,
)
from rednov_bot.ports import IN_DOUBT, Records

LOOKED_FOR: Final = timedelta(days=14)
"""How long after a restore a draft is compared with what was posted in the lost time."""

UNHEARD_OF: Final = timedelta(hours=1)
"""How long a posting of unknown fate is waited for where the host wants nothing else looked for."""

ON_THE_LIST: Final = "a list has sent it back: it was posted before the backup was restored"
NOT_KNOWN: Final = "not known: it may have been posted before the backup was restored"


@dataclass(frozen=True, slots=True)
class Post:
    """A post of the bot's that a list has sent back, and of which the database knows nothing."""

    message_id: MessageId
    mail: PaperId
    opened: Opened = field(repr=False)

    @property
    def letter(self) -> Letter:
        """As it was read."""
        return self.opened.letter

    @property
    def at(self) -> datetime | None:
        """Its own Date."""
        return self.letter.said_at


def reason(since: Restoration) -> str:
    """For what reason the contestmaster is told of a restore."""
    return f"restored {since.id}"


def catching_up(records: Records) -> Restoration | None:
    """The restore after which the mailbox has not been read to its end; None of none."""
    since = records.restoration()
    if since is None or records.mailed_for(reason(since)) is not None:
        return None
    return since


def may_be_posted(records: Records, draft: Draft) -> bool:
    """Whether what an approval posts now may have been posted in the lost time.

    While it is catching up, approvals of that time are read again.  An opening that waited for
    words then, or does since one of them, may have got them in that time.
    """
    since = records.restoration()
    told = None if since is None else records.mailed_for(reason(since))
    if since is None or told is None or told.queued_at is None:
        return since is not None
    waited = records.awaited_opening(draft.code)
    return waited is not None and waited.at <= told.queued_at


def is_in_doubt(one: QueuedPosting) -> bool:
    """Whether a posting is of unknown fate because a backup was restored."""
    return one.state == "unknown" and one.reply in (IN_DOUBT, NOT_KNOWN)


def posts(desk: Desk, records: Records, since: Restoration) -> tuple[Post, ...]:
    """Every such post, whenever it came back, oldest first; once each, if its copies say the same.

    Anybody can write other words under the Message-ID of a post.
    """
    found: dict[tuple[MessageId, str, str], Post] = {}
    for came in records.came_since(since):
        raw = records.raw_mail(came.mail) if _may_be_a_post(records, came) else None
        if raw is None:
            continue
        opened = open_letter(raw.octets, desk.roster)
        letter = opened.letter
        known = letter.message_id
        if known is None or letter.forum not in desk.settings.forums:
            continue
        if is_ours(opened) and records.posting(known) is None:
            post = Post(known, came.mail, opened)
            copies = (known, letter.subject, letter.text)
            if copies not in found or not is_shown(desk, records, found[copies]):
                found[copies] = post
    return tuple(found.values())


def _may_be_a_post(records: Records, came: Came) -> bool:
    """Whether a mail is worth opening: of those that were handled it is known what they are.

    Not of one on which the bot stumbled: nothing is on file by which it could be known.
    """
    if came.reason is None or came.message_id is None:
        return True
    return came.reason.startswith((OWN, FORGED)) and records.posting(came.message_id) is None


def post_like(desk: Desk, records: Records, page: Page) -> Post | None:
    """The post of the lost time that says what *page* says, None of none.

    Of several one that is shown to come from its list.
    """
    return _like(desk, records, _near(desk, records, page), page)


def _like(desk: Desk, records: Records, near: Iterable[Post], page: Page) -> Post | None:
    same = [one for one in near if _says(one, page)]
    return next((one for one in same if is_shown(desk, records, one)), same[0] if same else None)


def is_shown(desk: Desk, records: Records, post: Post) -> bool:
    """Whether a post comes from its list, as far as the settings ask for that."""
    raw = records.raw_mail(post.mail)
    assert raw is not None
    shown = authenticate(post.opened, raw.octets, desk.checks, raw.arrived_at)
    return shown is None or desk.settings.trust.lets_act(shown.outcome)


def adopt(desk: Desk, records: Records, page: Page, post: Post, draft: str) -> MessageId:
    """The post is what *page* was to be: it is on file as accepted, and nothing is sent."""
    name, raw = post.message_id, records.raw_mail(post.mail)
    assert raw is not None
    posting = Posting(message_id=name, kind="public", to=page.to, octets=raw.octets)
    records.queue(posting, draft=draft, at=desk.now())
    found = Attempt(message_id=name, at=desk.now(), outcome="accepted", reply=ON_THE_LIST)
    records.attempted(found)
    forum = post.letter.forum
    if forum is not None and records.filed(post.mail) is not None:  # else it is met in its turn
        public = post.letter.public
        records.note_sighting(name, post.mail, forum, public=public, same=True, at=desk.now())
    return name


def doubt(desk: Desk, records: Records, posting: MessageId) -> None:
    """A posting that was just queued may have been posted in the lost time, in a mail unseen."""
    known = Attempt(message_id=posting, at=desk.now(), outcome="unknown", reply=NOT_KNOWN)
    records.attempted(known)


def minded(desk: Desk, records: Records, draft: Draft) -> tuple[str, ...]:
    """What the contestmaster is to mind of a draft: that it, or something like it, was posted."""
    notes = []
    for page in draft.pages:
        if page.kind != "public":
            continue
        near = _near(desk, records, page)
        same = _like(desk, records, near, page)
        if same is not None and not is_shown(desk, records, same):
            notes.append(
                f"A mail has just these words already{_when(same)}, from before the backup was "
                "restored, but it is not shown to come from the list: look there. Approve, and "
                'answer the question that follows with "it is there" or "post again".'
            )
        elif same is not None:
            notes.append(
                f"The list has just these words already{_when(same)}, from before the backup was "
                "restored: approve, and nothing is posted again. What was announced behind it "
                "waits for your word."
            )
        elif near:
            last = near[-1]
            notes.append(
                f"The list has other words already{_when(last)}, from before the backup was "
                f'restored, under "{last.letter.subject}": compare them before you approve.'
            )
    return tuple(notes)


def _near(desk: Desk, records: Records, page: Page) -> tuple[Post, ...]:
    """Posts of the lost time that answer what *page* answers, or bear its subject."""
    since = records.first_restoration(desk.now() - LOOKED_FOR)
    if page.kind != "public" or since is None:
        return ()
    return tuple(
        [
            one
            for one in posts(desk, records, since)
            if (page.in_reply_to is not None and one.letter.in_reply_to == page.in_reply_to)
            or returned.bears(one.opened, page.subject)
        ]
    )


def _says(post: Post, page: Page) -> bool:
    return returned.says(post.opened, page.subject, page.body)


def _when(post: Post) -> str:
    return "" if post.at is None else f" since {post.at:%d %b %Y, %H:%M} UTC"
