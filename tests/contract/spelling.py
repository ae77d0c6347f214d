"""How case files spell things: items, places, hatches, cards, and the announcement (`do`).

Other spellings than those of README.md are read where only one thing can be meant.  A key that
nobody reads is an error: a case must not pass because half of it was passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, cast

from msgspec.structs import replace

from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.rules.tables import Card, Tables
from rednov_bot.games.red_november.rules.turn import (
    Action,
    Escape,
    Open,
    Orders,
    Step,
    Through,
    Turn,
    Use,
)
from rednov_bot.games.red_november.rules.words import (
    ACTIONS,
    ITEMS,
    NOWHERE,
    SEA,
    ActionName,
    CardKind,
    Hatch,
    Item,
    Place,
    RoomCondition,
    TokenKind,
    hatch,
)

TOKENS: dict[str, TokenKind] = {
    "crushed": "crushed",
    "asphyxiated": "asphyxiated",
    "missiles": "missiles",
    "missile": "missiles",
    "kraken": "kraken",
    "devoured": "kraken",
}
CONDITIONS: dict[str, RoomCondition] = {
    "dry": "dry",
    "fire": "fire",
    "on_fire": "fire",
    "low": "low",
    "low_water": "low",
    "high": "high",
    "high_water": "high",
}
CARDS: dict[str, CardKind] = {
    "hatch_blocked": "blocked_hatch",
    "fire_spread": "fire_spreads",
    "oxygen_pump_down": "oxygen_pumps_down",
    "devoured_by_kraken": "kraken",
}


class Misspelt(AssertionError):
    """A case says something that nobody can read."""


@cache
def standard_tables() -> Tables:
    """The data set that comes with the bot."""
    return datasets.load("standard")


def only(mapping: Any, known: str | Iterable[str], where: str) -> dict[str, Any]:
    """The mapping, if all its keys are known."""
    if mapping is None:
        return {}
    if not isinstance(mapping, dict):
        raise Misspelt(f"{where}: not keys and values: {mapping!r}")
    allowed = set(known.split() if isinstance(known, str) else known)
    unknown = sorted(map(str, set(mapping) - allowed))
    if unknown:
        raise Misspelt(f"{where}: unknown key {', '.join(unknown)}")
    return mapping


def one_of(mapping: Mapping[str, Any], *names: str) -> Any:
    """What stands under the first of these names that is there."""
    found = [mapping[name] for name in names if mapping.get(name) is not None]
    if len(found) > 1:
        raise Misspelt(f"{', '.join(names)}: say one of these")
    return found[0] if found else None


def many(words: Any) -> list[Any]:
    """A list; what stands alone is a list of one."""
    if words is None:
        return []
    return list(words) if isinstance(words, list | tuple) else [words]


def truth(word: object) -> bool:
    if isinstance(word, str):
        if word.lower() not in ("yes", "no", "true", "false", "on", "off"):
            raise Misspelt(f"yes or no, not {word!r}")
        return word.lower() in ("yes", "true", "on")
    return bool(word)


def plain(word: object) -> str:
    return str(word).strip().lower().replace(" ", "_").replace("-", "_")


def item_of(name: object) -> Item:
    return cast(Item, plain(name))


def items_of(names: Any) -> tuple[Item, ...]:
    return tuple(item_of(name) for name in many(names))


def tiles_of(names: Any) -> tuple[Item, ...]:
    """Items that exist; an announcement may name others (ITEM_UNKNOWN)."""
    items = items_of(names)
    if unknown := [item for item in items if item not in ITEMS]:
        raise Misspelt(f"no item {unknown[0]!r}")
    return items


def place_of(word: object) -> Place:
    text = plain("none" if word is None else word).removeprefix("room_")
    if text in ("sea", "outside"):
        return SEA
    if text in ("none", "nowhere"):
        return NOWHERE
    return 10 if text == "0" else int(text)


def ends_of(word: object) -> tuple[Place, Place]:
    if isinstance(word, list):
        one, other = word
    else:
        one, other = str(word).replace(">", "-").split("-")
    return place_of(one), place_of(other)


def through_of(word: object) -> Through:
    if isinstance(word, list) or not {"-", ">"}.isdisjoint(str(word)):
        near, to = ends_of(word)
        return Through(to=to, near=near)
    return Through(to=place_of(word))


def hatch_of(word: object) -> Hatch:
    return hatch(*ends_of(word))


def token_of(word: object) -> TokenKind:
    kind = TOKENS.get(plain(word).replace("!", "").split("_")[0])
    if kind is None:
        raise Misspelt(f"no token {word!r}")
    return kind


def condition_of(word: object) -> RoomCondition:
    if plain(word) not in CONDITIONS:
        raise Misspelt(f"a room is dry, fire, low or high, not {word!r}")
    return CONDITIONS[plain(word)]


def card_of(word: object) -> Card:
    """`Descent(2)`: the card of that title with that faint number; `-` is a dash."""
    title, _, rest = str(word).partition("(")
    number = rest.rstrip(")").strip()
    faint = None if number in ("-", "–", "—", "", "0") else int(number)
    standard = standard_tables()
    known = {card.kind: card for card in (*standard.deck, standard.kraken)}
    kind = CARDS.get(plain(title), cast(CardKind, plain(title)))
    if kind not in known:
        raise Misspelt(f"no event card {word!r}")
    return replace(known[kind], faint=faint)


def same_card(word: object, card: Card) -> bool:
    """Whether a case means this card; the Kraken, and a title without a number, by the title."""
    wanted = card_of(word)
    if wanted.kind == card.kind == "kraken" or "(" not in str(word):
        return wanted.kind == card.kind
    return wanted == card


# -- the announcement ---------------------------------------------------------------------------

DO = """by steps action actions more_actions after fail on_failure orders conditions condition
    note"""


def turn_of(do: dict[str, Any]) -> Turn:
    """The turn as read: the case's `do`."""
    only(do, DO, "do")
    fail = one_of(do, "fail", "on_failure")
    said = [*many(do.get("action")), *many(one_of(do, "actions", "more_actions"))]
    announced = [action_of(one) for one in said]
    return Turn(
        gnome=do["by"],
        steps=steps_of(do.get("steps")),
        action=announced[0] if announced else None,
        after=steps_of(do.get("after")),
        escape=escape_of(fail) if fail is not None else None,
        orders=orders_of(do.get("orders")),
        more_actions=tuple(announced[1:]),
        conditions=tuple(map(str, many(one_of(do, "conditions", "condition")))),
    )


