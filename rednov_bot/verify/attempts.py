"""A resolution as the list would have to be told it, beside what it was told.

Where the contestmaster ruled on the turn, every reading of eir words is tried, and the one is
taken that the posting fits best.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from rednov_bot.engine import happenings as h
from rednov_bot.engine.draws import Scope
from rednov_bot.engine.gamestate import Gamestate
from rednov_bot.engine.options import Options
from rednov_bot.engine.overruled import Ruled, gifts_if_void
from rednov_bot.engine.position import Position
from rednov_bot.engine.resolve import Resolution
from rednov_bot.engine.tables import Tables
from rednov_bot.engine.turn import NO_ORDERS, Turn
from rednov_bot.engine.words import GnomeName
from rednov_bot.papers import Page
from rednov_bot.prose import public_pages, ruling_pages
from rednov_bot.prose.audience import public_only
from rednov_bot.prose.letterhead import Envelope, Letterhead
from rednov_bot.prose.position_text import position_text
from rednov_bot.prose.sub_map import sub_map
from rednov_bot.verify import compared, printed, ruled, sections
from rednov_bot.verify.compared import Differing
from rednov_bot.verify.postings import Posting
from rednov_bot.verify.telling import Told
from rednov_bot.verify.turns import Again, Given, resolve_again

TO_THE_LIST: Final = Envelope(to="", to_name="")
_SIGNATURE: Final = "\nrednov_bot, keeping "


@dataclass(frozen=True)
class Attempt:
    """What comes of a turn, and where its posting differs."""

    again: Again
    ruled: Ruled | None
    options: Options
    option: str  # that is ruled to be otherwise for this turn, "" where none is
    differing: tuple[Differing, ...] = field(repr=False)

    @property
    def outcome(self) -> Resolution:
        """What comes of it."""
        return self.again.resolution

    @cached_property
    def faults(self) -> int:
        """How many lines are others in fact."""
        return sum(one.in_facts for one in self.differing)


@dataclass(frozen=True, slots=True)
class Case:
    """A turn that a posting resolves, and all that it depends on."""

    posting: Posting
    told: Told
    state: Gamestate  # in which it is taken
    untaken: Position  # in which it was announced
    turn: Turn
    tables: Tables
    options: Options
    dice: bytes
    scope: Scope
    drawn: frozenset[str]

    @property
    def crew(self) -> tuple[GnomeName, ...]:
        """The gnomes in canonical order."""
        return tuple([gnome.name for gnome in self.state.position.gnomes])

    def best(self) -> Attempt:
        """The attempt that differs least.  Raises ValueError where the turn was never valid."""
        found: Attempt | None = None
        fault: ValueError | None = None
        for turn, options, option, given in self._ways():
            try:
                made = self._attempt(turn, options, option, given)
            except ValueError as error:
                fault = fault or error
                continue
            if found is None or made.faults < found.faults:
                found = made
            if not found.faults:
                break
        if found is None:
            raise fault or ValueError("nothing is to be resolved")
        return found

    def _ways(self) -> Iterator[tuple[Turn, Options, str, Ruled | None]]:
        if self.posting.kind != "void" and not ruled.has_ruling(self.told):
            yield self.turn, self.options, "", None
            return
        number, gnome = self.posting.number or 0, self.posting.gnome
        position, board = self.state.position, self.tables.board
        every = list(ruled.ways(self.told, position, board, number, gnome)) or [Ruled()]
        if self.posting.kind == "void":
            windows = gifts_if_void(position, self.untaken, self.turn)
            void = h.TurnVoided(gnome, number, windows)
            every = [replace(one, void=void) for one in every]
        for one in every:
            yield self.turn, self.options, "", one
        plain = replace(self.turn, orders=NO_ORDERS)
        if plain != self.turn:
            for one in every:
                yield plain, self.options, "", one
        for option, options in ruled.other_options(self.options):
            for one in every:
                yield self.turn, options, option, one

    def _attempt(self, turn: Turn, options: Options, option: str, given: Ruled | None) -> Attempt:
        what = Given(self.tables, options, self.dice, self.scope, self.drawn, given)
        again = resolve_again(self.state, turn, what, self.told)
        again = replaced(again, with_revealed(again.resolution, self.told))
        page = self._page(again.resolution, options)
        return Attempt(
            again, given, options, option, differing(self.posting, page, self.tables, self.crew)
        )

    def _page(self, outcome: Resolution, options: Options) -> Page:
        posting, told = self.posting, self.told
        if outcome.plan is None:
            return ruling_pages.voided(
                public_only(outcome.happenings),
                outcome.after.position,
                self.tables,
                posting.gnome,
                posting.number or 0,
                letterhead=letterhead(posting, told),
                envelope=TO_THE_LIST,
                options=options,
                said_at=told.said_at,
            )
        return public_pages.resolution(
            public_only(outcome.happenings),
            replace(self.state.position, pending=None),
            outcome.after.position,
            self.tables,
            posting.gnome,
            posting.number or 0,
            letterhead=letterhead(posting, told),
            envelope=TO_THE_LIST,
            options=options,
            action=outcome.plan.action,
            said_at=told.said_at,
            confirmed=_confirmed(posting, told),
            awards=told.awards,
        )


def _confirmed(posting: Posting, told: Told) -> str:
    """How the turn was read, where its posting says that its gnome confirmed that (A126)."""
    read = "" if posting.section is None else posting.section.read
    return read if told.says(f"as {posting.gnome} confirmed: {read}") else ""


def replaced(again: Again, resolution: Resolution) -> Again:
    """The same with another resolution."""
    return Again(resolution, again.luck, again.short)


def with_revealed(outcome: Resolution, told: Told) -> Resolution:
    """The resolution with the hands that the list is shown at the end (A24b).

    Of them only the sizes can be known without the secret of the tiles.
    """
    happenings = []
    for one in outcome.happenings:
        if isinstance(one, h.HandsRevealed):
            shown = told.revealed([name for name, _ in one.hands])
            sizes = {name: len(hand) for name, hand in one.hands}
            if {name: len(hand) for name, hand in shown} == sizes:
                one = h.HandsRevealed(shown)
        happenings.append(one)
    return replace(outcome, happenings=tuple(happenings))


def differing(
    posting: Posting, page: Page, tables: Tables, crew: Iterable[GnomeName]
) -> tuple[Differing, ...]:
    """Where a posting differs from its page, THE LUCK and the signature left out."""
    should = sections.part(page.body)[0].partition(_SIGNATURE)[0]
    stands = posting.body.partition(_SIGNATURE)[0]
    titles = {card.title for card in (*tables.deck, tables.kraken)}
    return compared.compared(stands, should, (*crew, *titles))


def board_differing(
    posting: Posting, position: Position, tables: Tables, options: Options
) -> tuple[Differing, ...]:
    """Where map and tables of a posting are not those of *position*, its points left out."""
    shown = printed.position_in(posting.body, position)
    if shown is not None:
        position = replace(position, dues=shown.dues)
    should = f"\n{compared.POSITION}\n\n{sub_map(position, tables.board)}\n\n"
    should += f"{position_text(position, tables, options)}\n"
    _, heading, stands = posting.body.partition(f"\n{compared.POSITION}\n")
    return compared.compared(heading + compared.without_foot(stands), should, ())


def letterhead(posting: Posting, told: Told) -> Letterhead:
    """Who wrote a posting, as far as it says."""
    return Letterhead(
        contest=posting.contest,
        contestmaster=posting.contestmaster,
        decides=posting.contestmaster,
        bot=told.bot,
        forum="",
    )
