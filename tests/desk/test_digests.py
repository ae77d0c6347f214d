"""What stands in a digest: what came by itself counts once, what did not is asked about."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from rednov_bot.desk import mails_on_file
from rednov_bot.desk.corrections import rereading
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.digests import digested, missing
from rednov_bot.desk.due import rounds
from rednov_bot.desk.restoring import replaying
from rednov_bot.mail import digests
from rednov_bot.mail.letter import Opened
from rednov_bot.papers import Filed, Letter, MessageId, PaperId
from rednov_bot.ports import Records
from tests.builders import BUSINESS, DISCUSSION, MONDAY, Table, list_mail, private_mail
from tests.desk.forgeries import OF_LIST, guarded, results
from tests.desk.play import (
    ADDRESS_OF_MASTER,
    NO_TURN,
    Postings,
    begun,
    code_in,
    filed,
    kinds,
    position,
    reply,
    say,
    subject_of,
    text_of,
    write,
)
from tests.mail.digests_made import STYLES, mime, plain

LINE = NO_TURN + "\n"
OTHER = "I put out the fire for 3 minutes.\n"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return begun(tmp_path)


def turn(
    text: str = LINE, who: str = "Ann", id: str = "<one@post.example>", at: datetime = MONDAY
) -> bytes:
    return list_mail(who, text, message_id=id, date=at + timedelta(minutes=1))


def digest(*mails: bytes, style: Callable[..., bytes] = mime, list: str = BUSINESS) -> bytes:
    return style(*mails, list=list)


def late(table: Table, **span: float) -> Postings:
    """The list's own copy has had its time; what the bot queues then, looking twice."""
    table.clock.forward(**(span or {"hours": 2, "minutes": 1}))
    rounds.make_rounds(table.desk)
    rounds.make_rounds(table.desk)
    return tuple([one for one in table.news() if "digest" in subject_of(one)])


def held(table: Table) -> tuple[Filed, ...]:
    with table.desk.ledger.transaction() as records:
        return records.held()


def is_asked(news: Postings) -> bool:
    """Whoever decides is told, in one mail, and nobody else hears of it."""
    return [one.posting.to for one in news] == [ADDRESS_OF_MASTER] and kinds(news) == ["desk"]


@pytest.mark.parametrize("style", STYLES)
def test_what_came_by_itself_counts_once(table: Table, style: str) -> None:
    assert kinds(table.receive(turn())) == ["receipt", "draft"]
    assert table.receive(digest(turn(), style=STYLES[style])) == ()
    assert filed(table).disposition == "ignore"
    assert late(table) == ()
    assert position(table).turns == 1


@pytest.mark.parametrize("style", STYLES)
def test_what_never_came_by_itself_is_asked_about_in_time_and_moves_nothing(
    table: Table, style: str
) -> None:
    assert table.receive(digest(turn(), style=STYLES[style])) == ()
    assert filed(table).disposition == "hold"
    assert late(table, hours=1) == ()
    news = late(table)
    assert is_asked(news)
    said = " ".join(text_of(news[0]).split())
    assert 'Ann, Mon 23 Nov 2026, 10:01 UTC, "BUS: Red November"' in said
    assert f"mail {table.uid} announces nothing" in said
    assert position(table).turns == 0
    assert late(table) == late(table, days=3) == ()


@pytest.mark.parametrize("style", STYLES)
def test_a_copy_that_comes_by_itself_before_anybody_is_asked_closes_it(
    table: Table, style: str
) -> None:
    table.receive(digest(turn(), style=STYLES[style]))
    assert kinds(table.receive(turn())) == ["receipt", "draft"]
    assert held(table) == ()
    assert late(table) == ()


def test_a_copy_that_comes_later_closes_the_question(table: Table) -> None:
    table.receive(digest(turn(), turn(OTHER, "Bob", "<two@post.example>")))
    assert is_asked(late(table))
    table.receive(turn())
    assert len(held(table)) == 1
    table.receive(turn(OTHER, "Bob", "<two@post.example>"))
    assert held(table) == ()
    assert late(table) == ()


def test_so_does_its_author_who_says_it_again(table: Table) -> None:
    table.receive(digest(turn(), turn(LINE, "Bob", "<two@post.example>")))
    assert is_asked(late(table))
    assert kinds(say(table, "Ann", NO_TURN)) == ["receipt", "draft"]
    assert len(held(table)) == 1
    say(table, "Bob", NO_TURN)
    assert held(table) == ()


