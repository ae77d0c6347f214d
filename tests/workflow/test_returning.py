"""A posting is published when its list has sent it back; what does not come back is asked about."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from rednov_bot.core.models import Outcome, Posting, QueuedPosting, UnderWay
from rednov_bot.core.settings import Forum
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.testing.mailserver.lists import MailingList
from tests.builders import BUSINESS, DISCUSSION, Table, a_table, private_mail
from tests.workflow.forgeries import OF_LIST, guarded, results
from tests.workflow.play import (
    begun,
    code_in,
    filed,
    flat,
    kinds,
    only,
    open_codes,
    read,
    reply,
    restarted,
    rounds as look,
    say,
    start,
    subject_of,
    text_of,
    tried,
)
from tests.workflow.test_reached import bounce

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
    with table.desk.db.transaction() as records:
        begun = records.begin_sending(table.clock.at, 100)
        for one in begun:
            came = outcome if one.kind == "public" else "accepted"
            came = "refused" if one.to == refused else came
            records.attempted(tried(table, one, came, "by the server"))
    names = {one.message_id for one in begun if one.kind == "public"}
    every = read(table, UnitOfWork.outbox)
    return [one.posting for one in every if one.posting.message_id in names]


def not_back(table: Table, *, minutes: int) -> tuple[QueuedPosting, ...]:
    """So many minutes go by, each looked at; what asks about a posting then."""
    asked: list[QueuedPosting] = []
    for _ in range(minutes):
        table.clock.forward(minutes=1)
        asked += [one for one in look(table) if "Not back" in subject_of(one)]
    return tuple(asked)


def state(table: Table, posting: Posting) -> str:
    found = read(table, lambda records: records.posting(posting.message_id))
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
    backup = Forum(address="backup@lists.example", list_id="backup.lists.example", public=True)
    restarted(table, forums={**table.desk.settings.forums, "backup": backup})


def altered(octets: bytes) -> bytes:
    return re.sub(rb"takes? no action", b"wins the game", octets)


def handed_over(table: Table) -> UnderWay:
    """A posting whose text goes out, and no server has said anything yet."""
    reply(table, code_in(say(table, "Ann")), "approve")
    with table.desk.db.transaction() as records:
        begun = records.begin_sending(table.clock.at, 100)
        (posting,) = [one for one in begun if one.kind == "public"]
        records.handed_over(posting)
    return posting


def says(table: Table, one: UnderWay, outcome: Outcome) -> None:
    came = tried(table, one, outcome, "451 later")
    read(table, lambda records: records.attempted(came, one.number))


def test_what_was_seen_on_the_list_is_not_posted_again_by_a_late_word(table: Table) -> None:
    """Its copy was there before the word of whoever handed it over."""
    posting = handed_over(table)
    table.receive(LIST.passed_on(posting.octets))
    assert state(table, posting) == "published"
    says(table, posting, "deferred")
    table.clock.forward(minutes=5)
    assert go(table) == []
    assert state(table, posting) == "published"


# -- it comes back --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "forum", [LIST, replace(LIST, munge_from=True), replace(LIST, reply_to=DISCUSSION, footer="")]
)
@pytest.mark.parametrize("outcome", ["accepted", "unknown"])
def test_a_posting_that_came_back_is_published(
    table: Table, forum: MailingList, outcome: Outcome
) -> None:
    posting = resolve(table, outcome=outcome)
    assert table.receive(posting.octets) == (), "its own copy without a list proves nothing"
    table.receive(TALK.passed_on(posting.octets))
    assert state(table, posting) == outcome
    assert table.receive(forum.passed_on(posting.octets)) == ()
    assert state(table, posting) == "published"
    assert filed(table).disposition == "ignore"
    assert filed(table).reason == "The bot wrote it. business has sent it back."
    table.clock.forward(hours=9)
    assert look(table) == ()
    assert go(table) == []
    (told,) = table.receive(altered(LIST.passed_on(posting.octets)))
    assert "has sent that back before" in flat(told)
    assert filed(table).disposition == "hold"
    assert state(table, posting) == "published"


def test_a_list_that_gives_mails_names_of_its_own_is_recognised(table: Table) -> None:
    news = say(table, "Ann")
    assert table.receive(only(news, "receipt").posting.octets) == ()
    assert filed(table).reason == "The bot wrote it."
    go(table)
    reply(table, code_in(news), "approve")
    (posting,) = go(table)
    came = LIST.passed_on(posting.octets)
    table.receive(re.sub(rb"Message-ID: <[^>]*>", b"Message-ID: <1@agora.example>", came))
    assert state(table, posting) == "published"


# -- it does not ----------------------------------------------------------------------------------


def test_a_posting_that_is_not_back_in_time_is_asked_about_once(table: Table) -> None:
    posting = resolve(table)
    table.clock.forward(minutes=59)
    assert look(table) == ()
    table.clock.forward(minutes=1)
    assert look(table, heard=False) == (), "while the mailbox cannot be read"
    (asked,) = look(table)
    assert "] Not back: Turn 1: Ann" in subject_of(asked)
    assert asked.posting.to == "pewterby@post.example"
    text = flat(asked)
    assert "business has not sent it back" in text
    assert "it is there" in text
    assert "post again" in text
    assert "ever come back" not in text
    assert "receipt" in kinds(say(table, "Bob")), "the game goes on meanwhile"
    restarted(table)
    assert not_back(table, minutes=130) == ()
    table.receive(LIST.passed_on(posting.octets))
    (told,) = reply(table, code_in((asked,)), "post again")
    assert "closed, for agora-business@agora.example has sent it back" in flat(told)
    assert go(table) == []


@pytest.mark.parametrize("days", [0, 15])
def test_it_is_sent_again_by_word_and_asked_about_again(table: Table, days: int) -> None:
    posting, code = late(table, "unknown")
    for _ in range(days):
        table.clock.forward(days=1)
        look(table)
    (told,) = reply(table, code, "approve")
    assert "asks about a posting" in flat(told)
    assert go(table) == []
    (told,) = reply(table, code, "post again")
    assert "The same mail goes to business once more" in flat(told)
    assert go(table, "unknown") == [posting]
    assert go(table) == []
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


@pytest.mark.parametrize("answer", ["It is there.", "reject because I have mailed it myself"])
def test_the_contestmasters_word_is_enough(table: Table, answer: str) -> None:
    posting, code = late(table)
    reply(table, code, answer)
    assert state(table, posting) == ("published" if answer == "It is there." else "accepted")
    assert not_back(table, minutes=130) == ()
    (told,) = reply(table, code_in(say(table, "Bob")), "it is there")
    assert "asks about no posting" in flat(told)


def test_it_goes_to_another_public_forum(table: Table) -> None:
    posting, code = late(table)
    for forum in ("backup", "discussion"):
        (no_such,) = reply(table, code, f"post to {forum}")
        assert "there is none" in flat(no_such)
    assert go(table) == []
    with_backup(table)
    told = only(reply(table, code, "post to Backup, please"), "desk")
    assert "The same text goes to backup" in flat(told)
    (other,) = go(table)
    assert other.to == "backup@lists.example"
    assert other.message_id != posting.message_id
    body = posting.octets.partition(b"\r\n\r\n")[2]
    assert other.octets.partition(b"\r\n\r\n")[2] == body
    table.receive(MailingList(address=other.to, subscribers=()).passed_on(other.octets))
    assert state(table, other) == "published"
    assert not_back(table, minutes=130) == ()


# -- nobody is asked ------------------------------------------------------------------------------


@pytest.mark.parametrize("days", [2, 40])
def test_an_outage_of_the_bot_does_not_count(table: Table, days: int) -> None:
    look(table)
    resolve(table, outcome="unknown")
    table.clock.forward(days=days)
    assert not [one for one in look(table) if "Not back" in subject_of(one)]
    assert not_back(table, minutes=59) == ()
    assert len(not_back(table, minutes=1)) == 1


def test_of_a_list_that_sends_nothing_back_one_question_is_asked(tmp_path: Path) -> None:
    table = begun(tmp_path)
    go(table)
    go(table)
    table.news()
    table.clock.forward(minutes=60)
    (asked,) = look(table)
    assert "No posting of the bot's has ever come back from business" in flat(asked)
    assert "within = 0" in flat(asked)
    first = resolve(table)
    assert not_back(table, minutes=61) == ()
    reply(table, code_in((asked,)), "it is there")
    assert not_back(table, minutes=61) == ()
    assert state(table, first) == "accepted"
    reply(table, code_in(table.receive(altered(LIST.passed_on(first.octets)))), "it is there")
    reported = resolve(table, "Bob")
    assert not_back(table, minutes=61) == (), "one changed copy makes it none that sends back"
    table.receive(report_on(reported))
    assert len(not_back(table, minutes=61)) == 1
    resolve(table, "Cat", "unknown")
    assert kinds(not_back(table, minutes=61)) == ["draft"]


# -- it comes back otherwise ----------------------------------------------------------------------


def test_what_comes_back_with_other_words_is_asked_about_once(table: Table) -> None:
    old = resolve(table, "Cat")
    table.clock.forward(days=15)
    table.news()
    (told,) = table.receive(altered(LIST.passed_on(old.octets)))
    assert "comes too late" in flat(told)
    posted = [resolve(table, who) for who in ("Ann", "Bob", "Cat") * 2]
    came = altered(LIST.passed_on(posted[0].octets))
    (asked,) = table.receive(came)
    assert "Back changed: Turn 2: Ann" in subject_of(asked)
    assert "wins the game" in text_of(asked)
    assert state(table, posted[0]) == "accepted"
    assert table.receive(came) == ()
    for one in posted[1:]:
        table.receive(altered(LIST.passed_on(one.octets)))
    drafts = read(table, UnitOfWork.open_drafts)
    about = [one.about for one in drafts if one.kind == "return"]
    assert len([one for one in about if "Back changed" in one]) == 5
    assert "others that wait for your word" in filed(table).reason


# -- what our own server finds --------------------------------------------------------------------

_BOUNCES = "smtp.mailfrom=agora-business-bounces@agora.example"


@pytest.mark.parametrize(
    "found",
    [
        f"dmarc=fail (p=REJECT) header.from=bots.example; spf=fail {_BOUNCES}",
        "spf=pass smtp.mailfrom=x@evil.example; dkim=pass header.d=evil.example",
        "dkim=fail header.d=agora.example",
    ],
)
def test_a_forged_posting_is_not_seen_on_the_list(table: Table, found: str) -> None:
    guarded(table)
    posting, code = late(table, "unknown")
    (told,) = table.receive(results(found) + LIST.passed_on(posting.octets))
    assert "may not come from business" in flat(told)
    assert filed(table).disposition == "hold"
    assert state(table, posting) == "unknown"
    assert open_codes(table) == [code]


@pytest.mark.parametrize(
    ("found", "forum"),
    [
        (OF_LIST, replace(LIST, munge_from=True)),
        ("dkim=fail header.d=bots.example; dkim=pass header.d=agora.example", LIST),
        (f"dmarc=fail (p=REJECT) header.from=bots.example; spf=pass {_BOUNCES}", LIST),
        ("none", LIST),
        ("dkim=pass header.d=bots.example", replace(LIST, subject_prefix="", footer="")),
    ],
)
def test_a_posting_for_which_its_list_or_its_own_signature_vouches_is_published(
    table: Table, found: str, forum: MailingList
) -> None:
    guarded(table)
    posting = resolve(table)
    assert table.receive(results(found) + forum.passed_on(posting.octets)) == ()
    assert state(table, posting) == "published"


# -- a mail server reports on it ------------------------------------------------------------------


def report_on(posting: Posting) -> bytes:
    """What the server of somebody on the list writes, who cannot be reached."""
    queued = QueuedPosting(posting=posting, draft=None, state="accepted", attempts=1)
    return bounce(queued, to="somebody@far.example")


def test_a_report_on_a_posting_does_not_take_it_for_lost(table: Table) -> None:
    posting = resolve(table)
    table.receive(report_on(posting))
    assert state(table, posting) == "accepted"
    assert [one for one in look(table) if "A posting to" in subject_of(one)]
    (asked,) = not_back(table, minutes=61)
    reply(table, code_in((asked,)), "post again")
    assert go(table) == [posting]
    table.receive(LIST.passed_on(posting.octets))
    assert state(table, posting) == "published"
    assert not_back(table, minutes=61) == ()


# -- what only passes for one ---------------------------------------------------------------------


def test_a_mail_that_only_passes_for_a_posting_is_kept_and_told_of_once_a_day(table: Table) -> None:
    posting = resolve(table)
    by_ann = b"From: Ann <ann@post.example>\r\n"
    came = re.sub(rb"From: .*\r\n", by_ann, LIST.passed_on(posting.octets))
    told = table.receive(came)
    assert kinds(told) == ["desk"]
    assert "somebody else has written it" in flat(*told)
    assert filed(table).disposition == "hold"
    assert table.receive(altered(posting.octets)) == ()
    assert filed(table).disposition == "ignore"
    assert "no list has passed it on" in filed(table).reason
    assert state(table, posting) == "accepted"
