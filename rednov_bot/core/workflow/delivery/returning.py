"""The bot's own postings come back from their lists: only then are they published.

Nothing waits for that: a game goes on when its draft is approved.  What does not come back in time,
or comes back with other words, is put before the contestmaster, once; what they say then is in
reposting.py.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from rednov_bot.core.mail.composing import unsealed
from rednov_bot.core.mail.message import Opened, open_letter
from rednov_bot.core.mail.returned import Difference, differences, is_dated_alike
from rednov_bot.core.models import (
    Alarm,
    AlarmKind,
    Attempt,
    Authentication,
    Draft,
    Grounds,
    Message,
    MessageId,
    Page,
    PaperId,
    PostingState,
    QueuedPosting,
    Status,
)
from rednov_bot.core.render import delivery_pages
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import outgoing
from rednov_bot.core.workflow.delivery.notices import is_given_up
from rednov_bot.core.workflow.desk import Desk, draft_of
from rednov_bot.core.workflow.drafts.replacing import closed
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.core.workflow.restoring import lost_time
from rednov_bot.core.workflow.screening import OWN

LOOKED_FOR: Final = timedelta(days=14)
"""How long after it was last tried a posting is asked about at all."""

AT_ONCE: Final = 5
"""Postings that came back changed and about which the contestmaster is asked at a time."""

SEEN: Final = "a list has sent it back"
"""What stands in place of a server's words where the posting itself shows that it was taken."""

UNHEARD_OF: Final = timedelta(hours=1)
"""How long a posting of unknown fate is waited for where the host wants nothing else looked for."""

UNKNOWN: Final = f"{OWN} Nothing is on file of it."
"""Why a mail in the bot's name is left alone that the database does not know."""

_FORGED: Final = "forged in the bot's name"
_UNKNOWN: Final = "unknown in the bot's name"
_A_DAY: Final = timedelta(days=1)
_SETTLED: Final[frozenset[PostingState]] = frozenset({"accepted", "unknown", "refused"})
_GONE: Final[frozenset[PostingState]] = frozenset(
    {"accepted", "published", "held by the list", "refused by the list"}
)


def note(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    octets: bytes,
    reason: str,
    shown: Authentication | None,
) -> tuple[Status, str]:
    """A mail that the bot seems to have written: what becomes of it, and why.

    Of a posting that a list sends back it is stored that it was seen, and whether it says what
    was sent.  One that is not shown to come from there, where that is checked, is a finding.
    *reason* is why it was left alone so far.
    """
    opened = open_letter(octets, desk.roster)
    message, forum = opened.message, opened.message.forum
    known = None if message.message_id is None else records.posting(message.message_id)
    listed = opened.forum.listed and forum in desk.settings.forums
    if known is None and listed:
        known = _renamed(desk, records, opened)
    if known is None and listed and _is_by_us(desk, opened):
        _tell_of_unknown(desk, records, mail, message)
        return "ignore", UNKNOWN
    if known is None or known.posting.kind != "public":
        return "ignore", reason
    unlike = differences(known.posting.octets, opened)
    if not _is_by_us(desk, opened):
        return _finding(desk, records, known, "somebody else has written it")
    if not listed or forum is None:
        if unlike:
            return _finding(desk, records, known, "no list has passed it on, and its words differ")
        return "ignore", f"{reason} No list has passed it on."
    if shown is not None and not desk.settings.trust.lets_act(shown.outcome):
        return _finding(desk, records, known, f"it may not come from {forum} ({shown.told})")
    public = message.public
    if unlike and public and (why := _is_no_news(desk, records, known)):
        return _finding(desk, records, known, why)
    records.note_sighting(
        known.posting.message_id, mail, forum, public=public, same=not unlike, at=desk.now()
    )
    if unlike:
        if public and not _is_asked(records, known, "other"):
            ask(desk, records, known, "other", unlike)
        return "ignore", f"{reason} {forum} has sent it back with other words."
    if public:  # whatever was not known of it is known
        name, now = known.posting.message_id, desk.now()
        if known.state not in _GONE:
            records.attempted(Attempt(message_id=name, at=now, outcome="accepted", reply=SEEN))
        close_alarms(records, name, f"{known.posting.to} has sent it back", now)
    return "ignore", f"{reason} {forum} has sent it back."