def test_of_two_mails_with_the_same_words_each_has_to_come(table: Table) -> None:
    again = turn(id="<again@post.example>", at=MONDAY + timedelta(hours=1))
    table.receive(digest(turn(), again))
    assert is_asked(late(table))
    table.receive(again)
    assert len(held(table)) == 1
    table.receive(turn())
    assert held(table) == ()


AGAIN = turn(id="<again@post.example>", at=MONDAY + timedelta(hours=1))


@pytest.mark.parametrize("ids", [True, False])
def test_of_two_in_two_digests_each_has_to_come_too(table: Table, ids: bool) -> None:
    for one in (turn(), AGAIN):
        table.receive(digest(one) if ids else plain(one, list=BUSINESS, ids=False))
    first, _ = [one.mail for one in held(table)]
    table.receive(AGAIN)
    assert [one.mail for one in held(table)] == [first]
    assert is_asked(late(table))
    table.receive(turn())
    assert held(table) == ()


def test_what_its_author_says_again_makes_good_one_of_two(table: Table) -> None:
    table.receive(digest(turn(), turn(OTHER, "Bob", "<two@post.example>")), digest(AGAIN))
    first, second = [one.mail for one in held(table)]
    say(table, "Ann", NO_TURN)
    assert [one.mail for one in held(table)] == [first, second]
    say(table, "Bob", OTHER)
    assert [one.mail for one in held(table)] == [second]
    say(table, "Ann", NO_TURN)
    assert held(table) == ()


def test_a_mail_that_the_list_sent_under_another_message_id_is_known_by_its_date(
    table: Table,
) -> None:
    table.receive(digest(turn()), digest(AGAIN))
    first, _ = [one.mail for one in held(table)]
    table.receive(AGAIN.replace(b"<again@post.example>", b"<anew@agora.example>"))
    assert [one.mail for one in held(table)] == [first]


def test_a_mail_makes_good_one_however_often_it_is_read(table: Table) -> None:
    table.receive(digest(turn()), digest(AGAIN))
    say(table, "Ann", NO_TURN)
    (second,) = [one.mail for one in held(table)]
    with table.desk.ledger.transaction() as records:
        mail = records.dispositions()[-1].mail
        letter = mails_on_file.letter_if_any(table.desk, records, mail)
        assert letter is not None
        digested.counts(table.desk, records, mail, letter)
    assert [one.mail for one in held(table)] == [second]


def test_what_is_said_again_makes_good_the_same_mail_in_each_digest(table: Table) -> None:
    guarded(table)
    table.receive(AGAINST + digest(turn()), AGAINST + digest(AGAIN))
    table.receive(results(OF_LIST) + digest(turn()), results(OF_LIST) + digest(AGAIN))
    _, other, _, second = [one.mail for one in held(table)]
    table.receive(results(OF_LIST) + turn(id="<new@post.example>", at=MONDAY + timedelta(hours=2)))
    assert [one.mail for one in held(table)] == [other, second]


def test_what_is_said_again_is_taken_for_what_a_true_digest_has_first(table: Table) -> None:
    guarded(table)
    table.receive(AGAINST + digest(turn()), results(OF_LIST) + digest(AGAIN))
    made_up, _ = [one.mail for one in held(table)]
    table.receive(results(OF_LIST) + turn(id="<new@post.example>", at=MONDAY + timedelta(hours=2)))
    assert [one.mail for one in held(table)] == [made_up]


def test_a_mail_that_stands_in_a_digest_twice_has_to_come_once(table: Table) -> None:
    table.receive(digest(turn(), turn()))
    assert is_asked(late(table))
    table.receive(turn())
    assert held(table) == ()


def test_what_the_contestmaster_puts_aside_is_asked_about_no_more(table: Table) -> None:
    table.receive(digest(turn()))
    assert is_asked(late(table))
    with table.desk.ledger.transaction() as records:
        number = records.dispositions()[-1].mail
    draft = write(table, "Pewterby", f"mail {number} announces nothing")
    reply(table, code_in(draft), "approve")
    assert held(table) == ()
    assert table.receive(digest(turn(), style=plain)) == ()
    assert held(table) == ()
    assert late(table) == ()


def test_each_missing_mail_is_asked_about_once_however_many_digests_have_it(table: Table) -> None:
    for style in STYLES.values():
        table.receive(digest(turn(), style=style))
    again = digest(turn(), turn(OTHER, "Bob", "<two@post.example>"))
    table.receive(again, again)
    news = late(table)
    assert [one.posting.to for one in news] == [ADDRESS_OF_MASTER] * 2
    assert [text_of(one).count("10:01 UTC") for one in news] == [1, 1]


