"""Every algorithm keeps every promise that it makes, with every aggregation that it serves."""

import pytest

from swagbench.checks import each_check_of
from swagbench.core import Guarantee, card_of, is_batch
from swagbench.records import Status
from swagbench.registry import algorithm_ids, find_algorithm

CHECKS = [check for name in algorithm_ids() for check in each_check_of(name, profile="fast")]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
def test_a_promise_is_kept(check):
    rows = [row for row in check() if row.check == check.check]
    # What a window never calls cannot raise.
    never_called = [row for row in rows if row.reason.endswith("is never called")]
    assert never_called or Status.PASSED in {row.status for row in rows}


def test_what_is_built_in_promises_all_there_is(algorithm):
    card = card_of(algorithm)
    assert card.guarantee is Guarantee.STRONG
    assert not card.waives
    bounds = card.push, card.pop, card.eval, card.slide_mean, card.slide_max, card.partials
    assert None not in bounds
    assert card.idea
    assert card.source


def test_only_what_changes_as_it_answers_does_not_promise_to_be_reentrant():
    windows = [one for one in map(find_algorithm, algorithm_ids()) if not is_batch(one.item)]
    unpromised = [one.id for one in windows if not card_of(one.item).reentrant]
    assert unpromised == ["flatfit"]
