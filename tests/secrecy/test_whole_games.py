"""A game is played with faults at every call and with servers that misbehave; nobody reads a tile.

Every hand is of tiles that nobody names in public, so that each name of a tile, wherever it stands
but in a private mail, is a leak.
"""

from __future__ import annotations

import re
import shutil
import socket
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from sqlalchemy.exc import OperationalError

from rednov_bot import bootstrap
from rednov_bot.bootstrap import open_desk
from rednov_bot.games.red_november.rules.gamestate import Limit
from rednov_bot.testing.mailserver import MailServer
from rednov_bot.testing.mailserver.lists import MailingList
from tests.builders import (
    BOT,
    BUSINESS,
    DISCUSSION,
    CountingTokens,
    FixedClock,
    Table,
    address_of,
    list_mail,
    private_mail,
)
from tests.cli.shell import SETTINGS
from tests.rigs.scale import SLOW
from tests.secrecy.watch import FaultyLedger, Hidden, Watcher, bodies, file_names, heads
from tests.workflow import play

PASSWORD = "a-secret-password"
NOBODY = 9  # a port on which nobody listens
PEOPLE = ("Ann", "Bob", "Cat", "Pewterby")
SAYS = "Ann holds a lucky charm, a diving gun and an aqualung; her secret is b'crowbar'"


def noted() -> Exception:
    fault = ValueError(SAYS)
    fault.add_note(SAYS)
    fault.__cause__ = KeyError("lucky_charm")
    return fault


FAULTS: dict[str, Callable[[], Exception]] = {
    "a key": lambda: KeyError("lucky_charm"),
    "a value with a note and a cause": noted,
    "the driver's": lambda: sqlite3.OperationalError(SAYS),
    "the driver's, that a row is there": lambda: sqlite3.IntegrityError(SAYS),
    "SQLAlchemy's": lambda: OperationalError(SAYS, {"hand": SAYS}, Exception(SAYS)),
    "several": lambda: ExceptionGroup(SAYS, [KeyError("crowbar")]),
    "a wrong argument": lambda: TypeError(SAYS),
    "no memory": lambda: MemoryError(SAYS),
    "a broken pipe": lambda: TimeoutError(SAYS),
}


class Quoting:
    """A mail server that takes nothing, and says what it has read."""

    async def handle_DATA(self, *_: object) -> str:
        return f"554 5.7.1 spam: {SAYS}"


@pytest.fixture(scope="module")
def mail_server() -> Iterator[MailServer]:
    readers = tuple(map(address_of, PEOPLE))
    lists = [
        MailingList(address=each, subscribers=(*readers, BOT), title="Agora")
        for each in (BUSINESS, DISCUSSION)
    ]
    users = dict.fromkeys((*readers, BOT, address_of("Zed")), PASSWORD)
    with MailServer("bots.example", users=users, lists=lists) as made:
        yield made


