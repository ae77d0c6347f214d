"""Somebody claims an error in what was posted; the contestmaster denies or accepts it (§25)."""

from __future__ import annotations

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from pathlib import Path

import pytest

from rednov_bot.desk.contest import succession
from rednov_bot.desk.corrections import claimed
from rednov_bot.desk.drafts import approval
from rednov_bot.errors import CannotAnswerClaim, DraftClosed, Mendable
from rednov_bot.papers import Draft, QueuedPosting
from tests.builders import BUSINESS, DISCUSSION, Table, list_mail, private_mail
from tests.desk.play import (
    MASTER,
    Postings,
    begun,
    code_in,
    draft,
    everything_public,
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
from tests.desk.test_in_reply import in_answer

CLAIM = "CoE: Ann had 38 minutes left, not 39."


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Ann's first turn is resolved, and on the list."""
    table = begun(tmp_path)
    reply(table, code_in(say(table, "Ann")), "approve")
    return table


def resolution(table: Table) -> QueuedPosting:
    """The last resolution on the list."""
    with table.desk.ledger.transaction() as records:
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
    with table.desk.ledger.transaction() as records:
        return claimed.deny(table.desk, records, code, MASTER, why)


def accept(table: Table, code: str) -> claimed.Accepted:
    with table.desk.ledger.transaction() as records:
        return claimed.accept(table.desk, records, code)


def flat(posting: QueuedPosting) -> str:
    return " ".join(text_of(posting).split())


def test_a_claim_lies_before_the_contestmaster_with_its_words_and_the_reasons(
    table: Table,
) -> None:
    news = claim(table)
    assert sorted(kinds(news)) == ["draft", "receipt"]
    shown = only(news, "draft")
    assert shown.posting.to == "pewterby@post.example"
    assert "Claim of error: Bob, turn 1" in subject_of(shown)
    assert CLAIM in flat(shown)
    assert "WHY IT WAS RESOLVED LIKE THIS" in text_of(shown)
    assert "takes no action" in flat(shown)
    assert "deny because REASON" in text_of(shown)


def test_the_claimant_is_told_that_it_lies_there(table: Table) -> None:
    receipt = only(claim(table), "receipt")
    assert receipt.posting.to == "bob@post.example"
    assert "about turn 1 was read as a claim of error" in flat(receipt)


def test_a_claim_is_no_act_and_nothing_of_the_game_changes(table: Table) -> None:
    before = numbered(table)
    news = claim(table)
    assert numbered(table) == before
    assert not everything_public(news)
    assert filed(table).reason == "claims an error"


def test_a_claim_knows_its_mail_and_its_turn(table: Table) -> None:
    made = draft(table, code_in(claim(table)))
    assert (made.kind, made.pages, made.effects) == ("claim", (), ())
    assert made.turn is not None
    assert made.mail is not None


def test_a_claim_to_the_bot_alone_is_one_too(table: Table) -> None:
    news = claim(table, privately=True)
    assert "Claim of error: Bob, turn 1" in subject_of(only(news, "draft"))


def test_a_claim_where_no_announcement_counts_is_one_all_the_same(table: Table) -> None:
    news = claim(table, forum=DISCUSSION)
    assert sorted(kinds(news)) == ["draft", "receipt"]


def test_the_same_claim_to_list_and_bot_is_one(table: Table) -> None:
    claim(table, message_id="<coe@post.example>")
    assert claim(table, message_id="<coe@post.example>", privately=True) == ()
    assert filed(table).reason == "claims an error, in a mail heard before"
    claim(table, message_id="<coe@post.example>", forum=DISCUSSION)
    assert len(open_codes(table)) == 1


@pytest.mark.parametrize(
    "text",
    ["Well done, Ann!", "Is that right?", "Thanks.", "If heat is wrong I will say so tomorrow."],
)
def test_chatter_about_a_resolution_claims_nothing(table: Table, text: str) -> None:
    assert "draft" not in kinds(claim(table, text=text))


@pytest.mark.parametrize("text", [CLAIM, "CoE: Ann has 60 minutes left."])
def test_a_formal_claim_that_answers_nothing_is_about_the_last_resolution(
    table: Table, text: str
) -> None:
    reply(table, code_in(say(table, "Cat")), "approve")
    news = say(table, "Bob", text)
    assert "Claim of error: Bob, turn 2" in subject_of(only(news, "draft"))
    assert "Pewterby has your claim of error" in subject_of(only(news, "receipt"))


@pytest.mark.parametrize("text", ["This is wrong: I was in 3.", "CoE: the report lacks Eve."])
def test_of_the_game_nothing_is_claimed_in_answer_to_nothing_in_other_words(
    table: Table, text: str
) -> None:
    assert say(table, "Bob", text) == ()


def test_a_strangers_formal_claim_that_answers_nothing_is_none(table: Table) -> None:
    assert "draft" not in kinds(say(table, "Dan", CLAIM))


def test_a_formal_claim_in_answer_to_an_announcement_is_about_that_turn(table: Table) -> None:
    announced = list_mail("Cat", "I take no action.\n", message_id="<cat@post.example>")
    code = code_in(table.receive(announced))
    assert "Claim of error: Bob, turn 2" in subject_of(only(answers(table, "cat"), "draft"))
    reply(table, code, "approve")
    reply(table, code_in(say(table, "Ann")), "approve")
    news = answers(table, "cat", "CoE: this needs a toolbox, later.")
    assert "Claim of error: Bob, turn 2" in subject_of(only(news, "draft"))
    assert "WHY IT WAS RESOLVED LIKE THIS" in text_of(only(news, "draft"))


def answers(
    table: Table, announcement: str, text: str = "CoE: this needs a toolbox.", who: str = "Bob"
) -> Postings:
    """Somebody answers an announcement on the list; by default Bob, by a formal claim."""
    mail = list_mail(who, f"{text}\n", date=table.clock.at)
    found = message_from_bytes(mail, policy=default.clone(linesep="\r\n"))
    found["In-Reply-To"] = f"<{announcement}@post.example>"
    return table.receive(found.as_bytes(policy=SMTP))


def test_the_same_words_in_answer_to_another_gnome_claim_nothing(table: Table) -> None:
    mail = list_mail("Bob", CLAIM + "\n")
    found = message_from_bytes(mail, policy=default)
    found["In-Reply-To"] = "<something@post.example>"
    assert "draft" not in kinds(table.receive(found.as_bytes()))


def test_a_turn_beside_a_claim_is_asked_about_and_taken_by_a_yes(table: Table) -> None:
    news = claim(table, text=f"{CLAIM}\n\nI take no action.")
    assert kinds(news) == ["draft", "receipt", "question"]
    in_answer(table, only(news, "question"), "Bob", "yes")
    assert position(table).pending == "Bob"


def test_the_contestmasters_own_word_is_no_claim_to_emself(table: Table) -> None:
    assert "draft" not in kinds(claim(table, MASTER))


def test_a_claim_in_answer_to_a_private_notice_is_one_and_is_denied_privately(
    table: Table,
) -> None:
    with table.desk.ledger.transaction() as records:
        notice = next(one for one in records.outbox() if one.posting.kind == "private")
    mail = private_mail("Ann", "That is wrong: I had two crowbars.\n")
    code = code_in(table.receive(answering(table, mail, notice)))
    assert draft(table, code).about == "Claim of error: Ann, the opening of RN1"
    assert not everything_public(reply(table, deny(table, code, "e had one").code, "approve"))


def test_a_denial_is_drafted_and_posted_under_the_claim(table: Table) -> None:
    code = code_in(claim(table, message_id="<coe@post.example>"))
    made = deny(table, code, "e took one minute for no action")
    assert verdict(table, code) == "settled"
    assert kinds(table.news()) == ["draft"]
    (posted,) = reply(table, made.code, "approve")
    assert posted.posting.to == BUSINESS
    assert opened(posted)["In-Reply-To"] == "<coe@post.example>"
    assert (
        "The claim of error of Bob about turn 1 is denied (§25): e took one minute for no action."
        in flat(posted)
    )


def test_a_claim_made_in_private_is_denied_in_private(table: Table) -> None:
    made = deny(table, code_in(claim(table, privately=True)), "it is as it is")
    table.news()
    (sent,) = reply(table, made.code, "approve")
    assert (sent.posting.kind, sent.posting.to) == ("private", "bob@post.example")
    assert opened(sent)["Subject"].endswith("Your claim of error is denied")
    assert "Bob, your claim of error about turn 1 is denied (§25): it is as it is." in flat(sent)


def test_a_denial_without_a_reason_denies_nothing(table: Table) -> None:
    code = code_in(claim(table))
    with pytest.raises(CannotAnswerClaim, match="deny because"):
        deny(table, code, "  ")
    assert verdict(table, code) is None


def test_an_accepted_claim_stays_open_and_names_the_turn_to_correct(table: Table) -> None:
    code = code_in(claim(table))
    assert accept(table, code).turn == 1
    assert verdict(table, code) is None
    with pytest.raises(CannotAnswerClaim, match="accepted already"):
        accept(table, code)


def test_an_accepted_claim_can_be_denied_after_all(table: Table) -> None:
    code = code_in(claim(table))
    accept(table, code)
    deny(table, code, "after all")
    with pytest.raises(DraftClosed):
        accept(table, code)


def test_approve_answers_no_claim(table: Table) -> None:
    code = code_in(claim(table))
    (told,) = reply(table, code, "approve")
    assert '"approve" does not answer it' in flat(told)
    assert verdict(table, code) is None
    with table.desk.ledger.transaction() as records, pytest.raises(Mendable):
        approval.approve(table.desk, records, code, MASTER)


def test_a_rejected_claim_is_closed_without_a_word(table: Table) -> None:
    code = code_in(claim(table))
    assert kinds(reply(table, code, "reject because it is chatter")) == ["desk"]
    assert verdict(table, code) == "rejected"


def test_a_draft_that_is_no_claim_is_neither_denied_nor_accepted(table: Table) -> None:
    code = code_in(say(table, "Bob"))
    with pytest.raises(CannotAnswerClaim, match="no claim of error"):
        deny(table, code, "no")
    with pytest.raises(CannotAnswerClaim, match="no claim of error"):
        accept(table, code)
    assert verdict(table, code) is None


def test_a_claim_about_the_opening_names_the_game(tmp_path: Path) -> None:
    table = begun(tmp_path)
    shown = only(claim(table, text="CoE: I should be in room 3."), "draft")
    assert "Claim of error: Bob, the opening of RN1" in subject_of(shown)


def test_a_claim_does_not_keep_the_next_turn_from_being_resolved(table: Table) -> None:
    code = code_in(claim(table))
    news = reply(table, code_in(say(table, "Cat")), "approve")
    assert "public" in kinds(news)
    assert verdict(table, code) is None


def test_a_successor_gets_the_open_claims(table: Table) -> None:
    code = code_in(claim(table))
    with table.desk.ledger.transaction() as records:
        succession.take_over(table.desk, records, "Dan")
    shown = [one for one in table.news() if code in subject_of(one)]
    assert [one.posting.to for one in shown] == ["dan@post.example"]
    assert CLAIM in flat(shown[0])


def test_a_gnome_who_answers_eir_receipt_that_it_is_wrong_is_heard(tmp_path: Path) -> None:
    news = answer_to_the_receipt(begun(tmp_path), "No, this is wrong! I meant three.")
    assert "Claim of error: Ann, turn 1" in subject_of(only(news, "draft"))
    assert "Pewterby has your" in subject_of(only(news, "receipt"))


def answer_to_the_receipt(table: Table, text: str) -> Postings:
    """Ann has taken a turn, and answers its receipt."""
    receipt = only(say(table, "Ann"), "receipt")
    return table.receive(
        answering(table, private_mail("Ann", f"{text}\n", date=table.clock.at), to=receipt)
    )


@pytest.mark.parametrize(
    "text",
    [
        "I wanted to give you my standing orders: block 5-6, else 5-7.",
        "My standing orders: if a hatch gets blocked, 5-6.",
        "If a hatch gets blocked: 5-6.",
    ],
)
def test_standing_orders_in_answer_to_a_receipt_are_orders(tmp_path: Path, text: str) -> None:
    table = begun(tmp_path)
    news = answer_to_the_receipt(table, text)
    assert kinds(news) == ["receipt"]
    assert "Your standing orders" in subject_of(news[0])
    assert filed(table).reason == "standing orders"


@pytest.mark.parametrize("text", ["help", "What do I hold?", "status"])
def test_a_request_in_answer_to_a_receipt_is_a_request(tmp_path: Path, text: str) -> None:
    table = begun(tmp_path)
    assert "draft" not in kinds(answer_to_the_receipt(table, text))


@pytest.mark.parametrize(
    "text",
    [
        "I meant: I draw 3 items.",
        "I meant three.",
        "No!",
        "I meant to flee to room 1, if it failed, not 4. Does not matter now, I suppose.",
        "Hm, I meant something else, I wanted to stay in room 9 and draw.",
        "I open 5-6 and go in and draw 3 items.",
    ],
)
def test_what_a_gnome_meant_lies_before_the_contestmaster(tmp_path: Path, text: str) -> None:
    table = begun(tmp_path)
    news = answer_to_the_receipt(table, text)
    assert text[:40] in flat(only(news, "draft"))
    assert "Pewterby has your protest" in subject_of(only(news, "receipt"))
    assert filed(table).reason == "claims an error"


@pytest.mark.parametrize("text", ["Thanks!", "ok, thank you, Pewterby"])
def test_thanks_for_a_receipt_reach_nobody(tmp_path: Path, text: str) -> None:
    assert answer_to_the_receipt(begun(tmp_path), text) == ()


def test_a_machines_answer_to_a_receipt_is_no_protest(tmp_path: Path) -> None:
    table = begun(tmp_path)
    receipt = only(say(table, "Ann"), "receipt")
    mail = private_mail("Ann", "I am out of the office.\n", date=table.clock.at)
    automatic = b"Auto-Submitted: auto-replied\r\n" + mail
    assert table.receive(answering(table, automatic, to=receipt)) == ()


@pytest.mark.parametrize(
    "text",
    ["I meant that I never unblock 1-3 but 1-2.", "Hm, I wanted to stay and draw. A pity."],
)
def test_who_says_it_when_the_turn_is_resolved_is_told_how_to_claim_an_error(
    tmp_path: Path, text: str
) -> None:
    (told,) = answer_to_an_old_receipt(begun(tmp_path), text)
    assert (told.posting.kind, told.posting.to) == ("receipt", "ann@post.example")
    assert "Turn 1 is resolved already" in subject_of(told)
    assert "CoE: turn 1: ..." in flat(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I open 5-6, go in and take no action.", "Your turn, only checked"),
        ("What if I opened 5-6 and went in and did nothing?", "only checked"),
    ],
)
def test_a_plan_in_answer_to_an_old_receipt_is_tried_out(
    tmp_path: Path, text: str, told: str
) -> None:
    assert told in subject_of(answer_to_an_old_receipt(begun(tmp_path), text)[0])


