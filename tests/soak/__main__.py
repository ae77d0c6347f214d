"""Many mails through one running service, and whether it stays as it was.

`python -m tests.soak 50000` puts so many mails into a Dovecot in waves: talk, copies, strangers,
hostile mails, void announcements, and a game that goes on with its turns and approvals.  Between
the waves the process is looked at.  The exit code is 1 where it is not flat: where memory, open
files, threads, the database for each mail, or the time that things take grow in the second half.
"""

from __future__ import annotations

import statistics
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tests.bench.season import in_season
from tests.bench.traffic import Traffic
from tests.soak.judging import Log, Look, growths

WAVE: Final = 60  # mails of a wave beside those of the game
LOOKS: Final = 40  # at the process, in the whole soak


def soak(mails: int) -> Log:
    """So many mails go through a service."""
    log, traffic, begin = Log(), Traffic(), time.monotonic()
    with in_season() as (station, service, season):
        while station.delivered < mails:
            said = season.announcement()
            first = time.perf_counter()
            station.fill(*traffic.some(WAVE, datetime.now(UTC)))
            station.deliver(said.octets)
            if said.turn is not None:
                draft = season.draft_of(said.turn)
                log.costs.append((draft.at - first) / (WAVE + 1))
                season.wait_until_quiet()
                taken = season.approve(draft)
                log.latencies.append(season.posting_of(said.turn).at - taken)
            if station.delivered >= len(log.looks) * mails / LOOKS and log.costs:
                log.looks.append(_look(service.pid, station.folder, station.delivered))
                _tell(log, season.games, time.monotonic() - begin)
            assert service.runs, service.log.read_text()[-2000:]
    return log


def _look(pid: int, folder: Path, mails: int) -> Look:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    status = dict(line.split(":", 1) for line in lines)
    return Look(
        mails=mails,
        megabytes=int(status["VmRSS"].split()[0]) / 1024,
        files=len(list(Path(f"/proc/{pid}/fd").iterdir())),
        threads=int(status["Threads"]),
        stored=sum(path.stat().st_size for path in folder.glob("rednov.db*")),
    )


def _tell(log: Log, games: int, seconds: float) -> None:
    look = log.looks[-1]
    late, cost = (statistics.median(one[-20:]) for one in (log.latencies, log.costs))
    print(
        f"{seconds:6.0f} s {look.mails:6} mails {games:3} games; {look.megabytes:6.1f} MB,"
        f" {look.files} files, {look.threads} threads, {look.stored / look.mails:6.0f} octets of"
        f" database a mail; {1 / cost:.0f} mails/s; approval to posting {late * 1000:.0f} ms",
        flush=True,
    )


if __name__ == "__main__":
    found = growths(soak(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000))
    print(f"grows: {', '.join(found)}" if found else "flat")
    sys.exit(1 if found else 0)
