"""Who cites what: clauses and rulings, in the engine, in the cases, in the engine's tests.

`python -m tests.contract.citations` prints the whole table.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tests.contract.cases import read_cases

HERE = Path(__file__).parent
ENGINE = HERE.parents[1] / "rednov_bot" / "games" / "red_november" / "rules"
ADMIN = HERE.parent / "rules"

LETTERS = {10: "abcd", 11: "abcdefghijklm", 16: "abcd"}
SECTIONS = range(1, 27)
RULINGS = 126

CLAUSES = tuple(
    name
    for number in SECTIONS
    for name in (f"§{number}", *(f"§{number}{message}" for message in LETTERS.get(number, "")))
)
"""Every clause of the contract that can be cited; the appendices are CA, CB and CC."""

NAMES = (
    *CLAUSES,
    "CA",
    "CB",
    "CC",
    *(f"A{number}" for number in range(1, RULINGS + 1)),
    "A24b",
)

Citers = dict[str, set[str]]
"""By clause or ruling: who cites it."""

_CLAUSE = re.compile(r"(?:§|\bC)(\d+)([a-m]?)(?:-(?:§|C)?(\d+)?([a-m])?(?![\w]))?")
_OTHER = re.compile(r"\b(A\d+b?|C[ABC])\b")


def cited(text: str) -> Iterator[str]:
    """Every clause and ruling that *text* names; a span names all that lies in it."""
    for number, message, to_number, to_letter in _CLAUSE.findall(text):
        yield f"§{number}{message}"
        if to_number and not message:
            yield from (f"§{one}" for one in range(int(number) + 1, int(to_number) + 1))
        elif to_letter and message:
            span = range(ord(message) + 1, ord(to_letter) + 1)
            yield from (f"§{number}{chr(one)}" for one in span)
    yield from _OTHER.findall(text)


@cache
def of_the_engine() -> Citers:
    """By rule: docstrings, refusals and comments of the engine."""
    found: Citers = defaultdict(set)
    for path in sorted(ENGINE.rglob("*.py")):
        name = path.relative_to(ENGINE).with_suffix("").as_posix()
        for rule, text in _texts(path.read_text(encoding="utf-8")):
            for one in cited(text):
                found[one].add(f"{name}.{rule}" if rule else name)
    return found


@cache
def of_the_cases() -> Citers:
    """By case, and by those tests of the engine that are cases of their own."""
    found: Citers = defaultdict(set)
    for case in read_cases(HERE):
        if not case.plain:
            continue
        for one in cited(str(case.data.get("covers", ""))):
            found[one].add(case.id)
    for path in sorted(ADMIN.glob("test_*.py")):
        for rule, text in _texts(path.read_text(encoding="utf-8")):
            for one in cited(text) if rule.startswith("test_") else ():
                found[one].add(rule)
    return found


def not_ours() -> dict[str, str]:
    """Clauses and rulings that others carry, or nobody: each with the reason."""
    listed = tomllib.loads((HERE / "not-ours.toml").read_text(encoding="utf-8"))
    return {name: reason for part in listed.values() for name, reason in part.items()}


def table(rules: Citers, cases: Citers, names: Iterable[str]) -> str:
    """Clause or ruling, the rules that cite it, the cases that show it."""

    def some(who: set[str]) -> str:
        return ", ".join(sorted(who)[:4]) + (" ..." if len(who) > 4 else "") if who else "-"

    rows = [(name, some(rules.get(name, set())), some(cases.get(name, set()))) for name in names]
    return "\n" + "\n".join(f"{name:<6} {rule:<70} {case}" for name, rule, case in rows)


def _texts(source: str) -> Iterator[tuple[str, str]]:
    """The texts of a module that may cite: with the function or class they stand in."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, ast.get_docstring(node) or ""
            for part in ast.walk(node):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield node.name, part.value if "§" in part.value else ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        cites = "§" in token.string or "(A" in token.string or token.start[1] == 0
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and cites):
            yield "", token.string


if __name__ == "__main__":
    print(table(of_the_engine(), of_the_cases(), NAMES))
