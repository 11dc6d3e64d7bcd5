"""Sliding-window aggregation algorithms, one file each; `swagbench.algorithm(id)` finds them."""
