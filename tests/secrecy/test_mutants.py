"""Some deliberate leaks are caught, by each kind of guard but the types (test_types.py).

`make mutants` tries all of them, in about five minutes.  Here it is seen that each of them still
fits the program.
"""

from __future__ import annotations

import pytest

from tests.secrecy.mutants.__main__ import NOT_CAUGHT, caught
from tests.secrecy.mutants.leak import CONTRACTS, TWINS, TYPES, Mutant, mutant
from tests.secrecy.mutants.table import MUTANTS
from tests.secrecy.mutants.tree import Outdated, Tree

QUICK = (
    "the resolution names what its gnome holds",
    "a Message-ID ends with a digest of the hands",
    "the pages for the list can look into the store",
    "hands print themselves",
    "a link of the chain has no key: whoever guesses an order can check it",
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    return Tree(tmp_path_factory.mktemp("copy"))


def test_there_are_enough_of_them_and_of_every_kind() -> None:
    guards = [one.guard for one in MUTANTS.values()]
    assert len(guards) >= 30
    assert min(guards.count(kind) for kind in (TWINS, TYPES, CONTRACTS)) >= 3
    assert len({one.what for one in MUTANTS.values()}) == len(MUTANTS)


@pytest.mark.parametrize("number", MUTANTS)
def test_each_still_fits_the_program(tree: Tree, number: int) -> None:
    with tree.leaking(MUTANTS[number]):
        for one in MUTANTS[number].changes:
            if one.file.endswith(".py"):
                path = tree.folder / one.file
                compile(path.read_text(encoding="utf-8"), one.file, "exec")


def test_one_that_does_not_fit_is_told_of_and_leaves_nothing(tree: Tree) -> None:
    gone = mutant(
        "words that nobody has written",
        TWINS,
        ("README.md", "# rednov_bot\n", "# another\n"),
        ("README.md", "no such words", ""),
    )
    with (
        pytest.raises(Outdated, match=r"README\.md has 0 times 'no such words'"),
        tree.leaking(gone),
    ):
        pass
    assert (tree.folder / "README.md").read_text(encoding="utf-8").startswith("# rednov_bot\n")


@pytest.mark.parametrize("what", QUICK)
def test_a_deliberate_leak_is_caught(tree: Tree, what: str) -> None:
    chosen: dict[int, Mutant] = {n: one for n, one in MUTANTS.items() if one.what == what}
    ((_, how),) = caught(tree, chosen)
    assert not how.startswith(("NOTHING", NOT_CAUGHT))


def test_what_leaks_nothing_is_not_caught(tree: Tree) -> None:
    for guard in (TWINS, "tests/secrecy/test_faults.py"):
        still = mutant("nothing", guard, ("README.md", "# rednov_bot\n", "# rednov_bot\n\n"))
        assert list(caught(tree, {1: still})) == [(1, NOT_CAUGHT)]
