"""The luck of a moment of a game, in the form with which the game began (A95; docs/luck.md)."""

from __future__ import annotations

from datetime import UTC, datetime

from rednov_bot.engine.draws import FORM, GameLuck, Keys, Scope
from rednov_bot.engine.luck import SecretLuck
from rednov_bot.papers import Game, Letter, TakenTurn
from rednov_bot.ports import Records
from rednov_bot.proof.commitments import ABSENT, mail_digest
from rednov_bot.settings import LuckSettings

AnyLuck = SecretLuck | GameLuck


def of_turn(records: Records, game: Game, taken: TakenTurn) -> AnyLuck:
    """The luck of a turn, the same for every draft of it.

    It depends on the secret, the number of the turn and the mail that announced it, so that
    nobody alone can have chosen it.
    """
    scope = f"turn {taken.number}"
    if taken.beacon is None:
        return _luck(records, game, scope, taken.digest)
    return _luck(
        records, game, scope, taken.digest, f"{taken.beacon} {records.beacon(taken.beacon)}"
    )


def beacon_in_terms(beacon: LuckSettings) -> str:
    """The beacon as the opening fixes it: `2023-08-23T15:09:27Z 3 drand quicknet`."""
    if beacon.beacon_genesis is None:
        return ""
    begins = beacon.beacon_genesis.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return f"{begins} {beacon.beacon_period} {beacon.beacon}"


def round_for(beacon: LuckSettings, letter: Letter, at: datetime) -> int:
    """The round for a turn that is taken now: the first behind the Date of its announcement.

    So it follows from the mail, and nobody has a choice of rounds; of a mail without a Date, or one
    that is dated ahead, it is the first after this moment.
    """
    date = letter.stamps.date
    return round_after(beacon, at if date is None else min(date, at))


def round_after(beacon: LuckSettings, at: datetime) -> int:
    """The first round of the beacon that comes after this moment."""
    assert beacon.beacon_genesis is not None
    since = (at - beacon.beacon_genesis).total_seconds()
    return int(since // beacon.beacon_period) + 2


def awaits(records: Records, taken: TakenTurn) -> int | None:
    """The round of the public beacon that a turn waits for; None where it can be drawn."""
    if taken.beacon is None or records.beacon(taken.beacon) is not None:
        return None
    return taken.beacon


def of_opening(records: Records, game: Game) -> AnyLuck:
    """The luck of a game's opening."""
    return _luck(records, game, "opening", ABSENT)


def of_idle_kill(records: Records, game: Game, name: str) -> AnyLuck:
    """The luck with which an idle gnome is killed (§19)."""
    return _luck(records, game, f"idle {name}", ABSENT)


def keys_of(records: Records, game: Game) -> Keys:
    """Both secrets of a game."""
    return Keys.of(records.secret(game.id))


def digest_of(letter: Letter) -> str:
    """The digest of an announcement: its Message-ID, its Date and the sender's own words."""
    date = letter.stamps.date
    words = letter.text if letter.written is None else letter.written
    when = None if date is None else date.strftime("%Y-%m-%dT%H:%M:%SZ")
    return mail_digest(letter.message_id, when, words)


def _luck(records: Records, game: Game, moment: str, mail: str, beacon: str = ABSENT) -> AnyLuck:
    if game.luck != FORM:
        return SecretLuck(records.secret(game.id), f"{game.tag} {moment}")
    return GameLuck(keys_of(records, game), Scope(game.tag, moment, mail, beacon))
