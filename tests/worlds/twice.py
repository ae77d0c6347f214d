"""Something is done twice: as it is, and in another hidden world that agrees with all in public.

Compared is everything that a list could ever see of it: drafts and postings, their number, texts,
subjects, views, readers and threads.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from rednov_bot.desk import intake
from rednov_bot.desk.announcements import between, refusing, resolving
from rednov_bot.desk.desk import Desk, ongoing, tables_of
from rednov_bot.desk.drafts import approval, picturing, showing
from rednov_bot.desk.luck import fortune
from rednov_bot.engine import happenings as h
from rednov_bot.engine.draws import GameLuck
from rednov_bot.engine.gamestate import Secrets
from rednov_bot.engine.luck import Luck
from rednov_bot.engine.turn import Turn
from rednov_bot.engine.words import Item
from rednov_bot.papers import BoardView, Draft, Game, Page, RawMail, TurnAct
from rednov_bot.ports import Records
from tests.worlds import corrections, tracing
from tests.worlds.counted import Counted
from tests.worlds.elsewhere import elsewhere
from tests.worlds.other_luck import There
from tests.worlds.trails import Trails, claimed
from tests.worlds.world import Lacks, World, Worlds

Act = Callable[[Desk, Records], object]
"""Something that is done at the desk."""

_SEALED: Final = re.compile(r"^  (root|seal) [0-9a-f]{64}$", re.MULTILINE)
"""Commitments: they tell nothing without the secrets, and are others in another world."""

_UNSEEN: Final = frozenset({"choice", "claim", "reading", "return"})
"""Kinds of drafts that post nothing."""


class _Undone(Exception):
    """What was done in a world is not kept."""


@dataclass(frozen=True)
class Seen:
    """Everything that a list could see of what was done, and what a human would call it."""

    kind: str
    public: tuple[object, ...]


@dataclass(frozen=True)
class Known:
    """What everybody knows when something is done: from it come the worlds that agree with it."""

    game: Game
    number: int  # of the gamestate before
    told: tuple[h.Happening, ...]  # by it, what nobody is told included
    named: tuple[bool, ...]  # of each: the list was told which tiles somebody gave or discarded
    lacks: Lacks | None
    taken: Turn | None  # and not yet resolved
    corrected: corrections.Corrected | None


@dataclass
class Listener:
    """Does everything in two worlds, and keeps what is done in the real one."""

    desk: Desk
    name: str  # of the game
    counted: Counted
    done: int = 0

    def hear(self, raw: RawMail, text: str, *, rewinds: bool = False) -> None:
        """A mail is heard, whose text is *text*."""
        with self.desk.ledger.transaction() as records:
            records.keep([raw])
            ((mail, _),) = records.undisposed(1)

        def heard(desk: Desk, records: Records) -> None:
            intake.handle(desk, records, mail, raw.arrived_at, intake.opened(desk, raw))

        self.does(heard, repr(text), rewinds=rewinds)

    def does(self, act: Act, called: str, *, rewinds: bool = False) -> None:
        """Something is done here and elsewhere, and drafts that come of it are approved; then it is
        done for good, without these approvals.

        What *rewinds* a game is compared where a correction comes of it: other worlds agree with
        the course that it tells.
        """
        self.done += 1
        with self.desk.ledger.transaction() as records:
            here, known = self._here(records, act)
            if known is not None and (known.corrected is not None or not rewinds):
                there = self._there(records, act, known)
            else:
                there = here
            act(self.desk, records)
        self.counted.positions[here.kind] += 1
        if here != there:
            where = _first_difference(here.public, there.public)
            said = f"{self.name}, {self.done}: {here.kind}: {called}: {where}"
            self.counted.differences.append(said)

    def _here(self, records: Records, act: Act) -> tuple[Seen, Known | None]:
        """What comes of it; and what everybody knows of it, but where no game is concerned."""
        before, found = _present(records), list[Known | None]()

        def after(made: Sequence[Draft]) -> None:
            self.counted.drafts.update([draft.kind for draft in made])
            found.append(_known(self.desk, records, before, made, noted))

        with _noting() as noted:
            seen = self._seen(records, records, act, after)
        return seen, found[0]

    def _there(self, records: Records, act: Act, known: Known) -> Seen:
        """The same in another world."""
        name = f"{self.name} {known.number} {self.done}"
        if known.corrected is not None:
            twofold = known.corrected.worlds.another(name)
            world = twofold.now
            how = corrections.course_of(known.corrected, twofold)
        else:
            world = _worlds(self.desk, records, known).another(name)
            how = _luck_of(world)
        found = records.gamestate(known.game.id)
        for hand, other in zip(
            () if found is None else found[1].secrets.hands, world.secrets.hands, strict=False
        ):
            self.counted.hands += bool(hand)
            self.counted.others += sorted(hand) != sorted(other)
        file = elsewhere(records, known.game.id, known.number, world)
        try:
            with how:
                return self._seen(records, file, act, lambda made: None)
        except Exception as error:  # it does not happen here: what is told depends on the world
            return Seen("it fails", (repr(error),))

    def _seen(
        self,
        records: Records,
        file: Records,
        act: Act,
        after: Callable[[Sequence[Draft]], None],
    ) -> Seen:
        """What a list could see of what is done with what is on *file*; nothing of it is kept."""
        tokens = dataclasses.replace(self.desk.tokens)  # type: ignore[type-var]
        desk = dataclasses.replace(self.desk, tokens=tokens)
        seen: list[Seen] = []
        with suppress(_Undone), records.undoable(), _views() as views:
            drafts = {one.code for one in records.open_drafts()}
            posted = len(records.outbox())
            act(desk, file)
            made = _approved(desk, file, drafts)
            seen.append(_public(records, made, posted, views))
            after(made)
            raise _Undone
        return seen[0]


@contextmanager
def _views() -> Iterator[list[BoardView | None]]:
    """What the pictures of drafts would show, though none is drawn."""
    real, views = picturing.drawn, list[BoardView | None]()

    def drawn(desk: Desk, pages: Sequence[Page]) -> tuple[Page, ...]:
        views.extend([page.view for page in pages if page.kind == "public"])
        return real(desk, pages)

    picturing.drawn = drawn
    try:
        yield views
    finally:
        picturing.drawn = real


def _approved(desk: Desk, file: Records, known: set[str]) -> list[Draft]:
    """The drafts that were made, and those that their approval leads to; not another turn's."""
    made: list[Draft] = []
    now = ongoing(desk, file)
    queued = now is not None and now.options.queue_early_turns
    while True:
        new = [one for one in file.open_drafts() if one.code not in known]
        known |= {one.code for one in new}
        made += new
        for draft in new:
            found = file.draft(draft.code)
            if found is not None and found[1] is None and not queued and _is_simple(draft, made):
                approval.approve(desk, file, draft.code, desk.contestmaster)
        if not new:
            return made


