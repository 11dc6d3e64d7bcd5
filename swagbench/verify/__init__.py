"""Verification: is an algorithm right, and does an aggregation keep its laws?"""
