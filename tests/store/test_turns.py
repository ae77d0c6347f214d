"""Taken turns, answers, private lists and standing orders."""

from __future__ import annotations

import pytest

from rednov_bot.core.errors import AlreadyOnFile
from rednov_bot.core.models import Game, MessageId, PaperId, TakenTurn
from rednov_bot.core.store.unit_of_work import Database
from rednov_bot.games.red_november.rules.choices import Answer
from rednov_bot.games.red_november.rules.turn import Orders
from tests.store.samples import (
    BEFORE,
    MINUTE,
    NOON,
    TURN,
    a_decision,
    a_draft,
    a_letter,
    a_taken_turn,
)


def test_a_turn_is_on_file_as_it_was_taken(db: Database, game: Game, mail: PaperId) -> None:
    with db.transaction() as records:
        taken = a_taken_turn(records, game, mail)
    assert taken == TakenTurn(
        id=taken.id,
        game=game.id,
        number=1,
        turn=TURN,
        taken_at=NOON,
        message_id=MessageId("<turn@post.example>"),
        references=(MessageId("<a@b>"), MessageId("<c@d>")),
        subject="my turn",
        forum="business",
        mail=mail,
    )
    with db.transaction() as records:
        assert records.turn(taken.id) == taken
    with pytest.raises(KeyError), db.transaction() as records:
        records.turn(PaperId(taken.id + 1))


def test_a_turn_may_lack_a_message_id(db: Database, game: Game, mail: PaperId) -> None:
    message = a_letter(None, references=(), subject="Tür\x00\udcff")
    with db.transaction() as records:
        taken = records.add_turn(
            game.id, 1, TURN, mail=mail, message=message, forum="business", at=NOON
        )
        assert (taken.message_id, taken.references) == (None, ())
        assert taken.subject == "Tür\ufffd\ufffd"
        assert records.turn(taken.id) == taken


def test_a_number_is_given_to_one_turn(db: Database, game: Game, mail: PaperId) -> None:
    with db.transaction() as records:
        a_taken_turn(records, game, mail)
    with pytest.raises(AlreadyOnFile), db.transaction() as records:
        a_taken_turn(records, game, mail)


def test_a_turn_is_pending_until_its_resolution_is_approved(
    db: Database, game: Game, mail: PaperId
) -> None:
    with db.transaction() as records:
        assert records.pending_turn(game.id) is None
        taken = a_taken_turn(records, game, mail)
        assert records.pending_turn(game.id) == taken
        about = {"game": game.id, "turn": taken.id}
        records.add_draft(a_draft("CHOICE2", kind="choice", **about))
        records.decide(a_decision("CHOICE2", "approved"))
        records.add_draft(a_draft("FIRST22", kind="resolution", **about))
        records.decide(a_decision("FIRST22", "rejected"))
        records.add_draft(a_draft("SECOND2", kind="resolution", attempt=2, **about))
        assert records.pending_turn(game.id) == taken
        records.decide(a_decision("SECOND2"))
        assert records.pending_turn(game.id) is None
        following = a_taken_turn(records, game, mail, 2)
        assert records.pending_turn(game.id) == following


def test_the_last_turn_of_a_gnome_is_remembered(db: Database, game: Game, mail: PaperId) -> None:
    message = a_letter()
    with db.transaction() as records:
        assert records.last_turn_at(game.id, "Ann") == NOON
        records.advance(game.id, 1, (), BEFORE, cause="opening", at=NOON + MINUTE)
        records.advance(game.id, 2, (), BEFORE, cause="later", at=NOON + 2 * MINUTE)
        assert records.last_turn_at(game.id, "Ann") == NOON + MINUTE
        for number in (3, 4):
            at = NOON + number * MINUTE
            records.add_turn(game.id, number, TURN, mail=mail, message=message, forum="b", at=at)
        assert records.last_turn_at(game.id, "Ann") == NOON + 4 * MINUTE
        assert records.last_turn_at(game.id, "Bob") == NOON + MINUTE
    with pytest.raises(KeyError), db.transaction() as records:
        records.last_turn_at(PaperId(99), "Ann")


def test_the_first_answer_counts(db: Database, game: Game, mail: PaperId) -> None:
    with db.transaction() as records:
        taken = a_taken_turn(records, game, mail)
        other = a_taken_turn(records, game, mail, 2)
        assert records.answers(taken.id) == {}
        records.add_answer(taken.id, "block 1", Answer("5-8", "gnome"), NOON)
        records.add_answer(taken.id, "block 1", Answer("1-2", "contestmaster"), NOON)
        records.add_answer(taken.id, "spread 1", Answer("7", "contestmaster"), NOON)
        assert records.answers(taken.id) == {
            "block 1": Answer("5-8", "gnome"),
            "spread 1": Answer("7", "contestmaster"),
        }
        assert records.answers(other.id) == {}


def test_the_latest_private_list_since_then_counts(db: Database) -> None:
    with db.transaction() as records:
        assert records.noted_items("Ann", NOON) is None
        records.note_items("Ann", ("grog",), NOON)
        records.note_items("Ann", ("coffee", "coffee"), NOON + 2 * MINUTE)
        records.note_items("Ann", ("toolbox",), NOON + MINUTE)
        records.note_items("Bob", (), NOON + 3 * MINUTE)
        assert records.noted_items("Ann", NOON) == ("coffee", "coffee")
        assert records.noted_items("Ann", NOON + 2 * MINUTE) == ("coffee", "coffee")
        assert records.noted_items("Ann", NOON + 3 * MINUTE) is None
        assert records.noted_items("Bob", NOON) == ()


def test_of_two_private_lists_at_one_moment_the_later_filed_counts(db: Database) -> None:
    with db.transaction() as records:
        records.note_items("Ann", ("grog",), NOON)
        records.note_items("Ann", ("coffee",), NOON)
        assert records.noted_items("Ann", NOON) == ("coffee",)


def test_the_latest_standing_orders_of_each_gnome_count(db: Database, game: Game) -> None:
    latest = Orders(block=((5, 8), (6, 11)), spread=(3,), defend=False)
    with db.transaction() as records:
        assert records.noted_orders(game.id) == {}
        records.note_orders(game.id, "Ann", Orders(defend=True), NOON)
        records.note_orders(game.id, "Bob", Orders(spread=(1, 2)), NOON)
        records.note_orders(game.id, "Ann", latest, NOON)
        assert records.noted_orders(game.id) == {"Ann": latest, "Bob": Orders(spread=(1, 2))}
        assert records.noted_orders(PaperId(game.id + 1)) == {}


def test_standing_orders_are_told_as_they_were_at_a_moment(db: Database, game: Game) -> None:
    with db.transaction() as records:
        records.note_orders(game.id, "Ann", Orders(defend=True), NOON)
        records.note_orders(game.id, "Ann", Orders(defend=False), NOON + MINUTE)
        assert records.noted_orders(game.id, NOON - MINUTE) == {}
        assert records.noted_orders(game.id, NOON) == {"Ann": Orders(defend=True)}
        assert records.noted_orders(game.id, NOON + MINUTE) == {"Ann": Orders(defend=False)}
