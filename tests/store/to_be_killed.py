"""A process that writes to a database, or restores one, and is killed in the middle of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rednov_bot.core.store import backups, postgres_backups
from rednov_bot.core.store.unit_of_work import Database
from tests.store.samples import BEFORE, NOON, STORY, a_game, a_mail


def killed(*what: object) -> int:
    """How such a process ended: -9 where it was killed."""
    command = [sys.executable, "-m", "tests.store.to_be_killed", *map(str, what)]
    return subprocess.run(command).returncode


def die(*_: object, **__: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def writing(url: str) -> None:
    """Keeps twenty transactions, and dies in the middle of the next."""
    db = Database(url)
    for number in range(1, 21):
        with db.transaction() as records:
            (game,) = records.games()
            records.advance(game.id, number, STORY, BEFORE, cause="turn", at=NOON)
    with db.transaction() as records:
        records.keep([a_mail(uid, b"x" * 5000) for uid in range(1, 500)])
        a_game(records)
        die()


def restoring_it(url: str, backup: str, step: str) -> None:
    """Dies before it gives a file another name, at some step, as did a service that kept a mail."""
    left = int(step)
    if (service := os.fork()) == 0:
        with Database(url) as db:
            with db.transaction() as records:
                records.keep([a_mail(1000 + left)])
            die()  # what it kept is in the log, which is still there
    os.waitpid(service, 0)

    def counted(change: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*given: Any, **named: Any) -> Any:
            nonlocal left
            left -= 1
            return change(*given, **named) if left else die()

        return changed

    os.link, os.rename, os.replace = map(counted, (os.link, os.rename, os.replace))
    backups.restore(url, Path(backup), replace=True, at=NOON)


def loading(url: str, backup: str) -> None:
    """Dies when a PostgreSQL is emptied and the dump is loaded."""
    load = postgres_backups._load
    postgres_backups._load = lambda *given: die(load(*given))
    backups.restore(url, Path(backup), replace=True, at=NOON)


if __name__ == "__main__":
    {"writing": writing, "restoring": restoring_it, "loading": loading}[sys.argv[1]](*sys.argv[2:])
