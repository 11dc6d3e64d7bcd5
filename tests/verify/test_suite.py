import pytest

from swagbench.core import Ability, Bound, Card
from swagbench.records import Status
from swagbench.registry import Found, find_aggregation, find_algorithm
from swagbench.verify.suite import verify, verify_aggregation, verify_algorithm

POISONED = {"containment: NaN", "containment: infinity", "containment: 1e20, 1"}


def found(item, name="mine"):
    return Found(name, name, item)


def statuses(results):
    return {result.check: result.status for result in results}


def check(algorithm, summary):
    """The results of one algorithm, by id or by itself, with one aggregation."""
    if isinstance(algorithm, str):
        algorithm = find_algorithm(algorithm)
    summary = find_aggregation(summary) if isinstance(summary, str) else found(summary)
    return list(verify_algorithm(algorithm, [summary]))


TwoStacks = find_algorithm("two_stacks").item


class Sums:
    """An exact sum with an inverse; subclasses claim more than that."""

    examples = (3, -1, 0, 7, 1)

    def empty(self):
        return 0

    def unit(self, value):
        return value

    def combine(self, older, newer):
        return older + newer

    def uncombine(self, whole, oldest):
        return whole - oldest

    def finalize(self, agg):
        return agg


class SaysItsInverseIsLossy(Sums):
    inverse_is_lossy = True


@pytest.mark.parametrize(
    ("summary", "more"), [("sum", set()), ("collect", POISONED), ("max", POISONED)]
)
def test_a_right_algorithm_passes_every_check(summary, more):
    results = check("two_stacks", summary)
    assert statuses(results) == dict.fromkeys({"oracle", "time", "cost"} | more, Status.PASSED)
    assert {(one.algorithm, one.aggregation) for one in results} == {("two_stacks", summary)}


def test_what_an_algorithm_cannot_serve_is_not_applicable_for_a_reason():
    for algorithm, summary, reason in [
        ("subtract_on_evict", "max", "needs uncombine"),
        ("sorted_window", "sum", "needs order"),
    ]:
        (result,) = check(algorithm, summary)
        assert (result.check, result.status, result.reason) == ("oracle", Status.UNSERVED, reason)


def test_what_is_declared_to_be_wrong_is_shown_as_known_with_its_history():
    results = check("subtract_on_evict", "float_sum")
    # A lossy inverse excuses no combine call.
    assert statuses(results) == dict.fromkeys({"oracle", "time"} | POISONED, Status.XFAIL) | {
        "cost": Status.PASSED
    }
    for result in results[:-1]:
        assert result.reason == "float_sum declares that its inverse is lossy"
        assert result.history
        assert result.expected != result.given


def test_a_lossy_inverse_excuses_no_algorithm_that_does_not_use_it():
    assert set(statuses(check("two_stacks", "float_sum")).values()) == {Status.PASSED}


def test_an_inverse_said_to_be_lossy_that_loses_nothing_fails():
    results = check("subtract_on_evict", SaysItsInverseIsLossy())
    assert statuses(results) == {
        "oracle": Status.FAILED,
        "time": Status.FAILED,
        "cost": Status.PASSED,
    }
    assert results[0].reason.endswith(
        "declares that its inverse is lossy, but nothing was lost here"
    )
    laws = statuses(verify_aggregation(found(SaysItsInverseIsLossy())))
    assert laws["uncombine"] is Status.FAILED


def test_a_lossy_inverse_excuses_no_other_law():
    class LossyAndNotCommutative(Sums):
        inverse_is_lossy = True
        commutative = True

        def combine(self, older, newer):
            return 2 * older + newer

    laws = statuses(verify_aggregation(found(LossyAndNotCommutative())))
    assert laws["uncombine"] is Status.XFAIL
    assert laws["commutes"] is Status.FAILED


def test_laws_that_are_not_claimed_are_named_and_not_passed():
    laws = statuses(verify_aggregation(found(Sums())))
    always = ("identity", "associative", "pure", "uncombine")
    unclaimed = ("order", "commutes", "selects", "idempotent")
    assert laws == dict.fromkeys(always, Status.PASSED) | dict.fromkeys(unclaimed, Status.UNCLAIMED)
    assert {ability.value for ability in Ability} - set(laws) == {"exact"}


def test_an_algorithm_without_a_card_claims_no_cost():
    class Uncarded(TwoStacks):
        card = None

    assert statuses(check(found(Uncarded), "sum"))["cost"] is Status.UNCLAIMED


def test_a_card_that_is_not_kept_fails_the_cost_and_nothing_else():
    class Boasting(TwoStacks):
        card = Card(idea="", source="", partials=Bound(0), pop=Bound(1))

    assert statuses(check(found(Boasting), "sum")) == {
        "oracle": Status.PASSED,
        "time": Status.PASSED,
        "cost": Status.FAILED,
    }


def test_a_wrong_algorithm_fails_with_its_shortest_history():
    class NewestOnly(TwoStacks):
        card = None

        def push(self, value):
            while len(self):
                self.pop()
            super().push(value)

    result = check(found(NewestOnly), "collect")[0]
    assert (result.check, result.status) == ("oracle", Status.FAILED)
    assert (result.history, result.expected) == ("push 1 twice", "length 2")
    assert result.given == "length 1"


def test_an_algorithm_that_breaks_when_it_is_made_fails_and_does_not_stop_the_rest():
    class Breaks:
        def __init__(self, aggregation):
            raise RuntimeError("out of order")

    algorithms = [found(Breaks, "breaks"), find_algorithm("subtract_on_evict")]
    results = [one for one in verify(algorithms, [find_aggregation("max")]) if one.algorithm]
    assert [(one.algorithm, one.status) for one in results] == [
        ("breaks", Status.FAILED),
        ("subtract_on_evict", Status.UNSERVED),
    ]
    assert results[0].given == "RuntimeError: out of order"


def test_an_error_that_escapes_from_a_plug_in_fails_the_check_and_is_what_it_gave():
    class Overflows(TwoStacks):
        def push(self, value):
            raise OverflowError("too many")

    for result in check(found(Overflows), "sum"):
        assert (result.status, result.given) == (Status.FAILED, "OverflowError: too many")


def test_an_algorithm_that_does_not_refuse_what_its_card_needs_fails():
    class Careless(TwoStacks):
        card = Card(idea="", source="", partials=Bound(0), needs=frozenset({Ability.UNCOMBINE}))

    (result,) = check(found(Careless), "max")
    assert result.status is Status.FAILED
    assert result.expected == "TypeError, as its card needs uncombine"


def test_laws_come_first_and_each_pair_follows():
    results = list(verify([find_algorithm("two_stacks")], [find_aggregation("sum")]))
    laws = [one for one in results if one.algorithm is None]
    assert len(laws) == len(list(verify_aggregation(find_aggregation("sum")))) > 0
    assert results[: len(laws)] == laws
    assert all(one.aggregation == "sum" for one in results)
    assert {one.check for one in results[len(laws) :]} == {"oracle", "time", "cost"}
