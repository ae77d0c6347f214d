"""People answer what the bot answers them: nothing that they quote acts, and each gets its due.

`RETELL=1 pytest tests/desk/test_replies_to_answers.py` writes the mails in replies.mbox anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from rednov_bot.engine.gamestate import Limit
from tests.builders import DISCUSSION, Table, list_mail
from tests.desk import clients, play
from tests.desk.clients import Client, answering
from tests.desk.play import (
    NO_TURN,
    Postings,
    arrange,
    begun,
    code_in,
    filed,
    numbered,
    only,
    opened,
    reply,
    say,
    subject_of,
    text_of,
    write,
)
from tests.desk.test_choices import jammed, offered
from tests.mailfiles import in_lines, in_mbox, keep, sent

REPLIES = Path(__file__).with_name("replies.mbox")
PLAN = "I open 5-8, go in and draw 1 item."
SILENT = "announces nothing, in answer to a mail of the bot's"


Scene = Callable[[Path], tuple[Table, Postings]]


def receipt(folder: Path) -> tuple[Table, Postings]:
    table = begun(folder)
    return table, say(table, "Ann", PLAN)


def question(folder: Path) -> tuple[Table, Postings]:
    table = begun(folder)
    return table, say(table, "Ann", "I open 5-8, go in and draw items.")


def void(folder: Path) -> tuple[Table, Postings]:
    table = begun(folder)
    return table, say(table, "Ann", f"I use my toolbox. {PLAN}")


def noted(folder: Path) -> tuple[Table, Postings]:
    table = begun(folder)
    arrange(table, hands={"Ann": ("grog", "grog")}, limits={"Ann": Limit(1)})
    return table, say(table, "Ann", "I discard a grog.")


def joined(folder: Path) -> tuple[Table, Postings]:
    table = begun(folder)
    return table, say(table, "Fay", "I join Red November.")


def misdirected(folder: Path) -> tuple[Table, Postings]:
    table = begun(folder)
    return table, say(table, "Ann", PLAN, forum=DISCUSSION)


def rehearsal(folder: Path) -> tuple[Table, Postings]:
    table = begun(folder)
    return table, write(table, "Ann", PLAN)


def helped(folder: Path) -> tuple[Table, Postings]:
    table = begun(folder)
    return table, write(table, "Ann", "help")


def hand(folder: Path) -> tuple[Table, Postings]:
    table = begun(folder)
    arrange(table, hands={"Ann": ("grog", "coffee")})
    return table, write(table, "Ann", "hand")


def several(folder: Path) -> tuple[Table, Postings]:
    table = begun(folder)
    news = say(table, "Ann", f"I join Red November.\n\nMy turn: {PLAN}")
    return table, (only(news, "receipt"),)


def choice(folder: Path) -> tuple[Table, Postings]:
    table, news = jammed(folder)
    return table, (only(news, "question"),)


def choice_again(folder: Path) -> tuple[Table, Postings]:
    table, _ = jammed(folder)
    return table, write(table, "Ann", "choose 1-99")


def choice_taken(folder: Path) -> tuple[Table, Postings]:
    table, news = jammed(folder)
    label = offered(text_of(only(news, "question")))[0]
    return table, write(table, "Ann", f"choose {label}")


def way_free(folder: Path) -> tuple[Table, Postings]:
    table = begun(folder)
    code = code_in(say(table, "Bob"))
    say(table, "Ann", PLAN)
    return table, reply(table, code, "approve")[-1:]


def stranger(folder: Path) -> tuple[Table, Postings]:
    table = begun(folder)
    return table, write(table, "Zed", PLAN, address="zed@far.example")


def draft(folder: Path) -> tuple[Table, Postings]:
    table, news = receipt(folder)
    return table, (only(news, "draft"),)


def acknowledgement(folder: Path) -> tuple[Table, Postings]:
    table, news = receipt(folder)
    return table, reply(table, code_in(news), "reject because of the die")


def unclear_reply(folder: Path) -> tuple[Table, Postings]:
    table, news = receipt(folder)
    return table, reply(table, code_in(news), "hmm, let me see")


@dataclass(frozen=True)
class Case:
    """Somebody answers a mail in eir program, and what the bot does with it."""

    scene: Scene
    client: Client
    said: str
    filed: str  # what the file of mails says of it, or how that begins
    told: tuple[str, ...] = ()  # the beginnings of the subjects that follow, without tags
    by: str = "Ann"
    to_list: bool = False
    subject: str = ""
    moves: bool = False  # whether the game may move on
    address: str = ""


AWAY = "I am out of the office until Monday and read no mail.\nI open the hatch to room 8."
CASES = {
    "receipt-gmail-thanks": Case(receipt, clients.gmail, "Thanks!", SILENT),
    "receipt-outlook-thanks": Case(receipt, clients.outlook, "Thanks, got it.", SILENT),
    "receipt-thunderbird-below": Case(receipt, clients.thunderbird, "Well read, bot.", SILENT),
    "receipt-gmail-to-the-list": Case(
        receipt, clients.gmail, "Look what it made of my turn!", "announces nothing", to_list=True
    ),
    "receipt-outlook-to-the-list": Case(
        receipt, clients.outlook, "Look what it made of it!", "announces nothing", to_list=True
    ),
    "receipt-vacation": Case(
        receipt,
        clients.outlook,
        AWAY,
        "A machine wrote it",
        subject="Automatic reply: [Red November] Turn 1 is taken",
    ),
    "question-thunderbird-corrected": Case(
        question,
        clients.thunderbird,
        "I open 5-8, go in and draw 2 items.",
        "answers what was asked about mail 2, which so announces a turn",
        ("Turn 1 is taken", "Turn 1: Ann"),
        moves=True,
    ),
    "question-gmail-corrected": Case(
        question,
        clients.gmail,
        "I open 5-8, go in and draw 2 items.",
        "answers what was asked about mail 2, which so announces a turn",
        ("Turn 1 is taken", "Turn 1: Ann"),
        moves=True,
    ),
    "question-phone-to-the-list": Case(
        question,
        clients.phone,
        "I open 5-8, go in and draw 2 items.",
        "answers what was asked about mail 2, which so announces a turn",
        ("Turn 1 is taken", "Turn 1: Ann"),
        to_list=True,
        moves=True,
    ),
    "void-apple-complains": Case(void, clients.apple, "But that is unfair!", SILENT),
    "void-outlook-complains": Case(void, clients.outlook, "What a pity.", SILENT),
    "noted-phone-thumbs": Case(noted, clients.phone, "👍", SILENT),
    "noted-gmail-to-the-list": Case(
        noted, clients.gmail, "One tile less to carry.", "announces nothing", to_list=True
    ),
    "joined-apple-hello": Case(joined, clients.apple, "Hooray!", SILENT, by="Fay"),
    "misdirected-outlook-oops": Case(misdirected, clients.outlook, "Oops, sorry.", SILENT),
    "misdirected-gmail-sent-again": Case(
        misdirected,
        clients.gmail,
        PLAN,
        "announces a turn",
        ("Turn 1 is taken", "Turn 1: Ann"),
        to_list=True,
        moves=True,
    ),
    "misdirected-thunderbird-pointing-at-it": Case(
        misdirected, clients.thunderbird, "Here it is.", "announces nothing", to_list=True
    ),
    "rehearsal-gmail-thanks": Case(rehearsal, clients.gmail, "Thank you, bot.", SILENT),
    "rehearsal-outlook-pleased": Case(rehearsal, clients.outlook, "Splendid.", SILENT),
    "rehearsal-apple-to-the-list": Case(
        rehearsal, clients.apple, "What do you all say to this?", "announces nothing", to_list=True
    ),
    "rehearsal-outlook-to-the-list": Case(
        rehearsal,
        clients.outlook,
        "What do you all say to this?",
        "announces nothing",
        to_list=True,
    ),
    "help-outlook-thanks": Case(helped, clients.outlook, "Very kind.", SILENT),
    "help-gmail-thanks": Case(helped, clients.gmail, "Very kind.", SILENT),
    "help-phone-a-rehearsal": Case(
        helped, clients.phone, PLAN, "a rehearsal", ("Your turn, only checked",)
    ),
    "hand-gmail-thanks": Case(hand, clients.gmail, "Cheers.", SILENT),
    "hand-outlook-thanks": Case(hand, clients.outlook, "Cheers.", SILENT),
    "several-apple-thanks": Case(several, clients.apple, "All clear, thanks.", SILENT),
    "choice-phone-chosen": Case(
        choice,
        clients.phone,
        "choose {first}",
        "answers a choice",
        ("Turn 1: your choice is taken", "Turn 1: Ann"),
        moves=True,
    ),
    "choice-outlook-chosen": Case(
        choice,
        clients.outlook,
        "choose {first}",
        "answers a choice",
        ("Turn 1: your choice is taken", "Turn 1: Ann"),
        moves=True,
    ),
    "choice-gmail-asks-back": Case(
        choice,
        clients.gmail,
        "Which one would you take?",
        "no answer to a choice, asked again",
        ("Turn 1: a choice of yours, again",),
    ),
    "choice-vacation": Case(
        choice, clients.apple, AWAY, "A machine wrote it", subject="Out of office"
    ),
    "choice-again-thunderbird-chosen": Case(
        choice_again,
        clients.thunderbird,
        "choose {first}",
        "answers a choice",
        ("Turn 1: your choice is taken", "Turn 1: Ann"),
        moves=True,
    ),
    "choice-taken-gmail-thanks": Case(choice_taken, clients.gmail, "Ta!", SILENT),
    "choice-taken-outlook-thanks": Case(choice_taken, clients.outlook, "Ta!", SILENT),
    "way-free-gmail-tried": Case(
        way_free, clients.gmail, NO_TURN, "a rehearsal", ("Your turn, only checked",)
    ),
    "way-free-outlook-thanks": Case(way_free, clients.outlook, "Thanks for the word.", SILENT),
    "way-free-apple-announced": Case(
        way_free,
        clients.apple,
        PLAN,
        "announces a turn",
        ("Turn 2 is taken", "Turn 2: Ann"),
        to_list=True,
        moves=True,
    ),
    "way-free-thunderbird-to-the-list": Case(
        way_free, clients.thunderbird, "Now then.", "announces nothing", to_list=True
    ),
    "stranger-outlook-who": Case(
        stranger,
        clients.outlook,
        "I am Ann.",
        "Somebody who is not on the roster",
        by="Zed",
        address="zed@far.example",
    ),
    "draft-gmail-approve": Case(
        draft,
        clients.gmail,
        "approve",
        "the contestmaster answers a draft",
        ("For you alone", "Turn 1"),
        by=play.MASTER,
        moves=True,
    ),
    "draft-outlook-approve": Case(
        draft,
        clients.outlook,
        "approve, thanks",
        "the contestmaster answers a draft",
        ("For you alone", "Turn 1"),
        by=play.MASTER,
        moves=True,
    ),
    "draft-thunderbird-approve-below": Case(
        draft,
        clients.thunderbird,
        "approve",
        "the contestmaster answers a draft",
        ("For you alone", "Turn 1"),
        by=play.MASTER,
        moves=True,
    ),
    "draft-apple-ponders": Case(
        draft,
        clients.apple,
        "I shall look at it tonight.",
        "the contestmaster answers a draft",
        ("your reply was not understood",),
        by=play.MASTER,
    ),
    "draft-vacation": Case(
        draft,
        clients.outlook,
        AWAY,
        "A machine wrote it",
        by=play.MASTER,
        subject="Abwesenheitsnotiz: Red November",
    ),
    "acknowledgement-gmail-thanks": Case(
        acknowledgement,
        clients.gmail,
        "Thanks!",
        "the contestmaster has nothing to add to a draft",
        by=play.MASTER,
    ),
    "unclear-reply-apple-approve": Case(
        unclear_reply,
        clients.apple,
        "approve",
        "the contestmaster answers a draft",
        ("For you alone", "Turn 1"),
        by=play.MASTER,
        moves=True,
    ),
}


SCENES = sorted({case.scene.__name__ for case in CASES.values()})


def without_tag(subject: str) -> str:
    return subject.partition("]")[2].strip()


@pytest.mark.parametrize("name", CASES)
def test_an_answer_to_an_answer_gets_its_due(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    table, news = case.scene(tmp_path)
    before = numbered(table)
    first = [*offered(text_of(news[0])), ""][0]
    octets = answering(
        news[0],
        case.said.replace("{first}", first),
        case.client,
        by=case.by,
        at=table.clock.at,
        to_list=case.to_list,
        subject=case.subject,
        address=case.address,
    )
    if os.environ.get("RETELL"):
        told_now = {**in_mbox(REPLIES), name: in_lines(octets)}
        keep(REPLIES, {one: told_now[one] for one in sorted(CASES) if one in told_now})
    assert octets == sent(in_mbox(REPLIES)[name])

    told = table.receive(octets)

    assert filed(table).reason.startswith(case.filed)
    assert len(told) == len(case.told)
    for one, beginning in zip(told, case.told, strict=True):
        assert without_tag(subject_of(one)).startswith(beginning)
    assert case.moves or numbered(table) == before


def test_no_reply_is_left_over() -> None:
    assert set(in_mbox(REPLIES)) == set(CASES)


@pytest.mark.parametrize("name", SCENES)
def test_every_answer_is_marked_and_threaded_and_goes_to_one_person(
    tmp_path: Path, name: str
) -> None:
    scene: Scene = globals()[name]
    _, news = scene(tmp_path)
    mail = opened(news[0])
    assert len(mail["To"].addresses) == 1
    assert mail["Cc"] is None
    if name in ("draft", "choice"):  # these begin a matter of their own
        assert mail["Auto-Submitted"] == "auto-generated" or name == "choice"
        return
    assert mail["Auto-Submitted"] == "auto-replied"
    assert mail["In-Reply-To"]
    assert mail["References"].split()[-1] == mail["In-Reply-To"]


def test_an_answer_names_the_whole_thread(tmp_path: Path) -> None:
    table = begun(tmp_path)
    more = b"\r\nReferences: <1@x.example>\r\n <2@x.example>\r\nMessage-ID:"
    octets = list_mail("Ann", PLAN, message_id="<3@x.example>")
    mail = opened(table.receive(octets.replace(b"\r\nMessage-ID:", more))[0])
    assert mail["References"].split() == ["<1@x.example>", "<2@x.example>", "<3@x.example>"]


def test_where_a_mail_names_no_thread_what_it_answers_stands_for_it(tmp_path: Path) -> None:
    """RFC 5322, 3.6.4: In-Reply-To with one id takes the place of missing References."""
    table = begun(tmp_path)
    more = b"\r\nIn-Reply-To: <2@x.example>\r\nMessage-ID:"
    octets = list_mail("Ann", PLAN, message_id="<3@x.example>")
    mail = opened(table.receive(octets.replace(b"\r\nMessage-ID:", more))[0])
    assert mail["References"].split() == ["<2@x.example>", "<3@x.example>"]
    assert mail["In-Reply-To"] == "<3@x.example>"


CLIENTS = (clients.gmail, clients.outlook, clients.thunderbird, clients.apple, clients.phone)
HEARD = ("announces a", "a rehearsal", "a question", "answers a choice", "an announcement")
"""How the file begins of a mail that said something in the game."""


@pytest.mark.parametrize("to_list", [False, True], ids=["to the bot", "to the list"])
@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.__name__)
@pytest.mark.parametrize("scene", SCENES)
def test_nothing_in_a_quoted_answer_acts(
    tmp_path: Path, scene: str, client: Client, to_list: bool
) -> None:
    table, news = globals()[scene](tmp_path)
    before = numbered(table)
    by = str(opened(news[0])["To"].addresses[0].addr_spec).partition("@")[0].title()
    for said in ("Lovely weather today.", "TTttPF"):
        octets = answering(news[0], said, client, by=by, at=table.clock.at, to_list=to_list)
        told = table.receive(octets.replace(b".answers@", b".%d@" % len(said)))
        asked = said == "TTttPF" and filed(table).reason == "a question was sent"
        assert asked or not filed(table).reason.startswith(HEARD)
        shown_anew = [one for one in told if one.posting.kind == "draft"]
        is_protest = scene in ("receipt", "several") and not to_list
        assert len(shown_anew) == is_protest
        assert to_list <= (len(told) == len(shown_anew)) or asked
        assert numbered(table) == before
