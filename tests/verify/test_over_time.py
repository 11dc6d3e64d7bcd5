import pytest

from swagbench import TimeWindow
from swagbench import algorithm as find
from swagbench.verify import over_time
from swagbench.verify.checking import PROFILES, Subject
from swagbench.verify.over_time import GAPS, OVER_TIME, SPAN
from swagbench.verify.probes import PROBES
from swagbench.verify.words import PUSH, VALUES


class ClosedOnTheLeft(TimeWindow):
    """Keeps a value whose age is the span for a moment longer."""

    def advance(self, time):
        self._now = time
        while self._times and time - self._times[0] > self.span:
            self.window.pop()
            self._times.popleft()


class LetsGoTooEarly(TimeWindow):
    def advance(self, time):
        self._now = time
        while self._times and time - self._times[0] >= self.span - 1:
            self.window.pop()
            self._times.popleft()


class IgnoresPassingTime(TimeWindow):
    """Advances by pushes alone."""

    def push(self, time, value):
        TimeWindow.advance(self, time)
        self.window.push(value)
        self._times.append(time)

    def advance(self, time):
        pass


class LetsOneGoAtATime(TimeWindow):
    def advance(self, time):
        if self._times and time - self._times[0] >= self.span:
            self.window.pop()
            self._times.popleft()


class CountsTheLast(TimeWindow):
    def __len__(self):
        return min(2, len(self._times))


class PopsTheNewest(find("recompute")):
    __slots__ = ()

    def pop(self):
        self._units.pop()


class WrongAfterManyPopsWithoutAQuestion(find("recompute")):
    """Only passing time takes so many values at once."""

    card = None
    pops = 0

    def pop(self):
        super().pop()
        self.pops += 1

    def eval(self):
        pops, self.pops = self.pops, 0
        return super().eval() if pops < 100 else None


@pytest.mark.parametrize(
    ("window", "word", "expected", "given"),
    [
        # J is 10 units of time, the span; I is 9.
        (ClosedOnTheLeft, "u J", "[]", "[0]"),
        (LetsGoTooEarly, "u I", "[0]", "[]"),
        (IgnoresPassingTime, "u J", "[]", "[0]"),
        (LetsOneGoAtATime, "u2 J", "[]", "[1]"),
        (CountsTheLast, "u3", "length 3", "length 2"),
    ],
)
def test_a_window_over_time_that_is_wrong_is_told_with_the_shortest_events(  # noqa: PLR0917 - a table's columns
    shown, monkeypatch, window, word, expected, given
):
    monkeypatch.setattr(over_time, "TimeWindow", window)
    found = shown(OVER_TIME, find("two_stacks"))
    assert (found.word, found.expected, found.given) == (word, expected, given)
    assert found.certificate.endswith("fails")
    assert found.certificate.startswith("no shorter word")


def test_an_algorithm_that_pops_the_wrong_end_is_seen(shown):
    # One unit of time, so that the two are not of one age.
    assert shown(OVER_TIME, PopsTheNewest).word.replace(" ", "") in ("uIuA", "uAuI", "uAuJ", "uIuI")


def test_many_values_that_leave_at_once_are_met(shown):
    found = shown(OVER_TIME, WrongAfterManyPopsWithoutAQuestion, known=())
    assert found.word.startswith("u100")
    assert found.given == "None"


def test_every_short_row_of_events_is_tried_and_some_with_many_values():
    words = list(OVER_TIME.words(Subject(PopsTheNewest, PROBES[0]), PROFILES["fast"]))
    assert {PUSH + gap + PUSH for gap in GAPS} <= {*words}
    ages = [1 + VALUES.index(gap) for gap in GAPS]
    assert {SPAN - 1, SPAN, SPAN + 1} <= {*ages}
    assert max(map(len, words)) >= 200
    assert words == list(OVER_TIME.words(Subject(PopsTheNewest, PROBES[0]), PROFILES["fast"]))
