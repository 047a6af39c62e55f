"""Conditions for all rows of numbers: what is known of forms of matrices."""

from __future__ import annotations

from collections.abc import Callable

from theory.term.rows import Vec
from theory.term.scalar import Cond, Term


def all_rows(n: Term, condition: Callable[[Vec], Cond]) -> Cond:
    """A condition that holds for every row of n numbers, which is called z_0; for hypotheses.

    >>> from theory.term import variable
    >>> all_rows(variable("n", "nat"), lambda z: z[0] >= 0)
    all rows(z_0: 0 <= z_0[0])
    """
    row = Vec.named("z_0", n)
    return Cond("all rows", Term("var", "z_0", "row"), condition(row))
