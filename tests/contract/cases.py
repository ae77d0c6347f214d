"""Plays case files: one announcement in one position, with the luck fixed (see README.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

from msgspec.structs import replace

from rednov_bot.games.base import Answer, Choice, Held, Resolution
from rednov_bot.games.red_november.rules.choices import Circumstances
from rednov_bot.games.red_november.rules.draws import card_of as deck_card
from rednov_bot.games.red_november.rules.gamestate import Gamestate, Limit, Secrets
from rednov_bot.games.red_november.rules.logbook import after
from rednov_bot.games.red_november.rules.options import Options, options_from
from rednov_bot.games.red_november.rules.position import Ending, Gnome, Position
from rednov_bot.games.red_november.rules.resolve import judge, resolve, take
from rednov_bot.games.red_november.rules.turn import Orders, Turn
from rednov_bot.games.red_november.rules.words import NOWHERE, Item, hatch_label, place_label
from tests.contract.compare import Failed, compare, expect
from tests.contract.forced import ForcedLuck, Reshuffles
from tests.contract.spelling import (
    Misspelt,
    card_of,
    condition_of,
    hatch_of,
    item_of,
    items_of,
    many,
    one_of,
    only,
    orders_of,
    place_of,
    same_card,
    standard_tables,
    through_of,
    tiles_of,
    token_of,
    truth,
    turn_of,
)
from tests.rigs.written import read_yaml

__all__ = ["Case", "Failed", "Setting", "compare", "play", "read_cases", "turn_of"]

CASE = "id title covers given turn do forced public private then y admin note"
GIVEN = frozenset(
    """rooms event_at item_at blocked tracks tokens stash opts deck pool used played over limit
    reshuffle_events reshuffle_items cm drew pending note kraken_aside orders y""".split()
)
FORCED = "d10 dice events items reshuffle_events reshuffle_items note"
GNOME_FIELDS = frozenset(
    "at min tox hand fainted alive abandoned limit arr drew orders note".split()
)
BASE = {"Ann": 5, "Bob": 8, "Cat": 1}


@dataclass(frozen=True)
class Case:
    """One case as it stands in its file."""

    file: str
    data: dict[str, Any]

    @property
    def id(self) -> str:
        return str(self.data["id"])

    @property
    def plain(self) -> bool:
        return not self.data.get("admin")


def read_cases(folder: Path) -> Iterator[Case]:
    """Every case of every `*.yaml` in *folder*, in the order of names."""
    for path in sorted(folder.glob("*.yaml")):
        for data in read_yaml(path) or ():
            yield Case(path.name, data)


# -- the position -------------------------------------------------------------------------------


class Setting:
    """The position and the luck of one case."""

    def __init__(self, case: Case) -> None:
        data = case.data
        self.given: dict[str, Any] = data.get("given") or {}
        forced = only(data.get("forced"), FORCED, "forced")
        only(self.given.get("cm"), "fail escape block spread defend", "given: cm")
        options = options_from(self.given.get("opts") or {})
        assert isinstance(options, Options), options
        self.options = options
        deck = [*many(forced.get("events")), *many(self.given.get("deck"))]
        played = many(self.given.get("played"))
        again = many(_either("reshuffle_events", self.given, forced))
        items = many(_either("reshuffle_items", self.given, forced))
        self.reshuffles = Reshuffles(
            again,
            [items_of(one) if isinstance(one, list) else item_of(one) for one in items],
            lambda word, card: same_card(word, deck_card(card, self.tables)),
        )
        self.dice = [int(die) for die in many(one_of(forced, "d10", "dice"))]
        cards = [card_of(name) for name in (*deck, *played)]
        aside = self.given.get("kraken_aside")
        if aside is None:
            aside = all(card.kind != "kraken" for card in cards)
        renewed = [card_of(name) for one in again for name in many(one)]
        standard = standard_tables()
        self.tables = replace(
            standard,
            deck=tuple(cards),
            kraken=next((card for card in renewed if card.kind == "kraken"), standard.kraken),
            time_track=replace(
                standard.time_track,
                events=frozenset(many(self.given.get("event_at"))),
                items=frozenset(many(self.given.get("item_at"))),
            ),
        )
        pool = [*many(forced.get("items")), *many(self.given.get("pool"))]
        pot = one_of({"case": data.get("y"), "given": self.given.get("y")}, "case", "given")
        self.gamestate = Gamestate(
            self._position(len(deck), len(played), truth(aside), pot or 0),
            Secrets(
                hands=tuple(self._hand(name) for name in self.names()),
                limits=tuple(self._limit(name) for name in self.names()),
                deck=tuple(range(len(deck))),
                pool=tiles_of(pool),
                discards=tiles_of(self.given.get("used")),
            ),
        )

    def luck(self) -> ForcedLuck:
        """The dice that are forced; decks that are renewed keep the order of their discards."""
        return ForcedLuck(self.dice)

    def names(self) -> list[str]:
        others = [key for key in self.given if key not in GIVEN and key not in BASE]
        for key in others:
            if not isinstance(self.given[key], dict | None) or not str(key)[:1].isupper():
                raise Misspelt(f"given: unknown key {key!r}")
        return [*BASE, *others]

    def standing(self) -> dict[str, Orders]:
        """Standing orders of the gnomes whose turn it is not."""
        said = {name: self._of(name).get("orders") for name in self.names()}
        said |= only(self.given.get("orders"), self.names(), "given: orders")
        return {name: orders_of(orders) for name, orders in said.items() if orders is not None}

    def _of(self, name: str) -> dict[str, Any]:
        return only(self.given.get(name), GNOME_FIELDS, f"given: {name}")

    def _per_gnome(self, key: str, name: str) -> Any:
        """What is given of a gnome, with em or under a key for all."""
        everybody = only(self.given.get(key), self.names(), f"given: {key}")
        return one_of({"one": self._of(name).get(key), "all": everybody.get(name)}, "one", "all")

    def _gnome(self, seat: int, name: str) -> Gnome:
        given = self._of(name)
        fate = "killed" if not truth(given.get("alive", True)) else "aboard"
        if truth(given.get("abandoned", False)):
            fate = "abandoned"
        drew = self._per_gnome("drew", name)
        return Gnome(
            name=name,
            at=place_of(given.get("at", BASE.get(name, 5))) if fate == "aboard" else NOWHERE,
            minutes=given.get("min", 40 if fate == "aboard" else 0),
            intoxication=given.get("tox", 0),
            fainted=truth(given.get("fainted", False)),
            fate=cast(Any, fate),
            arrived=given.get("arr", -seat),
            drew_in=NOWHERE if drew is None else place_of(drew),
        )

    def _hand(self, name: str) -> tuple[Item, ...]:
        return tiles_of(self._of(name).get("hand"))

    def _limit(self, name: str) -> Limit | None:
        limit = self._per_gnome("limit", name)
        return None if limit is None else Limit(limit)

    def _position(self, deck: int, played: int, aside: bool, pot: int) -> Position:
        given = self.given
        rooms: list[Any] = ["dry"] * 12
        for room, condition in (given.get("rooms") or {}).items():
            rooms[place_of(room)] = condition_of(condition)
        tracks = only(given.get("tracks"), "heat pressure asphyxiation", "given: tracks")
        over = only(given.get("over"), "win lose lost", "given: over")
        return Position(
            gnomes=tuple(self._gnome(seat, name) for seat, name in enumerate(self.names())),
            rooms=tuple(rooms),
            blocked=frozenset(hatch_of(one) for one in many(given.get("blocked"))),
            heat=tracks.get("heat", 1),
            pressure=tracks.get("pressure", 1),
            asphyxiation=tracks.get("asphyxiation", 1),
            tokens=tuple(
                (token_of(kind), space)
                for kind, spaces in (given.get("tokens") or {}).items()
                for space in many(spaces)
            ),
            stash=given.get("stash", 6),
            deck_left=deck,
            played=tuple(range(deck, deck + played)),
            kraken_aside=aside,
            turns=max(0, *(self._of(name).get("arr", 0) for name in self.names())),
            pending=given.get("pending"),
            y_pot=pot,
            ending=Ending(tuple(many(over.get("win"))), tuple(many(over.get("lose"))), False)
            if over
            else None,
        )


def _either(key: str, one: Mapping[str, Any], other: Mapping[str, Any]) -> Any:
    return one_of({"one": one.get(key), "other": other.get(key)}, "one", "other")


# -- playing ------------------------------------------------------------------------------------


def play(case: Case) -> None:
    """Play one plain case.  Raises Failed with what differs."""
    only(case.data, CASE, "the case")
    setting = Setting(case)
    then: dict[str, Any] = dict(case.data.get("then") or {})
    turn = turn_of(case.data["do"])
    verdict = judge(setting.gamestate, turn, setting.tables, setting.options)
    refused = then.pop("refused", None)
    if refused:
        expect("refused", refused, verdict.refusals[0].code if verdict.refusals else None)
        compare(then, setting.gamestate, setting.tables, None)
        return
    if verdict.refusals:
        raise Failed(f"refused: {verdict.refusals[0].code}: {verdict.refusals[0].reason}")
    taken = after(setting.gamestate, take(setting.gamestate, turn))
    run = partial(resolved, setting, taken, turn)
    orders = setting.reshuffles.orders(run, setting.dice)
    outcome = run(ForcedLuck(setting.dice, orders))
    if isinstance(outcome, Held):
        compare(then, taken, setting.tables, outcome.choice)
    else:
        compare(then, outcome.after, setting.tables, None)


def resolved(setting: Setting, taken: Gamestate, turn: Turn, luck: ForcedLuck) -> Resolution | Held:
    """What comes of the turn, with what the contestmaster decides when asked."""
    decisions = setting.given.get("cm") or {}
    dice = luck
    answers: dict[str, Answer] = {}
    while True:
        dice = luck.afresh()
        circumstances = Circumstances(
            setting.tables, setting.options, dice, answers=answers, standing=setting.standing()
        )
        outcome = resolve(taken, turn, circumstances)
        luck.asked = dice.asked
        if not isinstance(outcome, Held) or outcome.choice.key in answers:
            return outcome
        label = contestmaster_says(outcome.choice, decisions, taken)
        if label is None:
            return outcome
        answers[outcome.choice.key] = Answer(label, "contestmaster")


CM = {"escape": ("fail", "escape"), "block": ("block",), "spread": ("spread",)}


def contestmaster_says(choice: Choice, decisions: dict[str, Any], taken: Gamestate) -> str | None:
    """What e decides, the first that is possible; None when the case does not tell."""
    if choice.kind == "defend":
        return _defence(choice, decisions.get("defend"), taken)
    said = one_of(decisions, *CM[choice.kind])
    if said is None:
        return None
    if choice.kind == "escape":
        return _escape(choice, said)
    if choice.kind == "block":
        labels = [hatch_label(hatch_of(one)) for one in many(said)]
    else:
        labels = [place_label(place_of(one)) for one in many(said)]
    return next((label for label in labels if label in choice.candidates), "nothing possible")


def _defence(choice: Choice, said: Any, taken: Gamestate) -> str | None:
    """Who holds no crowbar has nothing to decide."""
    if said is not None:
        return "yes" if truth(said) else "no"
    armed = "crowbar" in taken.secrets.hands[taken.position.seat(choice.of)]
    return None if armed else "no"


def _escape(choice: Choice, said: Any) -> str:
    """The candidate that is meant: the hatch from either end, or by the place beyond it."""
    move = only(said, "open enter", "given: cm: fail")
    through, wanted = through_of(move["open"]), "enter" if truth(move.get("enter")) else "stay"
    ends = {place_label(place) for place in (through.near, through.to) if place is not None}
    for label in choice.candidates:
        _, between, _, how = label.split()
        if how == wanted and ends <= set(between.split("-")):
            return label
    return "nothing possible"
