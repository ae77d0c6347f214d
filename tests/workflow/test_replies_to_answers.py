"""People answer what the bot answers them: nothing that they quote acts, and each gets its due."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from rednov_bot.games.red_november.rules.gamestate import Limit
from tests.builders import DISCUSSION, list_mail
from tests.rigs.scale import some
from tests.workflow import clients, play
from tests.workflow.clients import Client, answering
from tests.workflow.play import (
    NO_TURN,
    Postings,
    Table,
    code_in,
    flat,
    offered,
    only,
    opened,
    subject_of,
    text_of,
)

PLAN = "I open 5-8, go in and draw 1 item."
SILENT = "announces nothing, in answer to a mail of the bot's"


def noted(table: Table) -> Postings:
    table.arrange(hands={"Ann": ("grog", "grog")}, limits={"Ann": Limit(1)})
    return table.say("Ann", "I discard a grog.")


def hand(table: Table) -> Postings:
    table.arrange(hands={"Ann": ("grog", "coffee")})
    return table.write("Ann", "hand")


def choice(table: Table) -> Postings:
    """Ann is asked for a hatch."""
    table.arrange(deck=["blocked_hatch"], gnomes={"Ann": {"at": 1, "minutes": 40}})
    return (only(table.say("Ann", "I fix the engine for 10 minutes."), "question"),)


def choice_again(table: Table) -> Postings:
    choice(table)
    return table.write("Ann", "choose 1-99")


def choice_taken(table: Table) -> Postings:
    return table.write("Ann", f"choose {offered(text_of(choice(table)[0]))[0]}")


def way_free(table: Table) -> Postings:
    code = code_in(table.say("Bob"))
    table.say("Ann", PLAN)
    return table.reply(code, "approve")[-1:]


def replied(table: Table, text: str) -> Postings:
    """The contestmaster's word about a draft."""
    return table.reply(code_in(table.say("Ann", PLAN)), text)


SCENES: dict[str, Callable[[Table], Postings]] = {
    "receipt": lambda table: table.say("Ann", PLAN),
    "question": lambda table: table.say("Ann", "I open 5-8, go in and draw items."),
    "void": lambda table: table.say("Ann", f"I use my toolbox. {PLAN}"),
    "noted": noted,
    "joined": lambda table: table.say("Fay", "I join Red November."),
    "misdirected": lambda table: table.say("Ann", PLAN, forum=DISCUSSION),
    "rehearsal": lambda table: table.write("Ann", PLAN),
    "help": lambda table: table.write("Ann", "help"),
    "hand": hand,
    "several": lambda table: (
        only(table.say("Ann", f"I join Red November.\n\n{PLAN}"), "receipt"),
    ),
    "choice": choice,
    "choice again": choice_again,
    "choice taken": choice_taken,
    "way free": way_free,
    "stranger": lambda table: table.write("Zed", PLAN, address="zed@far.example"),
    "draft": lambda table: (only(table.say("Ann", PLAN), "draft"),),
    "acknowledgement": lambda table: replied(table, "reject because of the die"),
    "unclear reply": lambda table: replied(table, "hmm, let me see"),
}
"""What the bot mails to somebody, first of what a scene gives."""


class Case(NamedTuple):
    """Somebody answers a mail in their program, and what the bot does with it."""

    client: Client
    said: str
    filed: str  # what the file of mails says of it, or how that begins
    told: tuple[str, ...] = ()  # the beginnings of the subjects that follow, without tags
    by: str = "Ann"
    to_list: bool = False
    subject: str = ""
    moves: bool = False  # whether the game may move on
    address: str = ""
    words: str = ""  # of what follows


