"""A game step by step: each turn, and what came between turns, with what was posted of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from rednov_bot.engine.chronicle import Passage, passages
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.pages.material import GameMaterial, Posted


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One page of a game."""

    number: int  # from 0, the opening
    passage: Passage
    at: datetime
    posted: tuple[Posted, ...]
    held: Mapping[GnomeName, tuple[Item, ...]] | None = field(repr=False)
    knew: Mapping[GnomeName, tuple[str, ...]] = field(repr=False)

    @property
    def title(self) -> str:
        """`Turn 3: Ann`, `The opening`, `After turn 3`."""
        passage = self.passage
        if passage.gnome is not None:
            return f"Turn {passage.turn}: {passage.gnome}"
        if self.number == 0:
            return "The opening"
        return f"After turn {passage.turn}" if passage.turn else "Before the first turn"

    @property
    def awaits(self) -> bool:
        """Whether it is a turn that is announced, and not yet resolved."""
        return self.passage.gnome is not None and self.passage.after.pending is not None


def steps(game: GameMaterial) -> tuple[Step, ...]:
    """The steps of a game, in order."""
    ends = tuple(_ends(game))
    found: list[Step] = []
    start = 0
    for number, passage in enumerate(passages(game.facts.happenings)):
        end = start + len(passage.happenings)
        within = [n for n, last in enumerate(ends) if start < last <= end]
        last = within[-1] if within else max(n for n, one in enumerate((0, *ends)) if one <= end)
        last = min(last, len(ends) - 1)
        hands = game.hands
        knew: dict[GnomeName, tuple[str, ...]] = {}
        for n in within if hands is not None else ():
            assert hands is not None
            for name, said in hands.knew[n].items():
                knew[name] = (*knew.get(name, ()), *said)
        found.append(
            Step(
                number=number,
                passage=passage,
                at=game.facts.course[last].at,
                posted=tuple([one for n in within for one in game.posted[n]]),
                held=None if hands is None else hands.held[last],
                knew=knew,
            )
        )
        start = end
    return tuple(found)


def _ends(game: GameMaterial) -> Iterator[int]:
    """How many happenings there were behind each part of the course."""
    count = 0
    for dated in game.facts.course:
        count += len(dated.happenings)
        yield count