def test_several_missing_mails_of_a_digest_are_one_question(table: Table) -> None:
    table.receive(digest(turn(), turn(OTHER, "Bob", "<two@post.example>")))
    news = late(table)
    assert is_asked(news)
    assert text_of(news[0]).count("10:01 UTC") == 2


def test_a_mail_with_a_date_of_another_year_is_asked_about(table: Table) -> None:
    table.receive(digest(turn(at=MONDAY - timedelta(days=400))))
    assert is_asked(late(table))


NOT_ASKED = {
    "talk": digest(turn("What a fine day it is.\n")),
    "somebody unknown": digest(turn(who="Zed")),
    "the bot's own": digest(turn().replace(b"ann@post.example", b"rednov@bots.example")),
    "a machine": digest(b"Auto-Submitted: auto-replied\r\n" + turn()),
    "of a list that is for talk": digest(turn(), list=DISCUSSION),
    "of a list nobody knows": digest(turn(), list="agora@elsewhere.example"),
    "of a former game": digest(turn(at=MONDAY - timedelta(days=2))),
    "from no list": digest(turn()).replace(b"List-Id: ", b"X-Id: "),
    "from somebody on the roster": digest(turn()).replace(
        b"From: agora-business-request@agora.example", b"From: bob@post.example", 1
    ),
}


@pytest.mark.parametrize("what", NOT_ASKED)
def test_of_what_would_not_have_been_handled_nobody_is_asked(table: Table, what: str) -> None:
    assert table.receive(NOT_ASKED[what]) == ()
    assert filed(table).disposition == "ignore"
    assert late(table) == ()


def test_what_cannot_be_read_of_a_mail_of_somebody_known_is_asked_about(table: Table) -> None:
    sealed = turn().replace(b"text/plain", b"application/pkcs7-mime")
    table.receive(digest(sealed))
    assert is_asked(late(table))


def test_a_copy_straight_from_its_sender_is_none_of_the_lists(table: Table) -> None:
    direct = private_mail("Ann", LINE, to=BUSINESS, message_id="<one@post.example>")
    assert table.receive(direct) == ()
    table.receive(digest(turn()))
    assert is_asked(late(table))


def test_other_words_under_a_known_message_id_are_asked_about_and_no_more(table: Table) -> None:
    table.receive(turn())
    assert table.receive(digest(turn(OTHER))) == ()
    news = late(table)
    assert is_asked(news)
    assert "says something else" in " ".join(text_of(news[0]).split())
    assert position(table).turns == 1


def test_without_a_message_id_author_and_date_or_words_will_do(table: Table) -> None:
    table.receive(turn())
    table.receive(plain(turn(), list=BUSINESS, ids=False))
    table.receive(plain(turn(), list=BUSINESS, ids=False, dates=False))
    assert held(table) == ()
    table.receive(plain(turn(at=MONDAY + timedelta(hours=1)), list=BUSINESS, ids=False))
    table.receive(plain(turn(OTHER), list=BUSINESS, ids=False))
    assert len(held(table)) == 2


def test_a_thousand_missing_mails_are_one_question(table: Table) -> None:
    many = [turn(OTHER, id=f"<{n}@post.example>") for n in range(1000)]
    table.receive(digest(*many))
    news = late(table)
    assert is_asked(news)
    assert "and 80 more" in text_of(news[0])


def test_who_sends_many_digests_has_few_mails_sent(table: Table) -> None:
    for n in range(30):
        table.receive(digest(turn(OTHER, id=f"<{n}@post.example>")))
    assert len(held(table)) == digested.AT_A_TIME
    news = late(table)
    assert len(news) == digested.A_DAY
    assert "get no more mails of this kind" in text_of(news[-1])
    assert len(late(table)) == 0
    assert len(late(table, days=1)) == digested.A_DAY


def test_a_digest_that_is_handled_again_asks_nothing_again(table: Table) -> None:
    table.receive(digest(turn()))
    assert is_asked(late(table))
    with table.desk.ledger.transaction() as records:
        number = PaperId(records.dispositions()[-1].mail)
        replaying.replay(table.desk, records, number, "Pewterby")
    assert len(held(table)) == 1
    assert late(table) == ()
    table.receive(turn())
    assert held(table) == ()


