"""Duties of the latest game that were done, with when and by what: the proof of it."""

from __future__ import annotations

from collections.abc import Iterator

from rednov_bot.contest import ON_THE_DOUBLE
from rednov_bot.desk.desk import Desk
from rednov_bot.desk.due import awarding
from rednov_bot.desk.due.duty import Duty
from rednov_bot.engine import happenings as h
from rednov_bot.papers import Game
from rednov_bot.ports import Records


def fulfilled(desk: Desk, records: Records) -> tuple[Duty, ...]:
    """Every turn resolved and every award made in the latest game; oldest first."""
    game = records.latest_game()
    if game is None:
        return ()
    done = [*_resolved(desk, records, game), *_awarded(desk, records, game)]
    return tuple(sorted(done, key=lambda one: one.started_at))


def _resolved(desk: Desk, records: Records, game: Game) -> Iterator[Duty]:
    taken = {one.number: one for one in records.turns(game.id)}
    number = 0
    for chapter in records.chapters(game.id):
        for one in chapter.happenings:
            if isinstance(one, h.TurnTaken):
                number = one.number
        resolved = any(isinstance(one, h.TurnResolved | h.GameOver) for one in chapter.happenings)
        turn = taken.pop(number, None) if resolved else None
        if turn is None:
            continue
        code = chapter.cause.removeprefix("draft ")
        yield Duty(
            kind="resolve",
            key=f"{game.tag} resolve {number}",
            clause="§16",
            about=f"Turn {number}: {turn.turn.gnome}",
            of=desk.decides,
            started_at=turn.taken_at,
            due_by=turn.taken_at + ON_THE_DOUBLE,
            code=code,
            done_at=chapter.at,
            proof=_proof(records, code),
        )


def _awarded(desk: Desk, records: Records, game: Game) -> Iterator[Duty]:
    owed = awarding.account(desk, records, game)
    moments = awarding.fell_due(records, owed) if owed.awarded else ()
    for place, made in sorted(owed.awarded.items()):
        if place >= len(owed.dues):
            continue
        due = owed.dues[place]
        yield Duty(
            kind="award",
            key=f"{game.tag} awarded {place}",
            clause="§18" if due.axis == "X" else "§24",
            about=f"{game.tag}: {due.points} {due.axis} points for {due.gnome}",
            of=desk.decides,
            started_at=moments[place],
            due_by=moments[place] + ON_THE_DOUBLE,
            code=made.draft,
            done_at=made.at,
            proof=f"by {made.by} without the bot"
            if made.draft is None
            else _proof(records, made.draft),
        )


def _proof(records: Records, code: str) -> str:
    """`draft K7M2QXA, <...@...>`: the draft, and the public mails that its approval posted."""
    posted = [one.posting for one in records.outbox(code) if one.posting.kind == "public"]
    return ", ".join([f"draft {code}", *[one.message_id for one in posted]])
