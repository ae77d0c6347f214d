"""A leak is a type error: the type checker refuses each of the snippets of wrong_types.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mypy import api

from tests.secrecy.wrong_types import RIGHT, SHARED, WRONG

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What the checker says of each snippet, by its name; all are looked at in one run."""
    folder = tmp_path_factory.mktemp("snippets")
    named = {}
    for number, (name, line) in enumerate([*RIGHT.items(), *WRONG.items()]):
        path = folder / f"snippet_{number}.py"
        path.write_text(f"{SHARED}    {line}\n", encoding="utf-8")
        named[path.name] = name
    cache = ROOT / ".mypy_cache"
    told, trouble, _ = api.run(
        [
            "--config-file",
            str(ROOT / "pyproject.toml"),
            "--cache-dir",
            str(cache),
            "--hide-error-context",
            *map(str, sorted(folder.glob("*.py"))),
        ]
    )
    assert trouble == ""
    found: dict[str, list[str]] = {name: [] for name in named.values()}
    for line in told.splitlines():
        match = re.match(r".*?(snippet_\d+\.py):(\d+): error: (.*)", line)
        if match:
            assert int(match[2]) == SHARED.count("\n") + 1, line
            found[named[match[1]]].append(match[3])
        else:
            assert ": error:" not in line, line
    return found


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_is_let_through(refused: dict[str, list[str]], name: str) -> None:
    assert refused[name] == []


@pytest.mark.parametrize("name", WRONG)
def test_a_leak_is_refused(refused: dict[str, list[str]], name: str) -> None:
    assert refused[name]
    assert all(re.search(r"incompatible type|Incompatible types", one) for one in refused[name])
