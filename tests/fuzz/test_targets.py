"""Every target reads what it begins with, and mails are changed as it is meant."""

from __future__ import annotations

import pytest

from tests.fuzz.__main__ import LONGEST
from tests.fuzz.mutation import NEXT, Mutator, mails_of
from tests.fuzz.targets import OF_MAILS, SEEDS, TARGETS, WORDS

MAIL = b"From: ann@post.example\nMessage-ID: <a@post.example>\n\nI take no action.\n"
OTHER = b"From: bob@post.example\nMessage-ID: <b@post.example>\n\nI join.\n"


@pytest.mark.parametrize("target", TARGETS)
def test_each_target_reads_some_of_its_seeds(target: str) -> None:
    seeds = [one[:LONGEST] for one in SEEDS[target]()]
    assert seeds
    for octets in seeds[:: 1 + len(seeds) // 10]:
        TARGETS[target](octets)
    assert all(word.encode() for word in WORDS[target]())
    assert set(TARGETS) >= OF_MAILS


def test_a_mail_is_changed_by_pieces_of_others_and_the_same_luck_changes_it_alike() -> None:
    change = Mutator((MAIL, OTHER), ("approve",), lambda octets, longest: octets[:longest])
    made = [change(MAIL, 500, seed) for seed in range(300)]
    assert made == [change(MAIL, 500, seed) for seed in range(300)]
    assert max(map(len, made)) <= 500
    assert len(set(made)) > 50
    assert {MAIL, b"".join((MAIL, NEXT, MAIL))} <= set(made)
    assert any(b"ann@post.example\nMessage-ID: <b@post.example>" in one for one in made)
    assert any(one.endswith(b"I join.\n") for one in made)
    assert all(len(mails_of(one)) <= 4 for one in made)
