"""A rehearsed turn in figures: minutes step by step, the odds, and what failure means."""

from __future__ import annotations

from typing import Final, NamedTuple

from rednov_bot.engine import happenings as h
from rednov_bot.engine.position import Position
from rednov_bot.engine.rehearsal import Rehearsal
from rednov_bot.engine.rules.actions import TRACK_OF
from rednov_bot.engine.rules.fixing import CERTAIN
from rednov_bot.engine.rules.foresight import Death
from rednov_bot.engine.rules.odds import (
    Chance,
    FaintRisk,
    chance_of,
    escape_minutes,
    faint_risk,
)
from rednov_bot.engine.rules.plan import Plan
from rednov_bot.engine.rules.targets import CLAUSE_OF, TOKEN_OF
from rednov_bot.engine.rules.tracks import reset_of
from rednov_bot.engine.rules.walk import SPARED_BY_A_CHARM
from rednov_bot.engine.tables import Board, Tables
from rednov_bot.engine.words import SEA, ActionName, Item, hatch_label
from rednov_bot.prose.canonical import escape_words
from rednov_bot.prose.reckoning import passed
from rednov_bot.prose.wording import TOKEN_NAMES, TRACK_NAMES, counted, item, listed, minutes, tiles

DEEDS: Final[dict[ActionName, str]] = {
    "unblock_hatch": "unblock hatch {hatch}",
    "extinguish_fire": "fight the fire in room {room}",
    "pump_water": "pump out room {room}",
    "fix_engine": "fix the engine",
    "fix_oxygen": "fix the oxygen pumps",
    "fix_reactor": "fix the reactor",
    "stop_missile": "stop the missile launch",
    "kill_kraken": "fight the kraken",
    "gain_items": "draw items",
    "gain_grog": "take the captain's grog",
    "give_items": "give items to {who}",
    "no_action": "no action",
    "abandon": "abandon ship, which takes all that is left",
    "attack": "attack {who}",
}
LOST: Final[dict[ActionName, str]] = {
    "unblock_hatch": "the hatch stays blocked",
    "pump_water": "the water stays",
    "fix_engine": "the track stays where it is",
    "fix_oxygen": "the track stays where it is",
    "fix_reactor": "the track stays where it is",
    "stop_missile": "the launch goes on",
    "kill_kraken": "the kraken stays",
}
"""What failure leaves as it is; minutes and items are lost whatever happens."""


class Row(NamedTuple):
    """A step that takes time."""

    minutes: int
    step: str


class Figures(NamedTuple):
    """What a rehearsal tells beside its verdict."""

    rows: tuple[Row, ...]
    before: int
    spent: int
    left: int
    odds: tuple[str, ...]  # on success and failure, and on the faint check
    passed: str  # markers and tokens on the way, "" for none


def figures(one: Rehearsal, plan: Plan, tables: Tables, contestmaster: str) -> Figures:
    """The figures of a turn with a *plan*, as things stand."""
    position = one.position
    before = position.gnome(plan.turn.gnome).minutes
    left = before - plan.spent
    odds = []
    chance = chance_of(plan, position, tables)
    if chance is not None:
        said = outcomes(chance, plan, position, tables.board, contestmaster)
        odds.append(" ".join([f"Chance of success: {chance_words(chance, plan)}", *said]))
    risk = faint_risk(plan, position, tables)
    if risk is not None and not any(isinstance(known, Death) for known in one.foreseen):
        odds.append(f"Faint check: {faint_words(risk, position, tables, left)}")
    return Figures(rows(plan), before, plan.spent, left, tuple(odds), _way(plan, one, tables, left))


def rows(plan: Plan) -> tuple[Row, ...]:
    """Each iteration of movement, the action and the low water, with their minutes (§10-§15)."""
    found: list[Row] = []
    for step in plan.steps:
        if isinstance(step, h.HatchOpened):
            found.append(Row(1, f"open hatch {hatch_label(step.hatch)}"))
        elif isinstance(step, h.Passed):
            spent, words = found.pop()
            found.append(Row(spent + step.minutes, f"{words} and {_through(step)}"))
    found.append(Row(plan.action.minutes, deed(plan)))
    if plan.action.surcharge:
        found.append(Row(plan.action.surcharge, "more, for acting at low water (§15)"))
    return tuple(found)


