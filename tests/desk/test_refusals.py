"""Announcements without effect: who is told what (§6, §9; A21, S121)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rednov_bot.engine.gamestate import Limit
from tests.builders import BUSINESS, Table, a_table
from tests.desk.play import (
    Postings,
    arrange,
    begun,
    code_in,
    everything_public,
    kinds,
    numbered,
    only,
    open_codes,
    opened,
    reply,
    say,
    subject_of,
    text_of,
    write,
)


def refused(table: Table, who: str, text: str) -> tuple[str, str, Postings]:
    """What the sender is told, all that the list is told, and every mail."""
    before = numbered(table)
    news = say(table, who, text)
    assert kinds(news) == ["receipt", "draft"]
    sent = reply(table, code_in(news), "approve")
    assert kinds(sent) == ["public"]
    assert numbered(table) == before
    told = " ".join(text_of(news[0]).split())
    return told, " ".join(everything_public(sent).split()), news + sent


def test_a_public_reason_is_told_to_the_list(tmp_path: Path) -> None:
    told, public, _ = refused(begun(tmp_path), "Ann", "I fix the engine for 3 minutes.")
    for words in (told, public):
        assert "(§11" in words
        assert "Engine Room" in words or "room 1" in words


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Hello!\n\nI fix the engine for 3 minutes.", "fixing the engine"),
        ("I discard 2 items.", "I discard 2 items."),
    ],
)
def test_the_draft_shows_what_was_written_and_what_it_was_read_as(
    tmp_path: Path, text: str, read: str
) -> None:
    draft = text_of(only(say(begun(tmp_path), "Ann", text), "draft"))
    why = [line.strip() for line in draft.partition("\nWHY, ")[2].splitlines()[1:]]
    at = next(at for at, line in enumerate(why) if line.startswith("read as"))
    written = " ".join(why[:at])
    assert written.startswith("wrote ")
    assert written.split()[1:] == text.split()
    assert read in why[at]
    assert any(line.startswith("§") for line in why[at:])


def test_a_hatch_to_where_one_stands_is_refused_in_plain_words(tmp_path: Path) -> None:
    told, public, _ = refused(
        begun(tmp_path), "Ann", "I open the hatch to room 5 and stay. I take no action."
    )
    for words in (told, public):
        assert "Ann is in room 5 already; a hatch leads to another place (§10a)" in words


@pytest.mark.parametrize(
    ("text", "given", "secret"),
    [
        ("I use my toolbox. No action.", {}, ("toolbox", "ITEM_NOT_HELD", "hold")),
        (
            "I take no action.",
            {"hands": {"Ann": ("grog", "coffee")}, "limits": {"Ann": Limit(1)}},
            ("limit", "discard", "HAND_LIMIT"),
        ),
        ("I give 2 items to Bob.", {}, ("GIFT_UNSPECIFIED", "arrived", "§11k")),
    ],
    ids=["item not held", "hand limit", "no list of the gift"],
)
def test_a_hidden_reason_leaves_no_trace_on_the_list(
    tmp_path: Path, text: str, given: dict[str, Any], secret: tuple[str, ...]
) -> None:
    table = begun(tmp_path)
    arrange(table, **given)
    told, public, _ = refused(table, "Ann", text)
    assert "the reason was sent to Ann privately" in public
    assert "privately" not in told
    for word in secret:
        assert word not in public


def test_two_hidden_reasons_look_the_same_on_the_list(tmp_path: Path) -> None:
    shown = []
    for number, (text, given) in enumerate(
        [
            ("I use my toolbox. No action.", {}),
            ("I take no action.", {"hands": {"Ann": ("grog",)}, "limits": {"Ann": Limit(0)}}),
        ]
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        table = begun(folder)
        arrange(table, **given)  # type: ignore[arg-type]
        news = say(table, "Ann", text, message_id="<turn@post.example>")
        sent = reply(table, code_in(news), "approve")
        shown.append(only(sent, "public").posting.octets)
    assert shown[0] == shown[1]


def test_s121_the_sender_hears_both_reasons_and_the_list_the_public_one(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, blocked=frozenset({(5, 8)}))
    told, public, _ = refused(table, "Ann", "Grog, 5-8, in; no action.")
    assert "is blocked" in told
    assert "do not hold a grog" in told
    assert "is blocked" in public
    assert "hold" not in public


def test_with_uniform_refusals_no_reason_is_public(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"uniform_refusals": "on"})
    told, public, _ = refused(table, "Ann", "I fix the engine for 3 minutes.")
    assert "§11" in told
    assert "the reason was sent to Ann privately" in public
    assert "ngine" not in public


def test_with_auto_verdicts_the_line_is_posted_at_once_and_marked_as_a_machines(
    tmp_path: Path,
) -> None:
    table = begun(tmp_path, options={"auto_verdicts": "on"})
    news = say(table, "Ann", "I fix the engine for 3 minutes.")
    assert kinds(news) == ["receipt", "public"]
    assert news[1].posting.to == BUSINESS
    assert opened(news[1])["Auto-Submitted"] == "auto-replied"
    assert open_codes(table) == []


def test_a_draft_of_a_hidden_reason_tells_it_to_who_decides_and_no_subject_or_list(
    tmp_path: Path,
) -> None:
    table = begun(tmp_path)
    news = say(table, "Ann", "I use my toolbox. No action.")
    drafted = only(news, "draft")
    assert "toolbox" not in subject_of(drafted)
    posted, _, why = text_of(drafted).partition("TO THE LIST")[2].partition("\nWHY, ")
    assert "You do not hold a toolbox" in " ".join(why.split())
    assert "has no effect" in posted
    assert "toolbox" not in posted
    assert "toolbox" not in subject_of(news[0])
    with table.desk.ledger.transaction() as records:
        assert all("toolbox" not in one.about for one in records.open_drafts())
        assert all("toolbox" not in one.reason for one in records.dispositions())


def test_between_games_a_turn_is_answered_and_its_line_drafted(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    news = say(table, "Ann", "I take my turn: no action.")
    assert kinds(news) == ["receipt", "draft"]
    assert "No game is ongoing" in text_of(news[0])


def test_a_rejected_line_is_never_posted(tmp_path: Path) -> None:
    table = begun(tmp_path)
    code = code_in(say(table, "Ann", "I fix the engine for 3 minutes."))
    assert kinds(reply(table, code, "reject")) == ["desk"]
    assert open_codes(table) == []


def test_a_void_turn_may_be_mended_and_announced_again(tmp_path: Path) -> None:
    table = begun(tmp_path)
    say(table, "Ann", "I fix the engine for 3 minutes.")
    assert "is taken" in subject_of(say(table, "Ann", "I take no action.")[0])


def test_a_private_turn_that_uses_what_is_not_held_stays_between_the_two(tmp_path: Path) -> None:
    table = begun(tmp_path)
    news = write(table, "Ann", "I use my toolbox. No action.")
    assert [one.posting.to for one in news] == ["ann@post.example"]


def test_with_strict_order_the_gnome_with_most_minutes_goes_first(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"strict_order": "on"})
    arrange(table, gnomes={"Bob": {"minutes": 38}})
    told, public, _ = refused(table, "Bob", "I take no action.")
    assert "goes first" in told
    assert "goes first" in public
    assert "is taken" in subject_of(say(table, "Cat")[0])


def test_everything_that_is_against_a_turn_is_told_to_its_gnome_at_once(tmp_path: Path) -> None:
    """The list hears the first public reason alone (A122)."""
    table = begun(tmp_path)
    arrange(table, blocked=frozenset({(5, 7)}))
    text = "I use a coffee, open 5-7, go in and stop the missile for 10 minutes."
    told, public, _ = refused(table, "Ann", text)
    for reason in ("is blocked", "No missile launch", "hold a coffee"):
        assert reason in told
    assert "5-7 is blocked" in public
    assert "coffee" not in public
    assert "missile" not in public
