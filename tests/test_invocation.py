"""A hint names `rednov` as it can be typed where it is read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rednov_bot.core.invocation import program

BESIDE = Path(sys.executable).with_name("rednov")


def hint(*command: str | Path, path: str = os.defpath, cwd: Path) -> str:
    """What a wrong word is answered with."""
    environment = {**os.environ, "PATH": path}
    done = subprocess.run(
        [*command, "kill"], cwd=cwd, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 2
    return done.stderr


def test_a_program_that_was_called_by_its_place_is_named_by_it(tmp_path: Path) -> None:
    (tmp_path / "bin").symlink_to(BESIDE.parent)
    said = hint("bin/rednov", cwd=tmp_path)
    assert "here it is `bin/rednov idle kill`" in said
    assert "Usage: bin/rednov" in said


def test_a_program_that_the_shell_finds_is_named_by_its_name(tmp_path: Path) -> None:
    path = f"{BESIDE.parent}{os.pathsep}{os.defpath}"
    for called in ("rednov", str(BESIDE)):
        assert "here it is `rednov idle kill`" in hint(called, path=path, cwd=tmp_path)


def test_a_program_that_was_called_as_a_module_is_named_by_its_place(tmp_path: Path) -> None:
    said = hint(sys.executable, "-m", "rednov_bot", cwd=tmp_path)
    assert f"here it is `{BESIDE} idle kill`" in said


def test_inside_another_program_there_is_only_the_name() -> None:
    assert program() == "rednov"


@pytest.mark.parametrize("called", ["bin/rednov", "./bin/rednov"])
def test_mails_name_the_whole_way(tmp_path: Path, called: str) -> None:
    (tmp_path / "bin").symlink_to(BESIDE.parent)
    told = (
        "import sys; from rednov_bot.core.invocation import program_from_anywhere\n"
        f"sys.argv[0] = {called!r}; print(program_from_anywhere())"
    )
    done = subprocess.run(
        [sys.executable, "-c", told],
        cwd=tmp_path,
        env={**os.environ, "PATH": os.defpath},
        capture_output=True,
        text=True,
    )
    assert done.stdout == f"{tmp_path}/bin/rednov\n", done.stderr
