"""A desk with years of play on file beside an empty one: what it answers, and how fast it works.

`python -m tests.bench.office` prints the figures.
"""

from __future__ import annotations

import contextlib
import dataclasses
import io
import sqlite3
import statistics
import tempfile
import time
from datetime import datetime
from pathlib import Path
from typing import Final

from rednov_bot import cli
from rednov_bot.core.store.unit_of_work import Database
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.position import Ending, Position
from tests.bench import archive
from tests.bench.clerk import Clerk
from tests.bench.figures import Figure, figure
from tests.bench.voyages import CONTESTMASTER, Voyage, desk_of_eight, voyages
from tests.builders import MONDAY, CountingTokens, private_mail
from tests.cli.shell import SETTINGS
from tests.rigs.scale import many

TURNS: Final = many(200, 80)
MAILS: Final = 100 * archive.GAMES  # on file at the full desk
SECONDS: Final = 0.2  # at most, for an answer to `status`
START: Final = 1.0  # second at most, to find what is to be done
WANTED: Final = 0.8  # of the speed of an empty desk
ASKED: Final = 7  # times; so many private answers a day


def figures() -> tuple[Figure, ...]:
    """All figures of a full desk."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "rednov.db")
        ended = archive.file_games(path)
        assert archive.count(path, "games") >= archive.GAMES
        assert archive.count(path, "raw_mails") >= MAILS
        games = voyages(TURNS, before=lambda fresh: _number_on(fresh, archive.count(path, "games")))
        first, usual = _status(path, ended)
        asked = [_shell(Path(folder), path, *command) for command in _COMMANDS]
        full, empty = _turns(games, path, ended)
    less = "s (less is better)"
    return (
        figure("status, at a full desk", less, usual, "at most", SECONDS),
        figure("the first look after a start", less, first, "at most", START),
        *(
            figure(f"rednov {' '.join(command)}", less, seconds, "at most", START)
            for command, seconds in zip(_COMMANDS, asked, strict=True)
        ),
        figure("a turn at a full desk", "turns/s", full, "at an empty one", empty),
    )


_COMMANDS: Final = (("drafts",), ("games",), ("show",), ("show", "RN7"), ("outbox",))


def _status(path: Path, ended: datetime) -> tuple[float, float]:
    """Seconds of the first look for work after a start; and from the contestmaster's mail to the
    answer on its way."""
    tokens = CountingTokens(messages=1_000_000)  # none that a game will use
    clerk = Clerk(desk_of_eight(f"sqlite:///{path}", begin=ended, tokens=tokens))
    begin = time.perf_counter()
    clerk.look()
    first = time.perf_counter() - begin
    taken = []
    for number in range(ASKED):
        name = f"<{number}.status@post.example>"
        mail = private_mail(CONTESTMASTER, "status\n", message_id=name)
        begin = time.perf_counter()
        clerk.bring(mail)
        taken.append(time.perf_counter() - begin)
    with clerk.desk.db.transaction() as records:
        to = clerk.desk.address_of(CONTESTMASTER) or ""
        sent = [one for one in records.outbox() if one.posting.to == to]
    # The clock goes on by ten minutes whenever it is looked at: in all they take some days.
    receipts = [one.queued_at for one in sent if one.posting.kind == "receipt"]
    assert sum(at is not None and at >= ended for at in receipts) == ASKED
    clerk.desk.db.close()
    return first, statistics.median(taken)


def _shell(folder: Path, path: Path, *command: str) -> float:
    """Seconds that a command takes; how long Python starts is a figure of its own."""
    config = folder / "rednov.toml"
    config.write_text(SETTINGS.replace("rednov.db", str(path)), encoding="utf-8")
    taken = []
    for _ in range(ASKED):
        begin = time.perf_counter()
        with contextlib.redirect_stdout(io.StringIO()):
            cli.rednov.main([*command, "--config", str(config)], standalone_mode=False)
        taken.append(time.perf_counter() - begin)
    return statistics.median(taken)


def _turns(games: tuple[Voyage, ...], path: Path, ended: datetime) -> tuple[float, float]:
    """Turns in a second of CPU time at the full desk and at an empty one: the same, by turns."""
    full = Clerk(desk_of_eight(f"sqlite:///{path}", begin=ended))
    full.look()  # the first after a start, which is a figure of its own
    on_full = on_empty = 0.0
    for number, game in enumerate(games):
        empty = _empty(path.with_name(f"empty-{number}.db"), full.desk, ended)
        for clerk in (full, empty):
            clerk.start()
            clerk.approve(*clerk.open_drafts()[-1:])
        _forget_numbers(path.with_name(f"empty-{number}.db"))
        for octets in game.announcements:
            on_full += _handled(full, archive.HEADS + octets)
            on_empty += _handled(empty, archive.HEADS + octets)
        assert _end(full) == _end(empty) == game.end
        empty.desk.db.close()
    full.desk.db.close()
    turns = sum(game.turns for game in games)
    return turns / on_full, turns / on_empty


def _handled(clerk: Clerk, octets: bytes) -> float:
    """Seconds of CPU time from an announcement to the receipt and the draft, sent; then the draft
    is approved, which is not timed."""
    before = clerk.open_drafts()
    begin = time.process_time()
    clerk.bring(octets)
    seconds = time.process_time() - begin
    clerk.approve(*(draft for draft in clerk.open_drafts() if draft not in before))
    return seconds


def _end(clerk: Clerk) -> Position | None:
    """How the latest game stands."""
    with clerk.desk.db.transaction() as records:
        game = records.latest_game()
        found = None if game is None else records.gamestate(game.id)
    return None if found is None else found[1].position


def _empty(path: Path, full: Desk, ended: datetime) -> Clerk:
    """An empty desk whose first game has the name, the codes and the luck of the full one's next.

    For its name, as many games as the full one has are on file until it has begun.
    """
    assert isinstance(full.tokens, CountingTokens)
    tokens = dataclasses.replace(full.tokens)
    clerk = Clerk(desk_of_eight(f"sqlite:///{path}", begin=ended, tokens=tokens))
    with full.db.transaction() as records:
        _number_on(path, len(records.games()))
    return clerk


def _number_on(path: Path, games: int) -> None:
    """So many games are on file, and of them only that the last one ended: the next numbers on."""
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.executemany(
            "INSERT INTO games (tag, form, gnomes, options, data, data_digest, rules_version, at)"
            " VALUES (?, 1, '[]', '{}', '', '', '', 0)",
            [(f"RN{number}",) for number in range(1, games + 1)],
        )
    over = Gamestate(Position(ending=Ending((), (), sub_lost=False)))
    with Database(f"sqlite:///{path}") as db, db.transaction() as records:
        last = records.games()[-1]
        records.advance(last.id, 1, (), over, cause="an opening", at=MONDAY)


def _forget_numbers(path: Path) -> None:
    """What `_number_on` has put on file is taken away."""
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "DELETE FROM gamestates WHERE game IN (SELECT id FROM games WHERE data = '')"
        )
        database.execute("DELETE FROM games WHERE data = ''")


if __name__ == "__main__":
    for one in figures():
        print(one)