def deed(plan: Plan) -> str:
    """`fix the engine`, `unblock hatch 5-7`: what is done, without its minutes."""
    action = plan.action
    hatch = hatch_label(action.hatch) if action.hatch else ""
    return DEEDS[action.name].format(hatch=hatch, room=action.place, who=action.recipient)


def _through(step: h.Passed) -> str:
    if step.to == SEA:
        return "swim out"
    return f"go into room {step.to}{', at low water' if step.minutes else ''}"


def chance_words(chance: Chance, plan: Plan) -> str:
    """`80%, of which 2 minutes give 20%, a grog 30% and a toolbox 30% (§12).`"""
    clause = CLAUSE_OF[plan.action.name]
    if chance.futile:
        return f"none: nothing is left that the work could still reach ({clause})."
    gives = "gives" if chance.minutes == 1 else "give"
    parts = [f"{minutes(chance.minutes)} {gives} {10 * chance.minutes}%"]
    for tile, points in dict.fromkeys(chance.helps):
        same = [tile] * chance.helps.count((tile, points))
        parts.append(f"{tiles(same)} {10 * points * len(same)}%")
    if chance.bound == CERTAIN:
        return f"certain, without a die: {listed(parts)} (§12)."
    if len(parts) == 1:
        return f"{10 * chance.bound}%, for {minutes(chance.minutes)} (§12)."
    return f"{10 * chance.bound}%, of which {listed(parts)} (§12)."


def outcomes(
    chance: Chance, plan: Plan, position: Position, board: Board, contestmaster: str
) -> tuple[str, ...]:
    """What success does to a track and to tokens, and what failure means."""
    if chance.futile:
        return ()
    name, said = plan.action.name, []
    if name in TRACK_OF and (track := TRACK_OF[name]):
        now = position.track(track)
        then = reset_of(now)
        brings = f"Success sets {TRACK_NAMES[track]} back from {now} to {then}"
        stays = f"{TRACK_NAMES[track]} stays at {now}, even on success"
        said.append(f"{stays if then == now else brings} (§8).")
    left = position.gnome(plan.turn.gnome).minutes - plan.spent
    kind = TOKEN_OF.get(name)
    gone = [at for token, at in position.tokens if token == kind and at <= left]
    if kind is not None and gone:
        clause = CLAUSE_OF[name]
        said.append(f"Success prevents {TOKEN_NAMES[kind]} at {listed(gone)} ({clause}).")
    if chance.bound == CERTAIN:
        return tuple(said)
    if name != "extinguish_fire":
        said.append(f"If it fails, {LOST[name]}; the time and the items used are lost.")
    elif plan.turn.escape is not None:
        flight = escape_words(plan.turn.escape)
        more = minutes(escape_minutes(plan, position, board))
        said.append(f"If it fails, you {flight}, for {more} more (§13).")
    else:
        said.append(
            f"If it fails, {contestmaster} makes an escape move for you, because you name none. "
            "With no way out the fire kills you (§13)."
        )
    return tuple(said)


def faint_words(risk: FaintRisk, position: Position, tables: Tables, left: int) -> str:
    """How likely the gnome faints, by the cards nobody has seen yet, and what that would mean."""
    said = f"you drink, and your intoxication is {risk.level} when a card is drawn for it (§16c). "
    unseen = counted(risk.cards, "card")
    if not risk.felling:
        return f"{said}None of the {unseen} not seen yet would make you faint."
    said += f"Of the {unseen} not seen yet, {risk.felling} would make you faint: {_share(risk)}%."
    if risk.felling < risk.cards and risk.lost:
        more = passed(position, tables, left, left - risk.lost)
        way = f", and pass {more}" if more else ""
        said += f" Asleep, you lose {minutes(risk.lost)} more{way}."
    return f"{said} While you sleep, fire or high water in your room kills you (§16d)."


def _share(risk: FaintRisk) -> int:
    """Percent, none that may happen told as 0 and none that may not as 100."""
    if risk.felling == risk.cards:
        return 100
    return min(99, max(1, round(100 * risk.felling / risk.cards)))


def _way(plan: Plan, one: Rehearsal, tables: Tables, left: int) -> str:
    before = one.position.gnome(plan.turn.gnome).minutes
    way = passed(one.position, tables, before, left)
    events = sum(space in tables.time_track.events for space in range(left, before))
    spared = min(events, SPARED_BY_A_CHARM * plan.used.count("lucky_charm"))
    if not spared:
        return way
    charm: Item = "lucky_charm"
    return f"{way}; {item(charm)} spares you {counted(spared, 'event')}"
