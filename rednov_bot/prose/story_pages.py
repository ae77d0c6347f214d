"""The story of a finished game, for the list: everything in it was public."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce

from rednov_bot.engine import happenings as h
from rednov_bot.engine.audit import Account, audit
from rednov_bot.engine.chronicle import (
    Passage,
    TurningPoint,
    passages,
    tracks_by_turn,
    turning_points,
)
from rednov_bot.engine.position import Position
from rednov_bot.engine.public_changes import position_after
from rednov_bot.engine.spending import OUTLAYS
from rednov_bot.engine.tables import Board
from rednov_bot.engine.tallies import CERTAIN, Tally, tallies
from rednov_bot.engine.words import TRACKS
from rednov_bot.papers import BoardView, Page
from rednov_bot.prose.accounts import account_text
from rednov_bot.prose.environment import fold
from rednov_bot.prose.letterhead import Envelope, Letterhead, page
from rednov_bot.prose.narration import narrated
from rednov_bot.prose.position_text import gnomes_table
from rednov_bot.prose.report_facts import GameFacts
from rednov_bot.prose.sentences import Scene, sentence
from rednov_bot.prose.turning_points import turning_line
from rednov_bot.prose.wording import TRACK_NAMES, listed, minutes, place, tiles

TURNS_A_ROW = 55  # of the time line of the tracks


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A finished game, ready to be laid out."""

    tag: str
    crew: tuple[str, ...]
    turns: int
    began: datetime
    ended: datetime | None
    ending: tuple[str, ...]  # how it ended, in sentences
    causes: tuple[str, ...]  # the steps of the number that sank the sub
    points: tuple[str, ...]  # turning points, a line each
    opening: str
    passages: tuple[str, ...]  # each folded beside the number of its turn
    gnomes: str
    numbers: tuple[str, ...]  # of each gnome, a table
    dice: tuple[str, ...]  # and another
    line: tuple[str, ...]  # the time line of the tracks
    held: tuple[str, ...]  # what each held at the end; nothing without everybody's consent


def story(game: GameFacts, *, letterhead: Letterhead, envelope: Envelope) -> Page:
    """The mail that tells a finished game."""
    view = BoardView(now=game.position, tables=game.tables, heading=game.tag)
    return page("public", envelope, "story", letterhead, view=view, story=story_of(game))


def story_of(game: GameFacts) -> Story:
    """Everything that the story of a game tells."""
    told = passages(game.happenings)
    board = game.tables.board
    every = tallies(game.happenings)
    return Story(
        tag=game.tag,
        crew=tuple([gnome.name for gnome in game.position.gnomes]),
        turns=game.position.turns,
        began=game.began,
        ended=game.ended,
        ending=ending(game),
        causes=causes(game),
        points=turning(turning_points(told), board),
        opening=_opening(told[0], board),
        passages=_passages(told, board),
        gnomes=gnomes_table(game.position, board),
        numbers=minutes_table(every),
        dice=dice_table(every),
        line=time_line(tracks_by_turn(told)),
        held=_held(game.happenings),
    )


def ending(game: GameFacts) -> tuple[str, ...]:
    """How it ended; a game that goes on has no such sentence."""
    scene = Scene(game.tables.board)
    last = (h.SubLost, h.GameOver)
    return tuple([sentence(one, scene) for one in game.happenings if isinstance(one, last)])


def causes(game: GameFacts) -> tuple[str, ...]:
    """Where the sub was lost: the track or token that sank it, with all its steps."""
    lost = [one for one in game.happenings if isinstance(one, h.SubLost)]
    fatal = {str(one.track or one.token) for one in lost}
    if not fatal:
        return ()
    scene = Scene(game.tables.board)
    return tuple([account_text(one, scene) for one in _of(audit(game.happenings), fatal)])


def _of(accounts: Sequence[Account], names: set[str]) -> list[Account]:
    return [
        one for one in accounts if one.figure.kind in ("track", "token") and one.figure.of in names
    ]


