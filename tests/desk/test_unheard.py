"""The contestmaster is shown which tiles eir own words would tell the list of (§6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builders import Table
from tests.desk.play import (
    MASTER,
    NO_TURN,
    Postings,
    arrange,
    begun,
    code_in,
    everything_public,
    only,
    open_codes,
    reply,
    say,
    text_of,
    write,
)
from tests.desk.test_claims import claim as answer_to_the_resolution

UNHEARD = "Your words name what the list has not heard of"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = begun(tmp_path)
    arrange(table, gnomes={"Ann": {"at": 8}}, hands={"Ann": ["coffee", "toolbox"]})
    return table


def shown(news: Postings) -> str:
    """The draft that came, on one line."""
    return " ".join(text_of(only(news, "draft")).split())


def test_a_tile_in_the_words_of_a_ruling_about_a_turn_is_minded_with_a_way_out(
    table: Table,
) -> None:
    code = code_in(say(table, "Ann", "I use my grog and draw 2 items."))
    said = 'overrule: read as "I draw 2 items." because Ann holds no grog, only a coffee'
    news = reply(table, code, said)
    assert f"{UNHEARD}: a coffee (§6)" in shown(news)
    assert 'reply "withdraw ruling 1", and rule in other words' in shown(news)


def test_it_is_minded_again_when_the_turn_is_drafted_again(table: Table) -> None:
    code = code_in(say(table, "Ann", NO_TURN))
    reply(table, code, "overrule: heat 3 because the coffee of Ann was hot")
    (code,) = open_codes(table)
    reply(table, code, "reject because I was wrong")
    assert f"{UNHEARD}: a coffee" in shown(reply(table, code, "again"))


def test_words_of_a_ruling_that_were_never_told_are_not_told_by_its_withdrawal(
    table: Table,
) -> None:
    code = code_in(say(table, "Ann", NO_TURN))
    reply(table, code, "overrule: heat 3 because the coffee of Ann was hot")
    news = write(table, MASTER, "withdraw ruling 1")
    assert "coffee" not in shown(news)
    posted = everything_public(reply(table, code_in(news), "approve"))
    assert "Ruling 1 no longer holds" in posted


def test_a_tile_in_a_ruling_and_in_its_withdrawal_is_minded(table: Table) -> None:
    news = write(table, MASTER, "ruling: Bob shall keep his aqualung")
    assert f"{UNHEARD}: an aqualung (§6)" in shown(news)
    assert "reject this, and rule in other words" in shown(news)
    reply(table, code_in(news), "approve")
    news = write(table, MASTER, "withdraw ruling 1 because Bob has given his aqualung for a charm")
    assert f"{UNHEARD}: a lucky charm (§6)" in shown(news)


def test_a_tile_in_an_amendment_is_minded_and_in_every_later_one(table: Table) -> None:
    code = code_in(say(table, "Ann", NO_TURN))
    news = reply(table, code, 'amend: add "Bob, now would be a good time for that aqualung!"')
    assert f"{UNHEARD}: an aqualung (§6)" in shown(news)
    assert "amend them if they should not" in shown(news)
    news = reply(table, code_in(news), 'amend: add "Hear, hear."')
    assert f"{UNHEARD}: an aqualung" in shown(news)


def test_a_tile_in_a_denial_and_in_a_correction_is_minded(table: Table) -> None:
    reply(table, code_in(say(table, "Ann", "I use my toolbox and draw 1 item.")), "approve")
    claim = code_in(answer_to_the_resolution(table, "Cat", "CoE: Ann cannot draw."))
    denied = reply(table, claim, "deny because Ann had but a toolbox and a coffee")
    assert f"{UNHEARD}: a coffee (§6)" in shown(denied)
    rewound = write(table, MASTER, "rewind turn 1: void because Ann had but a toolbox and a coffee")
    assert f"{UNHEARD}: a coffee (§6)" in shown(rewound)


def test_a_tile_that_the_announcement_names_is_no_news(table: Table) -> None:
    code = code_in(say(table, "Ann", "I use my toolbox and draw 1 item."))
    news = reply(table, code, "overrule: heat 3 because the toolbox was thrown at it")
    assert UNHEARD not in shown(news)


def test_the_grog_of_the_captain_is_no_tile_of_a_hand(table: Table) -> None:
    news = write(
        table, MASTER, "ruling: the captain's grog is warm, and the oxygen pumps are for the gods"
    )
    assert UNHEARD not in shown(news)
