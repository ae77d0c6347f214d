"""How soon a command answers, and how much memory an idle bot takes.

`python -m tests.bench.startup` prints the figures.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.figures import Figure, figure
from tests.games.letters import message
from tests.games.service import Port, Service
from tests.games.world import BOT, address_of

RUNS = 10
SECONDS = 0.15  # at most, for `rednov --version`
MEGABYTES = 80.0  # at most, for an idle `rednov run`


def figures() -> tuple[Figure, ...]:
    """All figures of starting and idling."""
    rednov = [str(Path(sys.executable).with_name("rednov")), "--version"]
    nothing = [sys.executable, "-c", "pass"]
    version, bare = _seconds(rednov, nothing)
    return (
        figure("rednov --version", "s (less is better)", version, "at most", SECONDS),
        figure("rednov --version", "s (less is better)", version, "python -c pass", bare),
        figure("idle `rednov run`", "MB (less is better)", idle_megabytes(), "at most", MEGABYTES),
    )


def _seconds(*commands: list[str]) -> list[float]:
    """The median time of each command, by turns, after one run to warm up."""
    taken: list[list[float]] = [[] for _ in commands]
    for run in range(RUNS + 1):
        for seconds, command in zip(taken, commands, strict=True):
            begin = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            if run:
                seconds.append(time.perf_counter() - begin)
    return [statistics.median(seconds) for seconds in taken]


def idle_megabytes() -> float:
    """The resident memory of a bot that has handled one mail and waits for the next."""
    with tempfile.TemporaryDirectory() as folder, Port(Path(folder)) as port, Service(port) as bot:
        now = datetime.now(UTC).replace(microsecond=0)
        question = message(
            "Brasspot",
            BOT,
            "A rehearsal",
            "I take no action.\n",
            at=now,
            message_id="<rehearsal@player.test>",
        )
        port.send("Brasspot", BOT, question)
        port.next_mail(address_of("Brasspot"))
        status = Path(f"/proc/{bot.pid}/status").read_text(encoding="ascii")
        bot.stop()
    resident = re.search(r"^VmRSS:\s+(\d+) kB$", status, re.MULTILINE)
    assert resident is not None
    return int(resident[1]) / 1024


if __name__ == "__main__":
    for one in figures():
        print(one)
