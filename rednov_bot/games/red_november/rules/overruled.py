"""A turn resolved as the contestmaster ruled it: read otherwise, allowed, void, or set right (§25).

The rules themselves know no rulings; what is ruled comes before the resolution, behind it, or
instead of it, and is told there, so that whoever follows the list can follow it.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from rednov_bot.games.base import Held, Refusal
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.events import Change, GnomeRuled
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.logbook import Logbook, Resolution
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import Plan, plan
from rednov_bot.games.red_november.rules.position import Gift, Position
from rednov_bot.games.red_november.rules.resolve import close, resolve, take
from rednov_bot.games.red_november.rules.rulings import changes_from
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import Turn

WAIVED: Final = frozenset({"NOT_YOUR_TIME", "TOO_EARLY_TO_ABANDON", "DREW_ITEMS"})
"""Public reasons against a turn that a ruling can overcome by itself: nothing in the sub has to be
otherwise for it.  A sleeper is woken by one besides."""


class Ruled(msgspec.Struct, frozen=True):
    """What was ruled about one turn."""

    before: tuple[ev.PublicEvent, ...] = ()  # told first
    valid: bool = False  # the turn counts, whatever is waived
    void: ev.TurnVoided | None = None  # nothing of it is played
    behind: tuple[tuple[ev.RulingGiven, str], ...] = ()  # with the lines that it sets (PositionSet)


def resolve_as_ruled(
    gamestate: Gamestate,
    turn: Turn,
    circumstances: Circumstances,
    ruled: Ruled,
) -> Resolution | Held | Refusal:
    """What comes of a turn that was taken, under what was ruled about it; or why it is none.

    The same gamestate, turn, luck, answers and rulings give the same resolution.  A position that
    cannot be set any more, for the game is over or the words do not fit it, is told as a ruling
    that sets nothing.
    """
    log = Logbook(gamestate)
    for told in ruled.before:
        log.tell(told)
    if ruled.void is not None:
        log.tell(ruled.void)
        return log.resolution()
    tables, options = circumstances.tables, circumstances.options
    free = replace(log.position, pending=None)
    planned = plan(free, turn, tables, options, WAIVED if ruled.valid else frozenset())
    if isinstance(planned, Refusal):
        return planned
    outcome = resolve(log.gamestate, turn, circumstances, planned)
    if isinstance(outcome, Held):
        return Held(outcome.choice, (*log.events, *outcome.events))
    done = Resolution((*log.events, *outcome.events), outcome.after, outcome.plan)
    for told, lines in ruled.behind:
        done = _set_right(done, told, lines, circumstances)
    return done


def plan_as_ruled(
    position: Position, turn: Turn, tables: Tables, options: Options
) -> Plan | Refusal:
    """The plan of a turn that counts by ruling, or what even a ruling on it cannot overcome."""
    return plan(replace(position, pending=None), turn, tables, options, WAIVED)


def waking(position: Position, turn: Turn) -> tuple[Change, ...]:
    """What must be otherwise in the position for a turn of a sleeper to count (§16c)."""
    return (GnomeRuled(turn.gnome, fainted=False),) if position.gnome(turn.gnome).fainted else ()


def gifts_if_void(position: Position, taken: Position, turn: Turn) -> tuple[Gift, ...]:
    """The windows for gifts in return without a turn; *taken*: the position it was taken at.

    The one that it opened is closed, and those that it closed are open again (§11k).
    """
    own = [one for one in position.gifts if one.giver != turn.gnome]
    closed = [one for one in taken.gifts if turn.gnome in (one.giver, one.recipient)]
    return tuple(dict.fromkeys((*closed, *own)))


def gifts_if_reread(position: Position, was: Turn, turn: Turn) -> tuple[Gift, ...] | None:
    """The windows for gifts in return where a taken turn says something else; None: the same."""
    state = Gamestate(position)
    before, now = take(state, was).gift_to, take(state, turn).gift_to
    if before == now:
        return None
    others = tuple(one for one in position.gifts if one.giver != turn.gnome)
    return others if now is None else (*others, Gift(turn.gnome, now))


def _set_right(
    done: Resolution, told: ev.RulingGiven, lines: str, circumstances: Circumstances
) -> Resolution:
    """The resolution with the position behind it as it is ruled to be, and judged again (§21)."""
    position = done.after.position
    changes = changes_from(lines, position, circumstances.tables.board)
    if position.ending is not None or isinstance(changes, str):
        changes = ()
    made = overrule(done.after, replace(told, changes=changes), circumstances.options)
    return Resolution((*done.events, *made.events), made.after, done.plan)


def overrule(gamestate: Gamestate, ruling: ev.RulingGiven, options: Options) -> Resolution:
    """What comes of a ruling: loss, sleepers and the end are judged, unless a turn is pending.

    Then they are judged when that turn is resolved.  A gnome killed by it drops their hand (A68).
    """
    log = Logbook(gamestate)
    log.tell(ruling)
    for one in ruling.changes:
        if isinstance(one, GnomeRuled) and one.fate == "killed":
            log.whisper(ev.HandDropped(one.gnome, to_discards=options.dead_items == "discard"))
    if ruling.changes and log.position.pending is None and log.position.ending is None:
        close(log, options)
    return log.resolution()
