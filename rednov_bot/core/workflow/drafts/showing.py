"""The mail that shows a draft to the contestmaster: at first, and once more."""

from __future__ import annotations

from dataclasses import replace

from rednov_bot.core.mail.composing import unsealed
from rednov_bot.core.models import Draft, Page, Posting
from rednov_bot.core.render import draft_pages
from rednov_bot.core.render.amending import Changed
from rednov_bot.core.render.letterhead import Envelope
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import awards, hidden, outgoing, returns
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.core.workflow.restoring import lost_time
from rednov_bot.games.red_november.render import award_pages


def page(
    desk: Desk,
    records: UnitOfWork,
    draft: Draft,
    envelope: Envelope,
    why: tuple[draft_pages.Reason, ...] = (),
    notes: tuple[str, ...] = (),
    *,
    changed: tuple[Changed, ...] = (),
) -> Page:
    """A draft with its texts, what is to be minded of it, and *why* it is so.

    *notes* come last of what is to be minded; *changed* is what was worded otherwise.
    """
    public, private = hidden.shown(records, draft)
    if public and lost_time.may_be_posted(records, draft):
        notes = (lost_time.NOTE, *notes)
    made = draft_pages.draft(
        draft.code,
        draft.about,
        public,
        private,
        why,
        gamestate=draft.for_state,
        due=draft.due_by,
        letterhead=outgoing.letterhead_for(desk),
        envelope=envelope,
        notes=notes,
        changed=changed,
        unseen=hidden.unseen(records, draft),
        award=offered(draft),
    )
    return replace(made, picture=next((one.picture for one in public if one.picture), None))


def offered(draft: Draft) -> Page | None:
    """The text of the award that may be posted with a draft."""
    offer = awards.offer_of(draft)
    return None if offer is None else award_pages.page_of(offer)


def _last(records: UnitOfWork, draft: Draft) -> Posting | None:
    """The last mail that showed a draft; None where no mail did that may be shown once more.

    In a blind game that is so where private notices belong to it: when it was shown, the game may
    not have been blind.
    """
    if hidden.unseen(records, draft):
        return None
    every = [one.posting for one in records.outbox(draft.code) if one.posting.kind == "draft"]
    return every[-1] if every else None


def show_again(desk: Desk, records: UnitOfWork, draft: Draft) -> None:
    """The mail that showed a draft goes to the contestmaster once more."""
    again = _once_more(desk, records, draft, outgoing.to_contestmaster(desk))
    post(desk, records, again, draft=draft.code, reason=f"draft {draft.code}")


def _once_more(desk: Desk, records: UnitOfWork, draft: Draft, envelope: Envelope) -> Page:
    """The mail that showed a draft, word for word; where none has all its texts, a new one.

    The new one tells what is to be minded of the draft, and not why it was made.  A posting may
    have been asked about in one mail with others (restored.py): then the question is a new one.
    """
    shown, alarm = _last(records, draft), records.alarm(draft.code)
    if shown is None and alarm is not None:
        one = records.posting(alarm.posting)
        assert one is not None
        return returns.question(desk, records, draft, one, alarm.what)
    said = None if shown is None else unsealed(shown)
    every = [one for several in hidden.shown(records, draft) for one in several]
    texts = [part.strip() for one in every for part in draft_pages.in_parts(one)]
    if said is None or said.body is None or not all(text in said.body for text in texts):
        return page(desk, records, draft, envelope)
    return Page(
        kind="draft",
        to=envelope.to,
        to_name=envelope.to_name,
        subject=said.subject,
        body=said.body,
        picture=said.picture,
    )
