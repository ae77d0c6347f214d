"""A copy of the program in a folder of its own, with one deliberate leak in it at a time."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.secrecy.mutants.leak import CONTRACTS, TWINS, TYPES, Change, Mutant
from tests.secrecy.mutants.probe import LEAKS

ROOT: Final = Path(__file__).resolve().parents[3]
_COPIED: Final = (
    *("rednov_bot", "templates", "grammar", "migrations", "tests", "deploy", "docs"),
    *("pyproject.toml", ".importlinter", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"),
)
_YOUTH: Final = 1_000_000_000  # seconds since 1970
_BIN: Final = Path(sys.executable).parent
_ERROR: Final = re.compile(r"(?m)^([^:\n]+):(\d+): error:")


class Outdated(Exception):
    """The words that a leak is to take the place of do not stand in the program any more."""


class Tree:
    """The copy."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._at = folder, _YOUTH
        for name in _COPIED:
            whole = ROOT / name
            if whole.is_dir():
                shutil.copytree(whole, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            elif whole.exists():
                shutil.copy2(whole, folder / name)
        if (ROOT / ".mypy_cache").is_dir():
            shutil.copytree(ROOT / ".mypy_cache", folder / ".mypy_cache")

    @contextmanager
    def leaking(self, *mutants: Mutant) -> Iterator[None]:
        """These leaks are in it; afterwards it is as it was.  Outdated where one does not fit."""
        changes = [one for mutant in mutants for one in mutant.changes]
        before = {one.file: self._read(one.file) for one in changes}
        try:
            for one in changes:
                self._change(one)
            yield
        finally:
            for file, text in before.items():
                self._write(file, text)

    def caught(self, mutant: Mutant) -> str:
        """By what a leak is caught that is in the tree; "" if by nothing."""
        match mutant.guard:
            case "twins":
                return self._probed()
            case "types":
                return "types: mypy --strict" if mutant in self.mistyped([mutant]) else ""
            case "contracts":
                return self._contracts()
            case test:
                return self._tested(test)

    def mistyped(self, mutants: Sequence[Mutant]) -> tuple[Mutant, ...]:
        """Those leaks, of which all are in the tree, in whose own lines mypy finds an error."""
        told = self._run("-m", "mypy").stdout
        wrong = {(file, int(line)) for file, line in _ERROR.findall(told)}
        return tuple([one for one in mutants if wrong & self._lines(one)])

    def is_quiet(self, guards: Sequence[str]) -> bool:
        """Whether none of these guards has anything against the tree as it is."""
        tests = [one for one in guards if one not in (TWINS, TYPES, CONTRACTS)]
        return not (
            (TWINS in guards and self._run("-m", "tests.secrecy.mutants.probe").returncode)
            or (TYPES in guards and self._run("-m", "mypy").returncode)
            or (CONTRACTS in guards and self._contracts())
            or (tests and self._pytest(*tests).returncode)
        )

    def _probed(self) -> str:
        done = self._run("-m", "tests.secrecy.mutants.probe")
        if done.returncode == LEAKS:
            return done.stdout.strip()
        return f"NOTHING, for the program is broken: {done.stderr[-300:]}" * bool(done.returncode)

    def _contracts(self) -> str:
        lint = _BIN / "lint-imports"
        done = subprocess.run(
            [lint, "--no-cache"], cwd=self.folder, env=self._env(), capture_output=True, text=True
        )
        broken = re.findall(r"(?m)^(.+) BROKEN$", done.stdout)
        return f"contract: {broken[0]}" if done.returncode == 1 and broken else ""

    def _tested(self, test: str) -> str:
        done = self._pytest(test)
        failed = re.search(r"(?m)^FAILED \S*?::(\w+)", done.stdout)
        return f"test: {failed[1]}" if done.returncode == 1 and failed else ""

    def _pytest(self, *tests: str) -> subprocess.CompletedProcess[str]:
        return self._run("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests)

    def _run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=self._env(),
            capture_output=True,
            text=True,
        )

    def _env(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": str(self.folder), "COLUMNS": "200"}

    def _change(self, one: Change) -> None:
        text = self._read(one.file)
        if text.count(one.now) != 1:
            raise Outdated(f"{one.file} has {text.count(one.now)} times {one.now.strip()[:60]!r}")
        self._write(one.file, text.replace(one.now, one.then))

    def _lines(self, mutant: Mutant) -> set[tuple[str, int]]:
        """Where its words stand in the tree."""
        found = set()
        for one in mutant.changes:
            text = self._read(one.file)
            begin = text[: text.index(one.then)].count("\n") + 1
            found |= {(one.file, begin + at) for at in range(one.then.count("\n") + 1)}
        return found

    def _read(self, file: str) -> str:
        return (self.folder / file).read_text(encoding="utf-8")

    def _write(self, file: str, text: str) -> None:
        """Each time it is a second younger, so that no compiled module of before is taken."""
        path = self.folder / file
        path.write_text(text, encoding="utf-8")
        self._at += 1
        os.utime(path, (self._at, self._at))
