"""Somebody is asked whether a mail is eirs: yes lets it count as of its own moment, no never."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec.structs import replace as changed

from rednov_bot.desk.due.rounds import make_rounds
from rednov_bot.engine.gamestate import Limit
from rednov_bot.engine.position import Ending
from rednov_bot.errors import CannotReplay
from rednov_bot.papers import QueuedPosting
from tests.builders import DISCUSSION, Table, address_of, private_mail
from tests.desk.forgeries import (
    APPROVALS,
    BROKEN,
    OF_ANN,
    PUBLIC,
    approval,
    direct,
    guarded,
    results,
)
from tests.desk.play import (
    MASTER,
    Postings,
    arrange,
    begin,
    begun,
    code_in,
    filed,
    kinds,
    only,
    position,
    reply,
    say,
    subject_of,
    text_of,
    verdict,
    write,
)
from tests.desk.test_forgeries import alarms, asked
from tests.desk.test_quarantine import again
from tests.desk.test_reached import bounce, carry, look

FORGED, _ = PUBLIC["the list's marks, sent by somebody else's server"]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return guarded(begun(tmp_path))


def question(news: Postings, name: str = "Ann") -> QueuedPosting:
    (found,) = [one for one in news if one.posting.to == address_of(name)]
    assert "Was this you?" in subject_of(found)
    return found


def code_of_question(news: Postings, name: str = "Ann") -> str:
    return subject_of(question(news, name)).partition("[rednov ")[2][:7]


def flat(posting: QueuedPosting) -> str:
    return " ".join(text_of(posting).split())


def test_the_question_quotes_the_mail_and_says_why_it_is_asked(table: Table) -> None:
    told = question(table.receive(FORGED))
    assert "> I take no action." in text_of(told)
    assert "bears the marks of agora.example, but only evil.example vouches for it" in flat(told)
    assert "Without an answer by Fri 27 Nov 2026, 10:00 UTC it has no effect." in flat(told)
    assert told.posting.kind == "question"


def test_yes_lets_it_count_as_of_its_own_moment(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    table.clock.forward(hours=30)
    news = reply(table, code, "Yes, that was me.", who="Ann")
    assert position(table).turns == 1
    assert sorted(kinds(news)) == ["draft", "receipt"]
    draft = next(one for one in news if one.posting.kind == "draft")
    assert "Ann said on Tue 24 Nov 2026, 16:00 UTC that it is theirs, when they were asked" in flat(
        draft
    )
    assert "before that it was doubtful: it bears the marks" in flat(draft)
    receipt = next(one for one in news if one.posting.kind == "receipt")
    assert "Mon 23 Nov 2026, 10:00 UTC" in text_of(receipt)
    assert filed(table).reason == "says that mail 2 is theirs: announces a turn"


def test_what_was_announced_meanwhile_stands_before_it(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    table.clock.forward(hours=1)
    reply(table, code_in(say(table, "Bob")), "approve")
    news = reply(table, code, "yes", who="Ann")
    assert position(table).turns == 2
    assert "stand before it, even if they were sent later" in flat(
        next(one for one in news if one.posting.kind == "draft")
    )


def test_a_turn_that_comes_too_early_by_then_has_no_effect_as_any_other(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    say(table, "Bob")
    reply(table, code, "yes", who="Ann")
    assert position(table).turns == 1


def test_no_is_an_alarm_and_it_never_counts(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    news = reply(table, code, "No, not me.", who="Ann")
    (told,) = alarms(news)
    assert "Ann says that they did not write mail 2," in told
    (thanks,) = [one for one in news if one.posting.to == address_of("Ann")]
    assert "never counts" in flat(thanks)
    reply(table, code, "yes", who="Ann")
    assert position(table).turns == 0
    with table.desk.ledger.transaction() as records:
        assert records.held() == ()


def test_who_asks_in_eir_name_again_is_asked_about_again(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    reply(table, code, "no", who="Ann")
    table.clock.forward(minutes=5)
    again = FORGED.replace(b"Message-ID: <", b"Message-ID: <other.").replace(b":00:00", b":05:00")
    assert len(asked(table.receive(again), "Ann")) == 1


@pytest.mark.parametrize("words", ["perhaps", "yes and no", "yes, but later", "", "I join."])
def test_what_is_neither_is_asked_again(table: Table, words: str) -> None:
    code = code_of_question(table.receive(FORGED))
    reply(table, code, words, who="Ann")
    assert position(table).turns == 0
    reply(table, code, "yes", who="Ann")
    assert position(table).turns == 1


@pytest.mark.parametrize("words", ["Hi,\n\nYes, I wrote it.", "I did", "Yes. Sorry for the noise"])
def test_yes_may_be_said_in_many_words(table: Table, words: str) -> None:
    code = code_of_question(table.receive(FORGED))
    reply(table, code, words, who="Ann")
    assert position(table).turns == 1


def test_no_may_be_said_in_many_words(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    assert len(alarms(reply(table, code, "No, I did not write this.", who="Ann"))) == 1


def test_who_is_not_understood_is_told_what_to_do_in_another_way(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    (told,) = reply(table, code, "No problem, that was me!", who="Ann")
    assert 'Your reply "No problem, that was me!" may mean yes or no' in flat(told)
    assert "Please reply with one word and nothing else" in flat(told)


def test_two_texts_that_differ_are_told_apart(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    mail = approval(code, author="Ann <ann@post.example>", text="yes\n")
    mail.add_alternative("<p>no</p>", subtype="html")
    (told,) = table.receive(mail.as_bytes())
    assert "came in two forms, as plain text and as HTML" in flat(told)
    assert position(table).turns == 0


def test_nobody_else_can_say_that_it_is_eirs(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    news = reply(table, code, "yes", who="Bob")
    assert position(table).turns == 0
    assert len(alarms(news)) == 1
    reply(table, code_of_question(news), "yes", who="Ann")
    assert position(table).turns == 1


def test_said_on_a_list_it_counts_for_nothing(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    say(table, "Ann", "yes", subject=f"Re: [rednov {code}] Was this you?")
    say(table, "Ann", "yes", subject=f"Re: [rednov {code}] Was this you?", forum=DISCUSSION)
    assert position(table).turns == 0


def test_the_answer_needs_no_other_proof_than_its_code(table: Table) -> None:
    """Whose server breaks signatures could never say so otherwise."""
    code = code_of_question(table.receive(FORGED))
    table.receive(direct(BROKEN, "yes\n", subject=f"Re: [rednov {code}] Was this you?"))
    assert position(table).turns == 1


def test_a_guessed_code_says_nothing(table: Table) -> None:
    table.receive(FORGED)
    reply(table, "ZZZZZZ9", "yes", who="Ann")
    assert position(table).turns == 0


@pytest.mark.parametrize("below", ["Bob", "April Fools!", "Sent from Bobs computer"])
def test_a_yes_with_something_unknown_below_it_is_asked_again(table: Table, below: str) -> None:
    code = code_of_question(table.receive(FORGED))
    reply(table, code, f"Yes.\n\n{below}\n", who="Ann")
    assert filed(table).reason == "an answer that is neither yes nor no"
    assert position(table).turns == 0
    reply(table, code_in(reply(table, code, "Yes.\n\nAnn\n", who="Ann")), "approve")
    assert position(table).turns == 1


def test_after_the_time_it_is_for_the_contestmaster_alone(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    table.clock.forward(hours=97)
    make_rounds(table.desk)
    table.news()
    told = " ".join(flat(one) for one in write(table, MASTER, "status"))
    assert "Ann is asked whether it is theirs" in told
    assert "no answer came in time, and it has no effect" in told
    late, told = sorted(reply(table, code, "yes", who="Ann"), key=lambda one: one.posting.to)
    assert "too late" in flat(late)
    assert 'Mail the bot "read mail 2 as Ann"' in flat(told)
    assert position(table).turns == 0
    news = write(table, MASTER, "read mail 2 as Ann: I take no action.")
    reply(table, code_in(news), "approve")
    assert position(table).turns == 1


def test_a_good_copy_that_comes_meanwhile_counts_and_once(table: Table) -> None:
    """Somebody else has sent a list's mail, with another text, before the list did."""
    code = code_of_question(table.receive(FORGED.replace(b"no action", b"no action at all")))
    good, _ = PUBLIC["as ever: its author's signature holds"]
    table.receive(good)
    assert position(table).turns == 1
    (told,) = reply(table, code, "yes", who="Ann")
    assert "It counts once" in flat(told)
    assert position(table).turns == 1


