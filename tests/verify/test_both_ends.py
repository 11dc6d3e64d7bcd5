import pytest

from swagbench import algorithm as find
from swagbench.checks import PromiseBroken, check_window
from swagbench.core import Ability, BothEnds, Bound, Card, Guarantee, has_both_ends, require
from swagbench.records import Status
from swagbench.registry import found_as
from swagbench.verify import both_ends
from swagbench.verify.both_ends import ENDS, POPS, PUSHES, AtBothEnds
from swagbench.verify.checking import PROFILES, Subject
from swagbench.verify.probes import FreeMonoidInFull, SortedWindows
from swagbench.verify.promises import check_ids_of
from swagbench.verify.rows import Options, run
from swagbench.verify.suite import tasks
from swagbench.verify.words import ASK, from_text

DEQUE = find("two_stacks_deque")
FAST = PROFILES["fast"]
IDS = {check.id for check in ENDS}


class Plain:
    """Recompute-from-scratch at both ends, which the faulty ones differ from."""

    card = Card()

    def __init__(self, aggregation):
        require(aggregation, *self.card.needs)
        self.aggregation, self.held = aggregation, []

    def push(self, value):
        self.held.append(self.aggregation.unit(value))

    def push_oldest(self, value):
        self.held.insert(0, self.aggregation.unit(value))

    def pop(self):
        self.held.pop(0)

    def pop_newest(self):
        self.held.pop()

    def eval(self):
        agg = self.aggregation.empty()
        for unit in self.held:
            agg = self.aggregation.combine(agg, unit)
        return self.aggregation.finalize(agg)

    def __len__(self):
        return len(self.held)

    def __getstate__(self):
        return {**vars(self), "held": self.held.copy()}


class PushesNewest(Plain):
    def push_oldest(self, value):
        self.push(value)


class PopsOldest(Plain):
    def pop_newest(self):
        self.pop()


class KeepsTheLast(Plain):
    def pop_newest(self):
        if len(self.held) != 1:
            self.held.pop()


class PopsNothing(Plain):
    def pop_newest(self):
        del self.held[-1:]


class KeyErrorOnEmpty(Plain):
    def pop_newest(self):
        if not self.held:
            raise KeyError
        self.held.pop()


class CountsRefusedPops(Plain):
    extra = 0

    def pop_newest(self):
        self.extra += not self.held
        self.held.pop()

    def __len__(self):
        return len(self.held) + self.extra


class WrongFrom65(Plain):
    def push_oldest(self, value):
        super().push_oldest(value)
        if len(self.held) == 65:
            self.held.reverse()


@pytest.mark.parametrize(
    ("window", "word", "expected", "given", "note"),
    [
        (PushesNewest, "u A", "[-1, 0]", "[0, -1]", "in the wrong order"),
        (PopsOldest, "u2 B", "[0]", "[1]", "holds 1, which has left; 0 is missing"),
        (KeepsTheLast, "u B", "[]", "[0]", "holds 0, which has left"),
        (PopsNothing, "B", "IndexError, as the window is empty", "no error", ""),
        (KeyErrorOnEmpty, "B", "IndexError, as the window is empty", "KeyError", ""),
        (CountsRefusedPops, "B", "length 0", "length 1", ""),
    ],
)
def test_what_is_wrong_at_either_end_is_told_with_the_shortest_word(  # noqa: PLR0917 - a table's columns
    shown, window, word, expected, given, note
):
    found = shown(both_ends.ORACLE, window, known=())
    assert (found.word, found.expected, found.given, found.note) == (word, expected, given, note)
    assert found.certificate == "no shorter word fails"


def test_a_size_is_met_from_the_old_end_too(shown):
    assert shown(both_ends.ORACLE, WrongFrom65, profile=PROFILES["default"]).word == "u64 A"


def test_plain_ones_and_the_built_in_one_pass(shown):
    for check in ENDS:
        assert shown(check, Plain) is None
        assert shown(check, DEQUE) is None


class KeepsWhatWasLast(Plain):
    last = None

    def pop_newest(self):
        self.last = self.held.pop()


class PutsFirst(Plain):
    def push_oldest(self, value):
        self.held.insert(0, self.aggregation.empty())
        self.held[0] = self.aggregation.unit(value)


class CombinesAsItPops(Plain):
    card = Card(pop=Bound(0))

    def pop_newest(self):
        self.held.pop()
        if self.held:
            self.eval()


def test_what_has_left_the_new_end_is_free(shown):
    found = shown(both_ends.RELEASE, KeepsWhatWasLast)
    assert (found.word, found.given) == ("u B", "value 0 is still held")


def test_an_operation_that_raises_leaves_both_ends_as_they_were(shown):
    found = shown(both_ends.RAISED, PutsFirst)
    assert (found.word, found.expected, found.given) == ("A", "length 0", "length 1")
    assert found.note.startswith("after call 1 of unit raised")


