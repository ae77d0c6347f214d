"""A resolution that waits for a choice: whom it asks, and how it goes on (§13; rules.md 7.1)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.core.errors import DraftNeedsChoice
from rednov_bot.core.models import Draft
from rednov_bot.core.workflow.drafts import approval
from rednov_bot.core.workflow.scheduler import batches
from rednov_bot.games.red_november.rules.events import HatchJammed
from rednov_bot.games.red_november.rules.gamestate import Limit
from tests.builders import Table
from tests.workflow.play import (
    Postings,
    arrange,
    begun,
    but_reminders,
    code_in,
    draft,
    kinds,
    only,
    open_codes,
    position,
    reply,
    say,
    subject_of,
    text_of,
    verdict,
    write,
)


def jammed(folder: Path, cards: int = 1, **options: Any) -> tuple[Table, Postings]:
    """Ann's turn of five minutes draws Blocked Hatch; what was queued for it."""
    table = begun(folder, options=options)
    arrange(table, deck=["blocked_hatch"] * cards, gnomes={"Ann": {"at": 1, "minutes": 40}})
    return table, say(table, "Ann", "I fix the engine for 10 minutes.")


def candidates(table: Table) -> tuple[str, ...]:
    """What the contestmaster is offered."""
    code = open_codes(table)[-1]
    choice = draft(table, code).choice
    assert choice is not None
    return choice.candidates


def jams(made: Draft) -> list[HatchJammed]:
    return [one for one in made.events if isinstance(one, HatchJammed)]


def offered(question: str) -> list[str]:
    return re.findall(r"^  choose ([^:\n]+)", question, re.MULTILINE)


def test_the_gnome_is_asked_privately_and_the_answer_gives_the_draft(tmp_path: Path) -> None:
    table, news = jammed(tmp_path)
    assert kinds(news) == ["receipt", "question"]
    question = only(news, "question")
    assert question.posting.to == "ann@post.example"
    assert "a choice of yours" in subject_of(question)
    receipt = " ".join(text_of(only(news, "receipt")).split())
    assert "Another mail asks you about it, and the resolution waits for your answer." in receipt
    assert "awaits its resolution" not in receipt
    labels = offered(text_of(question))
    assert len(labels) > 1
    for who, label in (("Bob", labels[0]), ("Pewterby", labels[0]), ("Ann", "6-sea")):
        write(table, who, f"choose {label}")
    assert open_codes(table) == []
    assert position(table).pending == "Ann"
    table.clock.forward(hours=30)  # a night without the bot
    drafted = write(table, "Ann", f"choose {labels[-1]}")
    assert kinds(drafted) == ["receipt", "draft"]
    (jam,) = jams(draft(table, code_in(drafted)))
    assert (jam.decider, "-".join(map(str, jam.hatch))) == ("gnome", labels[-1])
    assert "public" in kinds(reply(table, code_in(drafted), "approve"))
    assert jam.hatch in position(table).blocked


def test_after_24_hours_without_an_answer_the_contestmaster_chooses(tmp_path: Path) -> None:
    table, _ = jammed(tmp_path)
    arrange(table, hands={"Bob": ("grog",)}, limits={"Bob": Limit(0)})
    assert kinds(say(table, "Bob", "I discard a grog.")) == ["receipt", "draft"]  # asks nothing
    table.clock.forward(hours=23, minutes=59)
    batches.make_rounds(table.desk)
    assert but_reminders(table.news()) == ()
    table.clock.forward(minutes=1)
    batches.make_rounds(table.desk)
    asked = but_reminders(table.news())
    assert kinds(asked) == ["draft"]
    batches.make_rounds(table.desk)
    assert but_reminders(table.news()) == ()
    label, code = candidates(table)[0], code_in(asked)
    with (
        table.desk.db.transaction() as records,
        pytest.raises(DraftNeedsChoice, match=label),
    ):
        approval.choose(table.desk, records, code, "Pewterby", "9-sea")
    assert label in text_of(reply(table, code, "choose 9-sea")[0])
    assert kinds(reply(table, code, "reject because I want to think")) == ["desk"]
    batches.make_rounds(table.desk)
    assert "draft" not in kinds(table.news())
    with table.desk.db.transaction() as records:
        again = batches.draft_again(table.desk, records)
    assert again is not None
    assert again.choice == draft(table, code).choice
    assert kinds(reply(table, again.code, f"choose {label}"))[-1] == "draft"
    assert verdict(table, again.code) == "chosen"
    (jam,) = jams(draft(table, open_codes(table)[-1]))
    assert jam.decider == "contestmaster"


def test_each_further_question_has_a_day_of_its_own_within_44_hours(tmp_path: Path) -> None:
    table, news = jammed(tmp_path, cards=2)
    table.clock.forward(hours=23)
    label = offered(text_of(only(news, "question")))[0]
    again = write(table, "Ann", f"choose {label}")
    assert kinds(again) == ["receipt", "question"]
    table.clock.forward(hours=20, minutes=59)
    batches.make_rounds(table.desk)
    assert but_reminders(table.news()) == ()
    table.clock.forward(minutes=1)
    batches.make_rounds(table.desk)
    assert kinds(but_reminders(table.news())) == ["draft"]
