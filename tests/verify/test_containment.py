from dataclasses import replace

import pytest

from swagbench import aggregation
from swagbench import algorithm as find
from swagbench.core import Card, Guarantee, card_of, is_lossy, refusal
from swagbench.verify.checking import PROFILES, Subject
from swagbench.verify.conformance import SMALL
from swagbench.verify.containment import POISON, POISONS, RELEASE, Poisoned
from swagbench.verify.exceptions import EXCEPTIONS
from swagbench.verify.probes import PROBES
from swagbench.verify.words import POP, VALUES, is_valid

LETTERS = dict(zip(map(repr, POISONS), VALUES, strict=False))


def poisoned(name):
    return Poisoned(name, aggregation(name))


class Right(find("recompute")):
    """Keeps the units; the faulty windows below differ from it by a method."""

    card = None
    largest = None
    gone = None


class Loose(type(PROBES[0])):
    """The free monoid, but it combines whatever it is given."""

    def combine(self, older, newer):
        return (older[0], newer[1]) if older and newer else older or newer


class NeverForgets(Right):
    """Answers with the largest poison that it ever held."""

    def push(self, value):
        super().push(value)
        if not abs(value) < 1e9:
            self.largest = value

    def eval(self):
        return super().eval() if self.largest is None else self.largest


class UsesWhatHasLeft(Right):
    """Combines what has left once more; nothing comes of it, unless it raises."""

    def pop(self):
        self.gone = self._units[0] if self._units else None
        super().pop()

    def push(self, value):
        if self.gone is not None:
            self.aggregation.combine(self.gone, self.aggregation.unit(self.gone[1]))
            self.gone = None
        super().push(value)


class AppendsBeforeItCombines(find("two_stacks")):
    """Gives the basic guarantee: what could not be combined has been pushed all the same."""

    __slots__ = ()

    def push(self, value):
        unit = self.aggregation.unit(value)
        self._back.append(unit)
        self._back_agg = self.aggregation.combine(self._back_agg, unit)


class Hoards(Right):
    """Keeps the newest unit that has left."""

    def pop(self):
        gone = self._units[0] if self._units else None
        super().pop()
        self.gone = gone


class HoardsUntilAsked(Hoards):
    def eval(self):
        self.gone = None
        return super().eval()


class KeepsTheWhole(find("subtract_on_evict")):
    """Keeps the aggregate of the values before the last pop."""

    __slots__ = ("_before",)

    def pop(self):
        before = self._whole
        super().pop()
        self._before = before


class KeepsALoop(Right):
    """What has left refers to itself: only the garbage collector finds it."""

    def pop(self):
        loop = [self._units[0] if self._units else None]
        loop.append(loop)
        super().pop()


# The tests of the verdict ask it of all that take floats.
@pytest.mark.parametrize("name", ["float_sum", "max", "mean"])
def test_a_poison_that_has_left_is_forgotten(shown, algorithm, name):
    summary = aggregation(name)
    if refusal(algorithm, summary) is None and not is_lossy(algorithm, summary):
        assert shown(POISON, algorithm, arena=poisoned(name)) is None


def test_the_articles_warnings_come_true_for_subtract_on_evict(shown):
    found = shown(POISON, find("subtract_on_evict"), arena=poisoned("float_sum"), known=())
    assert (found.word, found.expected, found.given) == ("A o", "0.0", "nan")


@pytest.mark.parametrize(
    ("poison", "word", "expected", "given"),
    [("nan", "Ao", "0.0", "nan"), ("inf", "Bo", "0.0", "nan"), ("1e+20", "Duo", "2.0", "0.0")],
)
def test_each_poison_is_told_as_what_it_leaves(poison, word, expected, given):
    subject = Subject(find("subtract_on_evict"), poisoned("float_sum"))
    assert LETTERS[poison] in word
    wrong = POISON.test(subject, word)
    assert (wrong.expected, wrong.given) == (expected, given)


@pytest.mark.parametrize(
    ("word", "note"),
    [
        ("Ao", "containment: depends on value 0 (nan), which has left"),
        ("uuBooo", "containment: depends on value 2 (inf), which has left"),
        ("uDuoou", "containment: depends on value 1 (1e+20), which has left"),
    ],
)
def test_an_answer_that_depends_on_what_has_left_names_it(word, note):
    subject = Subject(find("subtract_on_evict"), poisoned("float_sum"))
    assert POISON.test(subject, word).note == note


