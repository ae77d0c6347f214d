"""No forged mail has an effect: it is asked about, held, ignored or an alarm."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from rednov_bot.core.models import Forgery
from rednov_bot.core.workflow import held, in_force
from rednov_bot.core.workflow.desk import ongoing
from tests.builders import BUSINESS, DISCUSSION, MONDAY, address_of, list_mail, private_mail
from tests.rigs.scale import many
from tests.workflow.forgeries import (
    BROKEN,
    FAR,
    FOREIGN,
    OF_ANN,
    OF_LIST,
    REFUSED,
    TURN,
    approval,
    by_list,
    code_of_question,
    direct,
    guarded,
    results,
)
from tests.workflow.play import (
    ADDRESS_OF_MASTER,
    MASTER,
    Postings,
    Table,
    begun,
    code_in,
    flat,
    kinds,
    only,
    subject_of,
)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return guarded(begun(tmp_path))


@pytest.fixture
def unguarded(tmp_path: Path) -> Table:
    return begun(tmp_path)


def asked(news: Postings, name: str) -> list[str]:
    """The subjects of the questions to somebody whether a mail is theirs."""
    told = [subject_of(one) for one in news if one.posting.to == address_of(name)]
    return [one for one in told if "Was this you?" in one]


ALARM = re.compile(r"\bAlarm\b|\b\d+ alarms?$")


def alarms(news: Postings) -> list[str]:
    to_master = [one for one in news if one.posting.to == ADDRESS_OF_MASTER]
    return [flat(one) for one in to_master if ALARM.search(subject_of(one))]


PLAIN = list_mail("Ann", TURN)
ANN = address_of("Ann")
LISTS_OWN = "agora-business-bounces@agora.example"


def from_(value: str, more: str = "") -> bytes:
    """The list's mail with another From, and more fields behind it."""
    return PLAIN.replace(f"From: Ann <{ANN}>\r\n".encode(), f"From: {value}\r\n{more}".encode())


def marked(octets: bytes) -> bytes:
    """A mail under the marks of the list for business, whatever it bore before."""
    kept = [one for one in octets.split(b"\r\n") if not one.startswith((b"List-Id", b"Sender"))]
    return b"List-Id: <agora-business.agora.example>\r\n" + b"\r\n".join(kept)


REWRITTEN = f"Ann via Business <{BUSINESS}>"
PUBLIC: dict[str, dict[str, bytes]] = {
    "acts": {
        "its author's signature holds": by_list(OF_ANN),
        "the list signs, its author's is broken": by_list(f"{BROKEN}; {OF_LIST}"),
        "the list's server sends": by_list(f"spf=pass smtp.mailfrom={LISTS_OWN}; {REFUSED}"),
        "the list rewrites From": results("dmarc=pass header.from=agora.example")
        + from_(REWRITTEN, f"Reply-To: Ann <{ANN}>\r\n"),
        "the list rewrites From, its author is in Cc": results(OF_LIST)
        + from_(REWRITTEN, f"Reply-To: {BUSINESS}\r\nCc: Ann <{ANN}>\r\n"),
        "nothing is known of it": by_list("dkim=none"),
        "the list breaks its author's signature": by_list(BROKEN),
    },
    "asked": {
        "sent by somebody else's server": results(FOREIGN) + PLAIN,
        "sent by its author's own server": results(f"spf=pass smtp.mailfrom={ANN}") + PLAIN,
        "DMARC of its author fails": by_list(REFUSED),
        "the list's domain denies it": by_list(f"spf=fail smtp.mailfrom={LISTS_OWN}"),
        "the list's own signature is broken": by_list("dkim=fail header.d=agora.example"),
        "a second Date above": results(OF_ANN) + b"Date: Mon, 23 Nov 2026 10:30:00 +0000\r\n"
        + PLAIN,
        "a second Subject above": results(f"{OF_ANN}; {OF_LIST}") + b"Subject: BUS: now\r\n"
        + PLAIN,
        "said on a list for talk": results(OF_ANN)
        + marked(list_mail("Ann", TURN, forum=DISCUSSION)),
        "said to Bob alone": results(OF_ANN)
        + marked(private_mail("Ann", TURN, to=address_of("Bob"))),
        "results in our name below our own": by_list(FOREIGN, head=results(OF_ANN)),
        "another's address beside theirs": results(OF_LIST)
        + from_(REWRITTEN, f"Reply-To: {ANN}, {FAR}\r\n"),
    },
    "ignored": {
        "their address in Reply-To alone": results(FOREIGN) + from_(FAR, f"Reply-To: {ANN}\r\n"),
        "their address in a comment": results(FOREIGN) + from_(f"{FAR} ({ANN})"),
    },
    "held": {
        "their address as the name of another": results(FOREIGN) + from_(f'"{ANN}" <{FAR}>'),
        "a letter that only looks so": results(FOREIGN) + from_("Ann <аnn@post.example>"),
        "their address with a detail": results(OF_ANN) + from_("Ann <ann+x@post.example>"),
        "two fields From": results(FOREIGN) + from_(ANN, f"From: {FAR}\r\n"),
    },
}  # fmt: skip
CASES = [(name, wanted) for wanted, cases in PUBLIC.items() for name in cases]


