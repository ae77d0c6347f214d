"""The contestmaster decides otherwise before a turn is resolved: it is drafted anew (§25).

The ruling is stored and numbered before the new draft is shown, which cites it; rejecting that
draft leaves the ruling where it is.  Whatever cannot be carried out changes nothing: CannotRule.
"""

from __future__ import annotations

import re
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
from rednov_bot.games.base import Held, Options, Player, State, Turn

Overruled: TypeAlias = tuple[Ruling, Draft | None]
"""The stored ruling, and what is drafted under it: None where a gnome is asked for a choice first,
or nothing is left to draft."""


def overrule(desk: Desk, records: UnitOfWork, said: commands.Overrule) -> Overruled:
    """The open draft of this code is overruled; or the turn of that number, `4`, which awaits its
    resolution and may wait for somebody's choice.

    What decides nothing is a precedent.  Raises NoSuchDraft, DraftClosed, CannotRule.
    """
    if said.code.isdecimal() and len(said.code) < CODE_LENGTH:
        return _turn(desk, records, int(said.code), said)
    draft = _draft(records, said)
    if draft.kind in ("resolution", "choice") and draft.turn is not None:
        return _turn(desk, records, records.turn(draft.turn).number, said)
    if said.how is None:
        return ruling.rule(desk, records, said.why, said.clause)
    if draft.kind == "line":
        return _line(desk, records, draft, said)
    raise CannotRule(f"draft {draft.code} resolves no turn; reject it, and ask for it otherwise")


def _waiting(desk: Desk, records: UnitOfWork, number: int) -> tuple[Ongoing, TakenTurn]:
    """The turn of that number, which awaits its resolution.  Raises CannotRule."""
    now = _playing(desk, records)
    taken = records.pending_turn(now.game.id)
    if taken is not None and taken.number == number:
        return now, taken
    if any(one.number == number for one in records.turns(now.game.id)):
        raise CannotRule(f'turn {number} is resolved; "rewind turn {number}: ..." corrects it')
    waits = "no turn awaits its resolution"
    if taken is not None:
        waits = f"turn {taken.number} of {taken.player} awaits its resolution"
    raise CannotRule(f"there is no turn {number}: {waits}")


def _playing(desk: Desk, records: UnitOfWork) -> Ongoing:
    now = ongoing(desk, records)
    if now is None:
        raise CannotRule("no game is being played")
    return now


def _draft(records: UnitOfWork, said: commands.Overrule) -> Draft:
    """The open draft that is named; of a closed one what to write instead, in the same words."""
    code = said.code
    found = open_drafts.named(records, code)
    verdict = None if found is None or found[1] is None else found[1].verdict
    if found is None or verdict not in ("approved", "rejected"):
        return open_drafts.open_draft(records, code)
    words = _worded(said)
    if verdict == "rejected":
        newest, decision = open_drafts.newest(records, code)
        if decision is None:
            raise CannotRule(f'draft {code} was rejected; answer draft {newest} with "{words}"')
        raise CannotRule(
            f'draft {code} was rejected; "again {code}" gets you a new one, and to that you reply '
            f'"{words}"'
        )
    turn = found[0].turn
    if turn is None or isinstance(said.how, effects.PositionSet | effects.Valid | None):
        raise CannotRule(f"draft {code} was approved and is posted; {ruling.SET_RIGHT}")
    again = words.replace("overrule:", f"rewind turn {records.turn(turn).number}:", 1)
    raise CannotRule(f'draft {code} was approved and is posted; to correct it, mail "{again}"')


def _worded(said: commands.Overrule) -> str:
    """What the contestmaster wrote, as a command."""
    match said.how:
        case commands.ReadAs(words=words):
            how = f'read as "{" ".join(words.split())}"'
        case commands.OptionSet(option=option, value=value):
            how = f"option {option} = {value}"
        case effects.PositionSet(lines=lines):
            how = "; ".join(lines.split("\n"))
        case effects.Valid():
            how = "valid"
        case effects.Void():
            how = "void"
        case None:
            how = ""
    why = f"because {said.why}" if said.why else ""
    return " ".join(filter(None, ("overrule:", how, why)))


# -- what is decided ------------------------------------------------------------------------------


def effect_of(
    desk: Desk,
    records: UnitOfWork,
    how: commands.Overruling | commands.Rewinding | None,
    taken: TakenTurn,
    options: Options,
) -> RulingEffect:
    """What words decide about a turn that is played under *options*.  Raises CannotRule."""
    match how:
        case None:
            return effects.Precedent()
        case commands.ReadAs(words=words):
            turn = desk.game.reread(turn_in(desk, taken.player, words), taken.turn)
            heard = moments.moment_of(records, taken).text
            hidden.check_tiles(desk, records, turn, heard, taken.turn)
            return effects.ReadAs(turn)
        case commands.OptionSet(option=option, value=value):
            effect = ruling.option_set(desk, options, option, value)
            hidden.check_option(desk, records, effect.option)
            return effect
        case effects.Chosen(key=key, label=label):
            # Who names no choice means any that offers the candidate.
            answer = desk.game.secret_answer(key, label)
            if answer is None:
                return how
            hidden.forbid(records, "what comes of a defence hangs on a hand")
            return effects.Defends(answer)
        case _:
            return how


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


