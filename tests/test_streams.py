import gzip
import math
from datetime import UTC, datetime
from itertools import pairwise
from statistics import fmean, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench import InputError, aggregation
from swagbench.streams import fits, stream, stream_for, stream_of_examples, streams
from swagbench.streams.csv_file import csv_stream

NAMES = list(streams())
SYNTHETIC = [one.name for one in streams().values() if one.kind is float and not one.times]
REAL = [name for name, one in streams().items() if one.times]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """Writes a file and gives its path."""
    folder = tmp_path_factory.mktemp("csv")

    def write(content, name="data.csv"):
        path = folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


# --- named streams --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("count", [0, 1, 2500])
def test_a_stream_is_as_long_as_asked_and_of_its_kind(name, count):
    one = stream(name)
    values = one.take(count)
    assert one.name == name
    assert len(values) == count
    assert {type(value) for value in values} <= {one.kind}


@pytest.mark.parametrize("name", NAMES)
def test_a_stream_is_the_same_each_time_and_longer_is_only_longer(name):
    # By repr, as NaN is not itself.
    longer = list(map(repr, stream(name).take(2000)))
    assert longer[:1500] == list(map(repr, stream(name).take(1500)))


@pytest.mark.parametrize("name", REAL)
def test_a_real_stream_starts_over_and_its_times_never_go_back(name):
    one = stream(name)
    times = one.times()
    length = one.length()
    assert length == len(times)
    values = list(map(repr, one.take(length + 1000)))
    assert values[length:] == values[:1000]
    assert all(earlier <= later for earlier, later in pairwise(times))


def test_one_pass_of_wind_has_four_missing_values_and_one_that_no_wind_blew():
    wind = stream("wind")
    values = wind.take(len(wind.times()))
    assert len(values) == 26_115
    assert sum(map(math.isnan, values)) == 4
    assert [round(value) for value in values if value > 1000] == [1048]


def test_one_pass_of_tail_numbers_has_3560_of_them():
    tails = stream("tail_numbers")
    values = tails.take(len(tails.times()))
    assert (len(values), len(set(values))) == (77_849, 3_560)


def test_a_synthetic_stream_has_no_end():
    assert {one.length() for one in streams().values() if not one.times} == {0}


def test_synthetic_streams_look_like_their_pictures():
    assert stream("ascending").take(3) == [0, 1, 2]
    assert stream("descending").take(3) == [-1, -2, -3]
    assert stream("sawtooth").take(1002)[-3:] == [999, 0, 1]
    assert all(0 <= value < 1_000_000 for value in stream("uniform").take(1000))
    zipf = stream("zipf_strings").take(10_000)
    assert zipf.count("user-1") > 1.5 * zipf.count("user-2") > 0


def test_streams_of_floats_look_like_their_pictures():
    count = 20_000
    taken = {one: stream(one).take(count) for one in NAMES if stream(one).kind is float}
    assert abs(fmean(taken["normal"])) < 0.02
    assert abs(pstdev(taken["normal"]) - 1) < 0.02
    walk = taken["price_walk"]
    assert walk[0] == 100.0
    assert all(abs(later - earlier) < 0.0501 for earlier, later in pairwise(walk))
    assert all(value == round(value, 2) >= 1 for value in walk)
    assert abs(pstdev(map(math.log, taken["lognormal"])) - 4) < 0.1
    assert min(taken["pareto"]) >= 1
    assert 0.06 < sum(value > 10 for value in taken["pareto"]) / count < 0.1  # 10 ** -1.1
    assert {value for value in taken["spikes"] if not 0.5 <= value <= 1.5} == {1e12}
    assert 0.001 < taken["spikes"].count(1e12) / count < 0.003
    assert 0.78 < taken["mostly_zeros"].count(0.0) / count < 0.82
    assert min(taken["mostly_zeros"]) >= 0
    sizes = [math.log10(abs(value)) for value in taken["wide_range"]]
    assert -18 <= min(sizes) < -17 < 17 < max(sizes) <= 18
    assert 0.45 < sum(value < 0 for value in taken["wide_range"]) / count < 0.55
    assert all(abs(value - 1e9) < 6 for value in taken["huge_offset"])
    assert all(map(math.isfinite, (value for name in SYNTHETIC for value in taken[name])))


def test_an_unknown_stream_names_the_nearest():
    with pytest.raises(InputError, match=r"^no stream is called 'windy'; near: wind$"):
        stream("windy")
    with pytest.raises(InputError, match="near: wind, tail_numbers, uniform"):
        stream("§")


@pytest.mark.parametrize(
    ("name", "chosen"),
    [
        ("max", "wind"),
        ("float_sum", "wind"),
        ("distinct_count", "tail_numbers"),
        ("sum", "uniform"),
        ("affine", "examples"),
    ],
)
def test_an_aggregation_gets_the_first_stream_that_it_takes(name, chosen):
    assert stream_for(aggregation(name)).name == chosen


def test_an_aggregation_without_examples_takes_anything():
    assert all(fits(one, object()) for one in streams().values())


def test_ints_pass_where_floats_do_and_not_the_other_way():
    assert fits(stream("uniform"), aggregation("float_sum"))
    assert not fits(stream("wind"), aggregation("sum"))
    assert not fits(stream("tail_numbers"), aggregation("sum"))


def test_a_stream_of_examples_is_repeatable_and_of_nothing_else():
    one = stream_of_examples(aggregation("affine"))
    values = one.take(500)
    assert values == stream_of_examples(aggregation("affine")).take(500)
    assert set(values) == set(aggregation("affine").examples)
    assert one.kind is tuple


