import re
from itertools import product, starmap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.verify.ceilings import TimeIsUp
from swagbench.verify.checking import PROFILES, Check, Subject, Wrong, run_check
from swagbench.verify.probes import PROBES
from swagbench.verify.shrinking import (
    BUDGET_LETTERS,
    CERTIFIED_BUDGET_LETTERS,
    REGULAR,
    Shrinker,
)
from swagbench.verify.words import ASK, POP, PUSH, is_valid

SHORTEST = "no shorter word fails"


def held(word):
    """The window's size after each letter."""
    after = [0]
    for letter in word:
        after.append(after[-1] + {POP: -1, ASK: 0}.get(letter, 1))
    return after


class Planted:
    """A fault that is there when a word has a property; it counts what is asked of it."""

    def __init__(self, name, has):
        self.name = name
        self.has = has
        self.calls = self.letters = 0

    def __call__(self, word):
        self.calls += 1
        self.letters += len(word) + 1
        return is_valid(word) and self.has(word)

    def __repr__(self):
        return self.name


def reaches(size):
    return Planted(f"reaches {size}", lambda word: max(held(word)) >= size)


def is_at(size):
    return Planted(
        f"ends at {size} after a pop", lambda word: POP in word and held(word)[-1] == size
    )


def pops_after_asking(count):
    return Planted(
        f"pop {count} after asking", lambda word: word.partition(ASK)[2].count(POP) >= count
    )


def turns(count):
    return Planted(
        f"turns {count} times", lambda word: word.replace(ASK, "").count(POP + PUSH) >= count
    )


def emptied(count):
    return Planted(
        f"emptied {count} times", lambda word: held(word.replace(ASK, ""))[1:].count(0) >= count
    )


def remainder(weights, modulus, rest):
    weight = dict(zip("uoq", weights, strict=True))

    def has(word):
        return len(word) > 2 and sum(map(weight.get, word)) % modulus == rest

    return Planted(f"{weights} mod {modulus} = {rest}", has)


FAULTS = [
    *map(reaches, range(1, 10)),
    *map(is_at, range(7)),
    *map(pops_after_asking, range(1, 5)),
    *map(turns, range(1, 5)),
    *map(emptied, range(1, 6)),
    *starmap(remainder, product([(1, 2, 0), (3, 1, 2), (1, 1, 1)], [3, 5, 7], range(3))),
]


@st.composite
def failing_words(draw):
    """A fault, and a word that has it."""
    word = PUSH
    for letter in draw(st.text("uuuooq", min_size=3, max_size=60)):
        if is_valid(word + letter):
            word += letter
    return draw(st.sampled_from([fault for fault in FAULTS if fault(word)])), word


def all_shorter(length):
    for size in range(length):
        yield from map("".join, product("uoq", repeat=size))


@given(failing_words())
def test_what_is_left_fails_and_is_as_short_as_its_certificate_says(failing):
    fault, word = failing
    shrinker = Shrinker(fault, word)
    shrinker.run()
    best = shrinker.best
    assert fault(best)
    assert len(best) <= len(word)
    certified = re.fullmatch(r"no word of up to (\d+) letters fails; (.*)", shrinker.certificate)
    if certified is None:
        assert shrinker.certificate == SHORTEST
        up_to = len(best)
    else:
        up_to = int(certified[1]) + 1
        assert certified[2] == "nothing can be left out of this one"
        assert not any(fault(best[:at] + best[at + 1 :]) for at in range(len(best)))
    # A last question is implied: a word without it is tried in its place.
    for shorter in all_shorter(min(up_to, 7)):
        assert shorter.endswith(ASK) or not fault(shorter)


@pytest.mark.parametrize(
    ("fault", "word", "shortest"),
    [
        (reaches(3), "uqoquuoquuuuo", "uuu"),
        (pops_after_asking(3), "uuuqoquqoqoqo", "uuuqooo"),
        (turns(2), "uuuoouuuoouuuoo", "uouou"),
        (emptied(2), "uuooquuuooouo", "uouo"),
        (is_at(1), "uoquuouqq", "uuo"),
    ],
    ids=repr,
)
def test_a_word_becomes_the_shortest_there_is(fault, word, shortest):
    shrinker = Shrinker(fault, word)
    shrinker.run()
    assert len(shrinker.best) == len(shortest)
    assert fault(shortest)
    assert shrinker.certificate == SHORTEST


@pytest.mark.parametrize(
    "word",
    ["uo" * 40 + PUSH * 70, (PUSH + ASK) * 65, "uuo" * 100, PUSH * 130 + POP * 90],
    ids=["slides", "asked", "slowly", "more"],
)
def test_a_fault_beyond_64_becomes_65_pushes_and_nothing_else(word):
    fault = reaches(65)
    shrinker = Shrinker(fault, word)
    shrinker.run()
    assert shrinker.best == PUSH * 65
    told = re.fullmatch(
        r"no word of up to (\d+) letters fails; nothing can be left out of this one",
        shrinker.certificate,
    )
    assert int(told[1]) >= 7


