"""A choice that a resolution waits for: whom it asks, and what answers it (§13; rules.md 7.1)."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest

from rednov_bot.core.render.wording import when
from rednov_bot.games.red_november.reader.choices import read_answer
from rednov_bot.games.red_november.rules.events import HatchJammed
from rednov_bot.games.red_november.rules.words import hatch_label
from tests.builders import BOT, address_of, list_mail
from tests.workflow.forgeries import (
    BROKEN,
    FOREIGN,
    OF_ANN,
    code_of_question,
    direct,
    guarded,
    results,
)
from tests.workflow.play import (
    Postings,
    Table,
    begun,
    burning,
    but_reminders,
    code_in,
    everything_public,
    flat,
    kinds,
    missing,
    offered,
    only,
    opened,
    subject_of,
    text_of,
)

FLOOR = "+----------+----o-----+"
TURN = "I fix the engine for 10 minutes."
SUBJECT = "Re: [Red November] Turn 1: a choice of yours"


def jammed(folder: Path, cards: int = 1, **settings: bytes) -> tuple[Table, Postings]:
    """Ann's turn draws Blocked Hatch, and they are asked for a hatch; what was queued for it."""
    table = begun(folder, **settings)
    table.arrange(deck=["blocked_hatch"] * cards, gnomes={"Ann": {"at": 1, "minutes": 40}})
    return table, table.say("Ann", TURN)


def asked(folder: Path) -> tuple[Table, str]:
    """The same; the text of the question."""
    table, news = jammed(folder)
    return table, text_of(only(news, "question"))


def hatches(table: Table, code: str) -> list[tuple[str, str]]:
    """Which hatches a draft jams, and by whose choice."""
    events = table.draft(code).events
    return [(hatch_label(it.hatch), it.decider) for it in events if isinstance(it, HatchJammed)]


def test_the_question_tells_what_the_gnome_needs_to_know(tmp_path: Path) -> None:
    table = begun(tmp_path)
    gnomes = {"Ann": {"at": 1, "minutes": 40}}
    table.arrange(deck=["blocked_hatch"], rooms={1: "low"}, gnomes=gnomes)
    news = table.say("Ann", "I pump for 10 minutes.", message_id="<turn@post.example>")
    assert kinds(news) == ["receipt", "question"]
    question, receipt = only(news, "question"), flat(only(news, "receipt"))
    assert question.posting.to == address_of("Ann")
    assert opened(question)["In-Reply-To"] == "<turn@post.example>"
    told = text_of(question)
    (room,) = set.intersection(*({*label.split("-")} for label in offered(told)))
    due = f"Answer by {when(table.clock.at.replace(day=24))}"
    card = f"The card is Blocked Hatch and the die says {room}"
    private = ("keep it to yourself", "count too, but everybody reads them there")
    assert missing(told, card, FLOOR, due, *private) == []
    assert "~ low ~" not in told  # the sub as it is at the choice
    assert table.position().rooms[1] == "low"
    assert max(map(len, told.splitlines())) <= 72
    assert "Another mail asks you about it, and the resolution waits for your answer." in receipt
    assert "awaits its resolution" not in receipt
    table.clock.forward(hours=30)  # a night without the bot
    (label, *_) = offered(told)
    news = table.write("Ann", f"choose {label}")
    assert kinds(news) == ["receipt", "draft"]
    assert hatches(table, code_in(news)) == [(label, "gnome")]


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


def test_gnome_and_contestmaster_are_told_what_each_candidate_would_do(tmp_path: Path) -> None:
    table = burning(tmp_path)
    question = table.read(lambda it: it.outbox())[-1]
    table.clock.forward(hours=24)
    shown = only(table.rounds(), "draft")
    deadly = "choose 6: room 6; Bob sleeps there and would die"
    for one in (question, shown):
        found = (deadly, "choose 7: room 7 (Missile Control); Cat is there", "Fire Spreads", FLOOR)
        assert missing(one, *found) == []
    code = code_in((shown,))
    for behind in (*DOUBTFUL, "\n\nbut not if Bob objects", "\n\nNo, wait.", "\n\nchoose 7"):
        assert kinds(table.reply(code, f"choose 6: {behind}")) == ["desk"], behind
        assert table.open_codes() == [code]
    assert kinds(table.reply(code, f"{deadly}\n\nThank you!\nPewterby")) == ["draft"]


