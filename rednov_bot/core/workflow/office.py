"""The office: who holds it now, who decides, and what stands against a change (§1, A83, A108).

The settings say how a contest begins; what was announced since is stored and counts.  Whoever
carries out something at the desk takes their seat first: `desk = seated(desk, records)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final, assert_never

from rednov_bot.core.contest import ChangeContest, Contest, ContestChange
from rednov_bot.core.errors import CannotChange
from rednov_bot.core.models import Game
from rednov_bot.core.render.wording import listed, uncapital
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import in_force
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.games.base import Player

AWARDED: Final = ("X", "Y")
"""The axes along which the contract itself awards points (§18, §24)."""

_LONGEST_AXIS: Final = 40  # characters of a name that a subject can hold
_LARGEST_POT: Final = 1_000_000


def contest(desk: Desk, records: UnitOfWork) -> Contest:
    """The contest as it is now: that of the settings, and all that has changed since."""
    known = desk.settings.contest
    now = Contest(
        contestmaster=known.contestmaster,
        deputy=known.deputy or None,
        axes=known.axes,
        is_contest=known.is_contest,
        y_pot=known.y_pot,
    )
    for change in records.contest_changes():
        now = _changed(now, change)
    return now


def _changed(now: Contest, change: ContestChange | ChangeContest) -> Contest:
    """The contest after *change*."""
    value = change.value
    match change.change:
        case "contestmaster":
            return replace(now, contestmaster=value)
        case "deputy":
            return replace(now, deputy=value or None)
        case "axis added":
            return replace(now, axes=(*[one for one in now.axes if one != value], value))
        case "axis removed":
            return replace(now, axes=tuple([one for one in now.axes if one != value]))
        case "contest":
            return replace(now, is_contest=value == "on")
        case "pot":
            return replace(now, y_pot=int(value))
        case "reminders" if value in ("on", "off"):
            return replace(now, reminders=value == "on", quiet_until=None)
        case "reminders":
            return replace(now, quiet_until=datetime.fromisoformat(value))
        case _:
            assert_never(change.change)


def seated(desk: Desk, records: UnitOfWork) -> Desk:
    """The desk with the contest as it is now, and with the one who decides at it."""
    now = contest(desk, records)
    decider = now.contestmaster if now.deputy is None else decides(now, in_hand(records))
    if (now, decider) == (desk.contest, desk.decider):
        return desk
    return replace(desk, contest=now, decider=decider)


def decides(now: Contest, games: Iterable[Game]) -> Player:
    """Who decides while these games are in hand: the deputy where the contestmaster plays."""
    if now.deputy is not None and any(now.contestmaster in game.gnomes for game in games):
        return now.deputy
    return now.contestmaster


def in_hand(records: UnitOfWork) -> tuple[Game, ...]:
    """The game that began last, and one whose opening awaits approval.

    That game is in hand when it is over, too: until another begins it may be rewound, and go on,
    and whoever does that sees every hand (A96).
    """
    latest = records.latest_game()
    opening = [one.game for one in records.open_drafts() if one.kind == "opening"]
    waiting = [records.game(id) for id in opening if id is not None]
    return (*waiting, *(() if latest is None else (latest,)))


# -- the members (§3) ---------------------------------------------------------------------------


def members(desk: Desk, records: UnitOfWork) -> tuple[Player, ...]:
    """The contestants; at first those whom the settings name."""
    known = records.contestants()
    if not known and not records.memberships():
        for name, person in desk.settings.people.items():
            if person.contestant:
                records.joined(name, desk.now(), None)
        known = records.contestants()
    return known


# -- what stands against a change ---------------------------------------------------------------


def against_any(
    desk: Desk, records: UnitOfWork, effects: Iterable[ChangeContest]
) -> CannotChange | None:
    """What stands against the first of these changes that cannot be made, each after the others."""
    now = contest(desk, records)
    for effect in effects:
        if (fault := _against(desk, records, now, effect)) is not None:
            return fault
        now = _changed(now, effect)
    return None


def _against(
    desk: Desk, records: UnitOfWork, now: Contest, effect: ChangeContest
) -> CannotChange | None:
    value = effect.value
    match effect.change:
        case "axis added":
            if not value or len(value) > _LONGEST_AXIS or not value.isprintable():
                named = f"an axis has a name of one to {_LONGEST_AXIS} letters: say which"
                return CannotChange("NO_NAME", named)
            if any(one.casefold() == value.casefold() for one in now.axes):
                return CannotChange("AXIS_EXISTS", f"the contest has the axis {value} already (§1)")
        case "axis removed" if value not in now.axes:
            known = f"the axes are {listed(now.axes)}" if now.axes else "there is none"
            return CannotChange("NO_SUCH_AXIS", f"the contest has no axis {value}: {known} (§1)")
        case "axis removed" if value in AWARDED:
            clause = "§18" if value == "X" else "§24"
            reason = f"the contest awards points along the axis {value} ({clause}), so it must stay"
            return CannotChange("AXIS_IN_USE", reason)
        case "contest" if now.is_contest == (value == "on"):
            so = "is a contest already" if now.is_contest else "is no contest as it is"
            return CannotChange("AS_IT_IS", f"the contract {so} (§4)")
        case "pot":
            if not 0 <= int(value) <= _LARGEST_POT:
                reason = "the pot is a whole number of Y points, 0 where it is not known (§24)"
                return CannotChange("POT", reason)
            if now.y_pot == int(value):
                return CannotChange("AS_IT_IS", f"the pot is {value} already (§24)")
        case "deputy" if value == (now.deputy or ""):
            so = f"{value} is the deputy already" if value else "there is no deputy"
            return CannotChange("AS_IT_IS", so)
        case "deputy" if not value:  # a game is not left without one (A83)
            return _undeputised(records, now)
        case "deputy" if value == now.contestmaster:
            reason = f"{value} is the contestmaster: name somebody else (A83)"
            return CannotChange("IS_CONTESTMASTER", reason)
        case "contestmaster" if value == now.contestmaster:
            return CannotChange("AS_IT_IS", f"{value} is the contestmaster already")
        case "deputy" | "contestmaster":
            return _unfit(desk, records, value)
        case _:
            pass
    return None


def _undeputised(records: UnitOfWork, now: Contest) -> CannotChange | None:
    """The office goes back to a contestmaster who is no gnome of a game that is played (A83)."""
    for game in in_hand(records):
        if now.contestmaster not in game.gnomes or in_force.options_now(records, game).blind:
            continue
        if records.is_over(game.id):
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
    for game in in_hand(records):
        blind = in_force.options_now(records, game).blind  # nobody who decides is shown a hand
        if blind or not plays(desk, records, game, name):
            continue
        if records.is_over(game.id):
            return _untold(records, game, name)
        reason = f"{name} is a gnome of {game.tag} and would see every hand: name somebody who is"
        return CannotChange("IS_A_GNOME", f"{reason} none (A83)")
    return None


def plays(desk: Desk, records: UnitOfWork, game: Game, name: Player) -> bool:
    """Whether a game is still about somebody, or was at its end: its hands are not for them (A83).

    About every gnome but the killed, who has lost for good (A85); the departed may win (§11m).
    """
    if name not in game.gnomes:
        return False
    found = records.gamestate(game.id)
    return found is None or name not in desk.game.facts(found[1]).lost


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


def against_crew(desk: Desk, names: Sequence[Player], *, blind: bool) -> str:
    """What stands against these gnomes for the sake of who decides, and sees every hand (A83).

    Nothing in a *blind* game, where nobody does.
    """
    if blind:
        return ""
    master, deputy = desk.contestmaster, None if desk.contest is None else desk.contest.deputy
    if master not in names:
        if desk.decides == master or desk.decides not in names:
            return ""
        return (
            f"{deputy} decides until this game has begun, and would see every hand: have the "
            f"office go back to {master} (deputy none), or name another deputy (A83)"
        )
    if deputy is None:
        return f"{master} plays too and needs a deputy: name one first (deputy NAME, A83)"
    if deputy in names:
        return f"{deputy} is the deputy who decides while {master} plays, and cannot play (A83)"
    return ""


def left_behind(desk: Desk, records: UnitOfWork, names: Sequence[Player]) -> str:
    """What would lie before a deputy who was never shown it, once the opening awaits their word."""
    waiting = [one.code for one in records.open_drafts()]
    if desk.contestmaster not in names or desk.decides != desk.contestmaster or not waiting:
        return ""
    if desk.contest is None or desk.contest.deputy is None:
        return ""
    return (
        f"from then on your deputy decides (A83): approve or reject the open drafts first, "
        f"draft {listed(waiting)}"
    )
