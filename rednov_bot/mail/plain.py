"""Plain text as its writer meant it: flowed lines joined (RFC 3676), PGP armour off (RFC 4880)."""

from __future__ import annotations

import re

from rednov_bot.mail.charsets import visible

_DEPTH = re.compile(r">*")
_ARMOUR_FIELD = re.compile(r"(?:Hash|Charset|Comment|Version|NotDashEscaped):", re.IGNORECASE)
_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_END = "-----END PGP SIGNATURE-----"


def lines(text: str, *, flowed: bool = False, delsp: bool = False) -> list[str]:
    """The lines of a plain text, without blanks at their ends."""
    text = visible(text)
    found = _unflowed(text.split("\n"), delsp) if flowed else text.split("\n")
    found = [line.rstrip() for line in found]
    return _unarmoured(found) if _SIGNED in text else found


def _unflowed(found: list[str], delsp: bool) -> list[str]:
    """Lines that end in a blank go on in the next one of the same quote depth."""
    joined: list[str] = []
    paragraph: list[str] = []
    depth = 0

    def close() -> None:
        if paragraph:
            joined.append((">" * depth + " " if depth else "") + "".join(paragraph))
            paragraph.clear()

    for line in found:
        marks = _DEPTH.match(line)
        new_depth = marks.end() if marks else 0
        content = line[new_depth:]
        content = content.removeprefix(" ")
        is_signature = content == "-- "
        if new_depth != depth or is_signature:
            close()
            depth = new_depth
        if content.endswith(" ") and not is_signature:
            paragraph.append(content[:-1] if delsp else content)
            continue
        paragraph.append(content)
        close()
    close()
    return joined


def _unarmoured(found: list[str]) -> list[str]:
    """What was clearsigned, as it was before: no armour, no signature, no escaped dashes."""
    bare: list[str] = []
    at, signed = 0, False
    while at < len(found):
        line = found[at]
        at += 1
        if line == _SIGNED:
            signed = True
            while at < len(found) and _ARMOUR_FIELD.match(found[at]):
                at += 1
            at += at < len(found) and not found[at]
        elif line == _SIGNATURE:
            signed = False
            at = _after_signature(found, at)
        else:
            bare.append(line[2:] if signed and line.startswith("- ") else line)
    return bare


def _after_signature(found: list[str], at: int) -> int:
    """The line after the signature's end; one without an end reaches to the bottom."""
    try:
        return found.index(_END, at) + 1
    except ValueError:
        return len(found)
