"""Looking at a game through one gnome's eyes: the only way from a gamestate to a computer gnome."""

from __future__ import annotations

from rednov_bot.games.red_november.ai.view import Sight
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import exceeds
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import GnomeName


def look(gamestate: Gamestate, name: GnomeName, tables: Tables, options: Options) -> Sight:
    """What *name* may know of *gamestate*: no other hand, no deck, no pool (§6)."""
    seat = gamestate.position.seat(name)
    hand = gamestate.secrets.hands[seat]
    over = exceeds(gamestate.secrets.limits[seat], hand)
    return Sight(gamestate.position, name, hand, over, tables, options)
