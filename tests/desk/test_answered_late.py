"""An answer that decides nothing any more is told to whoever can still do something, once."""

from __future__ import annotations

from pathlib import Path

import pytest

from rednov_bot.desk.due.rounds import make_rounds
from tests.builders import Table, address_of, list_mail, private_mail
from tests.desk.forgeries import (
    APPROVALS,
    BROKEN,
    FOREIGN,
    OF_ANN,
    PUBLIC,
    REFUSED,
    TURN,
    direct,
    guarded,
    results,
)
from tests.desk.play import (
    ADDRESS_OF_MASTER,
    MASTER,
    Postings,
    begun,
    code_in,
    filed,
    position,
    reply,
    say,
    subject_of,
    write,
)
from tests.desk.test_forgeries import asked
from tests.desk.test_vouching import code_of_question, flat

FORGED, _ = PUBLIC["the list's marks, sent by somebody else's server"]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return guarded(begun(tmp_path))


def to(news: Postings, address: str) -> list[str]:
    return [flat(one) for one in news if one.posting.to == address]


def to_ann(news: Postings) -> list[str]:
    return to(news, address_of("Ann"))


def to_master(news: Postings) -> list[str]:
    return to(news, ADDRESS_OF_MASTER)


def too_late(table: Table, octets: bytes = FORGED, name: str = "Ann") -> str:
    """Somebody was asked about a mail, and the time for an answer is over."""
    code = code_of_question(table.receive(octets), name)
    table.clock.forward(hours=97)
    table.news()
    return code


def test_a_late_yes_is_told_with_the_command_that_counts_the_mail(table: Table) -> None:
    code = too_late(table)
    news = reply(table, code, "yes", who="Ann")
    (told,) = to_master(news)
    assert "Ann was asked whether they wrote mail 2, on agora-business@agora.example" in told
    assert "Pewterby is told of your answer" in to_ann(news)[0]
    status = " ".join(to_master(write(table, MASTER, "status")))
    assert "they said on Fri 27 Nov 2026, 11:00 UTC that they wrote it; that was too late" in status
    assert "no answer came in time" not in status
    reply(table, code_in(write(table, MASTER, "read mail 2 as Ann")), "approve")
    assert position(table).turns == 1


def test_a_late_yes_is_told_once(table: Table) -> None:
    code = too_late(table)
    reply(table, code, "yes", who="Ann")
    table.clock.forward(minutes=1)
    news = reply(table, code, "yes, please, it really was me", who="Ann")
    assert to_master(news) == []
    assert "too late" in to_ann(news)[0]


def test_what_is_neither_is_not_asked_again_when_it_is_too_late(table: Table) -> None:
    code = too_late(table)
    news = reply(table, code, "What is this about?", who="Ann")
    assert to_master(news) == []
    (told,) = to_ann(news)
    assert "Please reply" not in told
    assert "It is too late to say whether that mail is yours" in told
    assert len(to_master(reply(table, code, "yes", who="Ann"))) == 1


def test_a_late_no_is_an_alarm_as_ever(table: Table) -> None:
    code = too_late(table)
    (told,) = to_master(reply(table, code, "no", who="Ann"))
    assert "Ann says that they did not write mail 2," in told


