"""How the words of the game are shown: folded, in UTC, with a remedy; no fact is missing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, strategies as st
from jinja2 import UndefinedError

from rednov_bot.core.render import wording
from rednov_bot.core.render.answers import OF_THE_CONTEST
from rednov_bot.core.render.environment import WIDTH, fold, render
from rednov_bot.games.red_november.render.remedies import REMEDIES, remedy
from rednov_bot.games.red_november.render.sub_map import marks
from rednov_bot.games.red_november.rules.refusals import CLAUSES


def test_a_time_is_told_in_utc_wherever_it_was_said() -> None:
    utc = datetime(2009, 8, 3, 0, 5, tzinfo=UTC)
    elsewhere = utc.astimezone(timezone(timedelta(hours=-5)))
    assert wording.when(utc) == "Mon 3 Aug 2009, 00:05 UTC"
    assert wording.when(elsewhere) == wording.when(utc)


def test_every_refusal_has_a_remedy() -> None:
    assert {*REMEDIES, *OF_THE_CONTEST} == set(CLAUSES)
    assert all(one.endswith(".") for one in (*REMEDIES.values(), *OF_THE_CONTEST.values()))


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


TEXT = st.lists(st.text("abc§", min_size=1, max_size=90), min_size=1, max_size=40)
INDENTS = st.sampled_from(["", "  ", "      ", "  40  "])


@given(TEXT, INDENTS, INDENTS)
def test_folding_keeps_the_words_and_the_width(words: list[str], lead: str, hang: str) -> None:
    lines = fold("  ".join(words), lead, hang).split("\n")
    said = " ".join([lines[0][len(lead) :], *[line[len(hang) :] for line in lines[1:]]])
    assert said == " ".join(words)
    for line in lines:
        assert len(line) <= WIDTH or " " not in line[6:].strip()


def test_a_missing_fact_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="letterhead"):
        render("membership", name="Dot", event="joins", contestants=())
