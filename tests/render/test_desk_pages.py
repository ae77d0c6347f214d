"""A draft shows the contestmaster what will be sent, byte for byte, and why."""

from __future__ import annotations

import re
from itertools import pairwise

from rednov_bot.games.red_november.render.draft_pages import RULE, enclosed, of_refusals, proofs
from rednov_bot.games.red_november.render.luck_pages import parted
from rednov_bot.games.red_november.render.reasoning import reasons
from tests.render import mails
from tests.render.samples import TABLES, asking, eventful


def test_each_text_stands_in_the_draft_as_it_will_be_sent() -> None:
    played = eventful()
    body = mails.draft().body

    for page in (mails.resolved(played), mails.notice(played, "Ann")):
        assert f"Subject: {page.subject}\n{RULE}\n{page.body}{RULE}\n" in body
        assert f"{page.to_name} <{page.to}>\n" in body


def test_a_draft_begins_with_how_to_answer_it_and_when_it_is_due() -> None:
    page = mails.draft()

    assert page.subject == "[rednov K7QX] Turn 12: Ann"
    assert page.kind == "draft"
    head, _, about = page.body.partition("\n\n")
    assert head.startswith("WHAT TO REPLY, with [rednov K7QX] in the subject\n  approve ")
    assert len(head.splitlines()) == 5
    assert "Due by Wed 5 Aug 2009, 14:05 UTC" in about.partition(RULE)[0].replace("\n", " ")


def test_the_proof_of_a_posting_stands_at_the_end_of_its_draft() -> None:
    opening = mails.opening()
    words, section = parted(opening.body)

    assert section.startswith("THE LUCK, form 2\n")
    assert words in enclosed((opening,), ())
    assert "THE LUCK" not in enclosed((opening,), ())
    assert proofs((opening,), ()).endswith(section)


def test_no_subject_names_an_item() -> None:
    for mail in mails.MAILS.values():
        assert not re.search("crowbar|coffee|grog|pump|manual", mail().subject)


def test_reasons_follow_the_clauses_in_order() -> None:
    played = eventful()
    clauses = [clause for clause, _ in reasons(played.public, played.before, TABLES, "Ann")]

    assert clauses[:4] == ["§9", "§10a", "§10c", "§9"]
    assert "§12" in clauses
    assert all(first != second for first, second in pairwise(clauses))


def test_a_private_reason_is_marked_for_the_contestmaster() -> None:
    assert of_refusals((mails.BLOCKED, mails.NOT_HELD)) == (
        ("§10a", "Hatch 5-8 is blocked."),
        ("§9", "You do not hold an aqualung (private)."),
    )


def test_every_candidate_can_be_chosen() -> None:
    held = asking().held
    assert held is not None
    body = mails.choice_question().body

    offered = [line.split()[1] for line in body.split("\n") if line.startswith("  choose ")]
    assert offered == [f"{label}:" for label in held.choice.candidates]


def test_a_refusal_in_public_does_not_tell_a_private_reason() -> None:
    assert "aqualung" not in mails.refused(False).body
    assert "privately" in mails.refused(False).body
