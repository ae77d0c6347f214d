"""What a gnome is told of a choice of theirs, and what becomes of an answer that is none (7.1)."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest

from rednov_bot.core.workflow.announcements.choosing import read_answer
from rednov_bot.core.workflow.scheduler import batches
from rednov_bot.games.red_november.render.wording import when
from rednov_bot.games.red_november.rules.words import hatch_label
from tests.builders import Table, list_mail
from tests.workflow.forgeries import BROKEN, FOREIGN, OF_ANN, direct, guarded, results
from tests.workflow.play import (
    Postings,
    arrange,
    begun,
    code_in,
    draft,
    everything_public,
    filed,
    kinds,
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
from tests.workflow.test_choices import jammed, jams, offered
from tests.workflow.test_forgeries import code_of_question

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


def test_the_question_tells_what_the_gnome_needs_to_know(tmp_path: Path) -> None:
    table = begun(tmp_path)
    arrange(
        table, deck=["blocked_hatch"], rooms={1: "low"}, gnomes={"Ann": {"at": 1, "minutes": 40}}
    )
    news = say(table, "Ann", "I pump for 10 minutes.", message_id="<turn@post.example>")
    question = only(news, "question")
    assert opened(question)["In-Reply-To"] == "<turn@post.example>"
    told = text_of(question)
    (room,) = set.intersection(*({*label.split("-")} for label in offered(told)))
    assert f"The card is Blocked Hatch and the die says {room}" in flat(told)
    assert FLOOR in told
    assert "~ low ~" not in told  # the sub as it is at the choice
    assert position(table).rooms[1] == "low"
    assert flat(f"Answer by {when(table.clock.at.replace(day=24))}") in flat(told)
    assert "keep it to yourself" in flat(told)
    assert "count too, but everybody reads them there" in flat(told)
    assert max(map(len, told.splitlines())) <= 72


def test_gnome_and_contestmaster_are_told_what_each_candidate_would_do(tmp_path: Path) -> None:
    table, news = burning(tmp_path)
    question = only(news, "question")
    table.clock.forward(hours=24)
    batches.make_rounds(table.desk)
    asked = only(table.news(), "draft")
    for one in (question, asked):
        assert "choose 6: room 6; Bob sleeps there and would die" in flat(text_of(one))
        assert "choose 7: room 7 (Missile Control); Cat is there" in flat(text_of(one))
        assert "The card is Fire Spreads" in flat(text_of(one))
        assert FLOOR in text_of(one)
    code = code_in((asked,))
    for behind in (*DOUBTFUL, "\n\nbut not if Bob objects", "\n\nNo, wait.", "\n\nchoose 7"):
        assert kinds(reply(table, code, f"choose 6: {behind}")) == ["desk"], behind
        assert open_codes(table) == [code]
    text = "choose 6: room 6; Bob sleeps there and would die\n\nThank you!\nPewterby"
    assert kinds(reply(table, code, text)) == ["draft"]


DOUBTFUL = (
    "no, rather 7",
    "if Bob agrees",
    "nope",
    "I take it back",
    "room 6; Bob sleeps there and would die. Nah.",
    "wait, do not do this yet",
    "room 6; Bob sleeps there and would die\nbut wait for Bob's answer",
    "room 6; Bob sleeps there and would die\n      choose 7: room 7",
    "room 6; Bob sleeps there and would die, so rather 7",
)


def test_what_is_no_answer_brings_the_candidates_again_and_no_more_time(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    labels, due = offered(question), when(table.clock.at.replace(day=24))
    table.clock.forward(hours=23)
    lines = [one for one in question.splitlines() if one.startswith("  choose ")]
    long = "I would like to think about which of all these hatches I can spare for 5 minutes"
    news = write(table, "Ann", long, subject="Re: [Red November] Turn 1: a choice of yours")
    for text in (
        "choose 6-sea",
        "hatch 9-10 please",
        "whatever you like",
        "9-10",
        "choose grog",
        f"{labels[0]} or {labels[1]}",
        "\n".join(lines[:2]),
    ):
        (again,) = write(table, "Ann", text)
        news += (again,)
        assert (again.posting.kind, again.posting.to) == ("question", "ann@post.example")
        assert offered(text_of(again)) == labels
        assert flat(text) in flat(text_of(again))
        assert f"Answer by {due}" in flat(text_of(again))
        assert filed(table).reason == "no answer to a choice, asked again"
    for text, subject in (
        ("I take no action.", "Your turn, only checked"),
        ("coffee", "private list is noted"),
        ("I discard a grog.", "did not reach a public forum"),
        ("I use my toolbox and give something to Bob.", "A question about"),
        ("help", "How to play"),
    ):
        assert subject in subject_of(write(table, "Ann", text)[0])
    assert "a choice of Ann's until" in flat(text_of(write(table, "Pewterby", "choose 6-sea")[0]))
    assert open_codes(table) == []
    assert everything_public(news) == ""
    table.clock.forward(hours=1)
    batches.make_rounds(table.desk)
    code = code_in(table.news())
    (late,) = write(table, "Ann", f"choose {labels[0]}")
    assert "too late" in flat(text_of(late))
    assert filed(table).reason == "answers a choice too late"
    assert open_codes(table) == [code]


DEFENCE = (
    ("yes", "uses a crowbar up, if there is one; else as no"),
    ("no", "the attack succeeds without a die"),
)
ROOMS = (
    ("6", "room 6; Bob sleeps there and would die"),
    ("7", "room 7 (Missile Control); Cat is there"),
)


@pytest.mark.parametrize(
    ("offered", "text", "label"),
    [
        (ROOMS, "choose 6: room 6; Bob sleeps there and would die", "6"),
        (ROOMS, "Hello bot,\n\n  Choose 6: room 6; Bob SLEEPS\n      there and wou", "6"),
        (ROOMS, "choose 6: room 6; Bob sleeps there\n      and would die.\n\nThanks,\nAnn", "6"),
        (ROOMS, "choose 6: thank you!", "6"),
        (ROOMS, "choose 6: room 6, please", "6"),
        (ROOMS, "choose 6: 6", "6"),
        *[(ROOMS, f"choose 6: {behind}", None) for behind in DOUBTFUL],
        (ROOMS, "choose 6: room 6" + " " * 2_000, None),
        (DEFENCE, "choose yes: uses a crowbar up, if there is one; else as no", "yes"),
        (
            DEFENCE,
            "choose yes: uses a crowbar up, if there\n      is one; else as no\n\nAnn",
            "yes",
        ),
        (DEFENCE, "choose no: the attack succeeds", "no"),
        (DEFENCE, "Hello,\n\nchoose no:", "no"),
        (DEFENCE, "I do not defend myself.", "no"),
        (DEFENCE, "choose yes: else as no", None),
        (DEFENCE, "choose yes: if there is one", None),
        (DEFENCE, "choose no: the attack succeeds without a die\n\nNo, wait: yes!", None),
        (DEFENCE, "I do not understand.", None),
        (DEFENCE, "Okay, I will think about it until tomorrow", None),
    ],
)
def test_a_choice_is_answered_plainly_or_not_at_all(
    offered: tuple[tuple[str, str], ...], text: str, label: str | None
) -> None:
    assert read_answer(text, offered, ("Ann", "Bob")) == label


LABELLED = "choose {}: x"
HOSTILE = {
    "blank lines": LABELLED + ("\n" + " " * 12 + "words") * 400 + "\nend",
    "blanks alone": LABELLED + ("\n" + " " * 12) * 400 + "\nend",
    "short": LABELLED + ("\n" + " " * 12 + "w") * 14 + "\nend",
    "one line": "choose {}: " + " " * 50_000 + "x",
    "many choices": f"{LABELLED}\n" * 400,
    "no colon": "choose " * 2_000,
    "colons": "choose {}" + ":" * 50_000,
    "blanks first": " " * 50_000 + LABELLED,
}


def test_a_hostile_answer_is_done_with_in_time_and_the_next_mail_is_heard(tmp_path: Path) -> None:
    """A pattern that tries again from every blank would take hours."""
    table, question = asked(tmp_path)
    label, began = offered(question)[0], time.process_time()
    for text in HOSTILE.values():
        write(table, "Ann", text.replace("{}", label))
        assert filed(table).disposition == "read"
    table.clock.forward(hours=24)
    batches.make_rounds(table.desk)
    for text in HOSTILE.values():
        reply(table, open_codes(table)[-1], text.replace("{}", label))
        assert filed(table).disposition == "read"
    (told,) = write(table, "Bob", "help")
    assert "How to play" in subject_of(told)
    assert time.process_time() - began < 10


@pytest.mark.parametrize(
    "said", ["{0}-{1}", "the hatch between {0} and {1}", "the one to room {1}"]
)
def test_a_hatch_is_named_by_both_its_rooms_or_the_one_to_which_it_leads(
    tmp_path: Path, said: str
) -> None:
    table, news = jammed(tmp_path)
    labels = offered(text_of(only(news, "question")))
    leads = Counter(room for label in labels for room in label.split("-"))
    wanted = labels[-1]
    near, far = sorted(wanted.split("-"), key=lambda room: -leads[room])
    assert leads[far] == 1
    write(table, "Ann", f"I block {said.format(near, far)}")
    assert filed(table).reason == "answers a choice"
    assert [hatch_label(one.hatch) for one in jams(draft(table, open_codes(table)[-1]))] == [wanted]


SUBJECT = "Re: [Red November] Turn 1: a choice of yours"


def test_a_choice_on_the_list_counts_and_is_answered_privately(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    first, second = offered(question)[:2]
    for who in ("Bob", "Pewterby"):
        assert say(table, who, f"choose {first}") == ()
    assert "has no effect" in subject_of(only(say(table, "Ann"), "receipt"))  # a turn is a turn
    (again,) = say(table, "Ann", "choose 6-sea")
    assert again.posting.to == "ann@post.example"
    assert "a choice of yours, again" in subject_of(again)
    assert offered(text_of(again)) == offered(question)
    assert f"Answer this mail, to {table.desk.settings.bot.address} alone" in flat(text_of(again))
    news = say(table, "Ann", f"Choose {second}, please.\n\nAnn")
    assert kinds(news) == ["receipt", "draft"]
    assert filed(table).reason == "answers a choice on a list"
    assert second not in subject_of(news[0])
    assert f"Ann, your choice in turn 1 is taken: {second}." in flat(text_of(news[0]))
    (jam,) = jams(draft(table, code_in(news)))
    assert "-".join(map(str, jam.hatch)) == second
    assert everything_public(news) == ""
    (told,) = say(table, "Ann", f"choose {first}")
    assert told.posting.to == "ann@post.example"
    assert f"you have already chosen {second} in turn 1." in flat(text_of(told))
    text = "I choose to believe that we shall all come out of this boat alive, whatever comes."
    assert say(table, "Ann", text) == ()


def test_talk_about_a_candidate_on_the_list_chooses_nothing(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    label = offered(question)[0]
    for text in (f"Bob, do you think {label} is bad?", "I wonder what I will be asked."):
        assert say(table, "Ann", text) == ()
    assert kinds(say(table, "Ann", label)) == ["question"]
    for text in (
        "I choose the opposite of {}.",
        "I choose against {}.",
        "I choose what Bob says: {}",
        "I choose: Bob moves {}",
        "Choose {}, somebody said, and we drowned.",
        "{} is a bad hatch.",
        "Bob says {}.",
        "The bot offers {} to me.",
        "Everyone knows {} is worst.",
    ):
        say(table, "Ann", text.format(label), subject=SUBJECT)
        assert open_codes(table) == [], text
    assert position(table).pending == "Ann"
    table.clock.forward(hours=24)
    batches.make_rounds(table.desk)
    code = code_in(table.news())
    assert "too late" in flat(text_of(say(table, "Ann", f"choose {label}")[0]))
    assert open_codes(table) == [code]


@pytest.mark.parametrize("list_first", [True, False])
def test_an_answer_to_the_list_and_the_bot_is_heard_once(tmp_path: Path, list_first: bool) -> None:
    table, news = jammed(tmp_path, cards=2)
    text, both = f"choose {offered(text_of(only(news, 'question')))[0]}", "<both@post.example>"
    ways = (say, write) if list_first else (write, say)
    assert kinds(ways[0](table, "Ann", text, message_id=both)) == ["receipt", "question"]
    assert ways[1](table, "Ann", text, message_id=both) == ()
    assert filed(table).reason == "answers a choice, in a mail heard before"


SAME_ROOM_TWICE = b"s5"
"""The die names the same room for two blocked hatches, one behind the other."""


@pytest.mark.parametrize("on_list", [True, False])
def test_a_choice_that_they_own_answers_no_question_that_was_asked_since(
    tmp_path: Path, on_list: bool
) -> None:
    """They wrote it for the one before, which they have answered otherwise (7.1)."""
    table = begun(tmp_path, seed=SAME_ROOM_TWICE)
    arrange(table, deck=["blocked_hatch"] * 2, gnomes={"Ann": {"at": 1, "minutes": 40}})
    news = say(table, "Ann", "I fix the engine for 10 minutes.")
    guarded(table)
    label, other = offered(text_of(only(news, "question")))[:2]
    table.clock.forward(minutes=10)
    how = {"subject": "a choice of yours", "date": table.clock.at}
    if on_list:
        octets = results(FOREIGN) + list_mail("Ann", f"choose {label}\n", **how)
    else:
        octets = direct(BROKEN, f"choose {label}\n", **how)
    code = code_of_question(table.receive(octets))
    table.clock.forward(minutes=10)
    news = table.receive(direct(OF_ANN, f"choose {other}\n", **how | {"date": table.clock.at}))
    second = [one for one in news if "a choice of yours" in subject_of(one)]
    assert label in offered(text_of(second[0]))
    table.clock.forward(minutes=10)
    (again,) = reply(table, code, "yes", who="Ann")
    assert "Your mail came before you were asked this" in " ".join(text_of(again).split())
    assert filed(table).reason.endswith("because it came before they were asked, asked again")
    assert kinds(write(table, "Ann", f"choose {label}")) == ["receipt", "draft"]
