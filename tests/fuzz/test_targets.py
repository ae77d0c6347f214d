"""Every target reads what it begins with."""

from __future__ import annotations

import pytest

from tests.fuzz.targets import LONGEST, TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_each_target_reads_some_of_its_seeds(name: str) -> None:
    target = TARGETS[name]
    seeds = [one[:LONGEST] for one in target.seeds()]
    assert seeds
    for octets in seeds[:: 1 + len(seeds) // 6]:
        target.read(octets)
    assert len(target.words()) > 20
