"""Several commands in one mail, what ends their reading, and what makes them doubtful."""

from __future__ import annotations

import time

import pytest

from rednov_bot.core.workflow.commands import (
    AddAxis,
    Again,
    Amend,
    Approve,
    Choose,
    Command,
    Hold,
    Kill,
    Pause,
    Pot,
    Precedent,
    Reject,
    Release,
    Replaced,
    Report,
    Show,
    ThatIsAll,
)
from rednov_bot.core.workflow.commands.reading import commands
from rednov_bot.core.workflow.commands.replies import read_reply
from tests.mail.test_commands import DECISIONS, NAMES, K, L, lines, message

TOGETHER: dict[str, list[Command | None]] = {
    f"approve {K}\napprove {L}\nstatus": [Approve(code=K), Approve(code=L), Show("status")],
    f"approve {K}\n\nreject {L} because of the die\nand the card\n\nduties please\n": [
        Approve(code=K),
        Reject(code=L, why="the die\nand the card"),
        Show("duties"),
    ],
    "Dear bot,\n\nplease approve\npause reminders until Friday\n\nBest,\nPewterby": [
        Approve(code=K),
        Pause(until="until Friday"),
    ],
    "reject because the fire is in 5\nstatus": [
        Reject(code=K, why="the fire is in 5"),
        Show("status"),
    ],
    "reject because the status is wrong\nand the idle gnome sleeps\nidle": [
        Reject(code=K, why="the status is wrong\nand the idle gnome sleeps"),
        Show("idle"),
    ],
    "reject\nagain": [Reject(code=K, why=""), Again(code=K)],
    "release\napprove": [Release(code=K), Approve(code=K)],
    f"choose 5-6\nchoose {L} 7: room 7; Bob is\n  there\nhelp": [
        Choose(code=K, value="5-6"),
        Choose(code=L, value="7", behind=": room 7; Bob is\n  there"),
        Show("help"),
    ],
    "amend\nThe fire burns.\napprove\nend\nstatus": [
        Amend(code=K, text="The fire burns.\napprove"),
        Show("status"),
    ],
    f'amend "a" to "b"\nreplace "c" by "d"\nhold {L}': [
        Amend(code=K, changes=(Replaced("a", "b"), Replaced("c", "d"))),
        Hold(code=L),
    ],
    "ruling: sleepers trade\nas long as they sleep\n\nkill Ann": [
        Precedent("sleepers trade\nas long as they sleep"),
        Kill("Ann"),
    ],
    "status\nquit\nThe rest is\nnot for you\nkill Ann\nand so on\nand on": [
        Show("status"),
        ThatIsAll(),
    ],
    "status\nthanks\n\nWe had a fine day here.": [Show("status"), ThatIsAll()],
    "status\n--\nPewterby the Great": [Show("status"), ThatIsAll()],
    "status\nstop\nkill Ann": [Show("status"), ThatIsAll()],
    "approve\nquit\nbut what a day": [Approve(code=K), ThatIsAll()],
    "report position\nreport story": [Report(which="position"), Report(which="story")],
    "status\nwhat a day\nhelp": [Show("status"), None, Show("help")],
    # what one line says of a draft, another may not contradict
    "approve\nreject": [None, None],
    "approve\nhold": [None, None],
    "hold\napprove": [None, None],
    'approve\namend "a" to "b"': [None, None],
    f"approve {L}\nreject {L} because of it": [None, None],
    f"approve {L}\napprove {L} if Ann agrees": [None, None],
    f"approve {L}\napprove {K} if Ann agrees": [Approve(code=L), None],
    "approve\napprove": [Approve(code=K), Approve(code=K)],
    "choose 5-6\nchoose 5-7": [None, None],
    # what is no command may limit what stands below or above it
    "Ann asks me to\napprove": [None, None],
    "I would never\nkill Ann": [None, None],
    "statsu\napprove": [None, None],
    "approve\nstatsu": [None],
    "kill Ann\nor rather not": [None],
    "pot 10\nas soon as the law allows it": [None],
    "What a day.\nstatus": [None, Show("status")],
    f"kill Zed\napprove {L}": [None, Approve(code=L)],
    # what is not understood may take back what stands above it, however far below
    "approve\nstatus\nNo, wait, that is wrong": [None, Show("status"), None],
    f"reject {L}\nchoose {K} 5-6\nstatus\nduties\nwhat a day": [
        *(None, None, Show("status"), Show("duties"), None),
    ],
    f"approve {L}\npot 10\nNo, wait, that is wrong": [None, None],
    f"approve {L}\napprove {K}\nNo, wait, both are wrong": [None, None],
    f"approve {L}\nstatus\nhold it, no": [None, Show("status"), None],
    f"approve {L}\nstatus\nrewind that, please": [None, Show("status"), None],
    "add axis Z\nstatus\nwhat a day": [AddAxis("Z"), Show("status"), None],
    f"approve {L}\nstatus\nwhat a day\napprove {K}": [None, Show("status"), None, None],
    "approve\nstatus\nthanks\nNo, wait, that is wrong": [None, Show("status"), None],
    "approve\nstatus\n--\nPewterby the Great": [Approve(code=K), Show("status"), ThatIsAll()],
    "approve\nstatus\nThanks!": [Approve(code=K), Show("status")],
    "approve\nstatus\n\nMany thanks and best regards,\nPewterby": [Approve(code=K), Show("status")],
    "approve\nstatus\nquit\nNo, wait": [Approve(code=K), Show("status"), ThatIsAll()],
    # what is not understood of one draft may be about the one above it as well
    f"approve {L}\napprove {K} - no wait, neither of them": [None, None],
    f"{L}: reject\n{K}: hmm": [None, None],
    f"reject {L} because of it\n{K}: hmm": [None, None],
    f"reject this one because x; approve {L}": [None],
    f"deny because the die is 3, and accept {L}": [None],
    "reject because x; approve": [None],
    "reject because the die is 3. Again, please.": [None],
    "reject because Ann may go ahead and accept the medal": [
        Reject(code=K, why="Ann may go ahead and accept the medal")
    ],
    "pot 10\npot 12": [Pot(10), Pot(12)],
    "": [],
    "Thanks!": [],
    "Hello bot,\n\nthank you very much.\n\nPewterby": [],
}


