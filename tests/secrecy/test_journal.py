"""What a line of the log may hold, for people and for programs."""

from __future__ import annotations

import ast
import inspect
import json
import logging
import typing
from collections.abc import Iterator
from datetime import timedelta

import pytest

from rednov_bot.core import log
from rednov_bot.core.errors import (
    MailboxUnreachable,
    SmtpUnreachable,
    StoreUnreachable,
    Unreachable,
)
from rednov_bot.core.luck import Drawn
from rednov_bot.core.settings import Settings
from rednov_bot.core.toml import Side
from tests.builders import settings_for

NAMED = (
    *("serves", "stopped", "held", "left_undone", "lost", "also_lost", "back", "sounded"),
    *("clock_jumped", "stands_by", "takes_over", "health_unwritten", "pages_unwritten"),
    *("left_out", "unassisted"),
    "withheld",
)
"""What the program may have the log say."""

EVENTS: dict[str, tuple[str, ...]] = {
    "serves": ("version", "database", "imap", "folder", "smtp"),
    "logs in": ("address", "imap_user", "smtp_user"),  # of level debug
    "stopped": (),
    "held": ("mail", "fault"),
    "withheld": ("posting", "forum", "state"),
    "left undone": ("duty", "fault"),
    "left out": ("what", "fault"),
    "unassisted": ("why", "pause"),
    "lost": ("server", "pause"),
    "also lost": ("server",),
    "back": ("server",),
    "alarm": ("server",),
    "clock jumped": ("seconds",),
    "health unwritten": ("file", "why"),
    "pages unwritten": ("folder", "why"),
    "stands by": (),
    "takes over": (),
    "library": ("logger", "place", "fault"),
}
"""What a line may tell, and its fields; of words nothing else stands in them."""

GIVEN: set[object] = {str, int, float, timedelta, BaseException, Unreachable, Settings, Side}
"""Of what lines may be made: numbers, names, kinds of faults, errors of ours, the settings."""


class Read(logging.Handler):
    """Keeps the lines that a log of JSON would have."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.setFormatter(log.AsJson())

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    def said(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.lines]


@pytest.fixture
def read() -> Iterator[Read]:
    handler, ours = Read(), logging.getLogger("rednov")
    level = ours.level
    ours.setLevel(logging.DEBUG)
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)
    ours.setLevel(level)


def calls() -> list[tuple[str, ast.Call]]:
    """Each line that the module writes, and in which function."""
    found = []
    for function in ast.parse(inspect.getsource(log)).body:
        if isinstance(function, ast.FunctionDef):
            found += [
                (function.name, node)
                for node in ast.walk(function)
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "_say"
            ]
    return found


def test_every_line_is_an_event_with_the_fields_that_are_named_for_it() -> None:
    written = {}
    for _, call in calls():
        level, event, *_ = call.args
        assert isinstance(event, ast.Constant)
        written[event.value] = tuple(str(field.arg) for field in call.keywords)
        if {"address", "imap_user", "smtp_user"} & set(written[event.value]):
            assert ast.unparse(level) == "logging.DEBUG"
    assert written == {key: fields for key, fields in EVENTS.items() if key != "library"}


def test_lines_are_made_of_numbers_names_and_kinds_of_faults() -> None:
    lines = dict(inspect.getmembers(log, inspect.isfunction))
    assert {name for name, _ in calls()} == set(NAMED)
    for name in NAMED:
        hints = typing.get_type_hints(lines[name])
        assert {hint for key, hint in hints.items() if key != "return"} <= GIVEN, name
    assert Drawn not in GIVEN


def test_only_one_function_writes_to_the_log() -> None:
    source = inspect.getsource(log)
    assert source.count("_LOG.log(") == 1
    assert not [word for word in ("_LOG.info", "_LOG.error", "_LOG.warning") if word in source]


def test_each_line_is_one_object_with_its_event(read: Read) -> None:
    log.serves("1.0", "the database rednov.db", settings_for("sqlite:///rednov.db"))
    log.held(12, KeyError("lucky_charm"))
    log.left_undone(f"a duty {id(read)}", ValueError("crowbar"))
    for error in (MailboxUnreachable("a"), SmtpUnreachable("b"), StoreUnreachable("c")):
        log.lost(error, 2.5)
        log.also_lost(error)
    for side in typing.get_args(Side):
        log.sounded(side)
        log.back(side)
    log.stopped()
    logging.getLogger("asyncio").error("Task %s", "grog", exc_info=KeyError("grog"))
    said = read.said()
    assert [one["event"] for one in said] == [
        *("serves", "logs in", "held", "left undone", "lost", "also lost", "lost", "also lost"),
        *("lost", "also lost", *("alarm", "back") * 3, "stopped", "library"),
    ]
    for one in said:
        fields = set(one) - {"at", "level", "event", "said"}
        assert fields == set(EVENTS[str(one["event"])])
    for event in ("lost", "back"):
        servers = [one["server"] for one in said if one["event"] == event]
        assert servers == ["imap", "smtp", "database"]
    told = "".join(read.lines)
    assert not [tile for tile in ("lucky_charm", "crowbar", "grog") if tile in told]


def test_no_address_stands_above_the_debug_level(read: Read) -> None:
    error = SmtpUnreachable(
        "the SMTP server h:1 refuses the login of bot@bots.example: check user and password"
    )
    log.serves("1.0", "the database rednov.db", settings_for("sqlite:///rednov.db"))
    log.lost(error, 1)
    log.also_lost(error)
    above = [line for line in read.lines if json.loads(line)["level"] != "debug"]
    assert len(above) == 3
    assert "refuses the login of (an address): check" in above[1]
    assert not [line for line in above if "@" in line]
    plain = log.WithoutWords("%(message)s")
    record = logging.makeLogRecord({"name": "rednov", "msg": str(error), "levelno": logging.INFO})
    assert "@" not in plain.format(record)
