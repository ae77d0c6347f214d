"""The luck of a moment of a game, in the form with which the game began (A95; docs/luck.md)."""

from __future__ import annotations

from datetime import datetime, timedelta

from rednov_bot.core.luck import FORM, GameLuck, Keys, Scope, SecretLuck
from rednov_bot.core.models import Game, Message, TakenTurn
from rednov_bot.core.proof import ABSENT, MOST_AHEAD, Beacon, beacon_in
from rednov_bot.core.settings import LuckSettings
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.games.base import Choice, Held
from rednov_bot.games.red_november.rules.choices import BEACON

AnyLuck = SecretLuck | GameLuck


def of_turn(records: UnitOfWork, game: Game, taken: TakenTurn) -> AnyLuck:
    """The luck of a turn, the same for every draft of it.

    It depends on the secret, the number of the turn and the mail that announced it, so that
    nobody alone can have chosen it.
    """
    scope = f"turn {taken.number}"
    if taken.beacon is None:
        return _luck(records, game, scope, taken.digest)
    value = records.beacon(game.beacon, taken.beacon)
    return _luck(records, game, scope, taken.digest, f"{taken.beacon} {value}")


def beacon_of(luck: LuckSettings) -> Beacon | None:
    """The beacon that the settings name, None where they name none."""
    if luck.beacon_genesis is None:
        return None
    return Beacon(luck.beacon_genesis, timedelta(seconds=luck.beacon_period), luck.beacon)


def beacon_of_game(game: Game) -> Beacon | None:
    """The beacon that a game is bound to, whatever the settings name by now; None without one."""
    return beacon_in(game.beacon)


def beacon_name(game: Game) -> str:
    """What it is called; "" without one."""
    beacon = beacon_of_game(game)
    return "" if beacon is None else beacon.name


def round_for(beacon: Beacon, message: Message, at: datetime) -> int:
    """The round for a turn that is taken now: the first behind the Date of its announcement.

    So it follows from the mail, and nobody has a choice of rounds; of a mail without a Date, or one
    that is dated more than a day ahead, it is the first after this moment.
    """
    date = message.stamps.date
    return beacon.round_after(at if date is None or date - at > MOST_AHEAD else date)


def awaits(records: UnitOfWork, taken: TakenTurn) -> int | None:
    """The round of the public beacon that a turn waits for; None where it can be drawn."""
    if taken.beacon is None:
        return None
    known = records.beacon(records.game(taken.game).beacon, taken.beacon)
    return taken.beacon if known is None else None


def of_opening(records: UnitOfWork, game: Game) -> AnyLuck:
    """The luck of a game's opening."""
    return _luck(records, game, "opening", ABSENT)


def of_idle_kill(records: UnitOfWork, game: Game, name: str) -> AnyLuck:
    """The luck with which an idle gnome is killed (§19)."""
    return _luck(records, game, f"idle {name}", ABSENT)


def keys_of(records: UnitOfWork, game: Game) -> Keys:
    """Both secrets of a game."""
    return Keys.of(records.secret(game.id))


def _luck(records: UnitOfWork, game: Game, moment: str, mail: str, beacon: str = ABSENT) -> AnyLuck:
    if game.luck != FORM:
        return SecretLuck(records.secret(game.id), f"{game.tag} {moment}")
    return GameLuck(keys_of(records, game), Scope(game.tag, moment, mail, beacon))


def held_for(taken: TakenTurn, round: int) -> Held:
    """The resolution waits for a value that nobody could know when the turn was announced."""
    choice = Choice(
        key=BEACON,
        kind="beacon",
        of=taken.turn.gnome,
        asks="contestmaster",
        candidates=(f"beacon {round} VALUE",),
    )
    return Held(choice, ())
