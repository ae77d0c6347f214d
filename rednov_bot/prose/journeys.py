"""The hatches and uses of a turn as clauses: `uses a grog`, `goes through 2 into room 4`."""

from __future__ import annotations

from rednov_bot.engine import happenings as h
from rednov_bot.engine.tables import Board
from rednov_bot.engine.words import SEA, Hatch, hatch_label
from rednov_bot.prose.wording import listed, place, rooms, tiles


def way(steps: list[h.PublicHappening], board: Board) -> list[str]:
    """The clauses of what was done before the action, or of an escape, in order."""
    walker = _Walker(board)
    for step in steps:
        walker.take(step)
    walker.close()
    return walker.clauses


class _Walker:
    """Gathers steps of one kind into one clause."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.clauses: list[str] = []
        self.uses: list[h.ItemUsed] = []
        self.opened: list[Hatch] = []  # the last of them may yet be gone through
        self.through: list[h.Passed] = []
        self.water = ""

    def take(self, step: h.PublicHappening) -> None:
        """One more step."""
        match step:
            case h.ItemUsed():
                self._halt()
                self.uses.append(step)
            case h.HatchOpened(hatch=hatch):
                self._put_away()
                if self.water:
                    self._halt()
                self.opened.append(hatch)
            case h.WaterEqualised(rooms=both, doused=doused):
                fire = f", the fire in {doused} out" if doused is not None else ""
                self.water = f" ({rooms(both)} at low water{fire})"
            case h.Passed():
                del self.opened[-1:]
                if self.opened:
                    self._arrive()
                    self._look()
                self.through.append(step)
            case _:
                pass

    def close(self) -> None:
        """All is told."""
        self._put_away()
        self._halt()

    def _halt(self) -> None:
        """The way so far is a clause, and so are the hatches only looked through behind it."""
        self._arrive()
        self._look()

    def _put_away(self) -> None:
        if self.uses:
            self.clauses.append(_used(self.uses))
        self.uses = []

    def _arrive(self) -> None:
        if self.through:
            water = "" if self.opened else self._water()
            self.clauses.append(_path(self.through, self.board) + water)
        self.through = []

    def _look(self) -> None:
        if self.opened:
            noun = "hatch" if len(self.opened) == 1 else "hatches"
            labels = listed([hatch_label(one) for one in self.opened])
            self.clauses.append(f"opens {noun} {labels}{self._water()}")
        self.opened = []

    def _water(self) -> str:
        water, self.water = self.water, ""
        return water


def _used(uses: list[h.ItemUsed]) -> str:
    """`uses a grog and a toolbox (intoxication 1)`."""
    drinks = {"grog", "coffee"}
    verb = "drinks" if all(one.item in drinks for one in uses) else "uses"
    drunk = any(one.item in drinks for one in uses)
    level = f" (intoxication {uses[-1].after})" if drunk else ""
    return f"{verb} {tiles([one.item for one in uses])}{level}"


def _path(through: list[h.Passed], board: Board) -> str:
    """`goes through 5 and 2 into room 1 (Engine Room)`, `swims out into the sea`."""
    last = through[-1]
    way = ["the sea" if one.to == SEA else str(one.to) for one in through[:-1]]
    by = f" through {listed(way)}" if way else ""
    if last.to == SEA:
        return f"goes{by} and swims out into the sea" if way else "swims out into the sea"
    verb = "wades" if last.minutes else "goes"
    burning = "burning " if last.burning else ""
    return f"{verb}{by} into {burning}{place(last.to, board)}"
