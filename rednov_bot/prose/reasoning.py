"""Why a draft says what it says: the clauses of the contract, and what each did."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rednov_bot.engine import happenings as h
from rednov_bot.engine.position import Position
from rednov_bot.engine.rules.targets import CLAUSE_OF
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.words import GnomeName, Hatch
from rednov_bot.papers import Confirmed
from rednov_bot.prose.blind_words import WRITTEN_ALONE
from rednov_bot.prose.sentences import DEATH_CLAUSES, Scene, sentence, without_clauses
from rednov_bot.prose.wording import minutes

Reason = tuple[str, str]
"""A clause, and what it did, in sentences."""

_MOST_LINES: Final = 12
_MOST_CHARACTERS: Final = 600
"""Of a gnome's own words, as they are shown again; a turn is mostly far shorter."""

CLAUSES: Final[dict[type, str]] = {
    h.GameOpened: "§5",
    h.GnomePlaced: "§5",
    h.ItemUsed: "§9",
    h.HatchOpened: "§10a",
    h.WaterEqualised: "§10b",
    h.Passed: "§10c",
    h.FixTried: "§12",
    h.AttemptFutile: "§11g-h",
    h.TrackReset: "§8",
    h.TokensPrevented: "§11d-h",
    h.TokensMissed: "§11d-h",
    h.GrogGained: "§11j",
    h.GiftMade: "§11k",
    h.EscapeMade: "§13",
    h.NoEscape: "§13",
    h.GnomeDeparted: "§11m",
    h.FaintChecked: "§16c",
    h.Fainted: "§16c",
    h.Woke: "§16c",
    h.LimitImposed: "§17",
    h.ItemsDiscarded: "§17",
    h.SubLost: "§21",
    h.GameOver: "§22-24",
    h.PositionCorrected: "§25",
    h.TurnReread: "§25",
    h.TurnVoided: "§25",
}
"""Happenings that a clause of its own carries; what the cards do, the story itself tells."""


def reasons(
    happenings: Iterable[h.PublicHappening],
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
    for one in happenings:
        clause = _clause(one)
        if isinstance(one, h.RulingGiven):
            found.append(of_ruling(one.number, one.clause, sentence(one, scene).partition(": ")[2]))
        elif clause is not None:
            _add(found, clause, without_clauses(sentence(one, scene)))
        elif isinstance(one, h.Reached):
            space = one.space
        elif isinstance(one, h.CardDrawn | h.CharmHeld) and one.space is not None:
            _add(found, "§16d", f"Event at {one.space}.")
        elif isinstance(one, h.ItemsAwarded) and one.source == "marker":
            _add(found, "§16d", f"Item at {space}.")
    return tuple(found)


def own_words(text: str, whose: str = "wrote") -> tuple[Reason, ...]:
    """What a gnome wrote, line by line, cut where it is long; its announcement was public.

    *whose* says so; or that the words are those in which the contestmaster read it.
    """
    lines = [" ".join(line.split()) for line in text.split("\n") if line.strip()]
    shown: list[str] = []
    left = _MOST_CHARACTERS
    for line in lines[:_MOST_LINES]:
        shown.append(line if len(line) <= left else f"{line[:left].rstrip()} ...")
        left -= len(line)
        if left <= 0:
            break
    if len(shown) < len(lines) and not shown[-1].endswith(" ..."):
        shown.append("...")
    return tuple([("" if at else whose, line) for at, line in enumerate(shown)])


def confirmed(answered: Confirmed | None, *, is_blind: bool = False) -> tuple[Reason, ...]:
    """What the author of an unclear announcement was asked about it, and answered (A126).

    What was answered privately is not shown in a blind game.
    """
    if answered is None:
        return ()
    hidden = is_blind and answered.privately
    found: list[Reason] = []
    for asked, said in answered.said:
        found.append(("asked", asked))
        found += (("answered", WRITTEN_ALONE),) if hidden else own_words(said, "answered")
    return tuple(found)


def of_ruling(number: int, clause: str, text: str) -> Reason:
    """`ruling 3`, `(§10c) ...`: a ruling, its *text* ended as sentences are."""
    return f"ruling {number}", f"({clause}) {text}" if clause else text


def _clause(happening: h.PublicHappening) -> str | None:
    if isinstance(happening, h.ActionTaken):
        clause = CLAUSE_OF[happening.action]
        return f"{clause}, §15" if happening.surcharge else clause
    if isinstance(happening, h.PointsDue):
        return "§18" if happening.axis == "X" else "§24"
    if isinstance(happening, h.Killed | h.GnomeReplaced):
        return DEATH_CLAUSES[happening.cause]
    return CLAUSES.get(type(happening))


def _add(found: list[Reason], clause: str, said: str) -> None:
    """Sentences of one clause in a row stand together."""
    if found and found[-1][0] == clause:
        found[-1] = (clause, f"{found[-1][1]} {said}")
    else:
        found.append((clause, said))
