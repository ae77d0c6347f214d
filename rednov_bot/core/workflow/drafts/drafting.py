"""Drafts for the contestmaster: what would be posted, and one mail that shows it exactly."""

from __future__ import annotations

from dataclasses import replace as replaced
from datetime import UTC, datetime
from typing import Final

from msgspec.structs import replace

from rednov_bot.core import log
from rednov_bot.core.contest import ON_THE_DOUBLE, ReadAs
from rednov_bot.core.errors import stops_all
from rednov_bot.core.mail.composing import new_message_id, seal
from rednov_bot.core.models import BoardView, Draft, Page, PaperId, Picture, TakenTurn
from rednov_bot.core.proof import Proof
from rednov_bot.core.render import draft_pages, luck_pages, mail_html
from rednov_bot.core.render.amending import Changed
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import awards, hidden, in_force, moments, outgoing
from rednov_bot.core.workflow.delivery import notices
from rednov_bot.core.workflow.desk import Desk, Ongoing
from rednov_bot.core.workflow.drafts import leftovers, replacing, showing
from rednov_bot.core.workflow.luck import fortune, proving
from rednov_bot.core.workflow.moments import Moment
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.core.workflow.restoring import lost_time
from rednov_bot.games.base import Luck, Resolution
from rednov_bot.games.red_november.render import public_pages, reasoning, ruling_pages
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.render.canonical import announced_as, announcement
from rednov_bot.games.red_november.rules.events import RulingGiven

_AROUND: Final = 200  # octets of the header that are not known yet, as the Message-ID
_SOME_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)


def _drawn(desk: Desk, page: Page) -> Page:
    """A page with its view drawn, if mails are to have pictures; one in other words keeps its
    picture, and has its page anew."""
    if not desk.settings.pictures.in_mails or (page.view is None and page.picture is None):
        return replaced(page, view=None) if page.view else page
    most = desk.settings.pictures.largest_posting
    try:
        if page.view is not None:
            made = picture(page.view, page.subject, page.body)
        else:
            assert page.picture is not None
            says = mail_html.standing_for_it(page.picture.html)
            made = _framed(page.picture.png, page.subject, page.body, says)
        page = replaced(page, view=None, picture=made)
        if _fits(desk, page, most):
            return page
        page = _without_drawing(page)
        if _fits(desk, page, most):
            return page
    except Exception as fault:  # a resolution is never held up by its picture
        if stops_all(fault):
            raise
        log.left_out("a picture", fault)
    return replaced(page, view=None, picture=None)


def _without_drawing(page: Page) -> Page:
    return replaced(page, picture=_framed(b"", page.subject, page.body, ""))


def _without_html(page: Page) -> Page:
    return replaced(page, picture=None)


def _fits(desk: Desk, page: Page, most: int) -> bool:
    address = desk.settings.bot.address
    name = new_message_id(address, "x" * 16)
    posting = seal(page, bot=address, bot_name="", message_id=name, at=_SOME_TIME, auto=None)
    return len(posting.octets) + _AROUND <= most


def picture(view: BoardView, subject: str, body: str) -> Picture:
    """A view of the board, drawn for a mail of this subject and text."""
    # Loads Pillow, which few commands want.
    from rednov_bot.games.red_november.render.picture.png import board_png
    from rednov_bot.games.red_november.render.picture.telling import words

    png = board_png(view.now, view.tables, view.before)
    says = words(view.now, view.tables, view.before, heading=view.heading)
    return _framed(png, subject, body, says)


def _framed(png: bytes, subject: str, body: str, says: str) -> Picture:
    """A picture in the page that goes with it; a page alone without octets of a picture."""
    named = Picture(png=png, html="").content_id if png else ""
    return Picture(png=png, html=mail_html.page_of(subject, body, says, named))


def gnome_words(moment: Moment, *, is_blind: bool) -> tuple[draft_pages.Reason, ...]:
    """What its gnome wrote, and answered to what was asked about it; and what the contestmaster
    said that it announces, if they did.

    At last how far the mail is shown to be its gnome's, where that is checked.
    """
    meant = draft_pages.own_words(moment.meant, "you said")
    shown = (("mail", moment.shown),) if moment.shown else ()
    answered = draft_pages.confirmed(moment.confirmed, is_blind=is_blind)
    return (*draft_pages.own_words(moment.text), *answered, *meant, *shown)


def read_in_public(records: UnitOfWork, taken: TakenTurn) -> str:
    """How the turn was read, in a line for the list.

    What its gnome is ruled to give, or named in private alone, is not named (§6).
    """
    moment = moments.moment_of(records, taken)
    rulings = in_force.about(records, taken)
    hushed = moment.confirmed is not None and moment.confirmed.privately
    ruled = hushed or bool(moment.meant) or any(isinstance(one.effect, ReadAs) for one in rulings)
    return announced_as(taken.turn, ruled=ruled)


