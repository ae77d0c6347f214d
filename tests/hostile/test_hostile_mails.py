"""Every hostile mail gets what the table says, brings nothing about, and touches nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.hostile.large import LARGE, MEGABYTES, SECONDS, measured
from tests.hostile.making import small
from tests.hostile.storm import Seen, becomes_of, table

MADE = small()
EXECUTED = re.compile(rb"1337|hoaxhoax|<class|1333t|object at 0x")
SLOW = 5.0  # seconds of the processor for one small mail, on any machine


@pytest.fixture(scope="module")
def seen() -> dict[str, Seen]:
    return becomes_of({name: octets for name, (_, octets) in MADE.items()})


def test_there_are_at_least_two_hundred_and_all_are_in_the_table() -> None:
    attacks = {name: row["attacks"] for name, row in table().items()}
    assert list(attacks.items()) == [(name, attack) for name, (attack, _) in MADE.items()]
    assert len(MADE) >= 200


def test_each_becomes_what_the_table_says_and_brings_nothing_about(seen: dict[str, Seen]) -> None:
    told = {name: (row["becomes"], row["answers"]) for name, row in table().items()}
    assert {name: (one.becomes, len(one.mails)) for name, one in seen.items()} == told
    assert {name: one.effects for name, one in seen.items() if one.effects} == {}
    assert [name for name, one in seen.items() if "failed with" in one.reason] == []
    assert all(one.reason for one in seen.values())
    assert {name: one.seconds for name, one in seen.items() if one.seconds > SLOW} == {}


def test_what_goes_out_has_the_bots_own_head_and_no_template_is_executed(
    seen: dict[str, Seen],
) -> None:
    assert {name: one.troubles for name, one in seen.items() if one.troubles} == {}
    mails = {name: b"\n".join(one.mails) for name, one in seen.items() if "template" in name}
    assert any(mails.values())
    assert [name for name, octets in mails.items() if EXECUTED.search(octets)] == []


def test_nothing_but_the_database_is_touched(seen: dict[str, Seen]) -> None:
    assert {name: one.touched for name, one in seen.items() if one.touched} == {}
    assert not Path("/tmp/rednov-was-here").exists()


def test_a_large_mail_is_done_in_bounded_time_and_memory(tmp_path: Path) -> None:
    for name, found in measured(tmp_path).items():
        assert found.becomes == LARGE[name].becomes, name
        assert found.effects == [], name
        assert found.troubles == [], name
        assert found.seconds < SECONDS, name
        assert found.megabytes < MEGABYTES, name
