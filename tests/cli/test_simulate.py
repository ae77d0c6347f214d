"""`rednov simulate`: what it tells, what it refuses, and how it stops."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rednov_bot.core.paths import DATA_SETS
from tests.cli.shell import Shell


def test_the_same_seed_tells_the_same(shell: Shell) -> None:
    seeds = ("9", "9", "10")
    one, same, other = [
        shell.run("simulate", "--games", "2", "--gnomes", "3", "--seed", seed, "--jobs", "1")
        for seed in seeds
    ]
    assert (one.code, one.err) == (0, "")
    assert one.out.startswith("2 games a setting, seed 9; crew: sensible\n")
    assert one == same
    assert other.out.splitlines()[1:] != one.out.splitlines()[1:]


def test_settings_are_compared_and_charts_drawn(shell: Shell) -> None:
    folder = shell.folder / "new" / "charts"
    (shell.folder / "mine").mkdir()
    for file in (DATA_SETS / "standard").glob("*.toml"):
        text = file.read_text(encoding="utf-8").replace("step = 2", "step = 3")
        (shell.folder / "mine" / file.name).write_text(text, encoding="utf-8")
    said = shell.run(
        *("simulate", "--games", "1", "--gnomes", "3,5-6", "--crew", "random,greedy"),
        *("--option", "wake=end,at_once", "--data", "standard", "--data", "mine"),
        *("--jobs", "1", "--json", "--plots", str(folder)),
    )
    found = json.loads(said.out)
    assert len(found["settings"]) == 12
    assert [one["of"] for one in found["comparisons"]] == ["gnomes", "wake", "data"]
    assert {"rate", "low", "high", "count", "of"} == set(found["settings"][0]["won"])
    assert str(folder) in said.err
    assert {"won.svg", "lost.svg", "fared.svg"} <= {one.name for one in folder.iterdir()}
    for one in folder.iterdir():
        ElementTree.fromstring(one.read_text(encoding="utf-8"))


def test_what_is_wrong_is_told_in_a_sentence(shell: Shell) -> None:
    for option, value in (
        *(("games", "0"), ("games", "many"), ("gnomes", "few"), ("gnomes", "8-3"), ("jobs", "0")),
        *(("option", "wake"), ("option", "wake="), ("crew", ",")),
    ):
        said = shell.run("simulate", f"--{option}", value)
        assert said.code == 2
        assert "Usage:" in said.err
    several = ("wake=end,at_once", "edition=1,2")
    several += tuple(f"{name}=on,off" for name in ("crazed", "drew", "blind", "beacon"))
    for arguments, told in (
        (("--gnomes", "2"), "a game has 3 to 8"),
        (("--crew", "sensible,clever"), "no gnome is 'clever'"),
        (("--option", "wake=never"), "option wake is end or at_once, not 'never'"),
        (("--option", "sleep=on"), "there is no option 'sleep'"),
        (("--data", "nowhere"), "there is no such folder"),
        (("--gnomes", "3-8", *(f"--option={one}" for one in several)), "384 settings"),
    ):
        said = shell.run("simulate", *arguments)
        assert said.code == 1
        assert told in said.err
        assert len(said.err.splitlines()) == 1


# -- many processes -----------------------------------------------------------------------------


Begun = tuple[subprocess.Popen[str], list[int]]


@pytest.fixture
def begun() -> Iterator[Begun]:
    """A long simulation under way, and the processes that play for it; in the end none is left.

    It hears Ctrl-C, also where these tests run behind an `&`, which makes a shell ignore it.
    """
    command = [sys.executable, "-m", "rednov_bot", "simulate", "--games", "100000", "--jobs", "2"]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    signal.signal(signal.SIGINT, before)
    try:
        for _ in range(300):
            found = [one for one in children(running.pid) if "spawn_main" in told_by(one)]
            if len(found) == 2:
                break
            time.sleep(0.05)
        assert len(found) == 2, "no process began to play"
        time.sleep(0.5)
        yield running, found
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
        running.communicate()


def children(pid: int) -> list[int]:
    file = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(one) for one in file.read_text().split()] if file.exists() else []


def told_by(pid: int) -> str:
    file = Path(f"/proc/{pid}/cmdline")
    return file.read_bytes().replace(b"\0", b" ").decode() if file.exists() else ""


linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at /proc")


@linux
@pytest.mark.parametrize("one_dies", [True, False], ids=["one dies", "interrupted"])
def test_the_death_of_a_process_is_told_and_an_interruption_ends_all(
    begun: Begun, one_dies: bool
) -> None:
    running, workers = begun
    if one_dies:
        os.kill(workers[0], signal.SIGKILL)
    else:
        os.killpg(running.pid, signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert "Traceback" not in err
    if one_dies:
        assert running.returncode == 1
        assert err.startswith("rednov: a process that played games was killed")
    else:
        assert running.returncode != 0
        assert not [one for one in workers if "spawn_main" in told_by(one)]
