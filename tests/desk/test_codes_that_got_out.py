"""A code that others may know answers nothing any more; what it was for is asked under another."""

from __future__ import annotations

from dataclasses import replace
from email import message_from_string
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pytest
from msgspec.structs import replace as with_changes

from rednov_bot.core.mail.roster import Roster
from rednov_bot.desk.due.rounds import make_rounds
from tests.builders import BOT, Table, a_table, address_of, list_mail, private_mail
from tests.desk import test_channels, test_claims, test_returning
from tests.desk.forgeries import (
    APPROVALS,
    BROKEN,
    FOREIGN,
    OF_ANN,
    PUBLIC,
    REFUSED,
    direct,
    guarded,
    results,
)
from tests.desk.play import (
    MASTER,
    Postings,
    begun,
    code_in,
    filed,
    kinds,
    only,
    position,
    reply,
    say,
    start,
    subject_of,
    text_of,
    verdict,
    write,
)
from tests.desk.test_forgeries import alarms, asked
from tests.desk.test_reached import answers, bounce, carry
from tests.desk.test_vouching import code_of_question, flat, question

FORGED, _ = PUBLIC["the list's marks, sent by somebody else's server"]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return guarded(begun(tmp_path))


def was_this_you(code: str) -> str:
    return f"Re: [rednov {code}] Was this you?"


def puzzled(table: Table, code: str) -> Postings:
    """Ann answers the question to the list."""
    table.clock.forward(minutes=5)
    text = "What is this? I did not write that."
    return say(table, "Ann", text, subject=was_this_you(code))


def test_a_question_whose_code_got_out_is_asked_again_under_another(table: Table) -> None:
    first = table.receive(FORGED)
    code = code_of_question(first)
    again = puzzled(table, code)
    anew = code_of_question(again)
    assert anew != code
    told = flat(question(again))
    assert "with another code, because it stood in a mail on" in told
    assert "> I take no action." in text_of(question(again))
    until = "Without an answer by Fri 27 Nov 2026, 10:00 UTC it has no effect."
    assert until in flat(question(first))
    assert until in told
    reply(table, anew, "yes", who="Ann")
    assert position(table).turns == 1


@pytest.mark.parametrize("said", [REFUSED, BROKEN, OF_ANN, "dkim=none"])
@pytest.mark.parametrize("words", ["yes\n", "no\n"])
def test_a_code_that_got_out_answers_nothing_any_more(table: Table, said: str, words: str) -> None:
    code = code_of_question(table.receive(FORGED))
    anew = code_of_question(puzzled(table, code))
    table.receive(direct(said, words, subject=was_this_you(code)))
    assert position(table).turns == 0
    reply(table, anew, "yes", who="Ann")
    assert position(table).turns == 1


