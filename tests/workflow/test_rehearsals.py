"""A turn mailed to the bot alone, or to its address for checks, is tried and never counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rednov_bot.core.models import PaperId
from rednov_bot.core.workflow import handling
from rednov_bot.games.red_november.rules.gamestate import Limit
from tests.builders import BOT, BUSINESS, list_mail, private_mail, screen
from tests.workflow.play import (
    Postings,
    Table,
    a_table,
    code_in,
    flat,
    jammed,
    kinds,
    offered,
    only,
    subject_of,
    text_of,
    write,
)

PUMPS = "I use my toolbox, open 5-2 and go in, and fix the oxygen pumps for 5 minutes."
CHECK = "rednov+check@bots.example"


def on_file(table: Table) -> tuple[Any, ...]:
    """Everything that a check must leave alone."""
    with table.desk.db.transaction() as records:
        game = records.games()[-1]
        return (
            records.gamestate(game.id),
            records.history(game.id),
            records.pending_turn(game.id),
            records.noted_orders(game.id),
            [
                records.noted_items(name, table.clock.at.replace(year=2000))
                for name in ("Ann", "Bob", "Cat")
            ],
            records.contestants(),
            [one.code for one in records.open_drafts()],
        )


def test_a_rehearsal_reveals_no_luck_and_draws_none(table: Table) -> None:
    """Not even the secret of the game is asked for, also while a turn is pending."""
    table.say("Bob")
    octets = private_mail("Ann", "I open 5-6, go in; no action.", to=CHECK)
    message = screen(octets, table.desk.roster).message
    assert message is not None
    assert message.check
    with table.desk.db.transaction() as records:
        luckless: Any = Luckless(records)
        made = handling.hear(table.desk, luckless, PaperId(1), message, table.clock.at)
        assert made == "a check, in which nothing counts"


class Luckless:
    """What is on file, but for the luck."""

    def __init__(self, records: Any) -> None:
        self._records = records

    def secret(self, game: object) -> bytes:
        raise AssertionError("a rehearsal draws no luck")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._records, name)


def told(news: Postings) -> str:
    """The one answer, on one line, with its subject."""
    (mail,) = news
    assert max(map(len, text_of(mail).splitlines())) <= 72
    assert mail.posting.to == "ann@post.example"
    return flat(subject_of(mail), text_of(mail))


@pytest.mark.parametrize("to", [BOT, CHECK], ids=["alone", "check"])
def test_a_plan_is_judged_and_reckoned(table: Table, to: str) -> None:
    table.arrange(hands={"Ann": ("toolbox",)}, rooms={2: "low"}, asphyxiation=7)
    before = on_file(table)
    text = told(table.write("Ann", PUMPS, to=to))
    for part in (
        "[Red November] Your turn, only checked",
        "the turn would be valid now",
        "2 open hatch 2-5 and go into room 2, at low water 5 fix the oxygen pumps",
        "2 more, for acting at low water (§15) -- 9 in all, of 39; 30 left",
        "80%, of which 5 minutes give 50% and a toolbox 30% (§12)",
        "Success sets Asphyxiation back from 7 to 5 (§8).",
        "events at 36, 33 and 30; an item at 30",
        f"To take the turn, send them to {BUSINESS}.",
    ):
        assert part in text
    assert on_file(table) == before
    table.arrange(asphyxiation=1)
    assert "Asphyxiation stays at 1, even on success (§8)." in told(table.write("Ann", PUMPS))
    table.say("Bob")
    before = on_file(table)
    text = told(table.write("Ann", "I open 5-6, go in; no action.", to=to))
    assert "the turn would be too early now" in text
    assert "Turn 1, Bob's, awaits its resolution by Pewterby" in text
    assert "At the moment it would cost:" in text
    assert "2 in all, of 39; 37 left" in text
    assert on_file(table) == before


def test_nothing_counts_at_the_address_for_checks(table: Table) -> None:
    table.arrange(hands={"Ann": ("grog", "crowbar")}, limits={"Ann": Limit(1)})
    code = code_in(table.say("Bob"))
    before = on_file(table)
    for text, said in (
        ("I discard a grog.", "discard would be valid"),
        ("I discard a coffee.", "discard would have no effect"),
        ("I discard 1 item.", "private list of your items"),
        ("grog, crowbar", "your private list is not kept"),
        ("I give Bob a grog in return.", "gift in return would have no effect"),
        ("I leave Red November.", "is a gnome of the game"),
        ("I join Red November.", "is a contestant already"),
    ):
        answer = told(table.write("Ann", text, to=CHECK))
        assert ", only checked " in answer
        assert said in answer
        assert table.filed().reason == "a check, in which nothing counts"
    table.reply(code, "approve", to=CHECK)
    assert on_file(table) == before
    octets = list_mail("Ann", "I discard a grog.")
    octets = octets.replace(b"\r\nSubject:", f"\r\nCc: {CHECK}\r\nSubject:".encode())
    table.receive(octets)
    assert table.hand("Ann") == ["crowbar"]


def test_who_can_take_no_turn_is_told_what_it_would_be_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    text = told(write(a_table(tmp_path / "none"), "Ann", "I take no action."))
    assert "No game is ongoing (§5)." in text
    assert "Correct it" not in text
    table, news = jammed(tmp_path)
    label = offered(text_of(only(news, "question")))[0]
    before = table.numbered()
    table.write("Ann", f"choose {label}", to=CHECK)
    assert table.numbered() == before
    assert kinds(table.write("Ann", f"choose {label}")) == ["receipt", "draft"]
    (mail,) = table.write("Dan", "I take no action.")
    assert "Dan is no gnome of this game (§2)." in text_of(mail)


def test_what_stands_above_a_quoted_rehearsal_is_tried_alone(table: Table) -> None:
    (mail,) = table.write("Ann", "I open 5-6, go in; no action.")
    quote = "\n".join(f"> {line}".rstrip() for line in text_of(mail).splitlines())
    quote = f"On Mon, 23 Nov 2026, Red November bot wrote:\n{quote}\n"
    subject = f"Re: {subject_of(mail)}"
    for text in ("Thanks!", "Looks good, thank you."):
        news = table.write("Ann", f"{text}\n\n{quote}", subject=subject)
        assert not any("would be" in subject_of(one) for one in news)
    plan = "I open 5-8, go in and draw 2 items."
    text = told(table.write("Ann", f"{plan}\n\n{quote}", subject=subject))
    assert "I open hatch 5-8 and go in. I spend 2 minutes drawing 2 items." in text
    assert "room 6" not in text
