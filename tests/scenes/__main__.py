"""`python -m tests.scenes D07`: a scene with every mail that it brings about."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.contract.compare import Failed
from tests.scenes.play import play
from tests.scenes.scenes import read_scenes


def main(wanted: set[str]) -> int:
    """Each scene of these numbers; 1 where one of them fails, none is named or one is unknown."""
    known = {scene.id for scene in read_scenes()}
    if not wanted:
        print("name the scenes to play: python -m tests.scenes D07", file=sys.stderr)
        return 1
    if unknown := sorted(wanted - known):
        named = ", ".join(unknown)
        print(f"no scene has the number {named}; tests/scenes holds them all", file=sys.stderr)
        return 1
    failed = 0
    for scene in read_scenes():
        if scene.id not in wanted:
            continue
        print(f"=== {scene.id}: {scene.title}")
        with tempfile.TemporaryDirectory() as folder:
            try:
                play(scene, Path(folder), tell=print)
            except Failed as failure:
                failed = 1
                print(f"FAILED: {failure}")
    return failed


if __name__ == "__main__":
    sys.exit(main(set(sys.argv[1:])))
