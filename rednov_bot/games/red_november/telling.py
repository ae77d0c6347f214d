"""What a posting, a notice and a draft say about Red November."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from msgspec.structs import replace

from rednov_bot.core.models import Page
from rednov_bot.core.render.draft_pages import UNCHANGED
from rednov_bot.core.render.letterhead import Envelope, Heads
from rednov_bot.core.render.wording import listed, whose
from rednov_bot.games.base import Game, Given, Letterhead, Player, Post, Reason, Resolved, Shuffled
from rednov_bot.games.red_november.reader.reading import tiles_in
from rednov_bot.games.red_november.render import (
    award_pages,
    canonical,
    private_pages,
    public_pages,
    reasoning,
)
from rednov_bot.games.red_november.render.audience import private_to, public_only
from rednov_bot.games.red_november.render.position import BoardView, position_text, public_view
from rednov_bot.games.red_november.render.sentences import revealed
from rednov_bot.games.red_november.render.sub_map import sub_map
from rednov_bot.games.red_november.render.wording import ITEM_NAMES
from rednov_bot.games.red_november.rules import events as ev
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import exceeds, wished_discards
from rednov_bot.games.red_november.rules.options import Options
from rednov_bot.games.red_november.rules.plan import Plan
from rednov_bot.games.red_november.rules.position import Gnome, Position
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Orders, Turn
from rednov_bot.games.red_november.rules.words import TOKEN_KINDS, TRACKS, Item

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


class Telling(Game):
    """The words of Red November for what comes of turns."""

    telling = frozenset({"blind", "public_hand_sizes", "reveal_at_end"})
    deeds_told = award_pages.DEEDS
    facts_told = (
        *ITEM_NAMES.values(),
        *TOKEN_KINDS,
        *TRACKS,
        *("success", "succeeds", "fails?", "failure", "killed", "dies", "faints?", "wakes"),
        *("awake", "asleep", "fire", "burns", "water", "blocked", "wins?", "lost"),
    )

    def view(self, state: Gamestate | None) -> dict[str, Any]:
        """Everything public in a game."""
        return public_view(None if state is None else state.position)

    def laid_out(self, state: Gamestate, data: Tables, options: Options) -> str:
        """The map, and the position in words."""
        return f"{sub_map(state.position, data.board)}\n\n{position_text(state.position, data)}"

    def hands(self, state: Gamestate) -> Mapping[str, list[str]]:
        """Each gnome's tiles: `pump manual`."""
        held = zip(state.position.gnomes, state.secrets.hands, strict=True)
        return {gnome.name: [item.replace("_", " ") for item in hand] for gnome, hand in held}

    def ended_as(self, state: Gamestate) -> tuple[str, str]:
        """Won, or lost with the sub; gnomes who had left it win all the same."""
        ending = state.position.ending
        assert ending is not None
        winners = listed(ending.winners)
        if not ending.sub_lost:
            how = "won" if winners else "lost"
            return how, f"{how} by {winners or 'everybody'}"
        wins = "wins" if len(ending.winners) == 1 else "win"
        return "lost", "lost with the sub" + (f"; {winners} had left and {wins}" if winners else "")

    def in_words(self, turn: Turn) -> str:
        """The plain announcement, a sentence a line."""
        return canonical.announcement(turn)

    def heard(
        self, turn: Turn, events: Iterable[ev.Event] | None = None, *, ruled: bool = False
    ) -> str:
        """The same in one line; it names the tiles alone that everybody sees used."""
        if events is None:
            return canonical.heard(turn, ruled=ruled)
        used = [one.item for one in events if isinstance(one, ev.ItemUsed)]
        return canonical.heard(turn, used, ruled=ruled)

    def resolution(
        self,
        resolved: Resolved,
        head: Letterhead,
        *,
        said_at: datetime,
        confirmed: str,
        awards: Collection[str],
        luck: str,
    ) -> Post:
        """What came of a turn; of one that was ruled void, that it is."""
        outcome, turn = resolved.outcome, resolved.turn
        events: tuple[ev.Event, ...] = outcome.events  # of all kinds
        if outcome.plan is None:
            page = public_pages.voided(
                public_only(events),
                outcome.after.position,
                resolved.data,
                turn.gnome,
                resolved.number,
                options=resolved.options,
                said_at=said_at,
                luck=luck,
                **_to_nobody(head),
            )
            return _post(page)
        before: Position = replace(resolved.before.position, pending=None)
        page = public_pages.resolution(
            public_only(events),
            before,
            outcome.after.position,
            resolved.data,
            turn.gnome,
            resolved.number,
            options=resolved.options,
            action=outcome.plan.action,
            said_at=said_at,
            confirmed=confirmed,
            awards=awards,
            luck=luck,
            **_to_nobody(head),
        )
        return _post(page)

    def tell_opening(
        self,
        events: Sequence[ev.Event],
        after: Gamestate,
        data: Tables,
        options: Options,
        head: Letterhead,
        *,
        tag: str,
        commitment: str | None,
        luck: str,
    ) -> Post:
        """The announcement that begins a game (§5)."""
        page = public_pages.opening(
            public_only(events),
            after.position,
            data,
            options,
            tag=tag,
            commitment=commitment,
            luck=luck,
            **_to_nobody(head),
        )
        return _post(page)

    def tell_lapse(
        self,
        events: Sequence[ev.Event],
        after: Gamestate,
        data: Tables,
        options: Options,
        player: Player,
        head: Letterhead,
        *,
        awards: Collection[str],
        luck: str,
    ) -> Post:
        """The contestmaster kills an idle gnome (§19)."""
        page = public_pages.idle_kill(
            public_only(events),
            after.position,
            data,
            player,
            options=options,
            awards=awards,
            luck=luck,
            **_to_nobody(head),
        )
        return _post(page)

    def tell_deed(
        self,
        events: Sequence[ev.Event],
        after: Gamestate,
        data: Tables,
        player: Player,
        announced: str,
        head: Letterhead,
        *,
        named: tuple[Item, ...] = (),
    ) -> Post:
        """A discard or a gift in return took effect (§11k, §17, A23)."""
        page = public_pages.acknowledgement(
            public_only(events),
            after.position,
            data,
            player,
            "discard" if announced == "discard" else "gift in return",
            named=named,
            **_to_nobody(head),
        )
        return _post(page)

    def clauses(
        self,
        events: Sequence[ev.Event],
        before: Gamestate | None,
        data: Tables,
        player: Player | None = None,
        plan: Plan | None = None,
    ) -> tuple[Reason, ...]:
        """The clauses behind what happened, in order."""
        position = Position() if before is None else replace(before.position, pending=None)
        target = None if plan is None else plan.action.hatch
        return reasoning.reasons(public_only(events), position, data, player, target)

    def notices(
        self,
        events: Sequence[ev.Event],
        before: Gamestate,
        after: Gamestate,
        data: Tables,
        head: Letterhead,
        *,
        occasion: str,
        by: Player,
        orders: Mapping[Player, Orders],
        openly: bool,
        prove: Callable[[Player, tuple[str, ...]], tuple[str, ...]],
    ) -> tuple[tuple[Player, Post], ...]:
        """A notice to each gnome whose hand is not what everybody can know it to be (§6).

        Whoever only used up tiles, or took the captain's grog, has announced it and gets none.
        """
        told = []
        owed = _concerned(events, before.position) if openly else frozenset()
        for seat, gnome in enumerate(after.position.gnomes):
            name, hand = gnome.name, after.secrets.hands[seat]
            held = before.secrets.hands[seat] if before.secrets.hands else ()
            over = exceeds(after.secrets.limits[seat], hand)
            learns = private_to(events, name) or (over and sorted(held) != sorted(hand))
            if not (learns or _expected(events, name, held) != Counter(hand) or name in owed):
                continue
            whose_it_is = "your" if name == by else whose(by)
            what = f"{whose_it_is} {occasion}" if by else occasion
            story = private_pages.hand_story(events, name, held, data.board)
            notice = self.notice(
                name, story, after, head, occasion=what, orders=orders, prove=prove
            )
            told.append((name, notice))
        return tuple(told)

    def notice(
        self,
        player: Player,
        told: tuple[str, ...],
        after: Gamestate,
        head: Letterhead,
        *,
        occasion: str,
        orders: Mapping[Player, Orders],
        prove: Callable[[Player, tuple[str, ...]], tuple[str, ...]],
    ) -> Post:
        """What one gnome is told alone, and their whole hand (§6)."""
        seat = after.position.seat(player)
        hand, limit = after.secrets.hands[seat], after.secrets.limits[seat]
        page = private_pages.private_notice(
            told or (UNCHANGED,),
            hand,
            occasion=occasion,
            discard=exceeds(limit, hand),
            plays_on=plays_on(after.position, after.position.gnomes[seat]),
            wished=wished_discards(limit, hand, orders.get(player, NO_ORDERS)),
            letterhead=head,
            envelope=Envelope(to="", to_name=player),
            proof=prove(player, hand),
        )
        return _post(page)

    def pile(self, state: Gamestate) -> tuple[Item, ...]:
        """The item pool, from the top."""
        return state.secrets.pool

    def deals(self, events: Iterable[ev.Event]) -> tuple[Shuffled | Given, ...]:
        """What was shuffled into the item pool and drawn from it."""
        steps: list[Shuffled | Given] = []
        for one in events:
            if isinstance(one, ev.ItemPoolShuffled):
                steps.append(Shuffled(one.order))
            elif isinstance(one, ev.ItemsReceived):
                steps.append(Given(one.to, one.items))
        return tuple(steps)

    def rulings_told(self, events: Iterable[ev.Event]) -> tuple[int, ...]:
        """The numbers of the rulings that are told (§25)."""
        return tuple([one.number for one in events if isinstance(one, ev.RulingGiven)])

    def pot_told(self, events: Iterable[ev.Event]) -> int | None:
        """The Y points that the opening names (§24)."""
        return next((one.y_pot for one in events if isinstance(one, ev.GameOpened)), None)

    def revealed(self, events: Iterable[ev.Event]) -> tuple[str, ...]:
        """What each gnome held at the end (option reveal_at_end), in the words of the posting."""
        every = [revealed(one) for one in events if isinstance(one, ev.HandsRevealed)]
        return tuple([said.partition(": ")[2] for said in every])

    def secrets_in(self, words: str, people: Sequence[Player]) -> frozenset[str]:
        """The kinds of tiles that are named, as people write them."""
        return frozenset([ITEM_NAMES[one] for one in tiles_in(words, people)])

    def secrets_seen(self, events: Iterable[ev.Event]) -> tuple[str, ...]:
        """The tiles that are used in public."""
        return tuple([ITEM_NAMES[one.item] for one in events if isinstance(one, ev.ItemUsed)])

    def secrets_of(self, turn: Turn) -> tuple[str, ...]:
        """Every tile that a turn uses or gives, as often as it does."""
        actions = (*((turn.action,) if turn.action is not None else ()), *turn.more_actions)
        given = [item for action in actions for item in action.give or ()]
        fleeing = turn.escape.uses if turn.escape is not None else ()
        return tuple([ITEM_NAMES[one] for one in (*canonical.uses_of(turn), *given, *fleeing)])

    def drawn(self, view: BoardView) -> tuple[bytes, str]:
        """The board as a picture, and in words."""
        # Loads Pillow, which few commands want.
        from rednov_bot.games.red_november.render.picture.png import board_png
        from rednov_bot.games.red_november.render.picture.telling import words

        png = board_png(view.now, view.tables, view.before)
        return png, words(view.now, view.tables, view.before, heading=view.heading)


def _to_nobody(head: Letterhead) -> Heads:
    """Who is sent a post is not for the game to say."""
    return Heads(letterhead=head, envelope=Envelope(to="", to_name=""))


def _post(page: Page) -> Post:
    return Post(subject=page.subject, body=page.body, view=page.view)


def plays_on(position: Position, gnome: Gnome) -> bool:
    """Whether a gnome may ever take a turn again (§9, §20, §22)."""
    return position.ending is None and gnome.in_play and gnome.minutes > 0


def _expected(events: Iterable[ev.Event], name: Player, held: tuple[Item, ...]) -> Counter[Item]:
    """The hand that follows from what a gnome held, by what everybody sees them do with it."""
    hand = Counter(held)
    for one in events:
        match one:
            case ev.ItemUsed(gnome=user, item=item) if user == name:
                hand[item] -= 1
            case ev.GrogGained(gnome=user, count=count) if user == name:
                hand["grog"] += count
            case _:
                pass
    return hand


def _concerned(events: Iterable[ev.Event], before: Position) -> frozenset[Player]:
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
