"""Rulings of the contestmaster: given, numbered, told to the list (§25).

What a ruling does to a draft is in `overruling`; which rulings hold for what, in `in_force`; how
they are withdrawn, in `withdrawing`.
"""

from __future__ import annotations

from typing import Final

import msgspec

from rednov_bot.core.contest import OptionSet, Precedent, Ruling, RulingEffect, Uphold
from rednov_bot.core.errors import CannotRule
from rednov_bot.core.models import Draft, PaperId
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, office, outgoing
from rednov_bot.core.workflow.desk import Desk, Ongoing, ongoing
from rednov_bot.core.workflow.drafts import drafting
from rednov_bot.games.base import Player, option_value
from rednov_bot.games.red_november.render import ruling_pages, ruling_words
from rednov_bot.games.red_november.rules.options import NEEDS, Options, options_from

LONGEST = 2_000  # characters of a ruling


def rule(desk: Desk, records: UnitOfWork, text: str, clause: str = "") -> tuple[Ruling, Draft]:
    """A precedent is proposed: the bot plays nothing by it, and drafts about its clause name it.

    It holds when the draft is approved that tells the list.  Raises CannotRule.
    """
    given = record(desk, records, Precedent(), text, clause, by=desk.decides, proposed=True)
    return given, announce(desk, records, given, (ruling_words.precedent(given.clause),))


def rulings(records: UnitOfWork) -> tuple[Ruling, ...]:
    """Every ruling of the contest, those withdrawn and their withdrawals included."""
    return records.rulings()


def set_option(
    desk: Desk, records: UnitOfWork, option: str, value: str, why: str = "", clause: str = ""
) -> tuple[Ruling, Draft]:
    """An option of the running game gets another value, when the draft is approved that says so.

    It holds for every turn that is taken from then on (rules.md 10).  Raises CannotRule.
    """
    now = ongoing(desk, records)
    if now is None:
        raise CannotRule("no game is being played; options are named when one is started")
    effect = option_set(now.options, option, value)
    if fault := _seen(desk, records, now, effect):
        raise CannotRule(fault)
    said = f"From now on option {effect.option} is {option_value(effect.value)}"
    given = record(
        desk,
        records,
        effect,
        f"{said}: {why}" if why.strip() else said,
        clause,
        by=desk.decides,
        game=now.game.id,
        proposed=True,
    )
    pending = records.pending_turn(now.game.id)
    waiting = None if pending is None else pending.number
    notes = ruling_words.option_holds(effect.option, now.game.tag, waiting)
    return given, announce(desk, records, given, (*notes, *against_the_contract(effect)))


def overtaken(desk: Desk, records: UnitOfWork, draft: Draft) -> str:
    """Why an option cannot be set by *draft* any more; nothing of every other draft."""
    for effect in draft.effects:
        given = records.ruling(effect.ruling) if isinstance(effect, Uphold) else None
        if given is not None and isinstance(given.effect, OptionSet) and given.turn is None:
            now = ongoing(desk, records)
            if now is None or now.game.id != given.game:
                return "its game is over"
            try:
                option_set(now.options, given.effect.option, given.effect.value)
            except CannotRule as fault:
                return fault.reason
            return _seen(desk, records, now, given.effect)
    return ""


def _seen(desk: Desk, records: UnitOfWork, now: Ongoing, effect: OptionSet) -> str:
    """Why a game cannot stop being blind: a gnome of it decides, and would see every hand (A83)."""
    decides = office.seated(desk, records).decides
    if effect.option != "blind" or effect.value or not office.plays(records, now.game, decides):
        return ""
    return (
        f"{decides} decides, is a gnome of {now.game.tag} and would see every hand: name a deputy "
        "first who is none (A83)"
    )


def record(
    desk: Desk,
    records: UnitOfWork,
    effect: RulingEffect,
    text: str,
    clause: str,
    *,
    by: Player,
    game: PaperId | None = None,
    turn: PaperId | None = None,
    since: int | None = None,
    proposed: bool = False,
) -> Ruling:
    """A ruling is stored from now on, with the next number.  Raises CannotRule.

    A *proposed* one holds when the draft is approved that brings it about.
    """
    words = " ".join(text.split())
    if not words:
        raise CannotRule("say in your own words what you rule; they are published")
    if len(words) > LONGEST:
        raise CannotRule(f"it has {len(words)} characters; {LONGEST} are the most")
    named = clause.strip()
    if named and not named.startswith("§"):
        named = f"§{named}"
    return records.rule(
        clause=named,
        text=words,
        by=by,
        at=desk.now(),
        effect=effect,
        game=game,
        turn=turn,
        since=since,
        proposed=proposed,
    )


_SETTLED: Final = frozenset(
    {
        "edition",
        "opening_events",
        "contestmaster_plays",
        "public_tape_hash",
        "beacon",
        "reveal_at_end",
    }
)
"""Options that an opening has carried out, or has promised to everybody who reads it (A95)."""


def option_set(options: Options, option: str, value: str | bool | int) -> OptionSet:
    """The effect that sets an option, its value typed.  Raises CannotRule."""
    named = "drew_items" if option == "drew" else option
    changed = options_from({**msgspec.to_builtins(options), named: value})
    if isinstance(changed, str):
        raise CannotRule(changed)
    typed = getattr(changed, named)
    if typed == getattr(options, named):
        raise CannotRule(f"option {named} is {option_value(typed)} already")
    if named in _SETTLED:
        raise CannotRule(f"option {named} is settled by the opening of a game and changes no more")
    return OptionSet(named, typed)


def against_the_contract(effect: RulingEffect) -> tuple[str, ...]:
    """What the contestmaster is to mind about an option that the contract does not carry (§26)."""
    if not isinstance(effect, OptionSet):
        return ()
    return tuple(
        f"Option {name} {needs}."
        for name, value, needs in NEEDS
        if (name, value) == (effect.option, effect.value)
    )


def announce(
    desk: Desk,
    records: UnitOfWork,
    given: Ruling,
    notes: tuple[str, ...] = (),
    withdraws: Ruling | None = None,
) -> Draft:
    """The list is told by a draft; *withdraws* is the ruling that holds no longer then."""
    heard = () if withdraws is None or withdraws.told_at is None else (withdraws.text,)
    text = ruling_pages.ruling(
        given.number,
        given.clause,
        given.text,
        withdraws=None if withdraws is None else withdraws.number,
        withdrawn="".join(heard),
        **outgoing.for_list(desk),
    )
    draft = desk.draft(
        "line",
        f"Ruling {given.number}",
        game=None if given.game is None else PaperId(given.game),
        pages=(text,),
        effects=(Uphold(given.number),),
    )
    how = "reject this, and rule in other words,"
    notes += hidden.mind(desk, given.text, heard, how)
    return drafting.submit(desk, records, draft, notes=notes)
