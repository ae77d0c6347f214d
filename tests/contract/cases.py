"""Plays case files: one announcement in one position, with the luck fixed (see README.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

import yaml
from msgspec.structs import replace

from rednov_bot import datasets
from rednov_bot.engine.choices import Answer, Choice, Circumstances
from rednov_bot.engine.gamestate import Gamestate, Limit, Secrets
from rednov_bot.engine.logbook import after
from rednov_bot.engine.options import Options, options_from
from rednov_bot.engine.position import Gnome, Position
from rednov_bot.engine.resolve import Held, judge, resolve, take
from rednov_bot.engine.rules.escape import label_of
from rednov_bot.engine.tables import Card, Tables
from rednov_bot.engine.turn import Action, Escape, Open, Orders, Step, Through, Turn, Use
from rednov_bot.engine.words import (
    SEA,
    CardKind,
    Hatch,
    Item,
    Place,
    TokenKind,
    hatch,
    hatch_label,
    place_label,
)
from tests.contract.forced import ForcedLuck

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as fast where libyaml is there
TOKENS: dict[str, TokenKind] = {
    "Crushed": "crushed",
    "Asphyxiated": "asphyxiated",
    "Missiles": "missiles",
    "Kraken": "kraken",
}
GIVEN = frozenset(
    """rooms event_at item_at blocked tracks tokens stash opts deck pool used played
    reshuffle_events reshuffle_items cm drew pending note gnomes kraken_aside y""".split()
)
THEN = frozenset(
    """rooms blocked tracks tokens stash points over y used used_contains pool deck refused hold
    pending event_discards played""".split()
)
GNOME_FIELDS = frozenset("at min tox hand fainted alive abandoned limit arr".split())


@cache
def standard_tables() -> Tables:
    """The data set that comes with the bot."""
    return datasets.load("standard")


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
        for data in yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER) or ():
            yield Case(path.name, data)


# -- spelling ---------------------------------------------------------------------------------


def item_of(name: str) -> Item:
    return cast(Item, str(name).strip().lower().replace(" ", "_").replace("-", "_"))


def place_of(word: object) -> Place:
    text = str(word).strip().lower()
    if text in ("sea", "outside"):
        return SEA
    return 10 if text == "0" else int(text)


def ends_of(word: object) -> tuple[Place, Place]:
    one, other = str(word).split("-")
    return place_of(one), place_of(other)


def through_of(word: object) -> Through:
    if "-" in str(word):
        near, to = ends_of(word)
        return Through(to=to, near=near)
    return Through(to=place_of(word))


def hatch_of(word: object) -> Hatch:
    return hatch(*ends_of(word))


# -- the announcement ---------------------------------------------------------------------------


def turn_of(do: dict[str, Any]) -> Turn:
    """The turn as read: the case's `do`."""
    action = do.get("action")
    orders = do.get("orders") or {}
    extra = do.get("actions") or []
    return Turn(
        gnome=do["by"],
        steps=tuple(step_of(step) for step in do.get("steps") or ()),
        action=action_of(action) if action else None,
        after=tuple(step_of(step) for step in do.get("after") or ()),
        escape=escape_of(do["fail"]) if do.get("fail") else None,
        orders=Orders(
            block=tuple(hatch_of(one) for one in orders.get("block") or ()),
            spread=tuple(place_of(one) for one in orders.get("spread") or ()),
        ),
        more_actions=tuple(action_of(one) for one in extra),
        conditions=tuple(do.get("conditions") or ()),
    )


def step_of(step: Any) -> Step:
    if isinstance(step, str):
        return Use(item_of(step))
    if "use" in step:
        return Use(item_of(step["use"]))
    return Open(through_of(step["open"]), bool(step.get("enter", False)))


def escape_of(fail: dict[str, Any]) -> Escape:
    uses = fail.get("use") or fail.get("uses") or ()
    names = [uses] if isinstance(uses, str) else uses
    move = Open(through_of(fail["open"]), bool(fail.get("enter", False)))
    return Escape(move, tuple(item_of(name) for name in names))


def action_of(action: dict[str, Any]) -> Action:
    items = action.get("items", action.get("give"))
    return Action(
        name=action["kind"],
        minutes=action.get("minutes"),
        hatch=through_of(action["hatch"]) if "hatch" in action else None,
        recipient=action.get("to"),
        give=tuple(item_of(item) for item in items) if items is not None else None,
    )


# -- the position -------------------------------------------------------------------------------


