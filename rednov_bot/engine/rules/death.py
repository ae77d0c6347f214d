"""How gnomes are killed (§16b, §16d, §20)."""

from __future__ import annotations

from rednov_bot.engine import happenings as h
from rednov_bot.engine.logbook import Logbook
from rednov_bot.engine.luck import Luck, die
from rednov_bot.engine.options import Options
from rednov_bot.engine.words import SEA, Cause, GnomeName, Item, Place


def kill(log: Logbook, name: GnomeName, cause: Cause, options: Options, luck: Luck) -> bool:
    """A gnome is killed: no minutes, no place, eir items secretly to the discards (§20, A68).

    The minutes so lost pass tokens, but no markers (A8).
    With option `less_deadly` a sober gnome without items stumbles out of hiding instead, keeping
    the minutes; idle kills stay final.  Whether e is truly dead.
    """
    place = log.position.gnome(name).at
    if options.less_deadly and cause != "idle":
        log.whisper(h.HandDropped(name, to_discards=options.dead_items == "discard"))
        before = sum(isinstance(one, h.GnomeReplaced) for one in log.happenings)
        log.tell(h.GnomeReplaced(name, die(luck, f"replacement {before}"), cause))
        return False
    log.tell(h.Killed(name, cause, place))
    log.whisper(h.HandDropped(name, to_discards=options.dead_items == "discard"))
    return True


def was_replaced(log: Logbook, name: GnomeName) -> bool:
    """Whether another gnome has stumbled out for *name*, into whatever room (less_deadly)."""
    return any(isinstance(one, h.GnomeReplaced) and one.gnome == name for one in log.happenings)


def mortal_danger(log: Logbook, name: GnomeName, used: tuple[Item, ...]) -> Cause | None:
    """What kills the active gnome after eir action, if anything (§16b, A56).

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
        if gnome.fainted and gnome.in_play and gnome.at in rooms:
            kill(log, gnome.name, cause, options, luck)
