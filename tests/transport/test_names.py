"""Keys of domains are asked of a name server, here one of our own that answers as it is told."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from dns import flags, message, rcode, rrset

from rednov_bot.core.errors import SettingsError
from rednov_bot.core.mail.dkim import NoAnswer
from rednov_bot.core.transport.names import asked_of

LONG = "v=DKIM1; p=" + "A" * 400
RECORDS = {
    "x._domainkey.post.example.": [f'"{LONG[:200]}" "{LONG[200:]}"'],
    "two._domainkey.post.example.": ['"v=DKIM1; p=A"', '"v=DKIM1; p=B"'],
}


@contextmanager
def name_server() -> Iterator[int]:
    """Knows RECORDS, refuses what is odd, and is silent on what is slow; its port."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as bound:
        bound.bind(("127.0.0.1", 0))
        bound.settimeout(0.1)
        over = threading.Event()

        def serve() -> None:
            while not over.is_set():
                try:
                    octets, whom = bound.recvfrom(4096)
                except TimeoutError:
                    continue
                asked = message.from_wire(octets)
                name = str(asked.question[0].name)
                if name.startswith("slow"):
                    continue
                said = message.make_response(asked)
                said.flags |= flags.RA
                if name in RECORDS:
                    said.answer.append(rrset.from_text(name, 60, "IN", "TXT", *RECORDS[name]))
                else:
                    said.set_rcode(
                        rcode.REFUSED if name.startswith("odd") else rcode.NXDOMAIN  # type: ignore[arg-type]
                    )
                bound.sendto(said.to_wire(), whom)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield bound.getsockname()[1]
        finally:
            over.set()
            thread.join()


def test_a_key_is_found_in_its_pieces() -> None:
    with name_server() as port:
        lookup = asked_of("127.0.0.1", port=port)
        assert lookup("x._domainkey.post.example") == LONG
        assert lookup("y._domainkey.post.example") is None
        assert lookup("two._domainkey.post.example") is None


@pytest.mark.parametrize("name", ["slow.post.example", "odd.post.example", "a" * 70 + ".example"])
def test_a_key_that_cannot_be_had_now_is_no_answer(name: str) -> None:
    with name_server() as port, pytest.raises(NoAnswer):
        asked_of("127.0.0.1", port=port, patience=0.3)(name)


def test_what_is_no_address_is_refused() -> None:
    with pytest.raises(SettingsError, match='write "system" or the IP address'):
        asked_of("dns.example")
