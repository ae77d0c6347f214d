"""Postings come back from their lists, and only then are published (docs/reliability.md).

Nothing waits for that: a game goes on when its draft is approved.  The contestmaster is asked, once
each, about what does not come back in time or comes back with other words, and about what its list
says that it holds or has refused.  They answer `it is there`, `post again` or `post to FORUM`.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from rednov_bot.core import log
from rednov_bot.core.errors import NotCarriedOut
from rednov_bot.core.mail.composing import readdressed, unsealed
from rednov_bot.core.mail.list_notices import names, standing
from rednov_bot.core.mail.message import Opened, open_letter
from rednov_bot.core.mail.returned import Difference, differences, is_dated_alike
from rednov_bot.core.models import (
    Alarm,
    AlarmKind,
    Attempt,
    Authentication,
    Decision,
    Draft,
    Forgery,
    Grounds,
    ListNotice,
    MessageId,
    Notice,
    Page,
    PaperId,
    PostingState,
    QueuedPosting,
    Restoration,
    Status,
    Withheld,
)
from rednov_bot.core.render import alarm_pages, delivery_pages
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import mails_on_file, outgoing
from rednov_bot.core.workflow.desk import Desk, draft_of
from rednov_bot.core.workflow.drafts import open_drafts
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.core.workflow.reach import is_given_up
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

_ANSWERED: Final = timedelta(days=1)
"""How long after a posting was sent an answer that does not say which mail it means is about it."""

_MOST_NAMED: Final = 30  # postings that the mail about a restore names
_SENT: Final[frozenset[PostingState]] = frozenset(
    {"sending", "accepted", "unknown", "held by the list", "refused by the list"}
)
_GONE: Final[frozenset[PostingState]] = frozenset(
    {"accepted", "published", "held by the list", "refused by the list"}
)


# -- A posting comes back ----------------------------------------------------------------------


def hear(
    desk: Desk,
    records: UnitOfWork,
    mail: PaperId,
    octets: bytes,
    reason: str,
    shown: Authentication | None,
) -> tuple[Status, str]:
    """A mail that the bot seems to have written: what becomes of it, and why.

    Where its list sends back what was sent, the posting is published.  What only passes for it
    has no effect: the first of a day is kept for the contestmaster, who is told.  *reason* is why
    it was left alone so far.
    """
    opened = open_letter(octets, desk.roster)
    message, forum = opened.message, opened.message.forum
    listed = opened.forum.listed and forum in desk.settings.forums
    is_ours = not message.addresses or message.addresses[0] in desk.roster.bots
    known = None if message.message_id is None else records.posting(message.message_id)
    if known is None and listed and is_ours:
        known = _renamed(desk, records, opened)
        if known is None:
            _note_unknown(desk, records, mail, message.subject, forum or "")
            return "ignore", UNKNOWN
    if known is None or known.posting.kind != "public":
        return "ignore", reason
    unlike, why = differences(known.posting.octets, opened), ""
    if not is_ours:
        why = "somebody else has written it"
    elif not listed or forum is None:
        if not unlike:
            return "ignore", f"{reason} No list has passed it on."
        why = "no list has passed it on, and its words differ"
    elif shown is not None and not desk.settings.trust.lets_act(shown.outcome):
        why = f"it may not come from {forum} ({shown.told})"
    elif unlike and message.public:
        why = _why_not_asked(desk, records, known)
    if why or forum is None:
        said = f"It bears the Message-ID of one of the bot's postings, but {why}."
        if records.forgeries_within_a_day("forged", desk.now()):
            return "ignore", said
        forgery = Forgery(kind="forged", what=said, mail=mail, at=desk.now())
        records.note_forgery(forgery, told=True)  # with the mails that are kept
        return "hold", said
    name, now = known.posting.message_id, desk.now()
    records.note_sighting(name, mail, forum, public=message.public, same=not unlike, at=now)
    if unlike:
        if message.public and not _is_asked(records, known, "other"):
            _ask(desk, records, known, "other", unlike)
        return "ignore", f"{reason} {forum} has sent it back with other words."
    if message.public:
        if known.state not in _GONE:
            records.attempted(Attempt(message_id=name, at=now, outcome="accepted", reply=SEEN))
        _close(records, name, f"{known.posting.to} has sent it back", now)
    return "ignore", f"{reason} {forum} has sent it back."


def _renamed(desk: Desk, records: UnitOfWork, opened: Opened) -> QueuedPosting | None:
    """The posting that came back under another Message-ID: the one that says just the same."""
    alike = [
        one
        for one in records.unpublished(looked_back_to(records, desk.now()))
        if is_dated_alike(one.posting.octets, opened)
        and not differences(one.posting.octets, opened)
    ]
    return alike[0] if len(alike) == 1 else None


def _note_unknown(desk: Desk, records: UnitOfWork, mail: PaperId, subject: str, forum: str) -> None:
    """Once a day at most; while the mailbox is read again after a restore, its mail names it."""
    since, now = records.restoration(), desk.now()
    if lost_time.catching_up(records) or records.forgeries_within_a_day("unknown posting", now):
        return
    what = f'{forum} has sent mail {mail}, "{subject}", in the bot\'s name, but the bot has no '
    what += "record of it. "
    if since is not None and now - since.at <= lost_time.LOOKED_FOR:
        what += "The bot was restored from a backup not long ago, and a slow list may have sent it "
        what += (
            "late. If there is a draft of the same posting, approve it, and answer the question "
        )
        what += 'that follows with "it is there". If it was posted again already, tell the list '
        what += "which of the two counts."
    else:
        what += "It is older than the database in use, or somebody else writes in the bot's name; "
        what += "if so, tell the list."
    records.note_forgery(Forgery(kind="unknown posting", what=what, mail=mail, at=now))


def _why_not_asked(desk: Desk, records: UnitOfWork, known: QueuedPosting) -> str:
    """Why nobody is asked about a posting that came back changed; "" where they are.

    Message-IDs stand in every archive, and anybody can write under one again and again.
    """
    if _is_asked(records, known, "other"):
        return ""
    if known.state == "published":
        return "the list has sent that back before, as it was sent"
    if (known.settled_at or desk.now()) < desk.now() - LOOKED_FOR:
        return "it comes too late, and its words differ"
    if sum(alarm.what == "other" for alarm in _open(records)) >= AT_ONCE:
        return "its words differ, as those of others that wait for your word"
    return ""


# -- It does not -------------------------------------------------------------------------------


def look(desk: Desk, records: UnitOfWork) -> None:
    """The contestmaster is asked, once, about each posting that has not come back in time.

    Where the host wants nothing looked for (`within = 0`), still about what is of unknown fate.
    To be called when every mail that has come is handled.
    """
    within, now = timedelta(minutes=desk.settings.returns.within), desk.now()
    if lost_time.catching_up(records) is not None:
        return  # one mail asks about all of them
    since = looked_back_to(records, now)
    reported = {sent.message_id for _, sent in records.bounces(since)}
    for one in records.unpublished(since):
        settled = one.state in ("accepted", "unknown", "refused") or is_given_up(desk, one)
        if not settled or one.settled_at is None or not (within or one.state == "unknown"):
            continue
        # An outage of the bot is no time in which it could have seen one.
        tried = max([one.settled_at, *[gone.ends for gone in records.outages(one.settled_at)]])
        if not lost_time.is_in_doubt(one) and now - tried < (within or UNHEARD_OF):
            continue
        is_reported = one.posting.message_id in reported
        is_asked = _is_asked(records, one, "not back")
        if not is_asked and (is_reported or not _is_known_to_keep(desk, records, one)):
            _ask(desk, records, one, "not back")


def looked_back_to(records: UnitOfWork, now: datetime) -> datetime:
    """Since when what was tried is asked about; nobody could ask while the bot was not at work."""
    since = now - LOOKED_FOR
    return since - sum([gone.ends - gone.begins for gone in records.outages(since)], timedelta())


def _is_asked(records: UnitOfWork, one: QueuedPosting, what: AlarmKind) -> bool:
    return any(
        alarm.what == what and (what == "other" or alarm.attempts >= one.attempts)
        for alarm in records.alarms_about(one.posting.message_id)
    )


def _is_known_to_keep(desk: Desk, records: UnitOfWork, one: QueuedPosting) -> bool:
    """Whether nothing ever comes back from a forum, and the contestmaster knows or is asked so."""
    back = records.sends_back(forum_of(desk, one))
    if one.state != "accepted" or back:
        return False
    return back is False or any(alarm.to == one.posting.to for alarm in _open(records))


def never_back(desk: Desk, records: UnitOfWork) -> tuple[str, ...]:
    """For the contestmaster: from which lists nothing of the bot's has ever come back."""
    return tuple(
        delivery_pages.never_back(key, forum.address, desk.settings.bot.address)
        for key, forum in desk.settings.forums.items()
        if forum.post and forum.public and records.sends_back(key) is None
    )


