"""A turn is tried out: judged by the resolver's own checks, and neither taken nor resolved.

Who says what they will do, or wonders what would come of it, does nothing by it.  To the bot alone
it is tried out, which is what people write there for; on a list they are told, for who believes to
have taken a turn by it would wait for nothing (§9).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rednov_bot.core.models import Act, Join, Leave, Message, Note, Reading, TurnAct
from rednov_bot.core.render import answers
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import announcements, in_force, listening, office, outgoing, resolving
from rednov_bot.core.workflow.commands.asking import as_announced, is_wondered
from rednov_bot.core.workflow.desk import NO_GAME, Desk, Ongoing, ongoing
from rednov_bot.core.workflow.outgoing import answer, on_file, one_answer
from rednov_bot.games.base import Against, Done, Trial, Turn


@dataclass(frozen=True, slots=True)
class Tried:
    """A rehearsal, and the game in which it was held; none between games."""

    said: Turn  # as announced: a gift by number is one (A23)
    trial: Trial
    now: Ongoing | None
    waits: str  # whose turn awaits its resolution, "" where none does
    plain: bool  # the plain announcement is read as the very same turn

    @property
    def kept(self) -> bool:
        """Whether a turn that comes too early waits."""
        return self.now is not None and bool(self.now.options.queue_early_turns)


def turn_tried(
    desk: Desk, records: UnitOfWork, message: Message, said: Turn, *, several: bool = False
) -> str:
    """A planned turn: what would come of it if it were announced now (rules.md 3.1)."""
    done = tried(desk, records, said, message.text)
    page = answers.rehearsal(
        done.trial,
        desk.game.said(TurnAct(said), desk.settings.contest.name),
        desk.game,
        waits=done.waits,
        kept=done.kept,
        own_words=not done.plain,
        several=several,
        **outgoing.answering(desk, message),
    )
    return on_file("a rehearsal", answer(desk, records, page, asked=True))


def tried(desk: Desk, records: UnitOfWork, said: Turn, words: str = "") -> Tried:
    """The turn as it would be judged now, with the private list its player has sent (A23)."""
    now, plain = ongoing(desk, records), reads_back(desk, said)
    if now is None:
        return Tried(said, Trial((NO_GAME,), final=True), None, "", plain)
    turn = announcements.with_private_list(desk, records, said, now.options)
    before = records.pending_turn(now.game.id)
    found = desk.game.rehearse(
        now.gamestate,
        turn,
        now.tables,
        now.options,
        words,
        desk.decides,
        None if before is None else in_force.turn_of(records, before),
    )
    return Tried(said, found, now, resolving.waits(desk, records, now), plain)


def reads_back(desk: Desk, said: Turn) -> bool:
    """Whether the plain announcement is read as just this turn."""
    act = TurnAct(said)
    text = "\n".join(desk.game.said(act, desk.settings.contest.name))
    return listening.read_words(desk, desk.game.whose(said), text).acts == (act,)


def check(desk: Desk, records: UnitOfWork, message: Message, acts: tuple[Act, ...]) -> str:
    """Acts that were mailed to the address for checks, where nothing counts."""
    with one_answer(desk, records, asked=True) as answering:
        for act in acts:
            if isinstance(act, TurnAct):
                turn_tried(answering, records, message, act.turn, several=len(acts) > 1)
                continue
            page = answers.checked(
                act.called,
                _against(answering, records, message.sender or "", act),
                desk.game,
                is_note=isinstance(act, Note),
                **outgoing.answering(answering, message),
            )
            answer(answering, records, page, asked=True)
        told = answering.tray != []
    return on_file("a check, in which nothing counts", told)


def _against(desk: Desk, records: UnitOfWork, name: str, act: Act) -> tuple[Against, ...]:
    """What is against an act that is no turn."""
    if isinstance(act, Note | TurnAct):
        return ()
    if isinstance(act, Join | Leave):
        fault = announcements.against_membership(desk, records, name, act)
        return () if fault is None else (fault,)
    now = ongoing(desk, records)
    if now is None:
        return (NO_GAME,)
    done = announcements.tried_deed(desk, records, now, name, act)
    return () if isinstance(done, Done) else done


_NO_ACTION = " I take no action."


def turn_wondered(
    desk: Desk, records: UnitOfWork, message: Message, reading: Reading
) -> str | None:
    """A turn that somebody wonders about to the bot alone, or that is not certain, is tried out.

    None of other words.  A movement is tried with no action behind it.  *reading* is that of the
    mail; what it proposes is shown as it was read.
    """
    text = as_announced(message.text.strip(), desk.words, asked=True)
    if text is None:
        tries = [reading]
    elif reading.verdict == "none" or is_wondered(message.text):
        tries = [listening.read(desk, replace(message, text=text, places=None))]
        if tries[0].verdict == "ambiguous":
            whole = replace(message, text=text + _NO_ACTION, places=None)
            tries.append(listening.read(desk, whole))
    else:
        tries = []
    for one in tries:
        act = _one_act(desk, one)
        if isinstance(act, TurnAct):
            return turn_tried(desk, records, message, act.turn)
    return None


def announced_nothing(desk: Desk, records: UnitOfWork, message: Message) -> str | None:
    """Who says on a list what they will do, but does it not, is told so; None of other words.

    Only a player in play of a whole turn, and only whoever has not joined of joining.
    """
    text = as_announced(message.text.strip(), desk.words, asked=False)
    if text is None:
        return None
    act = _one_act(desk, listening.read(desk, replace(message, text=text, places=None)))
    name, now = message.sender or "", ongoing(desk, records)
    joins = isinstance(act, Join) and name not in office.members(desk, records)
    plays = isinstance(act, TurnAct) and now is not None and name in now.facts.in_play
    if act is None or not (joins or plays):
        return None
    words = "\n".join(desk.game.said(act, desk.settings.contest.name))
    heads = outgoing.answering(desk, message, message.forum)
    page = answers.announced_nothing(words, said_at=message.said_at, **heads)
    return on_file("announces nothing, but says what they will do", answer(desk, records, page))


def _one_act(desk: Desk, reading: Reading) -> Act | None:
    acts = reading.acts or reading.proposal
    return acts[0] if len(acts) == 1 and not (reading.second or desk.game.lacks(acts)) else None