# --- CSV files ------------------------------------------------------------------------------------


@given(st.lists(st.integers(), min_size=1))
def test_whole_numbers_stay_ints(file, values):
    read = csv_stream(file("x\n" + "\n".join(map(str, values))), "x")
    assert (read.take(len(values)), read.kind) == (values, int)


@given(st.lists(st.floats(allow_nan=False), min_size=1))
def test_floats_are_read_to_the_last_bit(file, values):
    read = csv_stream(file("x\n" + "\n".join(map(repr, values))), "x")
    assert (read.take(len(values)), read.kind) == (values, float)


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters='"\r\n\0')), min_size=1))
def test_text_is_read_as_it_stands(file, values):
    rows = "".join(f'"{value}",1\n' for value in values)
    read = csv_stream(file("name,x\n" + rows), "name", text=True)
    assert (read.take(len(values)), read.kind) == (values, str)


def test_a_missing_number_is_nan_and_makes_all_of_them_floats(file):
    read = csv_stream(file("t,x\n0,1\n1,\n2\n"), "x")
    assert repr(read.take(3)) == "[1.0, nan, nan]"
    assert read.kind is float


def test_a_stream_from_a_file_starts_over_when_it_ends(file):
    read = csv_stream(file("x\n1\n2\n"), "x")
    assert (read.length(), read.take(5)) == (2, [1, 2, 1, 2, 1])


def test_a_stream_from_a_file_says_where_it_is_from(file):
    read = csv_stream(file("x\n1\n"), "x")
    assert (read.name, read.about, read.times) == ("data.csv", "column x of data.csv", None)


@pytest.mark.parametrize("start", ["", "\ufeff"], ids=["plain", "BOM"])
@pytest.mark.parametrize("name", ["data.csv", "data.csv.gz"])
def test_a_file_may_be_gzipped_and_may_have_a_byte_order_mark(file, start, name):
    content = f"{start}x\n7\n".encode()
    path = file(gzip.compress(content) if name.endswith("gz") else content, name)
    assert csv_stream(path, "x").take(1) == [7]


def test_times_are_seconds_or_iso_8601(file):
    noon = datetime(2013, 2, 12, 12, tzinfo=UTC).timestamp()
    rows = (
        "1,1\n1.5,2\n2013-02-12T12:00:00,3\n2013-02-12T13:00:00+01:00,4\n2013-02-12T12:00:01Z,5\n"
    )
    read = csv_stream(file("t,x\n" + rows), "x", time="t")
    assert read.times() == [1, 1.5, noon, noon, noon + 1]
    assert read.take(len(read.times())) == [1, 2, 3, 4, 5]


def truncated(content):
    packed = gzip.compress(content)
    return packed[: len(packed) // 2]


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        ("t,y\n1,2\n", "data.csv", "has no column 'x'; its columns: t, y"),
        ("", "data.csv", "has no column 'x'; its columns: none: the file is empty"),
        ("t,x\n", "data.csv", "has a header but no rows"),
        ("t,x\n1,1\n2,low\n", "data.csv", "line 3: x is 'low', not a number"),
        ("t,x\n1,1\n2,low,\n", "data.csv", "line 3: x is 'low', not a number"),
        ("t,x\n2,1\n1,1\n", "data.csv", "line 3: t goes back in time; sort the file by it"),
        ("t,x\n1,1\nsoon,1\n", "data.csv", "line 3: t is 'soon', not a time"),
        ("t,x\n,1\n", "data.csv", "line 2: t is '', not a time"),
        ("t,x\nnan,1\n", "data.csv", "line 2: t is 'nan', not a time"),
        ("t,x\n1,é\n".encode("latin-1"), "data.csv", "is not a CSV file in UTF-8"),
        ("t,x\n1,1\n", "data.csv.gz", "cannot be read: Not a gzipped file"),
        (truncated(b"t,x\n" + b"1,1\n" * 99), "data.csv.gz", "is not a CSV file in UTF-8"),
    ],
)
def test_a_file_that_cannot_be_used_says_why_in_one_line(file, content, name, message):
    with pytest.raises(InputError) as caught:
        csv_stream(file(content, name), "x", time="t")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(InputError, match=r"absent\.csv cannot be read: No such file"):
        csv_stream(tmp_path / "absent.csv", "x")
    with pytest.raises(InputError, match="cannot be read"):
        csv_stream(tmp_path, "x")


def test_a_damaged_gzip_says_so_in_one_line(file):
    damaged = bytearray(gzip.compress(b"x\n" + bytes(range(48, 58)) * 3000))
    damaged[20:40] = b"\xff" * 20
    with pytest.raises(InputError, match=r"data\.csv\.gz"):
        csv_stream(file(bytes(damaged), "data.csv.gz"), "x")


def test_an_empty_line_is_a_missing_value_where_there_is_one_column_and_else_no_row(file):
    one = csv_stream(file("x\n1\n\n3\n", "one.csv"), "x").take(3)
    assert (one[0], math.isnan(one[1]), one[2]) == (1, True, 3)
    assert csv_stream(file("x,y\n1,2\n\n3,4\n", "two.csv"), "x").take(2) == [1, 3]


def test_a_cell_is_named_with_its_line_in_the_file(file):
    with pytest.raises(InputError, match="line 4: x is 'low'"):
        csv_stream(file("x,y\n1,2\n\nlow,4\n", "data.csv"), "x")


def test_what_cannot_be_a_path_is_said(tmp_path):
    with pytest.raises(InputError, match="null"):
        csv_stream(tmp_path / "a\0b", "x")