def forum_of(desk: Desk, one: QueuedPosting) -> str:
    """The key of the forum to which a posting went; its address where the settings know none."""
    return desk.roster.fora_by_address.get(one.posting.to, one.posting.to)


# -- What its list says ------------------------------------------------------------------------


def hear_list(
    desk: Desk, records: UnitOfWork, mail: PaperId, notice: Notice, shown: Authentication | None
) -> tuple[Status, str] | None:
    """What becomes of a mail of a list about a posting, and why; None where it fits none.

    Anybody can write such a mail: all that follows is that the contestmaster is asked, once.
    """
    fits = _fitting(desk, records, notice)
    if fits is None:
        return None
    one, what, grounds = fits
    forum = forum_of(desk, one)
    said = f"It says that a posting of the bot's is {what} {forum}{delivery_pages.because(grounds)}"
    if shown is not None and shown.outcome == "fail":
        return "hold", f"{said}, but it may not come from there ({shown.told})"
    name, at = one.posting.message_id, desk.now()
    before = records.list_notices(name)
    if any(it.what == what and it.attempts >= one.attempts for it in before):
        return "ignore", f"{said}, as is known already"
    records.note_list_notice(
        ListNotice(
            posting=name, mail=mail, what=what, grounds=grounds, attempts=one.attempts, at=at
        )
    )
    log.withheld(name.strip("<>").partition("@")[0], forum, what)
    _close(records, name, f"{forum} has told what became of it", at)
    _ask(desk, records, one, what, says=notice.says)
    return "ignore", said


