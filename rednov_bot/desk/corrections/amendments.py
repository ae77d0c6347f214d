"""What a correction is told in: the amendment, private notices, the mail to the contestmaster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rednov_bot.contest import ReadAs, Ruling
from rednov_bot.desk import stationery
from rednov_bot.desk.corrections.courses import Course
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.hidden import sight
from rednov_bot.desk.luck import fortune, proving
from rednov_bot.desk.reaching import notices
from rednov_bot.engine.corrections.alternatives import Alternative, concerned, everybody, retell
from rednov_bot.engine.corrections.played import Resolved
from rednov_bot.engine.corrections.points import Settled
from rednov_bot.engine.corrections.rerun import Corrected, Held
from rednov_bot.engine.corrections.retold import Way
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.options import Options
from rednov_bot.engine.rules.held import exceeds
from rednov_bot.engine.rules.limits import wished_discards
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.turn import NO_ORDERS
from rednov_bot.papers import Draft, Game, MessageId, Page, TakenTurn
from rednov_bot.ports import Records
from rednov_bot.proof.published import Proof
from rednov_bot.prose import (
    blind_words,
    correction_pages,
    luck_text,
    planner_pages,
    private_pages,
)
from rednov_bot.prose.canonical import announced_as
from rednov_bot.prose.letterhead import Envelope


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


def pages(
    desk: Desk,
    records: Records,
    case: Case,
    done: Corrected,
    chosen: Choice,
    proof: Proof | None,
) -> tuple[Page, ...]:
    """What is posted when the correction is approved: the amendment, and the private notices."""
    text = public(desk, records, case, done, chosen, proof)
    return (text, *_notices(desk, records, case, done, chosen, proof))


def proved(records: Records, case: Case, done: Corrected, chosen: Choice) -> Proof | None:
    """What is drawn in the steps that the amendment tells, and was not drawn before."""
    steps = [one for one in done.steps if one.otherwise and isinstance(one.step, Resolved)]
    told = steps if chosen.way.way == "rerun" else steps[:1]
    casts = [
        proving.Cast(one.step.luck, one.happenings, one.step.number, _reread(case, one.step))
        for one in told
        if isinstance(one.step, Resolved)
    ]
    about = about_of(case)
    return proving.proof_of(
        records,
        case.game,
        casts,
        moment=f"correction of turn {case.taken.number}",
        drafts=records.drafts_of("correction", case.game.id, about) + 1,
    )


def about_of(case: Case) -> str:
    """What the draft of a correction is about: `Correction of turn 12: Ann`."""
    return f"Correction of {case.about[:1].lower()}{case.about[1:]}"


def _reread(case: Case, step: Resolved) -> str:
    """The turn as it is read now, where that is what is corrected."""
    effect = case.ruling.effect
    if isinstance(effect, ReadAs) and step.number == case.taken.number:
        return announced_as(effect.turn, ruled=True)
    return ""


def public(
    desk: Desk,
    records: Records,
    case: Case,
    done: Corrected,
    chosen: Choice,
    proof: Proof | None,
) -> Page:
    """The amendment as the list reads it."""
    way = chosen.way
    return correction_pages.amendment(
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
        luck=luck_text.luck_section(proof, beacon=fortune.beacon_name(case.game)),
        letterhead=stationery.letterhead(desk, case.taken.forum),
        envelope=_below_the_original(desk, records, case),
    )


def _below_the_original(desk: Desk, records: Records, case: Case) -> Envelope:
    """To the list of the announcement, threaded under the resolution that is corrected."""
    envelope = stationery.to_list(desk, case.taken.forum, case.taken)
    posted: list[MessageId] = [
        one.posting.message_id
        for one in records.outbox(case.course.resolution.code)
        if one.posting.kind == "public"
    ]
    if not posted:
        return envelope
    return replace(envelope, in_reply_to=posted[0], references=(*envelope.references, posted[0]))


def _notices(
    desk: Desk,
    records: Records,
    case: Case,
    done: Corrected,
    chosen: Choice,
    proof: Proof | None,
) -> tuple[Page, ...]:
    """To each gnome whose hand changes, or whose announcement is void for a reason of eir own.

    In a blind game to every gnome: that e gets one tells nothing then.
    """
    orders, after = records.noted_orders(case.game.id), chosen.way.after
    witness = proving.Witness(
        records,
        case.game,
        case.course.before,
        [happening for one in done.steps for happening in one.happenings],
        proof,
        f"correction of turn {case.taken.number}",
    )
    found = []
    blind = sight.is_blind(records)
    for one in everybody(chosen.way, done) if blind else concerned(chosen.way, done):
        name = one.hand.gnome
        envelope = stationery.to_gnome(desk, name)
        if envelope is None:
            continue
        seat = after.position.seat(name)
        hand, limit = after.secrets.hands[seat], after.secrets.limits[seat]
        found.append(
            private_pages.private_notice(
                planner_pages.told_alone(one) or (blind_words.UNCHANGED,),
                hand,
                occasion=f"the correction of turn {case.taken.number}",
                discard=exceeds(limit, hand),
                plays_on=notices.plays_on(after.position, after.position.gnomes[seat]),
                wished=wished_discards(limit, hand, orders.get(name, NO_ORDERS)),
                letterhead=stationery.letterhead(desk),
                envelope=envelope,
                proof=witness.lines(name, hand),
            )
        )
    return tuple(found)


def planner(
    desk: Desk,
    records: Records,
    case: Case,
    done: Corrected,
    offered: Sequence[Choice],
    chosen: Choice,
    made: Draft,
    notes: tuple[str, ...],
) -> Page:
    """The ways beside each other, and the texts of the one that is drafted."""
    return planner_pages.planner(
        made.code,
        case.about,
        tuple([one.way for one in offered]),
        chosen.way.way,
        retell(done),
        *sight.shown(records, made),
        case.tables,
        wrong=case.ruling.text,
        gamestate=case.number,
        notes=notes,
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_contestmaster(desk),
        blind=sight.is_blind(records),
    )


def held(
    desk: Desk,
    case: Case,
    waiting: Held,
    made: Draft,
    others: tuple[Way, ...],
    notes: tuple[str, ...],
) -> Page:
    """The choice to which the game played again has come, for the contestmaster to make."""
    return planner_pages.held(
        made.code,
        case.about,
        waiting,
        others=others,
        notes=notes,
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_contestmaster(desk),
    )
