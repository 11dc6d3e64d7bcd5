"""swagbench: sliding-window aggregation algorithms, proven and compared."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from swagbench.checks import PromiseBroken, check_aggregation, check_window
    from swagbench.core import Functions, InputError
    from swagbench.pytest_plugin import each_check
    from swagbench.registry import aggregation, algorithm
    from swagbench.rolling.check import RollingWrong, check_rolling
    from swagbench.time_window import TimeWindow

__all__ = [
    "Functions",
    "InputError",
    "PromiseBroken",
    "RollingWrong",
    "TimeWindow",
    "aggregation",
    "algorithm",
    "check_aggregation",
    "check_rolling",
    "check_window",
    "each_check",
]
__version__ = "0.1.0"

_ROOMS = {
    "Functions": "core",
    "InputError": "core",
    "PromiseBroken": "checks",
    "RollingWrong": "rolling.check",
    "TimeWindow": "time_window",
    "aggregation": "registry",
    "algorithm": "registry",
    "check_aggregation": "checks",
    "check_rolling": "rolling.check",
    "check_window": "checks",
    "each_check": "pytest_plugin",
}


def __getattr__(name: str) -> Any:
    """What is offered here, imported where it is first asked for: pytest loads this package."""
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_ROOMS[name]}"), name)
