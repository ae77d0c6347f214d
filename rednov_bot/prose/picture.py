"""The board as an SVG picture: rooms, hatches, fires, water, gnomes, tracks and the time line.

Drawn from the position alone, so it can show nothing secret.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from rednov_bot.engine.position import Gnome, Position
from rednov_bot.engine.tables import Board, Tables
from rednov_bot.engine.words import ROOMS, SEA, TRACKS, Place, hatch_label

WIDTH, HEIGHT = 960, 730
_ROOM_WIDTH, _ROOM_HEIGHT = 132, 84
_LINES = {
    1: (70, 150),
    2: (190, 60),
    3: (190, 250),
    4: (330, 155),
    5: (460, 70),
    6: (460, 250),
    7: (690, 50),
    8: (606, 155),
    9: (690, 260),
    10: (806, 155),
}
"""Middle of each room on the standard board: stern on the left, bow on the right."""

_FILL = {"dry": "#f4f1e8", "fire": "#f9b38a", "low": "#bfe0ee", "high": "#6aa9cf"}
_SAYS = {"dry": "", "fire": "fire", "low": "low water", "high": "high water"}
_TOKENS = {
    "crushed": "Crushed!",
    "asphyxiated": "Asphyxiated!",
    "missiles": "Missiles Launched!",
    "kraken": "Devoured by Kraken!",
}


def board_svg(position: Position, tables: Tables) -> str:
    """The position as a picture, 960 by 730, with text that can be selected and read aloud."""
    middles = {room: (x + 66.0, y + 10.0) for room, (x, y) in _LINES.items()}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="13" role="img">',
        "<title>The BFGS Red November</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#e6eff4"/>',
        '<rect x="10" y="10" width="940" height="310" rx="130" fill="#8c8f94"/>',
    ]
    parts += [_hatch(ends, position, middles) for ends in sorted(tables.board.interior)]
    parts += [_room(room, position, tables.board, middles[room]) for room in ROOMS]
    parts += _outside(position)
    parts += _tracks(position)
    parts += _time_line(position, tables)
    return "\n".join([*parts, "</svg>", ""])


def _text(x: float, y: float, words: str, **style: str) -> str:
    more = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in style.items())
    return f'<text x="{x:.0f}" y="{y:.0f}"{more}>{escape(words)}</text>'


def _hatch(
    ends: tuple[Place, Place], position: Position, middles: dict[Place, tuple[float, float]]
) -> str:
    (x1, y1), (x2, y2) = middles[ends[0]], middles[ends[1]]
    blocked = ends in position.blocked
    colour, dash = ("#b3261e", ' stroke-dasharray="4 6"') if blocked else ("#2f4858", "")
    says = f"hatch {hatch_label(ends)}{', blocked' if blocked else ''}"
    return (
        f'<line x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2:.0f}" y2="{y2:.0f}" stroke="{colour}" '
        f'stroke-width="7"{dash}><title>{says}</title></line>'
    )


def _room(room: Place, position: Position, board: Board, middle: tuple[float, float]) -> str:
    x, y = middle[0] - _ROOM_WIDTH / 2, middle[1] - _ROOM_HEIGHT / 2
    condition = position.rooms[room]
    doors = any(room in ends for ends in board.exterior)
    edge = "#0b5d7a" if doors else "#3c3f44"
    here = [gnome for gnome in position.gnomes if gnome.at == room]
    lines = [
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{_ROOM_WIDTH}" height="{_ROOM_HEIGHT}" rx="8" '
        f'fill="{_FILL[condition]}" stroke="{edge}" stroke-width="{5 if doors else 2}"/>',
        _text(
            x + 8,
            y + 18,
            f"{room} {_short(board.titles[room], room)}",
            font_weight="bold",
            font_size="11",
        ),
        _text(x + 8, y + 35, _SAYS[condition], font_size="12"),
    ]
    lines += [
        _text(x + 8, y + 51 + 14 * number, _who(gnome), font_size="12")
        for number, gnome in enumerate(here[:3])
    ]
    return "\n".join(lines)


def _short(title: str, room: Place) -> str:
    return "" if title.lower() == f"room {room}" else title[:17]


def _who(gnome: Gnome) -> str:
    return f"{gnome.name[:14]}{' (asleep)' if gnome.fainted else ''}"


def _outside(position: Position) -> list[str]:
    """The sea, and who is there or no longer anywhere."""
    swimmers = [_who(gnome) for gnome in position.gnomes if gnome.at == SEA]
    dead = [gnome.name for gnome in position.gnomes if gnome.fate == "killed"]
    gone = [gnome.name for gnome in position.gnomes if gnome.fate == "abandoned"]
    said = [("the sea", swimmers), ("killed", dead), ("departed", gone)]
    words = "   ".join(f"{what}: {', '.join(who)}" for what, who in said if who)
    return [_text(30, 340, words or "the sea: nobody")]


def _tracks(position: Position) -> list[str]:
    parts = []
    for row, track in enumerate(TRACKS):
        y = 372 + 34 * row
        parts.append(_text(30, y + 14, f"{track} {position.track(track)}"))
        for space in range(1, 11):
            full = space <= position.track(track)
            colour = "#b3261e" if space == 10 else "#d98324" if full else "#ffffff"
            reset = ' stroke-width="3"' if space in (1, 5) else ""
            parts.append(
                f'<rect x="{140 + 26 * space}" y="{y}" width="22" height="18" '
                f'fill="{colour if full or space == 10 else "#ffffff"}" stroke="#3c3f44"{reset}/>'
            )
    parts.append(_text(480, 386, f"captain's grog: {position.stash}"))
    parts.append(_text(480, 420, f"event cards left: {position.deck_left}"))
    return parts


def _time_line(position: Position, tables: Tables) -> list[str]:
    """The time track from 60 on the left to Rescued! on the right."""

    def x_of(space: int) -> float:
        return 30 + (60 - space) * 15

    parts = ['<line x1="30" y1="640" x2="930" y2="640" stroke="#3c3f44" stroke-width="2"/>']
    for space in range(61):
        if space % 10 == 0:
            parts.append(_text(x_of(space) - 8, 700, str(space)))
        if space in tables.time_track.events:
            parts.append(_text(x_of(space) - 5, 659, "*", fill="#b3261e", font_size="18"))
        if space in tables.time_track.items:
            parts.append(_text(x_of(space) - 5, 680, "+", fill="#0b5d7a", font_size="18"))
    for seat, gnome in enumerate(position.gnomes):
        y = 630 - 15 * seat
        parts.append(f'<circle cx="{x_of(gnome.minutes):.0f}" cy="{y}" r="5" fill="#2f4858"/>')
        parts.append(_text(x_of(gnome.minutes) + 8, y + 4, gnome.name[:12], font_size="12"))
    for number, (kind, space) in enumerate(position.tokens):
        y = 486 + 15 * (number % 2)
        parts.append(_text(x_of(space) - 10, y, f"{_TOKENS[kind]} {space}", fill="#b3261e"))
    parts.append(_text(30, 722, "* event   + item", font_size="12"))
    return parts
