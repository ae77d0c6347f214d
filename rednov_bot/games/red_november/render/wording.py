"""How the words of the game are shown to people: tiles, places, hatches, tracks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from rednov_bot.core.render.environment import add_game
from rednov_bot.core.render.wording import listed, single
from rednov_bot.games.red_november.rules.rulings import words_of
from rednov_bot.games.red_november.rules.tables import Board
from rednov_bot.games.red_november.rules.words import (
    ITEMS,
    SEA,
    Hatch,
    Item,
    Place,
    TokenKind,
    Track,
    hatch_label,
    minutes_label,
)

ITEM_NAMES: Final[dict[Item, str]] = {item: item.replace("_", " ") for item in ITEMS}

TOKEN_NAMES: Final[dict[TokenKind, str]] = {
    "crushed": "Crushed!",
    "asphyxiated": "Asphyxiated!",
    "missiles": "Missiles Launched!",
    "kraken": "Devoured by Kraken!",
}

TRACK_NAMES: Final[dict[Track, str]] = {
    "heat": "Heat",
    "pressure": "Pressure",
    "asphyxiation": "Asphyxiation",
}


minutes: Final = minutes_label


def item(tile: Item) -> str:
    """`a grog`, `an aqualung`."""
    return single(ITEM_NAMES[tile])


def tiles(held: Iterable[Item]) -> str:
    """`2 grogs, a coffee and a crowbar`, in the order of the words of the game."""
    counts = Counter(held)
    return listed(
        [
            item(kind) if counts[kind] == 1 else f"{counts[kind]} {tile_name(kind, counts[kind])}"
            for kind in ITEMS
            if counts[kind]
        ]
    )


def tile_name(kind: Item, count: int) -> str:
    """`grog`, or `grogs` where there are several."""
    name = ITEM_NAMES[kind]
    if count == 1:
        return name
    return f"{name}es" if name.endswith("x") else f"{name}s"


def spoken(reason: str) -> str:
    """A sentence of the rules with its tiles spelt as people write them."""
    if "_" in reason:
        for kind, name in ITEM_NAMES.items():
            reason = reason.replace(kind, name)
    for vowel in ("aqualung", "engine manual"):
        reason = reason.replace(f" a {vowel}", f" an {vowel}")
    return reason


def title_of(place: Place, board: Board) -> str:
    """`Missile Control`; the empty string for a room without a purpose."""
    title = board.titles[place]
    return "" if title.lower() == f"room {place}" else title


def place(at: Place, board: Board) -> str:
    """`room 7 (Missile Control)`, `room 5`, `the sea`."""
    if at == SEA:
        return "the sea"
    title = title_of(at, board)
    return f"room {at} ({title})" if title else f"room {at}"


def rooms(numbers: Iterable[Place]) -> str:
    """`room 5`, `rooms 1, 5 and 9`."""
    every = tuple(numbers)
    return f"room{'' if len(every) == 1 else 's'} {listed(every)}"


def hatches(ends: Iterable[Hatch]) -> str:
    """`5-6 and 5-7`, in ascending order."""
    return listed([hatch_label(one) for one in sorted(ends)])


add_game(
    "red_november",
    hatch=hatch_label,
    hatches=hatches,
    item=item,
    minutes=minutes,
    rooms=rooms,
    ruled=words_of,
    tiles=tiles,
    token=TOKEN_NAMES.__getitem__,
    track=TRACK_NAMES.__getitem__,
)
