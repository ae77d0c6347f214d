"""Discards, gifts in return and private lists (§11k, §17; A23, A44); turns that came too early."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.core.render.wording import when
from rednov_bot.games.red_november.rules.gamestate import Limit
from tests.workflow.play import (
    Table,
    begun,
    code_in,
    everything_public,
    flat,
    kinds,
    missing,
    only,
    opened,
    subject_of,
)


def public_of(table: Table, code: str) -> str:
    """What the list would read of a draft."""
    return flat(*(page.body for page in table.draft(code).pages if page.kind == "public"))


def posted(table: Table, code: str) -> str:
    """What the list reads when a draft is approved."""
    return flat(everything_public(table.reply(code, "approve")))


def test_a_private_list_serves_one_announcement_of_as_many_items_for_two_days(table: Table) -> None:
    hands = {"Ann": ("coffee", "aqualung", "grog", "grog"), "Bob": ()}
    table.arrange(hands=hands, limits={"Ann": Limit(3)})
    gift = "I give 1 item to Bob."
    table.write("Ann", "coffee")
    table.say("Ann", "I discard a grog.")  # which needs none
    two = table.say("Ann", gift.replace("1 item", "2 items"))
    assert "you announced 2 items" in flat(two[0]).lower()
    checked = flat(only(table.write("Ann", gift), "receipt"))
    assert "would be valid" in checked
    assert "coffee" not in checked
    table.clock.forward(hours=48, minutes=1)
    assert "has no effect" in subject_of(table.say("Ann", gift)[0])
    table.write("Ann", "coffee")
    news = table.say("Ann", gift)
    sent = table.reply(code_in(news), "approve")
    assert kinds(sent) == ["private", "private", "public"]
    assert "1 item" in everything_public(sent)
    assert "coffee" not in everything_public(sent)
    assert "has no effect" in subject_of(table.say("Ann", gift)[0])
    assert (table.hand("Ann"), table.hand("Bob")) == (["aqualung", "grog"], ["coffee"])
    table.write("Bob", "coffee")
    table.say("Bob", "I give Ann 1 item in return.")
    assert table.hand("Ann") == ["aqualung", "coffee", "grog"]
    table.arrange(hands={"Ann": ("grog", "grog")}, limits={"Ann": Limit(1)})
    table.write("Ann", "grog")
    table.say("Ann", "I discard 1 item.")
    table.arrange(limits={"Ann": Limit(0)})
    assert "has no effect" in subject_of(table.say("Ann", "I discard 1 item.")[0])


def test_without_private_lists_items_have_to_be_named(tmp_path: Path) -> None:
    """§6: what the list reads of one that names none does not depend on a limit."""
    table = begun(tmp_path, options={"private_lists": "off"})
    table.arrange(hands={"Ann": ("grog", "grog", "crowbar")}, limits={"Ann": Limit(2)})
    assert "did not reach" in subject_of(table.write("Ann", "I discard a grog.")[0])
    told = flat(*table.write("Ann", "grog"))
    assert "have to be named" in told
    assert "I discard 1 item" not in told
    news = table.say("Ann", "I discard 1 item.")
    assert "have to be named" in flat(news[0])
    table.arrange(limits={"Ann": None})
    again = table.say("Ann", "I discard 1 item.")
    assert public_of(table, code_in(again)) == public_of(table, code_in(news))
    assert "has no effect" in subject_of(table.say("Ann", "I give 1 item to Bob.")[0])
    assert table.hand("Ann") == ["crowbar", "grog", "grog"]


def gift(table: Table) -> None:
    """Ann gives Bob a coffee and an aqualung, and the resolution stands (S61)."""
    hands = {"Ann": ("coffee", "crowbar", "aqualung"), "Bob": ("grog",), "Cat": ("grog",)}
    table.arrange(hands=hands)
    table.resolve("Ann", "I give Bob a coffee and an aqualung.")


@pytest.mark.parametrize("who", ["Ann", "Bob"])
def test_a_turn_of_giver_or_recipient_closes_the_window(table: Table, who: str) -> None:
    gift(table)
    table.say(who)
    news = table.say("Bob", "In return I give Ann the coffee.")
    assert "has no effect" in subject_of(news[0])
    assert table.hand("Bob") == ["aqualung", "coffee", "grog"]
    news = table.say("Cat", "I give Ann 1 item in return.")  # nor is a list of theirs there
    assert "gave Cat nothing" in flat(news[0])
    assert "gave Cat nothing" in public_of(table, code_in(news))


def test_s96_a_discard_is_refused_neutrally_or_frees_the_gnome_for_their_turn(table: Table) -> None:
    table.arrange(hands={"Ann": ("grog", "grog", "crowbar")}, limits={"Ann": Limit(2)})
    before = table.numbered()
    for text in ("I discard a coffee.", "I discard a grog and a crowbar."):
        assert "was sent to Ann" in public_of(table, code_in(table.say("Ann", text)))
    assert "Mail the list of what you discard" in flat(table.say("Ann", "I discard 1 item.")[0])
    told = flat(*table.write("Ann", "I discard 2 grogs."))
    assert "asks for 1 discarded and you named 2" in told
    assert table.numbered() == before
    table.say("Bob")
    news = table.say("Ann", "I discard a grog.")
    assert kinds(news) == ["receipt", "draft", "draft"]  # with Bob's resolution made again
    assert (table.hand("Ann"), table.position().pending) == (["crowbar", "grog"], "Bob")
    code = next(one for one in table.open_codes() if "Ann: discard" in table.draft(one).about)
    public = posted(table, code)
    assert "As announced on the list, it is a grog." in public
    assert "only those concerned" not in public


def test_kept_turns_are_taken_one_after_the_other(tmp_path: Path) -> None:
    """To the end of the game, at which the last of them has no effect."""
    table = begun(tmp_path, options={"queue_early_turns": "on"})
    table.arrange(hands={"Bob": ("coffee",)}, gnomes={"Bob": {"minutes": 1}, "Cat": {"minutes": 0}})
    table.say("Ann")
    announced = when(table.clock.at)
    table.write("Bob", "coffee")
    kept = table.say("Bob", "I give 1 item to Cat.", message_id="<early@post.example>")
    told = ("waits for the resolution of turn 1, of Ann", "queue_early_turns", "only then, when")
    assert missing(kept[0], *told) == []
    hidden = table.say("Ann", "I use my toolbox. No action.")
    assert kinds(kept) == kinds(hidden) == ["receipt"]  # nothing is told of a hand
    assert "you do not hold a toolbox" in flat(*hidden)
    table.say("Ann")
    table.say("Ann")
    code = table.code_of()
    table.reply(code, "reject")
    assert table.position().pending == "Ann"
    table.clock.forward(hours=5)
    news = table.reply(code_in(table.reply(code, "again")), "approve")
    assert kinds(news) == ["public", "receipt", "draft"]
    assert "Turn 2 is taken" in subject_of(news[1])
    assert f"your turn of {announced} is taken" in flat(news[1])
    assert table.position().pending == "Bob"
    assert f"Bob's turn, announced {announced}, is resolved" in public_of(table, code_in(news))
    table.arrange(gnomes={"Ann": {"minutes": 1}})
    code = code_in(table.reply(table.code_of(), "approve")[:1])
    news = table.reply(code, "approve")
    assert opened(only(news, "public"))["In-Reply-To"] == "<early@post.example>"
    assert table.position().pending == "Ann"
    news = table.reply(table.code_of(), "approve")
    assert kinds(news) == ["public", "receipt", "draft", "draft", "draft", "draft"]
    assert "has no effect" in subject_of(news[1])
    assert table.position().turns == 3