class Day:
    """A game in which every way to speak of a hand is gone once, its database and its mails."""

    def __init__(self, folder: Path, mail_server: MailServer) -> None:
        self.folder, self.mail_server = folder, mail_server
        self.config = folder / "rednov.toml"
        self.write()
        self.clock = FixedClock(datetime.now(UTC) - timedelta(hours=30))
        desk = open_desk(self.config, clock=self.clock, tokens=CountingTokens())
        self.table = Table(desk=open_desk(self.config, clock=self.clock), clock=self.clock)
        desk.db.close()
        self._begin()
        self.table.desk.db.close()
        # The position was arranged by hand: no program would make it so.
        open_desk(self.config, clock=self.clock, thoroughly=True, despite=True).db.close()
        shutil.copy(folder / "rednov.db", folder / "kept.db")

    def write(self, *, imap: int = 0, smtp: int = 0) -> None:
        """The settings, with other servers where they are named."""
        text = SETTINGS
        for port in (imap or self.mail_server.imap_port, smtp or self.mail_server.smtp_port):
            text = text.replace("port = 1\n", f"port = {port}\n", 1)
        self.config.write_text(text, encoding="utf-8")

    def _begin(self) -> None:
        table = self.table
        play.begin(table, reveal_at_end=False)
        play.arrange(
            table,
            gnomes={"Ann": {"at": 8}, "Bob": {"at": 8}, "Cat": {"at": 8}},
            hands={
                "Ann": ("lucky_charm", "diving_gun"),
                "Bob": ("aqualung", "crowbar", "pump_manual", "coffee"),
                "Cat": ("toolbox", "engine_manual", "water_pump"),
            },
            limits={"Bob": Limit(2), "Cat": Limit(1)},
        )
        code = play.code_in(play.say(table, "Ann", "I draw 2 items."))
        with table.desk.db.transaction() as records:
            game = records.games()[-1]
            found = records.gamestate(game.id)
            assert found is not None
            self.hidden = Hidden(records.secret(game.id), found[1].secrets.deck)
        for _ in range(table.uid):  # what the table has been given by other means lies there too
            self.mail_server.deliver(BOT, list_mail("Ann", "A fine day."))
        for octets in self._mails(code):
            self.mail_server.deliver(BOT, octets)

    def _mails(self, code: str) -> Iterator[bytes]:
        """In one sweep: what is public names no tile, what is private names many."""
        at = self.clock.at
        numbers = iter(range(100))

        def said(who: str, text: str) -> bytes:
            return list_mail(who, text, date=at, message_id=f"<{next(numbers)}.list@post.example>")

        def told(who: str, text: str, subject: str = "to the bot") -> bytes:
            id = f"<{next(numbers)}.bot@post.example>"
            return private_mail(who, text, date=at, subject=subject, message_id=id)

        yield told("Bob", "aqualung, crowbar", "my aqualung and crowbar")
        yield said("Bob", "I discard 2 items.")
        yield said("Cat", "I discard 3 items.")
        yield told("Ann", "hand and status")
        yield told("Cat", "I use my toolbox, open 8-5 and go in. I take no action.", "my toolbox")
        yield told("Ann", "I use my crowbarr and draw 2 pump manuals!", "lucky charm?")
        yield told("Bob", "My standing orders: for a hand limit drop coffee, keep the aqualung.")
        yield told("Pewterby", "hands\nstatus\nidle")
        yield told("Pewterby", "approve", f"Re: [rednov {code}] Turn 1: Ann")
        yield said("Cat", "I take no action.")
        yield said("Ann", "I open 8-5, go in and take no action.")
        yield told("Ann", "The resolution of turn 1 is wrong: I hold a lucky charm.")
        yield told("Zed", "I hold a crowbar.", "crowbar")

    def as_it_was(self) -> None:
        """The database is as it was before any of these mails."""
        for path in self.folder.glob("rednov.db*"):
            path.unlink()
        shutil.copy(self.folder / "kept.db", self.folder / "rednov.db")

    def published(self) -> Iterator[str]:
        """The mails of the bot that the list has, whole; of all others, their heads."""
        for name in PEOPLE:
            mails = [
                one for one in self.mail_server.mailbox(address_of(name)) if BOT.encode() in one
            ]
            ours = tuple(one for one in mails if b"From: Red November bot" in one)
            yield from heads(ours)
            yield from bodies(tuple(one for one in ours if b"List-Id" in one))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, mail_server: MailServer) -> Day:
    return Day(tmp_path_factory.mktemp("day"), mail_server)


@pytest.fixture
def day(made: Day) -> Day:
    """As it was at first; the mails of the tests before lie in the mailboxes, too."""
    made.write()
    made.as_it_was()
    return made


def leaks(day: Day, watcher: Watcher) -> list[tuple[str, str]]:
    """What is hidden and can be read all the same, with the text in which it stands."""
    texts = [text for seen in watcher.seen for text in seen.texts()]
    texts += [*day.published(), file_names(day.folder)]
    return [(found, text) for text in texts for found in day.hidden.found_in(text)]


def test_a_day_without_faults_tells_nothing(day: Day, capsys: pytest.CaptureFixture[str]) -> None:
    watcher = Watcher(capsys)
    seen = watcher.run("run", "--once", "--verbose", "--config", str(day.config))
    assert (seen.code, seen.err) == (0, "")
    count = re.search(r"(\d+) mails fetched, \1 handled", seen.out)
    assert count is not None
    assert int(count[1]) >= 13
    assert len(list(day.published())) > 8
    assert leaks(day, watcher) == []


