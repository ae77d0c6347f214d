"""What a ruling changes: said in words, entered in the position."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.events import (
    Change,
    GnomeRuled,
    GrogRuled,
    HatchRuled,
    PointsRuled,
    RoomRuled,
    TokenRuled,
    TrackRuled,
)
from rednov_bot.games.red_november.rules.logbook import position_after
from rednov_bot.games.red_november.rules.position import Due, Gift, Gnome, Position
from rednov_bot.games.red_november.rules.rulings import MOST_CHANGES, changes_from, words_of
from rednov_bot.games.red_november.rules.words import ROOMS, SEA, TOKEN_KINDS, TRACKS
from tests.rules.sailing import tables

BOARD = tables().board
POSITION = Position(
    gnomes=(
        Gnome("Ann", 5, 40),
        Gnome("Ann Lee", 6, 30, fainted=True),
        Gnome("Bob", 0, fate="killed"),
        Gnome("Cat", SEA, 12, intoxication=2),
    ),
    tokens=(("kraken", 9), ("crushed", 30), ("crushed", 20)),
    blocked=frozenset({(5, 6)}),
    gifts=(Gift("Ann", "Cat"),),
    pending="Ann Lee",
    turns=12,
)

SAID: tuple[tuple[str, tuple[Change, ...]], ...] = (
    ("heat 3", (TrackRuled("heat", 3),)),
    ("track pressure at 10", (TrackRuled("pressure", 10),)),
    ("Asphyxiation 1.", (TrackRuled("asphyxiation", 1),)),
    ("room 5 dry", (RoomRuled(5, "dry"),)),
    ("room 10 is on fire", (RoomRuled(10, "fire"),)),
    ("room 2 low water; room 3 high", (RoomRuled(2, "low"), RoomRuled(3, "high"))),
    ("hatch 6-5 blocked", (HatchRuled((5, 6), True),)),
    ("hatch 5-6 is free", (HatchRuled((5, 6), False),)),
    ("token missiles 9", (TokenRuled("missiles", 9),)),
    ("no token kraken", (TokenRuled("kraken", 9, gone=True),)),
    ("no token crushed 20", (TokenRuled("crushed", 20, gone=True),)),
    ("grog 3", (GrogRuled(3),)),
    ("Ann: 30 minutes", (GnomeRuled("Ann", minutes=30),)),
    ("ann 1 minute", (GnomeRuled("Ann", minutes=1),)),
    ("Ann Lee: awake", (GnomeRuled("Ann Lee", fainted=False),)),
    (
        "Ann: 30 minutes / room 4, intoxication 2, asleep",
        (GnomeRuled("Ann", minutes=30, at=4, intoxication=2, fainted=True),),
    ),
    ("Cat is sober", (GnomeRuled("Cat", intoxication=0),)),
    ("Ann: outside", (GnomeRuled("Ann", at=SEA),)),
    ("Ann: killed", (GnomeRuled("Ann", fate="killed"),)),
    ("Bob: aboard, room 4, 20 minutes", (GnomeRuled("Bob", minutes=20, at=4, fate="aboard"),)),
    ("2 X due to Ann", (PointsRuled("Ann", "X", 2, "ruling"),)),
    ("10 y points due to cat for luck", (PointsRuled("Cat", "Y", 10, "luck"),)),
    ("heat 3\n\n  Ann: 30 minutes ;", (TrackRuled("heat", 3), GnomeRuled("Ann", minutes=30))),
    ("", ()),
)

WRONG: tuple[tuple[str, str], ...] = (
    ("heat 11", '"heat 11": a track stands at 1 to 10, not 11'),
    ("room 11 dry", '"room 11 dry": rooms are numbered 1 to 10, not 11'),
    ("hatch 1-10 blocked", '"hatch 1-10 blocked": there is no hatch 1-10 inside the sub'),
    ("token kraken 61", '"token kraken 61": the time track has spaces 0 to 60, not 61'),
    ("no token missiles", '"no token missiles": no token missiles lies on the time track'),
    ("no token kraken 8", '"no token kraken 8": no token kraken lies at 8'),
    ("no token crushed", '"no token crushed": several lie on the time track, say which'),
    ("grog 7", '"grog 7": the captain\'s grogs left are 0 to 6, not 7'),
    ("Ann: 61 minutes", '"Ann: 61 minutes": minutes are 0 to 60, not 61'),
    ("Ann: happy", "\"Ann: happy\": 'happy' is not said of a gnome"),
    ("Ann: killed, room 4", '"Ann: killed, room 4": of Ann killed nothing else can be said'),
    ("Ann Lee: killed", '"Ann Lee: killed": Ann Lee\'s turn awaits its resolution'),
    ("Bob: 3 minutes", '"Bob: 3 minutes": Bob is killed; say also aboard, a room and minutes'),
    ("Bob: aboard", '"Bob: aboard": Bob comes back aboard; say also a room and minutes'),
    ("Zed: 3 minutes", '"Zed: 3 minutes": say, for instance, heat 3'),
    ("2 X due to Zed", '"2 X due to Zed": Zed is no gnome of this game'),
    ("heat 3; make it so", '"make it so": say, for instance, heat 3'),
    ("x" * 300, '"' + "x" * 40 + '..." is too long'),
    ("heat 3;" * (MOST_CHANGES + 1), "a ruling changes at most 40 things, here are 41"),
)


@pytest.mark.parametrize(("text", "changes"), SAID, ids=[text for text, _ in SAID])
def test_changes_are_read_as_they_are_said(text: str, changes: tuple[Change, ...]) -> None:
    assert changes_from(text, POSITION, BOARD) == changes


@pytest.mark.parametrize(("text", "why"), WRONG, ids=[text[:40] for text, _ in WRONG])
def test_what_cannot_be_read_is_told_in_one_sentence(text: str, why: str) -> None:
    said = changes_from(text, POSITION, BOARD)

    assert isinstance(said, str)
    assert said.startswith(why)
    assert "\n" not in said


CHANGES = st.one_of(
    st.builds(TrackRuled, st.sampled_from(TRACKS), st.integers(1, 10)),
    st.builds(RoomRuled, st.sampled_from(ROOMS), st.sampled_from(("dry", "fire", "low", "high"))),
    st.builds(HatchRuled, st.sampled_from(sorted(BOARD.interior)), st.booleans()),
    st.builds(TokenRuled, st.sampled_from(TOKEN_KINDS), st.integers(0, 60)),
    st.sampled_from([TokenRuled(kind, space, gone=True) for kind, space in POSITION.tokens]),
    st.builds(GrogRuled, st.integers(0, 6)),
    st.builds(
        GnomeRuled,
        st.sampled_from(("Ann", "Ann Lee", "Cat")),
        st.one_of(st.none(), st.integers(0, 60)),
        st.one_of(st.none(), st.sampled_from((*ROOMS, SEA))),
        st.one_of(st.none(), st.booleans()),
        st.one_of(st.none(), st.integers(0, 4)),
    ).filter(lambda one: one != GnomeRuled(one.gnome)),
    st.builds(
        PointsRuled,
        st.sampled_from(("Ann", "Bob")),
        st.sampled_from(("X", "Y")),
        st.integers(1, 99),
        st.sampled_from(("ruling", "a repair that was overlooked")),
    ),
)


@given(st.lists(CHANGES, max_size=8))
def test_what_is_written_is_read_as_the_same(changes: list[Change]) -> None:
    text = "; ".join(map(words_of, changes))

    assert changes_from(text, POSITION, BOARD) == tuple(changes)


def ruled(text: str) -> Position:
    changes = changes_from(text, POSITION, BOARD)
    assert isinstance(changes, tuple), changes
    return position_after(POSITION, ev.RulingGiven(1, "§25", "so it is", changes))


def test_a_ruling_sets_every_value_it_names_and_no_other() -> None:
    after = ruled("heat 3; room 5 dry; hatch 2-5 blocked; hatch 5-6 free; grog 2; no token kraken")

    assert (after.heat, after.stash, after.blocked) == (3, 2, {(2, 5)})
    assert after.tokens == POSITION.tokens[1:]
    assert after.gnomes == POSITION.gnomes


def test_a_ruling_puts_a_gnome_where_it_says() -> None:
    after = ruled("Ann: room 4, 30 minutes, intoxication 1, asleep; 2 X due to Ann for patience")

    assert after.gnome("Ann") == Gnome("Ann", 4, 30, 1, fainted=True, arrived=12)
    assert after.dues == (Due("Ann", "X", 2, "patience"),)


def test_a_gnome_killed_by_ruling_has_no_place_minutes_or_gift() -> None:
    """§20."""
    after = ruled("Cat: killed")

    assert after.gnome("Cat") == Gnome("Cat", 0, 0, 2, fate="killed")
    assert after.gifts == ()


def test_a_gnome_comes_back_aboard_by_ruling() -> None:
    assert ruled("Bob: aboard, room 4, 20 minutes").gnome("Bob") == Gnome("Bob", 4, 20, arrived=12)


def test_a_ruling_without_changes_leaves_the_position() -> None:
    assert ruled("") == POSITION
