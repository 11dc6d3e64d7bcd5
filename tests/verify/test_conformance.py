import pytest
from hypothesis import strategies as st

from swagbench import aggregation
from swagbench import algorithm as find
from swagbench.verify.conformance import (
    PLAIN_EXAMPLES,
    Fault,
    examples_of,
    find_fault,
    first_wrong,
)
from swagbench.verify.drawing import repeat_with
from swagbench.verify.histories import with_values

COLLECT = aggregation("collect")


class Right:
    """The window itself: the faulty ones below differ from it by one method."""

    def __init__(self, aggregation):
        self.aggregation = aggregation
        self.held = []

    def push(self, value):
        self.held.append(value)

    def pop(self):
        self.held.pop(0)

    def eval(self):
        return tuple(self.held)

    def __len__(self):
        return len(self.held)


class Backwards(Right):
    def eval(self):
        return tuple(reversed(self.held))


class NewestOnly(Right):
    def eval(self):
        return tuple(self.held[-1:])


class NoneWhenEmpty(Right):
    def eval(self):
        return tuple(self.held) or None


class PopsTheNewest(Right):
    def pop(self):
        self.held.pop()


class PopsNothing(Right):
    def pop(self):
        if not self.held:
            raise IndexError


class ForgivesAnEmptyPop(Right):
    def pop(self):
        del self.held[:1]


class RaisesAnotherError(Right):
    def pop(self):
        if not self.held:
            raise KeyError("nothing")
        del self.held[0]


class BreaksOnEmptyPop(Right):
    def pop(self):
        if not self.held:
            self.eval = lambda: "broken"
        self.held.pop(0)


class RaisesFromTwo(Right):
    def eval(self):
        return tuple(self.held) if len(self.held) < 2 else 1 // 0


class MiscountsThree(Right):
    def __len__(self):
        return min(2, len(self.held))


class WrongFrom65(Right):
    def eval(self):
        return tuple(self.held[:64])


class WrongAfterTenPops(Right):
    pops = 0

    def pop(self):
        self.pops += 1
        self.held.pop(0)

    def eval(self):
        return tuple(self.held) if self.pops < 10 else ()


def test_right_algorithms_have_no_fault(revealing_pair):
    assert find_fault(*revealing_pair) is None


def test_an_algorithm_that_looks_inside_is_right_where_values_tie_and_nan_comes():
    assert find_fault(find("sorted_window"), aggregation("max")) is None
    assert find_fault(find("sorted_window"), aggregation("quantile(0.25)")) is None


def test_the_window_itself_is_right():
    assert find_fault(Right, COLLECT) is None


@pytest.mark.parametrize(
    ("algorithm", "fault"),
    [
        (Backwards, ("push 1, push 2, eval", "(1, 2)", "(2, 1)")),
        (NewestOnly, ("push 1 twice, eval", "(1, 1)", "(1,)")),
        (NoneWhenEmpty, ("eval", "()", "None")),
        (PopsTheNewest, ("push 1, push 2, pop, eval", "(2,)", "(1,)")),
        (PopsNothing, ("push 1, pop", "length 0", "length 1")),
        (ForgivesAnEmptyPop, ("pop", "IndexError, as the window is empty", "no error")),
        (RaisesAnotherError, ("pop", "IndexError, as the window is empty", "KeyError: 'nothing'")),
        (BreaksOnEmptyPop, ("pop, eval", "()", "'broken'")),
        (
            RaisesFromTwo,
            (
                "push 1 twice, eval",
                "no error",
                "ZeroDivisionError: integer division or modulo by zero",
            ),
        ),
        (MiscountsThree, ("push 1 3 times", "length 3", "length 2")),
        (WrongFrom65, ("push 1 65 times, eval", f"{(1,) * 65}", f"{(1,) * 64}")),
    ],
)
def test_a_faulty_algorithm_is_reported_with_its_shortest_history(algorithm, fault):
    assert find_fault(algorithm, COLLECT) == Fault(*fault)


def test_a_fault_that_needs_many_pops_is_found():
    fault = find_fault(WrongAfterTenPops, COLLECT)
    assert (fault.expected, fault.given) == ("(1,)", "()")


def test_a_fault_that_one_value_shows_is_reported_with_that_value_alone():
    class LosesText(Right):
        def eval(self):
            return tuple(value for value in super().eval() if value != "text")

    expected = Fault("push 'text', eval", "('text',)", "()")
    assert find_fault(LosesText, COLLECT) == expected


@pytest.mark.parametrize("size", [31, 64, 129, 257])
def test_a_fault_at_one_size_alone_is_found(size):
    class WrongAt(Right):
        def eval(self):
            return () if len(self) == size else super().eval()

    assert find_fault(WrongAt, COLLECT).history == f"push 1 {size} times, eval"


def test_the_first_wrong_step_decides():
    assert first_wrong(NewestOnly, COLLECT, with_values("ququq", "ab")) == ("('a', 'b')", "('b',)")
    assert first_wrong(NewestOnly, COLLECT, with_values("ququo", "ab")) is None
    assert first_wrong(Right, COLLECT, with_values("ooquuooqo", "ab")) is None


def test_an_aggregation_without_examples_is_tried_with_plain_ones():
    assert examples_of(object()) == PLAIN_EXAMPLES
    assert examples_of(COLLECT) == COLLECT.examples


def test_what_is_drawn_is_the_same_each_time():
    def drawn():
        seen = []

        def see(number):
            seen.append(number)

        repeat_with(st.integers(), times=20)(see)
        return seen

    assert drawn() == drawn()
    assert len(drawn()) == 20
