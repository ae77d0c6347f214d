"""No circle of imports, however long, among the modules of the package."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "rednov_bot"


def test_no_modules_import_each_other_in_a_circle() -> None:
    known = {}
    for path in PACKAGE.rglob("*.py"):
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        known[name.removesuffix(".__init__")] = path
    graph: dict[str, set[str]] = {}
    for name, path in known.items():
        found = set[str]()
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Import):
                found |= {one.name for one in node.names}
            elif isinstance(node, ast.ImportFrom):
                inner = {f"{node.module}.{one.name}" for one in node.names}
                found |= (inner & known.keys()) or {str(node.module)}
        graph[name] = found & known.keys()
    assert [*TopologicalSorter(graph).static_order()]  # CycleError names a circle