def turning(points: Sequence[TurningPoint], board: Board) -> tuple[str, ...]:
    """A line for each turn on which the game turned."""
    scene = Scene(board)
    by_turn: dict[int, list[str]] = {}
    for point in points:
        by_turn.setdefault(point.turn, []).append(turning_line(point.happening, scene))
    return tuple(
        [fold("; ".join(lines), f"{turn:>4}  ", " " * 6) for turn, lines in by_turn.items()]
    )


def _opening(first: Passage, board: Board) -> str:
    """Who sails, from where, and the events before the first turn."""
    placed = [one for one in first.happenings if isinstance(one, h.GnomePlaced)]
    where = [f"{one.gnome} in {place(one.room, board)}" for one in placed]
    time = minutes(max([gnome.minutes for gnome in first.after.gnomes], default=0))
    start = (h.GameOpened, h.GnomePlaced, h.ItemsAwarded, h.PointsDue, h.SubLost, h.GameOver)
    events = [one for one in first.happenings if not isinstance(one, start)]
    said = f"The crew wake up with {time} each: {listed(where)}."
    if not events:
        return said
    crew = [one for one in first.happenings if isinstance(one, h.GameOpened | h.GnomePlaced)]
    aboard = reduce(position_after, crew, Position())
    happened = Passage(0, None, aboard, first.after, tuple(events))
    return f"{said} Before the first turn: {narrated(happened, board)}"


def _passages(told: Sequence[Passage], board: Board) -> tuple[str, ...]:
    lines = []
    for passage in told[1:]:
        if said := narrated(passage, board):
            number = f"{passage.turn:>4}  " if passage.gnome else "   -  "
            lines.append(fold(said, number, " " * 6))
    return tuple(lines)


def minutes_table(every: Sequence[Tally]) -> tuple[str, ...]:
    """What each gnome's minutes went into."""
    wide = max([len(one.gnome) for one in every] + [5])
    titles = ("way", "work", "supply", "other", "water", "sleep", "dead", "left")
    lines = [f"{'minutes':<{wide}}" + "".join([f"{title:>7}" for title in titles])]
    for one in every:
        numbers = (*[one.minutes[outlay] for outlay in OUTLAYS], one.lost, one.left)
        lines.append(f"{one.gnome:<{wide}}" + "".join([f"{number:>7}" for number in numbers]))
    return tuple(lines)


def dice_table(every: Sequence[Tally]) -> tuple[str, ...]:
    """Each gnome's dice against the odds, cards, items and points."""
    wide = max([len(one.gnome) for one in every] + [5])
    titles = ("turns", "dice", "hoped", "hits", "sure", "cards", "items", "X")
    lines = [f"{'luck':<{wide}}" + "".join([f"{title:>7}" for title in titles])]
    for one in every:
        hoped = f"{one.expected / CERTAIN:.1f}"
        cards = one.cards + one.faint_cards
        cells = (
            one.turns,
            one.thrown,
            hoped,
            one.successes,
            one.certain,
            cards,
            one.items,
            one.points,
        )
        lines.append(f"{one.gnome:<{wide}}" + "".join([f"{cell:>7}" for cell in cells]))
    return tuple(lines)


def time_line(values: Sequence[tuple[int, ...]]) -> tuple[str, ...]:
    """The tracks after each turn, a digit each, `*` for 10; some rows for a long game."""
    lines: list[str] = []
    for start in range(0, len(values), TURNS_A_ROW):
        part = values[start : start + TURNS_A_ROW]
        ruler = "".join([f"{turn:<5}" for turn in range(start, start + len(part), 5)])
        lines.append(f"{'after turn':<14}{ruler}".rstrip())
        for at, track in enumerate(TRACKS):
            digits = "".join(["*" if one[at] == 10 else str(one[at]) for one in part])
            lines.append(f"{TRACK_NAMES[track].lower():<14}{digits}")
    return tuple(lines)


def _held(happenings: Sequence[h.PublicHappening]) -> tuple[str, ...]:
    shown = [one for one in happenings if isinstance(one, h.HandsRevealed)]
    return tuple(
        [f"{name}: {tiles(hand) or 'nothing'}" for one in shown for name, hand in one.hands]
    )
