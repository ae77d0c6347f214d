"""Somebody claims an error in what was posted; the contestmaster denies or accepts it (§25)."""

from __future__ import annotations

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from pathlib import Path

import pytest

from rednov_bot.core.errors import CannotAnswerClaim, DraftClosed, Mendable
from rednov_bot.core.models import Draft, QueuedPosting
from rednov_bot.core.workflow.contest import succession
from rednov_bot.core.workflow.corrections import claimed
from rednov_bot.core.workflow.drafts import approval
from tests.builders import BUSINESS, DISCUSSION, Table, list_mail, private_mail
from tests.workflow.play import (
    ADDRESS_OF_MASTER,
    MASTER,
    Postings,
    begun,
    code_in,
    draft,
    filed,
    kinds,
    numbered,
    only,
    open_codes,
    opened,
    position,
    reply,
    say,
    subject_of,
    text_of,
    verdict,
)
from tests.workflow.test_in_reply import in_answer

CLAIM = "CoE: Ann had 38 minutes left, not 39."


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Ann's first turn is resolved, and on the list."""
    table = begun(tmp_path)
    reply(table, code_in(say(table, "Ann")), "approve")
    return table


def resolution(table: Table) -> QueuedPosting:
    """The last resolution on the list."""
    with table.desk.db.transaction() as records:
        every = [one for one in records.outbox() if one.posting.kind == "public"]
    return every[-1]


def answering(table: Table, mail: bytes, to: QueuedPosting | None = None) -> bytes:
    """The mail as an answer to a posting of the bot's, the last resolution say."""
    found = message_from_bytes(mail, policy=default.clone(linesep="\r\n"))
    assert isinstance(found, EmailMessage)
    found["In-Reply-To"] = (to or resolution(table)).posting.message_id
    return found.as_bytes(policy=SMTP)


def claim(
    table: Table, who: str = "Bob", text: str = CLAIM, *, privately: bool = False, **more: str
) -> Postings:
    """Somebody answers the last resolution; what the bot queues for it."""
    if privately:
        mail = private_mail(who, text + "\n", date=table.clock.at, **more)
    else:
        mail = list_mail(who, text + "\n", date=table.clock.at, **more)
    return table.receive(answering(table, mail))


def deny(table: Table, code: str, why: str) -> Draft:
    with table.desk.db.transaction() as records:
        return claimed.deny(table.desk, records, code, MASTER, why)


def accept(table: Table, code: str) -> claimed.Accepted:
    with table.desk.db.transaction() as records:
        return claimed.accept(table.desk, records, code)


def flat(posting: QueuedPosting) -> str:
    return " ".join(text_of(posting).split())


def test_a_claim_lies_before_the_contestmaster_and_is_denied_under_it(table: Table) -> None:
    before = numbered(table)
    news = claim(table, message_id="<coe@post.example>")
    assert sorted(kinds(news)) == ["draft", "receipt"]
    shown, receipt = only(news, "draft"), only(news, "receipt")
    assert [one.posting.to for one in (shown, receipt)] == [ADDRESS_OF_MASTER, "bob@post.example"]
    assert "Claim of error: Bob, turn 1" in subject_of(shown)
    assert CLAIM in flat(shown)
    assert "WHY IT WAS RESOLVED LIKE THIS" in text_of(shown)
    assert "takes no action" in flat(shown)
    assert "deny because REASON" in text_of(shown)
    assert "about turn 1 was read as a claim of error" in flat(receipt)
    code = code_in(news)
    (told,) = reply(table, code, "approve")
    assert '"approve" does not answer it' in flat(told)
    with table.desk.db.transaction() as records, pytest.raises(Mendable):
        approval.approve(table.desk, records, code, MASTER)
    with pytest.raises(CannotAnswerClaim, match="deny because"):
        deny(table, code, "  ")
    assert (numbered(table), verdict(table, code)) == (before, None)
    assert accept(table, code).turn == 1
    assert verdict(table, code) is None
    with pytest.raises(CannotAnswerClaim, match="accepted already"):
        accept(table, code)
    made = deny(table, code, "e took one minute for no action")
    with pytest.raises(DraftClosed):
        accept(table, code)
    assert verdict(table, code) == "settled"
    table.news()
    (posted,) = reply(table, made.code, "approve")
    assert posted.posting.to == BUSINESS
    assert opened(posted)["In-Reply-To"] == "<coe@post.example>"
    assert "Bob about turn 1 is denied (§25): e took one minute for no action." in flat(posted)


def test_the_same_claim_to_list_and_bot_is_one(table: Table) -> None:
    same = {"message_id": "<coe@post.example>"}
    assert sorted(kinds(claim(table, forum=DISCUSSION, **same))) == ["draft", "receipt"]
    assert claim(table, privately=True, **same) == ()
    assert filed(table).reason == "claims an error, in a mail heard before"
    claim(table, **same)
    assert claim(table, text=f"{CLAIM}\n\nGnomes of Agora, all of us aboard", **same) == ()
    assert filed(table).disposition == "ignore"
    news = claim(table, text=f"{CLAIM} And Cat had 12 minutes left, not 17.", **same)
    assert filed(table).disposition == "hold"
    assert "it says something else" in filed(table).reason
    assert any("is kept for you" in subject_of(one) for one in news)
    assert len(open_codes(table)) == 1


