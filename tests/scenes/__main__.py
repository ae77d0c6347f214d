"""`python -m tests.scenes D07`: a scene with every mail that it brings about."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.contract.compare import Failed
from tests.scenes.play import play
from tests.scenes.scenes import read_scenes


def main(wanted: set[str]) -> int:
    """Each scene of these numbers; 1 where one of them fails."""
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
