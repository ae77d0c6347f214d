"""A language model is asked over HTTP, as OpenAI's API has it: once of each mail, and briefly."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from http.client import HTTPConnection, HTTPSConnection
from threading import Thread
from typing import Final
from urllib.parse import urlsplit

from rednov_bot import faults, journal
from rednov_bot.settings import ReadingSettings

LARGEST: Final = 16_384
"""Octets of an answer that are read; a turn in plain words has a few hundred."""
REST: Final = 300.0
"""Seconds for which it is not asked again after a failure, so that mails do not wait for it."""
KEPT: Final = 200
"""How many answers are kept: of the mails asked about last."""
_TOKENS: Final = 300  # of its answer
_GLANCE: Final = 1.0  # seconds between two signs that the work goes on


class Declined(Exception):
    """The server answered with another status than 200: this one."""


class Completions:
    """Asks a model, and keeps what it answered; what goes wrong is told to the log alone."""

    def __init__(
        self,
        given: ReadingSettings,
        prompt: Callable[[str], Sequence[Mapping[str, str]]],
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        """*prompt*: what it is told about the words of a mail."""
        self._given, self._prompt, self._ticks = given, prompt, ticks
        self._rests_until = ticks()
        self._answers: dict[str, str] = {}

    def answer(self, words: str) -> str:
        """What it answered about these words; empty where it was not asked, or failed."""
        return self._answers.get(words, "")

    def ask(self, words: str, meanwhile: Callable[[], object]) -> None:
        """Asks about these words, unless it was before, or has a rest.

        *meanwhile* is called each second; what it raises is raised.
        """
        if words in self._answers or self._ticks() < self._rests_until:
            return
        self._answers[words] = ""
        if len(self._answers) > KEPT:
            del self._answers[next(iter(self._answers))]
        came: list[str | Exception] = []

        def complete() -> None:
            try:
                came.append(self._completion(words))
            except Exception as fault:
                came.append(fault)

        # In a thread, for names that are looked up and answers that drip keep to no time limit.
        thread = Thread(target=complete, daemon=True)
        until = time.monotonic() + self._given.seconds
        thread.start()
        while thread.is_alive() and (left := until - time.monotonic()) > 0:
            thread.join(min(left, _GLANCE))
            meanwhile()
        match came:
            case [str(answer)]:
                self._answers[words] = answer
                return
            case [Exception() as fault]:
                why = str(fault) if isinstance(fault, Declined) else faults.named(fault)
            case _:
                why = f"nothing within {self._given.seconds} s"
        self._rests_until = self._ticks() + REST
        journal.unassisted(why, REST)

    def _completion(self, words: str) -> str:
        """The words of the model.  Neither redirects nor proxies are followed: what it is told goes
        to the address in the settings and nowhere else."""
        given, address = self._given, urlsplit(self._given.assistant or "")
        kind = HTTPSConnection if address.scheme == "https" else HTTPConnection
        connection = kind(address.hostname or "", address.port, timeout=given.seconds)
        headers = {"Content-Type": "application/json"}
        if given.key:
            headers["Authorization"] = f"Bearer {given.key}"
        asked = {"model": given.model, "temperature": 0, "max_tokens": _TOKENS}
        body = json.dumps({**asked, "messages": self._prompt(words)})
        try:
            path = address.path.rstrip("/") + "/chat/completions"
            connection.request("POST", path, body, headers)
            with connection.getresponse() as response:
                if response.status != 200:
                    raise Declined(f"status {response.status}")
                answer = json.loads(response.read(LARGEST))
            return str(answer["choices"][0]["message"]["content"])
        finally:
            connection.close()
