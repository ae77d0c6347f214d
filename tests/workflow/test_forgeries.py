"""No forged mail has an effect: it is asked about, held, ignored or an alarm."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path

import pytest

from rednov_bot.core.workflow.corrections import in_force
from rednov_bot.core.workflow.desk import ongoing
from rednov_bot.core.workflow.scheduler.batches import make_rounds
from rednov_bot.core.workflow.trust import held
from tests.builders import BOT, BUSINESS, Table, address_of, list_mail, private_mail
from tests.rigs.scale import many
from tests.workflow.forgeries import (
    APPROVALS,
    CONTRADICTED,
    FOREIGN,
    OF_ANN,
    OF_LIST,
    ON_A_LIST,
    PUBLIC,
    REFUSED,
    TO_THE_BOT,
    TURN,
    by_list,
    direct,
    guarded,
    in_two_ways,
    results,
)
from tests.workflow.play import (
    ADDRESS_OF_MASTER,
    MASTER,
    Postings,
    begun,
    code_in,
    filed,
    numbered,
    position,
    reply,
    say,
    subject_of,
    text_of,
    verdict,
    write,
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


@pytest.mark.parametrize("name", list(PUBLIC)[::6])
def test_where_nothing_is_checked_headers_change_nothing(tmp_path: Path, name: str) -> None:
    octets, wanted = PUBLIC[name]
    table = begun(tmp_path)
    table.receive(octets)
    assert position(table).turns == (1 if wanted in ("acts", "asked") else 0)


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


def test_a_private_mail_that_is_denied_is_asked_about(table: Table) -> None:
    with table.desk.db.transaction() as records:
        game = records.games()[-1].id
    for author, text in TO_THE_BOT.values():
        table.clock.forward(days=1)  # of one person little is asked a day
        table.news()
        news = table.receive(direct(REFUSED, text, author, date=table.clock.at))
        assert len(asked(news, author)) == len(news) == 1
        assert filed(table).disposition == "hold"
        with table.desk.db.transaction() as records:
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
    with table.desk.db.transaction() as records:
        assert records.absences("Ann") == ()
        assert records.open_drafts() == ()


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


def test_the_same_octets_or_words_again_count_once(table: Table) -> None:
    octets, _ = PUBLIC["as ever: its author's signature holds"]
    table.receive(octets)
    for again in (octets, octets.replace(b"Message-ID: <", b"Message-ID: <another.")):
        assert table.receive(again) == ()
        assert position(table).turns == 1
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


def test_who_guesses_codes_soon_gets_no_answer(table: Table) -> None:
    answered = 0
    for number in range(many(20, 8)):
        table.clock.forward(minutes=1)
        answered += len(reply(table, f"ZZZZZ{number // 8 + 2}{number % 8 + 2}", "approve"))
    assert answered == 5


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


@pytest.mark.parametrize("what", ["a turn", "talk", "an approval"])
def test_a_mail_that_says_something_else_in_its_html_decides_nothing(
    tmp_path: Path, what: str
) -> None:
    table = begun(tmp_path)
    if what == "an approval":
        code = code_in(say(table, "Ann"))
        mail = private_mail("Pewterby", "approve", subject=f"Re: [rednov {code}] Turn 1")
        (told,) = table.receive(in_two_ways(mail, "approve", "reject"))
        assert verdict(table, code) is None
        assert "its plain text and its HTML differ" in " ".join(text_of(told).split())
        return
    first, second = ("3", "4") if what == "a turn" else ("A fine day.", "A foul day.")
    said = [f"I pump water for {it} minutes." if what == "a turn" else it for it in (first, second)]
    news = table.receive(in_two_ways(list_mail("Ann", said[0]), *said))
    assert position(table).turns == 0
    told = " ".join(map(text_of, news))
    assert ("its HTML has “4” here" in " ".join(told.split())) == (what == "a turn")
    assert [one.posting.kind for one in news] == (["question"] if what == "a turn" else [])


@pytest.fixture
def unguarded(tmp_path: Path) -> Table:
    return begun(tmp_path)


def passed_off(table: Table, author: str, text: str, *, reply_to: str = "") -> Postings:
    """A mail to the bot alone that bears this From."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = author
    mail["To"] = BOT
    mail["Subject"] = "to the bot"
    mail["Date"] = format_datetime(table.clock.at)
    mail["Message-ID"] = f"<{table.uid}.forged@post.example>"
    if reply_to:
        mail["Reply-To"] = reply_to
    mail.set_content(text)
    return table.receive(mail.as_bytes())


