"""Many mails in one file, by their names.

JSON Lines keep any bytes, each mail beside what is wanted of it; an mbox keeps mails of whole lines
of UTF-8, to be read in a difference.  `python -m tests.mailfiles FILE.jsonl NAME` prints the bytes
of a mail; one that is not there yet it takes from its input and adds.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple


class Kept(NamedTuple):
    """A mail of a file of JSON Lines."""

    name: str
    octets: bytes
    wanted: dict[str, Any]


@cache
def kept(path: Path) -> tuple[Kept, ...]:
    """The mails of a file of JSON Lines."""
    rows = map(json.loads, path.read_bytes().splitlines())
    return tuple(Kept(row.pop("name"), _octets(row.pop("mail")), row) for row in rows)


def _octets(mail: str) -> bytes:
    """Of a mail as it is kept: bytes that are no UTF-8 stand as half surrogates, \\udc80 for 80."""
    return mail.encode("utf-8", "surrogateescape")


def line(one: Kept) -> str:
    """A mail as a line of its file; what cannot be seen is escaped."""
    mail = one.octets.decode("utf-8", "surrogateescape")
    row = {"name": one.name, **one.wanted, "mail": mail}
    said = json.dumps(row, ensure_ascii=False)
    return "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in said) + "\n"


# -- mbox ----------------------------------------------------------------------------------------

_DATE = "Thu Jan  1 00:00:00 1970"  # mail programs want one
_BEGIN = re.compile(rf"(?m)^From (\S+) {_DATE}\n")


@cache
def in_mbox(path: Path) -> dict[str, str]:
    """The mails of an mbox, by their names; lines end with LF."""
    _, *pieces = _BEGIN.split(path.read_text(encoding="utf-8"))
    texts = (re.sub(r"(?m)^>(>*From )", r"\1", text[:-1]) for text in pieces[1::2])
    return dict(zip(pieces[::2], texts, strict=True))


def keep(path: Path, mails: Mapping[str, str]) -> None:
    """Write an mbox of these mails."""
    pieces = []
    for name, text in mails.items():
        assert text.endswith("\n"), name
        assert "\r" not in text, name
        quoted = re.sub(r"(?m)^(>*From )", r">\1", text)
        pieces.append(f"From {name} {_DATE}\n{quoted}\n")
    path.write_text("".join(pieces), encoding="utf-8", newline="\n")
    in_mbox.cache_clear()


def sent(text: str) -> bytes:
    """A mail as it goes over the wire."""
    return text.replace("\n", "\r\n").encode()


def in_lines(octets: bytes) -> str:
    """A mail that went over the wire, as an mbox keeps it."""
    text = octets.decode().replace("\r\n", "\n")
    assert sent(text) == octets
    return text


def main(path: Path, name: str) -> None:
    """Print a mail, or add one."""
    for one in kept(path) if path.exists() else ():
        if one.name == name:
            sys.stdout.buffer.write(one.octets)
            return
    octets = b"" if sys.stdin.isatty() else sys.stdin.buffer.read()
    if not octets:
        sys.exit(f"{path} has no {name}, and none comes in")
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(line(Kept(name, octets, {})))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
