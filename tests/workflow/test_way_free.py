"""Whoever announced their turn too early is told, once, when it may be announced again (§9)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builders import BUSINESS
from tests.workflow.play import (
    Postings,
    Table,
    begun,
    code_in,
    flat,
    kinds,
    only,
    opened,
    subject_of,
)

PLAN = "I open 5-8, go in and draw 1 item. Tra-la-la, says the gnome."


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Ann's turn awaits its resolution."""
    table = begun(tmp_path)
    table.say("Ann")
    return table


def resolve(table: Table, word: str = "approve") -> Postings:
    code = next(one for one in table.open_codes() if table.draft(one).kind == "resolution")
    return table.reply(code, word)


def words(postings: Postings) -> dict[str, str]:
    """To whom the word went, and what it says without its folding."""
    free = [one for one in postings if "You can take your turn now" in subject_of(one)]
    by_name = {one.posting.to.partition("@")[0]: flat(one) for one in free}
    assert len(by_name) == len(free)
    return by_name


def test_what_is_against_the_turn_now_is_told_with_it(table: Table) -> None:
    table.arrange(hands={"Bob": ("toolbox",)})
    table.say("Bob", "I use my toolbox. No action.")
    table.arrange(hands={"Bob": ()})
    code = table.open_codes()[0]
    table.receive()
    table.reply(code, "approve")  # the position was changed: drafted again
    told = words(resolve(table))["bob"]
    assert "At the moment it would have no effect:" in told
    assert "You do not hold a toolbox" in told


def test_who_came_too_early_is_told_when_the_way_is_free(table: Table) -> None:
    news = table.say("Bob", "I use a toolbox. No action.")
    receipt = flat(only(news, "receipt"))
    assert "You will get a mail when a turn can be taken again. Then correct it and" in receipt
    news = table.say("Bob", PLAN, message_id="<early@post.example>")
    receipt, line = flat(only(news, "receipt")), flat(only(news, "draft"))
    assert "You will get a mail when a turn can be taken again." in receipt
    assert "Correct it" not in receipt
    assert "Ann's turn is not yet resolved, and no other can be taken before (§9)." in receipt
    assert "may announce it again when that turn is resolved." in line
    assert words(resolve(table, "reject")) == {}
    (code,) = [one for one in table.open_codes() if table.draft(one).kind == "resolution"] or [""]
    assert code == ""
    news = table.reply(code_in(table.reply("AAAAAAB", "again")), "approve")
    assert kinds(news) == ["public", "receipt"]
    word = opened(news[1])
    assert word["To"].addresses[0].addr_spec == "bob@post.example"
    assert word["In-Reply-To"] == "<early@post.example>"
    assert word["Auto-Submitted"] == "auto-replied"
    told = words(news)["bob"]
    for part in (
        "turn 1, of Ann, is resolved",
        "came too early and had no effect (§9)",
        PLAN,
        f"announce all of it again on {BUSINESS}",
        "The position has changed since then: see the resolution",
        "At the moment it would be valid.",
    ):
        assert part in told
    waits = news[1].posting
    assert waits not in table.read(lambda records: records.due(table.clock.at, 100))
    table.served("")
    assert waits in table.read(lambda records: records.due(table.clock.at, 100))
    assert kinds(table.say("Bob", PLAN)) == ["receipt", "draft"]
    assert words(resolve(table)) == {}


def test_each_resolution_tells_once_those_whose_last_turn_came_too_early(table: Table) -> None:
    table.say("Bob", PLAN)
    table.say("Bob", "I take no action.")
    table.say("Cat", PLAN)
    told = words(resolve(table))
    assert set(told) == {"bob", "cat"}
    assert "Tra-la-la" not in told["bob"]
    assert "I take no action." in told["bob"]
    table.say("Cat")
    table.say("Bob", PLAN)
    table.say("Bob", "I use my toolbox. No action.")
    assert "You do not hold a toolbox" in words(resolve(table))["bob"]
    table.say("Bob")
    table.say("Cat", PLAN)
    assert set(words(resolve(table))) == {"cat"}
