"""The service under drill: `rednov run`, but for a clock that can be set and a disk that fills up.

It is called as `python -m rednov_bot.drill.worker SETTINGS CLOCK [OCTETS]`: no file of its may grow
beyond so many octets.
"""

from __future__ import annotations

import resource
import signal
import sys
from contextlib import closing
from pathlib import Path

from rednov_bot import daemon, journal
from rednov_bot.bootstrap import open_desk, open_share
from rednov_bot.drill.wall import Wall
from rednov_bot.errors import RednovError
from rednov_bot.stop import Stop
from rednov_bot.store.serving import serving


def main(arguments: list[str]) -> None:
    """Serve until SIGTERM; ends with 1 and the reason where that is not possible."""
    config, clock = Path(arguments[0]), Path(arguments[1])
    if len(arguments) > 2:
        most = int(arguments[2])
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    stop = Stop()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    journal.begin(verbose=False)
    try:
        desk = open_desk(config, clock=Wall(clock))
        with serving(desk.settings.bot.database), closing(open_share(desk)) as share:
            daemon.serve(desk, stop, share)
    except RednovError as error:
        raise SystemExit(f"rednov: {error}") from None


if __name__ == "__main__":
    main(sys.argv[1:])
