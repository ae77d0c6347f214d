"""Rulings of the contestmaster: given, numbered, told to the list, and withdrawn (§25).

Which rulings hold for what is in `in_force`.
"""

from __future__ import annotations

from rednov_bot.core.contest import (
    Correct,
    OptionSet,
    Precedent,
    Ruling,
    RulingEffect,
    Uphold,
    Void,
    Withdrawn,
)
from rednov_bot.core.errors import CannotRule
from rednov_bot.core.models import Draft, PaperId, TakenTurn
from rednov_bot.core.render import contest_pages
from rednov_bot.core.render.wording import listed
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import hidden, in_force, office, outgoing, resolving
from rednov_bot.core.workflow.desk import Desk, Ongoing, draft_of, ongoing, pending
from rednov_bot.core.workflow.drafts import drafting
from rednov_bot.games.base import Options, option_value

LONGEST = 2_000  # characters of a ruling

SET_RIGHT = (
    "overrule the draft of the next turn to set right what is wrong now "
    '("overrule: Ann 30 minutes because REASON", say)'
)


def rule(desk: Desk, records: UnitOfWork, text: str, clause: str = "") -> tuple[Ruling, Draft]:
    """A precedent is proposed: the bot plays nothing by it, and drafts about its clause name it.

    It holds when the draft is approved that tells the list.  Raises CannotRule.
    """
    given = record(desk, records, Precedent(), text, clause, proposed=True)
    drafts = f"a draft about {given.clause}" if given.clause else "none, for it names no clause"
    drafts += "" if given.clause else " (§10c, say)"
    note = (
        "It holds from your approval on. The bot plays nothing differently by it: it reminds you "
        f"of it with {drafts}, and you overrule where it decides."
    )
    return given, announce(desk, records, given, (note,))


def set_option(
    desk: Desk, records: UnitOfWork, option: str, value: str, why: str = "", clause: str = ""
) -> tuple[Ruling, Draft]:
    """An option of the running game gets another value, when the draft is approved that says so.

    It holds for every turn that is taken from then on (rules.md 10).  Raises CannotRule.
    """
    now = ongoing(desk, records)
    if now is None:
        raise CannotRule("no game is being played; options are named when one is started")
    effect = option_set(desk, now.options, option, value)
    if fault := _seen(desk, records, now, effect):
        raise CannotRule(fault)
    said = f"From now on option {effect.option} is {option_value(effect.value)}"
    said += f": {why}" if why.strip() else ""
    game = now.game.id
    given = record(desk, records, effect, said, clause, game=game, proposed=True)
    notes = [
        f"It holds from your approval on, for every turn of {now.game.tag} that is taken then; the "
        "next game has its own options."
    ]
    if (taken := records.pending_turn(game)) is not None:
        own = f'"overrule: option {effect.option} = VALUE because REASON", in answer to its draft'
        notes.append(
            f"Turn {taken.number} was taken before and is resolved without it; {own}, is for it."
        )
    return given, announce(desk, records, given, (*notes, *needs(desk, now.options, effect)))


def option_set(desk: Desk, options: Options, option: str, value: str | bool | int) -> OptionSet:
    """The effect that sets an option, its value typed.  Raises CannotRule."""
    found = desk.game.set_option(options, option, value)
    if isinstance(found, str):
        raise CannotRule(found)
    return OptionSet(found.option, found.value)


def needs(desk: Desk, options: Options, effect: RulingEffect) -> tuple[str, ...]:
    """What the contestmaster is to mind about an option that the contract does not carry (§26)."""
    if not isinstance(effect, OptionSet):
        return ()
    found = desk.game.set_option(options, effect.option, effect.value)
    if isinstance(found, str) or not found.needs:
        return ()
    return (f"Option {found.option} {found.needs}.",)


