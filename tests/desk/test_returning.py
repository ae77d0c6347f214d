"""A posting is published when its list has sent it back; what does not come back is asked about."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as changed

from rednov_bot.bootstrap import open_desk
from rednov_bot.desk.due import rounds
from rednov_bot.harbour.lists import MailingList
from rednov_bot.papers import Attempt, Outcome, Posting, QueuedPosting, UnderWay
from rednov_bot.sections import Forum, ReturnSettings
from tests.builders import (
    BOT,
    BUSINESS,
    DISCUSSION,
    CountingTokens,
    Table,
    a_table,
    private_mail,
)
from tests.desk.forgeries import OF_LIST, guarded, results
from tests.desk.play import (
    begun,
    code_in,
    filed,
    kinds,
    only,
    reply,
    say,
    start,
    subject_of,
    text_of,
)

LIST = MailingList(
    address=BUSINESS,
    subscribers=(),
    subject_prefix="BUS: ",
    footer="_______\nThe list of the nomic: https://agora.example/list\n",
)
TALK = MailingList(address=DISCUSSION, subscribers=(), subject_prefix="DIS: ")


def go(table: Table, outcome: Outcome = "accepted", *, refused: str = "") -> list[Posting]:
    """What is due goes out, as it does by the SMTP client, but not to whom the server refuses.

    What of it is for lists.
    """
    with table.desk.ledger.transaction() as records:
        begun = records.begin_sending(table.clock.at, 100)
        for one in begun:
            came = outcome if one.kind == "public" else "accepted"
            came = "refused" if one.to == refused else came
            tried = Attempt(
                message_id=one.message_id, at=table.clock.at, outcome=came, reply="by the server"
            )
            records.attempted(tried)
    names = {one.message_id for one in begun if one.kind == "public"}
    with table.desk.ledger.transaction() as records:
        return [one.posting for one in records.outbox() if one.posting.message_id in names]


def look(table: Table, **more: bool) -> tuple[QueuedPosting, ...]:
    rounds.make_rounds(table.desk, **more)
    return table.news()


def not_back(table: Table, *, minutes: int) -> tuple[QueuedPosting, ...]:
    """So many minutes go by, each looked at; what asks about a posting then."""
    asked: list[QueuedPosting] = []
    for _ in range(minutes):
        table.clock.forward(minutes=1)
        asked += [one for one in look(table) if "Not back" in subject_of(one)]
    return tuple(asked)


def state(table: Table, posting: Posting) -> str:
    with table.desk.ledger.transaction() as records:
        found = records.posting(posting.message_id)
    assert found is not None
    return found.state


def resolve(table: Table, who: str = "Ann", outcome: Outcome = "accepted") -> Posting:
    """A turn is taken and its resolution approved, and that goes out."""
    news = say(table, who)
    go(table)
    reply(table, code_in(news), "approve")
    (posting,) = go(table, outcome)
    table.news()
    return posting


def game(folder: Path) -> Table:
    """A game whose opening the list has sent back."""
    table = begun(folder)
    for posting in [*go(table), *go(table)]:
        table.receive(LIST.passed_on(posting.octets))
        assert state(table, posting) == "published"
    table.news()
    return table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return game(tmp_path)


def late(table: Table, outcome: Outcome = "accepted") -> tuple[Posting, str]:
    """A resolution that has not come back, and the code of what asks about it."""
    posting = resolve(table, outcome=outcome)
    table.clock.forward(minutes=60)
    return posting, code_in(look(table))


def with_backup(table: Table) -> None:
    """The settings name another public forum."""
    known = table.desk.settings
    backup = Forum(address="backup@lists.example", list_id="backup.lists.example", public=True)
    settings = changed(known, forums={**known.forums, "backup": backup})
    table.desk = open_desk(
        settings, clock=table.clock, tokens=CountingTokens(codes=90, messages=900)
    )


def of_a_list_that_keeps(folder: Path) -> Table:
    """A game on a list that sends nothing back, as the contestmaster has said."""
    table = begun(folder)
    go(table)
    go(table)
    table.clock.forward(minutes=60)
    asked = [one for one in look(table) if "Not back" in subject_of(one)]
    reply(table, code_in(asked), "it is there")
    return table


def altered(octets: bytes) -> bytes:
    return re.sub(rb"takes? no action", b"wins the game", octets)


# -- it comes back ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "forum", [LIST, replace(LIST, munge_from=True), replace(LIST, reply_to=DISCUSSION, footer="")]
)
def test_a_posting_is_published_when_its_list_has_sent_it_back(
    table: Table, forum: MailingList
) -> None:
    posting = resolve(table)
    assert state(table, posting) == "accepted"
    assert table.receive(forum.passed_on(posting.octets)) == ()
    assert state(table, posting) == "published"
    assert filed(table).disposition == "ignore"
    assert filed(table).reason == "The bot wrote it. business has sent it back."
    table.clock.forward(days=2)
    assert "draft" not in kinds(look(table))


def test_a_list_that_gives_mails_names_of_its_own_is_recognised(table: Table) -> None:
    posting = resolve(table)
    came = LIST.passed_on(posting.octets)
    table.receive(re.sub(rb"Message-ID: <[^>]*>", b"Message-ID: <1@agora.example>", came))
    assert state(table, posting) == "published"


def test_what_only_a_list_for_talk_has_is_not_published(table: Table) -> None:
    posting = resolve(table)
    table.receive(TALK.passed_on(posting.octets))
    assert state(table, posting) == "accepted"


def test_the_same_posting_may_come_back_by_several_ways(table: Table) -> None:
    posting = resolve(table)
    table.receive(*[one.passed_on(posting.octets) for one in (TALK, LIST, LIST)])
    assert state(table, posting) == "published"


def test_its_own_copy_proves_that_a_mail_of_unknown_fate_has_gone(table: Table) -> None:
    posting = resolve(table, outcome="unknown")
    assert state(table, posting) == "unknown"
    table.clock.forward(minutes=59)
    assert look(table) == ()
    table.receive(LIST.passed_on(posting.octets))
    assert state(table, posting) == "published"
    table.clock.forward(hours=9)
    assert look(table) == ()
    assert go(table) == []


# -- it does not -------------------------------------------------------------------------------


def test_a_posting_that_is_not_back_in_time_is_asked_about_once(table: Table) -> None:
    resolve(table)
    table.clock.forward(minutes=59)
    assert look(table) == ()
    table.clock.forward(minutes=1)
    (asked,) = look(table)
    assert subject_of(asked).startswith("[rednov ")
    assert "] Not back: Turn 1: Ann" in subject_of(asked)
    assert asked.posting.to == "pewterby@post.example"
    text = " ".join(text_of(asked).split())
    assert "business has not sent it back" in text
    assert "it is there" in text
    assert "post again" in text
    assert "ever come back" not in text
    for _ in range(3):
        table.clock.forward(hours=5)
        assert not [one for one in look(table) if "Not back" in subject_of(one)][1:]
    table.desk = open_desk(table.desk.settings, clock=table.clock, tokens=CountingTokens(codes=99))
    table.clock.forward(minutes=61)
    assert not [one for one in look(table) if one.posting.kind == "draft"]


def test_the_game_goes_on_meanwhile(table: Table) -> None:
    late(table)
    assert "receipt" in kinds(say(table, "Bob"))


def handed_over(table: Table) -> UnderWay:
    """A posting whose text goes out, and no server has said anything yet."""
    reply(table, code_in(say(table, "Ann")), "approve")
    with table.desk.ledger.transaction() as records:
        begun = records.begin_sending(table.clock.at, 100)
        (posting,) = [one for one in begun if one.kind == "public"]
        records.handed_over(posting)
    return posting


def says(table: Table, one: UnderWay, outcome: Outcome) -> None:
    with table.desk.ledger.transaction() as records:
        attempt = Attempt(
            message_id=one.message_id, at=table.clock.at, outcome=outcome, reply="451 later"
        )
        records.attempted(attempt, one.number)


def test_what_was_seen_on_the_list_is_not_posted_again_by_a_late_word(table: Table) -> None:
    """Its copy was there before the word of whoever handed it over."""
    posting = handed_over(table)
    table.receive(LIST.passed_on(posting.octets))
    assert state(table, posting) == "published"
    says(table, posting, "deferred")
    table.clock.forward(minutes=5)
    assert go(table) == []
    assert state(table, posting) == "published"


def test_it_is_sent_again_when_the_contestmaster_says_so(table: Table) -> None:
    posting, code = late(table, "unknown")
    assert go(table) == []
    (told,) = reply(table, code, "post again")
    assert "The same mail goes to business once more" in " ".join(text_of(told).split())
    assert go(table) == [posting]
    assert go(table) == []
    table.receive(LIST.passed_on(posting.octets))
    assert state(table, posting) == "published"


def test_what_was_sent_again_and_is_not_back_is_asked_about_again(table: Table) -> None:
    _, code = late(table)
    reply(table, code, "post again")
    go(table)
    table.clock.forward(minutes=60)
    assert code_in(look(table)) != code


@pytest.mark.parametrize("days", [5, 15])
def test_also_where_the_contestmaster_took_eir_time(table: Table, days: int) -> None:
    _, code = late(table, "unknown")
    for _ in range(days):
        table.clock.forward(days=1)
        look(table)
    reply(table, code, "post again")
    go(table, "unknown")
    assert len(not_back(table, minutes=61)) == 1


@pytest.mark.parametrize("outcome", ["unknown", "accepted"])
def test_what_waited_for_weeks_before_it_went_is_asked_about(
    tmp_path: Path, outcome: Outcome
) -> None:
    table = a_table(tmp_path)
    reply(table, start(table).code, "approve")
    go(table, refused="ann@post.example")
    for _ in range(15):
        table.clock.forward(days=1)
        look(table)
        assert go(table) == []
    table.receive(private_mail("Pewterby", "go on without Ann"))
    assert len(go(table, outcome)) == 1
    assert len(not_back(table, minutes=61)) == 1


def test_what_was_lost_before_the_bot_was_away_for_weeks_is_asked_about(table: Table) -> None:
    look(table)
    resolve(table, outcome="unknown")
    table.clock.forward(days=40)
    look(table)
    assert len(not_back(table, minutes=61)) == 1


def test_the_contestmasters_word_is_enough(table: Table) -> None:
    posting, code = late(table)
    reply(table, code, "It is there.")
    assert state(table, posting) == "published"
    assert not_back(table, minutes=130) == ()


def test_it_goes_to_another_public_forum(table: Table) -> None:
    posting, code = late(table)
    (no_such,) = reply(table, code, "post to backup")
    assert "there is none" in " ".join(text_of(no_such).split())
    with_backup(table)
    told = only(reply(table, code, "post to Backup, please"), "desk")
    assert "The same text goes to backup" in " ".join(text_of(told).split())
    (other,) = go(table)
    assert other.to == "backup@lists.example"
    assert other.message_id != posting.message_id
    body = posting.octets.partition(b"\r\n\r\n")[2]
    assert other.octets.partition(b"\r\n\r\n")[2] == body
    backup = MailingList(address=other.to, subscribers=())
    table.receive(backup.passed_on(other.octets))
    assert state(table, other) == "published"
    assert not_back(table, minutes=130) == ()


def test_a_forum_for_talk_is_no_other_way(table: Table) -> None:
    _, code = late(table)
    (told,) = reply(table, code, "post to discussion")
    assert "o other public forum in rednov.toml is called discussion; there is none" in " ".join(
        text_of(told).split()
    )
    assert go(table) == []


def test_a_late_return_closes_the_question(table: Table) -> None:
    posting, code = late(table)
    table.receive(LIST.passed_on(posting.octets))
    with table.desk.ledger.transaction() as records:
        assert records.open_drafts() == ()
    (told,) = reply(table, code, "post again")
    assert "closed, for agora-business@agora.example has sent it back" in " ".join(
        text_of(told).split()
    )
    assert go(table) == []


def test_there_is_nothing_to_approve_in_it(table: Table) -> None:
    _, code = late(table)
    (told,) = reply(table, code, "approve")
    assert "It has nothing to approve" in " ".join(text_of(told).split())
    assert go(table) == []


def test_a_rejection_ends_it(table: Table) -> None:
    _, code = late(table)
    reply(table, code, "reject because I have mailed the list myself")
    assert not_back(table, minutes=130) == ()


def test_other_drafts_are_not_answered_so(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    (told,) = reply(table, code, "it is there")
    assert "asks about no posting" in " ".join(text_of(told).split())


# -- nobody is asked ------------------------------------------------------------------------------


def test_nobody_is_asked_while_the_mailbox_cannot_be_read(table: Table) -> None:
    resolve(table)
    table.clock.forward(minutes=90)
    assert look(table, heard=False) == ()
    assert kinds(look(table)) == ["draft"]


def test_an_outage_of_the_bot_does_not_count(table: Table) -> None:
    look(table)
    posting = resolve(table)
    table.clock.forward(days=2)
    assert not [one for one in look(table) if "Not back" in subject_of(one)]
    table.clock.forward(minutes=59)
    assert not [one for one in look(table) if "Not back" in subject_of(one)]
    table.clock.forward(minutes=1)
    assert [one for one in look(table) if "Not back" in subject_of(one)]
    assert state(table, posting) == "accepted"


def test_nobody_is_asked_of_what_was_sent_before_anybody_looked(table: Table) -> None:
    news = say(table, "Ann")
    reply(table, code_in(news), "approve")
    with table.desk.ledger.transaction() as records:
        for one in records.due(table.clock.at, 100):
            records.attempted(
                Attempt(message_id=one.message_id, at=table.clock.at, outcome="accepted", reply="")
            )
    table.news()
    table.clock.forward(hours=5)
    assert look(table) == ()


def test_nobody_is_asked_where_the_host_wants_nobody_asked(table: Table) -> None:
    settings = changed(table.desk.settings, returns=ReturnSettings(within=0))
    table.desk = replace(table.desk, settings=settings)
    resolve(table)
    table.clock.forward(hours=5)
    assert look(table) == ()


def test_of_a_list_that_sends_nothing_back_one_question_is_asked(tmp_path: Path) -> None:
    table = begun(tmp_path)
    go(table)
    go(table)
    table.news()
    table.clock.forward(minutes=60)
    (asked,) = look(table)
    text = " ".join(text_of(asked).split())
    assert "No posting of the bot's has ever come back from business" in text
    assert "within = 0" in text
    first = resolve(table)
    assert not_back(table, minutes=61) == ()
    reply(table, code_in((asked,)), "it is there")
    assert not_back(table, minutes=61) == ()
    assert state(table, first) == "accepted"
    lost = resolve(table, "Bob", "unknown")
    assert kinds(not_back(table, minutes=61)) == ["draft"]
    assert state(table, lost) == "unknown"


# -- it comes back otherwise --------------------------------------------------------------------


def test_what_comes_back_with_other_words_is_asked_about_once(table: Table) -> None:
    posting = resolve(table)
    came = altered(LIST.passed_on(posting.octets))
    (asked,) = table.receive(came)
    assert "Back changed: Turn 1: Ann" in subject_of(asked)
    assert "wins the game" in text_of(asked)
    assert state(table, posting) == "accepted"
    assert table.receive(came) == ()


def test_of_what_came_back_as_it_was_sent_no_other_copy_is_asked_about(table: Table) -> None:
    posting = resolve(table)
    table.receive(LIST.passed_on(posting.octets))
    (told,) = table.receive(altered(LIST.passed_on(posting.octets)))
    assert "has sent that back before" in " ".join(text_of(told).split())
    assert filed(table).disposition == "hold"
    assert state(table, posting) == "published"


def test_old_postings_that_come_changed_bury_nobody_in_questions(table: Table) -> None:
    posted = [resolve(table, who) for who in ("Ann", "Bob", "Cat") * 2]
    for one in posted:
        table.receive(altered(LIST.passed_on(one.octets)))
    asked = [one for one in table.news() if "Back changed" in subject_of(one)]
    with table.desk.ledger.transaction() as records:
        assert sum(one.kind == "return" for one in records.open_drafts()) == 5
    assert "others that wait for your word" in filed(table).reason
    assert asked == []


def test_what_comes_changed_after_weeks_is_asked_about_no_more(table: Table) -> None:
    posting = resolve(table)
    table.clock.forward(days=15)
    table.news()
    (told,) = table.receive(altered(LIST.passed_on(posting.octets)))
    assert "comes too late" in " ".join(text_of(told).split())


def test_one_changed_copy_does_not_make_a_list_one_that_sends_back(tmp_path: Path) -> None:
    table = of_a_list_that_keeps(tmp_path)
    posting = resolve(table)
    reply(table, code_in(table.receive(altered(LIST.passed_on(posting.octets)))), "it is there")
    resolve(table, "Bob")
    assert not_back(table, minutes=61) == ()


# -- what our own server finds ------------------------------------------------------------------


@pytest.mark.parametrize(
    "found",
    [
        "dmarc=fail (p=REJECT) header.from=bots.example; "
        "spf=fail smtp.mailfrom=agora-business-bounces@agora.example",
        "spf=pass smtp.mailfrom=x@evil.example; dkim=pass header.d=evil.example",
        "dkim=fail header.d=agora.example",
    ],
)
def test_a_forged_posting_is_not_seen_on_the_list(table: Table, found: str) -> None:
    guarded(table)
    posting, code = late(table, "unknown")
    (told,) = table.receive(results(found) + LIST.passed_on(posting.octets))
    assert "may not come from business" in " ".join(text_of(told).split())
    assert filed(table).disposition == "hold"
    assert state(table, posting) == "unknown"
    with table.desk.ledger.transaction() as records:
        assert [one.code for one in records.open_drafts()] == [code]


@pytest.mark.parametrize(
    "found",
    [
        OF_LIST,
        "dkim=fail header.d=bots.example; dkim=pass header.d=agora.example",
        "dmarc=fail (p=REJECT) header.from=bots.example; "
        "spf=pass smtp.mailfrom=agora-business-bounces@agora.example",
        "none",
    ],
)
@pytest.mark.parametrize("forum", [LIST, replace(LIST, munge_from=True)])
def test_a_posting_for_which_its_list_vouches_is_published(
    table: Table, found: str, forum: MailingList
) -> None:
    guarded(table)
    posting = resolve(table)
    assert table.receive(results(found) + forum.passed_on(posting.octets)) == ()
    assert state(table, posting) == "published"


def test_a_posting_is_published_whose_own_signature_holds(table: Table) -> None:
    guarded(table)
    posting = resolve(table)
    whole = replace(LIST, subject_prefix="", footer="")
    table.receive(results("dkim=pass header.d=bots.example") + whole.passed_on(posting.octets))
    assert state(table, posting) == "published"


# -- a mail server reports on it ----------------------------------------------------------------


def report_on(posting: Posting) -> bytes:
    """What the server of somebody on the list writes, who cannot be reached."""
    return f"""From: MAILER-DAEMON@mx.far.example\r
