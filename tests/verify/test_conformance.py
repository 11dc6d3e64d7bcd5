from dataclasses import replace

import pytest

from swagbench import aggregation
from swagbench import algorithm as find
from swagbench.oracle import fold
from swagbench.verify.checking import PROFILES, Subject
from swagbench.verify.conformance import (
    DRAWN,
    LONG,
    SIZES,
    SMALL,
    WEAK_ORDER,
    difference,
    follow,
)
from swagbench.verify.probes import PROBES, Real
from swagbench.verify.words import POP, PUSH, from_text, is_valid, valid_words

FAST = PROFILES["fast"]
FREE = PROBES[0]


class Right(find("recompute")):
    """Keeps the units; the faulty windows below differ from it by a method."""

    card = None
    pops = 0
    flips = 0

    def fold(self, units):
        combine, agg = self.aggregation.combine, self.aggregation.empty()
        for unit in units:
            agg = combine(agg, unit)
        return self.aggregation.finalize(agg)


class Backwards(Right):
    def eval(self):
        return self.fold(reversed(self._units))


class NewestOnly(Right):
    def eval(self):
        return self.fold([*self._units][-1:])


class NoneWhenEmpty(Right):
    def eval(self):
        return super().eval() if self._units else None


class PopsTheNewest(Right):
    def pop(self):
        self._units.pop()


class PopsNothing(Right):
    def pop(self):
        pass


class RaisesFromTwo(Right):
    def eval(self):
        return super().eval() if len(self._units) < 2 else 1 // 0


class ForgetsToFinalize(Right):
    def eval(self):
        return fold(self.aggregation, []) if not self._units else sum(self._units, ())


class LosesOneOnTheThirdPop(Right):
    def pop(self):
        super().pop()
        self.pops += 1
        if self.pops == 3 and self._units:
            self._units.popleft()


class WrongFrom65(Right):
    def eval(self):
        return self.fold([*self._units][:64])


class CannotBeAsked(Right):
    def eval(self):
        raise LookupError


@pytest.mark.parametrize(
    ("algorithm", "word", "step", "expected", "given", "note"),
    [
        (Backwards, "u2", 3, "[0, 1]", "[1, 0]", "in the wrong order"),
        (NewestOnly, "u2", 3, "[0, 1]", "[1]", "0 is missing"),
        (NoneWhenEmpty, "", 1, "[]", "None", ""),
        (PopsTheNewest, "u2 o", 4, "[1]", "[0]", "holds 0, which has left; 1 is missing"),
        (PopsNothing, "u o", 3, "[]", "[0]", "holds 0, which has left"),
        (LosesOneOnTheThirdPop, "u4 o3", 8, "[3]", "[]", "3 is missing"),
        (WrongFrom65, "u65", 66, "[0, 1, 2, …, 62, 63, 64] (65 values)", None, "64 is missing"),
        (
            RaisesFromTwo,
            "u2",
            3,
            "no error",
            "ZeroDivisionError: integer division or modulo by zero",
            "",
        ),
        (CannotBeAsked, "", 1, "no error", "LookupError", ""),
    ],
)
def test_a_wrong_window_is_told_with_its_shortest_word(  # noqa: PLR0917 - a table's columns
    shown, algorithm, word, step, expected, given, note
):
    found = shown(SMALL, algorithm)
    assert (found.word, found.step, found.expected, found.note) == (word, step, expected, note)
    assert given in (None, found.given)
    if word != "u65":
        assert found.certificate == "no shorter word fails"


def test_a_forgotten_finalize_shows(shown):
    assert shown(SMALL, ForgetsToFinalize).word in ("", "u")


@pytest.mark.parametrize("size", [63, 64, 99, 127])
def test_a_fault_at_one_size_alone_is_met_by_the_schedule_of_sizes(shown, size):
    class WrongAt(Right):
        def eval(self):
            return self.fold([]) if len(self._units) == size else super().eval()

    assert shown(SMALL, WrongAt) is None
    assert shown(SIZES, WrongAt).word == f"u{size}"


def test_a_flip_that_is_wrong_at_one_size_alone_is_met_by_the_schedule_of_sizes(shown):
    class FlipsWrongly(find("two_stacks")):
        __slots__ = ()

        def _flip(self):
            size = len(self._back)
            super()._flip()
            if size == 31:
                self._front[-2] = self.aggregation.empty()

    assert shown(SMALL, FlipsWrongly) is None
    found = shown(SIZES, FlipsWrongly)
    assert found.word == "u31 o"
    assert found.note.endswith("are missing")


class WornOut(Right):
    """Wrong after 400 pops: no schedule of sizes in the fast profile has as many."""

    def pop(self):
        super().pop()
        self.pops += 1

    def eval(self):
        return super().eval() if self.pops < 400 or not self._units else self.fold([])


def test_wear_is_met_by_a_long_walk_alone(shown):
    assert shown(SMALL, WornOut) is None
    assert shown(SIZES, WornOut) is None
    found = shown(LONG, WornOut)
    assert from_text(found.word).count(POP) == 400
    assert found.given == "[]"