def _fitting(
    desk: Desk, records: UnitOfWork, notice: Notice
) -> tuple[QueuedPosting, Withheld, Grounds] | None:
    """The posting that a list speaks of: by its Message-ID, by its subject, or the last one."""
    sent = [
        one
        for one in reversed(records.unpublished(looked_back_to(records, desk.now())))
        if one.state in _SENT and forum_of(desk, one) in notice.forums
    ]
    named = [one for one in sent if one.posting.message_id in notice.about]
    if notice.about and not named:
        return None
    quoted = [one for one in sent if names(notice, _subject(one))]
    quoted.sort(key=lambda one: _last_notice(records, one) is not None)  # unheard of first
    last = [one for one in sent[:1] if notice.is_reply and one.settled_at is not None]
    answered = [one for one in last if desk.now() - (one.settled_at or desk.now()) < _ANSWERED]
    for one in (*named, *quoted, *answered)[:1]:
        found = standing(notice, _subject(one))
        return None if found is None else (one, *found)
    return None


def _last_notice(records: UnitOfWork, one: QueuedPosting) -> ListNotice | None:
    return next(reversed(records.list_notices(one.posting.message_id)), None)


def withheld(desk: Desk, records: UnitOfWork) -> Iterator[tuple[str, str]]:
    """The subject of each posting that its list holds or has refused; why, and what to do."""
    bot = desk.settings.bot.address
    for one in records.withheld():
        yield _subject(one), "; ".join(why(records, one, forum_of(desk, one), bot))


def why(records: UnitOfWork, one: QueuedPosting, forum: str, bot: str) -> tuple[str, ...]:
    """Why a posting is not on its list, and what to do; () where no list says so.

    *forum* is its key, *bot* the address that posts.
    """
    last = _last_notice(records, one)
    if last is None or one.state != last.what:
        return ()
    said = f"{last.what} {forum}{delivery_pages.because(last.grounds)} (mail {last.mail})"
    return said, delivery_pages.remedy(last.what, last.grounds, bot)


# -- The contestmaster is asked, and answers ---------------------------------------------------


def _ask(
    desk: Desk,
    records: UnitOfWork,
    one: QueuedPosting,
    what: AlarmKind,
    unlike: tuple[Difference, ...] = (),
    says: tuple[str, ...] = (),
) -> None:
    draft = _filed(desk, records, one, what)
    page = question(desk, records, draft, one, what, unlike, says)
    post(desk, records, page, draft=draft.code, reason=f"draft {draft.code}")


