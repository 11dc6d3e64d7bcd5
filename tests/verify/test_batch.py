"""Batches are checked by words of their own shape, and each fault shows in plain Python."""

import io
from contextlib import redirect_stdout

import numpy as np
import pytest

from swagbench import aggregation
from swagbench import algorithm as find
from swagbench.core import Bound, Card
from swagbench.records import Status
from swagbench.registry import find_algorithm
from swagbench.verify import batch
from swagbench.verify.batch import Stream, stream_of, word_for
from swagbench.verify.checking import PROFILES, Subject
from swagbench.verify.containment import Poisoned
from swagbench.verify.probes import FreeMonoid, Real
from swagbench.verify.promises import BATCH_CHECKS, REAL_BATCH_CHECKS, check_ids_of
from swagbench.verify.rows import Options, run
from swagbench.verify.suite import tasks
from swagbench.verify.words import from_text

BLOCK_SCAN = find("block_scan")
FAST = PROFILES["fast"]


class Plain:
    """Recompute-from-scratch, which the faulty ones differ from."""

    def __init__(self, aggregation):
        self.aggregation = aggregation

    def roll(self, values, size):
        if not isinstance(size, int) or isinstance(size, bool) or size < 1:
            raise ValueError(size)
        starts = range(len(values) - size + 1)
        return [self.answer(values[start : start + size]) for start in starts]

    def answer(self, held):
        agg = self.aggregation.unit(held[0])
        for value in held[1:]:
            agg = self.aggregation.combine(agg, self.aggregation.unit(value))
        return self.aggregation.finalize(agg)


class NewestFirst(Plain):
    def answer(self, held):
        return super().answer(held[::-1])


class FromTheSecondOn(Plain):
    def roll(self, values, size):
        return super().roll(values, size)[1:]


class WithoutTheLast(Plain):
    def roll(self, values, size):
        return super().roll(values, size)[:-1]


class AlwaysOne(Plain):
    def roll(self, values, size):
        return super().roll(values, size) or [self.aggregation.empty()]


class TakesAnySize(Plain):
    def roll(self, values, size):
        return [] if size == 0 else super().roll(values, size)


class SaysType(Plain):
    def roll(self, values, size):
        if size == 1.5:
            raise TypeError(size)
        return super().roll(values, size)


class Sorts(Plain):
    def roll(self, values, size):
        return super().roll(sorted(values), size)


class Empties(Plain):
    def roll(self, values, size):
        answers = super().roll(values, size)
        values[0] = 10
        return answers


class Extends(Plain):
    def answer(self, held):
        agg = self.aggregation.unit(held[0])
        if isinstance(agg, list):
            agg.append(0)
        return super().answer(held)


class Remembers(Plain):
    def __init__(self, aggregation):
        super().__init__(aggregation)
        self.kept = {}

    def roll(self, values, size):
        answers = super().roll(values, size)
        return self.kept.setdefault((len(values), size), answers)


class Boasts(Plain):
    card = Card(slide_mean=Bound(1))


class Subtracts(Plain):
    """A running sum, from which NaN never leaves."""

    def roll(self, values, size):
        if len(values) < size or not isinstance(values[0], float):
            return super().roll(values, size)
        with np.errstate(all="ignore"):
            sums = np.cumsum([0.0, *values])
            return list(sums[size:] - sums[:-size])


SHOWN = [
    (NewestFirst, "batch.oracle", "u2"),
    (FromTheSecondOn, "batch.oracle", "u"),
    (WithoutTheLast, "batch.oracle", "u"),
    (AlwaysOne, "batch.oracle", "u"),
    (Sorts, "batch.opaque", "u2"),
    (TakesAnySize, "batch.refuses", "u"),
    (SaysType, "batch.refuses", "u"),
    (Empties, "batch.unchanged", "u"),
    (Extends, "batch.unchanged", "u"),
    (Remembers, "batch.unchanged", "u"),
    (Boasts, "batch.budget", "u4 q o u"),
]


def rows_of(item, *checks, aggregations=(), **options):
    """How checks of a batch end, without what is promised of aggregations."""
    found = find_algorithm("block_scan")
    found = type(found)(item.__name__, "", item)
    wanted = tasks([found], aggregations, Options(profile=FAST, checks=checks, **options))
    return [row for row in (run(task, 10) for task in wanted) if row.check != "refusal"]


# --- words ----------------------------------------------------------------------------------------


def test_a_word_tells_a_stream_and_windows_over_it():
    stream = stream_of(FreeMonoid(), from_text("u3 (q o u)4"))
    assert stream == Stream([*range(7)], 3)
    assert stream == stream_of(FreeMonoid(), from_text("u3 (q o u)4 q"))
    assert stream == stream_of(FreeMonoid(), word_for(3, "u" * 7))
    assert [stream.held(number) for number in (0, 4)] == [[0, 1, 2], [4, 5, 6]]


def test_letters_bring_values_of_their_own():
    arena = Real("sum", aggregation("sum"))
    assert stream_of(arena, "BuqoA").values == [-1, -1, 3]


