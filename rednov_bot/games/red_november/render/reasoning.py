"""Why a draft says what it says: the clauses of the contract, and what each did."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rednov_bot.core.models import Confirmed
from rednov_bot.core.render.environment import fold
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

REMEDY: Final = "ask its gnome to announce it again, or end the blindness by a ruling"
"""What can be done about what cannot be decided blindly."""

NO_HANDS: Final = "This game is blind: you are shown no hand."

NO_REASON: Final = ("§6", "The reason was sent to its gnome alone; this game is blind.")
"""Why an announcement has no effect, as a draft gives its reasons."""

CLAIMED_ALONE: Final = (
    "(They wrote to the bot alone, and may speak of their hand. This game is blind, so you are not "
    "shown what: they were asked to say on the list what everybody may know.)"
)
"""In place of the words of a claim of error."""

WRITTEN_ALONE: Final = "(It was written to the bot alone, and this game is blind.)"

UNCHANGED: Final = "It does not change what you hold."
"""To a gnome who is told something alone in a blind game, whatever they hold."""


Reason = tuple[str, str]
"""A clause, and what it did, in sentences."""

_MOST_LINES: Final = 12
_MOST_CHARACTERS: Final = 600
"""Of a gnome's own words, as they are shown again; a turn is mostly far shorter."""

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
            found.append(of_ruling(one.number, one.clause, sentence(one, scene).partition(": ")[2]))
        elif clause is not None:
            _add(found, clause, without_clauses(sentence(one, scene)))
        elif isinstance(one, ev.Reached):
            space = one.space
        elif isinstance(one, ev.CardDrawn | ev.CharmHeld) and one.space is not None:
            _add(found, "§16d", f"Event at {one.space}.")
        elif isinstance(one, ev.ItemsAwarded) and one.source == "marker":
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


def reason_lines(reasons: tuple[Reason, ...]) -> list[str]:
    """Each clause with what it did, folded beside it."""
    wide = max([len(clause) for clause, _ in reasons] + [5])
    return [fold(text, f"  {clause:<{wide}}  ", " " * (wide + 4)) for clause, text in reasons]
