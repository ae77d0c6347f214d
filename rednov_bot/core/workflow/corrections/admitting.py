"""An announcement that had no effect counts by ruling, as a turn of its own moment (§9, §25)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from rednov_bot.core.contest import PositionSet, ReadAs, Ruling, Valid
from rednov_bot.core.errors import CannotRule
from rednov_bot.core.models import Draft, Message, PaperId, TakenTurn, TurnAct
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, listening, mails_on_file
from rednov_bot.core.workflow.announcements import resolving, turns
from rednov_bot.core.workflow.corrections import in_force, ruling
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing
from rednov_bot.games.red_november.render import ruling_words
from rednov_bot.games.red_november.rules.events import Change, RulingGiven
from rednov_bot.games.red_november.rules.hands import private_refusals
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.overruled import plan_as_ruled, waking
from rednov_bot.games.red_november.rules.plan import Plan
from rednov_bot.games.red_november.rules.refusals import Against, Refusal
from rednov_bot.games.red_november.rules.resolve import Held, judge
from rednov_bot.games.red_november.rules.rulings import changes_from
from rednov_bot.games.red_november.rules.soundness import plain_problems, problems
from rednov_bot.games.red_november.rules.turn import Turn
from rednov_bot.games.red_november.rules.words import GnomeName

Admitting = ReadAs | Valid | PositionSet
"""By what an announcement can come to count."""

_REMEDIES = {
    "HATCH_BLOCKED": "hatch HATCH free",
    "HIGH_WATER_ENTRY": "room ROOM low water",
    "ROOM_HIGH_WATER": "room ROOM low water",
    "ROOM_ON_FIRE": "room ROOM dry",
    "FIRE_ENTRY": "room ROOM dry",
    "NO_MINUTES": "NAME: 5 minutes",
    "NOT_ENOUGH_TIME": "NAME: 10 minutes",
    "STASH_EMPTY": "grog 2",
    "WRONG_PLACE": "NAME: room 4",
    "KILLED": "NAME: aboard, room 4, 20 minutes",
    "ABANDONED": "NAME: aboard, room 4, 20 minutes",
}
"""Of the position, as it might be ruled, where nothing else makes the turn possible."""


@dataclass(frozen=True, slots=True)
class Admitted:
    """A turn that can be taken by ruling, and where."""

    now: Ongoing
    mail: PaperId
    message: Message
    turn: Turn
    plan: Plan
    heard_at: datetime


def considered(desk: Desk, records: UnitOfWork, mail: PaperId, effect: Admitting) -> Admitted:
    """The turn that a stored mail announces, as it would count by ruling.  Raises CannotRule."""
    message, heard_at = mails_on_file.announcement(desk, records, mail)
    now = ongoing(desk, records)
    if now is None:
        raise CannotRule("no game is being played")
    turn = effect.turn if isinstance(effect, ReadAs) else _announced(desk, message)
    if turn.gnome != message.sender:
        raise CannotRule(f"the mail is by {message.sender}, not by {turn.gnome}")
    if hidden.is_blind(records):
        # In a blind game nothing is ruled that would tell of a hand.  Raises CannotRule.
        said = _announced(desk, message)
        listed = turns.with_private_list(desk, records, said, now.options)
        if said.gnome in now.game.gnomes:
            hidden.check_private(records, private_refusals(now.gamestate, listed), said.gnome)
        hidden.check_tiles(desk, records, turn, message.text, said)
    return weighed(desk, records, now, mail, message, turn, heard_at, effect)


def weighed(
    desk: Desk,
    records: UnitOfWork,
    now: Ongoing,
    mail: PaperId,
    message: Message,
    turn: Turn,
    heard_at: datetime,
    effect: Admitting,
) -> Admitted:
    """Whether the turn can be taken now, as of its own moment.  Raises CannotRule."""
    _check_time(records, now, mail, heard_at)
    turn = turns.with_private_list(desk, records, turn, now.options)
    position, tables, options = now.gamestate.position, now.tables, now.options
    seated = turn.gnome in now.game.gnomes
    changes: str | tuple[Change, ...] = ()
    if isinstance(effect, PositionSet):
        changes = changes_from(effect.lines, position, tables.board)
    elif isinstance(effect, Valid) and seated:
        changes = waking(position, turn)
    if isinstance(changes, str):
        raise CannotRule(changes)
    state = after(now.gamestate, RulingGiven(0, "", "", changes))
    if isinstance(effect, Valid):
        private = private_refusals(state, turn) if seated else ()
        against: list[Against] = [one for one in private if one.code != "HAND_LIMIT"]
        planned = plan_as_ruled(state.position, turn, tables, options)
        if isinstance(planned, Refusal):
            against.insert(0, planned)
    else:
        verdict = judge(state, turn, tables, options)
        against = list(verdict.refusals)
        planned = verdict.plan or verdict.public[0]
    if against or isinstance(planned, Refusal):
        raise _against(against, turn.gnome)
    return Admitted(now, mail, message, turn, planned, heard_at)


def admit(
    desk: Desk,
    records: UnitOfWork,
    admitted: Admitted,
    effect: Admitting,
    text: str,
    clause: str,
    *,
    by: GnomeName,
    notes: Callable[[Ruling], tuple[str, ...]],
) -> tuple[Ruling, Draft | None]:
    """The turn is taken, the ruling about it is stored, and what comes of it is drafted.

    Its gnome hears that it is taken; None where they are asked for a choice first.
    """
    now, message = admitted.now, admitted.message
    taken, since = turns.take_turn(
        desk, records, now, admitted.mail, message, admitted.turn, admitted.heard_at
    )
    given = ruling.record(
        desk,
        records,
        effect,
        text,
        clause,
        by=by,
        game=now.game.id,
        turn=taken.id,
        since=now.number,
    )
    check(desk, records, taken)
    outcome = resolving.resolution_of(records, since, taken)
    turns.confirm(desk, records, message, now, taken, admitted.plan, outcome)
    return given, resolving.draft_resolution(desk, records, taken, notes=notes(given))


def check(desk: Desk, records: UnitOfWork, taken: TakenTurn) -> None:
    """What comes of the turn under its rulings must be something that can be: else CannotRule."""
    now = ongoing(desk, records)
    assert now is not None
    try:
        outcome = resolving.resolution_of(records, now, taken)
    except ValueError:
        raise CannotRule(
            f"turn {taken.number} would be no valid turn then; overrule it void instead"
        ) from None
    if isinstance(outcome, Held):
        return
    options = in_force.options_of(records, now.game, taken)
    wrong = problems(outcome.after, now.tables, options)
    if wrong and not problems(now.gamestate, now.tables, options):
        seen = plain_problems(outcome.after.position, now.tables, options)
        why = seen[0] if seen else "the hands, the pool and the decks do not fit it"
        raise CannotRule(f"the position cannot be: {why}", "" if seen else wrong[0])


def _announced(desk: Desk, message: Message) -> Turn:
    said = [one.turn for one in listening.read(desk, message).acts if isinstance(one, TurnAct)]
    if len(said) != 1:
        raise CannotRule('the mail announces no turn for certain; say `overrule: read as "..."`')
    return said[0]


def _check_time(records: UnitOfWork, now: Ongoing, mail: PaperId, heard_at: datetime) -> None:
    every = records.turns(now.game.id)
    for one in every:
        if one.mail == mail:
            raise CannotRule(
                f"the mail announced turn {one.number} already; overrule its draft, or rewind"
            )
    if now.gamestate.position.pending is not None:
        raise CannotRule(
            f"turn {every[-1].number} of {every[-1].turn.gnome} awaits its resolution; approve it "
            "or overrule it void first"
        )
    for one in every:
        if one.taken_at > heard_at:
            raise CannotRule(
                f"turn {one.number} of {one.turn.gnome} was taken since the announcement; rewind "
                "to it, and decide there"
            )


def _against(refusals: list[Against], gnome: GnomeName) -> CannotRule:
    """Why the turn cannot be carried out, and which ruling might help."""
    why, aside = ruling_words.against(refusals, gnome)
    for one in refusals:
        if one.code in _REMEDIES:
            example = _REMEDIES[one.code].replace("NAME", gnome)
            for what, pattern in (("HATCH", r"[0-9]+-[0-9]+"), ("ROOM", r"(?<=room )[0-9]+")):
                found = re.search(pattern, one.reason)
                example = example.replace(what, found[0] if found else "4")
            return CannotRule(
                f"the turn cannot be carried out: {why}; rule the position otherwise first: "
                f'"overrule: {example}"',
                aside,
            )
    return CannotRule(
        f'the turn cannot be carried out: {why}; say how else it is read: `read as "..."`', aside
    )
