"""What the list, or the contestmaster of a blind game, must not be told (§6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from rednov_bot.core.errors import CannotRule
from rednov_bot.core.models import Draft, Page, PaperId
from rednov_bot.core.render import draft_pages, luck_pages
from rednov_bot.core.store.unit_of_work import UnitOfWork
from rednov_bot.core.workflow import in_force, moments, office
from rednov_bot.core.workflow.desk import Desk
from rednov_bot.games.base import Against, Player, openly
from rednov_bot.games.red_november.reader.reading import tiles_in
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.render.wording import tiles
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.events import Event, ItemUsed
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.turn import Turn, Use
from rednov_bot.games.red_november.rules.words import Item


def mind(desk: Desk, words: str, heard: Iterable[str] = (), how: str = "") -> tuple[str, ...]:
    """A sentence on the tiles in public *words* that are in nothing that was *heard*; else none.

    *how* is the way to say it otherwise, where an amendment would not do.
    """
    people = tuple(desk.settings.people)
    named = tiles_in(words, people)
    if named:
        named -= tiles_in("\n".join(heard), people)
    if not named:
        return ()
    return (
        f"Your words name what the list has not heard of: {tiles(named)} (§6). They will be "
        f"public; {how or 'amend them'} if they should not.",
    )


def used(events: Iterable[Event]) -> tuple[str, ...]:
    """The tiles that are used in public."""
    return tuple([one.item.replace("_", " ") for one in events if isinstance(one, ItemUsed)])


def announced(records: UnitOfWork, turn: PaperId | None) -> tuple[str, ...]:
    """The words in which a gnome announced a turn, which the list has heard; none of no turn."""
    return () if turn is None else (moments.moment_of(records, records.turn(turn)).text,)


_TELLING: Final = frozenset({"blind", "public_hand_sizes", "reveal_at_end"})
"""Options by which more is told of hands."""

_OF_HANDS: Final = (
    ev.ItemUsed,
    ev.GrogGained,
    ev.ItemsAwarded,
    ev.ThirstSlaked,
    ev.ItemsDiscarded,
    ev.Killed,
    ev.GnomeReplaced,
    ev.GnomeDeparted,
)
"""What happens to one gnome's hand, and who it is."""


def is_blind(records: UnitOfWork, draft: Draft | None = None) -> bool:
    """Whether a game is in hand whose hidden part nobody is shown who decides.

    That of *draft* is one of them: the draft may not be stored yet.
    """
    games = office.in_hand(records)
    if draft is not None and draft.game is not None:
        games = (*games, records.game(draft.game))
    return any(in_force.options_now(records, game).blind for game in games)


def concerned(events: Iterable[ev.Event], before: Position) -> frozenset[Player]:
    """Every gnome whose hand or hand limit these may have changed, as far as everybody can see."""
    found: set[Player] = set()
    for one in public_only(events):
        match one:
            case (
                ev.GiftMade(giver=giver, recipient=to)
                | ev.ReturnPromised(giver=giver, recipient=to)
            ):
                found |= {giver, to}
            case ev.Attacked(attacker=attacker, defender=defender):
                found |= {attacker, defender}
            case ev.LimitImposed(gnome=None):
                found |= {gnome.name for gnome in before.gnomes if gnome.in_play}
            case ev.LimitImposed(gnome=str(name)):
                found.add(name)
            case _ if isinstance(one, _OF_HANDS):
                found.add(one.gnome)
            case _:
                pass
    return frozenset(found)


def shown(records: UnitOfWork, draft: Draft) -> tuple[tuple[Page, ...], tuple[Page, ...]]:
    """The pages of a draft that the contestmaster is shown: those for the list, and the others.

    In a blind game the others are not shown, but for their own answer to a claim of error.  A
    secret of the luck is shown to nobody before it is told: until then a correction may let the
    game go on, with what it would draw.
    """
    public = tuple([page for page in draft.pages if page.kind == "public"])
    private = tuple([page for page in draft.pages if page.kind != "public"])
    if draft.kind == "secret":
        public = tuple([luck_pages.not_yet_told(page) for page in public])
    if not is_blind(records, draft):
        return public, private
    if draft.kind == "line":
        return public, private
    return public, ()


def unseen(records: UnitOfWork, draft: Draft) -> tuple[Player, ...]:
    """To whom a draft has private notices that the contestmaster is not shown."""
    _, private = shown(records, draft)
    every = [page for page in draft.pages if page.kind != "public"]
    return tuple([page.to_name for page in every if page not in private])


# -- what cannot be decided blindly ----------------------------------------------------------------


def forbid(records: UnitOfWork, what: str) -> None:
    """Raises CannotRule in a blind game: *what*, half a sentence, would have to be known."""
    if is_blind(records):
        raise CannotRule(f"{what}, and this game is blind: {draft_pages.REMEDY}")


def check_private(records: UnitOfWork, reasons: Iterable[Against], gnome: Player) -> None:
    """An announcement that is void for a reason of its gnome's own stays so in a blind game.

    Else a ruling would tell which reason it is.  Raises CannotRule.
    """
    every = tuple(reasons)
    if len(openly(every)) < len(every):
        forbid(records, f"what is against it is for {gnome} alone to know (§6)")


def check_tiles(
    desk: Desk, records: UnitOfWork, turn: Turn, heard: str, was: Turn | None = None
) -> None:
    """A reading uses and gives no tile in a blind game that its gnome has not named in public.

    *heard* are their own words there, *was* the turn as it was read before.  Else the answer would
    tell whether they hold it.  Raises CannotRule.
    """
    named = tiles_in(heard, tuple(desk.settings.people))
    before = Counter[Item]() if was is None else Counter(tiles_of(was))
    for item, count in Counter(tiles_of(turn)).items():
        if count > max(before[item], item in named):
            tile = item.replace("_", " ")
            forbid(records, f"{turn.gnome} has not said in public that they use or give the {tile}")


def check_option(records: UnitOfWork, option: str) -> None:
    """In a blind game no turn is played under an option that tells of hands: a draft would show it.

    Raises CannotRule.
    """
    if option in _TELLING:
        forbid(records, f"option {option} can hold only from a ruling of its own on")


def tiles_of(turn: Turn) -> tuple[Item, ...]:
    """Every tile that a turn uses or gives, as often as it does."""
    actions = (*((turn.action,) if turn.action is not None else ()), *turn.more_actions)
    used = [one.item for one in (*turn.steps, *turn.after) if isinstance(one, Use)]
    given = [item for action in actions for item in action.give or ()]
    return (*used, *given, *(turn.escape.uses if turn.escape is not None else ()))
