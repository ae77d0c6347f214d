"""Changes of the contest by the contestmaster: axes, pot, deputy, whether it is a contest (§1).

Each is a draft like any other and takes effect when it is approved; what stands against it is
asked when it is drafted and again when it is approved.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal

from rednov_bot.core.contest import ChangeContest, Contest, ContestChange
from rednov_bot.core.errors import CannotChange
from rednov_bot.core.models import Draft, Game
from rednov_bot.core.render import contest_pages
from rednov_bot.core.render.wording import capital, listed, uncapital
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import outgoing
from rednov_bot.core.workflow.contest import office
from rednov_bot.core.workflow.corrections import in_force
from rednov_bot.core.workflow.desk import Desk, is_over, ongoing
from rednov_bot.core.workflow.drafts import drafting, replacing
from rednov_bot.games.base import Player

AWARDED: Final = ("X", "Y")
"""The axes along which the contract itself awards points (§18, §24)."""

_LONGEST_AXIS = 40  # characters of a name that a subject can hold
_LARGEST_POT = 1_000_000


def add_axis(desk: Desk, records: UnitOfWork, axis: str) -> Draft:
    """The contest gets another axis.  Raises CannotChange."""
    name = " ".join(axis.split())
    if not name or len(name) > _LONGEST_AXIS or not name.isprintable():
        reason = f"an axis has a name of one to {_LONGEST_AXIS} letters: say which"
        raise CannotChange("NO_NAME", reason)
    return propose(desk, records, (ChangeContest("axis added", name),))


def remove_axis(desk: Desk, records: UnitOfWork, axis: str) -> Draft:
    """The contest loses an axis along which it awards nothing (S05).  Raises CannotChange."""
    axes = office.contest(desk, records).axes
    name = next((one for one in axes if one.casefold() == axis.casefold()), axis)
    return propose(desk, records, (ChangeContest("axis removed", name),))


def set_contest(desk: Desk, records: UnitOfWork, is_contest: bool) -> Draft:
    """The contract is a contest from now on, or none; a running game goes on (§4, A107)."""
    return propose(desk, records, (ChangeContest("contest", "on" if is_contest else "off"),))


def set_pot(desk: Desk, records: UnitOfWork, pot: int) -> Draft:
    """So many Y points may a game award (§24, A88).  Raises CannotChange."""
    if not 0 <= pot <= _LARGEST_POT:
        reason = "the pot is a whole number of Y points, 0 where it is not known (§24)"
        raise CannotChange("POT", reason)
    return propose(desk, records, (ChangeContest("pot", str(pot)),))


def name_deputy(desk: Desk, records: UnitOfWork, deputy: Player | None) -> Draft:
    """Who decides while the contestmaster plays; None for nobody (A83).  Raises CannotChange."""
    return propose(desk, records, (ChangeContest("deputy", deputy or ""),))


def set_reminders(desk: Desk, records: UnitOfWork, ends: Literal["on", "off"] | datetime) -> None:
    """The contestmaster is reminded, or is not, or not before *ends*.

    Only their own reminders: nothing of it is public, and no draft is needed.
    """
    value = ends.isoformat() if isinstance(ends, datetime) else ends
    change = ContestChange(change="reminders", value=value, by=desk.decides, at=desk.now())
    records.change_contest(change)


def propose(
    desk: Desk, records: UnitOfWork, effects: tuple[ChangeContest, ...], notes: tuple[str, ...] = ()
) -> Draft:
    """These changes, all of them or none, are put before the contestmaster.  Raises
    CannotChange."""
    return put(office.seated(desk, records), records, effects, notes)


def put(
    desk: Desk, records: UnitOfWork, effects: tuple[ChangeContest, ...], notes: tuple[str, ...]
) -> Draft:
    """The same, before the contestmaster at this *desk*."""
    if (fault := against_any(desk, records, effects)) is not None:
        raise fault
    by = desk.contestmaster
    told = tuple(contest_pages.told_of(effect, by) for effect in effects)
    about = capital(contest_pages.subject_of(effects[0]))
    minded, now = [], ongoing(desk, records)
    for effect in effects:
        pot = None if now is None else now.gamestate.position.y_pot
        if effect.change == "pot" and now is not None and pot != int(effect.value):
            minded.append(f"{now.game.tag}, which is being played, began with a pot of {pot}.")
        if effect.change == "axis added" and effect.value not in AWARDED:
            minded.append(
                f"The contract awards nothing along {effect.value}: that needs an amendment (§26)."
            )
    return submit(desk, records, about, told, effects, (*minded, *notes))


def submit(
    desk: Desk,
    records: UnitOfWork,
    about: str,
    told: tuple[str, ...],
    effects: tuple[ChangeContest, ...],
    notes: tuple[str, ...] = (),
) -> Draft:
    """A posting about the contest is drafted; *effects* come about when it is approved."""
    text = contest_pages.change(about, told, **outgoing.for_list(desk))
    draft = desk.draft("contest", about, pages=(text,), effects=effects)
    notes += replacing.same_change(records, draft)
    return drafting.submit(desk, records, draft, (), notes)


def overtaken(desk: Desk, records: UnitOfWork, draft: Draft) -> str:
    """Why a change that was drafted cannot be made any more; the empty string where it can."""
    changes = [effect for effect in draft.effects if isinstance(effect, ChangeContest)]
    fault = against_any(desk, records, changes)
    return "" if fault is None else fault.reason


def against_any(
    desk: Desk, records: UnitOfWork, effects: Sequence[ChangeContest]
) -> CannotChange | None:
    """What stands against the first of these changes that cannot be made, each after the others."""
    now = office.contest(desk, records)
    for effect in effects:
        fault = _against(desk, records, now, effect)
        if fault is not None:
            return fault
        at = desk.now()
        change = ContestChange(change=effect.change, value=effect.value, by=desk.decides, at=at)
        now = office.changed(now, change)
    return None


def _against(
    desk: Desk, records: UnitOfWork, now: Contest, effect: ChangeContest
) -> CannotChange | None:
    value = effect.value
    match effect.change:
        case "axis added":
            if any(one.casefold() == value.casefold() for one in now.axes):
                return CannotChange("AXIS_EXISTS", f"the contest has the axis {value} already (§1)")
        case "axis removed":
            if value not in now.axes:
                known = f"the axes are {listed(now.axes)}" if now.axes else "there is none"
                reason = f"the contest has no axis {value}: {known} (§1)"
                return CannotChange("NO_SUCH_AXIS", reason)
            if value in AWARDED:
                clause = "§18" if value == "X" else "§24"
                reason = f"the contest awards points along the axis {value} ({clause}), so it must "
                return CannotChange("AXIS_IN_USE", f"{reason}stay")
        case "contest":
            if now.is_contest == (value == "on"):
                so = "is a contest already" if now.is_contest else "is no contest as it is"
                return CannotChange("AS_IT_IS", f"the contract {so} (§4)")
        case "pot":
            if now.y_pot == int(value):
                return CannotChange("AS_IT_IS", f"the pot is {value} already (§24)")
        case "deputy":
            # Known, not the contestmaster and no gnome; a game is not left without one (A83).
            if value == (now.deputy or ""):
                so = f"{value} is the deputy already" if value else "there is no deputy"
                return CannotChange("AS_IT_IS", so)
            if not value:
                return _undeputised(records, now)
            if value == now.contestmaster:
                reason = f"{value} is the contestmaster: name somebody else (A83)"
                return CannotChange("IS_CONTESTMASTER", reason)
            return _unfit(desk, records, value)
        case "contestmaster":
            # A successor is known and does not play, for they will see every hand (A83, A108).
            if value == now.contestmaster:
                return CannotChange("AS_IT_IS", f"{value} is the contestmaster already")
            return _unfit(desk, records, value)
        case "reminders":
            pass
    return None


def _undeputised(records: UnitOfWork, now: Contest) -> CannotChange | None:
    """The office goes back to a contestmaster who is no gnome of a game that is played (A83)."""
    for game in office.in_hand(records):
        if now.contestmaster not in game.gnomes or in_force.options_now(records, game).blind:
            continue
        if is_over(records, game):
            return _untold(records, game, now.contestmaster)
        reason = (
            f"{now.deputy} decides in {game.tag}, in which {now.contestmaster} is a gnome: "
            "name another deputy instead (A83)"
        )
        return CannotChange("DEPUTY_DECIDES", reason)
    return None


def _unfit(desk: Desk, records: UnitOfWork, name: Player) -> CannotChange | None:
    """Why somebody cannot decide: they are unknown, or a gnome who would see the others' hands."""
    if desk.address_of(name) is None:
        reason = f"[people] has no {name}: add them to rednov.toml with their address first"
        return CannotChange("NO_SUCH_PERSON", reason)
    for game in office.in_hand(records):
        blind = in_force.options_now(records, game).blind  # nobody who decides is shown a hand
        if blind or not office.plays(records, game, name):
            continue
        if is_over(records, game):
            return _untold(records, game, name)
        reason = f"{name} is a gnome of {game.tag} and would see every hand: name somebody who is"
        return CannotChange("IS_A_GNOME", f"{reason} none (A83)")
    return None


def _untold(records: UnitOfWork, game: Game, name: Player) -> CannotChange | None:
    """A draft that could still change a game that is over would show its hands to *name*."""
    for one in records.open_drafts():
        if one.game == game.id and one.for_state is not None:
            reason = (
                f"{name} was a gnome of {game.tag} and would see its hands in draft {one.code}, "
                f"the {uncapital(one.about)}: approve or reject that first"
            )
            return CannotChange("DRAFT_WAITS", f"{reason} (A83)")
    return None
