"""An opening again: rooms, decks, and perhaps events before the first turn (§5)."""

from __future__ import annotations

from rednov_bot.engine import happenings as h
from rednov_bot.engine.choices import Answer, Circumstances
from rednov_bot.engine.draws import Scope
from rednov_bot.engine.opening import STARTING_ITEMS, open_game
from rednov_bot.engine.resolve import Held, Resolution
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.words import Item
from rednov_bot.prose.sentences import Scene, sentence
from rednov_bot.verify.hidden import UNKNOWN, KnownLuck, nameless
from rednov_bot.verify.telling import Told
from rednov_bot.verify.terms import Promised


class Opening:
    """What the dice and cards lead to, with every choice as it is told."""

    def __init__(self, promised: Promised, tables: Tables, dice: bytes, told: Told) -> None:
        """*tables* are those of the game; *told* is what its first posting says."""
        self._promised, self._dice, self._told = promised, dice, told
        self._board = tables.board
        self._tables = nameless(tables, self._dealt())
        self._answers: dict[str, Answer] = {}
        self.scope = Scope(promised.game, "opening")

    def _dealt(self) -> list[Item]:
        """A grog for everybody who drinks one before the first turn."""
        grog: Item = "grog"
        thirsty = self._told.drinks(self._promised.gnomes)
        dealt: list[Item] = []
        for name in self._promised.gnomes:
            grogs = min(thirsty[name], STARTING_ITEMS)
            dealt += [grog] * grogs + [UNKNOWN] * (STARTING_ITEMS - grogs)
        return dealt

    def played(self) -> tuple[Resolution, KnownLuck]:
        """What comes of it."""
        while True:
            outcome, luck = self._once(self._answers)
            if isinstance(outcome, Resolution):
                return outcome, luck
            self._answers[outcome.choice.key] = self._chosen(outcome)

    def _once(self, answers: dict[str, Answer]) -> tuple[Resolution | Held, KnownLuck]:
        luck = KnownLuck(self._dice, self.scope)
        options = self._promised.options
        circumstances = Circumstances(self._tables, options, luck, answers=answers)
        names, pot = self._promised.gnomes, self._promised.pot
        return open_game(names, circumstances, y_pot=pot), luck

    def _chosen(self, held: Held) -> Answer:
        """The contestmaster's choice, as it is told."""
        scene = Scene(self._board)
        ways = [Answer(label, "contestmaster") for label in held.choice.candidates]
        for way in ways:
            outcome, _ = self._once({**self._answers, held.choice.key: way})
            new = outcome.happenings[len(held.happenings)]
            if not isinstance(new, h.HatchJammed | h.FireSpread):
                continue
            if self._told.says(sentence(new, scene)):
                return way
        return ways[0]
