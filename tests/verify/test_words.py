import hashlib
import re
from itertools import product
from math import comb
from operator import ne

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.core import InputError
from swagbench.verify.words import (
    ASK,
    ASK_ALL_UP_TO,
    LONGEST_WORD,
    POP,
    PUSH,
    asked_after_each,
    from_text,
    held_after,
    is_valid,
    shorter_words,
    sizes_up_to,
    small_words,
    to_text,
    valid_words,
    value_words,
    walk,
    words_after_filling,
    words_by_size,
)


def sizes(word, held=0):
    """The window's size after each letter; None once it was popped from empty."""
    after = []
    for letter in word:
        held = held if letter == ASK else held - 1 if letter == POP else held + 1
        if held < 0:
            return None
        after.append(held)
    return after


def all_words(letters, length, held=0):
    """Every word, one letter after another, that never pops from empty."""
    words = map("".join, product(letters, repeat=length))
    return [word for word in words if sizes(word, held) is not None]


@pytest.mark.parametrize("letters", [PUSH + POP, PUSH + POP + ASK, "uoqA"])
@pytest.mark.parametrize("held", [0, 1, 3])
@pytest.mark.parametrize("length", range(6))
def test_valid_words_are_exactly_those_that_never_pop_from_empty(letters, held, length):
    assert list(valid_words(length, letters, held)) == all_words(letters, length, held)


