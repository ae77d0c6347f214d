"""The options of a game (rules.md 10): rulings and optional rules that a game can be begun with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How this game is played where the contract leaves a choice.  Fixed by the opening."""

    less_deadly: bool = False  # replaces the killed; contradicts §20, needs an amendment
    crazed: bool = False  # the attack; §11 has no such action, needs an amendment
    remove_respite: bool = False  # drawn Respites leave the game
    opening_events: bool = False  # as many events as gnomes before the first turn
    token_at_zero: Literal["harmless", "not_placed", "lethal"] = "harmless"  # A4
    faint_markers: bool = True  # A6
    wake: Literal["end", "at_once"] = "end"  # A63
    multi_tokens: bool = False  # A74
    drew_items: bool = False  # A38
    event_choice: Literal["orders+ask", "orders+contestmaster", "orders+random"] = "orders+ask"
    hand_limit_basis: Literal["at_discard", "at_event"] = "at_discard"  # A78
    return_gift_effect: Literal["at_once", "after_resolution"] = "at_once"  # A44
    escape_items: bool = False  # A18
    sleepers_trade: bool = True  # A45
    dead_items: Literal["discard", "lost"] = "discard"  # A68
    x_needs_change: bool = False  # A37
    private_lists: bool = True  # A23
    public_hand_sizes: bool = False  # A22
    uniform_refusals: bool = False  # A21
    reveal_at_end: bool = False  # A24b
    queue_early_turns: bool = False  # A14
    auto_verdicts: bool = False  # rules.md 3.1
    public_tape_hash: bool = True  # A95
    beacon: bool = False  # a public beacon is mixed into each turn's luck (A95)
    strict_order: bool = False  # A13, needs an amendment
    contestmaster_plays: bool = False  # A83
    blind: bool = False  # the one who decides is shown no hand, and may play without a deputy (A83)
    confirm_announcements: Literal["private", "list", "off"] = "private"  # A126
    edition: Literal[2, 1] = 2  # A98: a preset of A74, A77, A80


NEEDS: Final[tuple[tuple[str, Any, str], ...]] = (
    ("less_deadly", True, "needs an amendment first, for the killed have lost (§20, §26)"),
    ("crazed", True, "needs an amendment first, for §11 has no such action (§26)"),
    ("remove_respite", True, "needs your word, for the contract does not say what the deck is"),
    ("opening_events", True, "had better an amendment first, for §16d knows events of turns alone"),
    ("strict_order", True, "needs an amendment first, for §9 leaves the order open (A13, §26)"),
    ("queue_early_turns", True, "needs an amendment first, for §9 makes them void (A14, §26)"),
    ("escape_items", True, "needs your ruling, for custom knows no such condition (A18, §25)"),
    ("event_choice", "orders+random", "needs your word, for then a die chooses (§16d)"),
    ("reveal_at_end", True, "needs the consent of every gnome, for §6 has no end (A24b)"),
    ("contestmaster_plays", True, "needs a deputy who approves, for you see all hands (A83)"),
    ("beacon", True, "needs a value of the public beacon from you for each turn (docs/luck.md)"),
    ("blind", True, "needs your word, for then you are shown no hand and decide nothing about one"),
    ("auto_verdicts", True, "needs your leave, for void turns are told without you (§9)"),
)
"""What the contract does not carry by itself: option, value, and what it needs before the game."""


def needed(options: Options) -> tuple[str, ...]:
    """What the options of a game need before it begins, half a sentence for each that does.

    A contestmaster who plays blindly needs no deputy, for they see no hand.
    """
    return tuple(
        [
            f"{name} {needs}"
            for name, value, needs in NEEDS
            if getattr(options, name) == value
            and not (name == "contestmaster_plays" and options.blind)
        ]
    )


_ON = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def options_from(given: Mapping[str, Any]) -> Options | str:
    """The options with *given* set, or one sentence that says which one is wrong.

    On and off may be written `true`, `"on"`, `"off"`; `drew` is short for `drew_items`.
    """
    plain: dict[str, Any] = {}
    for key, value in given.items():
        name = "drew_items" if key == "drew" else key
        known = {field.name: field for field in msgspec.structs.fields(Options)}
        if name not in known:
            return f"there is no option {key!r}; the options are {', '.join(sorted(known))}"
        if known[name].type is bool and isinstance(value, str):
            if value.lower() not in _ON:
                return f"option {key} is on or off, not {value!r}"
            value = _ON[value.lower()]
        if name == "edition" and isinstance(value, str) and value.isdigit():
            value = int(value)
        allowed = get_args(known[name].type)
        if allowed and value not in allowed:
            return f"option {key} is {' or '.join(map(str, allowed))}, not {value!r}"
        plain[name] = value
    if plain.get("edition") == 1 and "multi_tokens" not in plain:
        plain["multi_tokens"] = True  # the first edition knows no limit of one token a kind
    try:
        return msgspec.convert(plain, Options)
    except msgspec.ValidationError as error:
        return f"an option has a wrong value: {error}"