def card_of(word: str, standard: Tables) -> Card:
    """`Descent(2)`: the card of that title with that faint number; `-` is a dash."""
    title, _, rest = str(word).partition("(")
    number = rest.rstrip(")").strip()
    faint = None if number in ("-", "", "0") else int(number)
    kind = cast(CardKind, title.strip().lower().replace(" ", "_"))
    aliases = {"hatch_blocked": "blocked_hatch"}
    kind = cast(CardKind, aliases.get(kind, kind))
    known = {card.kind: card for card in (*standard.deck, standard.kraken)}
    return replace(known[kind], faint=faint)


class Setting:
    """The position and the luck of one case."""

    def __init__(self, case: Case) -> None:
        data = case.data
        self.given: dict[str, Any] = data.get("given") or {}
        forced: dict[str, Any] = data.get("forced") or {}
        options = options_from(self.given.get("opts") or {})
        assert isinstance(options, Options), options
        self.options = options
        standard = standard_tables()
        deck_names = [*(forced.get("events") or ()), *(self.given.get("deck") or ())]
        played_names = list(self.given.get("played") or ())
        cards = [card_of(name, standard) for name in deck_names + played_names]
        reshuffled = [card_of(name, standard) for name in self.given.get("reshuffle_events") or ()]
        kraken = next((card for card in reshuffled if card.kind == "kraken"), standard.kraken)
        aside = self.given.get("kraken_aside")
        if aside is None:
            aside = all(card.kind != "kraken" for card in cards)
        track = replace(
            standard.time_track,
            events=frozenset(self.given.get("event_at") or ()),
            items=frozenset(self.given.get("item_at") or ()),
        )
        self.tables = replace(standard, deck=tuple(cards), kraken=kraken, time_track=track)
        pool = [*(forced.get("items") or ()), *(self.given.get("pool") or ())]
        self.dice = list(forced.get("d10") or ())
        self.event_order = self._event_order(reshuffled, aside) if reshuffled else None
        self.gamestate = Gamestate(
            self._position(len(deck_names), len(played_names), aside, data.get("y") or 0),
            Secrets(
                hands=tuple(self._hand(name) for name in self.names()),
                limits=tuple(self._limit(name) for name in self.names()),
                deck=tuple(range(len(deck_names))),
                pool=tuple(item_of(item) for item in pool),
                discards=tuple(item_of(item) for item in self.given.get("used") or ()),
            ),
        )

    def _event_order(self, wanted: list[Card], aside: bool) -> list[int]:
        known = list(self.tables.deck) + ([self.tables.kraken] if aside else [])
        left = list(range(len(known)))
        order = []
        for card in wanted:
            at = next(
                (at for at in left if known[at] == card or known[at].kind == card.kind == "kraken"),
                None,
            )
            assert at is not None, f"{card.title}({card.faint}) is not among the discards"
            order.append(at)
            left.remove(at)
        return order + left

    def luck(self) -> ForcedLuck:
        wanted = [item_of(item) for item in self.given.get("reshuffle_items") or ()]
        return ForcedLuck(self.dice, events=self.event_order, item_names=wanted)

    def names(self) -> list[str]:
        others = [
            key
            for key, value in self.given.items()
            if key not in GIVEN and key not in ("Ann", "Bob", "Cat") and isinstance(value, dict)
        ]
        unknown = [
            key
            for key, value in self.given.items()
            if key not in GIVEN and not isinstance(value, dict)
        ]
        assert not unknown, f"given: unknown key {unknown}"
        return ["Ann", "Bob", "Cat", *others]

    def _gnome(self, seat: int, name: str) -> Gnome:
        base = {"Ann": 5, "Bob": 8, "Cat": 1}
        given = self.given.get(name) or {}
        unknown = set(given) - GNOME_FIELDS
        assert not unknown, f"given: {name} has an unknown field {unknown}"
        fate = "aboard"
        if given.get("alive") is False:
            fate = "killed"
        if given.get("abandoned"):
            fate = "abandoned"
        return Gnome(
            name=name,
            at=place_of(given.get("at", base.get(name, 5))) if fate == "aboard" else 0,
            minutes=given.get("min", 40 if fate == "aboard" else 0),
            intoxication=given.get("tox", 0),
            fainted=bool(given.get("fainted", False)),
            fate=cast(Any, fate),
            arrived=given.get("arr", -seat),
            drew_in=place_of((self.given.get("drew") or {}).get(name, 0) or 0)
            if (self.given.get("drew") or {}).get(name)
            else 0,
        )

    def _hand(self, name: str) -> tuple[Item, ...]:
        return tuple(item_of(item) for item in (self.given.get(name) or {}).get("hand") or ())

    def _limit(self, name: str) -> Limit | None:
        limit = (self.given.get(name) or {}).get("limit")
        return None if limit is None else Limit(limit)

    def _position(self, deck: int, played: int, aside: bool, pot: int) -> Position:
        given = self.given
        rooms: list[Any] = ["dry"] * 12
        for room, condition in (given.get("rooms") or {}).items():
            rooms[place_of(room)] = condition
        tracks = given.get("tracks") or {}
        return Position(
            gnomes=tuple(self._gnome(seat, name) for seat, name in enumerate(self.names())),
            rooms=tuple(rooms),
            blocked=frozenset(hatch_of(one) for one in given.get("blocked") or ()),
            heat=tracks.get("heat", 1),
            pressure=tracks.get("pressure", 1),
            asphyxiation=tracks.get("asphyxiation", 1),
            tokens=tuple(
                (TOKENS[kind], space)
                for kind, spaces in (given.get("tokens") or {}).items()
                for space in spaces
            ),
            stash=given.get("stash", 6),
            deck_left=deck,
            played=tuple(range(deck, deck + played)),
            kraken_aside=aside,
            turns=max(0, *((given.get(name) or {}).get("arr", 0) for name in self.names())),
            pending=given.get("pending"),
            y_pot=pot,
        )