@pytest.mark.parametrize(("mails", "disposition"), [(10, "ignore"), (12, "hold")])
def test_of_a_long_digest_so_much_is_read_and_the_rest_is_asked_about(
    table: Table, mails: int, disposition: str
) -> None:
    talk = [
        turn(
            f"Day {number} in the bilge.\n" + "A fine day in the bilge.\n" * 120, id=f"<{number}@x>"
        )
        for number in range(mails)
    ]
    assert (mails * 3000 > missing.MOST_READ) is (disposition == "hold")
    assert table.receive(digest(*talk)) == ()
    assert filed(table).disposition == disposition


AGAINST = results("spf=fail smtp.mailfrom=x@agora.example")
DID_NOT_COUNT: dict[str, tuple[bytes, ...]] = {
    "contradicted": (AGAINST + turn(id="<forged@evil.example>"),),
    "contradicted, under its Message-ID": (AGAINST + turn(),),
    "by a machine": (b"Auto-Submitted: auto-generated\r\n" + turn(id="<forged@evil.example>"),),
    "by a machine, under its Message-ID": (b"Auto-Submitted: auto-generated\r\n" + turn(),),
    "twice": (AGAINST + turn(), b"Auto-Submitted: auto-generated\r\n" + turn()),
}


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("what", DID_NOT_COUNT)
def test_a_mail_that_does_not_count_has_not_come(table: Table, what: str, first: bool) -> None:
    guarded(table)
    every = [digest(turn()), *DID_NOT_COUNT[what]]
    for one in every if first else [*every[1:], every[0]]:
        table.receive(one)
    assert is_asked(late(table))
    assert position(table).turns == 0


@pytest.mark.parametrize("id", ["<one@post.example>", "<again@post.example>"])
def test_what_its_author_disowns_has_not_come_and_what_e_owns_has(table: Table, id: str) -> None:
    guarded(table)
    table.receive(digest(turn()))
    for answer in ("no", "yes"):
        at = MONDAY + timedelta(hours=len(answer))
        (asked,) = table.receive(AGAINST + turn(id=id, at=at))
        assert len(held(table)) == 2
        write(table, "Ann", answer, subject=f"Re: {subject_of(asked)}")
        assert len(held(table)) == (answer == "no")
        id = f"{answer}{id}"


def test_who_says_once_more_that_an_earlier_mail_is_eirs_brings_no_later_one(table: Table) -> None:
    guarded(table)
    (question,) = table.receive(AGAINST + turn())
    table.clock.forward(minutes=10)
    write(table, "Ann", "yes", subject=f"Re: {subject_of(question)}")
    table.clock.forward(hours=30)
    table.receive(results(OF_LIST) + digest(turn(id="<later@post.example>", at=table.clock.at)))
    write(table, "Ann", "yes", subject=f"Re: {subject_of(question)}")
    assert filed(table).reason == "answered before"
    assert is_asked(late(table))


def test_what_the_contestmaster_reads_and_what_is_handled_again_have_come(table: Table) -> None:
    guarded(table, contradicted="hold")
    table.receive(digest(turn(), turn(OTHER, "Bob", "<two@post.example>")))
    table.receive(AGAINST + turn(), AGAINST + turn(OTHER, "Bob", "<two@post.example>"))
    assert len(held(table)) == 3
    number = held(table)[1].mail
    with table.desk.ledger.transaction() as records:
        draft = rereading.read_mail(table.desk, records, number)
    table.news()
    reply(table, draft.code, "approve")
    assert len(held(table)) == 2
    guarded(table, contradicted="act")
    with table.desk.ledger.transaction() as records:
        replaying.replay(table.desk, records, PaperId(number + 1), "Pewterby")
    assert held(table) == ()


def test_a_mail_with_more_around_its_words_has_come(table: Table) -> None:
    table.receive(digest(turn(), turn(OTHER, "Bob", "<two@post.example>")))
    table.receive(turn(LINE + "\n-- \nAnn, of the bilge\n"))
    assert len(held(table)) == 1
    table.receive(turn(OTHER + "\n_____\nagora-business list\n", "Bob", "<two@post.example>"))
    assert held(table) == ()


def test_a_made_up_digest_hides_no_true_one_that_waits_for_the_same_mail(table: Table) -> None:
    guarded(table)
    table.receive(results(OF_LIST) + digest(turn()))
    table.receive(AGAINST + digest(turn(OTHER)))
    table.receive(results(OF_LIST) + turn(LINE + "\n-- \nAnn, of the bilge\n"))
    assert [one.mail for one in held(table)] == [table.uid - 1]


