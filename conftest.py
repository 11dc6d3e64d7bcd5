"""Examples in docstrings that need an optional extra are read only where it is."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("datasketches") else ["swagbench/aggregations/apache_sketches.py"]
