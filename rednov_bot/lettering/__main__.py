"""python -m rednov_bot.lettering: the font's files are made anew, or a specimen of it."""

from __future__ import annotations

import argparse
from pathlib import Path

from rednov_bot.lettering.measure import font_files
from rednov_bot.lettering.specimen import specimen
from rednov_bot.lettering.weights import WEIGHTS


def main() -> None:
    """Write the two files where they travel from, or the specimen as SVG where it is asked for."""
    parser = argparse.ArgumentParser(prog="python -m rednov_bot.lettering", description=__doc__)
    parser.add_argument("--specimen", metavar="FILE.svg", type=Path)
    asked = parser.parse_args()
    if asked.specimen is not None:
        asked.specimen.write_text(specimen(), encoding="utf-8")
        return
    from rednov_bot.lettering.building import build

    for weight, path in zip(WEIGHTS, font_files(), strict=True):
        path.write_bytes(build(weight))


if __name__ == "__main__":
    main()
