"""How the words of the game are shown."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from rednov_bot.games.red_november.render import wording
from rednov_bot.games.red_november.render.remedies import REMEDIES, remedy
from rednov_bot.games.red_november.render.sub_map import marks
from rednov_bot.games.red_november.rules.refusals import CLAUSES


def test_a_time_is_told_in_utc_wherever_it_was_said() -> None:
    utc = datetime(2009, 8, 3, 0, 5, tzinfo=UTC)
    elsewhere = utc.astimezone(timezone(timedelta(hours=-5)))
    assert wording.when(utc) == "Mon 3 Aug 2009, 00:05 UTC"
    assert wording.when(elsewhere) == wording.when(utc)


def test_every_refusal_has_a_remedy() -> None:
    assert set(REMEDIES) == set(CLAUSES)
    assert all(remedy.endswith(".") for remedy in REMEDIES.values())


@pytest.mark.parametrize("code", ["GIFT_UNSPECIFIED", "INCOMPLETE", "ITEM_NOT_HELD"])
@pytest.mark.parametrize("announced", ["discard", "gift in return"])
def test_no_remedy_of_an_act_between_turns_speaks_of_a_whole_turn(
    code: str, announced: str
) -> None:
    helps = remedy(code, announced)
    assert helps.endswith(".")
    assert "turn" not in helps.replace("gift in return", "gift")


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
def test_each_gnome_has_a_letter_of_their_own(names: tuple[str, ...], letters: str) -> None:
    given = marks(names)
    assert "".join([given[name] for name in names]) == letters
