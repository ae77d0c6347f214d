"""Luck in another world: what was drawn before everybody's eyes is the same, all else is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from rednov_bot.engine import happenings as h
from rednov_bot.engine.draws import Drawn, GameLuck
from rednov_bot.engine.luck import Luck


@dataclass(frozen=True, slots=True, repr=False)
class OtherLuck:
    """The *real* luck but for what nobody has seen of it."""

    real: Luck
    shown: frozenset[str]  # the names of the draws that everybody sees
    orders: Mapping[str, tuple[int, ...]]  # of shuffles, by name
    world: str  # what is drawn unseen follows from it
    drawn: list[Drawn] = field(default_factory=list)

    def pick(self, name: str, count: int) -> int:
        """The number that everybody sees; unseen, another one."""
        number = self.real.pick(name, count)
        if name not in self.shown and count > 1:
            number = (number + 1 + self._rng(name).randrange(count - 1)) % count
        self.drawn.append(Drawn(name, "number", (number,), count))
        return number

    def shuffle(self, name: str, count: int) -> tuple[int, ...]:
        """The order that this world has; of what is not shuffled in the real one, any."""
        order = self._order(name, count)
        self.drawn.append(Drawn(name, "cards", order, count))
        return order

    def deal(self, name: str, count: int) -> tuple[int, ...]:
        """The same of tiles."""
        order = self._order(name, count)
        self.drawn.append(Drawn(name, "tiles", order, count))
        return order

    def _order(self, name: str, count: int) -> tuple[int, ...]:
        order = self.orders.get(name)
        if order is not None and len(order) == count:
            return order
        places = list(range(count))
        self._rng(name).shuffle(places)
        return tuple(places)

    def _rng(self, name: str) -> Random:
        return Random(f"{self.world} {name}")


class There(GameLuck):
    """The luck of a moment in another world; its draws are published like any."""

    __slots__ = ("other",)

    def __init__(self, real: GameLuck, other: OtherLuck) -> None:
        self._keys, self.scope, self.other = real._keys, real.scope, other

    @property
    def drawn(self) -> list[Drawn]:  # type: ignore[override]
        return self.other.drawn

    def pick(self, name: str, count: int) -> int:
        return self.other.pick(name, count)

    def shuffle(self, name: str, count: int) -> tuple[int, ...]:
        return self.other.shuffle(name, count)

    def deal(self, name: str, count: int) -> tuple[int, ...]:
        return self.other.deal(name, count)


def shown(happenings: Iterable[h.Happening]) -> frozenset[str]:
    """The names of all draws whose results these happenings tell everybody."""
    return frozenset(_shown(happenings))


def _shown(happenings: Iterable[h.Happening]) -> Iterator[str]:
    cards, replaced, event, kind = 0, 0, "", ""
    for one in happenings:
        match one:
            case h.GnomePlaced(gnome=name):
                yield f"starting room of {name}"
            case h.FixTried(die=int()):
                yield "action"
            case h.Attacked(attack_die=int()):
                yield from ("attack", "defence")
            case h.GnomeReplaced():
                yield f"replacement {replaced}"
                replaced += 1
            case h.CardDrawn(space=space):
                cards, kind = cards + 1, one.kind
                event = f"opening {cards}" if space is None else f"event {space}"
                if kind in ("fire", "leak", "friendly_fire", "blocked_hatch"):
                    yield f"{event} room"
            case h.RoomFlooded() if kind == "friendly_fire":
                yield f"{event} second room"
            case h.FireSpread(decider="luck") | h.HatchJammed(decider="luck"):
                yield f"{event} choice"
            case _:
                pass
