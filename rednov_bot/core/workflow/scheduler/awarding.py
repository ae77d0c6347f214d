"""Points that are due become an announcement, ready for the contestmaster's word (§18, §24).

They are named by their places among all points due in their game, counted from 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rednov_bot.core.contest import ON_THE_DOUBLE, Awarded, AwardPoints
from rednov_bot.core.errors import NoAward
from rednov_bot.core.models import Draft, Game, PaperId, TakenTurn
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import outgoing
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.drafts import drafting, open_drafts
from rednov_bot.core.workflow.drafts.replacing import give_way
from rednov_bot.games.red_november.render import award_pages
from rednov_bot.games.red_november.render.wording import listed
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.ending import y_points
from rednov_bot.games.red_november.rules.position import WON, Due, Position

_ALONE = 'If you have awarded them yourself, reply "awarded": then nothing is posted.'


@dataclass(frozen=True, slots=True)
class Account:
    """What a game owes its gnomes, and what of it was awarded."""

    game: Game
    dues: tuple[Due, ...]  # by their places
    awarded: Mapping[int, Awarded]
    position: Position
    without_pot: bool  # the winners are owed Y points, and nobody has said how many

    @property
    def open(self) -> tuple[int, ...]:
        """The places of what is not awarded."""
        owed = enumerate(self.dues)
        return tuple([at for at, due in owed if due.points and at not in self.awarded])

    @property
    def unknown(self) -> tuple[int, ...]:
        """The places that Y points will have when the pot is known; none where it is."""
        if not self.without_pot:
            return ()
        winners = self.position.ending.winners if self.position.ending is not None else ()
        places = range(len(self.dues), len(self.dues) + len(winners))
        return tuple([place for place in places if place not in self.awarded])


def account(desk: Desk, records: UnitOfWork, game: Game) -> Account:
    """What *game* owes.  Where its opening knew no pot, the one that was named since counts."""
    position = Position() if (found := records.gamestate(game.id)) is None else found[1].position
    unnamed = () if position.y_pot else y_points(position, desk.y_pot)
    dues = (*position.dues, *[due for due in unnamed if due.points])
    unknown = desk.y_pot == 0 and unnamed != ()
    return Account(game, dues, records.awards(game.id), position, unknown)


def may_owe(records: UnitOfWork) -> tuple[PaperId, ...]:
    """The games that may owe something: those with an open award, and the latest one."""
    latest = records.latest_game()
    ids = [one.game for one in open_drafts.of_kind(records, "award")]
    ids += [] if latest is None else [latest.id]
    return tuple(sorted({id for id in ids if id is not None}))


def accounts(desk: Desk, records: UnitOfWork) -> tuple[Account, ...]:
    """What the games owe that may owe something."""
    return tuple([account(desk, records, records.game(id)) for id in may_owe(records)])


def fell_due(records: UnitOfWork, owed: Account) -> tuple[datetime, ...]:
    """When the points of each place fell due; those that no card or deed made, with the last step.

    Behind them stand Y points of an unknown number: they are due since the end.
    """
    moments: list[datetime] = []
    chapters = records.chapters(owed.game.id)
    for chapter in chapters:
        for one in chapter.events:
            if isinstance(one, ev.PointsDue):
                moments.append(chapter.at)
            elif isinstance(one, ev.PositionCorrected):
                fell = len(one.position.dues)
                moments = [*moments, *[chapter.at] * fell][:fell]
    wanted = len(owed.dues) + len(owed.unknown)
    if owed.position.ending is not None and len(moments) < wanted:
        ends = [one for one in chapters if any(isinstance(it, ev.GameOver) for it in one.events)]
        chapters = tuple(ends) or chapters
    return tuple([*moments, *[chapters[-1].at] * wanted][:wanted])


def fall_due(desk: Desk, records: UnitOfWork, gives_way: Sequence[Draft] = ()) -> None:
    """Everything that is due and was not put before the contestmaster yet is drafted.

    Drafts of *gives_way* award what is not due so any more, and are replaced (A96).
    """
    for game in may_owe(records):
        fall_due_of(desk, records, game, gives_way)


def fall_due_of(
    desk: Desk, records: UnitOfWork, game: PaperId, gives_way: Sequence[Draft] = ()
) -> None:
    """The same of one game."""
    owed = account(desk, records, records.game(game))
    open_ = [one for one in open_drafts.of_kind(records, "award", game) if one not in gives_way]
    offered = {place for one in open_ for place in places_of(one)}
    places = [place for place in owed.open if place not in offered]
    if places:
        olds = [*[one for one in open_ if not one.effects], *gives_way]
        _offer(desk, records, owed, places, olds, again=bool(gives_way))
    elif owed.unknown and not open_:
        _ask_for_pot(desk, records, owed)


def award_all(desk: Desk, records: UnitOfWork) -> Draft | None:
    """One draft awards everything that a game owes; the open ones that named parts give way.

    Of the oldest game that owes any; None where nothing is due.
    """
    for owed in accounts(desk, records):
        if not owed.open:
            continue
        open_ = open_drafts.of_kind(records, "award", owed.game.id)
        if len(open_) == 1 and places_of(open_[0]) == owed.open:
            return open_[0]
        return _offer(desk, records, owed, owed.open, open_, again=True)
    return None


def awarded_already(desk: Desk, records: UnitOfWork, code: str) -> Draft:
    """The contestmaster has awarded by hand what a draft would: it is noted, and nothing is posted.

    Raises NoSuchDraft, DraftClosed, or NoAward for a draft that awards nothing.
    """
    draft = open_drafts.open_draft(records, code)
    if draft.kind != "award" or draft.game is None:
        raise NoAward(code)
    at, by = desk.now(), desk.decides
    owed = account(desk, records, records.game(draft.game))
    for place in places_of(draft) or owed.unknown:
        records.award(draft.game, Awarded(place=place, at=at, by=by, draft=None))
    open_drafts.settle(desk, records, code, by, f"{by} has awarded them without the bot")
    return draft


def awarded_by(desk: Desk, records: UnitOfWork, draft: Draft) -> frozenset[str]:
    """To whom the approval of *draft* awards points."""
    assert draft.game is not None
    dues = account(desk, records, records.game(draft.game)).dues
    return frozenset([dues[place].gnome for place in places_of(draft) if place < len(dues)])


def places_of(draft: Draft) -> tuple[int, ...]:
    """What the approval of *draft* awards."""
    named = [one.places for one in draft.effects if isinstance(one, AwardPoints)]
    return tuple([place for places in named for place in places])


def _offer(
    desk: Desk,
    records: UnitOfWork,
    owed: Account,
    places: Sequence[int],
    gives_way: Sequence[Draft],
    *,
    again: bool = False,
) -> Draft | None:
    """The award as a draft; None if it was put before the contestmaster once, unless *again*."""
    reason = f"award {owed.game.tag} {','.join(map(str, places))}"
    if not again and records.mailed_for(reason) is not None:
        return None
    dues, moments = [owed.dues[place] for place in places], fell_due(records, owed)
    since = min([moments[place] for place in places])
    taken = _turn_of(records, owed, dues, since)
    occasion = award_pages.occasion(owed.game.tag, None if taken is None else taken.number)
    forum = None if taken is None else taken.forum
    text = award_pages.award(dues, occasion, **outgoing.for_list(desk, forum, taken))
    names = listed(dict.fromkeys(due.gnome for due in dues))
    draft = desk.draft(
        "award",
        f"Points for {occasion}: {names}",
        game=owed.game.id,
        due_by=since + ON_THE_DOUBLE,
        pages=(text,),
        effects=(AwardPoints(tuple(places)),),
    )
    # What the contestmaster should see to first; nothing of it forbids (A86).
    notes = [*give_way(records, draft, gives_way)]
    notes += [
        f"There is no axis {axis}: add it first, or the nomic may not let you award (§1, A86)."
        for axis in ("X", "Y")
        if axis not in desk.axes and any(due.axis == axis for due in dues)
    ]
    pot = owed.position.y_pot or desk.y_pot
    given = [due for at, due in enumerate(owed.dues) if at in owed.awarded or at in places]
    total = sum([due.points for due in given if due.reason == WON])
    if total > pot:
        notes.append(
            f"With these, {total} Y points are awarded in {owed.game.tag}, of a pot of {pot}: "
            "those of an end that was corrected stand (A96)."
        )
    notes.append(_ALONE)
    return drafting.submit(desk, records, draft, notes=tuple(notes), reason=reason)


def _turn_of(
    records: UnitOfWork, owed: Account, dues: Sequence[Due], since: datetime
) -> TakenTurn | None:
    """The turn with which points fell due; None where they are those of the end of a game."""
    pending = records.pending_turn(owed.game.id)
    turns = [one for one in records.turns(owed.game.id) if one != pending]
    last = turns[-1] if turns else None
    if last is None or since < last.taken_at or any(due.axis == "Y" for due in dues):
        return None
    return last


def _ask_for_pot(desk: Desk, records: UnitOfWork, owed: Account) -> None:
    """The winners are owed Y points, and nobody has said how many (§24, A88): it is asked once."""
    reason = f"award {owed.game.tag} without a pot"
    if records.mailed_for(reason) is not None:
        return
    winners = () if owed.position.ending is None else owed.position.ending.winners
    about, since = f"How many Y points for {owed.game.tag}?", fell_due(records, owed)[-1]
    draft = desk.draft("award", about, game=owed.game.id, due_by=since + ON_THE_DOUBLE)
    note = (
        f"The winners ({listed(winners)}) are owed Y points, split evenly and rounded down (§24). "
        'Reply with how many the nomic lets you award in all, for example "pot 12": you '
        "then get the text. "
        'If you have awarded them yourself, reply "awarded".'
    )
    drafting.submit(desk, records, draft, notes=(note,), reason=reason)
