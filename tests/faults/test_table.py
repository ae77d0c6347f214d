"""docs/faults.md names each of these tests, and no other."""

from __future__ import annotations

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "faults.md"


def defined(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        one.name
        for one in tree.body
        if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")
    }


def named() -> set[tuple[Path, str]]:
    found = re.findall(r"`((?:tests/\w+/)?test_\w+\.py)::(test_\w+)`", PAGE.read_text("utf-8"))
    return {(HERE.parents[1] / file if "/" in file else HERE / file, test) for file, test in found}


def test_each_fault_of_the_page_is_tried() -> None:
    for path, test in named():
        assert test in defined(path), f"{path.name}::{test} is no test"


def test_each_fault_that_is_tried_is_on_the_page() -> None:
    tried = {
        (path, test)
        for path in HERE.glob("test_*.py")
        for test in defined(path)
        if path != Path(__file__)
    }
    assert {one for one in named() if one[0].parent == HERE} == tried
