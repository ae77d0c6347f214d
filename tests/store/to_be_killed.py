"""Writes to a database until it is killed."""

from __future__ import annotations

import sys

from rednov_bot.store.ledger import Ledger
from tests.store.samples import BEFORE, NOON, STORY, a_game, a_ledger, a_mail


def inside(ledger: Ledger) -> None:
    """Dies in the middle of a transaction."""
    with ledger.transaction() as records:
        records.keep([a_mail(uid, b"x" * 5000) for uid in range(1, 500)])
        a_game(records)
        print("inside", flush=True)
        sys.stdin.read()


def on_and_on(ledger: Ledger) -> None:
    """Dies wherever it happens to be; tells the number of each gamestate that is kept."""
    with ledger.transaction() as records:
        (game,) = records.games()
    number = 0
    while True:
        number += 1
        with ledger.transaction() as records:
            records.advance(game.id, number, STORY, BEFORE, cause="turn", at=NOON)
        print(number, flush=True)


if __name__ == "__main__":
    {"inside": inside, "on and on": on_and_on}[sys.argv[1]](a_ledger(sys.argv[2]))
