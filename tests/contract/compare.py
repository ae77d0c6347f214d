"""Compares what a case says came of an announcement (`then`) with the gamestate after it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rednov_bot.games.base import Choice
from rednov_bot.games.red_november.rules.gamestate import Gamestate
from rednov_bot.games.red_november.rules.position import Position
from rednov_bot.games.red_november.rules.resolve import label_of
from rednov_bot.games.red_november.rules.tables import Tables
from rednov_bot.games.red_november.rules.turn import Open
from rednov_bot.games.red_november.rules.words import hatch_label, place_label
from tests.contract.spelling import (
    card_of,
    condition_of,
    hatch_of,
    items_of,
    many,
    one_of,
    only,
    place_of,
    plain,
    through_of,
    token_of,
    truth,
)

THEN = frozenset(
    """rooms blocked tracks tokens stash points over y used used_contains pool deck pending
    event_discards played removed kraken_aside limit drew note""".split()
)


class Failed(AssertionError):
    """What a case says and what came of it differ."""


def expect(what: str, wanted: object, got: object) -> None:
    if wanted != got:
        raise Failed(f"{what}: the case says {wanted!r}, the engine {got!r}")


def compare(then: dict[str, Any], state: Gamestate, tables: Tables, choice: Choice | None) -> None:
    position = state.position
    if choice is not None and not then.get("hold"):
        raise Failed(
            f"waits for a choice: {choice.kind} of {choice.of} between {choice.candidates}"
        )
    names = {gnome.name for gnome in position.gnomes}
    for key, wanted in then.items():
        if key in names:
            compare_gnome(key, wanted or {}, state)
        elif key == "hold":
            compare_hold(wanted, choice)
        elif key in ("limit", "drew"):
            for name, value in only(wanted, names, f"then: {key}").items():
                compare_gnome(name, {key: value}, state)
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
        "drew": gnome.drew_in,
    }
    for key, value in wanted.items():
        if key == "note":
            continue
        if key not in got:
            raise Failed(f"then: {name} has an unknown field {key!r}")
        if key in ("at", "drew"):
            value = place_of(value)
        elif key == "hand":
            value = sorted(items_of(value))
        elif key in ("fainted", "alive", "abandoned"):
            value = truth(value)
        elif key == "limit" and (value is False or plain(value) == "none"):
            value = None
        expect(f"{name} {key}", value, got[key])


# -- choices that are waited for ----------------------------------------------------------------

KINDS = {
    "block": "block",
    "blocked_hatch": "block",
    "hatch": "block",
    "spread": "spread",
    "fire_spreads": "spread",
    "room": "spread",
    "escape": "escape",
    "fail": "escape",
    "defend": "defend",
}
"""How a case may name the kind of a choice."""
ANY_CHOICE = ("true", "yes", "choice", "event_choice", "ask")


def compare_hold(wanted: Any, choice: Choice | None) -> None:
    if wanted in (None, False):
        expect("hold", False, choice is not None)
        return
    if choice is None:
        raise Failed("hold: the engine waits for no choice")
    if isinstance(wanted, list):
        _compare_choices(wanted, choice)
    elif not isinstance(wanted, dict):
        _compare_hold_word(str(wanted), choice)
    else:
        known = "of by gnome who asks kind choice event for at choices candidates options note"
        for key, value in only(wanted, [*known.split(), *KINDS], "then: hold").items():
            if key == "note":
                continue
            if isinstance(value, list):
                _compare_choices(value, choice)
            elif key == "at":
                expect("hold at", f"event {value}", choice.key)
            else:
                _compare_hold_word(str(value), choice)
            if key in KINDS:
                expect("hold kind", KINDS[key], choice.kind)


def _compare_hold_word(word: str, choice: Choice) -> None:
    """A kind of choice, or whose it is, or only that there is one."""
    if plain(word) in KINDS:
        expect("hold kind", KINDS[plain(word)], choice.kind)
    elif plain(word) in ("contestmaster", "cm"):
        expect("hold asks", "contestmaster", choice.asks)
    elif plain(word) not in ANY_CHOICE:
        expect("hold of", word, choice.of)


def _compare_choices(wanted: list[Any], choice: Choice) -> None:
    """All candidates; of escapes also those alone that save, or the hatches alone."""
    said = sorted(map(label, wanted))
    known = [list(choice.candidates)]
    if choice.kind == "escape":
        saving = [one for one in choice.candidates if one not in choice.deadly]
        known.append(saving)
        known += [sorted({one.split()[1] for one in labels}) for labels in known]
    if all(said != sorted(labels) for labels in known):
        raise Failed(f"hold choices: the case says {said}, the engine {choice.candidates}")


def label(word: Any) -> str:
    if isinstance(word, dict):
        move = Open(through_of(word["open"]), truth(word.get("enter")))
        assert move.hatch.near is not None
        return label_of(move, move.hatch.near)
    text = str(word)
    if text.startswith("open"):
        return text
    return hatch_label(hatch_of(text)) if "-" in text else place_label(place_of(text))


# -- everything else ----------------------------------------------------------------------------


def seen(key: str, wanted: Any, state: Gamestate, tables: Tables) -> tuple[Any, Any]:
    """What the case wants under *key* and what the gamestate holds, in comparable form."""
    position, secrets = state.position, state.secrets

    def titles(cards: tuple[int, ...]) -> list[str]:
        deck = tables.deck
        return [(deck[card] if card < len(deck) else tables.kraken).title for card in cards]

    match key:
        case "note":
            return None, None
        case "rooms":
            told = {place_of(room): condition_of(state) for room, state in (wanted or {}).items()}
            lie = dict(enumerate(position.rooms))
            return _without("dry", told), _without("dry", lie)
        case "blocked":
            return {hatch_of(one) for one in many(wanted)}, set(position.blocked)
        case "tracks":
            only(wanted, "heat pressure asphyxiation", "then: tracks")
            return wanted, {name: position.track(name) for name in wanted}
        case "tokens":
            told = {token_of(kind): sorted(many(at)) for kind, at in (wanted or {}).items()}
            lie = {kind: [] for kind, _ in position.tokens}
            for kind, space in sorted(position.tokens):
                lie[kind].append(space)
            return _without([], told), lie
        case "stash" | "pending" | "kraken_aside":
            return wanted, getattr(position, key)
        case "points":
            return _points(wanted, position)
        case "y":
            pots = {one.gnome: one.points for one in position.dues if one.axis == "Y"}
            if isinstance(wanted, int):
                winners = position.ending.winners if position.ending else ("nobody",)
                wanted = dict.fromkeys(winners or ("nobody",), wanted)
            return _without(0, wanted or {}), pots
        case "over":
            return _over(wanted, position)
        case "used":
            return Counter(items_of(wanted)), Counter(secrets.discards)
        case "used_contains":
            return Counter(), Counter(items_of(wanted)) - Counter(secrets.discards)
        case "pool":
            return items_of(wanted), secrets.pool
        case "deck":
            return [card_of(one).title for one in many(wanted)], titles(secrets.deck)
        case "event_discards" | "played" | "removed":
            cards = position.removed if key == "removed" else position.played
            return sorted(card_of(one).title for one in many(wanted)), sorted(titles(cards))
        case _:
            raise Failed(f"then: unknown key {key!r}")


def _without(nothing: Any, mapping: dict[Any, Any]) -> dict[Any, Any]:
    return {key: value for key, value in mapping.items() if value != nothing}


def _points(wanted: Any, position: Position) -> tuple[Any, Any]:
    """Award by award, or in sums."""
    due = sorted([one.gnome, one.axis, one.points] for one in position.dues if one.axis == "X")
    if isinstance(wanted, dict):
        wanted = [[name, "X", points] for name, points in wanted.items() if points]
    told = sorted(many(wanted))
    if len({name for name, *_ in told}) == len(told):
        sums: Counter[str] = Counter()
        for name, _, points in due:
            sums[name] += points
        due = sorted([name, "X", points] for name, points in sums.items())
    return told, due


def _over(wanted: Any, position: Position) -> tuple[Any, Any]:
    """Who won and who lost; what the case does not tell is not compared."""
    ending = position.ending
    if wanted in (None, False) or ending is None:
        return wanted or None, ending
    if wanted is True:
        return True, True
    only(wanted, "win winners lose losers lost", "then: over")
    got = {"win": sorted(ending.winners), "lose": sorted(ending.losers), "lost": ending.sub_lost}
    told: dict[str, Any] = {}
    for side, other in (("win", "winners"), ("lose", "losers")):
        if side in wanted or other in wanted:
            told[side] = sorted(many(one_of(wanted, side, other)))
    if "lost" in wanted:
        told["lost"] = truth(wanted["lost"])
    return told, {side: got[side] for side in told}
