"""Lost, won, and the points that fall due (§18, §20-§24)."""

from __future__ import annotations

from rednov_bot.engine import happenings as h
from rednov_bot.engine.logbook import Logbook
from rednov_bot.engine.options import Options
from rednov_bot.engine.position import WON, Due, Position, Token
from rednov_bot.engine.rules.tracks import DOOM
from rednov_bot.engine.words import TRACKS, GnomeName


def x_points(gnome: GnomeName, points: int, reason: str) -> h.PointsDue:
    """X points that the contestmaster owes (§18)."""
    return h.PointsDue(gnome, "X", points, reason)


def passed_token(position: Position, options: Options) -> Token | None:
    """The first token that all gnomes have passed (§21); the killed and departed have 0 (A9).

    Standing on a token is not passing it (A3), so one at 0 is harmless unless option
    `token_at_zero` says otherwise (A4).
    """
    if not position.tokens:
        return None
    slowest = max([gnome.minutes for gnome in position.gnomes])
    for token in position.tokens:
        if slowest < token[1]:
            return token
        if token[1] == 0 and slowest == 0 and options.token_at_zero == "lethal":
            return token
    return None


def lost(log: Logbook, options: Options) -> bool:
    """Whether the sub is lost: a track at its maximum, or a token passed by all (§21).

    Then everybody who has not departed loses, and the departed win (§21, §23).
    """
    position = log.position
    if position.ending is not None:
        return position.ending.sub_lost
    if DOOM in (position.heat, position.pressure, position.asphyxiation):
        full = next(track for track in TRACKS if position.track(track) == DOOM)
        log.tell(h.SubLost(full, None, None))
        _over(log, sub_lost=True)
        return True
    token = passed_token(position, options)
    if token is not None:
        log.tell(h.SubLost(None, token[0], token[1]))
        _over(log, sub_lost=True)
        return True
    return False


def won(log: Logbook) -> bool:
    """Whether the game ends without the loss of the sub (§22-§24, A89, A90).

    Minutes that nobody spends hold it up; idle kills are the remedy (A102).
    """
    position = log.position
    if any(gnome.minutes > 0 and gnome.in_play for gnome in position.gnomes):
        return False
    _over(log, sub_lost=False)
    return True


def _over(log: Logbook, *, sub_lost: bool) -> None:
    """Who wins and who loses (§20-§23); the pot of Y is split evenly, rounded down (§24, A88)."""
    gnomes = log.position.gnomes
    loyal = [gnome.name for gnome in gnomes if gnome.fate == "aboard"]
    departed = [gnome.name for gnome in gnomes if gnome.fate == "abandoned"]
    winners = tuple(departed) if sub_lost or not loyal else tuple(loyal)
    losers = tuple(gnome.name for gnome in gnomes if gnome.name not in winners)
    log.tell(h.GameOver(winners, losers, sub_lost))
    for due in y_points(log.position, log.position.y_pot):
        if due.points:
            log.tell(h.PointsDue(due.gnome, due.axis, due.points, due.reason))


def y_points(position: Position, pot: int) -> tuple[Due, ...]:
    """What each winner of a game that is over is still owed of *pot*, 0 where nothing (A88).

    What was awarded at an earlier end, before that was corrected, counts (A96).
    """
    winners = () if position.ending is None else position.ending.winners
    share = pot // len(winners) if winners else 0
    owed = [(name, share - position.points(name, "Y", WON)) for name in winners]
    return tuple([Due(name, "Y", max(points, 0), WON) for name, points in owed])
