"""The office passes on, with all that is hidden, in the middle of a game (§1, A83, A108)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.core.contest import Contest
from rednov_bot.core.models import Draft
from rednov_bot.core.workflow import changes, office
from rednov_bot.games.red_november.rules.gamestate import Limit
from tests.builders import BUSINESS
from tests.workflow.play import (
    MASTER,
    Postings,
    Table,
    a_table,
    begun,
    code_in,
    everything_public,
    flat,
    kinds,
    only,
    subject_of,
    text_of,
)

DAN = "dan@post.example"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Ann, Bob and Cat play; Dan is known, and plays not."""
    return begun(tmp_path, options={"event_choice": "orders+contestmaster"})


def hand_over(table: Table, to: str = "Dan") -> Draft:
    return table.read(lambda records: changes.hand_over(table.desk, records, to))


def handed_over(table: Table, to: str = "Dan") -> Postings:
    """The office passes on by the contestmaster's own word; what is mailed for it."""
    made = hand_over(table, to)
    table.news()
    return table.reply(made.code, "approve")


def contest(table: Table) -> Contest:
    return table.read(lambda records: office.contest(table.desk, records))


def to_dan(news: Postings) -> Postings:
    return tuple(one for one in news if one.posting.to == DAN)


def test_a_successor_who_joins_the_crew_meanwhile_gets_no_hands(tmp_path: Path) -> None:
    table = a_table(tmp_path, contestants=("Ann", "Bob", "Cat", "Dan"))
    made = hand_over(table)
    opening = table.start("Ann", "Bob", "Dan")
    table.reply(opening.code, "approve")
    table.news()
    told = table.reply(made.code, "approve")
    assert kinds(told) == ["desk"]
    assert "would see every hand" in flat(told[0])
    assert contest(table).contestmaster == MASTER


def test_the_office_passes_on_with_every_hand_when_its_holder_approves(table: Table) -> None:
    hands = {"Ann": ("crowbar",), "Bob": ("coffee", "grog")}
    table.arrange(hands=hands, limits={"Bob": Limit(1)})
    shown = only(table.say("Ann"), "draft")
    code, before = code_in((shown,)), table.numbered()
    made = hand_over(table)
    table.reply(made.code, "reject because I stay")
    assert contest(table).contestmaster == MASTER
    table.news()
    news = handed_over(table)
    assert contest(table).contestmaster == "Dan"
    assert [one.posting.to for one in news] == [BUSINESS, DAN, DAN]
    public = everything_public(news)
    assert "hands the office of contestmaster to Dan" in flat(public)
    briefing, again = to_dan(news)
    told = flat(briefing)
    for words in (
        "Ann holds a crowbar",
        "Bob holds a grog and a coffee",
        "They must discard 1 item before their next turn",
        "event cards",
    ):
        assert words in told
    assert "respite" not in told.lower(), "the order of the deck"
    assert "crowbar" not in public + subject_of(briefing)
    assert (subject_of(again), text_of(again)) == (subject_of(shown), text_of(shown))
    assert table.numbered() == before
    for who in (MASTER, "Bob"):
        assert "decided by Dan alone" in flat(table.reply(code, "approve", who=who)[0])
    assert table.verdict(code) is None
    assert "[rednov" not in text_of(table.write(MASTER, "status")[0])
    assert "[rednov" in text_of(table.write("Dan", "status")[0])
    assert "No draft has the code ZZZZZZZ" in flat(table.reply("ZZZZZZZ", "approve", who="Dan")[0])
    assert "public" in kinds(table.reply(code, "approve", who="Dan"))


def test_between_games_the_office_passes_on_and_the_settings_count_no_more(tmp_path: Path) -> None:
    table = a_table(tmp_path, deputy="Dan")
    (briefing,) = to_dan(handed_over(table))
    assert "No game is being played" in flat(briefing)
    assert "WHAT EACH GNOME HOLDS" not in text_of(briefing)
    assert (contest(table).contestmaster, contest(table).deputy) == ("Dan", None)
    opening = table.start()
    assert [one.posting.to for one in table.news()] == [DAN]
    assert kinds(table.reply(opening.code, "approve", who="Dan"))[-1] == "public"
    again = a_table(tmp_path, contestmaster="Eve", people=("Ann", "Bob", "Cat", "Dan"))
    assert contest(again).contestmaster == "Dan"
    table.arrange(gnomes={"Cat": {"fate": "killed", "minutes": 0, "at": 0}})
    table.reply(hand_over(table, "Cat").code, "approve", who="Dan")
    assert contest(table).contestmaster == "Cat"
