"""Any value that a paper's types allow."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rednov_bot.games.base import load

_PLAIN: dict[object, SearchStrategy[Any]] = {
    int: st.integers(-(2**31), 2**31),
    bool: st.booleans(),
    bytes: st.binary(max_size=8),
    str: st.text(max_size=8),
    type(None): st.none(),
}


def values(kind: Any) -> SearchStrategy[Any]:
    """Values of a type: structs, tuples, sets, literals and unions of them."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind is Any:  # a turn, where a record of every game has one
        return values(load().types.turn)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        fields = get_type_hints(kind)
        return st.builds(kind, **{f: values(fields[f]) for f in kind.__struct_fields__})
    origin, inside = get_origin(kind), get_args(kind)
    make: dict[object, Callable[[], SearchStrategy[Any]]] = {
        Literal: lambda: st.sampled_from(inside),
        Union: lambda: st.one_of(*map(values, inside)),
        types.UnionType: lambda: st.one_of(*map(values, inside)),
        frozenset: lambda: st.frozensets(values(inside[0]), max_size=4),
        tuple: lambda: _tuples(inside),
    }
    return make[origin]()


def _tuples(inside: tuple[Any, ...]) -> SearchStrategy[tuple[Any, ...]]:
    if len(inside) == 2 and inside[1] is Ellipsis:
        return st.lists(values(inside[0]), max_size=3).map(tuple)
    return st.tuples(*map(values, inside))
