"""The draft that corrects a wrong resolution, and what becomes of it (§25, A96)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from msgspec.structs import replace as replaced

from rednov_bot.core.contest import Correct, ReadAs, Ruling
from rednov_bot.core.errors import CannotRewind, DraftNeedsChoice
from rednov_bot.core.models import Decision, Draft, Game, Page, PaperId, TakenTurn
from rednov_bot.core.proof import Proof
from rednov_bot.core.render import draft_pages, luck_pages
from rednov_bot.core.render.wording import uncapital
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, outgoing, resolving
from rednov_bot.core.workflow.corrections import courses, in_force
from rednov_bot.core.workflow.corrections.courses import Course
from rednov_bot.core.workflow.delivery import notices
from rednov_bot.core.workflow.desk import Desk, tables_of
from rednov_bot.core.workflow.drafts import open_drafts, replacing
from rednov_bot.core.workflow.luck import fortune, proving, revealing
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.core.workflow.scheduler import awarding
from rednov_bot.games.base import Answer, Player
from rednov_bot.games.red_november.render import (
    correction_pages,
    planner_pages,
    private_pages,
    ruling_words,
)
from rednov_bot.games.red_november.render.canonical import announced_as
from rednov_bot.games.red_november.rules.corrections import alternatives as ways
from rednov_bot.games.red_november.rules.corrections.alternatives import (
    Alternative,
    concerned,
    everybody,
    retell,
)
from rednov_bot.games.red_november.rules.corrections.compared import compare
from rednov_bot.games.red_november.rules.corrections.points import Settled, settle
from rednov_bot.games.red_november.rules.corrections.replay import Corrected, Held, Resolved
from rednov_bot.games.red_november.rules.corrections.replayed import Way
from rednov_bot.games.red_november.rules.ending import y_points
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import exceeds, wished_discards
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.position import Due, Position
from rednov_bot.games.red_november.rules.resolve import judge
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import NO_ORDERS


@dataclass(frozen=True, slots=True)
class Case:
    """A ruling about a resolved turn, and all that its correction is made of."""

    ruling: Ruling
    game: Game
    taken: TakenTurn
    course: Course
    number: int  # of the present gamestate
    present: Gamestate
    tables: Tables
    options: Options  # as they are now
    closed: str  # why the position of the game can change no more; "" where it can

    @property
    def about(self) -> str:
        """What is corrected: `Turn 12: Ann`."""
        return f"Turn {self.taken.number}: {self.taken.turn.gnome}"


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to correct, the points in it settled with what was awarded."""

    way: Alternative
    settled: Settled


def about_of(case: Case) -> str:
    """What the draft of a correction is about: `Correction of turn 12: Ann`."""
    return f"Correction of {uncapital(case.about)}"


def _proved(records: UnitOfWork, case: Case, done: Corrected, chosen: Choice) -> Proof | None:
    """What is drawn in the steps that the amendment tells, and was not drawn before."""
    effect = case.ruling.effect
    steps = [one for one in done.steps if one.otherwise and isinstance(one.step, Resolved)]
    casts = []
    for one in steps if chosen.way.way == "rerun" else steps[:1]:
        assert isinstance(one.step, Resolved)
        read = ""
        if isinstance(effect, ReadAs) and one.step.number == case.taken.number:
            read = announced_as(effect.turn, ruled=True)
        casts.append(proving.Cast(one.step.luck, one.events, one.step.number, read))
    return proving.proof_of(
        records,
        case.game,
        casts,
        moment=f"correction of turn {case.taken.number}",
        drafts=records.drafts_of("correction", case.game.id, about_of(case)) + 1,
    )


