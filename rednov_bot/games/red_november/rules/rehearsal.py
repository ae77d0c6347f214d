"""A planned turn, tried out: what is against it, what it does, and what is certain of it.

It asks the checks of the resolver, draws no luck and changes nothing (§9).
"""

from __future__ import annotations

from msgspec.structs import replace

from rednov_bot.games.base import Against, Hushed, Refusal, Withheld
from rednov_bot.games.red_november.rules.forecast import Foreseen, OverLimit, foresee
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import private_refusals
from rednov_bot.games.red_november.rules.objections import FINAL, PASSING, as_if_free, objections
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import Plan, plan
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import Turn
from rednov_bot.games.red_november.rules.words import Item


class Rehearsal(Hushed, frozen=True):
    """What would come of a turn if it were announced now."""

    turn: Turn
    position: Position  # at which it is reckoned: as it is, but nobody waited for, its gnome awake
    hand: tuple[Item, ...]
    public: tuple[Refusal, ...]  # every reason that the list may be told why it has no effect
    private: tuple[Withheld, ...]  # and those for its gnome alone
    plan: Plan | None = None  # what it does as things stand, had its gnome the tiles and the turn
    foreseen: tuple[Foreseen, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether it would be taken (§9)."""
        return self.plan is not None and not self.objections

    @property
    def openly(self) -> Rehearsal:
        """The same as far as everybody can see: as if they held what they say they use (§6)."""
        seen = tuple([one for one in self.foreseen if not isinstance(one, OverLimit)])
        return replace(self, hand=(), private=(), foreseen=seen)

    @property
    def objections(self) -> tuple[Against, ...]:
        """Everything that is against it, public reasons first."""
        return self.public + self.private

    @property
    def too_early(self) -> bool:
        """Whether nothing is against it but the moment."""
        every = self.objections
        return bool(every) and all(one.code in PASSING for one in every)


def rehearse(gamestate: Gamestate, turn: Turn, tables: Tables, options: Options) -> Rehearsal:
    """The turn at this gamestate; it is neither taken nor resolved."""
    position = gamestate.position
    public = objections(position, turn, tables, options)
    if any(one.code in FINAL for one in public):
        return Rehearsal(turn, position, (), public, ())
    hand = gamestate.secrets.hands[position.seat(turn.gnome)]
    private = private_refusals(gamestate, turn)
    free = as_if_free(position, turn.gnome)
    planned = plan(free, turn, tables, replace(options, strict_order=False))
    if not isinstance(planned, Plan):
        return Rehearsal(turn, free, hand, public, private)
    foreseen = foresee(free, hand, planned, tables, options)
    return Rehearsal(turn, free, hand, public, private, planned, foreseen)
