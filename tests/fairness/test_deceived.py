"""Ways to throw dice anew or to disturb the check: what is dishonest differs, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, timedelta
from pathlib import Path
from time import process_time as cpu_time

import pytest

from rednov_bot.core.fairness.findings import Finding
from rednov_bot.core.proof import commitment, mail_digest
from tests.fairness.played import Game, played
from tests.fairness.tampering import Mails, name_of, parsed, place_of, reworded, text_of
from tests.fairness.test_verify import checked, in_file
from tests.rules.sailing import CREW


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
    """The gnome's others stand before it, so that they are known."""
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
    """Of the mail of a turn only the one before is left."""
    place, said = place_of(mails, r"\] Turn 7:"), announced(mails, 6)
    name = f"<{name_of(mails[said])}>"
    own = announced(mails, 7)
    mails[place] = with_field(mails[place], "In-Reply-To", name)
    where = name_of(mails[place])
    del mails[own]
    return where


DISHONEST: dict[str, Callable[[Mails], str]] = {
    "a question in it": _with_a_question,
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


UNCERTAIN: dict[str, Callable[[Mails], str]] = {
    "the announcement left out": _left_out,
    "a posting that answers nothing": _answers_nothing,
    "lost letters in it": _with_lost_letters,
}


@pytest.mark.parametrize("forge", UNCERTAIN.values(), ids=list(UNCERTAIN))
def test_a_turn_whose_mail_is_lost_is_not_said_to_be_right(
    true_game: Game, tmp_path: Path, forge: Callable[[Mails], str]
) -> None:
    mails = list(true_game.archive)
    where = forge(mails)
    found = checked(in_file(tmp_path, "archive", mails)).findings
    assert [one.mail.name for one in found.of("unchecked") if one.mail] == [where]
    assert not found.agree
    assert found.differences == []


def test_an_archive_that_ends_early_is_not_said_to_be_right(
    true_game: Game, tmp_path: Path
) -> None:
    mails = list(true_game.archive)
    places = [n for n, mail in enumerate(mails) if re.search(rb"Subject:.* Turn ", mail)]
    del mails[places[-1]]
    found = checked(in_file(tmp_path, "archive", mails)).findings
    assert "does not come to its end" in found.of("unchecked")[0].what


def test_terms_that_cannot_be_read_differ(true_game: Game, tmp_path: Path) -> None:
    mails = list(true_game.archive)
    place = place_of(mails, "new game")
    mails[place] = reworded(mails[place], r"(?s)  game RN1\n.*?(?=  term )", "")
    found = found_in(tmp_path, mails)
    assert [one.what for one in found] == ["the terms of the game are not to be read"]


def _without_threads(mails: Mails) -> None:
    mails[:] = [with_field(mail, "In-Reply-To", None) for mail in mails]


def _through_a_list_that_rewrites_from(mails: Mails) -> None:
    for place, mail in enumerate(mails):
        name = str(parsed(mail)["From"]).partition("<")[0].strip(' "') or "rednov_bot"
        to = str(parsed(mail)["To"])
        address = re.search(r"[\w.-]+@[\w.-]+", to)
        assert address is not None
        mails[place] = with_field(mail, "From", f'"{name} via list" <{address[0]}>')


def _without_names(mails: Mails) -> None:
    mails[:] = [with_field(mail, "Message-ID", None) for mail in mails]


def _with_false_threads(mails: Mails) -> None:
    """Each posting answers the mail of the turn before."""
    turns = [n for n, mail in enumerate(mails) if re.search(rb"Subject:.* Turn ", mail)]
    answered = [str(parsed(mails[n])["In-Reply-To"]) for n in turns]
    for n, before in zip(turns[1:], answered, strict=False):
        mails[n] = with_field(mails[n], "In-Reply-To", before)


@pytest.mark.parametrize(
    "change",
    [
        _without_threads,
        _with_false_threads,
        _through_a_list_that_rewrites_from,
    ],
)
def test_what_lists_and_archives_do_to_mails_is_no_difference(
    true_game: Game, tmp_path: Path, change: Callable[[Mails], None]
) -> None:
    mails = list(true_game.archive)
    change(mails)
    assert found_in(tmp_path, mails) == []


def test_mails_that_have_lost_their_names_are_found_by_what_answers_them(
    true_game: Game, tmp_path: Path
) -> None:
    mails = [with_field(mail, "Message-ID", None) for mail in true_game.archive]
    findings = checked(in_file(tmp_path, "archive", mails)).findings
    assert findings.agree
    assert findings.right["announcement"] == findings.looked_at["announcement"] > 5


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


def _copied(mails: Mails) -> None:
    """Somebody sends every posting again, the opening before the true one, and more than these."""
    begin = place_of(mails, "new game")
    like = mails[begin]
    for number, mail in enumerate(mails[begin:]):
        copy = parsed(stranger(like, text_of(mail), f"{number}.eve@evil.example"))
        copy.replace_header("From", "Eve <eve@evil.example>")
        copy.replace_header("Subject", str(parsed(mail)["Subject"]))
        early = "Thu, 01 Jan 2026 10:00:00 +0000"
        copy.replace_header("Date", str(parsed(mail)["Date"]) if number else early)
        mails.append(copy.as_bytes())
        copy.replace_header("Message-ID", f"<more.{number}@evil.example>")
        copy.set_content(text_of(mail).replace("RN1", "RN1 "))
        mails.append(copy.as_bytes())


def _another_opening(mails: Mails) -> None:
    """Eve begins a game of the same tag, and tells its secret."""
    place = place_of(mails, "new game")
    text, secret = text_of(mails[place]), bytes(32)
    term = re.findall(r"term (.{64})", text)[0]
    for of in ("dice", "tile"):
        shown = commitment(term, of, secret)
        text = re.sub(rf"{of} .{{64}}", f"{of} {shown}", text)
    text += f"\nRN1, the secret of the dice: {secret.hex()}\n"
    mails.insert(place, stranger(mails[place], text))


def _an_opening_without_terms(mails: Mails) -> None:
    place = place_of(mails, "new game")
    text = re.sub(r"(?s)  game RN1\n.*?(?=  term )", "", text_of(mails[place]))
    mails.insert(place, stranger(mails[place], text.replace("keeping ", "keeping the other ")))


def _endless(mails: Mails) -> None:
    """What would be read as one turn has very many lines."""
    lines = "so be it\n" * 60_000
    text = f"THE LUCK, form 2\n  turn 1, read as: I wait\n{lines}-- \n"
    text += "rednov_bot, keeping Red November for Pewterby\n"
    mails.append(stranger(mails[-1], text))


def _under_its_name(mails: Mails) -> None:
    """Eve gives their mail the Message-ID of Ann's, and an earlier Date."""
    place = announced(mails, 6)
    forged = with_field(stranger(mails[place], "I do nothing."), "Message-ID", None)
    forged = with_field(forged, "Message-ID", f"<{name_of(mails[place])}>")
    mails.insert(0, with_field(forged, "Date", "Thu, 01 Jan 2026 10:00:00 +0000"))


HONEST: dict[str, Callable[[Mails], None]] = {
    "a turn quoted": _quoted(r"\] Turn 5:"),
    "the opening quoted": _quoted("new game"),
    "the secrets quoted": _quoted("secret"),
    "false secrets": _false_secrets,
    "an earlier mail": _announced_before,
    "all of it copied": _copied,
    "another opening": _another_opening,
    "an opening without terms": _an_opening_without_terms,
    "an endless turn": _endless,
    "a mail under the name of another": _under_its_name,
}


@pytest.mark.parametrize("change", HONEST.values(), ids=list(HONEST))
def test_what_others_write_is_no_more_than_noted(
    true_game: Game, tmp_path: Path, change: Callable[[Mails], None]
) -> None:
    mails = list(true_game.archive)
    change(mails)
    added = {name_of(mail) for mail in mails} - {name_of(mail) for mail in true_game.archive}
    begin = cpu_time()
    found = found_in(tmp_path, mails)
    assert cpu_time() - begin < 10
    assert [one for one in found if one.weight != "note"] == []
    assert {one.mail.name for one in found if one.mail} <= added


def said_instead(mails: Mails, words: str) -> str:
    """Somebody said this, and the posting shows its digest, but another turn."""
    said, place = announced(mails, 6), place_of(mails, r"\] Turn 6:")
    mails[said] = reworded(mails[said], r"(?s)\A.*\Z", words)
    at = parsed(mails[said])["Date"].datetime.astimezone(UTC)
    shown = mail_digest(f"<{name_of(mails[said])}>", f"{at:%Y-%m-%dT%H:%M:%SZ}", words)
    mails[place] = reworded(mails[place], r"mail .{64}", f"mail {shown}")
    return name_of(mails[place])


@pytest.mark.parametrize(
    "words",
    [
        "How do you do, dear gnomes? I wonder what to do next.",
        "What a storm we are having.",
        "I discard a grog.",
    ],
)
def test_a_turn_that_nobody_announced_differs(true_game: Game, tmp_path: Path, words: str) -> None:
    mails = list(true_game.archive)
    where = said_instead(mails, words)
    found = [one for one in found_in(tmp_path, mails) if "announces no turn" in one.what]
    assert [(one.weight, one.mail.name) for one in found if one.mail] == [("differs", where)]


def test_a_turn_that_is_read_of_uncertain_words_is_noted(true_game: Game, tmp_path: Path) -> None:
    mails = list(true_game.archive)
    where = said_instead(mails, "I go to the room next to me and fix something there.")
    found = [one for one in found_in(tmp_path, mails) if "not certain" in one.what]
    assert [(one.weight, one.mail.name) for one in found if one.mail] == [("note", where)]


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


def test_another_time_of_the_announcement_is_noted(true_game: Game, tmp_path: Path) -> None:
    mails = list(true_game.archive)
    place = place_of(mails, r"\] Turn 6:")
    mails[place] = reworded(mails[place], r"(\d\d?):(\d)(\d)(\s+UTC,\s+is)", r"\1:\g<2>1\4")
    mails[place] = reworded(mails[place], r"(\d\d?):(\d)(\d)(\s+UTC,\s+is)", r"\1:\g<2>2\4")
    (found,) = found_in(tmp_path, mails)
    assert "announced at another time than its mail is dated" in found.what


def test_two_addresses_of_one_gnome_are_no_more_than_noted(true_game: Game, tmp_path: Path) -> None:
    mails = list(true_game.archive)
    place = announced(mails, 6)
    name = str(parsed(mails[place])["From"]).partition("<")[0].strip()
    mails[place] = with_field(mails[place], "From", f"{name} <{name.lower()}@home.example>")
    found = found_in(tmp_path, mails)
    assert {one.weight for one in found} == {"note"}
    assert any("from another address than before" in one.what for one in found)


def test_a_mail_passed_over_is_named_though_it_came_from_another_address(
    true_game: Game, tmp_path: Path
) -> None:
    """The host answers a copy that they have sent themselves, and leaves the gnome's own aside."""
    mails = list(true_game.archive)
    place = announced(mails, 6)
    own = parsed(mails[place])
    name, at = str(own["From"]).partition("<")[0].strip(), own["Date"].datetime
    mails[place] = with_field(mails[place], "From", f"{name} <other@host.example>")
    earlier = f"{at - timedelta(seconds=9):%a, %d %b %Y %H:%M:%S +0000}"
    mails.insert(place, with_field(own.as_bytes(), "Date", earlier))
    mails[place] = with_field(mails[place], "Message-ID", "<true@post.example>")
    found = found_in(tmp_path, mails)
    assert "true@post.example" in [one.mail.name for one in found if one.mail]
