"""Roles become acts: the most probable assignment that makes turns which walk on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import log
from typing import Final, cast

from rednov_bot.core.models import Act, Join, Leave, TurnAct
from rednov_bot.games.red_november.reader.board import MOST_MINUTES, ROOM_OF, TOUCHING
from rednov_bot.games.red_november.reader.features import NONE, ROLES
from rednov_bot.games.red_november.reader.tokens import ITEM, Text, Token
from rednov_bot.games.red_november.rules.deeds import Discard, GiveBack
from rednov_bot.games.red_november.rules.turn import (
    NO_ORDERS,
    Action,
    Escape,
    Open,
    Orders,
    Step,
    Through,
    Turn,
    Use,
)
from rednov_bot.games.red_november.rules.words import SEA, ActionName, GnomeName, Hatch, Item, hatch

ACTIONS: Final[tuple[ActionName, ...]] = (
    "unblock_hatch", "extinguish_fire", "pump_water", "fix_engine", "fix_oxygen", "fix_reactor",
    "stop_missile", "kill_kraken", "gain_items", "gain_grog", "give_items", "no_action", "abandon",
)  # fmt: skip

MANUALS: Final[dict[ActionName, Item]] = {
    "fix_engine": "engine_manual",
    "fix_oxygen": "pump_manual",
    "fix_reactor": "reactor_manual",
}
_TRIES: Final = 120
"""Assignments that are tried for one text, the most probable first."""
_MOST_READINGS: Final = 3
"""Of these, how many different readings are kept."""
_LIKELY: Final = 0.02
"""A role that is less probable is not tried."""
_FAULT_COSTS: Final = {
    "walk": 4.0, "same go": 1.0, "same open": 0.5, "block": 1.5, "no place": 3.0, "loose": 2.0,
    "which manual": 1.0, "count": 1.0,
    "extra give": 2.0, "to whom": 1.5, "no cue": 1.5, "target away": 2.0, "escape away": 2.0,
}  # fmt: skip
"""What a fault of the form costs, as the negative logarithm of how rarely it is meant."""


def _cost_of(faults: Sequence[str]) -> float:
    return sum([_FAULT_COSTS.get(fault, 0.0) for fault in faults])


@dataclass(slots=True)
class Filled:
    """The slots of one text under one assignment of roles, as the text fills them."""

    steps: list[Step] = field(default_factory=list)
    first: list[Step] = field(default_factory=list)
    cues: list[Token] = field(default_factory=list)
    minutes: list[int] = field(default_factory=list)
    targets: list[Through] = field(default_factory=list)
    names: dict[str, list[str]] = field(default_factory=dict)  # `give`, `back`: to whom
    tiles: dict[str, list[int]] = field(default_factory=dict)  # `give`, `back`: where they stand
    give: list[str] = field(default_factory=list)
    back: list[str] = field(default_factory=list)
    drop: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    escapes: list[Open] = field(default_factory=list)
    escape_uses: list[str] = field(default_factory=list)
    block: list[Hatch] = field(default_factory=list)
    spread: list[int] = field(default_factory=list)
    here: int = 0
    position: int = 0
    began: dict[str, int] = field(default_factory=dict)  # act -> its first token
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Decoded:
    """What a text announces most probably."""

    acts: tuple[Act, ...]
    orders: Orders  # standing orders without a turn
    cost: float  # negative logarithm of its probability, with its faults
    faults: tuple[str, ...]
    roles: dict[int, int]
    margin: float  # by how much the next reading among the assignments tried costs more
    others: tuple[Decoded, ...] = ()  # the next ones, the cheapest first
    sure: float = 1.0  # how probable it is that none of these is meant instead

    @property
    def empty(self) -> bool:
        """Whether nothing is announced."""
        return not self.acts and self.orders == NO_ORDERS

    def used(self, text: Text) -> set[int]:
        """The sentences of its text of which a word fills a slot."""
        return {text.tokens[at].sentence for at, role in self.roles.items() if role}


_ITEM_ROLES: Final = ("use", "give", "drop", "back", "after", "first", "fail_use")
_PLACE_ROLES: Final = ("go", "open", "target", "fail", "fail_open", "block", "spread")
_MOST_ALIKE: Final = 6
"""Tiles of one kind that a count may make."""


def fill(text: Text, roles: dict[int, int], author: GnomeName) -> Filled:
    """The slots as the words fill them, in the order of the text."""
    filled = Filled()
    tokens, slots = text.tokens, text.slots
    hatches: list[Token] = []
    pending: tuple[int, int] | None = None  # a count: where it stands, its number
    named: list[Token] = []
    for order, at in enumerate(slots):
        role = ROLES[roles[at]]
        if role == "none":
            continue
        token = tokens[at]
        if role == "count":
            pending = None if _counts_before(tokens, at) else (at, token.sense.number)
            continue
        count = 1
        if role in _ITEM_ROLES:
            if pending is not None and at - pending[0] <= 5:
                count = pending[1]
            else:
                count = _count_behind(tokens, slots, roles, order)
            if not 1 <= count <= _MOST_ALIKE:
                filled.faults.append("count")
                count = 1
        pending = None
        filled.began.setdefault(_act_of(role), at)
        item = token.sense.item
        if role in _PLACE_ROLES and not token.place:
            filled.faults.append("no place")
        elif role == "use":
            filled.steps += [Use(_item(item))] * count
        elif role == "first":
            filled.first += [Use(_item(item))] * count
        elif role in ("after", "give", "back", "drop"):
            getattr(filled, role).extend([item] * count)
            filled.tiles.setdefault(role, []).append(at)
        elif role == "fail_use":
            filled.escape_uses.extend([item] * count)
        elif role in ("go", "open"):
            _move(filled, text, roles, order, role == "go")
        elif role == "here":
            filled.here = filled.here or token.place
        elif role == "act":
            filled.cues.append(token)
        elif role == "min":
            filled.minutes.append(token.sense.number)
        elif role == "target":
            filled.targets.append(Through(token.place, _near(text, roles, order, token.place)))
        elif role in ("fail", "fail_open"):
            way = Through(token.place, _near(text, roles, order, token.place))
            filled.escapes.append(Open(way, enter=role == "fail"))
        elif role == "block":
            hatches.append(token)
        elif role == "spread":
            filled.spread.append(token.place)
        elif role == "to":
            named.append(token)
    _pair(filled, tokens, hatches)
    _recipients(filled, text, author, named)
    filled.steps = filled.first + filled.steps
    _aqualung_first(filled.steps)
    filled.position = filled.position or filled.here
    return filled


_BETWEEN: Final = frozenset(("-", "/", ">", "->", "and", "to", "room", "&"))
_JOINS: Final = _BETWEEN | frozenset(("hatch", "the", "rooms"))
"""What may stand between the two ends of one hatch; in an order about blocking."""


def _pair(filled: Filled, tokens: Sequence[Token], hatches: list[Token]) -> None:
    """The places of an order about blocking are the ends of hatches, two by two."""
    while hatches:
        one, *hatches = hatches
        if hatches:
            between = {token.word for token in tokens[one.index + 1 : hatches[0].index]}
            if between <= _JOINS and (one.place, hatches[0].place) in TOUCHING:
                filled.block.append(hatch(one.place, hatches.pop(0).place))
                continue
        filled.faults.append("block")


def _recipients(filled: Filled, text: Text, author: GnomeName, named: Sequence[Token]) -> None:
    """Who is given what the turn gives, and who gets the gift in return: the nearest of those
    who are named for it; "you" is who was named last before."""
    for act in ("give", "back"):
        tiles = filled.tiles.get(act, [])
        if not tiles:
            continue
        near = [(min(abs(token.index - at) for at in tiles), token) for token in named]
        if filled.give and filled.back:
            near = sorted(near, key=lambda one: one[0])[:1]
        names = []
        for _, token in near:
            name = token.sense.name or _addressed(text, author, token.index)
            if name and name != author and name not in names:
                names.append(name)
        plain = [token.sense.name for _, token in near if token.sense.name not in ("", author)]
        filled.names[act] = list(dict.fromkeys(plain)) or names


def _counts_before(tokens: Sequence[Token], at: int) -> bool:
    """ "grog x2", "grog (x2)", "grog: 2": whether a count belongs to the tile before it."""
    before = at - 1
    while before > at - 4 and before > 0 and tokens[before].word in _COUNT_MARKS:
        before -= 1
    return 0 <= before < at - 1 and bool(tokens[before].kind & ITEM)


def _act_of(role: str) -> str:
    if role in ("drop", "back", "join", "leave"):
        return role
    return "orders" if role in ("block", "spread") else "turn" if role not in ("to", "here") else ""


def _item(item: str) -> Item:
    """A tile; "manual" is none, and `finish` makes it a fault with which nothing is taken."""
    return cast("Item", item)


_COUNT_MARKS: Final = frozenset(("x", "*", "(", ":", "="))


def _count_behind(
    tokens: Sequence[Token], slots: Sequence[int], roles: dict[int, int], order: int
) -> int:
    """ "grog x2", "grog: 2", "grog 2": a count that follows its tile and leads to no other."""
    if order + 1 >= len(slots):
        return 1
    at, behind = slots[order], slots[order + 1]
    if ROLES[roles[behind]] != "count" or behind - at > 4:
        return 1
    if not _counts_before(tokens, behind) and order + 2 < len(slots):
        further = slots[order + 2]
        if tokens[further].sense.item and roles[further] != NONE and further - behind <= 5:
            return 1  # "grog, two coffees"
    return tokens[behind].sense.number


def _move(filled: Filled, text: Text, roles: dict[int, int], order: int, enter: bool) -> None:
    to = text.tokens[text.slots[order]].place
    position = filled.position or filled.here
    if enter and position == to:
        filled.faults.append("same go")
        return
    if position and (position, to) not in TOUCHING:
        filled.faults.append("walk")
    step = Open(Through(to, _near(text, roles, order, to)), enter=enter)
    if not enter and filled.steps and filled.steps[-1] == step:
        filled.faults.append("same open")
        return
    filled.steps.append(step)
    if enter:
        filled.position = to


def _near(text: Text, roles: dict[int, int], order: int, to: int) -> int | None:
    """The other end, where the words name the hatch by both: "5-8", "between 5 and 8"."""
    slots, tokens = text.slots, text.tokens
    for beside in (order - 1, order + 1):
        if 0 <= beside < len(slots) and ROLES[roles[slots[beside]]] == "here":
            between = sorted((slots[order], slots[beside]))
            words = {token.word for token in tokens[between[0] + 1 : between[1]]}
            if words <= _BETWEEN and len(words) <= 2:
                near = tokens[slots[beside]].place
                if (near, to) in TOUCHING:
                    return near
    return None


def _addressed(text: Text, author: GnomeName, at: int) -> str:
    """Whom "you" means at a place: the one named last before it, else the first one behind."""
    named = [token for token in text.tokens if token.sense.name not in ("", author)]
    before = [token.sense.name for token in named if token.index < at]
    behind = [token.sense.name for token in named if token.index > at]
    return (before[-1:] or behind[:1] or [""])[0]


def _aqualung_first(steps: list[Step]) -> None:
    """ "I go out into the sea in my aqualung": it is put on first."""
    for at, step in enumerate(steps):
        if isinstance(step, Open) and step.enter and step.hatch.to == SEA:
            lung = Use("aqualung")
            if lung not in steps[:at] and lung in steps[at:]:
                steps.remove(lung)
                steps.insert(at, lung)
            return


Facts = tuple[int, tuple[Token, ...], tuple[str, ...], int]
"""What the action of a turn is told by: which slots are filled, its cues and tiles, where it is."""


def facts(filled: Filled) -> Facts:
    """What the words that fill slots tell of the action."""
    names, minutes = any(filled.names.values()), filled.minutes
    there = (filled.give, names, minutes, filled.targets, filled.escapes)
    bits = sum(bool(one) << at for at, one in enumerate(there))
    items = tuple([str(step.item) for step in filled.steps if isinstance(step, Use)])
    return bits, tuple(filled.cues), items, filled.position


ActionModel = Callable[[Facts], Sequence[tuple[ActionName, float]]]
"""How probable each action is."""


def finish(
    filled: Filled, author: GnomeName, actions: ActionModel
) -> tuple[tuple[Act, ...], Orders, float, tuple[str, ...]]:
    """The acts that the slots make, orders by themselves, what that costs, and its faults."""
    faults = list(filled.faults)
    acts: list[tuple[int, Act]] = []
    cost = 0.0
    orders = Orders(tuple(dict.fromkeys(filled.block)), tuple(dict.fromkeys(filled.spread)))
    alone = NO_ORDERS
    began = filled.began
    if "turn" in began and (filled.steps or filled.cues or filled.minutes or filled.give):
        act, cost = _turn(filled, author, actions, orders, faults)
        acts.append((began["turn"], act))
    else:
        alone = orders
        if filled.escapes or filled.targets or filled.after or filled.escape_uses:
            faults.append("loose")
    if filled.drop:
        acts.append((began["drop"], Discard(tuple(map(_item, filled.drop)))))
    if filled.back:
        names = filled.names.get("back", [])
        if len(names) != 1:
            faults.append("to whom")
        to = names[0] if names else ""
        acts.append((began["back"], GiveBack(to, tuple(map(_item, filled.back)))))
    if "join" in began:
        acts.append((began["join"], Join()))
    if "leave" in began:
        acts.append((began["leave"], Leave()))
    lists = (filled.drop, filled.back, filled.give, filled.after, filled.escape_uses)
    uses = [step.item for act in acts for step in _uses(act[1])]
    if "manual" in (*uses, *(item for items in lists for item in items)):
        faults.append("which manual")
    cost += _cost_of(faults)
    return tuple(act for _, act in sorted(acts, key=lambda one: one[0])), alone, cost, tuple(faults)


def _uses(act: Act) -> list[Use]:
    steps = act.turn.steps if isinstance(act, TurnAct) else ()
    return [step for step in steps if isinstance(step, Use)]


def _turn(
    filled: Filled,
    author: GnomeName,
    actions: ActionModel,
    orders: Orders,
    faults: list[str],
) -> tuple[TurnAct, float]:
    names = filled.names.get("give", [])
    minutes = sorted(set(filled.minutes))
    action, cost = min(
        (
            (name, _fits(filled, name, chance, names, minutes))
            for name, chance in actions(facts(filled))
        ),
        key=lambda one: one[1],
    )
    if not filled.cues and action != "give_items":
        faults.append("no cue")
    chosen: int | None = None
    if action in MOST_MINUTES:
        if not minutes:
            faults.append("no minutes")
        else:
            chosen = filled.minutes[-1]
            if len(minutes) > 1:
                faults.append("minutes")
            if not 1 <= chosen <= MOST_MINUTES[action]:
                faults.append("range")
    else:
        if action != "abandon":
            chosen = 1
        if any(one != 1 for one in minutes):
            faults.append("extra minutes")
    position = filled.position
    if position and ROOM_OF.get(action, position) != position:
        faults.append("room")
    aim: Through | None = None
    targets = list(dict.fromkeys(filled.targets))
    if action == "unblock_hatch":
        if len(targets) != 1:
            faults.append("target")
        else:
            aim = targets[0]
            if position and (position, aim.to) not in TOUCHING:
                faults.append("target away")
    elif targets:
        faults.append("extra target")
    recipient: str | None = None
    give: tuple[Item, ...] | None = None
    if action == "give_items":
        if len(names) != 1:
            faults.append("to")
        recipient = names[0] if names else None
        give = tuple(map(_item, filled.give)) or None
        if not give:
            faults.append("no gift")
    elif filled.give:
        faults.append("extra give")
    escape: Escape | None = None
    if filled.escapes:
        ways = list(dict.fromkeys(filled.escapes))
        if action != "extinguish_fire":
            faults.append("extra escape")
        if len(ways) > 1:
            faults.append("escapes")
        if position and (position, ways[0].hatch.to) not in TOUCHING:
            faults.append("escape away")
        escape = Escape(ways[0], tuple(map(_item, filled.escape_uses)))
    elif filled.escape_uses:
        faults.append("loose")
    steps = tuple(
        Use(MANUALS[action])
        if isinstance(step, Use) and str(step.item) == "manual" and action in MANUALS
        else step
        for step in filled.steps
    )
    turn = Turn(
        gnome=author,
        steps=steps,
        action=Action(action, chosen, aim, recipient, give),
        after=tuple(Use(_item(item)) for item in filled.after),
        escape=escape,
        orders=orders,
    )
    return TurnAct(turn), cost


def _fits(
    filled: Filled, name: ActionName, chance: float, names: Sequence[str], minutes: Sequence[int]
) -> float:
    """What it costs to take an action for the one that is meant."""
    cost = -log(max(chance, 1e-6))
    position = filled.position
    if position and ROOM_OF.get(name, position) != position:
        cost += 4
    if name in MOST_MINUTES:
        if len(minutes) != 1:
            cost += 2.5
        elif not 1 <= minutes[0] <= MOST_MINUTES[name]:
            cost += 3
    elif any(one != 1 for one in minutes):
        cost += 3
    if name == "abandon" and minutes:
        cost += 1
    if (name == "give_items") != bool(filled.give):
        cost += 4
    if name == "give_items" and not names:
        cost += 2
    if (name == "unblock_hatch") != bool(filled.targets):
        cost += 2
    if name != "extinguish_fire" and filled.escapes:
        cost += 3
    return cost


def _assignments(
    options: Sequence[Sequence[tuple[float, int]]],
) -> Iterator[tuple[float, dict[int, int]]]:
    """Choices of one option each, the cheapest first: what it costs, and what is not the first."""
    base = sum(one[0][0] for one in options)
    queue: list[tuple[float, int, tuple[tuple[int, int], ...]]] = [(base, 0, ())]
    open_ones = [at for at, one in enumerate(options) if len(one) > 1]
    while queue:
        cost, start, changes = heappop(queue)
        yield cost, dict(changes)
        for place in range(start, len(open_ones)):
            at = open_ones[place]
            for choice in range(1, len(options[at])):
                dearer = options[at][choice][0] - options[at][0][0]
                heappush(queue, (cost + dearer, place + 1, (*changes, (at, choice))))


def decode(
    text: Text,
    probabilities: dict[int, list[float]],
    author: GnomeName,
    actions: ActionModel,
) -> Decoded:
    """The reading that is most probable, given how probable the role of each word is."""
    slots = text.slots
    options = [
        sorted(
            (-log(chance), role)
            for role, chance in enumerate(probabilities[at])
            if chance > _LIKELY
        )
        for at in slots
    ]
    best: dict[tuple[tuple[Act, ...], Orders], tuple[float, tuple[str, ...], dict[int, int]]] = {}
    wholes: list[float] = []
    most = float("inf")  # what is dearer can be none of those that are kept
    for tried, (cost, changes) in enumerate(_assignments(options)):
        if tried >= _TRIES or cost > most or (wholes and cost > wholes[0] + 3):
            break
        roles = {at: options[order][changes.get(order, 0)][1] for order, at in enumerate(slots)}
        filled = fill(text, roles, author)
        if cost + _cost_of(filled.faults) > most:
            continue
        acts, orders, extra, faults = finish(filled, author, actions)
        whole = cost + extra
        key = (acts, orders)
        if key not in best or whole < best[key][0]:
            best[key] = (whole, faults, roles)
            wholes = sorted([one for one, _, _ in best.values()])
            most = wholes[_MOST_READINGS - 1] if len(wholes) >= _MOST_READINGS else most
    ranked = sorted(best.items(), key=lambda one: one[1][0])
    (_, (least, *_)), *behind = ranked
    margin = behind[0][1][0] - least if behind else 9.0
    (acts, orders), (cost, faults, roles) = ranked[0]
    others = [
        Decoded(acts, orders, cost, faults, roles, least - cost)
        for (acts, orders), (cost, faults, roles) in behind[: _MOST_READINGS - 1]
    ]
    return Decoded(acts, orders, cost, faults, roles, margin, tuple(others))
