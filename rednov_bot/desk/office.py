"""Who holds the office of contestmaster now, and who decides (§1, A83, A108).

The settings say how a contest begins; what was announced since is on file and counts.  Whoever
carries out something at the desk takes eir seat first: `desk = seated(desk, records)`.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import assert_never

from rednov_bot.contest import Contest, ContestChange
from rednov_bot.desk.desk import Desk
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Game
from rednov_bot.ports import Records


def contest(desk: Desk, records: Records) -> Contest:
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


def seated(desk: Desk, records: Records) -> Desk:
    """The desk with the contest as it is now, and with whoever decides at it.

    The deputy decides while the contestmaster is a gnome (A83): of the game that is being played,
    or of one whose opening awaits approval.  Between games the contestmaster decides.
    """
    now = contest(desk, records)
    decider = now.contestmaster
    if now.deputy is not None:
        decider = decides(now, in_hand(records))
    return replace(desk, contest=now, decider=decider)


def decides(now: Contest, game: Game | None) -> GnomeName:
    """Who decides in *game*: the deputy where the contestmaster plays in it."""
    if game is not None and now.deputy is not None and now.contestmaster in game.gnomes:
        return now.deputy
    return now.contestmaster


def in_hand(records: Records) -> Game | None:
    """The game that is being played, or whose opening awaits approval."""
    latest = records.latest_game()
    if latest is not None:
        found = records.gamestate(latest.id)
        if found is not None and found[1].position.ending is None:
            return latest
    for draft in records.open_drafts():
        if draft.kind == "opening" and draft.game is not None:
            return records.game(draft.game)
    return None
