"""The learning curve: how well readers read that learnt from a part of the samples.

`python -m tests.corpus.curve` trains on a ninth and a third of the authors' files, takes for all of
them the weights as `make train` left them, reads the locked samples that announce something, and
draws the shares whose most probable reading is right, before reranking, into
docs/pictures/reader-curve.svg: ten minutes.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from rednov_bot.core.render.charts import Bar, Bars, ChartAxis, svg
from rednov_bot.games.red_november.reader.lexicon import Sense
from rednov_bot.games.red_november.reader.model import load
from rednov_bot.games.red_november.reader.reading import Reader
from rednov_bot.games.red_november.reader.reranker import OUTCOMES
from rednov_bot.games.red_november.reader.samples import WRITERS, Sample, meaning_of
from rednov_bot.games.red_november.reader.train import Corpus, train_roles, untaught
from tests.corpus.score import HERE, LOCKED, samples_of

WHERE = Path("docs/pictures/reader-curve.svg")
SHARES = (9, 3, 1)


def right(samples: list[Sample], reader: Reader) -> float:
    """The share of the samples, in per cent, whose best reading is right."""
    found = 0
    for one in samples:
        decoded = reader.look(one.text, one.by, WRITERS).decoded
        found += meaning_of(decoded.acts, decoded.orders) == one.meaning
    return 100 * found / len(samples)


def of_all() -> Reader:
    """What `make train` learnt from all files, with a reranker that has learnt nothing."""
    models, about = load()
    models["reranker"] = untaught(len(OUTCOMES)).model()
    learnt = [(spelling, Sense(**senses)) for spelling, senses in about["learnt"]]
    return Reader(models, learnt, bytes.fromhex(about["english"]))


def main() -> None:
    """Train, read, draw."""
    whole = Corpus.of(HERE)
    names = sorted(whole.files)
    Random(3).shuffle(names)
    locked = {
        name: [one for one in samples_of(LOCKED, kind) if one.verdict == "acts"]
        for name, kind in (("whole mails", "mails"), ("short texts", "shorts"))
    }
    bars: dict[str, list[Bar]] = {name: [] for name in locked}
    for share in SHARES:
        files = {name: whole.files[name] for name in names[: len(names) // share]}
        count = sum(map(len, files.values()))
        part = Corpus(files, whole.others)
        reader = of_all() if share == 1 else train_roles(part, lambda _: None).reader()
        for name, samples in locked.items():
            percent = right(samples, reader)
            bars[name].append(Bar(f"{name}, {count:,} samples", (percent,), f"{percent:.1f} %"))
            print(f"{bars[name][-1].label}: {percent:.1f} %", flush=True)
    drawn = tuple(bar for row in bars.values() for bar in row)
    chart = Bars(
        "Best readings that are right, by the samples learnt from",
        "Of the locked samples that announce something: the share whose best reading is exact, "
        "learnt from a ninth, a third and all of the authors' samples. "
        + "; ".join(f"{bar.label}: {bar.told}" for bar in drawn),
        ChartAxis("per cent", 0, 100),
        drawn,
    )
    WHERE.write_text(svg(chart), encoding="utf-8")


if __name__ == "__main__":
    main()
