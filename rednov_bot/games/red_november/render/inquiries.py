"""What a gnome asked for in private: their hand, how the game stands, how to play (§6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rednov_bot.core.render.environment import fold, template
from rednov_bot.core.render.letterhead import Letterhead
from rednov_bot.core.render.wording import counted, listed
from rednov_bot.games.red_november.render.canonical import sentences
from rednov_bot.games.red_november.render.position import position_text
from rednov_bot.games.red_november.render.private_pages import hand_story
from rednov_bot.games.red_november.render.rehearsals import deed, passed
from rednov_bot.games.red_november.render.sub_map import sub_map
from rednov_bot.games.red_november.render.wording import (
    ITEM_NAMES,
    TOKEN_NAMES,
    minutes,
    place,
    tile_name,
    tiles,
)
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.actions import FIX_ITS, RANGES
from rednov_bot.games.red_november.rules.examples import (
    deeds,
    examples as possible,
    gift,
    is_fit,
    ways,
    with_wishes,
)
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import exceeds
from rednov_bot.games.red_november.rules.intoxication import COFFEE_SOBERS
from rednov_bot.games.red_november.rules.movement import MINUTES_TO_OPEN, MINUTES_TO_WADE
from rednov_bot.games.red_november.rules.objections import as_if_free
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import Plan, standing
from rednov_bot.games.red_november.rules.position import Ending, Position
from rednov_bot.games.red_november.rules.rehearsal import rehearse
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.time_track import SPARED_BY_A_CHARM
from rednov_bot.games.red_november.rules.turn import Open, Turn
from rednov_bot.games.red_november.rules.words import (
    ITEMS,
    SEA,
    ActionName,
    GnomeName,
    Item,
    hatch_label,
)

NEXT_EVENTS = 3  # markers that are named


def hand_told(
    state: Gamestate, name: GnomeName, history: Sequence[ev.Event], tables: Tables
) -> str:
    """A gnome's whole hand, what it waits for, and how it last changed, laid out (§6)."""
    position, secrets = state.position, state.secrets
    seat = position.seat(name)
    items, limit = secrets.hands[seat], secrets.limits[seat]
    changed, changes = "the opening", tuple[str, ...]()
    stretch: list[ev.Event] = []  # from the last turn on that changed it
    for event in reversed(history):
        stretch.append(event)
        if isinstance(event, ev.TurnTaken):
            changes = hand_story(reversed(stretch), name, (), tables.board)
            if changes:
                changed = f"turn {event.number}"
                break
            stretch = []
    return (
        template("_hand")
        .render(
            to_name=name,
            held=len(items),
            lines=hand_uses(items, tables),
            limit=None if limit is None else limit.limit,
            discard=exceeds(limit, items),
            changed=changed,
            changes=changes or hand_story(reversed(stretch), name, (), tables.board),
            pending=position.turns if position.pending == name else None,
        )
        .rstrip("\n")
    )


def ways_told(position: Position, tables: Tables, options: Options, name: GnomeName) -> str:
    """What a gnome may do where they stand, and what lies before them, laid out."""
    lines = [fold(one, "  ", "      ") for one in choices(position, tables, options, name)]
    if before := ahead(position, tables, position.gnome(name).minutes):
        lines.append(fold(f"{before}.", "  Ahead of you: ", "      "))
    return "\n".join(lines)


def position_told(position: Position, tables: Tables, options: Options) -> str:
    """The map and the position, laid out."""
    return f"{sub_map(position, tables.board)}\n\n{position_text(position, tables, options)}"


def choices(
    position: Position, tables: Tables, options: Options, name: GnomeName
) -> tuple[str, ...]:
    """The hatches of the place where a gnome stands, and the actions possible in it (§10, §11)."""
    free = as_if_free(position, name)
    here = place(free.gnome(name).at, tables.board)
    doors = ways(free, name, tables)
    state = {"dry": "", "fire": " (on fire)", "low": " (low water)", "high": " (high water)"}
    open_ = [
        "the sea (with an aqualung)" if room == SEA else f"{room}{state[free.rooms[room]]}"
        for room, passable in doors
        if passable
    ]
    shut = [str(room) for room, passable in doors if not passable]
    lead = (
        f"From {here} hatches lead to {listed(open_)}"
        if open_
        else f"There is no way out of {here}"
    )
    said = f"{lead}; blocked: to {listed(shut)}." if shut else f"{lead}."
    plans = list(deeds(free, name, tables, options))
    return (said, WALKING, f"{_doings(plans, free)}.") if plans else (said,)


