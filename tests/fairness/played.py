"""Whole games at a table, with everything that a list sees of them: the archive to be checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from rednov_bot.core.models import QueuedPosting
from rednov_bot.core.workflow.desk import Ongoing, ongoing
from rednov_bot.core.workflow.scheduler import batches
from rednov_bot.games.red_november.render.canonical import announcement
from rednov_bot.games.red_november.render.wording import ITEM_NAMES
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.hands import exceeds
from rednov_bot.games.red_november.rules.position import Gnome
from rednov_bot.games.red_november.rules.resolve import judge
from rednov_bot.games.red_november.rules.turn import NO_ORDERS, Orders, Turn
from rednov_bot.games.red_november.rules.words import GnomeName
from tests.builders import BUSINESS, FixedClock, Table, a_table, list_mail, private_mail
from tests.rules.sailing import CREW, random_turn
from tests.workflow.play import draft, open_codes, start

MASTER = "Pewterby"
MOST_STEPS = 900


@dataclass
class Game:
    """A table, and what the list and each gnome got."""

    table: Table
    rng: Random
    careful: int = 1  # how many turns a gnome looks at
    chatter: float = 0.1
    archive: list[bytes] = field(default_factory=list)
    private: dict[str, list[bytes]] = field(default_factory=dict)
    mailboxes: dict[str, list[bytes]] = field(default_factory=dict)  # what only one person got
    numbers: int = 0
    closing: str = ""  # what everybody writes below their turns

    @property
    def clock(self) -> FixedClock:
        return self.table.clock

    def now(self) -> Ongoing | None:
        with self.table.desk.db.transaction() as records:
            return ongoing(self.table.desk, records)

    def say(self, who: str, text: str, subject: str = "Red November") -> None:
        """Somebody writes to the list."""
        self.numbers += 1
        octets = list_mail(
            who,
            text + "\n",
            subject=subject,
            message_id=f"<{self.numbers}.{who.lower()}@post.example>",
            date=self.dated(text),
        )
        self.archive.append(octets)
        self._see(self.table.receive(octets))

    def dated(self, text: str) -> datetime:
        """The Date of a mail with this text: now."""
        return self.clock.at

    def write(self, who: str, text: str, subject: str = "to the bot") -> None:
        """Somebody writes to the bot alone."""
        self.numbers += 1
        name = f"<{self.numbers}.{who.lower()}@post.example>"
        octets = private_mail(
            who, text + "\n", subject=subject, message_id=name, date=self.clock.at
        )
        self._see(self.table.receive(octets))

    def reply(self, code: str, text: str) -> None:
        """The contestmaster answers a draft."""
        self.clock.forward(minutes=3)
        self.write(MASTER, text, f"Re: [rednov {code}] something")

    def go_round(self) -> None:
        batches.make_rounds(self.table.desk)
        self._see(self.table.news())

    def _see(self, news: tuple[QueuedPosting, ...]) -> None:
        for one in news:
            octets, to = one.posting.octets, one.posting.to
            if one.posting.kind == "public" and to == BUSINESS:
                self.archive.append(octets)
                continue
            name = to.partition("@")[0].capitalize()
            self.mailboxes.setdefault(name, []).append(octets)
            if one.posting.kind in ("private", "receipt"):
                self.private.setdefault(name, []).append(octets)

    def reveal(self, *, tiles: bool) -> None:
        """The game is over, and the contestmaster tells its secrets."""
        self.decide()
        if tiles:
            self.write(MASTER, "reveal with the tiles")
            self.decide()

    def decide(self, *, rejects: float = 0.0) -> None:
        """The contestmaster answers everything that lies before them."""
        while codes := open_codes(self.table):
            made = draft(self.table, codes[0])
            if made.choice is not None and made.kind != "opening":
                self.reply(made.code, f"choose {self.rng.choice(made.choice.candidates)}")
            elif made.kind == "resolution" and self.rng.random() < rejects:
                self.reply(made.code, "reject because I have to look it up")
                with self.table.desk.db.transaction() as records:
                    batches.draft_again(self.table.desk, records)
            else:
                self.reply(made.code, "approve")

    # -- what gnomes do -------------------------------------------------------------------

    def turn(self) -> None:
        """Somebody takes a turn, the best of those e thought of."""
        now = self.now()
        assert now is not None
        able = [g for g in now.gamestate.position.gnomes if self._able(now.gamestate, g)]
        if not able:
            self.idle()
            return
        best: tuple[float, Turn] | None = None
        for _ in range(40 * self.careful):
            found = self._thought(now, self.rng.choice(able).name)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
            if best is not None and self.rng.random() < 1 / self.careful:
                break
        if best is None:
            self.idle()
            return
        self._announce(best[1])

    def _able(self, state: Gamestate, gnome: Gnome) -> bool:
        seat = state.position.seat(gnome.name)
        over = exceeds(state.secrets.limits[seat], state.secrets.hands[seat])
        return gnome.in_play and gnome.minutes > 0 and not gnome.fainted and not over

    def _thought(self, now: Ongoing, name: GnomeName) -> tuple[float, Turn] | None:
        position, secrets = now.gamestate.position, now.gamestate.secrets
        hand = secrets.hands[position.seat(name)]
        turn = random_turn(position, name, hand, now.tables, now.options, self.rng)
        if not judge(now.gamestate, turn, now.tables, now.options).valid:
            return None
        action = turn.action
        assert action is not None
        useful = action.name in ("fix_engine", "fix_oxygen", "fix_reactor", "extinguish_fire")
        return useful * 5 - 0.3 * (action.minutes or 1), turn

    def _announce(self, turn: Turn) -> None:
        """On the list; some of it may be said in private, where that is allowed."""
        action = turn.action
        if turn.orders != NO_ORDERS and self.rng.random() < 0.3:
            orders, turn = turn.orders, replace(turn, orders=Orders())
            self.write(turn.gnome, announcement(Turn(turn.gnome, orders=orders)))
        if action is not None and action.give and self.rng.random() < 0.5:
            listed = ", ".join(f"a {ITEM_NAMES[item]}" for item in action.give)
            self.write(turn.gnome, listed)
            by_number = replace(action, give=None, give_count=len(action.give))
            turn = replace(turn, action=by_number)
        self.clock.forward(minutes=self.rng.randint(1, 300))
        self.say(turn.gnome, announcement(turn) + self.closing)

    def discard(self) -> bool:
        """Whoever has to throw something away does it, by name or by number."""
        now = self.now()
        if now is None:
            return False
        position, secrets = now.gamestate.position, now.gamestate.secrets
        for gnome in position.gnomes:
            hand = secrets.hands[position.seat(gnome.name)]
            over = exceeds(secrets.limits[position.seat(gnome.name)], hand)
            if over and gnome.in_play and gnome.minutes:
                thrown = self.rng.sample(hand, over)
                said = ", ".join(f"a {ITEM_NAMES[item]}" for item in thrown)
                if self.rng.random() < 0.5:
                    self.write(gnome.name, said)
                    said = f"{over} items" if over > 1 else "1 item"
                self.say(gnome.name, f"I discard {said}.")
                return True
        return False

    def give_back(self) -> None:
        """Somebody who got a gift gives something in return."""
        now = self.now()
        if now is None or not now.gamestate.position.gifts:
            return
        gift = self.rng.choice(now.gamestate.position.gifts)
        seat = now.gamestate.position.seat(gift.recipient)
        hand = now.gamestate.secrets.hands[seat]
        if not hand:
            return
        item = self.rng.choice(hand)
        if self.rng.random() < 0.5:
            self.write(gift.recipient, f"a {ITEM_NAMES[item]}")
            self.say(gift.recipient, f"In return I give {gift.giver} 1 item.")
        else:
            self.say(gift.recipient, f"In return I give {gift.giver} a {ITEM_NAMES[item]}.")

    def idle(self) -> None:
        """Days pass, until the contestmaster kills an idle gnome."""
        for _ in range(12):
            self.clock.forward(hours=12)
            self.go_round()
            if open_codes(self.table):
                return
            if self.discard():
                return
        raise AssertionError("nobody can act and nobody is killed")

    def step(self) -> None:
        """Something happens."""
        chance = self.rng.random()
        if chance < 0.25 and self.discard():
            return
        if chance < 0.35:
            self.give_back()
        elif chance < 0.35 + self.chatter:
            self.say(self.rng.choice(CREW), "What a storm we are having.\n\nFrom me to you.")
        elif chance < 0.40 + self.chatter:
            self.discard()
        else:
            self.turn()


def begun(
    folder: Path,
    seed: int = 1,
    *,
    crew: tuple[str, ...] = CREW[:3],
    careful: int = 1,
    **options: Any,
) -> Game:
    """A game whose opening is posted."""
    table = a_table(folder, seed=b"%d" % seed, people=CREW, contestants=crew, contestmaster=MASTER)
    game = Game(table, Random(seed), careful)
    start(table, *crew, **options)
    game._see(table.news())
    game.decide()
    return game


def played(
    folder: Path,
    seed: int = 1,
    *,
    crew: tuple[str, ...] = CREW[:3],
    careful: int = 1,
    rejects: float = 0.1,
    lets_lie: float = 0.2,
    most: int = MOST_STEPS,
    tiles: bool = False,
    **options: Any,
) -> Game:
    """A whole game, at whose end the secrets are published."""
    game = begun(folder, seed, crew=crew, careful=careful, **options)
    for _ in range(most):
        if game.now() is None:
            break
        game.clock.forward(minutes=game.rng.randint(1, 90))
        game.step()
        if game.rng.random() >= lets_lie:
            game.decide(rejects=rejects)
    game.reveal(tiles=tiles)
    return game


def sailed(game: Game, turns: int) -> None:
    """So many turns are taken, and all are resolved."""
    for _ in range(MOST_STEPS):
        now = game.now()
        assert now is not None, "the game was over before"
        position = now.gamestate.position
        if position.pending is not None:
            game.idle()
        elif position.turns < turns:
            game.clock.forward(minutes=30)
            game.turn()
            game.discard()
        else:
            return
        game.decide()
    raise AssertionError("so many turns are never taken")


def finished(game: Game) -> None:
    for _ in range(MOST_STEPS):
        if game.now() is None:
            break
        game.clock.forward(minutes=30)
        game.step()
        game.decide()
    game.reveal(tiles=True)


def archive(mails: list[bytes]) -> bytes:
    """An mbox of these mails, as Mailman writes it."""
    every = []
    for octets in mails:
        lines = octets.replace(b"\r\n", b"\n").rstrip(b"\n").split(b"\n")
        escaped = [b">" + line if line.startswith(b"From ") else line for line in lines]
        every.append(b"From rednov at list Mon Nov 23 10:00:00 2026\n" + b"\n".join(escaped))
    return b"\n\n".join(every) + b"\n\n"


Options = Mapping[str, str]
