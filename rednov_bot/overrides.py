"""Environment variables are laid over a settings file: `REDNOV_IMAP__PORT` is `imap.port`.

Two underscores part the names of nested tables; upper and lower case are the same.  Text stays
text where the key holds one; elsewhere the variable is written as in the file: `993`, `true`,
`["X", "Y"]`.  People's names come in any script and stay in the file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

from msgspec import inspect

from rednov_bot.errors import SettingsError
from rednov_bot.kinds import is_whole
from rednov_bot.strict_toml import joined

PREFIX: Final = "REDNOV_"
FILE_ONLY: Final = ("people",)


def overlay(
    mapping: Mapping[str, Any], kind: type, environ: Mapping[str, str], path: Path
) -> tuple[dict[str, Any], dict[str, str]]:
    """The file's mapping with the variables laid over it, and which key came from which."""
    whole = inspect.type_info(kind)
    laid = deepcopy(dict(mapping))
    origins: dict[str, str] = {}
    for variable in sorted(environ):
        if variable.startswith(PREFIX) and _meant_for_us(variable, whole, path):
            _refuse_other_codes(variable, environ[variable], path)
            names = variable.removeprefix(PREFIX).split("__")
            key = _lay(laid, whole, names, environ[variable])
            if key in origins:
                raise SettingsError(
                    f"{path}: {key} is set by both {origins[key]} and {variable}; unset one of them"
                )
            origins[key] = variable
    return laid, origins


def _refuse_other_codes(variable: str, text: str, path: Path) -> None:
    """A variable is UTF-8, as the file is."""
    if not is_whole(text):
        raise SettingsError(
            f"{path}: the environment variable {variable} is not UTF-8; write it in UTF-8"
        )


def _meant_for_us(variable: str, whole: inspect.Type, path: Path) -> bool:
    """Whether a variable is a setting: those without `__` may belong to anything else."""
    rest = variable.removeprefix(PREFIX).lower()
    sections = tuple(_fields(whole))
    section = rest.split("__")[0]
    if "__" not in rest:
        meant = next((one for one in sections if rest.startswith(f"{one}_")), None)
        if meant is not None:
            right = f"{PREFIX}{meant.upper()}__{variable[len(PREFIX) + len(meant) + 1 :]}"
            raise SettingsError(
                f"{path}: the environment variable {variable} sets nothing; write {right}"
            )
        return False
    if section in FILE_ONLY:
        raise SettingsError(
            f"{path}: the environment variable {variable} sets nothing; "
            f"[{section}] is taken from the file alone"
        )
    return True


def _lay(tables: dict[str, Any], kind: inspect.Type, names: list[str], text: str) -> str:
    """One variable is laid into the tables; returns its key as the file would have it.

    Where the file has a single value instead of a table nothing is laid: that is refused later.
    """
    *sections, last = names
    table, key = tables, ""
    for written in sections:
        name = _name_in(table, kind, written)
        kind, key = _kind_below(kind, name), joined(key, name)
        below = table.setdefault(name, {})
        table = below if isinstance(below, dict) else {}
    name = _name_in(table, kind, last)
    table[name] = _read(text, _kind_below(kind, name))
    return joined(key, name)


def _name_in(table: dict[str, Any], kind: inspect.Type, written: str) -> str:
    """The name of a key as the file, or else the struct, spells it."""
    known = (*table, *_fields(kind))
    return next((one for one in known if one.casefold() == written.casefold()), written.lower())


def _fields(kind: inspect.Type) -> dict[str, inspect.Type]:
    """The keys of a table whose keys are fixed."""
    if isinstance(kind, inspect.StructType):
        return {field.encode_name: field.type for field in kind.fields}
    return {}


def _kind_below(kind: inspect.Type, name: str) -> inspect.Type:
    """What the entry of a table may hold; a text where nothing is known of it."""
    if isinstance(kind, inspect.DictType):
        return kind.value_type
    return _fields(kind).get(name, inspect.StrType())


def _read(text: str, kind: inspect.Type) -> object:
    """A variable's text as its key's kind of value; unchanged where it is none."""
    match kind:
        case inspect.Metadata():
            return _read(text, kind.type)
        case inspect.UnionType():
            kinds = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
            return _read(text, kinds[0]) if len(kinds) == 1 else text
        case (
            inspect.IntType()
            | inspect.BoolType()
            | inspect.DateTimeType()
            | inspect.VarTupleType()
            | inspect.AnyType()
        ):
            return _as_toml(text)
        case _:
            return text


def _as_toml(text: str) -> object:
    """A value written as in the file; the text itself where it is no such value."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
