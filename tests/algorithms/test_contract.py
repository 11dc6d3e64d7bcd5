"""What is built in promises all that there is. That it keeps it is for test_verdict.py to say."""

from swagbench.core import Guarantee, card_of, is_batch
from swagbench.registry import algorithm_ids, find_algorithm


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
