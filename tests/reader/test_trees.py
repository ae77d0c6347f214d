"""Trees that vote: what they are grown to say, the same each time."""

from __future__ import annotations

import json
from dataclasses import asdict
from random import Random

import numpy as np
import pytest

from rednov_bot.games.red_november.reader.growing import grow
from rednov_bot.games.red_november.reader.trees import Trees


def rows(count: int) -> tuple[list[list[float]], list[float]]:
    """Signs of which the first two, together, say whether something holds."""
    luck = Random(3)
    signs = [[luck.random() for _ in range(5)] for _ in range(count)]
    return signs, [float((one[0] > 0.5) != (one[1] > 0.3)) for one in signs]


@pytest.fixture(scope="module")
def grown() -> Trees:
    signs, holds = rows(1_500)
    return grow(np.array(signs), np.array(holds), np.ones(len(signs)))


def test_they_learn_what_two_signs_say_together(grown: Trees) -> None:
    signs, holds = rows(1_900)
    right = [
        (grown.probability(one) > 0.5) == bool(holds_)
        for one, holds_ in zip(signs[1_500:], holds[1_500:], strict=True)
    ]
    assert sum(right) > 0.95 * len(right)


def test_they_are_the_same_from_the_weights_file(grown: Trees) -> None:
    again = Trees(**json.loads(json.dumps(asdict(grown))))
    signs, _ = rows(50)
    assert [again.probability(one) for one in signs] == [grown.probability(one) for one in signs]


def test_the_same_rows_grow_the_same_trees(grown: Trees) -> None:
    signs, holds = rows(1_500)
    assert grow(np.array(signs), np.array(holds), np.ones(len(signs))) == grown
