"""Movement: opening a hatch, what the water does, and going through (§10)."""

from __future__ import annotations

from rednov_bot.games.base import Refusal
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.refusals import refusal
from rednov_bot.games.red_november.rules.tables import Board
from rednov_bot.games.red_november.rules.turn import Open, Through
from rednov_bot.games.red_november.rules.words import (
    SEA,
    GnomeName,
    Hatch,
    Item,
    Place,
    RoomCondition,
    hatch,
    hatch_label,
)

MINUTES_TO_OPEN = 1  # §10a
MINUTES_TO_WADE = 1  # §10c, into low water
MINUTES_TO_DIVE = 1  # §10c, out of the sub

AGAINST_FIRE: frozenset[Item] = frozenset({"grog", "fire_extinguisher"})
"""What lets a gnome into a fire (§10c, A34)."""


class Course:
    """Where an announced turn leads: position, time spent and tiles used, step by step.

    It knows the public position alone: what a gnome claims to use is taken as held.
    """

    def __init__(self, position: Position, gnome: GnomeName, board: Board) -> None:
        self.position = position  # as the list shows it
        self.gnome = gnome
        self.me = me = position.gnome(gnome)  # as they begin
        self.board = board
        self.at: Place = me.at  # where the gnome stands now
        self.level = me.intoxication  # after what they drank on the way
        self.rooms = position.rooms  # as the openings leave them
        self.spent = 0
        self.used: list[Item] = []
        self.told: list[ev.PublicEvent] = []

    @property
    def survived(self) -> bool:
        """Whether the gnome would live on where they stand now (§16b)."""
        if self.at == SEA:
            return "aqualung" in self.used
        return self.rooms[self.at] not in ("fire", "high")

    def fork(self) -> Course:
        """The same course, to be followed without changing this one; nothing told yet."""
        other = Course(self.position, self.gnome, self.board)
        other.at, other.level, other.rooms = self.at, self.level, self.rooms
        other.spent, other.used = self.spent, list(self.used)
        return other


def ends_of(through: Through, at: Place) -> Hatch:
    """The hatch meant by a gnome who stands at *at*; it need not exist.

    A hatch named by both ends may be written from either (A123).
    """
    return hatch(at if through.near is None else through.near, through.to)


def move(course: Course, step: Open) -> Refusal | None:
    """A gnome opens a hatch, the water settles, and they may go through.

    §10a-§10d; what is needed for fire and sea must have been used before (A27).  From outside,
    every exterior hatch is attached (A25).  Opening alone is movement too (A30).
    """
    at, board = course.at, course.board
    ends = ends_of(step.hatch, at)

    if ends not in board.attached[at]:
        place = "outside the sub" if at == SEA else f"room {at}"
        if ends == (at, at):
            reason = f"{course.gnome} is {place if at == SEA else f'in {place}'} already"
            return refusal("NO_SUCH_HATCH", f"{reason}; a hatch leads to another place")
        there = ", ".join([hatch_label(one) for one in board.attached[at]])
        reason = f"hatch {hatch_label(ends)} is not attached to {place}, which has {there}"
        return refusal("NO_SUCH_HATCH", reason)
    if ends in course.position.blocked:
        return refusal("HATCH_BLOCKED", f"hatch {hatch_label(ends)} is blocked")

    beyond = ends[0] if ends[1] == at else ends[1]
    course.spent += MINUTES_TO_OPEN
    course.told.append(ev.HatchOpened(course.gnome, ends))
    rooms = settled(course.rooms, ends)
    if rooms is not course.rooms:
        doused = next((room for room in ends if course.rooms[room] == "fire"), None)
        course.told.append(ev.WaterEqualised(ends, doused))
        course.rooms = rooms
    return enter(course, beyond) if step.enter else None


def settled(rooms: tuple[RoomCondition, ...], ends: Hatch) -> tuple[RoomCondition, ...]:
    """The rooms after high water has run into a dry room beside it, and drowned a fire there.

    §10b: only high beside no water at all (A113), never through an exterior hatch (A26); an
    opening joins two rooms and leaves no choice (A111).  It harms nobody, sleepers included (A29).
    """
    one, other = ends
    pair = rooms[one], rooms[other]
    if "high" not in pair or other == SEA or ("dry" not in pair and "fire" not in pair):
        return rooms
    after = list(rooms)
    after[one] = after[other] = "low"
    return tuple(after)


def flooded_by(course: Course, room: Place) -> Hatch | None:
    """The hatch whose opening in this turn brought *room* to low water (§10b), if one did."""
    settled = (one.rooms for one in course.told if isinstance(one, ev.WaterEqualised))
    return next((ends for ends in settled if room in ends), None)


def no_fire(course: Course) -> Refusal:
    """Nothing burns here (§11b), or not any more: the list shows the fire before the turn."""
    at, ends = course.at, flooded_by(course, course.at)
    if ends is None or course.position.rooms[at] != "fire":
        return refusal("NO_TARGET", f"room {at} is not on fire", "§11b")
    opening = f"opening hatch {hatch_label(ends)} lets the water in and puts the fire out"
    return refusal("NO_TARGET", f"room {at} is not on fire by then: {opening}", "§10b, §11b")


def enter(course: Course, beyond: Place) -> Refusal | None:
    """A gnome goes through a hatch they opened (§10c), judged after the water has settled."""
    used = course.used
    condition = course.rooms[beyond]

    if beyond == SEA and "aqualung" not in used:
        return refusal("NO_AQUALUNG_USED", "the sub is left before an aqualung is used in the turn")
    if condition == "high":
        return _too_deep(course, beyond)
    if condition == "fire" and AGAINST_FIRE.isdisjoint(used):
        return refusal(
            "FIRE_ENTRY",
            f"room {beyond} is on fire and is entered before grog or a fire extinguisher is used",
        )

    minutes = MINUTES_TO_DIVE if beyond == SEA else MINUTES_TO_WADE if condition == "low" else 0
    course.spent += minutes
    course.told.append(
        ev.Passed(course.gnome, course.at, beyond, minutes, burning=condition == "fire")
    )
    course.at = beyond
    return None


def _too_deep(course: Course, beyond: Place) -> Refusal:
    """High water stays where it is beside other water (§10b), though the list shows none yet."""
    at, ends = course.at, flooded_by(course, course.at)
    reason = f"room {beyond} is at high water"
    if ends is None or course.position.rooms[at] == "high":
        return refusal("HIGH_WATER_ENTRY", reason)
    opening = f"opening hatch {hatch_label(ends)} lets the water in"
    reason = f"{reason} and does not settle, for room {at} is at low water by then: {opening}"
    return refusal("HIGH_WATER_ENTRY", reason, "§10b, §10c")