def test_a_cards_bounds_hold_at_both_ends(shown):
    found = shown(both_ends.BUDGET, CombinesAsItPops)
    assert (found.word, found.expected, found.given) == ("u2 B", "at most 0 combine calls (0)", "1")
    found = shown(both_ends.BUDGET, KeepsWhatWasLast, card=Card(partials=Bound(0, n=1)))
    assert (found.word, found.expected) == ("u B", "at most 0 partials held (n)")


# --- what is promised -----------------------------------------------------------------------------


def rows_of(algorithm, *checks, replay=None):
    options = Options(profile=FAST, checks=checks, replay=replay)
    return [
        row
        for row in (run(task, None) for task in tasks([found_as(algorithm)], [], options))
        if row.check in IDS
    ]


class OneMethod(Plain):
    push_oldest = None


def test_there_are_rows_only_for_what_offers_both_methods():
    assert has_both_ends(DEQUE)
    window: BothEnds = DEQUE(FreeMonoidInFull())
    assert len(window) == 0
    for algorithm in (find("two_stacks"), OneMethod):
        assert not has_both_ends(algorithm)
        assert not {*check_ids_of(algorithm, FAST)} & IDS
        assert not rows_of(algorithm, "ends.*")


def test_the_checks_by_the_card_alone_are_those_that_are_made():
    assert {*check_ids_of(DEQUE, FAST)} >= IDS
    rows = rows_of(DEQUE, "*")
    assert {(row.check, row.status) for row in rows} == {(one, Status.PASSED) for one in IDS}


def test_without_a_card_calls_are_told():
    (row,) = rows_of(Plain, "ends.budget")
    assert row.status is Status.UNCLAIMED
    assert row.reason == "at most 0, 0, 0, 0 calls an operation at windows of 4, 16, 64, 256"


class Declines(KeepsWhatWasLast):
    """As it says."""

    card = Card(waives=frozenset({"release", "empty.pop"}), guarantee=Guarantee.NONE)

    def push_oldest(self, value):
        self.held.insert(0, None)
        self.held[0] = self.aggregation.unit(value)

    def pop_newest(self):
        if self.held:
            super().pop_newest()


def test_what_is_declined_is_declined_at_both_ends():
    status = {row.check: row.status for row in rows_of(Declines, "ends.*")}
    assert status == dict.fromkeys(IDS, Status.UNCLAIMED) | {"ends.oracle": Status.PASSED}


class Basic(PutsFirst):
    """As it was it is not; but it can be emptied."""

    card = Card(guarantee=Guarantee.BASIC)


def test_a_basic_guarantee_is_one_at_both_ends():
    (row,) = rows_of(Basic, "ends.exceptions")
    assert row.status is Status.PASSED
    assert row.promise.startswith("After an operation that raises")


def test_a_word_is_replayed():
    (row,) = rows_of(PopsOldest, "ends.oracle", replay=from_text("u3 B q"))
    assert (row.status, row.step, row.word) == (Status.FAILED, 5, "u3 B q")
    assert row.history == "push 0, 1, 2, pop_newest, eval"
    (row,) = rows_of(DEQUE, "ends.oracle", replay=from_text("B u3 A2 B o"))
    assert (row.status, row.steps) == (Status.PASSED, 8)


def test_a_failure_is_told_in_words():
    with pytest.raises(PromiseBroken, match=r"push 0, push_oldest -1  \(u A\)\n"):
        check_window(PushesNewest, "sum", checks="ends.oracle", profile="fast")


# --- the order of arrival -------------------------------------------------------------------------


class Sorts(Plain):
    card = Card(needs=frozenset({Ability.ORDER}))

    def push(self, value):
        self.held.append(value)

    def push_oldest(self, value):
        self.held.insert(0, value)

    def eval(self):
        if not self.held:
            return self.aggregation.finalize(self.aggregation.empty())
        return self.aggregation.pick(sorted(self.held, key=self.aggregation.sort_key))


class SortsTiesTheOtherWay(Sorts):
    def eval(self):
        self.held.reverse()
        answer = super().eval()
        self.held.reverse()
        return answer


def test_of_equal_keys_those_nearer_to_the_old_end_come_first(shown):
    assert shown(both_ends.ORACLE, Sorts) is None
    assert shown(both_ends.ORACLE, SortsTiesTheOtherWay) is not None
    tracked = AtBothEnds(Subject(Sorts, SortedWindows()))
    for letter in "AuAu":
        assert tracked.take(letter) is None
    assert list(tracked.held) == sorted(tracked.held, key=lambda value: value % 1)


# --- words ----------------------------------------------------------------------------------------


def test_words_are_of_all_four_operations_and_the_same_every_time():
    subject = Subject(Plain, FreeMonoidInFull())
    for check in ENDS:
        words = list(check.words(subject, FAST))
        assert words == list(check.words(subject, FAST))
        assert {*"".join(words)} <= {*PUSHES, *POPS, ASK}
        assert {*PUSHES, *POPS} <= {*"".join(words)}
        assert {"uAo", "AuB"} <= {word.replace(ASK, "")[:3] for word in words}
