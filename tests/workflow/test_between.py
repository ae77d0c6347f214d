"""Discards, gifts in return and private lists (§11k, §17; A23, A44, S61, S62, S96, S120)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.core.models import QueuedPosting
from rednov_bot.games.red_november.render.wording import when
from rednov_bot.games.red_november.rules.gamestate import Limit
from tests.builders import Table
from tests.workflow.play import (
    arrange,
    begun,
    code_in,
    draft,
    everything_public,
    filed,
    hand,
    kinds,
    numbered,
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


def gift(table: Table) -> None:
    """Ann gives Bob a coffee and an aqualung, and the resolution stands (S61)."""
    arrange(
        table, hands={"Ann": ("coffee", "crowbar", "aqualung"), "Bob": ("grog",), "Cat": ("grog",)}
    )
    reply(table, code_in(say(table, "Ann", "I give Bob a coffee and an aqualung.")), "approve")


def flat(posting: QueuedPosting) -> str:
    return " ".join(text_of(posting).split())


def test_s61_a_gift_is_public_as_a_number_and_private_as_tiles(table: Table) -> None:
    arrange(table, hands={"Ann": ("coffee", "crowbar", "aqualung")})
    told = say(table, "Ann", "I give 2 items to Bob.")[0]
    assert "list of what you give has not arrived" in flat(told)
    write(table, "Ann", "coffee, aqualung")
    assert "you announced 1 item" in flat(say(table, "Ann", "I give 1 item to Bob.")[0]).lower()
    table.clock.forward(hours=48, minutes=1)  # a list is kept for two days
    assert "has no effect" in subject_of(say(table, "Ann", "I give 2 items to Bob.")[0])
    assert position(table).pending is None
    write(table, "Ann", "coffee, aqualung")
    checked = text_of(only(write(table, "Ann", "I give 2 items to Bob."), "receipt"))
    assert "would be valid" in " ".join(checked.split())
    assert "coffee" not in checked
    news = say(table, "Ann", "I give 2 items to Bob.")
    assert kinds(news) == ["receipt", "draft"]
    sent = reply(table, code_in(news), "approve")
    assert kinds(sent) == ["private", "private", "public"]
    assert [one.posting.to for one in sent[:2]] == ["ann@post.example", "bob@post.example"]
    assert "You give Bob a coffee and an aqualung." in text_of(sent[0])
    assert "coffee" in text_of(sent[1])
    public = everything_public(sent)
    assert "2 items" in public
    assert "coffee" not in public
    assert "aqualung" not in public
    assert (hand(table, "Ann"), hand(table, "Bob")) == (["crowbar"], ["aqualung", "coffee"])


def test_a_list_serves_one_announcement_that_needs_one(table: Table) -> None:
    hands = {"Ann": ("coffee", "coffee", "grog", "grog"), "Bob": ()}
    arrange(table, hands=hands, limits={"Ann": Limit(3)})
    write(table, "Ann", "coffee")
    say(table, "Ann", "I discard a grog.")
    news = say(table, "Ann", "I give 1 item to Bob.")
    assert "is taken" in subject_of(news[-2])
    reply(table, code_in(news), "approve")
    assert "has no effect" in subject_of(say(table, "Ann", "I give 1 item to Bob.")[0])
    assert hand(table, "Ann") == ["coffee", "grog"]
    write(table, "Bob", "coffee")
    say(table, "Bob", "I give Ann 1 item in return.")
    assert hand(table, "Ann") == ["coffee", "coffee", "grog"]
    arrange(table, hands={"Ann": ("grog", "grog")}, limits={"Ann": Limit(1)})
    write(table, "Ann", "grog")
    say(table, "Ann", "I discard 1 item.")
    arrange(table, limits={"Ann": Limit(0)})
    assert "has no effect" in subject_of(say(table, "Ann", "I discard 1 item.")[0])


def test_without_private_lists_items_have_to_be_named(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"private_lists": "off"})
    limited(table)
    assert "did not reach" in subject_of(write(table, "Ann", "I discard a grog.")[0])
    told = flat(write(table, "Ann", "grog")[0])
    assert "have to be named" in told
    assert "I discard 1 item" not in told
    assert "have to be named" in flat(say(table, "Ann", "I discard 1 item.")[0])
    arrange(table, limits={"Ann": None})
    assert "has no effect" in subject_of(say(table, "Ann", "I give 1 item to Bob.")[0])
    assert hand(table, "Ann") == ["crowbar", "grog", "grog"]


@pytest.mark.parametrize("who", ["Ann", "Bob"])
def test_a_turn_of_giver_or_recipient_closes_the_window(table: Table, who: str) -> None:
    gift(table)
    say(table, who, "I take no action.")
    news = say(table, "Bob", "In return I give Ann the coffee.")
    assert "has no effect" in subject_of(news[0])
    assert hand(table, "Bob") == ["aqualung", "coffee", "grog"]
    news = say(table, "Cat", "I give Ann 1 item in return.")  # nor is a list of theirs there
    assert "gave Cat nothing" in flat(news[0])
    assert "gave Cat nothing" in " ".join(draft(table, code_in(news)).pages[0].body.split())


def limited(table: Table, limit: int = 2) -> None:
    arrange(table, hands={"Ann": ("grog", "grog", "crowbar")}, limits={"Ann": Limit(limit)})


def test_s96_a_discard_frees_the_gnome_for_their_turn(table: Table) -> None:
    limited(table)
    assert "has no effect" in subject_of(say(table, "Ann")[0])
    before = numbered(table)
    for text in ("I discard a coffee.", "I discard a grog and a crowbar."):  # refused neutrally
        news = say(table, "Ann", text)
        assert "was sent to Ann" in " ".join(draft(table, code_in(news)).pages[0].body.split())
    assert "Mail the list of what you discard" in flat(say(table, "Ann", "I discard 1 item.")[0])
    assert numbered(table) == before
    say(table, "Bob")
    news = say(table, "Ann", "I discard a grog.")
    assert kinds(news) == ["receipt", "draft", "draft"]  # with Bob's resolution made again
    assert hand(table, "Ann") == ["crowbar", "grog"]
    assert position(table).pending == "Bob"
    code = next(one for one in open_codes(table) if "Ann: discard" in draft(table, one).about)
    public = " ".join(everything_public(reply(table, code, "approve")).split())
    assert "As announced on the list, it is a grog." in public
    assert "only those concerned" not in public


def test_a_discard_said_in_private_while_it_is_owed_is_the_private_list(table: Table) -> None:
    limited(table)
    for text, trouble in (
        ("I discard a coffee.", "you do not hold a coffee"),
        ("I discard 2 grogs.", "asks for 1 discarded and you named 2"),
    ):
        told = flat(write(table, "Ann", text)[0])
        assert trouble in told
        assert "I discard 1 item" not in told
    assert "did not reach a public forum" in subject_of(write(table, "Ann", "I discard 1 item.")[0])
    (news,) = write(table, "Ann", "I discard a crowbar.")
    assert "private list is noted" in subject_of(news)
    assert "crowbar" in text_of(news)
    assert '"I discard 1 item."' in flat(news)
    assert filed(table).reason == "a private list of items"
    assert hand(table, "Ann") == ["crowbar", "grog", "grog"]
    drafted = say(table, "Ann", "I discard 1 item.")
    assert hand(table, "Ann") == ["grog", "grog"]
    public = everything_public(reply(table, code_in(drafted), "approve"))
    assert "Nobody else is told which item it is" in " ".join(public.split())
    assert "crowbar" not in public
    (news,) = write(table, "Ann", "I discard a grog.")  # owed no more
    assert "did not reach a public forum" in subject_of(news)
    limited(table, 1)
    told = flat(write(table, "Ann", "crowbar")[0])
    assert "You have to discard 2 items before your next turn" in told


def test_s62_a_gift_in_return_takes_effect_at_once_and_is_not_called_secret(table: Table) -> None:
    gift(table)
    before = numbered(table)[0]
    news = say(table, "Bob", "In return I give Ann the grog and the coffee.")
    assert kinds(news) == ["receipt", "draft", "private"]
    assert [one.posting.to for one in news[::2]] == ["bob@post.example", "ann@post.example"]
    assert "You give Ann a grog and a coffee in return." in flat(news[0])
    assert "grog" in text_of(news[2])
    assert hand(table, "Ann") == ["coffee", "crowbar", "grog"]
    assert numbered(table)[0] == before + 1
    public = " ".join(everything_public(reply(table, code_in(news), "approve")).split())
    assert "2 items" in public
    assert "The announcement on the list says which items they are." in public
    assert "grog" not in public


def test_what_the_list_reads_of_an_unnamed_discard_does_not_depend_on_the_limit(
    tmp_path: Path,
) -> None:
    """§6: with private_lists off the missing names are told, be they to discard or not."""
    lines = []
    for number, limits in enumerate(({"Ann": Limit(1)}, {})):
        folder = tmp_path / str(number)
        folder.mkdir()
        table = begun(folder, options={"private_lists": "off"})
        arrange(table, hands={"Ann": ("grog", "coffee")}, limits=limits)
        news = say(table, "Ann", "I discard 1 item.")
        lines.append([page.body for page in draft(table, code_in(news)).pages])
    assert lines[0] == lines[1]


@pytest.fixture
def waiting(tmp_path: Path) -> Table:
    """Ann's turn awaits its resolution."""
    table = begun(tmp_path, options={"queue_early_turns": "on"})
    say(table, "Ann")
    return table


