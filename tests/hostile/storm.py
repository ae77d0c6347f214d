"""A game during which hostile mails come, one a day; and what is seen of the bot meanwhile."""

from __future__ import annotations

import json
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from rednov_bot.core.paths import GRAMMAR, TEMPLATES
from tests.builders import BUSINESS, DISCUSSION, Table
from tests.hostile.outgoing import troubles
from tests.workflow.play import begun

TABLE: Final = Path(__file__).parent / "table.toml"
AT_A_TABLE: Final = 20  # mails
_TOUCHING: Final = frozenset(
    {
        *("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate"),
        *("os.chmod", "os.chown", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork"),
        *(
            "subprocess.Popen",
            "socket.connect",
            "socket.bind",
            "socket.getaddrinfo",
            "urllib.Request",
        ),
        *(
            "shutil.copyfile",
            "shutil.move",
            "shutil.rmtree",
            "tempfile.mkstemp",
            "tempfile.mkdtemp",
        ),
        *("ctypes.dlopen", "ftplib.connect", "webbrowser.open", "sqlite3.connect", "open"),
    }
)
_WATCHED: list[list[str]] = []  # where what is touched is written down, while somebody watches


def _heard(event: str, given: tuple[Any, ...]) -> None:
    if _WATCHED and event in _TOUCHING:
        _WATCHED[-1].append(f"{event} {given[0]!r} {given[1] if len(given) > 1 else ''}")


sys.addaudithook(_heard)


@contextmanager
def watched(folder: Path) -> Iterator[list[str]]:
    """What is touched meanwhile: files, programs, the network; not what a program reads to run."""
    told: list[str] = []
    _WATCHED.append(told)
    try:
        yield told
    finally:
        _WATCHED.pop()
        told[:] = [one for one in told if not _is_ours(one, folder)]


def _is_ours(touched: str, folder: Path) -> bool:
    """A file of the database's, or one of the program's that is read."""
    event, _, rest = touched.partition(" ")
    name, _, mode = rest.rpartition(" ")
    path = name.strip("'\"")
    if event in ("open", "sqlite3.connect") and path.startswith(str(folder)):
        return True
    reads = event == "open" and mode in ("r", "rb")
    roots = (sys.prefix, sys.base_prefix, str(GRAMMAR.parents[1]), str(TEMPLATES.parent))
    return reads and path.startswith(roots)


@dataclass
class Seen:
    """What became of one mail."""

    becomes: str
    reason: str
    seconds: float
    effects: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    touched: list[str] = field(default_factory=list)
    mails: list[bytes] = field(default_factory=list)


class Storm:
    """A game in which Ann, Bob and Cat play, and what hostile mails bring about in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.table: Table = begun(folder)
        self._codes: set[str] = set()
        self._stood = self._stands()

    def sees(self, octets: bytes) -> Seen:
        """A mail comes, a day after the last: none is left unanswered for another's sake."""
        self.table.clock.forward(days=1)
        begin = time.process_time()
        with watched(self.folder) as touched:
            news = self.table.receive(octets)
        seconds = time.process_time() - begin
        with self.table.desk.db.transaction() as records:
            filed = records.filed(records.dispositions()[-1].mail)
        assert filed is not None
        stands = self._stands()
        effects = [f"{name} changed" for name in stands if stands[name] != self._stood[name]]
        self._stood = stands
        lists = (BUSINESS, DISCUSSION)
        effects += [f"said to {one.posting.to}" for one in news if one.posting.to in lists]
        wrong = [
            trouble for one in news for trouble in troubles(one.posting.octets, one.posting.to)
        ]
        mails = [one.posting.octets for one in news]
        return Seen(filed.disposition, filed.reason, seconds, effects, wrong, touched, mails)

    def _stands(self) -> dict[str, Any]:
        """Everything that an order may change."""
        with self.table.desk.db.transaction() as records:
            (game,) = records.games()
            open_ = {one.code for one in records.open_drafts()}
            self._codes |= open_
            return {
                "the game": records.gamestate(game.id),
                "the turns": len(records.turns(game.id)),
                "who plays": records.memberships(),
                "the contest": records.contest_changes(),
                "the rulings": records.rulings(),
                "what is decided": self._codes - open_,
            }


def becomes_of(mails: Mapping[str, bytes]) -> dict[str, Seen]:
    """What becomes of each of these mails, one a day, a few at a table.

    Most of them say the same under one Date, and of such no more are compared.
    """
    found: dict[str, Seen] = {}
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, octets) in enumerate(mails.items()):
            if number % AT_A_TABLE == 0:
                own = Path(folder, str(number))
                own.mkdir()
                storm = Storm(own)
            found[name] = storm.sees(octets)
    return found


def lines(made: Mapping[str, tuple[str, bytes]], seen: Mapping[str, Seen]) -> str:
    """The table: what each mail attacks, what becomes of it, and how many mails answer it."""
    told = [
        "# What each mail attacks, what becomes of it, and how many mails answer it.\n"
        "# Written by `python -m tests.hostile.making`; read the difference.\n"
    ]
    for name, (attacks, _) in made.items():
        one = seen[name]
        told.append(
            f"[{json.dumps(name, ensure_ascii=True)}]\n"
            f"attacks = {json.dumps(attacks)}\n"
            f"becomes = {json.dumps(one.becomes)}\n"
            f"answers = {len(one.mails)}\n"
        )
    return "\n".join(told)


def table() -> dict[str, dict[str, Any]]:
    """The table, by the names of the mails."""
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))