def test_a_copy_of_what_is_asked_about_is_not_asked_about_again(table: Table) -> None:
    table.receive(FORGED)
    assert table.receive(b"X-Copy: 1\r\n" + FORGED) == ()
    assert filed(table).reason == "a copy of mail 2, about which Ann is asked"


@pytest.mark.parametrize("said", ["no", "nothing"])
def test_a_forged_mail_does_not_swallow_the_real_one_whose_name_it_bears(
    table: Table, said: str
) -> None:
    """Somebody else has sent other words under the Message-ID before the list's copy came."""
    code = code_of_question(table.receive(FORGED.replace(b"no action", b"no action, really")))
    if said == "no":
        reply(table, code, "no", who="Ann")
    table.clock.forward(minutes=1)
    real = code_of_question(table.receive(FORGED))
    reply(table, code, "no", who="Ann")
    reply(table, real, "yes", who="Ann")
    assert position(table).turns == 1


def test_the_contestmaster_is_asked_about_eir_own_approval(table: Table) -> None:
    make, _ = APPROVALS["its domain denies it"]
    code = code_in(say(table, "Ann"))
    table.clock.forward(minutes=3)
    news = table.receive(make(code))
    assert verdict(table, code) is None
    reply(table, code_of_question(news, MASTER), "yes")
    assert verdict(table, code) == "approved"


