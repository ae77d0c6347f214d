"""A model is asked briefly; whatever it does, nothing is raised."""

from __future__ import annotations

import itertools
import json
import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from typing import Any

import pytest

from rednov_bot.core.settings import ReadingSettings
from rednov_bot.core.transport import completions
from rednov_bot.core.transport.completions import LARGEST, REST, Completions
from tests.rigs.chat import Chat, chat, completion

SECRET = "grog and crowbar"


class Watch:
    """A clock that is a variable."""

    at = 0.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def model() -> Iterator[Chat]:
    with chat() as server:
        server.says("I pump water for 3 minutes.")
        yield server


def asking(url: str, watch: Watch | None = None, **given: Any) -> Completions:
    known = ReadingSettings(assistant=url, model="small", **{"seconds": 5, **given})
    return Completions(known, lambda words: [{"role": "user", "content": words}], watch or Watch())


def asked(model: Chat, words: str = SECRET, **given: Any) -> str:
    return asking(model.url, **given).ask(words, lambda: None)


def test_it_answers_and_is_told_no_more_than_the_mail(
    model: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    with chat() as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        model.url += "/"
        assert asked(model) == "I pump water for 3 minutes."
        assert proxy.asked == []
    assert model.paths == ["/v1/chat/completions"]
    assert model.asked == [
        {
            "model": "small",
            "messages": [{"role": "user", "content": SECRET}],
            "temperature": 0,
            "max_tokens": 300,
        }
    ]
    assert asked(model, key="sesame")
    assert model.keys == [None, "Bearer sesame"]
    assert "sesame" not in repr(ReadingSettings(assistant="http://x/v1", model="m", key="sesame"))


@pytest.mark.parametrize(
    "octets",
    [
        *(b"", b"\xff\xfe", b"I pump water for 3 minutes.", b"[" * 10_000, b"[]"),
        *(b'{"error": {"message": "no"}}', b'{"choices": []}', b'{"choices": [{"message": null}]}'),
        *(b'{"choices": [{"message": {"content": %s}}]}' % one for one in (b"null", b"[7]", b"7")),
        b'{"choices": [{"finish_reason": "length", "message": {"content": "I use a grog."}}]}',
        completion("I pump water. " * LARGEST),
    ],
    ids=lambda octets: octets[:60].decode("latin-1"),
)
def test_an_answer_that_is_none_changes_nothing(
    model: Chat, octets: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    model.answer = lambda _: octets
    assert asked(model) == ""
    assert len(caplog.records) == 1


@pytest.mark.parametrize("status", [204, 401, 503])
def test_an_error_changes_nothing(
    model: Chat, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    model.status = status
    assert asked(model) == ""
    assert f"(status {status})" in caplog.text


def test_nothing_is_told_without_tls_where_it_is_wanted_nor_to_anybody_else(model: Chat) -> None:
    assert asking(model.url.replace("http:", "https:")).ask(SECRET, lambda: None) == ""
    assert model.asked == []
    with chat() as other:
        model.status, model.headers = 307, {"Location": f"{other.url}/chat/completions"}
        assert asked(model) == ""
        assert other.asked == []


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:9/v1", "https://127.0.0.1:9/v1", "http://127.0.0.1:99999/v1"]
)
def test_one_that_is_not_there_changes_nothing(url: str) -> None:
    asker = asking(url)
    assert asker.ask(SECRET, lambda: None) == ""


def drips(line: socket.socket) -> None:
    """A server that never comes to the end of its first field, nor to that of a handshake."""
    with suppress(OSError), line:
        begun = b"HTTP/1.1 200 OK\r\nX: " if line.recv(3) == b"POS" else b"\x16\x03\x03\x3e\x80\x02"
        for octet in itertools.chain(begun, itertools.repeat(ord("a"))):
            line.sendall(bytes([octet]))
            time.sleep(0.1)


@pytest.fixture
def dripping() -> Iterator[str]:
    """The port of such a server."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=lambda: drips(server.accept()[0]), daemon=True).start()
        yield str(server.getsockname()[1])


def threads() -> set[threading.Thread]:
    return set(threading.enumerate())


def threads_end(before: set[threading.Thread]) -> bool:
    """Whether there are, within a while, no other threads than before."""
    until = time.monotonic() + 3
    while threads() - before and time.monotonic() < until:
        time.sleep(0.02)
    return threads() <= before


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_one_that_drips_for_ever_is_cut_off(
    dripping: str, scheme: str, caplog: pytest.LogCaptureFixture
) -> None:
    before = threads()
    asker = asking(f"{scheme}://127.0.0.1:{dripping}/v1", seconds=0.3)
    asker.ask(SECRET, lambda: None)
    assert "nothing within 0.3 s" in caplog.text
    assert threads_end(before)


def test_one_that_is_asked_still_is_not_asked_anew(
    model: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch, asked_for = Watch(), list[object]()

    def looks_up(connection: HTTPConnection) -> None:
        asked_for.append(connection)
        time.sleep(0.6)
        connects(connection)

    before, connects = threads(), HTTPConnection.connect
    monkeypatch.setattr(HTTPConnection, "connect", looks_up)
    asker = asking(model.url, watch, seconds=0.2)
    for words in ("one", "two"):
        asker.ask(words, lambda: None)
        watch.at += REST
    assert threads_end(before)
    assert len(asked_for) == 1
    assert model.asked == []


def test_where_there_is_no_room_for_a_thread_nothing_is_changed(
    model: Chat, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def start(_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("rednov_bot.core.transport.completions.Thread.start", start)
    asker = asking(model.url)
    assert asker.ask(SECRET, lambda: None) == ""
    monkeypatch.undo()
    assert "RuntimeError" in caplog.text


@pytest.mark.parametrize("pause", [0.1, 20.0], ids=["it drips", "it is silent"])
def test_a_slow_one_is_left_to_itself(
    model: Chat, pause: float, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(completions, "_GLANCE", 0.2)
    model.pause = pause
    signs: list[float] = []
    before = threads()
    begun = time.monotonic()
    answer = asking(model.url, seconds=0.5).ask(SECRET, lambda: signs.append(time.monotonic()))
    assert 0.45 < time.monotonic() - begun < 10
    assert answer == ""
    assert len(signs) >= 2
    assert "nothing within 0.5 s" in caplog.text
    model.over.set()
    assert threads_end(before)


def test_what_is_done_meanwhile_may_fail_and_then_it_may_be_asked_again(model: Chat) -> None:
    def meanwhile() -> None:
        raise ConnectionError

    asker = asking(model.url)
    before = threads()
    with pytest.raises(ConnectionError):
        asker.ask(SECRET, meanwhile)
    assert threads_end(before)
    assert asker.ask(SECRET, lambda: None) != ""


def test_after_a_failure_it_has_a_rest(model: Chat) -> None:
    watch = Watch()
    asker = asking(model.url, watch)
    model.status = 500
    asker.ask("one", lambda: None)
    model.status = 200
    watch.at = REST - 1
    asker.ask("two", lambda: None)
    assert len(model.asked) == 1
    watch.at = REST
    assert all(asker.ask(words, lambda: None) for words in ("one", "two", "three"))


@pytest.mark.parametrize("fault", ["status", "words", "gone", "key"])
def test_the_log_has_one_line_without_words_or_key(
    model: Chat, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    model.status = 500 if fault == "status" else 200
    model.answer = lambda body: json.dumps(body).encode()
    url = "http://127.0.0.1:9/v1" if fault == "gone" else model.url
    asker = asking(url, key="sésame€" if fault == "key" else "sesame")
    asker.ask(SECRET, lambda: None)
    (line,) = caplog.records
    assert line.name == "rednov"
    for secret in ("grog", "crowbar", "sesame", "sésame"):
        assert secret not in caplog.text