def told_of_it(news: Postings) -> list[str]:
    """Who hears of a mail that is held: whoever decides, and nobody else."""
    return [f"{one.posting.kind} {one.posting.to.partition('@')[0]}" for one in news]


def as_if_rewritten(name: str) -> str:
    """A From that a list would never write: its words, with the person's own address."""
    return f"{name} via Business <{address_of(name)}>"


def test_whoever_holds_the_office_is_guarded_after_a_succession(unguarded: Table) -> None:
    news = passed_off(unguarded, as_if_rewritten(MASTER), "hands")
    assert told_of_it(news) == ["desk pewterby"]
    assert filed(unguarded).disposition == "hold"
    reply(unguarded, code_in(write(unguarded, MASTER, "hand over to Dan")), "approve")
    assert told_of_it(passed_off(unguarded, as_if_rewritten("Dan"), "hands")) == ["desk dan"]
    assert filed(unguarded).disposition == "hold"
    assert filed(unguarded).reason.startswith(
        "Its From is the bot's or the contestmaster's, dressed"
    )
    assert passed_off(unguarded, as_if_rewritten("Ann"), "hand") != ()  # a gnome may be called so
    assert filed(unguarded).disposition == "read"


def test_nobody_writes_to_the_bot_alone_from_the_address_of_a_list(unguarded: Table) -> None:
    """A list that rewrites From passes the mail on; in another's Reply-To anybody may stand."""
    for name in (MASTER, "Ann"):
        author = f"{name} via Business <{BUSINESS}>"
        news = passed_off(unguarded, author, "status", reply_to=address_of(name))
        assert told_of_it(news) == ["desk pewterby"]
        assert filed(unguarded).disposition == "hold"
        assert filed(unguarded).reason.startswith(
            "Its From is a list's, though no list passed it on"
        )


RULED = [
    "ruling: whoever is a gnome may look at every hand (§6)",
    "rewind turn 1: option wake = at_once, because it was amended",
    "rewind turn 1: void, because Ann holds no crowbar",
]


def test_nothing_is_ruled_without_the_code_of_a_draft(unguarded: Table) -> None:
    """From alone shows nothing; what it asks for goes to the contestmaster's own address."""
    news = reply(unguarded, code_in(say(unguarded, "Ann")), "overrule: heat 3 because it is hot")
    reply(unguarded, code_in(news), "approve")
    say(unguarded, "Eve", "Hello, what a day.")
    before, mail = numbered(unguarded), filed(unguarded).mail
    for words in (*RULED, "withdraw ruling 1", f"read mail {mail} as Eve: I join Red November."):
        news = write(unguarded, MASTER, words)
        assert {one.posting.to for one in news} == {address_of(MASTER)}
        with unguarded.desk.db.transaction() as records:
            now = ongoing(unguarded.desk, records)
            assert [one.number for one in in_force.in_force(records)] == [1]
            assert "Eve" not in records.contestants()
        assert now is not None
        assert now.options.wake != "at_once"
        assert numbered(unguarded) == before
    reply(unguarded, code_in(news), "approve")
    with unguarded.desk.db.transaction() as records:
        assert "Eve" in records.contestants()


def sounded(table: Table, what: str, kind: str = "another address") -> None:
    with table.desk.db.transaction() as records:
        held.alarm(table.desk, records, kind, what, None)


def summaries(table: Table) -> list[str]:
    make_rounds(table.desk)
    return [text_of(one) for one in table.news() if "More alarms" in subject_of(one)]


def test_alarms_of_a_day_that_never_was_silence_none_of_today(table: Table) -> None:
    """The clock was ahead by a year; of all that was noted then the rest is told once it is not."""
    right = table.clock.at
    table.clock.forward(days=400)
    for number in range(held.A_DAY + 2):
        sounded(table, f"Noise {number}.")
    table.news()
    table.clock.at = right
    sounded(table, "Somebody else bears a code.")
    assert len([one for one in table.news() if "Alarm" in subject_of(one)]) == 1
    (told,) = summaries(table)
    assert f"Noise {held.A_DAY + 1}." in told
    table.clock.forward(hours=25)
    assert summaries(table) == []
