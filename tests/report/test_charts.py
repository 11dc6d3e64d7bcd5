import math
from itertools import chain

import msgspec
import pytest

from swagbench.core import Bound, Card
from swagbench.intervals import of_median
from swagbench.records import RANKS
from swagbench.report import charts, drawing
from swagbench.report.charts import of_group, overview
from swagbench.report.drawing import complete
from swagbench.report.tables import FLOOR, Group, groups

GROUP = Group("sum", "uniform")
OVER_WINDOWS = {"ns_per_slide": "t", "bytes_per_value": "b", "combine_calls": "c"}
WITH_LEGEND = (*OVER_WINDOWS, "spectrum")
ALL = (*WITH_LEGEND, "timeline")

over_windows = pytest.mark.parametrize("name", OVER_WINDOWS)
with_legend = pytest.mark.parametrize("name", WITH_LEGEND)
every_chart = pytest.mark.parametrize("name", ALL)


@pytest.fixture(scope="module")
def timed(make):
    """A measured cell with everything that a chart could show."""

    def with_latency(algorithm, *args, measures=None, **place):
        measures = {"latency": make.latency(), **(measures or {})}
        return make.timed(algorithm, *args, measures=measures, **place)

    return with_latency


def layers(specification):
    """The layers of a chart, or the one that it is."""
    return specification.get("layer", [specification])


def channels(specification, *names):
    """The encodings of these names in all layers."""
    encodings = [layer["encoding"] for layer in layers(specification)]
    return [encoding[name] for encoding in encodings for name in names if name in encoding]


def looks(specification, channel):
    """The colour or mark of each name, in the order of the legend."""
    scales = [one["scale"] for one in channels(specification, channel) if "scale" in one]
    assert scales
    assert all(scale == scales[0] for scale in scales)
    return dict(zip(scales[0]["domain"], scales[0]["range"], strict=True))


# --- looks ----------------------------------------------------------------------------------------


def test_an_algorithm_has_the_same_colour_and_mark_in_all_charts(make, timed):
    places = {"sum": ["a", FLOOR, "b", "c"], "max": ["c", "a", FLOOR], "min": ["b"]}
    run = make.run(
        *(timed(name, aggregation=place) for place, names in places.items() for name in names)
    )
    drawn = [
        (name, one.specification)
        for group in groups(run)
        for name, one in of_group(run, group).items()
    ]
    for channel, names in (("color", ALL), ("shape", WITH_LEGEND)):
        seen = {
            pair for name, one in drawn if name in names for pair in looks(one, channel).items()
        }
        assert sorted(name for name, _ in seen) == ["a", "b", "c", FLOOR]


@with_legend
def test_no_two_of_many_algorithms_look_alike(make, timed, name):
    names = [f"algorithm_{number}" for number in range(24)]
    chart = of_group(make.run(*map(timed, names)), GROUP)[name].specification
    colours, marks = looks(chart, "color"), looks(chart, "shape")
    assert len({(colours[one], marks[one]) for one in names}) == len(names)


@every_chart
def test_the_floor_is_grey_and_last(make, timed, name):
    run = make.run(timed(FLOOR), timed("a"), timed("b"))
    colours = looks(of_group(run, GROUP)[name].specification, "color")
    assert list(colours) == ["a", "b", FLOOR]
    assert colours[FLOOR] == drawing.GREY
    assert drawing.GREY not in drawing.OKABE_ITO


def test_only_what_has_a_mark_is_in_the_legend(make, timed):
    nothing = {"combine_calls_mean": 0, "bytes_per_value": None, "latency": None}
    run = make.run(timed("a"), timed("b", measures=nothing))
    drawn = of_group(run, GROUP)
    assert [*looks(drawn["ns_per_slide"].specification, "color")] == ["a", "b"]
    for name in set(ALL) - {"ns_per_slide"}:
        assert [*looks(drawn[name].specification, "color")] == ["a"]


@with_legend
def test_the_legend_shows_colours_and_marks_as_one(make, timed, name):
    chart = of_group(make.run(timed("a")), GROUP)[name].specification
    legends = [one["legend"] for one in channels(chart, "color", "shape") if "legend" in one]
    assert legends[0]
    assert all(legend == legends[0] for legend in legends)


