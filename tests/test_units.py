"""The units of many values, in an array for NumPy: which kind of array, and when none will do."""

import numpy as np
import pytest

from swagbench.registry import aggregation

NAN = float("nan")


@pytest.mark.parametrize(
    ("name", "values", "kind"),
    [
        ("max", [1.0, NAN], "float64"),
        ("max", [1, -(2**63) + 1], "int64"),
        ("max", np.array([1, 2], np.int8), "int8"),
        ("max", [1, 2.0], None),
        ("max", [2**63, 1], None),
        ("max", [True, 1], None),
        ("max", ["a", "b"], None),
        ("max", [], None),
        ("max", np.array(["a"]), None),
        ("max", np.ones((2, 2)), None),
        ("sum", [3, -1], "int64"),
        ("sum", [], "int64"),
        ("sum", [2**62 - 1, 1], "int64"),
        ("sum", [2**62, 0], "object"),
        ("sum", [-(2**62), 0], "object"),
        ("sum", [2**70], "object"),
        ("sum", np.array([100, 100], np.int8), "int64"),
        ("sum", np.array([2**64 - 1], np.uint64), "object"),
        ("sum", np.array([True]), None),
        ("sum", [1, 0.5], None),
        ("count", ["text", None], "int64"),
        ("float_sum", [1, 0.5], "float64"),
        ("float_sum", np.array([1, 2]), "float64"),
        ("float_sum", [], "float64"),
    ],
)
def test_units_are_an_array_that_holds_them_and_their_sums(name, values, kind):
    units = aggregation(name).units(values)
    assert (None if units is None else str(units.dtype)) == kind
    if units is not None:
        assert units.tolist() == pytest.approx([*map(aggregation(name).unit, values)], nan_ok=True)
