"""Every plain case of the contract is played; those marked `admin` are tests of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract.cases import Case, play, read_cases

CASES = [case for case in read_cases(Path(__file__).parent) if case.plain]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{Path(case.file).stem} {case.id}")
def test_what_comes_of_an_announcement(case: Case) -> None:
    play(case)


def test_no_two_cases_have_the_same_number() -> None:
    numbers = [case.id for case in read_cases(Path(__file__).parent)]
    assert sorted({number for number in numbers if numbers.count(number) > 1}) == []
