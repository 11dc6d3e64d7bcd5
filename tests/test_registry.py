import pytest

from swagbench.core import InputError, is_batch
from swagbench.oracle import recompute
from swagbench.registry import (
    aggregation,
    aggregation_ids,
    algorithm,
    algorithm_ids,
    find_aggregation,
    find_algorithm,
    find_all,
    snake_case,
)

FOUR_LAMBDAS = """
empty = lambda: 0
unit = lambda value: value
combine = lambda older, newer: older + newer
finalize = lambda agg: agg
"""

NAMESPACE = "class Total:\n" + FOUR_LAMBDAS.replace("\n", "\n    ")

CLASS = """
class Total:
    def __init__(self, start=0):
        self.start = start
    def empty(self): return 0
    def unit(self, value): return value
    def combine(self, older, newer): return older + newer
    def finalize(self, agg): return self.start + agg
"""

ALGORITHM = """
class LastOnly:
    def __init__(self, aggregation): self.held = []
    def push(self, value): self.held.append(value)
    def pop(self): del self.held[0]
    def eval(self): return self.held[-1]
    def __len__(self): return len(self.held)
"""

PLUGINS = CLASS + ALGORITHM

KINDS = {"algorithm": find_algorithm, "aggregation": find_aggregation}
NAMES = {"algorithm": "LastOnly", "aggregation": "Total"}
IDS = {"algorithm": "last_only", "aggregation": "total"}


@pytest.fixture
def file(tmp_path):
    """Writes a Python file and gives its path."""

    def write(content, name="plugin.py"):
        path = tmp_path / name
        path.write_text(content)
        return path

    return write


def refused(find, spec):
    """The message with which a spec is refused: always one line."""
    with pytest.raises(InputError) as caught:
        find(spec)
    message = str(caught.value)
    assert "\n" not in message
    return message


# --- the four spellings ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", algorithm_ids())
def test_a_built_in_algorithm_is_found_by_its_id(name):
    found = find_algorithm(name)
    assert (found.id, found.spec) == (name, name)
    assert found.item.__name__.lower() == name.replace("_", "")
    assert algorithm(name) is found.item


@pytest.mark.parametrize("name", aggregation_ids())
def test_a_built_in_aggregation_is_found_by_its_id(name):
    found = find_aggregation(name)
    assert (found.id, found.spec) == (name, name)
    assert snake_case(type(found.item).__name__) == name


@pytest.mark.parametrize("kind", KINDS)
def test_a_module_that_can_be_imported_holds_plug_ins(kind, tmp_path, monkeypatch):
    package = tmp_path / f"imported_{kind}"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "plugins.py").write_text(PLUGINS)
    monkeypatch.syspath_prepend(tmp_path)

    spec = f"imported_{kind}.plugins:{NAMES[kind]}"
    found = KINDS[kind](spec)
    assert (found.id, found.spec) == (IDS[kind], spec)


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_holds_plug_ins(kind, file):
    spec = f"{file(PLUGINS)}:{NAMES[kind]}"
    found = KINDS[kind](spec)
    assert (found.id, found.spec) == (IDS[kind], spec)


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_with_one_plug_in_of_a_kind_needs_no_name(kind, file):
    assert KINDS[kind](str(file(PLUGINS))).id == IDS[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_an_installed_package_offers_plug_ins_by_entry_points(kind, tmp_path, monkeypatch):
    (tmp_path / f"installed_{kind}.py").write_text(PLUGINS)
    info = tmp_path / f"installed_{kind}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: installed-{kind}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        f"[swagbench.{kind}s]\n"
        f"acme_{kind} = installed_{kind}:{NAMES[kind]}\n"
        f"two_stacks = installed_{kind}:{NAMES[kind]}\n"
        f"sum = installed_{kind}:{NAMES[kind]}\n"
        f"gone = installed_{kind}:Gone\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    find = KINDS[kind]
    ids = {"algorithm": algorithm_ids, "aggregation": aggregation_ids}[kind]()

    assert find(f"acme_{kind}").id == f"acme_{kind}"
    assert f"acme_{kind}" in ids
    assert ids == sorted(set(ids))
    assert "cannot be loaded: AttributeError" in refused(find, "gone")
    # A built-in one is not replaced.
    built_in = {"algorithm": "two_stacks", "aggregation": "sum"}[kind]
    assert find(built_in).item.__doc__ is not None


# --- what an aggregation can look like ------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "name", "expected_id"),
    [
        (FOUR_LAMBDAS, "", "plugin"),
        (NAMESPACE, ":Total", "total"),
        (NAMESPACE, "", "total"),
        (CLASS, ":Total", "total"),
        (CLASS + "\nready = Total(5)", ":ready", "ready"),
    ],
    ids=["module", "namespace", "one namespace", "class", "object"],
)
def test_four_functions_make_an_aggregation_wherever_they_stand(content, name, expected_id, file):
    found = find_aggregation(f"{file(content)}{name}")
    assert found.id == expected_id
    assert recompute(found.item, [1, 2]) == (8 if name == ":ready" else 3)


