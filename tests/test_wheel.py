"""What is handed out works where nothing of this repository is at hand."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from rednov_bot import __version__
from tests.rigs.dovecot import Dovecot
from tests.rigs.postfix import Postfix

REPOSITORY = Path(__file__).parents[1]
TRAVELLERS = (
    "rednov_bot/_files/grammar/asking.txt",
    "rednov_bot/_files/grammar/commands.txt",
    "rednov_bot/_files/grammar/turn.lark",
    "rednov_bot/_files/templates/red_november/resolution.txt.j2",
    "rednov_bot/_files/migrations/env.py",
    "rednov_bot/_files/deploy/rednov.service",
    "rednov_bot/_files/docs/index.md",
    "rednov_bot/games/red_november/data/standard/board.toml",
    "rednov_bot/py.typed",
)


def run(*command: str | Path, cwd: Path, **more: str) -> str:
    """A command that has to end well; what it said."""
    known = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(command, cwd=cwd, env=known | more, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, REPOSITORY, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def rednov(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, installed from the wheel beside what it depends on, and nothing else."""
    folder = tmp_path_factory.mktemp("elsewhere") / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=dist)
    (wheel,) = dist.glob("*.whl")
    pip = (sys.executable, "-m", "pip", "--python", folder, "--disable-pip-version-check")
    run(*pip, "install", "--quiet", "--no-deps", wheel, cwd=dist)
    (site,) = folder.glob("lib/*/site-packages")
    (installed,) = metadata.distributions(name="rednov-bot", path=[str(site)])
    for name in depended_on(installed.requires or []):
        distribution = metadata.distribution(name)
        for top in {file.parts[0] for file in distribution.files or ()} - {"..", "__pycache__"}:
            (site / top).symlink_to(distribution.locate_file(top))
    return folder / "bin" / "rednov"


def depended_on(requirements: Sequence[str]) -> set[str]:
    """The packages without which something cannot do, and all that these need."""
    found, left = set[str](), [*requirements]
    while left:
        requirement = Requirement(left.pop())
        one = canonicalize_name(requirement.name)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            left += [] if one in found else metadata.requires(one) or []
            found.add(one)
    return found


def test_the_wheel_brings_all_that_the_program_reads_and_nothing_else(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    inside = set(zipfile.ZipFile(wheel).namelist())
    assert set(TRAVELLERS) <= inside
    for folder in ("grammar", "templates", "migrations/versions"):
        files = [path for path in (REPOSITORY / folder).iterdir() if path.is_file()]
        assert files
        assert {f"rednov_bot/_files/{folder}/{path.name}" for path in files} <= inside
    pages, docs = "rednov_bot/_files/docs/", REPOSITORY / "docs"
    there = [path for path in docs.rglob("*.md") if "_build" not in path.parts]
    assert {name for name in inside if name.startswith(pages)} == {
        f"{pages}{path.relative_to(docs).as_posix()}" for path in there
    }
    tops = {name.partition("/")[0] for name in inside}
    assert tops == {"rednov_bot", f"rednov_bot-{__version__}.dist-info"}


def test_the_source_archive_brings_what_a_build_and_a_test_need(dist: Path) -> None:
    (archive,) = dist.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        inside = {name.partition("/")[2] for name in opened.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", "Makefile", "tests/builders.py"} <= inside
    assert not any(name.startswith((".venv", "bench.json")) for name in inside)


def test_the_installed_program_runs_from_its_environment(rednov: Path, tmp_path: Path) -> None:
    assert __version__ in run(rednov, "--version", cwd=tmp_path)
    assert "I fix the reactor for 6 minutes" in run(rednov, "guide", "gnome", "turns", cwd=tmp_path)
    python = rednov.with_name("python")
    where = run(python, "-c", "import rednov_bot; print(rednov_bot.__file__)", cwd=tmp_path)
    assert where.startswith(str(rednov.parents[1]))


def test_the_installed_program_sets_itself_up(rednov: Path, tmp_path: Path) -> None:
    with Dovecot() as dovecot, Postfix(dovecot.lmtp_port) as postfix:
        answers = {
            "address": "rednov@game.test",
            "imap-host": dovecot.host,
            "imap-port": dovecot.imap_port,
            "imap-tls": "none",
            "smtp-host": postfix.host,
            "smtp-port": postfix.smtp_port,
            "smtp-tls": "none",
            "smtp-user": "none",
            "list": "agora-business@agora.example",
            "contestmaster": "Pewterby <pewterby@player.test>",
            "service": "system",
        }
        said = [part for key, one in answers.items() for part in (f"--{key}", str(one))]
        secret = {"REDNOV_IMAP__PASSWORD": dovecot.password}
        told = run(rednov, "init", "--no-input", *said, cwd=tmp_path, **secret)
        assert f"{rednov} doctor --send" in told
        assert "0 wrong" in run(rednov, "doctor", cwd=tmp_path)
    unit = (tmp_path / "rednov.service").read_text(encoding="utf-8")
    assert f"ExecStart={rednov} run --config {tmp_path / 'rednov.toml'}\n" in unit


def test_the_installed_program_plays_the_demo(rednov: Path, tmp_path: Path) -> None:
    run(rednov, "demo", "--folder", tmp_path / "out", cwd=tmp_path)
    assert (tmp_path / "out" / "rednov.db").stat().st_size > 0
    assert list((tmp_path / "out" / "mails").glob("*/*.eml"))
