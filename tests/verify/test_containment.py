import pytest

from swagbench import Functions, aggregation
from swagbench import algorithm as find
from swagbench.core import is_lossy, refusal
from swagbench.verify.conformance import Fault
from swagbench.verify.containment import POISONS, find_leak, takes_floats

POISON = pytest.mark.parametrize("poison", POISONS.values(), ids=POISONS)


class NeverForgets(find("recompute")):
    """Answers with the largest poison that it ever held."""

    __slots__ = ("poison",)

    def push(self, value):
        super().push(value)
        if not abs(value) < 1e9:
            self.poison = value

    def eval(self):
        return getattr(self, "poison", super().eval())


@POISON
def test_a_value_that_has_left_is_forgotten(algorithm, poison):
    served = [
        summary
        for summary in map(aggregation, ("collect", "float_sum", "compensated_sum", "mean", "max"))
        if refusal(algorithm, summary) is None and not is_lossy(algorithm, summary)
    ]
    assert served
    assert not any(find_leak(algorithm, summary, poison) for summary in served)


@pytest.mark.parametrize(
    ("poison", "fault"),
    [
        ("NaN", ("push nan, pop, eval", "0.0", "nan")),
        ("infinity", ("push inf, pop, eval", "0.0", "nan")),
        ("1e20, 1", ("push 1e+20, push 1.0, pop, eval", "1.0", "0.0")),
    ],
)
def test_the_articles_warnings_come_true_for_subtract_on_evict(poison, fault):
    found = find_leak(find("subtract_on_evict"), aggregation("float_sum"), POISONS[poison])
    assert found == Fault(*fault)


@POISON
def test_a_poison_that_stays_is_seen(poison):
    found = find_leak(NeverForgets, aggregation("max"), poison)
    assert found == Fault(f"push {poison[0]!r}, pop, eval", "None", repr(poison[0]))


def test_only_aggregations_of_floats_are_poisoned():
    assert takes_floats(aggregation("float_sum"))
    assert takes_floats(aggregation("max"))
    assert not takes_floats(aggregation("sum"))
    assert not takes_floats(aggregation("distinct_count"))
    # Without examples nothing is known of floats.
    assert not takes_floats(Functions(int, int, int, int))
