"""`make train`: fit the reader's weights to the samples of this folder; minutes."""

from __future__ import annotations

import time

from rednov_bot.games.red_november.reader.train import write
from tests.corpus.score import HERE

if __name__ == "__main__":
    began = time.monotonic()
    write(HERE, lambda what: print(f"{time.monotonic() - began:5.0f} s  {what}", flush=True))
