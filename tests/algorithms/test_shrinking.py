"""A window that was large once takes no more memory than one that never was."""

import pytest

from swagbench.core import card_of, is_batch
from swagbench.registry import algorithm_ids, find_algorithm
from swagbench.verify.serving import arenas_for
from swagbench.verify.steady import ALLOWED_BYTES, bytes_held
from swagbench.verify.words import PUSH

WINDOWS = [name for name in algorithm_ids() if not is_batch(find_algorithm(name).item)]


def bytes_after(name, largest, size=4, slides=5_000):
    """The bytes of a window that grew, shrank, and has slid on since then."""
    algorithm = find_algorithm(name).item
    arena = arenas_for(algorithm, card_of(algorithm))[0]
    window = algorithm(arena.aggregation)
    for index in range(largest):
        window.push(arena.value(PUSH, index))
    for _ in range(largest - size):
        window.pop()
    for index in range(largest, largest + slides):
        window.pop()
        window.push(arena.value(PUSH, index))
        window.eval()
    return bytes_held(window, arena.aggregation)


@pytest.mark.parametrize("name", WINDOWS)
def test_what_was_large_gives_its_memory_back(name):
    assert bytes_after(name, largest=4_000) <= 2 * bytes_after(name, largest=4) + ALLOWED_BYTES