# -- playing and comparing -----------------------------------------------------------------------


class Failed(AssertionError):
    """What a case says and what came of it differ."""


def play(case: Case) -> None:
    """Play one plain case.  Raises Failed with what differs."""
    setting = Setting(case)
    then: dict[str, Any] = dict(case.data.get("then") or {})
    turn = turn_of(case.data["do"])
    verdict = judge(setting.gamestate, turn, setting.tables, setting.options)
    if "refused" in then:
        code = verdict.refusals[0].code if verdict.refusals else None
        expect("refused", then.pop("refused"), code)
        compare(then, setting.gamestate, setting.tables, None)
        return
    if verdict.refusals:
        raise Failed(f"refused: {verdict.refusals[0].code}: {verdict.refusals[0].reason}")
    taken = after(setting.gamestate, take(setting.gamestate, turn))
    answers: dict[str, Answer] = {}
    while True:
        circumstances = Circumstances(
            setting.tables, setting.options, setting.luck(), answers=answers
        )
        outcome = resolve(taken, turn, circumstances)
        if not isinstance(outcome, Held):
            break
        label = contestmaster_says(outcome.choice, setting.given.get("cm") or {}, setting)
        if label is None or outcome.choice.key in answers:
            compare(then, taken, setting.tables, outcome.choice)
            return
        answers[outcome.choice.key] = Answer(label, "contestmaster")
    compare(then, outcome.after, setting.tables, None)


def contestmaster_says(choice: Choice, decisions: dict[str, Any], setting: Setting) -> str | None:
    key = {"escape": "fail", "block": "block", "spread": "spread", "defend": "defend"}[choice.kind]
    if key not in decisions:
        return None
    said = decisions[key]
    if choice.kind == "escape":
        gnome = setting.gamestate.position.gnome(choice.of)
        ends = through_of(said["open"])
        near = ends.near if ends.near is not None else gnome.at
        known = [label for label in choice.candidates if hatch_label(hatch(near, ends.to)) in label]
        wanted = "enter" if said.get("enter") else "stay"
        return next((label for label in known if label.endswith(wanted)), "nothing possible")
    if choice.kind == "block":
        options = [said] if isinstance(said, str) else said
        return next((hatch_label(hatch_of(one)) for one in options), None)
    return str(said[0] if isinstance(said, list) else said)


def expect(what: str, wanted: object, got: object) -> None:
    if wanted != got:
        raise Failed(f"{what}: the case says {wanted!r}, the engine {got!r}")


def compare(then: dict[str, Any], state: Gamestate, tables: Tables, choice: Choice | None) -> None:
    position = state.position
    if choice is not None and "hold" not in then:
        raise Failed(
            f"waits for a choice: {choice.kind} of {choice.of} between {choice.candidates}"
        )
    for key, wanted in then.items():
        if key in {gnome.name for gnome in position.gnomes}:
            compare_gnome(key, wanted, state)
        elif key == "hold":
            compare_hold(wanted, choice)
        elif key in THEN:
            expect(key, *seen(key, wanted, state, tables))
        else:
            raise Failed(f"then: unknown key {key!r}")


