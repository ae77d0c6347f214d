"""Puts deliberate leaks into a copy of the program, and tells by what each is caught.

    python -m tests.secrecy.mutants [NUMBER ...]

Without a number all of them: some minutes.  Ends with 1 if one is not caught, or does not fit the
program any more.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.secrecy.leaks import LEAKS

ROOT: Final = Path(__file__).resolve().parents[2]
WORLDS: Final = "tests/secrecy/test_worlds.py"
NOT_CAUGHT: Final = "NOT CAUGHT"
GAMES: Final = 600
"""So many games are played at most until a leak shows."""

_COPIED: Final = ("rednov_bot", "templates", ".importlinter", "pyproject.toml", ".mypy_cache")
_LINKED: Final = ("tests", "grammar", "migrations", "deploy", "docs", "README.md", "CHANGELOG.md")
_YOUTH: Final = 1_000_000_000  # seconds since 1970


class Outdated(Exception):
    """The words that a leak is to take the place of do not stand once in the program any more."""


@dataclass(frozen=True)
class Mutant:
    """A deliberate leak."""

    what: str  # it tells
    guard: str  # that is to catch it: "types", "contracts" or a test
    changes: tuple[tuple[str, str, str], ...]  # file, words now, words then


def mutants(text: str = LEAKS) -> tuple[Mutant, ...]:
    """All that are written in a text of this form."""
    return tuple([_mutant(part) for part in re.split(r"(?m)^# ", text)[1:]])


def _mutant(text: str) -> Mutant:
    head, *parts = re.split(r"(?m)^>", text.rstrip("\n"))
    what, *guard = head.strip().split("\n@ ")
    changes, file = list[tuple[str, str, str]](), ""
    for part in parts:
        name, *lines = part.split("\n")
        lines, file = [one for one in lines if one], name.strip() or file
        now, then = ("\n".join(x[1:] for x in lines if x[0] in f" {sign}") for sign in "-+")
        changes.append((file, now, then))
    return Mutant(what, guard[0] if guard else WORLDS, tuple(changes))


class Tree:
    """The copy, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._at = folder, _YOUTH
        for name in _COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name)
            elif (ROOT / name).exists():
                shutil.copy2(ROOT / name, folder / name)
        for name in _LINKED:
            (folder / name).symlink_to(ROOT / name)

    @contextmanager
    def leaking(self, *leaks: Mutant) -> Iterator[None]:
        """These leaks are in it; afterwards it is as it was.  Outdated where one does not fit."""
        before = {file: self._read(file) for one in leaks for file, _, _ in one.changes}
        try:
            for one in leaks:
                for file, now, then in one.changes:
                    text = self._read(file)
                    if text.count(now) != 1:
                        raise Outdated(f"{file} has {text.count(now)} times {now.strip()[:60]!r}")
                    self._write(file, text.replace(now, then))
            yield
        finally:
            for file, text in before.items():
                self._write(file, text)

    def caught(self, *leaks: Mutant) -> Iterator[tuple[Mutant, str]]:
        """By what each is caught; those of which the types are wrong in one run of mypy."""
        for one in leaks:
            if one.guard != "types":
                with self.leaking(one):
                    yield one, self._found(one.guard) or NOT_CAUGHT
        mistyped = [one for one in leaks if one.guard == "types"]
        with self.leaking(*mistyped):
            told = self._run("-m", "mypy").stdout if mistyped else ""
            wrong = re.findall(r"(?m)^([^:\n]+):(\d+): error:", told)
            found = [not {*wrong}.isdisjoint(self._lines(one)) for one in mistyped]
        for one, is_found in zip(mistyped, found, strict=True):
            yield one, "types: mypy --strict" if is_found else NOT_CAUGHT

    def _found(self, guard: str) -> str:
        """What the guard says, "" where it finds nothing."""
        if guard == "contracts":
            lint = Path(sys.executable).with_name("lint-imports")
            told = self._run("--no-cache", program=lint).stdout
            broken = re.search(r"(?m)^(.+) BROKEN$", told)
            return f"contract: {broken[1]}" if broken else ""
        told = self._run("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", guard).stdout
        if leak := re.search(r"(?m)^E +(?:\S*\.)?Leak: (.+)", told):
            return f"worlds: {leak[1]}"
        failed = re.search(r"(?m)^FAILED \S*?::(\w+)", told)
        return f"test: {failed[1]}" if failed else ""

    def _run(
        self, *arguments: str, program: Path = Path(sys.executable)
    ) -> subprocess.CompletedProcess[str]:
        more = {"PYTHONPATH": str(self.folder), "COLUMNS": "200", "WORLDS": str(GAMES)}
        return subprocess.run(
            [program, *arguments],
            cwd=self.folder,
            env={**os.environ, **more},
            capture_output=True,
            text=True,
        )

    def _lines(self, mutant: Mutant) -> set[tuple[str, str]]:
        """Where its words stand in the tree."""
        found = set()
        for file, _, then in mutant.changes:
            text = self._read(file)
            begin = text[: text.index(then)].count("\n") + 1
            found |= {(file, str(begin + at)) for at in range(then.count("\n") + 1)}
        return found

    def _read(self, file: str) -> str:
        return (self.folder / file).read_text(encoding="utf-8")

    def _write(self, file: str, text: str) -> None:
        """Each time it is a second younger, so that no compiled module of before is taken."""
        path = self.folder / file
        path.write_text(text, encoding="utf-8")
        self._at += 1
        os.utime(path, (self._at, self._at))


def main(numbers: Sequence[int]) -> int:
    """Print a line for each, and how many were caught."""
    every = mutants()
    chosen = [every[number - 1] for number in numbers] or [*every]
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        try:
            for one, how in Tree(Path(folder)).caught(*chosen):
                missed += how == NOT_CAUGHT
                print(f"{every.index(one) + 1:3}  {one.what}: {how}", flush=True)
        except Outdated as wrong:
            print(f"a leak does not fit the program any more: {wrong}")
            return 1
    print(f"{len(chosen) - missed} of {len(chosen)} deliberate leaks are caught")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main([int(one) for one in sys.argv[1:]]))
