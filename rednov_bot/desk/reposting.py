"""What the contestmaster says of a posting that has not come back as it was sent."""

from __future__ import annotations

from rednov_bot.desk import approval, returning
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.outgoing import post
from rednov_bot.errors import NotCarriedOut
from rednov_bot.mail.unsealing import readdressed
from rednov_bot.papers import Alarm, Decision, QueuedPosting
from rednov_bot.ports import Records


def post_again(desk: Desk, records: Records, code: str, by: str) -> str:
    """The posting is sent once more: the same bytes, the same Message-ID.  Whereto.

    Raises NoSuchDraft, DraftClosed, or NotCarriedOut where the draft asks about no posting.
    """
    alarm, one = _asked(records, code)
    records.post_again(alarm.posting, by, desk.now())
    _settle(desk, records, code, by, "posted again")
    return returning.forum_of(desk, one)


def is_there(desk: Desk, records: Records, code: str, by: str) -> str:
    """The posting is on the list: somebody has seen it there, and it counts as published.  Where.

    Raises as `post_again` does.
    """
    alarm, one = _asked(records, code)
    forum = returning.forum_of(desk, one)
    records.note_sighting(alarm.posting, None, forum, public=True, same=True, at=desk.now())
    records.wait_no_more(alarm.posting)
    _settle(desk, records, code, by, "it is there")
    return forum


def post_to(desk: Desk, records: Records, code: str, by: str, named: str) -> str:
    """The same text goes to another public forum, under a Message-ID of its own.  Whereto.

    Raises as `post_again` does, or NotCarriedOut where there is no such forum.
    """
    alarm, one = _asked(records, code)
    found = [key for key in desk.settings.forums if key.casefold() == named.casefold()]
    own, others = returning.forum_of(desk, one), returning.elsewhere(desk, one)
    if own in found:
        raise NotCarriedOut(f'it went to {own} already; "post again" sends it there once more')
    if not found or found[0] not in others:
        which = f"; there is {', '.join(others)}" if others else "; there is none"
        raise NotCarriedOut(f"no other public forum in rednov.toml is called {named}{which}")
    page = readdressed(one.posting, desk.settings.forums[found[0]].address, found[0])
    new = post(desk, records, page, draft=one.draft)
    records.wait_no_more(alarm.posting, new)
    _settle(desk, records, code, by, f"posted to {found[0]}")
    return found[0]


def _asked(records: Records, code: str) -> tuple[Alarm, QueuedPosting]:
    approval.open_draft(records, code)
    alarm = records.alarm(code)
    one = None if alarm is None else records.posting(alarm.posting)
    if alarm is None or one is None:
        raise NotCarriedOut(f"draft {code} asks about no posting, so this does not answer it")
    return alarm, one


def _settle(desk: Desk, records: Records, code: str, by: str, why: str) -> None:
    records.decide(Decision(code=code, verdict="settled", by=by, why=why, at=desk.now()))