def compare_gnome(name: str, wanted: dict[str, Any], state: Gamestate) -> None:
    seat = state.position.seat(name)
    gnome, limit = state.position.gnomes[seat], state.secrets.limits[seat]
    got: dict[str, Any] = {
        "at": gnome.at,
        "min": gnome.minutes,
        "tox": gnome.intoxication,
        "fainted": gnome.fainted,
        "alive": gnome.fate != "killed",
        "abandoned": gnome.fate == "abandoned",
        "hand": sorted(state.secrets.hands[seat]),
        "limit": limit.limit if limit is not None else None,
    }
    for key, value in wanted.items():
        if key not in got:
            raise Failed(f"then: {name} has an unknown field {key!r}")
        if key == "at":
            value = place_of(value)
        if key == "hand":
            value = sorted(item_of(item) for item in value)
        expect(f"{name} {key}", value, got[key])


KINDS = ("block", "spread", "escape", "defend")


def compare_hold(wanted: Any, choice: Choice | None) -> None:
    if wanted in (None, False):
        expect("hold", False, choice is not None)
        return
    if choice is None:
        raise Failed("hold: the engine waits for no choice")
    if isinstance(wanted, str):
        known = HOLDS.get(wanted.lower(), wanted)
        expect("hold", known, choice.kind if known in KINDS else choice.of)
    if isinstance(wanted, list):
        wanted = {"choices": wanted}
    if not isinstance(wanted, dict):
        return
    for key, value in wanted.items():
        if isinstance(value, list):
            expect("hold choices", sorted(map(label, value)), sorted(choice.candidates))
        elif key in ("of", "by", "gnome", "who", "asks"):
            expect("hold of", value, choice.of)
        elif key in ("kind", "choice", "event", "for"):
            expect("hold kind", HOLDS.get(str(value).lower(), value), choice.kind)


HOLDS = {
    "fire spreads": "spread",
    "fire_spreads": "spread",
    "blocked hatch": "block",
    "blocked_hatch": "block",
    "hatch": "block",
    "room": "spread",
    "fail": "escape",
}
"""How a case may name the kind of a choice."""


def label(word: Any) -> str:
    if isinstance(word, dict):
        move = Open(through_of(word["open"]), bool(word.get("enter")))
        assert move.hatch.near is not None
        return label_of(move, move.hatch.near)
    text = str(word)
    if text.startswith("open"):
        return text
    return hatch_label(hatch_of(text)) if "-" in text else place_label(place_of(text))


def seen(key: str, wanted: Any, state: Gamestate, tables: Tables) -> tuple[Any, Any]:
    """What the case wants under *key* and what the gamestate holds, in comparable form."""
    position, secrets = state.position, state.secrets

    def named(card: int) -> str:
        one = tables.deck[card] if card < len(tables.deck) else tables.kraken
        return one.title

    match key:
        case "rooms":
            wet = {room: value for room, value in enumerate(position.rooms) if value != "dry"}
            return {place_of(room): value for room, value in (wanted or {}).items()}, wet
        case "blocked":
            return {hatch_of(one) for one in wanted}, set(position.blocked)
        case "tracks":
            return wanted, {name: position.track(name) for name in wanted}
        case "tokens":
            lie: dict[str, list[int]] = {}
            for kind, space in position.tokens:
                name = next(name for name, value in TOKENS.items() if value == kind)
                lie.setdefault(name, []).append(space)
            return (
                {kind: sorted(spaces) for kind, spaces in wanted.items() if spaces},
                {kind: sorted(spaces) for kind, spaces in lie.items()},
            )
        case "stash":
            return wanted, position.stash
        case "pending":
            return wanted, position.pending
        case "points":
            due = [[one.gnome, one.axis, one.points] for one in position.dues if one.axis == "X"]
            return sorted(wanted), sorted(due)
        case "y":
            pots = {one.gnome: one.points for one in position.dues if one.axis == "Y"}
            return {name: points for name, points in wanted.items() if points}, pots
        case "over":
            ending = position.ending
            if wanted in (None, False):
                return None, ending
            if ending is None:
                return wanted, None
            return (
                {side: sorted(wanted.get(side) or []) for side in ("win", "lose")},
                {"win": sorted(ending.winners), "lose": sorted(ending.losers)},
            )
        case "used":
            return Counter(item_of(item) for item in wanted), Counter(secrets.discards)
        case "used_contains":
            rest = Counter(item_of(item) for item in wanted) - Counter(secrets.discards)
            return Counter(), rest
        case "pool":
            return [item_of(item) for item in wanted], list(secrets.pool)
        case "deck":
            return [title(one) for one in wanted], [named(card) for card in secrets.deck]
        case "event_discards" | "played":
            return (
                sorted(title(one) for one in wanted),
                sorted(named(card) for card in position.played),
            )
        case _:
            raise Failed(f"then: unknown key {key!r}")


def title(word: str) -> str:
    """`Descent(2)` and `Hatch Blocked` as the data set writes the card's title."""
    return card_of(word, standard_tables()).title
