"""What games owe their players in points, and what of it was awarded (§18, §24): one account.

Points are named by their places among all points ever due in their game, counted from 0.  They are
awarded by a draft of their own, by the resolution that makes them due in its own text (setting
contest.awards), or by a posting behind it (`approve and award`).  The winners share the pot that
the opening named, or the one that was named since where it named none; it is split evenly, rounded
down.  Points along an axis that does not exist stay due (A86).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from rednov_bot.core.contest import ON_THE_DOUBLE, Awarded, AwardPoints
from rednov_bot.core.errors import NoAward
from rednov_bot.core.models import Draft, Game, PaperId
from rednov_bot.core.render.wording import listed
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import points
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.core.workflow.drafts import drafting, open_drafts
from rednov_bot.core.workflow.drafts.open_drafts import closed, give_way
from rednov_bot.games.base import Due, Player

_ALONE: Final = 'If you have awarded them yourself, reply "awarded": then nothing is posted.'


@dataclass(frozen=True, slots=True)
class Account:
    """What a game owes its players, and what of it was awarded."""

    game: Game
    dues: tuple[Due, ...]  # by their places
    awarded: Mapping[int, Awarded]
    winners: tuple[Player, ...]
    pot: int  # which they share; 0 where nobody has said how many points it holds
    is_shared: bool  # the winners were owed nothing before that pot was named

    @property
    def open(self) -> tuple[int, ...]:
        """The places of what is not awarded."""
        owed = enumerate(self.dues)
        return tuple([at for at, due in owed if due.points and at not in self.awarded])

    @property
    def unknown(self) -> tuple[int, ...]:
        """The places that Y points will have when the pot is known; none where it is."""
        if self.pot or not self.is_shared:
            return ()
        places = range(len(self.dues), len(self.dues) + len(self.winners))
        return tuple([place for place in places if place not in self.awarded])


def account(desk: Desk, records: UnitOfWork, game: Game) -> Account:
    """What *game* owes."""
    found = records.gamestate(game.id)
    if found is None:
        return Account(game, (), {}, (), 0, False)
    facts = desk.game.facts(found[1])
    unnamed = () if facts.pot else desk.game.shares(found[1], desk.y_pot)
    dues = (*facts.dues, *[due for due in unnamed if due.points])
    pot = facts.pot or desk.y_pot
    return Account(game, dues, records.awards(game.id), facts.winners, pot, unnamed != ())


def accounts(desk: Desk, records: UnitOfWork) -> tuple[Account, ...]:
    """What the games owe that may owe something: those with an open award, and the latest one."""
    ids = {one.game for one in open_drafts.of_kind(records, "award") if one.game is not None}
    if (latest := records.latest_game()) is not None:
        ids.add(latest.id)
    return tuple([account(desk, records, records.game(id)) for id in sorted(ids)])


def fell_due(desk: Desk, records: UnitOfWork, owed: Account) -> tuple[datetime, ...]:
    """When the points of each place fell due; those of no step with the last one, or the end."""
    moments: list[datetime] = []
    chapters = records.chapters(owed.game.id)
    for chapter in chapters:
        count = desk.game.dues_after(chapter.events, len(moments))
        moments = [*moments, *[chapter.at] * count][:count]
    wanted = len(owed.dues) + len(owed.unknown)
    return tuple([*moments, *[chapters[-1].at] * wanted][:wanted])


# -- what is due is drafted, or awarded with what makes it due ----------------------------------


def fall_due(desk: Desk, records: UnitOfWork, gives_way: Sequence[Draft] = ()) -> None:
    """Everything that is due and was not put before the contestmaster yet is drafted.

    Drafts of *gives_way* award what is not due so any more, and are replaced (A96).
    """
    for owed in accounts(desk, records):
        of_game = open_drafts.of_kind(records, "award", owed.game.id)
        open_ = [one for one in of_game if one not in gives_way]
        offered = {place for one in open_ for place in places_of(one)}
        places = [place for place in owed.open if place not in offered]
        if places:
            olds = [*[one for one in open_ if not one.effects], *gives_way]
            _offer(desk, records, owed, places, olds, again=bool(gives_way))
        elif owed.unknown and not open_:
            _ask_for_pot(desk, records, owed)


def settle(desk: Desk, records: UnitOfWork, game: PaperId, then: int) -> None:
    """A correction was approved that was made for gamestate *then* (A96).

    Drafts that award what is not due any more give way, and what is newly due is drafted.
    """
    present = records.gamestate(game)
    assert present is not None
    before = desk.game.facts(records.gamestate_at(game, then))
    after = desk.game.facts(present[1])
    gone = {at for at, due in enumerate(before.dues) if due not in after.dues[at : at + 1]}
    goes_on = before.is_over and not after.is_over
    wrong = [
        one
        for one in open_drafts.of_kind(records, "award", game)
        if gone.intersection(places_of(one)) or (goes_on and not one.effects)
    ]
    fall_due(desk, records, wrong)
    still_open = {one.code for one in records.open_drafts()}
    for old in wrong:
        if old.code in still_open:
            records.decide(closed(old.code, "it is not due any more", desk.now()))


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
    dues, moments = [owed.dues[place] for place in places], fell_due(desk, records, owed)
    since = min([moments[place] for place in places])
    turns, pending = records.turns(owed.game.id), records.pending_turn(owed.game.id)
    of_turn = [one for one in turns if one != pending][-1:]
    taken = of_turn[0] if of_turn and since >= of_turn[0].taken_at else None
    page, occasion = points.award_page(desk, owed.game, dues, owed.winners, owed.pot, taken)
    draft = desk.draft(
        "award",
        points.title(occasion, dues),
        game=owed.game.id,
        due_by=since + ON_THE_DOUBLE,
        pages=(page,),
        effects=(AwardPoints(tuple(places)),),
    )
    # What the contestmaster should see to first; nothing of it forbids (A86).
    notes = [*give_way(records, draft, gives_way)]
    notes += [
        f"There is no axis {axis}: add it first, or the nomic may not let you award (§1, A86)."
        for axis in ("X", "Y")
        if axis not in desk.axes and any(due.axis == axis for due in dues)
    ]
    given = [due for at, due in enumerate(owed.dues) if at in owed.awarded or at in places]
    if (total := points.won(given)) > owed.pot:
        notes.append(
            f"With these, {total} Y points are awarded in {owed.game.tag}, of a pot of {owed.pot}: "
            "those of an end that was corrected stand (A96)."
        )
    notes.append(_ALONE)
    return drafting.submit(desk, records, draft, notes=tuple(notes), reason=reason)


def _ask_for_pot(desk: Desk, records: UnitOfWork, owed: Account) -> None:
    """The winners are owed Y points, and nobody has said how many (§24, A88): it is asked once."""
    reason = f"award {owed.game.tag} without a pot"
    if records.mailed_for(reason) is not None:
        return
    about = f"How many Y points for {owed.game.tag}?"
    since = fell_due(desk, records, owed)[-1]
    draft = desk.draft("award", about, game=owed.game.id, due_by=since + ON_THE_DOUBLE)
    note = (
        f"The winners ({listed(owed.winners)}) are owed Y points, split evenly and rounded down "
        '(§24). Reply with how many the nomic lets you award in all, for example "pot 12": you '
        "then get the text. "
        'If you have awarded them yourself, reply "awarded".'
    )
    drafting.submit(desk, records, draft, notes=(note,), reason=reason)