@pytest.mark.parametrize(("name", "wanted"), CASES)
def test_an_announcement_counts_or_does_not(table: Table, name: str, wanted: str) -> None:
    news = table.receive(PUBLIC[wanted][name])
    assert table.position().turns == (wanted == "acts")
    assert len(asked(news, "Ann")) == (wanted == "asked")
    became = {"acts": "read", "asked": "hold", "held": "hold", "ignored": "ignore"}
    assert table.filed().disposition == became[wanted]
    if wanted == "ignored":
        assert news == ()
    if wanted == "held":
        assert [one.posting.to for one in news] == [ADDRESS_OF_MASTER]
        assert "is kept for you" in subject_of(news[0])


@pytest.mark.parametrize(("name", "wanted"), CASES[::5])
def test_where_nothing_is_checked_headers_change_nothing(
    unguarded: Table, name: str, wanted: str
) -> None:
    unguarded.receive(PUBLIC[wanted][name])
    assert unguarded.position().turns == (wanted in ("acts", "asked"))


def attached(code: str) -> bytes:
    mail = approval(code, subject="see below", text="Look at this.\n")
    mail.add_attachment(f"approve {code}\n", filename="a.txt")
    return mail.as_bytes()


def made(found: str = "", code: str = "", **how: object) -> Callable[[str], bytes]:
    """An approval of a draft, or one under another code; what our server found of it."""
    head = results(found) if found else b""
    return lambda right: head + approval(code or right, **how).as_bytes()


def quoted(code: str) -> bytes:
    text = f"> [rednov {code}]\n> approve\n\nHm.\n"
    return approval(code, author=f"Bob <{address_of('Bob')}>", subject="look", text=text).as_bytes()


APPROVALS: dict[str, tuple[Callable[[str], bytes], str]] = {
    "as ever": (made(), "acts"),
    "the mailbox's clock is ahead": (made(date=MONDAY - timedelta(minutes=1)), "acts"),
    "its domain denies it": (made(REFUSED), "asked"),
    "written before the draft": (made(OF_ANN, date=MONDAY - timedelta(days=9)), "alarm"),
    "from a past address": (made(author="Pewterby <pewterby@old.example>"), "alarm"),
    "by a gnome": (made(author=f"Bob <{address_of('Bob')}>"), "alarm"),
    "by a stranger": (made(author=f"Pewterby <{FAR}>"), "alarm"),
    "quoted by a gnome": (quoted, "nothing"),
    "by a list": (made(to=BUSINESS, list_id=True), "nothing"),
    "with another code": (made(code="ZZZZZZ9"), "answered"),
    "with two codes": (
        lambda code: approval(code, subject=f"[rednov {code}] [rednov ZZZZZZ9]").as_bytes(),
        "answered",
    ),
    "in an attachment": (attached, "answered"),
    "a From dressed up as a list's": (
        made(author=f"Pewterby via Business <{ADDRESS_OF_MASTER}>"),
        "alarm",
    ),
}


