"""The event deck and its eighteen cards: what each does (§16c, §16d; rules.md 7)."""

from __future__ import annotations

from typing import Literal, assert_never

from msgspec.structs import replace

from rednov_bot.games.base import Choice
from rednov_bot.games.red_november.rules import ending, events as ev, hands, tracks
from rednov_bot.games.red_november.rules.choices import Circumstances, Decided, decide, left_to
from rednov_bot.games.red_november.rules.draws import card_of, die, draw
from rednov_bot.games.red_november.rules.intoxication import level_after
from rednov_bot.games.red_november.rules.logbook import Logbook
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.tables import Board, Card
from rednov_bot.games.red_november.rules.words import (
    SEA,
    CardKind,
    GnomeName,
    Hatch,
    Item,
    Place,
    TokenKind,
    hatch_label,
    place_label,
)

HIGH_TRACK = 7  # from here on the way to a repair is worth keeping


def by_hatch(position: Position, board: Board, hatches: tuple[Hatch, ...]) -> tuple[Hatch, ...]:
    """Hatches to block, least harm first."""
    if len(hatches) == 1:
        return hatches
    needed = _needed(position, board)
    inhabited = [gnome.at for gnome in position.gnomes if gnome.in_play]

    def harm(ends: Hatch) -> tuple[int, int, int]:
        dead_ends = [room for room in ends if free_hatches(position, board, room) == 1]
        cut_off = sum(inhabited.count(room) for room in dead_ends)
        return len(dead_ends), cut_off, len(needed.intersection(ends))

    return tuple(sorted(hatches, key=lambda ends: (harm(ends), ends)))


def by_room(position: Position, board: Board, rooms: tuple[Place, ...]) -> tuple[Place, ...]:
    """Rooms to burn, least harm first."""
    useful = {board.engine, board.oxygen, board.reactor, board.missiles, board.stores, board.cabin}

    def harm(room: Place) -> tuple[int, int, bool]:
        inside = [gnome for gnome in position.gnomes if gnome.in_play and gnome.at == room]
        return sum(gnome.fainted for gnome in inside), len(inside), room in useful

    return tuple(sorted(rooms, key=lambda room: (harm(room), room)))


def free_hatches(position: Position, board: Board, room: Place) -> int:
    """How many interior hatches of a room are free."""
    return sum([SEA not in ends and ends not in position.blocked for ends in board.attached[room]])


def _needed(position: Position, board: Board) -> set[Place]:
    """Rooms whose repair presses: a track at 7 or more, or a live token."""
    kinds = {kind for kind, _ in position.tokens}
    pressing = {
        board.engine: position.pressure >= HIGH_TRACK or "crushed" in kinds,
        board.oxygen: position.asphyxiation >= HIGH_TRACK or "asphyxiated" in kinds,
        board.reactor: position.heat >= HIGH_TRACK,
        board.missiles: "missiles" in kinds,
    }
    return {room for room, presses in pressing.items() if presses}


TOKEN_BY: dict[CardKind, TokenKind] = {
    "engine_down": "crushed",
    "oxygen_pumps_down": "asphyxiated",
    "missile_countdown": "missiles",
    "kraken": "kraken",
}


def resolve_next(
    log: Logbook, active: GnomeName | None, space: int, circumstances: Circumstances
) -> Choice | None:
    """The next event card is drawn and takes effect where it is drawn.

    *space* is the marker's, from which tokens are counted (S99).  A choice that nobody has made
    is returned; the resolution is then begun again when it is answered.
    """
    tables = circumstances.tables
    card_id = draw(log, tables, circumstances.luck)
    if card_id is None:
        return None
    card = card_of(card_id, tables)
    log.tell(ev.CardDrawn(card_id, card.kind, card.title, space if active else None))
    return _Event(log, active, space, circumstances, card).happen()


def _drawn_so_far(log: Logbook) -> int:
    """How many event cards took effect: part of a draw's name before the first turn."""
    return sum(isinstance(one, ev.CardDrawn) for one in log.events)


