"""What may stand in a mail of the bot's: the lines of its head, one by one, and nothing else."""

from __future__ import annotations

import re
from typing import Final

HEAD: Final = (
    "From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Auto-Submitted",
    "X-Auto-Response-Suppress", "MIME-Version", "Content-Type", "Content-Transfer-Encoding",
)  # fmt: skip
"""Every field that a mail of the bot's may have, each at most once."""

_FIELD = re.compile(rb"([!-9;-~]+): (.*)")
_ID = rb"<[!-;=?A-~]+@[!-;=?A-~]+>"
_MADE: Final = {
    "To": re.compile(
        rb'(?:(?:[\w .!#$%&\'*+/=?^`{|}~-]+|"(?:[^"\\]|\\.)*"|=\?utf-8\?b\?[\w+/=? -]+\?=) +)?'
        rb"<?[\w!#$%&'*+/=?^`{|}~.-]+@[\w.-]+>?"
    ),
    "In-Reply-To": re.compile(_ID),
    "References": re.compile(_ID + rb"(?: " + _ID + rb")*"),
    "Message-ID": re.compile(rb"<rednov\.[\w.-]+@[\w.-]+>"),
    "Auto-Submitted": re.compile(rb"auto-(?:generated|replied)"),
    "MIME-Version": re.compile(rb"1\.0"),
    "Content-Type": re.compile(rb'(?:text/plain; charset="utf-8"|multipart/encrypted;.*)'),
    "Content-Transfer-Encoding": re.compile(rb"7bit|quoted-printable"),
}


def troubles(octets: bytes, to: str) -> list[str]:
    """What is wrong with a sealed mail to this one address; nothing where it is sound."""
    head, _, body = octets.partition(b"\r\n\r\n")
    found: list[str] = []
    seen: list[str] = []
    for line in re.sub(rb"\r\n[ \t]+", b" ", head).split(b"\r\n"):
        match = _FIELD.fullmatch(line)
        if match is None or b"\r" in line or b"\n" in line or not line.isascii():
            found.append(f"a line that is no field: {line[:80]!r}")
            continue
        name = match[1].decode("ascii")
        seen.append(name)
        form = _MADE.get(name)
        if form is not None and form.fullmatch(match[2]) is None:
            found.append(f"a strange {name}: {match[2][:120]!r}")
    found += [f"a field of somebody else's: {name}" for name in seen if name not in HEAD]
    found += [f"{name} twice" for name in HEAD if seen.count(name) > 1]
    if to.encode() not in head:
        found.append("To names somebody else")
    if any(len(line) > 998 for line in octets.split(b"\r\n")):
        found.append("a line longer than 998 octets")
    if b"\0" in octets or re.search(rb"(?<!\r)\n|\r(?!\n)", octets):
        found.append("a NUL, or half a line end")
    if not body:
        found.append("no body")
    return found
