"""The contestmaster decides otherwise before a turn is resolved: it is drafted anew (§25).

The ruling is stored and numbered before the new draft is shown, which cites it; rejecting that
draft leaves the ruling where it is.  Whatever cannot be carried out changes nothing: CannotRule.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from rednov_bot.core import contest as effects
from rednov_bot.core.contest import Ruling, RulingEffect
from rednov_bot.core.errors import CannotRule
from rednov_bot.core.models import Draft, Message, PaperId, TakenTurn, TurnAct
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import (
    announcements,
    commands,
    hidden,
    in_force,
    listening,
    mails_on_file,
    moments,
    resolving,
)
from rednov_bot.core.workflow.corrections import ruling
from rednov_bot.core.workflow.desk import CODE_LENGTH, Desk, Ongoing, ongoing
from rednov_bot.core.workflow.drafts import open_drafts
from rednov_bot.games.base import Held, Obstacle, Options, Player, State, Turn


@dataclass(frozen=True, slots=True)
class Words:
    """The contestmaster's own words on what they decide; they are published with the clause."""

    text: str
    clause: str
    by: Player


Overruled: TypeAlias = tuple[Ruling, Draft | None]
"""The stored ruling, and what is drafted under it: None where a gnome is asked for a choice first,
or nothing is left to draft."""


def overrule(
    desk: Desk,
    records: UnitOfWork,
    what: str,
    how: commands.Overruling | None,
    text: str = "",
    clause: str = "",
    *,
    by: Player,
) -> Overruled:
    """The open draft *what*, by its code, is overruled; or the turn of that number, `4`, which
    awaits its resolution and may wait for somebody's choice.

    *text* and *clause* are published with the ruling; without a *how* it is a precedent.  Raises
    NoSuchDraft, DraftClosed, CannotRule.
    """
    words = Words(text, clause, by)
    if what.isdecimal() and len(what) < CODE_LENGTH:
        now, taken = _waiting(desk, records, int(what))
        draft = next(iter(open_drafts.of_turn(records, taken.id)), None)
        return _turn(desk, records, now, taken, draft, how, words)
    draft = _draft(records, what, how, text)
    if draft.kind in ("resolution", "choice") and draft.turn is not None:
        now, taken = _waiting(desk, records, records.turn(draft.turn).number)
        return _turn(desk, records, now, taken, draft, how, words)
    if how is None:
        return ruling.rule(desk, records, text, clause)
    if draft.kind == "line":
        return _line(desk, records, draft, how, words)
    raise CannotRule(f"draft {draft.code} resolves no turn; reject it, and ask for it otherwise")


def _waiting(desk: Desk, records: UnitOfWork, number: int) -> tuple[Ongoing, TakenTurn]:
    """The turn of that number, which awaits its resolution.  Raises CannotRule."""
    now = ongoing(desk, records)
    if now is None:
        raise CannotRule("no game is being played")
    taken = records.pending_turn(now.game.id)
    if taken is not None and taken.number == number:
        return now, taken
    if any(one.number == number for one in records.turns(now.game.id)):
        raise CannotRule(f'turn {number} is resolved; "rewind turn {number}: ..." corrects it')
    waits = "no turn awaits its resolution"
    if taken is not None:
        waits = f"turn {taken.number} of {taken.player} awaits its resolution"
    raise CannotRule(f"there is no turn {number}: {waits}")


def _draft(records: UnitOfWork, code: str, how: commands.Overruling | None, text: str) -> Draft:
    """The open draft of this code; of a closed one what to write instead, in the same words."""
    found = open_drafts.named(records, code)
    verdict = None if found is None or found[1] is None else found[1].verdict
    if found is None or verdict not in ("approved", "rejected"):
        return open_drafts.open_draft(records, code)
    said = _worded(how, text)
    if verdict == "rejected":
        newest, decision = open_drafts.newest(records, code)
        if decision is None:
            raise CannotRule(f'draft {code} was rejected; answer draft {newest} with "{said}"')
        raise CannotRule(
            f'draft {code} was rejected; "again {code}" gets you a new one, and to that you reply '
            f'"{said}"'
        )
    turn = found[0].turn
    if turn is None or isinstance(how, effects.PositionSet | effects.Valid) or how is None:
        raise CannotRule(f"draft {code} was approved and is posted; {ruling.SET_RIGHT}")
    again = said.replace("overrule:", f"rewind turn {records.turn(turn).number}:", 1)
    raise CannotRule(f'draft {code} was approved and is posted; to correct it, mail "{again}"')


