"""`python -m tests.store.one_of_each` writes a sample of every paper in the present form.

Run it once for a form; what was released is never written again.
"""

from __future__ import annotations

import json
import types
from itertools import count, cycle
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from rednov_bot.core.contest import AwardPoints, ChangeContest, ReadAs
from rednov_bot.core.store import forms
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.choices import Choice
from rednov_bot.games.red_november.rules.gamestate import Secrets
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.turn import (
    Action,
    Escape,
    Open,
    Orders,
    Through,
    Turn,
    Use,
)

FOLDER = Path(__file__).parent / "old_papers"
_ORDERS = Orders(((5, 8), (6, 11)), (3, 4), False)
_TURN = Turn(
    "Ann",
    (Use("grog"), Open(Through(5, near=2), True), Open(Through(11))),
    Action("unblock_hatch", 4, Through(8, near=5), "Bob", ("coffee", "grog"), 2),
    (Use("coffee"),),
    Escape(Open(Through(7), True), ("aqualung",)),
    _ORDERS,
    (Action("no_action"),),
    ("if Bob agrees",),
)


class Filler:
    """Fills the fields of papers: numbers from 1 to 9 in turn, names in turn, nothing left out."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._names = cycle(["Ann", "Bob", "Cat"])

    def one(self, kind: Any) -> Any:
        """A value of this type."""
        if kind is int:
            return next(self._numbers) % 9 + 1
        if kind is bool:
            return True
        if kind is str:
            return next(self._names)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            fields = get_type_hints(kind)
            return kind(**{name: self.one(fields[name]) for name in kind.__struct_fields__})
        origin, inside = get_origin(kind), get_args(kind)
        if origin is Literal:
            return inside[next(self._numbers) % len(inside)]
        if origin in (Union, types.UnionType):
            return self.one(next(one for one in inside if one is not type(None)))
        if origin is frozenset:
            return frozenset({self.one(inside[0])})
        assert origin is tuple, kind
        wanted = inside[:1] * 2 if inside[1:] == (...,) else inside
        return tuple(map(self.one, wanted))


def papers() -> dict[str, Any]:
    """A sample of every kind of paper, by the name of its reader."""
    one = Filler().one
    secret = (*get_args(ev.PrivateEvent), *get_args(ev.HiddenEvent))
    return {
        "position": one(Position),
        "secrets": one(Secrets),
        "turn": _TURN,
        "orders": _ORDERS,
        "choice": one(Choice),
        "options": Options(crazed=True, wake="at_once"),
        "ruling": ReadAs(_TURN),
        "effects": (ChangeContest("axis added", "Z"), AwardPoints((0, 2))),
        "items": ("grog", "diving_gun"),
        "gnomes": ("Ann", "Bøb", "Cat"),
        "references": ("<a@b>", "<c d@e>"),
        "public": [one(kind) for kind in get_args(ev.PublicEvent)],
        "whispers": [(2 * place, one(kind)) for place, kind in enumerate(secret)],
    }


def _lines(paper: Any) -> str:
    """JSON, a line for each event."""
    if isinstance(paper, list) and paper and not isinstance(paper[0], str):
        lines = ",\n".join(f"    {json.dumps(one, ensure_ascii=False)}" for one in paper)
        return f"[\n{lines}\n  ]"
    return json.dumps(paper, ensure_ascii=False)


if __name__ == "__main__":
    written = {name: json.loads(forms.written(paper)) for name, paper in papers().items()}
    body = ",\n".join(f'  "{name}": {_lines(paper)}' for name, paper in written.items())
    (FOLDER / f"form-{forms.FORM}.json").write_text(f"{{\n{body}\n}}\n")
