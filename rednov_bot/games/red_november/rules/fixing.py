"""The fix-it actions: chance, die, and what success does (§12, §11a-h, §16a)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rednov_bot.games.base import Luck
from rednov_bot.games.red_november.rules import ending, events as ev, tracks
from rednov_bot.games.red_november.rules.actions import TRACK_OF
from rednov_bot.games.red_november.rules.draws import die
from rednov_bot.games.red_november.rules.logbook import Logbook
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import Plan
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.targets import TOKEN_OF
from rednov_bot.games.red_november.rules.words import ActionName, Item

X_FOR_RESET = 2  # §18
X_FOR_PREVENTION = 3  # §18


def bonus(used: Iterable[Item], action: ActionName, tables: Tables) -> int:
    """What the tiles used before the die add to an action (§12, CC).

    Tiles of a kind add up; a tile that does not fit adds nothing (A32).
    """
    return sum([tables.items.help_of(item, action) for item in used])


def fix(
    log: Logbook, plan: Plan, minutes_left: int, tables: Tables, options: Options, luck: Luck
) -> bool:
    """Whether the fix-it action succeeds; if so, its effect (§16a).

    *minutes_left* are those after all movement and action of the turn, faint and escape not
    counted (A2).  10% for each minute chosen and each point of help; the surcharge of low water
    never counts (A31).
    """
    name, gnome = plan.action.name, plan.turn.gnome
    if name in ("stop_missile", "kill_kraken"):
        kind = TOKEN_OF[name]
        spaces = tuple(space for token, space in log.position.tokens if token == kind)
        if all(space > minutes_left for space in spaces):
            log.tell(ev.AttemptFutile(gnome, kind, spaces))
            return False
    help_ = bonus(plan.used_before, name, tables)
    total = plan.action.minutes + help_
    rolled = None if total >= ev.CERTAIN else die(luck, "action")
    success = rolled is None or rolled <= total
    log.tell(ev.FixTried(gnome, name, plan.action.minutes, help_, rolled, success))
    if success:
        succeed(log, plan, minutes_left, options)
    return success


def succeed(log: Logbook, plan: Plan, minutes_left: int, options: Options) -> None:
    """What a successful fix-it action does (§11a-h), and the points it earns (§18, A87)."""
    name = plan.action.name
    match name:
        case "unblock_hatch":
            assert plan.action.hatch is not None
            log.tell(ev.HatchFreed(plan.action.hatch))
        case "extinguish_fire":
            log.tell(ev.FirePutOut(plan.place))
        case "pump_water":
            log.tell(ev.RoomPumped(plan.place))
        case "fix_engine" | "fix_oxygen" | "fix_reactor":
            before = log.position.track(TRACK_OF[name])
            after = tracks.reset_of(before)
            log.tell(ev.TrackReset(TRACK_OF[name], before, after))
            if before != after or not options.x_needs_change:
                log.tell(ending.x_points(plan.turn.gnome, X_FOR_RESET, "disaster track reset"))
            if name in TOKEN_OF:
                _prevent(log, plan, name, minutes_left)
        case "stop_missile" | "kill_kraken":
            _prevent(log, plan, name, minutes_left)
        case "gain_items" | "gain_grog" | "give_items" | "no_action" | "abandon" | "attack":
            raise AssertionError(f"{name} has no chance of success")
        case _:
            assert_never(name)


def _prevent(log: Logbook, plan: Plan, name: ActionName, minutes_left: int) -> None:
    """Tokens at the gnome's present time or later are removed for everybody (§11d-h, A1, A2).

    3 X once a turn, however many (§18).
    """
    kind = TOKEN_OF[name]
    spaces = [space for token, space in log.position.tokens if token == kind]
    missed = tuple(space for space in spaces if space > minutes_left)
    if missed:
        log.tell(ev.TokensMissed(kind, missed))
    prevented = tuple(space for space in spaces if space <= minutes_left)
    if prevented:
        log.tell(ev.TokensPrevented(kind, prevented))
        reason = "timed destruction prevented"
        log.tell(ending.x_points(plan.turn.gnome, X_FOR_PREVENTION, reason))