def test_a_push_and_its_pop_go_together_where_neither_goes_alone():
    fault = Planted("ends at 20", lambda word: held(word)[-1] == 20)
    shrinker = Shrinker(fault, "uuoo" * 9 + PUSH * 25 + POP * 7 + PUSH * 2)
    shrinker.run()
    assert shrinker.best == PUSH * 20


def test_values_that_do_not_matter_become_plain():
    fault = Planted("the third is C", lambda word: word[2:3] == "C")
    shrinker = Shrinker(fault, "ZYCX")
    shrinker.run()
    assert shrinker.best == "uuC"


LONG_WORD = "uo" * 1_000


class Counted(Shrinker):
    """Counts the candidates that are made when there are no letters left to try them."""

    made_in_vain = 0

    def take(self, candidate):
        self.made_in_vain += self._letters_left < 0
        return super().take(candidate)


def cut_down_in_vain():
    fault = Planted("long", lambda word: len(word) > 1_900)
    shrinker = Counted(fault, LONG_WORD)
    shrinker.run()
    assert fault(shrinker.best)
    return shrinker, fault


def test_a_budget_is_kept_and_the_certificate_says_so():
    shrinker, fault = cut_down_in_vain()
    # Before that come the regular words: of each pattern, lengths that double.
    regular = 2 * len(REGULAR) * len(LONG_WORD)
    assert fault.letters <= BUDGET_LETTERS + CERTIFIED_BUDGET_LETTERS + 2 * len(LONG_WORD) + regular
    assert shrinker.certificate.endswith("; this one may be longer than needed")


def test_no_candidates_are_made_once_the_budget_is_spent():
    # Each costs as much time as the word is long: minutes where a walk of 60,000 letters fails.
    shrinker, _ = cut_down_in_vain()
    assert shrinker.made_in_vain < 100


def test_no_word_is_tried_twice():
    seen = []

    def fails(word):
        seen.append(word)
        return is_valid(word) and word.count(POP) >= 2

    Shrinker(fails, "uuqoquoqouuo").run()
    assert len(seen) == len(set(seen))


def check_of(test, *, pops_from_empty=False):
    """A check of one word with a test of words alone."""
    return Check(
        id="mine",
        promise="",
        words=lambda subject, profile: ["uuqoquuqooquuu"],
        test=lambda subject, word: test(word),
        pops_from_empty=pops_from_empty,
    )


SUBJECT = Subject(object, PROBES[0])


def test_the_first_word_is_kept_if_it_is_not_to_be_shrunk():
    check = check_of(lambda word: Wrong(4, "this", "that") if word.count(POP) > 1 else None)
    outcome = run_check(check, SUBJECT, PROFILES["fast"], shrink=False)
    assert outcome.failure == ("uuqoquuqooquuu", Wrong(4, "this", "that"), "")
    outcome = run_check(check, SUBJECT, PROFILES["fast"])
    assert (outcome.failure.word, outcome.failure.certificate) == ("uuoo", SHORTEST)


def test_if_time_is_up_while_it_is_cut_down_the_failure_is_as_short_as_it_was_then():
    calls = 0

    def test(word):
        nonlocal calls
        calls += 1
        if calls == 5:
            raise TimeIsUp
        return Wrong(9, "this", "that") if POP in word else None

    failure = run_check(check_of(test), SUBJECT, PROFILES["fast"]).failure
    assert POP in failure.word
    assert failure.certificate == "not cut down further: time was up"


def test_no_word_that_pops_from_empty_is_tried_unless_the_check_is_about_that():
    tried = []

    def test(word):
        tried.append(word)
        return Wrong(1, "", "") if POP in word else None

    failure = run_check(check_of(test), SUBJECT, PROFILES["fast"]).failure
    assert failure.word == "uo"
    assert all(map(is_valid, tried))
    failure = run_check(check_of(test, pops_from_empty=True), SUBJECT, PROFILES["fast"]).failure
    assert failure.word == POP


@pytest.mark.parametrize(
    ("fails", "word"),
    [
        # Values, and the gaps between events, are letters too.
        (lambda word: word in ("CABC", "BB"), "CABC"),
        # A check about pops from empty has words that do that.
        (lambda word: word in ("uoouo", "oo"), "uoouo"),
    ],
    ids=["values", "pops from empty"],
)
def test_a_certificate_is_about_all_words_that_the_check_has(fails, word):
    shrinker = Shrinker(fails, word, pops_from_empty=POP * 2 in word)
    shrinker.run()
    # There is a shorter word that fails.
    assert len(shrinker.best) == 2
