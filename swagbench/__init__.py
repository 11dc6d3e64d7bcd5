"""swagbench: sliding-window aggregation algorithms, proven and compared."""

from swagbench.core import Functions, InputError
from swagbench.registry import aggregation, algorithm
from swagbench.time_window import TimeWindow

__all__ = ["Functions", "InputError", "TimeWindow", "aggregation", "algorithm"]
__version__ = "0.1.0"
