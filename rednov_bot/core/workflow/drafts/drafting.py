"""Drafts for the contestmaster: what would be posted, and one mail that shows it exactly."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from msgspec.structs import replace

from rednov_bot.core import log
from rednov_bot.core.contest import ON_THE_DOUBLE, ReadAs
from rednov_bot.core.errors import stops_all
from rednov_bot.core.mail.composing import new_message_id, seal
from rednov_bot.core.models import (
    Act,
    BoardView,
    Draft,
    Message,
    Page,
    PaperId,
    Picture,
    TakenTurn,
    TurnAct,
)
from rednov_bot.core.proof import Proof
from rednov_bot.core.render import mail_html
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, outgoing
from rednov_bot.core.workflow.announcements import moments
from rednov_bot.core.workflow.announcements.moments import Moment
from rednov_bot.core.workflow.corrections import claims, in_force
from rednov_bot.core.workflow.delivery import notices
from rednov_bot.core.workflow.desk import Desk, Ongoing
from rednov_bot.core.workflow.drafts import replacing, showing
from rednov_bot.core.workflow.luck import fortune, proving
from rednov_bot.core.workflow.luck.proving import Witness
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.core.workflow.restoring import lost_time
from rednov_bot.core.workflow.scheduler import leftovers, outright
from rednov_bot.games.red_november.render import (
    draft_pages as refused_for,
    luck_pages,
    public_pages,
    reasoning,
    ruling_pages,
)
from rednov_bot.games.red_november.render.amending import Changed
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.render.canonical import announced_as, announcement, said
from rednov_bot.games.red_november.render.public_pages import Announced
from rednov_bot.games.red_november.rules.actions import Ready
from rednov_bot.games.red_november.rules.events import RulingGiven
from rednov_bot.games.red_november.rules.luck import Luck
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.refusals import Against, Refusal
from rednov_bot.games.red_november.rules.resolve import Resolution

_AROUND: Final = 200  # octets of the header that are not known yet, as the Message-ID
_SOME_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)


def drawn(desk: Desk, pages: Sequence[Page]) -> tuple[Page, ...]:
    """The pages as they are stored: each view is drawn, if mails are to have pictures."""
    if not desk.settings.pictures.in_mails:
        return tuple(
            [dataclasses.replace(page, view=None) if page.view else page for page in pages]
        )
    return tuple([_drawn(desk, page) for page in pages])


def within(desk: Desk, pages: Sequence[Page], shown: Page) -> tuple[tuple[Page, ...], Page]:
    """The pages of a draft, and the mail that shows them, which is not to be larger than it may be.

    What cannot be shown is not posted either: the contestmaster approves what they saw.
    """
    most = desk.settings.pictures.largest_draft
    if shown.picture is None or _fits(desk, shown, most):
        return tuple(pages), shown
    for less in (_without_drawing, _without_html):
        pages = [less(page) if page.picture else page for page in pages]
        shown = dataclasses.replace(
            shown, picture=next((one.picture for one in pages if one.picture), None)
        )
        if _fits(desk, shown, most):
            break
    return tuple(pages), shown


def _drawn(desk: Desk, page: Page) -> Page:
    """A page with its view drawn; one in other words keeps its picture, and has its page anew."""
    if page.view is None and page.picture is None:
        return page
    try:
        made = _redrawn(page)
        most = desk.settings.pictures.largest_posting
        return next(one for one in _ever_less(made) if _fits(desk, one, most))
    except StopIteration:
        return dataclasses.replace(page, view=None, picture=None)
    except Exception as fault:  # a resolution is never held up by its picture
        if stops_all(fault):
            raise
        log.left_out("a picture", fault)
        return dataclasses.replace(page, view=None, picture=None)


def _redrawn(page: Page) -> Page:
    if page.view is not None:
        return dataclasses.replace(
            page, view=None, picture=picture(page.view, page.subject, page.body)
        )
    assert page.picture is not None
    says = mail_html.standing_for_it(page.picture.html)
    return dataclasses.replace(
        page, picture=_framed(page.picture.png, page.subject, page.body, says)
    )


def _ever_less(page: Page) -> Iterator[Page]:
    yield page
    yield _without_drawing(page)
    yield _without_html(page)


def _without_drawing(page: Page) -> Page:
    return dataclasses.replace(page, picture=_framed(b"", page.subject, page.body, ""))


def _without_html(page: Page) -> Page:
    return dataclasses.replace(page, picture=None)


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


def gnome_words(moment: Moment, *, is_blind: bool) -> tuple[reasoning.Reason, ...]:
    """What its gnome wrote, and answered to what was asked about it; and what the contestmaster
    said that it announces, if they did.

    At last how far the mail is shown to be its gnome's, where that is checked.
    """
    meant = reasoning.own_words(moment.meant, "you said")
    shown = (("mail", moment.shown),) if moment.shown else ()
    answered = reasoning.confirmed(moment.confirmed, is_blind=is_blind)
    return (*reasoning.own_words(moment.text), *answered, *meant, *shown)


def read_in_public(records: UnitOfWork, taken: TakenTurn) -> str:
    """How the turn was read, in a line for the list.

    What its gnome is ruled to give, or named in private alone, is not named (§6).
    """
    moment = moments.moment_of(records, taken)
    rulings = in_force.about(records, taken)
    hushed = moment.confirmed is not None and moment.confirmed.privately
    ruled = hushed or bool(moment.meant) or any(isinstance(one.effect, ReadAs) for one in rulings)
    return announced_as(taken.turn, ruled=ruled)


def as_read(act: Act, moment: Moment, *, is_blind: bool) -> tuple[reasoning.Reason, ...]:
    """How an announcement was read, for the contestmaster; in a blind game as the list heard it."""
    told = "\n".join(said(act))
    if is_blind:
        if moment.confirmed is not None and moment.confirmed.privately:
            return ()
        if isinstance(act, TurnAct):
            told = announced_as(act.turn, ruled=bool(moment.meant))
    return (("read as", told),)


def reasons_for(
    now: Ongoing, taken: TakenTurn, outcome: Resolution, before: Position, read: str = ""
) -> tuple[reasoning.Reason, ...]:
    """How the turn was *read*, and by which clauses it was resolved."""
    action = _action(outcome)
    target = action.hatch if action is not None else None
    told = public_only(outcome.events)
    found = reasoning.reasons(told, before, now.tables, taken.turn.gnome, target)
    return (("read as", read or announcement(taken.turn)), *found)


def _action(outcome: Resolution) -> Ready | None:
    return None if outcome.plan is None else outcome.plan.action


def _read_anew(proof: Proof | None, read: str) -> Proof | None:
    if proof is None:
        return None
    shown = [replace(one, read=read) if one.read else one for one in proof.shown]
    return replace(proof, shown=tuple(shown))


def resolved(
    desk: Desk,
    records: UnitOfWork,
    now: Ongoing,
    taken: TakenTurn,
    outcome: Resolution,
    proof: Proof | None,
) -> tuple[Page, ...]:
    """The resolution as the list reads it; of a turn that was ruled void, that it is.

    *proof* is that of its luck; how the turn was read is told anew.
    """
    shown = _read_anew(proof, read_in_public(records, taken))
    luck = luck_pages.luck_section(shown, beacon=fortune.beacon_name(now.game))
    moment = moments.moment_of(records, taken)
    if outcome.plan is None:
        void = ruling_pages.voided(
            public_only(outcome.events),
            outcome.after.position,
            now.tables,
            taken.turn.gnome,
            taken.number,
            letterhead=outgoing.letterhead_for(desk, taken.forum),
            envelope=outgoing.to_list(desk, taken.forum, taken),
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
        letterhead=outgoing.letterhead_for(desk, taken.forum),
        envelope=outgoing.to_list(desk, taken.forum, taken),
        options=now.options,
        action=_action(outcome),
        said_at=moment.at,
        confirmed=read_in_public(records, taken) if moment.confirmed else "",
        awards=outright.axes(desk),
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
    read = read_in_public(records, taken)
    proof = proving.of_turn(records, now.game, taken, luck, outcome.events, about, read)
    private = notices.notices_of(
        desk,
        records,
        outcome.events,
        now.gamestate,
        after,
        now.tables,
        occasion=occasion,
        orders=records.noted_orders(now.game.id),
        witness=Witness(records, now.game, now.gamestate, outcome.events, proof, occasion),
    )
    offered = outright.offered(desk, now.game, taken, before, after.position)
    pages = (*resolved(desk, records, now, taken, outcome, proof), *private)
    draft = Draft(
        code=desk.tokens.code(),
        kind="resolution",
        game=now.game.id,
        turn=taken.id,
        for_state=now.number,
        attempt=records.drafts_about(taken.id) + 1,
        pages=pages,
        events=outcome.events,
        about=about,
        made_at=desk.now(),
        due_by=taken.taken_at + ON_THE_DOUBLE,
        effects=(
            *outright.effects(desk, before, after.position),
            *offered,
            *proving.effects(proof),
        ),
    )
    read = read_in_public(records, taken) if hidden.is_blind(records) else ""
    reasons = reasons_for(now, taken, outcome, before, read)
    notes += in_force.precedents(records, reasons, now.game.id, taken.id)
    why = gnome_words(moment, is_blind=hidden.is_blind(records)) + reasons
    notes += replacing.supersede(records, draft, moved_by) + moments.doubts(records, taken)
    notes += _ruled(desk, outcome, moment.text)
    notes += claims.open_about(records, taken)
    if after.position.ending is not None:
        notes += leftovers.at_the_end(records, now.game)
    return submit(desk, records, draft, why, notes)


def _ruled(desk: Desk, outcome: Resolution, announced: str) -> tuple[str, ...]:
    """Which tiles the rulings on a turn name that nobody named in announcing or using them (§6)."""
    given = [one for one in outcome.events if isinstance(one, RulingGiven)]
    how = " and ".join(f'"withdraw ruling {one.number}"' for one in given)
    told = " ".join([one.text for one in given])
    return hidden.mind(
        desk,
        told,
        [announced, *hidden.used(outcome.events)],
        f"reply {how}, and rule in other words,",
    )


def refused(
    desk: Desk,
    records: UnitOfWork,
    message: Message,
    announced: Announced,
    page: Page,
    told: Refusal | None,
    refusals: tuple[Against, ...],
    *,
    act: Act,
    game: PaperId | None,
    auto: bool,
    notes: tuple[str, ...] = (),
    mail: PaperId | None = None,
) -> None:
    """One public line: an announcement had no effect, with what is *told* of the reason.

    Every other reason among the *refusals*, of which the sender alone was told, is shown to the
    contestmaster beside it, for they approve the line or rule that the announcement counts (§25);
    in a blind game only what everybody can see.  Above them stands what was written, and as which
    *act* it was read.  What has *notes* for the contestmaster is drafted, whatever the option says.
    """
    name, is_blind = message.sender or "", hidden.is_blind(records)
    why = () if told is None else refused_for.of_refusals((told,))
    known = hidden.known_reasons(records, refusals)
    why += refused_for.told_alone(name, [one for one in known if one != told])
    why = why or (reasoning.NO_REASON,)
    about = f"Without effect: {announced} of {name}"
    auto = auto and not notes
    notes += in_force.precedents(records, why, game)
    moment = moments.of_letter(message, desk.now())
    read = as_read(act, moment, is_blind=is_blind)
    why = gnome_words(moment, is_blind=is_blind) + read + why
    say(desk, records, page, game=game, about=about, why=why, auto=auto, notes=notes, mail=mail)


def say(
    desk: Desk,
    records: UnitOfWork,
    page: Page,
    *,
    game: PaperId | None,
    about: str,
    why: tuple[reasoning.Reason, ...] = (),
    auto: bool,
    notes: tuple[str, ...] = (),
    mail: PaperId | None = None,
) -> None:
    """A public line without a new gamestate: drafted, or posted at once (option auto_verdicts).

    What may be on the list already (after a restore) is drafted.  *game* is the one that was going
    on when it was announced, if that matters to it; *mail* is the announcement, where the
    contestmaster may rule that it counts all the same.
    """
    if auto and not lost_time.may_be_answered(desk, records, mail):
        post(desk, records, page)
        return
    draft = Draft(
        code=desk.tokens.code(),
        kind="line",
        game=game,
        pages=(page,),
        about=about,
        made_at=desk.now(),
        mail=mail,
    )
    submit(desk, records, draft, why, notes)


def submit(
    desk: Desk,
    records: UnitOfWork,
    draft: Draft,
    why: tuple[reasoning.Reason, ...] = (),
    notes: tuple[str, ...] = (),
    *,
    reason: str = "",
    changed: tuple[Changed, ...] = (),
) -> Draft:
    """The draft is stored and mailed to the contestmaster.

    *reason* is why, where it is to be found again, else the draft itself; *changed* is what they
    have worded otherwise in it.
    """
    draft = dataclasses.replace(draft, pages=drawn(desk, draft.pages))
    envelope = outgoing.to_contestmaster(desk)
    page = showing.page(desk, records, draft, envelope, why, notes, changed=changed)
    pages, page = within(desk, draft.pages, page)
    draft = dataclasses.replace(draft, pages=pages)
    records.add_draft(draft)
    post(desk, records, page, draft=draft.code, reason=reason or f"draft {draft.code}")
    return draft
