"""Lost servers are tried again for ever, ever more slowly, and never in a busy loop."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest

from rednov_bot.core import watchdog
from tests.faults.conftest import PATIENCE, Sea
from tests.games.service import Service


def test_pauses_grow_to_five_minutes_and_begin_anew_when_all_is_well(sea: Sea) -> None:
    """Of a server that takes connections and closes them at once: pauses of 1, 2, 4 ... 300 s."""
    for one in (sea.imap, sea.smtp):
        one.closed = True
    sea.sail(longest=0.01)
    sea.fails(12)
    tried = [len(one.connections) for one in (sea.imap, sea.smtp)]
    pauses = list(sea.stop.pauses)
    for number, pause in enumerate(pauses):
        assert min(2.0**number, 300) / 2 <= pause <= min(2.0**number, 300)
    assert all(number <= 2 * (len(pauses) + 1) for number in tried)  # and no busy loop between them
    for one in (sea.imap, sea.smtp):
        one.mend()
    sea.answered(sea.ask())
    sea.imap.closed = True
    sea.imap.cut()
    seen = len(sea.stop.pauses)
    sea.fails()
    assert sea.stop.pauses[seen] <= 1.0


def test_a_server_that_ends_every_connection_after_the_login(sea: Sea) -> None:
    """A sweep that succeeds makes the pauses short again, but never none."""
    sea.sail(longest=9.0)
    sea.answered(sea.ask())
    before, began = len(sea.imap.connections), time.monotonic()
    for _ in range(10):
        sea.imap.cut()
        time.sleep(0.1)
    took = time.monotonic() - began
    # Each pause takes half a second at least, and there may be one before the first and the last.
    assert len(sea.imap.connections) - before <= 2 + took / 0.5


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
            heard = [ear.recv(100), ear.recv(100)]
            assert service.stop() == 0
        while heard[-1] != b"STOPPING=1":
            heard.append(ear.recv(100))
        assert heard[0] == b"READY=1"
        assert set(heard[1:-1]) == {b"WATCHDOG=1"}
        assert 3 < watchdog._PAUSE < 30
        monkeypatch.setattr(watchdog, "_PAUSE", 0.2)
        began = time.monotonic()
        sea.sail()
        assert [ear.recv(100) for _ in range(3)] == [b"WATCHDOG=1"] * 3
        assert time.monotonic() - began > 0.4
        sea.imap.closed = True  # trouble is no hanging: the signs go on
        sea.imap.cut()
        sea.fails()
        assert [ear.recv(100) for _ in range(3)] == [b"WATCHDOG=1"] * 3
