"""The picture shows the position, the whole of it, and nothing but it."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from rednov_bot.games.red_november import datasets, plans
from rednov_bot.games.red_november.plans import rows_of
from rednov_bot.games.red_november.render.picture.layout import layout_of
from rednov_bot.games.red_november.render.picture.svg import board_svg
from rednov_bot.games.red_november.render.sub_map import SIGNS, marks, sub_map
from rednov_bot.games.red_november.render.wording import TRACK_NAMES
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.words import ROOMS, SEA, TRACKS, RoomCondition
from tests.datasets.rafts import A_RAFT, A_TOWER
from tests.picture.reading import SVG, groups, parsed, shown
from tests.render.samples import rooms
from tests.rigs.scale import many

STANDARD = datasets.load("standard")


def drawn_on(plan: str) -> Tables:
    rows = rows_of(plan)
    board = replace(STANDARD.board, plan=rows, hatches=frozenset(plans.read(rows).wheels))
    return replace(STANDARD, board=board)


def without_a_plan() -> Tables:
    hatches = STANDARD.board.hatches | {(4, 7), (1, 10), (2, 6)}
    return replace(STANDARD, board=replace(STANDARD.board, hatches=hatches, plan=()))


BOATS = {
    "standard": STANDARD,
    "raft": drawn_on(A_RAFT),
    "tower": drawn_on(A_TOWER),
    "no plan": without_a_plan(),
}
EVERY_BOAT = pytest.mark.parametrize("boat", BOATS)
CREW = ("Ann", "Bob", "Cat", "Dot", "Eve", "Fay", "Gus", "Hal")


def crew(at: int, minutes: int = 30) -> tuple[Gnome, ...]:
    return tuple(Gnome(name=name, at=at, minutes=minutes) for name in CREW)


def random_position(seed: int, tables: Tables) -> Position:
    """Any position that the rules allow, and some that they do not."""
    rng = Random(seed)
    conditions: tuple[RoomCondition, ...] = ("dry", "dry", "fire", "low", "high")
    gnomes = tuple(
        Gnome(
            name=name,
            at=rng.choice((*ROOMS, SEA)),
            minutes=rng.randint(0, 60),
            intoxication=rng.randint(0, 4),
            fainted=rng.random() < 0.3,
            fate=rng.choice(("aboard", "aboard", "aboard", "killed", "abandoned")),
        )
        for name in CREW[: rng.randint(3, 8)]
    )
    every = sorted(tables.board.interior)
    return Position(
        gnomes=gnomes,
        rooms=("dry", *(rng.choice(conditions) for _ in ROOMS), "dry"),
        blocked=frozenset(rng.sample(every, rng.randint(0, 6))),
        heat=rng.randint(1, 10),
        pressure=rng.randint(1, 10),
        asphyxiation=rng.randint(1, 10),
        tokens=tuple(
            (kind, rng.randint(0, 60))
            for kind in ("crushed", "asphyxiated", "missiles", "kraken")
            if rng.random() < 0.5
        ),
        stash=rng.randint(0, 6),
        deck_left=rng.randint(0, 55),
        turns=rng.randint(0, 99),
    )


@EVERY_BOAT
def test_the_picture_shows_the_position(boat: str) -> None:
    tables = BOATS[boat]
    for seed in range(many(60, 25)):
        position = random_position(seed, tables)
        found = shown(board_svg(position, tables), layout_of(tables.board))
        letters = marks(tuple(one.name for one in position.gnomes))
        assert found.rooms == {room: position.rooms[room] for room in ROOMS}
        assert found.blocked == position.blocked
        assert found.tracks == {TRACK_NAMES[one]: position.track(one) for one in TRACKS}
        aboard = [one for one in position.gnomes if one.in_play]
        assert found.minutes == {letters[one.name]: one.minutes for one in aboard}
        for place in (*ROOMS, SEA):
            here = [one for one in aboard if one.at == place]
            said = [letters[one.name].lower() if one.fainted else letters[one.name] for one in here]
            assert sorted(found.crowds.get(place, "")) == sorted(said)


@pytest.mark.parametrize("boat", ["standard", "raft", "tower"])
def test_the_map_in_plain_text_says_the_same(boat: str) -> None:
    tables = BOATS[boat]
    plan = plans.read(tables.board.plan)
    for seed in range(many(200, 60)):
        position = random_position(seed, tables)
        found = shown(board_svg(position, tables), layout_of(tables.board))
        rows = [row.ljust(80) for row in sub_map(position, tables.board).split("\n")]
        for room in ROOMS:
            line, column = plan.corners[room]
            assert rows[line + 1][column + 1 :].startswith(SIGNS[found.rooms[room]] + " ")
            there = rows[line + 2][column + 1 : column + 9].split(" ")[0]
            assert sorted(there) == sorted(found.crowds.get(room, ""))
        wheels = plan.wheels.items()
        crossed = {ends for ends, (line, column) in wheels if rows[line][column] == "X"}
        assert crossed == found.blocked
        if SEA in plan.corners:
            line, column = plan.corners[SEA]
            out = rows[line + 1][column : column + 8].strip()
        else:
            out = rows[-1].removeprefix("the sea: ").strip() if found.crowds.get(SEA) else ""
        assert sorted(out) == sorted(found.crowds.get(SEA, ""))


@EVERY_BOAT
@pytest.mark.parametrize("place", [*ROOMS, SEA])
def test_a_whole_crew_fits_into_each_room(boat: str, place: int) -> None:
    tables = BOATS[boat]
    water: dict[str, RoomCondition] = {} if place == SEA else {f"r{place}": "fire"}
    before = Position(gnomes=crew(1 if place != 1 else 2))
    position = Position(gnomes=crew(place), rooms=rooms(**water))
    layout = layout_of(tables.board)
    picture = parsed(board_svg(position, tables, before))
    (group,) = (
        groups(picture, "sea") if place == SEA else groups(picture, "room")[place - 1 : place]
    )
    inside = layout.sea if place == SEA else layout.rooms[place].inside
    faces = list(group.iter(f"{SVG}circle"))
    assert len(faces) == 8
    for face in faces:
        x, y, r = (float(face.get(key, "")) for key in ("cx", "cy", "r"))
        assert r >= 5
        assert inside.left <= x - r
        assert x + r <= inside.right
        assert inside.top + 20 <= y - r
        assert y + r <= inside.bottom
    spots = {(face.get("cx"), face.get("cy")) for face in faces}
    assert len(spots) == 8


@EVERY_BOAT
def test_no_hatch_hides_another(boat: str) -> None:
    wheels = [place.wheel for place in layout_of(BOATS[boat].board).hatches.values()]
    assert len(wheels) == len(BOATS[boat].board.hatches)
    for number, (x, y) in enumerate(wheels):
        for x2, y2 in wheels[:number]:
            assert abs(x - x2) + abs(y - y2) >= 17


def test_what_a_turn_changed_is_marked_and_told() -> None:
    before = Position(
        gnomes=(Gnome("Ann", at=5, minutes=40), Gnome("Bob", at=5, minutes=39)),
        heat=3,
        stash=6,
        blocked=frozenset({(1, 2)}),
    )
    now = replace(
        before,
        gnomes=(
            Gnome("Ann", at=7, minutes=33, intoxication=1),
            Gnome("Bob", fate="killed", minutes=39),
        ),
        rooms=rooms(r7="fire"),
        heat=5,
        stash=5,
        blocked=frozenset({(5, 7)}),
        tokens=(("missiles", 23),),
        turns=1,
    )
    svg = board_svg(now, STANDARD, before)

    assert (
        "In this turn: Room 7 burns now. Newly blocked: 5-7. Free again: 1-2. "
        "Ann went from room 5 to room 7, has 33 minutes instead of 40 and is drunk to level 1 "
        "instead of 0. Bob was killed. Heat went from 3 to 5. New destruction: Missiles Launched! "
        "at 23. Captain&apos;s grog went from 6 to 5." in svg.replace("'", "&apos;")
    )
    assert "was 3" in svg
    assert "5 (was 6)" in svg
    assert svg.count("f-change") > board_svg(now, STANDARD).count("f-change")


NAMES = {
    "markup": '<script>alert("1")</script>',
    "entities": "&amp; ]]> &#0;",
    "quotes": "\" onload='x' \"",
    "controls": "a\x00b\x1bc\x85d\ufffe",
    "right to left": "\u202egnome\u202c שלום",
    "chinese": "侏儒老王",
    "arabic": "قزم",
    "emoji": "🧙‍♂️👨‍👩‍👧‍👦",
    "towers": "A" + "\u0301" * 60,
    "long": "x" * 4_000,
    "spaces": "  a \n b\t",
}


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_drawn_as_text_and_does_nothing(name: str) -> None:
    hostile = NAMES[name]
    gnomes = (Gnome(hostile, at=3, minutes=40), *crew(4)[:2])
    svg = board_svg(Position(gnomes=gnomes), STANDARD, heading=hostile)
    picture = parsed(svg)
    allowed = {"svg", "title", "desc", "style", "defs", "g", "text", "path", "rect", "circle"}
    assert {one.tag.removeprefix(SVG) for one in picture.iter()} <= {*allowed, "use"}
    assert not [key for one in picture.iter() for key in one.attrib if key.startswith("on")]
    assert not any(sign in svg for sign in "\u202e\u0000\u001b")
