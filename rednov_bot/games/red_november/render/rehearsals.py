"""What would come of a turn if it were announced now: figures, odds, warnings, what is in vain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from rednov_bot.core.render.wording import capital, counted, listed
from rednov_bot.games.red_november.render.canonical import escape_words
from rednov_bot.games.red_november.render.sentences import Scene, macros
from rednov_bot.games.red_november.render.wording import (
    ITEM_NAMES,
    TOKEN_NAMES,
    TRACK_NAMES,
    item,
    minutes,
    place,
    rooms,
    tiles,
)
from rednov_bot.games.red_november.rules import events as ev, forecast
from rednov_bot.games.red_november.rules.actions import TRACK_OF
from rednov_bot.games.red_november.rules.intoxication import level_after
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import Plan
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.rehearsal import Rehearsal
from rednov_bot.games.red_november.rules.tables import Board, Tables
from rednov_bot.games.red_november.rules.targets import CLAUSE_OF, TOKEN_OF
from rednov_bot.games.red_november.rules.time_track import SPARED_BY_A_CHARM
from rednov_bot.games.red_november.rules.tracks import reset_of
from rednov_bot.games.red_november.rules.turn import Turn
from rednov_bot.games.red_november.rules.words import SEA, ActionName, Item, hatch_label

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
    chance = forecast.chance_of(plan, position, tables)
    if chance is not None:
        said = outcomes(chance, plan, position, tables.board, contestmaster)
        odds.append(" ".join([f"Chance of success: {chance_words(chance, plan)}", *said]))
    risk = forecast.faint_risk(plan, position, tables)
    if risk is not None and not any(isinstance(known, forecast.Death) for known in one.foreseen):
        odds.append(f"Faint check: {faint_words(risk, position, tables, left)}")
    way = passed(position, tables, before, left)
    events = sum(space in tables.time_track.events for space in range(left, before))
    if spared := min(events, SPARED_BY_A_CHARM * plan.used.count("lucky_charm")):
        way += f"; {item('lucky_charm')} spares you {counted(spared, 'event')}"
    return Figures(rows(plan), before, plan.spent, left, tuple(odds), way)


def rows(plan: Plan) -> tuple[Row, ...]:
    """Each iteration of movement, the action and the low water, with their minutes (§10-§15)."""
    found: list[Row] = []
    for step in plan.steps:
        if isinstance(step, ev.HatchOpened):
            found.append(Row(1, f"open hatch {hatch_label(step.hatch)}"))
        elif isinstance(step, ev.Passed):
            spent, words = found.pop()
            wet = ", at low water" if step.minutes else ""
            through = "swim out" if step.to == SEA else f"go into room {step.to}{wet}"
            found.append(Row(spent + step.minutes, f"{words} and {through}"))
    found.append(Row(plan.action.minutes, deed(plan)))
    if plan.action.surcharge:
        found.append(Row(plan.action.surcharge, "more, for acting at low water (§15)"))
    return tuple(found)


def deed(plan: Plan) -> str:
    """`fix the engine`, `unblock hatch 5-7`: what is done, without its minutes."""
    action = plan.action
    hatch = hatch_label(action.hatch) if action.hatch else ""
    return DEEDS[action.name].format(hatch=hatch, room=action.place, who=action.recipient)


def chance_words(chance: forecast.Chance, plan: Plan) -> str:
    """`80%, of which 2 minutes give 20%, a grog 30% and a toolbox 30% (§12).`"""
    clause = CLAUSE_OF[plan.action.name]
    if chance.futile:
        return f"none: nothing is left that the work could still reach ({clause})."
    gives = "gives" if chance.minutes == 1 else "give"
    parts = [f"{minutes(chance.minutes)} {gives} {10 * chance.minutes}%"]
    for tile, points in dict.fromkeys(chance.helps):
        same = [tile] * chance.helps.count((tile, points))
        parts.append(f"{tiles(same)} {10 * points * len(same)}%")
    if chance.bound == ev.CERTAIN:
        return f"certain, without a die: {listed(parts)} (§12)."
    if len(parts) == 1:
        return f"{10 * chance.bound}%, for {minutes(chance.minutes)} (§12)."
    return f"{10 * chance.bound}%, of which {listed(parts)} (§12)."


def outcomes(
    chance: forecast.Chance, plan: Plan, position: Position, board: Board, contestmaster: str
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
    if chance.bound == ev.CERTAIN:
        return tuple(said)
    if name != "extinguish_fire":
        said.append(f"If it fails, {LOST[name]}; the time and the items used are lost.")
    elif plan.turn.escape is not None:
        flight = escape_words(plan.turn.escape)
        more = minutes(forecast.escape_minutes(plan, position, board))
        said.append(f"If it fails, you {flight}, for {more} more (§13).")
    else:
        said.append(
            f"If it fails, {contestmaster} makes an escape move for you, because you name none. "
            "With no way out the fire kills you (§13)."
        )
    return tuple(said)


def faint_words(risk: forecast.FaintRisk, position: Position, tables: Tables, left: int) -> str:
    """How likely the gnome faints, by the cards nobody has seen yet, and what that would mean."""
    said = f"you drink, and your intoxication is {risk.level} when a card is drawn for it (§16c). "
    hidden = counted(risk.cards, "card")
    if not risk.felling:
        return f"{said}None of the {hidden} not seen yet would make you faint."
    share = 100  # percent; none that may happen is told as 0, and none that may not as 100
    if risk.felling < risk.cards:
        share = min(99, max(1, round(100 * risk.felling / risk.cards)))
    said += f"Of the {hidden} not seen yet, {risk.felling} would make you faint: {share}%."
    if risk.felling < risk.cards and risk.lost:
        more = passed(position, tables, left, left - risk.lost)
        way = f", and pass {more}" if more else ""
        said += f" Asleep, you lose {minutes(risk.lost)} more{way}."
    return f"{said} While you sleep, fire or high water in your room kills you (§16d)."


def in_short(one: Rehearsal, tables: Tables | None) -> str:
    """What would come of a turn that would count, in a sentence for its gnome; "" of others."""
    if not one.valid or one.plan is None or tables is None:
        return ""
    odds = chance_told(one.plan, one.position, tables)
    hope = f" Its chance of success is {odds}." if odds else ""
    before = one.position.gnome(one.plan.turn.gnome).minutes
    cost = f"{one.plan.spent} of your {minutes(before)}"
    return f"Announced now, it would be valid and cost {cost}.{hope}"


def warnings(
    one: Rehearsal, tables: Tables | None, options: Options, *, secret: bool
) -> tuple[str, ...]:
    """What its gnome should mind, a sentence each: what is certain of it first.

    Unless *secret*, nothing is told that hangs on what they hold (§6).
    """
    plan = one.plan
    if plan is None or tables is None:
        return ()
    certain = [
        known for known in one.foreseen if secret or not isinstance(known, forecast.OverLimit)
    ]
    said = [warning(known, tables.board) for known in certain]
    if not any(isinstance(known, forecast.Death) for known in certain):
        said += _if_asleep(one, plan, tables, options)
        said += _afterwards(one, plan, tables, hand_too=secret)
    said += in_vain(plan, one.position, tables)
    said += _wasteful(plan, one.position, tables)
    return tuple(said)


def kept_private(said: Turn, options: Options) -> tuple[str, ...]:
    """How a gift that names its tiles may be announced without naming them (A23)."""
    action = said.action
    if action is None or action.name != "give_items" or not action.give:
        return ()
    if not options.private_lists or action.recipient is None or action.give_count is not None:
        return ()
    names = ", ".join([ITEM_NAMES[item] for item in action.give])
    number = counted(len(action.give), "item")
    return (
        f'This names the tiles in public, and is no private list. To keep them private, mail "'
        f'{names}" here alone, and nothing else; then announce "I give {number} to '
        f'{action.recipient}."',
    )


def _if_asleep(one: Rehearsal, plan: Plan, tables: Tables, options: Options) -> Iterator[str]:
    """A faint takes minutes, with which the last gnome may pass a token (§16c, §21)."""
    risk = forecast.faint_risk(plan, one.position, tables)
    if risk is None or not 0 < risk.felling < risk.cards:
        return
    if any(isinstance(known, forecast.TokenPassed) for known in one.foreseen):
        return
    left = one.position.gnome(plan.turn.gnome).minutes - plan.spent
    token = forecast.token_passed(one.position, plan, left, left - risk.lost, options)
    if token is not None:
        yield (
            f"If you faint, all gnomes will have passed {TOKEN_NAMES[token.token]} at "
            f"{token.space}, and the sub is lost (§21)."
        )


def _afterwards(one: Rehearsal, plan: Plan, tables: Tables, *, hand_too: bool) -> Iterator[str]:
    """Where the gnome is left: water that they let in, no air for another turn, fire next door."""
    for step in plan.steps:
        if isinstance(step, ev.WaterEqualised):
            ends = sorted(step.rooms)
            doused = f", and puts out the fire in room {step.doused}" if step.doused else ""
            yield (
                f"Opening hatch {hatch_label((ends[0], ends[1]))} lets high water spread: "
                f"{rooms(ends)} are at low water from then on{doused} (§10b)."
            )
    if plan.action.name == "abandon":
        return
    spare = [*one.hand]
    for used in plan.used:
        if used in spare:
            spare.remove(used)
    if plan.place == SEA:
        if hand_too and "aqualung" not in spare:
            yield (
                "You end the turn outside and hold no other aqualung: if your next turn ends "
                "there too, you are killed (§16b)."
            )
        return
    position, after = one.position, forecast.place_at_end(plan, one.position)
    left = position.gnome(plan.turn.gnome).minutes - plan.spent
    events = any(left <= space < left + plan.spent for space in tables.time_track.events)
    burning = [room for room in tables.board.neighbours[plan.place] if after.rooms[room] == "fire"]
    cards = forecast.unseen(position, tables)
    spreading = sum(card.kind == "fire_spreads" for card in cards)
    if events and burning and spreading and after.rooms[plan.place] == "dry":
        yield (
            f"Beside you {rooms(burning)} {'burns' if len(burning) == 1 else 'burn'}: "
            f"{spreading} of {counted(len(cards), 'card')} not seen yet would spread the fire, "
            f"perhaps to {place(plan.place, tables.board)} (§16d)."
        )


def _wasteful(plan: Plan, position: Position, tables: Tables) -> Iterator[str]:
    """Minutes and items beyond certainty (§12); coffee that helps less than it could (§7, A60)."""
    chance = forecast.chance_of(plan, position, tables)
    if chance is not None and not chance.futile and chance.total > ev.CERTAIN:
        over = chance.total - ev.CERTAIN
        spare = dict.fromkeys(tile for tile, points in chance.helps if points <= over)
        ways = [f"without {item(tile)}" for tile in spare]
        if more := min(over, chance.minutes - 1):
            ways.append(f"in {minutes(more)} less")
        if ways:
            yield f"More than is needed: it would be as certain {listed(ways, 'or')} (§12)."
    if "coffee" not in plan.used:
        return
    level = sober = position.gnome(plan.turn.gnome).intoxication
    for used in sorted(plan.used, key=lambda tile: tile == "coffee"):
        sober = level_after(used, sober)
    drunk = forecast.level_at_end(plan, position)
    if sober < drunk:
        yield (
            f"You drink coffee before grog. After the last grog it would leave you at "
            f"intoxication {sober}, not {drunk}, when you are checked for fainting (§7, §16c)."
        )
    elif level == 0 and "grog" not in plan.used:
        yield "You are sober: the coffee is used up for nothing (§7)."


def warning(one: forecast.Foreseen, board: Board) -> str:
    """`You would be killed: ...`, with the clause."""
    return macros("_warnings", forecast.Foreseen)[type(one)](one, Scene(board))


# -- what is in vain -----------------------------------------------------------------------------

ALSO: Final[frozenset[Item]] = frozenset({"grog", "coffee", "lucky_charm"})
"""Tiles that do something whatever the action is (§7, CC)."""


def in_vain(plan: Plan, position: Position, tables: Tables) -> tuple[str, ...]:
    """A sentence for each part of *plan*, taken at *position*, that would change nothing."""
    idle = [item for item in plan.used_before if not _helps(item, plan, tables)]
    late = [item for item in plan.used_after if item not in ALSO]
    said = _missed(plan, position)
    if idle:
        said.append(f"{capital(tiles(idle))} {_wasted(idle)}")
    if late:
        said.append(f"{capital(tiles(late))}, used after the action, {_wasted(late)}")
    return tuple(said)


def _wasted(items: list[Item]) -> str:
    adds, gone = ("adds", "it is") if len(items) == 1 else ("add", "they are")
    return f"{adds} nothing to this turn; {gone} used up all the same (§9)."


def _helps(item: Item, plan: Plan, tables: Tables) -> bool:
    """Whether a tile used before the action does anything in this turn (§10c, §12, A32)."""
    if item in ALSO or tables.items.help_of(item, plan.action.name):
        return True
    match item:
        case "crowbar":
            return plan.action.name == "attack"
        case "aqualung":
            flees = plan.action.name == "extinguish_fire"  # perhaps out of the sub (§13)
            return flees or plan.place == SEA or any(one.to == SEA for one in _ways(plan.steps))
        case "fire_extinguisher":
            return any(one.burning for one in _ways(plan.steps))
        case _:
            return False


def _ways(steps: Iterable[ev.PublicEvent]) -> list[ev.Passed]:
    return [one for one in steps if isinstance(one, ev.Passed)]


def _missed(plan: Plan, position: Position) -> list[str]:
    """Tokens that the work is too late for: it counts when it is done (§11d-h, A2, A35)."""
    kind = TOKEN_OF.get(plan.action.name)
    if kind is None:
        return []
    before = position.gnome(plan.turn.gnome).minutes
    left = before - plan.spent
    spaces = [space for token, space in position.tokens if token == kind]
    missed = [space for space in spaces if space > left]
    if not missed:
        return []
    earlier = all(space > before for space in missed)
    passed = "have passed it already" if earlier else "pass it before the work is done"
    if len(missed) > 1:
        passed = passed.replace(" it ", " them ")
    vain = f"success does not remove {'it' if len(missed) == 1 else 'them'}"
    if len(missed) == len(spaces) and plan.action.name in ("stop_missile", "kill_kraken"):
        vain = "the work fails without a die"
    clause = CLAUSE_OF[plan.action.name]
    return [f"{TOKEN_NAMES[kind]} at {listed(missed)}: you {passed}, so {vain} ({clause})."]


def chance_told(plan: Plan, position: Position, tables: Tables) -> str:
    """`80% (5 minutes and 3 from items)`; none for work that comes too late (§12, A35).

    "" where no die decides.
    """
    found = forecast.chance_of(plan, position, tables)
    if found is None:
        return ""
    if found.futile:
        return "none, because there is nothing left that the work could still prevent"
    help_ = found.total - found.minutes
    added = f" and {help_} from items" if help_ else ""
    return f"{10 * found.bound}% ({counted(found.minutes, 'minute')}{added})"


def passed(position: Position, tables: Tables, before: int, left: int) -> str:
    """`events at 39 and 36; an item at 30; past Crushed! (35)` (§16d)."""
    way = range(before - 1, left - 1, -1)
    events = [space for space in way if space in tables.time_track.events]
    items = [space for space in way if space in tables.time_track.items]
    tokens = [f"{TOKEN_NAMES[kind]} ({at})" for kind, at in position.tokens if left < at <= before]
    parts = []
    if events:
        parts.append(f"{'an event' if len(events) == 1 else 'events'} at {listed(events)}")
    if items:
        parts.append(f"{'an item' if len(items) == 1 else 'items'} at {listed(items)}")
    if tokens:
        parts.append(f"past {listed(tokens)}")
    return "; ".join(parts)