@pytest.mark.parametrize("name", APPROVALS)
def test_an_approval_counts_or_does_not(table: Table, name: str) -> None:
    make, wanted = APPROVALS[name]
    code = code_in(table.say("Ann"))
    table.clock.forward(minutes=3)
    news = table.receive(make(code))
    assert table.verdict(code) == ("approved" if wanted == "acts" else None)
    assert ("public" in kinds(news)) == (wanted == "acts")
    assert len(asked(news, MASTER)) == (wanted == "asked")
    assert len(alarms(news)) == (wanted == "alarm")
    if wanted not in ("acts", "asked"):
        table.reply(code, "approve")
        assert table.verdict(code) == "approved"


DENIED = f"spf=fail smtp.mailfrom=x@agora.example; {REFUSED}"
AWAY = "I will be away from Tuesday until Friday."


def test_of_a_mail_that_is_denied_nothing_comes(table: Table) -> None:
    """To the bot alone, or on a list in answer to a resolution, as a claim would be."""
    public = only(table.reply(code_in(table.receive(by_list(OF_ANN))), "approve"), "public")
    answer = f"In-Reply-To: {public.posting.message_id}\r\n".encode()
    claim = "I claim an error: the resolution is wrong, I was in room 6."
    orders = "Standing orders: I spread fire to 6."
    for author, text, listed, wanted in (
        *(("Ann", text, False, True) for text in (orders, AWAY, "my hand", TURN)),
        *((MASTER, text, False, True) for text in ("pot 3", "pause reminders for 2 days")),
        *((MASTER, text, False, True) for text in ("deputy Dan", "hand over to Dan")),
        (MASTER, "the contract is no contest", False, True),
        *(("Ann", text, True, True) for text in (AWAY, claim, orders)),
        ("Ann", "I fix something, or maybe not, for 3.", True, True),
        ("Ann", "What a fine day it is.", True, False),
    ):
        table.clock.forward(days=1)  # of one person little is asked a day
        table.news()
        make = list_mail if listed else private_mail
        octets = make(author, f"{text}\n", date=table.clock.at)
        found = results(DENIED) + answer if listed else results(REFUSED)
        assert len(asked(table.receive(found + octets), author)) == wanted, text
        assert table.filed().disposition == ("hold" if wanted else "read")
        with table.desk.db.transaction() as records:
            assert records.contest_changes() == ()
            assert records.noted_orders(records.games()[-1].id) == {}
            assert records.absences(author) == ()
            assert records.open_drafts() == ()


def in_two_ways(octets: bytes, text: str, html: str) -> bytes:
    """The same mail with a text and an HTML that say different things."""
    head = octets.partition(b"\r\n\r\n")[0]
    kept = [one for one in head.split(b"\r\n") if not one.lower().startswith(b"content-")]
    parts = [
        *("Content-Type: multipart/alternative; boundary=x", "", "--x"),
        *("Content-Type: text/plain", "", text, "--x"),
        *("Content-Type: text/html", "", f"<p>{html}</p>", "--x--", ""),
    ]
    return b"\r\n".join([*kept, *(one.encode() for one in parts)])


@pytest.mark.parametrize("named", ["real", "forged"])
@pytest.mark.parametrize("before", [DENIED, FOREIGN, "dkim=none"])
def test_a_forged_mail_that_says_two_things_does_not_silence_the_real_one(
    table: Table, before: str, named: str
) -> None:
    forged = list_mail("Ann", TURN, message_id=f"<{named}@post.example>")
    forged = in_two_ways(forged, TURN.strip(), "I fix the engine for 3 minutes.")
    table.receive(results(before) + forged)
    assert table.position().turns == 0
    real = list_mail("Ann", TURN, message_id="<real@post.example>")
    table.receive(results(OF_ANN) + real)
    assert table.position().turns == 1
    for again in (OF_ANN, "dkim=none", OF_LIST):
        assert table.receive(results(again) + real) == ()
        assert table.filed().disposition == "ignore"
    table.receive(results(before) + forged)
    assert table.position().turns == 1


