"""A resolution as the list would have to be told it, beside what it was told.

Where the contestmaster ruled on the turn, every reading of their words is tried, and the one is
taken that the posting fits best.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Final

from msgspec.structs import replace

from rednov_bot.core.luck import Scope
from rednov_bot.core.models import Page
from rednov_bot.core.render.letterhead import Envelope, Letterhead
from rednov_bot.core.render.wording import counted
from rednov_bot.games.base import Answer, Choice, Held, Player, Refusal, Resolution
from rednov_bot.games.red_november.render import public_pages
from rednov_bot.games.red_november.render.audience import public_only
from rednov_bot.games.red_november.render.position import position_text
from rednov_bot.games.red_november.render.sentences import Scene, sentence
from rednov_bot.games.red_november.render.sub_map import sub_map
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.choices import BY_DEFENDING, Circumstances
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import exceeds
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.overruled import Ruled, gifts_if_void, resolve_as_ruled
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.resolve import resolve
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Orders, Turn
from rednov_bot.games.red_november.rules.words import Item, hatch_label, place_label
from rednov_bot.verify import compared, postings, printed, ruled
from rednov_bot.verify.chain import Chain
from rednov_bot.verify.compared import Differing
from rednov_bot.verify.findings import Findings
from rednov_bot.verify.postings import Posting, Told
from rednov_bot.verify.printed import Basis, Standing
from rednov_bot.verify.tiles import UNKNOWN, KnownLuck, needed_for, with_tiles

MOST_CHOICES: Final = 40  # in one turn; a gnome passes fewer events
MOST_PLACES: Final = 6  # of the pool that are tried for a grog
_BY_LOT: Final = Orders(else_block="random", else_spread="random")

_CHOSEN: Final = (
    ev.EscapeMade,
    ev.HatchOpened,
    ev.WaterEqualised,
    ev.Passed,
    ev.HatchJammed,
    ev.FireSpread,
)
"""What shows how somebody chose."""
_ELSEWHERE: Final = (ev.PointsDue, ev.SubLost, ev.GameOver)
"""What is not told in the order in which it happened."""

Answers = Mapping[str, Answer]


@dataclass(frozen=True, slots=True)
class Given:
    """Everything that a resolution depends on and the list knows."""

    tables: Tables
    options: Options
    dice: bytes
    scope: Scope
    drawn: frozenset[str]  # for what the posting says that something was drawn
    ruled: Ruled | None = None


@dataclass(frozen=True, slots=True)
class Again:
    """What comes of a turn."""

    resolution: Resolution
    luck: KnownLuck
    short: int = 0  # tiles that were used or drunk and cannot have been held


def resolve_again(state: Gamestate, turn: Turn, given: Given, told: Told) -> Again:
    """The turn resolved at *state*, in which it is taken, as far as possible as it was told.

    Raises ValueError where it was never valid.
    """
    seat = state.position.seat(turn.gnome)
    first: Again | None = None
    for world, short, meant in _worlds(state, turn, seat, told):
        made = _with_choices(world, meant, given, told)
        again = Again(made[0], made[1], short)
        thirsty = drinkers(again.resolution)
        if thirsty == told_drinkers(told, again.resolution, given.tables):
            return again
        first = first or again
    assert first is not None
    return first


def _worlds(
    state: Gamestate, turn: Turn, seat: int, told: Told
) -> Iterator[tuple[Gamestate, int, Turn]]:
    """Hidden worlds that the text leaves open, the plainest first; how many tiles are missing."""
    names = [gnome.name for gnome in state.position.gnomes]
    drinks = told.drinks(names)
    needed: dict[int, Counter[Item]] = {seat: needed_for(turn)}
    victim = _attacked(turn)
    for name, count in drinks.items():
        if name != turn.gnome:
            needed.setdefault(state.position.seat(name), Counter())["grog"] += count
    if victim in names and told.defends(victim):
        needed.setdefault(state.position.seat(victim), Counter())["crowbar"] += 1
    meant, needed = _with_gift(state, turn, needed)
    own = drinks[turn.gnome]
    for places in _places(own):
        mine = needed[seat].copy()
        mine["grog"] += own - len(places)
        world_needs = {**needed, seat: mine}
        short = sum(
            max(0, items.total() - len(state.secrets.hands[holder]))
            for holder, items in world_needs.items()
        )
        yield (with_tiles(state, world_needs, dict.fromkeys(places, "grog")), short, meant)


def _places(own: int) -> Iterator[tuple[int, ...]]:
    """On which places of the pool the grogs lay that a gnome drew in their walk and drank in it."""
    for many in range(own + 1):
        yield from combinations(range(MOST_PLACES), many)


def _attacked(turn: Turn) -> Player:
    action = turn.action
    if action is None or action.name != "attack":
        return ""
    return action.recipient or ""


def _with_gift(
    state: Gamestate, turn: Turn, needed: dict[int, Counter[Item]]
) -> tuple[Turn, dict[int, Counter[Item]]]:
    """A gift announced by number (A23): tiles without names, or a grog that was drunk at once."""
    action = turn.action
    if action is None or action.name != "give_items" or action.give is not None:
        return turn, needed
    count = action.give_count or 0
    grog: Item = "grog"
    grogs = 0
    names = [gnome.name for gnome in state.position.gnomes]
    if action.recipient in names:
        to = state.position.seat(action.recipient)
        wanted = needed.get(to, Counter())["grog"]
        grogs = min(count, max(0, wanted - len(state.secrets.hands[to])))
        if grogs:
            needed = {**needed, to: needed[to] - Counter({"grog": grogs})}
            giver = state.position.seat(turn.gnome)
            needed[giver] = needed[giver] + Counter({"grog": grogs})
    items = (grog,) * grogs + (UNKNOWN,) * (count - grogs)
    return replace(turn, action=replace(action, give=items)), needed


def _with_choices(
    state: Gamestate, turn: Turn, given: Given, told: Told
) -> tuple[Resolution, KnownLuck]:
    """Every choice made as the text tells: by somebody, or by lot where a draw is shown for it."""
    made: dict[str, Answer] = {}
    lots: set[str] = set()
    for _ in range(MOST_CHOICES):
        outcome, luck = _once(state, turn, given, made)
        if isinstance(outcome, Resolution):
            if not lots:
                return outcome, luck
            answers = {key: answer for key, answer in made.items() if key not in lots}
            outcome, luck = _once(state, turn, given, answers, by_lot=True)
            assert isinstance(outcome, Resolution)
            return outcome, luck
        choice, known = outcome.choice, len(outcome.events)
        if f"{choice.key} choice" in given.drawn:
            lots.add(choice.key)
            drawn, _ = _once(state, turn, given, made, by_lot=True)
            made[choice.key] = Answer(_fallen(drawn.events[known], choice), "gnome")
        else:
            made[choice.key] = _answer(state, turn, given, told, made, choice, known)
    raise ValueError("more choices than there are events")


def _fallen(event: ev.Event, choice: Choice) -> str:
    """On which candidate the lot has fallen."""
    match event:
        case ev.HatchJammed(hatch=ends):
            return hatch_label(ends)
        case ev.FireSpread(room=room):
            return place_label(room)
        case _:
            return choice.candidates[0]


def _answer(
    state: Gamestate,
    turn: Turn,
    given: Given,
    told: Told,
    answers: Answers,
    choice: Choice,
    known: int,
) -> Answer:
    """The answer after which things go on as they are told; the first one where none does so."""
    if choice.kind == "defend":
        label = next(word for word, yes in BY_DEFENDING.items() if yes == told.defends(choice.of))
        return Answer(label, "contestmaster")
    ways = [Answer(label, "contestmaster") for label in choice.candidates]
    if choice.kind != "escape":
        ways = [Answer(label, "gnome") for label in choice.candidates] + ways
    best = (-1, ways[0])
    for way in ways:
        outcome, _ = _once(state, turn, given, {**answers, choice.key: way})
        score = _agreement(outcome.events, known, told, Scene(given.tables.board, turn.gnome))
        if score > best[0]:
            best = score, way
    return best[1]


def _agreement(events: Sequence[ev.Event], known: int, told: Told, scene: Scene) -> int:
    """How far the text tells what a choice has led to; 0 where it tells something else."""
    at = 0
    for one in public_only(events[:known]):
        if not isinstance(one, _ELSEWHERE):
            at = told.behind(sentence(one, scene), at) or at
    score = 1
    for one in public_only(events[known:]):
        if not isinstance(one, _CHOSEN):
            break
        behind = told.behind(sentence(one, scene), at)
        if behind is None:
            return 0
        at, score = behind, score + 1
    return score


def _once(
    state: Gamestate, turn: Turn, given: Given, answers: Answers, *, by_lot: bool = False
) -> tuple[Resolution | Held, KnownLuck]:
    luck = KnownLuck(given.dice, given.scope)
    circumstances = Circumstances(
        tables=given.tables,
        options=replace(given.options, event_choice="orders+ask"),
        luck=luck,
        orders=_BY_LOT if by_lot else Orders(),
        answers=answers,
    )
    if given.ruled is not None:
        made = resolve_as_ruled(state, turn, circumstances, given.ruled)
        if isinstance(made, Refusal):
            raise ValueError(f"no ruling made this turn valid: {made.code}")
        return made, luck
    return resolve(state, turn, circumstances), luck


def drinkers(made: Resolution) -> list[str]:
    """Each card that makes thirsty, and who drinks then."""
    found = []
    for one in made.events:
        match one:
            case ev.ThirstSlaked(gnome=name):
                found.append(name)
            case ev.CardDrawn(kind="overheated"):
                found.append("")
            case _:
                pass
    return found


def told_drinkers(told: Told, made: Resolution, tables: Tables) -> list[str]:
    """The same, as the text has it."""
    titles = {re.escape(card.title) for card in tables.deck if card.kind == "overheated"}
    names = [re.escape(gnome.name) for gnome in made.after.position.gnomes]
    thirst = rf"Event: (?:{'|'.join(titles)})\.|(?<!\w)({'|'.join(names)}) drinks a grog"
    return [found[1] or "" for found in re.finditer(thirst, told.words)]


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
class Weighed:
    """The attempt that fits a posting best."""

    attempt: Attempt
    scope: Scope
    basis: Basis
    sealed: bool  # the seal shows that the posting is as it was, where that is in doubt

    def tell(self, posting: Posting, turn: Turn, findings: Findings, *, elsewhere: bool) -> None:
        """What is to be said of it besides its text.

        *elsewhere*: it goes on from another position than that which was to be.
        """
        made, secrets = self.attempt, self.basis.state.secrets
        if elsewhere:
            what = "it goes on from a position that a posting before prints"
            findings.note(posting.mail, what)
        drawn = [
            len(one.items)
            for one in made.outcome.events
            if isinstance(one, ev.ItemsReceived) and one.to == turn.gnome
        ]
        short = made.again.short - sum(drawn)  # what they came by in their turn they may use in it
        if short > 0:
            what = f"it uses {counted(short, 'tile')} more than can have been held"
            findings.differs(posting.mail, what)
        if made.option:
            what = f"by ruling, option {made.option} is otherwise for this turn"
            findings.note(posting.mail, what)
        seat = self.basis.state.position.seat(turn.gnome)
        over = exceeds(secrets.limits[seat], secrets.hands[seat])
        if over:
            what = f"{turn.gnome} holds {counted(over, 'tile')} more than their hand limit allows"
            findings.note(posting.mail, f"{what}, as far as the list was told (§17)")


@dataclass(frozen=True, slots=True)
class Case:
    """A posting of a turn, and all that it depends on but from where and by which mail it comes."""

    posting: Posting
    told: Told
    turn: Turn
    tables: Tables
    options: Options
    dice: bytes

    def weighed(
        self, chain: Chain, scope: Scope, digest: str | None, standing: Standing
    ) -> Weighed:
        """By the announcement that it tells of, else by the one that it answers, of this *digest*;
        from where the game stands, else from where a posting before says that it does.

        Raises ValueError where the turn is valid nowhere.
        """
        fault: ValueError | None = None
        found: Weighed | None = None
        try:
            found = self._drawn_from(chain, scope, digest, standing.now)
        except ValueError as error:
            fault = error
        if found is not None and not found.attempt.faults:
            return found
        for basis in standing.others(self.turn, self.posting.number or 1):
            try:
                attempt = self._best(scope, basis)
            except ValueError:
                continue
            if found is None or attempt.faults < found.attempt.faults:
                sealed = found is not None and found.sealed
                found = Weighed(attempt, scope, basis, sealed)
        if found is None:
            raise fault or ValueError("nothing is to be resolved")
        return found

    def _drawn_from(self, chain: Chain, scope: Scope, digest: str | None, basis: Basis) -> Weighed:
        made = self._best(scope, basis)
        if digest in (None, scope.mail):
            return Weighed(made, scope, basis, True)
        part = self.posting.only_moment
        if chain.fits(self.posting, part, scope, made.again.luck.drawn):
            return Weighed(made, scope, basis, True)
        other = replace(scope, mail=digest)
        again = self._best(other, basis)
        if chain.fits(self.posting, part, other, again.again.luck.drawn):
            return Weighed(again, other, basis, False)
        return Weighed(made, scope, basis, False)

    def _best(self, scope: Scope, basis: Basis) -> Attempt:
        """The attempt that differs least.  Raises ValueError where the turn was never valid."""
        found: Attempt | None = None
        fault: ValueError | None = None
        for turn, options, option, given in self._ways(basis):
            try:
                made = self._attempt(scope, basis, turn, options, option, given)
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

    def _ways(self, basis: Basis) -> Iterator[tuple[Turn, Options, str, Ruled | None]]:
        if self.posting.kind != "void" and not ruled.has_ruling(self.told):
            yield self.turn, self.options, "", None
            return
        number, gnome = self.posting.number or 0, self.posting.gnome
        position, board = basis.state.position, self.tables.board
        every = list(ruled.ways(self.told, position, board, number, gnome)) or [Ruled()]
        if self.posting.kind == "void":
            windows = gifts_if_void(position, basis.untaken, self.turn)
            void = ev.TurnVoided(gnome, number, windows)
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

    def _attempt(
        self,
        scope: Scope,
        basis: Basis,
        turn: Turn,
        options: Options,
        option: str,
        given: Ruled | None,
    ) -> Attempt:
        drawn = frozenset([draw.purpose for draw in self.posting.only_moment.draws])
        what = Given(self.tables, options, self.dice, scope, drawn, given)
        again = resolve_again(basis.state, turn, what, self.told)
        again = Again(with_revealed(again.resolution, self.told), again.luck, again.short)
        position = basis.state.position
        page = self._page(position, again.resolution, options)
        crew = [gnome.name for gnome in position.gnomes]
        lines = differing(self.posting, page, self.tables, crew)
        return Attempt(again, given, options, option, lines)

    def _page(self, before: Position, outcome: Resolution, options: Options) -> Page:
        posting, told = self.posting, self.told
        if outcome.plan is None:
            return public_pages.voided(
                public_only(outcome.events),
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
            public_only(outcome.events),
            replace(before, pending=None),
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


def with_revealed(outcome: Resolution, told: Told) -> Resolution:
    """The resolution with the hands that the list is shown at the end (A24b).

    Of them only the sizes can be known without the secret of the tiles.
    """
    events = []
    for one in outcome.events:
        if isinstance(one, ev.HandsRevealed):
            shown = told.revealed([name for name, _ in one.hands])
            sizes = {name: len(hand) for name, hand in one.hands}
            if {name: len(hand) for name, hand in shown} == sizes:
                one = ev.HandsRevealed(shown)
        events.append(one)
    return replace(outcome, events=tuple(events))


def differing(
    posting: Posting, page: Page, tables: Tables, crew: Iterable[Player]
) -> tuple[Differing, ...]:
    """Where a posting differs from its page, THE LUCK and the signature left out."""
    should = postings.part(page.body)[0].partition(_SIGNATURE)[0]
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