def _pages(
    desk: Desk,
    records: UnitOfWork,
    case: Case,
    done: Corrected,
    chosen: Choice,
    proof: Proof | None,
) -> tuple[Page, ...]:
    """What is posted when the correction is approved: the amendment, and private notices.

    Those go to each gnome whose hand changes, or whose announcement is void for a reason of their
    own; in a blind game to every gnome: that they get one tells nothing then.
    """
    way, taken = chosen.way, case.taken
    envelope = outgoing.to_list(desk, taken.forum, taken)
    for one in records.outbox(case.course.resolution.code):  # it stands below the original
        if one.posting.kind == "public":
            above = one.posting.message_id
            references = (*envelope.references, above)
            envelope = replace(envelope, in_reply_to=above, references=references)
            break
    text = correction_pages.amendment(
        way.way,
        retell(done),
        way.compared,
        way.after.position,
        case.tables,
        wrong=case.ruling.text,
        ruling=case.ruling.number,
        clause=case.ruling.clause,
        resolved_at=case.course.resolved.at,
        options=case.options,
        conflicts=way.conflicts,
        settled=chosen.settled,
        luck=luck_pages.luck_section(proof, beacon=fortune.beacon_name(case.game)),
        letterhead=outgoing.letterhead_for(desk, taken.forum),
        envelope=envelope,
    )
    moment = f"correction of turn {taken.number}"
    events = [event for one in done.steps for event in one.events]
    witness = proving.Witness(records, case.game, case.course.before, events, proof, moment)
    orders, after, found = records.noted_orders(case.game.id), way.after, [text]
    blind = hidden.is_blind(records)
    for told in everybody(way, done) if blind else concerned(way, done):
        name = told.hand.gnome
        to_gnome = outgoing.to_gnome(desk, name)
        if to_gnome is None:
            continue
        seat = after.position.seat(name)
        hand, limit = after.secrets.hands[seat], after.secrets.limits[seat]
        found.append(
            private_pages.private_notice(
                planner_pages.told_alone(told) or (draft_pages.UNCHANGED,),
                hand,
                occasion=f"the {moment}",
                discard=exceeds(limit, hand),
                plays_on=notices.plays_on(after.position, after.position.gnomes[seat]),
                wished=wished_discards(limit, hand, orders.get(name, NO_ORDERS)),
                letterhead=outgoing.letterhead_for(desk),
                envelope=to_gnome,
                proof=witness.lines(name, hand),
            )
        )
    return tuple(found)


def case_of(desk: Desk, records: UnitOfWork, ruling: Ruling) -> Case:
    """Everything in the database about what *ruling* corrects.  Raises CannotRewind, DataError."""
    assert ruling.game is not None
    assert ruling.turn is not None
    game, taken = records.game(PaperId(ruling.game)), records.turn(PaperId(ruling.turn))
    tables, found = tables_of(desk, game), records.gamestate(game.id)
    assert found is not None
    number, present = found
    latest, closed = records.latest_game(), ""
    if latest is not None and latest.id != game.id:
        closed = f"{latest.tag} has begun since, and {game.tag} can be put right on the record "
        closed += "alone (stand)"
    return Case(
        ruling,
        game,
        taken,
        courses.course_of(records, game, taken, tables.board),
        number,
        present,
        tables,
        in_force.under(in_force.options_now(records, game), (ruling,)),
        closed,
    )


def drafted(desk: Desk, records: UnitOfWork, ruling: Ruling, wanted: Way | None = None) -> Draft:
    """The correction under *ruling*, drafted the way that is *wanted*, else the first possible.

    Where the game played again waits for a choice, that is asked first, unless a way is wanted
    that does without.  Older drafts about it give way.  Raises CannotRewind where it cannot be
    done so, or where nothing would change.
    """
    case = case_of(desk, records, ruling)
    noted = courses.noted(records, case.taken.id, ruling.number)
    number, effect = case.taken.number, ruling.effect
    played = courses.played_again(case.course, number, effect, noted, case.tables)
    if isinstance(played, Held):
        without = played.step.number != number
        if not without or (wanted in (None, "rerun") and not case.closed):
            return _asked(desk, records, case, played, others=without)
        done = Corrected(case.course.before, played.so_far)
        offered = _choices(desk, records, case, done)[1:]
    else:
        done, offered = played, _choices(desk, records, case, played)
    if ways.first_otherwise(done) is None:
        raise CannotRewind(f"turn {number} comes out as it did, and so does all behind")
    chosen = _wanted(offered, wanted)
    proof = _proved(records, case, done, chosen)
    made = replace(
        _draft(desk, records, case),
        pages=_pages(desk, records, case, done, chosen, proof),
        events=ways.correction(chosen.way, case.present, number, ruling.number),
        effects=(Correct(ruling.number, chosen.way.way), *proving.effects(proof)),
    )
    replayed = chain.from_iterable(one.events for one in done.steps)
    heard = (*hidden.announced(records, case.taken.id), *hidden.used(replayed))
    how = "reject this, and rewind in other words,"
    mind = hidden.mind(desk, ruling.text, heard, how)
    page = planner_pages.planner(
        made.code,
        case.about,
        tuple([one.way for one in offered]),
        chosen.way.way,
        retell(done),
        *hidden.shown(records, made),
        case.tables,
        wrong=ruling.text,
        gamestate=case.number,
        notes=(*_give_way(records, made), *mind),
        **outgoing.for_desk(desk),
        blind=hidden.is_blind(records),
    )
    post(desk, records, page, draft=made.code, reason=f"draft {made.code}")
    return made