def test_yes_after_no_is_told_once_and_decides_nothing(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    reply(table, code, "no", who="Ann")
    table.clock.forward(hours=1)
    news = reply(table, code, "yes", who="Ann")
    (told,) = to_master(news)
    assert "Ann first said that they did not write mail 2, on agora-business@agora.example," in told
    assert 'Mail the bot "read mail 2 as Ann"' in told
    assert "You said before that you did not write that mail. That answer stands" in to_ann(news)[0]
    assert filed(table).reason == "says now that mail 2 is theirs"
    table.clock.forward(hours=1)
    assert reply(table, code, "It was me!", who="Ann") == ()
    assert position(table).turns == 0
    reply(table, code_in(write(table, MASTER, "read mail 2 as Ann")), "approve")
    assert position(table).turns == 1


def test_no_after_yes_is_told_once_and_decides_nothing(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    reply(table, code, "yes", who="Ann")
    table.clock.forward(hours=1)
    news = reply(table, code, "no", who="Ann")
    (told,) = to_master(news)
    assert (
        "Ann first said that they wrote mail 2, on agora-business@agora.example, and now says"
        in told
    )
    assert "its effect stands" in to_ann(news)[0]
    assert position(table).turns == 1
    assert reply(table, code, "no!", who="Ann") == ()


def test_no_after_yes_ends_a_draft_that_was_made_before_it(table: Table) -> None:
    """Nothing came of the yes, and the contestmaster would have let the mail count after all."""
    turn = code_in(say(table, "Bob", "I take no action."))
    table.clock.forward(minutes=1)
    octets = list_mail("Ann", "I draw 1 item.\n", date=table.clock.at)
    question = code_of_question(table.receive(results(FOREIGN) + octets))
    mail = filed(table).mail
    reply(table, code_in(reply(table, question, "yes", who="Ann")), "approve")
    reply(table, turn, "approve")
    table.clock.forward(minutes=5)
    as_said = f"read mail {mail} as Ann: I take no action."
    draft = code_in(write(table, MASTER, as_said))
    table.clock.forward(minutes=5)
    reply(table, question, "no", who="Ann")
    table.clock.forward(minutes=5)
    told = " ".join(to_master(reply(table, draft, "approve")))
    assert f"Ann has said meanwhile that they did not write mail {mail}" in told
    assert position(table).turns == 1
    reply(table, code_in(write(table, MASTER, as_said)), "approve")
    assert position(table).turns == 2


def test_the_same_once_more_is_passed_over(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    reply(table, code, "no", who="Ann")
    assert reply(table, code, "No, not me.", who="Ann") == ()
    assert reply(table, code, "Who knows?", who="Ann") == ()


def test_what_may_not_be_eirs_changes_no_mind(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    reply(table, code, "no", who="Ann")
    subject = f"Re: [rednov {code}] Was this you?"
    news = table.receive(direct(REFUSED, "yes\n", subject=subject))
    assert to_master(news) == []  # of that mail e is asked first
    assert to_master(reply(table, code, "yes", who="Bob")) == []
    assert position(table).turns == 0


def test_of_what_went_to_the_bot_alone_e_is_told_to_send_it_again(table: Table) -> None:
    code = too_late(table, direct(BROKEN, "Standing orders: I spread fire to 6 first.\n"))
    news = reply(table, code, "yes", who="Ann")
    assert "you cannot make it count" in to_master(news)[0]
    assert "a mail to the bot alone you can simply send again" in to_ann(news)[0]


def test_in_a_blind_game_it_is_not_told_who_wrote_to_the_bot_alone(tmp_path: Path) -> None:
    table = guarded(begun(tmp_path, options={"blind": "on"}))
    code = too_late(table, direct(BROKEN, "Standing orders: I spread fire to 6 first.\n"))
    news = reply(table, code, "yes", who="Ann")
    (told,) = [one for one in news if one.posting.to == ADDRESS_OF_MASTER]
    assert "Ann" not in subject_of(told) + flat(told)


def test_in_a_blind_game_no_alarm_tells_the_domain_of_who_wrote_to_the_bot_alone(
    tmp_path: Path,
) -> None:
    table = guarded(begun(tmp_path, options={"blind": "on"}))
    words = "Standing orders: I spread fire to 6 first.\n"
    code, told = code_of_question(table.receive(direct(BROKEN, words))), list[str]()
    for _ in range(5):
        table.clock.forward(minutes=5)
        news = table.receive(direct(REFUSED, "yes\n", subject=f"Re: [rednov {code}]"))
        told += to_master(news)
        if asked(news, "Ann"):
            code = code_of_question(news)
    table.clock.forward(hours=25)
    make_rounds(table.desk)
    told += to_master(table.news())
    assert any("cannot be asked again today" in one for one in told)
    assert not any("post.example" in one or "in your name" in one for one in told)


def test_in_a_blind_game_a_habit_does_not_tell_who_wrote_to_the_bot_alone(tmp_path: Path) -> None:
    table = guarded(begun(tmp_path, options={"blind": "on"}))
    for number in range(5):
        table.clock.forward(days=1)
        octets = private_mail("Ann", f"What a day, number {number}.\n", date=table.clock.at)
        table.receive(results(OF_ANN) + octets)
    table.clock.forward(hours=1)
    words = "Standing orders: I spread fire to 6 first.\n"
    octets = private_mail("Ann", words, subject="orders", date=table.clock.at)
    code = too_late(table, results("dkim=none") + octets)
    (told,) = to_master(reply(table, code, "yes", who="Ann"))
    assert "the mail has no effect" in told
    assert "ann@" not in told


def test_whoever_decides_is_told_of_eir_own_mail_by_one_mail_alone(table: Table) -> None:
    make, _ = APPROVALS["its domain denies it"]
    draft = code_in(say(table, "Ann"))
    table.clock.forward(minutes=3)
    code = too_late(table, make(draft), MASTER)
    octets = private_mail(MASTER, "yes\n", subject=f"[rednov {code}]", date=table.clock.at)
    (told,) = to_master(table.receive(results("dkim=pass header.d=post.example") + octets))
    assert "Send it again if you still mean it." in told
    assert "Pewterby" not in told.partition("--")[0]


def had_read(table: Table, words: str = "read mail 2") -> None:
    """The contestmaster says of the mail in Ann's name what it announces, before e answers."""
    table.clock.forward(hours=1)
    news = reply(table, code_in(write(table, MASTER, words)), "approve")
    if any(one.posting.kind == "draft" for one in news):
        reply(table, code_in(news), "approve")
    table.clock.forward(hours=1)


def test_no_to_what_was_read_meanwhile_says_that_it_has_counted(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    had_read(table)
    news = reply(table, code, "no", who="Ann")
    (told,) = to_master(news)
    assert "you had said before how it is read, so its effect stands" in told
    assert 'only "rewind" takes it back' in told
    assert "Pewterby had said how it is read, so its effect stands" in to_ann(news)[0]
    assert position(table).turns == 1
    assert reply(table, code, "No!", who="Ann") == ()


def test_yes_to_what_was_read_meanwhile_changes_nothing_however_late(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    had_read(table)
    table.clock.forward(hours=97)
    table.news()
    (told,) = reply(table, code, "yes", who="Ann")
    assert "had decided how that mail is read" in flat(told)
    assert "announce it again" in flat(told)
    assert position(table).turns == 1


def test_who_was_asked_about_what_was_read_is_asked_no_longer(table: Table) -> None:
    table.receive(FORGED)
    assert "You are asked whether" in to_ann(write(table, "Ann", "status"))[0]
    had_read(table)
    assert "You are asked whether" not in to_ann(write(table, "Ann", "status"))[0]


def test_no_to_what_was_put_aside_is_an_alarm_once(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    had_read(table, "mail 2 announces nothing")
    (told,) = to_master(reply(table, code, "no", who="Ann"))
    assert "Ann says that they did not write mail 2," in told
    assert "it never counts" in told
    assert reply(table, code, "no", who="Ann") == ()


def test_what_was_disowned_counts_by_a_draft_that_was_made_since(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    draft = code_in(write(table, MASTER, "read mail 2"))
    table.clock.forward(minutes=1)
    reply(table, code, "no", who="Ann")
    table.clock.forward(minutes=1)
    (told,) = to_master(reply(table, draft, "approve"))
    assert "Ann has said meanwhile that they did not write mail 2" in told
    assert position(table).turns == 0
    had_read(table)
    assert position(table).turns == 1


def test_what_says_the_same_as_a_mail_that_was_read_is_asked_about_no_longer(
    table: Table,
) -> None:
    table.receive(FORGED)
    table.clock.forward(minutes=5)
    again = list_mail("Ann", TURN, date=table.clock.at)
    code = code_of_question(table.receive(results(FOREIGN) + again))
    had_read(table)
    (told,) = reply(table, code, "yes", who="Ann")
    assert "You have said the same again in your mail of" in flat(told)
    assert position(table).turns == 1
