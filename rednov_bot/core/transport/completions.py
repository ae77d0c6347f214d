"""A language model is asked over HTTP, as OpenAI's API has it, and briefly."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPSConnection
from socket import SHUT_RDWR, socket
from threading import Event, Thread
from typing import Final
from urllib.parse import urlsplit

from rednov_bot.core import errors, log
from rednov_bot.core.settings import ReadingSettings

LARGEST: Final = 16_384
"""Octets of an answer that are read; a turn in plain words has a few hundred."""
REST: Final = 300.0
"""Seconds for which it is not asked again after a failure, so that mails do not wait for it."""
_TOKENS: Final = 300  # of its answer
_GLANCE: Final = 1.0  # seconds between two signs that the work goes on


class Declined(Exception):
    """What the server answered is no answer; said in words that quote none of it."""


class Completions:
    """Asks a model about the words of a mail, and heeds a pause after a failure."""

    def __init__(
        self,
        given: ReadingSettings,
        prompt: Callable[[str], Sequence[Mapping[str, str]]],
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        """*prompt*: what it is told about the words of a mail."""
        self._given, self._prompt, self._ticks = given, prompt, ticks
        self._rests_until = ticks()
        self._thread = Thread()

    def ask(self, words: str, meanwhile: Callable[[], object]) -> str:
        """What it answers about these words; empty where it fails, has a rest, or is asked still.

        *meanwhile* is called each second; what it raises is raised.
        """
        if self._ticks() < self._rests_until or self._thread.is_alive():
            return ""
        answer, why = self.answered(words, meanwhile)
        if why:
            self._rests_until = self._ticks() + REST
            log.unassisted(why, REST)
        return answer

    def answered(self, words: str, meanwhile: Callable[[], object]) -> tuple[str, str]:
        """What it answers, and ""; or "", and why there is no answer, which quotes nothing.

        A pause after a failure is not heeded.
        """
        came: list[str | Exception] = []
        lines: list[socket] = []
        over = Event()

        def complete() -> None:
            try:
                came.append(self._completion(words, lines, over))
            except Exception as fault:
                came.append(fault)

        # In a thread, for names that are looked up and answers that drip keep to no time limit.
        self._thread = Thread(target=complete, daemon=True)
        until = time.monotonic() + self._given.seconds
        try:
            self._thread.start()
        except RuntimeError as full:  # there is no room for one
            came.append(full)
        try:
            while self._thread.is_alive() and (left := until - time.monotonic()) > 0:
                self._thread.join(min(left, _GLANCE))
                meanwhile()
        finally:
            in_time = came[:1]
            over.set()
            for line in lines:
                with suppress(OSError):
                    line.shutdown(SHUT_RDWR)  # so ends the thread
        match in_time:
            case [str(answer)]:
                return answer, ""
            case [Exception() as fault]:
                return "", str(fault) if isinstance(fault, Declined) else errors.named(fault)
            case _:
                return "", f"nothing within {self._given.seconds} s"

    def _completion(self, words: str, lines: list[socket], over: Event) -> str:
        """The words of the model, over one of the *lines*, which is cut when it is *over*.

        Neither redirects nor proxies are followed: what it is told goes to the address in the
        settings and nowhere else.
        """
        given, address = self._given, urlsplit(self._given.assistant or "")
        kind = HTTPSConnection if address.scheme == "https" else HTTPConnection
        # It may take longer than it is waited for: that is what ends first, and is told.
        connection = kind(address.hostname or "", address.port, timeout=2 * given.seconds)
        headers = {"Content-Type": "application/json"}
        if given.key:
            headers["Authorization"] = f"Bearer {given.key}"
        asked = {"model": given.model, "temperature": 0, "max_tokens": _TOKENS}
        body = json.dumps({**asked, "messages": self._prompt(words)})
        with closing(connection):
            connection.connect()
            lines.append(connection.sock)
            if over.is_set():
                raise TimeoutError
            path = address.path.rstrip("/") + "/chat/completions"
            connection.request("POST", path, body, headers)
            with connection.getresponse() as response:
                if response.status != 200:
                    raise Declined(f"status {response.status}")
                answer = json.loads(response.read(LARGEST))["choices"][0]
        said = answer["message"]["content"]
        if isinstance(said, str) and answer.get("finish_reason") != "length":
            return said
        raise Declined("no whole text")
