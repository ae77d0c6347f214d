"""Every clause and every ruling is carried by a rule and shown by a case, or is somebody else's."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.contract.citations import (
    ADMIN,
    HERE,
    LETTERS,
    NAMES,
    Citers,
    cited,
    not_ours,
    of_the_cases,
    of_the_engine,
    table,
)

ELSEWHERE = not_ours()
DIVIDED = frozenset(f"§{number}" for number in LETTERS)
"""Sections that are carried letter by letter."""

OURS = tuple(name for name in NAMES if name not in ELSEWHERE and name not in DIVIDED)

NOT_THE_ENGINES = frozenset({"S04", "S05", "S117", "S118", "S142", "S143"})
"""Cases marked `admin` that concern mail, membership, axes and clocks."""


def test_every_clause_and_ruling_of_ours_is_cited_by_a_rule_and_a_case() -> None:
    rules, cases = of_the_engine(), of_the_cases()
    missing = [name for name in OURS if not (rules.get(name) and cases.get(name))]
    assert missing == [], table(rules, cases, missing)


@pytest.mark.parametrize("citers", [of_the_engine, of_the_cases])
def test_nothing_is_cited_that_does_not_exist(citers: Callable[[], Citers]) -> None:
    assert {name: who for name, who in citers().items() if name not in NAMES} == {}


def test_what_is_not_ours_exists_and_has_a_reason() -> None:
    assert set(ELSEWHERE) <= set(NAMES)
    assert all(reason for reason in ELSEWHERE.values())


def test_what_is_not_ours_is_not_carried_by_a_rule_after_all() -> None:
    rules, cases = of_the_engine(), of_the_cases()
    carried = [name for name in ELSEWHERE if rules.get(name) and cases.get(name)]
    assert carried == [], table(rules, cases, carried)


def test_every_admin_case_of_the_engine_is_a_test() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("*.yaml"))
    admin = set(re.findall(r"- id: (S\d+)\n(?:  .*\n)*?  admin: true", text))
    tests = "".join(path.read_text(encoding="utf-8") for path in ADMIN.glob("test_*.py"))
    played = {f"S{number}" for number in re.findall(r"def test_s(\d+)_", tests)}
    assert admin - NOT_THE_ENGINES <= played


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("§10a-§10d", ["§10a", "§10b", "§10c", "§10d"]),
        ("§11i-l and §16b", ["§11i", "§11j", "§11k", "§11l", "§16b"]),
        ("§18, §22-§24", ["§18", "§22", "§23", "§24"]),
        ("C9 C16c A24b CC (10-5)", ["§9", "§16c", "A24b", "CC"]),
    ],
)
def test_spans_name_all_that_lies_in_them(text: str, names: list[str]) -> None:
    assert list(cited(text)) == names
