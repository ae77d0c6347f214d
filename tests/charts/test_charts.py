"""Charts: the same bytes each time, and nothing of a label that does anything."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st

from rednov_bot.core.render.charts import (
    SERIES,
    Bar,
    Bars,
    Bin,
    Chart,
    ChartAxis,
    Histogram,
    Line,
    Scale,
    Steps,
    cut,
    number,
    svg,
    ticks,
    told,
)

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = (
    "</text><script>alert(1)</script>",
    'x" onload="alert(1)',
    "]]><!ENTITY a 'b'>&a;",
    "\x00\x07\x1b[31m\ud800",
    "\u202egnirts\u2066",
    "two\nlines\r\n\tand a tab",
    "{color:red} </style>",
    "& < > \" '",
    "w" * 500,
)


def bars(label: str = "4 gnomes", series: tuple[str, ...] = ("",)) -> Bars:
    values = tuple([10.0 + at for at in range(len(series))])
    bar = Bar(label, values, told=f"told {label}", low=8.0, high=30.0)
    return Bars(f"Bars of {label}", f"About {label}", ChartAxis(label, 0, 100), (bar, bar), series)


def steps(label: str = "heat") -> Steps:
    line = Line(label, ((60.0, 1.0), (57.0, 2.0), (40.0, 2.0), (12.0, 9.0)))
    x, y = ChartAxis(label, 60, 0), ChartAxis(label, 1, 10)
    return Steps(f"Steps of {label}", f"About {label}", x, y, (line, line), 10, label)


def histogram(label: str = "turns") -> Histogram:
    bins = (Bin(0, 5, 3), Bin(5, 10, 0), Bin(10, 15, 8))
    return Histogram(f"Spread of {label}", f"About {label}", label, label, bins, 7, label)


CHARTS = (bars(), bars(series=("heat", "pressure")), steps(), histogram())


def words(drawn: str) -> list[str]:
    """What a reader sees, or is told when e points at it."""
    root = ElementTree.fromstring(drawn)
    return ["".join(one.itertext()) for one in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: type(chart).__name__)
def test_a_chart_is_xml_with_a_title_and_a_description(chart: Chart) -> None:
    root = ElementTree.fromstring(svg(chart))
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert (title.text, desc.text) == (chart.title, chart.desc)
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert root.get("role") == "img"


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: type(chart).__name__)
def test_a_chart_is_the_same_bytes_each_time(chart: Chart) -> None:
    assert svg(chart) == svg(chart)


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: type(chart).__name__)
def test_a_chart_has_colours_for_light_and_for_dark(chart: Chart) -> None:
    assert "prefers-color-scheme:dark" in svg(chart)


@pytest.mark.parametrize("label", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("make", [bars, steps, histogram])
def test_a_hostile_label_is_only_words(make: type, label: str) -> None:
    drawn = svg(make(label))
    drawn.encode("utf-8")
    root = ElementTree.fromstring(drawn)
    allowed = {"svg", "title", "desc", "style", "defs", "pattern", "g", "rect", "path", "circle"}
    for one in root.iter():
        assert one.tag.removeprefix(SVG) in allowed | {"text"}
        assert not [name for name in one.attrib if name.startswith("on") or "href" in name]
    assert len(list(root.iter(f"{SVG}style"))) == 1
    assert not re.search("[\x00-\x09\x0b-\x1f\u202a-\u202e\u2066-\u2069]", drawn)


@given(st.text(), st.floats(allow_nan=True, allow_infinity=True))
def test_any_label_and_any_value_make_a_chart(label: str, value: float) -> None:
    bar = Bar(label, (value,), label, value, value)
    drawn = svg(Bars(label, label, ChartAxis(label, 0, 100), (bar,)))
    ElementTree.fromstring(drawn)
    assert "nan" not in drawn.split("</style>")[1].split("<text")[0]


def test_series_differ_without_colours() -> None:
    drawn = svg(bars(series=tuple([f"series {at}" for at in range(SERIES)])))
    root = ElementTree.fromstring(drawn)
    patterns = [ElementTree.tostring(one[1]) for one in root.iter(f"{SVG}pattern")]
    assert len(set(patterns)) == SERIES
    dashes = re.findall(r"\.l\.s\d\{stroke:[^;]+;stroke-dasharray:([^}]+)\}", drawn)
    assert len(set(dashes)) == SERIES


def test_a_label_that_is_cut_is_told_whole_when_pointed_at() -> None:
    said = words(svg(bars("a label " * 20)))
    assert any(one.endswith(("a label " * 20).strip()) and "…" in one for one in said)


def test_all_names_of_series_are_in_the_legend() -> None:
    names = tuple([f"a rather long name of series {at}" for at in range(8)])
    said = words(svg(bars(series=names)))
    assert set(names) <= set(said)


def test_a_whisker_is_drawn_from_the_low_to_the_high_end() -> None:
    assert svg(bars()).count('class="w"') == 2 * 3


def test_what_lies_beyond_an_axis_is_drawn_at_its_end() -> None:
    scale = Scale(0, 10, 100, 200)
    assert [scale.at(value) for value in (-5, 0, 5, 10, 99)] == [100, 100, 150, 200, 200]
    assert scale.at(float("nan")) == 100


def test_an_axis_may_run_backwards() -> None:
    assert Scale(60, 0, 0, 600).at(45) == 150
    assert ticks(60, 0) == [0, 10, 20, 30, 40, 50, 60]


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (1, 10, [2, 4, 6, 8, 10]),
        (3, 3, [3]),
        (0, 100, [0, 20, 40, 60, 80, 100]),
    ],
)
def test_the_numbers_at_the_edge_are_round(start: float, end: float, expected: list[float]) -> None:
    assert ticks(start, end) == pytest.approx(expected)


def test_numbers_are_told_as_people_write_them() -> None:
    assert [told(value) for value in (0.0, 2.5, 12000, 0.1 + 0.2)] == ["0", "2.5", "12,000", "0.3"]
    assert [number(value) for value in (-0.01, 1.04, 2.0)] == ["0", "1", "2"]


def test_a_chart_without_anything_to_show_is_drawn_all_the_same() -> None:
    ElementTree.fromstring(svg(Bars("t", "d", ChartAxis("x", 0, 1), ())))
    ElementTree.fromstring(svg(Histogram("t", "d", "x", "y", ())))
    ElementTree.fromstring(svg(Steps("t", "d", ChartAxis("x", 0, 1), ChartAxis("y", 0, 1), ())))


def test_a_short_text_is_not_cut() -> None:
    assert cut("heat", 100) == "heat"
    assert cut("asphyxiation", 40).endswith("…")
