"""Whoever announced eir turn too early is told, once, when it may be announced again (§9)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.papers import Attempt
from tests.builders import BUSINESS, Table
from tests.desk.play import (
    Postings,
    arrange,
    begun,
    draft,
    kinds,
    only,
    open_codes,
    opened,
    position,
    reply,
    say,
    subject_of,
    text_of,
)

PLAN = "I open 5-8, go in and draw 1 item. Tra-la-la, says the gnome."


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Ann's turn awaits its resolution."""
    table = begun(tmp_path)
    say(table, "Ann")
    return table


def resolve(table: Table, word: str = "approve") -> Postings:
    code = next(one for one in open_codes(table) if draft(table, one).kind == "resolution")
    return reply(table, code, word)


def words(postings: Postings) -> dict[str, str]:
    """To whom the word went, and what it says without its folding."""
    free = [one for one in postings if "You can take your turn now" in subject_of(one)]
    by_name = {one.posting.to.partition("@")[0]: " ".join(text_of(one).split()) for one in free}
    assert len(by_name) == len(free)
    return by_name


def test_a_turn_that_only_came_too_early_needs_no_mending(table: Table) -> None:
    news = say(table, "Bob", PLAN)
    receipt = " ".join(text_of(only(news, "receipt")).split())
    assert (
        "You will get a mail when a turn can be taken again. Then announce all of it again"
        in receipt
    )
    assert "Correct it" not in receipt
    assert "Ann's turn is not yet resolved, and no other can be taken before (§9)." in receipt
    line = " ".join(text_of(only(news, "draft")).split())
    assert "may announce it again when that turn is resolved." in line
    assert "mended" not in line


def test_a_turn_that_came_too_early_and_is_wrong_besides_is_to_be_mended(table: Table) -> None:
    receipt = " ".join(
        text_of(only(say(table, "Bob", "I use a toolbox. No action."), "receipt")).split()
    )
    assert "Correct it and announce all of it again on the list." in receipt
    assert "You will get a mail" not in receipt


def test_the_way_is_free_when_the_turn_in_between_is_resolved(table: Table) -> None:
    say(table, "Bob", PLAN, message_id="<early@post.example>")
    news = resolve(table)
    assert kinds(news) == ["public", "receipt"]
    word = opened(news[1])
    assert word["To"].addresses[0].addr_spec == "bob@post.example"
    assert word["In-Reply-To"] == "<early@post.example>"
    assert word["Auto-Submitted"] == "auto-replied"
    told = words(news)["bob"]
    assert "turn 1, of Ann, is resolved" in told
    assert "came too early and had no effect (§9)" in told
    assert PLAN in told
    assert f"announce all of it again on {BUSINESS}" in told
    assert "The position has changed since then: see the resolution" in told
    assert "At the moment it would be valid." in told


def test_the_word_waits_until_the_resolution_was_handed_over(table: Table) -> None:
    say(table, "Bob", PLAN)
    public, word = (one.posting for one in resolve(table))
    with table.desk.ledger.transaction() as records:
        assert word not in records.due(table.clock.at, 100)
        records.attempted(
            Attempt(
                message_id=public.message_id, at=table.clock.at, outcome="accepted", reply="250"
            )
        )
        assert word in records.due(table.clock.at, 100)


def test_nothing_is_said_before_the_draft_is_approved(table: Table) -> None:
    say(table, "Bob", PLAN)
    assert words(resolve(table, "reject")) == {}
    table.clock.forward(hours=30)
    assert words(table.receive()) == {}


def test_a_gnome_is_told_once_with_what_e_wrote_last(table: Table) -> None:
    say(table, "Bob", PLAN)
    say(table, "Bob", "I take no action.")
    say(table, "Cat", PLAN)
    told = words(resolve(table))
    assert set(told) == {"bob", "cat"}
    assert "Tra-la-la" not in told["bob"]
    assert "I take no action." in told["bob"]


def test_each_resolution_tells_those_who_came_since_its_turn(table: Table) -> None:
    say(table, "Bob", PLAN)
    resolve(table)
    say(table, "Cat")
    assert words(resolve(table)) == {}
    say(table, "Bob")
    say(table, "Cat", PLAN)
    assert set(words(resolve(table))) == {"cat"}


def test_a_turn_that_was_void_for_more_than_that_is_not_recalled(table: Table) -> None:
    say(table, "Bob", "I use my toolbox. No action.")
    assert words(resolve(table)) == {}


def test_a_later_announcement_that_fails_otherwise_makes_the_earlier_moot(table: Table) -> None:
    say(table, "Bob", PLAN)
    say(table, "Bob", "I use my toolbox. No action.")
    assert words(resolve(table)) == {}


def test_what_is_against_the_turn_now_is_told_with_it(table: Table) -> None:
    arrange(table, hands={"Bob": ("toolbox",)})
    say(table, "Bob", "I use my toolbox. No action.")
    arrange(table, hands={"Bob": ()})
    code = open_codes(table)[0]
    table.receive()
    reply(table, code, "approve")  # the position was changed: drafted again
    told = words(resolve(table))["bob"]
    assert "At the moment it would have no effect:" in told
    assert "You do not hold a toolbox" in told


@pytest.mark.parametrize("sent", [{"minutes": 0}, {"fate": "killed", "minutes": 0, "at": 0}])
def test_a_gnome_who_can_take_no_turn_is_not_told_that_the_way_is_free(
    table: Table, sent: dict[str, object]
) -> None:
    say(table, "Bob", PLAN)
    arrange(table, gnomes={"Bob": sent})
    reply(table, open_codes(table)[0], "approve")
    news = resolve(table)
    assert "public" in kinds(news)
    assert words(news) == {}


def test_nobody_is_told_when_the_game_is_over(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, gnomes={"Ann": {"minutes": 1}, "Bob": {"minutes": 1}, "Cat": {"minutes": 0}})
    say(table, "Bob")
    arrange(table, gnomes={"Ann": {"minutes": 0}})
    say(table, "Cat")
    reply(table, open_codes(table)[0], "approve")
    assert words(resolve(table)) == {}
    assert position(table).ending is not None


def test_early_turns_that_wait_are_not_told_to_be_announced_again(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"queue_early_turns": "on"})
    say(table, "Ann")
    say(table, "Bob", PLAN)
    assert words(resolve(table)) == {}


def test_the_same_text_announced_again_is_taken_once(table: Table) -> None:
    say(table, "Bob", PLAN)
    resolve(table)
    assert kinds(say(table, "Bob", PLAN)) == ["receipt", "draft"]
    assert position(table).turns == 2
    assert words(resolve(table)) == {}