@pytest.mark.parametrize("text", TOGETHER)
def test_a_mail_is_read_line_by_line(text: str) -> None:
    assert [line.command for line in lines(text)] == TOGETHER[text]


def test_a_line_shows_its_words_and_what_was_wrong_with_them() -> None:
    wrong, done = lines(f"kill Zed\napprove {L}, thanks")
    assert (done.words, done.why, done.answers) == (f"approve {L}, thanks", "", L)
    assert (wrong.words, wrong.why) == ("kill Zed", '"Zed" is nobody on the roster')
    assert wrong.begins
    assert wrong.answers is None


def test_an_answer_in_doubt_tells_what_it_said_and_which_line_may_take_it_back() -> None:
    approval, _, _ = lines("approve\nstatus\nNo, wait, that is wrong")
    assert approval.meant == Approve(code=K)
    assert approval.why == (
        'the line "No, wait, that is wrong" below it is not understood, and may take it back'
    )


def test_five_lines_that_are_not_understood_end_the_reading() -> None:
    found = lines("status\na\nb\n\nc\nd\ne\nhelp\nduties\n")
    assert [line.command for line in found] == [Show("status"), *[None] * 6]
    assert found[-1].words == "help"
    assert found[-1].why == (
        "it is not read, nor is what stands below it (1 more): "
        "five lines above it were not understood"
    )
    assert not any(line.begins for line in found[1:])


def test_a_mail_holds_so_many_commands_and_no_more() -> None:
    found = lines("status\n" * 60)
    assert [line.command for line in found] == [Show("status")] * 50 + [None]
    assert found[-1].why.endswith("there are too many commands")


