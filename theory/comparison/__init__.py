"""Comparing two values: equal, different, or not decided; for an inequality: holds, violated, or not decided.

Equal: the difference has a normal form that is zero. Different: a normal form that is not zero, or balls that do not
meet at a named point of the domain that the symbols' assumptions describe. Never on any other ground.
"""

from theory.comparison.outcome import Comparison
from theory.comparison.values import compare

__all__ = ["Comparison", "compare"]