def test_the_contestmaster_disowns_an_approval(table: Table) -> None:
    make, _ = APPROVALS["its domain denies it"]
    code = code_in(say(table, "Ann"))
    table.clock.forward(minutes=3)
    news = reply(table, code_of_question(table.receive(make(code)), MASTER), "no")
    assert verdict(table, code) == "superseded"
    assert len(alarms(news)) == 1


def test_a_choice_or_an_order_in_eir_name_is_asked_about(table: Table) -> None:
    words = "Standing orders: I spread fire to 6 first.\n"
    assert len(asked(table.receive(direct(BROKEN, words)), "Ann")) == 1


@pytest.mark.parametrize("words", ["hand\n", "help\n", "status\n", "I take no action.\n"])
def test_what_is_only_answered_is_answered_to_eir_first_address(table: Table, words: str) -> None:
    news = table.receive(direct(BROKEN, words, message_id=f"<{len(words)}@x.example>"))
    assert [one.posting.to for one in news] == [address_of("Ann")]
    assert asked(news, "Ann") == []


@pytest.mark.parametrize("words", ["Thanks a lot!\n", "What a fine day it is.\n", "yes\n", "no\n"])
@pytest.mark.parametrize("who", ["Ann", MASTER])
def test_talk_to_the_bot_alone_is_not_asked_about(table: Table, words: str, who: str) -> None:
    """What would come of it decides that, and not its words."""
    news = table.receive(direct(BROKEN, words, who))
    assert asked(news, who) == []
    assert {one.posting.to for one in news} <= {address_of(who)}


def test_who_answers_such_a_question_twice_is_not_asked_about_eir_answer(table: Table) -> None:
    """Whose server breaks signatures says "yes" in a doubtful mail, and "yes, it was me" in one."""
    code = code_of_question(table.receive(FORGED))
    for words in ("yes\n", "yes, it was me\n"):
        table.clock.forward(minutes=10)
        subject = f"Re: [rednov {code}] Was this you?"
        news = table.receive(direct(BROKEN, words, subject=subject, date=table.clock.at))
        assert asked(news, "Ann") == []
    assert position(table).turns == 1


