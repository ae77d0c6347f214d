"""The kinds of text and number that files of ours may hold, each with its words for people."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

Line = Annotated[
    str,
    Meta(
        pattern=r"\A[^\x00-\x20\x7f]([^\x00-\x1f\x7f]*[^\x00-\x20\x7f])?\Z",
        description="a text on one line, without spaces at its ends",
    ),
]
Word = Annotated[str, Meta(pattern=r"\A[^\s\x00-\x1f\x7f]*\Z", description="a text without spaces")]
WebAddress = Annotated[
    str,
    Meta(
        pattern=r"\Ahttps?://[^\s\x00-\x1f\x7f<>\"]+/\Z",
        description="an address like https://host.example/rednov/, with / at its end",
    ),
]
Endpoint = Annotated[
    str,
    Meta(
        pattern=r"\Ahttps?://(?:[A-Za-z0-9][A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\])"
        r"(?::(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?"
        r"(?:/[!\"$->@-~]*)?\Z",
        description="an address like http://127.0.0.1:8080/v1, with neither login nor query",
    ),
]
ArchiveAddress = Annotated[
    str,
    Meta(
        pattern=r"\Ahttps?://[^\s\x00-\x1f\x7f<>\"]*\{(id|hash)\}[^\s\x00-\x1f\x7f<>\"]*\Z",
        description="an address like https://host.example/{hash}/, with {id} or {hash} in it",
    ),
]
Host = Annotated[str, Meta(pattern=r"\A[^\s\x00-\x1f\x7f]+\Z", description="a host's name")]
Port = Annotated[int, Meta(ge=1, le=65535)]
Address = Annotated[
    str,
    Meta(
        pattern=r"\A[!#-'*+\--9=?A-Z^-~]+@[A-Za-z0-9\u0080-\U0010ffff]"
        r"([A-Za-z0-9.\u0080-\U0010ffff-]*[A-Za-z0-9\u0080-\U0010ffff])?\Z",
        description="an e-mail address like name@host.example",
    ),
]
"""An address as RFC 5322 has it between angle brackets, unquoted, in ASCII before its @.

The domain may be an internationalised one (settings.py sees whether it is).
"""

ListId = Annotated[
    str, Meta(pattern=r"\A[^\s<>]+\Z", description="a List-Id without its angle brackets")
]
"""What stands between the angle brackets of a List-Id field (RFC 2919)."""

Moment = Annotated[
    datetime,
    Meta(description="a date like 2026-11-28 or a moment like 2026-11-28T15:09:27Z, no quotes"),
]
"""A date is its first moment in UTC."""

Key = Annotated[str, Meta(pattern=r"\A[\w-]+\Z", description="a word of letters, digits, - and _")]

AuthResult = Literal["pass", "nothing known", "fail"]
"""Whether a mail is its author's: their domain or the list's vouches for it; nothing speaks for it
or against it; or something speaks against it."""

STANDARD_DATA: Final = "standard"
"""What the data set is called that travels with the program."""

HIDDEN: Final = frozenset({"password", "database", "key", "openpgp_key"})


def is_whole(text: str) -> bool:
    """Whether UTF-8 can write a text: it has no halves of surrogate pairs (RFC 3629).

    The environment and arguments have them for octets that are not UTF-8.
    """
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


class Discreet(msgspec.Struct, frozen=True):
    """A struct whose representation leaves the HIDDEN fields out."""

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """Every field that may be seen, for rich and for `__repr__`."""
        return [
            (name, getattr(self, name)) for name in self.__struct_fields__ if name not in HIDDEN
        ]

    def __repr__(self) -> str:
        """As ever, without the hidden fields."""
        seen = ", ".join(f"{name}={value!r}" for name, value in self.__rich_repr__())
        return f"{type(self).__name__}({seen})"


Side = Literal["mailbox", "postman", "database"]
"""What the bot cannot do without: where mail comes from, who takes it, what is on file."""
