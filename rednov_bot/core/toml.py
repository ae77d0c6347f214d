"""A TOML file is read into a struct, and the first key that does not fit is named in a sentence."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from datetime import datetime
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, inspect

from rednov_bot.core.errors import Mendable

T = TypeVar("T", bound=msgspec.Struct)

_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_LONGEST_QUOTE: Final = 60  # characters of a wrong value that are repeated in an error

_KINDS: Final[tuple[tuple[type, str], ...]] = (
    (bool, "true or false"),  # before int: Python counts it among the whole numbers
    (int, "a whole number"),
    (float, "a number with a fraction"),
    (str, "a text"),
    (list, "a list"),
    (dict, "a table"),
)


class Misfit(NamedTuple):
    """A key that does not fit, and what to say about it: `imap.port must be ..., not ...`."""

    key: str
    sentence: str


def octets_of(path: Path, mistake: type[Mendable]) -> bytes:
    """The bytes of a file; `mistake` is raised where it is missing or unreadable."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise mistake(f"{path}: there is no such file; create it or name another") from None
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
        said = f"{path}: cannot be read ({why}); look at its path and permissions"
        raise mistake(said) from None


def mapping_of(octets: bytes, path: Path, mistake: type[Mendable]) -> dict[str, Any]:
    """The bytes of the file at `path` as TOML has them; `mistake` is raised where they are not."""
    try:
        return tomllib.loads(octets.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = octets[: error.start].count(b"\n") + 1
        why = f"not UTF-8 in line {line}; save the file as UTF-8"
    except tomllib.TOMLDecodeError as error:
        words = str(error)
        why = f"not valid TOML: {words[:1].lower()}{words[1:]}"
    raise mistake(f"{path}: {why}")  # out here, for the error above may hold the whole text


@cache
def shape_of(kind: type) -> inspect.Type:
    """What a struct may hold; it takes milliseconds to look that up."""
    return inspect.type_info(kind)


def shaped(
    mapping: Mapping[str, Any],
    kind: type[T],
    path: Path,
    mistake: type[Mendable],
    origins: Mapping[str, str] = MappingProxyType({}),
) -> T:
    """The struct that the mapping describes; `origins` names the keys that came from elsewhere."""
    wrong = misfit(mapping, shape_of(kind), "")
    if wrong is None:
        return msgspec.convert(mapping, kind)
    origin = origins.get(wrong.key)
    source = f" (from {origin})" if origin else ""
    raise mistake(f"{path}: {wrong.key}{source} {wrong.sentence}")


def misfit(value: object, kind: inspect.Type, key: str) -> Misfit | None:
    """The first key at or below `key` that does not fit, None when all is well."""
    match kind:
        case inspect.Metadata():
            inner = misfit(value, kind.type, key)
            return _refused(value, kind, key) if inner and inner.key == key else inner
        case inspect.UnionType():
            choices = _choices(kind)
            if len(choices) == 1:
                return misfit(value, choices[0], key)
            fits = any(misfit(value, choice, key) is None for choice in choices)
            return None if fits else _refused(value, kind, key)
        case inspect.StructType() if isinstance(value, dict):
            return _misfit_in_struct(value, kind, key)
        case inspect.DictType() if isinstance(value, dict):
            return _misfit_in_dict(value, kind, key)
        case inspect.VarTupleType() if isinstance(value, list):
            if len(value) < (kind.min_length or 0):
                return _refused(value, kind, key)
            entries = enumerate(value, start=1)
            found = (misfit(entry, kind.item_type, f"{key}[{n}]") for n, entry in entries)
            return next(filter(None, found), None)
        case _:
            return None if _fits(value, kind) else _refused(value, kind, key)


def _misfit_in_struct(table: dict[str, Any], kind: inspect.StructType, key: str) -> Misfit | None:
    """The first misfit of a table whose keys are fixed."""
    fields = {field.encode_name: field for field in kind.fields}
    for name in table:
        if name not in fields:
            meant = get_close_matches(name, fields, n=1)
            hint = f"did you mean {meant[0]}?" if meant else f"known here: {', '.join(fields)}"
            return Misfit(joined(key, name), f"is not known; {hint}")
    for name, field in fields.items():
        if name in table:
            wrong = misfit(table[name], field.type, joined(key, name))
            if wrong is not None:
                return wrong
        elif field.required:
            return Misfit(joined(key, name), f"is missing; it must be {wanted(field.type)}")
    return None


def _misfit_in_dict(table: dict[str, Any], kind: inspect.DictType, key: str) -> Misfit | None:
    """The first misfit of a table whose keys are names."""
    for name, entry in table.items():
        if misfit(name, kind.key_type, key) is not None:
            return Misfit(
                joined(key, name), f"has a wrong name: it must be {wanted(kind.key_type)}"
            )
        wrong = misfit(entry, kind.value_type, joined(key, name))
        if wrong is not None:
            return wrong
    return None


def _fits(value: object, kind: inspect.Type) -> bool:
    """Whether a single value is what its key may hold."""
    match kind:
        case inspect.AnyType():
            return True
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.DateTimeType():
            return isinstance(value, datetime)
        case inspect.LiteralType():
            return isinstance(value, str) and value in kind.values
        case inspect.StrType() if isinstance(value, str):
            long_enough = len(value) >= (kind.min_length or 0)
            return long_enough and (kind.pattern is None or bool(re.search(kind.pattern, value)))
        case inspect.IntType() if isinstance(value, int) and not isinstance(value, bool):
            return (kind.ge is None or value >= kind.ge) and (kind.le is None or value <= kind.le)
        case _:
            return False


def _refused(value: object, kind: inspect.Type, key: str) -> Misfit:
    """What to say about a value that is not what its key may hold."""
    return Misfit(key, f"must be {wanted(kind)}, not {_shown(value, kind)}")


def _shown(value: object, kind: inspect.Type) -> str:
    """A wrong value for people: itself where only its type was right, else what kind it is."""
    choices = _choices(kind)
    texts = any(isinstance(choice, inspect.StrType | inspect.LiteralType) for choice in choices)
    numbers = any(isinstance(choice, inspect.IntType) for choice in choices)
    if (texts and isinstance(value, str)) or (numbers and type(value) is int):
        return json.dumps(value, ensure_ascii=False)[:_LONGEST_QUOTE]
    if value == []:
        return "an empty list"
    return next((words for type_, words in _KINDS if isinstance(value, type_)), "a date or time")


def wanted(kind: inspect.Type) -> str:
    """What a key may hold, for people."""
    match kind:
        case inspect.Metadata():
            described = (kind.extra_json_schema or {}).get("description")
            return str(described) if described else wanted(kind.type)
        case inspect.LiteralType():
            return _one_of([f'"{one}"' for one in kind.values])
        case inspect.UnionType():
            return _one_of([wanted(choice) for choice in _choices(kind)])
        case inspect.IntType() if kind.ge is not None and kind.le is not None:
            return f"a whole number from {kind.ge} to {kind.le}"
        case inspect.IntType():
            return "a whole number" if kind.ge is None else f"a whole number of {kind.ge} or more"
        case inspect.BoolType():
            return "true or false"
        case inspect.DateTimeType():
            return "a moment like 2023-08-23T15:09:27Z, without quotes"
        case inspect.VarTupleType():
            few = "with at least one entry, each " if kind.min_length else "whose entries are each "
            return f"a list {few}{wanted(kind.item_type)}"
        case inspect.StructType() | inspect.DictType():
            return "a table"
        case _:
            return "a text"


def _choices(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    """The plain types a key may have, an optional key's None left out."""
    match kind:
        case inspect.Metadata():
            return _choices(kind.type)
        case inspect.UnionType():
            return tuple(one for one in kind.types if not isinstance(one, inspect.NoneType))
        case _:
            return (kind,)


def _one_of(words: list[str]) -> str:
    """`a, b or c`."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def joined(key: str, name: str) -> str:
    """The key of an entry of a table: `people."Ann B".addresses`."""
    part = name if _BARE_KEY.fullmatch(name) else json.dumps(name, ensure_ascii=False)
    return f"{key}.{part}" if key else part


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