def _seen(desk: Desk, records: UnitOfWork, now: Ongoing, effect: OptionSet) -> str:
    """Why a game cannot stop being blind: a gnome of it decides, and would see every hand (A83)."""
    decides = office.seated(desk, records).decides
    if (
        effect.option != "blind"
        or effect.value
        or not office.plays(desk, records, now.game, decides)
    ):
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
    game: PaperId | None = None,
    turn: PaperId | None = None,
    since: int | None = None,
    proposed: bool = False,
) -> Ruling:
    """A ruling is stored from now on, with the next number.  Raises CannotRule.

    A *proposed* one holds when the draft is approved that brings it about.
    """
    named = clause.strip()
    if named and not named.startswith("§"):
        named = f"§{named}"
    ruling = Ruling(
        clause=named,
        text=checked(text),
        by=desk.decides,
        at=desk.now(),
        effect=effect,
        game=game,
        turn=turn,
        since=since,
    )
    return records.rule(ruling, proposed=proposed)


def checked(text: str) -> str:
    """The words of a ruling, on one line.  Raises CannotRule where they cannot be published."""
    words = " ".join(text.split())
    if not words:
        raise CannotRule("say in your own words what you rule; they are published")
    if len(words) > LONGEST:
        raise CannotRule(f"it has {len(words)} characters; {LONGEST} are the most")
    return words


