"""The way down the time track, marker by marker (§16d)."""

from __future__ import annotations

from rednov_bot.games.base import Choice
from rednov_bot.games.red_november.rules import cards, draws, ending, events as ev, sleep
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.logbook import Logbook
from rednov_bot.games.red_november.rules.position import Token
from rednov_bot.games.red_november.rules.words import GnomeName

SPARED_BY_A_CHARM = 3  # event markers (CC, A62)


def walk(
    log: Logbook,
    name: GnomeName,
    start: int,
    awake_until: int,
    end: int,
    charms: int,
    circumstances: Circumstances,
) -> Choice | None:
    """The active gnome walks from *start* down to *end* minutes, meeting what they pass.

    The space left does not count, the space landed on does (A5); the event before the item
    (A11); a marker on 0 counts like any other (A104).  Sleepers get their items (A105), and the
    departing walk it too (A49).  It stops when the sub is lost (A69) or the gnome dies (A67).
    *awake_until* is where a faint began: below it, option `faint_markers` may be off (A6).
    """
    track, options = circumstances.tables.time_track, circumstances.options
    spared = SPARED_BY_A_CHARM * charms
    wakes_on_the_way = options.wake == "at_once"
    for space in range(start - 1, end - 1, -1):
        event, item = space in track.events, space in track.items
        if space < awake_until and not options.faint_markers:
            event = item = False
        if not (event or item or wakes_on_the_way):
            tokens = log.position.tokens
            if not tokens or not _passes_token(tokens, space):
                continue
        log.tell(ev.Reached(name, space))
        if wakes_on_the_way:
            sleep.wake(log, walking=name)
        if ending.lost(log, options):
            return None
        if event and spared:
            spared -= 1
            log.tell(ev.CharmHeld(name, space))
        elif event:
            choice = cards.resolve_next(log, name, space, circumstances)
            if choice is not None:
                return choice
            if ending.lost(log, options) or log.position.gnome(name).fate == "killed":
                return None
        if item:
            draws.award(log, name, 1, "marker", circumstances.luck)
            if log.position.gnome(name).fate == "abandoned":
                log.whisper(ev.HandDropped(name, to_discards=False))
    return None


def _passes_token(tokens: tuple[Token, ...], space: int) -> bool:
    """Whether a token has just been passed (§21, A3), or lies at 0 and is reached (A4)."""
    return space in [max(0, at - 1) for _, at in tokens]
