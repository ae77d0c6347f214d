"""Drafts are never changed and are decided once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rednov_bot.core.contest import AwardPoints, ChangeContest
from rednov_bot.core.errors import AlreadyOnFile, DraftClosed, NoSuchDraft
from rednov_bot.core.models import Draft, Game, PaperId, Verdict
from rednov_bot.core.store.unit_of_work import Database
from rednov_bot.games.red_november.rules.choices import Choice
from tests.store.conftest import KINDS
from tests.store.samples import (
    MINUTE,
    NOON,
    STORY,
    a_decision,
    a_draft,
    a_taken_turn,
)

CHOICE = Choice("block 1", "block", "Ann", "gnome", ("5-8", "1-2"))


def test_a_draft_comes_back_as_it_was_made(db: Database, game: Game, mail: PaperId) -> None:
    with db.transaction() as records:
        taken = a_taken_turn(records, game, mail)
        whole = a_draft(
            kind="choice",
            game=game.id,
            turn=taken.id,
            for_state=4,
            attempt=3,
            events=STORY,
            choice=CHOICE,
            about="turn 1 of RN1",
            due_by=NOON + MINUTE,
        )
        bare = a_draft("BARE234", pages=())
        records.add_draft(whole)
        records.add_draft(bare)
    with db.transaction() as records:
        assert records.draft(whole.code) == (whole, None)
        assert records.draft(bare.code) == (bare, None)
        assert records.draft("NEVER22") is None
        assert records.draft("\udcff\x00") is None


@pytest.mark.parametrize("url", KINDS, indirect=True)
def test_events_of_a_draft_are_parted_as_those_of_a_game(db: Database) -> None:
    with db.transaction() as records:
        records.add_draft(a_draft(events=STORY))
        cursor = records._cursor  # type: ignore[attr-defined]
        cursor.execute("SELECT happenings, whispers FROM draft_happenings")
        ((told, kept),) = cursor.fetchall()
    assert "grog" not in told
    assert "grog" in kept


@pytest.mark.parametrize("verdict", ["approved", "rejected", "superseded", "chosen"])
def test_a_decided_draft_stays_decided(db: Database, verdict: Verdict) -> None:
    decision = a_decision(verdict=verdict)
    with db.transaction() as records:
        records.add_draft(a_draft())
        records.decide(decision)
    with pytest.raises(DraftClosed, match=f"already {verdict}"):  # noqa: SIM117
        with db.transaction() as records:
            records.decide(a_decision(verdict="rejected"))
    with db.transaction() as records:
        assert records.draft("ABC2345") == (a_draft(), decision)


def test_a_code_that_no_draft_carries_cannot_be_decided(db: Database) -> None:
    with pytest.raises(NoSuchDraft, match="NEVER22"), db.transaction() as records:
        records.decide(a_decision("NEVER22"))


def test_a_code_is_given_to_one_draft(db: Database) -> None:
    with db.transaction() as records:
        records.add_draft(a_draft())
    with pytest.raises(AlreadyOnFile), db.transaction() as records:
        records.add_draft(a_draft(about="another"))


def test_open_drafts_are_those_undecided_oldest_first(db: Database) -> None:
    def codes(drafts: tuple[Draft, ...]) -> list[str]:
        return [draft.code for draft in drafts]

    with db.transaction() as records:
        assert records.open_drafts() == ()
        for code in ("ZZZ2222", "MMM2222", "AAA2222"):
            records.add_draft(a_draft(code, events=STORY))
        assert codes(records.open_drafts()) == ["ZZZ2222", "MMM2222", "AAA2222"]
        records.decide(a_decision("MMM2222"))
    with db.transaction() as records:
        assert records.open_drafts()[1] == a_draft("AAA2222", events=STORY)
        records.decide(a_decision("ZZZ2222"))
        records.decide(a_decision("AAA2222"))
        assert records.open_drafts() == ()
        records.add_draft(a_draft("NEW2222"))
    with db.transaction() as records:
        assert codes(records.open_drafts()) == ["NEW2222"]


def test_drafts_about_a_turn_are_counted(db: Database, game: Game, mail: PaperId) -> None:
    with db.transaction() as records:
        taken = a_taken_turn(records, game, mail)
        assert records.drafts_about(taken.id) == 0
        records.add_draft(a_draft("ONE2222", turn=taken.id))
        records.add_draft(a_draft("TWO2222", turn=taken.id))
        records.add_draft(a_draft("ELSE222"))
        assert records.drafts_about(taken.id) == 2


def test_what_an_approval_brings_about_comes_back_with_the_draft(
    db: Database, mail: PaperId
) -> None:
    effects = (ChangeContest("axis added", "Z"), AwardPoints((0, 2)))
    with db.transaction() as records:
        draft = a_draft(kind="award", mail=mail, effects=effects)
        records.add_draft(draft)
        assert records.draft(draft.code) == (draft, None)


def test_it_is_known_when_a_turn_was_first_drafted(db: Database, game: Game, mail: PaperId) -> None:
    with db.transaction() as records:
        taken = a_taken_turn(records, game, mail)
        assert records.first_drafted(taken.id) is None
        first = a_draft("FRST222", kind="choice", game=game.id, turn=taken.id, choice=CHOICE)
        records.add_draft(replace(first, made_at=NOON + 2 * MINUTE))
        records.add_draft(replace(first, code="SCND222", made_at=NOON + MINUTE))
        records.add_draft(a_draft("OTHR222"))
        assert records.first_drafted(taken.id) == NOON + MINUTE
