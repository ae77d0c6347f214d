"""Players join and leave the contest."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rednov_bot.core.contest import (
    Absence,
    Awarded,
    ContestChange,
    Hold,
    Membership,
    OptionSet,
    Outage,
    Precedent,
    ReadAs,
    Reminded,
)
from rednov_bot.core.models import PaperId
from rednov_bot.core.store.unit_of_work import Database
from tests.store.samples import MINUTE, NOON, TURN, a_draft, a_game, a_mail, a_taken_turn


def test_contestants_stand_in_the_order_of_joining(db: Database, mail: PaperId) -> None:
    with db.transaction() as records:
        assert records.contestants() == ()
        for name in ("Cat", "Ann", "Bob"):
            records.joined(name, NOON, None)
        records.joined("Cat", NOON, mail)
        assert records.contestants() == ("Cat", "Ann", "Bob")


def test_who_left_is_no_contestant_and_comes_back_last(db: Database) -> None:
    with db.transaction() as records:
        records.joined("Ann", NOON, None)
        records.joined("Bob", NOON, None)
        records.left("Ann", NOON, None)
        records.left("Ann", NOON, None)
        assert records.contestants() == ("Bob",)
        records.joined("Ann", NOON, None)
        assert records.contestants() == ("Bob", "Ann")


def test_a_membership_names_a_mail_on_file(db: Database) -> None:
    with pytest.raises(KeyError), db.transaction() as records:
        records.joined("Ann", NOON, PaperId(1))


def test_every_joining_and_leaving_is_told_with_its_moment(db: Database) -> None:
    with db.transaction() as records:
        records.joined("Ann", NOON, None)
        records.left("Ann", NOON + MINUTE, None)
        assert records.memberships() == (
            Membership(name="Ann", change="joined", at=NOON),
            Membership(name="Ann", change="left", at=NOON + MINUTE),
        )


def test_changes_of_the_contest_are_told_in_their_order(db: Database) -> None:
    axis = ContestChange(change="axis added", value="Z", by="Dan", at=NOON)
    office = ContestChange(change="contestmaster", value="Eve", by="Dan", at=NOON)
    with db.transaction() as records:
        assert records.contest_changes() == ()
        records.change_contest(axis)
        records.change_contest(office)
        assert records.contest_changes() == (axis, office)


def test_rulings_are_numbered_and_told_for_the_contest_and_for_a_game(db: Database) -> None:
    with db.transaction() as records:
        first, second = a_game(records), a_game(records)
        general = records.rule(clause="§25", text="so it is", by="Dan", at=NOON, effect=Precedent())
        option = records.rule(
            clause="",
            text="sleepers wake at once",
            by="Dan",
            at=NOON,
            effect=OptionSet("wake", "at_once"),
            game=first.id,
            since=3,
        )
        other = records.rule(
            clause="§9", text="read it so", by="Dan", at=NOON, effect=ReadAs(TURN), game=second.id
        )
        assert [one.number for one in (general, option, other)] == [1, 2, 3]
        assert records.rulings() == (general, option, other)
        assert records.rulings(first.id) == (general, option)


def test_a_proposed_ruling_is_told_when_it_is_upheld(db: Database) -> None:
    with db.transaction() as records:
        told = records.rule(
            clause="", text="so be it", by="Dan", at=NOON, effect=Precedent(), proposed=True
        )
        assert records.rulings() == ()
        assert records.ruling(told.number) == told
        with pytest.raises(KeyError):
            records.ruling(told.number + 1)
        later = records.rule(clause="", text="or so", by="Dan", at=NOON, effect=Precedent())
        records.uphold(told.number, NOON + MINUTE)
        assert records.rulings() == (replace(told, told_at=NOON + MINUTE), later)
        records.uphold(told.number, NOON + MINUTE + MINUTE)
        assert records.ruling(told.number).told_at == NOON + MINUTE


def test_absences_are_told_by_name(db: Database) -> None:
    away = Absence(
        name="Ann", said_at=NOON, words="I am away until Friday.", ends=NOON + MINUTE, public=True
    )
    with db.transaction() as records:
        records.note_absence(away, None)
        assert records.absences("Ann") == (away,)
        assert records.absences("Bob") == ()


def test_the_last_heartbeat_and_every_outage_are_on_file(db: Database) -> None:
    with db.transaction() as records:
        assert records.last_beat() is None
        records.beat(NOON)
        records.beat(NOON + MINUTE)
        assert records.last_beat() == NOON + MINUTE
        records.note_outage(Outage(begins=NOON, ends=NOON + MINUTE))
        known = (Outage(begins=NOON, ends=NOON + MINUTE),)
        assert records.outages(NOON) == known
        assert records.outages(NOON + MINUTE) == ()


def test_who_is_reminded_is_on_file_once_for_each_stage(db: Database) -> None:
    late = Reminded(duty="RN1 resolve 1", stage=36, to="Dan", at=NOON + MINUTE)
    early = Reminded(duty="RN1 resolve 1", stage=24, to="Dan", at=NOON)
    with db.transaction() as records:
        records.remind(late)
        records.remind(early)
        records.remind(Reminded(duty="RN1 resolve 1", stage=24, to="Eve", at=NOON + MINUTE))
        assert records.reminders("RN1 resolve 1") == (early, late)
        assert records.reminders("RN1 resolve 2") == ()


def test_the_last_word_about_holding_a_draft_counts(db: Database) -> None:
    held = Hold(draft="ABC2345", until=NOON + MINUTE, why="I ask Bob first", at=NOON)
    over = Hold(draft="ABC2345", until=None, why="", at=NOON + MINUTE, released=True)
    with db.transaction() as records:
        records.add_draft(a_draft())
        assert records.hold_of("ABC2345") is None
        records.hold(held)
        assert records.hold_of("ABC2345") == held
        records.hold(over)
        assert records.hold_of("ABC2345") == over


def test_points_are_awarded_once(db: Database) -> None:
    with db.transaction() as records:
        game = a_game(records)
        first = Awarded(place=0, at=NOON, by="Dan", draft=None)
        records.award(game.id, first)
        records.award(game.id, Awarded(place=0, at=NOON + MINUTE, by="Eve", draft=None))
        records.award(game.id, Awarded(place=2, at=NOON, by="Dan", draft=None))
        assert records.awards(game.id)[0] == first
        assert sorted(records.awards(game.id)) == [0, 2]


def test_a_held_mail_that_is_opened_again_is_held_no_longer(db: Database) -> None:
    with db.transaction() as records:
        records.keep([a_mail(1), a_mail(2)])
        (one, _), (two, _) = records.undisposed(9)
        for mail in (one, two):
            records.dispose(mail, "hold", "too odd", message=None, digest=None, at=NOON)
        assert [filed.mail for filed in records.held()] == [one, two]
        records.reopen(one, "Dan", "it is a turn", NOON)
        assert [filed.mail for filed in records.held()] == [two]
        records.replay(one, "Dan", "hold", "too odd", message=None, digest=None, at=NOON)
        assert [filed.mail for filed in records.held()] == [two]
        assert records.filed_since("hold", "too odd", NOON)
        assert not records.filed_since("hold", "too long", NOON)
        raw = records.raw_mail(one)
        assert raw is not None
        assert raw.uid == 1
        assert records.raw_mail(PaperId(99)) is None


def test_whatever_comes_of_a_mail_is_known_of_it(db: Database) -> None:
    with db.transaction() as records:
        game = a_game(records)
        records.keep([a_mail(one) for one in range(1, 5)])
        turn, discard, joining, none = [mail for mail, _ in records.undisposed(9)]
        a_taken_turn(records, game, turn)
        records.led_to(discard, game.id, 1)
        records.joined("Ann", NOON, joining)
        came = [records.took_effect(one) for one in (turn, discard, joining, none)]
        assert came == [True, True, True, False]
