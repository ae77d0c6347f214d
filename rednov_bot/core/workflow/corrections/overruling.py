"""The contestmaster overrules an open draft: what it was about is drafted anew (§25).

The ruling is stored and numbered before the new draft is shown, which cites it; rejecting that
draft leaves the ruling where it is.  Whatever cannot be carried out changes nothing: CannotRule.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from msgspec.structs import replace

from rednov_bot.core import contest as effects
from rednov_bot.core.errors import CannotRule
from rednov_bot.core.models import Draft, Message, PaperId, TakenTurn, TurnAct
from rednov_bot.core.render.wording import whose
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import (
    announcements,
    commands,
    hidden,
    listening,
    mails_on_file,
    moments,
    resolving,
)
from rednov_bot.core.workflow.corrections import in_force, ruling
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing
from rednov_bot.core.workflow.drafts import replacing
from rednov_bot.core.workflow.drafts.open_drafts import open_draft
from rednov_bot.games.base import Against, Held, Player, Refusal
from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.games.red_november.render import ruling_words
from rednov_bot.games.red_november.render.ruling_words import against, in_full, mind
from rednov_bot.games.red_november.rules.events import Change, RulingGiven
from rednov_bot.games.red_november.rules.hands import private_refusals
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.overruled import fault_of, plan_as_ruled, waking
from rednov_bot.games.red_november.rules.plan import Plan
from rednov_bot.games.red_november.rules.resolve import judge
from rednov_bot.games.red_november.rules.rulings import changes_from
from rednov_bot.games.red_november.rules.soundness import plain_problems, problems
from rednov_bot.games.red_november.rules.turn import Turn


def effect_of(
    desk: Desk, records: UnitOfWork, code: str, how: commands.Overruling | None
) -> effects.RulingEffect:
    """The effect that the words have on the open draft *code*.

    Raises NoSuchDraft, DraftClosed, CannotRule.
    """
    match how:
        case None:
            return effects.Precedent()
        case commands.OptionSet(option=option, value=value):
            now = ongoing(desk, records)
            if now is None:
                raise CannotRule("no game is being played; options are named when one is started")
            return ruling.option_set(now.options, option, value)
        case commands.ReadAs(words=words):
            return effects.ReadAs(turn_in(desk, _whose(desk, records, code), words))
        case _:
            return how


def turn_in(desk: Desk, name: Player, words: str) -> Turn:
    """The one turn that *words* say, read as if *name* had announced them.  Raises CannotRule."""
    reading = read(
        words, author=name, people=tuple(desk.settings.people), contest=desk.settings.contest.name
    )
    if reading.questions:
        raise listening.uncertain(reading)
    said: list[Turn] = [one.turn for one in reading.acts if isinstance(one, TurnAct)]
    if len(said) != 1 or len(reading.acts) != 1:
        raise CannotRule("the words are not one turn; say the whole turn, as its gnome would")
    return said[0]


def _whose(desk: Desk, records: UnitOfWork, code: str) -> Player:
    draft = open_draft(records, code)
    if draft.turn is not None:
        return records.turn(draft.turn).turn.gnome
    if draft.mail is None:
        raise CannotRule(f"draft {code} is about no announcement that could be read otherwise")
    message, _ = mails_on_file.announcement(desk, records, draft.mail)
    assert message.sender is not None
    return message.sender


@dataclass(frozen=True, slots=True)
class Decided:
    """What the contestmaster decides otherwise; the words and the clause are published."""

    effect: effects.RulingEffect
    text: str
    clause: str
    by: Player


@dataclass(frozen=True, slots=True)
class Overruled:
    """The stored ruling, and what is drafted under it."""

    ruling: effects.Ruling
    draft: Draft | None  # None: a gnome is asked for a choice first, or nothing is left to draft


def overrule(
    desk: Desk,
    records: UnitOfWork,
    code: str,
    effect: effects.RulingEffect,
    text: str = "",
    clause: str = "",
    *,
    by: Player,
) -> Overruled:
    """The open draft *code* is overruled; *text* and *clause* are published with the ruling.

    Raises NoSuchDraft, DraftClosed, CannotRule.
    """
    draft, decided = open_draft(records, code), Decided(effect, text, clause, by)
    with records.undoable():
        match draft.kind:
            case "resolution" | "choice":
                return _turn(desk, records, draft, decided)
            case "line" if not isinstance(effect, effects.Precedent):
                return _line(desk, records, draft, decided)
            case _ if isinstance(effect, effects.Precedent):
                return Overruled(*ruling.rule(desk, records, text, clause))
            case _:
                raise CannotRule(
                    f"draft {code} resolves no turn; reject it, and ask for it otherwise"
                )


def _turn(desk: Desk, records: UnitOfWork, draft: Draft, decided: Decided) -> Overruled:
    """The pending turn is resolved anew under the ruling, on the same luck (S140, A95)."""
    now, effect = ongoing(desk, records), decided.effect
    taken = None if now is None else records.pending_turn(now.game.id)
    if now is None or taken is None or taken.id != draft.turn:
        raise CannotRule(f"the turn of draft {draft.code} is resolved already; rewind to it")
    if fault := _fault(records, now, taken, effect):
        raise CannotRule(fault)
    if isinstance(effect, effects.ReadAs):
        heard = moments.moment_of(records, taken).text
        hidden.check_tiles(desk, records, effect.turn, heard, taken.turn)
        _check_reading(records, now, taken, effect.turn)
    given = _given(desk, records, now, taken, decided)
    note = mind(draft.code, given, effect)
    if draft.kind == "choice":  # else the same choice would count as offered
        records.decide(replacing.closed(draft.code, "the turn was ruled on", desk.now()))
    made = resolving.draft_resolution(
        desk, records, taken, notes=(note, *ruling.against_the_contract(effect))
    )
    _give_way(desk, records, draft, made)
    return Overruled(given, made)


def _fault(
    records: UnitOfWork, now: Ongoing, taken: TakenTurn, effect: effects.RulingEffect
) -> str | None:
    match effect:
        case effects.ReadAs(turn=turn) if turn.gnome != taken.turn.gnome:
            return f"turn {taken.number} is {whose(taken.turn.gnome)}, not {whose(turn.gnome)}"
        case effects.Valid():
            if in_force.is_void(in_force.about(records, taken)):
                return None
            return f"turn {taken.number} counts already; say `overrule: void` or how it is read"
        case effects.PositionSet(lines=lines):
            outcome = resolving.resolution_of(records, now, taken)
            if isinstance(outcome, Held):
                return "the resolution waits for a choice; choose first, then set the position"
            return fault_of(outcome, lines, now.tables)
        case effects.OptionSet():
            hidden.check_option(records, effect.option)
            ruling.option_set(now.options, effect.option, effect.value)
            return None
        case effects.Withdrawn():
            return "withdraw a ruling by its number, not about a draft"
        case _:
            return None


def _check_reading(records: UnitOfWork, now: Ongoing, taken: TakenTurn, turn: Turn) -> None:
    """Whether the announcement can say this: where it was made, and as things lie now.

    Raises CannotRule where it cannot.
    """
    options = in_force.options_of(records, now.game, taken)
    then = records.gamestate_at(taken.game, in_force.taken_in(records, taken) - 1)
    free = replace(now.gamestate, position=replace(now.gamestate.position, pending=None))
    for state, when in ((then, "read so"), (free, "read so, as things lie now,")):
        verdict = judge(state, turn, now.tables, options)
        if verdict.refusals:
            why, aside = against(verdict.refusals, turn.gnome)
            raise CannotRule(f"{when} the turn would have no effect: {why}", aside)


def _given(
    desk: Desk, records: UnitOfWork, now: Ongoing, taken: TakenTurn, decided: Decided
) -> effects.Ruling:
    """The ruling about a turn is stored, and something comes of it that can be.  Or CannotRule."""
    effect = decided.effect
    given = ruling.record(
        desk,
        records,
        effect,
        in_full(decided.text, effect, taken.turn.gnome, taken.number),
        decided.clause,
        by=decided.by,
        game=now.game.id,
        turn=taken.id,
        since=now.number,
    )
    check(desk, records, taken)
    return given


def _line(desk: Desk, records: UnitOfWork, draft: Draft, decided: Decided) -> Overruled:
    """An announcement without effect counts after all, as a turn of its own moment (§9, §25)."""
    effect = decided.effect
    if draft.mail is None:
        raise CannotRule(
            f"draft {draft.code} tells of no turn; let the mail be read otherwise by its number"
        )
    if isinstance(
        effect,
        effects.Void | effects.OptionSet | effects.Chosen | effects.Defends | effects.Withdrawn,
    ):
        raise CannotRule(
            f"draft {draft.code} says that an announcement has no effect; it can be ruled valid, "
            "read otherwise, or met by another position"
        )
    assert not isinstance(effect, effects.Precedent)
    message, heard_at = mails_on_file.announcement(desk, records, draft.mail)
    now = ongoing(desk, records)
    if now is None:
        raise CannotRule("no game is being played")
    turn = effect.turn if isinstance(effect, effects.ReadAs) else _announced(desk, message)
    if turn.gnome != message.sender:
        raise CannotRule(f"the mail is by {message.sender}, not by {turn.gnome}")
    if hidden.is_blind(records):
        # In a blind game nothing is ruled that would tell of a hand.  Raises CannotRule.
        said = _announced(desk, message)
        listed = announcements.with_private_list(desk, records, said, now.options)
        if said.gnome in now.game.gnomes:
            hidden.check_private(records, private_refusals(now.gamestate, listed), said.gnome)
        hidden.check_tiles(desk, records, turn, message.text, said)
    admitted = weighed(desk, records, now, draft.mail, message, turn, heard_at, effect)
    given, made = admit(
        desk,
        records,
        admitted,
        decided,
        lambda one: (mind(draft.code, one, effect), *replacing.own_words(records, draft)),
    )
    _give_way(desk, records, draft, made)
    return Overruled(given, made)


def _give_way(desk: Desk, records: UnitOfWork, old: Draft, new: Draft | None) -> None:
    """The overruled draft cannot be approved any more, if the new one has not replaced it yet."""
    found = records.draft(old.code)
    if found is not None and found[1] is None:
        by = "" if new is None else new.code
        records.decide(replacing.superseded(old.code, by, desk.now()))


Admitting = effects.ReadAs | effects.Valid | effects.PositionSet
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
    turn = announcements.with_private_list(desk, records, turn, now.options)
    position, tables, options = now.gamestate.position, now.tables, now.options
    seated = turn.gnome in now.game.gnomes
    changes: str | tuple[Change, ...] = ()
    if isinstance(effect, effects.PositionSet):
        changes = changes_from(effect.lines, position, tables.board)
    elif isinstance(effect, effects.Valid) and seated:
        changes = waking(position, turn)
    if isinstance(changes, str):
        raise CannotRule(changes)
    state = after(now.gamestate, RulingGiven(0, "", "", changes))
    if isinstance(effect, effects.Valid):
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
    decided: Decided,
    notes: Callable[[effects.Ruling], tuple[str, ...]],
) -> tuple[effects.Ruling, Draft | None]:
    """The turn is taken, the ruling about it is stored, and what comes of it is drafted.

    Its gnome hears that it is taken; None where they are asked for a choice first.
    """
    now, message = admitted.now, admitted.message
    taken, since = announcements.take_turn(
        desk, records, now, admitted.mail, message, admitted.turn, admitted.heard_at
    )
    given = _given(desk, records, now, taken, decided)
    outcome = resolving.resolution_of(records, since, taken)
    announcements.confirm(desk, records, message, now, taken, admitted.plan, outcome)
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
    acts = listening.read(desk, message).acts
    said: list[Turn] = [one.turn for one in acts if isinstance(one, TurnAct)]
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


def _against(refusals: list[Against], gnome: Player) -> CannotRule:
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