class TakesTheNewestOfEquals(find("sorted_window")):
    """Drops the youngest of three equal keys if a lower one is the only other."""

    __slots__ = ()

    def pop(self):
        if [int(value) for value in self._ordered] == [0, 1, 1, 1] and self._arrived[0] >= 1:
            del self._ordered[-1]
            self._arrived.popleft()
        else:
            super().pop()


def test_every_order_with_ties_is_met_by_weak_orders_alone(shown):
    assert shown(SMALL, TakesTheNewestOfEquals) is None
    found = shown(WEAK_ORDER, TakesTheNewestOfEquals)
    assert len(from_text(found.word)) == 5
    assert found.step == 6


def test_weak_orders_are_all_orders_of_a_few_values_in_windows_of_every_size():
    words = list(WEAK_ORDER.words(Subject(Right, PROBES[-1]), FAST))
    values = {"".join(letter for letter in word if letter not in "oq") for word in words}
    # Fubini numbers: 1, 3, 13, 75 weak orders of 1, 2, 3, 4 values.
    assert [sum(len(one) == size for one in values) for size in range(1, 5)] == [1, 3, 13, 75]
    assert all(map(is_valid, words))
    assert len(words) == len(set(words)) == 1 + 1 + 3 * 2 + 13 * 3 + 75 * 4


class LosesText(Right):
    def push(self, value):
        super().push("" if value == "text" else value)


def test_a_fault_that_one_value_shows_is_met_by_drawn_values(shown):
    collect = Real("collect", aggregation("collect"))
    letter = "ABCDEFGHIJKLMNOP"[[*collect.examples].index("text")]
    found = shown(DRAWN, LosesText, arena=collect, profile=replace(FAST, drawn=20), known=())
    assert "'text'" in found.expected
    assert "'text'" not in found.given
    # One push of that value is the shortest word.
    assert found.word == letter or found.certificate != "no shorter word fails"


def test_drawn_words_are_the_same_each_time_and_reach_large_windows():
    profile = replace(FAST, drawn=25)
    words = list(DRAWN.words(Subject(Right, FREE), profile))
    assert len(words) == 25
    assert all(map(is_valid, words))
    assert words == list(DRAWN.words(Subject(Right, FREE), profile))
    largest = max(
        len(word[:end].replace("q", "")) - 2 * word[:end].count(POP)
        for word in words
        for end in range(len(word))
    )
    assert largest > 32


@pytest.mark.parametrize("check", [SMALL, SIZES, LONG, WEAK_ORDER], ids=lambda check: check.id)
def test_no_word_pops_from_empty(check):
    words = check.words(Subject(Right, FREE), replace(FAST, small_length=7, filled_up_to=8))
    assert all(map(is_valid, words))


def test_a_real_aggregation_is_tried_with_fewer_words():
    real = Subject(Right, Real("sum", aggregation("sum")))
    assert max(map(len, SMALL.words(real, FAST))) <= 2 * FAST.real_length
    sizes = [word.count(PUSH) for word in SIZES.words(real, FAST)]
    assert max(sizes) < 30


def test_a_window_is_followed_with_another_aggregation_for_the_same_answers():
    class Loose(type(FREE)):
        def combine(self, older, newer):
            return newer

    subject = Subject(Right, FREE)
    for word in valid_words(6):
        assert follow(subject, word) is None
    wrong = follow(subject, "uu", Loose())
    assert (wrong.step, wrong.expected, wrong.given) == (3, "[0, 1]", "[1]")


def test_the_first_wrong_step_is_told():
    subject = Subject(NewestOnly, FREE)
    assert follow(subject, "uququq").step == 4
    assert follow(subject, "uuo") is None


def test_a_wrong_length_is_told_after_right_answers():
    class Miscounts(Right):
        def __len__(self):
            return min(2, super().__len__())

    wrong = follow(Subject(Miscounts, FREE), "uuu")
    assert (wrong.step, wrong.expected, wrong.given) == (4, "length 3", "length 2")


def test_what_a_constructor_raises_is_what_it_gave():
    def broken(aggregation):
        raise ValueError("no window")

    wrong = follow(Subject(broken, FREE), "u")
    assert (wrong.step, wrong.given) == (1, "ValueError: no window")


@pytest.mark.parametrize(
    ("window", "answer", "text"),
    [
        ([0, 1, 2], [0, 2], "1 is missing"),
        ([0, 1, 2, 3, 4], [4], "0, 1, 2 and 1 more are missing"),
        ([2], [0, 1, 2], "holds 0, 1, which have left"),
        ([1, 2], [1, 1, 2], "holds 1 more than once"),
        ([], [3], "holds 3, which has left"),
        ([1, 2], [0, 2, 2], "holds 0, which has left; holds 2 more than once; 1 is missing"),
        ([0, 1], [1, 0], "in the wrong order"),
    ],
)
def test_what_is_wrong_with_a_window_is_told_in_words(window, answer, text):
    assert difference(window, answer) == text
