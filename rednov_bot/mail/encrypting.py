"""What is for one reader alone is encrypted to eir OpenPGP key: PGP/MIME (RFC 3156).

Its own header is told inside too (RFC 9788), so that what is decrypted is a whole mail, to be kept
and checked one day.  Of its subject nothing stands outside but the tag by which mails are sorted
and drafts are answered.
"""

from __future__ import annotations

import re
from datetime import datetime

from rednov_bot import openpgp

_TAG = re.compile(r"\[[^\[\]]*\] ?")
_OUTSIDE = "For you alone"


def outer_subject(subject: str) -> str:
    """`[Red November] For you alone`: the tag that begins a subject, and nothing else of it."""
    tag = _TAG.match(subject)
    return f"{tag[0] if tag else ''}{_OUTSIDE}"


def encrypted(
    content: list[str], body: bytes, *, header: list[str], key: str, name: str, at: datetime
) -> tuple[list[str], bytes]:
    """The header lines and the body of a mail whose content is encrypted.

    *content* are the header lines of what is inside, *header* are those of the mail itself, with
    its own subject; *name* is one that no other mail has.  CannotEncrypt where the key has expired
    by *at*.
    """
    inside = [*header, "MIME-Version: 1.0", *content, "", ""]
    armour = openpgp.encrypted("\r\n".join(inside).encode("ascii") + body, key, at)
    boundary = f"=_{re.sub('[^A-Za-z0-9.]', '.', name)}"[:70]
    lines = [
        f"--{boundary}",
        "Content-Type: application/pgp-encrypted",
        "Content-Description: PGP/MIME version identification",
        "",
        "Version: 1",
        "",
        f"--{boundary}",
        'Content-Type: application/octet-stream; name="encrypted.asc"',
        "Content-Description: OpenPGP encrypted message",
        'Content-Disposition: inline; filename="encrypted.asc"',
        "",
        *armour.decode("ascii").splitlines(),
        "",
        f"--{boundary}--",
        "",
    ]
    head = [
        'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted";',
        f' boundary="{boundary}"',
    ]
    return head, "\r\n".join(lines).encode("ascii")
