"""Measuring: throughput, combine calls and memory, over windows, aggregations and streams."""
