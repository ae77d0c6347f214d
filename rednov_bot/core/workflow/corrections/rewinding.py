"""A resolved turn is played otherwise: the contestmaster rewinds to it, and corrects (§25, A96).

The game is played again from the turn with one step changed, on the same luck; the difference is
shown, hands apart, and drafted.  The ruling is proposed and numbered before that, and holds when
the draft is approved.  Whatever cannot be carried out changes nothing: CannotRewind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from msgspec.structs import replace as replaced

from rednov_bot.core import contest as effects
from rednov_bot.core.contest import Correct, Ruling, RulingEffect
from rednov_bot.core.errors import CannotRewind, CannotRule, DraftNeedsChoice
from rednov_bot.core.models import Chapter, Decision, Draft, Game, Page, PaperId, TakenTurn
from rednov_bot.core.proof import Proof
from rednov_bot.core.render import corrections as pages, luck_pages
from rednov_bot.core.render.wording import listed, uncapital
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import (
    awards,
    commands,
    hidden,
    in_force,
    moments,
    office,
    outgoing,
    resolving,
)
from rednov_bot.core.workflow.corrections import overruling, ruling
from rednov_bot.core.workflow.corrections.replay import replay, step_of, turns_of
from rednov_bot.core.workflow.delivery import notices
from rednov_bot.core.workflow.desk import Desk, draft_of, tables_of
from rednov_bot.core.workflow.drafts import open_drafts, replacing
from rednov_bot.core.workflow.luck import fortune, proving, revealing
from rednov_bot.core.workflow.outgoing import post
from rednov_bot.games.base import (
    Answer,
    Corrected,
    Data,
    Obstacle,
    Options,
    Player,
    State,
    Step,
    Way,
    WayName,
)
from rednov_bot.games.red_november.render.canonical import announced_as

WAYS: tuple[WayName, ...] = ("rerun", "patch", "stand")


@dataclass(frozen=True, slots=True)
class Case:
    """A resolved turn, and all that its correction is made of."""

    game: Game
    taken: TakenTurn
    before: State  # no turn is pending in it
    steps: tuple[Step, ...]  # from the announcement of the turn on
    resolution: Draft  # the approved one of the turn
    resolved: Chapter
    number: int  # of the present gamestate
    present: State
    data: Data
    closed: str  # why the position of the game can change no more; "" where it can

    @property
    def about(self) -> str:
        """What is corrected: `Turn 12: Ann`."""
        return f"Turn {self.taken.number}: {self.taken.turn.gnome}"


@dataclass(frozen=True, slots=True)
class Plan:
    """The game as it comes out, and the way in which it is to be corrected."""

    corrected: Corrected
    ways: tuple[Way, ...]
    way: Way | None  # None: a choice is awaited first


def rewind(
    desk: Desk,
    records: UnitOfWork,
    game: str | None,
    turn: int | None,
    how: commands.Rewinding,
    wanted: WayName | None,
    why: str,
    clause: str,
    *,
    by: Player,
) -> Draft:
    """Turn *turn* of a game, the last turn and the latest game if none is named, is played as
    *how* says.

    The draft of the correction, the way that is *wanted*, else the first that can be done; or of
    the choice to which the game played again comes.  Raises CannotRewind.
    """
    known = _game(records, game)
    sees = known in office.in_hand(records) and not hidden.is_blind(records)
    if sees and office.plays(records, known, by):
        raise CannotRewind(
            f"you were a gnome of {known.tag} and would see its hands; name a deputy who was none "
            "and may rewind it (deputy NAME, A83)"
        )
    taken = _turn(records, known, turn)
    for one in records.open_drafts():  # one of the same turn gives way
        if one.kind == "correction" and one.game == known.id and one.turn != taken.id:
            raise CannotRewind(
                f"draft {one.code}, the {uncapital(one.about)}, is open; approve or reject it first"
            )
    case = _case(desk, records, known, taken)
    if isinstance(case, str):
        raise CannotRewind(case)
    try:
        effect = _effect(desk, records, case, how)
        text = why or desk.game.ruled(effect, taken.turn.gnome, taken.number)
        text = ruling.checked(text or f"{case.about} was resolved wrongly")
    except CannotRule as error:
        raise CannotRewind(error.reason, error.aside) from None
    plan = _impossible(desk, case, effect) or _planned(desk, records, case, effect, {}, wanted)
    if isinstance(plan, Obstacle):
        raise CannotRewind(plan.openly, plan.aside)
    # An option is another from the turn on, what else is ruled holds for this turn.
    turned = isinstance(effect, effects.OptionSet)
    since = case.resolved.number - len(case.steps) if turned else case.number
    given = ruling.record(
        desk,
        records,
        effect,
        text,
        clause,
        by=by,
        game=known.id,
        turn=taken.id,
        since=since,
        proposed=True,
    )
    return _drafted(desk, records, case, given, plan)


def _game(records: UnitOfWork, tag: str | None) -> Game:
    if tag is None:
        latest = records.latest_game()
        if latest is None:
            raise CannotRewind("no game has begun yet")
        return latest
    game = records.game_called(tag.upper())
    if game is None:
        raise CannotRewind(f"there is no game {tag}; the games are called RN1, RN2 and so on")
    if records.gamestate(game.id) is None:
        raise CannotRewind(f"{game.tag} has not begun")
    return game


def _turn(records: UnitOfWork, game: Game, number: int | None) -> TakenTurn:
    every = records.turns(game.id)
    pending = records.pending_turn(game.id)
    resolved = [one for one in every if pending is None or one.id != pending.id]
    if number is None and resolved:
        return resolved[-1]
    for taken in every:
        if taken.number == number:
            return taken
    known = f"its turns are 1 to {every[-1].number}" if every else "it has no turns yet"
    named = "last turn" if number is None else f"turn {number}"
    raise CannotRewind(
        f"there is no {named} in {game.tag}: {known}. Discards, gifts in return and idle "
        "kills are no turns: rewind to the turn before"
    )


def _case(desk: Desk, records: UnitOfWork, game: Game, taken: TakenTurn) -> Case | str:
    """Everything from the announcement of a turn to the present; or why it cannot be corrected.

    Its resolution may not be posted, or something come between that cannot be played again.
    """
    first = in_force.taken_in(records, taken)
    later, turns = records.chapters(game.id, first - 1), turns_of(records, game.id)
    resolved: tuple[Draft, Chapter] | None = None
    steps = []
    for chapter in later:
        step = step_of(desk.game, records, game, turns, chapter)
        if isinstance(step, str):
            return step
        steps.append(step)
        draft = draft_of(records, chapter.cause.removeprefix("draft "))
        if draft is not None and draft.kind == "resolution" and draft.turn == taken.id:
            resolved = resolved or (draft, chapter)
    if resolved is None:
        return (
            f"turn {taken.number} is not resolved yet: overrule its draft, or have it drafted "
            f'again; "overrule turn {taken.number}: ..." rules on a turn that waits for a choice'
        )
    found, latest, closed = records.gamestate(game.id), records.latest_game(), ""
    assert found is not None
    if latest is not None and latest.id != game.id:
        closed = f"{latest.tag} has begun since, and {game.tag} can be put right on the record "
        closed += "alone (stand)"
    return Case(
        game,
        taken,
        records.gamestate_at(game.id, first - 1),
        tuple(steps),
        *resolved,
        *found,
        tables_of(desk, game),
        closed,
    )


def _effect(desk: Desk, records: UnitOfWork, case: Case, how: commands.Rewinding) -> RulingEffect:
    """What the words decide about the turn.  Raises CannotRule."""
    taken = case.taken
    match how:
        case commands.ReadAs(words=words):
            turn = overruling.turn_in(desk, taken.turn.gnome, words)
            turn = desk.game.reread(turn, taken.turn)
            heard = moments.moment_of(records, taken).text
            hidden.check_tiles(desk, records, turn, heard, taken.turn)
            return effects.ReadAs(turn)
        case effects.OptionSet(option=option, value=value):
            hidden.check_option(records, option)
            return ruling.option_set(desk, case.steps[0].options, option, value)
        case effects.Chosen(key=key, label=label):
            # Who names no choice means any that offers the candidate.
            answer = desk.game.secret_answer(key, label)
            if answer is None:
                return how
            hidden.forbid(records, "what comes of a defence hangs on a hand")
            return effects.Defends(answer)
        case _:
            return how


# -- played again ---------------------------------------------------------------------------------


def _changed(step: Step, number: int, effect: RulingEffect) -> Step:
    """The step under the ruling about turn *number*.  An option is another for all steps."""
    if isinstance(effect, effects.OptionSet):
        return replaced(step, options=in_force.with_option(step.options, effect))
    if step.number != number:
        return step
    takes = step.kind == "taken"
    match effect:
        case effects.ReadAs(turn=turn):
            return replaced(step, turn=turn if takes else step.turn, rulings=())
        case effects.Void():
            return replaced(step, void=takes)
        case effects.Chosen(key=key, label=label):
            return step if takes else replaced(step, chosen={key: label})
        case effects.Defends(defends=defends):
            label = "yes" if defends else "no"
            return step if takes else replaced(step, chosen={"": label})
        case effects.Valid() | effects.PositionSet() | effects.Precedent() | effects.Withdrawn():
            return step
        case _:
            assert_never(effect)


def _replayed(
    desk: Desk, case: Case, effect: RulingEffect, made: Mapping[tuple[int, str], str]
) -> Corrected:
    """The course with the turn ruled otherwise, and with the choices *made* on the way."""
    steps = []
    for step in case.steps:
        changed = _changed(step, case.taken.number, effect)
        own = {key: label for (number, key), label in made.items() if number == step.number}
        if own and step.kind == "resolved":
            changed = replaced(changed, chosen={**changed.chosen, **own})
        steps.append(changed)
    return replay(desk.game, case.before, steps, case.data)


def _impossible(desk: Desk, case: Case, effect: RulingEffect) -> Obstacle | None:
    """Why the ruling is not possible where the turn was taken, or changes nothing."""
    number = case.taken.number
    if isinstance(effect, effects.ReadAs):
        options = case.steps[0].options
        against = desk.game.judge(case.before, effect.turn, case.data, options).refusals
        if against:
            why = desk.game.reasons(against, case.taken.turn.gnome)
            so = f"read so, turn {number} would have had no effect when it was announced"
            return Obstacle(f"{so}: {why.openly}. If it has none, say void", why.aside)
    done = _replayed(desk, case, effect, {})
    choice, chosen = done.choice, effect if isinstance(effect, effects.Chosen) else None
    if choice is not None and done.waits is not None:
        here = chosen is not None and done.waits.number == number and chosen.key == choice.key
        if here and chosen is not None and chosen.label not in choice.candidates:
            return Obstacle(
                f"{chosen.label} cannot be chosen in turn {number}; for {choice.key} "
                f"there are {listed(choice.candidates)}"
            )
    elif done.first_otherwise is None:
        same = f"turn {number} and all that followed come out as they did"
        if chosen is None:
            return Obstacle(f"{same}, so that there is nothing to correct")
        offers = f"{chosen.label} is chosen already, or no choice of that turn offers it"
        return Obstacle(f"{same}: {offers}")
    return None


def _planned(
    desk: Desk,
    records: UnitOfWork,
    case: Case,
    effect: RulingEffect,
    made: Mapping[tuple[int, str], str],
    wanted: WayName | None,
) -> Plan | Obstacle:
    """What comes of it, corrected the way that is *wanted*, else the first possible.

    Where the game played again waits for a choice, that is asked first, unless a way is wanted
    that does without.
    """
    number = case.taken.number
    corrected = _replayed(desk, case, effect, made)
    if corrected.waits is not None:
        without = corrected.waits.number != number
        if not without or (wanted in (None, "rerun") and not case.closed):
            return Plan(corrected, (), None)
    if corrected.first_otherwise is None:
        return Obstacle(f"turn {number} comes out as it did, and so does all behind")
    ways = _ways(desk, records, case, corrected, effect)
    if wanted is None:
        sound = [one for one in ways if not one.obstacles]
        return Plan(corrected, ways, (*sound, ways[-1])[0])
    way = next(one for one in ways if one.name == wanted)
    if way.obstacles:
        why = way.obstacles[0]
        return Obstacle(f"{wanted} cannot be done: {why.openly}", why.aside)
    return Plan(corrected, ways, way)


def _ways(
    desk: Desk, records: UnitOfWork, case: Case, corrected: Corrected, effect: RulingEffect
) -> tuple[Way, ...]:
    options = _options(records, case, effect)
    found = []
    for way in desk.game.ways(
        corrected,
        case.present,
        case.data,
        options,
        awarded=records.awards(case.game.id),
        pot=desk.y_pot,
    ):
        faults = list(way.obstacles)
        if way.name != "stand":
            faults += [Obstacle(case.closed)] if case.closed else []
            faults += [] if case.closed else _stuck(desk, records, case, way.after, effect)
            goes_on = desk.game.facts(case.present).is_over
            goes_on = goes_on and not desk.game.facts(way.after).is_over
            if goes_on and revealing.is_revealed(records, case.game):
                # Everybody knows what it would draw.
                told = f"{case.game.tag} would go on, and the secret of its luck is told already"
                faults.append(Obstacle(f"{told} (A95)"))
        found.append(replaced(way, obstacles=tuple(faults)))
    return tuple(found)


def _options(records: UnitOfWork, case: Case, effect: RulingEffect) -> Options:
    """As they are now, and as they are ruled to be."""
    now = in_force.options_now(records, case.game)
    return in_force.with_option(now, effect) if isinstance(effect, effects.OptionSet) else now


def _stuck(
    desk: Desk, records: UnitOfWork, case: Case, after: State, effect: RulingEffect
) -> list[Obstacle]:
    """Why the turn that awaits its resolution could not be resolved after the correction."""
    pending = records.pending_turn(case.game.id)
    if pending is None or desk.game.facts(after).pending is None:
        return []
    free = desk.game.counted(after, pending.number)
    options = in_force.options_of(records, case.game, pending)
    if isinstance(effect, effects.OptionSet):
        options = in_force.with_option(options, effect)
    turn = in_force.turn_of(records, pending)
    against = desk.game.judge(free, turn, case.data, options).refusals
    if not against:
        return []
    why = desk.game.reasons(against, pending.turn.gnome)
    what = f"turn {pending.number}, which awaits its resolution: "
    return [Obstacle(f"{what}{why.openly}", why.aside and f"{what}{why.aside}")]


# -- drafted --------------------------------------------------------------------------------------


def about_of(case: Case) -> str:
    """What the draft of a correction is about: `Correction of turn 12: Ann`."""
    return f"Correction of {uncapital(case.about)}"


def _drafted(desk: Desk, records: UnitOfWork, case: Case, given: Ruling, plan: Plan) -> Draft:
    """The correction, or the choice that it waits for.  Older drafts about the turn give way."""
    corrected, way = plan.corrected, plan.way
    made = desk.draft(
        "correction",
        about_of(case),
        game=case.game.id,
        turn=case.taken.id,
        for_state=case.number,
        attempt=records.drafts_about(case.taken.id) + 1,
    )
    if way is None:
        return _asked(desk, records, case, given, corrected, made)
    number, blind = case.taken.number, hidden.is_blind(records)
    proof = _proved(records, case, given, corrected, way)
    told = desk.game.told_alone(way, corrected, case.present)
    void = [
        one.step.number
        for one in corrected.steps
        if one.step.kind == "taken" and one.void and (way.name == "rerun" or one.step.void)
    ]
    made = replace(
        made,
        pages=(
            _amendment(desk, records, case, given, corrected, way, proof),
            *_notices(desk, records, case, corrected, way, proof, told, blind=blind),
        ),
        events=desk.game.correction(way, case.present, number, given.number),
        effects=(Correct(given.number, way.name, void=tuple(void)), *proving.effects(proof)),
    )
    heard = [*hidden.announced(records, case.taken.id)]
    heard += hidden.used([event for one in corrected.steps for event in one.events])
    mind = hidden.mind(desk, given.text, heard, "reject this, and rewind in other words,")
    page = pages.correction_draft(
        made.code,
        case.about,
        plan.ways,
        way.name,
        desk.game.step_by_step(corrected),
        *hidden.shown(records, made),
        wrong=given.text,
        gamestate=case.number,
        notes=(*_give_way(records, made), *mind),
        **outgoing.for_desk(desk),
        blind=blind,
    )
    post(desk, records, page, draft=made.code, reason=f"draft {made.code}")
    return made


def _asked(
    desk: Desk,
    records: UnitOfWork,
    case: Case,
    given: Ruling,
    corrected: Corrected,
    made: Draft,
) -> Draft:
    waits, choice = corrected.waits, corrected.choice
    assert waits is not None
    assert choice is not None
    effect = Correct(given.number, "rerun", waits.number)
    made = replace(made, choice=choice, effects=(effect,))
    notes = _give_way(records, made)
    page = pages.correction_held(
        made.code,
        case.about,
        waits.number,
        choice,
        others=() if waits.number == case.taken.number else WAYS[1:],
        notes=notes,
        **outgoing.for_desk(desk),
    )
    post(desk, records, page, draft=made.code, reason=f"draft {made.code}")
    return made


def _give_way(records: UnitOfWork, made: Draft) -> tuple[str, ...]:
    """The draft takes the place of older ones that correct the same turn; what it says of them."""
    olds = open_drafts.of_kind(records, "correction")
    told = replacing.give_way(records, made, [one for one in olds if one.turn == made.turn], "")
    records.add_draft(made)
    return told


def _proved(
    records: UnitOfWork, case: Case, given: Ruling, corrected: Corrected, way: Way
) -> Proof | None:
    """What is drawn in the steps that the amendment tells, and was not drawn before."""
    steps = [one for one in corrected.steps if one.otherwise and one.step.kind == "resolved"]
    casts = []
    for one in steps if way.name == "rerun" else steps[:1]:
        read = ""
        if isinstance(given.effect, effects.ReadAs) and one.step.number == case.taken.number:
            read = announced_as(given.effect.turn, ruled=True)
        assert one.step.luck is not None
        casts.append(proving.Cast(one.step.luck, one.events, one.step.number, read))
    return proving.proof_of(
        records,
        case.game,
        casts,
        moment=f"correction of turn {case.taken.number}",
        drafts=records.drafts_of("correction", case.game.id, about_of(case)) + 1,
    )


def _amendment(
    desk: Desk,
    records: UnitOfWork,
    case: Case,
    given: Ruling,
    corrected: Corrected,
    way: Way,
    proof: Proof | None,
) -> Page:
    """What is posted when the correction is approved, below the original."""
    envelope = outgoing.to_list(desk, case.taken.forum, case.taken)
    for one in records.outbox(case.resolution.code):
        if one.posting.kind == "public":
            above = one.posting.message_id
            references = (*envelope.references, above)
            envelope = replace(envelope, in_reply_to=above, references=references)
            break
    head = outgoing.letterhead_for(desk, case.taken.forum)
    options = _options(records, case, given.effect)
    return pages.correction(
        way.name,
        desk.game.amended(way, corrected, case.data, options, head.contest),
        way.openly,
        wrong=given.text,
        ruling=given.number,
        clause=given.clause,
        resolved_at=case.resolved.at,
        conflicts=way.stays,
        settled=way.settled,
        luck=luck_pages.luck_section(proof, beacon=fortune.beacon_name(case.game)),
        letterhead=head,
        envelope=envelope,
    )


def _notices(
    desk: Desk,
    records: UnitOfWork,
    case: Case,
    corrected: Corrected,
    way: Way,
    proof: Proof | None,
    told: Mapping[Player, tuple[str, ...]],
    *,
    blind: bool,
) -> list[Page]:
    """One to each whose hand changes, or whose announcement is void for a reason of their own.

    In a blind game to everybody: that they get one tells nothing then.
    """
    moment = f"correction of turn {case.taken.number}"
    events = [event for one in corrected.steps for event in one.events]
    witness = proving.Witness(records, case.game, case.before, events, proof, moment)
    found = []
    for name, said in told.items():
        page = None
        if said or blind:
            page = notices.of_a_hand(
                desk, records, case.game.id, name, said, way.after, f"the {moment}", witness
            )
        if page is not None:
            found.append(page)
    return found


# -- what becomes of the draft --------------------------------------------------------------------


def offered(draft: Draft) -> tuple[str, ...]:
    """What may be chosen in answer to the draft of a correction: candidates, and the ways."""
    candidates = () if draft.choice is None else draft.choice.candidates
    return (*candidates, *[way for way in WAYS if draft.choice is None or way != "rerun"])


def choose(desk: Desk, records: UnitOfWork, draft: Draft, label: str, by: Player) -> Draft:
    """The correction is drafted in another way, or goes on with the choice that was missing.

    Raises DraftNeedsChoice, CannotRewind.
    """
    effect, given = _correct(draft), records.ruling(_correct(draft).ruling)
    assert draft.turn is not None
    wanted = next((one for one in WAYS if one == label), None)
    made = _made(records, draft.turn, given)
    answers = draft.choice is not None and label in draft.choice.candidates
    if wanted is None:
        if draft.choice is None or not answers or effect.choice_in is None:
            raise DraftNeedsChoice(draft.code, offered(draft))
        made = {**made, (effect.choice_in, draft.choice.key): label}
    found = _anew(desk, records, draft, given, made, wanted)
    if isinstance(found, Obstacle):
        raise CannotRewind(found.openly, found.aside)
    if wanted is None and draft.choice is not None:
        key = f"{_of(given)}{effect.choice_in} {draft.choice.key}"
        answer, at = Answer(label, "contestmaster"), desk.now()
        records.add_answer(draft.turn, key, answer, at)
        records.decide(Decision(code=draft.code, verdict="chosen", by=by, why=label, at=at))
    return _drafted(desk, records, found[0], given, found[1])


def again(desk: Desk, records: UnitOfWork, draft: Draft) -> Draft | str:
    """The game has moved on: the same correction of the present; or why there is none."""
    effect, given = _correct(draft), records.ruling(_correct(draft).ruling)
    assert draft.turn is not None
    wanted = None if effect.choice_in is not None else effect.way
    made = _made(records, draft.turn, given)
    found = _anew(desk, records, draft, given, made, wanted)
    if isinstance(found, Obstacle):
        return found.openly
    return _drafted(desk, records, found[0], given, found[1])


def _anew(
    desk: Desk,
    records: UnitOfWork,
    draft: Draft,
    given: Ruling,
    made: Mapping[tuple[int, str], str],
    wanted: WayName | None,
) -> tuple[Case, Plan] | Obstacle:
    assert draft.game is not None
    assert draft.turn is not None
    case = _case(desk, records, records.game(draft.game), records.turn(draft.turn))
    if isinstance(case, str):
        return Obstacle(case)
    plan = _planned(desk, records, case, given.effect, made, wanted)
    return plan if isinstance(plan, Obstacle) else (case, plan)


def _correct(draft: Draft) -> Correct:
    return next(one for one in draft.effects if isinstance(one, Correct))


def _made(records: UnitOfWork, turn: PaperId, given: Ruling) -> Mapping[tuple[int, str], str]:
    """The labels chosen so far, by the number of the turn and the key of the choice.

    They are stored with the answers of the corrected turn, under the number of the ruling.
    """
    found = {}
    for filed, answer in records.answers(turn).items():
        if filed.startswith(_of(given)):
            number, _, key = filed.removeprefix(_of(given)).partition(" ")
            found[int(number), key] = answer.label
    return found


def _of(given: Ruling) -> str:
    return f"correction {given.number}: turn "


def follow(desk: Desk, records: UnitOfWork, draft: Draft) -> tuple[PaperId, ...]:
    """A correction was approved: the turn that awaits its resolution is drafted anew, on the same
    luck; awards are settled.

    Named is the turn that awaits none any more, for it has no effect now.  Nothing of this for
    drafts that are no corrections, or leave the position as it is.
    """
    corrects = any(isinstance(one, Correct) for one in draft.effects)
    if not corrects or not draft.events or draft.game is None or draft.for_state is None:
        return ()
    pending, present = records.pending_turn(draft.game), records.gamestate(draft.game)
    assert present is not None
    awards.settle(desk, records, draft.game, draft.for_state)
    if pending is None:
        return ()
    if desk.game.facts(present[1]).pending is None:
        _lay_down(desk, records, draft, pending)
        return (pending.id,)
    moved_by = f"the {uncapital(draft.about)}"
    resolving.draft_resolution(desk, records, pending, moved_by=moved_by)
    return ()


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
