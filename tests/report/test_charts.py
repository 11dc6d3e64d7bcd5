import math
from itertools import chain

import pytest

from swagbench.report import charts
from swagbench.report.page import CHARTS
from swagbench.report.tables import FLOOR, Group, groups

GROUP = Group("sum", "uniform")

every_chart = pytest.mark.parametrize("draw", CHARTS.values(), ids=CHARTS.keys())


def rows(chart):
    """The rows of a chart's data."""
    return chart["data"]["values"]


def channels(chart, *names):
    """The encodings of these names in all layers."""
    layers = [layer["encoding"] for layer in chart["layer"]]
    return [encoding[name] for encoding in layers for name in names if name in encoding]


def looks(chart, channel):
    """The colour or mark of each name, in the order of the legend."""
    scales = [one["scale"] for one in channels(chart, channel)]
    assert scales
    assert all(scale == scales[0] for scale in scales)
    return dict(zip(scales[0]["domain"], scales[0]["range"], strict=True))


def test_an_algorithm_has_the_same_colour_and_mark_in_all_charts(make):
    places = {"sum": ["a", FLOOR, "b", "c"], "max": ["c", "a", FLOOR], "min": ["b"]}
    run = make.run(
        *(make.timed(name, aggregation=place) for place, names in places.items() for name in names)
    )
    drawn = [draw(run, group) for group in groups(run) for draw in CHARTS.values()]
    for channel in ("color", "shape"):
        seen = set(chain.from_iterable(looks(chart, channel).items() for chart in drawn))
        assert sorted(name for name, _ in seen) == ["a", "b", "c", FLOOR]


@every_chart
def test_no_two_of_many_algorithms_look_alike(make, draw):
    names = [f"algorithm_{number}" for number in range(24)]
    chart = draw(make.run(*map(make.timed, names)), GROUP)
    colours, marks = looks(chart, "color"), looks(chart, "shape")
    assert len({(colours[name], marks[name]) for name in names}) == len(names)


@every_chart
def test_the_floor_is_grey_and_last(make, draw):
    chart = draw(make.run(make.timed(FLOOR), make.timed("a"), make.timed("b")), GROUP)
    colours = looks(chart, "color")
    assert list(colours) == ["a", "b", FLOOR]
    assert colours[FLOOR] == charts.GREY
    assert charts.GREY not in charts.OKABE_ITO


@every_chart
def test_only_what_has_a_mark_is_in_the_legend(make, draw):
    nothing = {"combine_calls_mean": 0, "bytes_per_value": None}
    run = make.run(make.timed("a"), make.timed("b", measures=nothing))
    chart = draw(run, GROUP)
    assert set(looks(chart, "color")) == {row["algorithm"] for row in rows(chart)}


@every_chart
def test_the_legend_shows_colours_and_marks_as_one(make, draw):
    chart = draw(make.run(make.timed("a")), GROUP)
    legends = [one["legend"] for one in channels(chart, "color", "shape")]
    assert legends[0]
    assert all(legend == legends[0] for legend in legends)


def test_no_combine_calls_leave_no_mark(make):
    none = {"combine_calls_mean": 0, "combine_calls_max": 0}
    cells = [make.timed("flatfit", window=1, measures=none), make.timed("flatfit", window=16)]
    run = make.run(*cells, make.timed("sorted_window", measures=none))
    marked = [(row["algorithm"], row["window"]) for row in rows(charts.combine_calls(run, GROUP))]
    assert marked == [("flatfit", "16")]


@every_chart
def test_every_value_on_a_logarithmic_axis_is_finite_and_positive(make, draw):
    unknown = {"combine_calls_mean": None, "combine_calls_max": None, "bytes_per_value": None}
    nothing = {"combine_calls_mean": 0, "combine_calls_max": 0, "bytes_per_value": 0.0}
    little = {"combine_calls_mean": 1e-3, "bytes_per_value": 1e-3}
    cells = [
        make.timed(f"a{number}", ns, window, measures=measures, spread=ns / 2)
        for number, measures in enumerate([unknown, nothing, little, {}])
        for ns, window in [(0.5, 1), (1e9, 10**7)]
    ]
    chart = draw(make.run(*cells), GROUP)
    fields = {one["field"] for one in channels(chart, "x", "y", "y2")}
    values = [row[field] for row in rows(chart) for field in fields]
    assert values
    assert all(math.isfinite(value) and value > 0 for value in values)


@every_chart
def test_both_scales_are_logarithmic(make, draw):
    chart = draw(make.run(make.timed("a")), GROUP)
    for axis in ("x", "y"):
        kinds = {one["scale"]["type"] for one in channels(chart, axis) if "scale" in one}
        assert kinds == {"log"}


@every_chart
def test_a_click_in_the_legend_hides_and_at_first_nothing_is_hidden(make, draw):
    chart = draw(make.run(make.timed("a")), GROUP)
    (selection,) = chart["params"]
    assert selection["bind"] == "legend"
    assert selection["select"]["type"] == "point"
    assert selection["select"]["fields"] == ["algorithm"]
    shown_if = {"filter": {"not": {"param": selection["name"], "empty": False}}}
    assert all(layer["transform"] == [shown_if] for layer in chart["layer"])


@every_chart
def test_every_field_that_is_drawn_or_told_is_in_the_data(make, draw):
    chart = draw(make.run(make.timed("a")), GROUP)
    told = chain.from_iterable(channels(chart, "tooltip"))
    drawn = channels(chart, "x", "y", "y2", "color", "shape")
    assert {one["field"] for one in (*told, *drawn)} <= set(rows(chart)[0])


def test_bars_of_time_span_the_middle_half_of_the_rounds(make):
    chart = charts.throughput(make.run(make.timed("a", 100, spread=7)), GROUP)
    (bar,) = [layer for layer in chart["layer"] if layer["mark"]["type"] == "rule"]
    (row,) = rows(chart)
    ends = [row[bar["encoding"][end]["field"]] for end in ("y", "y2")]
    assert ends == [93, 107]


@every_chart
def test_a_chart_holds_its_own_group_with_answers_finalized(make, draw):
    others = [make.timed("b", stream="wind"), make.timed("a", 1, answer=False)]
    chart = draw(make.run(make.timed("a"), *others), GROUP)
    assert [(row["algorithm"], row["ns_per_slide"]) for row in rows(chart)] == [("a", 100)]
    assert chart["title"].startswith("sum on uniform")


def test_a_span_of_time_stands_at_the_number_of_its_values(make):
    span = make.timed("a", window="24h", values=71.5)
    (row,) = rows(charts.throughput(make.run(span), GROUP))
    assert (row["window"], row["values"]) == ("24h", 71.5)
