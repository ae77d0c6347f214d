"""Many positions in which computer gnomes are asked: from games that a haphazard crew plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from msgspec.structs import replace

from rednov_bot.games.base import Choice
from rednov_bot.games.red_november.ai.looking import look
from rednov_bot.games.red_november.ai.view import Sight
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import exceeds
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.words import Item
from tests.rules.sailing import calm, play_game, tables

OPTION_SETS = (
    Options(),
    Options(
        crazed=True, multi_tokens=True, token_at_zero="lethal", escape_items=True, wake="at_once"
    ),
    Options(drew_items=True, less_deadly=True, x_needs_change=True, private_lists=False),
    Options(opening_events=True, strict_order=True, sleepers_trade=False, remove_respite=True),
)


@dataclass(frozen=True)
class Moment:
    """A gnome who may take a turn now, and what they know."""

    gamestate: Gamestate
    sight: Sight

    @property
    def options(self) -> Options:
        return self.sight.options


@cache
def moments() -> tuple[Moment, ...]:
    """Everybody who may take a turn, in every third position of these games."""
    return tuple(_moments())


def _moments() -> Iterator[Moment]:
    for seed in range(16):
        options = OPTION_SETS[seed % len(OPTION_SETS)]
        seas = calm() if seed % 3 == 0 else tables()
        game = play_game(seed, 3 + seed % 6, options, seas=seas, most=40)
        for leg in game.legs[::3]:
            for gnome in leg.before.position.gnomes:
                sight = look(leg.before, gnome.name, seas, options)
                if gnome.in_play and gnome.minutes and not gnome.fainted and not sight.over:
                    if options.strict_order and gnome.name != leg.turn.gnome:
                        continue
                    yield Moment(leg.before, sight)


@cache
def asked() -> tuple[tuple[Sight, Choice], ...]:
    """Every choice that came up in those games, with what its gnome knew."""
    found = []
    for seed in range(40):
        seas = calm() if seed % 2 else tables()
        game = play_game(seed, 3 + seed % 6, Options(crazed=True), seas=seas, most=60)
        for leg in game.legs:
            for choice in leg.held:
                found.append((look(leg.resolved_from, choice.of, game.seas, game.options), choice))
    return tuple(found)


def at_limit() -> Iterator[tuple[Gamestate, Sight]]:
    """Everybody who has to discard, in those games."""
    for seed in range(12):
        game = play_game(seed, 4, seas=calm(), most=60)
        for gamestate in game.passed:
            secrets = gamestate.secrets
            for seat, gnome in enumerate(gamestate.position.gnomes):
                if exceeds(secrets.limits[seat], secrets.hands[seat]):
                    yield gamestate, look(gamestate, gnome.name, game.seas, game.options)


def sight(
    *gnomes: Gnome, hand: tuple[Item, ...] = (), options: Options | None = None, **position: object
) -> Sight:
    """What the first of *gnomes* knows of a position made for a test."""
    deck = {"deck_left": len(tables().deck)}
    made = replace(Position(gnomes=gnomes), **{**deck, **position})
    return Sight(made, gnomes[0].name, hand, 0, tables(), options or Options())
