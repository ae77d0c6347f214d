"""A position as recorded games keep it: a line for each value that is not as at the start."""

from __future__ import annotations

import json

import msgspec

from rednov_bot.games.red_november.rules.position import Position


def write(position: Position) -> str:
    """A position, public and complete; a gnome a line."""
    start = msgspec.to_builtins(Position())
    lines = []
    for name, value in msgspec.to_builtins(position).items():
        if value != start[name]:
            value = sorted(value) if name == "blocked" else value
            every = value if name in ("gnomes", "dues", "gifts") else [value]
            lines += [f"{name} {json.dumps(one, sort_keys=True)}" for one in every]
    return "\n".join([*lines, ""])
