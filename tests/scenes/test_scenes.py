"""Every scene is played."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contract.cases import read_cases
from tests.rigs.scale import some
from tests.scenes.__main__ import main
from tests.scenes.play import is_known, play
from tests.scenes.scenes import Scene, read_scenes

SCENES = tuple(read_scenes())


@pytest.mark.parametrize("scene", SCENES, ids=lambda one: f"{Path(one.file).stem} {one.id}")
def test_what_comes_of_what_is_said(scene: Scene, tmp_path: Path) -> None:
    play(scene, tmp_path)


def test_a_scene_that_is_not_named_or_not_there_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(set()) == 1
    assert "python -m tests.scenes D07" in capsys.readouterr().err
    assert main({"D07", "XYZ"}) == 1
    assert "no scene has the number XYZ" in capsys.readouterr().err


def test_no_two_scenes_have_the_same_number() -> None:
    numbers = [scene.id for scene in SCENES]
    assert sorted({number for number in numbers if numbers.count(number) > 1}) == []


def test_every_step_is_worded_so_that_somebody_knows_it() -> None:
    strange = [f"{one.id}, {step}" for one in SCENES for step in one.play if not is_known(step)]
    assert strange == []


def test_every_case_that_is_no_plain_turn_is_a_scene() -> None:
    contract = Path(__file__).parent.parent / "contract"
    cases = {case.id for case in read_cases(contract) if not case.plain}
    assert sorted(cases - {scene.id for scene in SCENES}) == []


@pytest.fixture(params=some(["Australia/Lord_Howe", "Europe/Berlin", "America/St_Johns"], 3))
def abroad(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The machine stands somewhere else: its own time is another, in summer and in winter."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("abroad")
def test_where_the_machine_stands_makes_no_difference(tmp_path: Path) -> None:
    (scene,) = (one for one in SCENES if one.id == "D187")
    play(scene, tmp_path)