def _worded(how: commands.Overruling | None, text: str) -> str:
    """What the contestmaster wrote, as a command."""
    match how:
        case commands.ReadAs(words=words):
            said = f'read as "{" ".join(words.split())}"'
        case commands.OptionSet(option=option, value=value):
            said = f"option {option} = {value}"
        case effects.PositionSet(lines=lines):
            said = "; ".join(lines.split("\n"))
        case effects.Valid():
            said = "valid"
        case effects.Void():
            said = "void"
        case None:
            said = ""
    why = f"because {text}" if text else ""
    return " ".join(filter(None, ("overrule:", said, why)))


def reread(desk: Desk, records: UnitOfWork, taken: TakenTurn, words: str) -> effects.ReadAs:
    """A taken turn is read as *words* say.  Raises CannotRule."""
    turn = desk.game.reread(turn_in(desk, taken.player, words), taken.turn)
    heard = moments.moment_of(records, taken).text
    hidden.check_tiles(desk, records, turn, heard, taken.turn)
    return effects.ReadAs(turn)


def turn_in(desk: Desk, name: Player, words: str) -> Turn:
    """The one turn that *words* say, read as if *name* had announced them.  Raises CannotRule."""
    reading = listening.read_words(desk, name, words)
    if reading.questions:
        raise listening.uncertain(reading)
    said: list[Turn] = [one.turn for one in reading.acts if isinstance(one, TurnAct)]
    if len(said) != 1 or len(reading.acts) != 1:
        raise CannotRule("the words are not one turn; say the whole turn, as its gnome would")
    return said[0]


# -- a turn that awaits its resolution ------------------------------------------------------------


def _turn(
    desk: Desk,
    records: UnitOfWork,
    now: Ongoing,
    taken: TakenTurn,
    draft: Draft | None,
    how: commands.Overruling | None,
    words: Words,
) -> Overruled:
    """The pending turn is resolved anew under the ruling, on the same luck (S140, A95)."""
    effect: RulingEffect
    match how:
        case None:
            effect = effects.Precedent()
        case commands.OptionSet(option=option, value=value):
            effect = ruling.option_set(desk, now.options, option, value)
            hidden.check_option(desk, records, effect.option)
        case commands.ReadAs(words=said):
            effect = reread(desk, records, taken, said)
        case _:
            effect = how
    fault = _fault(desk, records, now, taken, effect)
    fault = fault or _of_its_outcome(desk, records, now, taken, effect)
    if fault is not None:
        raise CannotRule(fault.openly, fault.aside)
    given = _given(desk, records, now, taken, effect, words)
    note = mind(desk, f"Turn {taken.number}" if draft is None else f"Draft {draft.code}", given)
    if draft is not None and draft.kind == "choice":  # else the same choice would count as offered
        records.decide(open_drafts.closed(draft.code, "the turn was ruled on", desk.now()))
    more = ruling.needs(desk, now.options, effect)
    made = resolving.draft_resolution(desk, records, taken, notes=(note, *more))
    _give_way(desk, records, draft, made)
    return given, made


def _fault(
    desk: Desk, records: UnitOfWork, now: Ongoing, taken: TakenTurn, effect: RulingEffect
) -> Obstacle | None:
    """Why the ruling has no sense about this turn, or the announcement cannot say that: where it
    was made, or as things lie now."""
    if isinstance(effect, effects.Valid):
        if effects.is_void([one.effect for one in in_force.about(records, taken)]):
            return None
        said = "say `overrule: void` or how it is read"
        return Obstacle(f"turn {taken.number} counts already; {said}")
    if isinstance(effect, effects.PositionSet):
        outcome = resolving.resolution_of(desk, records, now, taken)
        if isinstance(outcome, Held):
            return Obstacle(
                "the resolution waits for a choice; choose first, then set the position"
            )
        placed = desk.game.set_position(outcome.after, effect.lines, now.tables)
        return Obstacle(placed) if isinstance(placed, str) else None
    if not isinstance(effect, effects.ReadAs):
        return None
    options = in_force.options_of(records, now.game, taken)
    then = records.gamestate_at(taken.game, in_force.taken_in(records, taken) - 1)
    free = desk.game.counted(now.gamestate, taken.number)
    for state, when in ((then, "read so"), (free, "read so, as things lie now,")):
        against = desk.game.judge(state, effect.turn, now.tables, options).refusals
        if against:
            why = desk.game.why_void(against, taken.player)
            return Obstacle(f"{when} the turn would have no effect: {why.openly}", why.aside)
    return None