def test_the_search_finds_what_is_there(day: Day) -> None:
    assert day.hidden.found_in(f"hand: {SAYS}") == [
        "aqualung",
        "crowbar",
        "diving_gun",
        "lucky_charm",
    ]
    assert day.hidden.found_in(f"scope {day.hidden.secret.hex()}") == ["secret"]
    assert day.hidden.found_in(str(day.hidden.deck)) == ["deck"]


def test_a_fault_at_any_call_of_the_records_tells_nothing(
    day: Day, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, made = bootstrap.Database, list[FaultyLedger]()
    watcher, kinds = Watcher(capsys), list(FAULTS.values())
    at, fault = 0, kinds[0]

    def db(*given: object, **named: object) -> FaultyLedger:
        made.append(FaultyLedger(whole(*given, **named), at, fault))  # type: ignore[arg-type]
        return made[-1]

    monkeypatch.setattr(bootstrap, "Database", db)
    day.as_it_was()
    assert watcher.run("run", "--once", "--config", str(day.config)).code == 0
    calls = made[-1].calls
    codes = set()
    for number, step in enumerate(range(1, calls + 1, 17 if SLOW else 61)):
        at, fault = step, kinds[number % len(kinds)]
        day.as_it_was()
        codes.add(watcher.run("run", "--once", "--config", str(day.config)).code)
        made[-1].close()
    assert calls > 300
    assert {0, 3, 4} <= codes
    assert leaks(day, watcher) == []


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_of_any_kind_is_told_without_its_words(
    day: Day, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    whole = bootstrap.Database

    def db(*given: object, **named: object) -> FaultyLedger:
        return FaultyLedger(whole(*given, **named), 2, FAULTS[kind])  # type: ignore[arg-type]

    monkeypatch.setattr(bootstrap, "Database", db)
    watcher = Watcher(capsys)
    for command in (("status",), ("hands", "--yes"), ("drafts",), ("outbox", "--all")):
        seen = watcher.run(*command, "--config", str(day.config))
        assert seen.code in (1, 3, 4)
        assert (seen.out, seen.err.count("\n")) == ("", 1)
    assert leaks(day, watcher) == []


def test_a_server_that_quotes_the_mail_is_not_quoted(
    day: Day, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    watcher, server = Watcher(capsys), Controller(Quoting(), hostname="127.0.0.1", port=port)
    server.start()
    try:
        day.write(smtp=port)
        watcher.run("run", "--once", "--verbose", "--config", str(day.config))
    finally:
        server.stop()
    for command in (("outbox", "--all"), ("duties",), ("status",)):
        watcher.run(*command, "--json", "--config", str(day.config))
    public = [one.out for one in watcher.seen if '"kind": "public"' in one.out]
    assert public
    told = [(found, text) for found, text in leaks(day, watcher) if text not in public]
    assert told == []


@pytest.mark.parametrize("how", ["no imap", "no smtp", "no login", "no database", "no settings"])
def test_whatever_is_broken_is_named_without_a_tile(
    day: Day, capsys: pytest.CaptureFixture[str], how: str
) -> None:
    watcher = Watcher(capsys)
    match how:
        case "no imap":
            day.write(imap=NOBODY)
        case "no smtp":
            day.write(smtp=NOBODY)
        case "no login":
            text = day.config.read_text(encoding="utf-8")
            day.config.write_text(text.replace(PASSWORD, "wrong"), encoding="utf-8")
        case "no database":
            (day.folder / "rednov.db").write_bytes(b"crowbar" * 1000)
        case _:
            with day.config.open("a", encoding="utf-8") as more:
                more.write('\n[game.options]\nhand = "crowbar"\n')
    seen = watcher.run("run", "--once", "--config", str(day.config))
    assert seen.code in (1, 3)
    assert PASSWORD not in seen.out + seen.err
    assert leaks(day, watcher) == [] or how == "no settings"  # they are the host's own words
