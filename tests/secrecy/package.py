"""The package as it is: its modules, its classes, and what the types of values can hold."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
import typing
from collections.abc import Iterator
from functools import cache
from types import ModuleType

import msgspec

import rednov_bot
from rednov_bot.games.red_november.rules.words import Item

_OTHERS = "rednov_bot.__main__"
_TILES = set(typing.get_args(Item))


@cache
def modules() -> tuple[ModuleType, ...]:
    """Every module of the package, imported."""
    found = pkgutil.walk_packages(rednov_bot.__path__, "rednov_bot.")
    names = [one.name for one in found if not one.name.startswith(_OTHERS)]
    return tuple(importlib.import_module(name) for name in names)


@cache
def classes() -> tuple[type, ...]:
    """Every class with fields: dataclasses and structs."""
    found = {
        kind: None
        for module in modules()
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if kind.__module__ == module.__name__
        and (dataclasses.is_dataclass(kind) or issubclass(kind, msgspec.Struct))
    }
    return tuple(found)


@cache
def fields(kind: type) -> dict[str, object]:
    """The fields of such a class and their types."""
    names = (
        kind.__struct_fields__
        if issubclass(kind, msgspec.Struct)
        else [field.name for field in dataclasses.fields(kind)]
    )
    hints = typing.get_type_hints(kind)
    return {name: hints[name] for name in names}


def called(kind: type) -> str:
    """`core.proof.ShownTile`."""
    return f"{kind.__module__}.{kind.__qualname__}".removeprefix("rednov_bot.")


def parts(hint: object) -> Iterator[object]:
    """The types of which a hint is made: `tuple[Item, ...]` is made of Item."""
    if typing.get_origin(hint) is typing.Literal:
        yield Item if set(typing.get_args(hint)) == _TILES else hint
        return
    inner = hint if isinstance(hint, list) else typing.get_args(hint)  # a list: of a Callable
    if inner or isinstance(hint, list):
        for one in inner:
            yield from parts(one)
    else:
        yield hint


def holding(leaves: set[object]) -> set[type]:
    """Every class that can hold one of these, however deep."""
    found: set[object] = set(leaves)
    while True:
        more = {
            kind
            for kind in classes()
            if kind not in found
            and any(part in found for hint in fields(kind).values() for part in parts(hint))
        }
        if not more:
            return {one for one in found if isinstance(one, type)}
        found |= more
