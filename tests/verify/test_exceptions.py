import re
from dataclasses import replace

import pytest

from swagbench import algorithm as find
from swagbench.core import Card, Guarantee, card_of
from swagbench.verify.ceilings import TimeIsUp
from swagbench.verify.checking import Subject
from swagbench.verify.conformance import SMALL
from swagbench.verify.exceptions import EXCEPTIONS, KINDS
from swagbench.verify.probes import PROBES

STRONG, BASIC = Card(), Card(guarantee=Guarantee.BASIC)


class Right(find("recompute")):
    """Keeps the units; the faulty windows below differ from it by a method."""

    card = None
    count = 0
    is_stuck = False


class CountsBeforeTheUnit(Right):
    def push(self, value):
        self.count += 1
        super().push(value)

    def pop(self):
        if not self.count:
            raise IndexError
        self.count -= 1
        if self._units:
            self._units.popleft()

    def __len__(self):
        return self.count


class PopsBeforeItCombines(Right):
    """Combines what is left as it pops."""

    def pop(self):
        super().pop()
        if len(self._units) > 1:
            self.aggregation.combine(self._units[0], self._units[1])


class AppendsBeforeItCombines(find("two_stacks")):
    __slots__ = ()
    card = None

    def push(self, value):
        unit = self.aggregation.unit(value)
        self._back.append(unit)
        self._back_agg = self.aggregation.combine(self._back_agg, unit)


class DropsBeforeItSubtracts(find("subtract_on_evict")):
    __slots__ = ()

    def pop(self):
        if not self._units:
            raise IndexError
        self._whole = self.aggregation.uncombine(self._whole, self._units.popleft())


class EmptiesWhileItFinalizes(Right):
    def eval(self):
        units, self._units = self._units, type(self._units)()
        held, self._units = self._units, units
        whole = [*units]
        self._units.clear()
        agg = self.aggregation.empty()
        for unit in whole:
            agg = self.aggregation.combine(agg, unit)
        answer = self.aggregation.finalize(agg)
        self._units.extend(whole)
        assert not held
        return answer


class SticksAfterAnException(Right):
    """Never answers again once a combine has raised."""

    def eval(self):
        if self.is_stuck:
            raise RuntimeError("stuck")
        self.is_stuck = True
        answer = super().eval()
        self.is_stuck = False
        return answer


class CannotBeEmptied(Right):
    """Once a combine has raised a pop does nothing."""

    def eval(self):
        self.is_stuck = True
        answer = super().eval()
        self.is_stuck = False
        return answer

    def pop(self):
        if not self.is_stuck:
            super().pop()


class PicksFirst(find("sorted_window")):
    """Arrives before its key is known."""

    __slots__ = ()

    def push(self, value):
        self._arrived.append(value)
        self._ordered.add(value)


class PopsInTwoSteps(find("sorted_window")):
    """Leaves before its key is asked for."""

    __slots__ = ()

    def pop(self):
        if not self._arrived:
            raise IndexError
        key = self.aggregation.sort_key(self._arrived.popleft())
        del self._ordered[self._ordered.bisect_key_left(key)]


class DropsWhilePicking(find("sorted_window")):
    __slots__ = ()

    def eval(self):
        arrived = self._arrived.copy()
        self._arrived.clear()
        try:
            answer = None
            if arrived:
                answer = self.aggregation.pick(self._ordered)
        except BaseException:
            self._ordered.clear()
            raise
        self._arrived.extend(arrived)
        return super().eval() if answer is None else answer


