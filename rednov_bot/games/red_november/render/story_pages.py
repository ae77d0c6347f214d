"""The story of a finished game, for the list: everything in it was public."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

from rednov_bot.core.render.environment import fold, template
from rednov_bot.core.render.letterhead import Facts
from rednov_bot.core.render.wording import listed
from rednov_bot.games.base import Report
from rednov_bot.games.red_november.render.accounts import account_text
from rednov_bot.games.red_november.render.narration import narrated
from rednov_bot.games.red_november.render.position import BoardView, gnomes_table
from rednov_bot.games.red_november.render.report_facts import GameFacts
from rednov_bot.games.red_november.render.sentences import Scene, sentence, without_clauses
from rednov_bot.games.red_november.render.wording import (
    TOKEN_NAMES,
    TRACK_NAMES,
    minutes,
    place,
    tiles,
)
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.audit import OUTLAYS, audit
from rednov_bot.games.red_november.rules.history import (
    Passage,
    Tally,
    TurningPoint,
    passages,
    tallies,
    tracks_by_turn,
    turning_points,
)
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.public_changes import position_after
from rednov_bot.games.red_november.rules.tables import Board
from rednov_bot.games.red_november.rules.words import TRACKS


def turning_line(event: ev.PublicEvent, scene: Scene) -> str:
    """One turning point, without its full stop."""
    match event:
        case ev.TrackAdvanced(track=track, after=after):
            return f"{TRACK_NAMES[track]} at {after}"
        case ev.TrackReset(track=track, before=before, after=after):
            return f"{TRACK_NAMES[track]} down from {before} to {after}"
        case ev.TokenPlaced(token=token, space=space):
            return f"{TOKEN_NAMES[token]} placed at {space}"
        case ev.TokensPrevented(token=token, spaces=spaces):
            return f"{TOKEN_NAMES[token]} at {listed(spaces)} prevented"
        case ev.RulingGiven(number=number):
            return f"ruling {number}"
        case ev.PositionCorrected(turn=turn):
            return f"turn {turn} corrected"
        case ev.Fainted(gnome=gnome):
            return f"{gnome} faints"
        case ev.GnomeDeparted(gnome=gnome):
            return f"{gnome} abandons ship"
        case _:
            return without_clauses(sentence(event, scene)).removesuffix(".")


TURNS_A_ROW = 55  # of the time line of the tracks


def story(game: GameFacts) -> Report:
    """A finished game, told from its beginning to its end."""
    text = template("_story").render(story=story_of(game)).removesuffix("\n")
    view = BoardView(now=game.position, tables=game.tables, heading=game.tag)
    return Report(text=text, facts=_facts(game), view=view)


def _facts(game: GameFacts) -> dict[str, Any]:
    """The same for programs."""
    told, scene = passages(game.events), Scene(game.tables.board)
    held = [hand for one in game.events if isinstance(one, ev.HandsRevealed) for hand in one.hands]
    return {
        "game": game.tag,
        "began": game.began,
        "ended": game.ended,
        "ending": ending(game),
        "turning_points": [
            {"turn": one.turn, "what": turning_line(one.event, scene)}
            for one in turning_points(told)
        ],
        "passages": [
            {"turn": one.turn, "gnome": one.gnome, "text": narrated(one, scene.board)}
            for one in told
        ],
        "tracks": dict(zip(TRACKS, zip(*tracks_by_turn(told), strict=True), strict=True)),
        "gnomes": tallies(game.events),
        "held": dict(held),
    }


def story_of(game: GameFacts) -> Facts:
    """Everything that the story of a game tells."""
    told, every = passages(game.events), tallies(game.events)
    board = game.tables.board
    return {
        "tag": game.tag,
        "crew": [gnome.name for gnome in game.position.gnomes],
        "turns": game.position.turns,
        "began": game.began,
        "ended": game.ended,
        "ending": ending(game),
        "causes": causes(game),
        "points": turning(turning_points(told), board),
        "opening": _opening(told[0], board),
        "passages": [
            fold(said, f"{passage.turn:>4}  " if passage.gnome else "   -  ", " " * 6)
            for passage in told[1:]
            if (said := narrated(passage, board))
        ],
        "gnomes": gnomes_table(game.position, board),
        "numbers": minutes_table(every),
        "dice": dice_table(every),
        "line": time_line(tracks_by_turn(told)),
        "held": [
            f"{name}: {tiles(hand) or 'nothing'}"
            for one in game.events
            if isinstance(one, ev.HandsRevealed)
            for name, hand in one.hands
        ],
    }


def ending(game: GameFacts) -> tuple[str, ...]:
    """How it ended; a game that goes on has no such sentence."""
    scene = Scene(game.tables.board)
    last = (ev.SubLost, ev.GameOver)
    return tuple([sentence(one, scene) for one in game.events if isinstance(one, last)])


def causes(game: GameFacts) -> tuple[str, ...]:
    """Where the sub was lost: the track or token that sank it, with all its steps."""
    lost = [one for one in game.events if isinstance(one, ev.SubLost)]
    fatal = {str(one.track or one.token) for one in lost}
    scene = Scene(game.tables.board)
    return tuple(
        [
            account_text(one, scene)
            for one in audit(game.events)
            if one.figure.kind in ("track", "token") and one.figure.of in fatal
        ]
    )


def turning(points: Sequence[TurningPoint], board: Board) -> dict[int, str]:
    """By the number of each turn on which the game turned, what happened in it."""
    scene = Scene(board)
    by_turn: dict[int, list[str]] = {}
    for point in points:
        by_turn.setdefault(point.turn, []).append(turning_line(point.event, scene))
    return {turn: "; ".join(lines) for turn, lines in by_turn.items()}


def _opening(first: Passage, board: Board) -> str:
    """Who sails, from where, and the events before the first turn."""
    placed = [one for one in first.events if isinstance(one, ev.GnomePlaced)]
    where = [f"{one.gnome} in {place(one.room, board)}" for one in placed]
    time = minutes(max([gnome.minutes for gnome in first.after.gnomes], default=0))
    start = (ev.GameOpened, ev.GnomePlaced, ev.ItemsAwarded, ev.PointsDue, ev.SubLost, ev.GameOver)
    later = [one for one in first.events if not isinstance(one, start)]
    said = f"The crew wake up with {time} each: {listed(where)}."
    if not later:
        return said
    crew = [one for one in first.events if isinstance(one, ev.GameOpened | ev.GnomePlaced)]
    aboard = reduce(position_after, crew, Position())
    happened = Passage(0, None, aboard, first.after, tuple(later))
    return f"{said} Before the first turn: {narrated(happened, board)}"


def minutes_table(every: Sequence[Tally]) -> list[str]:
    """What each gnome's minutes went into."""
    titles = ("way", "work", "supply", "other", "water", "sleep", "dead", "left")
    rows = [(*[one.minutes[outlay] for outlay in OUTLAYS], one.lost, one.left) for one in every]
    return _table("minutes", every, titles, rows)


def dice_table(every: Sequence[Tally]) -> list[str]:
    """Each gnome's dice against the odds, cards, items and points."""
    titles = ("turns", "dice", "hoped", "hits", "sure", "cards", "items", "X")
    rows = [
        (
            one.turns,
            one.thrown,
            f"{one.expected / ev.CERTAIN:.1f}",
            one.successes,
            one.certain,
            one.cards + one.faint_cards,
            one.items,
            one.points,
        )
        for one in every
    ]
    return _table("luck", every, titles, rows)


def _table(
    what: str, every: Sequence[Tally], titles: Iterable[str], rows: Iterable[Iterable[object]]
) -> list[str]:
    """A row for each gnome below the titles, in columns of seven."""
    wide = max([len(one.gnome) for one in every] + [5])
    named = [(what, titles), *zip([one.gnome for one in every], rows, strict=True)]
    return [f"{name:<{wide}}" + "".join([f"{cell!s:>7}" for cell in row]) for name, row in named]


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