def _is_simple(draft: Draft, made: Sequence[Draft]) -> bool:
    """Whether a draft can be approved, and not more than one course of the game goes on by it."""
    if draft.choice is not None or draft.kind in _UNSEEN or draft.kind == "correction":
        return False
    if draft.kind == "award" and not draft.effects:
        return False
    return draft.kind != "idle" or draft == next(one for one in made if one.kind == "idle")


def _public(
    records: Records, made: Sequence[Draft], posted: int, views: Sequence[BoardView | None]
) -> Seen:
    """The drafts and postings since, as far as a list could see them."""
    shown: list[object] = [*views]
    for one in made:
        shown += [(one.kind, one.about, one.code), showing.offered(one)]
        for page in one.pages:
            if page.kind == "public":
                body = _SEALED.sub(r"  \1", page.body)
                shown += [body, dataclasses.replace(page, body=body)]
    new = records.outbox()[posted:]
    public = [one for one in new if one.posting.kind == "public"]
    shown += [(one.draft, one.posting.to, one.posting.message_id) for one in public]
    shown += [one.posting.octets for one in public if one.draft is None]
    kinds = [one.kind for one in made] + ["posted" for one in public if one.draft is None]
    kinds += ["asked" for one in new if one.posting.kind == "question"]
    return Seen("+".join(kinds) or "nothing for the list", tuple(shown))


# -- what everybody knows ------------------------------------------------------------------------


@dataclass
class _Noted:
    """Whether an announcement was refused for a tile that its gnome does not hold."""

    items: tuple[Item, ...] = ()
    lacks: Lacks | None = None


