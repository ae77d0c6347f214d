"""No forged mail has an effect: it is asked about, held, ignored or an alarm."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builders import Table, address_of, list_mail
from tests.desk.forgeries import (
    APPROVALS,
    CONTRADICTED,
    FOREIGN,
    OF_ANN,
    OF_LIST,
    ON_A_LIST,
    PUBLIC,
    READ_ANEW,
    REFUSED,
    TO_THE_BOT,
    TURN,
    by_list,
    direct,
    guarded,
    in_two_ways,
    results,
    signed,
)
from tests.desk.play import (
    ADDRESS_OF_MASTER,
    Postings,
    begun,
    code_in,
    filed,
    position,
    reply,
    say,
    subject_of,
    text_of,
    verdict,
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return guarded(begun(tmp_path))


def asked(news: Postings, name: str) -> list[str]:
    """The subjects of the questions to somebody whether a mail is theirs."""
    told = [subject_of(one) for one in news if one.posting.to == address_of(name)]
    return [one for one in told if "Was this you?" in one]


def alarms(news: Postings) -> list[str]:
    to_master = [one for one in news if one.posting.to == ADDRESS_OF_MASTER]
    return [text_of(one) for one in to_master if "Alarm" in subject_of(one)]


def code_of_question(news: Postings) -> str:
    """The code of the question whether a mail is its author's."""
    (subject,) = [subject_of(one) for one in news if "Was this you?" in subject_of(one)]
    return subject.partition("[rednov ")[2][:7]


@pytest.mark.parametrize("name", PUBLIC)
def test_an_announcement_counts_or_does_not(table: Table, name: str) -> None:
    octets, wanted = PUBLIC[name]
    news = table.receive(octets)
    assert position(table).turns == (1 if wanted == "acts" else 0)
    assert len(asked(news, "Ann")) == (1 if wanted == "asked" else 0)
    became = {"acts": "read", "asked": "hold", "held": "hold", "ignored": "ignore"}
    assert filed(table).disposition == became[wanted]
    if wanted == "ignored":
        assert news == ()
    if wanted == "held":
        assert [one.posting.to for one in news] == [ADDRESS_OF_MASTER]
        assert "is kept for you" in subject_of(news[0])


@pytest.mark.parametrize("name", PUBLIC)
def test_where_nothing_is_checked_headers_change_nothing(tmp_path: Path, name: str) -> None:
    octets, wanted = PUBLIC[name]
    table = begun(tmp_path)
    table.receive(octets)
    acts = wanted in ("acts", "asked")
    assert position(table).turns == (1 if acts else 0)


@pytest.mark.parametrize("name", APPROVALS)
def test_an_approval_counts_or_does_not(table: Table, name: str) -> None:
    make, wanted = APPROVALS[name]
    code = code_in(say(table, "Ann"))
    table.clock.forward(minutes=3)
    news = table.receive(make(code))
    public = [one for one in news if one.posting.kind == "public"]
    assert verdict(table, code) == ("approved" if wanted == "acts" else None)
    assert bool(public) == (wanted == "acts")
    assert len(asked(news, "Pewterby")) == (1 if wanted == "asked" else 0)
    assert len(alarms(news)) == (1 if wanted == "alarm" else 0)
    if wanted not in ("acts", "asked"):
        reply(table, code, "approve")
        assert verdict(table, code) == "approved"


@pytest.mark.parametrize("name", TO_THE_BOT)
def test_a_private_mail_that_is_denied_is_asked_about(table: Table, name: str) -> None:
    author, text = TO_THE_BOT[name]
    with table.desk.ledger.transaction() as records:
        game = records.games()[-1].id
    news = table.receive(direct(REFUSED, text, author))
    assert len(asked(news, author)) == len(news) == 1
    assert filed(table).disposition == "hold"
    with table.desk.ledger.transaction() as records:
        assert records.contest_changes() == ()
        assert records.noted_orders(game) == {}
        assert records.absences(author) == ()
        assert records.open_drafts() == ()


@pytest.mark.parametrize("name", ON_A_LIST)
def test_of_a_mail_on_a_list_that_is_denied_nothing_comes(table: Table, name: str) -> None:
    text, wanted = ON_A_LIST[name]
    (public,) = [
        one
        for one in reply(table, code_in(table.receive(by_list(OF_ANN))), "approve")
        if one.posting.kind == "public"
    ]
    table.clock.forward(minutes=3)
    octets = list_mail("Ann", text, subject="Re: Turn 1", message_id="<denied@evil.example>")
    above = b"In-Reply-To: " + str(public.posting.message_id).encode() + b"\r\nList-Id"
    news = table.receive(results(CONTRADICTED) + octets.replace(b"List-Id", above))
    assert len(asked(news, "Ann")) == (1 if wanted == "asked" else 0)
    assert filed(table).disposition == ("hold" if wanted == "asked" else "read")
    with table.desk.ledger.transaction() as records:
        assert records.absences("Ann") == ()
        assert records.open_drafts() == ()


