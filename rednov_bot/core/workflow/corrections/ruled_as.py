"""What the contestmaster wrote behind `overrule`, as the effect of a ruling (§25)."""

from __future__ import annotations

from typing import assert_never

from rednov_bot.core.contest import (
    OptionSet,
    PositionSet,
    Precedent,
    ReadAs,
    RulingEffect,
    Valid,
    Void,
)
from rednov_bot.core.errors import CannotRule
from rednov_bot.core.models import TurnAct
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import commands, listening, mails_on_file
from rednov_bot.core.workflow.corrections import ruling
from rednov_bot.core.workflow.desk import Desk, ongoing
from rednov_bot.core.workflow.drafts.open_drafts import open_draft
from rednov_bot.games.red_november.reader.reading import read
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
        case commands.Void():
            return Void()
        case commands.Valid():
            return Valid()
        case commands.Changes(text=text):
            return PositionSet(text)
        case commands.OptionSet(key=key, value=value):
            now = ongoing(desk, records)
            if now is None:
                raise CannotRule("no game is being played; options are named when one is started")
            effect: OptionSet = ruling.option_set(now.options, key, value)
            return effect
        case commands.ReadAs(words=words):
            return ReadAs(turn_in(desk, _whose(desk, records, code), words))
        case _:
            assert_never(how)


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
