"""Rulings in words: for the contestmaster what one does, for drafts and mails to them (§25)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

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
from rednov_bot.core.render.wording import capital, listed, sentence_end, whose
from rednov_bot.games.base import Against, Refusal, option_value
from rednov_bot.games.red_november.render.canonical import announced_as, announcement
from rednov_bot.games.red_november.render.wording import spoken, tiles
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Turn
from rednov_bot.games.red_november.rules.words import GnomeName, Item


def said(effect: RulingEffect, gnome: GnomeName, number: int) -> str:
    """A ruling in the bot's words, where the contestmaster gave none of their own; public."""
    match effect:
        case ReadAs(turn=turn):
            return f"{whose(gnome)} announcement is read otherwise than at first{_publicly(turn)}"
        case Void():
            return f"{whose(gnome)} turn {number} has no effect"
        case Valid():
            return f"{whose(gnome)} announcement counts"
        case OptionSet(option=option, value=value):
            return f"Option {option} is {option_value(value)} from now on"
        case Chosen(label=label):
            return f"The choice in {whose(gnome)} turn {number} falls otherwise: {label}"
        case Defends():
            return f"The defence in {whose(gnome)} turn {number} is decided otherwise"
        case PositionSet():
            return "The position is set as follows"
        case Precedent() | Withdrawn():
            return ""


def in_full(words: str, effect: RulingEffect, gnome: GnomeName, number: int) -> str:
    """The contestmaster's *words*; what is decided before them where they only name a ruling."""
    named = _NAMED.fullmatch(words)
    decided_so = said(effect, gnome, number)
    if words.strip() and (named is None or not decided_so):
        return words
    return decided_so if named is None else f"{decided_so}, by {named['which'].lower()}"


_NAMED: Final = re.compile(
    r"\W*(?:of|by)?\s*(?:my |the )?(?P<which>rulings?\W+\d+)\W*", re.IGNORECASE
)


def _publicly(turn: Turn) -> str:
    """How it is read, unless it names the tiles of a gift, which may be private (§6, A23).

    Without standing orders, which may be private too (rules.md 1.3).
    """
    if turn.action is not None and turn.action.give:
        return ""
    return f': "{" ".join(announcement(replace(turn, orders=NO_ORDERS)).split())}"'


def resolution_stands(turn: int, ruling: int) -> str:
    """What a withdrawn ruling leaves of a turn that was resolved under it."""
    return (
        f"Turn {turn} stands as it was posted until you correct it. To have it without the ruling, "
        f'write "rewind turn {turn}: as it was because ruling {ruling} is withdrawn"; a draft '
        "shows you the difference first."
    )


def option_stands(option: str) -> str:
    """What a withdrawn ruling leaves of the turns that were taken under an option."""
    return (
        f"Every turn that is taken from then on goes by option {option} as it was before. Turns "
        "that were taken under the ruling go by it still, also when they are played again; "
        f'"rewind turn 12: option {option} = VALUE because REASON" corrects one.'
    )


def option_holds(option: str, game: str, pending: int | None) -> tuple[str, ...]:
    """From when on an option that is ruled holds, and for what (rules.md 10)."""
    told = (
        f"It holds from your approval on, for every turn of {game} that is taken then; the next "
        "game has its own options."
    )
    if pending is None:
        return (told,)
    own = f'"overrule: option {option} = VALUE because REASON", in answer to its draft'
    return (told, f"Turn {pending} was taken before and is resolved without it; {own}, is for it.")


SET_RIGHT: Final = (
    "overrule the draft of the next turn to set right what is wrong now "
    '("overrule: Ann 30 minutes because REASON", say)'
)


def correction_stands(turn: int) -> str:
    """What a withdrawn ruling leaves of a correction that was posted under it."""
    return (
        f"The correction of turn {turn} that was posted under it stands, and nothing before it can "
        f"be played again. {capital(SET_RIGHT)}."
    )


def precedent(clause: str) -> str:
    """From when on a ruling in words holds, and what it does not do."""
    drafts = f"a draft about {clause}" if clause else "none, for it names no clause (§10c, say)"
    return (
        "It holds from your approval on. The bot plays nothing differently by it: it reminds you "
        f"of it with {drafts}, and you overrule where it decides."
    )