def test_a_mail_costs_little_however_many_digests_wait_for_others(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(digested.AT_A_TIME):
        table.receive(digest(turn(id=f"<{n}@x>"), turn(OTHER, "Bob", id=f"<{n}.b@x>")))
    opened: list[Opened] = []
    taken_apart = digests.enclosed

    def counted(mail: Opened, named: MessageId | None = None) -> tuple[Opened, ...]:
        opened.append(mail)
        return taken_apart(mail, named)

    monkeypatch.setattr(digests, "enclosed", counted)
    table.receive(turn(id="<unknown@post.example>", at=MONDAY + timedelta(hours=5)))
    assert len(opened) == 0
    table.receive(turn("What a fine day it is.\n", id="<2@x>"))
    assert len(opened) == 1
    assert len(held(table)) == digested.AT_A_TIME


def test_a_mail_is_opened_once_however_many_in_a_digest_bear_its_message_id(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.receive(turn())
    opened: list[PaperId] = []
    taken_apart = mails_on_file.letter_if_any

    def counted(desk: Desk, records: Records, mail: PaperId) -> Letter | None:
        opened.append(mail)
        return taken_apart(desk, records, mail)

    monkeypatch.setattr(mails_on_file, "letter_if_any", counted)
    several = [turn(f"I draw {n} items.\n", at=MONDAY + timedelta(minutes=n)) for n in range(2, 12)]
    table.receive(digest(*several))
    assert len(opened) == 1
    assert is_asked(late(table))
    assert len(opened) == 3  # once to see what is missing still, and once to tell of the name


def test_made_up_digests_take_no_place_of_those_that_their_list_has_sent(table: Table) -> None:
    guarded(table)
    for n in range(digested.AT_A_TIME + 5):
        table.receive(AGAINST + digest(turn(OTHER, "Bob", f"<{n}@evil.example>")))
    assert len(held(table)) == digested.AT_A_TIME
    assert "As many" in filed(table).reason
    table.receive(results(OF_LIST) + digest(turn()))
    news = late(table)
    assert [f"Mail {table.uid} " in subject_of(one) for one in news] == [True, False, False, False]
    assert [text_of(one).count("get no more mails of this kind") for one in news] == [0, 0, 0, 1]
    assert len(late(table, days=1)) == digested.A_DAY


def test_a_made_up_digest_is_not_asked_about_in_the_place_of_a_true_one(table: Table) -> None:
    guarded(table)
    table.receive(AGAINST + digest(turn()), results(OF_LIST) + digest(turn()))
    assert len(held(table)) == 2
    table.receive(AGAINST + digest(turn()))
    assert len(held(table)) == 2
    assert len(late(table)) == 2
    table.receive(turn())
    assert held(table) == ()


def test_whoever_decides_hears_which_digests_are_not_kept(table: Table) -> None:
    guarded(table)
    for n in range(digested.AT_A_TIME + 1):
        table.receive(results(OF_LIST) + digest(turn(OTHER, "Bob", f"<{n}@evil.example>")))
    table.receive(results(OF_LIST) + digest(turn()))
    table.clock.forward(days=1, minutes=1)
    rounds.make_rounds(table.desk)
    (summary,) = [one for one in table.news() if "More alarms" in subject_of(one)]
    said = " ".join(text_of(summary).split())
    assert f"Mail {table.uid} is a digest in which stands what has not come by itself" in said
    assert "Ann's mail of Mon 23 Nov 2026, 10:01 UTC" in said
    assert f"`rednov mails replay {table.uid}`" in said


@pytest.mark.parametrize("mark", [AGAINST, results("dkim=pass header.d=evil.example"), b""])
def test_a_digest_that_may_be_made_up_is_asked_about_all_the_same(
    table: Table, mark: bytes
) -> None:
    guarded(table)
    table.receive(mark + digest(turn()))
    assert is_asked(late(table))


def test_marks_upon_marks_take_no_time(table: Table) -> None:
    text = LINE + "a" + "\u0301\u0316" * 15_000 + "\n"
    many = [turn(text, id=f"<{n}@x>", at=MONDAY + timedelta(minutes=n)) for n in range(16)]
    began = time.process_time()
    table.receive(digest(*many))
    assert time.process_time() - began < 3
    assert is_asked(late(table))
