"""What the papers at the door promise is there."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path

import click
import pytest

from rednov_bot import __version__
from rednov_bot.cli import COMMANDS, rednov
from rednov_bot.core import settings

REPOSITORY = Path(__file__).parents[1]
README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\]\(([^)#:]+)\)")
_PATH = re.compile(r"(?:rednov_bot|tests|grammar|templates|migrations|deploy)/[\w./-]*\w")


def spans() -> list[str]:
    """What the README says in typewriter letters, and each line of its blocks."""
    blocks = re.findall(r"^```\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.splitlines()]
    return [*_CODE.findall(README), *lines]


def usages() -> list[tuple[str, tuple[str, ...]]]:
    """The commands of the README with their options: `("run", ("--once",))`."""
    found = [
        (words[1], tuple(re.findall(r"--[a-z-]+", " ".join(words))))
        for words in (span.split() for span in spans())
        if words[:1] == ["rednov"] and len(words) > 1 and words[1][0].isalpha()
    ]
    assert found
    return found


def test_every_command_in_the_readme_exists_with_its_options() -> None:
    context = click.Context(rednov)
    for name, options in usages():
        command = rednov.get_command(context, name)
        assert command is not None, f"rednov {name}"
        known = {option for parameter in command.params for option in parameter.opts}
        assert set(options) <= known, f"rednov {name}"


def test_every_command_that_serves_people_is_in_the_readme() -> None:
    told = " ".join(spans())
    assert [name for name in COMMANDS if not re.search(rf"\b{name}\b", told)] == []


def test_every_make_target_in_the_readme_exists() -> None:
    targets = {target for span in spans() for target in re.findall(r"\bmake ([a-z]+)", span)}
    assert targets
    for target in targets:
        dry_run(target)


@pytest.mark.parametrize("target", ["demo", "test", "cases", "bench", "check"])
def test_make_knows_how_to(target: str) -> None:
    dry_run(target)


def dry_run(target: str) -> None:
    """What make would do is printed, and nothing of it done."""
    command = ["make", "-n", target, "DIR=/tmp"]
    known = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(command, cwd=REPOSITORY, env=known, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert ".venv/bin/" in done.stdout or target == "install"  # which may be by uv or pipx


def test_every_file_that_the_readme_names_is_there() -> None:
    named = {*_LINK.findall(README), *_PATH.findall(" ".join(spans()))}
    assert named
    assert [name for name in named if not (REPOSITORY / name).exists()] == []


def test_the_settings_to_copy_can_be_loaded(tmp_path: Path) -> None:
    example = (REPOSITORY / "deploy" / "rednov.toml.example").read_text(encoding="utf-8")
    copy = tmp_path / "rednov.toml"
    copy.write_text(example, encoding="utf-8")
    for name in re.findall(r'^password_file = "(.+)"', example, re.MULTILINE):
        (tmp_path / name).write_text("a password\n", encoding="utf-8")
    known = settings.load(copy)
    assert known.contest.contestmaster in known.people


def test_the_changelog_tells_of_this_version() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
    changes = (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## \[([^\]]+)\]", changes, re.MULTILINE)
    assert newest is not None
    assert newest[1] == __version__
