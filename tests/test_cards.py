"""The page of all algorithms: words from their docstrings, pictures from their states."""

import pytest

from swagbench import cards, catalogue
from swagbench.core import card_of
from swagbench.registry import Found, algorithm, algorithm_ids

PICTURES = {
    "two_stacks": """
window   b c d e f g h i j
front                 |i|
                    |h i|
                  |g h i|
                |f g h i|
              |e f g h i|
            |d e f g h i|
          |c d e f g h i|
        |b c d e f g h i|
back                    |j|
""",
    "subtract_on_evict": """
window   b c d e f g h i j
window  |b|c|d|e|f|g|h|i|j|
whole   |b c d e f g h i j|
""",
    "monotonic_deque": """
window     1 3 1 4 1 5 2 2 6
partials  |1| |1| |1| |2|2|6|
""",
}


@pytest.mark.parametrize(("name", "expected"), PICTURES.items())
def test_a_partial_reaches_over_the_values_that_it_is_made_of(name, expected):
    window = algorithm(name)
    assert cards.picture(window, card_of(window)) == expected.strip("\n")


def test_of_each_algorithm_there_is_a_row_a_paragraph_and_a_picture():
    page = cards.page()
    for name in algorithm_ids():
        paragraphs = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        assert "Source:" in paragraphs
        assert ("```text\nwindow " in paragraphs) == hasattr(algorithm(name), "state")
        escaped = name.replace("_", r"\_")
        assert f"| {escaped} | " in page


def test_an_algorithm_that_shows_no_state_has_no_picture(monkeypatch):
    class Plain:
        """A window that says nothing of itself."""

    monkeypatch.setattr(catalogue, "algorithm_ids", lambda: ["plain"])
    monkeypatch.setattr(catalogue, "find_algorithm", lambda _: Found("plain", "plain", Plain))
    monkeypatch.setattr(cards, "find_algorithm", lambda _: Found("plain", "plain", Plain))
    assert "\n## plain\n" in cards.page()
    assert "```" not in cards.page()
