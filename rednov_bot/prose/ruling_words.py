"""A ruling in the bot's words: to the list where e gave none, and to the contestmaster (§25)."""

from __future__ import annotations

from rednov_bot.contest import (
    Chosen,
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
from rednov_bot.engine.turn import Turn
from rednov_bot.engine.words import GnomeName
from rednov_bot.prose.canonical import announcement
from rednov_bot.prose.wording import option_value, whose


def said(effect: RulingEffect, gnome: GnomeName, number: int) -> str:
    """A ruling in the bot's words, where the contestmaster gave none of eir own; public."""
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
        case PositionSet():
            return "The position is set as follows"
        case Precedent() | Withdrawn():
            return ""


def _publicly(turn: Turn) -> str:
    """How it is read, unless it names the tiles of a gift, which may be private (§6, A23)."""
    if turn.action is not None and turn.action.give:
        return ""
    return f': "{" ".join(announcement(turn).split())}"'


def mind(code: str, given: Ruling, effect: RulingEffect) -> str:
    """What the contestmaster is told with the new draft."""
    match effect:
        case ReadAs(turn=turn):
            what = f'it is read as "{" ".join(announcement(turn).split())}"'
        case Void():
            what = "the turn has no effect"
        case Valid():
            what = "the announcement counts"
        case OptionSet(option=option, value=value):
            what = f"option {option} is {option_value(value)}"
        case PositionSet(lines=lines):
            what = f"the position is set: {'; '.join(lines.split(chr(10)))}"
        case Chosen(label=label):
            what = f"the choice is {label}"
        case Precedent() | Withdrawn():
            what = "it is recorded and changes nothing here"
    return f"Draft {code} is overruled by your ruling {given.number}: {what}."
