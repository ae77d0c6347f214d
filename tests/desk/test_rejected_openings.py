"""A game whose opening was rejected has not begun: nothing takes it for one (§4, §5, A95)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.desk.due import rounds
from rednov_bot.papers import Game
from tests.builders import Table, a_table
from tests.desk.play import (
    arrange,
    begun,
    code_in,
    draft,
    kinds,
    numbered,
    open_codes,
    position,
    reply,
    say,
    start,
    subject_of,
    text_of,
    verdict,
    words_of,
    write,
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The only opening there was is rejected."""
    table = a_table(tmp_path)
    reply(table, start(table).code, "reject because the crew is wrong")
    table.news()
    return table


@pytest.fixture
def second(tmp_path: Path) -> Table:
    """RN1 is over, and the opening of RN2 was rejected."""
    table = begun(tmp_path, options={"queue_early_turns": "on"})
    crew = ("Ann", "Bob", "Cat")
    arrange(table, gnomes={name: {"minutes": int(name == "Cat")} for name in crew})
    reply(table, code_in(say(table, "Cat")), "approve")
    reply(table, start(table, queue_early_turns="on").code, "reject because")
    table.news()
    return table


def games(table: Table) -> tuple[Game, ...]:
    with table.desk.ledger.transaction() as records:
        return records.games()


@pytest.mark.parametrize("which", ["table", "second"])
def test_no_turn_is_taken_or_kept_for_it(which: str, request: pytest.FixtureRequest) -> None:
    table: Table = request.getfixturevalue(which)
    news = say(table, "Ann")
    assert kinds(news) == ["receipt", "draft"]
    assert "No game is ongoing" in text_of(news[0])
    assert draft(table, code_in(news)).game is None
    assert kinds(say(table, "Bob")) == ["receipt", "draft"]
    assert "No game is ongoing" in text_of(write(table, "Cat", "I take no action.")[0])


@pytest.mark.parametrize("which", ["table", "second"])
def test_nothing_else_of_a_game_happens_in_it(which: str, request: pytest.FixtureRequest) -> None:
    table: Table = request.getfixturevalue(which)
    assert "has no effect" in subject_of(say(table, "Ann", "I discard a grog.")[0])
    assert "has no effect" in subject_of(say(table, "Ann", "In return I give Bob 1 item.")[0])
    rounds.make_rounds(table.desk)
    with table.desk.ledger.transaction() as records:
        assert rounds.draft_again(table.desk, records) is None
        assert records.gamestate(records.games()[-1].id) is None


@pytest.mark.parametrize("which", ["table", "second"])
def test_its_gnomes_may_leave_and_others_join(which: str, request: pytest.FixtureRequest) -> None:
    table: Table = request.getfixturevalue(which)
    say(table, "Dan", "I join Red November.")
    say(table, "Cat", "I leave Red November.")
    with table.desk.ledger.transaction() as records:
        assert records.contestants() == ("Ann", "Bob", "Dan")


def test_the_game_before_it_stays_the_one_that_is_shown(second: Table) -> None:
    assert [game.tag for game in games(second)] == ["RN1", "RN2"]
    assert position(second).ending is not None
    assert numbered(second)[1].position.ending is not None


@pytest.mark.parametrize("which", ["table", "second"])
def test_a_new_start_works_after_it(which: str, request: pytest.FixtureRequest) -> None:
    table: Table = request.getfixturevalue(which)
    made = start(table, "Cat", "Bob", "Ann")
    reply(table, made.code, "approve")
    assert [gnome.name for gnome in position(table).gnomes] == ["Cat", "Bob", "Ann"]
    assert "is taken" in subject_of(say(table, "Ann")[0])
    assert verdict(table, made.code) == "approved"


def test_other_options_buy_nobody_another_luck(table: Table) -> None:
    """A95: the next game has one tag and one secret, however often it is started otherwise."""
    first = start(table)
    reply(table, first.code, "reject")
    for option in ("multi_tokens", "x_needs_change"):
        made = start(table, **{option: "on"})
        assert made.game != first.game
        assert made.about == "Opening of RN1"
        assert made.happenings == first.happenings
        reply(table, made.code, "reject")
    made = start(table, drew_items="on")
    assert "drafts 5" in made.pages[0].body
    reply(table, made.code, "approve")
    assert [game.tag for game in games(table)] == ["RN1"] * 4
    with table.desk.ledger.transaction() as records:
        assert records.game_called("RN1") == records.latest_game()
        assert records.unopened_games() == ()


def test_another_crew_in_between_buys_nobody_another_luck(table: Table) -> None:
    """A95: crews are tried in turn, on the one luck that the next game has."""
    first = start(table)
    reply(table, first.code, "reject")
    other = start(table, "Cat", "Bob", "Ann")
    reply(table, other.code, "reject")
    again = start(table)
    assert again.game == first.game
    assert words_of(again) == words_of(first)
    reply(table, again.code, "approve")
    assert position(table).gnome("Ann").minutes == 60
    assert "is taken" in subject_of(say(table, "Ann")[0])


def test_a_game_begun_in_between_ends_the_claim_to_the_old_luck(table: Table) -> None:
    """The games stay in the order in which they begin, or the last one would be mistaken."""
    rejected = games(table)[0]
    other = start(table, "Cat", "Bob", "Ann")
    reply(table, other.code, "approve")
    crew = ("Ann", "Bob", "Cat")
    arrange(table, gnomes={name: {"minutes": int(name == "Cat"), "at": 5} for name in crew})
    reply(table, code_in(say(table, "Cat")), "approve")
    made = start(table)
    assert made.game != rejected.id
    reply(table, made.code, "approve")
    assert position(table).ending is None
    assert [draft(table, one).kind for one in open_codes(table)] == ["award", "report", "secret"]
    assert "is taken" in subject_of(say(table, "Ann")[0])
