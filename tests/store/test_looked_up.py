"""What is looked up without reading all that is on file, and what a start finds."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from rednov_bot.core.models import Game, Outcome, PaperId
from rednov_bot.core.store.unit_of_work import Database
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from tests.store.samples import (
    NOON,
    PAGE,
    a_decision,
    a_draft,
    a_game,
    a_mail,
    a_posting,
    an_attempt,
)


def _open_codes(db: Database) -> list[str]:
    with db.transaction() as records:
        return [draft.code for draft in records.open_drafts()]


def test_a_draft_stays_open_behind_others_that_were_decided(db: Database, url: str) -> None:
    with db.transaction() as records:
        for code in ("OLD2222", "MID2222", "NEW2222"):
            records.add_draft(a_draft(code))
    assert _open_codes(db) == ["OLD2222", "MID2222", "NEW2222"]
    with db.transaction() as records:
        records.decide(a_decision("MID2222"))
        records.decide(a_decision("NEW2222"))
    assert _open_codes(db) == ["OLD2222"]
    with Database(url) as started_anew:
        assert _open_codes(started_anew) == ["OLD2222"]


def test_a_draft_that_somebody_else_decided_is_open_no_longer(db: Database, url: str) -> None:
    with db.transaction() as records:
        records.add_draft(a_draft())
    assert _open_codes(db) == ["ABC2345"]
    with Database(url) as another, another.transaction() as records:
        records.decide(a_decision())
    assert _open_codes(db) == []


def test_a_decision_that_came_to_nothing_leaves_the_draft_open(db: Database) -> None:
    with db.transaction() as records:
        records.add_draft(a_draft())
        with suppress(ZeroDivisionError), records.undoable():
            records.decide(a_decision())
            assert records.open_drafts() == ()
            raise ZeroDivisionError
        assert records.open_drafts() == (a_draft(),)
    with suppress(ZeroDivisionError), db.transaction() as records:
        records.decide(a_decision())
        assert records.open_drafts() == ()
        raise ZeroDivisionError
    assert _open_codes(db) == ["ABC2345"]


def test_a_whole_mail_that_came_to_nothing_is_not_remembered(db: Database) -> None:
    with db.transaction() as records:
        with suppress(ZeroDivisionError), records.undoable():
            records.queue(a_posting("ghost"), draft=None, at=NOON)
            assert records.posting(a_posting("ghost").message_id) is not None
            raise ZeroDivisionError
        assert records.posting(a_posting("ghost").message_id) is None


def test_a_draft_that_came_to_nothing_is_not_open(db: Database) -> None:
    with suppress(ZeroDivisionError), db.transaction() as records:
        records.add_draft(a_draft("NOT2222"))
        assert len(records.open_drafts()) == 1
        raise ZeroDivisionError
    assert _open_codes(db) == []
    with db.transaction() as records:
        records.add_draft(a_draft("YES2222"))
    assert _open_codes(db) == ["YES2222"]


@pytest.mark.parametrize(
    ("other", "found"),
    [
        ({}, "ABC2345"),
        ({"about": "Bob joins"}, None),
        ({"kind": "contest"}, None),
        ({"pages": (PAGE,)}, None),
        ({"game": PaperId(1)}, None),
    ],
)
def test_an_approved_draft_of_the_same_words_is_found(
    db: Database, game: Game, other: dict[str, Any], found: str | None
) -> None:
    with db.transaction() as records:
        records.add_draft(a_draft(about="Ann joins"))
        asked = a_draft("NEW2222", **{"about": "Ann joins"} | other)
        assert records.approved_like(asked) is None
        records.decide(a_decision())
        assert records.approved_like(asked) == found


def test_what_became_of_one_mail_is_told(db: Database) -> None:
    with db.transaction() as records:
        records.keep([a_mail(1), a_mail(2)])
        (first, _), (second, _) = records.undisposed(2)
        records.dispose(first, "read", "a turn", message=None, digest=None, at=NOON)
        filed = records.filed(first)
        assert filed is not None
        assert (filed.mail, filed.disposition, filed.reason) == (first, "read", "a turn")
        assert records.filed(second) is None


def test_a_start_finds_the_mails_that_were_left_behind(db: Database, url: str) -> None:
    with db.transaction() as records:
        records.keep([a_mail(uid) for uid in range(1, 6)])
        mails = [id for id, _ in records.undisposed(9)]
        for mail in (mails[0], mails[2]):
            records.dispose(mail, "read", "a turn", message=None, digest=None, at=NOON)
    with Database(url) as started_anew, started_anew.transaction() as records:
        assert [id for id, _ in records.undisposed(9)] == [mails[1], mails[3], mails[4]]


def test_games_that_have_not_begun_are_those_after_the_last_that_has(db: Database) -> None:
    with db.transaction() as records:
        given_up, begun, later, last = (a_game(records) for _ in range(4))
        assert records.unopened_games() == (last, later, begun, given_up)
        records.advance(begun.id, 1, (), Gamestate(), cause="an opening", at=NOON)
        assert records.unopened_games() == (last, later)


def test_a_game_is_found_by_its_tag(db: Database) -> None:
    with db.transaction() as records:
        a_game(records)
        second = a_game(records)
        assert records.game_called("RN2") == second
        assert records.game_called("RN3") is None


def _queue(db: Database, name: str, *after: str) -> None:
    with db.transaction() as records:
        earlier = [a_posting(one).message_id for one in after]
        records.queue(a_posting(name), draft=None, after=earlier, at=NOON)


def _attempted(db: Database, name: str, outcome: Outcome) -> None:
    with db.transaction() as records:
        records.attempted(an_attempt(name, outcome))


def test_what_no_server_has_accepted_is_told_with_all_outcomes(db: Database) -> None:
    for name in ("sent", "refused", "queued"):
        _queue(db, name)
    _attempted(db, "sent", "deferred")
    _attempted(db, "sent", "accepted")
    _attempted(db, "refused", "refused")
    with db.transaction() as records:
        assert [one.state for one in records.unsent()] == ["refused", "queued"]
        assert records.unsent() == tuple(one for one in records.outbox() if one.state != "accepted")
        assert records.outcomes() == {"deferred": 1, "accepted": 1, "refused": 1}


def test_what_waits_in_vain_is_sent_when_it_waits_no_more(db: Database, url: str) -> None:
    _queue(db, "notice")
    _queue(db, "opening", "notice")
    _attempted(db, "notice", "refused")
    _queue(db, "later")
    with Database(url) as another:
        for one in (db, another):
            with one.transaction() as records:
                assert records.due(NOON, 9) == (a_posting("later"),)
        _attempted(db, "later", "accepted")
        with another.transaction() as records:
            assert records.due(NOON, 9) == ()
            assert [held.posting for held in records.held_up()] == [a_posting("notice")]
        with db.transaction() as records:
            records.wait_no_more(a_posting("notice").message_id)
        with another.transaction() as records:
            assert records.due(NOON, 9) == (a_posting("opening"),)
            assert records.held_up() == ()
