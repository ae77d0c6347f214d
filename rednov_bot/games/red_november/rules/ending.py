"""Killed, lost, won, and the points that fall due (§16b, §18, §20-§24)."""

from __future__ import annotations

from rednov_bot.games.base import Luck
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.draws import die
from rednov_bot.games.red_november.rules.logbook import Logbook
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import WON, Due, Position, Token
from rednov_bot.games.red_november.rules.tracks import DOOM
from rednov_bot.games.red_november.rules.words import SEA, TRACKS, Cause, GnomeName, Item, Place


def kill(log: Logbook, name: GnomeName, cause: Cause, options: Options, luck: Luck) -> bool:
    """A gnome is killed: no minutes, no place, their items secretly to the discards (§20, A68).

    The minutes so lost pass tokens, but no markers (A8).
    With option `less_deadly` a sober gnome without items stumbles out of hiding instead, keeping
    the minutes; idle kills stay final.  Whether they are truly dead.
    """
    place = log.position.gnome(name).at
    if options.less_deadly and cause != "idle":
        log.whisper(ev.HandDropped(name, to_discards=options.dead_items == "discard"))
        before = sum(isinstance(one, ev.GnomeReplaced) for one in log.events)
        log.tell(ev.GnomeReplaced(name, die(luck, f"replacement {before}"), cause))
        return False
    log.tell(ev.Killed(name, cause, place))
    log.whisper(ev.HandDropped(name, to_discards=options.dead_items == "discard"))
    return True


def was_replaced(log: Logbook, name: GnomeName) -> bool:
    """Whether another gnome has stumbled out for *name*, into whatever room (less_deadly)."""
    return any(isinstance(one, ev.GnomeReplaced) and one.gnome == name for one in log.events)


def mortal_danger(log: Logbook, name: GnomeName, used: tuple[Item, ...]) -> Cause | None:
    """What kills the active gnome after their action, if anything (§16b, A56).

    Nobody is exempt: whoever abandons from outside needs a fresh aqualung too (A48).
    """
    at = log.position.gnome(name).at
    if at == SEA:
        return None if "aqualung" in used else "no_air"
    match log.position.rooms[at]:
        case "fire":
            return "fire"
        case "high":
            return "high_water"
        case _:
            return None


def sleepers_die(
    log: Logbook, rooms: tuple[Place, ...], cause: Cause, options: Options, luck: Luck
) -> None:
    """Every sleeper in a room that caught fire or rose to high water is killed (§16d, A65, A124).

    Gnomes awake are not; only events kill so, never the opening of a hatch (A29).
    """
    for gnome in log.position.gnomes:
        if gnome.fainted and gnome.at in rooms and gnome.in_play:
            kill(log, gnome.name, cause, options, luck)


def x_points(gnome: GnomeName, points: int, reason: str) -> ev.PointsDue:
    """X points that the contestmaster owes (§18)."""
    return ev.PointsDue(gnome, "X", points, reason)


def passed_token(position: Position, options: Options) -> Token | None:
    """The first token that all gnomes have passed (§21); the killed and departed have 0 (A9).

    Standing on a token is not passing it (A3), so one at 0 is harmless unless option
    `token_at_zero` says otherwise (A4).
    """
    for token in position.tokens:
        space = token[1]
        if space == 0 and options.token_at_zero == "lethal":
            space = 1
        for gnome in position.gnomes:
            if gnome.minutes >= space:
                break
        else:
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
        log.tell(ev.SubLost(full, None, None))
        _over(log, sub_lost=True)
        return True
    if position.tokens and (token := passed_token(position, options)):
        log.tell(ev.SubLost(None, *token))
        _over(log, sub_lost=True)
        return True
    return False


def won(log: Logbook) -> bool:
    """Whether the game ends without the loss of the sub (§22-§24, A89, A90).

    Minutes that nobody spends hold it up; idle kills are the remedy (A102).
    """
    position = log.position
    for gnome in position.gnomes:
        if gnome.minutes > 0 and gnome.fate == "aboard":
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
    log.tell(ev.GameOver(winners, losers, sub_lost))
    for due in y_points(log.position, log.position.y_pot):
        if due.points:
            log.tell(ev.PointsDue(due.gnome, due.axis, due.points, due.reason))


def y_points(position: Position, pot: int) -> tuple[Due, ...]:
    """What each winner of a game that is over is still owed of *pot*, 0 where nothing (A88).

    What was awarded at an earlier end, before that was corrected, counts (A96).
    """
    winners = () if position.ending is None else position.ending.winners
    share = pot // len(winners) if winners else 0
    owed = [(name, share - position.points(name, "Y", WON)) for name in winners]
    return tuple([Due(name, "Y", max(points, 0), WON) for name, points in owed])
