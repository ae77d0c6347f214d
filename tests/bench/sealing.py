"""What it costs to seal: the same turns at a sealed desk and at an open one, by turns.

`python -m tests.bench.sealing` prints the figures.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Final

from rednov_bot.keys import Key
from tests.bench.clerk import Clerk
from tests.bench.figures import Figure, figure
from tests.bench.voyages import desk_of_eight, voyages

TURNS: Final = 200
KEY: Final = Key(bytes(range(16)))


def figures() -> tuple[Figure, ...]:
    """Turns in a second of CPU time, from the announcement to the approved posting; and octets."""
    games = voyages(TURNS)
    turns = sum(game.turns for game in games)
    with tempfile.TemporaryDirectory() as folder:
        paths = {key: Path(folder, f"{key}.db") for key in (KEY, None)}
        clerks = {
            key: Clerk(desk_of_eight(f"sqlite:///{path}", key=key)) for key, path in paths.items()
        }
        seconds = dict.fromkeys(clerks, 0.0)
        for game in games:
            for clerk in clerks.values():
                clerk.start()
            for octets in game.mails:
                for key, clerk in clerks.items():
                    begin = time.process_time()
                    clerk.bring(octets)
                    seconds[key] += time.process_time() - begin
        for clerk in clerks.values():
            clerk.desk.ledger.close()
        sizes = {key: path.stat().st_size / turns for key, path in paths.items()}
    sealed, unsealed = turns / seconds[KEY], turns / seconds[None]
    less = "octets (less is better)"
    return (
        figure("a turn, sealed", "turns/s", sealed, "unsealed", unsealed),
        figure("a turn on file, sealed", less, sizes[KEY], "unsealed", sizes[None]),
    )


if __name__ == "__main__":
    for one in figures():
        print(one)