def _filed(desk: Desk, records: UnitOfWork, one: QueuedPosting, what: AlarmKind) -> Draft:
    """The draft that asks what is to become of a posting; it has nothing to post itself."""
    shown = draft_of(records, one.draft)
    named = _subject(one).removeprefix(f"{outgoing.letterhead_for(desk).tag} ")
    about = delivery_pages.about(what, named, _grounds(records, one, what))
    draft = desk.draft("return", about, game=None if shown is None else shown.game)
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
    says: tuple[str, ...] = (),
) -> Page:
    """The mail that shows a draft which asks about a posting; *says* are the words of its list."""
    forum = forum_of(desk, one)
    return delivery_pages.asked(
        draft.code,
        draft.about,
        what,
        _subject(one),
        forum,
        one.state,
        one.settled_at or desk.now(),
        tuple([delivery_pages.Unlike(one.part, one.sent, one.came) for one in unlike]),
        never=records.sends_back(forum) is not True,
        elsewhere=_elsewhere(desk, one),
        restored=lost_time.is_in_doubt(one),
        waits=bool(records.waits_for(one.posting.message_id)),
        says=says,
        grounds=_grounds(records, one, what),
        bot=desk.settings.bot.address,
        **outgoing.for_desk(desk),
    )


def _grounds(records: UnitOfWork, one: QueuedPosting, what: AlarmKind) -> Grounds:
    last = _last_notice(records, one)
    return last.grounds if last is not None and last.what == what else "not said"


def _elsewhere(desk: Desk, one: QueuedPosting) -> tuple[str, ...]:
    own, forums = forum_of(desk, one), desk.settings.forums
    return tuple([key for key, forum in forums.items() if forum.public and key != own])


def _subject(one: QueuedPosting) -> str:
    return unsealed(one.posting).subject


def _open(records: UnitOfWork) -> list[Alarm]:
    drafts = [draft for draft in records.open_drafts() if draft.kind == "return"]
    return [alarm for draft in drafts if (alarm := records.alarm(draft.code)) is not None]


def _close(records: UnitOfWork, posting: MessageId, why: str, at: datetime) -> None:
    """Nothing is asked any more of what became of a posting."""
    for alarm in records.alarms_about(posting):
        if alarm.is_open:
            records.decide(Decision(code=alarm.code, verdict="superseded", by="", why=why, at=at))


def asked_about(records: UnitOfWork) -> tuple[QueuedPosting, ...]:
    """The postings about which the contestmaster is asked, oldest question first."""
    found = [records.posting(alarm.posting) for alarm in _open(records)]
    return tuple([one for one in found if one is not None])


def post_again(desk: Desk, records: UnitOfWork, code: str, by: str) -> str:
    """The posting is sent once more: the same bytes, the same Message-ID.  Whereto.

    Raises NoSuchDraft, DraftClosed, or NotCarriedOut where the draft asks about no posting.
    """
    alarm, one = _to_be_sent(records, code)
    records.post_again(alarm.posting, by, desk.now())
    open_drafts.settle(desk, records, code, by, "posted again")
    return forum_of(desk, one)


def is_there(desk: Desk, records: UnitOfWork, code: str, by: str) -> str:
    """The posting is on the list: somebody has seen it there, and it counts as published.  Where.

    Raises as `post_again` does.
    """
    alarm, one = _asked(records, code)
    forum = forum_of(desk, one)
    records.note_sighting(alarm.posting, None, forum, public=True, same=True, at=desk.now())
    records.wait_no_more(alarm.posting)
    open_drafts.settle(desk, records, code, by, "it is there")
    return forum


def post_to(desk: Desk, records: UnitOfWork, code: str, by: str, named: str) -> str:
    """The same text goes to another public forum, under a Message-ID of its own.  Whereto.

    Raises as `post_again` does, or NotCarriedOut where there is no such forum.
    """
    alarm, one = _to_be_sent(records, code)
    found = next((key for key in desk.settings.forums if key.casefold() == named.casefold()), "")
    own, others = forum_of(desk, one), _elsewhere(desk, one)
    if found == own:
        raise NotCarriedOut(f'it went to {own} already; "post again" sends it there once more')
    if found not in others:
        which = f"; there is {', '.join(others)}" if others else "; there is none"
        raise NotCarriedOut(f"no other public forum in rednov.toml is called {named}{which}")
    page = readdressed(one.posting, desk.settings.forums[found].address, found)
    after = [other.posting.message_id for other in records.waits_for(alarm.posting)]
    new = post(desk, records, page, draft=one.draft, after=after)
    records.wait_no_more(alarm.posting, new)
    open_drafts.settle(desk, records, code, by, f"posted to {found}")
    return found