def test_what_whoever_decides_would_bring_about_is_asked_about(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    on_it = direct(BROKEN, "looks right\n", MASTER, subject=f"[rednov {code}]", date=table.clock.at)
    assert len(asked(table.receive(on_it), MASTER)) == 1
    reply(table, code, "approve")
    rewinds = direct(BROKEN, "rewind turn 1: void because so\n", MASTER, date=table.clock.at)
    assert len(asked(table.receive(rewinds), MASTER)) == 1


def test_a_game_that_began_since_knows_nothing_of_it(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    arrange(table, ending=Ending(winners=("Ann",), losers=("Bob", "Cat"), sub_lost=False))
    table.clock.forward(hours=1)
    begin(table)
    (told,) = reply(table, code, "yes", who="Ann")
    assert "before the present game began" in flat(told)
    assert position(table).turns == 0


def put_aside(table: Table, mail: str = "mail 2") -> None:
    news = write(table, MASTER, f"{mail} announces nothing")
    if kinds(news) == ["draft"]:
        reply(table, code_in(news), "approve")


def test_what_was_put_aside_meanwhile_is_told_as_that(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    put_aside(table)
    (told,) = reply(table, code, "yes", who="Ann")
    assert "had decided how that mail is read, or that it announces nothing" in flat(told)
    assert position(table).turns == 0


def test_what_somebody_is_asked_about_is_not_handled_again_before_e_has_answered(
    table: Table,
) -> None:
    code = code_of_question(table.receive(FORGED))
    table.clock.forward(hours=1)
    with pytest.raises(CannotReplay, match="Ann is asked whether they wrote mail 2"):
        again(table, 2)
    reply(table, code, "yes", who="Ann")
    assert position(table).turns == 1


def test_without_an_answer_in_time_it_can_be_handled_again_and_e_is_asked_again(
    table: Table,
) -> None:
    table.receive(FORGED)
    table.clock.forward(hours=100)
    table.news()
    again(table, 2)
    reply(table, code_of_question(table.news()), "yes", who="Ann")
    assert position(table).turns == 1


def test_whoever_asks_how_the_game_stands_is_told_what_e_is_asked(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    (told,) = [flat(one) for one in write(table, "Ann", "status")]
    assert "You are asked whether a mail in your name on agora-business@agora.example" in told
    assert 'before you answer "Was this you?", by Fri 27 Nov 2026, 10:00 UTC' in told
    for other in ("Bob", MASTER):
        assert "You are asked" not in " ".join(map(flat, write(table, other, "status")))
    reply(table, code, "no", who="Ann")
    table.clock.forward(minutes=1)
    assert "You are asked" not in " ".join(map(flat, write(table, "Ann", "status")))


def test_whoever_decides_sees_which_draft_a_mail_in_eir_name_answers(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    make, _ = APPROVALS["its signature is broken"]
    octets = make(code).replace(b"Subject: ", b"Subject: Turn 1: Ann ")
    asked_of_em = question(table.receive(octets), MASTER)
    text = text_of(asked_of_em)
    assert "> Subject: Turn 1: Ann Re:" in text
    assert code not in text
    assert f"and {MASTER} is told" not in text


def test_it_is_told_which_draft_a_mail_answers_whatever_its_subject_says(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    table.clock.forward(minutes=3)
    subject = f"Re: [rednov {code}] Turn 7: Cat"
    mail = approval(code, subject=subject, date=table.clock.at)
    told = flat(question(table.receive(results(BROKEN) + mail.as_bytes()), MASTER))
    assert "It answers this draft, even if its subject says something else: Turn 1: Ann" in told
    assert code not in told


def test_nobody_else_is_told_what_a_draft_is_about(table: Table) -> None:
    code = code_in(say(table, "Ann"))
    table.clock.forward(minutes=3)
    words = "Standing orders: I spread fire to 6 first.\n"
    mail = private_mail("Bob", words, subject=f"[rednov {code}]", date=table.clock.at)
    news = table.receive(results(BROKEN) + mail)
    assert "It answers this draft" not in flat(question(news, "Bob"))


def test_whoever_disowns_a_mail_to_emself_is_not_told_that_e_is_told(table: Table) -> None:
    make, _ = APPROVALS["its domain denies it"]
    code = code_in(say(table, "Ann"))
    table.clock.forward(minutes=3)
    news = reply(table, code_of_question(table.receive(make(code)), MASTER), "no")
    assert not any("Pewterby is told" in flat(one) for one in news)


def test_of_a_question_that_comes_back_it_is_told_what_hangs_on_it(table: Table) -> None:
    asked_of_em = question(table.receive(FORGED))
    carry(table)
    table.receive(bounce(asked_of_em))
    (told,) = [flat(one) for one in look(table) if "came back" in subject_of(one)]
    assert "the question to Ann whether they wrote a mail in their name was not delivered" in told
    assert "no effect: mail 2 on agora-business@agora.example, of Mon 23 Nov 2026" in told
    assert '"read mail N as Ann"' in told
    news = write(table, MASTER, "read mail 2 as Ann")
    assert "draft" in kinds(news)


def test_what_was_disowned_is_recognised_when_the_mailbox_is_numbered_anew(table: Table) -> None:
    reply(table, code_of_question(table.receive(FORGED)), "no", who="Ann")
    table.clock.forward(hours=48)
    table.news()
    assert table.receive(FORGED) == ()
    assert filed(table).disposition == "ignore"
    assert filed(table).reason == "fetched before as mail 2; Ann said that it is not theirs"


def trusts_everything(table: Table) -> None:
    """The host has the bot act by whatever comes: nothing speaks against any mail by now."""
    trusting = changed(table.desk.settings.trust, doubtful="act", contradicted="act")
    table.desk = replace(table.desk, settings=changed(table.desk.settings, trust=trusting))


@pytest.mark.parametrize("answer", ["no", ""])
def test_what_was_in_doubt_stays_so_when_the_mailbox_is_numbered_anew(
    table: Table, answer: str
) -> None:
    """Also where nothing would speak against it by now: the host has mended eir settings."""
    code = code_of_question(table.receive(FORGED))
    if answer:
        reply(table, code, answer, who="Ann")
    table.clock.forward(hours=48)
    table.news()
    trusts_everything(table)
    assert table.receive(FORGED) == ()
    assert "fetched before as mail 2" in filed(table).reason
    assert position(table).turns == 0
    if not answer:
        reply(table, code, "yes", who="Ann")
        assert position(table).turns == 1


@pytest.mark.parametrize("answer", ["no", ""])
@pytest.mark.parametrize("trusting", [False, True])
def test_a_copy_that_was_passed_over_beside_a_question_stays_so_when_it_is_fetched_anew(
    table: Table, answer: str, trusting: bool
) -> None:
    code = code_of_question(table.receive(FORGED))
    copy = FORGED.replace(b"Subject:", b"X-Passed: by another list\r\nSubject:", 1)
    assert table.receive(copy) == ()
    if answer:
        reply(table, code, answer, who="Ann")
    table.clock.forward(hours=120)
    table.news()
    if trusting:
        trusts_everything(table)
    assert table.receive(copy) == ()
    assert filed(table).disposition == "ignore"
    assert position(table).turns == 0


def to_the_bot(table: Table, said: str, text: str) -> tuple[bytes, Postings]:
    """A mail of Ann's to the bot alone, of which our server found this; what it brings about."""
    table.clock.forward(minutes=1)
    octets = results(said) + private_mail("Ann", f"{text}\n", date=table.clock.at)
    return octets, table.receive(octets)


def test_what_was_only_answered_in_doubt_is_heard_no_better_when_it_is_fetched_anew(
    table: Table,
) -> None:
    """A list of items that nobody owed is one that is owed when the mailbox is numbered anew."""
    for _ in range(6):
        to_the_bot(table, OF_ANN, "my hand")
    forged, news = to_the_bot(table, "dkim=none", "I discard my crowbar.")
    assert len(news) == 1
    _, news = to_the_bot(table, "dkim=none", "Standing orders: I spread fire to 6 first.")
    reply(table, code_of_question(news), "yes", who="Ann")
    arrange(table, hands={"Ann": ("crowbar", "grog")}, limits={"Ann": Limit(1)})
    table.clock.forward(hours=1)
    table.news()
    assert table.receive(forged) == ()
    assert filed(table).disposition == "ignore"


def test_another_copy_of_what_was_disowned_is_asked_about(table: Table) -> None:
    reply(table, code_of_question(table.receive(FORGED)), "no", who="Ann")
    table.clock.forward(hours=1)
    question(table.receive(b"Received: from a by b; Mon, 23 Nov 2026 10:00:00 +0000\r\n" + FORGED))


def as_read(table: Table, mail: int, how: str = " as Ann") -> str:
    """What the contestmaster is shown of a mail that e would have read."""
    return flat(only(write(table, MASTER, f"read mail {mail}{how}"), "draft"))


def test_who_has_it_read_is_shown_that_its_author_was_asked_and_has_not_answered(
    table: Table,
) -> None:
    table.receive(FORGED)
    shown = as_read(table, filed(table).mail)
    assert "It is not shown to be Ann's: doubtful: it bears the marks of" in shown
    assert "Ann was asked on Mon 23 Nov 2026, 10:00 UTC whether they wrote it, and has not" in shown


def test_who_has_it_read_is_shown_that_it_was_disowned(table: Table) -> None:
    code = code_of_question(table.receive(FORGED))
    mail = filed(table).mail
    reply(table, code, "no", who="Ann")
    assert "Ann has said that they did not write it" in as_read(table, mail)


def test_who_has_it_read_under_another_name_is_shown_that_it_does_not_bear_that(
    table: Table,
) -> None:
    table.receive(FORGED)
    shown = as_read(table, filed(table).mail, " as Bob")
    assert "It bears the name of Ann, and you say that Bob wrote it." in shown


def test_who_has_it_read_as_nothing_need_mind_nothing(table: Table) -> None:
    table.receive(FORGED)
    mail = filed(table).mail
    shown = flat(only(write(table, MASTER, f"mail {mail} announces nothing"), "draft"))
    assert "PLEASE NOTE" not in shown