@pytest.mark.parametrize("name", READ_ANEW)
def test_what_was_signed_once_counts_once_however_it_is_to_be_read(table: Table, name: str) -> None:
    text, how = READ_ANEW[name]
    reply(table, code_in(table.receive(signed(text))), "approve")
    table.clock.forward(minutes=3)
    table.news()
    assert table.receive(signed(text, how, "another")) == ()
    assert filed(table).disposition == "ignore"
    assert position(table).turns == 1


def test_what_was_read_as_talk_first_does_not_silence_what_its_author_meant(table: Table) -> None:
    """Nobody but them can know which of the two they meant."""
    table.receive(signed("I take no action.\n", "text/plain; charset=utf-16", "odd"))
    assert position(table).turns == 0
    table.receive(signed("I take no action.\n"))
    assert filed(table).disposition == "hold"
    assert "to be read in another way" in filed(table).reason


FORGED_BEFORE = {
    "denied by the list": results(CONTRADICTED),
    "for which only somebody else vouches": results(FOREIGN),
    "for which nobody vouches": results("dkim=none"),
}


@pytest.mark.parametrize("named", ["real", "forged"])
@pytest.mark.parametrize("before", FORGED_BEFORE)
def test_a_forged_mail_that_says_two_things_does_not_silence_the_real_one(
    table: Table, before: str, named: str
) -> None:
    forged = list_mail("Ann", TURN, message_id=f"<{named}@post.example>")
    forged = in_two_ways(forged, TURN.strip(), "I fix the engine for 3 minutes.")
    table.receive(FORGED_BEFORE[before] + forged)
    assert position(table).turns == 0
    real = list_mail("Ann", TURN, message_id="<real@post.example>")
    table.receive(results(OF_ANN) + real)
    assert position(table).turns == 1
    for again in (results(OF_ANN) + real, results("dkim=none") + real, results(OF_LIST) + real):
        assert table.receive(again) == ()
        assert filed(table).disposition == "ignore"
    table.receive(FORGED_BEFORE[before] + forged)
    assert position(table).turns == 1


def test_a_forged_copy_that_is_held_does_not_keep_the_real_one_from_counting(table: Table) -> None:
    real = list_mail("Ann", TURN, message_id="<real@post.example>")
    assert len(asked(table.receive(results(FOREIGN) + real), "Ann")) == 1
    assert table.receive(results(FOREIGN) + real) == ()
    assert table.receive(results(CONTRADICTED) + real) == ()
    assert position(table).turns == 0
    table.receive(results(OF_ANN) + real)
    assert position(table).turns == 1


def test_the_same_octets_again_count_once(table: Table) -> None:
    octets, _ = PUBLIC["as ever: its author's signature holds"]
    table.receive(octets)
    assert table.receive(octets) == ()
    assert position(table).turns == 1
    assert filed(table).reason.startswith("read already as mail")


def test_the_same_words_under_the_same_date_and_another_name_count_once(table: Table) -> None:
    octets, _ = PUBLIC["as ever: its author's signature holds"]
    table.receive(octets)
    assert table.receive(octets.replace(b"Message-ID: <", b"Message-ID: <another.")) == ()
    assert filed(table).reason.startswith("read already as mail")


def test_an_old_announcement_under_a_new_date_is_asked_about(table: Table) -> None:
    """A new Date breaks the signature of its author, and the list never saw it."""
    octets, _ = PUBLIC["as ever: its author's signature holds"]
    table.receive(octets)
    replayed = octets.replace(b"dkim=pass", b"dkim=fail").replace(b"10:00:00", b"10:30:00")
    replayed = replayed.replace(b"Message-ID: <", b"Message-ID: <another.")
    replayed = replayed.replace(b"header.d=post.example", b"header.d=post.example; spf=pass "
                                b"smtp.mailfrom=x@evil.example")  # fmt: skip
    assert len(asked(table.receive(replayed), "Ann")) == 1


def test_an_approval_that_came_before_its_draft_is_an_alarm(table: Table) -> None:
    table.clock.forward(hours=3)
    code = code_in(say(table, "Ann"))
    table.clock.forward(hours=-2)
    news = reply(table, code, "approve")
    assert verdict(table, code) is None
    (told,) = alarms(news)
    assert "came before it was made" in " ".join(told.split())


def test_without_checks_an_approval_is_too_early_only_by_all_its_stamps(tmp_path: Path) -> None:
    table = begun(tmp_path)
    table.clock.forward(hours=3)
    code = code_in(say(table, "Ann"))
    table.clock.forward(hours=-2)
    reply(table, code, "approve")
    assert verdict(table, code) is None
    table.clock.forward(hours=3)
    reply(table, code, "approve")
    assert verdict(table, code) == "approved"


