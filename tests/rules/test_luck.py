"""Luck: named draws that are the same for ever, and fair."""

from __future__ import annotations

from collections import Counter

import pytest

from rednov_bot.core.luck import SecretLuck
from rednov_bot.games.red_november.rules.draws import die

SECRET = bytes(range(32))


@pytest.mark.parametrize(
    ("name", "count", "drawn"),
    [("action", 10, 7), ("event 39 room", 10, 3), ("event 39 room", 3, 2)],
)
def test_a_draw_is_the_same_for_ever(name: str, count: int, drawn: int) -> None:
    """A95: a game on file must resolve the same with every later version."""
    assert SecretLuck(SECRET, "turn 1").pick(name, count) == drawn


def test_a_shuffle_is_the_same_for_ever() -> None:
    """A95."""
    deck = SecretLuck(SECRET, "turn 1").shuffle("event deck", 12)
    assert deck == (4, 8, 9, 7, 5, 6, 11, 10, 2, 0, 1, 3)
    pool = SecretLuck(bytes(32), "opening").shuffle("item pool", 20)
    assert pool == (7, 14, 15, 0, 19, 3, 11, 2, 12, 18, 6, 10, 13, 5, 16, 17, 8, 1, 9, 4)


def test_draws_of_other_names_turns_and_secrets_are_others() -> None:
    def draws(luck: SecretLuck, name: str) -> list[int]:
        return [luck.pick(f"{name} {number}", 1000) for number in range(20)]

    plain = draws(SecretLuck(SECRET, "turn 1"), "action")
    assert plain != draws(SecretLuck(SECRET, "turn 1"), "room")
    assert plain != draws(SecretLuck(SECRET, "turn 2"), "action")
    assert plain != draws(SecretLuck(bytes(32), "turn 1"), "action")


def chi_square(found: Counter[object], kinds: int) -> float:
    expected = found.total() / kinds
    seen = sum((count - expected) ** 2 / expected for count in found.values())
    return seen + (kinds - len(found)) * expected


def test_the_die_is_fair() -> None:
    """A82: ten faces; chi-square below its 0.1 % point for nine degrees of freedom."""
    luck = SecretLuck(SECRET, "fairness")
    faces: Counter[object] = Counter(die(luck, f"throw {number}") for number in range(20_000))
    assert set(faces) == set(range(1, 11))
    assert chi_square(faces, 10) < 27.9


def test_shuffles_are_fair() -> None:
    """All orders of four; chi-square below its 0.1 % point for 23 degrees of freedom."""
    luck = SecretLuck(SECRET, "fairness")
    orders: Counter[object] = Counter(luck.shuffle(f"deck {number}", 4) for number in range(12_000))
    assert chi_square(orders, 24) < 49.7


@pytest.mark.parametrize("count", [1, 2, 10, 55, 300])
def test_a_shuffle_loses_and_doubles_nothing(count: int) -> None:
    assert sorted(SecretLuck(SECRET, "x").shuffle("deck", count)) == list(range(count))


def test_the_secret_is_not_in_the_repr() -> None:
    """§6: a repr may end in a log."""
    assert "secret" not in repr(SecretLuck(SECRET, "turn 1"))