def resolve(table: Table) -> tuple[list[str], list[str]]:
    """The pending turn's draft is approved: the kinds and the subjects of what follows."""
    code = next(one for one in open_codes(table) if draft(table, one).kind == "resolution")
    news = reply(table, code, "approve")
    return kinds(news), [subject_of(one) for one in news]


def test_kept_turns_are_taken_one_after_the_other(waiting: Table) -> None:
    arrange(waiting, hands={"Bob": ("coffee",)})
    announced = when(waiting.clock.at)
    write(waiting, "Bob", "coffee")
    text = "I give 1 item to Cat."
    (kept,) = say(waiting, "Bob", text, message_id="<early@post.example>")
    told = " ".join(text_of(kept).split())
    assert "waits for the resolution of turn 1, of Ann" in told
    assert "queue_early_turns" in told
    assert "The list hears of it only then, when Pewterby has looked at what comes of it" in told
    say(waiting, "Cat")
    say(waiting, "Ann")
    code = next(one for one in open_codes(waiting) if draft(waiting, one).kind == "resolution")
    reply(waiting, code, "reject")
    assert position(waiting).pending == "Ann"
    waiting.clock.forward(hours=5)
    news = reply(waiting, code_in(reply(waiting, code, "again")), "approve")
    assert kinds(news) == ["public", "receipt", "draft"]
    assert "Turn 2 is taken" in subject_of(news[1])
    assert f"your turn of {announced} is taken" in " ".join(text_of(news[1]).split())
    assert position(waiting).pending == "Bob"
    (public, *_) = draft(waiting, code_in(news)).pages
    assert f"Bob's turn, announced {announced}, is resolved" in " ".join(public.body.split())
    news = reply(waiting, code_in(news), "approve")
    assert opened(only(news, "public"))["In-Reply-To"] == "<early@post.example>"
    assert position(waiting).pending == "Cat"
    resolve(waiting)
    assert position(waiting).pending == "Ann"
    assert resolve(waiting)[0] == ["public"]
    assert position(waiting).turns == 4


def test_whether_a_turn_is_kept_tells_nothing_of_a_hand(waiting: Table) -> None:
    plain = say(waiting, "Bob")
    hidden = say(waiting, "Cat", "I use my toolbox. No action.")
    assert kinds(plain) == kinds(hidden) == ["receipt"]
    assert "you do not hold a toolbox" in " ".join(text_of(hidden[0]).split())


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
