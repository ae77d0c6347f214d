"""The vectors of docs/luck.md, from an implementation of its own."""

from __future__ import annotations

import json
from pathlib import Path

from tests.fairness import luck_again as luck

PAGE = Path(__file__).parents[2] / "docs" / "luck.md"


def test_the_vectors_on_file_are_those_that_the_page_leads_to() -> None:
    assert json.loads(luck.VECTORS.read_text(encoding="utf-8")) == json.loads(
        json.dumps(luck.vectors())
    )


def test_the_page_shows_the_vectors() -> None:
    assert luck.table(luck.vectors()) in PAGE.read_text(encoding="utf-8")


def test_one_of_the_numbers_takes_a_second_block() -> None:
    rare = luck.vectors()["numbers"][-1]
    first = luck.block(luck.DICE, rare["scope"], rare["purpose"], 0)
    words = [int.from_bytes(first[at : at + 8], "big") for at in (0, 8, 16, 24)]
    assert min(words) >= rare["count"] > rare["number"]


def test_the_proofs_are_of_different_heights() -> None:
    lengths = [len(one) for one in luck.vectors()["tiles"]["proofs"]]
    assert lengths[0] > lengths[4]
