"""Discards, gifts in return and private lists (§11k, §17; A23, A44, S61, S62, S96, S120)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rednov_bot.engine.gamestate import Limit
from tests.builders import Table
from tests.desk.play import (
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
    position,
    reply,
    say,
    subject_of,
    text_of,
    write,
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def gift(table: Table, by_number: bool = False) -> None:
    """Ann gives Bob a coffee and an aqualung, and the resolution stands (S61)."""
    arrange(
        table, hands={"Ann": ("coffee", "crowbar", "aqualung"), "Bob": ("grog",), "Cat": ("grog",)}
    )
    news = say(table, "Ann", "I give Bob a coffee and an aqualung.")
    reply(table, code_in(news), "approve")


def test_s61_a_gift_is_public_as_a_number_and_private_as_tiles(table: Table) -> None:
    arrange(table, hands={"Ann": ("coffee", "crowbar", "aqualung")})
    write(table, "Ann", "coffee, aqualung")
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


def test_a_gift_by_number_without_its_list_has_no_effect(table: Table) -> None:
    arrange(table, hands={"Ann": ("coffee",)})
    news = say(table, "Ann", "I give 1 item to Bob.")
    assert "list of what you give has not arrived" in " ".join(text_of(news[0]).split())
    assert position(table).pending is None


def test_a_list_of_another_length_is_no_list_of_this_gift(table: Table) -> None:
    arrange(table, hands={"Ann": ("coffee", "crowbar")})
    write(table, "Ann", "coffee, crowbar")
    news = say(table, "Ann", "I give 1 item to Bob.")
    assert "you announced 1 item" in " ".join(text_of(news[0]).split()).lower()
    assert position(table).pending is None


def test_a_list_serves_one_announcement(table: Table) -> None:
    arrange(table, hands={"Ann": ("coffee", "coffee")})
    write(table, "Ann", "coffee")
    reply(table, code_in(say(table, "Ann", "I give 1 item to Bob.")), "approve")
    news = say(table, "Ann", "I give 1 item to Bob.")
    assert "has no effect" in subject_of(news[0])
    assert hand(table, "Ann") == ["coffee"]


def test_a_list_outlives_announcements_that_named_their_items(table: Table) -> None:
    arrange(table, hands={"Ann": ("coffee", "grog", "grog")}, limits={"Ann": Limit(2)})
    write(table, "Ann", "coffee")
    say(table, "Ann", "I discard a grog.")
    assert "is taken" in subject_of(say(table, "Ann", "I give 1 item to Bob.")[-2])


def test_a_list_waits_two_days_and_no_longer(table: Table) -> None:
    arrange(table, hands={"Ann": ("coffee",)})
    write(table, "Ann", "coffee")
    table.clock.forward(hours=48, minutes=1)
    assert "has no effect" in subject_of(say(table, "Ann", "I give 1 item to Bob.")[0])


def test_a_check_of_a_gift_gives_its_announcement_back_by_number(table: Table) -> None:
    arrange(table, hands={"Ann": ("coffee",)})
    write(table, "Ann", "coffee")
    news = write(table, "Ann", "I give 1 item to Bob.")
    told = text_of(only(news, "receipt"))
    assert "would be valid" in " ".join(told.split())
    assert "coffee" not in told
    assert "is taken" in subject_of(say(table, "Ann", "I give 1 item to Bob.")[0])


def test_without_private_lists_a_gift_names_its_items(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"private_lists": "off"})
    arrange(table, hands={"Ann": ("coffee",)}, limits={"Ann": Limit(0)})
    write(table, "Ann", "coffee")
    news = say(table, "Ann", "I discard 1 item.")
    assert "have to be named" in " ".join(text_of(news[0]).split())
    arrange(table, limits={"Ann": None})
    assert "has no effect" in subject_of(say(table, "Ann", "I give 1 item to Bob.")[0])
    assert hand(table, "Ann") == ["coffee"]


def test_s62_a_gift_in_return_takes_effect_at_once(table: Table) -> None:
    gift(table)
    before = numbered(table)[0]
    news = say(table, "Bob", "In return I give Ann the grog.")
    assert kinds(news) == ["receipt", "draft", "private"]
    assert [one.posting.to for one in news[::2]] == ["bob@post.example", "ann@post.example"]
    assert "grog" in text_of(news[2])
    assert hand(table, "Ann") == ["crowbar", "grog"]
    assert numbered(table)[0] == before + 1
    public = everything_public(reply(table, code_in(news), "approve"))
    assert "1 item" in public
    assert "grog" not in public


def test_a_gift_in_return_by_number_uses_the_list(table: Table) -> None:
    gift(table)
    write(table, "Bob", "coffee")
    say(table, "Bob", "I give Ann 1 item in return.")
    assert hand(table, "Ann") == ["coffee", "crowbar"]


def test_s120_a_turn_of_another_gnome_and_a_void_one_leave_the_window_open(table: Table) -> None:
    gift(table)
    reply(table, code_in(say(table, "Cat", "I take no action.")), "approve")
    say(table, "Bob", "I fix the engine for 3 minutes.")
    say(table, "Bob", "In return I give Ann the coffee.")
    assert hand(table, "Ann") == ["coffee", "crowbar"]
    assert hand(table, "Bob") == ["aqualung", "grog"]


@pytest.mark.parametrize("who", ["Ann", "Bob"])
def test_a_turn_of_giver_or_recipient_closes_the_window(table: Table, who: str) -> None:
    gift(table)
    say(table, who, "I take no action.")
    news = say(table, "Bob", "In return I give Ann the coffee.")
    assert "has no effect" in subject_of(news[0])
    assert hand(table, "Bob") == ["aqualung", "coffee", "grog"]


def test_a_closed_window_is_a_public_reason_also_where_the_list_is_missing(table: Table) -> None:
    news = say(table, "Bob", "I give Ann 1 item in return.")
    assert "gave Bob nothing" in " ".join(text_of(news[0]).split())
    assert "gave Bob nothing" in " ".join(draft(table, code_in(news)).pages[0].body.split())


def test_a_return_after_resolution_waits_for_it(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"return_gift_effect": "after_resolution"})
    gift(table)
    code = code_in(say(table, "Cat", "I take no action."))
    news = say(table, "Bob", "In return I give Ann the grog.")
    assert hand(table, "Ann") == ["crowbar"]
    assert kinds(news) == ["receipt", "draft", "draft"]
    assert draft(table, code).kind == "resolution"
    sent = reply(table, open_codes(table)[-1], "approve")
    assert hand(table, "Ann") == ["crowbar", "grog"]
    told = [one.posting.to for one in sent if one.posting.kind == "private"]
    assert told == ["ann@post.example", "bob@post.example"]
    assert "a grog" not in everything_public(sent)


def limited(table: Table, **more: Any) -> None:
    arrange(table, hands={"Ann": ("grog", "grog", "crowbar")}, limits={"Ann": Limit(2)}, **more)


def test_s96_a_discard_frees_the_gnome_for_eir_turn(table: Table) -> None:
    limited(table)
    assert "has no effect" in subject_of(say(table, "Ann")[0])
    news = say(table, "Ann", "I discard a grog.")
    assert kinds(news) == ["receipt", "draft"]
    assert hand(table, "Ann") == ["crowbar", "grog"]
    assert "is taken" in subject_of(say(table, "Ann")[0])


def test_a_discard_by_number_tells_the_list_a_number(table: Table) -> None:
    limited(table)
    write(table, "Ann", "crowbar")
    news = say(table, "Ann", "I discard 1 item.")
    assert hand(table, "Ann") == ["grog", "grog"]
    public = everything_public(reply(table, code_in(news), "approve"))
    assert "1 item" in public
    assert "Nobody else is told which item it is" in " ".join(public.split())
    assert "crowbar" not in public


def test_a_discard_named_on_the_list_is_named_again(table: Table) -> None:
    limited(table)
    news = say(table, "Ann", "I discard a grog.")
    public = " ".join(everything_public(reply(table, code_in(news), "approve")).split())
    assert "As announced on the list, it is a grog." in public
    assert "only those concerned" not in public


def test_a_gift_in_return_named_on_the_list_is_not_called_secret(table: Table) -> None:
    gift(table)
    news = say(table, "Bob", "In return I give Ann the grog and the coffee.")
    assert "You give Ann a grog and a coffee in return." in " ".join(text_of(news[0]).split())
    public = " ".join(everything_public(reply(table, code_in(news), "approve")).split())
    assert "The announcement on the list says which items they are." in public
    assert "grog" not in public


def test_a_discard_without_its_list_is_told_how_to_discard(table: Table) -> None:
    limited(table)
    told = " ".join(text_of(say(table, "Ann", "I discard 1 item.")[0]).split())
    assert "Mail the list of what you discard to the bot alone" in told
    assert "turn again" not in told


def test_a_discard_during_somebodys_turn_counts_at_once(table: Table) -> None:
    limited(table)
    say(table, "Bob")
    say(table, "Ann", "I discard a grog.")
    assert hand(table, "Ann") == ["crowbar", "grog"]
    assert position(table).pending == "Bob"


@pytest.mark.parametrize(
    "text", ["I discard a coffee.", "I discard a grog and a crowbar."], ids=["not held", "too many"]
)
def test_a_discard_that_cannot_be_is_refused_neutrally(table: Table, text: str) -> None:
    limited(table)
    before = numbered(table)
    news = say(table, "Ann", text)
    assert kinds(news) == ["receipt", "draft"]
    assert "was sent to Ann" in " ".join(draft(table, code_in(news)).pages[0].body.split())
    assert numbered(table) == before


def test_a_discard_said_in_private_while_it_is_owed_is_the_private_list(table: Table) -> None:
    limited(table)
    news = write(table, "Ann", "I discard a crowbar.")
    assert kinds(news) == ["receipt"]
    assert "private list is noted" in subject_of(news[0])
    told = " ".join(text_of(news[0]).split())
    assert "crowbar" in told
    assert '"I discard 1 item."' in told
    assert filed(table).reason == "a private list of items"
    assert hand(table, "Ann") == ["crowbar", "grog", "grog"]
    assert kinds(say(table, "Ann", "I discard 1 item.")) == ["receipt", "draft"]
    assert hand(table, "Ann") == ["grog", "grog"]


def test_a_list_of_fewer_items_than_are_owed_says_how_many_are(table: Table) -> None:
    arrange(table, hands={"Ann": ("grog", "grog", "crowbar")}, limits={"Ann": Limit(1)})
    told = " ".join(text_of(write(table, "Ann", "crowbar")[0]).split())
    assert "You have to discard 2 items before your next turn" in told
    assert '"I discard 1 item."' in told


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("I discard a coffee.", "you do not hold a coffee"),
        ("I discard 2 grogs.", "asks for 1 discarded and you named 2"),
    ],
    ids=["not held", "too many"],
)
def test_a_private_list_that_cannot_be_discarded_says_so(
    table: Table, text: str, trouble: str
) -> None:
    limited(table)
    told = " ".join(text_of(write(table, "Ann", text)[0]).split())
    assert trouble in told
    assert "I discard 1 item" not in told


@pytest.mark.parametrize("text", ["I discard a grog.", "I discard 1 item."])
def test_a_discard_said_in_private_that_is_not_owed_is_sent_back(table: Table, text: str) -> None:
    arrange(table, hands={"Ann": ("grog",)})
    news = write(table, "Ann", text)
    assert "did not reach a public forum" in subject_of(news[0])
    assert text in text_of(news[0])


def test_a_number_alone_said_in_private_is_sent_back(table: Table) -> None:
    limited(table)
    assert "did not reach a public forum" in subject_of(write(table, "Ann", "I discard 1 item.")[0])


def test_where_items_have_to_be_named_a_private_list_is_not_kept(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"private_lists": "off"})
    limited(table)
    assert "did not reach" in subject_of(write(table, "Ann", "I discard a grog.")[0])
    told = " ".join(text_of(write(table, "Ann", "grog")[0]).split())
    assert "have to be named" in told
    assert "I discard 1 item" not in told


def test_with_auto_verdicts_a_discard_is_told_at_once(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"auto_verdicts": "on"})
    limited(table)
    assert kinds(say(table, "Ann", "I discard a grog.")) == ["receipt", "public"]


def test_what_the_list_reads_of_an_unnamed_discard_does_not_depend_on_the_limit(
    tmp_path: Path,
) -> None:
    """§6: with private_lists off the missing names are told, whether or not e has to discard."""
    lines = []
    for number, limits in enumerate(({"Ann": Limit(1)}, {})):
        folder = tmp_path / str(number)
        folder.mkdir()
        table = begun(folder, options={"private_lists": "off"})
        arrange(table, hands={"Ann": ("grog", "coffee")}, limits=limits)
        news = say(table, "Ann", "I discard 1 item.")
        lines.append([page.body for page in draft(table, code_in(news)).pages])
    assert lines[0] == lines[1]
