"""What a gnome is told of a choice of eirs, and what becomes of an answer that is none (7.1)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rednov_bot.desk.announcements.copied import read_answer
from rednov_bot.desk.due import rounds
from rednov_bot.engine.words import hatch_label
from rednov_bot.prose.wording import when
from tests.builders import Table
from tests.desk.play import (
    Postings,
    arrange,
    begun,
    but_reminders,
    code_in,
    draft,
    everything_public,
    filed,
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
from tests.desk.test_choices import jammed, jams, offered

FLOOR = "+----------+----o-----+"


def flat(text: str) -> str:
    return " ".join(text.split())


def asked(folder: Path) -> tuple[Table, str]:
    """Ann is asked which hatch is blocked; the text of the question."""
    table, news = jammed(folder)
    return table, text_of(only(news, "question"))


def burning(folder: Path) -> tuple[Table, Postings]:
    """Fire spreads from room 5, Bob asleep in room 6."""
    table = begun(folder)
    arrange(
        table,
        rooms={5: "fire"},
        deck=["fire_spreads"],
        gnomes={
            "Ann": {"at": 1, "minutes": 40},
            "Bob": {"at": 6, "fainted": True},
            "Cat": {"at": 7},
        },
    )
    return table, say(table, "Ann", "I fix the engine for 10 minutes.")


def test_the_question_hangs_below_the_gnomes_own_turn(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, deck=["blocked_hatch"], gnomes={"Ann": {"at": 1, "minutes": 40}})
    news = say(table, "Ann", "I fix the engine for 10 minutes.", message_id="<turn@post.example>")
    question = opened(only(news, "question"))
    assert question["In-Reply-To"] == "<turn@post.example>"
    assert "<turn@post.example>" in question["References"]


def test_the_question_tells_card_die_map_and_deadline(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    (room,) = set.intersection(*({*label.split("-")} for label in offered(question)))
    assert f"The card is Blocked Hatch and the die says {room}" in flat(question)
    assert FLOOR in question
    assert flat(f"Answer by {when(table.clock.at.replace(day=24))}") in flat(question)
    assert "keep it to yourself" in flat(question)
    assert max(map(len, question.splitlines())) <= 72


def test_the_question_shows_the_sub_as_it_is_at_the_choice(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(
        table, deck=["blocked_hatch"], rooms={1: "low"}, gnomes={"Ann": {"at": 1, "minutes": 40}}
    )
    question = text_of(only(say(table, "Ann", "I pump for 10 minutes."), "question"))
    assert "~ low ~" not in question
    assert position(table).rooms[1] == "low"


def test_the_question_tells_no_item_that_came_on_the_way(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, deck=["blocked_hatch"], gnomes={"Ann": {"at": 8, "minutes": 40}})
    question = text_of(only(say(table, "Ann", "I draw 2 items."), "question"))
    secrets = numbered(table)[1].secrets
    assert "Ann draws 2 items." in question
    assert not [one for one in set(secrets.pool[:2]) if one.replace("_", " ") in question]


def test_a_candidate_says_what_it_would_do(tmp_path: Path) -> None:
    _, news = burning(tmp_path)
    question = flat(text_of(only(news, "question")))
    assert "choose 6: room 6; Bob sleeps there and would die" in question
    assert "choose 7: room 7 (Missile Control); Cat is there" in question
    assert "The card is Fire Spreads" in question


def test_the_contestmaster_is_told_as_much(tmp_path: Path) -> None:
    table, _ = burning(tmp_path)
    table.clock.forward(hours=24)
    rounds.make_rounds(table.desk)
    asked = text_of(only(table.news(), "draft"))
    assert "choose 6: room 6; Bob sleeps there and would die" in flat(asked)
    assert "The card is Fire Spreads" in flat(asked)
    assert FLOOR in asked
    assert max(map(len, asked.splitlines())) <= 72


def test_the_contestmaster_sees_where_an_escape_leads_and_what_it_costs(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(table, rooms={5: "fire", 7: "low", 2: "high"})
    news = say(table, "Ann", "Extinguish the fire for 1 minute.")
    text = flat(text_of(only(news, "draft")))
    assert "choose open 5-6 and enter: into room 6, 1 minute" in text
    assert "choose open 5-7 and enter: wades into room 7 (Missile Control), 2 minutes" in text
    assert "choose open 2-5 and stay: the water puts the fire out, 1 minute" in text
    assert "choose open 5-6 and stay: stays in the fire, 1 minute; does not save Ann" in text


@pytest.mark.parametrize(
    "text",
    [
        "choose 6-sea",
        "hatch 9-10 please",
        "I choose hatch 9-10.",
        "block 9-10",
        "whatever you like",
        "You decide!",
        "9-10",
        "choose grog",
    ],
)
def test_an_answer_that_is_no_candidate_brings_the_candidates_again(
    tmp_path: Path, text: str
) -> None:
    table, question = asked(tmp_path)
    (again,) = write(table, "Ann", text)
    told = text_of(again)
    assert again.posting.kind == "question"
    assert again.posting.to == "ann@post.example"
    assert offered(told) == offered(question)
    assert f'"{text}"' in flat(told)
    assert f"Answer by {when(table.clock.at.replace(day=24))}" in flat(told)
    assert max(map(len, told.splitlines())) <= 72
    assert filed(table).reason == "no answer to a choice, asked again"
    assert open_codes(table) == []


def test_two_candidates_are_no_answer(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    one, other = offered(question)[:2]
    assert kinds(write(table, "Ann", f"{one} or {other}")) == ["question"]
    assert open_codes(table) == []


def test_a_reply_to_the_question_is_an_answer_to_it_or_none(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    subject = "Re: [Red November] Turn 1: a choice of yours"
    long = "I would like to think about which of all these hatches I can spare for 5 minutes"
    (again,) = write(table, "Ann", long, subject=subject)
    assert offered(text_of(again)) == offered(question)
    drafted = write(table, "Ann", f"choose {offered(question)[0]}", subject=subject)
    assert kinds(drafted) == ["receipt", "draft"]


def test_asking_again_gives_no_more_time(tmp_path: Path) -> None:
    table, _ = asked(tmp_path)
    due = when(table.clock.at.replace(day=24))
    table.clock.forward(hours=23)
    assert f"Answer by {due}" in flat(text_of(write(table, "Ann", "any")[0]))
    table.clock.forward(hours=1)
    rounds.make_rounds(table.desk)
    assert kinds(but_reminders(table.news())) == ["draft"]


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("I take no action.", "Your turn, only checked"),
        ("I give Bob a coffee.", "Your turn, only checked"),
        ("coffee", "private list is noted"),
        ("I discard a grog.", "did not reach a public forum"),
        ("I use my toolbox and give something to Bob.", "A question about"),
        ("help", "How to play"),
    ],
)
def test_what_is_clearly_something_else_is_taken_as_that(
    tmp_path: Path, text: str, subject: str
) -> None:
    table, question = asked(tmp_path)
    (told,) = write(table, "Ann", text)
    assert subject in subject_of(told)
    assert kinds(write(table, "Ann", f"choose {offered(question)[0]}")) == ["receipt", "draft"]


def test_an_answer_after_the_contestmaster_was_asked_is_told_so(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    table.clock.forward(hours=24)
    rounds.make_rounds(table.desk)
    code = code_in(table.news())
    (late,) = write(table, "Ann", f"choose {offered(question)[0]}")
    assert "too late" in flat(text_of(late))
    assert filed(table).reason == "answers a choice too late"
    assert open_codes(table) == [code]


def test_only_the_gnome_is_asked_again(tmp_path: Path) -> None:
    table, _ = asked(tmp_path)
    assert "Your turn, only checked" in subject_of(write(table, "Bob", "choose 6-sea")[0])
    assert "a choice of Ann's until" in flat(text_of(write(table, "Pewterby", "choose 6-sea")[0]))


def test_nothing_of_a_choice_reaches_the_list_before_its_resolution(tmp_path: Path) -> None:
    table, news = jammed(tmp_path)
    news += write(table, "Ann", "choose 6-sea")
    assert everything_public(news) == ""


def test_the_first_answer_stands(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    first, second = offered(question)[:2]
    code = code_in(write(table, "Ann", f"choose {first}"))
    before = draft(table, code)
    (told,) = write(table, "Ann", f"choose {second}")
    assert f"you have already chosen {first} in turn 1." in flat(text_of(told))
    assert filed(table).reason == "answers a choice a second time"
    assert open_codes(table) == [code]
    assert draft(table, code) == before


def test_a_candidate_may_be_copied_with_what_it_would_do(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    line = next(one for one in question.splitlines() if one.startswith("  choose "))
    assert ": " in line
    assert kinds(write(table, "Ann", line)) == ["receipt", "draft"]


def test_two_copied_candidates_are_no_answer(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    lines = [one for one in question.splitlines() if one.startswith("  choose ")]
    for text in ("\n".join(lines[:2]), "\n".join(one.strip() for one in lines[:2])):
        assert kinds(write(table, "Ann", text)) == ["question"]
    assert open_codes(table) == []


def test_the_contestmaster_may_copy_a_candidate_as_well(tmp_path: Path) -> None:
    table, _ = burning(tmp_path)
    table.clock.forward(hours=24)
    rounds.make_rounds(table.desk)
    news = table.news()
    reply_with = "choose 6: room 6; Bob sleeps there and would die"
    assert kinds(reply(table, code_in(news), reply_with)) == ["draft"]


def test_the_beginning_of_what_a_candidate_would_do_may_be_copied(tmp_path: Path) -> None:
    table, _ = burning(tmp_path)
    text = "Hello bot,\n\n  Choose 6: room 6; Bob SLEEPS\n      there and wou"
    assert kinds(write(table, "Ann", text)) == ["receipt", "draft"]


def test_a_copied_candidate_may_be_followed_by_thanks(tmp_path: Path) -> None:
    table, _ = burning(tmp_path)
    text = "choose 6: room 6; Bob sleeps there\n      and would die.\n\nThanks,\nAnn"
    assert kinds(write(table, "Ann", text)) == ["receipt", "draft"]


@pytest.mark.parametrize(
    "behind",
    [
        "no, rather 7",
        "if Bob agrees",
        "nope",
        "I take it back",
        "room 6; Bob sleeps there and would die. Nah.",
        "wait, do not do this yet",
        "room 6; Bob sleeps there and would die\nbut wait for Bob's answer",
        "room 6; Bob sleeps there and would die\n      choose 7: room 7",
        "room 6; Bob sleeps there and would die, so rather 7",
    ],
)
def test_what_is_said_behind_the_colon_is_not_dropped(tmp_path: Path, behind: str) -> None:
    table, _ = burning(tmp_path)
    news = write(table, "Ann", f"choose 6: {behind}")
    assert kinds(news) == ["question"]
    assert "a choice of yours, again" in subject_of(news[0])
    assert open_codes(table) == []
    table.clock.forward(hours=24)
    rounds.make_rounds(table.desk)
    code = code_in(table.news())
    assert kinds(reply(table, code, f"choose 6: {behind}")) == ["desk"]
    assert open_codes(table) == [code]


def test_what_the_contestmaster_says_below_eir_choice_may_take_it_back(tmp_path: Path) -> None:
    table, _ = burning(tmp_path)
    table.clock.forward(hours=24)
    rounds.make_rounds(table.desk)
    code = code_in(table.news())
    for below in ("but not if Bob objects", "No, wait."):
        (told,) = reply(table, code, f"choose 6\n\n{below}")
        assert f"choose 6 {below}" in flat(text_of(told))
        assert open_codes(table) == [code]
    (told,) = reply(table, code, "choose 6\n\nchoose 7")
    assert 'the mail says both "choose" and "choose"' in flat(text_of(told))
    assert open_codes(table) == [code]
    assert kinds(reply(table, code, "choose 6\n\nThank you!\nPewterby")) == ["draft"]


@pytest.mark.parametrize("behind", ["", " thank you!", "\n\nThanks,\nAnn", " room 6, please", " 6"])
def test_polite_words_or_the_same_again_leave_a_choice_as_it_is(
    tmp_path: Path, behind: str
) -> None:
    table, _ = burning(tmp_path)
    assert kinds(write(table, "Ann", f"choose 6:{behind}")) == ["receipt", "draft"]


HOSTILE = {
    "blank lines": "choose {}: x" + ("\n" + " " * 12 + "words") * 400 + "\nend",
    "blanks alone": "choose {}: x" + ("\n" + " " * 12) * 400 + "\nend",
    "short": "choose {}: x" + ("\n" + " " * 12 + "w") * 14 + "\nend",
    "one line": "choose {}: " + " " * 50_000 + "x",
    "many choices": "choose {}: x\n" * 400,
    "no colon": "choose " * 2_000,
    "colons": "choose {}" + ":" * 50_000,
    "blanks first": " " * 50_000 + "choose {}: x",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_answer_is_done_with_and_the_next_mail_is_heard(
    tmp_path: Path, text: str
) -> None:
    table, question = asked(tmp_path)
    label = offered(question)[0]
    write(table, "Ann", text.replace("{}", label))
    assert filed(table).disposition == "read"
    table.clock.forward(hours=24)
    rounds.make_rounds(table.desk)
    reply(table, open_codes(table)[-1], text.replace("{}", label))
    assert filed(table).disposition == "read"
    (told,) = write(table, "Bob", "help")
    assert "How to play" in subject_of(told)


def test_a_long_answer_chooses_nothing() -> None:
    offered = (("8-9", "shuts the way to room 9"), ("8-10", "shuts the way to room 10"))
    said = "choose 8-9: shuts the way to room 9"
    assert read_answer(said + " " * 1_000, offered, ()) == "8-9"
    assert read_answer(said + " " * 2_000, offered, ()) is None


DEFENCE = (
    ("yes", "uses a crowbar up, if there is one; else as no"),
    ("no", "the attack succeeds without a die"),
)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("choose yes: uses a crowbar up, if there is one; else as no", "yes"),
        ("choose yes: uses a crowbar up, if there\n      is one; else as no\n\nThanks, Ann", "yes"),
        ("choose no: the attack succeeds", "no"),
        ("Hello,\n\nchoose no:", "no"),
        ("I do not defend myself.", "no"),
        ("choose yes: else as no", None),
        ("choose yes: if there is one", None),
        ("choose no: the attack succeeds without a die\n\nNo, wait: yes!", None),
        ("I do not understand.", None),
        ("Okay, I will think about it until tomorrow", None),
    ],
)
def test_a_defence_is_answered_plainly_or_not_at_all(text: str, label: str | None) -> None:
    assert read_answer(text, DEFENCE, ("Ann",)) == label


def test_a_hatch_may_be_named_by_the_room_to_which_it_leads(tmp_path: Path) -> None:
    table, news = jammed(tmp_path)
    labels = offered(text_of(only(news, "question")))
    leads = Counter(room for label in labels for room in label.split("-"))
    wanted = labels[-1]
    far = next(room for room in wanted.split("-") if leads[room] == 1)
    write(table, "Ann", f"I block the one to room {far}")
    assert filed(table).reason == "answers a choice"
    assert [hatch_label(one.hatch) for one in jams(draft(table, open_codes(table)[-1]))] == [wanted]
