"""What people write is understood in their own words; nothing that is doubtful is guessed."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import cycle, product

import pytest
from hypothesis import example, given, settings, strategies as st

from rednov_bot.core.paths import ASKING, COMMANDS
from rednov_bot.core.workflow.commands import (
    Amend,
    AnswerCommand,
    Approve,
    Command,
    Hold,
    Replaced,
    Show,
    asking,
)
from rednov_bot.core.workflow.commands.asking import names_the_turn, yes_or_no
from rednov_bot.core.workflow.commands.forms import describe, guide_to_answers, guide_to_wishes
from rednov_bot.core.workflow.commands.reading import commands
from rednov_bot.core.workflow.commands.saying import code_of, moment_of
from rednov_bot.games.red_november.reader import consent
from rednov_bot.games.red_november.reader.desk_words import WORDS
from tests.mail.wordings import CODE, REPLY, Wording, meant, message, read, wordings
from tests.rigs.scale import many, some

SUNDAY = datetime(2026, 11, 22, 5, 0, tzinfo=UTC)
MONDAY = datetime(2026, 11, 23, 10, 0, tzinfo=UTC)
OTHER = "PQRSTUV"
TABLES = ("listed", "own", "fresh", "commands", "said")
DESK = ("answering", "writing", "answering line by line")


def _day(at: datetime | None) -> str:
    return "" if at is None else at.strftime("%Y-%m-%dT%H").removesuffix("T00")


def _absence(text: str) -> str:
    if (found := asking.absence(text, MONDAY, WORDS)) is None:
        return ""
    moments = (("from", _day(found.begins)), ("to", _day(found.ends)))
    return " ".join(f"{word} {at}" for word, at in moments if at) or "some time"


def _moment(text: str) -> str:
    return found.strftime("%Y-%m-%dT%H:%M") if (found := moment_of(text, SUNDAY)) else ""


def _deed(text: str) -> str:
    deeds = asking.proclaimed(message(text), WORDS, ("Ann", "Bob", "Cat", "Dan"))
    return " | ".join(f"{one.deed} {one.name or one.turn or ''}".strip() for one in deeds)


READERS: dict[str, Callable[[str], str]] = {
    "a claim of error": lambda text: "claim" if asking.claim(message(text), WORDS) else "",
    "an absence": _absence,
    "a protest": lambda text: (
        "protest" if asking.protest(message(text), WORDS, answers_us=False) else ""
    ),
    "a protest in answer": lambda text: (
        "protest" if asking.protest(message(text), WORDS, answers_us=True) else ""
    ),
    "a question in private": lambda text: " ".join(
        sorted(asking.requests(message(text, subject="a word"), WORDS))
    ),
    "yes or no": lambda text: (yes_or_no(text, ("Ann", "Ann Lee")) or ("",))[0],
    "a moment": _moment,
    "a musing": lambda text: asking.as_announced(text, WORDS, asked=False) or "",
    "a musing asked": lambda text: asking.as_announced(text, WORDS, asked=True) or "",
    "a deed of the office": _deed,
    "a call for help": lambda text: (
        "help" if asking.asks_for_help(message(text, subject="")) else ""
    ),
    "help at first": lambda text: "help" if asking.begins_with_help(message(text, "help")) else "",
}


def found(one: Wording) -> str:
    """What is made of a mail, in the words of its table."""
    if one.about not in DESK:
        return READERS[one.about](one.text)
    lines = read(one.text, "the game" if one.about == "writing" else REPLY)
    if one.means:
        return meant(lines)
    # of nothing but "ok" the desk says what may be replied to that draft
    near = (
        not one.near or not lines or any(one.near in near for line in lines for near in line.near)
    )
    return meant(lines, asked=True) if near else "another command is named"


@pytest.mark.parametrize("table", TABLES)
def test_each_wording_means_what_its_table_says(table: str) -> None:
    seen = {(one.about, one.text): (found(one), one.means) for one in wordings(table)}
    assert {key: both for key, both in seen.items() if both[0] != both[1]} == {}


def test_an_empty_mail_says_nothing() -> None:
    assert {about for about, reader in READERS.items() if reader("")} == set()
    assert read("") == ()


def alone(text: str) -> Command | None:
    (line,) = read(text)
    assert (line.command is None) == bool(line.why)
    return line.command


def read_back(command: Command) -> Command | None:
    (line,) = read(describe(command), "desk")
    return line.command


def kind(command: Command | None) -> object:
    return getattr(command, "word", getattr(command, "does", type(command)))


def test_every_command_is_read_back_from_its_canonical_words_and_is_in_the_guide() -> None:
    understood = [one for one in wordings("commands") if one.means]
    done = {line.command for one in understood for line in read(one.text)} - {None}
    assert [one for one in done if one is not None and read_back(one) != one] == []
    shown = [alone(guide.example) for guide in (*guide_to_answers(), *guide_to_wishes())]
    said_beside = {"no deputy", "the contract is no contest"}  # in the lines on what they undo
    assert {kind(one) for one in done} - said_beside <= {kind(one) for one in shown}
    assert [one for one in shown if one is None or read_back(one) != one] == []
    assert all(isinstance(alone(guide.example), AnswerCommand) for guide in guide_to_answers())
    for guide in (*guide_to_answers(), *guide_to_wishes()):  # they fit a mail
        assert max(map(len, guide.example.splitlines())) <= 68
        assert len(guide.does) <= 64


@given(st.text("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", min_size=7, max_size=7))
def test_every_code_is_read_back_in_any_case(code: str) -> None:
    assert read_back(Approve(code=code)) == Approve(code=code)
    assert read_back(Hold(code=code, why="Ann is asked")) == Hold(code=code, why="Ann is asked")
    assert alone(f"approve [rednov {code.lower()}]") == Approve(code=code)


@settings(max_examples=50)
@given(st.text(min_size=1).filter(lambda text: not set(text) & set('"«»') and text.strip()))
@example("\n0")
def test_any_words_can_be_amended(words: str) -> None:
    words = words.replace("\r", " ")
    amend = Amend(code=CODE, changes=(Replaced(words, words),))
    assert read_back(amend) == amend


# -- what is told of a mail ----------------------------------------------------------------------


def test_what_is_wrong_with_a_line_is_told() -> None:
    wrong, done = read(f"kill Zed\napprove {OTHER}, thanks")
    assert (done.words, done.why, done.answers) == (f"approve {OTHER}, thanks", "", OTHER)
    assert (wrong.words, wrong.why) == ("kill Zed", '"Zed" is nobody on the roster')
    assert wrong.begins
    assert wrong.answers is None
    approval, *_ = read("approve\nstatus\nNo, wait, that is wrong")
    assert approval.meant == Approve(code=CODE)
    assert approval.why == (
        'the line "No, wait, that is wrong" below it is not understood, and may take it back'
    )
    (line,) = read("approve", "hello")
    assert (line.command, line.answers) == (Approve(), "")


def test_of_a_long_mail_only_the_beginning_is_read() -> None:
    seen = read("status\na\nb\n\nc\nd\ne\nhelp\nduties\n")
    assert [line.command for line in seen] == [Show("status"), *[None] * 6]
    assert seen[-1].why == (
        "it is not read, nor is what stands below it (1 more): "
        "five lines above it were not understood"
    )
    assert not any(line.begins for line in seen[1:])
    many = read("status\n" * 60)
    assert [line.command for line in many] == [Show("status")] * 50 + [None]
    assert many[-1].why.endswith("there are too many commands")
    (line,) = read("approve\n" + "thanks " * 10_000)
    assert line.command is None
    assert line.why == "the mail is longer than commands are (60000 characters)"


def test_where_plain_text_and_html_differ_both_must_say_it() -> None:
    (same,) = commands(message("approve", other="Hi,\n\napprove, thanks"), WORDS, ("Ann",))
    assert same.command == Approve(code=CODE)
    (line,) = commands(message("approve", other="reject"), WORDS, ("Ann",))
    assert line.command is None
    assert line.why == "the plain text of the mail and its HTML differ"
    assert asking.claim(message("CoE: heat should be 4", other="Thanks!"), WORDS) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("approve\n\nNo, stop!",
         'the words below "approve" may limit it or take it back ("No, stop")'),
        ("approve if Ann agrees",
         'the words behind "approve" may limit it or take it back ("if Ann agrees")'),
        ("approve, thanks?", 'a question mark stands behind "approve"'),
        ("reject, I cannot approve this", 'it says both "approve" and "reject"'),
        ("choose .", 'nothing stands behind "choose"'),
        ("pot -3", "the pot is a whole number of Y points in figures, 0 or more: pot 10"),
        ("pot 7.5", "the pot is a whole number of Y points in figures, 0 or more: pot 10"),
        ("pot ten", "the pot is a whole number of Y points in figures, 0 or more: pot 10"),
        ("start", 'it does not say who plays: "start Ann, Bob, Cid", or "start a game" with those '
         "who joined first"),
        ("start Ann, Zed and Bob", '"Zed" is nobody on the roster'),
        ("I deputise Zed", '"Zed" is nobody on the roster'),
        ("do not approve", "it begins with no command"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_command_is_told_in_half_a_sentence(text: str, why: str) -> None:
    assert [line.why for line in read(text)] == [why]


@pytest.mark.parametrize("text", ["", "Looks good!"])
def test_where_no_command_is_said_no_line_is_read(text: str) -> None:
    assert read(text) == ()


def test_a_subject_bears_one_code_in_any_case() -> None:
    assert code_of("re: [REDNOV k7qz2m] [rednov K7QZ2M]") == "K7QZ2M"
    for subject in ("turn 12", "[rednov] x", "[rednov ABC] x", "[rednov ABC01O] x"):
        assert code_of(subject) is None
    assert code_of("[rednov K7QZ2M] [rednov ABCDEF]") is None
    for text in ("yes K7QZ2M3", "Yes [rednov K7QZ2M3], that was me", "yes: k7qz2m3\nAnn"):
        assert yes_or_no(text, ("Ann",)) == ("yes", "K7QZ2M3")


def test_what_a_mail_is_about_is_known() -> None:
    def asked_about(text: str) -> str | None:
        return asking.game_asked_about(message(text, subject="a word"))

    assert list(map(asked_about, ("story of rn12", "story", "report RN1, story RN2"))) == [
        *("RN12", None, None)
    ]
    assert names_the_turn(message("Please ignore my last turn."))
    assert not names_the_turn(message("That is not what I meant, Bob."))
    away = asking.absence("I drink.\n\nI'll be away\nuntil Friday. Bye.", MONDAY, WORDS)
    assert away is not None
    assert away.words == "I'll be away until Friday."
    east = SUNDAY.astimezone(timezone(timedelta(hours=11)))
    assert moment_of("until Friday", east) == datetime(2026, 11, 27, tzinfo=UTC)
    assert asking.asks_for_help(message("", "Re: [Red November] help?"))
    assert not asking.asks_for_help(message("", "Re: help the aged"))
    assert not asking.asks_for_help(message("I take no action.", "help"))


# -- time ----------------------------------------------------------------------------------------

PIECES = (
    *("status\n", "approve ", "please ", "a\n", "kill Ann\n", "amend ", 'amend "x\n', "hold "),
    *("reject because\n", "reject x\nhold y\n", 'replace "a" by "b"\n', "overrule: heat 3\n"),
    *("start Ann, Bob, Cid with a=b ", "rewind turn 3: choose a ", "pot 1", "thanks\n", "\n", " "),
    *("read mail 1 as Ann: ", "ruling: x\nagain y\n", "start a new game ", '"', "choose a:", "?"),
    *("overrule: read as ", "with ", "no longer a ", "the contract is ", "make my deputy ", "-\n"),
    *("reject x\nstart with with with with =\n", "ok i please yes ", "deny the claim ", "until "),
    *("release; approve; ", "approve K7M2QXA, ", "- approve\n", "x, accept ", "it is good "),
    *("overrule: Ann has 30 minutes and heat 3, ", "instead of 'a' write ", "'x' to ", "help "),
    *("kill Ann because they have been idle for ", "K7M2QXA: ", "for the turn: ", "hi ", "§ 9 "),
    *("reject\nadd axis Z if\n", "hold until 3 December ", "should ", "that is ", "the ", "a. "),
    *("x\n\n", "1, not ", "I had ", "this this ", "I'll be away until ", "away ", "yes ", "\xa0"),
)


@pytest.mark.parametrize("piece", PIECES)
def test_no_mail_keeps_a_reader_busy(piece: str) -> None:
    for text in (
        piece * (1_000_000 // len(piece)),
        piece * (many(60_000, 20_000) // len(piece)),
        f"approve\n{piece * (many(59_000, 4_000) // len(piece))}x",
        "I fix the engine for " + "9" * 3_900 + piece,
    ):
        for reader in (read, *READERS.values()):
            begun = time.process_time()
            found = reader(text)
            assert time.process_time() - begun < 1, reader
            assert reader is not read or len(found) <= 51


def test_thousands_of_blanks_behind_a_word_cost_little() -> None:
    words = {one.text.split("\n")[0] for one in wordings("commands") if one.about == "answering"}
    heads = sorted({" ".join(one.split()[:count]) for one in words for count in (1, 3)})
    for head, blank in zip(some(heads, 6), cycle(" \t\n\xa0")):
        begun = time.process_time()
        read(head + blank * 8_000 + "x")
        assert time.process_time() - begun < 0.3, head


# A pattern that can share a text out in many ways would not come back from these before night.
def test_no_word_said_over_and_over_keeps_a_reader_busy() -> None:
    tables = (COMMANDS.read_text(encoding="utf-8"), ASKING.read_text(encoding="utf-8"))
    known = " ".join((*tables, *consent._YES, *consent._NO, *consent._POLITE, *consent._OBJECTS))
    for number, word in enumerate(sorted(set(re.findall(r"[a-z']+", known)))):
        between, end = [*product((" ", ", ", "' ", "  "), ("", "x", "?", "'", ":"))][number % 20]
        text = (f"{word}{between}" * 40)[:298] + end
        said = replace(message("x", subject=f"Re: [rednov ABCDEF] {text}"), text=text)
        asking.requests(said, WORDS)
        read(text)
        asking.asks_for_help(said)
        asking.asks_for_help(replace(said, text="", subject=text))
        asking.begins_with_help(said)
        consent.read_consent(text, ("Ann", "Bob"))