WALKING: Final = (
    f"You may walk first, {minutes(MINUTES_TO_OPEN)} a hatch ({minutes(MINUTES_TO_WADE)} more into "
    "low water or out to the sea), and then take one action where you arrive."
)


def _doings(plans: list[Plan], position: Position) -> str:
    """`Here you can fix the engine (1 to 10 minutes) or take no action (1 minute)`."""
    said: dict[str, None] = {}
    for one in plans:
        match one.action.name:
            case "no_action":
                doing = "take no action"
            case "give_items":
                to = [plan.action.recipient for plan in plans if plan.action.name == "give_items"]
                doing = f"give items to {listed(to, 'or')}"
            case _:
                doing = deed(one)
        said[f"{doing}{_takes(one, position)}"] = None
    if [one.action.name for one in plans] == ["no_action"]:
        return f"There is nothing to do where you stand, but you can {listed(said)}"
    return f"Here you can {listed(said, 'or')}"


def _takes(one: Plan, position: Position) -> str:
    """The minutes that an action may take of those that its gnome has."""
    name, more = one.action.name, one.action.surcharge
    if name == "abandon":
        return ""  # its own words tell
    low, high = RANGES.get(name, (1, 10))
    left = position.gnome(one.turn.gnome).minutes - more
    high = max(low, min(high, left, position.stash if name == "gain_grog" else high))
    span = minutes(low) if low == high else f"{low} to {minutes(high)}"
    return f" ({span}{f', and {more} for the low water' if more else ''})"


def ahead(position: Position, tables: Tables, minutes: int) -> str:
    """The next markers before a gnome, and every token (§16d, §21)."""
    events = [space for space in range(minutes - 1, -1, -1) if space in tables.time_track.events]
    last = events[:NEXT_EVENTS][-1] if events else 0
    near = passed(position, tables, minutes, last).partition("; past")[0]
    near = "" if near.startswith("past") else near
    tokens = [f"{TOKEN_NAMES[kind]} at {at}" for kind, at in position.tokens if at <= minutes]
    return "; ".join([part for part in (near, listed(tokens)) if part])


def ended(ending: Ending) -> str:
    """`the sub was lost and nobody won`."""
    winners = listed(ending.winners)
    won = f"{winners} won" if winners else "nobody won"
    return f"the sub was lost and {won}" if ending.sub_lost else won


DOINGS: Final[dict[ActionName, str]] = {
    "fix_engine": "fixing the engine",
    "fix_oxygen": "fixing the oxygen pumps",
    "fix_reactor": "fixing the reactor",
    "unblock_hatch": "unblocking",
    "extinguish_fire": "extinguishing",
    "pump_water": "pumping",
    "stop_missile": "stopping missiles",
    "kill_kraken": "fighting the kraken",
}
BESIDES: Final[dict[Item, str]] = {
    "grog": "lets you into fire; makes you drunker",
    "fire_extinguisher": "lets you into fire",
    "coffee": f"sobers you by {COFFEE_SOBERS}",
    "aqualung": "lets you out, and live there, for one turn",
    "lucky_charm": f"spares you the next {SPARED_BY_A_CHARM} events of the turn",
}
_WIDE: Final = 20


def good_for(tile: Item, tables: Tables) -> str:
    """`+30% for fixing the engine; ...`."""
    helps: dict[int, list[ActionName]] = {}
    for doing in DOINGS:
        if points := tables.items.help_of(tile, doing):
            helps.setdefault(points, []).append(doing)
    parts = []
    for points, doings in helps.items():
        said = [DOINGS[one] for one in doings]
        if doings[:3] == ["fix_engine", "fix_oxygen", "fix_reactor"]:
            said[:3] = ["fixing engine, pumps or reactor"]
        work = "whatever you mend or fight" if set(doings) == FIX_ITS else listed(said, "or")
        parts.append(f"+{10 * points}% for {work}")
    return "; ".join([*parts, *([BESIDES[tile]] if tile in BESIDES else [])])


