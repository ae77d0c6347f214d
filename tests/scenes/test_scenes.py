"""Every scene is played; those that cannot pass yet are listed, and must not pass."""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from tests.contract.cases import read_cases
from tests.contract.compare import Failed
from tests.scenes.play import is_known, play
from tests.scenes.scenes import Scene, not_yet, read_scenes

SCENES = tuple(read_scenes())
WAITING = not_yet()


def marked(scene: Scene) -> ParameterSet:
    """A scene that waits must fail: once it passes, it is to be taken off the list."""
    why = WAITING.get(scene.id)
    marks = [] if why is None else [pytest.mark.xfail(reason=why, raises=Failed, strict=True)]
    return pytest.param(scene, marks=marks, id=f"{Path(scene.file).stem} {scene.id}")


@pytest.mark.parametrize("scene", [marked(scene) for scene in SCENES])
def test_what_comes_of_what_is_said(scene: Scene, tmp_path: Path) -> None:
    play(scene, tmp_path)


def test_no_two_scenes_have_the_same_number() -> None:
    numbers = [scene.id for scene in SCENES]
    assert sorted({number for number in numbers if numbers.count(number) > 1}) == []


def test_every_step_is_worded_so_that_somebody_knows_it() -> None:
    strange = [f"{one.id}, {step}" for one in SCENES for step in one.play if not is_known(step)]
    assert strange == []


def test_whatever_waits_is_a_scene() -> None:
    assert set(WAITING) <= {scene.id for scene in SCENES}


def test_every_case_that_is_no_plain_turn_is_a_scene() -> None:
    contract = Path(__file__).parent.parent / "contract"
    cases = {case.id for case in read_cases(contract) if not case.plain}
    assert sorted(cases - {scene.id for scene in SCENES}) == []
