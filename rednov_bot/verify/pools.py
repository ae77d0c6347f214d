"""From which place of which shuffle each tile was drawn: everybody can count that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rednov_bot.engine import happenings as h
from rednov_bot.engine.draws import Scope
from rednov_bot.engine.words import GnomeName, Item
from rednov_bot.verify.postings import Posting
from rednov_bot.verify.sections import ToldDraw


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A shuffle of tiles as a posting shows it."""

    number: int
    scope: Scope
    purpose: str
    root: str
    size: int


@dataclass(frozen=True, slots=True)
class Award:
    """A tile that a gnome drew: e is told which, the list where it lay."""

    moment: str
    gnome: GnomeName
    shuffle: int  # the number of the draw
    place: int  # from 1 at the top


@dataclass(slots=True)
class Pools:
    """The shuffles so far, and whatever was drawn from them."""

    shuffles: dict[int, Shuffle] = field(default_factory=dict)
    awards: list[Award] = field(default_factory=list)
    now: int | None = None  # the number of the shuffle that is drawn from; None: not certain
    place: int = 0  # of the last tile drawn
    uncounted: set[str] = field(default_factory=set)
    """Moments in which tiles were drawn from places that nobody can count."""
    used: list[tuple[str, GnomeName, Item, int]] = field(default_factory=list, repr=False)
    """What everybody saw go (below 0) or come: the moment, whose, the item, how many."""
    is_played: bool = True  # else the game is not played again, and nothing is counted

    def follow(
        self, happenings: Iterable[h.Happening], scope: Scope, draws: Iterable[ToldDraw]
    ) -> None:
        """The tiles that are shuffled and drawn in one moment."""
        shown: Iterator[ToldDraw] = iter([one for one in draws if one.root])
        for one in happenings:
            match one:
                case h.ItemPoolShuffled(order=order):
                    self._shuffled(next(shown, None), scope, len(order))
                case h.ItemsReceived(to=name, items=items):
                    for _ in items:
                        self.place += 1
                        if self.now is not None:
                            award = Award(scope.moment, name, self.now, self.place)
                            self.awards.append(award)
                        else:
                            self.uncounted.add(scope.moment)
                case h.ItemUsed(gnome=name, item=item):
                    self.used.append((scope.moment, name, item, -1))
                case h.GrogGained(gnome=name, count=count):
                    self.used.append((scope.moment, name, "grog", count))
                case _:
                    pass

    def publish(self, posting: Posting, game: str) -> None:
        """The roots that a posting shows, of a game whose secrets are not told yet."""
        self.is_played = False
        for told in posting.section.moments if posting.section is not None else ():
            for draw in told.draws:
                if draw.root:
                    made = Shuffle(draw.number, Scope(game, ""), draw.purpose, draw.root, 0)
                    self.shuffles[draw.number] = made

    def _shuffled(self, draw: ToldDraw | None, scope: Scope, size: int) -> None:
        self.now, self.place = None, 0
        if draw is not None:
            self.now = draw.number
            made = Shuffle(draw.number, scope, draw.purpose, draw.root, size)
            self.shuffles[draw.number] = made

    def lose(self) -> None:
        """From here on nobody can count: the position was corrected by hand."""
        self.now = None

    def drawn_by(self, name: GnomeName, moment: str) -> list[Award]:
        """What a gnome drew in a moment."""
        return [one for one in self.awards if (one.gnome, one.moment) == (name, moment)]