def look(desk: Desk, records: UnitOfWork) -> None:
    """Whatever has not come back in time is put before the contestmaster, once.

    Where the host wants nothing looked for, still what is of unknown fate.  To be asked when every
    mail that has come is handled.
    """
    within = timedelta(minutes=desk.settings.returns.within)
    now = desk.now()
    if lost_time.catching_up(records) is not None:
        return  # one mail asks about all of them (restored.py)
    back_to = looked_back_to(records, now)
    reported = {sent.message_id for _, sent in records.bounces(back_to)}
    for one in records.unpublished(back_to):
        if not within and one.state != "unknown":
            continue
        settled = one.state in _SETTLED or is_given_up(desk, one)
        if not settled or one.settled_at is None:
            continue  # it is on its way
        # An outage of the bot is no time in which it could have seen one.
        since = max([one.settled_at, *[gone.ends for gone in records.outages(one.settled_at)]])
        if not lost_time.is_in_doubt(one) and now - since < (within or UNHEARD_OF):
            continue
        if _is_asked(records, one, "not back"):
            continue
        if one.posting.message_id not in reported and _is_known_to_keep(desk, records, one):
            continue
        ask(desk, records, one, "not back", ())


def asked_about(records: UnitOfWork) -> tuple[QueuedPosting, ...]:
    """The postings about which the contestmaster is asked, oldest question first."""
    found = [records.posting(alarm.posting) for alarm in _open(records)]
    return tuple([one for one in found if one is not None])


def never_back(desk: Desk, records: UnitOfWork) -> tuple[str, ...]:
    """That nothing of the bot's has ever come back from its list: for the contestmaster on a
    post."""
    return tuple(
        delivery_pages.never_back(key, forum.address, desk.settings.bot.address)
        for key, forum in desk.settings.forums.items()
        if forum.post and forum.public and records.sends_back(key) is None
    )


def forum_of(desk: Desk, one: QueuedPosting) -> str:
    """The key of the forum to which a posting went; its address where the settings know none."""
    return desk.roster.fora_by_address.get(one.posting.to, one.posting.to)


def looked_back_to(records: UnitOfWork, now: datetime) -> datetime:
    """Since when what was tried is asked about; nobody could ask while the bot was not at work."""
    since = now - LOOKED_FOR
    return since - sum([gone.ends - gone.begins for gone in records.outages(since)], timedelta())


def _is_asked(records: UnitOfWork, one: QueuedPosting, what: AlarmKind) -> bool:
    asked = records.alarms_about(one.posting.message_id)
    return any(
        alarm.what == what and (what == "other" or alarm.attempts >= one.attempts)
        for alarm in asked
    )


def _is_no_news(desk: Desk, records: UnitOfWork, one: QueuedPosting) -> str:
    """Why nobody is asked about a posting that is said to have come back changed; "" where they
    are.

    Message-IDs stand in every archive, and anybody can write under one again and again.
    """
    if _is_asked(records, one, "other"):
        return ""
    if one.state == "published":
        return "the list has sent that back before, as it was sent"
    if (one.settled_at or desk.now()) < desk.now() - LOOKED_FOR:
        return "it comes too late, and its words differ"
    if sum(alarm.what == "other" for alarm in _open(records)) >= AT_ONCE:
        return "its words differ, as those of others that wait for your word"
    return ""


def _is_known_to_keep(desk: Desk, records: UnitOfWork, one: QueuedPosting) -> bool:
    """Whether nothing ever comes back from a forum, and the contestmaster knows or is asked so.

    Whatever the mail server has not plainly accepted is asked about all the same.
    """
    back = records.sends_back(forum_of(desk, one))
    if one.state != "accepted" or back:
        return False
    asked = [alarm for alarm in _open(records) if alarm.is_open and alarm.to == one.posting.to]
    return back is False or bool(asked)


def _open(records: UnitOfWork) -> list[Alarm]:
    drafts = [draft for draft in records.open_drafts() if draft.kind == "return"]
    return [alarm for draft in drafts if (alarm := records.alarm(draft.code)) is not None]


def _renamed(desk: Desk, records: UnitOfWork, opened: Opened) -> QueuedPosting | None:
    """The posting that came back under another Message-ID: the one that says just the same."""
    if not _is_by_us(desk, opened):
        return None
    alike = [
        one
        for one in records.unpublished(looked_back_to(records, desk.now()))
        if is_dated_alike(one.posting.octets, opened)
        and not differences(one.posting.octets, opened)
    ]
    return alike[0] if len(alike) == 1 else None


