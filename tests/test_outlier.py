"""A wind that never blew: 1,048 mph at Newark on 2013-02-12, among a year of hourly readings."""

import csv
import gzip
import math
from datetime import datetime

import pytest

import swagbench
from swagbench.core import is_batch, refusal
from swagbench.registry import algorithm, algorithm_ids
from swagbench.streams.real import DATA

DAY = 24 * 3600
BLOWN = datetime.fromisoformat("2013-02-12T08:00Z").timestamp()
MAX = swagbench.aggregation("max")
SKIPPING = swagbench.aggregation("skip_missing(max)")


def serving(aggregation):
    return [
        name
        for name in algorithm_ids()
        if not is_batch(algorithm(name)) and refusal(algorithm(name), aggregation) is None
    ]


@pytest.fixture(scope="module")
def newark():
    """Hourly times and wind speeds at Newark (EWR); a missing speed is NaN."""
    with gzip.open(DATA / "weather-2013.csv.gz", "rt", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["origin"] == "EWR"]
    return [
        (datetime.fromisoformat(row["time"]).timestamp(), float(row["wind_speed_mph"] or "nan"))
        for row in rows
    ]


def answers(name, aggregation, readings):
    window = swagbench.TimeWindow(algorithm(name), aggregation, DAY)
    for time, speed in readings:
        window.push(time, speed)
        yield time, window.eval()


@pytest.mark.parametrize("name", serving(MAX))
def test_an_outlier_is_the_maximum_of_the_windows_that_hold_it_and_of_none_after(name, newark):
    assert {time for time, speed in newark if speed > 100} == {BLOWN}
    found = {time for time, answer in answers(name, MAX, newark) if answer > 100}
    held = {time for time, _ in newark if BLOWN <= time < BLOWN + DAY}
    assert (found, len(held)) == (held, 24)


@pytest.mark.parametrize("name", serving(MAX))
def test_a_missing_reading_is_nan_in_the_windows_that_hold_it_and_nowhere_else(name, newark):
    gaps = {time for time, speed in newark if math.isnan(speed)}
    held = {time for time, _ in newark if any(gap <= time < gap + DAY for gap in gaps)}
    assert gaps
    assert {time for time, answer in answers(name, MAX, newark) if math.isnan(answer)} == held


@pytest.mark.parametrize("name", serving(SKIPPING))
def test_a_missing_reading_that_is_skipped_hides_nothing(name, newark):
    plain = [(time, speed) for time, speed in newark if not math.isnan(speed)]
    there = {time for time, _ in plain}
    skipped = [pair for pair in answers(name, SKIPPING, newark) if pair[0] in there]
    assert skipped == [*answers(name, MAX, plain)]
