"""What a crew announces next: of some turns that each might take, the one that looks best."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import Final

from msgspec.structs import replace

from rednov_bot.core.proof import mail_digest
from rednov_bot.core.workflow.desk import Desk, Ongoing
from rednov_bot.core.workflow.luck import fortune
from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.games.red_november.render.canonical import announcement
from rednov_bot.games.red_november.render.wording import ITEM_NAMES
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.hands import exceeds
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.luck import GameLuck, Scope
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.resolve import Resolution, judge, resolve, take
from rednov_bot.games.red_november.rules.turn import Orders, Turn
from rednov_bot.games.red_november.rules.words import TRACKS, GnomeName, hatch
from tests.rules.sailing import random_turn

TRIES: Final = 6  # wordings of a turn until its standing orders meet all that it draws
ENDLESS: Final = 1000  # looks after which there is no turn to be found


class Helm:
    """Sees every hand and the luck of the game, and keeps it going as long as it can."""

    def __init__(self, desk: Desk, rng: Random, looks: int) -> None:
        """*looks*: turns that are considered each time; the more, the longer the games."""
        self._desk, self._rng, self._looks = desk, rng, looks

    def announcement(self, now: Ongoing, name: str, date: datetime) -> tuple[GnomeName, str]:
        """Who announces what next in the mail of this Message-ID and Date (UTC).

        It is valid, and nobody is asked anything about it: its luck hangs on the two as well.
        """
        said = (name, date.strftime("%Y-%m-%dT%H:%M:%SZ"))
        if (thrown := self._discard(now)) is not None:
            return thrown
        people = [gnome.name for gnome in now.gamestate.position.gnomes]
        while True:
            turn = self._turn(now, said)
            text = announcement(turn)
            if read(text, author=turn.gnome, people=tuple(people)).verdict == "acts":
                return turn.gnome, text

    def _discard(self, now: Ongoing) -> tuple[GnomeName, str] | None:
        """What somebody has to throw away before they may act."""
        position, secrets = now.gamestate.position, now.gamestate.secrets
        for gnome in position.gnomes:
            hand = secrets.hands[position.seat(gnome.name)]
            over = exceeds(secrets.limits[position.seat(gnome.name)], hand)
            if over and gnome.in_play and gnome.minutes:
                thrown = ", ".join(f"a {ITEM_NAMES[item]}" for item in hand[-over:])
                return gnome.name, f"I discard {thrown}."
        return None

    def _turn(self, now: Ongoing, said: tuple[str, str]) -> Turn:
        """The best of some turns, as far as one looks."""
        position, secrets = now.gamestate.position, now.gamestate.secrets
        able = [g.name for g in position.gnomes if g.in_play and g.minutes and not g.fainted]
        best: tuple[float, Turn] | None = None
        looks = 0
        while best is None or looks < self._looks:
            name = self._rng.choice(able)
            hand = secrets.hands[position.seat(name)]
            turn = random_turn(position, name, hand, now.tables, now.options, self._rng)
            found = self._outlook(now, replace(turn, orders=Orders()), said)
            looks += 1
            assert best is not None or looks < ENDLESS, "nobody can take a turn"
            if found is not None and (best is None or found[0] > best[0]):
                best = found
        return best[1]

    def _outlook(
        self, now: Ongoing, turn: Turn, said: tuple[str, str]
    ) -> tuple[float, Turn] | None:
        """How well things stand after a turn, with standing orders for whatever it meets."""
        if not judge(now.gamestate, turn, now.tables, now.options).valid:
            return None
        taken = take(now.gamestate, turn)
        with self._desk.db.transaction(durable=False) as records:
            keys = fortune.keys_of(records, now.game)
        gamestate = after(now.gamestate, taken)
        for _ in range(TRIES):
            digest = mail_digest(*said, announcement(turn))  # other words, other dice
            scope = Scope(now.game.tag, f"turn {taken.number}", digest)
            circumstances = Circumstances(now.tables, now.options, GameLuck(keys, scope))
            outcome = resolve(gamestate, turn, circumstances)
            if isinstance(outcome, Resolution):
                return _hope(outcome.after.position), turn
            choice = outcome.choice
            if choice.kind not in ("block", "spread"):
                return None
            turn = replace(turn, orders=_wishing(turn.orders, choice.kind, choice.candidates[0]))
        return None


def _wishing(orders: Orders, kind: str, label: str) -> Orders:
    if kind == "spread":
        return replace(orders, spread=(*orders.spread, int(label)))
    one, other = map(int, label.split("-"))
    return replace(orders, block=(*orders.block, hatch(one, other)))


def _hope(position: Position) -> float:
    """The higher, the longer the game may last."""
    tracks = sum(2.0 ** (position.track(track) - 5) for track in TRACKS)
    spent = 0.2 * sum(gnome.minutes for gnome in position.gnomes)
    dead = 30 * sum(not gnome.in_play for gnome in position.gnomes)
    latest = max(gnome.minutes for gnome in position.gnomes)
    urgent = sum(20 / (2 + abs(latest - space)) for _, space in position.tokens)
    over = 1000 if position.ending is not None else 0
    return spent - tracks - dead - urgent - over
