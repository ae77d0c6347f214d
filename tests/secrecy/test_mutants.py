"""Some deliberate leaks are caught; test_types.py and test_worlds.py try other guards.

`make mutants` tries all of them.  Here it is seen that each of them still fits the program.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.secrecy.mutants import NOT_CAUGHT, ROOT, WORLDS, Outdated, Tree, mutants

QUICK = (
    "the pages for the list can look into the store",
    "hands print themselves",
    "a gnome's private notice goes to the list",
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    return Tree(tmp_path_factory.mktemp("copy"))


def test_there_are_enough_of_them_and_of_every_kind() -> None:
    guards = [one.guard for one in mutants()]
    assert len(guards) >= 65
    assert min(guards.count(kind) for kind in (WORLDS, "types", "contracts")) >= 3
    assert len({one.what for one in mutants()}) == len(guards)
    tests = {one.partition("::")[0] for one in guards} - {"types", "contracts"}
    assert all((ROOT / one).is_file() for one in tests)


def test_each_still_fits_the_program(tree: Tree) -> None:
    for one in mutants():
        with tree.leaking(one):
            for file, _, _ in one.changes:
                if Path(file).suffix == ".py":
                    compile((tree.folder / file).read_text(encoding="utf-8"), file, "exec")


def test_one_that_does_not_fit_is_told_of_and_leaves_nothing(tree: Tree) -> None:
    file = "rednov_bot/core/errors.py"
    (gone,) = mutants(f"# none\n> {file}\n-_where(one.__\n+\n> pyproject.toml\n-[[no]]\n")
    before = (tree.folder / file).read_text(encoding="utf-8")
    with pytest.raises(Outdated, match=r"pyproject\.toml has 0 times"), tree.leaking(gone):
        pass
    assert (tree.folder / file).read_text(encoding="utf-8") == before


@pytest.mark.parametrize("what", QUICK)
def test_a_deliberate_leak_is_caught(tree: Tree, what: str) -> None:
    (leak,) = [one for one in mutants() if one.what == what]
    ((_, how),) = tree.caught(leak)
    assert how != NOT_CAUGHT
