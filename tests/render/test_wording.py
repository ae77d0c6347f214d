"""How the words of the game are shown."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from rednov_bot.games.red_november import datasets
from rednov_bot.games.red_november.render import wording
from rednov_bot.games.red_november.render.remedies import REMEDIES, remedy
from rednov_bot.games.red_november.render.sub_map import marks
from rednov_bot.games.red_november.rules.refusals import CLAUSES
from rednov_bot.games.red_november.rules.words import ITEMS, SEA, Item

BOARD = datasets.load("standard").board


@pytest.mark.parametrize(
    ("words", "said"),
    [((), ""), (("a",), "a"), (("a", "b"), "a and b"), (("a", "b", "c"), "a, b and c")],
)
def test_a_list_reads_as_it_is_spoken(words: tuple[str, ...], said: str) -> None:
    assert wording.listed(words) == said


@pytest.mark.parametrize(
    ("count", "said"), [(0, "no items"), (1, "1 item"), (2, "2 items"), (11, "11 items")]
)
def test_a_noun_follows_its_number(count: int, said: str) -> None:
    assert wording.counted(count, "item") == said


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ((), ""),
        (("aqualung",), "an aqualung"),
        (("crowbar", "grog", "grog"), "2 grogs and a crowbar"),
        (("toolbox", "toolbox"), "2 toolboxes"),
        (("engine_manual", "coffee"), "an engine manual and a coffee"),
    ],
)
def test_tiles_are_counted_in_the_order_of_the_words(held: tuple[Item, ...], said: str) -> None:
    assert wording.tiles(held) == said


def test_no_item_is_shown_as_it_is_spelt_in_files() -> None:
    assert not [item for item in ITEMS if "_" in wording.item(item)]


def test_a_reason_of_the_rules_is_spoken() -> None:
    assert wording.spoken("you do not hold a fire_extinguisher") == (
        "you do not hold a fire extinguisher"
    )
    assert wording.spoken("you do not hold a aqualung") == "you do not hold an aqualung"
    assert wording.spoken("snake_name has been killed") == "snake_name has been killed"


@pytest.mark.parametrize(
    ("place", "said"),
    [(7, "room 7 (Missile Control)"), (5, "room 5"), (SEA, "the sea")],
)
def test_a_place_is_a_number_and_what_it_is_for(place: int, said: str) -> None:
    assert wording.place(place, BOARD) == said


def test_a_time_is_told_in_utc_wherever_it_was_said() -> None:
    utc = datetime(2009, 8, 3, 0, 5, tzinfo=UTC)
    elsewhere = utc.astimezone(timezone(timedelta(hours=-5)))

    assert wording.when(utc) == "Mon 3 Aug 2009, 00:05 UTC"
    assert wording.when(elsewhere) == wording.when(utc)


@pytest.mark.parametrize("month", range(1, 13))
def test_each_month_has_its_name(month: int) -> None:
    said = wording.when(datetime(2009, month, 1, tzinfo=UTC))

    assert said.split()[2] == datetime(2009, month, 1).strftime("%b")


def test_every_refusal_has_a_remedy() -> None:
    assert set(REMEDIES) == set(CLAUSES)
    assert all(remedy.endswith(".") for remedy in REMEDIES.values())


@pytest.mark.parametrize("code", CLAUSES)
@pytest.mark.parametrize("announced", ["discard", "gift in return"])
def test_no_remedy_of_an_act_between_turns_speaks_of_a_whole_turn(
    code: str, announced: str
) -> None:
    helps = remedy(code, announced)
    assert helps.endswith(".")
    if code in ("GIFT_UNSPECIFIED", "INCOMPLETE", "ITEM_NOT_HELD"):
        assert "turn" not in helps.replace("gift in return", "gift")
        assert helps != remedy(code, "turn")


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("Ann", "Bob", "Cat"), "ABC"),
        (("Ann", "Abe", "Bob"), "AEB"),
        (("Ann", "Anna", "Annan"), "ANB"),
        (("Ørjan", "Ann"), "RA"),
        (("日本", "Ann"), "BA"),
    ],
    ids=["initials", "shared initial", "one inside the other", "not ASCII", "no Latin letter"],
)
def test_each_gnome_has_a_letter_of_eir_own(names: tuple[str, ...], letters: str) -> None:
    given = marks(names)

    assert "".join([given[name] for name in names]) == letters
