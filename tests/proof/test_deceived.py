"""Ways to throw dice anew or to disturb the check: what is dishonest differs, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rednov_bot.verify.findings import Finding
from tests.engine.sailing import CREW
from tests.proof.played import Game, played
from tests.proof.tampering import Mails, name_of, parsed, place_of, reworded, text_of
from tests.proof.test_verify import checked, in_file


@pytest.fixture(scope="module")
def true_game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return played(tmp_path_factory.mktemp("game"), 21, crew=CREW[:3], careful=3, tiles=True)


def found_in(folder: Path, mails: Mails) -> list[Finding]:
    return checked(in_file(folder, "archive", mails)).findings.every


def with_field(octets: bytes, name: str, value: str | None) -> bytes:
    """The mail with another field of its head, or without it."""
    mail = parsed(octets)
    del mail[name]
    if value is not None:
        mail[name] = value
    return mail.as_bytes()


def announced(mails: Mails, turn: int) -> int:
    """The place of the mail that announced a turn."""
    answered = str(parsed(mails[place_of(mails, rf"\] Turn {turn}:")])["In-Reply-To"]).strip("<> ")
    return next(place for place, mail in enumerate(mails) if name_of(mail) == answered)


def _left_out(mails: Mails) -> str:
    del mails[announced(mails, 6)]
    return name_of(mails[place_of(mails, r"\] Turn 6:")])


def _answers_nothing(mails: Mails) -> str:
    place = place_of(mails, r"\] Turn 6:")
    said = announced(mails, 6)
    mails[said] = reworded(mails[said], "I ", "Well, I ")
    mails[place] = with_field(mails[place], "In-Reply-To", "<nothing@nowhere.example>")
    return name_of(mails[place])


def _with_a_question(mails: Mails) -> str:
    place = announced(mails, 6)
    mails[place] = reworded(mails[place], r"\A", "How goes it? ")
    return name_of(mails[place])


def _with_lost_letters(mails: Mails) -> str:
    place = announced(mails, 6)
    mails[place] = reworded(mails[place], r"\A", "\ufffd ")
    return name_of(mails[place])


def _by_another(mails: Mails) -> str:
    """The gnome's others stand before it, so that e is known."""
    gnomes = [
        (number, gnome)
        for mail in mails
        for number, gnome in re.findall(r"\] Turn (\d+): (\w+)", str(parsed(mail)["Subject"]))
    ]
    first = gnomes[0][1]
    place = announced(mails, next(int(n) for n, gnome in gnomes[1:] if gnome == first))
    mails[place] = with_field(mails[place], "From", "Pewterby <pewterby@post.example>")
    return name_of(mails[place])


def _all_by_one(mails: Mails) -> str:
    last = "none"
    for number in (1, 2, 3, 4, 5, 6):
        place = announced(mails, number)
        mails[place] = with_field(mails[place], "From", "Pewterby <pewterby@post.example>")
        last = name_of(mails[place])
    return last


def _twice(mails: Mails) -> str:
    """A posting answers the mail of the turn before."""
    place, said = place_of(mails, r"\] Turn 7:"), announced(mails, 6)
    name = f"<{name_of(mails[said])}>"
    mails[place] = with_field(mails[place], "In-Reply-To", name)
    return name_of(mails[place])


DISHONEST: dict[str, Callable[[Mails], str]] = {
    "the announcement left out": _left_out,
    "a posting that answers nothing": _answers_nothing,
    "a question in it": _with_a_question,
    "lost letters in it": _with_lost_letters,
    "an announcement by another": _by_another,
    "one who speaks for all": _all_by_one,
    "one mail for two turns": _twice,
}


@pytest.mark.parametrize("forge", DISHONEST.values(), ids=list(DISHONEST))
def test_a_turn_that_may_be_thrown_anew_differs(
    true_game: Game, tmp_path: Path, forge: Callable[[Mails], str]
) -> None:
    mails = list(true_game.archive)
    where = forge(mails)
    found = found_in(tmp_path, mails)
    assert where in [one.mail.name for one in found if one.mail and one.weight == "differs"], found


