"""What a choice in the middle of a resolution is about, and what each candidate would do.

Told from the position at the choice alone, which is public once the resolution is.
"""

from __future__ import annotations

from rednov_bot.core.render.letterhead import Facts
from rednov_bot.core.render.wording import listed
from rednov_bot.games.base import Choice
from rednov_bot.games.red_november.render.sub_map import sub_map
from rednov_bot.games.red_november.render.wording import minutes, place
from rednov_bot.games.red_november.rules.movement import Course, move
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.tables import Board
from rednov_bot.games.red_november.rules.turn import Open, Through
from rednov_bot.games.red_november.rules.words import SEA, GnomeName, Item, Place, hatch

_ALL: tuple[Item, ...] = ("grog", "aqualung")
"""Candidates are possible with what was used in the turn, so nothing is missing for them."""

_DEFENCE: dict[str, str] = {
    "yes": "uses a crowbar up, if there is one; else as no",
    "no": "the attack succeeds without a die",
}


def facts(choice: Choice, reader: GnomeName, at: Position, board: Board) -> Facts:
    """What a mail tells *reader* of a choice."""
    return {
        "asked": asked(choice, reader),
        "occasion": occasion(choice, at, board),
        "candidates": candidates(choice, at, board),
        "position": f"THE SUB AT THIS MOMENT\n\n{sub_map(at, board)}",
    }


def asked(choice: Choice, reader: GnomeName) -> str:
    """What a choice is about, to *reader*, who need not be the gnome concerned."""
    match choice.kind:
        case "block":
            return "which hatch is blocked"
        case "spread":
            return "to which room the fire spreads"
        case "escape":
            return f"how {choice.of} flees from the fire"
        case "defend":
            who = "you fight back" if reader == choice.of else f"{choice.of} fights back"
            return f"whether {who} with a crowbar"
        case "beacon":
            return "the value of the public beacon"
        case _:
            raise ValueError(choice.kind)


def occasion(choice: Choice, at: Position, board: Board) -> str:
    """The card, the die or the deed that asks, in a sentence."""
    match choice.kind:
        case "block":
            room = place(_room_of_the_die(choice), board)
            return (
                f"The card is Blocked Hatch and the die says {_room_of_the_die(choice)}: one of "
                f"the free hatches of {room} is blocked."
            )
        case "spread":
            return (
                "The card is Fire Spreads: a room beside a burning one catches fire, and "
                f"Asphyxiation rises to {at.asphyxiation + 1}."
            )
        case "escape":
            where = place(at.gnome(choice.of).at, board)
            return f"{choice.of} has failed to put out the fire in {where}."
        case "defend":
            return "With a crowbar on both sides each throws a die; a tie goes to the attacker."
        case "beacon":
            return (
                "Nothing is drawn for this turn before a value is known that nobody could know "
                "when it was announced."
            )
        case _:
            raise ValueError(choice.kind)


def candidates(choice: Choice, at: Position, board: Board) -> tuple[tuple[str, str], ...]:
    """What to answer, and what would come of it, as far as *at* tells."""
    return tuple([(label, _prospect(choice, label, at, board)) for label in choice.candidates])


def _prospect(choice: Choice, label: str, at: Position, board: Board) -> str:
    match choice.kind:
        case "block":
            return _closed(choice, label, at, board)
        case "spread":
            return "; ".join([place(int(label), board), *_inside(int(label), at, burns=True)])
        case "escape":
            flight = _flight(choice.of, label, at, board)
            return f"{flight}; does not save {choice.of}" if label in choice.deadly else flight
        case "defend":
            return _DEFENCE[label]
        case "beacon":
            return "with the 64 hex digits of that round in the place of VALUE"
        case _:
            raise ValueError(choice.kind)


def _ends(label: str) -> set[Place]:
    return {SEA if end == "sea" else int(end) for end in label.split("-")}


def _room_of_the_die(choice: Choice) -> Place:
    """The room whose hatches are the candidates: of two or more, the end they share."""
    return min(set.intersection(*[_ends(label) for label in choice.candidates]))


def _closed(choice: Choice, label: str, at: Position, board: Board) -> str:
    """Where a hatch leads, and whether nothing inside the sub leads there any more."""
    (beyond,) = _ends(label) - {_room_of_the_die(choice)}
    ways = [other for other in board.neighbours[beyond] if hatch(beyond, other) not in at.blocked]
    parts = [f"shuts the way to {place(beyond, board)}"]
    if len(ways) == 1:
        parts.append("it is the last free one of that room inside the sub")
    return "; ".join([*parts, *_inside(beyond, at, burns=False)])


def _inside(room: Place, at: Position, *, burns: bool) -> list[str]:
    """Who is in a room, asleep or not; sleepers die in a room that catches fire (§16d)."""
    here = [gnome for gnome in at.gnomes if gnome.in_play and gnome.at == room]
    awake = [gnome.name for gnome in here if not gnome.fainted]
    asleep = [gnome.name for gnome in here if gnome.fainted]
    said = []
    if awake:
        said.append(f"{listed(awake)} {'is' if len(awake) == 1 else 'are'} there")
    if asleep:
        verb = "sleeps" if len(asleep) == 1 else "sleep"
        said.append(f"{listed(asleep)} {verb} there" + (" and would die" if burns else ""))
    return said


def _flight(name: GnomeName, label: str, at: Position, board: Board) -> str:
    """Where one iteration of movement leads, and its minutes (§10, §13)."""
    start = at.gnome(name).at
    ends, _, manner = label.removeprefix("open ").partition(" and ")
    (beyond,) = _ends(ends) - {start}
    course = Course(at, name, board)
    course.used = list(_ALL)
    move(course, Open(Through(to=beyond), enter=manner == "enter"))
    here, condition = course.at, course.rooms[course.at]
    if here == start:
        burns = condition == "fire"
        arrival = "stays in the fire" if burns else "the water puts the fire out"
    elif here == SEA:
        arrival = "out into the sea"
    else:
        into = {"low": "wades into", "fire": "into the fire in"}.get(condition, "into")
        arrival = f"{into} {place(here, board)}"
    return f"{arrival}, {minutes(course.spent)}"
