"""A resolved turn is played otherwise: the contestmaster rewinds to it, and corrects (§25, A96).

The game is played again from the turn with one step changed, on the same luck; the difference is
shown, hands apart, and drafted.  The ruling is proposed and numbered before that, and holds when
the draft is approved.  Whatever cannot be carried out changes nothing: CannotRewind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

from msgspec.structs import replace as replaced

from rednov_bot.core.contest import (
    Chosen,
    Correct,
    Defends,
    OptionSet,
    ReadAs,
    Ruling,
    RulingEffect,
    Void,
)
from rednov_bot.core.errors import CannotRewind, CannotRule, DraftNeedsChoice
from rednov_bot.core.models import Decision, Draft, Game, Page, TakenTurn
from rednov_bot.core.proof import Proof
from rednov_bot.core.render import corrections as pages, luck_pages
from rednov_bot.core.render.letterhead import of_game
from rednov_bot.core.render.wording import listed, uncapital
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import (
    announcements,
    awards,
    commands,
    hidden,
    in_force,
    office,
    outgoing,
    resolving,
)
from rednov_bot.core.workflow.corrections import overruling, ruling
from rednov_bot.core.workflow.corrections.replay import replay, step_of, turns_of
from rednov_bot.core.workflow.desk import Desk, draft_of, tables_of
from rednov_bot.core.workflow.drafts import open_drafts
from rednov_bot.core.workflow.luck import fortune, revealing
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

Choices: TypeAlias = Mapping[tuple[int, str], str]
"""Labels that were chosen, by the number of the turn and the key of the choice."""

WAYS: tuple[WayName, ...] = ("rerun", "patch", "stand")


@dataclass(frozen=True, slots=True)
class Plan:
    """The game as it comes out, and the way in which it is to be corrected."""

    corrected: Corrected
    ways: tuple[Way, ...] = ()
    way: Way | None = None  # None: a choice is awaited first


def rewind(desk: Desk, records: UnitOfWork, said: commands.Rewind) -> Draft:
    """The last turn of the latest game, or the one that is named, is played as it is said.

    The draft of the correction, the way that is wanted, else the first that can be done; or of
    the choice to which the game played again comes.  Raises CannotRewind.
    """
    game = _game(records, said.game)
    taken = _turn(records, game, said.turn)
    _check_may(desk, records, game, taken)
    case = case_of(desk, records, game, taken)
    try:
        effect = overruling.effect_of(desk, records, said.how, taken, case.steps[0].options)
        text = said.why or desk.game.ruled(effect, taken.player, taken.number)
        text = ruling.checked(text or f"{case.about} was resolved wrongly")
    except CannotRule as error:
        raise CannotRewind(error.reason, error.aside) from None
    plan = case.plan(effect, {}, said.alternative)
    # An option is another from the turn on; what else is ruled holds from now on.
    first = case.number - len(case.steps)
    given = ruling.record(
        desk,
        records,
        effect,
        text,
        said.clause,
        game=game.id,
        turn=taken.id,
        since=first if isinstance(effect, OptionSet) else case.number,
        proposed=True,
    )
    return case.drafted(given, plan)


def _game(records: UnitOfWork, tag: str | None) -> Game:
    game = records.latest_game() if tag is None else records.game_called(tag.upper())
    if game is not None and records.gamestate(game.id) is not None:
        return game
    if tag is None:
        raise CannotRewind("no game has begun yet")
    if game is None:
        raise CannotRewind(f"there is no game {tag}; the games are called RN1, RN2 and so on")
    raise CannotRewind(f"{game.tag} has not begun")


def _turn(records: UnitOfWork, game: Game, number: int | None) -> TakenTurn:
    every = records.turns(game.id)
    pending = records.pending_turn(game.id)
    resolved = [one for one in every if pending is None or one.id != pending.id]
    meant = resolved[-1:] if number is None else [one for one in every if one.number == number]
    if meant:
        return meant[0]
    known = f"its turns are 1 to {every[-1].number}" if every else "it has no turns yet"
    named = "last turn" if number is None else f"turn {number}"
    raise CannotRewind(
        f"there is no {named} in {game.tag}: {known}. Discards, gifts in return and idle "
        "kills are no turns: rewind to the turn before"
    )


def _check_may(desk: Desk, records: UnitOfWork, game: Game, taken: TakenTurn) -> None:
    """Who decides may correct this turn now.  Raises CannotRewind."""
    sees = game in office.in_hand(records) and not hidden.is_blind(records)
    if sees and office.plays(desk, records, game, desk.decides):
        raise CannotRewind(
            f"you were a gnome of {game.tag} and would see its hands; name a deputy who was none "
            "and may rewind it (deputy NAME, A83)"
        )
    for one in open_drafts.of_kind(records, "correction", game.id):
        if one.turn != taken.id:  # one of the same turn gives way
            about = uncapital(one.about)
            raise CannotRewind(
                f"draft {one.code}, the {about}, is open; approve or reject it first"
            )


def case_of(desk: Desk, records: UnitOfWork, game: Game, taken: TakenTurn) -> Case:
    """Everything from the announcement of a turn to the present.

    Raises CannotRewind where its resolution is not posted, or something came between that cannot be
    played again.
    """
    first = in_force.taken_in(records, taken) - 1
    turns, every, steps = turns_of(records, game.id), records.rulings(game.id), []
    resolved: tuple[Draft, datetime] | None = None
    for chapter in records.chapters(game.id, first):
        step = step_of(desk.game, records, game, turns, chapter, every)
        if isinstance(step, str):
            raise CannotRewind(step)
        steps.append(step)
        if resolved is None and step.kind == "resolved" and step.number == taken.number:
            draft = draft_of(records, chapter.cause.removeprefix("draft "))
            assert draft is not None
            resolved = draft, chapter.at
    if resolved is None:
        raise CannotRewind(
            f"turn {taken.number} is not resolved yet: overrule its draft, or have it drafted "
            f'again; "overrule turn {taken.number}: ..." rules on a turn that waits for a choice'
        )
    present = records.gamestate(game.id)
    assert present is not None
    before, data = records.gamestate_at(game.id, first), tables_of(desk, game)
    return Case(desk, records, game, taken, before, tuple(steps), *resolved, *present, data)


@dataclass(frozen=True, slots=True)
class Case:
    """A resolved turn, and all that its correction is made of."""

    desk: Desk
    records: UnitOfWork
    game: Game
    taken: TakenTurn
    before: State  # no turn is pending in it
    steps: tuple[Step, ...]  # from the announcement of the turn on
    resolution: Draft  # the approved one of the turn
    resolved_at: datetime
    number: int  # of the present gamestate
    present: State
    data: Data

    @property
    def about(self) -> str:
        """What is corrected: `Turn 12: Ann`."""
        return f"Turn {self.taken.number}: {self.taken.player}"

    @property
    def title(self) -> str:
        """What its draft is about: `Correction of turn 12: Ann`."""
        return f"Correction of {uncapital(self.about)}"

    @property
    def closed(self) -> str:
        """Why the position of the game can change no more; "" where it can."""
        latest = self.records.latest_game()
        if latest is None or latest.id == self.game.id:
            return ""
        tag = self.game.tag
        return (
            f"{latest.tag} has begun since, and {tag} can be put right on the record alone (stand)"
        )

    # -- played again

    def replayed(self, effect: RulingEffect, made: Choices) -> Corrected:
        """The course with the turn ruled otherwise, and with the choices *made* on the way."""
        steps = []
        for step in self.steps:
            if isinstance(effect, OptionSet):
                step = replaced(step, options=in_force.with_option(step.options, effect))
            elif step.number == self.taken.number:
                step = _ruled(step, effect)
            own = {key: label for (number, key), label in made.items() if number == step.number}
            steps.append(replaced(step, chosen={**step.chosen, **own}) if own else step)
        return replay(self.desk.game, self.before, steps, self.data)

    def plan(self, effect: RulingEffect, made: Choices, wanted: WayName | None) -> Plan:
        """What comes of it, corrected the way that is *wanted*, else the first possible.

        Where the game played again waits for a choice, that is asked first, unless a way is wanted
        that does without.  Raises CannotRewind.
        """
        corrected = self.replayed(effect, made)
        self._check(effect, corrected)
        if (waits := corrected.waits) is not None:
            others = waits.number != self.taken.number
            if not others or (wanted in (None, "rerun") and not self.closed):
                return Plan(corrected)
        ways = self._ways(effect, corrected)
        if wanted is None:
            sound = [one for one in ways if not one.obstacles]
            return Plan(corrected, ways, (*sound, ways[-1])[0])
        way = next(one for one in ways if one.name == wanted)
        for why in way.obstacles:
            raise CannotRewind(f"{wanted} cannot be done: {why.openly}", why.aside)
        return Plan(corrected, ways, way)

    def _check(self, effect: RulingEffect, corrected: Corrected) -> None:
        """The ruling is possible where the turn was taken, and changes something."""
        number, first = self.taken.number, corrected.steps[:1]
        if isinstance(effect, ReadAs) and first and first[0].void:
            why = self.desk.game.why_void(first[0].against, self.taken.player)
            so = f"read so, turn {number} would have had no effect when it was announced"
            raise CannotRewind(f"{so}: {why.openly}. If it has none, say void", why.aside)
        label = effect.label if isinstance(effect, Chosen) else ""
        if (choice := corrected.choice) is not None and corrected.waits is not None:
            here = corrected.waits.number == number and label not in choice.candidates
            if here and isinstance(effect, Chosen) and effect.key == choice.key:
                offers = listed(choice.candidates)
                said = f"{label} cannot be chosen in turn {number}; for {choice.key} there are"
                raise CannotRewind(f"{said} {offers}")
        elif corrected.first_otherwise is None:
            why_not = "there is nothing to correct"
            if label:
                why_not = f"{label} is chosen already, or no choice of that turn offers it"
            as_it_was = f"turn {number} and all that followed come out as they did"
            raise CannotRewind(f"{as_it_was}: {why_not}")

    def _ways(self, effect: RulingEffect, corrected: Corrected) -> tuple[Way, ...]:
        game, records = self.desk.game, self.records
        awarded, pot = records.awards(self.game.id), self.desk.y_pot
        options, found = self._options(effect), []
        for way in game.ways(corrected, self.present, self.data, options, awarded=awarded, pot=pot):
            faults = list(way.obstacles)
            if way.name != "stand":
                closed = self.closed
                faults += [Obstacle(closed)] if closed else self._stuck(effect, way.after)
                goes_on = game.facts(self.present).is_over and not game.facts(way.after).is_over
                if goes_on and revealing.is_revealed(records, self.game):
                    # Everybody knows what it would draw.
                    told = "would go on, and the secret of its luck is told already (A95)"
                    faults.append(Obstacle(f"{self.game.tag} {told}"))
            found.append(replaced(way, obstacles=tuple(faults)))
        return tuple(found)

    def _options(self, effect: RulingEffect) -> Options:
        """As they are now, and as they are ruled to be."""
        return in_force.with_option(in_force.options_now(self.records, self.game), effect)

    def _stuck(self, effect: RulingEffect, after: State) -> list[Obstacle]:
        """Why the turn that awaits its resolution could not be resolved after the correction."""
        game, pending = self.desk.game, self.records.pending_turn(self.game.id)
        if pending is None or game.facts(after).pending is None:
            return []
        options = in_force.options_of(self.records, self.game, pending)
        options = in_force.with_option(options, effect)
        free, turn = game.counted(after, pending.number), in_force.turn_of(self.records, pending)
        against = game.judge(free, turn, self.data, options).refusals
        if not against:
            return []
        why = game.why_void(against, pending.player)
        what = f"turn {pending.number}, which awaits its resolution: "
        return [Obstacle(f"{what}{why.openly}", why.aside and f"{what}{why.aside}")]

    # -- drafted

    def drafted(self, given: Ruling, plan: Plan) -> Draft:
        """The correction, or the choice that it waits for.  Older drafts about the turn give
        way."""
        desk, records = self.desk, self.records
        made = desk.draft(
            "correction",
            self.title,
            game=self.game.id,
            turn=self.taken.id,
            for_state=self.number,
            attempt=records.drafts_about(self.taken.id) + 1,
        )
        if plan.way is None:
            made, page = self._asked(given, plan.corrected, made)
        else:
            made, page = self._shown(given, plan, plan.way, made)
        post(desk, records, page, draft=made.code, reason=f"draft {made.code}")
        return made

    def _asked(self, given: Ruling, corrected: Corrected, made: Draft) -> tuple[Draft, Page]:
        waits, choice = corrected.waits, corrected.choice
        assert waits is not None
        assert choice is not None
        effect = Correct(given.number, "rerun", waits.number)
        made = replace(made, choice=choice, effects=(effect,))
        return made, pages.correction_held(
            made.code,
            self.about,
            waits.number,
            choice,
            others=() if waits.number == self.taken.number else WAYS[1:],
            notes=self._give_way(made),
            **outgoing.for_desk(self.desk),
        )

    def _shown(self, given: Ruling, plan: Plan, way: Way, made: Draft) -> tuple[Draft, Page]:
        desk, records, corrected = self.desk, self.records, plan.corrected
        blind, proof = hidden.is_blind(records), self._proved(given, corrected, way)
        void = [
            one.step.number
            for one in corrected.steps
            if one.step.kind == "taken" and one.void and (way.name == "rerun" or one.step.void)
        ]
        made = replace(
            made,
            pages=(
                self._amendment(given, corrected, way, proof),
                *self._notices(corrected, way, proof, blind=blind),
            ),
            events=desk.game.correction(way, self.present, self.taken.number, given.number),
            effects=(Correct(given.number, way.name, void=tuple(void)), *fortune.published(proof)),
        )
        events = [event for one in corrected.steps for event in one.events]
        heard = [*hidden.announced(records, self.taken.id), *desk.game.secrets_seen(events)]
        mind = hidden.mind(desk, given.text, heard, "reject this, and rewind in other words,")
        return made, pages.correction_draft(
            made.code,
            self.about,
            plan.ways,
            way.name,
            desk.game.step_by_step(corrected),
            *hidden.shown(desk, records, made),
            wrong=given.text,
            gamestate=self.number,
            notes=(*self._give_way(made), *mind),
            **outgoing.for_desk(desk),
            blind=blind,
        )

    def _give_way(self, made: Draft) -> tuple[str, ...]:
        """The draft takes the place of older ones that correct the turn; what it says of them."""
        every = open_drafts.of_kind(self.records, "correction")
        olds = [one for one in every if one.turn == made.turn]
        told = open_drafts.give_way(self.records, made, olds, "")
        self.records.add_draft(made)
        return told

    def _proved(self, given: Ruling, corrected: Corrected, way: Way) -> Proof | None:
        """What is drawn in the steps that the amendment tells, and was not drawn before."""
        steps = [one for one in corrected.steps if one.otherwise and one.step.kind == "resolved"]
        casts = []
        for one in steps if way.name == "rerun" else steps[:1]:
            read = ""
            if isinstance(given.effect, ReadAs) and one.step.number == self.taken.number:
                read = self.desk.game.heard(given.effect.turn, one.events, ruled=True)
            assert one.step.luck is not None
            casts.append(fortune.Cast(one.step.luck, one.events, one.step.number, read))
        return fortune.proof_of(
            self.desk,
            self.records,
            self.game,
            casts,
            moment=f"correction of turn {self.taken.number}",
            drafts=self.records.drafts_of("correction", self.game.id, self.title) + 1,
        )

    def _amendment(
        self, given: Ruling, corrected: Corrected, way: Way, proof: Proof | None
    ) -> Page:
        """What is posted when the correction is approved, below the original."""
        envelope = outgoing.to_list(self.desk, self.taken.forum, self.taken)
        for one in self.records.outbox(self.resolution.code):
            if one.posting.kind == "public":
                above = one.posting.message_id
                references = (*envelope.references, above)
                envelope = replace(envelope, in_reply_to=above, references=references)
                break
        head = outgoing.letterhead_for(self.desk, self.taken.forum)
        options = self._options(given.effect)
        return pages.correction(
            way.name,
            self.desk.game.amended(way, corrected, self.data, options, head.contest),
            way.openly,
            wrong=given.text,
            ruling=given.number,
            clause=given.clause,
            resolved_at=self.resolved_at,
            conflicts=way.stays,
            settled=way.settled,
            luck=luck_pages.luck_section(proof, beacon=fortune.beacon_of_game(self.game)),
            letterhead=head,
            envelope=envelope,
        )

    def _notices(
        self, corrected: Corrected, way: Way, proof: Proof | None, *, blind: bool
    ) -> list[Page]:
        """One to each whose hand changes, or whose announcement is void for a reason of their own.

        In a blind game to everybody: that they get one tells nothing then.
        """
        desk, records, moment = self.desk, self.records, f"correction of turn {self.taken.number}"
        events = [event for one in corrected.steps for event in one.events]
        witness = fortune.Witness(desk, records, self.game, self.before, events, proof, moment)
        found = []
        for name, said in way.alone.items():
            envelope = outgoing.to_gnome(desk, name)
            if envelope is None or not (said or blind):
                continue
            text = desk.game.notice(
                name,
                said,
                way.after,
                outgoing.letterhead_for(desk),
                occasion=f"the {moment}",
                orders=records.noted_orders(self.game.id),
                prove=witness.lines,
            )
            found.append(of_game(text, "private", envelope))
        return found


def _ruled(step: Step, effect: RulingEffect) -> Step:
    """A step of the turn under the ruling about it."""
    taken = step.kind == "taken"
    match effect:
        case ReadAs(turn=turn):
            return replaced(step, turn=turn if taken else step.turn, rulings=())
        case Void():
            return replaced(step, void=taken)
        case Chosen(key=key, label=label):
            return step if taken else replaced(step, chosen={key: label})
        case Defends(defends=defends):
            return step if taken else replaced(step, chosen={"": "yes" if defends else "no"})
        case _:
            return step


# -- what becomes of the draft --------------------------------------------------------------------


def offered(draft: Draft) -> tuple[str, ...]:
    """What may be chosen in answer to the draft of a correction: candidates, and the ways."""
    candidates = () if draft.choice is None else draft.choice.candidates
    return (*candidates, *[way for way in WAYS if draft.choice is None or way != "rerun"])


def choose(desk: Desk, records: UnitOfWork, draft: Draft, label: str, by: Player) -> Draft:
    """The correction is drafted in another way, or goes on with the choice that was missing.

    Raises DraftNeedsChoice, CannotRewind.
    """
    wanted = next((one for one in WAYS if one == label), None)
    answers = draft.choice is not None and label in draft.choice.candidates
    if wanted is None and not answers:
        raise DraftNeedsChoice(draft.code, offered(draft))
    return again(desk, records, draft, wanted, "" if wanted else label, by)


def again(
    desk: Desk,
    records: UnitOfWork,
    draft: Draft,
    wanted: WayName | None = None,
    label: str = "",
    by: Player = "",
) -> Draft:
    """The same correction of the present, if the game has moved on, the way that is *wanted*, or
    with the choice of *label* that somebody made.  Raises CannotRewind."""
    effect = next(one for one in draft.effects if isinstance(one, Correct))
    given = records.ruling(effect.ruling)
    assert draft.game is not None
    assert draft.turn is not None
    case = case_of(desk, records, records.game(draft.game), records.turn(draft.turn))
    # Choices are stored with the answers of the corrected turn, under the number of the ruling.
    of, turn, made = f"correction {given.number}: turn ", draft.turn, dict[tuple[int, str], str]()
    for filed, answer in records.answers(turn).items():
        if filed.startswith(of):
            number, _, key = filed.removeprefix(of).partition(" ")
            made[int(number), key] = answer.label
    choice = draft.choice if label else None
    if choice is not None and effect.choice_in is not None:
        made[effect.choice_in, choice.key] = label
    if wanted is None and effect.choice_in is None:
        wanted = effect.way
    plan = case.plan(given.effect, made, wanted)
    if choice is not None:
        at, key = desk.now(), f"{of}{effect.choice_in} {choice.key}"
        records.add_answer(turn, key, Answer(label, "contestmaster"), at)
        records.decide(Decision(code=draft.code, verdict="chosen", by=by, why=label, at=at))
    return case.drafted(given, plan)


def follow(desk: Desk, records: UnitOfWork, draft: Draft) -> None:
    """A correction was approved: the turn that awaits its resolution is drafted anew, on the same
    luck; awards are settled.

    One that has no effect now awaits none any more, and turns that waited for it are judged.
    Nothing of this where the position was left as it is.
    """
    if not draft.events or draft.game is None or draft.for_state is None:
        return
    pending, present = records.pending_turn(draft.game), records.gamestate(draft.game)
    assert present is not None
    awards.settle(desk, records, draft.game, draft.for_state)
    if pending is None:
        return
    if desk.game.facts(present[1]).pending is not None:
        moved_by = f"the {uncapital(draft.about)}"
        resolving.draft_resolution(desk, records, pending, moved_by=moved_by)
        return
    # A turn without effect needs no resolution: it is settled, with nothing to post.
    settled = desk.draft(
        "resolution",
        f"Turn {pending.number}: {pending.player}",
        game=pending.game,
        turn=pending.id,
        for_state=draft.for_state,
        attempt=records.drafts_about(pending.id) + 1,
    )
    open_drafts.supersede(records, settled)
    records.add_draft(settled)
    why = f"no effect, by the correction {draft.code}"
    open_drafts.settle(desk, records, settled.code, "", why)
    announcements.take_up(desk, records, pending.id)