def test_copies_of_a_mail_count_once_and_keep_no_better_one_from_counting(table: Table) -> None:
    real = list_mail("Ann", TURN, message_id="<real@post.example>")
    assert len(asked(table.receive(results(FOREIGN) + real), "Ann")) == 1
    assert table.receive(results(FOREIGN) + real) == ()
    assert table.receive(results(REFUSED) + real) == ()
    assert table.position().turns == 0
    table.receive(results(OF_ANN) + real)
    assert table.position().turns == 1
    again = results(OF_ANN) + real.replace(b"<real@", b"<another@")  # the same words
    assert table.receive(again) == ()
    assert table.filed().reason.startswith("read already as mail")
    found = f"{BROKEN}; spf=pass smtp.mailfrom=x@evil.example"
    replayed = again.replace(OF_ANN.encode(), found.encode()).replace(b"10:00:00", b"10:30:00")
    assert len(asked(table.receive(replayed.replace(b"<another@", b"<third@")), "Ann")) == 1


def test_an_approval_that_came_before_its_draft_is_an_alarm(table: Table) -> None:
    table.clock.forward(hours=3)
    code = code_in(table.say("Ann"))
    table.clock.forward(hours=-2)
    (told,) = alarms(table.reply(code, "approve"))
    assert "came before it was made" in told
    assert table.verdict(code) is None


def test_who_guesses_codes_soon_gets_no_answer(table: Table) -> None:
    answered = 0
    for number in range(many(20, 8)):
        table.clock.forward(minutes=1)
        answered += len(table.reply(f"ZZZZZ{number // 8 + 2}{number % 8 + 2}", "approve"))
    assert answered == 5


def test_what_is_written_to_a_decided_draft_is_always_answered(table: Table) -> None:
    code = code_in(table.say("Ann"))
    table.reply(code, "reject")
    for _ in range(8):
        table.clock.forward(minutes=1)
        assert table.reply(code, "status")
    assert code_in(table.reply(code, "again")) not in ("", code)


def test_a_question_to_one_person_is_no_answer_of_anothers(table: Table) -> None:
    """A right code from elsewhere is an alarm and decides nothing; the right person still can."""
    code = code_of_question(table.receive(by_list(FOREIGN)))
    for octets in (
        direct(OF_ANN, f"yes {code}\n", "Bob"),
        direct(REFUSED, "yes\n", subject=f"Re: [rednov {code}]"),
    ):
        news = table.receive(octets)
        assert len(alarms(news)) == 1
        assert asked(news, "Ann") == []
    table.say("Ann", "yes", subject=f"Re: [rednov {code}]")
    assert table.position().turns == 0
    table.reply(code, "yes", who="Ann")
    assert table.position().turns == 1


def test_a_gnome_is_asked_a_few_times_a_day_and_then_the_contestmaster_is_told(
    table: Table,
) -> None:
    def forged() -> Postings:
        name = f"<{table.uid}.forged@post.example>"
        return table.receive(by_list(FOREIGN, message_id=name, date=table.clock.at))

    news: Postings = ()
    for _ in range(6):
        table.clock.forward(minutes=1)
        news += forged()
        assert table.filed().disposition == "hold"
    assert len(asked(news, "Ann")) == 4
    assert len([one for one in news if "is kept for you" in subject_of(one)]) == 2
    table.clock.forward(hours=24)
    table.news()
    assert len(asked(forged(), "Ann")) == 1


def test_a_mail_that_says_something_else_in_its_html_decides_nothing(unguarded: Table) -> None:
    talk = in_two_ways(list_mail("Ann", "A fine day."), "A fine day.", "A foul day.")
    assert unguarded.receive(talk) == ()
    pump = "I pump water for {} minutes."
    turn = in_two_ways(list_mail("Ann", pump.format(3)), pump.format(3), pump.format(4))
    question = only(unguarded.receive(turn), "question")
    assert "its HTML has “4” here" in flat(question)
    assert unguarded.position().turns == 0
    code = code_in(unguarded.say("Bob"))
    mail = private_mail(MASTER, "approve", subject=f"Re: [rednov {code}] Turn 1")
    (told,) = unguarded.receive(in_two_ways(mail, "approve", "reject"))
    assert unguarded.verdict(code) is None
    assert "the plain text of the mail and its HTML differ" in flat(told)


