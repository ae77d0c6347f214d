"""Every target reads what it begins with."""

from __future__ import annotations

import pytest

from tests.fuzz.__main__ import LONGEST
from tests.fuzz.targets import SEEDS, TARGETS, WORDS


@pytest.mark.parametrize("target", TARGETS)
def test_each_target_reads_some_of_its_seeds(target: str) -> None:
    seeds = [one[:LONGEST] for one in SEEDS[target]()]
    assert seeds
    for octets in seeds[:: 1 + len(seeds) // 6]:
        TARGETS[target](octets)
    assert all(word.encode() for word in WORDS[target]())
