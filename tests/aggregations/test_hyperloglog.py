"""HyperLogLog: datasketch's own, to the bit, whatever the form of the aggregate."""

import copy
import itertools
import math
import pickle
import subprocess
import sys
import warnings
import zlib
from collections import Counter
from functools import reduce

import numpy as np
import pytest
from datasketch import HyperLogLog, HyperLogLogPlusPlus
from datasketch.hyperloglog_const import _thresholds
from hypothesis import given
from hypothesis import strategies as st

import swagbench
from swagbench.aggregations.hyperloglog import DistinctCount, DistinctCountPlusPlus, Registers
from swagbench.bench.plan import unfinalized
from swagbench.core import InputError
from swagbench.oracle import fold, is_same, recompute
from swagbench.streams import stream

KINDS = {DistinctCount: HyperLogLog, DistinctCountPlusPlus: HyperLogLogPlusPlus}
either = pytest.mark.parametrize("kind", KINDS)
texts = st.lists(st.text(st.characters(codec="utf-8")))
names = st.lists(st.integers(0, 400).map(str), max_size=60)


class Placed:
    """A hash function that reads register and rank in the string: "3 7" raises register 3 to 7."""

    def __init__(self, kind, precision):
        self.kind, self.precision = kind, precision

    def __call__(self, data):
        register, rank = map(int, data.split())
        rest = 1 << self.kind.hash_bits - self.precision >> rank
        return rest << self.precision | register


def placed(kind, precision):
    return kind(precision, Placed(kind, precision))


def of_ranks(subject, ranks):
    """The aggregate with these registers, made one by one."""
    return fold(subject, [f"{at} {rank}" for at, rank in enumerate(ranks) if rank])


def sketch_of(kind, values, precision, **given):
    sketch = KINDS[kind](p=precision, **given)
    for value in values:
        sketch.update(value.encode())
    return sketch


def count_of(kind, ranks):
    """What datasketch counts, or where it divides by zero the estimate that it would correct."""
    sketch = KINDS[kind](reg=np.array(ranks, np.int8))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return float(sketch.count())
        except ZeroDivisionError:
            return sketch.alpha * sketch.m**2 / math.fsum(2.0**-rank for rank in ranks)


def crc(data):
    return zlib.crc32(data)


# --- registers ------------------------------------------------------------------------------------


@either
@given(texts, texts, st.integers(4, 16))
def test_merged_registers_are_those_of_datasketch_to_the_byte(kind, older, newer, precision):
    subject = kind(precision)
    merged = subject.combine(fold(subject, older), fold(subject, newer))
    union = sketch_of(kind, [*older, *newer], precision).reg
    given_registers = subject.registers(merged)
    assert (given_registers == union).all()
    assert given_registers.dtype == union.dtype


@either
@given(st.lists(names, min_size=1, max_size=6), st.sampled_from((4, 7, 8, 10, 12)), st.randoms())
def test_registers_and_form_are_the_same_however_runs_are_merged(kind, runs, precision, rng):
    subject = kind(precision, crc)
    values = list(itertools.chain(*runs))
    expected = fold(subject, values)
    aggs = [fold(subject, run) for run in runs]
    prints = [pickle.dumps(agg) for agg in aggs]
    parts = list(aggs)
    while len(parts) > 1:
        at = rng.randrange(len(parts) - 1)
        parts[at : at + 2] = [subject.combine(*parts[at : at + 2])]
    assert type(parts[0]) is type(expected)
    assert parts[0] == expected
    union = sketch_of(kind, values, precision, hashfunc=crc)
    assert (subject.registers(parts[0]) == union.reg).all()
    assert is_same(subject.finalize(parts[0]), count_of(kind, union.reg))
    assert [pickle.dumps(agg) for agg in aggs] == prints


@either
def test_registers_are_a_new_array_each_time(kind):
    for count in (0, 1, 5, 500):
        subject = kind()
        agg = fold(subject, map(str, range(count)))
        subject.registers(agg)[:] = 20
        assert (
            np.count_nonzero(subject.registers(agg))
            == sketch_of(kind, map(str, range(count)), 12).reg.astype(bool).sum()
        )


def test_registers_equal_registers_and_nothing_else():
    subject = DistinctCount(4)
    agg = fold(subject, "abcdef")
    assert isinstance(agg, Registers)
    assert agg == fold(subject, "fedcba")
    assert agg != fold(subject, "abcdeg")
    assert agg != {}


# --- what an aggregate takes ----------------------------------------------------------------------


