"""A small HTTP server that answers chat completions as OpenAI's API has them, right or wrongly."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

Body = dict[str, Any]


def completion(words: str) -> bytes:
    """The body of a right answer."""
    message = {"role": "assistant", "content": words}
    whole = {"object": "chat.completion", "choices": [{"index": 0, "message": message}]}
    return json.dumps(whole).encode()


@dataclass
class Chat:
    """What the server answers, and what it was asked."""

    url: str = ""
    answer: Callable[[Body], bytes] = lambda _: completion("NOTHING")
    status: int = 200
    pause: float = 0.0  # seconds before each octet of the answer
    headers: dict[str, str] = field(default_factory=dict)
    asked: list[Body] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    over: Event = field(default_factory=Event)

    def says(self, words: str) -> None:
        """From now on it answers these words."""
        self.answer = lambda _: completion(words)


@contextmanager
def chat() -> Iterator[Chat]:
    """Such a server at a free port."""
    state = Chat()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.asked.append(body)
            state.paths.append(self.path)
            state.keys.append(self.headers["Authorization"])
            octets = state.answer(body)
            try:
                self.send_response(state.status)
                for name, value in state.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(octets)))
                self.end_headers()
                for octet in octets if state.pause else ():
                    if state.over.wait(state.pause):
                        return
                    self.wfile.write(bytes([octet]))
                self.wfile.write(b"" if state.pause else octets)
            except OSError:
                pass  # the other side has gone

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        state.url = f"http://127.0.0.1:{server.server_port}/v1"
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield state
        finally:
            state.over.set()
            server.shutdown()
            thread.join()
