from dataclasses import replace

import pytest

from swagbench import algorithm as find
from swagbench.core import card_of
from swagbench.verify.checking import PROFILES, Subject
from swagbench.verify.conformance import SMALL
from swagbench.verify.empties import EMPTY_EVAL, EMPTY_POP, EMPTY_REFILL
from swagbench.verify.manners import (
    ANSWER_ISOLATED,
    DETERMINISTIC,
    EVAL_PURE,
    EVAL_REPEATABLE,
    JUNK,
    LENGTH,
    REENTRANT,
    RETURNS,
)
from swagbench.verify.probes import PROBES
from swagbench.verify.words import from_text, is_valid


class Right(find("recompute")):
    """Keeps the units; the faulty windows below differ from it by a method."""

    card = None
    emptied = 0
    asked = False
    cached = None


class StaleWhenEmptied(Right):
    def eval(self):
        if self._units:
            self.cached = super().eval()
        return super().eval() if self._units or self.cached is None else self.cached


class NoneWhenEmpty(Right):
    def eval(self):
        return super().eval() if self._units else None


class LosesTheFirstOfTheThirdFilling(Right):
    def pop(self):
        super().pop()
        self.emptied += not self._units

    def push(self, value):
        if self.emptied != 2 or self._units:
            super().push(value)
        else:
            super().push(value)
            self._units[0] = self.aggregation.empty()


class ForgivesAnEmptyPop(Right):
    def pop(self):
        if self._units:
            super().pop()


class RaisesAnotherError(Right):
    def pop(self):
        if not self._units:
            raise KeyError("nothing")
        super().pop()


class BreaksOnAnEmptyPop(Right):
    """A pop from empty is paid back by the next push."""

    def pop(self):
        self.emptied += not self._units
        super().pop()

    def push(self, value):
        if self.emptied:
            self.emptied -= 1
        else:
            super().push(value)


class CountsEmptyPops(Right):
    def pop(self):
        self.emptied += not self._units
        super().pop()

    def __len__(self):
        return len(self._units) + self.emptied


class AnswersOnce(Right):
    def eval(self):
        answer, self.asked = None if self.asked else super().eval(), True
        return answer

    def push(self, value):
        super().push(value)
        self.asked = False

    def pop(self):
        super().pop()
        self.asked = False


class ForgetsToRenew(Right):
    """Keeps an answer until it is asked again or pushed; a pop after a question is not noticed."""

    def eval(self):
        if self.cached is None:
            self.cached = super().eval()
        return self.cached

    def push(self, value):
        super().push(value)
        self.cached = None


class GivesItsOwnList(Right):
    def eval(self):
        if self.cached is None:
            self.cached = super().eval()
        return self.cached

    def push(self, value):
        super().push(value)
        self.cached = None

    def pop(self):
        super().pop()
        self.cached = None


class MiscountsThree(Right):
    def __len__(self):
        return min(2, super().__len__())


class CountsQuestions(Right):
    def eval(self):
        self.emptied += 1
        return super().eval()

    def __len__(self):
        return super().__len__() + (self.emptied == 3)


class PopReturns(Right):
    def pop(self):
        oldest = self._units[0] if self._units else None
        super().pop()
        return oldest


class PushReturns(Right):
    def push(self, value):
        super().push(value)
        return self


class NoteworthyPushes(Right):
    """Combines a unit with nothing now and then, by a count that all windows share."""

    pushes = []  # noqa: RUF012 - shared, as it should not be

    def push(self, value):
        super().push(value)
        self.pushes.append(value)
        if len(self.pushes) % 3 == 0:
            self.aggregation.combine(self._units[-1], self.aggregation.empty())


class NotReentrant(find("two_stacks")):
    """Half changed while it combines."""

    __slots__ = ()

    def push(self, value):
        self._back.append(self.aggregation.unit(value))
        self._back_agg = self.aggregation.combine(self._back_agg, self._back[-1])


INDEX_ERROR = "IndexError, as the window is empty"