# --- what is drawn --------------------------------------------------------------------------------


def test_what_has_nothing_to_show_is_not_drawn(make):
    nothing = {"combine_calls_mean": 0, "combine_calls_max": 0, "bytes_per_value": None}
    run = make.run(make.timed("a", measures=nothing))
    assert [*of_group(run, GROUP)] == ["ns_per_slide"]


def test_every_chart_says_how_to_read_it(make, timed):
    run = make.run(timed("a"))
    assert {*of_group(run, GROUP), "overview"} == charts.HOW.keys() == {*ALL, "overview"}


def test_charts_over_windows_share_their_rows(make, timed):
    drawn = of_group(make.run(timed("a")), GROUP)
    assert len({id(drawn[name].rows) for name in OVER_WINDOWS}) == 1
    assert complete(drawn["ns_per_slide"])["datasets"] == {"rows": drawn["ns_per_slide"].rows}


@over_windows
def test_every_value_on_a_logarithmic_axis_is_finite_and_positive(make, timed, name):
    unknown = {"combine_calls_mean": None, "combine_calls_max": None, "bytes_per_value": None}
    nothing = {"combine_calls_mean": 0, "combine_calls_max": 0, "bytes_per_value": 0.0}
    little = {"combine_calls_mean": 1e-3, "bytes_per_value": 1e-3}
    cells = [
        timed(f"a{number}", ns, window, measures=measures, spread=ns / 2)
        for number, measures in enumerate([unknown, nothing, little, {}])
        for ns, window in [(0.5, 1), (1e9, 10**7)]
    ]
    chart = of_group(make.run(*cells), GROUP)[name]
    fields = {one["field"] for one in channels(chart.specification, "x", "y", "y2")}
    values = [row[field] for row in chart.rows for field in fields if field in row]
    assert values
    assert all(math.isfinite(value) and value > 0 for value in values)


@over_windows
def test_both_scales_are_logarithmic(make, timed, name):
    chart = of_group(make.run(timed("a")), GROUP)[name].specification
    for axis in ("x", "y"):
        kinds = {one["scale"]["type"] for one in channels(chart, axis) if "scale" in one}
        assert kinds == {"log"}


@with_legend
def test_a_click_in_the_legend_hides_and_at_first_nothing_is_hidden(make, timed, name):
    chart = of_group(make.run(timed("a")), GROUP)[name].specification
    (selection,) = [one for one in chart["params"] if "select" in one]
    assert selection["bind"] == "legend"
    assert selection["select"]["type"] == "point"
    assert selection["select"]["fields"] == ["a"]
    shown_if = {"filter": {"not": {"param": selection["name"], "empty": False}}}
    assert all(shown_if in layer["transform"] for layer in chart["layer"])


@every_chart
def test_the_page_can_say_which_algorithms_are_shown(make, timed, name):
    chart = of_group(make.run(timed("a")), GROUP)[name].specification
    assert {"name": "shown", "value": None} in chart["params"]
    assert chart["transform"][0] == {"filter": drawing.SHOWN}


@every_chart
def test_every_field_that_is_drawn_or_told_is_in_the_data(make, timed, name):
    cards = {"a": Card(slide_mean=Bound(3))}
    chart = of_group(make.run(timed("a"), cards=cards), GROUP)[name]
    told = chain.from_iterable(channels(chart.specification, "tooltip"))
    drawn = channels(chart.specification, "x", "y", "y2", "color", "shape", "row")
    fields = {one["field"] for one in (*told, *drawn) if "field" in one}
    made = {one.get("as") for one in chart.specification["transform"]} | {"n"}
    assert fields - made <= set(chart.rows[0])


