"""The gamestate sheet: what is written can be read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from rednov_bot.games.red_november.rules import position_text
from rednov_bot.games.red_november.rules.position import Due, Ending, Gift, Gnome, Position
from rednov_bot.games.red_november.rules.words import SEA, TOKEN_KINDS
from tests.rigs.scale import many
from tests.rules.sailing import calm, play_game, tables

NAMES = st.text(max_size=12)
MINUTES = st.integers(0, 60)
ROOM = st.sampled_from(["dry", "fire", "low", "high"])
GNOME = st.builds(
    Gnome,
    name=NAMES,
    at=st.integers(0, SEA),
    minutes=MINUTES,
    intoxication=st.integers(0, 4),
    fainted=st.booleans(),
    fate=st.sampled_from(["aboard", "killed", "abandoned"]),
    arrived=st.integers(-9, 300),
    drew_in=st.sampled_from([0, 8, 10]),
)
CARDS = st.lists(st.integers(0, 55), max_size=9).map(tuple)
POSITION = st.builds(
    Position,
    gnomes=st.lists(GNOME, max_size=8, unique_by=lambda gnome: gnome.name).map(tuple),
    rooms=st.lists(ROOM, min_size=10, max_size=10).map(lambda ten: ("dry", *ten, "dry")),
    blocked=st.frozensets(st.sampled_from(sorted(tables().board.hatches))),
    heat=st.integers(1, 10),
    pressure=st.integers(1, 10),
    asphyxiation=st.integers(1, 10),
    tokens=st.lists(st.tuples(st.sampled_from(TOKEN_KINDS), MINUTES), max_size=5).map(tuple),
    stash=st.integers(0, 6),
    deck_left=st.integers(0, 56),
    played=CARDS,
    removed=CARDS,
    kraken_aside=st.booleans(),
    y_pot=st.integers(0, 1000),
    turns=st.integers(0, 400),
    pending=st.none() | NAMES,
    gifts=st.lists(st.builds(Gift, NAMES, NAMES), max_size=3).map(tuple),
    dues=st.lists(
        st.builds(Due, NAMES, st.sampled_from("XY"), st.integers(0, 99), NAMES), max_size=4
    ).map(tuple),
    ending=st.none()
    | st.builds(
        Ending,
        winners=st.lists(NAMES, max_size=3).map(tuple),
        losers=st.lists(NAMES, max_size=3).map(tuple),
        sub_lost=st.booleans(),
    ),
)


@settings(max_examples=many(150, 25), deadline=None, derandomize=True)
@given(POSITION)
def test_every_position_that_is_written_can_be_read(position: Position) -> None:
    assert position_text.read(position_text.write(position)) == position


@settings(max_examples=many(300, 50), deadline=None, derandomize=True)
@given(st.text() | st.text(alphabet='gnome room 5"-\\\n0 1\t'))
def test_whatever_is_read_is_a_position_or_a_sentence(text: str) -> None:
    assert isinstance(position_text.read(text), Position | str)


def test_the_sheets_of_a_whole_game_can_be_read() -> None:
    for state in play_game(3, 5, seas=calm()).passed:
        assert position_text.read(position_text.write(state.position)) == state.position


def test_a_sheet_says_nothing_of_hands_decks_and_pools() -> None:
    """§6."""
    written = position_text.write(play_game(3, 5, seas=calm(), most=20).gamestate.position)
    assert {line.split()[0] for line in written.splitlines()}.isdisjoint({"hand", "order", "pool"})


def test_a_sheet_reads_like_this() -> None:
    text = (
        "gnome     Ann       room 5   minutes 40  drunk 0\n"
        'gnome     "Zoë B."  outside  minutes 8   drunk 3 fainted\n'
        "gnome     Cat       nowhere  minutes 0   drunk 0 killed\n"
        "room      7 low water\n"
        "blocked   5-6 5-7\n"
        "track     heat 3\n"
        "token     crushed 29\n"
        "grog      5\n"
        "turn      12\n"
        "pending   Ann\n"
        'gift      Ann to "Zoë B."\n'
        'due       Ann X 2 "disaster track reset"\n'
    )
    position = position_text.read(text)
    assert isinstance(position, Position), position
    assert position.gnome("Zoë B.").at == SEA
    assert position_text.write(position) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("gnome Ann room 5 minutes 61 drunk 0", "line 1: a number from 0 to 60 is expected"),
        ("\n\nroom 7 soaked", "line 3: a room is dry, on fire, low water, high water"),
        ("# a remark\nfish 3", "line 2: there is no line 'fish'"),
        ('gnome "Ann', "line 1: a quotation mark is not closed"),
        ("turn 3 4", "line 1: '4' is too much"),
        ("turn", "line 1: a number is missing"),
        ("blocked 5-x", "line 1: a hatch is written like 5-8 or 6-sea"),
        ("winners Ann", "line 1: the line `over` must come before `winners`"),
        ("gnome A room 1 minutes 1 drunk 0\n" * 2, "line 2: there are two gnomes called A"),
    ],
)
def test_a_wrong_line_is_named_with_what_is_wrong(text: str, why: str) -> None:
    said = position_text.read(text)
    assert isinstance(said, str)
    assert said.startswith(why)
