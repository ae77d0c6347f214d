"""Why a draft says what it says: the clauses of the contract, and what each did."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rednov_bot.core.render.draft_pages import Reason
from rednov_bot.games.red_november.render.sentences import (
    DEATH_CLAUSES,
    Scene,
    sentence,
    without_clauses,
)
from rednov_bot.games.red_november.render.wording import minutes
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.targets import CLAUSE_OF
from rednov_bot.games.red_november.rules.words import GnomeName, Hatch

CLAUSES: Final[dict[type, str]] = {
    ev.GameOpened: "§5",
    ev.GnomePlaced: "§5",
    ev.ItemUsed: "§9",
    ev.HatchOpened: "§10a",
    ev.WaterEqualised: "§10b",
    ev.Passed: "§10c",
    ev.FixTried: "§12",
    ev.AttemptFutile: "§11g-h",
    ev.TrackReset: "§8",
    ev.TokensPrevented: "§11d-h",
    ev.TokensMissed: "§11d-h",
    ev.GrogGained: "§11j",
    ev.GiftMade: "§11k",
    ev.EscapeMade: "§13",
    ev.NoEscape: "§13",
    ev.GnomeDeparted: "§11m",
    ev.FaintChecked: "§16c",
    ev.Fainted: "§16c",
    ev.Woke: "§16c",
    ev.LimitImposed: "§17",
    ev.ItemsDiscarded: "§17",
    ev.SubLost: "§21",
    ev.GameOver: "§22-24",
    ev.PositionCorrected: "§25",
    ev.TurnReread: "§25",
    ev.TurnVoided: "§25",
}
"""Events that have a clause of their own; the story itself tells what the cards do."""


def reasons(
    events: Iterable[ev.PublicEvent],
    before: Position,
    tables: Tables,
    active: GnomeName | None = None,
    target: Hatch | None = None,
) -> tuple[Reason, ...]:
    """The clauses behind a resolution, in order; *before* is the position it starts from."""
    scene = Scene(tables.board, active, target)
    found: list[Reason] = []
    space = 0
    if active is not None:
        left = minutes(before.gnome(active).minutes)
        scene.started = before.gnome(active).minutes
        found.append(("§9", f"{active} is awake and in play, has {left}; no turn is unresolved."))
    for one in events:
        clause = _clause(one)
        if isinstance(one, ev.RulingGiven):
            said = sentence(one, scene).partition(": ")[2]
            found.append((f"ruling {one.number}", f"({one.clause}) {said}" if one.clause else said))
        elif clause is not None:
            _add(found, clause, without_clauses(sentence(one, scene)))
        elif isinstance(one, ev.Reached):
            space = one.space
        elif isinstance(one, ev.CardDrawn | ev.CharmHeld) and one.space is not None:
            _add(found, "§16d", f"Event at {one.space}.")
        elif isinstance(one, ev.ItemsAwarded) and one.source == "marker":
            _add(found, "§16d", f"Item at {space}.")
    return tuple(found)


def _clause(event: ev.PublicEvent) -> str | None:
    if isinstance(event, ev.ActionTaken):
        clause = CLAUSE_OF[event.action]
        return f"{clause}, §15" if event.surcharge else clause
    if isinstance(event, ev.PointsDue):
        return "§18" if event.axis == "X" else "§24"
    if isinstance(event, ev.Killed | ev.GnomeReplaced):
        return DEATH_CLAUSES[event.cause]
    return CLAUSES.get(type(event))


def _add(found: list[Reason], clause: str, said: str) -> None:
    """Sentences of one clause in a row stand together."""
    if found and found[-1][0] == clause:
        found[-1] = (clause, f"{found[-1][1]} {said}")
    else:
        found.append((clause, said))
