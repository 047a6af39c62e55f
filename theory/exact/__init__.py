"""Exact numbers, enclosures, expressions: what the comparison and the engines compute with."""