def _choices(desk: Desk, records: UnitOfWork, case: Case, done: Corrected) -> tuple[Choice, ...]:
    found = ways.alternatives(done, case.present, case.tables, case.options)
    awarded, before = records.awards(case.game.id), case.present.position
    unnamed = any(place >= len(before.dues) for place in awarded)

    def dues(position: Position) -> tuple[Due, ...]:
        behind = y_points(position, desk.y_pot) if unnamed and not position.y_pot else ()
        return (*position.dues, *behind)

    rerun = settle(dues(before), dues(found[0].after.position), awarded)
    known = set(found[-1].problems)  # whatever cannot be was so before, and hinders nothing
    choices = []
    for way in found:
        if way.way == "stand":
            choices.append(Choice(replaced(way, problems=()), rerun))
            continue
        settled = settle(dues(before), dues(way.after.position), awarded)
        position = replaced(way.after.position, dues=settled.dues)
        after = replaced(way.after, position=position)
        faults = [one for one in way.problems if one not in known]
        faults += [ways.Obstacle(case.closed)] if case.closed else _stuck(records, case, after)
        goes_on = before.ending is not None and position.ending is None
        if goes_on and revealing.is_revealed(records, case.game):
            # Everybody knows what it would draw.
            told = f"{case.game.tag} would go on, and the secret of its luck is told already (A95)"
            faults.append(ways.Obstacle(told))
        compared = compare(before, position)
        choices.append(
            Choice(replaced(way, after=after, compared=compared, problems=tuple(faults)), settled)
        )
    return tuple(choices)


def _stuck(records: UnitOfWork, case: Case, after: Gamestate) -> tuple[ways.Obstacle, ...]:
    """Why the turn that awaits its resolution could not be resolved after the correction."""
    pending = records.pending_turn(case.game.id)
    if pending is None or after.position.pending is None:
        return ()
    free = replaced(after, position=replaced(after.position, pending=None))
    options = in_force.under(in_force.options_of(records, case.game, pending), (case.ruling,))
    verdict = judge(free, in_force.turn_of(records, pending), case.tables, options)
    if not verdict.refusals:
        return ()
    why, aside = ruling_words.against(verdict.refusals, pending.turn.gnome)
    what = f"turn {pending.number}, which awaits its resolution: "
    return (ways.Obstacle(f"{what}{why}", aside and f"{what}{aside}"),)


def _wanted(offered: Sequence[Choice], wanted: Way | None) -> Choice:
    sound = [one for one in offered if not one.way.problems]
    if wanted is None:
        return (*sound, offered[-1])[0]
    for one in offered:
        if one.way.way == wanted and one.way.problems:
            why = one.way.problems[0]
            raise CannotRewind(f"{wanted} cannot be done: {why.openly}", why.aside)
    return next(one for one in offered if one.way.way == wanted)


def _draft(desk: Desk, records: UnitOfWork, case: Case) -> Draft:
    return desk.draft(
        "correction",
        about_of(case),
        game=case.game.id,
        turn=case.taken.id,
        for_state=case.number,
        attempt=records.drafts_about(case.taken.id) + 1,
    )


def _asked(desk: Desk, records: UnitOfWork, case: Case, held: Held, *, others: bool) -> Draft:
    effect = Correct(case.ruling.number, "rerun", held.step.number)
    made = replace(_draft(desk, records, case), choice=held.choice, effects=(effect,))
    notes = _give_way(records, made)
    offered: tuple[Way, ...] = ("patch", "stand") if others else ()
    page = planner_pages.held(
        made.code, case.about, held, others=offered, notes=notes, **outgoing.for_desk(desk)
    )
    post(desk, records, page, draft=made.code, reason=f"draft {made.code}")
    return made