def test_bands_of_time_are_the_intervals_of_the_medians(make):
    rounds = [[100.0, 103.0, 98.0], [99.0, 101.0, 120.0], [97.0, 102.0, 100.5]]
    run = make.run(make.timed("a", 100.5, measures={"rounds_ns": rounds}))
    chart = of_group(run, GROUP)["ns_per_slide"]
    low, _, high = of_median([*chain(*rounds)])
    bands = [one for one in layers(chart.specification) if one["mark"]["type"] in ("area", "rule")]
    assert len(bands) == 2
    for band in bands:
        ends = [chart.rows[0][band["encoding"][end]["field"]] for end in ("y", "y2")]
        assert ends == [low, high]


def test_without_rounds_bands_are_the_middle_half_of_them(make):
    (row,) = of_group(make.run(make.timed("a", 100, spread=7)), GROUP)["ns_per_slide"].rows
    assert (row["lo"], row["hi"]) == (93, 107)


def test_what_a_card_claims_is_beside_what_was_counted_and_more_is_ringed(make, timed):
    cards = {"a": Card(slide_mean=Bound(1, log2=1)), "b": Card()}
    run = make.run(timed("a", 100, 16), timed("b", 100, 16), timed("c", 100, 16), cards=cards)
    chart = of_group(run, GROUP)["combine_calls"]
    assert [row.get("cl") for row in chart.rows] == [5, None, None]
    dashed = [one for one in layers(chart.specification) if one["mark"].get("strokeDash")]
    assert [one["encoding"]["y"]["field"] for one in dashed] == ["cl"]
    (ring,) = [one for one in layers(chart.specification) if one["mark"].get("size") == 220]
    assert {"filter": "datum.c > datum.cl * 1.000001"} in ring["transform"]


def test_of_a_span_of_time_a_card_claims_nothing(make, timed):
    run = make.run(timed("a", 100, "24h", values=71.5), cards={"a": Card(slide_mean=Bound(3))})
    (row,) = of_group(run, GROUP)["combine_calls"].rows
    assert (row["w"], row["v"]) == ("24h", 71.5)
    assert "cl" not in row


@over_windows
def test_a_chart_holds_its_own_group_with_answers_finalized(make, timed, name):
    others = [timed("b", stream="wind"), timed("a", 1, answer=False)]
    chart = of_group(make.run(timed("a"), *others), GROUP)[name]
    assert [(row["a"], row["t"]) for row in chart.rows] == [("a", 100)]
    assert chart.specification["title"].startswith("sum on uniform")


# --- single slides --------------------------------------------------------------------------------


def test_single_slides_are_those_of_the_largest_window_that_has_them(make):
    small, large = make.latency(ns=1), make.latency(ns=2)
    cells = [
        make.timed("a", window=16, measures={"latency": small}),
        make.timed("a", window=256, measures={"latency": large}),
        make.timed("a", window=4096),
    ]
    drawn = of_group(make.run(*cells), GROUP)
    assert drawn["spectrum"].specification["title"].endswith("at 256")
    ranks = large.slide.ranks
    assert [(row["r"], row["t"], row["c"]) for row in drawn["spectrum"].rows] == [
        (rank, ranks[rank].ns, ranks[rank].calls) for rank in RANKS
    ]
    (row,) = drawn["timeline"].rows
    assert (row["t"], row["s"]) == (large.timeline_ns, large.stretch)


# --- the overview ---------------------------------------------------------------------------------


def test_the_overview_names_the_fastest_of_each_window_and_how_many_are_as_fast(make):
    cells = [
        *(make.timed(name, ns, 16, spread=1) for name, ns in (("a", 100), ("b", 101), ("c", 200))),
        make.timed("c", 10, 64, spread=1),
        make.timed("a", 100, 16, spread=1, aggregation="max"),
    ]
    found = [(row["g"], row["w"], row["n"]) for row in overview(make.run(*cells)).rows]
    assert found == [
        ("sum on uniform", "16", "a +1"),
        ("sum on uniform", "64", "c"),
        ("max on uniform", "16", "a"),
    ]


def test_of_nothing_measured_there_is_no_overview(make):
    assert overview(make.run()) is None


def test_every_chart_is_what_vega_lite_takes(make, timed):
    run = make.run(timed("a"), timed("b", 200, 64))
    for one in [overview(run), *of_group(run, GROUP).values()]:
        assert msgspec.json.encode(complete(one))
