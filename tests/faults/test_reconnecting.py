"""Lost servers are tried again for ever, ever more slowly, and never in a busy loop."""

from __future__ import annotations

import os
import socket
import time
from itertools import pairwise
from pathlib import Path

import pytest

from tests.faults.conftest import PATIENCE, Sea
from tests.games.service import Service
from tests.rigs.scale import many

SECONDS = 8.0


def cpu_seconds(pid: int) -> float:
    """What a process has used of the processor so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_server_that_takes_connections_and_closes_them_at_once(sea: Sea) -> None:
    """The first second has two attempts, the next ones fewer and fewer."""
    straits = [sea.imap, sea.smtp]
    for one in straits:
        one.closed = True
    asked = sea.ask()
    with Service(sea.port) as service:
        until = time.monotonic() + PATIENCE
        while not straits[0].connections:
            assert service.runs
            assert time.monotonic() < until
            time.sleep(0.05)
        before, began = cpu_seconds(service.pid), time.monotonic()
        time.sleep(SECONDS)
        used = cpu_seconds(service.pid) - before
        for one in straits:
            tried = [at - began for at in one.connections if at - began < SECONDS]
            # Pauses of 1, 2, 4 and 8 s, each cut by half at the most; two tries at each.
            assert 3 <= len(tried) <= 12, tried
        assert used < 0.25 * SECONDS, used
        for one in straits:
            one.mend()
        sea.answered(asked)
        assert service.stop() == 0


def test_a_server_that_ends_every_connection_after_the_login(sea: Sea) -> None:
    """A sweep that succeeds makes the pauses short again, but never none."""
    sea.sail(longest=9.0)
    sea.answered(sea.ask())
    before, began = len(sea.imap.connections), time.monotonic()
    for _ in range(many(30, 15)):
        sea.imap.cut()
        time.sleep(0.1)
    took = time.monotonic() - began
    # Each pause takes half a second at least, and there may be one before the first and the last.
    assert len(sea.imap.connections) - before <= 2 + took / 0.5


def test_pauses_grow_to_five_minutes_and_begin_anew_when_all_is_well(sea: Sea) -> None:
    sea.imap.closed = True
    sea.sail(longest=0.01)
    sea.fails(12)
    assert sea.stop is not None
    pauses = list(sea.stop.pauses)
    assert all(after <= 4 * before for before, after in pairwise(pauses))
    assert 150 <= pauses[11] <= 300
    sea.imap.mend()
    sea.answered(sea.ask())
    sea.imap.closed = True
    sea.imap.cut()
    seen = len(sea.stop.pauses)
    sea.fails()
    assert sea.stop.pauses[seen] <= 1.0


def test_whoever_listens_for_signs_of_life_hears_them(
    sea: Sea, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What systemd is told: ready, alive again and again, and stopping."""
    place = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(place))
        ear.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", str(place))
        with Service(sea.port) as service:
            assert ear.recv(100) == b"READY=1"
            assert ear.recv(100) == b"WATCHDOG=1"
            began = time.monotonic()
            assert ear.recv(100) == b"WATCHDOG=1"
            assert 3 < time.monotonic() - began < 30
            sea.imap.closed = True  # trouble is no hanging: the signs go on
            sea.imap.cut()
            assert ear.recv(100) == b"WATCHDOG=1"
            sea.imap.mend()
            assert service.stop() == 0
        heard = b""
        while heard != b"STOPPING=1":
            heard = ear.recv(100)
            assert heard in (b"WATCHDOG=1", b"STOPPING=1")