def _turn(desk: Desk, records: UnitOfWork, number: int, said: commands.Overrule) -> Overruled:
    """The pending turn is resolved anew under the ruling, on the same luck (S140, A95)."""
    now, taken = _waiting(desk, records, number)
    draft = next(iter(open_drafts.of_turn(records, taken.id)), None)
    effect = effect_of(desk, records, said.how, taken, now.options)
    _check(desk, records, now, taken, effect)
    given = _given(desk, records, now, taken, effect, said.why, said.clause)
    note = mind(desk, f"Turn {number}" if draft is None else f"Draft {draft.code}", given)
    if draft is not None and draft.kind == "choice":  # else the same choice would count as offered
        records.decide(open_drafts.closed(draft.code, "the turn was ruled on", desk.now()))
    more = ruling.needs(desk, now.options, effect)
    made = resolving.draft_resolution(desk, records, taken, notes=(note, *more))
    _give_way(desk, records, draft, made)
    return given, made


def _check(
    desk: Desk, records: UnitOfWork, now: Ongoing, taken: TakenTurn, effect: RulingEffect
) -> None:
    """The announcement can say that, where it was made and as things lie now, and what comes of it
    can be.  Raises CannotRule."""
    match effect:
        case effects.Valid():
            if not effects.is_void([one.effect for one in in_force.about(records, taken)]):
                say = "say `overrule: void` or how it is read"
                raise CannotRule(f"turn {taken.number} counts already; {say}")
        case effects.PositionSet(lines=lines):
            outcome = resolving.resolution_of(desk, records, now, taken)
            if isinstance(outcome, Held):
                raise CannotRule(
                    "the resolution waits for a choice; choose first, then set the position"
                )
            _placed(desk, now, outcome.after, lines)
        case effects.ReadAs(turn=turn):
            options = in_force.options_of(records, now.game, taken)
            then = records.gamestate_at(taken.game, in_force.taken_in(records, taken) - 1)
            free = desk.game.counted(now.gamestate, taken.number)
            for state, when in ((then, "read so"), (free, "read so, as things lie now,")):
                if against := desk.game.judge(state, turn, now.tables, options).refusals:
                    why = desk.game.why_void(against, taken.player)
                    void = f"{when} the turn would have no effect: {why.openly}"
                    raise CannotRule(void, why.aside)
        case _:
            pass
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
    every = (*every, proposed)
    so = resolving.outcome_of(desk, records, now, taken, every)
    if isinstance(so, tuple):
        void = f"turn {taken.number} would be no valid turn then; overrule it void instead"
        raise CannotRule(void)
    if not isinstance(so, Held):
        options = in_force.options_of(records, now.game, taken, every)
        _check_sound(desk, now, so.after, options)


def _placed(desk: Desk, now: Ongoing, state: State, lines: str) -> State:
    placed = desk.game.set_position(state, lines, now.tables)
    if isinstance(placed, str):
        raise CannotRule(placed)
    return placed


def _check_sound(desk: Desk, now: Ongoing, state: State, options: Options) -> None:
    """There can be such a state, where the present one is as it should be.  Raises CannotRule."""
    wrong = desk.game.unsound(state, now.tables, options)
    if wrong is not None and desk.game.unsound(now.gamestate, now.tables, options) is None:
        raise CannotRule(f"the position cannot be: {wrong.openly}", wrong.aside)


_NAMED: Final = r"\W*(?:of|by)?\s*(?:my |the )?(?P<which>rulings?\W+\d+)\W*"


def _given(
    desk: Desk,
    records: UnitOfWork,
    now: Ongoing,
    taken: TakenTurn,
    effect: RulingEffect,
    words: str,
    clause: str,
) -> Ruling:
    """The ruling about a turn is stored: in the contestmaster's words, and what is decided before
    them where they only name another ruling."""
    named = re.fullmatch(_NAMED, words, re.IGNORECASE)
    text = desk.game.ruled(effect, taken.player, taken.number)
    if words.strip() and (named is None or not text):
        text = words
    elif named is not None:
        text = f"{text}, by {named['which'].lower()}"
    game, since = now.game.id, now.number
    return ruling.record(desk, records, effect, text, clause, game=game, turn=taken.id, since=since)


def mind(desk: Desk, what: str, given: Ruling) -> str:
    """What the contestmaster is told with the new draft."""
    decided = desk.game.decided(given.effect) or "it is recorded and changes nothing here"
    return f"{what} is overruled by your ruling {given.number}: {decided}."


