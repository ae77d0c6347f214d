"""A choice answered on the list, and what a gnome is told whose choice was taken (7.1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.desk.due import rounds
from tests.desk.play import (
    code_in,
    draft,
    everything_public,
    filed,
    kinds,
    only,
    open_codes,
    position,
    reply,
    say,
    subject_of,
    text_of,
    write,
)
from tests.desk.test_answers_to_choices import asked, flat
from tests.desk.test_choices import jammed, jams, offered

SUBJECT = "Re: [Red November] Turn 1: a choice of yours"


@pytest.mark.parametrize("text", ["choose {}", "I choose {}.", "Choose {}, please.\n\nAnn"])
def test_a_choice_announced_on_the_list_counts(tmp_path: Path, text: str) -> None:
    table, question = asked(tmp_path)
    label = offered(question)[-1]
    news = say(table, "Ann", text.format(label))
    assert kinds(news) == ["receipt", "draft"]
    assert filed(table).reason == "answers a choice on a list"
    (jam,) = jams(draft(table, code_in(news)))
    assert "-".join(map(str, jam.hatch)) == label
    assert everything_public(news) == ""


def test_a_reply_to_the_question_may_go_to_the_list(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    news = say(table, "Ann", offered(question)[0], subject=SUBJECT)
    assert kinds(news) == ["receipt", "draft"]


def test_a_choice_on_the_list_that_is_no_candidate_is_asked_again_privately(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    (again,) = say(table, "Ann", "choose 6-sea")
    assert again.posting.to == "ann@post.example"
    assert "a choice of yours, again" in subject_of(again)
    assert offered(text_of(again)) == offered(question)
    assert open_codes(table) == []


@pytest.mark.parametrize("who", ["Bob", "Pewterby"])
def test_nobody_elses_choice_on_the_list_counts(tmp_path: Path, who: str) -> None:
    table, question = asked(tmp_path)
    assert say(table, who, f"choose {offered(question)[0]}") == ()
    assert open_codes(table) == []


def test_talk_on_the_list_chooses_nothing(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    label = offered(question)[0]
    for text in (f"Bob, do you think {label} is bad?", "I wonder what I will be asked."):
        assert say(table, "Ann", text) == ()
    assert kinds(say(table, "Ann", label)) == ["question"]
    assert open_codes(table) == []
    assert position(table).pending == "Ann"


def test_a_turn_on_the_list_is_a_turn_whoever_is_asked(tmp_path: Path) -> None:
    table, _ = asked(tmp_path)
    assert "has no effect" in subject_of(only(say(table, "Ann"), "receipt"))


def test_a_second_answer_on_the_list_is_told_that_the_first_one_counts(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    first, second = offered(question)[:2]
    write(table, "Ann", f"choose {first}")
    (told,) = say(table, "Ann", f"choose {second}")
    assert told.posting.to == "ann@post.example"
    assert f"you have already chosen {first} in turn 1." in flat(text_of(told))


def test_an_answer_on_the_list_may_come_too_late(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    table.clock.forward(hours=24)
    rounds.make_rounds(table.desk)
    code = code_in(table.news())
    (told,) = say(table, "Ann", f"choose {offered(question)[0]}")
    assert "too late" in flat(text_of(told))
    assert open_codes(table) == [code]


def test_talk_about_choosing_is_not_answered_where_none_is_asked_for(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    write(table, "Ann", f"choose {offered(question)[0]}")
    text = "I choose to believe that we shall all come out of this boat alive, whatever comes."
    assert say(table, "Ann", text) == ()


@pytest.mark.parametrize("list_first", [True, False])
def test_an_answer_to_the_list_and_the_bot_is_heard_once(tmp_path: Path, list_first: bool) -> None:
    table, news = jammed(tmp_path, cards=2)
    text, both = f"choose {offered(text_of(only(news, 'question')))[0]}", "<both@post.example>"
    ways = (say, write) if list_first else (write, say)
    assert kinds(ways[0](table, "Ann", text, message_id=both)) == ["receipt", "question"]
    assert ways[1](table, "Ann", text, message_id=both) == ()
    assert filed(table).reason == "answers a choice, in a mail heard before"


def test_the_question_says_where_to_answer(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    bot = table.desk.settings.bot.address
    assert f"Answer this mail, to {bot} alone, with one of these" in flat(question)
    assert "count too, but everybody reads them there" in flat(question)
    (again,) = write(table, "Ann", "choose 6-sea")
    assert f"Answer this mail, to {bot} alone" in flat(text_of(again))


def test_a_choice_that_was_taken_is_acknowledged_to_its_gnome_alone(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    label = offered(question)[0]
    told = only(write(table, "Ann", f"choose {label}"), "receipt")
    assert told.posting.to == "ann@post.example"
    assert label not in subject_of(told)
    assert f"Ann, your choice in turn 1 is taken: {label}." in flat(text_of(told))


def test_a_choice_of_the_contestmasters_needs_no_receipt(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    table.clock.forward(hours=24)
    rounds.make_rounds(table.desk)
    code = code_in(table.news())
    assert kinds(reply(table, code, f"choose {offered(question)[0]}")) == ["draft"]


@pytest.mark.parametrize(
    "text",
    [
        "I choose the opposite of {}.",
        "I choose against {}.",
        "I choose what Bob says: {}",
        "I choose: Bob moves {}",
        "Choose {}, somebody said, and we drowned.",
        "{} is a bad hatch.",
        "Bob says {}.",
        "The bot offers {} to me.",
        "Everyone knows {} is worst.",
    ],
)
def test_what_is_said_about_a_candidate_on_the_list_chooses_nothing(
    tmp_path: Path, text: str
) -> None:
    table, question = asked(tmp_path)
    say(table, "Ann", text.format(offered(question)[0]), subject=SUBJECT)
    assert open_codes(table) == []
    assert position(table).pending == "Ann"


def test_a_doubtful_announcement_that_was_heard_elsewhere_before_is_asked_about(
    tmp_path: Path,
) -> None:
    table, _ = asked(tmp_path)
    text = "I open 5-7, go in and stop the missile for a while."
    write(table, "Bob", text, message_id="<twice@post.example>")
    news = say(table, "Bob", text, message_id="<twice@post.example>")
    assert kinds(news) == ["question"]


def test_a_whole_line_copied_to_list_and_bot_is_heard_once(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    label = offered(question)[0]
    line = f"choose {label}: shuts the way to another room of the submarine"
    plain = f"choose {label}"
    assert kinds(say(table, "Ann", plain, message_id="<both@post.example>"))[0] == "receipt"
    assert write(table, "Ann", line, message_id="<both@post.example>") == ()
