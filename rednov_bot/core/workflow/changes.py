"""Changes of the contest, and its office passing on: by drafts, whose approval makes them (§1).

What stands against a change is asked when it is drafted and again when it is approved.  When the
office passes on (A108) drafts stay as they are, with their codes and luck; another's word decides.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Literal

from rednov_bot.core.contest import Change, ChangeContest, Contest, ContestChange
from rednov_bot.core.errors import CannotChange
from rednov_bot.core.models import Draft, Page
from rednov_bot.core.render import award_pages, contest_pages, office_lines
from rednov_bot.core.render.wording import capital
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import awards, hidden, office, outgoing, resolving
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing
from rednov_bot.core.workflow.drafts import drafting, laid_out, open_drafts
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.games.base import Player


def change(desk: Desk, records: UnitOfWork, what: Change, value: str) -> Draft:
    """A change is put before the contestmaster: an axis, the pot, the deputy ... (core/contest.py).

    Raises CannotChange.
    """
    desk = office.seated(desk, records)
    value = " ".join(value.split())
    if what == "axis removed":
        alike = [one for one in desk.axes if one.casefold() == value.casefold()]
        value = alike[0] if alike else value
    return _propose(desk, records, (ChangeContest(what, value),))


def set_reminders(desk: Desk, records: UnitOfWork, ends: Literal["on", "off"] | datetime) -> None:
    """The contestmaster is reminded, or is not, or not before *ends*.

    Only their own reminders: nothing of it is public, and no draft is needed.
    """
    value = ends.isoformat() if isinstance(ends, datetime) else ends
    noted = ContestChange(change="reminders", value=value, by=desk.decides, at=desk.now())
    records.change_contest(noted)


def _propose(
    desk: Desk, records: UnitOfWork, effects: tuple[ChangeContest, ...], notes: tuple[str, ...] = ()
) -> Draft:
    """These changes, all of them or none, are put before the one at this *desk*."""
    if (fault := office.against_any(desk, records, effects)) is not None:
        raise fault
    told, now = [], ongoing(desk, records)
    for effect in effects:
        _, said = contest_pages.told_of(effect, desk.contestmaster)
        if effect.change == "pot":
            told_too, minded = _pot(desk, records, now, int(effect.value))
            said, notes = f"{said}{told_too}", (*minded, *notes)
        if effect.change == "axis added" and effect.value not in office.AWARDED:
            awards = f"The contract awards nothing along {effect.value}"
            notes = (f"{awards}: that needs an amendment (§26).", *notes)
        told.append(said)
    return _submit(desk, records, tuple(told), effects, notes)


def _pot(
    desk: Desk, records: UnitOfWork, now: Ongoing | None, pot: int
) -> tuple[str, tuple[str, ...]]:
    """Which pot counts in the game that is played: that of its opening, where it named one.

    And what is to be minded of a new pot in games whose winners have waited for it.
    """
    waits = [one for one in awards.accounts(desk, records) if one.unknown]
    rest = [award_pages.shared(pot, len(one.winners)) for one in waits]
    if now is None:
        return "", tuple([said for said in rest if said])
    tag, own = now.game.tag, desk.game.facts(now.gamestate).pot
    if own:
        return f" {tag}, which is being played, keeps the {own} of its opening.", ()
    why = "for its opening named no number"
    return f" It counts in {tag}, which is being played, too, {why}.", ()


def _submit(
    desk: Desk,
    records: UnitOfWork,
    told: tuple[str, ...],
    effects: tuple[ChangeContest, ...],
    notes: tuple[str, ...] = (),
    *,
    is_done: bool = False,
) -> Draft:
    """A posting about the contest is drafted; *effects* come about then, or are done already."""
    about = capital(contest_pages.told_of(effects[0], desk.contestmaster)[0])
    text = contest_pages.change(about, told, **outgoing.for_list(desk))
    draft = desk.draft("contest", about, pages=(text,), effects=() if is_done else effects)
    notes += open_drafts.same_change(records, draft)
    return drafting.submit(desk, records, draft, (), notes)


def overtaken(desk: Desk, records: UnitOfWork, draft: Draft) -> str:
    """Why a change that was drafted cannot be made any more; the empty string where it can."""
    changes = [effect for effect in draft.effects if isinstance(effect, ChangeContest)]
    fault = office.against_any(desk, records, changes)
    return "" if fault is None else fault.reason


# -- the office passes on (A108) ----------------------------------------------------------------


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
    note = (
        f"When you approve, {to} gets a private mail with everything they need, {hands}"
        "every open draft; then your word decides nothing here any more."
    )
    return _propose(desk, records, _passing(contest, to), (note,))


def take_over(desk: Desk, records: UnitOfWork, to: Player) -> Draft:
    """The host gives the office to another at once, where the contestmaster has vanished.

    The list is told by a draft, which the successor is the first to decide.  Raises CannotChange.
    """
    desk = office.seated(desk, records)
    contest, before = office.contest(desk, records), desk.decides
    effects = _passing(contest, to)
    if (fault := office.against_any(desk, records, effects)) is not None:
        raise fault
    for one in effects:
        made = ContestChange(change=one.change, value=one.value, by=to, at=desk.now())
        records.change_contest(made)
    follow(desk, records, before)
    told = (contest_pages.taken_over(to, contest.contestmaster),)
    return _submit(office.seated(desk, records), records, told, effects, is_done=True)


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
    return _propose(theirs, records, (ChangeContest("deputy", deputy),), (note,))


def relieves(draft: Draft) -> bool:
    """Whether a draft does nothing but name a deputy."""
    effects = draft.effects
    names = [one for one in effects if isinstance(one, ChangeContest) and one.change == "deputy"]
    return bool(names) and len(names) == len(effects) and all(one.value for one in names)


def _passing(contest: Contest, to: Player) -> tuple[ChangeContest, ...]:
    """A deputy who becomes the contestmaster is nobody's deputy."""
    made = ChangeContest("contestmaster", to)
    return (made, ChangeContest("deputy", "")) if to == contest.deputy else (made,)


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
        drafting.show_again(desk, records, draft)


def _briefing(desk: Desk, records: UnitOfWork, before: Player, drafts: tuple[Draft, ...]) -> Page:
    now, contest = ongoing(desk, records), office.contest(desk, records)
    blind, known = hidden.is_blind(records), None
    if now is not None:
        known = desk.game.inside(now.gamestate, now.tables, now.options, openly=blind)
    return contest_pages.briefing(
        "contestmaster" if desk.decides == contest.contestmaster else "deputy",
        before,
        going_on=("No game is being played; you may start one (§4).",)
        if now is None
        else resolving.going_on(desk, records, now, desk.decides),
        desk=laid_out.desk_lines(desk, records),
        drafts=len(drafts),
        rulings=office_lines.rulings(records.rulings(), partial(desk.game.decided, blind=blind)),
        contest=contest_pages.contest_told(
            office.members(desk, records),
            contest.axes,
            contest.y_pot,
            contest.deputy,
            is_contest=contest.is_contest,
        ),
        known=known,
        **outgoing.for_desk(desk),
    )
