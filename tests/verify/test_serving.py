import pytest

from swagbench import algorithm as find
from swagbench.core import Ability, Card, card_of, require
from swagbench.verify.probes import PROBES
from swagbench.verify.serving import (
    Unrefused,
    arenas_for,
    find_unrefused,
    lacking,
    looked_at,
    serves,
)

FREE, WITH_INVERSE = PROBES[:2]
Recompute, SubtractOnEvict, TwoStacks = map(find, ("recompute", "subtract_on_evict", "two_stacks"))
UNCOMBINE, ORDER = Ability.UNCOMBINE, Ability.ORDER


class Silent(Recompute):
    """Subtracts without asking whether it can, and says nowhere that it needs to."""

    __slots__ = ("whole",)
    card = None

    def __init__(self, aggregation):
        super().__init__(aggregation)
        self.whole = aggregation.empty()

    def push(self, value):
        super().push(value)
        self.whole = self.aggregation.combine(self.whole, self._units[-1])

    def pop(self):
        if not self._units:
            raise IndexError
        self.whole = self.aggregation.uncombine(self.whole, self._units[0])
        self._units.popleft()

    def eval(self):
        return self.aggregation.finalize(self.whole)


class Picks(Recompute):
    """Looks for an order without asking whether there is one."""

    __slots__ = ()
    card = None

    def eval(self):
        return self.aggregation.pick(self._units)


class Chooses:
    """Subtracts where it can and flips where it cannot."""

    def __new__(cls, aggregation):
        able = getattr(aggregation, "uncombine", None) is not None
        return (SubtractOnEvict if able else TwoStacks)(aggregation)


class ChoosesAsItGoes(TwoStacks):
    """Asks for three abilities, when it is used and not when it is made."""

    __slots__ = ()
    card = None

    def eval(self):
        for name in ("commutative", "selective", "idempotent"):
            getattr(self.aggregation, name, False)
        return super().eval()


class Needy(Recompute):
    """States a need and asks for another."""

    __slots__ = ()
    card = Card(needs=frozenset({UNCOMBINE}))

    def __init__(self, aggregation):
        require(aggregation, UNCOMBINE, ORDER)
        super().__init__(aggregation)


class Careless(Recompute):
    __slots__ = ()
    card = Card(needs=frozenset({UNCOMBINE}))


class Bursts:
    card = Card()

    def __init__(self, aggregation):
        raise RuntimeError("out of order")


class RefusesAll:
    card = Card()

    def __init__(self, aggregation):
        raise TypeError("needs a holiday")


class WrongAnywhere(Recompute):
    __slots__ = ()

    def eval(self):
        raise ArithmeticError


def ids(arenas):
    return [arena.id for arena in arenas]


def test_what_is_built_in_refuses_what_it_must_and_nothing_else(algorithm):
    assert find_unrefused(algorithm, card_of(algorithm)) is None


@pytest.mark.parametrize(
    ("algorithm", "unrefused"),
    [
        (
            Silent,
            Unrefused(
                "free_monoid",
                "TypeError as it is made: needs uncombine",
                "a window that calls uncombine, which is not there",
            ),
        ),
        (
            Picks,
            Unrefused(
                "free_monoid",
                "TypeError as it is made: needs order",
                "a window that calls pick, which is not there",
            ),
        ),
        (
            Careless,
            Unrefused("free_monoid", "TypeError as it is made: needs uncombine", "a window"),
        ),
        (
            Needy,
            Unrefused(
                "free_monoid_with_inverse",
                "a window: all that the card needs is there",
                "needs order",
            ),
        ),
        (
            Bursts,
            Unrefused(
                "free_monoid",
                "a window, or TypeError to refuse",
                "RuntimeError: out of order",
            ),
        ),
    ],
)
def test_what_is_not_refused_as_it_must_be_is_told(algorithm, unrefused):
    assert find_unrefused(algorithm, card_of(algorithm) or Card()) == unrefused


@pytest.mark.parametrize("algorithm", [Chooses, ChoosesAsItGoes, WrongAnywhere, TwoStacks])
def test_what_asks_before_it_uses_an_ability_need_refuse_nothing(algorithm):
    assert find_unrefused(algorithm, Card()) is None


@pytest.mark.parametrize(
    ("name", "arenas"),
    [
        ("two_stacks", ["free_monoid"]),
        ("flatfit", ["free_monoid"]),
        ("recompute", ["free_monoid"]),
        ("subtract_on_evict", ["free_monoid_with_inverse"]),
        ("sorted_window", ["sorted_windows"]),
    ],
)
def test_what_is_built_in_is_tried_in_the_arena_of_what_it_needs(name, arenas):
    assert ids(arenas_for(find(name), card_of(find(name)))) == arenas


def test_an_algorithm_that_chooses_its_way_is_tried_in_each():
    assert ids(arenas_for(Chooses, Card())) == ["free_monoid", "free_monoid_with_inverse"]
    assert looked_at(Chooses, FREE) == {UNCOMBINE}
    found = arenas_for(ChoosesAsItGoes, Card())
    offered = {
        name
        for probe in found
        for name in ("commutative", "selective", "idempotent")
        if getattr(probe, name, False)
    }
    assert found[0] is FREE
    assert offered == {"commutative", "selective", "idempotent"}


def test_what_looks_at_nothing_is_tried_in_one_arena():
    assert looked_at(TwoStacks, FREE) == set()
    assert looked_at(WrongAnywhere, FREE) == set()
    assert ids(arenas_for(WrongAnywhere, Card())) == ["free_monoid"]


def test_there_is_no_arena_for_what_serves_none():
    assert arenas_for(RefusesAll, Card()) == []
    assert arenas_for(Needy, Needy.card) == []
    needs = frozenset({Ability.SELECTIVE, UNCOMBINE})
    assert arenas_for(TwoStacks, Card(needs=needs)) == []


def test_what_was_taken_for_granted_shows_when_it_is_used():
    assert lacking(Silent, FREE) == "uncombine"
    assert lacking(Silent, WITH_INVERSE) is None
    assert lacking(Picks, FREE) == "pick"
    assert lacking(WrongAnywhere, FREE) is None
    assert not serves(Silent, FREE)
    assert serves(Silent, WITH_INVERSE)
    assert not serves(RefusesAll, FREE)


def test_what_is_never_called_cannot_raise_and_is_not_passed():
    from swagbench.registry import find_algorithm  # noqa: PLC0415
    from swagbench.verify.rows import Options, run  # noqa: PLC0415
    from swagbench.verify.suite import tasks  # noqa: PLC0415

    planned = tasks([find_algorithm("sorted_window")], [], Options(checks=("exceptions.*",)))
    rows = {row.check: row for row in (run(task, None) for task in planned)}
    assert rows["exceptions.combine"].status.value == "n/a"
    assert rows["exceptions.combine"].reason == "combine is never called"
    assert rows["exceptions.sort_key"].status.value == "passed"