def test_a_question_that_is_no_plan_in_answer_to_a_receipt_lies_before_the_contestmaster(
    tmp_path: Path,
) -> None:
    text = "Could I go there instead, please? I got the numbers mixed up."
    assert sorted(kinds(answer_to_the_receipt(begun(tmp_path), text))) == ["draft", "receipt"]


def test_what_the_receipt_of_a_blind_game_advises_is_heard_on_the_list(tmp_path: Path) -> None:
    table = begun(tmp_path, options={"blind": "on"})
    say(table, "Ann", message_id="<turn@post.example>")
    news = answers(table, "turn", "That was read wrongly: I meant hatch 9-8.", "Ann")
    assert sorted(kinds(news)) == ["draft", "receipt"]
    assert "I meant hatch 9-8." in flat(only(news, "draft"))


def test_a_claim_in_answer_to_the_receipt_of_a_resolved_turn_is_one(tmp_path: Path) -> None:
    news = answer_to_an_old_receipt(begun(tmp_path), "This was read wrongly.")
    assert "Claim of error: Ann, turn 1" in subject_of(only(news, "draft"))
    assert "WHY IT WAS RESOLVED LIKE THIS" in text_of(only(news, "draft"))


def answer_to_an_old_receipt(table: Table, text: str) -> Postings:
    """Ann answers the receipt of eir turn when that is resolved."""
    taken = say(table, "Ann")
    reply(table, code_in(taken), "approve")
    mail = private_mail("Ann", f"{text}\n", date=table.clock.at)
    return table.receive(answering(table, mail, to=only(taken, "receipt")))


def test_a_choice_in_answer_to_its_question_is_no_protest(tmp_path: Path) -> None:
    table = begun(tmp_path)
    say(table, "Ann")
    mail = private_mail("Ann", "No, I meant 5-6.\n", date=table.clock.at)
    assert "draft" not in kinds(table.receive(mail))


def test_one_more_claim_under_the_message_id_of_another_is_no_copy_of_it(table: Table) -> None:
    same = {"message_id": "<claim@post.example>"}
    claim(table, **same)
    news = claim(table, text=f"{CLAIM} And Cat had 12 minutes left, not 17.", **same)
    assert filed(table).disposition == "hold"
    assert "it says something else" in filed(table).reason
    assert any("is kept for you" in subject_of(one) for one in news)


def test_a_footer_below_a_claim_makes_no_other_of_it(table: Table) -> None:
    same = {"message_id": "<claim@post.example>"}
    claim(table, **same)
    assert claim(table, text=f"{CLAIM}\n\nGnomes of Agora, all of us aboard", **same) == ()
    assert filed(table).disposition == "ignore"