class _Event:
    """One event card at work."""

    __slots__ = ("active", "c", "card", "key", "log", "space")

    def __init__(
        self, log: Logbook, active: GnomeName | None, space: int, c: Circumstances, card: Card
    ) -> None:
        self.log = log
        self.active = active
        self.space = space
        self.c = c
        self.card = card
        self.key = f"event {space}" if active else f"opening {_drawn_so_far(log)}"

    def happen(self) -> Choice | None:
        """What the card says; only two cards can ask (rules.md 7.1)."""
        kind = self.card.kind
        match kind:
            case "descent" | "fast_descent":
                tracks.advance(self.log, "pressure", self.card.step)
            case "reactor_warmup" | "reactor_malfunction":
                tracks.advance(self.log, "heat", self.card.step)
            case "fire":
                self.fire("room")
            case "leak":
                self.flood("room")
            case "friendly_fire":
                self.friendly_fire()
            case "underwater_current":
                self.current()
            case "fire_spreads":
                return self.spread()
            case "blocked_hatch":
                return self.jam()
            case "turbulence":
                hands.impose(self.log, self.card.limit, None, self.c.options)
            case "stumble":
                if self.active is not None:
                    hands.impose(self.log, self.card.limit, self.active, self.c.options)
            case "overheated":
                self.overheat()
            case "engine_down" | "oxygen_pumps_down" | "missile_countdown" | "kraken":
                self.place_token(TOKEN_BY[kind])
            case "respite":
                self.log.tell(ev.Respite(removed=self.c.options.remove_respite))
            case _:
                assert_never(kind)
        return None

    def roll(self, what: str) -> Place:
        """The room named by the die; 0 reads 10."""
        return die(self.c.luck, f"{self.key} {what}")

    def fire(self, what: str) -> bool:
        """Fire in a random room; whether the air runs out.

        Flooded: nothing.  Else asphyxiation advances, even if the room burns already (A66), and
        at 10 everything stops at once (A117).
        """
        room = self.roll(what)
        condition = self.log.position.rooms[room]
        if condition in ("low", "high"):
            self.log.tell(ev.FireDrowned(room))
            return False
        if condition == "fire":
            self.log.tell(ev.FireFed(room))
            return tracks.advance(self.log, "asphyxiation", 1)
        if self.log.position.asphyxiation >= tracks.DOOM - 1:
            self.log.tell(ev.AirRanOut(room))
        return self.burn(room)

    def burn(self, room: Place) -> bool:
        """The air suffers, then the room burns and sleepers in it die (§16d)."""
        if tracks.advance(self.log, "asphyxiation", 1):
            return True
        self.log.tell(ev.RoomCaughtFire(room))
        ending.sleepers_die(self.log, (room,), "asleep_in_fire", self.c.options, self.c.luck)
        return False

    def flood(self, what: str) -> None:
        """A random room rises to high water, whatever it had; a fire there goes out."""
        room = self.roll(what)
        before = self.log.position.rooms[room]
        self.log.tell(ev.RoomFlooded(room, before))
        if before == "high":
            return
        ending.sleepers_die(self.log, (room,), "asleep_in_flood", self.c.options, self.c.luck)

    def friendly_fire(self) -> None:
        """Fire, flood and hand limit, in this order, two dice (A79, A124)."""
        if self.fire("room"):
            return
        self.flood("second room")
        hands.impose(self.log, self.card.limit, None, self.c.options)

    def current(self) -> None:
        """Every room at low water rises to high water, and sleepers there drown."""
        rooms = tuple(
            room for room, condition in enumerate(self.log.position.rooms) if condition == "low"
        )
        self.log.tell(ev.CurrentRose(rooms))
        ending.sleepers_die(self.log, rooms, "asleep_in_flood", self.c.options, self.c.luck)

    def spread(self) -> Choice | None:
        """Fire spreads to a dry room beside a burning one, through blocked hatches too (A80)."""
        position, board = self.log.position, self.c.tables.board
        reached = {
            beyond
            for room, condition in enumerate(position.rooms)
            if condition == "fire"
            for beyond in board.neighbours[room]
            if position.rooms[beyond] == "dry" and self._fire_passes(room, beyond)
        }
        if not reached:
            self.log.tell(ev.FireStayed())
            return None
        rooms = tuple(sorted(reached))
        if position.asphyxiation >= tracks.DOOM - 1:
            self.log.tell(ev.AirRanOut(rooms[0]))
            self.burn(rooms[0])
            return None
        labels = tuple([place_label(room) for room in rooms])
        wishes = tuple([place_label(room) for room in self.c.orders.spread])
        made = self._choose("spread", labels, wishes)
        if isinstance(made, Choice):
            ranked = by_room(position, board, rooms)
            return replace(made, candidates=tuple([place_label(room) for room in ranked]))
        room = int(made.label)
        self.log.tell(ev.FireSpread(room, rooms, made.by))
        self.burn(room)
        return None

    def _fire_passes(self, room: Place, beyond: Place) -> bool:
        """The first edition does not say that fire passes a blocked hatch (A80, A98)."""
        ends = (min(room, beyond), max(room, beyond))
        return self.c.options.edition == 2 or ends not in self.log.position.blocked

    def jam(self) -> Choice | None:
        """One free interior hatch of a random room becomes blocked."""
        room = self.roll("room")
        position, board = self.log.position, self.c.tables.board
        free = tuple(
            [
                ends
                for ends in board.attached[room]
                if ends in board.interior and ends not in position.blocked
            ]
        )
        if not free:
            self.log.tell(ev.NoHatchToJam(room))
            return None
        labels = tuple([hatch_label(ends) for ends in free])
        wishes = tuple([hatch_label(ends) for ends in self.c.orders.block])
        made = self._choose("block", labels, wishes)
        if isinstance(made, Choice):
            ranked = by_hatch(position, board, free)
            return replace(made, candidates=tuple([hatch_label(ends) for ends in ranked]))
        self.log.tell(ev.HatchJammed(room, free[labels.index(made.label)], free, made.by))
        return None

    def _choose(
        self, kind: Literal["block", "spread"], candidates: tuple[str, ...], wishes: tuple[str, ...]
    ) -> Decided | Choice:
        """The choice is the active gnome's (A81); where it is asked, the least harm comes first."""
        asks_gnome = self.active is not None and self.c.options.event_choice == "orders+ask"
        choice = Choice(
            key=self.key,
            kind=kind,
            of=self.active or self.log.position.gnomes[0].name,
            asks="gnome" if asks_gnome else "contestmaster",
            candidates=candidates,
        )
        return decide(choice, wishes, self.c, left_to(choice, self.c.orders))

    def overheat(self) -> None:
        """Every gnome in play who holds a grog drinks one, sleepers too, without a check (A77)."""
        thirsty = [
            gnome
            for seat, gnome in enumerate(self.log.position.gnomes)
            if gnome.in_play
            and "grog" in self.log.secrets.hands[seat]
            and (self.c.options.edition == 2 or not gnome.fainted)
        ]
        if not thirsty:
            self.log.tell(ev.NobodyThirsty())
        for gnome in thirsty:
            grog: Item = "grog"
            level = level_after(grog, gnome.intoxication)
            self.log.tell(ev.ThirstSlaked(gnome.name, gnome.intoxication, level))

    def place_token(self, kind: TokenKind) -> None:
        """A timed destruction 10 or 15 minutes below the marker.

        Beyond Rescued! it is not placed, behind everybody it is (A75).  A second of a kind has no
        effect, the Kraken's hand limit included (A74, A120).
        """
        several = self.c.options.multi_tokens
        if not several and any(token == kind for token, _ in self.log.position.tokens):
            self.log.tell(ev.TokenAlready(kind))
            return
        space = self.space - self.card.ahead
        if space < 0 or (space == 0 and self.c.options.token_at_zero == "not_placed"):
            self.log.tell(ev.TokenBeyond(kind))
        else:
            self.log.tell(ev.TokenPlaced(kind, space))
        if self.card.limit:
            hands.impose(self.log, self.card.limit, None, self.c.options)