@pytest.mark.parametrize(
    ("check", "algorithm", "word", "expected", "given"),
    [
        (EMPTY_EVAL, NoneWhenEmpty, "", "[]", "None"),
        (EMPTY_EVAL, StaleWhenEmptied, "u q o", "[]", "[0]"),
        (EMPTY_REFILL, LosesTheFirstOfTheThirdFilling, "u o u o u", "[2]", "[]"),
        (EMPTY_POP, ForgivesAnEmptyPop, "o", INDEX_ERROR, "no error"),
        (EMPTY_POP, RaisesAnotherError, "o", INDEX_ERROR, "KeyError: 'nothing'"),
        (EMPTY_POP, CountsEmptyPops, "o", "length 0", "length 1"),
        (EVAL_REPEATABLE, AnswersOnce, "q", "[]", "None"),
        (EVAL_PURE, ForgetsToRenew, "u2", "[]", "[1]"),
        (ANSWER_ISOLATED, GivesItsOwnList, "", "[]", f"[{JUNK!r}]"),
        (LENGTH, MiscountsThree, "u3", "length 3", "length 2"),
        (LENGTH, CountsQuestions, "q3", "length 0", "length 1"),
        (RETURNS, PopReturns, "u o", "None", "(0, 1)"),
        (RETURNS, PushReturns, "u", "None", None),
    ],
    ids=lambda value: getattr(value, "id", getattr(value, "__name__", None)),
)
def test_bad_manners_are_told_with_the_shortest_word(  # noqa: PLR0917 - a table's columns
    shown, check, algorithm, word, expected, given
):
    found = shown(check, algorithm)
    assert (found.word, found.expected) == (word, expected)
    assert given in (None, found.given)


@pytest.mark.parametrize(
    ("check", "algorithm"),
    [(EVAL_PURE, ForgetsToRenew), (EVAL_REPEATABLE, AnswersOnce), (LENGTH, MiscountsThree)],
    ids=lambda value: getattr(value, "id", None),
)
def test_the_step_that_is_told_is_one_of_the_word_or_the_answer_after_it(shown, check, algorithm):
    found = shown(check, algorithm)
    assert 1 <= found.step <= len(from_text(found.word)) + 1


@pytest.mark.parametrize(
    "algorithm",
    [AnswersOnce, GivesItsOwnList, CountsQuestions, PopReturns, PushReturns, ForgivesAnEmptyPop],
)
def test_answers_alone_do_not_show_them(shown, algorithm):
    # CountsQuestions is told by its length at an end, which is an answer, too.
    found = shown(SMALL, algorithm)
    assert found is None or algorithm in (CountsQuestions, AnswersOnce)


def test_a_window_that_is_broken_by_a_pop_from_empty_is_seen_by_what_comes_after(shown):
    assert shown(SMALL, BreaksOnAnEmptyPop) is None
    found = shown(EMPTY_POP, BreaksOnAnEmptyPop)
    assert found.word == "o"


def test_words_for_pops_from_empty_all_have_one():
    words = list(EMPTY_POP.words(Subject(Right, PROBES[0]), PROFILES["fast"]))
    assert "o" in words
    assert not any(map(is_valid, words))
    assert len(words) == len(set(words))


@pytest.mark.parametrize("name", ["recompute", "two_stacks", "flatfit"])
def test_calls_that_differ_from_time_to_time_are_told(shown, name):
    assert shown(DETERMINISTIC, find(name)) is None
    found = shown(DETERMINISTIC, NoteworthyPushes)
    assert "u" in found.word
    assert found.expected.startswith("as call ")
    assert found.expected != found.given
    assert shown(SMALL, NoteworthyPushes) is None


@pytest.mark.parametrize("name", ["recompute", "two_stacks", "subtract_on_evict", "sorted_window"])
def test_reentrancy_is_claimed_where_it_holds(shown, name):
    assert card_of(find(name)).reentrant
    assert shown(REENTRANT, find(name)) is None


def test_a_window_that_is_half_changed_while_it_combines_is_not_reentrant(shown):
    assert shown(SMALL, NotReentrant) is None
    found = shown(REENTRANT, NotReentrant)
    assert (found.word, found.expected, found.given) == ("u", "length 0", "length 1")


def test_a_claim_of_reentrancy_that_is_false_fails(shown):
    flatfit = find("flatfit")
    card = replace(card_of(flatfit), reentrant=True)
    assert not card_of(flatfit).reentrant
    assert shown(REENTRANT, flatfit, card=card).word == "u6"