@contextmanager
def _noting() -> Iterator[_Noted]:
    """What a gnome claims to hold, and does not, is noted."""
    listed, refuse, noted = between.listed, refusing.refuse, _Noted()

    def noting_list(*given: Any) -> Any:
        found = listed(*given)
        noted.items = found if isinstance(found, tuple) else ()
        return found

    def noting(desk: Any, records: Any, letter: Any, announced: Any, now: Any, refusals: Any,
               *, act: Any, **more: Any) -> bool:  # fmt: skip
        if now is not None and all(one.code == "ITEM_NOT_HELD" for one in refusals):
            tiles = claimed(act.turn) if isinstance(act, TurnAct) else Counter(noted.items)
            noted.lacks = noted.lacks or Lacks(
                letter.sender or "", tiles, beside_promises=announced == "gift in return"
            )
        return refuse(desk, records, letter, announced, now, refusals, act=act, **more)

    between.listed, refusing.refuse = noting_list, noting  # type: ignore[assignment]
    try:
        yield noted
    finally:
        between.listed, refusing.refuse = listed, refuse


def _present(records: Records) -> tuple[Game, int] | None:
    """The latest game with the number of its gamestate."""
    game = records.latest_game()
    found = None if game is None else records.gamestate(game.id)
    return None if game is None or found is None else (game, found[0])


def _known(
    desk: Desk,
    records: Records,
    before: tuple[Game, int] | None,
    made: Sequence[Draft],
    noted: _Noted,
) -> Known | None:
    opened = [one for one in made if one.kind == "opening"]
    if opened and opened[0].game is not None:
        game, number = records.game(opened[0].game), 0
    elif before is not None:
        game, number = before
    else:
        return None
    last = max([one.number for one in records.turns(game.id)], default=0)
    chapters = records.chapters(game.id, number)
    told, named = list[h.Happening](), list[bool]()
    for chapter, is_named in zip(chapters, tracing.named(records, game, number, last), strict=True):
        told += chapter.happenings
        named += [is_named] * len(chapter.happenings)
    pending = records.pending_turn(game.id)
    now = ongoing(desk, records)
    if pending is not None and now is not None:
        drawn = resolving.resolution_of(records, now, pending).happenings
        told += drawn
        named += [not tracing.is_private(pending)] * len(drawn)
    for draft in made:
        found = records.draft(draft.code)
        if draft.kind in ("idle", "opening") and found is not None and found[1] is None:
            told += draft.happenings
            named += [True] * len(draft.happenings)
    taken = None if pending is None else pending.turn
    corrected = corrections.corrected(desk, records, made)
    return Known(game, number, tuple(told), tuple(named), noted.lacks, taken, corrected)


def _worlds(desk: Desk, records: Records, known: Known) -> Worlds:
    """All worlds that agree with what everybody knows."""
    found = records.gamestate(known.game.id) if known.number else None
    tiles = tables_of(desk, known.game).items.tiles()
    if found is None:
        trails = Trails(tiles, sleepers_drink=known.game.options.edition == 2)
    else:
        trails = tracing.trails_of(records, known.game, found[1].secrets, tiles)
    return Worlds(
        trails,
        Secrets() if found is None else found[1].secrets,
        known.told,
        named=known.named,
        lacks=known.lacks,
        pending=known.taken,
    )


# -- the luck of another world -------------------------------------------------------------------


_MOMENTS: Final = ("of_turn", "of_idle_kill", "of_opening")


@contextmanager
def _luck_of(world: World) -> Iterator[None]:
    """Everything is drawn with the luck of that world."""
    real = {name: getattr(fortune, name) for name in _MOMENTS}

    def there(name: str) -> Callable[..., Luck]:
        def of_moment(*given: Any) -> There:
            luck = real[name](*given)
            assert isinstance(luck, GameLuck)
            return There(luck, world.luck(luck))

        return of_moment

    for name in _MOMENTS:
        setattr(fortune, name, there(name))
    try:
        yield
    finally:
        for name in _MOMENTS:
            setattr(fortune, name, real[name])


def _first_difference(here: tuple[object, ...], there: tuple[object, ...]) -> str:
    for mine, its in zip(here, there, strict=False):
        if mine != its:
            if isinstance(mine, str) and isinstance(its, str):
                lines = zip(mine.split("\n"), its.split("\n"), strict=False)
                return next((f"{one!r} | {other!r}" for one, other in lines if one != other), "")
            if isinstance(mine, str | tuple) or isinstance(its, str | tuple):
                return f"{mine!r} | {its!r}"
    return f"{len(here)} | {len(there)} texts and mails"
