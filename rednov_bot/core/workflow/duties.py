"""What is owed, by whom and by when: resolutions, points, notices, and what a game waits for.

§6, §16, §18, §24, and rules.md 8.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Final

from rednov_bot.core.contest import ON_THE_DOUBLE, Duty
from rednov_bot.core.models import Draft, Game, TakenTurn
from rednov_bot.core.render import award_pages
from rednov_bot.core.render.wording import listed
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import awards, idleness, reach, resolving
from rednov_bot.core.workflow.corrections import claims
from rednov_bot.core.workflow.desk import Desk, Ongoing, draft_of, ongoing


def duties(desk: Desk, records: UnitOfWork, *, done: bool = False) -> tuple[Duty, ...]:
    """Everything that is waited for now, what is due first before the rest.

    Of games that are over only what is still due; with *done* also every turn resolved and every
    award made in the latest game, oldest first.
    """
    now = ongoing(desk, records)
    drafts = records.open_drafts()
    found = [*reach.duties(desk, records, now), *_awards(desk, records, drafts)]
    if now is not None:
        found += _of_the_turn(desk, records, now, drafts)
        found += idleness.duties(desk, records, now)
    named = {one.code for one in found}
    for draft in drafts:
        if draft.code not in named:
            waits = Duty(
                kind="draft",
                key=f"draft {draft.code}",
                clause="",
                about=draft.about,
                of=desk.decides,
                started_at=draft.made_at,
                due_by=draft.due_by,
                code=draft.code,
            )
            found.append(claims.correction(desk, records, draft) or waits)
    asks = {one.code: one.choice.candidates for one in drafts if one.choice is not None}
    found = [replace(one, candidates=asks.get(one.code or "", ())) for one in found]
    found.sort(key=lambda one: (one.due_by is None, one.due_by or one.started_at))
    game = records.latest_game()
    if done and game is not None:
        fulfilled = [*_resolved(desk, records, game), *_awarded(desk, records, game)]
        found += sorted(fulfilled, key=lambda one: one.started_at)
    return tuple(found)


def _of_the_turn(
    desk: Desk, records: UnitOfWork, now: Ongoing, drafts: tuple[Draft, ...]
) -> Iterator[Duty]:
    taken = records.pending_turn(now.game.id)
    if taken is None:
        return
    code = next((one.code for one in drafts if one.turn == taken.id), None)
    note = ""
    if code is None:
        waiting = resolving.held(desk, records)
        if waiting is not None and waiting.is_asked:
            choice = waiting.choice
            yield Duty(
                kind="choice",
                key=f"{now.game.tag} choice {taken.number} {choice.key}",
                clause="§25",
                about=f"Turn {taken.number}: a choice of {choice.of}'s",
                of=choice.of,
                started_at=waiting.asked_at,
                due_by=waiting.deadline,
                secret=True,
            )
            note = f"It waits for a choice of {choice.of}'s."
        elif waiting is None:
            note = 'Its draft was rejected: reply "again" to that mail to get a new one.'
    yield replace(_to_resolve(desk, now.game, taken), code=code, note=note)


def _to_resolve(desk: Desk, game: Game, taken: TakenTurn) -> Duty:
    return Duty(
        kind="resolve",
        key=f"{game.tag} resolve {taken.number}",
        clause="§16",
        about=f"Turn {taken.number}: {taken.player}",
        of=desk.decides,
        started_at=taken.taken_at,
        due_by=taken.taken_at + ON_THE_DOUBLE,
    )


def _awards(desk: Desk, records: UnitOfWork, drafts: tuple[Draft, ...]) -> Iterator[Duty]:
    for owed in awards.accounts(desk, records):
        left = {*owed.open, *owed.unknown}
        offers = [one for one in drafts if one.kind == "award" and one.game == owed.game.id]
        for draft in offers:
            places = left.intersection(awards.places_of(draft) or owed.unknown)
            left -= places
            if places and draft.due_by is not None:
                yield _award(desk, owed, draft, sorted(places), draft.due_by - ON_THE_DOUBLE)
        if left:
            moments = awards.fell_due(desk, records, owed)
            yield _award(desk, owed, None, sorted(left), min([moments[place] for place in left]))


def _award(
    desk: Desk, owed: awards.Account, draft: Draft | None, places: list[int], since: datetime
) -> Duty:
    dues = [owed.dues[place] for place in places if place < len(owed.dues)]
    axes = dict.fromkeys([due.axis for due in dues] or ["Y"])
    names = listed(dict.fromkeys([due.gnome for due in dues]))
    return Duty(
        kind="award",
        key=f"{owed.game.tag} award {places[0]} {since.timestamp():.0f}",
        clause=" and ".join([_CLAUSES[axis] for axis in axes]),
        about=f"{owed.game.tag}: {' and '.join(axes)} points for {names or 'the winners'}",
        of=desk.decides,
        started_at=since,
        due_by=since + ON_THE_DOUBLE,
        code=None if draft is None else draft.code,
        lines=tuple(
            [award_pages.sentence(due, desk.contestmaster, desk.game.deeds_told) for due in dues]
        ),
    )


_CLAUSES: Final = {"X": "§18", "Y": "§24"}


# -- what was done ------------------------------------------------------------------------------


def _resolved(desk: Desk, records: UnitOfWork, game: Game) -> Iterator[Duty]:
    for chapter in records.chapters(game.id):
        draft = draft_of(records, chapter.cause.removeprefix("draft "))
        if draft is not None and draft.kind == "resolution" and draft.turn is not None:
            due = _to_resolve(desk, game, records.turn(draft.turn))
            proof = _proof(records, draft.code)
            yield replace(due, code=draft.code, done_at=chapter.at, proof=proof)


def _awarded(desk: Desk, records: UnitOfWork, game: Game) -> Iterator[Duty]:
    owed = awards.account(desk, records, game)
    moments = awards.fell_due(desk, records, owed) if owed.awarded else ()
    for place, made in sorted(owed.awarded.items()):
        if place >= len(owed.dues):
            continue
        due = owed.dues[place]
        alone = f"by {made.by} without the bot"
        yield Duty(
            kind="award",
            key=f"{game.tag} awarded {place}",
            clause=_CLAUSES[due.axis],
            about=f"{game.tag}: {due.points} {due.axis} points for {due.gnome}",
            of=desk.decides,
            started_at=moments[place],
            due_by=moments[place] + ON_THE_DOUBLE,
            code=made.draft,
            done_at=made.at,
            proof=alone if made.draft is None else _proof(records, made.draft),
        )


def _proof(records: UnitOfWork, code: str) -> str:
    """`draft K7M2QXA, <...@...>`: the draft, and the public mails that its approval posted."""
    posted = [one.posting for one in records.outbox(code) if one.posting.kind == "public"]
    return ", ".join([f"draft {code}", *[one.message_id for one in posted]])
