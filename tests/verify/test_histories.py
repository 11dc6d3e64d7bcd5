import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from swagbench.verify.histories import (
    EVAL,
    LARGEST_WINDOW,
    POP,
    PUSH,
    SIZES,
    Step,
    cut_down,
    describe,
    long_words,
    short_words,
    shortest,
    simplest,
    with_values,
    words_by_size,
)

words = st.text(PUSH + POP + EVAL, max_size=30)


def sizes(word):
    """The window's size after each step; a pop from an empty window changes nothing."""
    size, after = 0, []
    for letter in word:
        size = max(0, size + {PUSH: 1, POP: -1, EVAL: 0}[letter])
        after.append(size)
    return after


def test_short_words_are_all_that_end_in_an_answer_and_the_shorter_ones_come_first():
    found = list(short_words(5))
    assert len(set(found)) == len(found) == sum(2 * 3 ** (length - 1) for length in range(1, 6))
    assert [len(word) for word in found] == sorted(map(len, found))
    assert not any(word.endswith(PUSH) for word in found)
    assert set("".join(found)) == {PUSH, POP, EVAL}


@given(long_words())
def test_long_words_ask_at_the_end(word):
    assert set(word) <= {PUSH, POP, EVAL}
    assert word.endswith(EVAL)


def drains_from(size):
    def drains(word):
        after = sizes(word)
        return max(after) >= size and 0 in after[after.index(max(after)) :]

    return drains


@pytest.mark.parametrize(
    "is_hoped_for",
    [
        lambda word: max(sizes(word)) > 64,
        lambda word: max(sizes(word)) > 256,
        lambda word: (POP + PUSH + EVAL) * 65 in word,
        drains_from(64),
        # Drains and slides leave nothing or all; this pops a part.
        lambda word: any(
            sizes(word)[end - 1] > 8
            for end in range(10, len(word))
            if word[end - 9 : end] == POP * 9
        ),
        lambda word: any(
            letter == POP and not size for letter, size in zip(word[1:], sizes(word), strict=False)
        ),
    ],
    ids=["over 64", "over 256", "long slide", "drained", "partly popped", "pop from empty"],
)
def test_long_words_reach_what_single_steps_at_random_never_do(is_hoped_for):
    find(long_words(), is_hoped_for, settings=settings(max_examples=2000, phases=[Phase.generate]))


@given(words, st.integers(0, 2**32))
def test_values_are_the_examples_in_turn_or_the_same_random_ones_for_a_seed(word, seed):
    in_turn = with_values(word, "abc")
    assert "".join(step.letter for step in in_turn) == word
    pushed = [step.value for step in in_turn if step.letter == PUSH]
    assert pushed == ["abc"[index % 3] for index in range(len(pushed))]
    assert all(step.value is None for step in in_turn if step.letter != PUSH)

    drawn = with_values(word, "abc", seed)
    assert drawn == with_values(word, "abc", seed)
    assert {step.value for step in drawn if step.letter == PUSH} <= set("abc")


@given(st.lists(st.integers(0, 9), max_size=40), st.sets(st.integers(0, 9)))
def test_what_is_cut_down_keeps_just_what_matters(items, wanted):
    present = wanted & set(items)
    assert sorted(cut_down(items, lambda left: present <= set(left))) == sorted(present)


@given(st.lists(st.integers(1, 9), max_size=30), st.integers(2, 5))
def test_from_what_is_cut_down_no_single_item_can_be_left_out(items, modulus):
    # A fault that comes and goes as items are left out.
    target = sum(items) % modulus

    def fails(left):
        return sum(left) % modulus == target

    best = cut_down(items, fails)
    assert fails(best)
    assert not any(fails(best[:at] + best[at + 1 :]) for at in range(len(best)))
    rest = iter(items)
    assert all(item in rest for item in best)


@given(words.filter(lambda word: max(sizes(word), default=0) > 2))
def test_the_shortest_history_has_no_push_whose_pop_takes_it_away(word):
    def fails(history):
        return max(sizes([step.letter for step in history]), default=0) > 2

    assert [step.letter for step in shortest(with_values(word, "a"), fails)] == [PUSH] * 3


def test_a_push_and_its_pop_go_together_where_neither_goes_alone():
    def fails(history):
        letters = [step.letter for step in history]
        return letters.count(PUSH) - letters.count(POP) == 1 and letters[-1:] == [EVAL]

    best = shortest(with_values("uuuooq", "a"), fails)
    assert "".join(step.letter for step in best) == "uq"


def test_the_simplest_values_are_one_for_all_or_else_the_first_that_fails():
    history = with_values("uuq", [5, 7])

    def values(history):
        return [step.value for step in history if step.letter == PUSH]

    assert values(simplest(history, [1, 5, 7], lambda h: 0 not in values(h))) == [1, 1]
    assert values(simplest(history, [1, 5, 7], lambda h: min(values(h)) > 1)) == [5, 5]
    assert values(simplest(history, [1, 5, 7], lambda h: values(h)[0] < values(h)[1])) == [1, 5]


@pytest.mark.parametrize(
    ("history", "text"),
    [
        ([], ""),
        (with_values("q", []), "eval"),
        (with_values("uuoq", [7]), "push 7 twice, pop, eval"),
        (with_values("uuooo", [1, 2]), "push 1, push 2, pop 3 times"),
        ([Step(PUSH, "a"), Step(PUSH, 1), Step(PUSH, True)], "push 'a', push 1, push True"),
    ],
)
def test_a_history_reads_as_a_sentence(history, text):
    assert describe(history) == text


@given(long_words())
def test_no_window_grows_beyond_the_largest(word):
    held = 0
    for letter in word:
        held = max(0, held + {"u": 1, "o": -1, "q": 0}[letter])
        assert held <= LARGEST_WINDOW


def test_every_size_of_the_schedule_is_filled_slid_over_and_drained():
    for word, size in zip(words_by_size(), SIZES, strict=True):
        assert word.startswith("u" * size + "q" + "ou")
        assert word.count("u") == word.count("o") == 2 * size + 2 + size // 2
