"""Large mails, made when they are wanted; a process of their own handles them, and is measured.

`python -m tests.hostile.large FOLDER` handles all and prints what was seen.
"""

from __future__ import annotations

import base64
import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from tests.hostile.making import ORDER, TALK, html, mail, parts, plain
from tests.rigs.scale import many

SECONDS: Final = 60.0
"""Of the processor, at most, for a mail of any length, the start of the program included."""

MEGABYTES: Final = 1024
"""Of memory, at most, for a mail of 50 MB; the program itself has some 90."""

MILLIONS: Final = many(50, 17)
"""Of octets in the longest: no more than 16 are read."""

MIXED: Final = 'multipart/mixed; boundary="b"'


@dataclass(frozen=True)
class Large:
    """A mail that is made, and what becomes of it."""

    attacks: str
    becomes: str
    make: Callable[[], bytes]


@dataclass(frozen=True)
class Found:
    """What was seen of it."""

    becomes: str
    reason: str
    effects: list[str]
    troubles: list[str]
    seconds: float
    megabytes: float


def _coded(body: str | bytes, encoding: str = "base64") -> bytes:
    return mail(body, more=f"Content-Transfer-Encoding: {encoding}\n")


def _winmail() -> bytes:
    """A winmail.dat that is 200 MB when it is unpacked; nobody unpacks it."""
    bomb = base64.encodebytes(gzip.compress(b"\0" * 50_000_000)).decode()
    tnef = (
        'Content-Type: application/ms-tnef; name="winmail.dat"\n'
        f"Content-Transfer-Encoding: base64\n\n{bomb}"
    )
    return mail(parts(plain(TALK), tnef), kind=MIXED)


LARGE: Final[dict[str, Large]] = {
    "lines": Large("memory", "hold", lambda: mail(TALK * (MILLIONS * 40_000))),
    "base64": Large("memory", "hold", lambda: _coded(b"QUFB" * (MILLIONS * 250_000))),
    "a head": Large("the head", "ignore", lambda: b"X: " + b"x" * (MILLIONS * 1_000_000)),
    "100,000 folds": Large("the head", "read", lambda: mail(more="X: a" + "\n a" * 80_000 + "\n")),
    "100,000 ids": Large(
        "the head", "ignore", lambda: mail(more=f"References: {'<a@b> ' * 100_000}\n")
    ),
    "10,000 parts deep": Large(
        "MIME",
        "hold",
        lambda: mail(f"--b\nContent-Type: {MIXED}\n\n" * 10_000 + ORDER, kind=MIXED),
    ),
    "a packed winmail.dat": Large("attachments", "read", _winmail),
    "a million tags": Large("HTML", "hold", lambda: html("<div>" * 1_000_000 + ORDER)),
    "60,000 marks on a letter": Large(
        "patterns", "read", lambda: mail(ORDER + "\u0301\u0316" * 30_000)
    ),
    "a turn of 120 KB": Large(
        "the grammar", "read", lambda: mail("I open 5-8 and go in.\n" * 2900)
    ),
}


def measured(folder: Path) -> dict[str, Found]:
    """What is seen of each of these mails, by a process of their own."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.hostile.large", str(folder)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    told = [json.loads(line) for line in run.stdout.splitlines()]
    return {name: Found(**found) for name, found in zip(LARGE, told, strict=True)}


def _most() -> float:
    """Megabytes of this process at its largest; getrusage(2) counts the one that started it."""
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def main(folder: Path) -> None:
    """Says what is seen of each mail, one after the other at one table."""
    from tests.hostile.storm import Storm

    storm = Storm(folder)
    for number, large in enumerate(LARGE.values()):
        seen = storm.sees(large.make().replace(b"{}@", f"m{number}@".encode(), 1))
        found = Found(seen.becomes, seen.reason, seen.effects, seen.troubles, seen.seconds, _most())
        print(json.dumps(asdict(found)), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
