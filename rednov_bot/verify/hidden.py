"""Hands of which only the size is known: what the list can follow of what is hidden.

How many tiles each gnome holds follows from what is public (§6, A22); which they are decides only
what the list is told: who drinks when it is overheated, who has a crowbar to defend emself with.
So a tile has a name here only where the text of a posting needs it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from rednov_bot.engine.draws import Drawn, GameLuck, Keys, Scope
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.turn import Turn, Use
from rednov_bot.engine.words import Item

UNKNOWN: Final[Item] = "coffee"
"""What stands for a tile whose name the list was not told: one that does nothing in a hand."""


class KnownLuck(GameLuck):
    """Luck from the secret that was published; the order of tiles stays what it is: unknown."""

    __slots__ = ()

    def __init__(self, dice: bytes, scope: Scope) -> None:
        """Nothing is drawn yet."""
        super().__init__(Keys(dice, bytes(32)), scope)

    def deal(self, name: str, count: int) -> tuple[int, ...]:
        """The tiles as they lie: which is which, nobody knows."""
        order = tuple(range(count))
        self.drawn.append(Drawn(name, "tiles", order, count))
        return order


def without_names(state: Gamestate) -> Gamestate:
    """The gamestate in which no tile has a name any more."""
    secrets = state.secrets
    return replace(
        state,
        secrets=replace(
            secrets,
            hands=tuple([(UNKNOWN,) * len(hand) for hand in secrets.hands]),
            pool=(UNKNOWN,) * len(secrets.pool),
            discards=(UNKNOWN,) * len(secrets.discards),
            promised=tuple(
                [(giver, to, (UNKNOWN,) * len(items)) for giver, to, items in secrets.promised]
            ),
        ),
    )


def nameless(tables: Tables, first: Sequence[Item] = ()) -> Tables:
    """The data set with nothing but tiles without names, after *first*, those dealt first."""
    size = len(tables.items.tiles()) - len(first)
    pool = (*[(item, 1) for item in first], (UNKNOWN, size))
    return replace(tables, items=replace(tables.items, pool=pool))


def with_tiles(
    state: Gamestate, needed: Mapping[int, Counter[Item]], drawn: Mapping[int, Item]
) -> Gamestate:
    """The same with these tiles in these hands, by seat, as far as the hands are large enough.

    *drawn* are tiles on their places in the pool, counted from 0 at the top.
    """
    secrets = state.secrets
    hands = list(secrets.hands)
    for seat, items in needed.items():
        named = list(items.elements())[: len(hands[seat])]
        hands[seat] = (*named, *hands[seat][len(named) :])
    pool = list(secrets.pool)
    for place, item in drawn.items():
        if place < len(pool):
            pool[place] = item
    return replace(state, secrets=replace(secrets, hands=tuple(hands), pool=tuple(pool)))


def needed_for(turn: Turn) -> Counter[Item]:
    """The tiles that a gnome must hold to take a turn as e announced it (§9)."""
    needed: Counter[Item] = Counter()
    action = turn.action
    for step in turn.steps:
        if isinstance(step, Use):
            needed[step.item] += 1
    if turn.escape is not None:
        needed.update(turn.escape.uses)
    if action is not None and action.name == "give_items":
        needed.update(action.give or ())
    later = Counter([step.item for step in turn.after if isinstance(step, Use)])
    if action is not None and action.name == "gain_grog":
        later["grog"] = max(0, later["grog"] - (action.minutes or 0))
    return needed + later