def test_the_value_is_named_for_the_shortest_word(shown):
    found = shown(POISON, find("subtract_on_evict"), arena=poisoned("float_sum"), known=())
    assert (found.word, found.note) == (
        "A o",
        "containment: depends on value 0 (nan), which has left",
    )


def test_no_value_is_named_of_an_exact_answer_nor_of_one_that_its_window_gives():
    class OneTooMany(Right):
        def eval(self):
            return super().eval() + 1.0

    for algorithm, name, word in (
        (NeverForgets, "max", "uCoouq"),
        (OneTooMany, "float_sum", "uou"),
    ):
        wrong = POISON.test(Subject(algorithm, poisoned(name)), word)
        assert (wrong is not None, wrong.note) == (True, "")


def test_an_error_is_no_answer_to_name_a_value_of():
    class RaisesInTheEnd(Right):
        def eval(self):
            raise RuntimeError("no idea")

    wrong = POISON.test(Subject(RaisesInTheEnd, poisoned("float_sum")), "Ao")
    assert (wrong.given, wrong.note) == ("RuntimeError: no idea", "")


def test_a_poison_that_stays_is_seen(shown):
    found = shown(POISON, NeverForgets, arena=poisoned("max"))
    assert (found.word, found.expected, found.given) == ("u C", "1.0", "-inf")


def test_a_value_that_raises_must_not_be_used_once_it_has_left(shown):
    assert shown(SMALL, UsesWhatHasLeft, arena=Loose()) is None
    # The poison is the first value; the second push uses it after it has left.
    found = POISON.test(Subject(UsesWhatHasLeft, Loose()), "Aou")
    assert found.given == "a value that has left was used"


@pytest.mark.parametrize("guarantee", [Guarantee.BASIC, Guarantee.NONE])
def test_a_value_that_raises_asks_for_no_more_than_the_guarantee_that_is_claimed(shown, guarantee):
    card = Card(guarantee=guarantee)
    # What it claims it keeps.
    assert shown(EXCEPTIONS["combine"], AppendsBeforeItCombines, card=card) is None
    assert shown(POISON, AppendsBeforeItCombines, card=card) is None


def test_a_value_that_raises_and_was_not_pushed_is_not_there(shown):
    assert shown(POISON, AppendsBeforeItCombines, card=Card()).word == "u A"


def test_words_of_a_poison_hold_one_at_least_and_see_it_leave():
    for arena in (PROBES[0], poisoned("float_sum")):
        words = list(POISON.words(Subject(Right, arena), PROFILES["fast"]))
        assert all(map(is_valid, words))
        assert all(any(letter in VALUES for letter in word) and POP in word for word in words)
        kinds = len(POISONS) if isinstance(arena, Poisoned) else 1
        assert {letter for word in words for letter in word if letter in VALUES} == {
            *VALUES[:kinds]
        }


@pytest.mark.parametrize(
    ("algorithm", "word"),
    [(Hoards, "u o"), (HoardsUntilAsked, "u o"), (KeepsTheWhole, "u o")],
)
def test_what_is_kept_alive_is_told_with_the_shortest_word(shown, algorithm, word):
    assert shown(SMALL, algorithm) is None
    found = shown(RELEASE, algorithm)
    assert (found.word, found.expected) == (word, "what has left is free")
    assert found.given == "value 0 is still held"
    assert found.certificate == "no shorter word fails"


@pytest.mark.parametrize("word", ["uo", "uuoo", "uquoqo"])
def test_what_the_garbage_collector_finds_is_free(word):
    assert RELEASE.test(Subject(KeepsALoop, PROBES[0]), word) is None


def test_a_slot_that_is_not_cleared_keeps_what_has_left(shown):
    class NeverClears(find("flatfit")):
        __slots__ = ()

        def pop(self):
            if self._head == self._tail:
                raise IndexError
            self._head = (self._head + 1) % self._capacity

    assert shown(SMALL, NeverClears) is None
    assert shown(RELEASE, NeverClears).word == "u o"
    assert shown(RELEASE, find("flatfit")) is None


def test_cards_do_not_matter_to_what_leaves(shown):
    card = replace(card_of(find("two_stacks")), guarantee=Guarantee.NONE)
    assert shown(RELEASE, Hoards, card=card).word == "u o"
