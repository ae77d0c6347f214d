"""What the contestmaster ruled about a turn, as its posting tells (§25).

Their words are theirs: they are taken as they stand.  Where they end is not marked, so every end is
tried that a sentence may have; what follows must be as the rules have it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, product
from typing import Final

from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.options import Options, options_from
from rednov_bot.games.red_november.rules.overruled import Ruled
from rednov_bot.games.red_november.rules.position import Gift, Position
from rednov_bot.games.red_november.rules.rulings import changes_from
from rednov_bot.games.red_november.rules.tables import Board
from rednov_bot.verify.postings import Told

MOST_ENDS: Final = 12  # of one ruling
MOST_WAYS: Final = 60
_RULING: Final = re.compile(r"(?<!by )\bRuling (\d{1,9})(?: \(([§?\ufffd][^)]{1,40})\))?: ")
_END: Final = re.compile(r"[.!?]\"?(?= |$)")
_SETS: Final = re.compile(r" From now on: (.+?)\.(?= |$)")
_AFTER: Final = "AFTER THE TURN"
_REREAD: Final = re.compile(
    r"turn \d+ says something else than was read at first: gifts in return are possible (.+?)"
    r" \([§?\ufffd]11k\)"
)
_WAY: Final = re.compile(r"from (.+?) to (.+?)(?=, from |\Z)")
OPTION: Final = re.compile(r"\boption (\w+) is ([\w+]+)", re.IGNORECASE)


def has_ruling(told: Told) -> bool:
    """Whether a posting tells of a ruling."""
    return _RULING.search(told.words) is not None


def first_words(told: Told) -> str:
    """Each ruling that a posting tells of, to the end of its first sentence; "" where none is."""
    marks = list(_RULING.finditer(told.words))
    ends = [_END.search(told.words, mark.end()) for mark in marks]
    said = [
        told.words[mark.start() : end.end() if end else len(told.words)]
        for mark, end in zip(marks, ends, strict=True)
    ]
    return " ".join(said)


def ways(told: Told, position: Position, board: Board, number: int, gnome: str) -> Iterator[Ruled]:
    """What may have been ruled, by its text: where each ruling may end, the shortest first."""
    marks = list(_RULING.finditer(told.words))
    behind = told.words.find(_AFTER)
    every: list[list[tuple[bool, ev.RulingGiven, str]]] = []
    for at, mark in enumerate(marks):
        stop = marks[at + 1].start() if at + 1 < len(marks) else len(told.words)
        text = told.words[mark.end() : stop]
        later = 0 <= behind < mark.start()
        every.append(list(_ends(mark, text, position, board, later=later)))
    reread = _reread(told, number, gnome)
    for chosen in islice(product(*every), MOST_WAYS):
        before = [given for later, given, _ in chosen if not later]
        yield Ruled(
            before=(*before, *reread),
            valid=True,
            behind=tuple([(given, lines) for later, given, lines in chosen if later]),
        )


def _ends(
    mark: re.Match[str], text: str, position: Position, board: Board, *, later: bool
) -> Iterator[tuple[bool, ev.RulingGiven, str]]:
    clause = mark[2] or ""
    for end in islice(_END.finditer(text), MOST_ENDS):
        words = text[: end.end()]
        sets = _SETS.match(text, end.end())
        lines = sets[1] if sets else ""
        changes = changes_from(lines, position, board) if lines else ()
        given = ev.RulingGiven(int(mark[1]), clause, words)
        if later:
            yield later, given, lines
        elif isinstance(changes, tuple):
            yield later, ev.RulingGiven(int(mark[1]), clause, words, changes), ""
        if lines:
            return


def _reread(told: Told, number: int, gnome: str) -> tuple[ev.TurnReread, ...]:
    found = _REREAD.search(told.words)
    if found is None:
        return ()
    gifts = tuple([Gift(to, giver) for giver, to in _WAY.findall(found[1])])
    return (ev.TurnReread(gnome, number, gifts),)


def options_after(options: Options, words: str) -> Options:
    """The options as a ruling in these words sets them; the same where it sets none."""
    given: dict[str, object] = {}
    for name, value in OPTION.findall(words):
        if name in Options.__struct_fields__:
            given[name] = value.rstrip(".")
    if not given:
        return options
    plain = {name: getattr(options, name) for name in Options.__struct_fields__}
    changed = options_from({**plain, **given})
    return options if isinstance(changed, str) else changed


def other_options(options: Options) -> Iterator[tuple[str, Options]]:
    """Every set of options that is otherwise in one of them, and in which."""
    values: dict[str, tuple[object, ...]] = {
        "token_at_zero": ("harmless", "not_placed", "lethal"),
        "wake": ("end", "at_once"),
        "hand_limit_basis": ("at_discard", "at_event"),
        "return_gift_effect": ("at_once", "after_resolution"),
        "dead_items": ("discard", "lost"),
        "event_choice": ("orders+ask", "orders+contestmaster", "orders+random"),
    }
    plain = {name: getattr(options, name) for name in Options.__struct_fields__}
    for name, now in plain.items():
        others = values.get(name, (not now,) if isinstance(now, bool) else ())
        for value in others:
            changed = options_from({**plain, name: value}) if value != now else ""
            if isinstance(changed, Options):
                yield name, changed