To: {BOT}\r
Subject: Undelivered Mail Returned to Sender\r
Date: Mon, 23 Nov 2026 10:01:00 +0000\r
Message-ID: <report@mx.far.example>\r
Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r
\r
--b\r
Content-Type: message/delivery-status\r
\r
Reporting-MTA: dns; mx.far.example\r
\r
Final-Recipient: rfc822; somebody@far.example\r
Action: failed\r
Status: 5.1.1\r
\r
--b\r
Content-Type: text/rfc822-headers\r
\r
Message-ID: {posting.message_id}\r
To: {BUSINESS}\r
From: {BOT}\r
\r
--b--\r
""".encode()


def test_a_report_on_a_posting_does_not_take_it_for_lost(table: Table) -> None:
    posting = resolve(table)
    table.receive(report_on(posting))
    assert state(table, posting) == "accepted"
    assert [one for one in look(table) if "A posting to" in subject_of(one)]
    table.receive(LIST.passed_on(posting.octets))
    assert state(table, posting) == "published"
    assert not_back(table, minutes=61) == ()


def test_a_posting_that_is_reported_on_and_not_back_is_asked_about(table: Table) -> None:
    posting = resolve(table)
    table.receive(report_on(posting))
    (asked,) = not_back(table, minutes=61)
    reply(table, code_in((asked,)), "post again")
    assert go(table) == [posting]


def test_also_where_nothing_ever_comes_back(tmp_path: Path) -> None:
    table = of_a_list_that_keeps(tmp_path)
    table.receive(report_on(resolve(table)))
    assert len(not_back(table, minutes=61)) == 1


# -- what only passes for one -------------------------------------------------------------------


def test_a_mail_that_only_passes_for_a_posting_is_kept_and_told_of_once_a_day(
    table: Table,
) -> None:
    posting = resolve(table)
    assert kinds(table.receive(altered(posting.octets))) == ["desk"]
    assert filed(table).disposition == "hold"
    assert table.receive(altered(posting.octets)) == ()
    assert filed(table).disposition == "ignore"
    assert state(table, posting) == "accepted"


def test_somebody_elses_mail_with_our_message_id_is_no_sighting(table: Table) -> None:
    posting = resolve(table)
    came = re.sub(
        rb"From: .*\r\n", b"From: Ann <ann@post.example>\r\n", LIST.passed_on(posting.octets)
    )
    told = table.receive(came)[0]
    assert "somebody else has written it" in " ".join(text_of(told).split())
    assert state(table, posting) == "accepted"


def test_its_own_copy_without_a_list_proves_nothing(table: Table) -> None:
    posting = resolve(table, outcome="unknown")
    assert table.receive(posting.octets) == ()
    assert state(table, posting) == "unknown"


def test_a_private_mail_that_comes_back_is_left_alone(table: Table) -> None:
    receipt = only(say(table, "Ann"), "receipt")
    assert table.receive(receipt.posting.octets) == ()
    assert filed(table).reason == "The bot wrote it."