@pytest.mark.parametrize(
    ("spec", "attribute", "value", "expected_id"),
    [
        ("quantile(0.9)", "q", 0.9, "quantile(q=0.9)"),
        ("quantile(q=0.25)", "q", 0.25, "quantile(q=0.25)"),
        ("quantile()", "q", 0.9, "quantile(q=0.9)"),
        ("distinct_count(precision=14)", "precision", 14, "distinct_count(precision=14)"),
    ],
)
def test_arguments_reach_the_aggregation_and_its_id(spec, attribute, value, expected_id):
    found = find_aggregation(spec)
    assert getattr(found.item, attribute) == getattr(aggregation(spec), attribute) == value
    assert (found.id, found.spec) == (expected_id, spec)
    # The id is itself a spelling, so that a report can be repeated.
    assert find_aggregation(found.id).id == expected_id


def test_arguments_reach_an_aggregation_in_a_file(file):
    found = find_aggregation(f"{file(CLASS)}:Total(start=5)")
    assert (found.id, recompute(found.item, [1])) == ("total(start=5)", 6)


# --- many at once ---------------------------------------------------------------------------------


def test_two_with_the_same_id_are_both_kept(file):
    mine = str(file(ALGORITHM.replace("LastOnly", "TwoStacks"), "mine.py"))
    theirs = str(file(ALGORITHM.replace("LastOnly", "TwoStacks"), "theirs.py"))
    found = find_all(find_algorithm, ["two_stacks", mine, theirs])
    assert [one.id for one in found] == ["two_stacks", mine, theirs]
    assert len({one.item for one in found}) == 3


def test_what_is_asked_for_twice_is_kept_once():
    specs = ["two_stacks", "recompute", "two_stacks"]
    assert [one.id for one in find_all(find_algorithm, specs)] == ["two_stacks", "recompute"]


@pytest.mark.parametrize(
    ("name", "snake"),
    [("Sum", "sum"), ("TwoStacks", "two_stacks"), ("DABALite", "daba_lite"), ("HLL", "hll")],
)
def test_ids_are_class_names_in_snake_case(name, snake):
    assert snake_case(name) == snake


# --- what cannot be used --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("find", "spec", "nearest"),
    [(find_algorithm, "two_stack", "two_stacks"), (find_aggregation, "quantil(0.5)", "quantile")],
)
def test_an_unknown_id_names_the_nearest_known(find, spec, nearest):
    assert f"near: {nearest}" in refused(find, spec)


def test_an_id_like_no_other_names_all():
    assert ", ".join(algorithm_ids()) in refused(find_algorithm, "§")