PRECEDENT_STANDS: Final = "What was decided by it stands; no draft reminds you of it any more."


MAIL_STANDS: Final = (
    'The mail announces nothing as before, until you say what it does announce: "read mail 12 as '
    'Ann: I take no action.", say.'
)


def drafted_again(turn: int) -> str:
    """What comes of a withdrawn ruling about the turn that waits for its resolution."""
    return f"When you approve it, turn {turn} is drafted again without the ruling."


def gone(ruling: int) -> str:
    """Why the turn that waits for its resolution is drafted again."""
    return f"Ruling {ruling} is withdrawn; this is drafted without it."


def still_in_force(numbers: Sequence[int]) -> str:
    """That the rulings on which a rejected draft rests hold on, and how they are withdrawn."""
    if not numbers:
        return ""
    known = f"Ruling {numbers[0]}" if len(numbers) == 1 else f"Rulings {listed(map(str, numbers))}"
    stays = "stays" if len(numbers) == 1 else "stay"
    return (
        f'{known}, on which it rests, {stays} in force; "withdraw ruling {numbers[-1]}" takes it '
        "back."
    )


def against(refusals: Iterable[Against], gnome: GnomeName) -> tuple[str, str]:
    """Why a turn of *gnome* cannot count: as everybody may read it, and aside what only they and
    the contestmaster may know (§6); the latter is "" where nothing is.
    """
    openly: dict[str, None] = {}
    aside = []
    for one in refusals:
        why = f"{_of(gnome, spoken(one.reason))} ({one.clause})"
        if isinstance(one, Refusal):
            openly[why] = None
        else:
            openly[f"something that only {gnome} may know is against it (§6)"] = None
            aside.append(why)
    return "; ".join(openly), "; ".join(aside)


def _of(gnome: GnomeName, reason: str) -> str:
    """What is said to a gnome of their own hand, as it is said of them to the contestmaster."""
    said = reason.replace("you do not hold", f"{gnome} does not hold")
    said = said.replace("of what you give", f"of what {gnome} gives")
    said = said.replace("of your items", f"of {whose(gnome)} items")
    said = said.replace(", you hold ", f", {gnome} holds ")
    return re.sub(r"\byou announced\b", f"{gnome} announced", said)


def unheard(named: Iterable[Item], how: str) -> str:
    """That the contestmaster's words tell the list of tiles, and how to say it without (§6)."""
    return (
        f"Your words name what the list has not heard of: {tiles(named)} (§6). They will be "
        f"public; {how or 'amend them'} if they should not."
    )


def may_bear(ruling: Ruling) -> str:
    """That a ruling in words may decide what is drafted, for the bot has not played by it."""
    said = sentence_end(ruling.text)
    return (
        f'Your ruling {ruling.number} ({ruling.clause}) may bear on this: "{said}" The bot plays '
        "nothing by it; to decide by it, overrule this."
    )


def mind(code: str, given: Ruling, effect: RulingEffect) -> str:
    """What the contestmaster is told with the new draft."""
    what = decided(effect) or "it is recorded and changes nothing here"
    return f"Draft {code} is overruled by your ruling {given.number}: {what}."


def decided(effect: RulingEffect, *, blind: bool = False) -> str:
    """What a ruling changes, for the contestmaster; nothing of one that is words alone.

    In a *blind* game without the tiles of a gift, which may have been listed in private (A23).
    """
    match effect:
        case ReadAs(turn=turn):
            read = announced_as(turn, ruled=True) if blind else announcement(turn)
            return f'it is read as "{" ".join(read.split())}"'
        case Void():
            return "the turn has no effect"
        case Valid():
            return "the announcement counts"
        case OptionSet(option=option, value=value):
            return f"option {option} is {option_value(value)}"
        case PositionSet(lines=lines):
            return f"the position is set: {'; '.join(lines.split(chr(10)))}"
        case Chosen(label=label):
            return f"the choice is {label}"
        case Defends(defends=defends):
            return f"the defender {'fights back' if defends else 'does not fight back'}"
        case Precedent() | Withdrawn():
            return ""