def test_what_is_no_claim_lies_before_nobody(table: Table) -> None:
    for text in (
        "Well done, Ann!",
        "Is that right?",
        "If heat is wrong I will say so tomorrow.",
    ):
        assert "draft" not in kinds(claim(table, text=text))
    assert "draft" not in kinds(claim(table, MASTER))  # their own word
    for text in ("This is wrong: I was in 3.", "CoE: the report lacks Eve."):  # answers nothing
        assert say(table, "Bob", text) == ()
    assert "draft" not in kinds(say(table, "Dan", CLAIM))  # a stranger's, likewise
    assert "draft" not in kinds(answers(table, "something", CLAIM))
    code = code_in(say(table, "Bob"))
    with pytest.raises(CannotAnswerClaim, match="no claim of error"):
        deny(table, code, "no")
    with pytest.raises(CannotAnswerClaim, match="no claim of error"):
        accept(table, code)
    assert verdict(table, code) is None


def test_a_turn_beside_a_claim_is_asked_about_and_taken_by_a_yes(table: Table) -> None:
    news = claim(table, text=f"{CLAIM}\n\nI take no action.")
    assert kinds(news) == ["draft", "receipt", "question"]
    in_answer(table, only(news, "question"), "Bob", "yes")
    assert position(table).pending == "Bob"
    code = code_in(news)  # it lies there when the office passes on
    with table.desk.db.transaction() as records:
        succession.take_over(table.desk, records, "Dan")
    shown = [one for one in table.news() if code in subject_of(one)]
    assert [one.posting.to for one in shown] == ["dan@post.example"]
    assert CLAIM in flat(shown[0])


def answers(
    table: Table, announcement: str, text: str = "CoE: this needs a toolbox.", who: str = "Bob"
) -> Postings:
    """Somebody answers an announcement on the list; by default Bob, by a formal claim."""
    mail = list_mail(who, f"{text}\n", date=table.clock.at)
    found = message_from_bytes(mail, policy=default.clone(linesep="\r\n"))
    found["In-Reply-To"] = f"<{announcement}@post.example>"
    return table.receive(found.as_bytes(policy=SMTP))


def test_a_claim_made_in_private_is_denied_in_private(table: Table) -> None:
    with table.desk.db.transaction() as records:
        notice = next(one for one in records.outbox() if one.posting.kind == "private")
    mail = private_mail("Ann", "That is wrong: I had two crowbars.\n")
    code = code_in(table.receive(answering(table, mail, notice)))
    assert draft(table, code).about == "Claim of error: Ann, the opening of RN1"
    made = deny(table, code, "it is as it is")
    table.news()
    (sent,) = reply(table, made.code, "approve")
    assert (sent.posting.kind, sent.posting.to) == ("private", "ann@post.example")
    assert opened(sent)["Subject"].endswith("Your claim of error is denied")
    assert "your claim of error about the opening of RN1 is denied (§25)" in flat(sent)


def test_what_else_answers_a_receipt_is_heard_as_what_it_is(tmp_path: Path) -> None:
    table = begun(tmp_path)
    receipt = only(say(table, "Ann"), "receipt")

    def said(text: str, head: bytes = b"") -> Postings:
        mail = head + private_mail("Ann", f"{text}\n", date=table.clock.at)
        return table.receive(answering(table, mail, to=receipt))

    for text in (
        "I wanted to give you my standing orders: block 5-6, else 5-7.",
        "If a hatch gets blocked: 5-6.",
    ):
        (told,) = said(text)
        assert "Your standing orders" in subject_of(told)
        assert filed(table).reason == "standing orders"
    assert "draft" not in kinds(said("What do I hold?"))
    assert said("ok, thank you, Pewterby") == ()
    assert said("I am out of the office.", b"Auto-Submitted: auto-replied\r\n") == ()
    mail = private_mail("Ann", "No, I meant 5-6.\n", date=table.clock.at)
    assert "draft" not in kinds(table.receive(mail))  # answers no receipt


def test_what_is_said_when_the_turn_is_resolved_is_told_how_to_claim_an_error(
    tmp_path: Path,
) -> None:
    table = begun(tmp_path)
    taken = say(table, "Ann")
    reply(table, code_in(taken), "approve")
    text = "Hm, I wanted to stay and draw. A pity.\n"
    mail = private_mail("Ann", text, date=table.clock.at)
    (told,) = table.receive(answering(table, mail, to=only(taken, "receipt")))
    assert (told.posting.kind, told.posting.to) == ("receipt", "ann@post.example")
    assert "Turn 1 is resolved already" in subject_of(told)
    assert "CoE: turn 1: ..." in flat(told)
