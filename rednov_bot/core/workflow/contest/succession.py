"""The office of contestmaster passes on, with all that is hidden (§1, A108).

The bot keeps the state of a game and changes who is shown it: drafts stay as they are, with the
same codes and the same luck, and another's word decides them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rednov_bot.core.contest import ChangeContest, Contest, ContestChange
from rednov_bot.core.errors import CannotChange
from rednov_bot.core.models import Draft, Message, Page
from rednov_bot.core.render import contest_pages, draft_pages, office_lines
from rednov_bot.core.render.wording import capital
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, outgoing, resolving
from rednov_bot.core.workflow.commands import replies
from rednov_bot.core.workflow.contest import changing, office, starting
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing
from rednov_bot.core.workflow.drafts import laid_out, showing
from rednov_bot.core.workflow.outgoing import answer, on_file, post
from rednov_bot.games.base import Player
from rednov_bot.games.red_november.render import succession_pages
from rednov_bot.games.red_november.render.ruling_words import decided


def hand_over(desk: Desk, records: UnitOfWork, to: Player) -> Draft:
    """The contestmaster hands the office to another; it passes on when they approve (§1).

    The successor must be in [people] and no gnome in play.  Raises CannotChange.
    """
    desk = office.seated(desk, records)
    contest = office.contest(desk, records)
    if desk.decides != contest.contestmaster:
        reason = f"only {contest.contestmaster} can hand the office over, not the deputy"
        raise CannotChange("NOT_IN_OFFICE", reason)
    hands = "" if hidden.is_blind(records) else "every hand and "
    notes = (
        f"When you approve, {to} gets a private mail with everything they need, {hands}"
        "every open draft; then your word decides nothing here any more.",
    )
    return changing.propose(desk, records, _effects(contest, to), notes)


def take_over(desk: Desk, records: UnitOfWork, to: Player) -> Draft:
    """The host gives the office to another at once, where the contestmaster has vanished.

    The list is told by a draft, which the successor is the first to decide.  Raises CannotChange.
    """
    desk = office.seated(desk, records)
    contest = office.contest(desk, records)
    told = contest_pages.taken_over(to, contest.contestmaster)
    before, effects = desk.decides, _effects(contest, to)
    fault = changing.against_any(desk, records, effects)
    if fault is not None:
        raise fault
    for effect in effects:
        change = ContestChange(change=effect.change, value=effect.value, by=to, at=desk.now())
        records.change_contest(change)
    follow(desk, records, before)
    about = capital(contest_pages.subject_of(effects[0]))
    return changing.submit(office.seated(desk, records), records, about, (told,), ())


def relieve(desk: Desk, records: UnitOfWork, deputy: Player) -> Draft:
    """The contestmaster, who plays, names another deputy, for theirs may have vanished.

    The draft is shown to them and may be approved by them, though the deputy decides all else: only
    who has its code can have meant it.  Raises CannotChange.
    """
    desk = office.seated(desk, records)
    hands = "" if hidden.is_blind(records) else "hand and every "
    note = (
        f"When you approve, {deputy} decides in the place of {desk.decides}, and is told every "
        f"{hands}open draft."
    )
    theirs = replace(desk, decider=None)
    return changing.put(theirs, records, (ChangeContest("deputy", deputy),), (note,))


def relieves(draft: Draft) -> bool:
    """Whether a draft does nothing but name a deputy."""
    effects = draft.effects
    names = [one for one in effects if isinstance(one, ChangeContest) and one.change == "deputy"]
    return bool(names) and len(names) == len(effects) and all(one.value for one in names)


def _effects(contest: Contest, to: Player) -> tuple[ChangeContest, ...]:
    """A deputy who becomes the contestmaster is nobody's deputy."""
    change = ChangeContest("contestmaster", to)
    return (change, ChangeContest("deputy", "")) if to == contest.deputy else (change,)


def follow(desk: Desk, records: UnitOfWork, before: Player) -> None:
    """The contestmaster now in the place of *before* is told all that they need, in private.

    The open drafts go to them again, exactly as they were, with their codes.
    """
    desk = office.seated(desk, records)
    if desk.decides == before:
        return
    drafts = records.open_drafts()
    post(desk, records, _briefing(desk, records, before, drafts), reason=f"office of {before}")
    for draft in drafts:
        showing.show_again(desk, records, draft)


def _briefing(desk: Desk, records: UnitOfWork, before: Player, drafts: tuple[Draft, ...]) -> Page:
    now, contest = ongoing(desk, records), office.contest(desk, records)
    blind, known = hidden.is_blind(records), None
    if now is not None and blind:
        known = succession_pages.known_openly(now.gamestate.position, now.tables, now.options)
    elif now is not None:
        known = succession_pages.known_of(now.gamestate, now.tables, now.options)
    return succession_pages.briefing(
        "contestmaster" if desk.decides == contest.contestmaster else "deputy",
        before,
        going_on=_going_on(desk, records, now),
        desk=laid_out.desk_lines(desk, records),
        drafts=len(drafts),
        rulings=office_lines.rulings(records.rulings(), partial(decided, blind=blind)),
        contest=succession_pages.contest_told(
            starting.members(desk, records),
            contest.axes,
            contest.y_pot,
            contest.deputy,
            is_contest=contest.is_contest,
        ),
        known=known,
        **outgoing.for_desk(desk),
    )


def _going_on(desk: Desk, records: UnitOfWork, now: Ongoing | None) -> tuple[str, ...]:
    if now is None:
        return ("No game is being played; you may start one (§4).",)
    tag = now.game.tag
    waits = resolving.waits(desk, records, now)
    if not waits:
        return (f"{tag}: turn {now.gamestate.position.turns + 1} is awaited.",)
    held = resolving.awaited(desk, records)
    return (f"{tag}: {waits} (§16).", *((f"{capital(held)}.",) if held else ()))


def not_in_office(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """Somebody who decides nothing (any more) answers a draft: told so, and nothing is changed.

    None of a message that is no such answer.
    """
    code = replies.code_of(message.subject)
    reply = replies.read_reply(message)
    if code is None or isinstance(reply, replies.NotUnderstood) or message.wants_no_answer:
        return None
    page = draft_pages.desk_answer(
        code, "not yours", words=desk.decides, **outgoing.answering(desk, message)
    )
    return on_file("answers a draft, which is another's to decide", answer(desk, records, page))
