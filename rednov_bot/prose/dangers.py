"""What a rehearsed turn would do in vain, at more risk than needed, or at its gnome's peril."""

from __future__ import annotations

from collections.abc import Iterator

from rednov_bot.engine import happenings as h
from rednov_bot.engine.options import Options
from rednov_bot.engine.position import Position
from rednov_bot.engine.rehearsal import Rehearsal
from rednov_bot.engine.rules.fixing import CERTAIN
from rednov_bot.engine.rules.foresight import Death, OverLimit, TokenPassed, token_passed, unseen
from rednov_bot.engine.rules.intoxication import level_after
from rednov_bot.engine.rules.odds import (
    Chance,
    chance_of,
    faint_risk,
    level_at_end,
    place_at_end,
)
from rednov_bot.engine.rules.plan import Plan
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.words import SEA, Item, hatch_label
from rednov_bot.prose.foresight import warning
from rednov_bot.prose.vain import in_vain
from rednov_bot.prose.wording import (
    TOKEN_NAMES,
    counted,
    item,
    listed,
    minutes,
    place,
    rooms,
)


def dangers(
    one: Rehearsal, plan: Plan, tables: Tables, options: Options, *, hand_too: bool = True
) -> tuple[str, ...]:
    """What its gnome should mind, a sentence each: what is certain of it first.

    Without *hand_too* nothing is told that hangs on what e holds (§6).
    """
    certain = [known for known in one.foreseen if hand_too or not isinstance(known, OverLimit)]
    said = [warning(known, tables.board) for known in certain]
    if not any(isinstance(known, Death) for known in certain):
        said += _if_asleep(one, plan, tables, options)
        said += _afterwards(one, plan, tables, hand_too=hand_too)
    said += in_vain(plan, one.position, tables)
    said += _too_much(plan, one.position, tables)
    said += _coffee_first(plan, one.position)
    return tuple(said)


def _if_asleep(one: Rehearsal, plan: Plan, tables: Tables, options: Options) -> Iterator[str]:
    """A faint takes minutes, with which the last gnome may pass a token (§16c, §21)."""
    risk = faint_risk(plan, one.position, tables)
    if risk is None or not 0 < risk.felling < risk.cards:
        return
    if any(isinstance(known, TokenPassed) for known in one.foreseen):
        return
    left = one.position.gnome(plan.turn.gnome).minutes - plan.spent
    token = token_passed(one.position, plan, left, left - risk.lost, options)
    if token is not None:
        yield (
            f"If you faint, all gnomes will have passed {TOKEN_NAMES[token.token]} at "
            f"{token.space}, and the sub is lost (§21)."
        )


def _afterwards(one: Rehearsal, plan: Plan, tables: Tables, *, hand_too: bool) -> Iterator[str]:
    """Where the gnome is left: water that e let in, no air for another turn, fire next door."""
    for step in plan.steps:
        if isinstance(step, h.WaterEqualised):
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
    yield from _fire_next_door(one.position, plan, tables)


def _fire_next_door(position: Position, plan: Plan, tables: Tables) -> Iterator[str]:
    after = place_at_end(plan, position)
    left = position.gnome(plan.turn.gnome).minutes - plan.spent
    events = any(left <= space < left + plan.spent for space in tables.time_track.events)
    burning = [room for room in tables.board.neighbours[plan.place] if after.rooms[room] == "fire"]
    cards = unseen(position, tables)
    spreading = sum(card.kind == "fire_spreads" for card in cards)
    if events and burning and spreading and after.rooms[plan.place] == "dry":
        yield (
            f"Beside you {rooms(burning)} {'burns' if len(burning) == 1 else 'burn'}: "
            f"{spreading} of {counted(len(cards), 'card')} not seen yet would spread the fire, "
            f"perhaps to {place(plan.place, tables.board)} (§16d)."
        )


def _too_much(plan: Plan, position: Position, tables: Tables) -> Iterator[str]:
    """Minutes and items beyond certainty (§12)."""
    chance = chance_of(plan, position, tables)
    if chance is None or chance.futile or chance.total <= CERTAIN:
        return
    ways = [f"without {item(tile)}" for tile in _spare(chance)]
    if more := min(chance.total - CERTAIN, chance.minutes - 1):
        ways.append(f"in {minutes(more)} less")
    if ways:
        yield f"More than is needed: it would be as certain {listed(ways, 'or')} (§12)."


def _spare(chance: Chance) -> list[Item]:
    over = chance.total - CERTAIN
    return list(dict.fromkeys(tile for tile, points in chance.helps if points <= over))


def _coffee_first(plan: Plan, position: Position) -> Iterator[str]:
    """Coffee drunk before the grog, or while sober, helps less than it could (§7, A60)."""
    if "coffee" not in plan.used:
        return
    level = position.gnome(plan.turn.gnome).intoxication
    sober = level
    for used in sorted(plan.used, key=lambda tile: tile == "coffee"):
        sober = level_after(used, sober)
    drunk = level_at_end(plan, position)
    if sober < drunk:
        yield (
            f"You drink coffee before grog. After the last grog it would leave you at "
            f"intoxication {sober}, not {drunk}, when you are checked for fainting (§7, §16c)."
        )
    elif level == 0 and "grog" not in plan.used:
        yield "You are sober: the coffee is used up for nothing (§7)."