def test_who_answers_under_the_old_code_emself_is_told_of_the_new_one(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    puzzled(table, code)
    (told,) = table.receive(direct(OF_ANN, "yes\n", subject=was_this_you(code)))
    assert told.posting.to == address_of("Ann")
    assert "You got the question again with another code" in flat(told)
    assert filed(table).reason == "answers under a code that is used up"


def test_a_question_is_asked_again_so_often_a_day_and_then_it_is_for_the_contestmaster(
    table: Table,
) -> None:
    code, times = code_of_question(table.receive(FORGED)), 0
    news: Postings = ()
    while asked(news := puzzled(table, code), "Ann"):
        code, times = code_of_question(news), times + 1
        assert not alarms(news)
    assert times == 4
    (told,) = alarms(news)
    assert "cannot be asked again today" in " ".join(told.split())
    assert reply(table, code, "yes", who="Ann")[0].posting.to == address_of("Ann")
    assert position(table).turns == 0
    news = write(table, MASTER, "read mail 2 as Ann: I take no action.")
    reply(table, code_in(news), "approve")
    assert position(table).turns == 1


def test_when_it_is_too_late_nobody_is_asked_again(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    table.clock.forward(hours=97)
    assert puzzled(table, code) == ()
    told = " ".join(flat(one) for one in write(table, MASTER, "status"))
    assert "no answer came in time, and it has no effect" in told


def got_out_too_often(table: Table) -> str:
    """The last code under which Ann was asked today whether mail 2 is eirs; it got out as well."""
    code = code_of_question(table.receive(FORGED))
    while asked(news := puzzled(table, code), "Ann"):
        code = code_of_question(news)
    return code


def test_who_is_not_asked_again_is_not_told_that_e_was(table: Table) -> None:
    code = got_out_too_often(table)
    (told,) = reply(table, code, "yes", who="Ann")
    assert "You cannot be asked again" in flat(told)
    assert "You got the question again" not in flat(told)
    assert "announce it again, or tell Pewterby" in flat(told)
    lies = " ".join(flat(one) for one in write(table, MASTER, "status"))
    assert "the code is used up, and they could not be asked again" in lies
    assert "You are asked whether" not in flat(write(table, "Ann", "status")[0])


def test_a_no_of_whom_nobody_asks_again_is_an_alarm_once(table: Table) -> None:
    code = got_out_too_often(table)
    (told,) = alarms(reply(table, code, "no", who="Ann"))
    assert "Ann says that they did not write mail 2," in told
    assert "under a code that is used up" in " ".join(told.split())
    assert reply(table, code, "no", who="Ann") == ()
    assert alarms(table.receive(direct(REFUSED, "no\n", subject=was_this_you(code)))) == []


def read_by_the_contestmaster(table: Table) -> None:
    reply(table, code_in(write(table, MASTER, "read mail 2")), "approve")
    assert position(table).turns == 1


def test_who_answers_yes_to_what_was_read_meanwhile_is_not_told_to_announce_it_anew(
    table: Table,
) -> None:
    code = got_out_too_often(table)
    read_by_the_contestmaster(table)
    (told,) = reply(table, code, "yes", who="Ann")
    assert "Pewterby had decided how that mail is read" in flat(told)
    assert position(table).turns == 1


def test_who_answers_no_to_what_was_read_meanwhile_is_not_told_that_it_never_counts(
    table: Table,
) -> None:
    code = got_out_too_often(table)
    read_by_the_contestmaster(table)
    news = reply(table, code, "no", who="Ann")
    assert not any("never counts" in flat(one) for one in news)
    assert "its effect stands" in flat(
        next(one for one in news if one.posting.to == address_of("Ann"))
    )


def test_what_e_says_again_closes_what_e_cannot_be_asked_about_again(table: Table) -> None:
    code = got_out_too_often(table)
    say(table, "Ann", "I take no action.")
    assert position(table).turns == 1
    (told,) = reply(table, code, "yes", who="Ann")
    assert "You have said the same again" in flat(told)
    refused = write(table, MASTER, "read mail 2")
    assert "draft" not in kinds(refused)


def test_a_no_under_a_code_that_got_out_ends_a_draft_that_was_made_before_it(
    table: Table,
) -> None:
    code = got_out_too_often(table)
    draft = code_in(write(table, MASTER, "read mail 2"))
    table.clock.forward(minutes=5)
    reply(table, code, "no", who="Ann")
    table.clock.forward(minutes=5)
    told = " ".join(flat(one) for one in reply(table, draft, "approve"))
    assert "Ann has said meanwhile that they did not write mail 2" in told
    assert position(table).turns == 0
    draft = code_in(write(table, MASTER, "read mail 2"))
    reply(table, draft, "approve")
    assert position(table).turns == 1


def test_a_no_after_it_was_put_aside_ends_a_draft_that_was_made_before_it(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    draft = code_in(write(table, MASTER, "read mail 2"))
    reply(table, code_in(write(table, MASTER, "mail 2 announces nothing")), "approve")
    table.clock.forward(minutes=5)
    reply(table, code, "no", who="Ann")
    told = " ".join(flat(one) for one in reply(table, draft, "approve"))
    assert "Ann has said meanwhile that they did not write mail 2" in told
    assert position(table).turns == 0


@pytest.mark.parametrize("said", [BROKEN, REFUSED, "dkim=none"])
def test_who_cannot_be_asked_again_is_told_so_whatever_eir_server_does(
    table: Table, said: str
) -> None:
    code = got_out_too_often(table)
    (told,) = table.receive(direct(said, "yes\n", subject=was_this_you(code)))
    assert told.posting.to == address_of("Ann")
    assert "You cannot be asked again" in flat(told)


def test_who_answers_in_contradicted_mails_alone_is_told_when_e_is_asked_no_more(
    table: Table,
) -> None:
    code = code_of_question(table.receive(FORGED))
    for _ in range(4):
        table.clock.forward(minutes=5)
        code = code_of_question(table.receive(direct(REFUSED, "yes\n", subject=was_this_you(code))))
    table.clock.forward(minutes=5)
    news = table.receive(direct(REFUSED, "yes\n", subject=was_this_you(code)))
    told = [flat(one) for one in news if one.posting.to == address_of("Ann")]
    assert len(told) == 1
    assert "You cannot be asked again" in told[0]


def test_who_says_no_in_a_mail_that_eir_domain_denies_is_told_that_it_decides_nothing(
    table: Table,
) -> None:
    """Whoever has the code may say no as well, so that nobody is alarmed; but e must not wait."""
    code = got_out_too_often(table)
    (told,) = table.receive(direct(REFUSED, "no\n", subject=was_this_you(code)))
    assert told.posting.to == address_of("Ann")
    assert "You cannot be asked again" in flat(told)
    assert "If you did not, tell Pewterby so" in flat(told)
    draft = code_in(write(table, MASTER, "read mail 2"))
    reply(table, draft, "approve")
    assert position(table).turns == 1


def got_out_with_the_first(table: Table) -> str:
    """The first of the codes that are all used up under which Ann was asked about mail 2."""
    first = code = code_of_question(table.receive(FORGED))
    while asked(news := puzzled(table, code), "Ann"):
        code = code_of_question(news)
    return first


def test_who_cannot_be_asked_again_is_told_so_under_whichever_code_e_answers(
    table: Table,
) -> None:
    (told,) = reply(table, got_out_with_the_first(table), "yes", who="Ann")
    assert "You cannot be asked again" in flat(told)


def test_a_no_is_the_alarm_under_whichever_code_of_those_used_up(table: Table) -> None:
    first = got_out_with_the_first(table)
    (told,) = alarms(reply(table, first, "no", who="Ann"))
    assert "Ann says that they did not write mail 2," in told


def test_a_late_no_is_an_alarm_though_its_code_got_out(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    table.clock.forward(hours=97)
    puzzled(table, code)
    table.clock.forward(minutes=5)
    (told,) = alarms(reply(table, code, "no", who="Ann"))
    assert "Ann says that they did not write mail 2," in told


def test_of_a_late_answer_that_is_denied_nobody_hears_that_e_is_asked_once_more(
    table: Table,
) -> None:
    code = code_of_question(table.receive(FORGED))
    table.clock.forward(hours=97)
    table.news()
    (told,) = alarms(table.receive(direct(REFUSED, "yes\n", subject=was_this_you(code))))
    assert "Ann is asked no more: say yourself how mail 2 is read" in " ".join(told.split())


@pytest.mark.parametrize("words", ["yes\n", "no\n", "perhaps\n"])
def test_an_answer_that_its_domain_denies_counts_for_none(table: Table, words: str) -> None:
    code = code_of_question(table.receive(FORGED))
    news = table.receive(direct(REFUSED, words, subject=was_this_you(code)))
    assert position(table).turns == 0
    (told,) = alarms(news)
    assert "Mail 3 answers whether mail 2 is by Ann, but may not be theirs" in " ".join(
        told.split()
    )
    anew = code_of_question(news)
    assert "a mail answered under it in your name, and may not be yours" in flat(question(news))
    assert "is contradicted; they are asked once more" in filed(table).reason
    reply(table, anew, "yes", who="Ann")
    assert position(table).turns == 1


def test_who_can_send_nothing_else_is_helped_by_the_contestmaster(table: Table) -> None:
    """Eir own server denies every mail of eirs: e is asked a few times, and no more."""
    code, times = code_of_question(table.receive(FORGED)), 0
    while True:
        table.clock.forward(minutes=1)
        subject, name = was_this_you(code), f"<{times}.yes@post.example>"
        news = table.receive(direct(REFUSED, "yes\n", subject=subject, message_id=name))
        if not asked(news, "Ann"):
            (told,) = alarms(news)
            assert "Its author cannot be asked again today" in " ".join(told.split())
            break
        code, times = code_of_question(news), times + 1
    assert times == 4
    news = write(table, MASTER, "read mail 2 as Ann: I take no action.")
    reply(table, code_in(news), "approve")
    assert position(table).turns == 1


OTHER_LIST = b"List-Id: <other.lists.example>\r\nList-Post: <mailto:other@lists.example>\r\n"
TO_BOT = f"To: {BOT}".encode()


BY_OTHERS = {
    "another's answer": ("Bob", "", was_this_you("CODE"), "no, I did that for Ann\n"),
    "another's mail that quotes it": ("Bob", "", "look", "> [rednov CODE]\n\nWhat is that?\n"),
    "the contestmaster's": (MASTER, "", "look", "> [rednov CODE]\n\nWhat is that?\n"),
    "a stranger's": ("Zed", "zed@far.example", was_this_you("CODE"), "yes\n"),
    "eirs from an address that nobody knows": (
        "Ann", "ann@phone.example", was_this_you("CODE"), "yes\n"
    ),
    "eirs from another's address": ("Ann", address_of("Bob"), was_this_you("CODE"), "yes\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", BY_OTHERS)
def test_a_code_that_somebody_else_has_written_is_used_up(table: Table, name: str) -> None:
    """Only that nobody else had it makes up for what a forged answer lacks."""
    code = code_of_question(table.receive(FORGED))
    who, address, subject, text = BY_OTHERS[name]
    table.clock.forward(minutes=5)
    octets = private_mail(
        who,
        text.replace("CODE", code),
        subject=subject.replace("CODE", code),
        address=address or address_of(who),
        date=table.clock.at,
    )
    news = table.receive(results(OF_ANN) + octets)
    (told,) = alarms(news)
    assert "They are asked once more with another one" in " ".join(told.split())
    anew = question(news)
    assert "because somebody else wrote it, in a mail." in flat(anew)
    table.clock.forward(minutes=5)
    octets = private_mail("Ann", "yes\n", subject=was_this_you(code), date=table.clock.at)
    table.receive(results(FOREIGN) + octets)
    assert position(table).turns == 0
    table.clock.forward(minutes=5)
    reply(table, code_of_question(news), "yes", who="Ann")
    assert position(table).turns == 1


@pytest.mark.parametrize("head", ["Reply-To: ann@post.example\r\n", "Reply-To: a@far.example\r\n"])
def test_where_e_wants_to_be_answered_makes_em_nobody_else(table: Table, head: str) -> None:
    code = code_of_question(table.receive(FORGED))
    octets = private_mail("Ann", "yes\n", subject=was_this_you(code), date=table.clock.at)
    table.receive(results(OF_ANN) + head.encode() + octets)
    assert position(table).turns == 1


def test_a_report_that_the_question_did_not_arrive_leaves_its_code_alone(table: Table) -> None:
    news = table.receive(FORGED)
    carry(table)
    assert asked(table.receive(bounce(question(news), to=address_of("Ann"))), "Ann") == []
    reply(table, code_of_question(news), "yes", who="Ann")
    assert position(table).turns == 1


def test_in_a_blind_game_it_is_not_told_who_wrote_another_ones_code(tmp_path: Path) -> None:
    table = guarded(begun(tmp_path, options={"blind": "on"}))
    words = "Standing orders: I spread fire to 6 first.\n"
    code = code_of_question(table.receive(direct(BROKEN, words)))
    (told,) = alarms(reply(table, code, "yes", who="Bob"))
    assert "Ann" not in told
    assert "Bob" not in told


def test_in_a_blind_game_it_is_not_told_who_wrote_the_code_of_a_draft(tmp_path: Path) -> None:
    table = guarded(begun(tmp_path, options={"blind": "on"}))
    table.clock.forward(minutes=5)
    turn = list_mail("Ann", "I take no action.\n", date=table.clock.at)
    code = code_in(table.receive(results(OF_ANN) + turn))
    table.clock.forward(minutes=5)
    (told,) = alarms(write(table, "Bob", f"What is {code}?"))
    assert "in the name of somebody else, bears the code" in " ".join(told.split())
    assert "Bob" not in told
    assert "bob@" not in told


def of_draft(code: str) -> str:
    return f"Re: [rednov {code}] Turn 1: Ann"


def with_copy(table: Table, to: str, text: str, code: str, who: str = MASTER) -> Postings:
    """Somebody answers a draft, and sends a copy of it elsewhere."""
    table.clock.forward(minutes=3)
    name = f"<{table.uid + 1}.copied@post.example>"
    octets = private_mail(
        who, text + "\n", subject=of_draft(code), date=table.clock.at, message_id=name
    )
    return table.receive(octets.replace(TO_BOT, TO_BOT + f"\r\nCc: {to}".encode()))


@pytest.mark.parametrize(
    "to",
    ["bob@post.example", "other@lists.example", "Crew: zed@far.example;", "pewterby@old.example"],
)
def test_a_reply_that_decides_nothing_uses_its_code_up_where_others_get_a_copy(
    table: Table, to: str
) -> None:
    code = code_in(say(table, "Ann"))
    news = with_copy(table, to, "Do you think that this is right?", code)
    anew = code_in(tuple([one for one in news if one.posting.kind == "draft"]))
    shown = next(one for one in news if one.posting.kind == "draft")
    why = f"The code of draft {code} is used up: it stood in mail 3, which went to others as well."
    assert why in flat(shown)
    assert verdict(table, code) == "superseded"
    reply(table, code, "approve")
    assert position(table).turns == 1
    assert verdict(table, anew) is None
    reply(table, anew, "approve")
    assert verdict(table, anew) == "approved"


@pytest.mark.parametrize("to", ["bob@post.example", "other@lists.example"])
def test_a_reply_that_decides_does_so_once_whoever_gets_a_copy(table: Table, to: str) -> None:
    code = code_in(say(table, "Ann"))
    news = with_copy(table, to, "approve", code)
    assert verdict(table, code) == "approved"
    assert [one.posting.kind for one in news].count("public") == 1
    assert not [one for one in news if one.posting.kind == "draft"]
    assert not [
        one for one in with_copy(table, to, "approve", code) if "public" in one.posting.kind
    ]


@pytest.mark.parametrize(
    "to",
    [BOT, "rednov+turn1@bots.example", "P. <PEWTERBY@post.example>", "pewterby@work.example"],
)
def test_a_copy_to_oneself_is_no_leak(table: Table, to: str) -> None:
    people = dict(table.desk.settings.people)
    own = (*people[MASTER].addresses, "pewterby@work.example")
    people[MASTER] = with_changes(people[MASTER], addresses=own)
    known = with_changes(table.desk.settings, people=people)
    table.desk = replace(table.desk, settings=known, roster=Roster.of(known))
    code = code_in(say(table, "Ann"))
    with_copy(table, to, "I must think about this.", code)
    assert verdict(table, code) is None
    reply(table, code, "approve")
    assert verdict(table, code) == "approved"


def test_a_copy_to_the_deputy_in_office_is_no_leak_and_one_to_who_plays_is(tmp_path: Path) -> None:
    table = a_table(tmp_path, contestants=("Ann", "Bob", MASTER), deputy="Dan")
    code = start(table, "Ann", "Bob", MASTER, contestmaster_plays="on").code
    with_copy(table, address_of("Dan"), "Is this right?", code)
    assert verdict(table, code) is None
    with_copy(table, address_of(MASTER), "Is this right?", code, who="Dan")
    assert verdict(table, code) == "superseded"


@pytest.mark.parametrize("who", [MASTER, "Bob", "Zed"])
def test_a_code_on_a_list_that_the_bot_does_not_know_is_used_up(table: Table, who: str) -> None:
    code = code_in(say(table, "Ann"))
    octets = private_mail(who, f"What of {code.lower()}?\n", to="other@lists.example")
    news = table.receive(OTHER_LIST + octets)
    assert verdict(table, code) == "superseded"
    (shown,) = [one for one in news if one.posting.kind == "draft"]
    assert "it stood in mail 3 on a list, where others can read it" in flat(shown)


def test_a_code_in_an_automatic_reply_to_others_is_used_up(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    octets = private_mail(MASTER, "I am away.\n", subject=f"Auto: [rednov {code}] Turn 1: Ann")
    octets = octets.replace(TO_BOT, b"Auto-Submitted: auto-replied\r\nTo: bob@post.example")
    table.receive(octets)
    assert filed(table).disposition == "ignore"
    assert verdict(table, code) == "superseded"


def test_a_draft_that_comes_back_to_the_bot_alone_has_told_nobody(table: Table) -> None:
    """A server returns it, or its reader sends it on."""
    code = code_in(say(table, "Ann"))
    shown = f"From: {BOT}\nTo: {address_of(MASTER)}\nSubject: {of_draft(code)}\n\n{code}\n"
    bounce = EmailMessage(policy=SMTP)
    bounce["From"] = "Mail <mailer-daemon@post.example>"
    bounce["To"] = BOT
    bounce["Subject"] = "Undelivered"
    bounce.set_content("It could not be delivered to zed@far.example.\n")
    bounce.add_attachment(message_from_string(shown, policy=SMTP))
    table.receive(bounce.as_bytes())
    table.receive(b"Resent-To: " + BOT.encode() + b"\r\n" + shown.encode())
    assert verdict(table, code) is None


def test_a_draft_that_is_sent_on_to_others_as_well_is_made_anew(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    shown = f"From: {BOT}\nTo: {address_of(MASTER)}\nSubject: {of_draft(code)}\n\n{code}\n"
    table.receive(f"Resent-To: {BOT}, bob@post.example\r\n".encode() + shown.encode())
    assert verdict(table, code) == "superseded"


def test_an_approved_opening_that_waits_stays_approved_under_its_new_code(tmp_path: Path) -> None:
    table = a_table(tmp_path, confirmed_channels=True)
    questions, code = test_channels.asked(table)
    news = with_copy(table, "bob@post.example", "approve", code)
    shown = next(one for one in news if one.posting.kind == "draft")
    assert "That it is approved holds good." in flat(shown)
    for one, name in zip(questions, ("Ann", "Bob", "Cat"), strict=True):
        answers(table, one, "ok", name, one.posting.to)
    make_rounds(table.desk)
    assert verdict(table, code_in((shown,))) == "approved"


def test_what_sends_each_mail_on_to_a_list_does_not_have_it_mailed_for_ever(table: Table) -> None:
    news = say(table, "Ann")
    times = 0
    while shown := [one for one in news if one.posting.kind == "draft"]:
        table.clock.forward(minutes=1)
        times += 1
        code = code_in((shown[-1],))
        name = f"<{times}.on@lists.example>"
        on = private_mail(MASTER, f"{code}\n", to="other@lists.example", message_id=name)
        news = table.receive(OTHER_LIST + on)
        assert verdict(table, code) == "superseded"
    assert times == 11
    (told,) = alarms(news)
    assert "not mailed to you now; a reminder will tell it" in " ".join(told.split())


def test_a_question_that_went_to_others_as_well_is_asked_again(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    octets = private_mail("Ann", "Is this you, Pewterby?\n", subject=was_this_you(code))
    to = TO_BOT + b"\r\nCc: " + address_of(MASTER).encode()
    news = table.receive(octets.replace(TO_BOT, to))
    again = [one for one in news if "asked this again with another code" in flat(one)]
    anew = subject_of(again[0]).partition("[rednov ")[2][:7]
    reply(table, code, "yes", who="Ann")
    assert position(table).turns == 0
    reply(table, anew, "yes", who="Ann")
    assert position(table).turns == 1


def test_yes_with_a_copy_to_others_is_heard_once(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    octets = private_mail("Ann", "yes\n", subject=was_this_you(code))
    news = table.receive(octets.replace(TO_BOT, TO_BOT + b"\r\nCc: bob@post.example"))
    assert position(table).turns == 1
    assert asked(news, "Ann") == []


def test_whoever_forged_an_approval_knows_its_code(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    table.clock.forward(minutes=3)
    make, _ = APPROVALS["its domain denies it"]
    question = code_of_question(table.receive(make(code)), MASTER)
    assert verdict(table, code) is None
    news = reply(table, question, "no")
    assert verdict(table, code) == "superseded"
    (shown,) = [one for one in news if one.posting.kind == "draft"]
    assert "mail 3 bears it, whose author is another" in flat(shown)
    reply(table, code, "approve")
    reply(table, code_in((shown,)), "approve")
    assert verdict(table, code_in((shown,))) == "approved"


def test_a_question_about_a_posting_whose_code_got_out_is_answered_under_another(
    tmp_path: Path,
) -> None:
    table = test_returning.game(tmp_path)
    posting, code = test_returning.late(table, "unknown")
    news = with_copy(table, "bob@post.example", "Was that right?", code)
    anew = code_in([one for one in news if one.posting.kind == "draft"])
    assert anew != code
    reply(table, anew, "post again")
    assert test_returning.go(table) == [posting]


def test_where_a_rejection_would_be_the_end_whoever_decides_is_told_to_answer(
    tmp_path: Path,
) -> None:
    table = test_returning.game(tmp_path)
    posting, code = test_returning.late(table, "unknown")
    (told,) = alarms(reply(table, code, "It is there.", who="Bob"))
    assert "in the name of Bob, bears the code" in " ".join(told.split())
    assert f"Answer draft {code} as you would have" in " ".join(told.split())
    assert "reject" not in told
    reply(table, code, "post again", who="Bob")
    assert test_returning.go(table) == []
    reply(table, code, "post again")
    assert test_returning.go(table) == [posting]


def test_a_claim_whose_code_got_out_is_answered_under_another(table: Table) -> None:
    reply(table, code_in(say(table, "Ann")), "approve")
    code = code_in(test_claims.claim(table))
    news = with_copy(table, "bob@post.example", "Was that right?", code)
    (shown,) = [one for one in news if one.posting.kind == "draft"]
    assert verdict(table, code) == "superseded"
    reply(table, code, "deny because it was right")
    news = reply(table, code_in((shown,)), "deny because it was right")
    assert verdict(table, code_in((shown,))) == "settled"
    assert "denied" in subject_of(only(news, "draft"))


def test_a_claim_that_was_accepted_waits_for_its_correction_alone(table: Table) -> None:
    reply(table, code_in(say(table, "Ann")), "approve")
    code = code_in(test_claims.claim(table))
    reply(table, code, "accept")
    with_copy(table, "bob@post.example", "Was that right?", code)
    assert verdict(table, code) is None