def hand_uses(hand: tuple[Item, ...], tables: Tables) -> tuple[str, ...]:
    """`   2  grogs   +30% for ...`: each kind that is held, and what it is good for."""
    counts = Counter(hand)
    return tuple(
        [
            fold(
                good_for(kind, tables),
                f"{counts[kind]:>4}  {tile_name(kind, counts[kind]):<{_WIDE}}",
                " " * (6 + _WIDE),
            )
            for kind in ITEMS
            if counts[kind]
        ]
    )


# -- how to play ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Examples:
    """What may be written, as it may be written now; the empty string where nothing can be."""

    real: bool = True  # from the present position of the reader
    later: bool = False  # it is too early for any of the turns
    turn: str  # one that moves, if there is one
    wishes: str  # one with standing orders
    choice: str  # a candidate
    items: str = ""  # a private list
    gift: str = ""  # what is announced then
    discard: str = ""  # the same of a discard
    named: str = ""  # a discard that names its items


GENERIC: Final = Examples(
    real=False,
    turn="I use my toolbox. I open hatch 1-2 and go in. I fix the oxygen pumps for 5 minutes.",
    wishes="I fix the engine for 6 minutes. If a hatch gets blocked, 5-6, else 5-7. "
    "Fire spreads: 6, else 3.",
    choice="5-6",
    items="coffee, crowbar",
    gift="I give 2 items to Bob.",
    discard="I discard 2 items.",
    named="I discard a grog.",
)
"""For whoever plays no game: how it goes in one."""


def examples(
    state: Gamestate,
    name: GnomeName,
    tables: Tables,
    options: Options,
    reads: Callable[[Turn], bool],
) -> Examples:
    """What *name* might write as the game stands; where they play none, how it goes in one.

    *reads* tells whether a turn in plain words is read as it is meant.
    """
    position = state.position
    if all(gnome.name != name for gnome in position.gnomes):
        return GENERIC
    found: dict[bool, Turn] = {}  # the first turn that moves, and the first that stays
    for turn in possible(state, name, tables, options):
        moves = any(isinstance(step, Open) for step in turn.steps)
        if moves not in found and reads(turn):
            found[moves] = turn
        if len(found) == 2:
            break
    stays, wishes = found.get(False), None
    if stays is not None:
        wishing = with_wishes(stays, position, tables.board)
        fit = is_fit(rehearse(state, wishing, tables, options))
        wishes = wishing if fit and reads(wishing) else None
    block = [] if wishes is None else [hatch_label(ends) for ends in wishes.orders.block]
    seat = position.seat(name)
    hand = state.secrets.hands[seat]
    owed = tuple(sorted(hand)[: exceeds(state.secrets.limits[seat], hand)])
    given = gift(state, name, tables, options)
    give = given.action.give if given is not None and given.action is not None else None
    items = owed or give or ()
    to = "" if given is None or given.action is None or owed else given.action.recipient
    privately = options.private_lists
    return Examples(
        later=standing(position, name, options) is not None,
        turn=_said(found.get(True) or stays),
        wishes=_said(wishes),
        choice=block[0] if block else GENERIC.choice,
        items=", ".join([ITEM_NAMES[item] for item in items]) if privately else "",
        gift=f"I give {counted(len(items), 'item')} to {to}." if to else "",
        discard=f"I discard {counted(len(owed), 'item')}." if owed and privately else "",
        named=f"I discard {tiles(owed)}." if owed else "",
    )


def _said(turn: Turn | None) -> str:
    return "" if turn is None else " ".join(sentences(turn))


def how_to_play(shown: Examples, waits: str, letterhead: Letterhead, *, member: bool) -> str:
    """What a gnome may write, laid out.

    *waits*: whose turn awaits its resolution, "" where none does; *member*: of the contest (§3).
    """
    text = template("_how_to_play").render(
        examples=shown,
        elsewhere=GENERIC.turn,
        waits=waits,
        member=member,
        letterhead=letterhead,
    )
    return text.rstrip("\n")