def test_a_mail_that_is_too_long_holds_no_command() -> None:
    (line,) = lines("approve\n" + "thanks " * 10_000)
    assert line.command is None
    assert line.why == "the mail is longer than commands are (60000 characters)"


def test_without_any_code_an_answer_bears_none() -> None:
    (line,) = commands(message("approve", subject="hello"), NAMES)
    assert line.command == Approve()
    assert line.answers == ""


def test_where_plain_text_and_html_differ_both_must_say_it() -> None:
    same = message("approve", other="Hi,\n\napprove, thanks")
    assert [line.command for line in commands(same, NAMES)] == [Approve(code=K)]
    (line,) = commands(message("approve", other="reject"), NAMES)
    assert line.command is None
    assert line.why == "the plain text of the mail and its HTML differ"


@pytest.mark.parametrize("text", DECISIONS)
def test_a_mail_of_one_answer_means_what_a_reply_means(text: str) -> None:
    assert read_reply(message(text)) == DECISIONS[text]


HOSTILE = [
    *("status\n", "approve ", "please ", "a\n", "kill Ann\n", "amend ", 'amend "x\n', "hold "),
    *("reject because\n", "reject x\nhold y\n", 'replace "a" by "b"\n', "overrule: heat 3\n"),
    *("start Ann, Bob, Cid with a=b ", "rewind turn 3: choose a ", "pot 1", "thanks\n", "\n", " "),
    *("read mail 1 as Ann: ", "ruling: x\nagain y\n", "start a new game ", '"', "choose a:", "?"),
    *("overrule: read as ", "with ", "no longer a ", "the contract is ", "make my deputy ", "-\n"),
    *("reject x\nstart with with with with =\n", "ok i please yes ", "deny the claim ", "until "),
    *(
        "release; approve; ",
        "approve K7M2QXA, ",
        "approve K7M2QXA and ",
        "- approve\n",
        "x, accept ",
    ),
    *(
        "overrule: Ann has 30 minutes and heat 3, ",
        "it is good ",
        "instead of 'a' write ",
        "'x' to ",
    ),
    *(
        "kill Ann because e has been idle for ",
        "K7M2QXA: ",
        "for the turn: ",
        "rewind the last turn ",
    ),
    *("reject\nadd axis Z if\n", "amend\n", "amend: add ", "hold until 3 December ", "§ 9 "),
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_mail_is_read_in_bounded_time(piece: str) -> None:
    long = piece * (1_000_000 // len(piece))
    for text in (
        long,
        long[:60_000],
        f"reject because\n{long[:59_000]}",
        f"approve\n{long[:59_000]}",
    ):
        begun = time.process_time()
        assert len(lines(text)) <= 51
        assert time.process_time() - begun < 1.0


BLANKS_BEHIND = [
    *("approve", "reject because", "again", "choose", "let Ann flee", "hold until", "release"),
    *(
        "deny",
        "accept",
        "award",
        "Cat is right",
        "K7M2QXA:",
        "For the turn:",
        "no",
        "please",
        "start",
    ),
    *(
        "amend",
        "amend add",
        "change the words",
        "instead of",
        'amend "a"',
        '"a" should read',
        '"a" to',
    ),
    *('instead of "a"', 'write "a"', 'write "a" instead of', "overrule: it is read as", "kill Ann"),
    *(
        "overrule: option wake",
        "overrule: read as",
        "rewind turn 3",
        "rewind turn 3: choose event 4",
    ),
    *("rewind turn 3: read as", "ruling: option wake", "withdraw ruling", "approve and", "approve"),
]


@pytest.mark.parametrize("blanks", [" ", "\t", "\n", "\xa0"])
@pytest.mark.parametrize("words", BLANKS_BEHIND)
def test_thousands_of_blanks_behind_a_word_cost_little(words: str, blanks: str) -> None:
    begun = time.process_time()
    lines(f"{words}{blanks * 8_000}x")
    assert time.process_time() - begun < 0.3
