"""A resolution as it is told: what the list reads, and the reasons for it."""

from __future__ import annotations

from msgspec.structs import replace

from rednov_bot.contest import ReadAs
from rednov_bot.desk import stationery
from rednov_bot.desk.announcements import moments
from rednov_bot.desk.announcements.moments import Moment
from rednov_bot.desk.corrections import in_force
from rednov_bot.desk.desk import Desk, Ongoing
from rednov_bot.desk.due import outright
from rednov_bot.desk.luck import fortune
from rednov_bot.engine.position import Position
from rednov_bot.engine.resolve import Resolution
from rednov_bot.engine.rules.actions import Ready
from rednov_bot.papers import Act, Page, TakenTurn, TurnAct
from rednov_bot.ports import Records
from rednov_bot.proof.published import Proof
from rednov_bot.prose import luck_text, public_pages, reasoning, ruling_pages
from rednov_bot.prose.audience import public_only
from rednov_bot.prose.canonical import announced_as, announcement, said


def words(moment: Moment, *, is_blind: bool) -> tuple[reasoning.Reason, ...]:
    """What its gnome wrote, and answered to what was asked about it; and what the contestmaster
    said that it announces, if they did.

    At last how far the mail is shown to be its gnome's, where that is checked.
    """
    meant = reasoning.own_words(moment.meant, "you said")
    shown = (("mail", moment.shown),) if moment.shown else ()
    answered = reasoning.confirmed(moment.confirmed, is_blind=is_blind)
    return (*reasoning.own_words(moment.text), *answered, *meant, *shown)


def read_in_public(records: Records, taken: TakenTurn) -> str:
    """How the turn was read, in a line for the list.

    What its gnome is ruled to give, or named in private alone, is not named (§6).
    """
    moment = moments.moment_of(records, taken)
    rulings = in_force.about(records, taken)
    hushed = moment.confirmed is not None and moment.confirmed.privately
    ruled = hushed or bool(moment.meant) or any(isinstance(one.effect, ReadAs) for one in rulings)
    return announced_as(taken.turn, ruled=ruled)


def as_read(act: Act, moment: Moment, *, is_blind: bool) -> tuple[reasoning.Reason, ...]:
    """How an announcement was read, for whoever decides; in a blind game as the list heard it."""
    told = "\n".join(said(act))
    if is_blind:
        if moment.confirmed is not None and moment.confirmed.privately:
            return ()
        if isinstance(act, TurnAct):
            told = announced_as(act.turn, ruled=bool(moment.meant))
    return (("read as", told),)


def reasons(
    now: Ongoing, taken: TakenTurn, outcome: Resolution, before: Position, read: str = ""
) -> tuple[reasoning.Reason, ...]:
    """How the turn was *read*, and by which clauses it was resolved."""
    action = _action(outcome)
    target = action.hatch if action is not None else None
    told = public_only(outcome.happenings)
    found = reasoning.reasons(told, before, now.tables, taken.turn.gnome, target)
    return (("read as", read or announcement(taken.turn)), *found)


def _action(outcome: Resolution) -> Ready | None:
    return None if outcome.plan is None else outcome.plan.action


def _read_anew(proof: Proof | None, read: str) -> Proof | None:
    if proof is None:
        return None
    shown = [replace(one, read=read) if one.read else one for one in proof.shown]
    return replace(proof, shown=tuple(shown))


def resolved(
    desk: Desk,
    records: Records,
    now: Ongoing,
    taken: TakenTurn,
    outcome: Resolution,
    proof: Proof | None,
) -> tuple[Page, ...]:
    """The resolution as the list reads it; of a turn that was ruled void, that it is.

    *proof* is that of its luck; how the turn was read is told anew.
    """
    shown = _read_anew(proof, read_in_public(records, taken))
    luck = luck_text.luck_section(shown, beacon=fortune.beacon_name(now.game))
    moment = moments.moment_of(records, taken)
    if outcome.plan is None:
        void = ruling_pages.voided(
            public_only(outcome.happenings),
            outcome.after.position,
            now.tables,
            taken.turn.gnome,
            taken.number,
            letterhead=stationery.letterhead(desk, taken.forum),
            envelope=stationery.to_list(desk, taken.forum, taken),
            options=now.options,
            said_at=moment.at,
            luck=luck,
        )
        return (void,)
    text = public_pages.resolution(
        public_only(outcome.happenings),
        replace(now.gamestate.position, pending=None),
        outcome.after.position,
        now.tables,
        taken.turn.gnome,
        taken.number,
        letterhead=stationery.letterhead(desk, taken.forum),
        envelope=stationery.to_list(desk, taken.forum, taken),
        options=now.options,
        action=_action(outcome),
        said_at=moment.at,
        confirmed=read_in_public(records, taken) if moment.confirmed else "",
        awards=outright.axes(desk),
        luck=luck,
    )
    return (text,)