@pytest.mark.parametrize("text", ["q", "o", "u2 o", "u q2", "u3 q o q", "u2 q u", "u2 q o u2"])
def test_words_of_another_shape_show_nothing(text):
    assert stream_of(FreeMonoid(), from_text(text)) is None
    subject = Subject(NewestFirst, FreeMonoid())
    assert [check.test(subject, from_text(text)) for check in BATCH_CHECKS] == [None] * 5


def test_the_step_of_an_answer_is_that_of_its_question():
    word = from_text("u3 (q o u)4 q")
    stream = stream_of(FreeMonoid(), word)
    steps = [stream.step(number) for number in range(5)]
    assert [word[step - 1] for step in steps] == ["q"] * 5
    assert word.count("q") == 5
    assert [stream.number(step) for step in steps] == [*range(5)]


# --- checks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("check", BATCH_CHECKS, ids=lambda check: check.id)
@pytest.mark.parametrize("item", [BLOCK_SCAN, Plain])
def test_a_right_one_passes(item, check, shown):
    assert shown(check, item) is None


@pytest.mark.parametrize("check", REAL_BATCH_CHECKS, ids=lambda check: check.id)
@pytest.mark.parametrize("name", ["max", "float_sum", "median"])
def test_a_right_one_passes_with_real_aggregations(name, check, shown):
    for item in (BLOCK_SCAN, Plain):
        assert shown(check, item, arena=Poisoned(name, aggregation(name))) is None


@pytest.mark.parametrize(("item", "check", "word"), SHOWN)
def test_a_fault_is_shown_by_a_shortest_stream_and_in_plain_python(item, check, word):
    row = next(row for row in rows_of(item, check) if row.check == check)
    assert (row.status, row.word) == (Status.FAILED, word)
    assert row.history.startswith("roll 0")
    lines = printed(row.script, item)
    assert lines[0] == f"expected {row.expected}" or check == "batch.unchanged"
    assert lines[0].removeprefix("expected ") != lines[1].removeprefix("given    ")


def printed(script, item):
    """What a script prints, with the class put in: it is in no file that can be imported."""
    _, _, body = script.partition("\n")
    out = io.StringIO()
    with redirect_stdout(out):
        try:
            exec(compile(body, "script", "exec"), {"Window": item})  # noqa: S102 - what is tested
        except Exception as error:  # noqa: BLE001 - scripts may end in the error itself
            out.write(f"given    {type(error).__name__}: {error}\n")
    return out.getvalue().splitlines()


def test_poison_is_seen_to_stay(shown):
    arena = Poisoned("float_sum", aggregation("float_sum"))
    failure = shown(batch.POISON, Subtracts, arena=arena)
    assert (failure.word, failure.given) == ("A q o u", "np.float64(nan)")
    assert shown(batch.ORACLE, Subtracts) is None


def test_nan_among_the_values_is_no_change_of_them():
    arena = Poisoned("max", aggregation("max"))
    assert batch.UNCHANGED.test(Subject(BLOCK_SCAN, arena), from_text("A q o u")) is None


def test_the_values_own_array_given_as_an_answer_is_seen(shown):
    class GivesTheirs(Plain):
        def roll(self, values, size):
            return values if size == 1 else super().roll(values, size)

    arena = Poisoned("max", aggregation("max"))
    failure = shown(batch.UNCHANGED, GivesTheirs, arena=arena)
    assert (failure.word, failure.expected, failure.given) == ("u", "[1.0]", "[]")
    assert failure.note == "call 1 of one batch, values in a list"


def test_the_arrays_own_numbers_are_compared_exactly(shown):
    class Rounds(Plain):
        def roll(self, values, size):
            return np.array(super().roll(values, size), float)

    arena = Real("max", aggregation("max"))
    assert shown(batch.ORACLE, Rounds, arena=arena).expected == str(2**53 + 1)


def test_what_is_wrong_with_a_window_is_told_in_full(shown):
    failure = shown(batch.ORACLE, NewestFirst)
    assert (failure.expected, failure.given) == ("[0, 1]", "[1, 0]")
    assert failure.note == "in the wrong order"


def test_without_a_card_calls_are_told():
    (row,) = rows_of(Plain, "batch.budget")
    assert row.status is Status.UNCLAIMED
    assert row.reason.startswith("2.44, 11.5, 47.5, 191 calls a value at windows of 4, 16, 64, 256")


# --- the suite ------------------------------------------------------------------------------------


def test_a_batch_is_asked_what_it_promises_and_nothing_about_windows():
    ids = [check.id for check in BATCH_CHECKS]
    assert check_ids_of(BLOCK_SCAN, FAST) == ["refusal", *ids, "batch.poison"]
    assert [row.check for row in rows_of(BLOCK_SCAN, "*")] == ids


def test_a_word_is_replayed():
    word = from_text("u2 (q o u)3")
    (row,) = rows_of(NewestFirst, "batch.oracle", replay=word)
    assert (row.status, row.step, row.given) == (Status.FAILED, 3, "[1, 0]")
    (row,) = rows_of(BLOCK_SCAN, "batch.oracle", replay=word)
    assert (row.status, row.steps) == (Status.PASSED, len(word))