def test_an_approval_decides_once(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    reply(table, code, "approve")
    turns = position(table).turns
    for _ in range(5):
        table.clock.forward(minutes=1)
        (told,) = reply(table, code, "approve")
        assert "was already approved" in " ".join(text_of(told).split())
    table.clock.forward(minutes=1)
    assert reply(table, code, "approve") == ()
    assert position(table).turns == turns


def test_who_guesses_codes_soon_gets_no_answer(table: Table) -> None:
    answered = 0
    for number in range(20):
        table.clock.forward(minutes=1)
        answered += len(reply(table, f"ZZZZZ{number // 10 + 2}{number % 8 + 2}", "approve"))
    assert answered == 5


def test_forged_mails_do_not_bury_the_contestmaster_in_alarms(table: Table) -> None:
    from rednov_bot.desk.due.rounds import make_rounds

    code = code_in(say(table, "Ann"))
    told = []
    for _ in range(12):
        table.clock.forward(minutes=1)
        told += alarms(reply(table, code, "approve", who="Bob"))
    assert len(told) == 5
    assert "no more single alarms" in " ".join(told[-1].split())
    table.clock.forward(hours=25)
    make_rounds(table.desk)
    (summed,) = [one for one in table.news() if "More alarms" in subject_of(one)]
    assert "7 more alarms came within 24 hours" in text_of(summed)
    make_rounds(table.desk)
    assert not [one for one in table.news() if "More alarms" in subject_of(one)]


def test_a_question_to_one_person_is_no_answer_of_anothers(table: Table) -> None:
    """A right code from elsewhere is an alarm and decides nothing; the right person still can."""
    octets, _ = PUBLIC["the list's marks, sent by somebody else's server"]
    code = code_of_question(table.receive(octets))
    news = table.receive(direct("dkim=pass header.d=post.example", f"yes {code}\n", "Bob"))
    assert len(alarms(news)) == 1
    assert position(table).turns == 0
    news = table.receive(direct(REFUSED, "yes\n", "Ann", subject=f"Re: [rednov {code}]"))
    assert len(alarms(news)) == 1
    assert asked(news, "Ann") == []
    assert position(table).turns == 0
    table.receive(list_mail("Ann", "yes\n", subject=f"Re: [rednov {code}]", message_id="<y@x.y>"))
    assert position(table).turns == 0
    reply(table, code, "yes", who="Ann")
    assert position(table).turns == 1


def test_a_code_works_for_a_week(table: Table) -> None:
    octets, _ = PUBLIC["the list's marks, sent by somebody else's server"]
    code = code_of_question(table.receive(octets))
    table.clock.forward(hours=7 * 24 + 1)
    (told,) = reply(table, code, "yes", who="Ann")
    assert "is more than a week old" in " ".join(text_of(told).split())
    assert position(table).turns == 0


def test_in_a_blind_game_nobody_hears_who_wrote_to_the_bot_alone(tmp_path: Path) -> None:
    """Not by the reasons on file, nor by what is alarming about such a mail."""
    table = guarded(begun(tmp_path, options={"blind": True}))
    orders = "Standing orders: I spread fire to 6 first.\n"
    code = code_of_question(table.receive(direct(REFUSED, orders)))
    (told,) = alarms(reply(table, code, "no", who="Ann"))
    assert "says that they did not write mail 2" in " ".join(told.split())
    with table.desk.ledger.transaction() as records:
        reasons = [one.reason for one in records.dispositions() if one.mail > 1]
    assert not [one for one in (told, *reasons) if "Ann" in one or "post.example" in one]


def test_talk_is_nobodys_business(table: Table) -> None:
    octets, _ = PUBLIC["the list's marks, sent by somebody else's server"]
    news = table.receive(octets.replace(b"I take no action.", b"What a fine day it is."))
    assert news == ()
    assert filed(table).disposition == "read"


def test_a_gnome_is_asked_a_few_times_a_day_and_then_the_contestmaster_is_told(
    table: Table,
) -> None:
    octets, _ = PUBLIC["the list's marks, sent by somebody else's server"]
    questions, told = 0, []
    for number in range(6):
        table.clock.forward(minutes=1)
        one = octets.replace(b"Message-ID: <", f"Message-ID: <{number}.".encode())
        date = f"Date: Mon, 23 Nov 2026 10:0{number}:00 +0000".encode()
        news = table.receive(one.replace(b"Date: Mon, 23 Nov 2026 10:00:00 +0000", date))
        questions += len(asked(news, "Ann"))
        told += [subject_of(one) for one in news if one.posting.to == ADDRESS_OF_MASTER]
        assert filed(table).disposition == "hold"
    assert questions == 4
    assert len([one for one in told if "is kept for you" in one]) == 2
    table.clock.forward(hours=24)
    table.news()
    assert len(asked(table.receive(octets.replace(b"10:00:00", b"10:20:00")), "Ann")) == 1