@either
@pytest.mark.parametrize("precision", [4, 8, 12, 16])
def test_an_aggregate_takes_no_more_than_its_registers_and_of_one_string_next_to_nothing(
    kind, precision
):
    subject = kind(precision)
    assert sys.getsizeof(subject.unit("ann")) <= 32
    agg, whole = subject.empty(), 2**precision
    for number in range(1, 300):
        agg = subject.combine(agg, subject.unit(str(number)))
        if isinstance(agg, dict):
            keys = sum(map(sys.getsizeof, agg))
            assert sys.getsizeof(agg) + keys <= 0.65 * whole + 200
        elif isinstance(agg, Registers):
            assert agg.ranks.nbytes == whole
            assert np.count_nonzero(agg.ranks) > whole // 96


@either
@pytest.mark.parametrize("count", [0, 2, 500])
def test_what_changes_nothing_is_handed_on_as_it_is(kind, count):
    subject = kind()
    values = [str(number) for number in range(count)]
    agg = fold(subject, values)
    assert subject.combine(agg, agg) is agg
    assert subject.combine(agg, subject.empty()) == agg == subject.combine(subject.empty(), agg)
    for value in values:
        unit = subject.unit(value)
        assert subject.combine(unit, agg) is agg is subject.combine(agg, unit)


@either
def test_of_equal_strings_a_long_window_keeps_one_aggregate(kind):
    window = swagbench.algorithm("two_stacks")(kind())
    for number in range(2000):
        window.push(str(number % 200))
    window.pop()
    assert len({id(agg) for agg in window.state()["front"]}) <= 200


# --- the answer -----------------------------------------------------------------------------------


