"""A hand limit is told of all, or of whom its card is about; who exceeds it is not (§17)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from rednov_bot.engine import happenings as h
from rednov_bot.engine.gamestate import Gamestate, Secrets
from rednov_bot.engine.logbook import Logbook
from rednov_bot.engine.options import Options
from rednov_bot.engine.position import Gnome, Position
from rednov_bot.engine.rules.limits import impose
from rednov_bot.prose.audience import public_only

CREW = tuple([replace(Gnome("Ann", at=5, minutes=39), name=name) for name in ("Ann", "Bob")])


def told(sizes: Iterable[int], only: str | None) -> tuple[h.PublicHappening, ...]:
    hands = tuple([("coffee",) * size for size in sizes])
    log = Logbook(Gamestate(Position(gnomes=CREW), Secrets(hands=hands, limits=(None, None))))
    impose(log, 4, only, Options())
    return public_only(log.happenings)


@pytest.mark.parametrize("sizes", [(0, 0), (5, 0), (0, 6), (9, 9)])
@pytest.mark.parametrize("only", [None, "Bob"])
def test_the_list_hears_of_a_limit_and_not_of_who_exceeds_it(
    sizes: tuple[int, int], only: str | None
) -> None:
    assert told(sizes, only) == (h.LimitImposed(4, only),)
