"""A draft is approved only for the position it was written for; a newer one leads on (A44, A95)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.games.red_november.rules.gamestate import Limit
from rednov_bot.games.red_november.rules.position import Gift
from tests.workflow.play import Table, begun, code_in, flat, kinds, only, subject_of, words_of


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Ann's turn is drafted; Bob must discard one of three, and owes nobody anything."""
    table = begun(tmp_path)
    table.arrange(
        hands={"Bob": ("grog", "crowbar", "coffee")},
        limits={"Bob": Limit(2)},
        gifts=(Gift("Cat", "Bob"),),
        gnomes={"Ann": {"at": 8}},
    )
    return table


DRAW = "I draw 2 items."


@pytest.mark.parametrize(
    ("text", "what"),
    [("I discard a grog.", "discard"), ("In return I give Cat the coffee.", "gift in return")],
)
def test_a_hand_that_changes_makes_the_draft_again(table: Table, text: str, what: str) -> None:
    line = code_in(table.say("Cat", "I fix the engine for 3 minutes."))
    news = table.say("Ann", DRAW)
    first = table.draft(code_in(news))
    assert "This replaces draft" not in flat(only(news, "draft"))
    news = table.say("Bob", text)
    assert table.verdict(first.code) == "superseded"
    second = table.draft(table.open_codes()[-1])
    assert (second.turn, second.events) == (first.turn, first.events)
    assert words_of(second) == words_of(first)
    assert (second.attempt, second.for_state) == (2, table.numbered()[0])
    (shown,) = (one for one in news if f"[rednov {second.code}]" in subject_of(one))
    assert (
        f"PLEASE NOTE This replaces draft {first.code}, which cannot be approved any more: the "
        f"position was changed by the {what} of Bob." in flat(shown)
    )
    before = table.numbered()
    (told,) = table.reply(first.code, "approve")
    assert f"already replaced by draft {second.code}, so this changed nothing" in flat(told)
    assert f"answer draft {second.code}, which is still open" in flat(told)
    assert (table.numbered(), table.position().pending) == (before, "Ann")
    assert kinds(table.reply(line, "approve")) == ["public"]
    assert kinds(table.reply(second.code, "approve")) == ["private", "public"]


def test_the_answer_to_a_replaced_draft_says_what_became_of_the_newer_one(table: Table) -> None:
    first = code_in(table.say("Ann", DRAW))
    table.say("Bob", "I discard a grog.")
    (second,) = [one for one in table.open_codes() if table.draft(one).kind == "resolution"]
    table.reply(second, "reject because of Bob")
    assert f"draft {second} was rejected" in flat(*table.reply(first, "approve"))
    again = only(table.reply(second, "again"), "draft")
    assert "This replaces" not in flat(again)
    third = code_in((again,))
    assert f"answer draft {third}, which is still open" in flat(*table.reply(first, "approve"))
    fourth = table.reply(third, "again")
    assert f"This replaces draft {third}: it was drafted again, with the same luck" in flat(*fourth)
    table.reply(code_in(fourth), "approve")
    assert "was already replaced" in flat(*table.reply(third, "approve"))
