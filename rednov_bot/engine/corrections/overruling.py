"""A ruling takes effect: its values are set, and what they bring about is judged (§25)."""

from __future__ import annotations

from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.logbook import Logbook
from rednov_bot.engine.options import Options
from rednov_bot.engine.resolve import Resolution, close
from rednov_bot.engine.soundness import problems
from rednov_bot.engine.tables import Tables


def overrule(gamestate: Gamestate, ruling: h.RulingGiven, options: Options) -> Resolution:
    """What comes of a ruling: loss, sleepers and the end are judged, unless a turn is pending.

    Then they are judged when that turn is resolved.  Who is killed by it drops eir hand (A68).
    """
    log = Logbook(gamestate)
    log.tell(ruling)
    for seat, gnome in enumerate(log.position.gnomes):
        if gnome.fate == "killed" and log.secrets.hands[seat]:
            log.whisper(h.HandDropped(gnome.name, to_discards=options.dead_items == "discard"))
    if ruling.changes and log.position.pending is None and log.position.ending is None:
        close(log, options)
    return Resolution(tuple(log.happenings), log.gamestate)


def unsound(gamestate: Gamestate, tables: Tables, options: Options) -> str:
    """Why a gamestate that was set by hand cannot be, in one sentence; empty when it can."""
    found = problems(gamestate, tables, options)
    return f"that cannot be: {'; '.join(found)}" if found else ""