def _give_way(records: UnitOfWork, made: Draft) -> tuple[str, ...]:
    """The draft takes the place of older ones that correct the same turn; what it says of them."""
    olds = open_drafts.of_kind(records, "correction")
    told = replacing.give_way(records, made, [one for one in olds if one.turn == made.turn], "")
    records.add_draft(made)
    return told


WAYS: tuple[Way, ...] = ("rerun", "patch", "stand")


def offered(draft: Draft) -> tuple[str, ...]:
    """What may be chosen in answer to the draft of a correction: candidates, and the ways."""
    candidates = () if draft.choice is None else draft.choice.candidates
    return (*candidates, *[way for way in WAYS if draft.choice is None or way != "rerun"])


def choose(desk: Desk, records: UnitOfWork, draft: Draft, label: str, by: Player) -> Draft:
    """The correction is drafted in another way, or goes on with the choice that was missing.

    Raises DraftNeedsChoice, CannotRewind.
    """
    effect = _correct(draft)
    given = records.ruling(effect.ruling)
    way = next((one for one in WAYS if one == label), None)
    if way is not None:
        return drafted(desk, records, given, way)
    if draft.choice is None or label not in draft.choice.candidates or effect.choice_in is None:
        raise DraftNeedsChoice(draft.code, offered(draft))
    assert draft.turn is not None
    taken, key = records.turn(draft.turn), draft.choice.key
    answer, at = Answer(label, "contestmaster"), desk.now()
    with records.undoable():
        courses.note(records, taken, given.number, effect.choice_in, key, answer, at)
        records.decide(Decision(code=draft.code, verdict="chosen", by=by, why=label, at=at))
        return drafted(desk, records, given)


def again(desk: Desk, records: UnitOfWork, draft: Draft) -> Draft | str:
    """The game has moved on: the same correction of the present; or why there is none."""
    effect = _correct(draft)
    wanted = None if effect.choice_in is not None else effect.way
    given = records.ruling(effect.ruling)
    try:
        with records.undoable():
            return drafted(desk, records, given, wanted)
    except CannotRewind as error:
        return error.reason


def _correct(draft: Draft) -> Correct:
    return next(one for one in draft.effects if isinstance(one, Correct))


def follow(desk: Desk, records: UnitOfWork, draft: Draft) -> tuple[PaperId, ...]:
    """The turn that awaits its resolution is drafted anew, on the same luck; awards are settled.

    Named is the turn that awaits none any more, for it has no effect now.  Nothing of this for
    drafts that are no corrections.
    """
    if draft.game is None or draft.for_state is None:
        return ()
    if not draft.events or not any(isinstance(one, Correct) for one in draft.effects):
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


def _settle(desk: Desk, records: UnitOfWork, game: Game, before: Position, after: Position) -> None:
    """Drafts that award what is not due any more give way, and what is newly due is drafted."""
    dues = enumerate(before.dues)
    changed = {place for place, due in dues if due not in after.dues[place : place + 1]}
    goes_on = before.ending is not None and after.ending is None
    wrong = [
        one
        for one in open_drafts.of_kind(records, "award", game.id)
        if changed.intersection(awarding.places_of(one)) or (goes_on and not one.effects)
    ]
    awarding.fall_due(desk, records, wrong)
    left = {one.code for one in records.open_drafts()}
    for old in wrong:
        if old.code in left:
            records.decide(replacing.closed(old.code, "it is not due any more", desk.now()))


def _lay_down(desk: Desk, records: UnitOfWork, draft: Draft, void: TakenTurn) -> None:
    """A turn without effect needs no resolution: it is settled, with nothing to post."""
    settled = desk.draft(
        "resolution",
        f"Turn {void.number}: {void.turn.gnome}",
        game=void.game,
        turn=void.id,
        for_state=draft.for_state,
        attempt=records.drafts_about(void.id) + 1,
    )
    replacing.supersede(records, settled)
    records.add_draft(settled)
    why = f"no effect, by the correction {draft.code}"
    open_drafts.settle(desk, records, settled.code, "", why)