@pytest.mark.parametrize("length", [*range(11), 16])
def test_there_is_one_word_of_pushes_and_pops_for_each_choice_of_half_of_its_steps(length):
    words = list(valid_words(length))
    assert len(set(words)) == len(words) == comb(length, length // 2)


@given(st.text("uoqAZ"))
def test_a_word_is_valid_if_no_pop_comes_before_its_push(word):
    assert is_valid(word) == (sizes(word) is not None)


@given(st.text("uuuoqA"))
def test_a_valid_word_holds_what_was_pushed_and_not_popped(word):
    after = sizes(word)
    assert after is None or held_after(word) == [0, *after][-1]


@given(st.text("uoqA"))
def test_a_word_asked_after_each_step_does_the_same(word):
    asked = asked_after_each(word)
    assert asked[::2] == word
    assert asked[1::2] == ASK * len(word)


@pytest.mark.parametrize(("length", "asking_length"), [(1, 1), (3, 2), (6, 4), (10, 5)])
def test_small_words_ask_every_short_word_in_three_ways(length, asking_length):
    words = list(small_words(length, asking_length))
    assert all(map(is_valid, words))
    begun = {word[:end] for word in words for end in range(len(word) + 1)}
    for shorter in range(1, length + 1):
        after_each = {asked_after_each(word) for word in all_words(PUSH + POP, shorter)}
        assert after_each <= begun
        assert {*all_words(PUSH + POP, shorter)} <= {*words}
    assert {*all_words(PUSH + POP + ASK, asking_length)} <= {*words}


def test_short_words_come_first_among_those_asked_after_each_step():
    asked = [word for word in small_words(10, 1) if word[1::2] == ASK * (len(word) // 2) != ""]
    lengths = [len(word) for word in asked if len(word) > 2]
    assert lengths == sorted(lengths)
    assert lengths[0] <= 8


@pytest.mark.parametrize(("largest", "length"), [(16, 3), (33, 5), (4, 6)])
def test_every_short_word_is_tried_on_full_windows_next_to_powers_of_two(largest, length):
    expected = {
        PUSH * size + asked_after_each(word)
        for size in sizes_up_to(largest)
        if size > length
        for word in map("".join, product(PUSH + POP, repeat=length))
    }
    assert {*words_after_filling(largest, length)} == expected


@given(st.integers(1, 5000))
def test_sizes_are_all_those_next_to_a_power_of_two_in_order(largest):
    found = sizes_up_to(largest)
    assert found == sorted(set(found))
    near = {2**power + step for power in range(14) for step in (-1, 0, 1)}
    assert {*found} == {size for size in near if 1 <= size <= largest + 1}


def test_every_size_of_the_schedule_is_filled_slid_over_halved_refilled_drained_and_refilled():
    largest = 256
    words = list(words_by_size(largest))
    steps = {word.replace(ASK, "") for word in words}
    for size in sizes_up_to(largest):
        half, slide = size // 2, (POP + PUSH) * (size + 2)
        halved = PUSH * size + slide + POP * half + PUSH * half
        refilled = halved + POP * size + PUSH * size + (POP + PUSH) * 2
        # Asked at the end only, so that nothing is put right by a question.
        assert {PUSH * size, PUSH * size + POP, halved} <= {*words}
        assert refilled in steps
    for word in words:
        assert is_valid(word)
        if ASK in word and max(sizes(word)) <= ASK_ALL_UP_TO:
            assert re.sub("q+", ASK, word) == asked_after_each(word.replace(ASK, ""))
        elif ASK in word:
            assert 8 <= word.count(ASK) < 90


def test_a_walk_is_the_same_word_everywhere():
    assert walk(100, 0).startswith("uuuuuuuuuuuuuuquuuuuuuuuuuuuuquuuuuuuuuuuuuuquuuuuuuuuuuuuoq")
    digest = hashlib.sha256(walk(5_000, 0).encode()).hexdigest()
    assert digest.startswith("f1b8c702f0aa007f")


@pytest.mark.parametrize("seed", range(5))
def test_a_walk_grows_large_is_emptied_and_wears(seed):
    word = walk(5_000, seed)
    after = sizes(word)
    assert max(after) > 64
    assert after.count(0) > 5
    assert len(word) - word.count(ASK) >= 5_000
    # Held for a while, too: many slides at one size.
    assert (POP + PUSH) * 8 in word.replace(ASK, "")
    assert word != walk(5_000, seed + 1)


@given(st.integers(1, 400), st.integers(0, 2**32))
def test_a_walk_never_pops_from_empty_and_asks_at_its_end(steps, seed):
    word = walk(steps, seed)
    assert sizes(word) is not None
    assert word.endswith(ASK)
    assert word == walk(steps, seed)


@pytest.mark.parametrize("length", range(7))
def test_shorter_words_are_all_and_the_shorter_ones_come_first(length):
    found = list(shorter_words(length))
    assert [len(word) for word in found] == sorted(map(len, found))
    # The last question is implied.
    expected = {
        word
        for size in range(length)
        for word in all_words(PUSH + POP + ASK, size)
        if word[-1:] != ASK
    }
    assert len(found) == len(expected)
    assert {*found} == expected


def test_value_words_are_all_sequences_of_so_many_values():
    assert [*value_words(2, 2)] == ["AA", "AB", "BA", "BB"]
    assert len({*value_words(3, 4)}) == 3**4


@given(st.text("uoqABZ", min_size=1) | st.text("uo", min_size=1, max_size=400))
def test_a_word_is_what_its_text_tells(word):
    text = to_text(word)
    assert from_text(text) == word
    assert from_text(text.replace(" ", "")) == word
    # Each run is told once.
    assert len(text.split()) == 1 + sum(map(ne, word, word[1:]))


def test_the_empty_word_can_be_replayed_too():
    # A window may be wrong before anything is done to it; its row says --replay ''.
    assert from_text(to_text("")) == ""


@pytest.mark.parametrize(
    "text",
    ["x", "3u", "u 3", "u-1", "u3.5", "u3,o", "push", "u\u0663", "ü", "u12345678", "é o"],
)
def test_nonsense_is_refused_in_one_line(text):
    with pytest.raises(InputError, match="is not a word of") as told:
        from_text(text)
    assert repr(text) in str(told.value)


@pytest.mark.parametrize("text", [f"u{LONGEST_WORD + 1}", f"u{LONGEST_WORD} o", "q9999999"])
def test_a_word_that_is_too_long_is_refused_with_its_length(text):
    with pytest.raises(InputError, match=r"the word has \d+ letters; 1000000 can be replayed"):
        from_text(text)


def test_a_word_of_a_million_letters_is_taken():
    assert from_text(f"u{LONGEST_WORD}") == PUSH * LONGEST_WORD
