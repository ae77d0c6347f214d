"""Drafts for the contestmaster: what would be posted, and one mail that shows it exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from rednov_bot.core import log
from rednov_bot.core.contest import ON_THE_DOUBLE, ReadAs
from rednov_bot.core.errors import stops_all
from rednov_bot.core.mail.composing import unsealed, weight
from rednov_bot.core.models import Draft, Page, PaperId, Picture, TakenTurn
from rednov_bot.core.proof import Proof
from rednov_bot.core.render import contest_pages, draft_pages, luck_pages, mail_html
from rednov_bot.core.render.amending import Changed
from rednov_bot.core.render.letterhead import Envelope, of_game
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, in_force, moments, notices, outgoing, points, returns
from rednov_bot.core.workflow.desk import Desk, Ongoing
from rednov_bot.core.workflow.drafts import leftovers, open_drafts
from rednov_bot.core.workflow.luck import fortune
from rednov_bot.core.workflow.moments import Moment
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.core.workflow.restoring import lost_time
from rednov_bot.games.base import Luck, Reason, Resolution, Resolved

# -- the resolution of a turn ----------------------------------------------------------------------


def gnome_words(moment: Moment, *, is_blind: bool) -> tuple[Reason, ...]:
    """What its gnome wrote, and answered to what was asked about it; and what the contestmaster
    said that it announces, if they did.

    At last how far the mail is shown to be its gnome's, where that is checked.
    """
    meant = draft_pages.own_words(moment.meant, "you said")
    shown = (("mail", moment.shown),) if moment.shown else ()
    answered = draft_pages.confirmed(moment.confirmed, is_blind=is_blind)
    return (*draft_pages.own_words(moment.text), *answered, *meant, *shown)


def resolution(
    desk: Desk,
    records: UnitOfWork,
    now: Ongoing,
    taken: TakenTurn,
    outcome: Resolution,
    *,
    luck: Luck,
    moved_by: str = "",
    notes: tuple[str, ...] = (),
) -> Draft:
    """The draft of a resolution: the public text, the private notices, and what is due.

    *luck* is that of the turn, with all that was drawn for it.  *moved_by* is what the gamestate
    has moved on by since the draft that this one replaces; *notes* come before everything else that
    the contestmaster is to mind.
    """
    moment, is_blind = moments.moment_of(records, taken), hidden.is_blind(records)
    about, occasion = f"Turn {taken.number}: {taken.player}", f"turn {taken.number}"
    resolved = Resolved(
        turn=taken.turn,
        number=taken.number,
        before=now.gamestate,
        outcome=outcome,
        data=now.tables,
        options=now.options,
    )
    known = in_force.about(records, taken)
    privately = moment.confirmed is not None and moment.confirmed.privately
    ruled = privately or bool(moment.meant) or any(isinstance(one.effect, ReadAs) for one in known)
    read = desk.game.heard(taken.turn, outcome.events, ruled=ruled)
    proof = fortune.proof_of(
        desk,
        records,
        now.game,
        (fortune.Cast(luck, outcome.events, taken.number, read),),
        moment=occasion,
        drafts=records.drafts_of("resolution", now.game.id, about) + 1,
    )
    draft = desk.draft(
        "resolution",
        about,
        game=now.game.id,
        turn=taken.id,
        for_state=now.number,
        attempt=records.drafts_about(taken.id) + 1,
        pages=(
            _resolution(desk, now, taken, resolved, moment, proof, read),
            *notices.notices_of(
                desk,
                records,
                now.game,
                outcome.events,
                now.gamestate,
                outcome.after,
                now.tables,
                occasion=occasion,
                moment=occasion,
                orders=records.noted_orders(now.game.id),
                proof=proof,
            ),
        ),
        events=outcome.events,
        due_by=taken.taken_at + ON_THE_DOUBLE,
        effects=(
            *points.effects(desk, now.gamestate, outcome.after),
            *points.offered(desk, now.game, taken, now.gamestate, outcome.after),
            *fortune.published(proof),
        ),
    )
    told = read if is_blind else desk.game.in_words(taken.turn)
    of_turn = desk.game.clauses(
        outcome.events, now.gamestate, now.tables, taken.player, outcome.plan
    )
    reasons = (("read as", told), *of_turn)
    notes += in_force.precedents(records, reasons, now.game.id, taken.id)
    notes += open_drafts.supersede(records, draft, moved_by) + moments.doubts(records, taken)
    ruled_in = " ".join([one.text for one in known])
    withdrawn = " and ".join([f'"withdraw ruling {one.number}"' for one in known])
    how = f"reply {withdrawn}, and rule in other words,"
    notes += hidden.mind(
        desk, ruled_in, (moment.text, *desk.game.secrets_seen(outcome.events)), how
    )
    open_claims = [one for one in open_drafts.of_kind(records, "claim") if one.turn == taken.id]
    notes += tuple([f"{one.about}: see draft [rednov {one.code}]." for one in open_claims])
    if desk.game.facts(outcome.after).is_over:
        notes += leftovers.at_the_end(records, now.game)
    return submit(desk, records, draft, gnome_words(moment, is_blind=is_blind) + reasons, notes)


def _resolution(
    desk: Desk,
    now: Ongoing,
    taken: TakenTurn,
    resolved: Resolved,
    moment: Moment,
    proof: Proof | None,
    read: str,
) -> Page:
    """The resolution as the list reads it; *read* is how the turn was read."""
    heads = outgoing.for_list(desk, taken.forum, taken)
    text = desk.game.resolution(
        resolved,
        heads["letterhead"],
        said_at=moment.at,
        confirmed=read if moment.confirmed else "",
        awards=points.axes(desk),
        luck=luck_pages.luck_section(proof, beacon=fortune.beacon_of_game(now.game)),
    )
    return of_game(text, "public", heads["envelope"])


# -- any draft -------------------------------------------------------------------------------------


def say(
    desk: Desk,
    records: UnitOfWork,
    page: Page,
    *,
    game: PaperId | None,
    about: str,
    why: tuple[Reason, ...] = (),
    auto: bool,
    notes: tuple[str, ...] = (),
    mail: PaperId | None = None,
) -> None:
    """A public line without a new gamestate: drafted, or posted at once (option auto_verdicts).

    What may be on the list already is drafted.  *game* is the one that was going
    on when it was announced, if that matters to it; *mail* is the announcement, where the
    contestmaster may rule that it counts all the same.
    """
    if auto and not lost_time.may_be_answered(desk, records, mail):
        post(desk, records, page)
        return
    draft = desk.draft("line", about, game=game, pages=(page,), mail=mail)
    submit(desk, records, draft, why, notes)


def submit(
    desk: Desk,
    records: UnitOfWork,
    draft: Draft,
    why: tuple[Reason, ...] = (),
    notes: tuple[str, ...] = (),
    *,
    reason: str = "",
    changed: tuple[Changed, ...] = (),
) -> Draft:
    """The draft is stored and mailed to the contestmaster.

    *reason* is why, where it is to be found again, else the draft itself; *changed* is what they
    have worded otherwise in it.
    """
    largest = desk.settings.pictures.largest_draft
    draft = replace(draft, pages=tuple([_drawn(desk, one) for one in draft.pages]))
    page = shown(desk, records, draft, outgoing.to_contestmaster(desk), why, notes, changed=changed)
    # The mail is not to be larger than it may be, and what cannot be shown is not posted either:
    # the contestmaster approves what they saw.
    for less in _LESS:
        if page.picture is None or weight(page) <= largest:
            break
        draft = replace(draft, pages=tuple([less(one) for one in draft.pages]))
        public, _ = hidden.shown(desk, records, draft)
        page = replace(page, picture=_picture_of(public))
    records.add_draft(draft)
    post(desk, records, page, draft=draft.code, reason=reason or f"draft {draft.code}")
    return draft


def shown(
    desk: Desk,
    records: UnitOfWork,
    draft: Draft,
    envelope: Envelope,
    why: tuple[Reason, ...] = (),
    notes: tuple[str, ...] = (),
    *,
    changed: tuple[Changed, ...] = (),
) -> Page:
    """A draft with its texts, what is to be minded of it, and *why* it is so.

    *notes* come last of what is to be minded; *changed* is what was worded otherwise.
    """
    public, private = hidden.shown(desk, records, draft)
    if public and lost_time.may_be_posted(desk, records, draft):
        notes = (lost_time.NOTE, *notes)
    page = draft_pages.draft(
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
    return replace(page, picture=_picture_of(public))


def offered(draft: Draft) -> Page | None:
    """The text of the award that may be posted with a draft."""
    offer = points.offer_of(draft)
    return None if offer is None else contest_pages.offered(offer)


def show_again(desk: Desk, records: UnitOfWork, draft: Draft) -> None:
    """The mail that showed a draft goes to the contestmaster once more, word for word.

    A new one, which tells what is to be minded of the draft and not why it was made, where that
    mail told more than they may see now (it may have become blind), or asked about several postings
    (returns.py).
    """
    envelope, alarm = outgoing.to_contestmaster(desk), records.alarm(draft.code)
    every = [one.posting for one in records.outbox(draft.code) if one.posting.kind == "draft"]
    said = unsealed(every[-1]) if every and not hidden.unseen(records, draft) else None
    texts = [page for pages in hidden.shown(desk, records, draft) for page in pages]
    parts = [part.strip() for page in texts for part in draft_pages.in_parts(page)]
    if said is None and alarm is not None:
        posted = records.posting(alarm.posting)
        assert posted is not None
        again = returns.question(desk, records, draft, posted, alarm.what)
    elif said is None or said.body is None or not all(part in said.body for part in parts):
        again = shown(desk, records, draft, envelope)
    else:
        again = Page(
            kind="draft",
            to=envelope.to,
            to_name=envelope.to_name,
            subject=said.subject,
            body=said.body,
            picture=said.picture,
        )
    post(desk, records, again, draft=draft.code, reason=f"draft {draft.code}")


# -- pictures --------------------------------------------------------------------------------------


def _drawn(desk: Desk, page: Page) -> Page:
    """A page with its view drawn, if mails are to have pictures; one in other words keeps its
    picture, and has its page anew.

    What is too large goes without its picture, and then without HTML.
    """
    if page.view is None and page.picture is None:
        return page
    made = replace(page, view=None, picture=None)
    if not desk.settings.pictures.in_mails:
        return made
    try:
        made = replace(made, picture=picture(desk, page))
    except Exception as fault:  # a resolution is never held up by its picture
        if stops_all(fault):
            raise
        log.left_out("a picture", fault)
    for less in _LESS:
        if made.picture is None or weight(made) <= desk.settings.pictures.largest_posting:
            break
        made = less(made)
    return made


def picture(desk: Desk, page: Page) -> Picture | None:
    """The view of a page drawn, or its picture as it was; in the page of HTML that goes with it."""
    if page.view is None:
        assert page.picture is not None
        png, says = page.picture.png, mail_html.standing_for_it(page.picture.html)
    elif (found := desk.game.drawn(page.view)) is not None:
        png, says = found
    else:
        return None
    return _framed(page, png, says)


def _framed(page: Page, png: bytes, says: str) -> Picture:
    named = Picture(png=png, html="").content_id if png else ""
    return Picture(png=png, html=mail_html.page_of(page.subject, page.body, says, named))


def _picture_of(pages: tuple[Page, ...]) -> Picture | None:
    return next((one.picture for one in pages if one.picture is not None), None)


def _without_drawing(page: Page) -> Page:
    return page if page.picture is None else replace(page, picture=_framed(page, b"", ""))


def _without_html(page: Page) -> Page:
    return replace(page, picture=None)


_LESS: Final[tuple[Callable[[Page], Page], ...]] = (_without_drawing, _without_html)