def _is_by_us(desk: Desk, opened: Opened) -> bool:
    """Whether its From is the bot's, or a list's that names nobody else."""
    addresses = opened.message.addresses
    return not addresses or addresses[0] in desk.roster.bots


def _finding(desk: Desk, records: UnitOfWork, known: QueuedPosting, why: str) -> tuple[Status, str]:
    """A mail bears the Message-ID of a posting and is none of the bot's: it is kept for a human.

    They are told once a day; what else comes that day is only stored.
    """
    reason = f"It bears the Message-ID of one of the bot's postings, but {why}."
    page = delivery_pages.forged(unsealed(known.posting).subject, why, **outgoing.for_desk(desk))
    told = outgoing.post_once(desk, records, page, _FORGED, desk.now() - _A_DAY)
    return "hold" if told else "ignore", reason


def _tell_of_unknown(desk: Desk, records: UnitOfWork, mail: PaperId, message: Message) -> None:
    """The contestmaster is told of a mail in the bot's name that nothing is stored of.

    Once a day at most; while the mailbox is read again after a restore not here, but with it.
    """
    since, now = records.restoration(), desk.now()
    if lost_time.catching_up(records) is not None:
        return
    page = delivery_pages.unknown(
        message.subject,
        message.forum or "",
        message.said_at,
        mail,
        restored=since is not None and now - since.at <= lost_time.LOOKED_FOR,
        **outgoing.for_desk(desk),
    )
    outgoing.post_once(desk, records, page, _UNKNOWN, now - _A_DAY)


def close_alarms(records: UnitOfWork, posting: MessageId, why: str, at: datetime) -> None:
    """Nothing is asked any more of what became of a posting."""
    for alarm in records.alarms_about(posting):
        if alarm.is_open:
            records.decide(closed(alarm.code, why, at))


def ask(
    desk: Desk,
    records: UnitOfWork,
    one: QueuedPosting,
    what: AlarmKind,
    unlike: tuple[Difference, ...] = (),
    *,
    says: tuple[str, ...] = (),
    grounds: Grounds = "not said",
) -> None:
    """The contestmaster is asked what is to become of a posting: a draft with nothing to post.

    *says* is what its list says of it, and *grounds* why it has not passed it on.
    """
    draft = filed(desk, records, one, what, grounds)
    page = question(desk, records, draft, one, what, unlike, says=says, grounds=grounds)
    post(desk, records, page, draft=draft.code, reason=f"draft {draft.code}")


def filed(
    desk: Desk,
    records: UnitOfWork,
    one: QueuedPosting,
    what: AlarmKind,
    grounds: Grounds = "not said",
) -> Draft:
    """The draft that asks about a posting is stored; who answers it is yet to see it."""
    shown = draft_of(records, one.draft)
    subject = unsealed(one.posting).subject
    named = subject.removeprefix(f"{outgoing.letterhead_for(desk).tag} ")
    draft = desk.draft(
        "return",
        delivery_pages.about(what, named, grounds),
        game=None if shown is None else shown.game,
    )
    records.add_draft(draft)
    records.note_alarm(one.posting.message_id, draft.code, what, one.attempts, desk.now())
    return draft


def question(
    desk: Desk,
    records: UnitOfWork,
    draft: Draft,
    one: QueuedPosting,
    what: AlarmKind,
    unlike: tuple[Difference, ...] = (),
    *,
    says: tuple[str, ...] = (),
    grounds: Grounds = "not said",
) -> Page:
    """The mail that shows a draft which asks about a posting."""
    forum = forum_of(desk, one)
    return delivery_pages.asked(
        draft.code,
        draft.about,
        what,
        unsealed(one.posting).subject,
        forum,
        one.state,
        one.settled_at or desk.now(),
        tuple([delivery_pages.Unlike(one.part, one.sent, one.came) for one in unlike]),
        never=records.sends_back(forum) is not True,
        elsewhere=elsewhere(desk, one),
        restored=lost_time.is_in_doubt(one),
        waits=bool(records.waits_for(one.posting.message_id)),
        says=says,
        grounds=grounds,
        bot=desk.settings.bot.address,
        **outgoing.for_desk(desk),
    )


def elsewhere(desk: Desk, one: QueuedPosting) -> tuple[str, ...]:
    """The keys of the other public fora."""
    own = forum_of(desk, one)
    return tuple(
        [key for key, forum in desk.settings.forums.items() if forum.public and key != own]
    )
