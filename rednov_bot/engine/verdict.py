"""Whether an announced turn is valid, and what happens at the moment when a valid one is taken."""

from __future__ import annotations

import msgspec

from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.options import Options
from rednov_bot.engine.position import Position
from rednov_bot.engine.refusals import Against, Refusal, Withheld
from rednov_bot.engine.rules.held import private_refusals
from rednov_bot.engine.rules.movement import ends_of
from rednov_bot.engine.rules.plan import Plan, plan
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.turn import Open, Turn
from rednov_bot.engine.words import GnomeName


class Verdict(msgspec.Struct, frozen=True):
    """Whether an announced turn is valid: its plan, or every reason why it has no effect.

    `public` may be told to the list, `private` to the sender alone (§6, A21).
    """

    plan: Plan | None
    public: tuple[Refusal, ...] = ()
    private: tuple[Withheld, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether the turn is taken (§9)."""
        return self.plan is not None and not self.private

    @property
    def refusals(self) -> tuple[Against, ...]:
        """What the sender may be told, public reasons first."""
        return self.public + self.private


def judge(gamestate: Gamestate, turn: Turn, tables: Tables, options: Options) -> Verdict:
    """Whether *turn* is valid now.  Public checks see the position alone (rules.md 3.3)."""
    planned = plan(gamestate.position, turn, tables, options)
    if isinstance(planned, Refusal) and planned.code in ("NO_GAME", "NOT_A_GNOME"):
        return Verdict(None, (planned,))
    private = private_refusals(gamestate, turn, options)
    if isinstance(planned, Refusal):
        return Verdict(None, (planned,), private)
    return Verdict(planned, (), private)


def take(gamestate: Gamestate, turn: Turn) -> h.TurnTaken:
    """What happens at the moment of a valid public announcement (§9)."""
    action = turn.action
    gift_to = None
    if action is not None and action.name == "give_items":
        gift_to = action.recipient or _only_neighbour(gamestate.position, turn)
    return h.TurnTaken(turn.gnome, gamestate.position.turns + 1, gift_to)


def _only_neighbour(position: Position, turn: Turn) -> GnomeName | None:
    """The recipient where only one could be meant, at the end of the way (A17).

    Among several it is the one awake: sleepers then do not trade (option sleepers_trade).
    """
    at = position.gnome(turn.gnome).at
    for step in turn.steps:
        if isinstance(step, Open) and step.enter:
            at = sum(ends_of(step.hatch, at)) - at
    others = [gnome for gnome in position.gnomes if gnome.name != turn.gnome]
    here = [gnome for gnome in others if gnome.in_play and gnome.at == at]
    meant = here if len(here) == 1 else [gnome for gnome in here if not gnome.fainted]
    return meant[0].name if len(meant) == 1 else None