def _of_its_outcome(
    desk: Desk, records: UnitOfWork, now: Ongoing, taken: TakenTurn, effect: RulingEffect
) -> Obstacle | None:
    """Why nothing that can be would come of the turn under the ruling."""
    every = records.rulings(now.game.id)
    proposed = Ruling(
        number=max([one.number for one in every], default=0) + 1,
        clause="",
        text="",
        by="",
        at=desk.now(),
        effect=effect,
        game=now.game.id,
        turn=taken.id,
        since=now.number,
    )
    outcome = resolving.outcome_of(desk, records, now, taken, (*every, proposed))
    if isinstance(outcome, tuple):
        what = f"turn {taken.number} would be no valid turn then; overrule it void instead"
        return Obstacle(what)
    if isinstance(outcome, Held):
        return None
    options = in_force.options_of(records, now.game, taken, (*every, proposed))
    return _unsound(desk, now, outcome.after, options)


def _unsound(desk: Desk, now: Ongoing, state: State, options: Options) -> Obstacle | None:
    """Why there can be no such state, where the present one is as it should be."""
    wrong = desk.game.unsound(state, now.tables, options)
    if wrong is None or desk.game.unsound(now.gamestate, now.tables, options) is not None:
        return None
    return Obstacle(f"the position cannot be: {wrong.openly}", wrong.aside)


_NAMED: Final = r"\W*(?:of|by)?\s*(?:my |the )?(?P<which>rulings?\W+\d+)\W*"


def _given(
    desk: Desk,
    records: UnitOfWork,
    now: Ongoing,
    taken: TakenTurn,
    effect: RulingEffect,
    words: Words,
) -> Ruling:
    """The ruling about a turn is stored: in the contestmaster's words, and what is decided before
    them where they only name another ruling."""
    named = re.fullmatch(_NAMED, words.text, re.IGNORECASE)
    text = desk.game.ruled(effect, taken.player, taken.number)
    if words.text.strip() and (named is None or not text):
        text = words.text
    elif named is not None:
        text = f"{text}, by {named['which'].lower()}"
    return ruling.record(
        desk,
        records,
        effect,
        text,
        words.clause,
        by=words.by,
        game=now.game.id,
        turn=taken.id,
        since=now.number,
    )


def mind(desk: Desk, what: str, given: Ruling) -> str:
    """What the contestmaster is told with the new draft."""
    decided = desk.game.decided(given.effect) or "it is recorded and changes nothing here"
    return f"{what} is overruled by your ruling {given.number}: {decided}."


def _give_way(desk: Desk, records: UnitOfWork, old: Draft | None, new: Draft | None) -> None:
    """The overruled draft cannot be approved any more, if the new one has not replaced it yet."""
    found = None if old is None else records.draft(old.code)
    if old is not None and found is not None and found[1] is None:
        by = "" if new is None else new.code
        records.decide(open_drafts.superseded(old.code, by, desk.now()))


# -- an announcement without effect counts after all ----------------------------------------------

Admitting = effects.ReadAs | effects.Valid | effects.PositionSet
"""By what an announcement can come to count."""


