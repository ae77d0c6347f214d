"""A posting is sent again, or counted as told in another way, on the contestmaster's word."""

from __future__ import annotations

from rednov_bot.core.errors import NotCarriedOut, NothingUntold
from rednov_bot.core.mail.composing import readdressed
from rednov_bot.core.models import Alarm, QueuedPosting
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.delivery import channels, failures, list_notices, returning
from rednov_bot.core.workflow.delivery.notices import addressee, earlier, notices, owed_since
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.core.workflow.drafts import open_drafts
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.core.workflow.restoring import lost_time
from rednov_bot.games.base import Player


def post_again(desk: Desk, records: UnitOfWork, code: str, by: str) -> str:
    """The posting is sent once more: the same bytes, the same Message-ID.  Whereto.

    Raises NoSuchDraft, DraftClosed, or NotCarriedOut where the draft asks about no posting.
    """
    alarm, one = _to_be_sent(records, code)
    records.post_again(alarm.posting, by, desk.now())
    open_drafts.settle(desk, records, code, by, "posted again")
    return returning.forum_of(desk, one)


def is_there(desk: Desk, records: UnitOfWork, code: str, by: str) -> str:
    """The posting is on the list: somebody has seen it there, and it counts as published.  Where.

    Raises as `post_again` does.
    """
    alarm, one = _asked(records, code)
    forum = returning.forum_of(desk, one)
    records.note_sighting(alarm.posting, None, forum, public=True, same=True, at=desk.now())
    records.wait_no_more(alarm.posting)
    open_drafts.settle(desk, records, code, by, "it is there")
    return forum


def post_to(desk: Desk, records: UnitOfWork, code: str, by: str, named: str) -> str:
    """The same text goes to another public forum, under a Message-ID of its own.  Whereto.

    Raises as `post_again` does, or NotCarriedOut where there is no such forum.
    """
    alarm, one = _to_be_sent(records, code)
    found = [key for key in desk.settings.forums if key.casefold() == named.casefold()]
    own, others = returning.forum_of(desk, one), returning.elsewhere(desk, one)
    if own in found:
        raise NotCarriedOut(f'it went to {own} already; "post again" sends it there once more')
    if not found or found[0] not in others:
        which = f"; there is {', '.join(others)}" if others else "; there is none"
        raise NotCarriedOut(f"no other public forum in rednov.toml is called {named}{which}")
    page = readdressed(one.posting, desk.settings.forums[found[0]].address, found[0])
    after = [other.posting.message_id for other in records.waits_for(alarm.posting)]
    new = post(desk, records, page, draft=one.draft, after=after)
    records.wait_no_more(alarm.posting, new)
    open_drafts.settle(desk, records, code, by, f"posted to {found[0]}")
    return found[0]


def way_out(desk: Desk, records: UnitOfWork, one: QueuedPosting) -> str:
    """What to do about a posting of unknown fate, or one that is not on its list; "" of others."""
    why = list_notices.told(desk, records, one)
    if one.posting.kind != "public" or not (one.state == "unknown" or why):
        return ""
    asked = records.alarms_about(one.posting.message_id)
    codes = [alarm.code for alarm in asked if alarm.is_open]
    if why and not codes:
        return why
    if codes:
        return (f"{why}. " if why else "") + (
            f"draft {codes[-1]} asks the contestmaster about it; from here it is answered with "
            f"--there {codes[-1]}, --post-again {codes[-1]} or --post-to {codes[-1]} FORUM"
        )
    if any(alarm.attempts >= one.attempts for alarm in asked):
        return "the contestmaster brings it to the list"
    return "unless its list sends it back in time, the contestmaster is asked about it"


def condition(records: UnitOfWork, code: str) -> str:
    """On what it hangs that what was answered to this draft is sent; "" where on nothing."""
    alarm = records.alarm(code)
    if alarm is not None and records.waits_for(alarm.posting):
        return " as soon as the private notices for which it waits have arrived"
    return ""


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


def note(desk: Desk, records: UnitOfWork, name: Player) -> str:
    """No notice to *name* waits for an answer, nor an opening for one: what is told of that.

    Raises NothingUntold where none does.
    """
    since = owed_since(desk, records, ongoing(desk, records))
    untaken = [one.queued_at for one in records.unaccepted("private", since)]
    further = earlier(desk, since, *untaken)
    waiting = [
        one
        for one in notices(desk, records, further=further)
        if not one.is_confirmed and addressee(desk, records, one.first) == name
    ]
    held_up = failures.wait_no_more(desk, records, name)
    if not waiting and not held_up:
        raise NothingUntold(name)
    for one in waiting:
        sent = one.first
        channels.note(desk, records, name, sent.to, "told", sent.message_id)
    opening = "; the opening waits for none of them any more" if held_up else ""
    return (
        f"It is noted that {name} knows what their private notices say{opening}. None of "
        "them waits for an answer."
    )
