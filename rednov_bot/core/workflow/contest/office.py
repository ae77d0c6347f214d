"""Who holds the office of contestmaster now, and who decides (§1, A83, A108).

The settings say how a contest begins; what was announced since is stored and counts.  Whoever
carries out something at the desk takes their seat first: `desk = seated(desk, records)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import assert_never

from rednov_bot.core.contest import Contest, ContestChange
from rednov_bot.core.models import Game
from rednov_bot.core.render.wording import listed
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.games.base import Player


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
        now = changed(now, change)
    return now


def changed(now: Contest, change: ContestChange) -> Contest:
    """The contest after *change*."""
    value = change.value
    match change.change:
        case "contestmaster":
            return replace(now, contestmaster=value)
        case "deputy":
            return replace(now, deputy=value or None)
        case "axis added":
            return replace(now, axes=(*(one for one in now.axes if one != value), value))
        case "axis removed":
            return replace(now, axes=tuple(one for one in now.axes if one != value))
        case "contest":
            return replace(now, is_contest=value == "on")
        case "pot":
            return replace(now, y_pot=int(value))
        case "reminders":
            if value in ("on", "off"):
                return replace(now, reminders=value == "on", quiet_until=None)
            return replace(now, quiet_until=datetime.fromisoformat(value))
        case _:
            assert_never(change.change)


def seated(desk: Desk, records: UnitOfWork) -> Desk:
    """The desk with the contest as it is now, and with the contestmaster at it.

    The deputy decides while the contestmaster is a gnome of a game in hand (A83), else they
    themselves.
    """
    now = contest(desk, records)
    decider = now.contestmaster
    if now.deputy is not None:
        decider = decides(now, in_hand(records))
    if (now, decider) == (desk.contest, desk.decider):
        return desk
    return replace(desk, contest=now, decider=decider)


def decides(now: Contest, games: Iterable[Game]) -> Player:
    """Who decides while these games are in hand: the deputy where the contestmaster plays."""
    if now.deputy is not None and any(now.contestmaster in game.gnomes for game in games):
        return now.deputy
    return now.contestmaster


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


def plays(records: UnitOfWork, game: Game, name: Player) -> bool:
    """Whether a game is still about somebody, or was at its end: its hands are not for them (A83).

    About every gnome but the killed, who has lost for good (A85); the departed may win (§11m).
    """
    if name not in game.gnomes:
        return False
    found = records.gamestate(game.id)
    return found is None or found[1].position.gnome(name).fate != "killed"


def in_hand(records: UnitOfWork) -> tuple[Game, ...]:
    """The game that began last, and one whose opening awaits approval.

    That game is in hand when it is over, too: until another begins it may be rewound, and go on,
    and whoever does that sees every hand (A96).
    """
    latest = records.latest_game()
    opening = [one.game for one in records.open_drafts() if one.kind == "opening"]
    waiting = [records.game(id) for id in opening if id is not None]
    return (*waiting, *(() if latest is None else (latest,)))