def passed_off(table: Table, author: str, text: str, *, reply_to: str = "") -> list[str]:
    """A mail to the bot alone that bears this From; of what kind the answers are, and to whom."""
    mail = private_mail("Zed", text, message_id=f"<{table.uid}.forged@post.example>")
    above = f"Reply-To: {reply_to}\r\n".encode() if reply_to else b""
    was = f"From: Zed <{address_of('Zed')}>".encode()
    news = table.receive(above + mail.replace(was, f"From: {author}".encode()))
    return [f"{one.posting.kind} {one.posting.to.partition('@')[0]}" for one in news]


def test_nobody_dresses_up_as_a_list_or_as_whoever_holds_the_office(unguarded: Table) -> None:
    """A list that rewrites From passes the mail on; in another's Reply-To anybody may stand."""

    def as_if(name: str) -> str:
        return f"{name} via Business <{address_of(name)}>"

    for name in (MASTER, "Ann"):
        author = f"{name} via Business <{BUSINESS}>"
        told = passed_off(unguarded, author, "status", reply_to=address_of(name))
        assert told == ["desk pewterby"]
        assert unguarded.filed().reason.startswith("Its From is a list's, though no list passed it")
    assert passed_off(unguarded, as_if(MASTER), "hands") == ["desk pewterby"]
    unguarded.reply(code_in(unguarded.write(MASTER, "hand over to Dan")), "approve")
    assert passed_off(unguarded, as_if("Dan"), "hands") == ["desk dan"]
    assert unguarded.filed().disposition == "hold"
    assert unguarded.filed().reason.startswith("Its From is the bot's or the contestmaster's")
    assert passed_off(unguarded, as_if("Ann"), "hand") != []  # a gnome may be called so
    assert unguarded.filed().disposition == "read"


def test_nothing_is_ruled_without_the_code_of_a_draft(unguarded: Table) -> None:
    """From alone shows nothing; what it asks for goes to the contestmaster's own address."""
    news = unguarded.reply(code_in(unguarded.say("Ann")), "overrule: heat 3 because it is hot")
    unguarded.reply(code_in(news), "approve")
    unguarded.say("Eve", "Hello, what a day.")
    before, mail = unguarded.numbered(), unguarded.filed().mail
    for words in (
        "ruling: whoever is a gnome may look at every hand (§6)",
        "rewind turn 1: option wake = at_once, because it was amended",
        "rewind turn 1: void, because Ann holds no crowbar",
        "withdraw ruling 1",
        f"read mail {mail} as Eve: I join Red November.",
    ):
        news = unguarded.write(MASTER, words)
        assert {one.posting.to for one in news} == {ADDRESS_OF_MASTER}
        now = unguarded.do(ongoing)
        assert now is not None
        assert now.options.wake != "at_once"
        assert [one.number for one in unguarded.read(in_force.in_force)] == [1]
        assert "Eve" not in unguarded.read(lambda it: it.contestants())
        assert unguarded.numbered() == before
    unguarded.reply(code_in(news), "approve")
    assert "Eve" in unguarded.read(lambda it: it.contestants())


def test_what_is_new_is_told_in_few_mails_a_day_and_the_rest_a_day_later(table: Table) -> None:
    """Also where the clock was ahead: a day that never was uses up none of today's."""

    def alarmed(number: int) -> tuple[str, ...]:
        noise = Forgery(kind="alarm", what=f"Noise {number}.", mail=None, at=table.clock.at)
        table.read(lambda it: it.note_forgery(noise))
        return tuple(alarms(table.rounds()))

    right = table.clock.at
    table.clock.forward(days=400)
    told = [alarmed(number) for number in range(held.A_DAY + 1)]
    assert [len(one) for one in told] == [1] * held.A_DAY + [0]
    assert "This is the last mail of this kind" in told[-2][0]
    table.clock.at = right
    (rest,) = alarmed(99)
    assert f"Noise {held.A_DAY}. Noise 99." in rest
    table.clock.forward(hours=25)
    assert alarms(table.rounds()) == []
