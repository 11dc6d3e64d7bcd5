"""The likeness of sets: datasketch's own, to the bit, and near the true one."""

import numpy as np
import pytest
from datasketch import MinHash as Sketch
from hypothesis import given
from hypothesis import strategies as st

from swagbench import aggregation
from swagbench.aggregations.min_hash import MinHash
from swagbench.core import InputError
from swagbench.oracle import fold, recompute

texts = st.lists(st.text(st.characters(codec="utf-8")), max_size=12)


def sketch_of(values, permutations):
    sketch = Sketch(permutations)
    sketch.update_batch([value.encode() for value in values])
    return sketch


@given(texts, texts, st.integers(1, 200))
def test_merged_minima_are_those_of_datasketch_to_the_bit(older, newer, permutations):
    subject = MinHash(permutations=permutations)
    merged = subject.combine(fold(subject, older), fold(subject, newer))
    union = sketch_of([*older, *newer], permutations).hashvalues
    assert np.array_equal(merged, union)
    assert merged.dtype == union.dtype


@given(texts, texts.filter(bool))
def test_the_answer_is_datasketch_s_likeness(values, reference):
    answer = recompute(MinHash(reference), values)
    assert answer == sketch_of(values, 64).jaccard(sketch_of(reference, 64))


@pytest.mark.parametrize("permutations", [64, 512])
@pytest.mark.parametrize("shared", [0, 25, 50, 100])
def test_the_likeness_errs_as_its_theory_says(shared, permutations):
    reference = [f"name {number}" for number in range(100)]
    values = reference[:shared] + [f"other {number}" for number in range(100 - shared)]
    true = len({*values} & {*reference}) / len({*values} | {*reference})
    answer = recompute(MinHash(reference, permutations), [*values, *values])
    assert abs(answer - true) <= 3 * (true * (1 - true) / permutations) ** 0.5


def test_the_likeness_is_unbiased():
    answers = []
    for trial in range(40):
        reference = [f"{trial}-{number}" for number in range(20)]
        values = [f"{trial}-{number}" for number in range(10, 30)]
        answers.append(recompute(MinHash(reference), values))
    # Jaccard is a third; the mean of 40 answers has a standard error of 0.0093.
    assert np.mean(answers) == pytest.approx(1 / 3, abs=0.028)


def test_nothing_is_like_nothing_and_all_is_like_all():
    assert recompute(MinHash(("ann", "bob")), []) == 0.0
    assert recompute(MinHash(("ann", "bob")), ["bob", "ann", "bob"]) == 1.0
    assert recompute(MinHash(("ann", "bob")), ["cleo", "dan"]) == 0.0


def test_the_reference_is_a_literal_on_the_command_line():
    for spec in ('min_hash(("N708JB", "N829AS"))', 'min_hash({"N708JB": 1, "N829AS": 2})'):
        assert aggregation(spec).reference == ("N708JB", "N829AS")
    assert recompute(aggregation('min_hash(["é"], 8)'), ["é"]) == 1.0


@pytest.mark.parametrize("reference", ["ann", (), [], None, 3, ("ann", 3), b"ann"])
def test_a_reference_is_strings(reference):
    with pytest.raises(InputError, match=r'; it is strings, such as \("ann", "bob"\)$'):
        MinHash(reference)


@pytest.mark.parametrize("permutations", [0, 65537, 64.0, "64", None, True])
def test_permutations_are_an_integer_in_range(permutations):
    with pytest.raises(InputError, match=r"; it is an integer 1 to 65536$"):
        MinHash(permutations=permutations)