def _give_way(desk: Desk, records: UnitOfWork, old: Draft | None, new: Draft | None) -> None:
    """The overruled draft cannot be approved any more, if the new one has not replaced it yet."""
    if old is not None and old.code in [one.code for one in records.open_drafts()]:
        by = "" if new is None else new.code
        records.decide(open_drafts.superseded(old.code, by, desk.now()))


# -- an announcement without effect counts after all ----------------------------------------------

Admitting = effects.ReadAs | effects.Valid | effects.PositionSet
"""By what an announcement can come to count."""


def _line(desk: Desk, records: UnitOfWork, draft: Draft, said: commands.Overrule) -> Overruled:
    """An announcement without effect counts after all, as a turn of its own moment (§9, §25)."""
    if draft.mail is None:
        raise CannotRule(
            f"draft {draft.code} tells of no turn; let the mail be read otherwise by its number"
        )
    message, heard_at = mails_on_file.announcement(desk, records, draft.mail)
    assert message.sender is not None
    effect: RulingEffect | commands.ReadAs | None = said.how
    if isinstance(effect, commands.ReadAs):
        effect = effects.ReadAs(turn_in(desk, message.sender, effect.words))
    if not isinstance(effect, Admitting):
        raise CannotRule(
            f"draft {draft.code} says that an announcement has no effect; it can be ruled valid, "
            "read otherwise, or met by another position"
        )
    now = _playing(desk, records)
    turn = effect.turn if isinstance(effect, effects.ReadAs) else _announced(desk, message)
    if (player := desk.game.whose(turn)) != message.sender:
        raise CannotRule(f"the mail is by {message.sender}, not by {player}")
    if hidden.is_blind(records):
        # In a blind game nothing is ruled that would tell of a hand.  Raises CannotRule.
        as_said = _announced(desk, message)
        listed = announcements.with_private_list(desk, records, as_said, now.options)
        if player in now.game.gnomes:
            verdict = desk.game.judge(now.gamestate, listed, now.tables, now.options)
            hidden.check_private(records, verdict.private, player)
        hidden.check_tiles(desk, records, turn, message.text, as_said)
    admitted = weighed(desk, records, now, draft.mail, message, turn, heard_at, effect)
    taken, given = admit(desk, records, admitted, effect, said.why, said.clause)
    notes = (mind(desk, f"Draft {draft.code}", given), *open_drafts.own_words(records, draft))
    made = resolving.draft_resolution(desk, records, taken, notes=notes)
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
) -> Admitted:
    """The turn, as it can be taken now, as of its own moment.  Raises CannotRule."""
    _check_moment(records, now, mail, heard_at)
    turn = announcements.with_private_list(desk, records, turn, now.options)
    if isinstance(effect, effects.PositionSet):
        _check_sound(desk, now, _placed(desk, now, now.gamestate, effect.lines), now.options)
    verdict = desk.game.admit(now.gamestate, turn, effect, now.tables, now.options)
    if verdict.valid:
        return Admitted(now, mail, message, turn, verdict.plan, heard_at)
    why = desk.game.why_void(verdict.refusals, desk.game.whose(turn))
    remedy = 'say how else it is read: `read as "..."`'
    if example := desk.game.remedy(verdict.refusals, desk.game.whose(turn)):
        remedy = f'rule the position otherwise first: "overrule: {example}"'
    raise CannotRule(f"the turn cannot be carried out: {why.openly}; {remedy}", why.aside)


def admit(
    desk: Desk,
    records: UnitOfWork,
    admitted: Admitted,
    effect: Admitting,
    words: str,
    clause: str,
) -> tuple[TakenTurn, Ruling]:
    """The turn is taken, and the ruling about it is stored; its gnome hears that it is taken.

    What comes of it is still to be drafted.
    """
    now, message = admitted.now, admitted.message
    taken, since = announcements.take_turn(
        desk, records, now, admitted.mail, message, admitted.turn, admitted.heard_at
    )
    given = _given(desk, records, now, taken, effect, words, clause)
    outcome = resolving.resolution_of(desk, records, since, taken)
    announcements.confirm(desk, records, message, now, taken, admitted.plan, outcome)
    return taken, given


def _check_moment(records: UnitOfWork, now: Ongoing, mail: PaperId, heard_at: datetime) -> None:
    """A turn of a mail can be taken at its own moment.  Raises CannotRule."""
    every = records.turns(now.game.id)
    for one in every:
        if one.mail == mail:
            raise CannotRule(
                f"the mail announced turn {one.number} already; overrule its draft, or rewind"
            )
    if (pending := records.pending_turn(now.game.id)) is not None:
        raise CannotRule(
            f"turn {pending.number} of {pending.player} awaits its resolution; approve it "
            "or overrule it void first"
        )
    for one in every:
        if one.taken_at > heard_at:
            raise CannotRule(
                f"turn {one.number} of {one.player} was taken since the announcement; rewind "
                "to it, and decide there"
            )
