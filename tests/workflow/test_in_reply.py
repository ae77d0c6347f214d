"""Words in answer to a mail of the bot's are not swallowed: who wrote them is told what to say."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from rednov_bot.core.models import QueuedPosting
from rednov_bot.core.workflow.trust import held
from tests.builders import BOT, Table, list_mail
from tests.workflow.forgeries import OF_ANN, guarded, results
from tests.workflow.play import (
    Postings,
    begun,
    code_in,
    filed,
    only,
    open_codes,
    say,
    subject_of,
    text_of,
    write,
)
from tests.workflow.test_reached import a_game, bounce, drawn, look

MASTER = "Pewterby"


def in_answer(
    table: Table, to: QueuedPosting, who: str, words: str, *, head: bytes = b"", auto: str = ""
) -> Postings:
    """Somebody answers a mail of the bot's, with its subject."""
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = f"{who} <{who.lower()}@post.example>", BOT
    mail["Subject"] = f"Re: {subject_of(to)}"
    mail["Message-ID"] = f"<{table.uid + 1}.answer@post.example>"
    mail["In-Reply-To"] = to.posting.message_id
    if auto:
        mail["Auto-Submitted"] = auto
    mail.set_content(words)
    return table.receive(head + mail.as_bytes())


def flat(one: QueuedPosting) -> str:
    return " ".join(text_of(one).split())


def came_back(folder: Path) -> tuple[Table, QueuedPosting]:
    table = a_game(folder)
    table.receive(bounce(drawn(table, "Bob")))
    (told,) = (one for one in look(table) if "came back" in subject_of(one))
    return table, told


def test_a_mail_that_came_back_answers_words_once_with_what_can_be_done(tmp_path: Path) -> None:
    table, back = came_back(tmp_path)
    words = "Bob's address is bob@new.example"
    for thanks in ("ok, thanks", "Got it.", "Thank you!\n\nPewterby"):
        assert in_answer(table, back, MASTER, thanks) == ()
    assert in_answer(table, back, MASTER, words, auto="auto-replied") == ()
    (told,) = in_answer(table, back, MASTER, words)
    assert "ask the host to add it to [people] of rednov.toml" in flat(told)
    assert 'mail the bot "told Bob"' in flat(told)
    assert subject_of(told) == "[Red November] not done"
    table.clock.forward(minutes=5)
    assert in_answer(table, back, MASTER, words) == ()  # to a machine, as far as can be told


SPOKEN = [
    "Pewterby, I think the bot is wrong here, please look at my turn.",
    "This is wrong! Please ask Pewterby.",
    "Would the contestmaster please look at this?",
]


def test_a_gnome_who_speaks_to_the_contestmaster_is_told_where_they_read(tmp_path: Path) -> None:
    table = begun(tmp_path)
    asked = only(say(table, "Ann", "I use my toolbox and give something to Bob."), "question")
    assert in_answer(table, asked, "Ann", "Thanks, Pewterby") == ()
    for words in (*SPOKEN, "Pewterby!"):
        (told,) = in_answer(table, asked, "Ann", words)
        assert subject_of(told).startswith("[Red November] Your answer announces nothing")
        assert "Which items are these?" in flat(told)
        assert "write to them at pewterby@post.example" in flat(told)
        assert told.posting.to == "ann@post.example"
    asked = only(say(table, "Ann", "I open 5-6 and go in."), "question")
    (told,) = in_answer(table, asked, "Ann", "Oops, I open 5-8 and go in, draw 2")
    assert "does not settle what you announced" in flat(told)
    assert "announce the whole of it anew, in one mail, on agora-business" in flat(told)


def test_an_alarm_about_a_code_can_be_answered_with_a_rejection(tmp_path: Path) -> None:
    table = begun(tmp_path)
    guarded(table)
    news = table.receive(results(OF_ANN) + list_mail("Ann", "I take no action.\n"))
    code, draft = code_in(news), only(news, "draft")
    said = in_answer(table, draft, "Bob", "approve", head=results(OF_ANN))
    (alarm,) = (one for one in said if one.posting.to == "pewterby@post.example")
    assert subject_of(alarm).startswith(f"[rednov {code}] Alarm")
    assert 'reply "reject because Bob has the code"' in flat(alarm)
    words = "reject because Bob has the code"
    (told,) = in_answer(table, alarm, MASTER, words, head=results(OF_ANN))
    assert subject_of(told) == f"[rednov {code}] rejected"
    assert open_codes(table) == []


def test_words_about_a_newcomer_an_alarm_or_no_draft_are_told_what_can_be_done(
    tmp_path: Path,
) -> None:
    table = begun(tmp_path)
    octets = list_mail("Zed", "I join Red November.\n")
    told = only(table.receive(octets.replace(b"zed@post.example", b"zed@far.example")), "desk")
    (answer,) = in_answer(table, told, MASTER, "ok, add Zed")
    assert "Ask the host to add these lines to rednov.toml" in flat(answer)
    assert 'addresses = ["zed@far.example"]' in flat(answer)
    assert "amend" not in flat(answer)
    with table.desk.db.transaction() as records:
        held.alarm(table.desk, records, "odd", "Something odd happened.", None)
    (told,) = in_answer(table, only(table.news(), "desk"), MASTER, "That was me, I forwarded it")
    assert '"status" shows what you have to deal with' in flat(told)
    code = code_in(say(table, "Ann", "I take no action."))
    (told,) = write(table, MASTER, "reject because it is late", subject="Re: Turn 1: Ann")
    assert f'"reject {code} because REASON" (Turn 1: Ann)' in flat(told)
    write(table, MASTER, f"approve {code}", subject="Re: Turn 1: Ann")
    assert open_codes(table) == []


def test_a_gnome_who_answers_a_refusal_so_is_told_it_once(tmp_path: Path) -> None:
    table = begun(tmp_path)
    refusal = only(say(table, "Ann", "I open 1-2 and go in. I take no action."), "receipt")
    for words in SPOKEN:
        (told,) = in_answer(table, refusal, "Ann", words)
        assert subject_of(told) == "[Red November] Nobody but the bot has read your answer"
        assert "write to them at pewterby@post.example" in flat(told)
        table.clock.forward(minutes=5)
        assert in_answer(table, refusal, "Ann", words) == ()
        assert "was answered before" in filed(table).reason