@either
@given(st.data(), st.sampled_from((4, 5, 6)), st.integers(0, 10), st.booleans())
def test_the_answer_is_datasketch_s_to_the_last_bit(kind, data, precision, least, rare):
    largest = kind.hash_bits - precision + 1 if rare else 12
    ranks = data.draw(
        st.lists(st.integers(least, largest), min_size=2**precision, max_size=2**precision)
    )
    subject = placed(kind, precision)
    expected = count_of(kind, ranks)
    agg = of_ranks(subject, ranks)
    # Kept on the way, and made from all registers after merging.
    halves = [ranks[: len(ranks) // 2], [0] * (len(ranks) // 2) + ranks[len(ranks) // 2 :]]
    merged = reduce(subject.combine, [of_ranks(subject, half) for half in halves])
    for one in (agg, merged):
        assert subject.registers(one).tolist() == ranks
        assert is_same(subject.finalize(one), expected)
    values = [f"{at} {rank}" for at, rank in enumerate(ranks) if rank]
    assert is_same(subject.definition(values), expected)


@pytest.mark.parametrize(
    ("kind", "rank", "size"),
    [
        (DistinctCount, 3, 2 * 16),  # no register is zero, and not corrected
        (DistinctCount, 8, 2**8 * 16),
        (DistinctCount, 25, 2**25 * 16),  # corrected, as hashes of 32 bits run out
        (DistinctCount, 29, math.nan),  # more than there are hashes: it is not known how many
        (DistinctCountPlusPlus, 2, 2 * 16),  # without bias
        (DistinctCountPlusPlus, 3, 5 * 16),
        (DistinctCountPlusPlus, 38, 2**38 * 16),
        (DistinctCountPlusPlus, 61, 2**61 * 16),
    ],
)
def test_the_answer_in_each_of_its_ranges(kind, rank, size):
    subject = placed(kind, 4)
    answer = subject.finalize(of_ranks(subject, [rank] * 16))
    assert is_same(answer, count_of(kind, [rank] * 16))
    assert type(answer) is float
    if not math.isnan(size):
        assert 0.5 * size < answer < 3 * size


@either
def test_the_answer_where_sums_are_rounded_is_datasketch_s_sum(kind):
    # From rank 38 on the order of adding may show; here are all ranks at once.
    ranks = [1 + at % (kind.hash_bits - 7) for at in range(256)]
    subject = placed(kind, 8)
    assert is_same(subject.finalize(of_ranks(subject, ranks)), count_of(kind, ranks))


@either
@pytest.mark.parametrize("precision", [4, 9, 12])
def test_the_parts_of_the_answer_are_kept_while_single_strings_come(kind, precision):
    subject = kind(precision)
    values = [str(number) for number in range(3 * 2**precision)]
    agg = fold(subject, values)
    assert agg.zeros == 2**precision - np.count_nonzero(agg.ranks)
    assert agg.total == math.fsum(2.0 ** -agg.ranks.astype(float))
    merged = subject.combine(agg, fold(subject, values[::2]))
    assert math.isnan(merged.zeros)
    assert math.isnan(merged.total)
    assert subject.finalize(merged) == subject.finalize(agg) == subject.definition(values)


def test_linear_counting_ends_where_datasketch_says():
    assert [DistinctCountPlusPlus.thresholds[p] for p in range(4, 17)] == _thresholds[:13]


@pytest.mark.filterwarnings("ignore:Warning. estimate is close")
def test_where_no_register_is_zero_a_small_count_is_not_corrected():
    values = [f"user-{number}" for number in range(280, 323)]
    subject = DistinctCount(4)
    registers = sketch_of(DistinctCount, values, 4).reg
    assert all(registers)
    raw = 0.673 * 16**2 / sum(2.0 ** -int(register) for register in registers)
    assert raw < 2.5 * 16
    assert recompute(subject, values) == subject.definition(values) == pytest.approx(raw)


@either
@pytest.mark.parametrize("precision", [8, 12, 16])
@pytest.mark.parametrize("distinct", [1, 10, 100, 1000, 5000])
def test_a_count_errs_as_its_theory_says(kind, precision, distinct):
    values = [f"name {index}" for index in range(distinct)]
    answer = recompute(kind(precision), [*values, *values])
    # Three standard errors, and one for the counts too small to have any.
    assert abs(answer - distinct) <= 3 * 1.04 / 2 ** (precision / 2) * distinct + 1


def test_a_long_window_over_a_real_stream_is_counted_as_datasketch_counts_it():
    size, source = 16_384, stream("tail_numbers")
    values = source.take(source.length())
    window = swagbench.algorithm("two_stacks")(DistinctCount())
    held, true, within = Counter(), 0, []
    for at, value in enumerate(values):
        window.push(value)
        held[value] += 1
        true += held[value] == 1
        if at < size:
            continue
        window.pop()
        held[values[at - size]] -= 1
        true -= held[values[at - size]] == 0
        if at % 10 == 0:
            answer = window.eval()
            within.append(abs(answer - true) <= 3 * 1.04 / 64 * true)
            if at % 10_000 == 0:
                last = values[at - size + 1 : at + 1]
                assert answer == sketch_of(DistinctCount, last, 12).count()
    assert sum(within) >= 0.99 * len(within)


# --- hash functions -------------------------------------------------------------------------------


@either
def test_a_hash_function_survives_copies(kind):
    subject = kind(6, crc)
    expected = recompute(subject, map(str, range(100)))
    assert expected != recompute(kind(6), map(str, range(100)))
    pickled = pickle.loads(pickle.dumps(subject))  # noqa: S301 - made here
    for one in (copy.copy(subject), copy.deepcopy(subject), pickled, unfinalized(subject)):
        assert one.hash_function is crc
        agg = fold(one, map(str, range(100)))
        assert subject.finalize(agg) == expected == one.definition([str(n) for n in range(100)])


@pytest.mark.parametrize(("kind", "bits"), [(DistinctCount, 32), (DistinctCountPlusPlus, 64)])
def test_a_hash_has_so_many_bits_and_no_sign(kind, bits):
    for hashed in (0, 1, 2**bits - 1):
        subject = kind(5, lambda _data, hashed=hashed: hashed)
        expected = sketch_of(kind, ["ann"], 5, hashfunc=subject.hash_function).reg
        assert (subject.registers(subject.unit("ann")) == expected).all()
    for hashed in (-1, 2**bits, -(2**80)):
        with pytest.raises(InputError, match=rf"^a hash is {hashed}; it has {bits} bits, and no"):
            kind(5, lambda _data, hashed=hashed: hashed).unit("ann")


@either
@pytest.mark.parametrize("function", ["sha1", 3, b"", ()])
def test_a_hash_function_can_be_called(kind, function):
    with pytest.raises(InputError, match=r"^hash_function is .*; HyperLogLog takes a function of"):
        kind(12, function)


@either
@pytest.mark.parametrize("precision", [3, 17, 12.0, "12", None, True])
def test_precision_is_an_integer_from_4_to_16(kind, precision):
    with pytest.raises(InputError, match=r"HyperLogLog takes an integer 4 to 16$"):
        kind(precision)


# --- how it is measured ---------------------------------------------------------------------------


@either
def test_the_answer_can_be_left_out_of_the_measurement(kind):
    twin = unfinalized(kind())
    window = swagbench.algorithm("two_stacks")(twin)
    for value in ("ann", "bob", "ann"):
        window.push(value)
    assert kind().finalize(window.eval()) == kind().definition(["ann", "bob"])


def test_nothing_slow_is_loaded_before_it_is_used():
    code = (
        "import sys; from swagbench.aggregations.hyperloglog import DistinctCount as D; d = D();"
        "agg = d.combine(d.unit('ann'), d.unit('bob')); early = 'numpy' in sys.modules;"
        "d.finalize(agg); sys.exit(early or 'datasketch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0  # noqa: S603
