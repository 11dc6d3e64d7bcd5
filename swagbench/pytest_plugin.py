"""The pytest plug-in: each check of an algorithm as a test of its own.

It imports nothing heavy until a test asks for it: everyone who has swagbench installed loads this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from typing import Any

import pytest

MARK = "swagbench"
PROFILES = ("fast", "default", "thorough")


def each_check(
    *algorithms: Any,
    aggregations: tuple[Any, ...] = (),
    expected_failures: Mapping[str, str] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a test of each check of algorithms: the test is called with `check` and calls it.

    The ids are stable, ``test_mine[MyWindow-oracle.small]``. What an algorithm does not claim is
    left out. `expected_failures` gives reasons by name or pattern of checks that are known to fail:
    they are strict xfails. `aggregations` are objects or specs to try beside the probes; without
    any, all that are built in. ``pytest --swagbench-profile fast`` tries less.

    Example::

        @swagbench.each_check(MyWindow, expected_failures={"copy": "shares its list, for now"})
        def test_mine(check):
            check()
    """
    mark = pytest.mark.swagbench.with_args(
        algorithms, aggregations=aggregations, expected_failures=expected_failures or {}
    )

    def decorate(test: Callable[..., Any]) -> Callable[..., Any]:
        marked: Callable[..., Any] = mark(test)
        return marked

    return decorate


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup(MARK, "swagbench: checks of sliding-window algorithms")
    group.addoption(
        "--swagbench-profile", choices=PROFILES, default="default", help="how much is tried"
    )
    group.addoption("--swagbench-seed", type=int, default=0, help="for what is drawn at random")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{MARK}: tests made by swagbench.each_check")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    mark = metafunc.definition.get_closest_marker(MARK)
    if mark is None:
        return
    from swagbench.checks import each_check_of  # noqa: PLC0415 - only where it is used

    (algorithms,), options = mark.args, mark.kwargs
    profile: Any = metafunc.config.getoption("--swagbench-profile")
    seed: Any = metafunc.config.getoption("--swagbench-seed")
    parameters = [
        pytest.param(one, id=one.id, marks=_marks(one.check, options["expected_failures"]))
        for algorithm in algorithms
        for one in each_check_of(
            algorithm,
            *options["aggregations"],
            profile=profile,
            seed=seed,
        )
    ]
    metafunc.parametrize("check", parameters)


def _marks(check: str, expected_failures: Mapping[str, str]) -> list[pytest.MarkDecorator]:
    return [
        pytest.mark.xfail(reason=reason, strict=True)
        for pattern, reason in expected_failures.items()
        if fnmatchcase(check, pattern)
    ]