@pytest.mark.parametrize("find", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        ("def broken(:", "Any", "SyntaxError"),
        ("import sys; sys.exit('bye')", "Any", "SystemExit: bye"),
        ("raise ValueError('one\\ntwo')", "Any", "ValueError: one"),
        ("import no_such_module_anywhere", "Any", "No module named 'no_such_module_anywhere'"),
        ("class Other: pass", "Missing", "has no Missing; it defines Other"),
        ("", "Missing", "has no Missing; it defines no class"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(find, content, name, message, file):
    assert message in refused(find, f"{file(content)}:{name}")


@pytest.mark.parametrize("find", KINDS.values(), ids=KINDS)
def test_a_file_that_is_missing_or_not_python_is_named(find, tmp_path, file):
    assert "absent.py is not a file" in refused(find, f"{tmp_path}/absent.py:Any")
    assert "is not a Python file" in refused(find, f"{file('text', 'notes.txt')}:Any")
    assert "is not a file" in refused(find, f"{tmp_path}:Any")


@pytest.mark.parametrize("find", KINDS.values(), ids=KINDS)
def test_a_module_that_cannot_be_imported_is_named(find):
    assert "No module named 'no_such_package'" in refused(find, "no_such_package.module:Any")
    assert "has no Nothing" in refused(find, "math:Nothing")


def test_a_batch_is_found_in_a_file_and_by_its_id(file):
    made = "class Rolls:\n    def __init__(self, aggregation): ...\n"
    content = f"{made}    def roll(self, values, size): ..."
    found = find_algorithm(str(file(content)))
    assert (found.id, is_batch(found.item)) == ("rolls", True)
    assert is_batch(find_algorithm("block_scan").item)
    assert "block_scan" in algorithm_ids()


def test_a_class_that_is_neither_is_told_of_both(file):
    message = refused(find_algorithm, f"{file('class Neither: pass')}:Neither")
    assert message.endswith("has no push; one needs push, pop, eval, __len__; a batch needs roll")


def test_a_class_without_pop_is_told_so(file):
    spec = f"{file(ALGORITHM.replace('def pop', 'def evict'))}:LastOnly"
    assert "has no pop; one needs push, pop, eval, __len__" in refused(find_algorithm, spec)


def test_a_class_without_combine_is_told_so(file):
    spec = f"{file(CLASS.replace('def combine', 'def merge'))}:Total"
    assert "has no combine; one needs empty, unit" in refused(find_aggregation, spec)


def test_a_class_that_cannot_be_made_says_why(file):
    spec = f"{file(CLASS.replace('self.start = start', 'raise OSError(start)'))}:Total(7)"
    assert "cannot be loaded: OSError: 7" in refused(find_aggregation, spec)


def test_a_file_that_holds_two_asks_which(file):
    two = file(ALGORITHM + ALGORITHM.replace("LastOnly", "Other"))
    assert "defines LastOnly, Other; say which" in refused(find_algorithm, str(two))
    assert "defines no aggregation; say which" in refused(find_aggregation, str(two))


@pytest.mark.parametrize(
    "arguments",
    [
        "__import__('os').abort()",
        "q=open('/etc/passwd')",
        "0.9 if 1 else 2",
        "*[0.9]",
        "**{'q': 0.9}",
        "lambda: 0.9",
        "0.9) + max(1",
        "0.9,,",
    ],
)
def test_arguments_are_literals_and_never_code(arguments):
    refused(find_aggregation, f"quantile({arguments})")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("quantile(2)", "q is 2; a quantile's q is a number from 0 to 1"),
        ("quantile('high')", "q is 'high'"),
        ("distinct_count(3)", "precision is 3; HyperLogLog takes an integer 4 to 16"),
        ("quantile(p=0.9)", "unexpected keyword argument 'p'"),
        ("sum(1)", "takes no arguments"),
        ("quantile(0.9", "no aggregation is called 'quantile(0.9'; near: quantile"),
        ("quantile({[]: 1})", "arguments are numbers, strings or aggregations"),
        ("quantile(1)(0.5)", "arguments are numbers, strings or aggregations"),
        ("x" * 300, "no aggregation is called"),
        ("a\0b", "no aggregation is called"),
        ("", "'' is not a name"),
    ],
)
def test_wrong_arguments_say_what_would_be_right(spec, message):
    assert message in refused(find_aggregation, spec)


def test_an_argument_may_be_an_aggregation_with_arguments_of_its_own():
    found = find_aggregation("skip_missing(quantile(0.25))")
    assert (found.item.of.q, found.parameters) == (0.25, "of=quantile(q=0.25)")
    refused_for = refused(find_aggregation, "skip_missing(nothing)")
    assert "no aggregation is called 'nothing'" in refused_for
    assert "q is 2" in refused(find_aggregation, "skip_missing(of=quantile(2))")


def test_an_algorithm_takes_no_arguments():
    assert "write two_stacks" in refused(find_algorithm, "two_stacks(3)")


def test_a_file_that_failed_fails_again(file):
    spec = str(file("raise RuntimeError('always')"))
    assert refused(find_aggregation, spec) == refused(find_aggregation, spec)


def test_what_is_ready_made_takes_no_arguments(tmp_path):
    path = tmp_path / "ready.py"
    path.write_text("empty = unit = combine = finalize = lambda *_: 0\n")
    assert "takes no arguments" in refused(find_aggregation, f"{path}(3)")


def test_a_path_may_hold_parentheses(tmp_path):
    path = tmp_path / "my (1).py"
    path.write_text("empty = unit = combine = finalize = lambda *_: 0\n")
    assert find_aggregation(str(path)).id == "my (1)"


def test_an_aggregation_given_twice_is_found_once():
    twice = find_all(find_aggregation, ["quantile(0.9)", "quantile(q=0.9)", "sum", "sum"])
    assert [one.id for one in twice] == ["quantile(q=0.9)", "sum"]


def test_an_error_of_several_lines_is_told_in_one(tmp_path):
    path = tmp_path / "wordy.py"
    path.write_text("from swagbench import InputError\nraise InputError('first\\nsecond')\n")
    assert "first second" in refused(find_aggregation, f"{path}:Name")