def steps_of(said: Any) -> tuple[Step, ...]:
    """Uses and openings, in the order of the text."""
    steps: list[Step] = []
    for step in many(said):
        if isinstance(step, str):
            steps.append(Use(item_of(step)))
            continue
        only(step, "use uses open enter stay", "do: a step")
        for key, value in step.items():
            if key in ("use", "uses"):
                steps += [Use(item_of(name)) for name in many(value)]
            elif key == "open":
                steps.append(Open(through_of(value), _enters(step)))
        if not {"use", "uses", "open"}.intersection(step):
            raise Misspelt(f"do: a step that uses and opens nothing: {step}")
    return tuple(steps)


def _enters(step: dict[str, Any]) -> bool:
    if "stay" in step and "enter" not in step:
        return not truth(step["stay"])
    return truth(step.get("enter", False))


def escape_of(fail: Any) -> Escape:
    """One opening; tiles used only then go before it (option `escape_items`)."""
    if isinstance(fail, dict) and "steps" in fail:
        fail = only(fail, "steps", "fail")["steps"]
    steps = steps_of(fail)
    moves = [step for step in steps if isinstance(step, Open)]
    if len(moves) != 1:
        raise Misspelt(f"fail: one opening, not {len(moves)}")
    return Escape(moves[0], tuple(step.item for step in steps if isinstance(step, Use)))


def orders_of(said: Any) -> Orders:
    orders = only(said, "block spread defend", "orders")
    defend = orders.get("defend")
    return Orders(
        block=tuple(hatch_of(one) for one in many(orders.get("block"))),
        spread=tuple(place_of(one) for one in many(orders.get("spread"))),
        defend=None if defend is None else truth(defend),
    )


def action_of(said: Any) -> Action:
    action = {"kind": said} if isinstance(said, str) else said
    only(action, "kind name minutes hatch to recipient target items give count", "do: action")
    kind = plain(one_of(action, "kind", "name"))
    if kind not in ACTIONS:
        raise Misspelt(f"do: no action {kind!r}")
    minutes = action.get("minutes")
    unblocks = kind == "unblock_hatch"
    if ("to" if unblocks else "hatch") in action:
        raise Misspelt(f"do: {kind} names a gnome or a hatch, the other is meant")
    target = one_of(action, "hatch", "target") if unblocks else None
    items = one_of(action, "items", "give")
    count = action.get("count")
    if isinstance(items, int):
        items, count = None, items
    return Action(
        name=cast(ActionName, kind),
        minutes=None if minutes is None else int(minutes),
        hatch=None if target is None else through_of(target),
        recipient=None if unblocks else one_of(action, "to", "recipient", "target"),
        give=None if items is None else items_of(items),
        give_count=count,
    )
