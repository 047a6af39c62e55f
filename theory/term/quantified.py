"""Conditions for all rows of numbers: what is known of forms of matrices."""

from __future__ import annotations

from collections.abc import Callable

from theory.term.rows import Vec
from theory.term.scalar import Cond, Term, nested


def all_rows(n: Term, condition: Callable[[Vec], Cond]) -> Cond:
    """A condition that holds for every row of n numbers, which is called z_0, or z_1 around such a condition; for
    hypotheses.

    >>> from theory.term import variable
    >>> all_rows(variable("n", "nat"), lambda z: z[0] >= 0)
    all rows(z_0: 0 <= z_0[0])
    """
    depth = nested(condition(Vec.named("z_", n)), "all rows")
    row = Vec.named(f"z_{depth}", n)
    return Cond("all rows", Term("var", f"z_{depth}", "row"), condition(row))
