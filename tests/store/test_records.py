"""What is put on file is read as it was, in its order, and what can be so once is so once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text

from rednov_bot.core.contest import (
    Absence,
    Awarded,
    AwardPoints,
    ChangeContest,
    ContestChange,
    Hold,
    Membership,
    OptionSet,
    Outage,
    Precedent,
    ReadAs,
    Reminded,
    Ruling,
)
from rednov_bot.core.errors import AlreadyOnFile, DraftClosed, NoSuchDraft
from rednov_bot.core.models import (
    Authentication,
    AwaitedOpening,
    Bounce,
    Channel,
    Forgery,
    Game,
    MessageId,
    PaperId,
    TakenTurn,
)
from rednov_bot.core.store import database
from rednov_bot.core.store.unit_of_work import Database
from rednov_bot.games.base import Answer, Choice
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.turn import Orders
from tests.store.conftest import KINDS, OnFile
from tests.store.samples import (
    BEFORE,
    MINUTE,
    NOON,
    PAGE,
    SECRET,
    STORY,
    TURN,
    a_decision,
    a_draft,
    a_letter,
    a_posting,
    an_attempt,
)

LATER = NOON + MINUTE
CODE = "ABC2345"
CHOICE = Choice("block 1", "block", "Ann", "gnome", ("5-8", "1-2"))
NOTICE = a_posting("notice", "private").message_id


def test_contestants_stand_in_the_order_of_joining(on_file: OnFile) -> None:
    seen = []
    for change, name in (
        *[("joined", one) for one in ("Cat", "Ann", "Bob", "Cat")],
        *[("left", "Ann"), ("left", "Ann"), ("joined", "Ann")],
    ):
        getattr(on_file, change)(name, NOON, None)
        seen.append(on_file.contestants())
    assert seen[3:] == [("Cat", "Ann", "Bob"), *[("Cat", "Bob")] * 2, ("Cat", "Bob", "Ann")]
    assert on_file.memberships()[4] == Membership(name="Ann", change="left", at=NOON)


def test_changes_of_the_contest_are_told_in_their_order(on_file: OnFile) -> None:
    axis = ContestChange(change="axis added", value="Z", by="Dan", at=NOON)
    office = ContestChange(change="contestmaster", value="Eve", by="Dan", at=NOON)
    for one in (axis, office):
        on_file.change_contest(one)
    assert on_file.contest_changes() == (axis, office)


def test_rulings_are_told_for_the_contest_and_for_a_game(on_file: OnFile) -> None:
    first, second = on_file.a_game(), on_file.a_game()
    said: dict[str, Any] = {"clause": "§25", "text": "so it is", "by": "Dan", "at": NOON}
    general = on_file.rule(Ruling(**said, effect=Precedent()))
    wake = on_file.rule(Ruling(**said, effect=OptionSet("wake", "at_once"), game=first.id, since=3))
    other = on_file.rule(Ruling(**said, effect=ReadAs(TURN), game=second.id))
    assert [one.number for one in (general, wake, other)] == [1, 2, 3]
    assert (wake.effect, wake.since, wake.text) == (OptionSet("wake", "at_once"), 3, "so it is")
    assert on_file.rulings() == (general, wake, other)
    assert on_file.rulings(first.id) == (general, wake)
    proposed = on_file.rule(Ruling(**said, effect=Precedent()), proposed=True)
    assert proposed not in on_file.rulings()
    assert on_file.ruling(4) == proposed
    on_file.uphold(4, LATER, 7)
    on_file.uphold(4, LATER + MINUTE)
    assert on_file.rulings()[3] == replace(proposed, told_at=LATER, since=7)
    with pytest.raises(KeyError):
        on_file.ruling(5)


def test_who_is_away_and_when_the_bot_was(on_file: OnFile) -> None:
    away = Absence(name="Ann", said_at=NOON, words="until Friday", ends=LATER, public=True)
    on_file.note_absence(away, None)
    assert (on_file.absences("Ann"), on_file.absences("Bob")) == ((away,), ())
    assert on_file.last_beat() is None
    for at in (NOON, LATER):
        on_file.beat(at)
    assert on_file.last_beat() == LATER
    outage = Outage(begins=NOON, ends=LATER)
    for one in (outage, Outage(begins=NOON, ends=LATER + MINUTE)):  # of a clock that was ahead
        on_file.note_outage(one)
    assert (on_file.outages(NOON), on_file.outages(LATER)) == ((outage,), ())


def test_who_is_reminded_is_on_file_once_for_each_stage(on_file: OnFile) -> None:
    late = Reminded(duty="RN1 resolve 1", stage=36, to="Dan", at=LATER)
    early = replace(late, stage=24, at=NOON)
    for one in (late, early, replace(early, to="Eve")):
        on_file.remind(one)
    assert on_file.reminders("RN1 resolve 1") == (early, late)
    assert on_file.reminders("RN1 resolve 2") == ()


def test_the_last_word_about_holding_a_draft_counts(on_file: OnFile) -> None:
    on_file.add_draft(a_draft())
    assert on_file.hold_of(CODE) is None
    held = Hold(draft=CODE, until=LATER, why="I ask Bob first", at=NOON)
    for one in (held, replace(held, until=None, released=True)):
        on_file.hold(one)
        assert on_file.hold_of(CODE) == one


def test_points_are_awarded_once(on_file: OnFile, game: Game) -> None:
    first = Awarded(place=0, at=NOON, by="Dan", draft=None)
    third = replace(first, place=2)
    for one in (first, replace(first, by="Eve"), third):
        on_file.award(game.id, one)
    assert on_file.awards(game.id) == {0: first, 2: third}


def test_a_draft_comes_back_as_it_was_made(on_file: OnFile, game: Game, mail: PaperId) -> None:
    taken = on_file.a_turn(game, mail)
    whole = a_draft(
        kind="choice",
        game=game.id,
        turn=taken.id,
        for_state=4,
        attempt=3,
        events=STORY,
        choice=CHOICE,
        about="turn 1 of RN1",
        due_by=LATER,
        mail=mail,
        effects=(ChangeContest("axis added", "Z"), AwardPoints((0, 2))),
    )
    bare = a_draft("BARE234", pages=())
    for one in (whole, bare):
        on_file.add_draft(one)
        assert on_file.draft(one.code) == (one, None)
    for code in ("NEVER22", "\udcff\x00"):
        assert on_file.draft(code) is None
    assert on_file.drafts_about(taken.id) == 1
    with pytest.raises(AlreadyOnFile):
        on_file.add_draft(a_draft(about="another"))


@pytest.mark.parametrize("verdict", ["approved", "rejected", "superseded", "chosen"])
def test_a_decided_draft_stays_decided(on_file: OnFile, verdict: Any) -> None:
    decision = a_decision(verdict=verdict)
    on_file.add_draft(a_draft())
    on_file.decide(decision)
    with pytest.raises(DraftClosed, match=f"already {verdict}"):
        on_file.decide(a_decision(verdict="rejected"))
    assert on_file.draft(CODE) == (a_draft(), decision)
    with pytest.raises(NoSuchDraft, match="NEVER22"):
        on_file.decide(a_decision("NEVER22"))


def test_open_drafts_are_those_undecided_oldest_first(on_file: OnFile, url: str) -> None:
    def codes(records: Any = on_file) -> list[str]:
        return [draft.code for draft in records.open_drafts()]

    every = ["ZZZ2222", "MMM2222", "AAA2222"]
    for code in every:
        on_file.add_draft(a_draft(code, events=STORY))
    assert codes() == every
    on_file.decide(a_decision("AAA2222"))
    with Database(url) as another:
        others = OnFile(another)
        others.decide(a_decision("MMM2222"))
        assert codes() == codes(others) == ["ZZZ2222"]
    assert on_file.open_drafts() == (a_draft("ZZZ2222", events=STORY),)
    on_file.decide(a_decision("ZZZ2222"))
    assert codes() == []
    on_file.add_draft(a_draft("NEW2222"))
    assert codes() == ["NEW2222"]


@pytest.mark.parametrize(
    ("other", "found"),
    [
        ({}, CODE),
        ({"about": "Bob joins"}, None),
        ({"kind": "contest"}, None),
        ({"pages": (PAGE,)}, None),
        ({"game": PaperId(1)}, None),
    ],
)
def test_an_approved_draft_of_the_same_words_is_found(
    on_file: OnFile, game: Game, other: dict[str, Any], found: str | None
) -> None:
    on_file.add_draft(a_draft(about="Ann joins"))
    asked = a_draft("NEW2222", **{"about": "Ann joins"} | other)
    assert on_file.approved_like(asked) is None
    on_file.decide(a_decision())
    assert on_file.approved_like(asked) == found


def test_it_is_known_when_a_turn_was_first_drafted(
    on_file: OnFile, game: Game, mail: PaperId
) -> None:
    taken = on_file.a_turn(game, mail)
    assert on_file.first_drafted(taken.id) is None
    for code, at in (("FRST222", LATER), ("SCND222", NOON)):
        on_file.add_draft(a_draft(code, game=game.id, turn=taken.id, made_at=at))
    on_file.add_draft(a_draft(made_at=NOON - MINUTE))
    assert on_file.first_drafted(taken.id) == NOON


def test_a_game_is_put_on_file_as_given(on_file: OnFile) -> None:
    games = [on_file.a_game() for _ in range(3)]
    assert [game.tag for game in games] == ["RN1", "RN2", "RN3"]
    game = games[0]
    assert game == Game(
        id=game.id,
        tag="RN1",
        gnomes=("Ann", "Bob", "Cat"),
        options=Options(crazed=True, wake="at_once"),
        data="standard",
        data_digest="0123",
        rules_version="1",
    )
    assert on_file.games() == tuple(games)
    assert on_file.game_called("RN2") == games[1]
    assert on_file.game_called("RN4") is None
    assert (on_file.secret(game.id), on_file.gamestate(game.id)) == (SECRET, None)
    assert on_file.history(game.id) == ()
    for ask in (on_file.game, on_file.secret):
        with pytest.raises(KeyError):
            ask(PaperId(5))


def test_the_gamestate_moves_on_by_one_number_each(on_file: OnFile, game: Game) -> None:
    other = on_file.a_game()
    for number, story in ((1, STORY), (2, ()), (3, STORY[:3])):
        on_file.advance(game.id, number, story, BEFORE, cause="turn", at=NOON)
        assert on_file.gamestate(game.id) == (number, BEFORE)
    assert on_file.history(game.id) == STORY + STORY[:3]
    assert on_file.gamestate(other.id) is None
    with pytest.raises(AlreadyOnFile, match="holds this paper already"):
        on_file.advance(game.id, 3, STORY, BEFORE, cause="again", at=NOON)
    assert on_file.history(game.id) == STORY + STORY[:3]


def test_games_that_have_not_begun_are_those_after_the_last_that_has(on_file: OnFile) -> None:
    given_up, begun, later, last = (on_file.a_game() for _ in range(4))
    assert on_file.unopened_games() == (last, later, begun, given_up)
    on_file.advance(begun.id, 1, (), BEFORE, cause="an opening", at=NOON)
    assert on_file.unopened_games() == (last, later)


@pytest.mark.parametrize("url", KINDS, indirect=True)
def test_no_hand_and_no_deck_lies_in_a_public_column(db: Database, game: Game, url: str) -> None:
    with db.transaction() as records:
        records.advance(game.id, 1, STORY, BEFORE, cause="opening", at=NOON)
        records.add_draft(a_draft(events=STORY))
    engine = database.opened(url)
    with engine.connect() as line:
        words = "SELECT happenings, whispers, position, secrets FROM gamestates"
        ((told, kept, position, secrets),) = line.execute(text(words))
        drafted = line.execute(text("SELECT happenings, whispers FROM draft_happenings")).all()
    engine.dispose()
    assert drafted == [(told, kept)]
    assert "grog" not in position + told
    assert "grog" in secrets
    assert "grog" in kept
    assert "ItemsAwarded" in told
    assert "ItemsAwarded" not in kept


def test_a_turn_is_on_file_as_it_was_taken(on_file: OnFile, game: Game, mail: PaperId) -> None:
    taken = on_file.a_turn(game, mail)
    assert taken == TakenTurn(
        id=taken.id,
        game=game.id,
        number=1,
        player=TURN.gnome,
        turn=TURN,
        taken_at=NOON,
        message_id=MessageId("<turn@post.example>"),
        references=(MessageId("<a@b>"), MessageId("<c@d>")),
        subject="my turn",
        forum="business",
        mail=mail,
    )
    assert on_file.turns(game.id) == (taken,)
    with pytest.raises(KeyError):
        on_file.turn(PaperId(taken.id + 1))
    with pytest.raises(AlreadyOnFile):
        on_file.a_turn(game, mail)
    odd = a_letter(None, references=(), subject="Tür\x00\udcff")
    bare = on_file.add_turn(
        game.id, 2, TURN.gnome, TURN, mail=mail, message=odd, forum="business", at=NOON
    )
    assert (bare.message_id, bare.references, bare.subject) == (None, (), "Tür\ufffd\ufffd")


def test_a_turn_is_pending_until_its_resolution_is_approved(
    on_file: OnFile, game: Game, mail: PaperId
) -> None:
    assert on_file.pending_turn(game.id) is None
    taken = on_file.a_turn(game, mail)
    for code, kind, verdict in (
        ("CHOICE2", "choice", "approved"),
        ("FIRST22", "resolution", "rejected"),
        ("SECOND2", "resolution", "approved"),
    ):
        assert on_file.pending_turn(game.id) == taken
        on_file.add_draft(a_draft(code, kind=kind, game=game.id, turn=taken.id))
        on_file.decide(a_decision(code, verdict))  # type: ignore[arg-type]
    assert on_file.pending_turn(game.id) is None
    following = on_file.a_turn(game, mail, 2)
    assert on_file.pending_turn(game.id) == following


def test_the_first_answer_counts(on_file: OnFile, game: Game, mail: PaperId) -> None:
    taken, other = on_file.a_turn(game, mail), on_file.a_turn(game, mail, 2)
    for key, label, by in (
        ("block 1", "5-8", "gnome"),
        ("block 1", "1-2", "contestmaster"),
        ("spread 1", "7", "contestmaster"),
    ):
        on_file.add_answer(taken.id, key, Answer(label, by), NOON)  # type: ignore[arg-type]
    assert on_file.answers(taken.id) == {
        "block 1": Answer("5-8", "gnome"),
        "spread 1": Answer("7", "contestmaster"),
    }
    assert on_file.answers(other.id) == {}
    with on_file.db.transaction() as records:
        records.add_answer(taken.id, "spread 1", Answer("9", "gnome"), NOON)
        assert records.answers(taken.id)["spread 1"] == Answer("7", "contestmaster")


def test_the_latest_private_list_since_then_counts(on_file: OnFile) -> None:
    for gnome, items, minutes in (
        *[("Ann", ("grog",), 0), ("Ann", ("toolbox",), 2), ("Ann", ("coffee", "coffee"), 2)],
        *[("Ann", ("toolbox",), 1), ("Bob", (), 3)],
    ):
        on_file.note_items(gnome, items, NOON + minutes * MINUTE)
    assert on_file.noted_items("Ann", NOON) == ("coffee", "coffee")
    assert on_file.noted_items("Ann", NOON + 2 * MINUTE) == ("coffee", "coffee")
    assert on_file.noted_items("Ann", NOON + 3 * MINUTE) is None
    assert on_file.noted_items("Bob", NOON) == ()


def test_the_latest_standing_orders_of_each_gnome_count(on_file: OnFile, game: Game) -> None:
    first, latest = Orders(defend=True), Orders(block=((5, 8), (6, 11)), spread=(3,), defend=False)
    for gnome, orders, at in (("Ann", first, NOON), ("Bob", first, NOON), ("Ann", latest, LATER)):
        on_file.note_orders(game.id, gnome, orders, at)
    assert on_file.noted_orders(game.id) == {"Ann": latest, "Bob": first}
    assert on_file.noted_orders(game.id, NOON) == {"Ann": first, "Bob": first}
    assert on_file.noted_orders(game.id, NOON - MINUTE) == {}
    assert on_file.noted_orders(PaperId(game.id + 1)) == {}


def test_what_was_found_of_a_mail_first_holds(on_file: OnFile) -> None:
    mail, other = on_file.some_mails(2)
    for outcome in ("fail", "pass"):
        shown = Authentication(outcome=outcome, grounds=("one", "two"))  # type: ignore[arg-type]
        on_file.note_authentication(mail, shown, NOON)
    assert on_file.authentication(mail).told == "fail: one; two"
    assert on_file.authentication(other) is None


def test_a_question_is_open_until_it_is_answered_once(on_file: OnFile) -> None:
    mail, answer = on_file.some_mails(2)
    on_file.ask_author(mail, "ABCDEF2", "Ann", "fail: odd", NOON)
    (asked,) = on_file.author_questions(NOON)
    assert (asked.mail, asked.name, asked.grounds) == (mail, "Ann", "fail: odd")
    assert on_file.author_questions(LATER) == ()
    assert on_file.author_question("ABCDEF2") == asked
    assert on_file.author_question("ABCDEF3") is None
    on_file.settle_author_question(asked.id, "no", answer, LATER)
    assert on_file.author_questions(NOON) == ()
    assert on_file.author_questions_of(mail) == (replace(asked, verdict="no", settled_at=LATER),)
    with pytest.raises(AlreadyOnFile):
        on_file.settle_author_question(asked.id, "yes", None, NOON)


def test_what_was_not_told_is_summed_up_once_whenever_it_is_dated(on_file: OnFile) -> None:
    dates = (NOON, NOON + 400 * 1440 * MINUTE, NOON - MINUTE)
    some = tuple(Forgery(kind="stolen", what="So.", mail=None, at=at) for at in dates)
    assert on_file.first_untold("summary") is None
    for one in some[:2]:
        on_file.note_forgery(one, told=False)
    assert on_file.first_untold("summary") == NOON
    assert on_file.untold("summary") == some[:2]
    on_file.note_forgery(Forgery(kind="summary", what="", mail=None, at=dates[1]), told=True)
    assert on_file.untold("summary") == ()
    on_file.note_forgery(some[2], told=False)
    assert on_file.untold("summary") == some[2:]
    assert [on_file.how_many_forgeries("stolen", at) for at in (NOON - 2 * MINUTE, NOON)] == [3, 1]


def _states(on_file: OnFile) -> tuple[str, str]:
    """What became of the notice, as the outbox and as its own paper say."""
    return on_file.posting(NOTICE).state, on_file.sent(NOTICE).state


def _a_notice(on_file: OnFile) -> PaperId:
    """A notice that a server has accepted; a mail that may say something of it."""
    on_file.queue(a_posting("notice", "private"), draft=None, at=NOON)
    on_file.attempted(an_attempt("notice", "accepted", NOON))
    return on_file.some_mails(1)[0]


def test_what_comes_back_or_is_answered_decides_what_became_of_a_mail(on_file: OnFile) -> None:
    mail = _a_notice(on_file)
    report = Bounce(posting=NOTICE, mail=mail, kind="delayed", status="5.1.1", at=LATER)
    on_file.note_bounce(report)
    assert (_states(on_file), on_file.bounces(NOON)) == (("accepted", "accepted"), ())
    (second,) = set(on_file.some_mails(2)) - {mail}
    failed = replace(report, kind="failed", mail=second)
    for _ in "12":
        on_file.note_bounce(failed)
    assert _states(on_file) == ("bounced", "bounced")
    ((bounce, sent),) = on_file.bounces(NOON)
    assert (bounce, sent.message_id, sent.to) == (failed, NOTICE, a_posting("notice").to)
    assert on_file.confirm(NOTICE, mail, NOON)
    assert not on_file.confirm(NOTICE, mail, LATER)
    assert _states(on_file) == ("confirmed", "confirmed")


def test_mails_of_a_kind_are_told_without_their_words(on_file: OnFile) -> None:
    _a_notice(on_file)
    on_file.queue(a_posting("later", "private"), draft=None, reason="again", at=LATER)
    on_file.queue(a_posting("other", "receipt"), draft=None, at=NOON)
    first, second = on_file.sent_since("private", NOON)
    assert (first.message_id, first.state, first.settled_at) == (NOTICE, "accepted", NOON)
    assert (second.reason, second.state, second.settled_at) == ("again", "queued", None)
    assert on_file.sent_since("private", LATER) == (second,)
    assert on_file.sent(MessageId("<nobody@x>")) is None


def test_what_is_known_of_channels_is_kept_in_its_order(on_file: OnFile) -> None:
    mail = _a_notice(on_file)
    asked = Channel(name="Ann", address="a@b", change="asked", posting=NOTICE, mail=None, at=NOON)
    known = (
        asked,
        replace(asked, change="confirmed", mail=mail),
        replace(asked, name="Bob", address="", change="waived", posting=None),
        replace(asked, change="told", posting=None),
    )
    for one in known:
        on_file.note_channel(one)
    assert on_file.channels() == known
    assert on_file.told_otherwise() == frozenset()
    on_file.note_channel(replace(asked, change="told"))
    assert on_file.told_otherwise() == {NOTICE}


def test_the_first_approval_of_an_opening_that_waits_counts(on_file: OnFile) -> None:
    on_file.add_draft(a_draft())
    assert on_file.awaited_opening(CODE) is None
    opening = AwaitedOpening(draft=CODE, by="Pewterby", at=NOON)
    for one in (opening, replace(opening, by="Dan")):
        on_file.await_channels(one)
    assert on_file.awaited_opening(CODE) == opening


def test_whatever_comes_of_a_mail_is_known_of_it(on_file: OnFile, game: Game) -> None:
    turn, discard, joining, none = on_file.some_mails(4)
    on_file.a_turn(game, turn)
    on_file.led_to(discard, game.id, 1)
    on_file.joined("Ann", NOON, joining)
    came = [on_file.took_effect(one) for one in (turn, discard, joining, none)]
    assert came == [True, True, True, False]