@pytest.mark.parametrize(
    ("function", "algorithm", "word", "expected", "given"),
    [
        ("unit", CountsBeforeTheUnit, "u", "length 0", "length 1"),
        ("combine", PopsBeforeItCombines, "u3 o", "[0, 1, 2]", "[1, 2]"),
        ("combine", AppendsBeforeItCombines, "u", "length 0", "length 1"),
        ("uncombine", DropsBeforeItSubtracts, "u o", "length 1", "length 0"),
        ("finalize", EmptiesWhileItFinalizes, "u", "[0]", "[]"),
        ("sort_key", PicksFirst, "u", "length 0", "length 1"),
        ("sort_key", PopsInTwoSteps, "u o", "[3.0]", "[]"),
        ("pick", DropsWhilePicking, "u", "[3.0]", "[]"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_what_commits_before_it_computes_breaks_the_strong_guarantee(  # noqa: PLR0917 - a table's columns
    shown, function, algorithm, word, expected, given
):
    check = EXCEPTIONS[function]
    assert shown(SMALL, algorithm) is None
    strong = replace(card_of(algorithm) or Card(), guarantee=Guarantee.STRONG)
    found = shown(check, algorithm, card=strong)
    assert (found.word, found.expected, found.given) == (word, expected, given)
    assert re.fullmatch(rf"after call \d of {function} raised \(as \w+\)", found.note)
    assert found.certificate == "no shorter word fails"


@pytest.mark.parametrize(
    ("function", "algorithm"),
    [
        ("unit", CountsBeforeTheUnit),
        ("combine", PopsBeforeItCombines),
        ("combine", AppendsBeforeItCombines),
        ("finalize", EmptiesWhileItFinalizes),
        ("pick", DropsWhilePicking),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_what_is_changed_by_an_exception_but_usable_keeps_the_basic_guarantee(
    shown, function, algorithm
):
    basic = replace(card_of(algorithm) or Card(), guarantee=Guarantee.BASIC)
    assert shown(EXCEPTIONS[function], algorithm, card=basic) is None


@pytest.mark.parametrize(
    ("function", "algorithm"),
    [
        ("combine", SticksAfterAnException),
        ("combine", CannotBeEmptied),
        ("uncombine", DropsBeforeItSubtracts),
        ("sort_key", PopsInTwoSteps),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_what_is_not_usable_after_an_exception_breaks_the_basic_guarantee(
    shown, function, algorithm
):
    basic = replace(card_of(algorithm) or Card(), guarantee=Guarantee.BASIC)
    found = shown(EXCEPTIONS[function], algorithm, card=basic)
    assert len(found.word.replace(" ", "")) <= 3
    assert f"of {function} raised" in found.note


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("card", [STRONG, BASIC], ids=["strong", "basic"])
def test_an_exception_of_any_kind_that_is_swallowed_is_not_an_answer(shown, kind, card):
    class Swallows(Right):
        def eval(self):
            try:
                return super().eval()
            except kind:
                return None

    assert shown(SMALL, Swallows) is None
    found = shown(EXCEPTIONS["combine"], Swallows, card=card)
    assert found.given == "None"
    assert len(found.word) <= 2


def test_each_call_raises_in_turn(shown):
    class FailsAtTheThird(Right):
        """Forgets all if the third combine of an answer raises."""

        def eval(self):
            agg = self.aggregation.empty()
            for number, unit in enumerate([*self._units]):
                try:
                    agg = self.aggregation.combine(agg, unit)
                except Exception:
                    if number == 2:
                        self._units.clear()
                    raise
            return self.aggregation.finalize(agg)

    found = shown(EXCEPTIONS["combine"], FailsAtTheThird)
    assert found.word == "u3"
    assert found.note.startswith("after call 3 of combine raised")
    assert shown(EXCEPTIONS["combine"], FailsAtTheThird, card=BASIC) is None


def test_a_ceiling_is_not_taken_for_what_came_of_an_error():
    class HangsOnceItRaised(find("recompute")):
        __slots__ = ()

        def push(self, value):
            try:
                super().push(value)
            except BaseException:  # noqa: BLE001 - it stands for a plug-in that goes on
                raise TimeIsUp from None

    with pytest.raises(TimeIsUp):
        EXCEPTIONS["unit"].test(Subject(HangsOnceItRaised, PROBES[0]), "u")
