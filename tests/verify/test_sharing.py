import pickle
from collections import deque

import pytest

from swagbench import algorithm as find
from swagbench.verify.conformance import SMALL
from swagbench.verify.sharing import COPY, EMPTY_SHARED, OPAQUE, TWO_INSTANCES, UNCHANGED

TWO_STACKS = find("two_stacks")


class Right(find("recompute")):
    """Keeps the units; the faulty windows below differ from it by a method."""

    card = None


class SharesUnits(Right):
    """One list for all windows of the class, made new only for the first."""

    units = deque()  # noqa: RUF012 - shared, as it should not be

    def __init__(self, aggregation):
        super().__init__(aggregation)
        self.units.clear()
        self._units = self.units


class SharesASize(Right):
    """What one window counts, all take for their own."""

    size = 0

    def __init__(self, aggregation):
        super().__init__(aggregation)
        type(self).size = 0

    def push(self, value):
        super().push(value)
        type(self).size = len(self._units)

    def pop(self):
        super().pop()
        type(self).size = len(self._units)

    def eval(self):
        return super().eval() if type(self).size == len(self._units) else None


class CopiesShareUnits(Right):
    def __getstate__(self):
        return None, {"aggregation": self.aggregation, "_units": self._units}


class CopiesAreEmpty(Right):
    def __getstate__(self):
        return None, {"aggregation": self.aggregation, "_units": deque()}


class CannotBePickled(Right):
    def __reduce__(self):
        raise pickle.PicklingError("not this one")

    def __copy__(self):
        twin = type(self)(self.aggregation)
        twin._units = self._units.copy()
        return twin

    def __deepcopy__(self, memo):
        return self.__copy__()


class ForgetsHalfOfItself(TWO_STACKS):
    """Its copies lose the back's aggregate."""

    __slots__ = ()
    card = None

    def __setstate__(self, state):
        for name, value in state[1].items():
            setattr(self, name, value)
        self._back_agg = self.aggregation.empty()


class AddsInPlace(Right):
    """Right with tuples; with lists the oldest unit grows into the aggregate of all."""

    def eval(self):
        units = [*self._units]
        if not units:
            return super().eval()
        whole = units[0]
        for unit in units[1:]:
            if isinstance(whole, list):
                whole[:] = self.aggregation.combine(whole, unit)
            else:
                whole = self.aggregation.combine(whole, unit)
        return self.aggregation.finalize(whole)


class KnowsEmptyByIdentity(TWO_STACKS):
    """Takes the back for empty if its aggregate is the object that it began with."""

    __slots__ = ("_nothing",)
    card = None

    def __init__(self, aggregation):
        super().__init__(aggregation)
        self._nothing = self._back_agg

    def pop(self):
        if not self._front and self._back_agg is not self._nothing:
            self._flip()
            self._back_agg = self.aggregation.empty()
        self._front.pop()

    def eval(self):
        if self._back_agg is self._nothing or not self._front:
            return super().eval()
        if not self._back:
            raise ValueError("the back has an aggregate and no values")
        return super().eval()


class ComparesAggregates(Right):
    def eval(self):
        units = [*self._units]
        if len(units) == 2 and units[0] == units[1]:
            return None
        return super().eval()


class AsksForTruth(TWO_STACKS):
    __slots__ = ()
    card = None

    def eval(self):
        if not self._back_agg and self._front:
            return self.aggregation.finalize(self._front[-1])
        return super().eval()


class HashesValues(Right):
    seen = frozenset()

    def push(self, value):
        super().push(value)
        self.seen = self.seen | {value}


@pytest.mark.parametrize(
    ("check", "algorithm", "word"),
    [
        (TWO_INSTANCES, SharesUnits, "u"),
        (TWO_INSTANCES, SharesASize, "u"),
        (COPY, CopiesShareUnits, ""),
        (COPY, CopiesAreEmpty, "u"),
        (COPY, CannotBePickled, ""),
        (COPY, ForgetsHalfOfItself, "u"),
        (UNCHANGED, AddsInPlace, "u2"),
        (EMPTY_SHARED, KnowsEmptyByIdentity, "u2 o"),
        (OPAQUE, ComparesAggregates, "u2"),
        (OPAQUE, AsksForTruth, ""),
        (OPAQUE, HashesValues, "u"),
    ],
    ids=lambda value: getattr(value, "id", getattr(value, "__name__", None)),
)
def test_what_is_shared_that_should_not_be_is_told_with_the_shortest_word(
    shown, check, algorithm, word
):
    found = shown(check, algorithm)
    assert found.word == word
    assert found.certificate == "no shorter word fails"


@pytest.mark.parametrize(
    "algorithm",
    [
        SharesUnits,
        SharesASize,
        CopiesShareUnits,
        CopiesAreEmpty,
        CannotBePickled,
        ForgetsHalfOfItself,
        AddsInPlace,
        KnowsEmptyByIdentity,
        ComparesAggregates,
        AsksForTruth,
        HashesValues,
    ],
)
def test_answers_alone_do_not_show_it(shown, algorithm):
    assert shown(SMALL, algorithm) is None


def test_a_copy_that_is_not_one_is_told_with_what_made_it(shown):
    assert shown(COPY, CopiesShareUnits).note == "of the window or its twin made by copy.copy"
    found = shown(COPY, CannotBePickled)
    assert found.note == "of the window or its twin made by pickle"
    assert (found.expected, found.given) == ("no error", "PicklingError: not this one")


def test_a_class_that_only_a_function_knows_need_not_be_pickled(shown):
    class Local(Right):
        pass

    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(Local(object()))
    assert shown(COPY, Local) is None


def test_an_aggregate_that_was_changed_is_told_as_it_was_made(shown):
    found = shown(UNCHANGED, AddsInPlace)
    assert found.expected == "every aggregate stays as it was made"
    assert found.given == "[0, 1] has become [0, 2]"


def test_emptiness_by_identity_is_told_with_how_empty_was_made(shown):
    assert shown(EMPTY_SHARED, KnowsEmptyByIdentity).note in (
        "where empty() returns one object",
        "where empty() returns a new object each time",
    )


@pytest.mark.parametrize(
    ("algorithm", "what"),
    [(ComparesAggregates, "=="), (AsksForTruth, "its truth value"), (HashesValues, "hash()")],
)
def test_what_was_looked_into_is_told(shown, algorithm, what):
    found = shown(OPAQUE, algorithm)
    assert (
        found.given == f"LookedInside: an algorithm may hold values and aggregates, not use {what}"
    )
