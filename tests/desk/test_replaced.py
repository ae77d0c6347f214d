"""A draft that gives way to a newer one says so, and its code leads to the newer one (A44, A95)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.desk.due import rounds
from rednov_bot.engine.gamestate import Limit
from tests.builders import Table
from tests.desk.play import (
    Postings,
    arrange,
    begun,
    code_in,
    kinds,
    only,
    open_codes,
    opened,
    reply,
    say,
    subject_of,
    text_of,
)
from tests.desk.test_answers_to_choices import flat


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Bob must discard two of three; Ann is about to draw."""
    table = begun(tmp_path)
    arrange(
        table,
        hands={"Bob": ("grog", "crowbar", "coffee")},
        limits={"Bob": Limit(1)},
        gnomes={"Ann": {"at": 8}},
    )
    return table


def shown(news: Postings, code: str) -> str:
    """The mail that shows this draft."""
    (mail,) = (one for one in news if f"[rednov {code}]" in str(opened(one)["Subject"]))
    return flat(text_of(mail))


def test_a_new_draft_says_which_one_it_replaces_and_why(table: Table) -> None:
    first = code_in(say(table, "Ann", "I draw 2 items."))
    news = say(table, "Bob", "I discard a grog.")
    second = shown(news, open_codes(table)[-1])
    assert "PLEASE NOTE" in second
    assert (
        f"This replaces draft {first}, which cannot be approved any more: the position was changed "
        "by the discard of Bob." in second
    )


def test_a_first_draft_replaces_nothing(table: Table) -> None:
    news = say(table, "Ann", "I draw 2 items.")
    assert "This replaces draft" not in flat(text_of(only(news, "draft")))


def test_the_answer_to_a_replaced_draft_names_the_one_that_awaits_the_word(table: Table) -> None:
    first = code_in(say(table, "Ann", "I draw 2 items."))
    say(table, "Bob", "I discard a grog.")
    say(table, "Bob", "I discard a coffee.")
    newest = open_codes(table)[-1]
    (told,) = reply(table, first, "approve")
    assert subject_of(told).endswith(f"already replaced by draft {newest}")
    text = flat(text_of(told))
    assert f"Please answer draft {newest} instead; it is still open." in text
    assert "do not need to do anything more" not in text


def test_the_answer_says_what_became_of_the_newer_draft(table: Table) -> None:
    first = code_in(say(table, "Ann", "I draw 2 items."))
    say(table, "Bob", "I discard a grog.")
    newest = open_codes(table)[-1]
    reply(table, newest, "reject because of Bob")
    (told,) = reply(table, first, "approve")
    text = flat(text_of(told))
    assert f"Draft {newest} was rejected" in text
    assert "awaits your word" not in text
    reply(table, newest, "again")
    newest = open_codes(table)[-1]
    reply(table, newest, "approve")
    (told,) = reply(table, first, "approve")
    assert "was already replaced" in flat(text_of(told))


def test_the_answer_names_the_draft_that_was_made_again_after_a_rejection(table: Table) -> None:
    first = code_in(say(table, "Ann", "I draw 2 items."))
    say(table, "Bob", "I discard a grog.")
    second = open_codes(table)[-1]
    reply(table, second, "reject because of Bob")
    third = code_in(reply(table, second, "again"))
    (told,) = reply(table, first, "approve")
    text = flat(text_of(told))
    assert f"Please answer draft {third} instead; it is still open." in text
    assert "was rejected" not in text


def test_a_draft_asked_for_again_says_what_it_replaces(table: Table) -> None:
    first = code_in(say(table, "Ann", "I draw 2 items."))
    news = reply(table, first, "again")
    second = code_in(news)
    assert f"This replaces draft {first}: it was drafted again, with the same luck" in shown(
        news, second
    )


def test_a_stale_draft_made_again_says_what_it_replaces(table: Table) -> None:
    first = code_in(say(table, "Ann", "I draw 2 items."))
    arrange(table)
    news = reply(table, first, "approve")
    assert kinds(news) == ["draft", "desk"]
    assert f"This replaces draft {first}, which cannot be approved any more" in shown(
        news, code_in(news)
    )


def test_a_draft_after_a_rejection_replaces_nothing(table: Table) -> None:
    first = code_in(say(table, "Ann", "I draw 2 items."))
    reply(table, first, "reject because of Bob")
    assert "This replaces" not in text_of(only(reply(table, first, "again"), "draft"))


def test_a_choice_that_stands_is_not_asked_for_twice(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, deck=["blocked_hatch"], gnomes={"Ann": {"at": 1, "minutes": 40}})
    say(table, "Ann", "I fix the engine for 10 minutes.")
    table.clock.forward(hours=24)
    rounds.make_rounds(table.desk)
    code = code_in(table.news())
    arrange(table, hands={"Bob": ("grog",)}, limits={"Bob": Limit(0)})
    say(table, "Bob", "I discard a grog.")
    assert code in open_codes(table)
