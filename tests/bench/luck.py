"""The luck of a game: what a draw costs beside the bare HMAC, and whether it is fair.

`python -m tests.bench.luck` prints the figures; `--fair` the tests of fairness, of so many draws.
"""

from __future__ import annotations

import hmac
import itertools
import math
import sys
from collections import Counter
from collections.abc import Iterable

from rednov_bot.games.red_november.rules.luck import GameLuck, Keys, Scope
from tests.bench.figures import Figure, cpu_seconds, figure
from tests.rigs.scale import many

DRAWS = 20_000
BEYOND = 3.0  # microseconds beyond the HMAC itself, at most
KEYS = Keys.of(bytes(range(32)))
SCOPE = Scope("RN1", "turn 12", "ab" * 32)
MANY = many(1_000_000, 200_000)
SURE = 0.001
"""How seldom a fair source may be called unfair, for all tests together."""


def figures() -> tuple[Figure, ...]:
    """The cost of a draw, beyond the HMAC it rests on."""
    purposes = [f"event {number % 60} room" for number in range(DRAWS)]
    octets = [f"{SCOPE.text()}purpose {one}\nindex 0\n".encode() for one in purposes]

    def draws() -> None:
        luck = GameLuck(KEYS, SCOPE)
        for one in purposes:
            luck.pick(one, 10)

    def bare() -> None:
        for one in octets:
            hmac.digest(KEYS.dice, one, "sha256")

    ours, limit = (cpu_seconds(work, runs=9) / DRAWS * 1e6 for work in (draws, bare))
    return (
        figure("a draw", "us (less is better)", ours, "bare HMAC", limit),
        figure("a draw beyond its HMAC", "us (less is better)", ours - limit, "at most", BEYOND),
    )


# -- fairness --------------------------------------------------------------------------------


def fair() -> list[tuple[str, float, float]]:
    """Each test by name, with its chi-square and the most that a fair source may show."""
    tests = [
        ("dice of ten", dice(MANY), 10),
        ("pairs of dice that follow each other", pairs(MANY // 2), 100),
        ("dice of a purpose from turn to turn", turns(MANY // 10), 10),
        ("numbers of another range, from 1 to 48", numbers(MANY // 4, 48), 48),
        ("orders of three", orders(3, MANY // 16), math.factorial(3)),
        ("orders of four", orders(4, MANY // 8), math.factorial(4)),
        ("orders of five", orders(5, MANY // 4), math.factorial(5)),
        ("orders of five tiles", orders(5, MANY // 4, tiles=True), math.factorial(5)),
        ("the top of a deck of 55", tops(55, MANY // 9), 55),
    ]
    most = SURE / len(tests)
    return [
        (name, chi_square(found, kinds), bound(kinds - 1, most)) for name, found, kinds in tests
    ]


def dice(count: int) -> Counter[object]:
    """Faces of the action die, each throw under a purpose of its own."""
    luck = GameLuck(KEYS, SCOPE)
    found: Counter[object] = Counter()
    for number in range(count):
        found[luck.pick(f"throw {number}", 10)] += 1
        luck.drawn.clear()
    return found


def pairs(count: int) -> Counter[object]:
    """Two throws of the same turn, one after the other."""
    luck = GameLuck(KEYS, SCOPE)
    found: Counter[object] = Counter()
    for number in range(count):
        found[
            luck.pick(f"event {number} room", 10), luck.pick(f"event {number} second room", 10)
        ] += 1
        luck.drawn.clear()
    return found


def turns(count: int) -> Counter[object]:
    """The die of the action, turn after turn, each announced by a mail of its own."""
    found: Counter[object] = Counter()
    for number in range(count):
        found[
            GameLuck(KEYS, Scope("RN1", f"turn {number}", f"{number:064x}")).pick("action", 10)
        ] += 1
    return found


def numbers(count: int, of: int) -> Counter[object]:
    """Numbers of another range."""
    luck = GameLuck(KEYS, SCOPE)
    found: Counter[object] = Counter()
    for number in range(count):
        found[luck.pick(f"choice {number}", of)] += 1
        luck.drawn.clear()
    return found


def orders(size: int, count: int, *, tiles: bool = False) -> Counter[object]:
    """All orders of a small deck."""
    luck = GameLuck(KEYS, SCOPE)
    shuffle = luck.deal if tiles else luck.shuffle
    found: Counter[object] = Counter()
    for number in range(count):
        found[shuffle(f"deck {number}", size)] += 1
        luck.drawn.clear()
    assert set(found) <= set(itertools.permutations(range(size)))
    return found


def tops(size: int, count: int) -> Counter[object]:
    """The card on top of a deck of the game's size."""
    luck = GameLuck(KEYS, SCOPE)
    found: Counter[object] = Counter()
    for number in range(count):
        found[luck.shuffle(f"deck {number}", size)[0]] += 1
        luck.drawn.clear()
    return found


def chi_square(found: Counter[object], kinds: int) -> float:
    """How far the counts are from equal ones."""
    expected = found.total() / kinds
    seen = sum((count - expected) ** 2 / expected for count in found.values())
    return seen + (kinds - len(found)) * expected


def bound(freedom: int, chance: float) -> float:
    """Which chi-square is exceeded with this chance (Wilson and Hilferty's approximation)."""
    low, high = 0.0, 10.0
    while high - low > 1e-9:  # the normal quantile, by halving
        middle = (low + high) / 2
        low, high = (
            (low, middle) if math.erfc(middle / math.sqrt(2)) / 2 < chance else (middle, high)
        )
    part = 2 / (9 * freedom)
    return freedom * (1 - part + low * math.sqrt(part)) ** 3


def told(found: Iterable[tuple[str, float, float]]) -> bool:
    """Prints each test; whether all are fair."""
    right = True
    for name, seen, most in found:
        right = right and seen <= most
        print(f"{name:<42} {seen:>10.1f} chi-square, at most {most:.1f}", flush=True)
    return right


def main() -> int:
    """The figures, or the tests of fairness: 1 where one fails."""
    if "--fair" in sys.argv:
        return 0 if told(fair()) else 1
    for one in figures():
        print(f"{one.name:<30} {one.ours:.3f} {one.unit}, {one.peer_name} {one.peer:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
