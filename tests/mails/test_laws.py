"""What holds for every mail, whatever its words: clothes, places, bytes, processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from rednov_bot.cli.read import reading_of
from tests.bench.hostile import HOSTILE, LONGEST_READ, OCTETS as OF_A_MEGABYTE
from tests.mails.clothes import CLOTHES, RETYPED, SPOKEN_BY_NOBODY
from tests.mails.corpus import HERE, house, mails
from tests.mails.dressed import otherwise, overheard, spoken
from tests.rigs.scale import many, some

MODEST = settings(max_examples=many(150, 25), deadline=None)
MAILS = mails()
SOME = some(MAILS, 10)
OCTETS = [one.octets for one in SOME]
WAYS = [*CLOTHES, *RETYPED]


def test_a_text_says_nothing_else_in_other_clothes_or_typed_otherwise() -> None:
    """In each of the ways are some of the mails, others in the next."""
    said = [(way, spoken(some(MAILS, 2 * len(WAYS), number))) for number, way in enumerate(WAYS)]
    found = [one for way, texts in said for one in otherwise(texts, [way])]
    assert [one.name for one in found if one.is_wrong] == []
    assert len(found) < 0.06 * sum(len(texts) for _, texts in said)


def test_what_stands_where_nobody_announces_it_announces_nothing() -> None:
    texts = spoken(some(MAILS, 10))
    assert sum(one.reading["verdict"] != "none" for one in texts) > many(100, 10)
    assert len(SPOKEN_BY_NOBODY) == 15
    assert [one.name for one in overheard(texts)] == []


CUT = st.integers(0, 4000)


@st.composite
def spliced(draw: st.DrawFn) -> bytes:
    """The beginning of one mail, some noise, and the end of another."""
    one, other = draw(st.sampled_from(OCTETS)), draw(st.sampled_from(OCTETS))
    return one[: draw(CUT)] + draw(st.binary(max_size=30)) + other[draw(CUT) :]


@MODEST
@given(spliced() | st.binary(max_size=500))
def test_any_bytes_are_read(octets: bytes) -> None:
    known, roster = house()
    found = reading_of("any", octets, roster, known)
    json.dumps(found)
    assert found["disposition"] in ("read", "ignore", "answer", "hold")
    assert bool(found["acts"]) == (found["verdict"] == "acts")
    assert bool(found["questions"]) == (found["verdict"] == "ambiguous")
    assert found["verdict"] == "none" or (found["sender"] and found["public"])


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_mail_of_any_size_has_a_disposition_and_a_reading(name: str) -> None:
    known, roster = house()
    for size in (LONGEST_READ, 10 * LONGEST_READ, OF_A_MEGABYTE):
        octets = HOSTILE[name](size)
        assert abs(len(octets) - size) < size // 3
        found = reading_of("", octets, roster, known)
        assert found["disposition"] in ("read", "ignore", "hold")


def test_a_mail_is_read_the_same_twice_and_after_any_other() -> None:
    known, roster = house()
    there = [reading_of("", octets, roster, known) for octets in OCTETS]
    back = [reading_of("", octets, roster, known) for octets in reversed(OCTETS)]
    assert there == back[::-1]


READ = "import sys; from rednov_bot.cli import main; main(sys.argv[1:])"


def test_another_process_reads_the_same_whatever_its_hashes_are(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number:04}.eml" for number in range(len(OCTETS))]
    for path, octets in zip(paths, OCTETS, strict=True):
        path.write_bytes(octets)
    how = ("--json", "--explain", "--config", str(HERE / "rednov.toml"))
    said = {
        subprocess.run(
            [sys.executable, "-c", READ, "read", *how, *map(str, paths)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(HERE.parents[1])},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert said.pop().count("\n") == len(OCTETS)
