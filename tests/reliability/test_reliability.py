"""Some schedules of `make schedules`: whatever goes wrong, nothing is lost and nothing is twice."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rigs.scale import SLOW, many

ROOT = Path(__file__).parents[2]
OPENING = 3  # the moment of its approval
PATIENCE = 1200.0  # seconds, on a machine that has much else to do
AT_A_TIME = many(100, 14)
FIRST = range(1, 501, AT_A_TIME) if SLOW else (977,)  # with its next ones, every fault there is
ONE_IN = many(1, 5)  # points of a moment


def run(*arguments: str) -> str:
    """In a process of its own, which is forked from all the time."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.reliability", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("first", FIRST)
def test_random_schedules_end_as_if_nothing_had_gone_wrong(first: int) -> None:
    said = run(str(AT_A_TIME), "--first", str(first), "--jobs", "1")
    assert re.search(rf"\b{AT_A_TIME} schedules\b", said)
    assert "0 violations" in said
    for fault in ("kills", "losses of power", "cuts", "renumber", "451", "doubled", "rival"):
        assert fault in said


def test_a_bot_may_be_killed_at_one_point_in_five() -> None:
    """From the moment on in which everybody gets mail: an opening is approved."""
    moment = ("--points", str(OPENING), str(OPENING + 2), "--edges", "--one-in", str(ONE_IN))
    said = run(*moment, "--jobs", "1")
    assert "0 violations" in said
    assert int(re.search(r"(\d+) kills", said)[1]) > 130 // ONE_IN


def test_bots_that_lose_or_double_something_are_found_out() -> None:
    assert "not found" not in run("--mutants")
