"""What a turn, or an act between turns, did to one gnome's hand: told to em alone (§6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rednov_bot.engine import happenings as h
from rednov_bot.engine.tables import Board
from rednov_bot.engine.words import Cause, GnomeName, Item
from rednov_bot.prose.audience import private_to
from rednov_bot.prose.sentences import DEATH_CLAUSES
from rednov_bot.prose.whispers import whisper
from rednov_bot.prose.wording import place, tiles


def hand_story(
    happenings: Iterable[h.Happening], name: GnomeName, before: tuple[Item, ...], board: Board
) -> tuple[str, ...]:
    """Sentences for *name*, who held *before*: each tile that came or went, and how.

    Of other hands it tells what *name* gave to them or got from them, which both know (§11k).
    """
    teller = _Teller(name, before, board)
    for happening in happenings:
        teller.tell(happening)
    teller.tell_uses()
    return tuple(teller.said)


class _Teller:
    """Goes through the happenings once and follows one hand."""

    def __init__(self, name: GnomeName, before: tuple[Item, ...], board: Board) -> None:
        self.name = name
        self.board = board
        self.held = list(before)
        self.used: list[Item] = []  # in a row, not yet told
        self.gift: h.GiftMade | None = None  # whose tiles are told next
        self.over = False  # the death or departure is told
        self.dropped: list[str] = []  # what a replaced gnome held is told after eir death
        self.said: list[str] = []

    def tell(self, happening: h.Happening) -> None:
        """Take one happening in, with its sentences where it concerns the hand."""
        match happening:
            case h.ItemUsed(gnome=self.name, item=item):
                self._lose((item,))
                self.used.append(item)
            case h.ThirstSlaked(gnome=self.name):
                self._lose(("grog",))
                self._say("You drink a grog.")
            case h.GrogGained(gnome=self.name, count=count):
                grog: Item = "grog"
                grogs = (grog,) * count
                self.held.extend(grogs)
                self._say(f"You take {tiles(grogs)} of the captain's.")
            case h.GiftMade():
                self.gift = happening
            case h.GiftReceived(giver=self.name, to=to, items=items):
                self._lose(items)
                self._say(self._given(to, items))
            case _:
                self._tell_end(happening)
                self._tell_private(happening)

    def tell_uses(self) -> None:
        """The tiles used since the last sentence."""
        if self.used:
            self.said.append(f"You use up {tiles(self.used)}.")
            self.used = []

    def _say(self, said: str) -> None:
        self.tell_uses()
        self.said.append(said)

    def _lose(self, items: tuple[Item, ...]) -> None:
        for item in items:
            if item in self.held:
                self.held.remove(item)

    def _given(self, to: GnomeName, items: tuple[Item, ...]) -> str:
        """A gift, or the spoils of an attack, which no gift comes before (option crazed)."""
        gift, self.gift = self.gift, None
        if gift is None or (gift.giver, gift.recipient) != (self.name, to):
            return f"{to} takes from you {tiles(items)}."
        return f"You give {to} {tiles(items)}{' in return' if gift.in_return else ''}."

    def _tell_private(self, happening: h.Happening) -> None:
        for one in private_to((happening,), self.name):
            match one:
                case h.ItemsReceived(items=items) | h.GiftReceived(items=items):
                    self.held.extend(items)
                case h.DiscardNamed(items=items):
                    self._lose(items)
                case h.LimitPending() | h.LimitLifted():
                    pass
                case _:
                    assert_never(one)
            self._say(whisper(one))

    def _tell_end(self, happening: h.Happening) -> None:
        """A death or a departure, and what becomes of the items (§20, A50, A68)."""
        match happening:
            case h.Killed(gnome=self.name, cause=cause, place=at):
                clause = "" if cause == "slain" else f" ({DEATH_CLAUSES[cause]})"
                self._say(f"{_death(cause, place(at, self.board))}{clause}.")
                self.over = True
            case h.GnomeDeparted(gnome=self.name):
                self._say("You abandon ship (§11m).")
                self.over = True
            case h.HandDropped(gnome=self.name, to_discards=to_discards):
                lost = [_dropped(tuple(self.held), to_discards=to_discards)] if self.held else []
                self.held = []
                if self.over:
                    self.said += lost
                else:
                    self.dropped = lost
            case h.GnomeReplaced(gnome=self.name, cause=cause, room=room):
                self._say(
                    f"{_death(cause, 'your room')}; another gnome of your name stumbles out of "
                    f"hiding in {place(room, self.board)}, sober and empty-handed."
                )
                self.said += self.dropped
            case _:
                pass


def _dropped(held: tuple[Item, ...], *, to_discards: bool) -> str:
    if to_discards:
        return (
            f"What you held, {tiles(held)}, goes to the discards; the list is not told what it was."
        )
    return f"What you held, {tiles(held)}, leaves the game; the list is not told what it was."


def _death(cause: Cause, where: str) -> str:
    match cause:
        case "fire":
            return f"You are killed by the fire in {where}"
        case "high_water":
            return f"You drown in {where}"
        case "no_air":
            return "You are outside without an aqualung used this turn and are killed"
        case "asleep_in_fire":
            return f"Asleep in {where}, you are killed by the fire"
        case "asleep_in_flood":
            return f"Asleep in {where}, you drown"
        case "idle":
            return "Idle for four days, you are killed by the contestmaster"
        case "slain":
            return f"You are slain in {where}"
        case _:
            assert_never(cause)
