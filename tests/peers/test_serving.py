"""Whatever a library does in its process costs the question that was asked, and nothing else."""

from __future__ import annotations

import math

import pytest

from swagbench.peers import serving
from swagbench.peers.serving import Library, LibraryFailed

GOOD = "answers = [sum(values)]"


def test_answers_come_as_plain_numbers_whatever_they_were(make_peer):
    code = "import numpy as np\nanswers = np.ma.masked_array([1, 2, 3], [False, True, False])"
    with Library(make_peer(code), 20) as library:
        answers = library.roll("sum", [1.0], 1)
    assert answers == [1, None, 3]
    assert [type(one) for one in answers] == [int, type(None), int]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("raise ValueError('no such window')", "ValueError: no such window"),
        ("class Panic(BaseException): pass\nraise Panic('in Rust')", "Panic: in Rust"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("answers = ['one']", "ValueError: could not convert string to float: 'one'"),
        ("answer = 3", "KeyError: 'answers'"),
    ],
)
def test_an_error_is_told_and_the_process_goes_on(make_peer, code, message):
    known = make_peer(code, code={"sum": code, "max": GOOD})
    with Library(known, 20) as library:
        with pytest.raises(LibraryFailed) as error:
            library.roll("sum", [1.0], 1)
        assert str(error.value) == message
        assert error.value.is_error
        assert library.roll("max", [1.0, 2.0], 1) == [3.0]


@pytest.mark.parametrize(
    "code", ["os._exit(7)", "os.abort()", "import ctypes\nctypes.string_at(0)"]
)
def test_a_process_that_ends_is_begun_anew_and_given_up_after_some_times(make_peer, code):
    known = make_peer(code, code={"sum": code, "max": GOOD})
    with Library(known, 20) as library:
        for _ in range(serving.MOST_DEATHS):
            with pytest.raises(LibraryFailed, match="its process ended") as error:
                library.roll("sum", [1.0], 1)
            assert not error.value.is_error
        with pytest.raises(LibraryFailed, match="not asked: its process ended 3 times before"):
            library.roll("sum", [1.0], 1)
        assert library.roll("max", [1.0, 2.0], 1) == [3.0]


def test_who_never_answers_is_not_waited_for(make_peer):
    known = make_peer("", code={"sum": "while True: pass", "max": GOOD})
    with Library(known, 0.2) as library:
        library.roll("max", [1.0], 1)
        with pytest.raises(LibraryFailed, match=r"no answer within 0.2 s"):
            library.roll("sum", [1.0], 1)
        assert library.roll("max", [1.0, 2.0], 1) == [3.0]


def test_a_library_that_cannot_be_imported_says_so(make_peer):
    with (
        Library(make_peer(GOOD, imports="import no_such_library"), 20) as library,
        pytest.raises(LibraryFailed, match="No module named 'no_such_library'"),
    ):
        library.roll("sum", [1.0], 1)


def test_values_that_were_changed_are_found_out(make_peer):
    code = "values[0] = 7.0\nanswers = [sum(values)]"
    with Library(make_peer(code), 20) as library:
        assert not library.leaves_unchanged("sum", [1.0, 2.0], 1)
    with Library(make_peer(GOOD), 20) as library:
        assert library.leaves_unchanged("sum", [1.0, 2.0], 1)


def test_code_for_integers_is_for_integers_alone(make_peer):
    known = make_peer("answers = [0.5]", integers={"sum": "answers = [1]"})
    with Library(known, 20) as library:
        assert library.roll("sum", [1, 2], 1) == [1]
        assert library.roll("sum", [1.0, 2.0], 1) == [0.5]


def test_a_run_takes_time_of_its_own_process(make_peer):
    with Library(make_peer("answers = [sum(range(200_000))]"), 20) as library:
        assert library.seconds("sum", [1.0], 1, 3) > 0


def test_nan_and_infinity_go_there_and_back(make_peer):
    with Library(make_peer("answers = values"), 20) as library:
        answers = library.roll("sum", [math.nan, math.inf, -math.inf, 1e308], 1)
    assert repr(answers) == "[nan, inf, -inf, 1e+308]"
