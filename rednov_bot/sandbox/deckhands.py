"""Computer gnomes: they write their turns to the list, as everybody does."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from rednov_bot.crew import BRAINS
from rednov_bot.crew.looking import look
from rednov_bot.desk.desk import Desk, Ongoing, ongoing
from rednov_bot.engine.position import Position
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Discard
from rednov_bot.ports import Records
from rednov_bot.prose import canonical
from rednov_bot.prose.position_text import may_act


@dataclass(frozen=True, slots=True)
class Saying:
    """What a computer gnome writes."""

    who: GnomeName
    text: str


def next_up(position: Position, names: tuple[GnomeName, ...]) -> GnomeName | None:
    """Whose turn it is by custom: of those who may act, who is furthest behind in time (A13).

    None where that is nobody of these *names*, or nobody may act.
    """
    able = [position.gnome(name) for name in names]
    if not able:
        return None
    return max(able, key=lambda gnome: (gnome.minutes, gnome.arrived)).name


class Deckhands:
    """Whoever sits in no seat of a person's."""

    def __init__(self, brain: str, seed: int) -> None:
        """*brain*: one of `crew.BRAINS`.  KeyError of another."""
        self._brain, self._luck = BRAINS[brain], Random(seed)

    def says(
        self, desk: Desk, records: Records, person: GnomeName, *, ahead: bool
    ) -> Saying | None:
        """What the computer gnome whose turn it is writes; None when no one of them can.

        Before a turn, whoever is bound to discard does that.  With *ahead*, one of them goes ahead
        of the *person*, though it be eir turn.
        """
        now = ongoing(desk, records)
        if now is None or now.gamestate.position.pending is not None:
            return None
        if (discard := self._discard(now, person)) is not None:
            return discard
        position = now.gamestate.position
        able = may_act(position, now.options)
        hands = tuple([name for name in able if name != person])
        name = next_up(position, hands if ahead else able)
        if name is None or name == person:
            return None
        turn = self._brain.turn(look(now.gamestate, name, now.tables, now.options), self._luck)
        return Saying(name, canonical.announcement(turn))

    def _discard(self, now: Ongoing, person: GnomeName) -> Saying | None:
        for gnome in now.gamestate.position.gnomes:
            sight = look(now.gamestate, gnome.name, now.tables, now.options)
            if gnome.name != person and gnome.in_play and sight.over:
                items = self._brain.discards(sight, self._luck)
                return Saying(gnome.name, "\n".join(canonical.said(Discard(items, None))))
        return None
