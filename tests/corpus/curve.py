"""The learning curve: how well readers read that learnt from a part of the samples.

`python -m tests.corpus.curve` trains on an eighth, a quarter, half and all of the authors' files,
reads the locked samples that announce something, and draws the shares whose best reading is right
into docs/engineers/reader-curve.svg: minutes.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from rednov_bot.charts import svg
from rednov_bot.charts.figures import Axis, Bar, Bars
from rednov_bot.games.red_november.reader.gate import ANSWERS
from rednov_bot.games.red_november.reader.samples import WRITERS, Sample, meaning_of
from rednov_bot.games.red_november.reader.train import Corpus, Fit, train_roles
from tests.corpus.score import HERE, LOCKED, samples_of

WHERE = Path("docs/engineers/reader-curve.svg")
SHARES = (8, 4, 2, 1)


def right(samples: list[Sample], corpus: Corpus) -> float:
    """The share of the samples whose best reading is right, by what the corpus teaches."""
    trained = train_roles(corpus, lambda _: None)
    reader = trained.reader(Fit(len(ANSWERS), 4))
    found = 0
    for one in samples:
        decoded = reader.look(one.text, one.by, WRITERS).decoded
        found += meaning_of(decoded.acts, decoded.orders) == one.meaning
    return found / len(samples)


def main() -> None:
    """Train, read, draw."""
    whole = Corpus.of(HERE)
    names = sorted(whole.files)
    Random(3).shuffle(names)
    locked = {
        kind: [one for one in samples_of(LOCKED, kind) if one.verdict == "acts"]
        for kind in ("mails", "shorts")
    }
    bars = []
    for kind, samples in locked.items():
        for share in SHARES:
            files = {name: whole.files[name] for name in names[: len(names) // share]}
            count = sum(map(len, files.values()))
            percent = 100 * right(samples, Corpus(files, whole.earlier))
            label = f"{'whole mails' if kind == 'mails' else 'short texts'}, {count:,} samples"
            bars.append(Bar(label, (percent,), f"{percent:.1f} %"))
            print(f"{label}: {percent:.1f} %", flush=True)
    chart = Bars(
        "Best readings that are right, by the samples learnt from",
        "Of the locked samples that announce something: the share whose best reading is exact, "
        "learnt from an eighth, a quarter, half and all of the authors' samples. "
        + "; ".join(f"{bar.label}: {bar.told}" for bar in bars),
        Axis("per cent", 0, 100),
        tuple(bars),
    )
    WHERE.write_text(svg(chart), encoding="utf-8")


if __name__ == "__main__":
    main()
