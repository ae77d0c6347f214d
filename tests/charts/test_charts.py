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
    svg,
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


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: type(chart).__name__)
def test_a_chart_is_xml_with_a_title_and_a_description(chart: Chart) -> None:
    root = ElementTree.fromstring(svg(chart))
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert (title.text, desc.text) == (chart.title, chart.desc)
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert root.get("role") == "img"


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


def test_what_lies_beyond_an_axis_is_drawn_at_its_end() -> None:
    scale = Scale(0, 10, 100, 200)
    assert [scale.at(value) for value in (-5, 0, 5, 10, 99)] == [100, 100, 150, 200, 200]
    assert scale.at(float("nan")) == 100
