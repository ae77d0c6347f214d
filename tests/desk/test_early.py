"""Turns announced before the last one is resolved (A14, option queue_early_turns)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.prose.wording import when
from tests.builders import Table
from tests.desk.play import (
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
    write,
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Ann's turn awaits its resolution."""
    table = begun(tmp_path, options={"queue_early_turns": "on"})
    say(table, "Ann")
    return table


def resolve(table: Table) -> tuple[list[str], list[str]]:
    """The pending turn's draft is approved: the kinds and the subjects of what follows."""
    code = next(one for one in open_codes(table) if draft(table, one).kind == "resolution")
    news = reply(table, code, "approve")
    return kinds(news), [subject_of(one) for one in news]


def test_without_the_option_an_early_turn_is_without_effect(tmp_path: Path) -> None:
    table = begun(tmp_path)
    say(table, "Ann")
    news = say(table, "Bob")
    assert kinds(news) == ["receipt", "draft"]
    assert resolve(table)[0] == ["public", "receipt"]
    assert position(table).pending is None


def test_an_early_turn_is_kept_and_its_sender_told_so(table: Table) -> None:
    news = say(table, "Bob")
    assert kinds(news) == ["receipt"]
    told = " ".join(text_of(news[0]).split())
    assert "waits for the resolution of turn 1, of Ann" in told
    assert "queue_early_turns" in told
    assert "The list hears of it only then, when Pewterby has looked at what comes of it" in told
    assert "The list is told when Pewterby has looked at it" not in told
    assert position(table).pending == "Ann"


def test_a_kept_turn_is_taken_when_the_resolution_is_approved(table: Table) -> None:
    say(table, "Bob", message_id="<early@post.example>")
    mails, subjects = resolve(table)
    assert mails == ["public", "receipt", "draft"]
    assert "Turn 2 is taken" in subjects[1]
    assert position(table).pending == "Bob"
    sent = reply(table, open_codes(table)[-1], "approve")
    assert opened(only(sent, "public"))["In-Reply-To"] == "<early@post.example>"


def test_receipt_and_resolution_of_a_kept_turn_give_the_time_it_was_announced(
    table: Table,
) -> None:
    announced = when(table.clock.at)
    say(table, "Bob")
    table.clock.forward(hours=5)
    news = reply(table, open_codes(table)[0], "approve")
    assert f"your turn of {announced} is taken" in " ".join(text_of(only(news, "receipt")).split())
    (public, *_) = draft(table, open_codes(table)[-1]).pages
    assert f"Bob's turn, announced {announced}, is resolved" in " ".join(public.body.split())


def test_kept_turns_are_taken_one_after_the_other(table: Table) -> None:
    say(table, "Bob")
    say(table, "Cat")
    say(table, "Ann")
    order = []
    for _ in range(3):
        resolve(table)
        order.append(position(table).pending)
    assert order == ["Bob", "Cat", "Ann"]
    assert resolve(table)[0] == ["public"]
    assert position(table).turns == 4


def test_a_kept_turn_that_has_become_impossible_is_without_effect(table: Table) -> None:
    say(table, "Bob", "I open 5-6, go in; no action.")
    say(table, "Cat")
    arrange(table, blocked=frozenset({(5, 6)}))
    code = only(reply(table, open_codes(table)[0], "approve"), "draft")
    assert code
    mails, subjects = resolve(table)
    assert mails == ["public", "receipt", "draft", "receipt", "draft"]
    assert "has no effect" in subjects[1]
    assert position(table).pending == "Cat"


def test_a_turn_kept_to_the_end_of_the_game_is_without_effect(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"queue_early_turns": "on"})
    arrange(table, gnomes={"Ann": {"minutes": 1}, "Bob": {"minutes": 0}, "Cat": {"minutes": 0}})
    say(table, "Ann")
    say(table, "Bob")
    mails, subjects = resolve(table)
    assert mails == ["public", "receipt", "draft", "draft", "draft", "draft"]
    assert "has no effect" in subjects[1]
    assert "Points for RN1" in subjects[3]
    assert "The story of RN1" in subjects[4]


def test_whether_a_turn_is_kept_tells_nothing_of_a_hand(table: Table) -> None:
    plain = say(table, "Bob")
    hidden = say(table, "Cat", "I use my toolbox. No action.")
    assert kinds(plain) == kinds(hidden) == ["receipt"]
    assert "you do not hold a toolbox" in " ".join(text_of(hidden[0]).split())


def test_a_kept_gift_by_number_uses_the_list_when_it_is_judged(table: Table) -> None:
    arrange(table, hands={"Bob": ("coffee",)})
    reply(table, open_codes(table)[0], "approve")
    write(table, "Bob", "coffee")
    say(table, "Bob", "I give 1 item to Cat.")
    resolve(table)
    assert position(table).pending == "Bob"


def test_a_rejected_resolution_takes_up_nobody(table: Table) -> None:
    say(table, "Bob")
    reply(table, open_codes(table)[0], "reject")
    assert position(table).pending == "Ann"