AWAY = "I am out of the office until Monday and read no mail.\nI open the hatch to room 8."
MACHINE = "A machine wrote it"
DRAWS_TWO = "I open 5-8, go in and draw 2 items."
ASKED_AGAIN = "Turn 1: a choice of yours, again"
NO_COMMAND = "NOT DONE. It is not understood: it begins with no command."
TALK = "announces nothing"
CORRECTED = "answers what was asked about mail 2, which so announces a turn"
TAKEN = ("Turn 1 is taken", "Turn 1: Ann")
CHOSEN = ("Turn 1: your choice is taken", "Turn 1: Ann")
DECIDES = "the contestmaster answers a draft"
RESOLVED = ("For you alone", "Turn 1")
_gmail, _outlook, _thunderbird = clients.gmail, clients.outlook, clients.thunderbird
_apple, _phone, _by = clients.apple, clients.phone, play.MASTER
CASES: dict[str, Case] = {
    "receipt": Case(_outlook, AWAY, MACHINE, subject="Automatic reply: Turn 1 is taken"),
    "receipt to the list": Case(_gmail, "Look what it made of my turn!", TALK, to_list=True),
    "question": Case(_phone, DRAWS_TWO, CORRECTED, TAKEN, to_list=True, moves=True),
    "void": Case(_apple, "But that is unfair!", SILENT),
    "noted": Case(_phone, "👍", SILENT),
    "joined": Case(_apple, "Hooray!", SILENT, by="Fay"),
    "misdirected": Case(_outlook, "Oops, sorry.", SILENT),
    "misdirected, sent again": Case(
        _gmail, PLAN, "announces a turn", TAKEN, to_list=True, moves=True
    ),
    "rehearsal to the list": Case(_outlook, "What do you all say to this?", TALK, to_list=True),
    "help": Case(_phone, PLAN, "a rehearsal", ("Your turn, only checked",)),
    "hand": Case(_gmail, "Cheers.", SILENT),
    "several": Case(_apple, "All clear, thanks.", SILENT),
    "choice": Case(_phone, "choose {first}", "answers a choice", CHOSEN, moves=True),
    "choice, asked back": Case(
        _gmail, "Which one would you take?", "no answer to a choice, asked again", (ASKED_AGAIN,)
    ),
    "choice again": Case(_thunderbird, "choose {first}", "answers a choice", CHOSEN, moves=True),
    "choice taken": Case(_gmail, "Ta!", SILENT),
    "way free": Case(_gmail, NO_TURN, "a rehearsal", ("Your turn, only checked",)),
    "way free to the list": Case(
        _apple, PLAN, "announces a turn", ("Turn 2 is taken", "Turn 2"), to_list=True, moves=True
    ),
    "stranger": Case(
        _outlook, "I am Ann.", "Somebody who is not", by="Zed", address="zed@far.example"
    ),
    "draft": Case(_outlook, "approve, thanks", DECIDES, RESOLVED, _by, moves=True),
    "draft, pondered": Case(
        _apple, "I shall look at it tonight.", DECIDES, ("not done",), _by, words=NO_COMMAND
    ),
    "draft, away": Case(_outlook, AWAY, MACHINE, by=_by, subject="Abwesenheitsnotiz: Red"),
    "acknowledgement": Case(
        _gmail, "Thanks!", "the contestmaster has nothing to add to a draft", by=_by
    ),
    "unclear reply": Case(_apple, "approve", DECIDES, RESOLVED, _by, moves=True),
}
"""By the scene, and what is otherwise than in another case of it."""


def without_tag(subject: str) -> str:
    return subject.partition("]")[2].strip()


@pytest.mark.parametrize("name", CASES)
def test_an_answer_to_an_answer_gets_its_due(table: Table, name: str) -> None:
    case, scene = CASES[name], name.partition(" to the ")[0].partition(",")[0]
    news = SCENES[scene](table)
    before = table.numbered()
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
    told = table.receive(octets)

    assert table.filed().reason.startswith(case.filed)
    assert len(told) == len(case.told)
    for one, beginning in zip(told, case.told, strict=True):
        assert without_tag(subject_of(one)).startswith(beginning)
    assert case.words in flat(*told)
    assert case.moves or table.numbered() == before


@pytest.mark.parametrize(
    ("more", "thread"),
    [
        (b"References: <1@x.example>\r\n <2@x.example>", ["<1@x.example>", "<2@x.example>"]),
        (b"In-Reply-To: <2@x.example>", ["<2@x.example>"]),
    ],
)
def test_an_answer_names_the_whole_thread(table: Table, more: bytes, thread: list[str]) -> None:
    """RFC 5322, 3.6.4: In-Reply-To with one id takes the place of missing References."""
    octets = list_mail("Ann", PLAN, message_id="<3@x.example>")
    octets = octets.replace(b"\r\nMessage-ID:", b"\r\n" + more + b"\r\nMessage-ID:")
    mail = opened(table.receive(octets)[0])
    assert mail["References"].split() == [*thread, "<3@x.example>"]
    assert mail["In-Reply-To"] == "<3@x.example>"


CLIENTS = (clients.gmail, clients.outlook, clients.thunderbird, clients.apple, clients.phone)
HEARD = ("announces a", "a rehearsal", "a question", "answers a choice", "an announcement")
"""How the file begins of a mail that said something in the game."""


@pytest.mark.parametrize("to_list", [False, True], ids=["to the bot", "to the list"])
@pytest.mark.parametrize("scene", SCENES)
def test_nothing_in_a_quoted_answer_acts(table: Table, scene: str, to_list: bool) -> None:
    news = SCENES[scene](table)
    before = table.numbered()
    by = str(opened(news[0])["To"].addresses[0].addr_spec).partition("@")[0].title()
    shown_anew = 0
    for number, client in enumerate(some(CLIENTS, 4, [*SCENES].index(scene))):
        for said in ("Lovely weather today.", "TTttPF"):
            octets = answering(news[0], said, client, by=by, at=table.clock.at, to_list=to_list)
            name = b".%d.%d@" % (number, len(said))
            told = table.receive(octets.replace(b".answers@", name))
            asked = said == "TTttPF" and table.filed().reason == "a question was sent"
            assert asked or not table.filed().reason.startswith(HEARD), (client, said)
            drafts = [one for one in told if one.posting.kind == "draft"]
            shown_anew += len(drafts)
            assert not to_list or asked or len(told) == len(drafts), (client, said)
            assert table.numbered() == before
    is_protest = scene in ("receipt", "several") and not to_list
    assert (shown_anew > 0) == is_protest