def announce(
    desk: Desk,
    records: UnitOfWork,
    given: Ruling,
    notes: tuple[str, ...],
    withdraws: Ruling | None = None,
) -> Draft:
    """The list is told by a draft; *withdraws* is the ruling that holds no longer then."""
    heard = () if withdraws is None or withdraws.told_at is None else (withdraws.text,)
    text = contest_pages.ruling(
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


# -- withdrawn ------------------------------------------------------------------------------------


def withdraw(
    desk: Desk, records: UnitOfWork, number: int, text: str = ""
) -> tuple[Ruling, Draft, str]:
    """A ruling is proposed that withdraws ruling *number*, and drafted for the list.

    What was resolved under it stands as it was posted, until the contestmaster rewinds to it; a
    turn is played again by the options that held when it was taken (A97).  At last a sentence or
    more on what is left as it is.  Raises CannotRule.
    """
    gone = _holding(records, number)
    if fault := _rests(desk, records, gone):
        raise CannotRule(fault)
    given = record(
        desk,
        records,
        Withdrawn(number),
        text or f"Ruling {number} is withdrawn",
        gone.clause,
        game=None if gone.game is None else PaperId(gone.game),
        turn=None if gone.turn is None else PaperId(gone.turn),
        proposed=True,
    )
    leaves = _leaves(desk, records, gone)
    return given, announce(desk, records, given, (leaves,), withdraws=gone), leaves


def overtaken(desk: Desk, records: UnitOfWork, draft: Draft) -> str:
    """Why the ruling of a draft cannot be given any more; nothing of every other draft."""
    given = _upheld(records, draft)
    match None if given is None else given.effect:
        case Withdrawn(ruling=number):
            if not any(one.number == number for one in in_force.in_force(records)):
                return f"ruling {number} is withdrawn already"
            return _rests(desk, records, records.ruling(number))
        case OptionSet() as effect if given is not None and given.turn is None:
            now = ongoing(desk, records)
            if now is None or now.game.id != given.game:
                return "its game is over"
            found = desk.game.set_option(now.options, effect.option, effect.value)
            return found if isinstance(found, str) else _seen(desk, records, now, effect)
        case _:
            return ""


def follow(desk: Desk, records: UnitOfWork, draft: Draft) -> None:
    """A ruling was withdrawn: the turn that awaits its resolution is drafted again without it."""
    given = _upheld(records, draft)
    if given is None or not isinstance(given.effect, Withdrawn):
        return
    gone = records.ruling(given.effect.ruling)
    if (taken := _waiting(desk, records, gone)) is not None:
        note = f"Ruling {gone.number} is withdrawn; this is drafted without it."
        resolving.draft_resolution(desk, records, taken, notes=(note,))


def rejected(records: UnitOfWork, draft: Draft) -> str:
    """The rulings on which a rejected draft rests and that hold on, in a sentence; or nothing."""
    known = in_force.in_force(records)
    if draft.turn is not None and draft.kind in ("resolution", "choice"):
        numbers = [one.number for one in known if one.turn == draft.turn]
    else:
        numbers = [one.number for one in known if Uphold(one.number) in draft.effects]
    if not numbers:
        return ""
    named = f"Ruling {numbers[0]}, on which it rests, stays"
    if len(numbers) > 1:
        named = f"Rulings {listed(map(str, numbers))}, on which it rests, stay"
    return f'{named} in force; "withdraw ruling {numbers[-1]}" takes it back.'


def _holding(records: UnitOfWork, number: int) -> Ruling:
    """The ruling of this number that holds.  Raises CannotRule."""
    for one in in_force.in_force(records):
        if one.number == number:
            return one
    for draft in records.open_drafts():
        for effect in draft.effects:
            if isinstance(effect, Uphold | Correct) and effect.ruling == number:
                holds = f"holds only when draft {draft.code} is approved"
                raise CannotRule(f"ruling {number} {holds}; reject that")
    if any(one.number == number for one in records.rulings()):
        raise CannotRule(
            f"ruling {number} is withdrawn already or withdraws another; rule anew instead"
        )
    raise CannotRule(f"there is no ruling {number}; `rulings` lists them")


def _upheld(records: UnitOfWork, draft: Draft) -> Ruling | None:
    """The ruling of which a draft tells the list."""
    found = [one.ruling for one in draft.effects if isinstance(one, Uphold)]
    return records.ruling(found[0]) if found else None


def _waiting(desk: Desk, records: UnitOfWork, gone: Ruling) -> TakenTurn | None:
    """The pending turn, if a ruling is about it; what else was taken before goes by it still."""
    taken = pending(desk, records)
    return taken if taken is not None and gone.turn == taken.id else None


def _rests(desk: Desk, records: UnitOfWork, gone: Ruling) -> str:
    """Why the pending turn cannot do without a ruling; the empty string where it can."""
    now, taken = ongoing(desk, records), _waiting(desk, records, gone)
    if now is None or taken is None:
        return ""
    without = [one for one in records.rulings(now.game.id) if one.number != gone.number]
    if not isinstance(resolving.outcome_of(desk, records, now, taken, without), tuple):
        return ""
    return (
        f"without ruling {gone.number} turn {taken.number} would be no valid turn; "
        "overrule its draft void first"
    )


def _leaves(desk: Desk, records: UnitOfWork, gone: Ruling) -> str:
    """What a withdrawn ruling leaves as it is."""
    if (taken := _waiting(desk, records, gone)) is not None:
        return f"When you approve it, turn {taken.number} is drafted again without the ruling."
    number = None if gone.turn is None else records.turn(PaperId(gone.turn)).number
    if gone.game is not None and _has_corrected(records, PaperId(gone.game), gone.number):
        return (
            f"The correction of turn {number} that was posted under it stands, and nothing before "
            f"it can be played again. {SET_RIGHT[:1].upper()}{SET_RIGHT[1:]}."
        )
    match gone.effect:
        case Precedent() | Withdrawn():
            return "What was decided by it stands; no draft reminds you of it any more."
        case Void() if number is None:  # of a mail, not of a turn
            return (
                "The mail announces nothing as before, until you say what it does announce: "
                '"read mail 12 as Ann: I take no action.", say.'
            )
        case OptionSet(option=option) if number is None:
            return (
                f"Every turn that is taken from then on goes by option {option} as it was before. "
                "Turns that were taken under the ruling go by it still, also when they are played "
                f'again; "rewind turn 12: option {option} = VALUE because REASON" corrects one.'
            )
        case _:
            return (
                f"Turn {number} stands as it was posted until you correct it. To have it without "
                f'the ruling, write "rewind turn {number}: as it was because ruling {gone.number} '
                'is withdrawn"; a draft shows you the difference first.'
            )


def _has_corrected(records: UnitOfWork, game: PaperId, number: int) -> bool:
    """Whether a correction under this ruling was posted and has moved the game on."""
    causes = [draft_of(records, one.cause.removeprefix("draft ")) for one in records.chapters(game)]
    every = [effect for draft in causes if draft is not None for effect in draft.effects]
    return any(isinstance(one, Correct) and one.ruling == number for one in every)
