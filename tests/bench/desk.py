"""What the desk itself costs: a start, an idle round and process, a turn in SELECTs, years on file.

Also how long it takes to check a finished game from the archive of its list.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from rednov_bot import service
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.games.red_november import datasets
from rednov_bot.verify import archive as archives, games
from tests.bench import archive
from tests.bench.counting import CountingDatabase, Tally
from tests.bench.figures import Figure, cpu_seconds, one_run
from tests.bench.voyages import CONTESTMASTER, approve_all, bring, desk_of_eight, start
from tests.builders import list_mail, private_mail
from tests.fairness.played import archive as archive_of, begun
from tests.games.letters import message
from tests.games.service import Port, Service
from tests.games.world import BOT, address_of
from tests.rules.sailing import CREW

STARTS: Final = 10
VERSION: Final = 0.15  # seconds at most, for `rednov --version`
MEGABYTES: Final = 80.0  # at most, for an idle `rednov run`
SELECTS: Final = 60  # at most, for a plain turn
ANSWER: Final = 0.2  # seconds at most, for an answer to `status` at a full desk
LOOK: Final = 1.0  # second at most, to find what is to be done after a start
TURN: Final = 10.0  # ms at most, to check a turn: 2 s for a game of 200
ASKED: Final = 7  # times; so many private answers a day
LESS: Final = "s (less is better)"


def figures() -> Iterator[Figure]:
    """All figures of the desk."""
    rednov = [str(Path(sys.executable).with_name("rednov")), "--version"]
    version, bare = started(rednov), started([sys.executable, "-c", "pass"])
    yield Figure("rednov --version", LESS, version, "at most", VERSION)
    yield Figure("rednov --version", LESS, version, "python -c pass", bare)
    idle = idle_megabytes()
    yield Figure("idle `rednov run`", "MB (less is better)", idle, "at most", MEGABYTES)
    with tempfile.TemporaryDirectory() as folder:
        turn, round_ = asked(Path(folder))
        less = "SELECTs (less is better)"
        yield Figure("a turn, to its receipt and draft", less, turn, "at most", SELECTS)
        yield Figure("a round with nothing to do", less, round_, "a turn", turn)
        few, (path, ended) = archive.file_games(Path(folder), 1, archive.GAMES).items()
        desk = desk_of_eight(f"sqlite:///{path}", begin=ended)
        name = f"with {archive.GAMES} games on file"
        yield Figure(f"the first look, {name}", LESS, seconds(lambda: bring(desk)), "at most", LOOK)
        idle = statistics.median(seconds(lambda: bring(desk)) for _ in range(ASKED))
        yield Figure(f"an idle round, {name}", LESS, idle, "at most", ANSWER)
        status = private_mail(CONTESTMASTER, "status\n")
        names = (status.replace(b"ID: <", b"ID: <%d." % number) for number in range(ASKED))
        answers = [seconds(partial(bring, desk, one)) for one in names]
        answer = statistics.median(answers)
        yield Figure(f"status, {name}", LESS, answer, "at most", ANSWER)
        young = desk_of_eight(f"sqlite:///{few[0]}", begin=few[1])
        old, peer = turns(desk, young)
        yield Figure(f"a turn, to its posting, {name}", "ms (less is better)", old, "with 4", peer)
        young.db.close()
        desk.db.close()
    with tempfile.TemporaryDirectory() as folder:
        checked = verified(Path(folder))
        yield Figure("a turn verified", "ms (less is better)", checked, "at most", TURN)


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def started(command: list[str]) -> float:
    """The median time of a command, after one run to warm up."""
    runs = [
        seconds(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))
        for _ in range(STARTS + 1)
    ]
    return statistics.median(runs[1:])


def idle_megabytes() -> float:
    """The resident memory of a bot that has handled one mail and waits for the next."""
    with tempfile.TemporaryDirectory() as folder, Port(Path(folder)) as port, Service(port) as bot:
        at, name = datetime.now(UTC).replace(microsecond=0), "<rehearsal@player.test>"
        text = "I take no action.\n"
        octets = message("Brasspot", BOT, "A rehearsal", text, at=at, message_id=name)
        port.send("Brasspot", BOT, octets)
        port.next_mail(address_of("Brasspot"))
        status = Path(f"/proc/{bot.pid}/status").read_text(encoding="ascii")
        bot.stop()
    resident = re.search(r"^VmRSS:\s+(\d+) kB$", status, re.MULTILINE)
    assert resident is not None
    return int(resident[1]) / 1024


def asked(folder: Path) -> tuple[int, int]:
    """The SELECTs of a turn, from the fetched mail to what is sent, and of an idle round."""
    desk = desk_of_eight(f"sqlite:///{folder}/rednov.db", pictures=True)
    desk.db.close()
    db = CountingDatabase(desk.settings.bot.database)
    desk = replace(desk, db=db)
    start(desk)
    approve_all(desk)
    bring(desk, list_mail(CREW[1], "Is it me?\n"))
    db.tally = idle = Tally()
    service.make_rounds(desk)
    db.tally = turn = Tally()
    bring(desk, list_mail(CREW[0], "I take no action.\n"))
    db.close()
    return turn.selects - idle.selects, idle.selects


def turns(*desks: Desk) -> list[float]:
    """Milliseconds of CPU time for a turn and its approval, at each desk in turn: medians."""
    for desk in desks:
        bring(desk)
        start(desk)
        approve_all(desk)

    def turn(desk: Desk, gnome: str) -> None:
        bring(desk, list_mail(gnome, "I take no action.\n", message_id=f"<{gnome}@post.example>"))
        approve_all(desk)

    found = [[one_run(partial(turn, desk, gnome)) for desk in desks] for gnome in CREW]
    return [statistics.median(one) * 1000 for one in zip(*found, strict=True)]


def verified(folder: Path) -> float:
    """Milliseconds of CPU time for each turn of a finished game, in this process."""
    game, path = begun(folder, gnomes=len(CREW), careful=4), folder / "archive.mbox"
    game.finish()
    path.write_bytes(archive_of(game.archive))
    tables = datasets.load("standard")
    turns = sum(b"Subject: [Red November] Turn " in mail for mail in game.archive)

    def check() -> None:
        (found,) = games.check(archives.read([path]), lambda digest: tables)
        assert found.is_told
        assert found.findings.agree

    return cpu_seconds(check, runs=3) / turns * 1000