def _to_be_sent(records: UnitOfWork, code: str) -> tuple[Alarm, QueuedPosting]:
    """As `_asked`; NotCarriedOut while an old answer may be read again, that was carried out."""
    if lost_time.catching_up(records) is not None:
        raise NotCarriedOut(
            "the bot was restored from a backup, and may have posted that before; you are asked "
            "about it when the mailbox is read to its end"
        )
    return _asked(records, code)


def _asked(records: UnitOfWork, code: str) -> tuple[Alarm, QueuedPosting]:
    open_drafts.open_draft(records, code)
    alarm = records.alarm(code)
    one = None if alarm is None else records.posting(alarm.posting)
    if alarm is None or one is None:
        raise NotCarriedOut(f"draft {code} asks about no posting, so this does not answer it")
    return alarm, one


def condition(records: UnitOfWork, code: str) -> str:
    """On what it hangs that what was answered to this draft is sent; "" where on nothing."""
    alarm = records.alarm(code)
    if alarm is not None and records.waits_for(alarm.posting):
        return " as soon as the private notices for which it waits have arrived"
    return ""


def way_out(desk: Desk, records: UnitOfWork, one: QueuedPosting) -> str:
    """What to do about a posting of unknown fate, or one that is not on its list; "" of others."""
    said = "; ".join(why(records, one, forum_of(desk, one), desk.settings.bot.address))
    if one.posting.kind != "public" or not (one.state == "unknown" or said):
        return ""
    asked = records.alarms_about(one.posting.message_id)
    codes = [alarm.code for alarm in asked if alarm.is_open]
    if codes:
        return (f"{said}. " if said else "") + (
            f"draft {codes[-1]} asks the contestmaster about it; from here it is answered with "
            f"--there {codes[-1]}, --post-again {codes[-1]} or --post-to {codes[-1]} FORUM"
        )
    if said:
        return said
    if any(alarm.attempts >= one.attempts for alarm in asked):
        return "the contestmaster brings it to the list"
    return "unless its list sends it back in time, the contestmaster is asked about it"


# -- After a restore ---------------------------------------------------------------------------


def tell_of_restore(desk: Desk, records: UnitOfWork) -> None:
    """One mail after each restore: what may be missing, what is in doubt, what they decide again.

    With a code for each posting that may be on its list.  To be called once the mailbox was read
    to its end.
    """
    since = lost_time.catching_up(records)
    if since is None:
        return
    drafts = tuple([(one.code, one.about) for one in records.open_drafts() if one.kind != "return"])
    page = alarm_pages.restored(
        since.reaches,
        _came_meanwhile(desk, records, since),
        tuple(_doubted(desk, records)),
        drafts,
        **outgoing.for_desk(desk),
    )
    post(desk, records, page, reason=lost_time.reason(since))


def _came_meanwhile(
    desk: Desk, records: UnitOfWork, since: Restoration
) -> tuple[alarm_pages.Post, ...]:
    """What the lists have sent back of the lost time, oldest first; its copies once."""
    met = records.filed_since("ignore", UNKNOWN, since.at)
    messages = [mails_on_file.message_if_any(desk, records, mail) for mail in met]
    found = {
        one.message_id: alarm_pages.Post(one.said_at, one.subject, one.forum or "")
        for one in messages
        if one is not None
    }
    return tuple(found.values())[:_MOST_NAMED]


def _doubted(desk: Desk, records: UnitOfWork) -> Iterator[alarm_pages.Doubted]:
    """The postings in doubt, but those that the contestmaster sees to themselves."""
    for one in records.unpublished(desk.now() - lost_time.LOOKED_FOR):
        name = one.posting.message_id
        asked = records.alarms_about(name)
        code = next((alarm.code for alarm in asked if alarm.is_open), "")
        if one.state != "unknown":
            continue
        if not code and any(alarm.attempts >= one.attempts for alarm in asked):
            continue
        yield alarm_pages.Doubted(
            subject=_subject(one),
            forum=forum_of(desk, one),
            code=code or _filed(desk, records, one, "not back").code,
            waits=bool(records.waits_for(name)),
        )
