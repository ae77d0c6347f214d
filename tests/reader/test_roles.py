"""Words are looked at twice, but for those of which the first look is sure."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rednov_bot.games.red_november.reader.features import ROLE, ROLES, SENTENCES
from rednov_bot.games.red_november.reader.model import Model
from rednov_bot.games.red_november.reader.reading import Reader
from rednov_bot.games.red_november.reader.roles import AT_ONCE, Roles


class Says(Model):
    """A model that always says the same."""

    def __init__(self, label: int, count: int, chance: float = 1.0) -> None:
        self._chances = [(1 - chance) / (count - 1)] * count
        self._chances[label] = chance

    def places(self, _features: Iterable[int]) -> set[int]:
        return set()

    def probabilities(self, _places: set[int], _allowed: tuple[int, ...]) -> list[float]:
        return self._chances


@pytest.mark.parametrize(("chance", "role"), [(AT_ONCE + 0.01, "use"), (AT_ONCE - 0.01, "drop")])
def test_a_word_that_is_sure_at_the_first_look_keeps_its_role(chance: float, role: str) -> None:
    turn = Says(SENTENCES.index("turn"), len(SENTENCES))
    models = [turn, Says(ROLE["use"], len(ROLES), chance), turn, Says(ROLE["drop"], len(ROLES))]
    text = Reader.trained().tokens("I use a grog.", ("Ann",))
    seen = Roles(*models).of(text)
    (at,) = (at for at in text.slots if text.tokens[at].word == "grog")
    assert seen.words[at].index(max(seen.words[at])) == ROLE[role]
