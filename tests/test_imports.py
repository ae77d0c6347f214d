"""Who may import what, as far as .importlinter does not say it."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

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


def imported(path: Path) -> set[str]:
    """Every name that a module imports, anywhere in it, with its package."""
    found = set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{one.name}" for one in node.names}
    return found


@pytest.mark.parametrize(
    ("library", "homes"),
    [
        ("sqlalchemy", ("core/store", "cli", "doctor", "bootstrap.py")),
        ("lark", ("games/red_november/reader",)),
        ("jinja2", ("games/red_november/render", "core/render", "core/web")),
        ("PIL", ("games/red_november/render/picture",)),
        ("imapclient", ("core/transport",)),
        ("aiosmtplib", ("core/transport",)),
        ("aiosmtpd", ("testing",)),
        ("pysequoia", ("core/openpgp.py",)),
        ("click", ("cli",)),
    ],
)
def test_each_library_is_used_in_its_packages_alone(library: str, homes: tuple[str, ...]) -> None:
    users = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if any(name.partition(".")[0] == library for name in imported(path))
    }
    assert users
    assert [one for one in sorted(users) if not one.startswith(homes)] == []


def test_a_computer_gnome_decides_without_the_gamestate() -> None:
    """The one way from a gamestate to a computer gnome is `looking.look` (§6)."""
    rules = "rednov_bot.games.red_november.rules"
    barred = tuple(f"{rules}.{one}" for one in ("gamestate", "logbook", "resolve", "rehearsal"))
    folder = PACKAGE / "games/red_november/ai"
    for path in folder.glob("*.py"):
        if path.stem != "looking":
            names = imported(path)
            assert not [one for one in names if one.startswith(barred)]
            assert not [one for one in names if "ai.looking" in one], path.stem
