"""What becomes of the draft of a correction: drafted otherwise, given up, posted (§25, A96)."""

from __future__ import annotations

from rednov_bot.contest import Correct, Ruling
from rednov_bot.desk.announcements import resolving
from rednov_bot.desk.corrections import correcting, rewound
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.drafts import replacing
from rednov_bot.desk.due import awarding
from rednov_bot.engine.choices import Answer
from rednov_bot.engine.corrections.retold import Way
from rednov_bot.engine.position import Position
from rednov_bot.engine.words import GnomeName
from rednov_bot.errors import CannotRewind, DraftNeedsChoice
from rednov_bot.papers import Decision, Draft, Game, PaperId, TakenTurn
from rednov_bot.ports import Records
from rednov_bot.prose.wording import uncapital

WAYS: tuple[Way, ...] = ("rerun", "patch", "stand")


def offered(draft: Draft) -> tuple[str, ...]:
    """What may be chosen in answer to the draft of a correction: candidates, and the ways."""
    candidates = () if draft.choice is None else draft.choice.candidates
    return (*candidates, *[way for way in WAYS if draft.choice is None or way != "rerun"])


def choose(desk: Desk, records: Records, draft: Draft, label: str, by: GnomeName) -> Draft:
    """The correction is drafted in another way, or goes on with the choice that was missing.

    Raises DraftNeedsChoice, CannotRewind.
    """
    effect = _correct(draft)
    given = _ruling(records, effect)
    for way in WAYS:
        if way == label:
            return correcting.drafted(desk, records, given, way)
    if draft.choice is None or label not in draft.choice.candidates or effect.choice_in is None:
        raise DraftNeedsChoice(draft.code, offered(draft))
    assert draft.turn is not None
    made = rewound.Choosing(given.number, effect.choice_in, draft.choice.key)
    answer, at = Answer(label, "contestmaster"), desk.now()
    with records.undoable():
        rewound.note(records, records.turn(draft.turn), made, answer, at)
        records.decide(Decision(code=draft.code, verdict="chosen", by=by, why=label, at=at))
        return correcting.drafted(desk, records, given)


def again(desk: Desk, records: Records, draft: Draft) -> Draft | str:
    """The game has moved on: the same correction of the present; or why there is none."""
    effect = _correct(draft)
    wanted = None if effect.choice_in is not None else effect.way
    given = _ruling(records, effect)
    try:
        with records.undoable():
            return correcting.drafted(desk, records, given, wanted)
    except CannotRewind as error:
        return error.reason


def _correct(draft: Draft) -> Correct:
    return next(one for one in draft.effects if isinstance(one, Correct))


def _ruling(records: Records, effect: Correct) -> Ruling:
    return records.ruling(effect.ruling)


def follow(desk: Desk, records: Records, draft: Draft) -> tuple[PaperId, ...]:
    """The turn that awaits its resolution is drafted anew, on the same luck; awards are settled.

    Named is the turn that awaits none any more, for it has no effect now.  Nothing of this for
    drafts that are no corrections.
    """
    if draft.game is None or draft.for_state is None:
        return ()
    if not draft.happenings or not any(isinstance(one, Correct) for one in draft.effects):
        return ()
    before = records.gamestate_at(draft.game, draft.for_state).position
    pending, present = records.pending_turn(draft.game), records.gamestate(draft.game)
    assert present is not None
    after = present[1].position
    _settle(desk, records, records.game(draft.game), before, after)
    if pending is None:
        return ()
    if after.pending is None:
        _lay_down(desk, records, draft, pending)
        return (pending.id,)
    moved_by = f"the {uncapital(draft.about)}"
    resolving.draft_resolution(desk, records, pending, moved_by=moved_by)
    return ()


def _settle(desk: Desk, records: Records, game: Game, before: Position, after: Position) -> None:
    """Drafts that award what is not due any more give way, and what is newly due is drafted."""
    dues = enumerate(before.dues)
    changed = {place for place, due in dues if due not in after.dues[place : place + 1]}
    goes_on = before.ending is not None and after.ending is None
    wrong = [
        one
        for one in records.open_drafts()
        if one.kind == "award" and one.game == game.id
        if changed.intersection(awarding.places_of(one)) or (goes_on and not one.effects)
    ]
    awarding.fall_due(desk, records, wrong)
    left = {one.code for one in records.open_drafts()}
    for old in wrong:
        if old.code in left:
            records.decide(replacing.closed(old.code, "it is not due any more", desk.now()))


def _lay_down(desk: Desk, records: Records, draft: Draft, void: TakenTurn) -> None:
    """A turn without effect needs no resolution: it is settled, with nothing to post."""
    at = desk.now()
    settled = Draft(
        code=desk.tokens.code(),
        kind="resolution",
        game=void.game,
        turn=void.id,
        for_state=draft.for_state,
        attempt=records.drafts_about(void.id) + 1,
        about=f"Turn {void.number}: {void.turn.gnome}",
        made_at=at,
    )
    replacing.supersede(records, settled)
    records.add_draft(settled)
    why = f"no effect, by the correction {draft.code}"
    records.decide(Decision(code=settled.code, verdict="settled", by="", why=why, at=at))