def _without_threads(mails: Mails) -> None:
    mails[:] = [with_field(mail, "In-Reply-To", None) for mail in mails]


def _through_a_list_that_rewrites_from(mails: Mails) -> None:
    for place, mail in enumerate(mails):
        name = str(parsed(mail)["From"]).partition("<")[0].strip(' "') or "rednov_bot"
        to = str(parsed(mail)["To"])
        address = re.search(r"[\w.-]+@[\w.-]+", to)
        assert address is not None
        mails[place] = with_field(mail, "From", f'"{name} via list" <{address[0]}>')


@pytest.mark.parametrize("change", [_without_threads, _through_a_list_that_rewrites_from])
def test_what_lists_and_archives_do_to_mails_is_no_difference(
    true_game: Game, tmp_path: Path, change: Callable[[Mails], None]
) -> None:
    mails = list(true_game.archive)
    change(mails)
    assert found_in(tmp_path, mails) == []


def stranger(like: bytes, text: str, name: str = "eve@evil.example") -> bytes:
    """A mail by somebody who is not the bot, from the same moment as another."""
    mail = parsed(with_field(like, "From", f"Eve <{name}>"))
    mail.replace_header("Subject", f"Re: {mail['Subject']}")
    mail.replace_header("Message-ID", f"<1.{name}>")
    mail.set_content(text)
    return mail.as_bytes()


def _quoted(subject: str) -> Callable[[Mails], None]:
    def change(mails: Mails) -> None:
        place = place_of(mails, subject)
        text = f"Well done!\n\n-----Original Message-----\n{text_of(mails[place])}"
        mails.insert(place + 1, stranger(mails[place], text))

    return change


def _sent_again(mails: Mails) -> None:
    place = place_of(mails, r"\] Turn 6:")
    mails.insert(place + 1, with_field(mails[place], "Message-ID", "<again@bots.example>"))


def _false_secrets(mails: Mails) -> None:
    secrets = "\n".join(
        [f"secret of the {of}: {n:064x}" for n in range(200) for of in ("dice", "tiles")]
    )
    mails.append(stranger(mails[-1], f"RN1\n{secrets}\n"))


def _announced_before(mails: Mails) -> None:
    place = announced(mails, 6)
    mails.insert(place, with_field(mails[place], "Message-ID", "<earlier@post.example>"))
    date = parsed(mails[place])["Date"].datetime
    earlier = date.replace(second=0 if date.second else 59)
    if earlier >= date:
        earlier = date.replace(minute=date.minute - 1)
    mails[place] = with_field(mails[place], "Date", f"{earlier:%a, %d %b %Y %H:%M:%S +0000}")


HONEST: dict[str, Callable[[Mails], None]] = {
    "a turn quoted": _quoted(r"\] Turn 5:"),
    "the opening quoted": _quoted("new game"),
    "the secrets quoted": _quoted("secret"),
    "false secrets": _false_secrets,
    "an earlier mail": _announced_before,
}


@pytest.mark.parametrize("change", HONEST.values(), ids=list(HONEST))
def test_what_others_write_is_no_more_than_noted(
    true_game: Game, tmp_path: Path, change: Callable[[Mails], None]
) -> None:
    mails = list(true_game.archive)
    change(mails)
    (added,) = {name_of(mail) for mail in mails} - {name_of(mail) for mail in true_game.archive}
    found = found_in(tmp_path, mails)
    assert [one for one in found if one.weight == "differs"] == []
    assert {one.mail.name for one in found if one.mail} <= {added}


def test_an_earlier_announcement_that_was_passed_over_is_named(
    true_game: Game, tmp_path: Path
) -> None:
    mails = list(true_game.archive)
    _announced_before(mails)
    assert [one.mail.name for one in found_in(tmp_path, mails) if one.mail] == [
        "earlier@post.example"
    ]


def test_a_posting_that_came_twice_counts_once(true_game: Game, tmp_path: Path) -> None:
    mails = list(true_game.archive)
    _sent_again(mails)
    assert found_in(tmp_path, mails) == []
