"""Who may import what, as far as .importlinter does not say it."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "rednov_bot"
HOMES = {
    "sqlalchemy": ("core/store", "cli", "doctor", "bootstrap.py"),
    "lark": ("games/red_november/reader",),
    "jinja2": ("games/red_november/render", "core/render", "core/web"),
    "PIL": ("games/red_november/render/picture",),
    "imapclient": ("core/transport",),
    "aiosmtplib": ("core/transport",),
    "aiosmtpd": ("testing",),
    "pysequoia": ("core/openpgp.py",),
    "click": ("cli",),
}

Imports = dict[str, tuple[set[str], set[str]]]


@pytest.fixture(scope="module")
def imports() -> Imports:
    """By file: what each module imports when it is loaded, and what anywhere in it."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        name = path.relative_to(PACKAGE).as_posix()
        found[name] = named(tree.body), named(ast.walk(tree))
    return found


def named(nodes: Iterable[ast.AST]) -> set[str]:
    """Every name that is imported, with its package."""
    found = set[str]()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{one.name}" for one in node.names}
    return found


def module_of(file: str) -> str:
    return f"rednov_bot/{file}".removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def test_no_modules_import_each_other_in_a_circle(imports: Imports) -> None:
    known = {module_of(file) for file in imports}
    graph = {
        module_of(file): {one if one in known else one.rpartition(".")[0] for one in loaded} & known
        for file, (loaded, _) in imports.items()
    }
    assert [*TopologicalSorter(graph).static_order()]  # CycleError names a circle


@pytest.mark.parametrize("library", HOMES)
def test_each_library_is_used_in_its_packages_alone(library: str, imports: Imports) -> None:
    users = {
        file
        for file, (_, names) in imports.items()
        if any(name.partition(".")[0] == library for name in names)
    }
    assert users
    assert [one for one in sorted(users) if not one.startswith(HOMES[library])] == []


def test_a_computer_gnome_decides_without_the_gamestate(imports: Imports) -> None:
    """The one way from a gamestate to a computer gnome is `looking.look` (§6)."""
    rules = "rednov_bot.games.red_november.rules"
    barred = tuple(f"{rules}.{one}" for one in ("gamestate", "logbook", "resolve", "rehearsal"))
    folder = "games/red_november/ai/"
    for file in imports.keys() - {f"{folder}looking.py"}:
        if file.startswith(folder):
            assert not [one for one in imports[file][1] if one.startswith(barred)]
            assert not [one for one in imports[file][1] if "ai.looking" in one], file