def _resolved(
    desk: Desk,
    records: UnitOfWork,
    now: Ongoing,
    taken: TakenTurn,
    outcome: Resolution,
    proof: Proof | None,
    read: str,
) -> tuple[Page, ...]:
    """The resolution as the list reads it; of a turn that was ruled void, that it is.

    *proof* is that of its luck, *read* how the turn was read.
    """
    luck = luck_pages.luck_section(proof, beacon=fortune.beacon_name(now.game))
    moment = moments.moment_of(records, taken)
    if outcome.plan is None:
        void = ruling_pages.voided(
            public_only(outcome.events),
            outcome.after.position,
            now.tables,
            taken.turn.gnome,
            taken.number,
            **outgoing.for_list(desk, taken.forum, taken),
            options=now.options,
            said_at=moment.at,
            luck=luck,
        )
        return (void,)
    text = public_pages.resolution(
        public_only(outcome.events),
        replace(now.gamestate.position, pending=None),
        outcome.after.position,
        now.tables,
        taken.turn.gnome,
        taken.number,
        **outgoing.for_list(desk, taken.forum, taken),
        options=now.options,
        action=outcome.plan.action,
        said_at=moment.at,
        confirmed=read if moment.confirmed else "",
        awards=awards.axes(desk),
        luck=luck,
    )
    return (text,)


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
    before = replace(now.gamestate.position, pending=None)
    moment = moments.moment_of(records, taken)
    after, occasion = outcome.after, f"turn {taken.number}"
    about = f"Turn {taken.number}: {taken.turn.gnome}"
    read, is_blind = read_in_public(records, taken), hidden.is_blind(records)
    proof = proving.proof_of(
        records,
        now.game,
        (proving.Cast(luck, outcome.events, taken.number, read),),
        moment=occasion,
        drafts=records.drafts_of("resolution", now.game.id, about) + 1,
    )
    private = notices.notices_of(
        desk,
        records,
        now.game,
        outcome.events,
        now.gamestate,
        after,
        now.tables,
        occasion=occasion,
        moment=occasion,
        orders=records.noted_orders(now.game.id),
        proof=proof,
    )
    offered = awards.offered(desk, now.game, taken, now.gamestate, after)
    pages = (*_resolved(desk, records, now, taken, outcome, proof, read), *private)
    draft = desk.draft(
        "resolution",
        about,
        game=now.game.id,
        turn=taken.id,
        for_state=now.number,
        attempt=records.drafts_about(taken.id) + 1,
        pages=pages,
        events=outcome.events,
        due_by=taken.taken_at + ON_THE_DOUBLE,
        effects=(
            *awards.effects(desk, now.gamestate, after),
            *offered,
            *proving.effects(proof),
        ),
    )
    action = None if outcome.plan is None else outcome.plan.action
    reasons = (
        ("read as", read if is_blind else announcement(taken.turn)),
        *reasoning.reasons(
            public_only(outcome.events),
            before,
            now.tables,
            taken.turn.gnome,
            action.hatch if action is not None else None,
        ),
    )
    notes += in_force.precedents(records, reasons, now.game.id, taken.id)
    why = gnome_words(moment, is_blind=is_blind) + reasons
    notes += replacing.supersede(records, draft, moved_by) + moments.doubts(records, taken)
    # Which tiles the rulings on it name that nobody named in announcing or using them (§6).
    given = [one for one in outcome.events if isinstance(one, RulingGiven)]
    ways = " and ".join(f'"withdraw ruling {one.number}"' for one in given)
    heard = [moment.text, *hidden.used(outcome.events)]
    how = f"reply {ways}, and rule in other words,"
    notes += hidden.mind(desk, " ".join([one.text for one in given]), heard, how)
    notes += tuple(
        f"{one.about}: see draft [rednov {one.code}]."
        for one in records.open_drafts()
        if one.kind == "claim" and one.turn == taken.id
    )
    if after.position.ending is not None:
        notes += leftovers.at_the_end(records, now.game)
    return submit(desk, records, draft, why, notes)


def say(
    desk: Desk,
    records: UnitOfWork,
    page: Page,
    *,
    game: PaperId | None,
    about: str,
    why: tuple[draft_pages.Reason, ...] = (),
    auto: bool,
    notes: tuple[str, ...] = (),
    mail: PaperId | None = None,
) -> None:
    """A public line without a new gamestate: drafted, or posted at once (option auto_verdicts).

    What may be on the list already is drafted.  *game* is the one that was going
    on when it was announced, if that matters to it; *mail* is the announcement, where the
    contestmaster may rule that it counts all the same.
    """
    if auto and not lost_time.may_be_answered(desk, records):
        post(desk, records, page)
        return
    draft = desk.draft("line", about, game=game, pages=(page,), mail=mail)
    submit(desk, records, draft, why, notes)


def submit(
    desk: Desk,
    records: UnitOfWork,
    draft: Draft,
    why: tuple[draft_pages.Reason, ...] = (),
    notes: tuple[str, ...] = (),
    *,
    reason: str = "",
    changed: tuple[Changed, ...] = (),
) -> Draft:
    """The draft is stored and mailed to the contestmaster.

    *reason* is why, where it is to be found again, else the draft itself; *changed* is what they
    have worded otherwise in it.
    """
    draft = replaced(draft, pages=tuple([_drawn(desk, one) for one in draft.pages]))
    envelope = outgoing.to_contestmaster(desk)
    page = showing.page(desk, records, draft, envelope, why, notes, changed=changed)
    # The mail is not to be larger than it may be, and what cannot be shown is not posted either:
    # the contestmaster approves what they saw.
    for less in (_without_drawing, _without_html):
        if page.picture is None or _fits(desk, page, desk.settings.pictures.largest_draft):
            break
        pages = tuple([less(one) if one.picture else one for one in draft.pages])
        shown = next((one.picture for one in pages if one.picture), None)
        draft, page = replaced(draft, pages=pages), replaced(page, picture=shown)
    records.add_draft(draft)
    post(desk, records, page, draft=draft.code, reason=reason or f"draft {draft.code}")
    return draft
