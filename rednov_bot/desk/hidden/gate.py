"""The two-worlds gate: a text for the list is written again in other hidden worlds (§6).

They agree with everything public so far, so that nobody could tell them from the real one
(engine/worlds).  Where the text, its subject, whom it goes to, what it answers or how many texts
there are would differ there, it tells something hidden: the draft can never be approved.

A draft is made by a function of the world.  The same function makes it for the contestmaster and
again here, at a clock that stands still.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from rednov_bot.desk.corrections import in_force
from rednov_bot.desk.desk import Desk, Ongoing, standing_still
from rednov_bot.desk.hidden.elsewhere import elsewhere
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.happenings import Happening
from rednov_bot.engine.turn import Turn
from rednov_bot.engine.words import GnomeName
from rednov_bot.engine.worlds import EVERYTHING, Hidden, Lacks, Trails, World, Worlds
from rednov_bot.papers import Leak, LeakyPart, Page, PaperId
from rednov_bot.ports import Records
from rednov_bot.prose.wording import whose

WORLDS: Final = 6
"""In how many other worlds a draft is made: what hangs on one kind of tile differs in some."""

WORLDS_FOR_MUCH: Final = 2
"""The same for what is long to make again: reports, and a course of the game from a turn on."""

_TRIES: Final = 8
"""In how many with one hidden fact exchanged, to find which one is told."""

_TOGETHER: Final = "hidden facts that only tell together"


@dataclass(frozen=True, slots=True, repr=False)
class There:
    """Another hidden world, in which a draft is made again."""

    desk: Desk
    records: Records
    now: Ongoing
    world: World


Making = Callable[[There], Sequence[Page]]
"""Makes the public pages of a draft, in another world."""

Again = Callable[[str, Hidden], Sequence[Page]]
"""The same, in the world of this name, in which these facts are others."""

_Place = tuple[int, LeakyPart, int]


def leaks(
    desk: Desk,
    records: Records,
    now: Ongoing,
    pages: Sequence[Page],
    make: Making,
    *,
    told: Sequence[Happening] = (),
    named: bool = True,
    lacks: Lacks | None = None,
) -> tuple[Leak, ...]:
    """What the public ones of *pages* would tell; *make* makes them again.

    *told* is what happens when they are approved; *named* and *lacks*: as of Worlds.
    """
    tiles, secrets, position = now.tables.items.tiles(), now.gamestate.secrets, now.gamestate
    if now.number:
        trails = desk.tracing.trails(records, now.game, secrets, tiles)
    else:
        trails = Trails(tiles, sleepers_drink=now.game.options.edition == 2)
    pending = _pending(records, now)
    worlds = Worlds(trails, secrets, told, named=named, lacks=lacks, pending=pending)
    stopped = standing_still(desk)

    def again(name: str, hidden: Hidden) -> Sequence[Page]:
        world = worlds.another(f"{now.game.tag} {now.number} {name}", hidden)
        state = replace(now, gamestate=Gamestate(position.position, world.secrets))
        same = {now.game.id: world}
        file = elsewhere(records, same.get, luck=hidden.luck)
        return make(There(stopped, file, state, world))

    return compared(pages, again, now.game.gnomes if now.number else (), WORLDS)


def checked(
    desk: Desk,
    records: Records,
    make: Callable[[Desk, Records], Sequence[Page]],
    *,
    revealed: bool = False,
) -> tuple[tuple[Page, ...], tuple[Leak, ...]]:
    """The pages of a draft that changes nothing in a game, and what they would tell of any.

    *revealed*: the secret of the luck is what they are to tell.
    """
    stopped, chapters = standing_still(desk), cache(records.chapters)
    pages = tuple(make(stopped, records))

    def again(name: str, hidden: Hidden) -> Sequence[Page]:
        @cache
        def world_of(game: PaperId) -> World | None:
            found, known = records.gamestate(game), records.game(game)
            if found is None:
                return None
            secrets = found[1].secrets
            worlds = Worlds(desk.tracing.trails(records, known, secrets), secrets)
            return worlds.another(f"{known.tag} {found[0]} {name}", hidden)

        luck = hidden.luck and not revealed
        return make(stopped, elsewhere(records, world_of, luck=luck, chapters=chapters))

    latest = records.latest_game()
    return pages, compared(pages, again, () if latest is None else latest.gnomes)


def _pending(records: Records, now: Ongoing) -> Turn | None:
    """The turn that was taken and awaits its resolution."""
    if now.gamestate.position.pending is None:
        return None
    taken = records.pending_turn(now.game.id)
    return None if taken is None else in_force.turn_of(records, taken)


def compared(
    pages: Sequence[Page],
    again: Again,
    gnomes: Sequence[GnomeName],
    worlds: int = WORLDS_FOR_MUCH,
) -> tuple[Leak, ...]:
    """What the public ones of *pages* would tell; *again* makes them again in so many *worlds*."""
    return tuple(_leaks(pages, again, gnomes, worlds))


def _leaks(
    pages: Sequence[Page], again: Again, gnomes: Sequence[GnomeName], worlds: int
) -> Iterator[Leak]:
    """Each place that reads otherwise elsewhere, with the hidden fact on which it depends."""
    found: list[_Place] = []
    for number in range(worlds):
        found += _differences(pages, again, str(number), EVERYTHING)
    if not found:
        return
    known: set[_Place] = set()
    for fact, hidden in _facts(gnomes):
        places: list[_Place] = []
        for number in range(_TRIES):
            places += _differences(pages, again, str(number), hidden)
        for page, part, line in sorted(set(places) - known):
            yield Leak(page=page, part=part, line=line, fact=fact)
        known.update(places)
    if known.isdisjoint(found):
        page, part, line = found[0]
        yield Leak(page=page, part=part, line=line, fact=_TOGETHER)


def _facts(gnomes: Sequence[GnomeName]) -> Iterator[tuple[str, Hidden]]:
    """Each hidden fact by its name, and the worlds in which it alone is another.

    A hand is exchanged with tiles that lie about, so it comes behind these.
    """
    nothing = Hidden(tiles=False, deck=False, luck=False)
    yield "something that is never the same twice", nothing
    yield "the order of the event deck", replace(nothing, deck=True)
    yield "luck that nobody has seen", replace(nothing, luck=True)
    yield "the item pool", replace(nothing, pool=True)
    yield "the discarded tiles", replace(nothing, discards=True)
    for name in gnomes:
        yield f"{whose(name)} hand", replace(nothing, hand=name)
    yield "which tiles came where", replace(nothing, tiles=True)


def _differences(pages: Sequence[Page], again: Again, name: str, hidden: Hidden) -> list[_Place]:
    """Where the public pages differ from those that are made there."""
    try:
        there = [page for page in again(name, hidden) if page.kind == "public"]
    except Exception:  # whatever it is, it does not happen here: the draft depends on it
        return [(1, "making", 0)]
    here = [page for page in pages if page.kind == "public"]
    if len(here) != len(there):
        return [(1, "number", 0)]
    return [
        (number, part, line)
        for number, (mine, its) in enumerate(zip(here, there, strict=True), 1)
        if mine != its
        for part, line in _parts(mine, its)
    ]


def _parts(mine: Page, its: Page) -> Iterator[tuple[LeakyPart, int]]:
    if (mine.to, mine.to_name) != (its.to, its.to_name):
        yield "recipient", 0
    if mine.subject != its.subject:
        yield "subject", 0
    if (mine.in_reply_to, mine.references) != (its.in_reply_to, its.references):
        yield "thread", 0
    if mine.view != its.view:
        yield "picture", 0
    lines, others = mine.body.split("\n"), its.body.split("\n")
    for number, line in enumerate(lines, 1):
        if others[number - 1 : number] != [line]:
            yield "text", number
            return
    if len(lines) != len(others):
        yield "text", len(lines)
