"""The contestmaster overrules an open draft: what it was about is drafted anew (§25).

The ruling is stored and numbered before the new draft is shown, which cites it; rejecting that
draft leaves the ruling where it is.  Whatever cannot be carried out changes nothing: CannotRule.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from rednov_bot.core.contest import (
    Chosen,
    Defends,
    OptionSet,
    PositionSet,
    Precedent,
    ReadAs,
    Ruling,
    RulingEffect,
    Valid,
    Void,
    Withdrawn,
)
from rednov_bot.core.errors import CannotRule
from rednov_bot.core.models import Draft, TakenTurn, TurnAct
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import commands, hidden, listening, mails_on_file
from rednov_bot.core.workflow.announcements import moments, resolving
from rednov_bot.core.workflow.corrections import admitting, in_force, ruling
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing
from rednov_bot.core.workflow.drafts import replacing
from rednov_bot.core.workflow.drafts.open_drafts import open_draft
from rednov_bot.games.red_november.reader.reading import read
from rednov_bot.games.red_november.render.ruling_words import against, in_full, mind
from rednov_bot.games.red_november.render.wording import whose
from rednov_bot.games.red_november.rules.overruled import fault_of
from rednov_bot.games.red_november.rules.resolve import Held, judge
from rednov_bot.games.red_november.rules.turn import Turn
from rednov_bot.games.red_november.rules.words import GnomeName


def effect_of(
    desk: Desk, records: UnitOfWork, code: str, how: commands.Overruling | None
) -> RulingEffect:
    """The effect that the words have on the open draft *code*.

    Raises NoSuchDraft, DraftClosed, CannotRule.
    """
    match how:
        case None:
            return Precedent()
        case commands.OptionSet(option=option, value=value):
            now = ongoing(desk, records)
            if now is None:
                raise CannotRule("no game is being played; options are named when one is started")
            return ruling.option_set(now.options, option, value)
        case commands.ReadAs(words=words):
            return ReadAs(turn_in(desk, _whose(desk, records, code), words))
        case _:
            return how


def turn_in(desk: Desk, name: GnomeName, words: str) -> Turn:
    """The one turn that *words* say, read as if *name* had announced them.  Raises CannotRule."""
    reading = read(
        words, author=name, people=tuple(desk.settings.people), contest=desk.settings.contest.name
    )
    if reading.questions:
        raise listening.uncertain(reading)
    said = [one.turn for one in reading.acts if isinstance(one, TurnAct)]
    if len(said) != 1 or len(reading.acts) != 1:
        raise CannotRule("the words are not one turn; say the whole turn, as its gnome would")
    return said[0]


def _whose(desk: Desk, records: UnitOfWork, code: str) -> GnomeName:
    draft = open_draft(records, code)
    if draft.turn is not None:
        return records.turn(draft.turn).turn.gnome
    if draft.mail is None:
        raise CannotRule(f"draft {code} is about no announcement that could be read otherwise")
    message, _ = mails_on_file.announcement(desk, records, draft.mail)
    assert message.sender is not None
    return message.sender


@dataclass(frozen=True, slots=True)
class Overruled:
    """The stored ruling, and what is drafted under it."""

    ruling: Ruling
    draft: Draft | None  # None: a gnome is asked for a choice first, or nothing is left to draft


def overrule(
    desk: Desk,
    records: UnitOfWork,
    code: str,
    effect: RulingEffect,
    text: str = "",
    clause: str = "",
    *,
    by: GnomeName,
) -> Overruled:
    """The open draft *code* is overruled; *text* and *clause* are published with the ruling.

    Raises NoSuchDraft, DraftClosed, CannotRule.
    """
    draft = open_draft(records, code)
    with records.undoable():
        match draft.kind:
            case "resolution" | "choice":
                return _turn(desk, records, draft, effect, text, clause, by)
            case "line" if not isinstance(effect, Precedent):
                return _line(desk, records, draft, effect, text, clause, by)
            case _ if isinstance(effect, Precedent):
                return Overruled(*ruling.rule(desk, records, text, clause))
            case _:
                raise CannotRule(
                    f"draft {code} resolves no turn; reject it, and ask for it otherwise"
                )


def _turn(
    desk: Desk,
    records: UnitOfWork,
    draft: Draft,
    effect: RulingEffect,
    text: str,
    clause: str,
    by: GnomeName,
) -> Overruled:
    """The pending turn is resolved anew under the ruling, on the same luck (S140, A95)."""
    now = ongoing(desk, records)
    taken = None if now is None else records.pending_turn(now.game.id)
    if now is None or taken is None or taken.id != draft.turn:
        raise CannotRule(f"the turn of draft {draft.code} is resolved already; rewind to it")
    if fault := _fault(records, now, taken, effect):
        raise CannotRule(fault)
    if isinstance(effect, ReadAs):
        heard = moments.moment_of(records, taken).text
        hidden.check_tiles(desk, records, effect.turn, heard, taken.turn)
        _check_reading(records, now, taken, effect.turn)
    given = ruling.record(
        desk,
        records,
        effect,
        in_full(text, effect, taken.turn.gnome, taken.number),
        clause,
        by=by,
        game=now.game.id,
        turn=taken.id,
        since=now.number,
    )
    admitting.check(desk, records, taken)
    note = mind(draft.code, given, effect)
    if draft.kind == "choice":  # else the same choice would count as offered
        records.decide(replacing.closed(draft.code, "the turn was ruled on", desk.now()))
    made = resolving.draft_resolution(
        desk, records, taken, notes=(note, *ruling.against_the_contract(effect))
    )
    _give_way(desk, records, draft, made)
    return Overruled(given, made)


def _fault(records: UnitOfWork, now: Ongoing, taken: TakenTurn, effect: RulingEffect) -> str | None:
    match effect:
        case ReadAs(turn=turn) if turn.gnome != taken.turn.gnome:
            return f"turn {taken.number} is {whose(taken.turn.gnome)}, not {whose(turn.gnome)}"
        case Valid():
            every = [one.effect for one in in_force.about(records, taken)]
            last = [one for one in every if isinstance(one, ReadAs | Void | Valid)][-1:]
            if any(isinstance(one, Void) for one in last):
                return None
            return f"turn {taken.number} counts already; say `overrule: void` or how it is read"
        case PositionSet(lines=lines):
            outcome = resolving.resolution_of(records, now, taken)
            if isinstance(outcome, Held):
                return "the resolution waits for a choice; choose first, then set the position"
            return fault_of(outcome, lines, now.tables)
        case OptionSet():
            hidden.check_option(records, effect.option)
            ruling.option_set(now.options, effect.option, effect.value)
            return None
        case Withdrawn():
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


def _line(
    desk: Desk,
    records: UnitOfWork,
    draft: Draft,
    effect: RulingEffect,
    text: str,
    clause: str,
    by: GnomeName,
) -> Overruled:
    """An announcement without effect counts after all, as a turn of its own moment (§9, §25)."""
    if draft.mail is None:
        raise CannotRule(
            f"draft {draft.code} tells of no turn; let the mail be read otherwise by its number"
        )
    if isinstance(effect, Void | OptionSet | Chosen | Defends | Withdrawn):
        raise CannotRule(
            f"draft {draft.code} says that an announcement has no effect; it can be ruled valid, "
            "read otherwise, or met by another position"
        )
    assert not isinstance(effect, Precedent)
    admitted = admitting.considered(desk, records, draft.mail, effect)
    gnome, number = admitted.turn.gnome, admitted.now.gamestate.position.turns + 1
    given, made = admitting.admit(
        desk,
        records,
        admitted,
        effect,
        in_full(text, effect, gnome, number),
        clause,
        by=by,
        notes=lambda one: (mind(draft.code, one, effect), *replacing.own_words(records, draft)),
    )
    _give_way(desk, records, draft, made)
    return Overruled(given, made)


def _give_way(desk: Desk, records: UnitOfWork, old: Draft, new: Draft | None) -> None:
    """The overruled draft cannot be approved any more, if the new one has not replaced it yet."""
    found = records.draft(old.code)
    if found is not None and found[1] is None:
        by = "" if new is None else new.code
        records.decide(replacing.superseded(old.code, by, desk.now()))
