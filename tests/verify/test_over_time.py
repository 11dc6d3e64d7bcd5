import re

from swagbench import TimeWindow, aggregation, algorithm
from swagbench.verify import over_time
from swagbench.verify.over_time import Event, find_fault_over_time

COLLECT = aggregation("collect")


class ClosedOnTheLeft(TimeWindow):
    """Keeps a value whose age is the span for a moment longer."""

    def advance(self, time):
        self._now = time
        while self._times and time - self._times[0] > self.span:
            self.window.pop()
            self._times.popleft()


class AdvancesOnlyByPushes(TimeWindow):
    def push(self, time, value):
        TimeWindow.advance(self, time)
        self.window.push(value)
        self._times.append(time)

    def advance(self, time):
        pass


class PopsTheNewest(algorithm("recompute")):
    __slots__ = ()

    def pop(self):
        self._units.pop()


def test_right_algorithms_have_no_fault_over_time(revealing_pair):
    assert find_fault_over_time(*revealing_pair) is None


def test_a_window_closed_on_the_left_is_seen_at_the_moment_when_an_age_is_the_span(monkeypatch):
    monkeypatch.setattr(over_time, "TimeWindow", ClosedOnTheLeft)
    fault = find_fault_over_time(algorithm("two_stacks"), COLLECT)
    found = re.fullmatch(
        r"span (\d+): push (\S+) at (\d+), (?:push \S+ at|advance to) (\d+), eval", fault.history
    )
    span, pushed, now = (int(found[group]) for group in (1, 3, 4))
    assert now - pushed == span
    assert found[2] in fault.given
    assert found[2] not in fault.expected


def test_a_window_that_ignores_passing_time_is_seen(monkeypatch):
    monkeypatch.setattr(over_time, "TimeWindow", AdvancesOnlyByPushes)
    fault = find_fault_over_time(algorithm("two_stacks"), COLLECT)
    assert re.fullmatch(r"span \d+: push \S+ at \d+, advance to \d+, eval", fault.history)
    assert fault.expected == "()"


def test_an_algorithm_that_pops_the_wrong_end_is_seen():
    fault = find_fault_over_time(PopsTheNewest, COLLECT)
    # Two values, and whatever makes the older one leave.
    assert fault.history.count(" at ") + fault.history.count("advance") <= 3
    assert fault.expected != fault.given


def test_events_read_as_what_is_called():
    assert str(Event(7, brings_value=True, value="a")) == "push 'a' at 7"
    assert str(Event(7, brings_value=False, value="a")) == "advance to 7"
