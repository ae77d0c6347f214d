"""Mails for one gnome's eyes: what only they may know, and choices that are theirs (§6, §17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, Unpack

from rednov_bot.core.render.letterhead import Facts, Heads, mail
from rednov_bot.games.red_november.render.canonical import said
from rednov_bot.games.red_november.render.sentences import DEATH_CLAUSES, macros
from rednov_bot.games.red_november.render.wording import place, tile_name, tiles
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.deeds import Discard
from rednov_bot.games.red_november.rules.tables import Board
from rednov_bot.games.red_november.rules.words import ITEMS, Cause, GnomeName, Item

_DEATHS: Final[dict[Cause, str]] = {
    "fire": "You are killed by the fire in {}",
    "high_water": "You drown in {}",
    "no_air": "You are outside without an aqualung used this turn and are killed",
    "asleep_in_fire": "Asleep in {}, you are killed by the fire",
    "asleep_in_flood": "Asleep in {}, you drown",
    "idle": "Idle for four days, you are killed by the contestmaster",
    "slain": "You are slain in {}",
}


def whisper(event: ev.PrivateEvent) -> str:
    """What happened, in one sentence with its full stop."""
    return macros("_whispers", ev.PrivateEvent)[type(event)](event)


def hand_story(
    events: Iterable[ev.Event], name: GnomeName, before: tuple[Item, ...], board: Board
) -> tuple[str, ...]:
    """Sentences for *name*, who held *before*: each tile that came or went, and how.

    Of other hands it tells what *name* gave to them or got from them, which both know (§11k).
    """
    teller = _Teller(name, before, board)
    for event in events:
        teller.tell(event)
    teller.tell_uses()
    return tuple(teller.said)


class _Teller:
    """Goes through the events once and follows one hand."""

    def __init__(self, name: GnomeName, before: tuple[Item, ...], board: Board) -> None:
        self.name = name
        self.board = board
        self.held = list(before)
        self.used: list[Item] = []  # in a row, not yet told
        self.gift: ev.GiftMade | None = None  # whose tiles are told next
        self.over = False  # the death or departure is told
        self.dropped: list[str] = []  # what a replaced gnome held is told after their death
        self.said: list[str] = []

    def tell(self, event: ev.Event) -> None:
        """Take one event in, with its sentences where it concerns the hand."""
        match event:
            case ev.ItemUsed(gnome=self.name, item=item):
                self._lose((item,))
                self.used.append(item)
            case ev.ThirstSlaked(gnome=self.name):
                self._lose(("grog",))
                self._say("You drink a grog.")
            case ev.GrogGained(gnome=self.name, count=count):
                grog: Item = "grog"
                grogs = (grog,) * count
                self.held.extend(grogs)
                self._say(f"You take {tiles(grogs)} of the captain's.")
            case ev.GiftMade():
                self.gift = event
            case ev.GiftReceived(giver=self.name, to=to, items=items):
                self._lose(items)
                self._say(self._given(to, items))
            case (
                ev.ItemsReceived(to=self.name, items=items)
                | ev.GiftReceived(to=self.name, items=items)
            ):
                self.held.extend(items)
                self._say(whisper(event))
            case ev.DiscardNamed(to=self.name, items=items):
                self._lose(items)
                self._say(whisper(event))
            case ev.LimitPending(to=self.name) | ev.LimitLifted(to=self.name):
                self._say(whisper(event))
            # A death or a departure, and what becomes of the items (§20, A50, A68).
            case ev.Killed(gnome=self.name, cause=cause, place=at):
                clause = "" if cause == "slain" else f" ({DEATH_CLAUSES[cause]})"
                self._say(f"{_DEATHS[cause].format(place(at, self.board))}{clause}.")
                self.over = True
            case ev.GnomeDeparted(gnome=self.name):
                self._say("You abandon ship (§11m).")
                self.over = True
            case ev.HandDropped(gnome=self.name, to_discards=to_discards):
                goes = "goes to the discards" if to_discards else "leaves the game"
                told = (
                    f"What you held, {tiles(self.held)}, {goes}; the list is not told what it was."
                )
                lost = [told] if self.held else []
                self.held = []
                if self.over:
                    self.said += lost
                else:
                    self.dropped = lost
            case ev.GnomeReplaced(gnome=self.name, cause=cause, room=room):
                self._say(
                    f"{_DEATHS[cause].format('your room')}; another gnome of your name stumbles "
                    f"out of hiding in {place(room, self.board)}, sober and empty-handed."
                )
                self.said += self.dropped
            case _:
                pass

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


@mail("private")
def private_notice(
    told_alone: tuple[str, ...],
    hand: tuple[Item, ...],
    *,
    occasion: str,
    discard: int,
    plays_on: bool = True,
    wished: tuple[Item, ...] = (),
    proof: tuple[str, ...] = (),
    **heads: Unpack[Heads],
) -> Facts:
    """What only this gnome may know, and their whole hand (§6).

    *told_alone* is the story of their hand; *occasion* is what everybody knows: `turn 12`, `the
    opening`, or to the gnome who brought it about `your discard`; *discard* is how many items a
    pending hand limit still asks for (§17); *plays_on* whether they may take a turn again;
    *wished* what they wished to discard then (A78); *proof* are lines that prove it.
    """
    return {
        "sentences": told_alone,
        "hand": hand_lines(hand),
        "held": len(hand),
        "proposal": " ".join(said(Discard(wished))) if wished else "",
    }


def hand_lines(hand: tuple[Item, ...]) -> tuple[str, ...]:
    """`2  grog`: a line for each kind of item, in the order of the words of the game."""
    counts = Counter(hand)
    return tuple(
        [f"{counts[kind]:>4}  {tile_name(kind, counts[kind])}" for kind in ITEMS if counts[kind]]
    )