def _line(
    desk: Desk, records: UnitOfWork, draft: Draft, how: commands.Overruling, words: Words
) -> Overruled:
    """An announcement without effect counts after all, as a turn of its own moment (§9, §25)."""
    if draft.mail is None:
        raise CannotRule(
            f"draft {draft.code} tells of no turn; let the mail be read otherwise by its number"
        )
    message, heard_at = mails_on_file.announcement(desk, records, draft.mail)
    assert message.sender is not None
    effect: RulingEffect | commands.ReadAs = how
    if isinstance(how, commands.ReadAs):
        effect = effects.ReadAs(turn_in(desk, message.sender, how.words))
    if not isinstance(effect, Admitting):
        raise CannotRule(
            f"draft {draft.code} says that an announcement has no effect; it can be ruled valid, "
            "read otherwise, or met by another position"
        )
    now = ongoing(desk, records)
    if now is None:
        raise CannotRule("no game is being played")
    turn = effect.turn if isinstance(effect, effects.ReadAs) else _announced(desk, message)
    if (player := desk.game.whose(turn)) != message.sender:
        raise CannotRule(f"the mail is by {message.sender}, not by {player}")
    if hidden.is_blind(records):
        # In a blind game nothing is ruled that would tell of a hand.  Raises CannotRule.
        said = _announced(desk, message)
        listed = announcements.with_private_list(desk, records, said, now.options)
        if player in now.game.gnomes:
            verdict = desk.game.judge(now.gamestate, listed, now.tables, now.options)
            hidden.check_private(records, verdict.private, player)
        hidden.check_tiles(desk, records, turn, message.text, said)
    admitted = weighed(desk, records, now, draft.mail, message, turn, heard_at, effect)
    if isinstance(admitted, Obstacle):
        raise CannotRule(admitted.openly, admitted.aside)

    def notes(given: Ruling) -> tuple[str, ...]:
        told = mind(desk, f"Draft {draft.code}", given)
        return (told, *open_drafts.own_words(records, draft))

    given, made = admit(desk, records, admitted, effect, words, notes)
    _give_way(desk, records, draft, made)
    return given, made


def _announced(desk: Desk, message: Message) -> Turn:
    said = [one.turn for one in listening.read(desk, message).acts if isinstance(one, TurnAct)]
    if len(said) != 1:
        raise CannotRule('the mail announces no turn for certain; say `overrule: read as "..."`')
    return said[0]


@dataclass(frozen=True, slots=True)
class Admitted:
    """A turn that can be taken by ruling, and where."""

    now: Ongoing
    mail: PaperId
    message: Message
    turn: Turn
    plan: Any  # what the game makes of it
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
) -> Admitted | Obstacle:
    """The turn, as it can be taken now, as of its own moment; or why it cannot."""
    if late := _too_late(records, now, mail, heard_at):
        return Obstacle(late)
    turn = announcements.with_private_list(desk, records, turn, now.options)
    if isinstance(effect, effects.PositionSet):
        placed = desk.game.set_position(now.gamestate, effect.lines, now.tables)
        if isinstance(placed, str):
            return Obstacle(placed)
        if wrong := _unsound(desk, now, placed, now.options):
            return wrong
    verdict = desk.game.admit(now.gamestate, turn, effect, now.tables, now.options)
    if verdict.valid:
        return Admitted(now, mail, message, turn, verdict.plan, heard_at)
    why = desk.game.why_void(verdict.refusals, desk.game.whose(turn))
    remedy = 'say how else it is read: `read as "..."`'
    if example := desk.game.remedy(verdict.refusals, desk.game.whose(turn)):
        remedy = f'rule the position otherwise first: "overrule: {example}"'
    return Obstacle(f"the turn cannot be carried out: {why.openly}; {remedy}", why.aside)


def admit(
    desk: Desk,
    records: UnitOfWork,
    admitted: Admitted,
    effect: Admitting,
    words: Words,
    notes: Callable[[Ruling], tuple[str, ...]],
) -> Overruled:
    """The turn is taken, the ruling about it is stored, and what comes of it is drafted.

    Its gnome hears that it is taken; None where they are asked for a choice first.
    """
    now, message = admitted.now, admitted.message
    taken, since = announcements.take_turn(
        desk, records, now, admitted.mail, message, admitted.turn, admitted.heard_at
    )
    given = _given(desk, records, now, taken, effect, words)
    outcome = resolving.resolution_of(desk, records, since, taken)
    announcements.confirm(desk, records, message, now, taken, admitted.plan, outcome)
    return given, resolving.draft_resolution(desk, records, taken, notes=notes(given))


def _too_late(records: UnitOfWork, now: Ongoing, mail: PaperId, heard_at: datetime) -> str:
    """Why a turn of a mail cannot be taken at its own moment; the empty string where it can."""
    every = records.turns(now.game.id)
    for one in every:
        if one.mail == mail:
            return f"the mail announced turn {one.number} already; overrule its draft, or rewind"
    if (pending := records.pending_turn(now.game.id)) is not None:
        return (
            f"turn {pending.number} of {pending.player} awaits its resolution; approve it "
            "or overrule it void first"
        )
    for one in every:
        if one.taken_at > heard_at:
            return (
                f"turn {one.number} of {one.player} was taken since the announcement; rewind "
                "to it, and decide there"
            )
    return ""
