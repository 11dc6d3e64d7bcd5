"""The built-in aggregations, by kind; `swagbench.aggregation(id)` finds them.

Each module's ``__all__`` is its list; the id is the class's name in snake_case.
"""
