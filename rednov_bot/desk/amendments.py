"""What a correction is told in: the amendment, private notices, the mail to the contestmaster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rednov_bot.contest import Ruling
from rednov_bot.desk import drafting, stationery
from rednov_bot.desk.courses import Course
from rednov_bot.desk.desk import Desk
from rednov_bot.engine.corrections.alternatives import Alternative, concerned, retell
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
from rednov_bot.prose import correction_pages, planner_pages, private_pages
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
    desk: Desk, records: Records, case: Case, done: Corrected, chosen: Choice
) -> tuple[Page, ...]:
    """What is posted when the correction is approved: the amendment, and the private notices."""
    public = _amendment(desk, records, case, done, chosen)
    return (public, *_notices(desk, records, case, done, chosen))


def _amendment(desk: Desk, records: Records, case: Case, done: Corrected, chosen: Choice) -> Page:
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
    desk: Desk, records: Records, case: Case, done: Corrected, chosen: Choice
) -> tuple[Page, ...]:
    """To each gnome whose hand changes, or whose announcement is void for a reason of eir own."""
    orders, after = records.noted_orders(case.game.id), chosen.way.after
    found = []
    for one in concerned(chosen.way, done):
        name = one.hand.gnome
        envelope = stationery.to_gnome(desk, name)
        if envelope is None:
            continue
        seat = after.position.seat(name)
        hand, limit = after.secrets.hands[seat], after.secrets.limits[seat]
        found.append(
            private_pages.private_notice(
                planner_pages.told_alone(one),
                hand,
                occasion=f"the correction of turn {case.taken.number}",
                discard=exceeds(limit, hand),
                plays_on=drafting.plays_on(after.position, after.position.gnomes[seat]),
                wished=wished_discards(limit, hand, orders.get(name, NO_ORDERS)),
                letterhead=stationery.letterhead(desk),
                envelope=envelope,
            )
        )
    return tuple(found)


def planner(
    desk: Desk,
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
        tuple([page for page in made.pages if page.kind == "public"]),
        tuple([page for page in made.pages if page.kind != "public"]),
        case.tables,
        wrong=case.ruling.text,
        gamestate=case.number,
        notes=notes,
        letterhead=stationery.letterhead(desk),
        envelope=stationery.to_contestmaster(desk),
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
