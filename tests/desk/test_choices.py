"""A resolution that waits for a choice: whom it asks, and how it goes on (§13; rules.md 7.1)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rednov_bot.desk.drafts import approval
from rednov_bot.desk.due import rounds
from rednov_bot.engine.gamestate import Limit
from rednov_bot.engine.happenings import HatchJammed
from rednov_bot.engine.words import hatch_label
from rednov_bot.errors import DraftNeedsChoice
from rednov_bot.papers import Draft
from tests.builders import Table
from tests.desk.play import (
    Postings,
    arrange,
    begun,
    but_reminders,
    code_in,
    draft,
    kinds,
    numbered,
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
from tests.prose.samples import TABLES


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


def choose(table: Table, code: str, label: str) -> None:
    with table.desk.ledger.transaction() as records:
        approval.choose(table.desk, records, code, "Pewterby", label)


def jams(made: Draft) -> list[HatchJammed]:
    return [one for one in made.happenings if isinstance(one, HatchJammed)]


def offered(question: str) -> list[str]:
    return re.findall(r"^  choose ([^:\n]+)", question, re.MULTILINE)


def test_the_gnome_is_asked_privately_and_the_resolution_waits(tmp_path: Path) -> None:
    table, news = jammed(tmp_path)
    assert kinds(news) == ["receipt", "question"]
    question = only(news, "question")
    assert question.posting.to == "ann@post.example"
    assert "a choice of yours" in subject_of(question)
    receipt = " ".join(text_of(only(news, "receipt")).split())
    assert "Another mail asks you about it, and the resolution waits for your answer." in receipt
    assert "Nobody can take a turn until it is resolved." in receipt
    assert "awaits its resolution" not in receipt
    assert len(offered(text_of(question))) > 1
    assert open_codes(table) == []
    assert position(table).pending == "Ann"


def test_the_answer_gives_the_draft_with_the_same_luck(tmp_path: Path) -> None:
    table, news = jammed(tmp_path)
    label = offered(text_of(only(news, "question")))[-1]
    drafted = write(table, "Ann", f"choose {label}")
    assert kinds(drafted) == ["receipt", "draft"]
    (jam,) = jams(draft(table, code_in(drafted)))
    assert (jam.decider, "-".join(map(str, jam.hatch))) == ("gnome", label)
    sent = reply(table, code_in(drafted), "approve")
    assert "public" in kinds(sent)
    assert jam.hatch in position(table).blocked


@pytest.mark.parametrize("who", ["Bob", "Pewterby"])
def test_nobody_elses_answer_counts(tmp_path: Path, who: str) -> None:
    table, news = jammed(tmp_path)
    label = offered(text_of(only(news, "question")))[0]
    write(table, who, f"choose {label}")
    assert open_codes(table) == []


def test_an_answer_that_is_no_candidate_is_none(tmp_path: Path) -> None:
    table, _ = jammed(tmp_path)
    write(table, "Ann", "choose 6-sea")
    assert open_codes(table) == []
    assert position(table).pending == "Ann"


def test_standing_orders_spare_the_question(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, deck=["blocked_hatch"], gnomes={"Ann": {"at": 1, "minutes": 40}})
    wishes = [hatch_label(ends) for ends in sorted(TABLES.board.interior, reverse=True)]
    news = say(table, "Ann", f"I fix the engine for 10 minutes. Block: {', '.join(wishes)}.")
    assert kinds(news) == ["receipt", "draft"]
    (jam,) = jams(draft(table, code_in(news)))
    possible = [hatch_label(ends) for ends in jam.candidates]
    assert hatch_label(jam.hatch) == next(it for it in wishes if it in possible)


def test_after_24_hours_without_an_answer_the_contestmaster_chooses(tmp_path: Path) -> None:
    table, news = jammed(tmp_path)
    label = offered(text_of(only(news, "question")))[0]
    table.clock.forward(hours=23, minutes=59)
    rounds.make_rounds(table.desk)
    assert but_reminders(table.news()) == ()
    table.clock.forward(minutes=1)
    rounds.make_rounds(table.desk)
    asked = but_reminders(table.news())
    assert kinds(asked) == ["draft"]
    assert label in candidates(table)
    rounds.make_rounds(table.desk)
    assert but_reminders(table.news()) == ()
    drafted = reply(table, code_in(asked), f"choose {label}")
    assert kinds(drafted) == ["draft"]
    assert verdict(table, code_in(asked)) == "chosen"
    (jam,) = jams(draft(table, code_in(drafted)))
    assert jam.decider == "contestmaster"


def test_a_choice_is_made_on_the_command_line_as_well(tmp_path: Path) -> None:
    table, news = jammed(tmp_path)
    table.clock.forward(hours=24)
    rounds.make_rounds(table.desk)
    code = code_in(table.news())
    label = candidates(table)[-1]
    choose(table, code, label)
    assert kinds(table.news()) == ["draft"]
    assert label in offered(text_of(only(news, "question")))


def test_a_wrong_candidate_changes_nothing_and_is_answered(tmp_path: Path) -> None:
    table, _ = jammed(tmp_path)
    table.clock.forward(hours=24)
    rounds.make_rounds(table.desk)
    code = code_in(table.news())
    with pytest.raises(DraftNeedsChoice, match=candidates(table)[0]):
        choose(table, code, "9-sea")
    told = reply(table, code, "choose 9-sea")
    assert kinds(told) == ["desk"]
    assert candidates(table)[0] in text_of(told[0])
    told = reply(table, code, "approve")
    assert kinds(told) == ["desk"]
    assert open_codes(table) == [code]


def test_a_gnome_who_answers_after_the_contestmaster_was_asked_is_too_late(tmp_path: Path) -> None:
    table, news = jammed(tmp_path)
    label = offered(text_of(only(news, "question")))[0]
    table.clock.forward(hours=24)
    rounds.make_rounds(table.desk)
    code = code_in(table.news())
    write(table, "Ann", f"choose {label}")
    assert open_codes(table) == [code]


def test_an_answer_found_after_a_night_without_the_bot_still_counts(tmp_path: Path) -> None:
    table, news = jammed(tmp_path)
    label = offered(text_of(only(news, "question")))[0]
    table.clock.forward(hours=30)
    assert kinds(write(table, "Ann", f"choose {label}")) == ["receipt", "draft"]


def test_each_further_question_has_a_day_of_its_own_within_44_hours(tmp_path: Path) -> None:
    table, news = jammed(tmp_path, cards=2)
    table.clock.forward(hours=23)
    label = offered(text_of(only(news, "question")))[0]
    again = write(table, "Ann", f"choose {label}")
    assert kinds(again) == ["receipt", "question"]
    table.clock.forward(hours=20, minutes=59)
    rounds.make_rounds(table.desk)
    assert but_reminders(table.news()) == ()
    table.clock.forward(minutes=1)
    rounds.make_rounds(table.desk)
    assert kinds(but_reminders(table.news())) == ["draft"]


def test_a_discard_meanwhile_asks_nothing_twice(tmp_path: Path) -> None:
    table, _ = jammed(tmp_path)
    arrange(table, hands={"Bob": ("grog",)}, limits={"Bob": Limit(0)})
    news = say(table, "Bob", "I discard a grog.")
    assert kinds(news) == ["receipt", "draft"]
    table.clock.forward(hours=24)
    rounds.make_rounds(table.desk)
    assert kinds(but_reminders(table.news())) == ["draft"]


def test_a_rejected_choice_is_not_offered_again_by_itself(tmp_path: Path) -> None:
    table, _ = jammed(tmp_path)
    table.clock.forward(hours=24)
    rounds.make_rounds(table.desk)
    code = code_in(table.news())
    assert kinds(reply(table, code, "reject because I want to think")) == ["desk"]
    rounds.make_rounds(table.desk)
    assert table.news() == ()
    with table.desk.ledger.transaction() as records:
        again = rounds.draft_again(table.desk, records)
    assert again is not None
    assert again.choice == draft(table, code).choice


def test_by_option_the_contestmaster_chooses_at_once_and_no_gnome_can(tmp_path: Path) -> None:
    table, news = jammed(tmp_path, event_choice="orders+contestmaster")
    assert kinds(news) == ["receipt", "draft"]
    code = code_in(news)
    write(table, "Ann", f"choose {candidates(table)[0]}")
    assert open_codes(table) == [code]


def test_by_option_luck_chooses_without_a_question(tmp_path: Path) -> None:
    table, news = jammed(tmp_path, event_choice="orders+random")
    assert kinds(news) == ["receipt", "draft"]
    assert draft(table, code_in(news)).kind == "resolution"


def burning(folder: Path) -> tuple[Table, Postings]:
    """Ann fails to extinguish room 5 and named no escape."""
    table = begun(folder)
    arrange(table, rooms={5: "fire"}, gnomes={"Ann": {"minutes": 39}})
    return table, say(table, "Ann", "Extinguish the fire for 1 minute.")


def test_s36_an_escape_not_stated_is_the_contestmasters_at_once(tmp_path: Path) -> None:
    table, news = burning(tmp_path)
    assert kinds(news) == ["receipt", "draft"]
    made = draft(table, code_in(news))
    assert made.kind == "choice"
    assert made.choice is not None
    assert len(made.choice.candidates) > 4
    text = text_of(only(news, "draft"))
    assert all(one in text for one in made.choice.candidates)
    assert "§13" in text
    label = made.choice.candidates[0]
    drafted = reply(table, made.code, f"choose {label}")
    assert kinds(drafted) == ["draft"]
    assert kinds(reply(table, code_in(drafted), "approve")) == ["public"]
    assert position(table).gnome("Ann").fate == "aboard"


def test_after_an_escape_was_chosen_a_gnome_who_is_silent_does_not_stop_the_game(
    tmp_path: Path,
) -> None:
    table = begun(tmp_path)
    arrange(
        table,
        rooms={5: "fire"},
        gnomes={"Ann": {"minutes": 40}},
        deck=["blocked_hatch", "blocked_hatch", "blocked_hatch"],
    )
    news = say(table, "Ann", "Extinguish the fire for 1 minute.")
    made = draft(table, code_in(news))
    assert made.choice is not None
    then = reply(table, made.code, f"choose {made.choice.candidates[0]}")
    assert kinds(then) == ["question"]
    table.clock.forward(hours=24)
    rounds.make_rounds(table.desk)
    assert kinds(but_reminders(table.news())) == ["draft"]


def test_no_draft_of_a_choice_is_approved(tmp_path: Path) -> None:
    table, news = burning(tmp_path)
    before = numbered(table)
    told = reply(table, code_in(news), "approve")
    assert kinds(told) == ["desk"]
    assert numbered(table) == before