def test_each_further_question_has_a_day_of_its_own_within_44_hours(tmp_path: Path) -> None:
    table, news = jammed(tmp_path, cards=2)
    table.clock.forward(hours=23)
    label = offered(text_of(only(news, "question")))[0]
    assert kinds(table.write("Ann", f"choose {label}")) == ["receipt", "question"]
    table.clock.forward(hours=20, minutes=59)
    assert but_reminders(table.rounds()) == ()
    table.clock.forward(minutes=1)
    assert kinds(but_reminders(table.rounds())) == ["draft"]


def test_what_is_no_answer_brings_the_candidates_again_and_no_more_time(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    labels, due = offered(question), when(table.clock.at.replace(day=24))
    table.clock.forward(hours=23)
    lines = [one for one in question.splitlines() if one.startswith("  choose ")]
    long = "I would like to think about which of all these hatches I can spare for 5 minutes"
    news = table.write("Ann", long, subject=SUBJECT)
    for text in (
        "choose 6-sea",
        "hatch 9-10 please",
        "whatever you like",
        "9-10",
        "choose grog",
        f"{labels[0]} or {labels[1]}",
        "\n".join(lines[:2]),
    ):
        (again,) = table.write("Ann", text)
        news += (again,)
        assert (again.posting.kind, again.posting.to) == ("question", address_of("Ann"))
        assert offered(text_of(again)) == labels
        assert missing(again, flat(text), f"Answer by {due}") == []
        assert table.filed().reason == "no answer to a choice, asked again"
    for text, subject in (
        ("I take no action.", "Your turn, only checked"),
        ("coffee", "private list is noted"),
        ("I discard a grog.", "did not reach a public forum"),
        ("I use my toolbox and give something to Bob.", "A question about"),
        ("help", "How to play"),
    ):
        assert subject in subject_of(table.write("Ann", text)[0])
    table.write("Bob", f"choose {labels[0]}")
    assert "a choice of Ann's until" in flat(*table.write("Pewterby", f"choose {labels[0]}"))
    assert table.open_codes() == []
    assert everything_public(news) == ""
    table.clock.forward(minutes=59)
    assert but_reminders(table.rounds()) == ()
    table.clock.forward(minutes=1)
    code = code_in(but_reminders(table.rounds()))
    assert "too late" in flat(*table.write("Ann", f"choose {labels[0]}"))
    assert table.filed().reason == "answers a choice too late"
    assert table.open_codes() == [code]


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
HOSTILE = (
    LABELLED + ("\n" + " " * 12 + "words") * 400 + "\nend",
    LABELLED + ("\n" + " " * 12) * 400 + "\nend",
    LABELLED + ("\n" + " " * 12 + "w") * 14 + "\nend",
    "choose {}: " + " " * 50_000 + "x",
    f"{LABELLED}\n" * 400,
    "choose " * 2_000,
    "choose {}" + ":" * 50_000,
    " " * 50_000 + LABELLED,
)


def test_a_hostile_answer_is_done_with_in_time_and_the_next_mail_is_heard(tmp_path: Path) -> None:
    """A pattern that tries again from every blank would take hours."""
    table, question = asked(tmp_path)
    label, began = offered(question)[0], time.process_time()
    for text in HOSTILE:
        table.write("Ann", text.replace("{}", label))
        assert table.filed().disposition == "read"
    table.clock.forward(hours=24)
    table.rounds()
    for text in HOSTILE:
        table.reply(table.open_codes()[-1], text.replace("{}", label))
        assert table.filed().disposition == "read"
    assert "How to play" in subject_of(*table.write("Bob", "help"))
    assert time.process_time() - began < 10


@pytest.mark.parametrize(
    "said", ["{0}-{1}", "the hatch between {0} and {1}", "the one to room {1}"]
)
def test_a_hatch_is_named_by_both_its_rooms_or_the_one_to_which_it_leads(
    tmp_path: Path, said: str
) -> None:
    table, question = asked(tmp_path)
    labels = offered(question)
    leads = Counter(room for label in labels for room in label.split("-"))
    near, far = sorted(labels[-1].split("-"), key=lambda room: -leads[room])
    assert leads[far] == 1
    news = table.write("Ann", f"I block {said.format(near, far)}")
    assert table.filed().reason == "answers a choice"
    assert hatches(table, code_in(news)) == [(labels[-1], "gnome")]


def test_a_choice_on_the_list_counts_and_is_answered_privately(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    first, second = offered(question)[:2]
    for who in ("Bob", "Pewterby"):
        assert table.say(who, f"choose {first}") == ()
    assert "has no effect" in subject_of(only(table.say("Ann"), "receipt"))  # a turn is a turn
    (again,) = table.say("Ann", "choose 6-sea")
    assert again.posting.to == address_of("Ann")
    assert "a choice of yours, again" in subject_of(again)
    assert offered(text_of(again)) == offered(question)
    assert f"Answer this mail, to {BOT} alone" in flat(again)
    news = table.say("Ann", f"Choose {second}, please.\n\nAnn")
    assert kinds(news) == ["receipt", "draft"]
    assert table.filed().reason == "answers a choice on a list"
    assert second not in subject_of(news[0])
    assert f"Ann, your choice in turn 1 is taken: {second}." in flat(news[0])
    assert hatches(table, code_in(news)) == [(second, "gnome")]
    assert everything_public(news) == ""
    (told,) = table.say("Ann", f"choose {first}")
    assert told.posting.to == address_of("Ann")
    assert f"you have already chosen {second} in turn 1." in flat(told)
    text = "I choose to believe that we shall all come out of this boat alive, whatever comes."
    assert table.say("Ann", text) == ()


def test_talk_about_a_candidate_on_the_list_chooses_nothing(tmp_path: Path) -> None:
    table, question = asked(tmp_path)
    label = offered(question)[0]
    for text in (f"Bob, do you think {label} is bad?", "I wonder what I will be asked."):
        assert table.say("Ann", text) == ()
    assert kinds(table.say("Ann", label)) == ["question"]
    for text in (
        "I choose the opposite of {}.",
        "I choose what Bob says: {}",
        "Choose {}, somebody said, and we drowned.",
        "{} is a bad hatch.",
        "The bot offers {} to me.",
        "Everyone knows {} is worst.",
    ):
        table.say("Ann", text.format(label), subject=SUBJECT)
        assert table.open_codes() == [], text
    assert table.position().pending == "Ann"
    table.clock.forward(hours=24)
    code = code_in(table.rounds())
    assert "too late" in flat(*table.say("Ann", f"choose {label}"))
    assert table.open_codes() == [code]


@pytest.mark.parametrize("list_first", [True, False])
def test_an_answer_to_the_list_and_the_bot_is_heard_once(tmp_path: Path, list_first: bool) -> None:
    table, news = jammed(tmp_path, cards=2)
    text, both = f"choose {offered(text_of(only(news, 'question')))[0]}", "<both@post.example>"
    ways = [table.say, table.write] if list_first else [table.write, table.say]
    assert kinds(ways[0]("Ann", text, message_id=both)) == ["receipt", "question"]
    assert ways[1]("Ann", text, message_id=both) == ()
    assert table.filed().reason == "answers a choice, in a mail heard before"


@pytest.mark.parametrize("on_list", [True, False])
def test_a_choice_that_they_own_answers_no_question_that_was_asked_since(
    tmp_path: Path, on_list: bool
) -> None:
    """They wrote it for the one before, which they have answered otherwise (7.1)."""
    table, news = jammed(tmp_path, cards=2, seed=b"s5")  # the die names the same room twice
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
    (second,) = [one for one in news if "a choice of yours" in subject_of(one)]
    assert label in offered(text_of(second))
    table.clock.forward(minutes=10)
    (again,) = table.reply(code, "yes", who="Ann")
    assert "Your mail came before you were asked this" in flat(again)
    assert table.filed().reason.endswith("because it came before they were asked, asked again")
    assert kinds(table.write("Ann", f"choose {label}")) == ["receipt", "draft"]
