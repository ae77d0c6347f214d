"""Writes to a database, or restores one, until it is killed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rednov_bot.core.store import postgres_backups, restoring
from rednov_bot.core.store.unit_of_work import Database
from tests.store.samples import BEFORE, NOON, STORY, a_game, a_mail


def inside(db: Database) -> None:
    """Dies in the middle of a transaction."""
    with db.transaction() as records:
        records.keep([a_mail(uid, b"x" * 5000) for uid in range(1, 500)])
        a_game(records)
        print("inside", flush=True)
        sys.stdin.read()


def on_and_on(db: Database) -> None:
    """Dies wherever it happens to be; tells the number of each gamestate that is kept."""
    with db.transaction() as records:
        (game,) = records.games()
    number = 0
    while True:
        number += 1
        with db.transaction() as records:
            records.advance(game.id, number, STORY, BEFORE, cause="turn", at=NOON)
        print(number, flush=True)


def one_more(db: Database) -> None:
    """Dies with a mail in the log that is not in the file yet."""
    with db.transaction() as records:
        records.keep([a_mail(uid=int(sys.argv[3]))])
    os.kill(os.getpid(), signal.SIGKILL)


def restoring_it(url: str, backup: str, step: int) -> None:
    """Dies before it gives a file another name for the *step*-th time, counted from 1."""
    done = 0

    def counted(change: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*given: Any, **named: Any) -> Any:
            nonlocal done
            done += 1
            if done == step:
                os.kill(os.getpid(), signal.SIGKILL)
            return change(*given, **named)

        return changed

    os.link, os.rename, os.replace = map(counted, (os.link, os.rename, os.replace))
    restoring.restore(
        url,
        Path(backup),
        replace=True,
        at=NOON,
    )


def loading(url: str, backup: str) -> None:
    """Dies when a PostgreSQL is emptied and the dump is to be loaded."""
    postgres_backups.call = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[assignment]
    restoring_it(url, backup, 0)


if __name__ == "__main__":
    if sys.argv[1] == "loading":
        loading(sys.argv[2], sys.argv[3])
    if sys.argv[1] == "restoring":
        restoring_it(sys.argv[2], sys.argv[3], int(sys.argv[4]))
        sys.exit(0)
    {"inside": inside, "on and on": on_and_on, "one more": one_more}[sys.argv[1]](
        Database(sys.argv[2])
    )
